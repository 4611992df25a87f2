// Faults around everything that the window writes: full disk, places that cannot be written, a killed process, a name that cannot
// be given. After each the target is what it was or all that it should be. Pages' exports on a full disk: tst_exports; what all
// writing goes through: tst_output_file; the command line's: tst_cli_faults.
#include <sys/syscall.h>

#include <QContextMenuEvent>
#include <QDirIterator>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>
#include <filesystem>

#include "charts/item_view.h"
#include "look/tokens.h"
#include "models/table_view.h"
#include "support/bytes.h"
#include "support/full_disk.h"
#include "support/test_case.h"
#include "support/traced_process.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::test;
namespace fs = std::filesystem;
using Then = TracedProcess::Then;

namespace {

/// Types the name into the dialog that comes, confirms what it asks, and closes what is said of a failure.
class Answering : public QObject {
public:
    explicit Answering(QString path) : m_path(std::move(path)) { wait(); }
    QString told;  ///< by a box of the program, or by the dialog, which does not close with a name that cannot be

private:
    // A new timer each time: one that waits for a dialog's own dialog does not tick.
    void wait() {
        QTimer::singleShot(20, this, [this] {
            wait();
            answer();
        });
    }
    void answer() {
        QWidget* modal = QApplication::activeModalWidget();
        if (auto* box = qobject_cast<QMessageBox*>(modal)) {
            for (QAbstractButton* button : box->buttons())  // "Replace" beside "Cancel"
                if (box->buttons().size() > 1 && box->buttonRole(button) == QMessageBox::AcceptRole) return button->click();
            told = box->text();
            box->accept();
        } else if (auto* dialog = qobject_cast<QFileDialog*>(modal)) {
            constexpr int kPatience = 5;
            if (++m_tries > kPatience) {
                told = QStringLiteral("the dialog refuses the name");
                return dialog->reject();
            }
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(m_path);
            static_cast<QDialog*>(dialog)->accept();
        }
    }
    QString m_path;
    int m_tries = 0;
};

}  // namespace

class TestWindowFaults : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void fullDisk_data() { addWriters(); }
    void fullDisk();
    void placesThatCannotBeWritten_data() { addWriters(); }
    void placesThatCannotBeWritten();
    void killed_data() { addProgram(); }
    void killed();
    void renameThatFails_data() { addProgram(); }
    void renameThatFails();
    void nothingElseWrites();

private:
    /// Writes to the path as a person does, and gives what the window says about it when it is done.
    struct Writer {
        const char* name;
        const char* file;
        std::function<QString(const QString& path)> write;
    };
    std::vector<Writer> writers();
    void addWriters();
    static void addProgram();
    QString said() const { return m_window->findChild<QStatusBar*>()->currentMessage(); }
    QString chart(const QString& path);
    QString tensor(const QString& path);
    QString trace(const QString& path);
    QString session(const QString& path);
    QString command(const char* id, const QString& path);
    QString table(const QString& path);
    QString graph(const QString& path);

    std::unique_ptr<ui::MainWindow> m_window;
};

void TestWindowFaults::initTestCase() {
    ui::applyTheme(*qApp, ui::Theme::Light);
    m_window = std::make_unique<ui::MainWindow>();
    m_window->resize(1200, 800);
    m_window->show();
    m_window->workspace().open({samplePath()});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().session() != nullptr, 30000);
    m_window->workspace().setMethod("text_decoder");
    settle(*m_window);
}

std::vector<TestWindowFaults::Writer> TestWindowFaults::writers() {
    const auto by = [this](QString (TestWindowFaults::*write)(const QString&)) {
        return [this, write](const QString& path) { return (this->*write)(path); };
    };
    const auto report = [this](const QString& path) { return command("file.export-report", path); };
    const auto page = [this](const QString& path) { return command("file.export", path); };
    return {{"chart png", "c.png", by(&TestWindowFaults::chart)},
            {"chart svg", "c.svg", by(&TestWindowFaults::chart)},
            {"chart pdf", "c.pdf", by(&TestWindowFaults::chart)},
            {"chart tsv", "c.tsv", by(&TestWindowFaults::chart)},
            {"tensor npy", "t.npy", by(&TestWindowFaults::tensor)},
            {"tensor npz", "t.npz", by(&TestWindowFaults::tensor)},
            {"tensor safetensors", "t.safetensors", by(&TestWindowFaults::tensor)},
            {"tensor csv", "t.csv", by(&TestWindowFaults::tensor)},
            {"tensor bin", "t.bin", by(&TestWindowFaults::tensor)},
            {"table csv", "t.csv", by(&TestWindowFaults::table)},
            {"table tsv", "t.tsv", by(&TestWindowFaults::table)},
            {"table json", "t.json", by(&TestWindowFaults::table)},
            {"table md", "t.md", by(&TestWindowFaults::table)},
            {"graph svg", "g.svg", by(&TestWindowFaults::graph)},
            {"graph png", "g.png", by(&TestWindowFaults::graph)},
            {"graph dot", "g.dot", by(&TestWindowFaults::graph)},
            {"trace", "e.trace.json", by(&TestWindowFaults::trace)},
            {"session", "s.etscope", by(&TestWindowFaults::session)},
            {"report", "r.html", report},
            {"page", "p.png", page}};
}

