// The views of the question Changes in the real main window, offscreen: nothing to compare with, earlier exports that are offered,
// equal exports, different ones, which is before and which is after, both selections, filter, choices, files that are dropped,
// closing the other export.
#include <QComboBox>
#include <QDialog>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QTemporaryDir>
#include <QtTest>

#include "frame/baselines.h"
#include "frame/main_window.h"
#include "graph/graph_canvas.h"
#include "look/tokens.h"
#include "models/table_view.h"
#include "modules/work_title.h"
#include "pages/change_panel.h"
#include "pages/change_places.h"
#include "pages/change_tree.h"
#include "pages/changes_page.h"
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
    /// The second one in view, the first one beside it.
    static void compare(MainWindow& window, const QStringList& before, const QStringList& after, const QString& view) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open(after);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000); }();
        window.showPage(view);
        window.workspace().compareWith(before);
        settle(window);
    }
    static DiffPage* byNode(MainWindow& window, const QStringList& before, const QStringList& after) {
        compare(window, before, after, "diff-nodes");
        return static_cast<DiffPage*>(window.page("diff-nodes"));
    }
    static ChangesPage* byMeaning(MainWindow& window, const QStringList& before, const QStringList& after) {
        compare(window, before, after, "diff");
        return static_cast<ChangesPage*>(window.page("diff"));
    }
    /// Of the view that is shown.
    static QWidget* control(const MainWindow& window, const char* name) {
        for (auto* one : window.findChildren<QWidget*>(name))
            if (one->isVisible()) return one;
        return nullptr;
    }
    static QStringList sidesOf(const MainWindow& window) {
        return {static_cast<QLabel*>(control(window, "diffBefore"))->text(),
                static_cast<QLabel*>(control(window, "diffAfter"))->text()};
    }
    static QString answerOf(const MainWindow& window) {
        QStringList texts;
        for (const QLabel* label : window.findChild<QWidget*>("answerLine")->findChildren<QLabel*>())
            texts.append(QTextDocumentFragment::fromHtml(label->text()).toPlainText());
        return texts.join(' ');
    }
    static bool noShared() { return !QFile::exists(record("vlm_portable").front()); }
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
        ChangesPage* page = byMeaning(window, {}, {sample()});
        QVERIFY(!page->hasContent());
        QVERIFY(shownText(page).contains("Nothing to compare with"));
        const auto* button = page->findChild<QPushButton*>("stateButton");
        QVERIFY(button != nullptr && button->isVisible());
        QVERIFY(button->text().startsWith("Compare with another export"));
    }

    void equalExports() {
        MainWindow window;
        DiffPage* nodes = byNode(window, {sample()}, {sample()});
        QVERIFY(nodes->hasContent());
        QVERIFY(nodes->stateMark() == Mark::None);
        QVERIFY(!nodes->mainTable()->isVisible());
        QCOMPARE(cell(nodes->parts(), 0, "State"), QString("same"));
        for (const char* view : {"diff-nodes", "diff"}) {
            window.showPage(view);
            settle(window);
            const QString said = shownText(window.page(view));
            QVERIFY2(said.contains("The two exports are the same: "), qPrintable(said));
            QVERIFY(QRegularExpression("same: [0-9\u202F]{3,} nodes, [0-9]+ weights").match(said).hasMatch());
        }
    }

    /// The other export is the baseline, in everything that is said: names, facts, sentences, answer, tables and the facts of a
    /// pair.
    void theOtherExportIsBefore() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        ChangesPage* page = byMeaning(window, {fixture("vlm_portable")}, {fixture("vlm")});
        QCOMPARE(window.workspace().paths(), QStringList{fixture("vlm")});
        QCOMPARE(sidesOf(window), (QStringList{"vlm_portable", "vlm"}));
        const QString said = shownText(page);
        for (const char* fact : {"149.2 KiB → 131.5 KiB", "0 → 8 quantised", "0 → 35", "217 → 198", "+40, −59"})
            QVERIFY2(said.contains(fact), qPrintable(QString(fact) + ": " + said));
        const auto* model = page->view()->tree()->model();
        QCOMPARE(model->headerData(0, Qt::Horizontal).toString(), QString("What changed from vlm_portable to vlm"));
        QStringList rows;
        for (int i = 0; i < model->rowCount(); ++i) rows.append(model->index(i, 0).data().toString());
        const QString all = rows.join('\n');
        QVERIFY2(all.contains("f32 → int4 per channel") && all.contains("now in XnnpackBackend"), qPrintable(all));
        QVERIFY2(all.contains("3 of 3 cases match → 0 of 3 cases match"), qPrintable(all));
        QVERIFY2(!all.contains("no longer in"), qPrintable(all));
        const QString answer = answerOf(window);
        QVERIFY2(answer.contains("agrees less with the reference than in vlm_portable"), qPrintable(answer));
        QVERIFY2(answer.contains("% fewer bytes"), qPrintable(answer));
        QVERIFY(window.findChild<QAbstractButton*>("question-changes")->accessibleName().contains("1 got worse"));
        // What is new is only in this session, and selected there; what is gone only in the other.
        window.showPage("diff-nodes");
        settle(window);
        auto* nodes = static_cast<DiffPage*>(window.page("diff-nodes"));
        TableView* table = nodes->mainTable();
        QCOMPARE(sidesOf(window), (QStringList{"vlm_portable", "vlm"}));
        const int added = rowWith(table, "State", "added");
        table->selectRow(added);
        settle(window);
        const Address chosen = window.workspace().selection();
        QVERIFY2(window.workspace()
                     .session()
                     ->graph(chosen.method.toStdString(), chosen.stageId(), {})
                     .value()
                     ->findNode(chosen.name.toStdString())
                     .valid(),
                 qPrintable(chosen.text()));
        const int removed = rowWith(table, "State", "removed");
        table->selectRow(removed);
        settle(window);
        QCOMPARE(window.workspace().selection(), chosen);
        const Address gone = window.workspace().other()->selection();
        QCOMPARE(QString::fromStdString(modules::shownNode(gone.name.toStdString())), cell(table, removed, "Name"));
    }

    /// The Selection tells of a pair what it was before.
    void selectionTellsFromBeforeToAfter() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = byNode(window, record("vlm_portable"), record("vlm"));
        page->findChild<QComboBox*>("diffMethod")->setCurrentText("vision_encoder");
        settle(window);
        window.workspace().reveal(Address::ofNode("vision_encoder", "edge", "aten_linear_default"));
        settle(window);
        QStringList facts;
        for (const QLabel* label : window.findChild<QWidget*>("inspector")->findChildren<QLabel*>())
            facts.append(QTextDocumentFragment::fromHtml(label->text()).toPlainText().remove(QChar(0x200b)));
        const QString all = facts.join('\n');
        QVERIFY2(all.contains("f32[9,24] → f32[1,9,72]"), qPrintable(all));
        QVERIFY2(all.contains("aten_view_copy_default_1"), qPrintable(all));
    }

    /// One side lacks a stage: one row, not one for each of its nodes.
    void aStageOfOneSide() {
        MainWindow window;
        DiffPage* page = byNode(window, {sample() + "/model.etrecord", sample() + "/model.pte"}, {sample() + "/model.etrecord"});
        QCOMPARE(page->stateMark(), Mark::Changed);
        const int row = rowWith(page->mainTable(), "Stage", "program");
        QVERIFY(row >= 0);
        QCOMPARE(cell(page->mainTable(), row, "Kind"), QString("stage"));
        QCOMPARE(cell(page->mainTable(), row, "State"), QString("removed"));
        const int part = rowWith(page->parts(), "Part", "program");
        QCOMPARE(cell(page->parts(), part, "State"), QString("only in the other export"));
        page->mainTable()->selectRow(row);
        QCOMPARE(window.workspace().other()->stage(), QString("program"));
        QVERIFY(window.workspace().stage() != "program");
    }

    /// Before becomes after, and what was removed is added.
    void swapsTheSides() {
        MainWindow window;
        const QStringList record{sample() + "/model.etrecord"}, both{sample() + "/model.etrecord", sample() + "/model.pte"};
        DiffPage* page = byNode(window, both, record);
        QCOMPARE(sidesOf(window), (QStringList{"model.etrecord, model.pte", "model.etrecord"}));
        QTest::mouseClick(control(window, "diffSwap"), Qt::LeftButton);
        settle(window);
        QCOMPARE(window.workspace().paths(), both);
        QCOMPARE(window.workspace().other()->paths(), record);
        QCOMPARE(sidesOf(window), (QStringList{"model.etrecord", "model.etrecord, model.pte"}));
        const int row = rowWith(page->mainTable(), "Stage", "program");
        QVERIFY(row >= 0);
        QCOMPARE(cell(page->mainTable(), row, "State"), QString("added"));
    }

    /// Segments in the row of views, both of one comparison.
    void viewsOfTheQuestion() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        ChangesPage* page = byMeaning(window, {fixture("vlm_portable")}, {fixture("vlm")});
        QVERIFY(page->isVisible());
        const DifferencePtr known = window.workspace().difference();
        QVERIFY(known != nullptr);
        auto* nodes = test::viewButton(window, "By node");
        QVERIFY(nodes != nullptr && nodes->accessibleName().contains("changed"));
        QTest::mouseClick(nodes, Qt::LeftButton);
        settle(window);
        QCOMPARE(window.currentPage(), QString("diff-nodes"));
        QVERIFY(static_cast<DiffPage*>(window.page("diff-nodes"))->mainTable()->filter()->rowCount() > 0);
        QVERIFY(window.workspace().difference() == known);  // nothing was compared anew
        for (const char* next : {"diff-outputs", "diff-cost", "diff-schemes", "diff"}) {
            QTest::keyClick(&window, Qt::Key_Tab, Qt::ControlModifier);
            settle(window);
            QCOMPARE(window.currentPage(), QString(next));
        }
        window.workspace().back();
        settle(window);
        QCOMPARE(window.currentPage(), QString("diff-schemes"));
    }

    /// What the runs of both gave, in both views.
    void outputs() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = byNode(window, {fixture("vlm_portable")}, {fixture("vlm")});
        const int row = rowWith(page->mainTable(), "Kind", "output");
        QVERIFY(row >= 0);
        QVERIFY2(cell(page->mainTable(), row, "What changed").startsWith("values"),
                 qPrintable(cell(page->mainTable(), row, "What changed")));
        page->mainTable()->selectRow(row);
        QCOMPARE(window.workspace().selection().kind, Address::Kind::Output);
        window.showPage("diff");
        settle(window);
        QStringList said;
        const ChangeTree* tree = static_cast<ChangesPage*>(window.page("diff"))->view()->tree();
        for (int i = 0; i < tree->model()->rowCount(); ++i) said.append(tree->model()->index(i, 0).data().toString());
        const qsizetype worse = said.indexOf(QRegularExpression("^Output 0 of text_decoder .*cases differ.*max.*"));
        QVERIFY2(worse >= 0, qPrintable(said.join('\n')));
        QCOMPARE(tree->changes().item(tree->model()->index(static_cast<int>(worse), 0)).mark, Mark::Differ);
    }

    /// A node without a counterpart gets one by hand, and loses it again.
    void pairsByHand() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = byNode(window, {fixture("vlm_portable")}, {fixture("vlm")});
        const auto stateOf = [&](const QString& after) {
            for (int row = 0; row < page->mainTable()->filter()->rowCount(); ++row)
                if (page->mainTable()->filter()->index(row, 0).data(AddressRole).value<Address>().text() == after)
                    return cell(page->mainTable(), row, "State");
            return QString();
        };
        int row = 1;  // the first one is the current one from the beginning
        while (row < page->mainTable()->filter()->rowCount() &&
               (cell(page->mainTable(), row, "State") != "added" || cell(page->mainTable(), row, "Kind") != "node" ||
                cell(page->mainTable(), row, "Stage") != "edge"))
            ++row;
        page->mainTable()->selectRow(row);
        settle(window);
        const QString node = window.workspace().selection().text();
        QVERIFY2(!node.isEmpty(),
                 qPrintable(QString::number(row) + " of " + QString::number(page->mainTable()->filter()->rowCount())));
        QCOMPARE(stateOf(node), QString("added"));
        auto* button = window.findChild<QPushButton*>("pairByHand");
        QVERIFY(button != nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
        auto* dialog = window.findChild<QDialog*>("pairDialog");
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QTest::keyClicks(dialog->findChild<QLineEdit*>("pairFilter"), "mm_default");
        QTest::mouseClick(dialog->findChild<QPushButton*>("pairChosen"), Qt::LeftButton);
        settle(window);
        QCOMPARE(window.workspace().pairs().size(), std::size_t(1));
        const compare::HandPair pair = window.workspace().pairs().front();
        QCOMPARE(pair.right, window.workspace().selection().name.toStdString());
        QVERIFY2(pair.left.find("mm_default") != std::string::npos, pair.left.c_str());
        QCOMPARE(stateOf(node), QString("changed"));
        button = window.findChild<QPushButton*>("pairByHand");
        QVERIFY(button != nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
        dialog = window.findChild<QDialog*>("pairDialog");
        QVERIFY(dialog != nullptr);
        QTest::mouseClick(dialog->findChild<QPushButton*>("pairUndo"), Qt::LeftButton);
        settle(window);
        QVERIFY(window.workspace().pairs().empty());
        QCOMPARE(stateOf(node), QString("added"));
    }

    /// By meaning: facts, a tree of sentences; keys and clicks select on both sides, the panel says more.
    void tellsByMeaning() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        ChangesPage* page = byMeaning(window, {fixture("vlm_portable")}, {fixture("vlm")});
        ChangeTree* tree = page->view()->tree();
        QVERIFY(tree->isVisible());
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
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        ChangesPage* page = byMeaning(window, {fixture("vlm_portable")}, {fixture("vlm")});
        settle(window);
        auto* find = window.findChild<QLineEdit*>("find");
        QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(find->hasFocus());
        QTest::keyClicks(find, "qkv");
        settle(window);
        QVERIFY(find->palette().color(QPalette::Text) != tokens().differ);
        const QModelIndex found = page->view()->tree()->currentIndex();
        QVERIFY2(found.data().toString().contains("qkv"), qPrintable(found.data().toString()));
        QVERIFY(!page->view()->tree()->visualRect(found).isEmpty());
        QTest::keyClicks(find, "zzz");
        QCOMPARE(find->palette().color(QPalette::Text), tokens().differ);
    }
    /// The list whole, and what stands beside it.
    void isWrittenByMeaning() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        ChangesPage* page = byMeaning(window, {fixture("vlm_portable")}, {fixture("vlm")});
        window.resize(1600, 520);
        ChangeTree* tree = page->view()->tree();
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
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        ChangesPage* page = byMeaning(window, {fixture("vlm_portable")}, {fixture("vlm")});
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
        const ChangeTree* tree = page->view()->tree();
        QVERIFY(tree->columnWidth(0) + tree->columnWidth(1) <= tree->viewport()->width());
    }

    void selectsOnBothSides() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = byNode(window, record("vlm"), record("vlm_portable"));
        QVERIFY(page->stateMark() == Mark::Changed);
        Workspace& here = window.workspace();
        Workspace& other = *here.other();
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
        QCOMPARE(here.selection().text(), QString("vision_encoder/edge/aten_view_copy_default_1"));
        QCOMPARE(other.selection().text(), QString("vision_encoder/edge/aten_linear_default"));
        // What was added is only here.
        const int added = rowWith(page->mainTable(), "State", "added");
        QVERIFY(added >= 0);
        page->mainTable()->selectRow(added);
        QCOMPARE(other.selection().text(), QString("vision_encoder/edge/aten_linear_default"));
        QCOMPARE(modules::shownNode(here.selection().name.toStdString()), cell(page->mainTable(), added, "Name").toStdString());
        // A selection in another stage compares nothing anew.
        here.select(Address::ofStage("text_decoder", "edge"));
        for (const auto& job : window.jobs().running()) QVERIFY(job->title != "Comparing exports");
        QVERIFY(page->nextBad(true));
        QVERIFY(page->mainTable()->currentIndex().isValid());
    }

    void filtersAndChooses() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        DiffPage* page = byNode(window, record("vlm"), record("vlm_portable"));
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
        DiffPage* page = byNode(window, record("fault_weight"), record("fault_early"));
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
        ChangesPage* page = byMeaning(window, {sample() + "/model.pte"}, {sample() + "/model.etrecord"});
        QVERIFY(page->hasContent());
        QCOMPARE(page->stateMark(), Mark::Changed);
        QTest::mouseClick(control(window, "diffClose"), Qt::LeftButton);
        settle(window);
        QVERIFY(!page->hasContent());
        QVERIFY(window.workspace().other() == nullptr);
        QCOMPARE(page->stateMark(), Mark::None);
        QVERIFY(shownText(page).contains("Nothing to compare with"));
    }

    /// Files that are dropped on the page do not join the session.
    void comparesWithWhatIsDropped() {
        MainWindow window;
        ChangesPage* page = byMeaning(window, {}, {sample()});
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

    /// Two lines a row at most, whatever there is to say; the whole of it, with all digits, is in the tool tip.
    void twoLinesAChange() {
        if (!QFile::exists(fixture("quant_cnn"))) QSKIP("the shared fixtures are not here");
        MainWindow window;
        ChangesPage* page = byMeaning(window, {fixture("quant_cnn")}, {fixture("quant_cnn_portable")});
        ChangeTree* tree = page->view()->tree();
        tree->expandAll();
        settle(window);
        const int line = std::max(QFontMetrics(bodyFont()).height(), QFontMetrics(codeFont()).height());
        static const QRegularExpression kLong("(?<![\\w.])\\d+\\.\\d{6,}");
        int rows = 0, withAll = 0;
        for (QModelIndex row = tree->model()->index(0, 0); row.isValid(); row = tree->indexBelow(row), ++rows) {
            QVERIFY2(tree->visualRect(row).height() <= 2 * line + 12, qPrintable(row.data().toString()));
            QVERIFY2(!kLong.match(row.data().toString()).hasMatch(), qPrintable(row.data().toString()));
            const ChangeItem& item = tree->changes().item(row);
            QVERIFY2(!item.sentence.isEmpty() || item.node || item.mark == Mark::Unchanged, qPrintable(item.title));
            if (kLong.match(row.data(Qt::ToolTipRole).toString()).hasMatch()) ++withAll;
        }
        QVERIFY(rows > 20 && withAll > 0);
        QVERIFY2(!kLong.match(shownText(page)).hasMatch(), qPrintable(shownText(page)));
        window.showPage("diff-nodes");
        settle(window);
        const auto* nodes = static_cast<DiffPage*>(window.page("diff-nodes"))->mainTable();
        int column = 0;
        while (nodes->filter()->headerData(column, Qt::Horizontal).toString() != "What changed") ++column;
        int told = 0;
        for (int row = 0; row < nodes->filter()->rowCount(); ++row) {
            const QModelIndex index = nodes->filter()->index(row, column);
            if (cell(nodes, row, "Kind") != "node") continue;
            QVERIFY2(!kLong.match(index.data().toString() + index.data(SecondRole).toString()).hasMatch(),
                     qPrintable(index.data().toString()));
            told += kLong.match(index.data(Qt::ToolTipRole).toString()).hasMatch() ? 1 : 0;
        }
        QVERIFY(told > 0);
    }

    /// Rows whose children only are others by what is around them say so.
    void noRowSaysNothing() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        for (const auto& [before, after] : {std::pair{"vlm_portable", "vlm"}, {"cnn_portable", "quant_cnn"}, {"vit", "vlm"}}) {
            if (!QFile::exists(fixture(before)) || !QFile::exists(fixture(after))) continue;
            MainWindow window;
            const ChangesPage* page = byMeaning(window, {fixture(before)}, {fixture(after)});
            if (page->view()->items() == nullptr) continue;
            for (const ChangeItem& item : page->view()->items()->items)
                QVERIFY2(!item.sentence.isEmpty() || item.node || item.mark == Mark::Unchanged, qPrintable(item.title));
        }
    }

    /// The panel tells where all that is inside runs, and what both sides have once.
    void thePanelTellsOfAllInside() {
        if (noShared()) QSKIP("the shared fixtures are not here");
        MainWindow window;
        ChangesPage* page = byMeaning(window, {fixture("vlm_portable")}, {fixture("vlm")});
        ChangeTree* tree = page->view()->tree();
        const auto fact = [&](const QString& title) {
            auto* grid = page->findChild<ChangePanel*>()->findChild<QGridLayout*>("changeFactsOfOne");
            for (int row = 0; row < grid->rowCount(); ++row) {
                const auto said = [&](int column) {
                    auto* item = grid->itemAtPosition(row, column);
                    auto* label = item != nullptr ? qobject_cast<QLabel*>(item->widget()) : nullptr;
                    return label != nullptr ? label->text().remove(QChar(0x200b)) : QString();
                };
                if (said(0) == title) return said(1) + " | " + said(2);
            }
            return QString();
        };
        tree->setCurrentIndex(tree->model()->index(0, 0));
        settle(window);
        QCOMPARE(fact("Runs in"), QString("kernels | XNNPACK, kernels"));
        QVERIFY2(fact("Operators").contains("mm × 8"), qPrintable(fact("Operators")));
        // A norm: the same bytes are said once, in the panel and in the list.
        window.workspace().select(Address::ofModule("text_decoder", "edge", "layers.0.attention_norm"));
        settle(window);
        QCOMPARE(fact("Bytes"), QString("132 B | the same"));
        QCOMPARE(tree->currentIndex().siblingAtColumn(1).data().toString(), QString("132 B"));
    }

    /// Sessions that were opened before and lie beside this one are a click away; others, and what is gone, are not offered.
    void offersEarlierExports() {
        const QTemporaryDir folder;
        const auto copy = [&](const QString& name) {
            QDir(folder.path()).mkpath(name);
            QFile::copy(sample() + "/model.pte", folder.filePath(name + "/model.pte"));
            return folder.filePath(name);
        };
        const QString v1 = copy("exports/v1"), v2 = copy("exports/v2"), alike = copy("elsewhere/deep/other");
        QDir(folder.path()).mkpath("far/away/unlike");
        QFile::copy(sample() + "/model.etrecord", folder.filePath("far/away/unlike/another.etrecord"));
        const auto remember = [](const QStringList& paths, const QStringList& files) {
            RecentSession one;
            one.paths = paths;
            one.files = files;
            one.opened = QDateTime::currentDateTime();
            rememberSession(one);
        };
        QSettings().clear();
        remember({v1}, {"model.pte"});
        remember({folder.filePath("exports/v0")}, {"model.pte"});
        remember({folder.filePath("far/away/unlike")}, {"another.etrecord"});
        remember({alike}, {"model.pte"});
        remember({folder.filePath("exports/v1/saved.etscope")}, {"model.pte"});
        remember({v2}, {"model.pte"});
        MainWindow window;
        ChangesPage* page = byMeaning(window, {}, {v2});
        QStringList offered;
        QPushButton* first = nullptr;
        for (auto* button : page->findChildren<QPushButton*>("stateChoice")) {
            if (!button->isVisible()) continue;
            if (first == nullptr) first = button;
            offered.append(button->text());
        }
        QCOMPARE(offered, (QStringList{"v1", "other"}));
        QVERIFY(first->accessibleDescription().contains("today"));
        QTest::mouseClick(first, Qt::LeftButton);
        settle(window);
        QCOMPARE(window.workspace().other()->paths(), QStringList{v1});
        QVERIFY2(shownText(page).contains("The two exports are the same"), qPrintable(shownText(page)));
        QCOMPARE(sidesOf(window), (QStringList{"v1", "v2"}));
        QSettings().clear();
    }

    /// The dialog begins in the folder that holds this session.
    void asksBesideTheSession() {
        MainWindow window;
        ChangesPage* page = byMeaning(window, {}, {sample()});
        QTest::mouseClick(page->findChild<QPushButton*>("stateButton"), Qt::LeftButton);
        auto* dialog = window.findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QCOMPARE(dialog->directory().canonicalPath(), QFileInfo(sample()).absoluteDir().canonicalPath());
        dialog->reject();
        settle(window);
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
