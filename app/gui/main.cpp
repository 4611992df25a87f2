// etscope: opens the window, or writes a picture of it or of a page's whole content and ends.
#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QIcon>
#include <QRegularExpression>
#include <QSettings>
#include <QTimer>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>

#include "etscope/version.h"
#include "evaluate/decompositions.h"
#include "frame/main_window.h"
#include "graph/graph_page.h"
#include "look/language.h"
#include "look/marks.h"
#include "look/picture_file.h"
#include "look/theme.h"
#include "models/link.h"
#include "modules/pattern_rules.h"
#include "options.h"

namespace {

using etscope::ui::Address;
using etscope::ui::MainWindow;

constexpr int kWritten = 0, kFailed = 1, kUsage = 2;  ///< exit statuses
constexpr int kPatience = 60'000;                     ///< milliseconds that a picture waits for the jobs of its page

struct Wish {
    QStringList beside;
    bool expand = false;
    QString page, method, stage, select, overlay, values, screenshot, exportTo, zoom;
    QSize size{1600, 1000};
};

int complain(const QString& message, int status) {
    std::fprintf(stderr, "etscope: %s\n", qPrintable(message));
    return status;
}

/// What is wrong with the values of options, as far as no file is needed to see it; empty: nothing.
QString wrongOption(const QCommandLineParser& parser) {
    using etscope::ui::pageTable;
    const QString page = parser.value(QStringLiteral("page")), theme = parser.value(QStringLiteral("theme")),
                  zoom = parser.value(QStringLiteral("zoom"));
    QStringList pages;
    for (const auto& info : pageTable()) pages.append(QString::fromLatin1(info.name));
    if (!page.isEmpty() && !pages.contains(etscope::ui::pageName(etscope::ui::pageNamed(page))))
        return QStringLiteral("there is no page %1; there are: %2").arg(page, pages.join(QStringLiteral(", ")));
    if (!theme.isEmpty() && !etscope::ui::themeNamed(theme))
        return QStringLiteral("--theme is system, light, dark or high-contrast, not %1").arg(theme);
    if (const QString language = parser.value(QStringLiteral("language")); !etscope::ui::isLanguage(language))
        return QStringLiteral("--language is en or de, not %1").arg(language);
    if (const QString scale = parser.value(QStringLiteral("text-scale")); !scale.isEmpty() && scale.toDouble() <= 0)
        return QStringLiteral("--text-scale is a factor like 1.5, not %1").arg(scale);
    static const QRegularExpression kSize(QStringLiteral("^[1-9][0-9]{0,4}x[1-9][0-9]{0,4}$"));
    if (!kSize.match(parser.value(QStringLiteral("size"))).hasMatch())
        return QStringLiteral("--size is WIDTHxHEIGHT, not %1").arg(parser.value(QStringLiteral("size")));
    if (!zoom.isEmpty() && zoom != QLatin1String("fit") && zoom.toDouble() <= 0)
        return QStringLiteral("--zoom is fit or per cent, not %1").arg(zoom);
    const bool other = std::ranges::any_of(parser.values(QStringLiteral("beside")),
                                           [](const QString& place) { return place.startsWith(QLatin1String("other")); });
    return other && !parser.isSet(QStringLiteral("against")) ? QStringLiteral("--beside other needs --against OTHER") : QString();
}

/// Applies page, method, stage and selection once the session is there. Returns what there is not; empty: all is there.
QString applyWish(MainWindow& window, const Wish& wish) {
    auto& workspace = window.workspace();
    QStringList missing;
    if (!wish.method.isEmpty() && !workspace.methods().contains(wish.method))
        missing.append(QStringLiteral("there is no method %1").arg(wish.method));
    else if (!wish.method.isEmpty())
        workspace.reveal(Address::ofMethod(wish.method));
    const auto stage = etscope::graph::StageId::parse(wish.stage.toStdString());
    if (!wish.stage.isEmpty() && !stage.insideDelegate() && !workspace.stages().contains(wish.stage))
        missing.append(QStringLiteral("%1 has no stage %2").arg(workspace.method(), wish.stage));
    else if (!wish.stage.isEmpty())
        workspace.setStage(wish.stage);
    if (!wish.page.isEmpty()) window.showPage(wish.page);
    for (const QString& place : wish.beside)
        static_cast<etscope::ui::GraphPage*>(window.page(QStringLiteral("graph")))->addSide(place);
    if (!wish.overlay.isEmpty() && !window.setOverlay(wish.overlay))
        missing.append(QStringLiteral("there is no overlay %1").arg(wish.overlay));
    if (!wish.values.isEmpty() && !window.colourBy(wish.values))
        missing.append(QStringLiteral("%1 holds no values of nodes").arg(wish.values));
    const Address address = Address::parse(wish.select, workspace.methods());
    if (!wish.select.isEmpty() && !address.valid()) missing.append(QStringLiteral("there is no address %1").arg(wish.select));
    if (address.valid()) workspace.reveal(address);
    return missing.join(QStringLiteral("; "));
}

/// Runs the event loop until nothing has been computed for a moment.
void settle(const MainWindow& window) {
    QElapsedTimer total, quiet;
    total.start();
    quiet.start();
    while (total.elapsed() < kPatience && quiet.elapsed() < 250) {
        QCoreApplication::sendPostedEvents();
        QEventLoop loop;
        QTimer::singleShot(20, &loop, &QEventLoop::quit);
        loop.exec();
        if (!window.settled()) quiet.restart();
    }
}

/// "fit" or a percentage, of all graphs of the window.
void zoom(MainWindow& window, const QString& wanted) {
    for (auto* canvas : window.findChildren<etscope::ui::GraphCanvas*>()) {
        if (wanted == QLatin1String("fit")) canvas->fitAll();
        if (const double percent = wanted.toDouble(); percent > 0) canvas->zoomBy(percent / 100 / canvas->zoom());
    }
}

etscope::Result<void> writeScreenshot(MainWindow& window, const Wish& wish) {
    if (etscope::ui::suffixOf(wish.screenshot) != QLatin1String("png"))
        return etscope::ui::suffixUnsupported(wish.screenshot, QStringLiteral(".png"));
    return etscope::ui::writeThroughDevice(wish.screenshot, {},
                                           [&window](QIODevice& device) { return etscope::ui::writePng(device, window.grab()); });
}

/// `failed`: why the files could not be opened, once that is known.
int writePicture(MainWindow& window, const Wish& wish, const QString& failed) {
    window.resize(wish.size);
    window.show();
    settle(window);
    if (!failed.isEmpty()) return complain(failed, kFailed);
    if (const QString missing = applyWish(window, wish); !missing.isEmpty()) return complain(missing, kUsage);
    settle(window);
    if (wish.expand)
        for (auto* pane : window.findChildren<etscope::ui::GraphPane*>()) pane->expandAll();
    settle(window);
    zoom(window, wish.zoom);
    const auto written =
        wish.screenshot.isEmpty() ? window.page(window.currentPage())->exportTo(wish.exportTo) : writeScreenshot(window, wish);
    if (written) return kWritten;
    const etscope::Error& error = written.error();
    std::fprintf(stderr, "etscope: %s%s%s [%s]\n", error.where.c_str(), error.where.empty() ? "" : ": ", error.message.c_str(),
                 error.code.c_str());
    return error.code == "export-type-unsupported" ? kUsage : kFailed;
}

/// The icon of the desktop's files, in its sizes.
QIcon windowIcon() {
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256})
        icon.addFile(QStringLiteral(":/icons/%1x%1/apps/etscope.png").arg(size), {size, size});
    return icon;
}

