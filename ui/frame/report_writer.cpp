#include "frame/report_writer.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "io/output_file.h"
#include "look/numbers.h"
#include "report/html/html_report.h"

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

}  // namespace etscope::ui
