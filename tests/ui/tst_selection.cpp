// The one selection: every thing has an address, what is selected stays where it is shown, and what it is elsewhere is shown
// quietly there.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "docks/inspector.h"
#include "graph/graph_canvas.h"
#include "look/tokens.h"
#include "models/address.h"
#include "models/table_view.h"
#include "support/test_case.h"
#include "windows.h"

using namespace etscope::ui;
namespace view = etscope::view;
using etscope::test::graphOf;
using etscope::test::samplePath;
using etscope::test::settle;

class TestSelection : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1600, 1150);
        m_window->show();
        workspace().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(workspace().session() != nullptr, 30000);
        workspace().reveal(Address::ofStage("text_decoder", "edge"));
        m_window->showPage("graph");
        settle(*m_window);
    }
    void cleanup() { m_window.reset(); }

    /// A click on an input or output of the graph, and on a module, selects it.
    void whatACanvasShowsHasAnAddress_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("told");
        QTest::newRow("input") << static_cast<int>(view::ItemKind::Input) << "cache_position"
                               << "text_decoder/edge/value:cache_position"
                               << "i64[s29]";
        QTest::newRow("output") << static_cast<int>(view::ItemKind::Output) << "output 0"
                                << "text_decoder/edge/output:4"
                                << "user output";
        QTest::newRow("module") << static_cast<int>(view::ItemKind::Group) << "layers.0"
                                << "text_decoder/edge/module:layers.0"
                                << "DecoderBlock";
    }
    void whatACanvasShowsHasAnAddress() {
        QFETCH(int, kind);
        QFETCH(QString, title);
        QFETCH(QString, address);
        QFETCH(QString, told);
        const view::ItemId item = itemOf(static_cast<view::ItemKind>(kind), title);
        QVERIFY(item.valid());
        canvas().fitAll();
        const QRectF rect = rectOf(item);
        // A group is hit at its header, right of the chevron.
        const double zoom = canvas().zoom();
        const QPoint at = kind == static_cast<int>(view::ItemKind::Group)
                              ? QPointF(rect.left() + 60 * zoom, rect.top() + 9 * zoom).toPoint()
                              : rect.center().toPoint();
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, at);
        settle(*m_window);
        QCOMPARE(workspace().selection().text(), address);
        QVERIFY2(inspectorText().contains(told), qPrintable(inspectorText()));
        // And it comes back by that address.
        workspace().reveal(Address::ofMethod("text_decoder"));
        settle(*m_window);
        QVERIFY(!canvas().selected().valid());
        workspace().reveal(Address::parse(address, workspace().methods()));
        settle(*m_window);
        QVERIFY(canvas().look().selected == item);
    }

    /// An event is an operator of the graph: marked there, and the graph stays as it was.
    void anotherStageIsNotSwitchedTo() {
        canvas().setZoom(0.6, {200, 200});
        m_window->showPage("events");
        settle(*m_window);
        TableView* table = m_window->page("events")->mainTable();
        const Address address = Address::ofInstruction("text_decoder", 14);
        QVERIFY(clickRow(*table, address));
        settle(*m_window);
        QCOMPARE(workspace().selection().text(), QStringLiteral("text_decoder/program/0/14"));
        QCOMPARE(workspace().stage(), QStringLiteral("edge"));
        const Address node = Address::ofNode("text_decoder", QStringLiteral("edge"), "aten_bmm_default");
        QVERIFY(workspace().related()->all.contains(node));
        m_window->showPage("graph");
        settle(*m_window);
        QCOMPARE(workspace().stage(), QStringLiteral("edge"));
        QCOMPARE(canvas().zoom(), 0.6);
        QVERIFY(!canvas().selected().valid());
        QVERIFY(markedNodes().contains(node.name));
        QVERIFY(!markedNodes().contains("aten_linear_default_14"));
        // The other way: its instruction's row in the gap wears the tint.
        workspace().reveal(node);
        m_window->showPage("gap");
        settle(*m_window);
        QVERIFY(isTinted(*m_window->page("gap")->mainTable(), Address::ofInstruction("text_decoder", 14)));
        QVERIFY(!isTinted(*m_window->page("gap")->mainTable(), Address::ofInstruction("text_decoder", 13)));
    }

    /// What leads somewhere goes there: a double click on a row shows the operator in the graph of its stage.
    void openingARowGoesThere() {
        m_window->showPage("events");
        settle(*m_window);
        TableView* table = m_window->page("events")->mainTable();
        const Address address = Address::ofInstruction("text_decoder", 16);
        QVERIFY(clickRow(*table, address));
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->currentIndex()).center());
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QStringLiteral("graph"));
        QCOMPARE(workspace().stage(), QStringLiteral("program"));
        QVERIFY(canvas().selected().node.valid());
    }

    /// A tensor is in a graph, a weight that was quantised is a tensor, and a problem is in a file.
    void openingATensorGoesToItsGraph() {
        m_window->showPage("tensors");
        settle(*m_window);
        TableView* table = m_window->page("tensors")->mainTable();
        const Address weight = Address::ofTensor("model.etrecord/text_decoder/edge/layers.0.attention.wo.weight");
        QVERIFY(clickRow(*table, weight));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Return);
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QStringLiteral("graph"));
        QCOMPARE(workspace().selection().method, QStringLiteral("text_decoder"));
        QVERIFY(!workspace().selection().stage.isEmpty());
    }
    void quantisedWeightsAreTensors() {
        const QString folder = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/quant_cnn");
        if (!QFile::exists(folder)) QSKIP("the shared fixtures are not here");
        workspace().open({folder});
        QTRY_VERIFY_WITH_TIMEOUT(workspace().session() != nullptr && workspace().paths() == QStringList{folder}, 30000);
        m_window->showPage("quantisation");
        settle(*m_window);
        TableView* table = m_window->page("quantisation")->mainTable();
        QVERIFY(table->model()->rowCount() > 2);
        QSet<QString> addresses;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            table->scrollTo(table->model()->index(row, 0));
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(row, 0)).center());
            settle(*m_window);
            QCOMPARE(table->currentIndex().row(), row);
            addresses.insert(workspace().selection().text());
        }
        QVERIFY(addresses.size() > 2);
        QVERIFY(std::ranges::any_of(addresses, [](const QString& one) { return one.startsWith("tensors/"); }));
        // What is not known is last, whichever way it is sorted.
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder})
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                table->sortByColumn(column, order);
                bool missing = false;
                for (int row = 0; row < table->model()->rowCount(); ++row) {
                    const bool isMissing = table->model()->index(row, column).data().toString() == QStringLiteral("–");
                    QVERIFY(isMissing || !missing);
                    missing = isMissing;
                }
            }
        table->sortByColumn(-1, Qt::AscendingOrder);
    }
    void openingAProblemGoesToItsFile() {
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(samplePath() + "/model.pte", folder.filePath("model.pte")));
        QFile cut(folder.filePath("run.etdp"));
        QVERIFY(cut.open(QFile::WriteOnly) && cut.write("no dump") > 0);
        cut.close();
        workspace().open({folder.filePath("model.pte"), folder.filePath("run.etdp")});
        QTRY_COMPARE_WITH_TIMEOUT(workspace().paths().size(), 2, 30000);
        m_window->showPage("problems");
        settle(*m_window);
        auto* problems = m_window->findChild<TableView*>("problems");
        QVERIFY(problems->model()->rowCount() > 0);
        const QModelIndex first = problems->model()->index(0, 1);
        QTest::mouseClick(problems->viewport(), Qt::LeftButton, {}, problems->visualRect(first).center());
        QTest::mouseDClick(problems->viewport(), Qt::LeftButton, {}, problems->visualRect(first).center());
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QStringLiteral("overview"));
        QCOMPARE(workspace().selection(), Address::ofFile("run.etdp"));
    }

    /// What belongs to a weight is a link away.
    void theInspectorLeadsOn() {
        const QString weight = QStringLiteral("tensors/model.etrecord/text_decoder/edge/layers.0.attention.wo.weight");
        workspace().reveal(Address::parse(weight, workspace().methods()));
        settle(*m_window);
        QPointer<QLabel> found;
        for (QLabel* label : m_window->findChild<Inspector*>()->findChildren<QLabel*>())
            if (label->text().contains("aten_linear_default_3") && label->isVisible()) found = label;
        QVERIFY(found != nullptr);
        const QString link = QRegularExpression("href=['\"]([^'\"]+)").match(found->text()).captured(1);
        QVERIFY2(Address::parse(link, workspace().methods()).kind == Address::Kind::Node, qPrintable(found->text()));
        m_window->findChild<Inspector*>()->ensureWidgetVisible(found);
        QTest::mouseClick(found, Qt::LeftButton, {}, {12, QFontMetrics(found->font()).height() / 2});
        settle(*m_window);
        QCOMPARE(workspace().selection().text(), link);
        // And back.
        workspace().back();
        settle(*m_window);
        QCOMPARE(workspace().selection().text(), weight);
    }

    /// Rows of memory, named data and sizes select what they are, not where it is used first.
    void rowsSelectWhatTheyAre_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("prefix");
        QTest::newRow("memory") << "memory"
                                << "text_decoder/program/value:v";
        QTest::newRow("sizes") << "sizes"
                               << "regions/model.pte@";
    }
    void rowsSelectWhatTheyAre() {
        QFETCH(QString, page);
        QFETCH(QString, prefix);
        m_window->showPage(page);
        settle(*m_window);
        TableView* table = m_window->page(page)->mainTable();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(1, 0)).center());
        settle(*m_window);
        QVERIFY2(workspace().selection().text().startsWith(prefix), qPrintable(workspace().selection().text()));
        QVERIFY2(!inspectorText().contains("no-such"), qPrintable(inspectorText()));
        QCOMPARE(workspace().stage(), QStringLiteral("edge"));
    }

