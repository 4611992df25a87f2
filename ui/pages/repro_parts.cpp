#include "pages/repro_parts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>
#include <array>

#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/python_highlighter.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Of a file that is shown.
constexpr qint64 kMostResultText = 256 << 10;
constexpr int kStripMark = 14, kProgressSteps = 1000;

struct FileNote {
    const char *name, *note;
};
/// What a person reads first, with what it is; others have their size alone.
constexpr std::array kFileNotes{
    FileNote{"model.py", QT_TRANSLATE_NOOP("etscope::ui::ResultFiles", "the program, as code")},
    FileNote{"export_and_run.py", QT_TRANSLATE_NOOP("etscope::ui::ResultFiles", "exit 1 = still wrong")},
    FileNote{"export_patch.py", QT_TRANSLATE_NOOP("etscope::ui::ResultFiles", "the remedy, as code")},
    FileNote{"report.md", QT_TRANSLATE_NOOP("etscope::ui::ResultFiles", "title, versions, numbers")}};

bool isText(const QString& file) {
    static const QStringList kTexts{QStringLiteral("py"), QStringLiteral("md"), QStringLiteral("txt"), QStringLiteral("json")};
    return kTexts.contains(QFileInfo(file).suffix());
}
bool isOpenable(const QString& file) { return file.endsWith(QLatin1String(".pte")) || file.endsWith(QLatin1String(".etrecord")); }

std::size_t rankOf(const QString& file) {
    const auto found = std::ranges::find(kFileNotes, file, [](const FileNote& note) { return QLatin1String(note.name); });
    return static_cast<std::size_t>(found - kFileNotes.begin());
}

QFrame* dressStrip(QFrame* frame) {
    frame->setObjectName(QStringLiteral("reproStrip"));
    return frame;
}

}  // namespace

ReproHead::ReproHead(const QString& title, const char* name, QWidget* parent)
    : QFrame(parent),
      m_mark(new QLabel(this)),
      m_left(plainLabel({}, this, &Tokens::text2)),
      m_link(new QLabel(this)),
      m_status(named(name, new ElidedLabel(this))),
      m_progress(new QProgressBar(this)),
      m_cancel(new QPushButton(tr("Cancel"), this)) {
    dressStrip(this);
    auto* row = makeRow(this, {px(14), px(6), px(12), px(6)}, px(8));
    row->addWidget(m_mark);
    m_progress->setFixedWidth(px(44));
    m_progress->setTextVisible(false);
    row->addWidget(m_progress);
    auto* heading = plainLabel(title, this);
    heading->setFont(headingFont());
    row->addWidget(heading);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_status, 1);
    row->addWidget(m_left);
    row->addWidget(m_link);
    m_cancel->setObjectName(QLatin1String(name) + QStringLiteral("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel %1").arg(title));
    row->addWidget(m_cancel);
    connect(m_link, &QLabel::linkActivated, this, [this] { emit linkActivated(); });
    connect(m_cancel, &QPushButton::clicked, this, &ReproHead::cancelAsked);
    onThemeChange(this, [this] { setLink(m_linkTitle); });
    setLink({});
}

void ReproHead::tell(Mark mark, const QString& status, bool running, double done, const QString& left) {
    m_mark->setVisible(mark != Mark::None);
    m_mark->setPixmap(mark == Mark::None ? QPixmap() : markPixmap(mark, px(kStripMark), devicePixelRatioF()));
    m_mark->setAccessibleName(mark == Mark::None ? QString() : markName(mark));
    m_status->setText(status);
    m_progress->setVisible(running);
    m_progress->setRange(0, done < 0 ? 0 : kProgressSteps);
    if (done >= 0) m_progress->setValue(static_cast<int>(done * kProgressSteps));
    m_left->setText(left);
    m_left->setVisible(!left.isEmpty());
    m_cancel->setVisible(running);
}

void ReproHead::setLink(const QString& title) {
    m_linkTitle = title;
    m_link->setText(quietLink(QStringLiteral("act"), title));
    m_link->setVisible(!title.isEmpty());
}

