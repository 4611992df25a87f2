// The page "Differences" in the real main window, offscreen: nothing to compare with, equal exports, different ones, both
// selections, filter, choices, files that are dropped, closing the other export.
#include <QComboBox>
#include <QDialog>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QTemporaryDir>
#include <QtTest>

#include "frame/main_window.h"
#include "graph/graph_canvas.h"
#include "look/tokens.h"
#include "models/table_view.h"
#include "modules/work_title.h"
#include "pages/change_places.h"
#include "pages/change_tree.h"
#include "pages/changes_view.h"
#include "pages/diff_choices.h"
#include "pages/diff_page.h"
#include "support/test_case.h"
#include "ui/windows.h"
#include "ui/written_pictures.h"

using namespace etscope;
using namespace etscope::ui;
using test::darkBands;
using test::settle;
using test::textRuns;

class TestDiffPage : public QObject {
    Q_OBJECT
private:
    static QString sample() { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm"); }
    static QString fixture(const char* name) { return QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/") + QLatin1String(name); }
    static DiffPage* open(MainWindow& window, const QStringList& left, const QStringList& right) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open(left);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000); }();
        window.showPage("diff");
        window.workspace().compareWith(right);
        settle(window);
        auto* page = static_cast<DiffPage*>(window.page("diff"));
        page->setByMeaning(false);
        return page;
    }
    static QStringList record(const char* fixtureName) { return {fixture(fixtureName) + "/model.etrecord"}; }
    static QString shownText(const QWidget* page) {
        QStringList texts;
        for (const QLabel* label : page->findChildren<QLabel*>())
            if (label->isVisible()) texts.append(label->text());
        return texts.join('\n');
    }
    static QString cell(const TableView* table, int row, const char* column) {
        for (int c = 0; c < table->filter()->columnCount(); ++c)
            if (table->filter()->headerData(c, Qt::Horizontal).toString() == QLatin1String(column))
                return table->filter()->index(row, c).data().toString();
        return {};
    }
    static int rowWith(const TableView* table, const char* column, const QString& value) {
        for (int row = 0; row < table->filter()->rowCount(); ++row)
            if (cell(table, row, column) == value) return row;
        return -1;
    }