private:
    Workspace& workspace() { return m_window->workspace(); }
    GraphCanvas& canvas() { return *graphOf(*m_window)->canvas(); }
    view::ItemId itemOf(view::ItemKind kind, const QString& title) {
        const auto& items = canvas().scene()->view().items();
        for (std::uint32_t i = 1; i < items.size(); ++i)
            if (items[i].kind == kind && QString::fromStdString(items[i].title) == title) return view::ItemId(i);
        return {};
    }
    QRectF rectOf(view::ItemId item) {
        const auto rect = canvas().scene()->rectOf(item);
        return {canvas().toView({rect.x, rect.y}), canvas().toView({rect.right(), rect.bottom()})};
    }
    QString inspectorText() {
        QStringList words;
        for (const QLabel* label : m_window->findChild<Inspector*>()->findChildren<QLabel*>())
            if (label->isVisible()) words.append(label->text());
        return words.join(u'\n');
    }
    QStringList markedNodes() {
        QStringList names;
        const auto& model = canvas().scene()->view().index().model();
        for (const auto node : canvas().look().nodes(NodeSet::Counterparts))
            names.append(QString::fromStdString(model.nodePath(node)));
        return names;
    }
    bool clickRow(TableView& table, const Address& address) {
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const QModelIndex index = table.model()->index(row, 0);
            if (!(index.data(AddressRole).value<Address>() == address)) continue;
            table.scrollTo(index);
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(index).center());
            return true;
        }
        return false;
    }
    bool isTinted(TableView& table, const Address& address) {
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const QModelIndex index = table.model()->index(row, 0);
            if (!(index.data(AddressRole).value<Address>() == address)) continue;
            table.scrollTo(index);
            const QRect cell = table.visualRect(index);
            return table.viewport()->grab(cell).toImage().pixelColor(cell.width() - 3, 3) != tokens().base;
        }
        return false;
    }

    std::unique_ptr<MainWindow> m_window;
};

ETSCOPE_TEST(TestSelection)
#include "tst_selection.moc"