void TestWindowFaults::addWriters() {
    QTest::addColumn<int>("writer");
    const auto all = writers();
    for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].name) << static_cast<int>(i);
}

QString TestWindowFaults::chart(const QString& path) {
    m_window->showPage("memory");
    settle(*m_window);
    const auto charts = m_window->page("memory")->findChildren<ui::ItemView*>();
    const auto shown = std::ranges::find_if(charts, &QWidget::isVisible);
    const auto written = (*shown)->exportTo(path);
    return written ? QString() : QString::fromStdString(written.error().message);
}

QString TestWindowFaults::tensor(const QString& path) {
    m_window->showPage("tensors");
    settle(*m_window);
    ui::Page* page = m_window->page("tensors");
    page->mainTable()->selectRow(0);
    settle(*m_window);
    Answering answering(path);
    page->findChild<QPushButton*>("exportTensor")->click();
    settleAnswered(*m_window);
    for (const QLabel* label : page->findChildren<QLabel*>())
        if (label->text().startsWith("Not exported: ")) return label->text();
    return answering.told;
}

QString TestWindowFaults::table(const QString& path) {
    m_window->showPage("tensors");
    settle(*m_window);
    Answering answering(path);
    ui::TableView* table = m_window->page("tensors")->mainTable();
    QContextMenuEvent asked(QContextMenuEvent::Mouse, {5, 5}, table->viewport()->mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(table->viewport(), &asked);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    const auto actions = menu->actions();
    const auto save = std::ranges::find(actions, QStringLiteral("Save table as…"), &QAction::text);
    menu->close();
    (*save)->trigger();
    settleAnswered(*m_window);
    return answering.told;
}

QString TestWindowFaults::graph(const QString& path) {
    m_window->showPage("graph");
    settle(*m_window);
    const auto written = m_window->page("graph")->exportTo(path);
    return written ? QString() : QString::fromStdString(written.error().message);
}

QString TestWindowFaults::trace(const QString& path) {
    m_window->showPage("events");
    settle(*m_window);
    const auto written = m_window->page("events")->exportTo(path);
    return written ? QString() : QString::fromStdString(written.error().message);
}

QString TestWindowFaults::session(const QString& path) { return m_window->saveSession(path) ? QString() : said(); }

QString TestWindowFaults::command(const char* id, const QString& path) {
    m_window->showPage("sizes");
    settle(*m_window);
    Answering answering(path);
    m_window->findChild<QStatusBar*>()->clearMessage();
    m_window->run(id);
    if (!QTest::qWaitFor([] { return QApplication::activeModalWidget() == nullptr; }, 60'000)) return "the dialog stays";
    if (!answering.told.isEmpty()) return answering.told;
    if (!QTest::qWaitFor([this] { return !said().isEmpty(); }, 60'000)) return "nothing is said";
    settle(*m_window);
    return said().contains(" is written") ? QString() : said();
}

void TestWindowFaults::fullDisk() {
    QFETCH(int, writer);
    const Writer one = writers()[static_cast<std::size_t>(writer)];
    const FullDisk disk;
    const std::string path = disk.write(one.file, "old");
    {
        const FullDisk::Filled filled(disk);
        const QString told = one.write(QString::fromStdString(path));
        QVERIFY2(told.contains("No space left") || told.contains("too large"), qPrintable(told));
    }
    QCOMPARE(*readFile(path), std::string("old"));
    QCOMPARE(disk.names(), std::vector<std::string>{one.file});
    const TempDir roomy;  // the same over an old file, where there is room
    const std::string there = roomy.write(one.file, "old");
    QCOMPARE(one.write(QString::fromStdString(there)), QString());
    QVERIFY(*readFile(there) != "old" && fs::file_size(there) > 20);
    QCOMPARE(roomy.names(), std::vector<std::string>{one.file});
}

void TestWindowFaults::placesThatCannotBeWritten() {
    QFETCH(int, writer);
    const Writer one = writers()[static_cast<std::size_t>(writer)];
    const TempDir dir;
    dir.write("file", "x");
    const auto before = dir.names();
    for (const std::string& place :
         {std::string("absent/") + one.file, std::string("file/") + one.file, std::string(300, 'n') + one.file}) {
        const QString told = one.write(QString::fromStdString(dir.path(place)));
        QVERIFY2(!told.isEmpty() && told != "nothing is said", place.c_str());
        QCOMPARE(dir.names(), before);
    }
}

void TestWindowFaults::addProgram() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("file");
    QTest::newRow("picture of the window") << QStringList{"--screenshot"} << "x.png";
    QTest::newRow("graph as svg") << QStringList{"--page", "graph", "--export"} << "x.svg";
    QTest::newRow("table as csv") << QStringList{"--page", "tensors", "--export"} << "x.csv";
}

namespace {

/// The window as a program that writes one file, at each of its system calls. As TracedProcess::run().
int traced(const QStringList& arguments, const std::string& path, const std::function<Then(const SystemCall&)>& at) {
    std::vector<std::string> words;
    for (const QString& argument : arguments + QStringList{QString::fromStdString(path), samplePath() + "/model.pte"})
        words.push_back(argument.toStdString());
    return TracedProcess::run(ETSCOPE_GUI, words, at);
}

bool syncs(const SystemCall& call) { return call.entry && call.number == SYS_fsync; }
bool namesIt(const SystemCall& call) { return call.number == SYS_linkat; }

}  // namespace

/// Before the output is synced, before and behind the moment when it gets its name.
void TestWindowFaults::killed() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, file);
    const TempDir dir;
    const std::string path = dir.path(file.toStdString());
    const std::vector<std::function<bool(const SystemCall&)>> points{
        syncs, [](const SystemCall& call) { return namesIt(call) && call.entry; },
        [](const SystemCall& call) { return namesIt(call) && !call.entry; }};
    for (std::size_t point = 0; point < points.size(); ++point) {
        writeFile(path, "old");
        const int status =
            traced(arguments, path, [&](const SystemCall& call) { return points[point](call) ? Then::Kill : Then::GoOn; });
        if (status == -2) QSKIP("processes cannot be traced here");
        QVERIFY2(status == -1, qPrintable(QString::number(point)));
        QCOMPARE(*readFile(path), std::string("old"));
        for (const std::string& name : dir.names())
            if (name != file.toStdString()) {  // whole, between its two names
                QVERIFY(point == 2 && fs::file_size(dir.path(name)) > 20);
                fs::remove(dir.path(name));
            }
    }
}

/// A folder stands there when the file gets its name.
void TestWindowFaults::renameThatFails() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, file);
    const TempDir dir;
    const std::string path = dir.path(file.toStdString());
    bool made = false;
    const int status = traced(arguments, path, [&](const SystemCall& call) {
        if (syncs(call) && !std::exchange(made, true)) fs::create_directory(path);
        return Then::GoOn;
    });
    if (status == -2) QSKIP("processes cannot be traced here");
    QCOMPARE(status, 1);
    QVERIFY(fs::is_directory(path) && fs::is_empty(path));
    QCOMPARE(dir.names(), std::vector<std::string>{file.toStdString()});
}

/// One place of the window's source writes files, and it does so by io/output_file. (Settings are Qt's, which replaces them whole.)
void TestWindowFaults::nothingElseWrites() {
    static const QRegularExpression writing(
        "QSaveFile|QTemporaryFile|QTemporaryDir|WriteOnly|ReadWrite|std::o?fstream|\\bfopen\\(|QFile::(copy|"
        "rename|remove)\\(|QImageWriter");
    int files = 0;
    for (const char* folder : {"/ui", "/app/gui"})
        for (QDirIterator it(QStringLiteral(ETSCOPE_SOURCE_DIR) + folder, {"*.cpp", "*.h"}, QDir::Files,
                             QDirIterator::Subdirectories);
             it.hasNext();) {
            const QString path = it.next();
            ++files;
            if (path.endsWith("/look/picture_file.cpp")) continue;
            const auto found = writing.match(QString::fromStdString(*readFile(path.toStdString())));
            QVERIFY2(!found.hasMatch(), qPrintable(path + ": " + found.captured()));
        }
    QVERIFY(files > 200);
}

ETSCOPE_TEST(TestWindowFaults)
#include "tst_window_faults.moc"
