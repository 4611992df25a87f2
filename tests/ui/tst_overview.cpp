// The Overview in the real main window, offscreen: joins with their evidence, findings with their links, files inside files.
#include <QAccessible>
#include <QLabel>
#include <QLayout>
#include <QScrollArea>
#include <QtTest>

#include "charts/family_legend.h"
#include "findings/lint.h"
#include "frame/main_window.h"
#include "look/language.h"
#include "look/theme.h"
#include "look/words.h"
#include "models/row_delegate.h"
#include "pages/flow_view.h"
#include "pages/overview_findings.h"
#include "pages/reach_view.h"
#include "pages/rows_page.h"
#include "shell/answer_line.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::samplePath;
using test::settle;

namespace {

/// Parts of one place that lie over one another when one of them is painted.
class OverlapsPainted : public QObject {
public:
    explicit OverlapsPainted(QWidget* around) : m_around(around) { qApp->installEventFilter(this); }
    const QStringList& found() const { return m_found; }
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() != QEvent::Paint || object->parent() != m_around) return false;
        const auto* one = static_cast<QWidget*>(object);
        for (const QWidget* other : m_around->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
            if (other != one && other->isVisible() && m_around->layout()->indexOf(other) >= 0 &&
                other->geometry().intersects(one->geometry()))
                m_found.append(QStringLiteral("%1 over %2").arg(one->objectName(), other->objectName()));
        return false;
    }

private:
    QWidget* m_around;
    QStringList m_found;
};

}  // namespace

