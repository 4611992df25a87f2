// The parts around the pages: Inspector, Outline, Source, Values, the graph's bar and map; names of files that look like markup;
// another theme while the window is open.
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStatusBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextDocument>
#include <QToolButton>
#include <QTreeWidget>
#include <QtTest>

#include "answers/problem_table.h"
#include "charts/element_grid.h"
#include "compare/tensor_list.h"
#include "gap/node_values.h"
#include "join/links.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "models/link.h"
#include "models/table_view.h"
#include "program/program_builder.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::graphOf;
using test::samplePath;
using test::settle;

namespace {

constexpr const char* kHostile = "x'><h1>abcde";

void open(MainWindow& window, const QStringList& paths = {samplePath()}) {
    window.resize(1600, 1000);
    window.show();
    window.workspace().open(paths);
    QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
    settle(window);
}

QWidget* inspectorOf(const MainWindow& window) { return window.findChild<QWidget*>("inspector"); }

/// What the Inspector says.
QString saidBy(const QWidget* part) {
    QString all;
    for (const QLabel* label : part->findChildren<QLabel*>())
        if (label->isVisibleTo(part)) all += QString(label->text()).remove(QChar(0x200B)) + QLatin1Char('\n');
    return all;
}

QLabel* labelWith(const QWidget* part, const QString& words) {
    for (QLabel* label : part->findChildren<QLabel*>())
        if (QString(label->text()).remove(QChar(0x200B)).contains(words)) return label;
    return nullptr;
}

bool readsMarkup(const QLabel& label) {
    return label.textFormat() == Qt::RichText || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
}

std::string hostileProgram() {
    test::ProgramBuilder builder(test::vlmProgram());
    for (std::size_t i = 0; i < builder.program.execution_plan.size(); ++i) {
        builder.plan(i).name = kHostile + std::to_string(i);
        for (auto& one : builder.plan(i).operators) one->name = std::string("aten::") + kHostile + one->name;
        for (auto& one : builder.plan(i).delegates) one->id = std::string(kHostile) + one->id;
    }
    builder.addNamedData(std::string("metadata.") + kHostile, "12345678");
    builder.addNamedData(kHostile, "12345678");
    return builder.bytes();
}

}  // namespace

class TestDocks : public QObject {
    Q_OBJECT
    /// All of a graph open, at a zoom at which its map is shown: where it covers nothing.
    static GraphCanvas* openWithMap(MainWindow& window) {
        open(window);
        window.workspace().setMethod("text_decoder");
        window.showPage("graph");
        settle(window);
        graphOf(window)->main()->expandAll();
        settle(window);
        GraphCanvas* canvas = graphOf(window)->canvas();
        for (const double zoom : {2.0, 1.4, 1.0, 0.7, 0.5, 0.35}) {
            canvas->setZoom(zoom, {});
            canvas->viewport()->repaint();
            if (!canvas->panels().mapRect().isEmpty()) break;
        }
        return canvas;
    }

private slots:
    void init() {
        setTextScale(1);
        applyTheme(*qApp, Theme::Light);
    }