/// "--manual" and "--completion SHELL", for packages.
bool describeItself(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    const bool manual = argc == 2 && what == "--manual", completion = argc == 3 && what == "--completion";
    if (!manual && !completion) return false;
    const auto text = etscope::gui::programText();
    const std::string out = manual ? etscope::describe::manualPage(text, ETSCOPE_VERSION, ETSCOPE_DATE)
                                   : etscope::describe::completionScript(text, argv[2]);
    std::fputs(out.c_str(), stdout);
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (describeItself(argc, argv)) return kWritten;
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow further is an error, not the end
    // Pictures and help need no display.
    for (int i = 1; i < argc; ++i)
        if (QStringList{QStringLiteral("--screenshot"), QStringLiteral("--export"), QStringLiteral("--help"), QStringLiteral("-h"),
                        QStringLiteral("--version"), QStringLiteral("-v")}
                .contains(QString::fromLocal8Bit(argv[i])) &&
            qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
            qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
            qputenv("QT_QPA_PLATFORM", "offscreen");
    // Qt takes options of its own from all words: those behind -- are names of files, whatever they look like.
    int ours =
        static_cast<int>(std::find_if(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--"; }) - argv);
    QStringList behind;
    for (int i = ours; i < argc; ++i) behind.append(QString::fromLocal8Bit(argv[i]));
    QApplication application(ours, argv);
    QApplication::setApplicationName(QStringLiteral("etscope"));
    QApplication::setOrganizationName(QStringLiteral("etscope"));
    QApplication::setApplicationVersion(QStringLiteral(ETSCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("etscope"));
    QApplication::setWindowIcon(windowIcon());

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("The debugger for ExecuTorch exports."));
    parser.addHelpOption();
    parser.addVersionOption();
    etscope::gui::addOptions(parser);
    parser.process(QApplication::arguments() + behind);
    if (const QString wrong = wrongOption(parser); !wrong.isEmpty()) return complain(wrong, kUsage);

    etscope::ui::applyLanguage(parser.isSet(QStringLiteral("language")) ? parser.value(QStringLiteral("language"))
                                                                        : QSettings().value(QStringLiteral("language")).toString());
    if (parser.isSet(QStringLiteral("text-scale")))
        etscope::ui::setTextScale(parser.value(QStringLiteral("text-scale")).toDouble());
    etscope::ui::applyTheme(application,
                            etscope::ui::themeNamed(parser.value(QStringLiteral("theme"))).value_or(etscope::ui::Theme::System));
    Wish wish{
        parser.values(QStringLiteral("beside")), parser.isSet(QStringLiteral("expand")), parser.value(QStringLiteral("page")),
        parser.value(QStringLiteral("method")),  parser.value(QStringLiteral("stage")),  parser.value(QStringLiteral("select")),
        parser.value(QStringLiteral("overlay")), parser.value(QStringLiteral("values")), parser.value(QStringLiteral("screenshot")),
        parser.value(QStringLiteral("export")),  parser.value(QStringLiteral("zoom")),   {}};
    const QStringList numbers = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
    wish.size = QSize(std::clamp(numbers.value(0).toInt(), 640, 8000), std::clamp(numbers.value(1).toInt(), 400, 8000));

    if (const auto patterns = etscope::modules::addUserPatternRules(); !patterns)
        std::fprintf(stderr, "etscope: %s: %s\n", patterns.error().where.c_str(), patterns.error().message.c_str());
    if (const auto own = etscope::evaluate::addUserDecompositions(); !own)
        std::fprintf(stderr, "etscope: %s: %s\n", own.error().where.c_str(), own.error().message.c_str());
    auto window = std::make_unique<MainWindow>();
    const QStringList files = parser.positionalArguments();
    QString failed;  // a session file is read at once
    const auto telling = QObject::connect(&window->workspace(), &etscope::ui::Workspace::openFailed, window.get(),
                                          [&failed](const QString& message) { failed = message; });
    if (!files.isEmpty()) window->open(files);
    if (parser.isSet(QStringLiteral("against"))) window->workspace().compareWith(parser.values(QStringLiteral("against")));
    if (!wish.screenshot.isEmpty() || !wish.exportTo.isEmpty()) return writePicture(*window, wish, failed);
    QObject::disconnect(telling);
    MainWindow* shown = window.release();  // as all windows it is gone when it is closed
    shown->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(&shown->workspace(), &etscope::ui::Workspace::sessionChanged, shown, [shown, wish, done = false]() mutable {
        if (done || shown->workspace().session() == nullptr) return;
        done = true;
        QTimer::singleShot(0, shown, [shown, wish] {
            if (const QString missing = applyWish(*shown, wish); !missing.isEmpty()) complain(missing, kUsage);
        });
    });
    shown->remember(!parser.isSet(QStringLiteral("theme")));
    shown->show();
    return QApplication::exec();
}
