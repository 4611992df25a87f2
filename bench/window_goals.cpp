// etscope-bench-window: how long the window does not answer: the longest turn of its event loop, while the largest inputs are
// opened and all pages are walked over, filtered, sorted, searched and exported.
#include <QAbstractItemView>
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <ctime>

#include "bench/goals.h"
#include "bench/program_text.h"
#include "etdump/dump_builder.h"
#include "frame/main_window.h"
#include "graph/graph_page.h"
#include "look/tokens.h"
#include "models/link.h"
#include "models/table_view.h"
#include "ui/heartbeat.h"

namespace etscope::bench {
namespace {

constexpr double kMostMilliseconds = 50, kMostFirstMilliseconds = 150;
constexpr int kPatience = 120'000;  // ms for the jobs of one step
constexpr int kRuns = 10;
int callCount() { return sized(50'000, 500); }

/// What took the longest of all that was delivered, by the time that the thread worked.
class Watched : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        if (m_depth > 0) return QApplication::notify(receiver, event);
        const QByteArray name = receiver->metaObject()->className();
        const int type = event->type();
        const double begin = now();
        ++m_depth;
        const bool taken = QApplication::notify(receiver, event);
        --m_depth;
        if (const double time = now() - begin; time > slowest) {
            slowest = time;
            what = std::string(name.data()) + ", event " + std::to_string(type);
        }
        return taken;
    }
    double slowest = 0;
    std::string what;

private:
    static double now() {
        timespec at{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
        return static_cast<double>(at.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec) / 1e6;
    }
    int m_depth = 0;
};

class Walker {
public:
    Walker(Watched& application, std::string name) : m_application(application), m_name(std::move(name)) {
        m_window.resize(1600, 1000);
        step("shown", [this] { m_window.show(); });
        m_first = std::exchange(m_worst, 0);
    }
    ui::MainWindow& window() { return m_window; }

    /// One thing that a person does, as an event of its own, until its jobs have ended.
    void step(const std::string& what, const std::function<void()>& act) {
        m_heart.restart();
        m_application.slowest = 0;
        QTimer::singleShot(0, &m_window, act);
        QElapsedTimer total, quiet;
        total.start();
        quiet.start();
        while (total.elapsed() < kPatience && quiet.elapsed() < 100) {
            QEventLoop loop;
            QTimer::singleShot(10, &loop, &QEventLoop::quit);
            loop.exec();
            if (!m_window.settled()) quiet.restart();
        }
        if (!m_window.settled())
            std::printf("window  %s, %s: not done after %d s\n", m_name.c_str(), what.c_str(), kPatience / 1000);
        // What one event costs this thread. The heart beats late, too, while jobs have all cores: that is no work of the window.
        const double turn = m_application.slowest;
        if (turn > kMostMilliseconds / 2)
            std::printf("        %6.1f ms  %s, %s (%s; the heart stood still for %.1f ms)\n", turn, m_name.c_str(), what.c_str(),
                        m_application.what.c_str(), m_heart.longest());
        if (turn <= m_worst) return;
        m_worst = turn;
        m_where = what;
    }

    void open(const QStringList& paths) {
        step("opened", [&] { m_window.workspace().open(paths); });
        walkPages();
        step("reloaded", [&] { m_window.workspace().reload(); });
        step("closed", [&] { m_window.workspace().close(); });
    }

    /// Nobody waits in a window that is not there yet: its first turn, in which all that it is made of is laid out and dressed, has
    /// a goal of its own.
    bool verdictOf() const {
        const bool shown = verdict("window", m_first, kMostFirstMilliseconds, " ms", "the turn in which it appears, " + m_name);
        return shown &&
               verdict("window", m_worst, kMostMilliseconds, " ms", "the event that takes longest, " + m_name + ": " + m_where);
    }

private:
    void walkPages() {
        for (const ui::PageInfo& info : ui::pageTable()) {
            const QString name = QString::fromLatin1(info.name);
            const std::string prefix = std::string(info.name) + ": ";
            step(prefix + "shown", [&] { m_window.showPage(name); });
            ui::Page* page = m_window.page(name);
            if (!page->hasContent()) continue;
            if (name == QLatin1String("graph")) walkGraph();
            if (page->mainTable() != nullptr) walkTable(prefix, *page, *page->mainTable());
        }
    }
    void walkTable(const std::string& prefix, ui::Page& page, ui::TableView& table) {
        if (table.model()->rowCount() >= 100'000)
            std::printf("                  %s, %s%d rows\n", m_name.c_str(), prefix.c_str(), table.model()->rowCount());
        step(prefix + "filtered", [&] { table.filter()->setQuery(QStringLiteral("op_7")); });
        step(prefix + "sorted", [&] { table.sortByColumn(1, Qt::DescendingOrder); });
        step(prefix + "not filtered", [&] { table.filter()->setQuery({}); });
        step(prefix + "not sorted", [&] { table.sortByColumn(-1, Qt::AscendingOrder); });
        step(prefix + "found", [&] { page.find(QStringLiteral("op_7"), true); });
        step(prefix + "nothing found", [&] { page.find(QStringLiteral("nowhere to be found"), true); });
        step(prefix + "next bad", [&] { page.nextBad(true); });
        step(prefix + "last row", [&] { table.selectRow(table.model()->rowCount() - 1); });
        const auto address = table.currentIndex().data(ui::AddressRole).value<ui::Address>();
        step(prefix + "selected from elsewhere", [&] { m_window.workspace().select(address); });
    }
    void walkGraph() {
        ui::GraphPage* page = static_cast<ui::GraphPage*>(m_window.page(QStringLiteral("graph")));
        step("graph: all expanded", [&] { page->main()->expandAll(); });
        step("graph: fit", [&] { page->canvas()->fitAll(); });
        step("graph: larger", [&] { page->canvas()->zoomBy(8); });
        step("graph: found", [&] { page->find(QStringLiteral("add"), true); });
        step("graph: found next", [&] { page->find(QStringLiteral("add"), true); });
        step("graph: nothing found", [&] { page->find(QStringLiteral("nowhere"), true); });
        const auto overlays = ui::overlayNames();
        for (std::size_t overlay = 1; overlay < overlays.size(); ++overlay)
            step(std::string("graph: ") + overlays[overlay].id, [&] { page->setOverlay(static_cast<int>(overlay)); });
        step("graph: no overlay", [&] { page->setOverlay(0); });
        step("graph: beside", [&] { page->addSide(); });
        step("graph: selected beside", [&] { page->find(QStringLiteral("add"), true); });
        const auto flat = page->main()->commands();
        for (const ui::GraphCommand& command : flat)
            if (page->main()->cannot(command).isEmpty() && !QString::fromLatin1(command.title).endsWith(QChar(0x2026)))
                step(std::string("graph: ") + command.id, [&] { page->main()->run(command); });
        step("dark", [] { ui::applyTheme(*qApp, ui::Theme::Dark); });
        step("light", [] { ui::applyTheme(*qApp, ui::Theme::Light); });
    }

    Watched& m_application;
    std::string m_name, m_where;
    ui::MainWindow m_window;
    test::Heartbeat m_heart{1};
    double m_worst = 0, m_first = 0;
};

void write(const std::string& path, const std::string& content) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::WriteOnly) || file.write(content.data(), static_cast<qint64>(content.size())) < 0) std::exit(2);
}

/// A million events in runs of as many calls, two events each.
std::string longRuns() {
    std::vector<test::DumpRun> runs(kRuns);
    for (int r = 0; r < kRuns; ++r)
        for (int i = 0; i < callCount(); ++i) {
            const auto start = static_cast<std::uint64_t>(1000 * i + 37 * r);
            auto& events = runs[static_cast<std::size_t>(r)].events;
            events.push_back({.name = "native_call_op_" + std::to_string(i % 40) + ".out",
                              .instruction = i,
                              .start = start + 1,
                              .end = start + 400});
            events.push_back({.name = "OPERATOR_CALL", .instruction = i, .start = start, .end = start + 500});
        }
    return test::dumpBytes(runs);
}

/// Arrays of 128 bytes without an element.
QString arraysIn(const QTemporaryDir& folder) {
    QByteArray header("{'descr': '<f4', 'fortran_order': False, 'shape': (0,), }");
    header = QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + header.leftJustified(117, ' ') + '\n';
    for (int i = 0; i < sized(15'000, 150); ++i) {
        QFile file(folder.filePath(QString::number(i) + QStringLiteral(".npy")));
        if (!file.open(QIODevice::WriteOnly) || file.write(header) != header.size()) std::exit(2);
    }
    return folder.path();
}

bool measure(Watched& application, const std::vector<std::string>& wanted) {
    struct Input {
        const char* name;
        std::function<QStringList(LargeFiles&)> make;
    };
    const QTemporaryDir folder;
    const Input inputs[] = {
        {"sample", [](LargeFiles&) { return QStringList{QStringLiteral(ETSCOPE_SAMPLE)}; }},
        {"graph",
         [](LargeFiles& files) {
             return QStringList{QString::fromStdString(files.record(sized<std::uint64_t>(60U << 20U, 1U << 18U), 1U << 20U))};
         }},
        {"program",
         [](LargeFiles& files) {
             return QStringList{QString::fromStdString(files.executable(static_cast<std::uint32_t>(callCount()), 1U << 20U))};
         }},
        {"events",
         [](LargeFiles& files) {
             write(files.path("long.etdp"), longRuns());
             return QStringList{QString::fromStdString(files.executable(static_cast<std::uint32_t>(callCount()), 1U << 20U)),
                                QString::fromStdString(files.path("long.etdp"))};
         }},
        {"files", [&folder](LargeFiles&) { return QStringList{arraysIn(folder)}; }}};
    LargeFiles files;
    bool held = true;
    for (const Input& input : inputs) {
        if (!wanted.empty() && std::ranges::find(wanted, input.name) == wanted.end()) continue;
        const QStringList paths = input.make(files);
        Walker walker(application, input.name);
        walker.open(paths);
        held = walker.verdictOf() && held;
    }
    return held;
}

}  // namespace
}  // namespace etscope::bench

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const std::vector<std::string> arguments = etscope::bench::benchArguments(argc, argv);
    const QTemporaryDir settings;  // what is remembered changes nothing
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
    etscope::bench::Watched application(argc, argv);
    etscope::ui::applyTheme(application, etscope::ui::Theme::Light);
    return etscope::bench::measure(application, arguments) ? 0 : 1;
}