    /// In a small window the docks leave the page its share, whatever the person gave them before, and grow back with the window.
    void docksGiveWay_data() {
        QTest::addColumn<double>("scale");
        for (const double scale : {1.0, 1.5, 2.0}) QTest::addRow("× %g", scale) << scale;
    }
    void docksGiveWay() {
        QFETCH(double, scale);
        setTextScale(scale);
        applyTheme(*qApp, Theme::Light);
        MainWindow window;
        open(window);
        QVERIFY(window.run("view.outline") && window.run("view.inspector"));
        window.showPage("graph");
        auto* bottom = window.findChild<QDockWidget*>("bottom");
        QVERIFY(!bottom->isVisible() && window.run("view.bottom"));
        settle(window);
        const auto widthOf = [&](const char* name) { return window.findChild<QWidget*>(name)->width(); };
        const int outline = widthOf("outlineDock"), inspector = widthOf("inspectorDock"), low = bottom->height();
        const QSize small(960, 540);
        window.resize(small);
        settle(window);
        QCOMPARE(window.size(), small);
        QVERIFY2(window.centralWidget()->width() >= 0.45 * small.width(),
                 qPrintable(QString::number(window.centralWidget()->width())));
        QVERIFY(bottom->height() <= 0.4 * small.height());
        const QRect inside = window.rect();
        for (const auto* dock : window.findChildren<QDockWidget*>())
            QVERIFY(!dock->isVisible() ||
                    (inside.contains(dock->geometry()) && (dock->objectName() == "inspectorDock" ||  // over the page
                                                           !dock->geometry().intersects(window.centralWidget()->geometry()))));
        window.resize(1600, 1000);
        settle(window);
        QCOMPARE(widthOf("outlineDock"), outline);
        QCOMPARE(widthOf("inspectorDock"), inspector);
        QCOMPARE(bottom->height(), low);
    }

    /// A column of marks alone is as narrow as they are: no table scrolls for it.
    void problemsDoNotScroll() {
        MainWindow window;
        open(window);
        window.showPage("tensors");
        settle(window);
        QTest::mouseClick(window.findChild<QToolButton*>("problemCounts"), Qt::LeftButton);
        settle(window);
        QCOMPARE(window.currentPage(), QString("problems"));
        const auto* problems = window.findChild<TableView*>("problems");
        QVERIFY(problems->isVisible() && problems->model()->rowCount() > 0);
        QCOMPARE(problems->horizontalScrollBar()->maximum(), 0);
    }

    void escapes() {
        QCOMPARE(html("a<b>&'\""), QString("a&lt;b&gt;&amp;&#39;&quot;"));
        QTextDocument document;
        document.setHtml(ui::link("x' href='y\"><h1>", "<h1>'"));
        QCOMPARE(document.toPlainText(), QString("<h1>'"));
        QCOMPARE(document.begin().begin().fragment().charFormat().anchorHref(), QString("x' href='y\"><h1>"));
        QVERIFY(!Qt::mightBeRichText(tip("plain")));
        document.setHtml(tip("<h1>x"));
        QCOMPARE(document.toPlainText(), QString("<h1>x"));
    }

    /// Words that are wider than the room have places to break; markup and entities stay whole.
    void breaksLongWords() {
        const QFontMetrics metrics(codeFont());
        const int room = metrics.horizontalAdvance("0123456789");
        QCOMPARE(breakable("short words only", false, metrics, room), QString("short words only"));
        const QString path = breakable("layers.0.attention.wo", false, metrics, room);
        QVERIFY(path.startsWith(QString("layers.0.") + QChar(0x200B)));
        QCOMPARE(QString(path).remove(QChar(0x200B)), QString("layers.0.attention.wo"));
        const QString link = "<a href=\"a/very/long/target/that/stays\">&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;</a>";
        const QString broken = breakable(link, true, metrics, room);
        QVERIFY(broken != link && broken.contains("stays\">"));
        QCOMPARE(QString(broken).remove(QChar(0x200B)), link);
        QVERIFY(!broken.contains(QString("&") + QChar(0x200B)) && !broken.contains(QString(QChar(0x200B)) + ";"));
    }

