// The Overview in the real main window, offscreen: joins with their evidence, findings with their links, files inside files.
#include <QLabel>
#include <QStandardPaths>
#include <QtTest>

#include "frame/main_window.h"
#include "look/tokens.h"
#include "pages/overview_findings.h"
#include "pages/rows_page.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::samplePath;
using test::settle;

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

    /// The row of the joins that fit; what it says below its title.
    static QLabel* unfold(const MainWindow& window) {
        for (QLabel* label : window.findChild<FindingList*>("joins")->findChild<FindingRow*>()->findChildren<QLabel*>())
            if (label->text().contains("fold")) {
                emit label->linkActivated("fold");
                return label;
            }
        return nullptr;
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("etscope-test");
        applyTheme(*qApp, Theme::Light);
    }

    void filesOfOneExportBelongTogether() {
        MainWindow window;
        open(window, {samplePath()});
        const QString joins = shownIn(window, "joins");
        QVERIFY2(joins.contains("All files belong together"), qPrintable(joins));
        unfold(window);
        const QString evidence = shownIn(window, "joins");
        QVERIFY2(evidence.contains("model.pte belongs to model.etrecord"), qPrintable(evidence));
        QVERIFY(evidence.contains("method names: 3 of 3 plans are methods of the record"));
        QCOMPARE(window.page("overview")->stateMark(), Mark::None);
    }

    void evidenceUnfolds() {
        MainWindow window;
        open(window, {samplePath()});
        QLabel* body = unfold(window);
        QVERIFY(body != nullptr && body->text().contains("method names"));
        emit body->linkActivated("fold");
        const auto lines = [&] { return body->text().count("<br>"); };
        const auto folded = lines();
        emit body->linkActivated("fold");
        QVERIFY(lines() > folded);
        emit body->linkActivated("fold");
        QCOMPARE(lines(), folded);
    }

    void filesOfTwoExportsStandOut() {
        if (!QFileInfo::exists(fixture("mismatched"))) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fixture("mismatched/model.etrecord"), fixture("mismatched/model.pte")});
        const QString joins = shownIn(window, "joins");
        QVERIFY2(joins.contains("model.pte does not belong to model.etrecord"), qPrintable(joins));
        // What contradicts comes first and has the colour of what differs.
        const auto against = joins.indexOf("0 of 21 constants"), agrees = joins.indexOf("method names");
        QVERIFY(against >= 0 && against < agrees);
        QVERIFY(joins.contains(tokens().differ.name()));
        QCOMPARE(window.page("overview")->stateMark(), Mark::Differ);
    }

    void metadataFindingsLeadToTheirKey() {
        MainWindow window;
        open(window, {samplePath()});
        emit window.findChild<FindingList*>("causes")->linkActivated("page:metadata#metadata/use_sdpa_with_kv_cache");
        settle(window);
        QCOMPARE(window.currentPage(), QString("metadata"));
        auto* table = window.findChild<TableView*>("metadataTable");
        QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), QString("use_sdpa_with_kv_cache"));
        bool told = false;
        for (const QLabel* label : window.findChild<QWidget*>("inspector")->findChildren<QLabel*>())
            told = told || label->text().contains("assumes false");
        QVERIFY(told);
    }

    void lintTellsWhereToLook() {
        if (!QFileInfo::exists(fixture("vlm"))) QSKIP("the shared fixtures are not here");
        std::vector<findings::LintFinding> lint{
            {Severity::Warning, "lint-unbounded-size", "forward", "2 tensors have no upper bound", "export with a range"},
            {Severity::Warning, "meta-key-absent", "get_eos_ids", "absent", ""}};
        const QList<FindingText> shown = exportFindings(lint);
        QCOMPARE(shown.size(), 1);
        QCOMPARE(shown.front().link, QString("page:memory"));
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

QTEST_MAIN(TestOverview)
#include "tst_overview.moc"