class TestOverview : public QObject {
    Q_OBJECT
private:
    static QString fixture(const char* name) { return QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/") + QLatin1String(name); }
    static void open(MainWindow& window, const QStringList& paths) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        settle(window);
        if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty())
            window.grab().save(folder + '/' + QTest::currentTestFunction() + ".png");
    }
    static TableView* fileTable(const MainWindow& window) {
        for (auto* table : window.page("overview")->findChildren<TableView*>("card"))
            if (table->accessibleName() == "Files") return table;
        return nullptr;
    }
    static QString shownIn(const MainWindow& window, const char* list) {
        QString shown;
        for (const QLabel* label : window.findChild<FindingList*>(list)->findChildren<QLabel*>()) shown += label->text() + '\n';
        return shown;
    }

    /// The first row of the files that stands for several.
    static QModelIndex foldedFiles(const MainWindow& window) {
        const QAbstractItemModel* files = fileTable(window)->model();
        for (int row = 0; row < files->rowCount(); ++row)
            if (files->index(row, 0).data(FoldRole).isValid()) return files->index(row, 0);
        return {};
    }
    static QString shownIn(const QModelIndex& row) {
        QString shown;
        for (int column = 0; column < row.model()->columnCount(); ++column) {
            const QModelIndex cell = row.siblingAtColumn(column);
            shown += cell.data().toString() + '\n' + cell.data(SecondRole).toString() + '\n';
        }
        return shown;
    }
    static QPoint placeIn(const MainWindow& window, TableView* table, const QModelIndex& index) {
        for (QWidget* at = table->parentWidget(); at != nullptr; at = at->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(at)) area->ensureWidgetVisible(table);
        return table->viewport()->mapTo(&window, table->visualRect(index).center());
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }

    /// Methods that feed each other are gone through by keys, and told to screen readers; so is what colours mean.
    void flowByKeys() {
        MainWindow window;
        open(window, {samplePath()});
        auto* flow = window.findChild<FlowView*>("flow");
        QVERIFY(flow->count() > 1);
        QAccessibleInterface* told = QAccessible::queryAccessibleInterface(flow);
        QCOMPARE(told->text(QAccessible::Name), QString("Flow between methods"));
        QCOMPARE(told->childCount(), static_cast<int>(flow->count()));
        flow->setFocus();
        QSet<QString> opened;
        for (const int key : {Qt::Key_Home, Qt::Key_End}) {
            QTest::keyClick(flow, static_cast<Qt::Key>(key));
            QTest::keyClick(flow, Qt::Key_Return);
            settle(window);
            QVERIFY(flow->nameOf(static_cast<std::size_t>(flow->current())).startsWith(window.workspace().method()));
            opened.insert(window.workspace().method());
        }
        QCOMPARE(opened.size(), 2);
        QSet<int> reached;
        for (const int key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}) {
            QTest::keyClick(flow, static_cast<Qt::Key>(key));
            reached.insert(flow->current());
        }
        QVERIFY(reached.size() > 1);
        window.showPage("memory");
        settle(window);
        auto* legend = window.page("memory")->findChild<FamilyLegend*>();
        QVERIFY(legend->isVisible() && legend->count() > 0);
        QAccessibleInterface* meaning = QAccessible::queryAccessibleInterface(legend);
        QCOMPARE(meaning->text(QAccessible::Name), QString("Legend"));
        QCOMPARE(meaning->child(0)->text(QAccessible::Name), legend->nameOf(0));
    }

    /// While it is read, rows come and become higher.
    void nothingLiesOverAnythingWhileItIsRead() {
        MainWindow window;
        window.resize(1100, 700);
        window.show();
        const OverlapsPainted overlaps(window.page("overview")->findChild<QWidget*>("pageArea"));
        window.workspace().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        settle(window);
        window.resize(1500, 900);
        settle(window);
        QVERIFY2(overlaps.found().isEmpty(), qPrintable(overlaps.found().join('\n')));
    }

    void filesWithoutDoubtAreOneRow() {
        MainWindow window;
        open(window, {samplePath()});
        TableView* files = fileTable(window);
        QCOMPARE(files->model()->rowCount(), 3);  // the record, those that belong to it, values that nothing joins
        const QModelIndex sound = foldedFiles(window);
        QVERIFY2(shownIn(sound).split('\n').contains("match"), qPrintable(shownIn(sound)));
        QCOMPARE(sound.siblingAtColumn(3).data(MarkRole).toInt(), static_cast<int>(Mark::Match));
        QCOMPARE(window.page("overview")->stateMark(), Mark::None);
    }

    void clickUnfoldsThemWithTheirEvidence() {
        MainWindow window;
        open(window, {samplePath()});
        TableView* files = fileTable(window);
        const int folded = files->model()->rowCount(), height = files->height();
        const auto click = [&] {
            const QPoint place = placeIn(window, files, foldedFiles(window).siblingAtColumn(2));
            QTest::mouseClick(window.windowHandle(), Qt::LeftButton, {}, place);
        };
        click();
        QCOMPARE(files->model()->rowCount(), folded + 4);
        QVERIFY(files->height() > height);
        QString shown;
        for (int row = 0; row < files->model()->rowCount(); ++row) shown += shownIn(files->model()->index(row, 0));
        QVERIFY2(shown.contains("method names: 3 of 3 plans are methods of the record"), qPrintable(shown));
        click();
        QCOMPARE(files->model()->rowCount(), folded);
        const Address pte = Address::ofFile("model.pte");
        files->selectAddress(pte);
        QVERIFY(files->currentIndex().data(AddressRole).value<Address>() == pte);
    }

    void filesOfTwoExportsStandOut() {
        if (!QFileInfo::exists(fixture("mismatched"))) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fixture("mismatched/model.etrecord"), fixture("mismatched/model.pte")});
        const QModelIndex first = fileTable(window)->model()->index(0, 0);
        QCOMPARE(first.data().toString(), QString("model.pte"));
        const QString shown = shownIn(first);
        QVERIFY2(shown.contains("does not belong"), qPrintable(shown));
        // What contradicts comes first.
        const auto against = shown.indexOf("0 of 21 constants"), agrees = shown.indexOf("method names");
        QVERIFY2(against >= 0 && against < agrees, qPrintable(shown));
        QCOMPARE(window.page("overview")->stateMark(), Mark::Differ);
        // It is the answer, which no finding repeats.
        QVERIFY(window.findChild<AnswerLine*>()->words().contains("do not belong together"));
        const QString causes = shownIn(window, "causes");
        QVERIFY2(!causes.contains("do not belong together"), qPrintable(causes));
    }

    void everyFindingHasAnAction_data() {
        QTest::addColumn<findings::CauseState>("state");
        QTest::addColumn<QString>("link");
        QTest::newRow("missing") << findings::CauseState::Missing << "add:";
        QTest::newRow("doubtful") << findings::CauseState::Doubtful << "add:";
        QTest::newRow("differs") << findings::CauseState::Differs << "add:";
        QTest::newRow("incomparable") << findings::CauseState::Incomparable << "page:problems";
        QTest::newRow("warning") << findings::CauseState::Warning << "page:problems";
    }
    void everyFindingHasAnAction() {
        QFETCH(findings::CauseState, state);
        QFETCH(QString, link);
        findings::PossibleCause cause;
        cause.state = state;
        cause.title = std::string("something");
        cause.action = Sentence::of("open the files of one export");
        const FindingText shown = causeFindings({cause}, {}).front();
        QCOMPARE(shown.link.text(), link);
        QVERIFY(!shown.linkText.isEmpty());
        QCOMPARE(shown.todo, QString("Open the files of one export"));
    }

    /// Of the sample on a small screen: rows are as high as their texts need.
    void textsAreNotCut() {
        MainWindow window;
        open(window, {samplePath()});
        TableView* methods = window.page("overview")->mainTable();
        window.resize(1366, 768);
        settle(window);
        window.resize(840, 700);
        settle(window);
        for (int row = 0; row < methods->model()->rowCount(); ++row)
            for (int column = 0; column < methods->model()->columnCount(); ++column)
                if (const QModelIndex cell = methods->model()->index(row, column); !methods->isColumnHidden(column))
                    QVERIFY(RowDelegate::heightOf(cell, methods->columnWidth(column)) <= methods->rowHeight(row));
        QVERIFY(methods->viewport()->height() >= methods->rowHeight(0) + methods->rowHeight(1) + methods->rowHeight(2));
    }

    void clickOpensTheCheckOfTheCell_data() {
        QTest::addColumn<QString>("page");
        QTest::newRow("method") << "overview";
        QTest::newRow("outputs") << "outputs";
        QTest::newRow("operators") << "gap";
        QTest::newRow("export_checks") << "checks";
    }
    void clickOpensTheCheckOfTheCell() {
        QFETCH(QString, page);
        MainWindow window;
        open(window, {samplePath()});
        TableView* methods = window.page("overview")->mainTable();
        const QModelIndex cell = methods->model()->index(1, methods->columnOf(QTest::currentDataTag()));
        const QString method = cell.data(AddressRole).value<Address>().method;
        QTest::mouseClick(window.windowHandle(), Qt::LeftButton, {}, placeIn(window, methods, cell));
        settle(window);
        QCOMPARE(window.currentPage(), page);
        QCOMPARE(page == "overview" ? window.workspace().selection().method : window.workspace().method(), method);
    }

    /// What was not looked at says what it needs; sizes stand where nothing was.
    void aProgramAloneSaysWhatItNeeds() {
        MainWindow window;
        open(window, {samplePath() + "/model.pte"});
        TableView* methods = window.page("overview")->mainTable();
        const auto cell = [&](const char* column) { return methods->model()->index(0, methods->columnOf(column)); };
        for (const char* column : {"outputs", "operators"}) {
            QCOMPARE(cell(column).data(MarkRole).toInt(), static_cast<int>(Mark::Missing));
            QVERIFY2(cell(column).data(SecondRole).toString().startsWith("needs "), column);
        }
        QVERIFY(!methods->isColumnHidden(methods->columnOf("nodes")));
        QVERIFY(methods->isColumnHidden(methods->columnOf("tokens")));
        QVERIFY(window.findChild<ReachView*>()->isHidden());
    }

    /// The proof tells what was looked at around the call, and says what is wrong once.
    void whyItIsThatOperator() {
        const QString fault = QStringLiteral(ETSCOPE_SHARED_DIR "/faults2/kernel_eps_ignored");
        if (!QFileInfo::exists(fault)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fault});
        const QString why = shownIn(window, "why");
        QVERIFY2(why.contains("Why this operator") && why.contains("Recomputed on what it read: its result is wrong"),
                 qPrintable(why));
        QVERIFY(window.findChild<ReachView*>()->isHidden());
        TableView* methods = window.page("overview")->mainTable();
        QCOMPARE(methods->model()->index(0, methods->columnOf("operators")).data(MarkRole).toInt(), static_cast<int>(Mark::Differ));
        const auto verdict = window.workspace().verdict();
        QVERIFY(!shownIn(window, "causes").contains(said(verdict->causes.front().title)));
    }

    /// What the run was fed with proves nothing against an operator.
    void innocentOperatorsAreNotProven() {
        const QString fault = QStringLiteral(ETSCOPE_SHARED_DIR "/faults2/input_scaled");
        if (!QFileInfo::exists(fault)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fault});
        QVERIFY(!shownIn(window, "why").contains("Why this operator"));
        TableView* methods = window.page("overview")->mainTable();
        QVERIFY(methods->model()->index(0, methods->columnOf("operators")).data(MarkRole).toInt() !=
                static_cast<int>(Mark::Differ));
    }

    void healthyOnesSayHowFarTheChecksReach() {
        if (!QFileInfo::exists(fixture("llama"))) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fixture("llama")});
        QVERIFY(window.findChild<ReachView*>()->isVisible());
        QVERIFY(!shownIn(window, "why").contains("Why this operator"));
    }

    void exportChecksAreAPage() {
        MainWindow window;
        open(window, {samplePath()});
        window.showPage("checks");
        settle(window);
        const TableView* checks = window.page("checks")->mainTable();
        const auto lint = findings::lint(*window.workspace().session(), {});
        QVERIFY(lint && !lint->empty());
        QCOMPARE(checks->model()->rowCount(), static_cast<int>(lint->size()));
    }

    void metadataFindingsLeadToTheirKey() {
        MainWindow window;
        open(window, {samplePath()});
        emit window.findChild<FindingList*>("causes")->linkActivated(
            Link::on(PageId::Metadata, Address::ofMetadata("use_sdpa_with_kv_cache")));
        settle(window);
        QCOMPARE(window.currentPage(), QString("metadata"));
        auto* table = window.findChild<TableView*>("metadataTable");
        QCOMPARE(table->currentIndex().siblingAtColumn(1).data().toString(), QString("use_sdpa_with_kv_cache"));
        bool told = false;
        for (const QLabel* label : window.findChild<QWidget*>("inspector")->findChildren<QLabel*>())
            told = told || label->text().contains("assumes false");
        QVERIFY(told);
    }

    void lintTellsWhereToLook() {
        if (!QFileInfo::exists(fixture("vlm"))) QSKIP("the shared fixtures are not here");
        std::vector<findings::LintFinding> lint{{Severity::Warning, "lint-unbounded-size", "forward",
                                                 std::string("2 tensors have no upper bound"), std::string("export with a range")},
                                                {Severity::Warning, "meta-key-absent", "get_eos_ids", std::string("absent"), {}}};
        const QList<FindingText> shown = exportFindings(lint);
        QCOMPARE(shown.size(), 1);
        QVERIFY(shown.front().link == Link::on(PageId::Memory));
        QCOMPARE(shown.front().lines, (QStringList{"2 tensors have no upper bound", "export with a range"}));
    }

    void containersListTheFilesInside() {
        const QString path = fixture("nfat/nested.pte");
        if (!QFileInfo::exists(path)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {path + "#delegate:forward:0"});
        auto* files = fileTable(window);
        auto* model = qobject_cast<TableModel*>(files->filter()->sourceModel());
        QCOMPARE(model->rows(), 1);
        QVERIFY2(model->cell(0, 4).text.contains("3 files inside"), qPrintable(model->cell(0, 4).text));
        // Two programs; what only a backend reads is no file of its own.
        const QList<FileInside> inside = model->filesInside(0);
        QCOMPARE(inside.size(), 2);
        QCOMPARE(inside[1].path, path + "#delegate:forward:0#nested:2");
        emit files->fileRequested(inside[1].path);
        MainWindow* other = test::otherThan(window);
        QVERIFY(other != nullptr && other->testAttribute(Qt::WA_DeleteOnClose));
        QTRY_VERIFY_WITH_TIMEOUT(other->workspace().session() != nullptr, 30000);
        settle(*other);
        delete other;
    }

    void nothingSaysThatItIsNotRead() {
        if (!QFileInfo::exists(fixture("native"))) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fixture("native")});
        auto* model = qobject_cast<TableModel*>(fileTable(window)->filter()->sourceModel());
        for (int row = 0; row < model->rows(); ++row) {
            QVERIFY(!model->cell(row, 4).text.contains("does not read"));
            QVERIFY2(!model->cell(row, 4).text.isEmpty(), qPrintable(model->cell(row, 0).text));
        }
    }
};

ETSCOPE_TEST(TestOverview)
#include "tst_overview.moc"
