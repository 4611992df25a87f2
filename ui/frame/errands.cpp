#include "frame/errands.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "frame/commands.h"
#include "io/output_file.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "report/documents.h"
#include "report/html/html_report.h"
#include "stages/reference_script.h"
#include "workspace/page.h"

namespace etscope::ui {
namespace {

Result<qint64> writeReport(const std::shared_ptr<const session::Session>& session, const std::string& made, const std::string& path,
                           const JobContext& job) {
    const auto report = report::htmlReport(session, {std::nullopt, made}, job);
    if (!report) return report.failure();
    if (const auto written = writeFile(path, std::as_bytes(std::span(report->html)), job); !written) return written.failure();
    return static_cast<qint64>(report->html.size());
}

}  // namespace

ReportWriter::ReportWriter(Workspace& workspace, const QString& path, std::function<void(const QString&)> say, QObject* parent)
    : QObject(parent) {
    connect(&workspace, &Workspace::sessionChanged, this, &QObject::deleteLater);
    // The report is in English, as the documents are.
    const QString version = QCoreApplication::applicationVersion();
    const std::string made = "Made by etscope" + (version.isEmpty() ? "" : " " + version.toStdString()) + ", " + report::today();
    m_job.start(
        tr("Writing the report"),
        [session = workspace.session(), made, file = QFile::encodeName(path).toStdString()](const JobContext& job) {
            return writeReport(session, made, file, job);
        },
        [this, name = QFileInfo(path).fileName(), say = std::move(say)](const Result<qint64>& written) {
            say(written ? tr("%1 is written, %2").arg(name, bytesText(static_cast<std::uint64_t>(*written)))
                        : tr("%1: %2").arg(name, text(written.error().message)));
            deleteLater();
        });
}

QString suggestedReport(const QStringList& paths) {
    const QFileInfo first(paths.value(0));
    const QDir folder = first.isDir() ? QDir(first.absoluteFilePath()) : first.absoluteDir();
    const QString name = first.isDir() ? folder.dirName() : first.completeBaseName();
    return folder.filePath((name.isEmpty() ? QStringLiteral("report") : name) + QStringLiteral(".html"));
}

void exportReport(Workspace& workspace, QWidget* window, Commands& commands) {
    askForPath(window,
               {PathQuestion::Kind::Save, ReportWriter::tr("Export report"), suggestedReport(workspace.paths()),
                ReportWriter::tr("HTML pages (*.html)"), QStringLiteral("html")},
               [&workspace, window, &commands](const QString& path) {
                   if (workspace.session() == nullptr) return;
                   new ReportWriter(
                       workspace, path, [&commands](const QString& words) { commands.say(words); }, window);
               });
}

void exportPage(Page& page, PageId id, Commands& commands) {
    askForPath(&page,
               {PathQuestion::Kind::Save, ReportWriter::tr("Export this page"), pageName(id) + QStringLiteral(".png"),
                ReportWriter::tr("Pictures (*.png *.svg *.pdf)")},
               [&page, &commands](const QString& path) {
                   page.startExport(path, [&commands, name = QFileInfo(path).fileName()](const Result<void>& written) {
                       commands.say(written ? ReportWriter::tr("%1 is written").arg(name)
                                            : ReportWriter::tr("%1: %2").arg(name, text(written.error().message)));
                   });
               });
}

CallExtractor::CallExtractor(Workspace& workspace, const QString& folder, std::function<void(const QString&)> say, QObject* parent)
    : QObject(parent) {
    connect(&workspace, &Workspace::sessionChanged, this, &QObject::deleteLater);
    m_job.start(
        tr("Extracting a call"),
        [session = workspace.session(), address = workspace.selection().text().toStdString(), run = workspace.run(),
         path = QFile::encodeName(folder).toStdString()](const JobContext& job) -> Result<bool> {
            const auto written = report::reproDocument(*session, address, run, path, job);
            if (!written) return written.failure();
            return true;
        },
        [this, name = QFileInfo(folder).fileName(), say = std::move(say)](const Result<bool>& written) {
            say(written ? tr("%1 has the call's values and a script that runs it").arg(name)
                        : tr("%1: %2").arg(name, text(written.error().message)));
            deleteLater();
        });
}

void extractCall(Workspace& workspace, QWidget* window, Commands& commands) {
    const QString name = QStringLiteral("call-") + workspace.selection().name.section(QLatin1Char('/'), -1);
    askForPath(window,
               {PathQuestion::Kind::Save, CallExtractor::tr("Extract the call into a new folder"),
                QFileInfo(suggestedReport(workspace.paths())).dir().filePath(name)},
               [&workspace, window, &commands](const QString& path) {
                   if (workspace.session() == nullptr || !workspace.selection().valid()) return;
                   new CallExtractor(
                       workspace, path, [&commands](const QString& words) { commands.say(words); }, window);
               });
}

ScriptCopier::ScriptCopier(Workspace& workspace, const QString& method, std::function<void(const QString&)> say, QObject* parent)
    : QObject(parent) {
    connect(&workspace, &Workspace::sessionChanged, this, &QObject::deleteLater);
    m_job.start(
        tr("Writing a script for reference values"),
        [session = workspace.session(), name = method.toStdString()](const JobContext& job) -> Result<Script> {
            const auto plan = stages::scriptPlan({*session, name}, job);
            if (!plan) return plan.failure();
            return Script{text(stages::referenceScript(*plan)), text(plan->values)};
        },
        [this, say = std::move(say)](const Result<Script>& script) {
            if (script) QApplication::clipboard()->setText(script->text);
            say(script ? tr("Copied: a Python script that writes %1").arg(script->values)
                       : tr("There is no script: %1").arg(text(script.error().message)));
            deleteLater();
        });
}

}  // namespace etscope::ui
