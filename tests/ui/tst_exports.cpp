// What the window writes, page by page and as a program: every format on a full disk, through links and to devices; names that no
// format has.
#include <QFileDialog>
#include <QLineEdit>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSemaphore>
#include <QStatusBar>
#include <QTimer>
#include <QtTest>
#include <filesystem>

#include "charts/output_matrix.h"
#include "frame/errands.h"
#include "look/tokens.h"
#include "models/link.h"
#include "models/table_view.h"
#include "support/bytes.h"
#include "support/full_disk.h"
#include "support/run_cli.h"
#include "support/test_case.h"
#include "ui/windows.h"
#include "ui/written_pictures.h"

using namespace etscope;
using namespace etscope::test;
namespace fs = std::filesystem;

class TestExports : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        ui::applyTheme(*qApp, ui::Theme::Light);
        m_window = std::make_unique<ui::MainWindow>();
        m_window->resize(1200, 800);
        m_window->show();
        m_window->workspace().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().session() != nullptr, 30000);
        m_window->workspace().setMethod("token_embedding");
        settle(*m_window);
    }
    void cleanupTestCase() { m_window.reset(); }

    void pages_data() {
        QTest::addColumn<QString>("page");
        for (const ui::PageInfo& page : ui::pageTable()) QTest::newRow(page.name) << QString(page.name);
    }
    void pages() {
        QFETCH(QString, page);
        m_window->showPage(page);
        settle(*m_window);
        QStringList suffixes{"png", "svg", "pdf"};
        if (page == "graph") suffixes += QStringList{"dot", "mmd", "json"};
        if (m_window->page(page)->hasContent() && m_window->page(page)->mainTable() != nullptr)
            suffixes += QStringList{"csv", "tsv", "json", "md"};
        for (const QString& suffix : suffixes) {
            const FullDisk disk;
            const std::string name = "page." + suffix.toStdString();
            disk.write(name, "old");
            const QString path = QString::fromStdString(disk.path(name));
            {
                const FullDisk::Filled filled(disk, suffix == "pdf" ? 4096 : 0);
                const auto written = m_window->page(page)->exportTo(path);
                QVERIFY2(!written, qPrintable(suffix));
                QCOMPARE(written.error().code, std::string("write-failed"));
                QVERIFY(QString::fromStdString(written.error().message).contains("No space left") ||
                        QString::fromStdString(written.error().message).contains("too large"));
                QCOMPARE(*readFile(disk.path(name)), std::string("old"));
                QCOMPARE(disk.names(), std::vector<std::string>{name});
            }
            const TempDir roomy;  // all rows of a table may be more than that disk takes
            const auto written = m_window->page(page)->exportTo(QString::fromStdString(roomy.path(name)));
            QVERIFY2(written, written ? "" : written.error().message.c_str());
            QVERIFY(fs::file_size(roomy.path(name)) > 2);  // "[]" of a table without rows
        }
        const TempDir dir;
        for (const char* name : {"page.jpg", "page", "page.svg.bak"}) {
            const auto written = m_window->page(page)->exportTo(QString::fromStdString(dir.path(name)));
            QVERIFY(!written);
            QCOMPARE(written.error().code, std::string("export-type-unsupported"));
        }
        QVERIFY(dir.names().empty());
    }

    /// Of all tables of a page all rows can be read, however little of them is in view.
    void picturesShowAllRows_data() { pages_data(); }
    void picturesShowAllRows() {
        QFETCH(QString, page);
        if (page == "graph") QSKIP("it has pictures of its own");
        m_window->resize(1200, 520);
        const auto asBefore = qScopeGuard([this] { m_window->resize(1200, 800); });
        m_window->showPage(page);
        settle(*m_window);
        int cells = 0;
        for (const auto* table : m_window->page(page)->findChildren<ui::TableView*>())
            cells += table->isVisible() ? shownCells(*table) : 0;
        const TempDir dir;
        const auto written = [&](const char* name) {
            const auto done = m_window->page(page)->exportTo(QString::fromStdString(dir.path(name)));
            return done ? QByteArray::fromStdString(*readFile(dir.path(name))) : QByteArray();
        };
        QVERIFY2(textRuns(written("page.svg")) >= cells, qPrintable(QString::number(cells)));
        QVERIFY2(textRunsOfPdf(written("page.pdf")) >= cells, qPrintable(QString::number(cells)));
        const ui::TableView* table = m_window->page(page)->mainTable();
        if (table == nullptr || !table->isVisible()) return;
        const int left = table->mapTo(m_window->page(page), QPoint()).x();
        QVERIFY(darkBands(QImage::fromData(written("page.png")), left, left + table->width()) >= table->filter()->rowCount());
    }
    /// Also what has no table: all that its scroll areas hold.
    void outputsAreWrittenWhole() {
        m_window->resize(1200, 520);
        const auto asBefore = qScopeGuard([this] { m_window->resize(1200, 800); });
        m_window->showPage("outputs");
        settle(*m_window);
        ui::Page* page = m_window->page("outputs");
        const TempDir dir;
        QVERIFY(page->exportTo(QString::fromStdString(dir.path("x.svg"))));
        QVERIFY(page->exportTo(QString::fromStdString(dir.path("x.png"))));
        const QString svg = QString::fromStdString(*readFile(dir.path("x.svg")));
        const auto* matrix = page->findChild<ui::OutputMatrix*>();
        QVERIFY(matrix->count() > 0);
        for (const auto& cell : matrix->cells()) QVERIFY2(svg.contains(cell.value), qPrintable(cell.value));
        const QWidget* content = page->findChild<QScrollArea*>()->widget();
        QVERIFY(content->height() > page->height());
        QVERIFY(QImage(QString::fromStdString(dir.path("x.png"))).height() >= content->height());
    }

    /// File → Export report…: what the command line writes; on a full disk nothing, and what is cancelled leaves nothing.
    void report() {
        const TempDir dir;
        const auto path = [&dir](const char* name) { return QString::fromStdString(dir.path(name)); };
        exportReport(path("model.html"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path("model.html")), 60'000);
        const std::string written = *readFile(dir.path("model.html"));
        QVERIFY(written.find("<section id=\"verdict\"") != std::string::npos);
        QVERIFY(written.find("Made by etscope") != std::string::npos);
        QTRY_VERIFY(said().contains("model.html is written"));
        exportReport(path("no/such/folder.html"));
        QTRY_VERIFY_WITH_TIMEOUT(said().startsWith("folder.html: "), 60'000);
    }
    void reportIsCancelled() {
        const TempDir dir;
        // No thread is free: what is cancelled has not been written yet, however quick writing it is.
        const auto held = std::make_shared<QSemaphore>();
        const int threads = ui::JobRegistry::pool().maxThreadCount();
        for (int i = 0; i < threads; ++i) ui::JobRegistry::pool().start([held] { held->acquire(); });
        const auto letGo = qScopeGuard([&] { held->release(threads); });
        exportReport(QString::fromStdString(dir.path("never.html")));
        const auto running = ui::JobRegistry::of(m_window.get()).running();
        QVERIFY(std::ranges::any_of(running, [](const auto& job) { return job->title == "Writing the report"; }));
        ui::JobRegistry::of(m_window.get()).cancelAll();
        held->release(threads);
        settle(*m_window);
        QVERIFY(ui::JobRegistry::pool().waitForDone(60'000));
        QVERIFY(dir.names().empty());
    }
    void suggestsANameForTheReport() {
        QCOMPARE(ui::suggestedReport({"/x/model.pte", "/y/run.etdp"}), QString("/x/model.html"));
        QCOMPARE(ui::suggestedReport({QString::fromStdString(ETSCOPE_SOURCE_DIR)}),
                 QDir(QStringLiteral(ETSCOPE_SOURCE_DIR)).filePath(QDir(QStringLiteral(ETSCOPE_SOURCE_DIR)).dirName() + ".html"));
    }

    void program_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("name");
        QTest::newRow("screenshot") << QStringList{"--screenshot"} << "x.png";
        QTest::newRow("graph as svg") << QStringList{"--page", "graph", "--export"} << "x.svg";
        QTest::newRow("graph as dot") << QStringList{"--page", "graph", "--export"} << "x.dot";
        QTest::newRow("overview as pdf") << QStringList{"--page", "overview", "--export"} << "x.pdf";
    }
    void program() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, name);
        const FullDisk disk;
        const std::string file = disk.write(name.toStdString(), "old");
        {
            const FullDisk::Filled filled(disk);
            const Ran ran = run(arguments, QString::fromStdString(file));
            QVERIFY2(ran.status == 1 && ran.err.contains("[write-failed]"), ran.err);
            QCOMPARE(*readFile(file), std::string("old"));
        }
        fs::remove(file);
        fs::create_symlink("/dev/null", file);
        const Ran ran = run(arguments, QString::fromStdString(file));
        QVERIFY2(ran.status == 0, ran.err);
        QVERIFY(fs::is_symlink(file) && fs::is_character_file("/dev/null"));
    }
    void programRefusesSuffixes() {
        const TempDir dir;
        for (const char* option : {"--screenshot", "--export"}) {
            const Ran ran = run({option}, QString::fromStdString(dir.path("x.jpeg")));
            QVERIFY2(ran.status == 2 && ran.err.contains("must end in"), ran.err);
        }
        QVERIFY(dir.names().empty());
    }

    void programRefusesWrongValues_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("said");
        QTest::newRow("page") << QStringList{"--page", "nopage"} << 2 << "there is no page nopage";
        QTest::newRow("link to nothing") << QStringList{"et:///no/such.pte#a"} << 1 << "/no/such.pte";
        QTest::newRow("text scale") << QStringList{"--text-scale", "big"} << 2 << "--text-scale is a factor";
        QTest::newRow("theme") << QStringList{"--theme", "pink"} << 2 << "--theme is system, light, dark or high-contrast";
        QTest::newRow("size") << QStringList{"--size", "abc"} << 2 << "--size is WIDTHxHEIGHT";
        QTest::newRow("zoom") << QStringList{"--zoom", "-3"} << 2 << "--zoom is fit or per cent";
        QTest::newRow("method") << QStringList{"--method", "nobody"} << 2 << "there is no method nobody";
        QTest::newRow("stage") << QStringList{"--stage", "nowhere"} << 2 << "has no stage nowhere";
        QTest::newRow("address") << QStringList{"--select", "no/such/place"} << 2 << "there is no address no/such/place";
        QTest::newRow("overlay") << QStringList{"--overlay", "nonsense"} << 2 << "there is no overlay nonsense";
        QTest::newRow("file") << QStringList{"/no/such/file.pte"} << 1 << "/no/such/file.pte";
    }
    void programRefusesWrongValues() {
        QFETCH(QStringList, options);
        QFETCH(int, status);
        QFETCH(QString, said);
        const TempDir dir;
        QStringList arguments{"--screenshot", QString::fromStdString(dir.path("x.png"))};
        arguments += options;
        if (status == 2) arguments.append(samplePath());
        const Ran ran = runProcess(QStringLiteral(ETSCOPE_GUI), arguments, {}, 60'000);
        QVERIFY2(ran.status == status && QString::fromUtf8(ran.err).contains(said), ran.err);
        QVERIFY(dir.names().empty());
    }

private:
    /// With a text.
    static int shownCells(const ui::TableView& table) {
        int cells = 0;
        for (int row = 0; row < table.model()->rowCount(); ++row)
            for (int column = 0; column < table.model()->columnCount(); ++column)
                cells += !table.isColumnHidden(column) && !table.model()->index(row, column).data().toString().isEmpty() ? 1 : 0;
        return cells;
    }
    QString said() const { return m_window->findChild<QStatusBar*>()->currentMessage(); }
    /// As a person does: the command, then a name in its dialog.
    void exportReport(const QString& path) {
        QTimer::singleShot(100, this, [path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
            static_cast<QDialog*>(dialog)->accept();
        });
        QVERIFY(m_window->run("file.export-report"));
        QTRY_VERIFY(QApplication::activeModalWidget() == nullptr);
    }
    static Ran run(const QStringList& arguments, const QString& file) {
        return runProcess(QStringLiteral(ETSCOPE_GUI), arguments + QStringList{file, samplePath()}, {}, 60'000);
    }

    std::unique_ptr<ui::MainWindow> m_window;
};

ETSCOPE_TEST(TestExports)
#include "tst_exports.moc"
