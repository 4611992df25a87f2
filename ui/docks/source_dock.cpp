#include "docks/source_dock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSplitter>
#include <algorithm>

#include "answers/known_gap.h"
#include "join/source_lines.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/python_highlighter.h"
#include "look/rich_text.h"

namespace etscope::ui {
namespace {

/// Sources are small; a larger file is not one.
constexpr qint64 kMaxSource = 4 << 20;
/// Lines that are shown come in parts of this many; the line stands in the middle one of three, or in the first.
constexpr qint64 kAround = 400;

}  // namespace

SourceDock::SourceDock(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    auto* column = makeColumn(this, {}, 0);
    m_splitter = named("sourceSplit", new QSplitter(this));
    QSplitter* splitter = m_splitter;
    m_frames = named("frames", new QListWidget(splitter));
    m_frames->setAccessibleName(tr("Stack frames"));
    m_frames->setFont(codeFont());
    m_frames->setFrameShape(QFrame::NoFrame);
    m_text = named("sourceText", new QPlainTextEdit(splitter));
    m_text->setAccessibleName(tr("Source"));
    m_text->setFont(codeFont());
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFrameShape(QFrame::NoFrame);
    auto* highlighter = new PythonHighlighter(m_text->document());
    onThemeChange(this, [this, highlighter] {
        highlighter->rehighlight();
        markLine(m_marked);
    });
    beginWith(splitter, {260, 700});
    m_note = plainLabel({}, this, &Tokens::text3);
    m_note->setContentsMargins(10, 2, 10, 2);
    m_note->setFont(smallFont());
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // long paths do not widen the window
    column->addWidget(splitter, 1);
    column->addWidget(m_note);
    connect(m_frames, &QListWidget::currentRowChanged, this, &SourceDock::showFrame);
    connect(&workspace, &Workspace::selectionChanged, this, &SourceDock::show);
    show({});
}

/// Hidden, it reads when it is shown.
void SourceDock::show(const Address& selected) {
    const auto cell = m_workspace.session() != nullptr ? thingOf(*m_workspace.session(), selected) : std::nullopt;
    const Address address = cell ? cell->thing : selected.ofOperator();
    m_stale = !isVisible();
    m_read.cancel();
    if (m_stale && address.kind == Address::Kind::Node) return m_job.cancel();
    if (address.kind != Address::Kind::Node) {
        m_job.cancel();
        m_stack.clear();
        m_frames->clear();
        clearText();
        return explain(tr("Select an operator to see the source line that made it."));
    }
    m_job.start(
        tr("Reading the stack trace"),
        [session = m_workspace.session(), address](const JobContext& job) -> Result<std::vector<exported::Frame>> {
            auto lines =
                join::sourceLines({*session, address.method.toStdString()}, address.stageId(), address.name.toStdString(), job);
            if (!lines) return lines.failure();
            return std::move(lines->frames);
        },
        [this](Result<std::vector<exported::Frame>> frames) {
            m_read.cancel();  // of a frame of the stack before
            m_stack = frames ? std::move(*frames) : std::vector<exported::Frame>{};
            const QSignalBlocker quiet(m_frames);
            m_frames->clear();
            for (const exported::Frame& frame : m_stack)
                m_frames->addItem(QStringLiteral("%1:%2  %3")
                                      .arg(ui::text(frame.file).section(QLatin1Char('/'), -1))
                                      .arg(frame.line)
                                      .arg(ui::text(frame.function)));
            if (m_stack.empty()) clearText();
            if (m_stack.empty())
                return explain(frames ? tr("Neither this node nor those it was made from have a stack trace.")
                                      : ui::text(frames.error().message));
            m_splitter->show();
            m_note->setAlignment(Qt::AlignLeft);
            const int best = static_cast<int>(join::ownFrame(m_stack));
            m_frames->setCurrentRow(best);
            showFrame(best);
        });
}

void SourceDock::clearText() {
    m_shown = {};
    m_text->clear();
    markLine(-1);
}

/// Nothing to show: the reason stands in the middle.
void SourceDock::explain(const QString& why) {
    m_splitter->hide();
    m_note->setAlignment(Qt::AlignCenter);
    m_note->setText(why);
}

namespace {

/// A file of this machine: as recorded, or below a folder that the session's files lie in.
QString localFile(const QString& recorded, const QStringList& sessionPaths) {
    if (recorded.startsWith(QLatin1Char('<'))) return {};
    if (QFileInfo(recorded).isAbsolute()) return QFileInfo(recorded).isFile() ? recorded : QString();
    if (recorded.contains(QLatin1String(".."))) return {};
    // Relative paths are tried from each folder above the session's files.
    for (const QString& path : sessionPaths) {
        QDir folder = QFileInfo(path).isDir() ? QDir(path) : QFileInfo(path).absoluteDir();
        for (int up = 0; up < 5; ++up) {
            if (QFileInfo(folder.filePath(recorded)).isFile()) return folder.filePath(recorded);
            if (!folder.cdUp()) break;
        }
    }
    return {};
}

}  // namespace

/// The file of a frame; one of `known` when it has not changed; without lines when it cannot be read.
SourceDock::FilePtr SourceDock::readFile(const QString& recorded, const QStringList& paths, const QList<FilePtr>& known) {
    File file;
    file.path = localFile(recorded, paths);
    const QFileInfo info(file.path);
    // Files that the system makes up state no size, and reading them may wait or never end.
    if (!info.isFile() || info.size() == 0 || info.size() > kMaxSource) return std::make_shared<const File>();
    file.modified = info.lastModified();
    for (const FilePtr& one : known)
        if (one->path == file.path && one->modified == file.modified) return one;
    QFile source(file.path);
    if (!source.open(QIODevice::ReadOnly | QIODevice::Text)) return std::make_shared<const File>();
    file.lines = QString::fromUtf8(source.read(kMaxSource)).split(QLatin1Char('\n'));
    return std::make_shared<const File>(std::move(file));
}

void SourceDock::showFrame(int row) {
    m_read.cancel();
    if (row < 0 || static_cast<std::size_t>(row) >= m_stack.size()) return;
    m_read.start(
        tr("Reading the source"),
        [recorded = ui::text(m_stack[static_cast<std::size_t>(row)].file), paths = m_workspace.paths(),
         known = m_known](const JobContext&) -> Result<FilePtr> { return readFile(recorded, paths, known); },
        [this, row](Result<FilePtr> file) {
            if (!file) return explain(ui::text(file.error().message));
            keep(*file);
            showLines(*file, m_stack[static_cast<std::size_t>(row)]);
        });
}

/// The last files stay in memory: selections often lead to the same ones.
void SourceDock::keep(const FilePtr& file) {
    constexpr qsizetype kKept = 8;
    if (file->path.isEmpty()) return;
    m_known.removeIf([&file](const FilePtr& one) { return one->path == file->path; });
    m_known.prepend(file);
    m_known.resize(std::min(m_known.size(), kKept));
}

void SourceDock::showLines(const FilePtr& file, const exported::Frame& frame) {
    if (frame.line < 1 || frame.line > file->lines.size()) {
        m_shown = {};
        m_text->setPlainText(QStringLiteral("%1  %2").arg(frame.line, 5).arg(ui::text(frame.text)));
        markLine(-1);
        m_note->setText(tr("%1, line %2 as recorded; the file is not on this machine").arg(ui::text(frame.file)).arg(frame.line));
        return;
    }
    const Shown wanted{file, std::max<qint64>(0, (frame.line - 1) / kAround - 1) * kAround};
    if (!(wanted == m_shown)) {
        m_shown = wanted;
        QString numbered;
        const qint64 end = std::min<qint64>(file->lines.size(), wanted.first + 3 * kAround);
        for (qint64 i = wanted.first; i < end; ++i) numbered += QStringLiteral("%1  %2\n").arg(i + 1, 5).arg(file->lines[i]);
        m_text->setPlainText(numbered);
    }
    const bool same = file->lines[frame.line - 1].trimmed() == ui::text(frame.text).trimmed();
    m_note->setText(same ? tr("%1, read from disk; the line agrees with the record").arg(file->path)
                         : tr("%1, read from disk; the record says: %2").arg(file->path, ui::text(frame.text)));
    markLine(static_cast<int>(frame.line - 1 - wanted.first));
}

/// The line that made the node; −1: none.
void SourceDock::markLine(int block) {
    m_marked = block;
    if (block < 0) return m_text->setExtraSelections({});
    QTextCursor cursor(m_text->document()->findBlockByNumber(block));
    QTextEdit::ExtraSelection line;
    line.cursor = cursor;
    line.format.setBackground(tokens().selection);
    line.format.setProperty(QTextFormat::FullWidthSelection, true);
    m_text->setExtraSelections({line});
    m_text->setTextCursor(cursor);
    m_text->centerCursor();
}

void SourceDock::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) show(m_workspace.selection());
}

}  // namespace etscope::ui