private slots:
    void saysWhatItNeeds() {
        MainWindow window;
        DiffPage* page = open(window, {sample()}, {});
        QVERIFY(!page->hasContent());
        QVERIFY(shownText(page).contains("Nothing to compare with"));
        const auto* button = page->findChild<QPushButton*>("stateButton");
        QVERIFY(button != nullptr && button->isVisible());
        QVERIFY(button->text().startsWith("Compare with another export"));
    }

    void equalExports() {
        MainWindow window;
        DiffPage* page = open(window, {sample()}, {sample()});
        QVERIFY(page->hasContent());
        QVERIFY(page->stateMark() == Mark::None);
        QVERIFY(!page->mainTable()->isVisible());
        const QString said = shownText(page);
        QVERIFY2(said.contains("The two exports are the same: "), qPrintable(said));
        QVERIFY(QRegularExpression("same: [0-9\u202F]{3,} nodes, [0-9]+ weights").match(said).hasMatch());
        QCOMPARE(cell(page->parts(), 0, "State"), QString("same"));
    }

    /// One side lacks a stage: one row, not one for each of its nodes.
    void aStageOfOneSide() {
        MainWindow window;
        DiffPage* page = open(window, {sample() + "/model.etrecord"}, {sample() + "/model.etrecord", sample() + "/model.pte"});
        QCOMPARE(page->stateMark(), Mark::Differ);
        const int row = rowWith(page->mainTable(), "Stage", "program");
        QVERIFY(row >= 0);
        QCOMPARE(cell(page->mainTable(), row, "Kind"), QString("stage"));
        QCOMPARE(cell(page->mainTable(), row, "State"), QString("added"));
        page->mainTable()->selectRow(row);
        QCOMPARE(window.workspace().other()->stage(), QString("program"));
        QVERIFY(window.workspace().stage() != "program");
    }

    /// Before becomes after, and what was added is removed.
    void swapsTheSides() {
        MainWindow window;
        const QStringList record{sample() + "/model.etrecord"}, both{sample() + "/model.etrecord", sample() + "/model.pte"};
        DiffPage* page = open(window, record, both);
        QTest::mouseClick(page->findChild<QWidget*>("diffSwap"), Qt::LeftButton);
        settle(window);
        QCOMPARE(window.workspace().paths(), both);
        QCOMPARE(window.workspace().other()->paths(), record);
        const int row = rowWith(page->mainTable(), "Stage", "program");
        QVERIFY(row >= 0);
        QCOMPARE(cell(page->mainTable(), row, "State"), QString("removed"));
    }

    /// What the runs of both gave, in both views.
    void outputs() {
        if (!QFile::exists(record("vlm_portable").front())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = open(window, {fixture("vlm_portable")}, {fixture("vlm")});
        const int row = rowWith(page->mainTable(), "Kind", "output");
        QVERIFY(row >= 0);
        QVERIFY2(cell(page->mainTable(), row, "What changed").startsWith("values"),
                 qPrintable(cell(page->mainTable(), row, "What changed")));
        page->mainTable()->selectRow(row);
        QCOMPARE(window.workspace().selection().kind, Address::Kind::Output);
        page->setByMeaning(true);
        settle(window);
        QStringList said;
        const auto* model = page->meaning()->tree()->model();
        for (int i = 0; i < model->rowCount(); ++i) said.append(model->index(i, 0).data().toString());
        QVERIFY2(said.filter(QRegularExpression("^Output 0 of .*cases differ.*max")).size() > 0, qPrintable(said.join('\n')));
    }

    /// A node without a counterpart gets one by hand, and loses it again.
    void pairsByHand() {
        if (!QFile::exists(record("vlm_portable").front())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = open(window, {fixture("vlm_portable")}, {fixture("vlm")});
        const auto stateOf = [&](const QString& name) {
            return cell(page->mainTable(), rowWith(page->mainTable(), "Name", name), "State");
        };
        int row = 0;
        while (row < page->mainTable()->filter()->rowCount() &&
               (cell(page->mainTable(), row, "State") != "removed" || cell(page->mainTable(), row, "Kind") != "node" ||
                cell(page->mainTable(), row, "Stage") != "edge"))
            ++row;
        const QString node = cell(page->mainTable(), row, "Name");
        QVERIFY(!node.isEmpty());
        page->mainTable()->selectRow(row);
        settle(window);
        auto* button = window.findChild<QPushButton*>("pairByHand");
        QVERIFY(button != nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
        auto* dialog = window.findChild<QDialog*>("pairDialog");
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QTest::keyClicks(dialog->findChild<QLineEdit*>("pairFilter"), "default");
        QTest::mouseClick(dialog->findChild<QPushButton*>("pairChosen"), Qt::LeftButton);
        settle(window);
        QCOMPARE(window.workspace().pairs().size(), std::size_t(1));
        QCOMPARE(modules::shownNode(window.workspace().pairs().front().left), node.toStdString());
        QCOMPARE(stateOf(node), QString("changed"));
        button = window.findChild<QPushButton*>("pairByHand");
        QVERIFY(button != nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
        dialog = window.findChild<QDialog*>("pairDialog");
        QVERIFY(dialog != nullptr);
        QTest::mouseClick(dialog->findChild<QPushButton*>("pairUndo"), Qt::LeftButton);
        settle(window);
        QVERIFY(window.workspace().pairs().empty());
        QCOMPARE(stateOf(node), QString("removed"));
    }

    /// By meaning: facts, a tree of sentences; keys and clicks select on both sides, the panel says more.
    void tellsByMeaning() {
        if (!QFile::exists(record("vlm_portable").front())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = open(window, {fixture("vlm_portable")}, {fixture("vlm")});
        const QList<QPushButton*> buttons = page->findChildren<QPushButton*>("diffByMeaning");
        QCOMPARE(buttons.size(), 1);
        QTest::mouseClick(buttons.front(), Qt::LeftButton);
        settle(window);
        ChangeTree* tree = page->meaning()->tree();
        QVERIFY(tree->isVisible() && !page->mainTable()->isVisible());
        QVERIFY(shownText(page).contains("149.2 KiB → 131.5 KiB"));
        const QModelIndex method = tree->model()->index(0, 0);
        QVERIFY2(method.data().toString().startsWith("text_decoder 7 Linear f32 → int4 per channel; "),
                 qPrintable(method.data().toString()));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(method).center());
        QCOMPARE(window.workspace().selection().text(), QString("text_decoder/edge"));
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Down);  // layers.0
        QTest::keyClick(tree, Qt::Key_Down);
        settle(window);
        QCOMPARE(window.workspace().selection().text(), QString("text_decoder/edge/module:layers.0.attention_norm"));
        QCOMPARE(window.workspace().other()->selection().text(), QString("text_decoder/edge/module:layers.0.attention_norm"));
        QVERIFY(shownText(page).contains("weight has other values, max |d| 0.265; now in XnnpackBackend 0, 1"));
        // Blocks that are alike are one row: a module of the second selects what is told of the first.
        window.workspace().select(Address::ofModule("vision_encoder", "edge", "encoder.1.attn.qkv"));
        settle(window);
        QVERIFY(tree->currentIndex().data().toString().startsWith("qkv "));
        QCOMPARE(window.workspace().selection().text(), QString("vision_encoder/edge/module:encoder.1.attn.qkv"));
        const auto* places = page->findChild<ChangePlaces*>();
        QVERIFY(places->isVisible());
        QCOMPARE(places->rows().size(), 5);
        QCOMPARE(places->count(), std::size_t{10});
        QCOMPARE(places->odd(), std::size_t{0});
        // Both sides in one drawing; a click on a node selects it.
        auto* canvas = page->findChild<GraphCanvas*>("changeCanvas");
        QVERIFY(canvas->isVisible() && !canvas->scene()->nodes().empty());
        // One side alone has no signs of what only the other has.
        const auto drawn = [&](int side) {
            const auto sides = page->findChild<QWidget*>("changeSides")->findChildren<QPushButton*>();
            QTest::mouseClick(sides[side], Qt::LeftButton);
            settle(window);
            return canvas->scene()->nodes().size();
        };
        const std::size_t before = drawn(1), after = drawn(2), both = drawn(0);
        QVERIFY(before > 0 && after > 0 && both >= std::max(before, after));
        auto* filter = page->findChild<QLineEdit*>("changeFilter");
        QTest::keyClicks(filter, "groups of 32");
        settle(window);
        QVERIFY(tree->isRowHidden(1, {}) && !tree->isRowHidden(0, {}));
    }

    /// Ctrl+F goes through the list, folded rows, too.
    void findGoesThroughTheList() {
        if (!QFile::exists(record("vlm_portable").front())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = open(window, {fixture("vlm_portable")}, {fixture("vlm")});
        QTest::mouseClick(page->findChild<QPushButton*>("diffByMeaning"), Qt::LeftButton);
        settle(window);
        auto* find = window.findChild<QLineEdit*>("find");
        QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(find->hasFocus());
        QTest::keyClicks(find, "qkv");
        settle(window);
        QVERIFY(find->palette().color(QPalette::Text) != tokens().differ);
        const QModelIndex found = page->meaning()->tree()->currentIndex();
        QVERIFY2(found.data().toString().contains("qkv"), qPrintable(found.data().toString()));
        QVERIFY(!page->meaning()->tree()->visualRect(found).isEmpty());
        QTest::keyClicks(find, "zzz");
        QCOMPARE(find->palette().color(QPalette::Text), tokens().differ);
    }
    /// The list whole, and what stands beside it.
    void isWrittenByMeaning() {
        if (!QFile::exists(record("vlm_portable").front())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = open(window, {fixture("vlm_portable")}, {fixture("vlm")});
        QTest::mouseClick(page->findChild<QPushButton*>("diffByMeaning"), Qt::LeftButton);
        window.resize(1600, 520);
        ChangeTree* tree = page->meaning()->tree();
        tree->expandAll();
        settle(window);
        QVERIFY(tree->wholeSize().height() > tree->height());
        const QTemporaryDir folder;
        QVERIFY(page->exportTo(folder.filePath("x.svg")));
        QVERIFY(page->exportTo(folder.filePath("x.png")));
        int rows = 0;
        for (QModelIndex row = tree->model()->index(0, 0); row.isValid(); row = tree->indexBelow(row)) ++rows;
        QFile svg(folder.filePath("x.svg"));
        QVERIFY(svg.open(QFile::ReadOnly));
        QVERIFY(textRuns(svg.readAll()) >= rows);
        const QImage picture(folder.filePath("x.png"));
        QVERIFY(picture.height() >= tree->wholeSize().height());
        const int left = tree->mapTo(page, QPoint()).x();
        QVERIFY(darkBands(picture, left, left + tree->width()) >= rows);
    }
    /// Beside the list where there is room, below it where there is not.
    void panelGoesBelow() {
        if (!QFile::exists(record("vlm_portable").front())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = open(window, {fixture("vlm_portable")}, {fixture("vlm")});
        QTest::mouseClick(page->findChild<QPushButton*>("diffByMeaning"), Qt::LeftButton);
        QVERIFY(window.run("view.inspector"));
        const auto* split = page->findChild<QSplitter*>("changeSplit");
        for (const QSize size : {QSize(1600, 1000), QSize(1110, 768)}) {
            window.resize(size);
            window.show();
            settle(window);
            QCOMPARE(split->orientation(), size.width() == 1600 ? Qt::Horizontal : Qt::Vertical);
            for (const int part : split->sizes()) QVERIFY(part > 100);
        }
        // The list and its sentences stay whole: no cell is wider than the column.
        const ChangeTree* tree = page->meaning()->tree();
        QVERIFY(tree->columnWidth(0) + tree->columnWidth(1) <= tree->viewport()->width());
    }

    void selectsOnBothSides() {
        if (!QFile::exists(record("vlm_portable").front())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = open(window, record("vlm"), record("vlm_portable"));
        QVERIFY(page->stateMark() == Mark::Differ);
        Workspace& left = window.workspace();
        Workspace& right = *left.other();
        page->findChild<QComboBox*>("diffMethod")->setCurrentText("vision_encoder");
        settle(window);
        const int changed = rowWith(page->mainTable(), "Name", "linear");
        QVERIFY(changed >= 0);
        QCOMPARE(cell(page->mainTable(), changed, "State"), QString("changed"));
        QVERIFY(page->mainTable()->isColumnHidden(page->mainTable()->columnOf("method")));
        page->mainTable()->selectRow(changed);
        const QString copied = page->mainTable()->copyText(TableFormat::Tsv);
        QVERIFY(copied.contains("\taten_linear_default → aten_view_copy_default_1\t"));
        QVERIFY(copied.contains("output 0: f32[1,9,72] → f32[9,24]"));
        QCOMPARE(left.selection().text(), QString("vision_encoder/edge/aten_linear_default"));
        QCOMPARE(right.selection().text(), QString("vision_encoder/edge/aten_view_copy_default_1"));
        // What was added is only on the right.
        const int added = rowWith(page->mainTable(), "State", "added");
        QVERIFY(added >= 0);
        page->mainTable()->selectRow(added);
        QCOMPARE(left.selection().text(), QString("vision_encoder/edge/aten_linear_default"));
        QCOMPARE(modules::shownNode(right.selection().name.toStdString()), cell(page->mainTable(), added, "Name").toStdString());
        // A selection in another stage compares nothing anew.
        left.select(Address::ofStage("text_decoder", "edge"));
        for (const auto& job : window.jobs().running()) QVERIFY(job->title != "Comparing exports");
        QVERIFY(page->nextBad(true));
        QVERIFY(page->mainTable()->currentIndex().isValid());
    }

    void filtersAndChooses() {
        if (!QFile::exists(record("vlm_portable").front())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = open(window, record("vlm"), record("vlm_portable"));
        const int all = page->mainTable()->filter()->rowCount();
        auto* filter = page->findChild<QLineEdit*>("filter");
        filter->setText("kind:node state:added");
        const int added = page->mainTable()->filter()->rowCount();
        QVERIFY(added > 0 && added < all);
        filter->setText("what_changed:view_copy method:vision_encoder");
        QVERIFY(page->mainTable()->filter()->wrongTerms().empty());
        QVERIFY(page->mainTable()->filter()->rowCount() > 0);
        filter->clear();
        page->findChild<QComboBox*>("diffMethod")->setCurrentText("vision_encoder");
        settle(window);
        QVERIFY(page->mainTable()->filter()->rowCount() < all);
        QCOMPARE(rowWith(page->mainTable(), "Method", "text_decoder"), -1);
        page->findChild<QComboBox*>("diffMethod")->setCurrentIndex(0);
        settle(window);
        QCOMPARE(page->mainTable()->filter()->rowCount(), all);
        QVERIFY(page->mainTable()->copyText(TableFormat::Tsv).contains("max_abs"));
    }

    /// Numbers sort by value, and what has none comes last both ways.
    void weightsByTheirDifference() {
        if (!QFile::exists(record("fault_weight").front())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = open(window, record("fault_weight"), record("fault_early"));
        const TableView* table = page->mainTable();
        QVERIFY(rowWith(table, "Kind", "weight") >= 0);
        const int column = table->filter()->columnCount() - 1;
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            page->mainTable()->sortByColumn(column, order);
            bool ended = false;
            for (int row = 0; row < table->filter()->rowCount(); ++row) {
                const bool number = table->filter()->index(row, column).data(SortRole).isValid();
                QVERIFY(!(ended && number));
                ended = ended || !number;
            }
        }
    }

    void closesTheOther() {
        MainWindow window;
        DiffPage* page = open(window, {sample() + "/model.etrecord"}, {sample() + "/model.pte"});
        QVERIFY(page->hasContent());
        QCOMPARE(page->stateMark(), Mark::Differ);
        QTest::mouseClick(page->findChild<QPushButton*>("diffClose"), Qt::LeftButton);
        settle(window);
        QVERIFY(!page->hasContent());
        QVERIFY(window.workspace().other() == nullptr);
        QCOMPARE(page->stateMark(), Mark::None);
        QVERIFY(shownText(page).contains("Nothing to compare with"));
    }

    /// Files that are dropped on the page do not join the session.
    void comparesWithWhatIsDropped() {
        MainWindow window;
        DiffPage* page = open(window, {sample()}, {});
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(sample() + "/model.pte")});
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(page, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(page, &drop);
        settle(window);
        QVERIFY(page->hasContent());
        QCOMPARE(window.workspace().paths(), QStringList{sample()});
        QCOMPARE(window.workspace().other()->paths(), QStringList{sample() + "/model.pte"});
    }

    void namesTheSides_data() {
        QTest::addColumn<QStringList>("paths");
        QTest::addColumn<QStringList>("others");
        QTest::addColumn<QString>("name");
        QTest::newRow("one folder") << QStringList{"/x/a.pte", "/x/b.ptd"} << QStringList{"/x/c.pte"} << "a.pte, b.ptd";
        QTest::newRow("two folders") << QStringList{"/x/v2/a.pte"} << QStringList{"/x/v1/a.pte"} << "v2: a.pte";
        QTest::newRow("further up") << QStringList{"/v2/out/a.pte"} << QStringList{"/v1/out/a.pte"} << "v2/out: a.pte";
        QTest::newRow("nested") << QStringList{"/x/out/a.pte"} << QStringList{"/x/a.pte"} << "out: a.pte";
    }
    void namesTheSides() {
        QFETCH(QStringList, paths);
        QFETCH(QStringList, others);
        QTEST(sideName(paths, others), "name");
    }
};

ETSCOPE_TEST(TestDiffPage)
#include "tst_diff_page.moc"