    void namesAreNotMarkup() {
        QTemporaryDir folder;
        QFile file(folder.filePath("x'><h1>abcde.pte"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const std::string bytes = hostileProgram();
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        file.close();
        MainWindow window;
        open(window, {file.fileName()});
        Workspace& workspace = window.workspace();
        QVERIFY(workspace.methods().size() >= 3 && workspace.methods().front().startsWith(kHostile));
        const QString method = workspace.methods().front();
        const auto check = [&](const QString& where) {
            settle(window);
            for (const QLabel* label : window.findChildren<QLabel*>())
                if (readsMarkup(*label) && label->text().contains("<h1", Qt::CaseInsensitive))
                    qWarning() << where << label->parent() << label->text(), QTest::qFail("markup", __FILE__, __LINE__);
            for (const QWidget* widget : window.findChildren<QWidget*>())
                if (Qt::mightBeRichText(widget->toolTip()) && widget->toolTip().contains("<h1"))
                    QFAIL(qPrintable(where + widget->toolTip()));
        };
        for (const PageInfo& page : pageTable()) {
            window.showPage(page.name);
            check(page.name);
        }
        window.showPage("graph");
        const auto* index = &graphOf(window)->canvas()->scene()->view().index();
        const QString node = ui::text(index->model().nodePath(index->model().top().nodes.front()));
        const auto tensors = etscope::compare::tensorList(*workspace.session(), {});
        const QStringList problems = problemNames(workspace.session()->diagnostics());
        for (const Address& address :
             {Address::ofMethod(method), Address::ofStage(method, "program"), Address::ofNode(method, "program", node),
              Address::ofMetadata(kHostile), Address::ofFile("x'><h1>abcde.pte"),
              tensors ? Address::of((*tensors)->entity(0)) : Address(), Address::ofOutput(method, 0, 0),
              Address::ofProblem(problems.value(0))}) {
            workspace.select(address);
            check(address.text());
        }
    }

    /// What belongs together is told as the run and the files say it.
    void pairing() {
        MainWindow window;
        open(window);
        window.workspace().select(Address::ofOutput("text_decoder", 0, 0));
        settle(window);
        const QString said = saidBy(inspectorOf(window));
        QVERIFY2(said.contains("reference_outputs[text_decoder][0]") && said.contains("run "), qPrintable(said));
        QVERIFY2(!said.contains("ascending order"), qPrintable(said));
        open(window, {samplePath() + "/model.etrecord", samplePath() + "/out-text_decoder-2-0.npy"});
        window.workspace().select(Address::ofOutput("text_decoder", 0, 0));
        settle(window);
        QVERIFY(saidBy(inspectorOf(window)).contains("ascending order"));
    }

    /// A program that was cut short has at least what could be read.
    void programCutShort() {
        QTemporaryDir folder;
        QFile whole(samplePath() + "/model.pte"), cut(folder.filePath("cut.pte"));
        QVERIFY(whole.open(QIODevice::ReadOnly) && cut.open(QIODevice::WriteOnly));
        cut.write(whole.read(whole.size() * 6 / 10));
        cut.close();
        MainWindow window;
        open(window, {cut.fileName()});
        window.workspace().select(Address::ofMethod("text_decoder"));
        settle(window);
        const QString said = saidBy(inspectorOf(window));
        QVERIFY2(said.contains(QStringLiteral("≥ ")), qPrintable(said));
    }

    /// A long name is whole, and copied as it is.
    void longNamesWrap() {
        QWidget parent;
        TextLabel label("language_model.layers.0.self_attention.q_proj", Qt::PlainText, &Tokens::text, &parent);
        label.setFont(codeFont());
        label.resize(120, 100);
        parent.show();
        test::takeTurns();
        QVERIFY(label.heightForWidth(120) > 2 * QFontMetrics(codeFont()).height());
        label.setFocus();
        label.setSelection(0, static_cast<int>(label.text().size()));
        QTest::keyClick(&label, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), label.whole());
    }

    /// The Inspector knows the reference of every call that the gap compares.
    void referencesAgreeWithTheGap() {
        MainWindow window;
        open(window);
        const auto& session = *window.workspace().session();
        const auto references = gap::sessionReferences({session, "text_decoder"}, {});
        QVERIFY(references && *references != nullptr);
        const auto table = gap::fittingGap({session, "text_decoder"}, **references, {}, {});
        QVERIFY(table && table->table.rows.size() > 10);
        int compared = 0;
        for (const gap::GapRow& row : table->table.rows) {
            const auto links = join::links({session, "text_decoder"}, {});
            const auto found = gap::nodeReference({session, "text_decoder"}, (*links)->nodeOf(row.instruction), {});
            QVERIFY(found);
            QCOMPARE(found->compared(), row.reference.has_value());
            compared += row.reference ? 1 : 0;
        }
        QVERIFY(compared > 5);
        window.workspace().select(Address::ofInstruction("text_decoder", 11));
        settle(window);
        const QString said = saidBy(inspectorOf(window));
        QVERIFY2(said.contains("reference-text_decoder.npz, held against run") && !said.contains("none recorded"),
                 qPrintable(said));
        // Without the file, the computed reference of the call stands in the gap.
        open(window, {samplePath() + "/model.etrecord", samplePath() + "/model.pte", samplePath() + "/run.etdp",
                      samplePath() + "/run.dbg"});
        window.workspace().select(Address::ofInstruction("text_decoder", 16));
        settle(window);
        const QString computed = saidBy(inspectorOf(window));
        QVERIFY2(computed.contains("computed from the edge graph on") && computed.contains("held against run"),
                 qPrintable(computed.right(600)));
    }

    /// Runtime value and reference of an operator stand side by side; the tab that a person chose stays.
    void valuesOfAnOperator() {
        MainWindow window;
        open(window);
        window.showPage("graph");
        settle(window);
        auto* tabs = window.findChild<QWidget*>("bottom")->findChild<QTabBar*>("dockTabs");
        window.workspace().select(Address::ofInstruction("text_decoder", 10));
        settle(window);
        QCOMPARE(tabs->currentIndex(), 0);
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        settle(window);
        window.workspace().select(Address::ofInstruction("text_decoder", 11));
        settle(window);
        QCOMPARE(tabs->currentIndex(), 1);
        auto* values = window.findChild<ElementGrid*>("values");
        auto* references = window.findChild<ElementGrid*>("referenceValues");
        QVERIFY(values->isVisible() && references->isVisible());
        QVERIFY(values->model().rowCount() > 0 && references->model().rowCount() > 0);
        QVERIFY(window.findChild<QComboBox*>("valueChoice")->count() > 3);
        window.showPage("outputs");
        window.showPage("graph");
        QCOMPARE(tabs->currentIndex(), 1);
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_3"));
        settle(window);
        const QString said = saidBy(inspectorOf(window));
        auto* weight = labelWith(inspectorOf(window), "layers.0.attention.wo.weight");
        QVERIFY2(weight != nullptr && weight->text().contains("tensors/"), qPrintable(said));
        // In the program's stage constants have no names: their values lead to them.
        bool constant = false;
        for (int i = 0; i < 30 && !constant; ++i) {
            window.workspace().select(Address::ofInstruction("text_decoder", i));
            settle(window);
            constant = labelWith(inspectorOf(window), "href=\"tensors/") != nullptr;
        }
        QVERIFY(constant);
        window.workspace().close();
        settle(window);
        QCOMPARE(values->model().rowCount(), 0);
    }

    /// The source is read while it is in view, and a long file does not hold up the window.
    void sourceOfLongFiles() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("tests/fixtures"));
        QFile python(folder.filePath("tests/fixtures/models.py"));
        QVERIFY(python.open(QIODevice::WriteOnly));
        for (int i = 1; i <= 70000; ++i) python.write("x = [\"text\", 1] + list(range(100))  # for and not in\n");
        python.close();
        QVERIFY(QFile::copy(samplePath() + "/model.etrecord", folder.filePath("model.etrecord")));
        MainWindow window;
        open(window, {folder.filePath("model.etrecord")});
        window.showPage("graph");
        auto* tabs = window.findChild<QWidget*>("bottom")->findChild<QTabBar*>("dockTabs");
        tabs->setCurrentIndex(0);
        auto* text = window.findChild<QPlainTextEdit*>("sourceText");
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_3"));
        settle(window);
        QTRY_VERIFY(!text->toPlainText().isEmpty());
        QVERIFY(text->document()->blockCount() <= 1201);
        QVERIFY(text->toPlainText().contains("list(range(100))"));
        QVERIFY(text->textCursor().block().text().startsWith(QStringLiteral("%1  x").arg(text->textCursor().blockNumber() + 1, 5)));
        const int line = text->textCursor().blockNumber();
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_4"));
        settle(window);
        QVERIFY(text->textCursor().blockNumber() != line);
    }

    /// Each stage that is opened is filled, whatever else is read meanwhile.
    void outlineStages() {
        MainWindow window;
        open(window);
        QVERIFY(window.run("view.outline"));
        settle(window);
        auto* outline = window.findChild<QTreeWidget*>("outline");
        QTreeWidgetItem* methods = outline->topLevelItem(0)->child(1);
        QList<QTreeWidgetItem*> stages;
        for (int m = 0; m < methods->childCount(); ++m) {
            methods->child(m)->setExpanded(true);
            QVERIFY(!methods->child(m)->text(1).isEmpty());
            for (int s = 0; s < methods->child(m)->childCount(); ++s) stages.append(methods->child(m)->child(s));
        }
        for (QTreeWidgetItem* stage : stages) stage->setExpanded(true);
        settle(window);
        for (QTreeWidgetItem* stage : stages) QVERIFY2(!stage->text(1).isEmpty(), qPrintable(stage->text(0)));
        // text_decoder: exported, edge, program, Delegates, Weights.
        QTreeWidgetItem* decoder = methods->child(0);
        QVERIFY(decoder->child(1)->childCount() > 0);
        decoder->child(1)->child(0)->setExpanded(true);
        QVERIFY(decoder->child(1)->child(0)->childCount() > 0);
        QTreeWidgetItem *delegates = decoder->child(decoder->childCount() - 2),
                        *weights = decoder->child(decoder->childCount() - 1);
        QVERIFY(delegates->childCount() > 3 && weights->childCount() > 10);
        QCOMPARE(delegates->child(1)->text(0), QString("XNNPACK 1 · attention"));
        QVERIFY(delegates->child(1)->toolTip(0).contains("delegate:1"));
        outline->scrollToItem(weights->child(2));
        QTest::mouseClick(outline->viewport(), Qt::LeftButton, {}, outline->visualItemRect(weights->child(2)).center());
        QVERIFY(window.workspace().selection().kind == Address::Kind::Tensor);
        delegates->child(0)->setExpanded(true);
        for (const int group : {2, 3}) outline->topLevelItem(0)->child(group)->setExpanded(true);
        settle(window);
        QVERIFY(!delegates->child(0)->text(1).isEmpty());
        QVERIFY(outline->topLevelItem(0)->child(2)->childCount() > 0);
        QVERIFY(outline->topLevelItem(0)->child(3)->childCount() > 0);
    }

    /// A job that was cancelled leaves a stage that can be opened again.
    void outlineStageAgain() {
        MainWindow window;
        open(window);
        QVERIFY(window.run("view.outline"));
        auto* outline = window.findChild<QTreeWidget*>("outline");
        QTreeWidgetItem* stage = outline->topLevelItem(0)->child(1)->child(0)->child(0);
        stage->parent()->setExpanded(true);
        stage->setExpanded(true);
        window.jobs().cancelAll();
        settle(window);
        if (stage->childCount() == 0) {
            QVERIFY(!stage->isExpanded());
            stage->setExpanded(true);
            settle(window);
        }
        QVERIFY(stage->childCount() > 0);
    }

    /// A right click on the map brings the menu, and the view stays where it is when the mouse moves on.
    void rightClickOnTheMap() {
        MainWindow window;
        GraphCanvas* canvas = openWithMap(window);
        const QRectF map = canvas->panels().mapRect();
        QVERIFY(!map.isEmpty());
        const QPointF before = canvas->toView({0, 0});
        QTest::mousePress(canvas->viewport(), Qt::RightButton, {}, map.center().toPoint());
        QTest::mouseMove(canvas->viewport(), map.topLeft().toPoint() + QPoint(3, 3));
        QCOMPARE(canvas->toView({0, 0}), before);
        QTest::mouseRelease(canvas->viewport(), Qt::RightButton, {}, map.center().toPoint());
        QTest::mousePress(canvas->viewport(), Qt::LeftButton, {}, map.bottomRight().toPoint() - QPoint(3, 3));
        QVERIFY(canvas->toView({0, 0}) != before);
        QTest::mouseRelease(canvas->viewport(), Qt::LeftButton, {}, map.bottomRight().toPoint());
    }

    void mapTakesKeys() {
        MainWindow window;
        GraphCanvas* canvas = openWithMap(window);
        auto* map = canvas->findChild<QWidget*>("graphMap");
        settle(window);
        QVERIFY(map->isVisible());
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), map);
        canvas->centreOn(canvas->scene()->bounds());
        const layout::Rect before = canvas->seen();
        QTest::keyClick(map, Qt::Key_Down);
        QVERIFY(canvas->seen().y > before.y);
        QTest::keyClick(map, Qt::Key_Up);
        QVERIFY(std::abs(canvas->seen().y - before.y) < 2);
        QTest::keyClick(map, Qt::Key_Home);  // all of it: no map, and the keys are the canvas's again
        settle(window);
        QVERIFY(!map->isVisible() && canvas->hasFocus());
    }

    /// The same files read again are shown as they were; other files are not.
    void reloadKeepsWhatIsOpen() {
        MainWindow window;
        open(window);
        window.workspace().setMethod("text_decoder");
        window.showPage("graph");
        settle(window);
        const auto open = [&window] { return graphOf(window)->canvas()->scene()->view().options().expanded.size(); };
        const std::size_t first = open();
        graphOf(window)->main()->expandAll();
        settle(window);
        const std::size_t all = open();
        QVERIFY(all > first);
        QTest::keyClick(&window, Qt::Key_F5);
        settle(window);
        QCOMPARE(open(), all);
        window.workspace().close();
        ::open(window);
        window.workspace().setMethod("text_decoder");
        window.showPage("graph");
        settle(window);
        QCOMPARE(open(), first);
    }

    /// What the bar has no room for is in the menu behind it.
    void buttonsOfANarrowGraph() {
        MainWindow window;
        open(window);
        window.showPage("graph");
        window.resize(1100, 768);
        QVERIFY(window.run("view.inspector"));
        settle(window);
        auto* pane = graphOf(window)->main();
        QToolButton* more = nullptr;
        for (auto* button : pane->findChildren<QToolButton*>())
            if (button->accessibleName() == "More") more = button;
        QVERIFY(more != nullptr && more->isVisible());
        QTest::mouseClick(more, Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr && menu->actions().size() >= 6);
        for (QAction* action : menu->actions())
            if (action->text() == "Flat") action->trigger();
        menu->close();
        settle(window);
        QVERIFY(!graphOf(window)->canvas()->scene()->view().options().modules);
        window.resize(2200, 900);
        settle(window);
        QVERIFY(!more->isVisible());
    }

    /// What was made with the colours of one theme is read in the other.
    void anotherTheme() {
        MainWindow window;
        open(window);
        window.showPage("graph");
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_3"));
        settle(window);
        for (const Theme theme : {Theme::Dark, Theme::Light}) {
            applyTheme(*qApp, theme);
            settle(window);
            for (const char* part : {"inspector", "page-overview", "bottom"}) {
                window.showPage(qstrcmp(part, "page-overview") == 0 ? "overview" : "graph");
                settle(window);
                for (const QLabel* label : window.findChild<QWidget*>(part)->findChildren<QLabel*>()) {
                    if (label->text().isEmpty() || !label->isVisible()) continue;
                    const QColor colour = label->palette().color(label->foregroundRole());
                    const int contrast = std::abs(colour.lightness() - tokens().base.lightness());
                    QVERIFY2(contrast > 60, qPrintable(label->text() + ' ' + colour.name()));
                }
            }
        }
    }
};

ETSCOPE_TEST(TestDocks)
#include "tst_docks.moc"
