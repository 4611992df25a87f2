// Files that are damaged, or that go while they are read: each page says what it could not do, the others stay usable, and what is
// asked again once the files are whole is there.
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include "models/link.h"
#include "models/table_view.h"
#include "support/test_case.h"
#include "ui/busy.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::Busy;
using test::settle;

class TestFailingPages : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    static QByteArray sample(const char* name) {
        QFile file(test::samplePath() + QLatin1Char('/') + QLatin1String(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString put(const QString& name, const QByteArray& content) const {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
    }
    static void open(MainWindow& window, const QStringList& paths) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open(paths);
        settle(window);
        QVERIFY(window.workspace().session() != nullptr);
    }
    /// With a page in view that asks nothing, and nobody looking for problems: nothing has read graphs of this session. The one
    /// worker is busy from when the files are open until all that would follow was cancelled.
    static void openAside(MainWindow& window, const QStringList& paths) {
        open(window, paths);
        window.showPage("diff");
        settle(window);
        const Busy busy;
        const auto quiet =
            QObject::connect(&window.workspace(), &Workspace::sessionChanged, &window, [&window] { window.jobs().cancelAll(); });
        const SessionPtr before = window.workspace().session();
        window.workspace().reload();
        busy.begin();
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != before, 30000);
        QObject::disconnect(quiet);
        busy.end();
        settle(window);
    }
    /// Of a page and of what is in it: graphs are pages in a page.
    static const Page* inState(const Page* page, PageState::Kind kind) {
        if (page->state().kind == kind) return page;
        for (const Page* inner : page->findChildren<Page*>())
            if (inner->isVisible() && inner->state().kind == kind) return inner;
        return nullptr;
    }
    static QStringList pageNames() {
        QStringList names;
        for (const PageInfo& info : pageTable()) names += QString::fromLatin1(info.name);
        return names;
    }
    /// Walks over all pages; names of those that failed, and of those that say in a line that a part did.
    static QStringList failing(MainWindow& window) {
        QStringList failed;
        for (const QString& name : pageNames()) {
            window.showPage(name);
            settle(window);
            Page* page = window.page(name);
            if (inState(page, PageState::Kind::Loading) != nullptr) failed += name + " (still loading)";
            if (const Page* one = inState(page, PageState::Kind::Failed); one != nullptr) {
                const auto* why = one->findChild<QLabel*>("stateWhy");
                const auto* again = one->findChild<QPushButton*>("stateButton");
                const bool says = why->isVisible() && !why->text().isEmpty() && again->isVisible();
                failed += says ? name : name + " (does not say why)";
            } else if (!page->findChildren<Banner*>().isEmpty()) {
                failed += name + " (part)";
            }
        }
        return failed;
    }
    /// By keys: the button has the focus.
    static void tryAgain(MainWindow& window, const QString& name) {
        window.showPage(name);
        settle(window);
        if (const Page* failed = inState(window.page(name), PageState::Kind::Failed)) {
            auto* button = failed->findChild<QPushButton*>("stateButton");
            QCOMPARE(window.focusWidget(), button);
            QTest::keyClick(button, Qt::Key_Space);
            settle(window);
        }
        for (const Banner* line : window.page(name)->findChildren<Banner*>()) {
            line->findChild<QPushButton*>()->click();
            settle(window);
            break;  // one asks for all of the page
        }
    }

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    /// Every page with a question has failed when its job did not end, says so, and is there when it is asked again.
    void jobsThatAreCancelled_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : pageNames())
            if (!name.startsWith("diff") && name != "problems" && name != "conversation" && name != "shrink" &&
                name != "advisor")
                QTest::newRow(qPrintable(name)) << name;  // these ask nothing here
    }
    void jobsThatAreCancelled() {
        QFETCH(QString, name);
        MainWindow window;
        openAside(window, {test::samplePath()});
        const Busy busy;
        busy.begin();
        busy.waitUntilBusy();
        window.showPage(name);
        QVERIFY(!window.jobs().running().isEmpty());
        window.jobs().cancelAll();
        busy.end();
        settle(window);
        const Page* failed = inState(window.page(name), PageState::Kind::Failed);
        const auto lines = window.page(name)->findChildren<Banner*>();
        QVERIFY(failed != nullptr || !lines.isEmpty());
        if (failed != nullptr) QCOMPARE(failed->findChild<QLabel*>("stateWhat")->text(), QString("Cancelled"));
        tryAgain(window, name);
        QVERIFY(inState(window.page(name), PageState::Kind::Failed) == nullptr);
        QVERIFY(inState(window.page(name), PageState::Kind::Loading) == nullptr);
        QVERIFY(window.page(name)->findChildren<Banner*>().isEmpty());
    }

    void filesThatGoWhileTheyAreRead() {
        QStringList paths;
        for (const char* name : {"model.etrecord", "model.pte", "run.etdp", "run.dbg"}) paths += put(name, sample(name));
        QSettings().setValue("checking/automatic", false);  // nothing is read before a page asks for it
        const auto again = qScopeGuard([] { QSettings().remove("checking/automatic"); });
        MainWindow window;
        openAside(window, paths);
        QCOMPARE(window.workspace().method(), QString("text_decoder"));
        for (const QString& path : paths) QVERIFY(QFile::resize(path, 64));
        window.workspace().setMethod("vision_encoder");
        const QStringList failed = failing(window);
        QVERIFY2(failed.contains("graph"), qPrintable(failed.join(' ')));
        QVERIFY2(failed.filter("(still").isEmpty() && failed.filter("(does").isEmpty(), qPrintable(failed.join(' ')));
        for (const QString& path : paths) put(QFileInfo(path).fileName(), sample(qPrintable(QFileInfo(path).fileName())));
        window.workspace().reload();  // of what was opened before nothing can be read: it was written to
        settle(window);
        const QStringList left = failing(window);
        QVERIFY2(left.isEmpty(), qPrintable(left.join(' ')));
        QVERIFY(test::graphOf(window)->canvas()->scene() != nullptr);
    }

    /// Cut, a program is listed with its damage; everything of the record is as it was.
    void cutProgram() {
        const QByteArray whole = sample("model.pte");
        MainWindow window;
        open(window, {put("cut.pte", whole.left(whole.size() * 6 / 10)), put("whole.etrecord", sample("model.etrecord"))});
        const QStringList failed = failing(window);
        QVERIFY2(failed.filter("(still").isEmpty() && failed.filter("(does").isEmpty(), qPrintable(failed.join(' ')));
        const Diagnostics diagnostics = window.workspace().session()->diagnostics();
        QVERIFY(!diagnostics.items().empty());
        window.showPage("graph");
        settle(window);
        QVERIFY(test::graphOf(window)->canvas()->scene() != nullptr);
        window.showPage("tensors");
        settle(window);
        QVERIFY(window.page("tensors")->mainTable()->model()->rowCount() > 0);
    }

    /// One graph of a record does not parse: its page says so, another stage is shown.
    void graphThatDoesNotParse() {
        QByteArray record = sample("model.etrecord");
        const QByteArray begin = "{\"graph_module\"";
        QVERIFY(record.contains(begin));
        int damaged = 0;
        for (qsizetype at = 0; (at = record.indexOf(begin, at)) >= 0; at += begin.size(), ++damaged)
            if (damaged == 0) record.replace(at, 4, "!!!!");
        MainWindow window;
        open(window, {put("damaged.etrecord", record)});
        window.showPage("graph");
        QStringList words;
        int failed = 0, shown = 0;
        for (const QString& method : window.workspace().methods()) {
            window.workspace().setMethod(method);
            for (const QString& stage : window.workspace().stages()) {
                window.workspace().setStage(stage);
                settle(window);
                const GraphPane* pane = test::graphOf(window)->main();
                failed += pane->state().kind == PageState::Kind::Failed ? 1 : 0;
                shown += pane->state().kind == PageState::Kind::Ready && pane->canvas()->scene() != nullptr ? 1 : 0;
            }
        }
        QVERIFY2(failed == 1 && shown > 1, qPrintable(QString("%1 failed, %2 shown").arg(failed).arg(shown)));
        const QStringList pages = failing(window);
        QVERIFY2(pages.filter("(still").isEmpty() && pages.filter("(does").isEmpty(), qPrintable(pages.join(' ')));
    }

    /// What needs the values of a run says that they are not there; its events are.
    void dumpWithoutItsBuffer() {
        MainWindow window;
        open(window, {put("lone.pte", sample("model.pte")), put("lone.etrecord", sample("model.etrecord")),
                      put("lone.etdp", sample("run.etdp"))});
        const QStringList failed = failing(window);
        QVERIFY2(failed.filter("(still").isEmpty() && failed.filter("(does").isEmpty(), qPrintable(failed.join(' ')));
        window.showPage("gap");
        settle(window);
        const auto labels = window.page("gap")->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) { return label->text().startsWith("0 of "); }));
        window.workspace().setMethod("text_decoder");
        window.showPage("events");
        settle(window);
        QVERIFY(window.page("events")->mainTable()->model()->rowCount() > 0);
    }
};

ETSCOPE_TEST(TestFailingPages)
#include "tst_failing_pages.moc"