void ReproHead::setCancelled(bool cancelled) { m_cancel->setEnabled(!cancelled); }

ReproHeading::ReproHeading(const QString& title, QWidget* parent)
    : QFrame(parent), m_beside(new ElidedLabel(this)), m_right(new ElidedLabel(this)) {
    dressStrip(this);
    auto* row = makeRow(this, {px(14), px(6), px(12), px(6)}, px(10));
    auto* heading = plainLabel(title, this);
    heading->setFont(headingFont());
    row->addWidget(heading);
    for (ElidedLabel* label : {m_beside, m_right}) label->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_beside, 1);
    row->addWidget(m_right);
}

void ReproHeading::setNotes(const QString& beside, const QString& right) {
    m_beside->setText(beside);
    m_right->setText(right);
    m_right->setVisible(!right.isEmpty());
}

void ReproHeading::addLink(const QString& title, std::function<void()> act, const char* name) {
    auto* link = named(name, new QLabel(this));
    withTheme(link, [link, title] { link->setText(quietLink(QStringLiteral("act"), title)); });
    connect(link, &QLabel::linkActivated, this, [act = std::move(act)] { act(); });
    layout()->addWidget(link);
}

ReproLines::ReproLines(QWidget* parent) : QWidget(parent) {
    auto* grid = makeGrid(this, {px(14), px(2), px(14), px(2)}, px(10), 0);
    grid->setColumnStretch(2, 1);
}

/// Made anew only where they are others: a person may be reading a tooltip.
void ReproLines::setLines(const std::vector<ReproLine>& lines) {
    QList<QStringList> shown;
    QList<Mark> marks;
    for (const ReproLine& line : lines) shown.append({line.name, line.what, line.result}), marks.append(line.mark);
    if (shown == m_shown && marks == m_marks) return;
    m_shown = shown, m_marks = marks;
    auto* grid = static_cast<QGridLayout*>(layout());
    emptyNow(grid);
    for (int row = 0; row < shown.size(); ++row) {
        auto* mark = marks[row] == Mark::None ? new QLabel(this) : makeMark(marks[row], px(kStripMark), this);
        mark->setFixedWidth(px(kStripMark));
        auto* name = plainLabel(shown[row][0], this);
        auto* what = new ElidedLabel(this);
        what->setText(shown[row][1]);
        what->setForegroundRole(QPalette::PlaceholderText);
        auto* result = plainLabel(shown[row][2], this);
        result->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(mark, row, 0);
        grid->addWidget(name, row, 1);
        grid->addWidget(what, row, 2);
        grid->addWidget(result, row, 3);
    }
    for (int row = 0; row < grid->rowCount(); ++row) grid->setRowMinimumHeight(row, row < shown.size() ? px(26) : 0);
}

LargeNumber::LargeNumber(const QString& title, QWidget* parent)
    : QFrame(parent), m_number(new QLabel(this)), m_of(new QLabel(this)) {
    auto* column = makeColumn(this, {px(14), px(7), px(8), px(9)}, px(2));
    column->addWidget(plainLabel(title, this, &Tokens::text2));
    auto* row = makeRow(nullptr, {}, px(6));
    withTheme(this, [this] {
        QFont font = titleFont();
        m_number->setFont(font);
        m_of->setFont(smallFont());
    });
    m_of->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_number, 0, Qt::AlignBottom);
    row->addWidget(m_of, 0, Qt::AlignBottom);
    row->addStretch();
    column->addLayout(row);
    setAccessibleName(title);
}

void LargeNumber::setNumber(const QString& number, const QString& of) {
    m_number->setText(number.isEmpty() ? QStringLiteral("–") : number);
    m_of->setText(of);
}

