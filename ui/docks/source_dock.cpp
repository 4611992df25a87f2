#include "docks/source_dock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QSplitter>
#include <QTextBlock>
#include <QVBoxLayout>

#include "join/source_lines.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Sources are small; a larger file is not one.
constexpr qint64 kMaxSource = 4 << 20;

}  // namespace

void PythonHighlighter::highlightBlock(const QString& line) {
    struct Rule {
        QRegularExpression expression;
        QColor Tokens::*colour;
    };
    static const Rule kRules[] = {
        {QRegularExpression(QStringLiteral("\\b\\d+(\\.\\d+)?([eE][-+]?\\d+)?\\b")), &Tokens::number},
        {QRegularExpression(
             QStringLiteral("\\b(and|as|assert|async|await|break|class|continue|def|del|elif|else|except|False|finally|for|from|"
                            "global|if|import|in|is|lambda|None|nonlocal|not|or|pass|raise|return|True|try|while|with|yield)\\b")),
         &Tokens::keyword},
        {QRegularExpression(QStringLiteral("(\"[^\"]*\"|'[^']*')")), &Tokens::string},
        {QRegularExpression(QStringLiteral("#.*$")), &Tokens::comment}};
    for (const Rule& rule : kRules)
        for (auto it = rule.expression.globalMatch(line); it.hasNext();) {
            const auto match = it.next();
            setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), tokens().*rule.colour);
        }
}

SourceDock::SourceDock(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_splitter = new QSplitter(this);
    QSplitter* splitter = m_splitter;
    m_frames = new QListWidget(splitter);
    m_frames->setObjectName(QStringLiteral("frames"));
    m_frames->setFont(codeFont());
    m_frames->setFrameShape(QFrame::NoFrame);
    m_text = new QPlainTextEdit(splitter);
    m_text->setObjectName(QStringLiteral("sourceText"));
    m_text->setFont(codeFont());
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFrameShape(QFrame::NoFrame);
    new PythonHighlighter(m_text->document());
    splitter->setSizes({260, 700});
    m_note = new QLabel(this);
    m_note->setContentsMargins(10, 2, 10, 2);
    m_note->setFont(smallFont());
    m_note->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(splitter, 1);
    column->addWidget(m_note);
    connect(m_frames, &QListWidget::currentRowChanged, this, &SourceDock::showFrame);
    connect(&workspace, &Workspace::selectionChanged, this, &SourceDock::show);
    show({});
}

void SourceDock::show(const Address& address) {
    if (address.kind != Address::Kind::Node) {
        m_job.cancel();
        m_stack.clear();
        m_frames->clear();
        m_text->clear();
        return explain(tr("Select an operator to see the source line that made it."));
    }
    m_job.start(
        tr("Reading the stack trace"),
        [session = m_workspace.session(), address](const JobContext& job) -> Result<std::vector<exported::Frame>> {
            auto lines =
                join::sourceLines(*session, address.method.toStdString(), address.stageId(), address.name.toStdString(), job);
            if (!lines) return lines.failure();
            return std::move(lines->frames);
        },
        [this](Result<std::vector<exported::Frame>> frames) {
            m_stack = frames ? std::move(*frames) : std::vector<exported::Frame>{};
            const QSignalBlocker quiet(m_frames);
            m_frames->clear();
            for (const exported::Frame& frame : m_stack)
                m_frames->addItem(QStringLiteral("%1:%2  %3")
                                      .arg(ui::text(frame.file).section(QLatin1Char('/'), -1))
                                      .arg(frame.line)
                                      .arg(ui::text(frame.function)));
            m_text->clear();
            if (m_stack.empty())
                return explain(frames ? tr("Neither this node nor those it was made from have a stack trace.")
                                      : ui::text(frames.error().message));
            m_splitter->show();
            m_note->setAlignment(Qt::AlignLeft);
            // The innermost frame of the user's own code: not of an installed package, if there is one.
            int best = static_cast<int>(m_stack.size()) - 1;
            for (int i = best; i >= 0; --i)
                if (m_stack[static_cast<std::size_t>(i)].file.find("site-packages") == std::string::npos) {
                    best = i;
                    break;
                }
            m_frames->setCurrentRow(best);
            if (best >= 0) showFrame(best);
        });
}

/// Nothing to show: the reason stands in the middle.
void SourceDock::explain(const QString& why) {
    m_splitter->hide();
    m_note->setAlignment(Qt::AlignCenter);
    m_note->setText(why);
}

QString SourceDock::localFile(const QString& recorded) const {
    if (recorded.startsWith(QLatin1Char('<'))) return {};
    if (QFileInfo(recorded).isAbsolute()) return QFileInfo(recorded).isFile() ? recorded : QString();
    if (recorded.contains(QLatin1String(".."))) return {};
    // Relative paths are tried from each folder above the session's files.
    for (const QString& path : m_workspace.paths()) {
        QDir folder = QFileInfo(path).isDir() ? QDir(path) : QFileInfo(path).absoluteDir();
        for (int up = 0; up < 5; ++up) {
            if (QFileInfo(folder.filePath(recorded)).isFile()) return folder.filePath(recorded);
            if (!folder.cdUp()) break;
        }
    }
    return {};
}

void SourceDock::showFrame(int row) {
    if (row < 0 || static_cast<std::size_t>(row) >= m_stack.size()) return;
    const exported::Frame& frame = m_stack[static_cast<std::size_t>(row)];
    const QString local = localFile(ui::text(frame.file));
    QFile file(local);
    const bool readable = !local.isEmpty() && file.size() <= kMaxSource && file.open(QIODevice::ReadOnly | QIODevice::Text);
    const QStringList lines = readable ? QString::fromUtf8(file.readAll()).split(QLatin1Char('\n')) : QStringList();
    const bool inside = frame.line >= 1 && frame.line <= lines.size();
    if (!inside) {
        m_text->setPlainText(QStringLiteral("%1  %2").arg(frame.line, 5).arg(ui::text(frame.text)));
        m_note->setText(tr("%1, line %2 as recorded; the file is not on this machine").arg(ui::text(frame.file)).arg(frame.line));
        return;
    }
    QString numbered;
    for (qsizetype i = 0; i < lines.size(); ++i) numbered += QStringLiteral("%1  %2\n").arg(i + 1, 5).arg(lines[i]);
    m_text->setPlainText(numbered);
    const bool same = lines[frame.line - 1].trimmed() == ui::text(frame.text).trimmed();
    m_note->setText(same ? tr("%1, read from disk; the line agrees with the record").arg(local)
                         : tr("%1, read from disk; the record says: %2").arg(local, ui::text(frame.text)));
    QTextCursor cursor(m_text->document()->findBlockByNumber(static_cast<int>(frame.line) - 1));
    QTextEdit::ExtraSelection line;
    line.cursor = cursor;
    line.format.setBackground(tokens().selection);
    line.format.setProperty(QTextFormat::FullWidthSelection, true);
    m_text->setExtraSelections({line});
    m_text->setTextCursor(cursor);
    m_text->centerCursor();
}

}  // namespace etscope::ui