QPlainTextEdit* makeCodeView(const char* name, const QString& said, QWidget* parent) {
    auto* view = named(name, new QPlainTextEdit(parent));
    view->setAccessibleName(said);
    view->setReadOnly(true);
    view->setLineWrapMode(QPlainTextEdit::NoWrap);
    view->setFrameShape(QFrame::NoFrame);
    view->document()->setDocumentMargin(px(10));
    auto* highlighter = new PythonHighlighter(view->document());
    withTheme(view, [view, highlighter] {
        view->setFont(codeFont());
        highlighter->rehighlight();
    });
    return view;
}

ResultFiles::ResultFiles(QWidget* parent) : QWidget(parent), m_files(named("resultFiles", new QTreeWidget(this))) {
    auto* row = makeRow(this, {}, 0);
    m_files->setAccessibleName(tr("Files of the result"));
    m_files->setColumnCount(2);
    m_files->setHeaderHidden(true);
    m_files->setRootIsDecorated(false);
    m_files->setIconSize({px(16), px(16)});
    m_files->setTextElideMode(Qt::ElideMiddle);
    m_files->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_files->header()->setStretchLastSection(true);
    m_files->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_text = makeCodeView("resultText", tr("What is in the file"), this);
    row->addWidget(m_files, 2);
    row->addWidget(m_text, 3);
    setMinimumHeight(px(150));
    connect(m_files, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) { showFile(item); });
    connect(m_files, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        if (isOpenable(item->text(0))) emit fileRequested(QDir(m_folder).filePath(item->text(0)));
    });
}

void ResultFiles::clear() { setFolder({}, {}, {}); }

void ResultFiles::setFolder(const QString& folder, const QStringList& files, const QString& printed) {
    const QStringList shown = QStringList{folder, printed} + files;
    if (shown == m_shown) return;
    m_shown = shown;
    m_folder = folder, m_printed = printed;
    m_read.cancel();
    m_files->clear();
    m_text->clear();
    QStringList sorted = files;
    std::ranges::stable_sort(sorted, {}, rankOf);
    for (const QString& file : sorted) {
        const std::size_t rank = rankOf(file);
        const QFileInfo info(QDir(folder).filePath(file));
        const QString note =
            rank < kFileNotes.size() ? tr(kFileNotes[rank].note) : bytesText(static_cast<std::uint64_t>(info.size()));
        auto* item = new QTreeWidgetItem(m_files, {file, note});
        item->setIcon(0, lineIcon(file.endsWith(QLatin1String(".pte"))        ? Icon::Program
                                  : file.endsWith(QLatin1String(".etrecord")) ? Icon::Record
                                  : file.endsWith(QLatin1String(".npz"))      ? Icon::Data
                                                                              : Icon::File));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setForeground(1, tokens().text2);
        item->setToolTip(0, tip(info.absoluteFilePath()));
    }
    if (m_files->topLevelItemCount() > 0) m_files->setCurrentItem(m_files->topLevelItem(0));
}

void ResultFiles::showFile(QTreeWidgetItem* item) {
    m_read.cancel();
    if (item == nullptr) return m_text->clear();
    const QString file = item->text(0), path = QDir(m_folder).filePath(file);
    if (!isText(file))
        return showText(isOpenable(file) ? tr("# no text; Enter or a double click opens it in a window of its own")
                                         : tr("# no text"));
    m_read.start(
        tr("Reading %1").arg(file),
        [path](const JobContext&) -> Result<QString> {
            QFile open(path);
            if (!open.open(QIODevice::ReadOnly)) return fail("file-unreadable", open.errorString().toStdString(), path.toStdString());
            return QString::fromUtf8(open.read(kMostResultText));
        },
        [this, file](const Result<QString>& text) {
            if (!text) return showText(QStringLiteral("# ") + errorLine(text.error()));
            const bool says = !m_printed.isEmpty() && file.endsWith(QLatin1String(".py"));
            showText(says ? *text + QStringLiteral("\n# $ python export_and_run.py\n# ") +
                                m_printed.trimmed().replace(QLatin1Char('\n'), QLatin1String("\n# ")) + QLatin1Char('\n')
                          : *text);
        },
        Urgency::Filling);
}

void ResultFiles::showText(const QString& text) { m_text->setPlainText(text); }

}  // namespace etscope::ui
