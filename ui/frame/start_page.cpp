#include "frame/start_page.h"

#include <QFileInfo>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "frame/commands.h"
#include "frame/page.h"
#include "frame/recent_sessions.h"
#include "look/marks.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/scrolling.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// The dashed field to drop files on.
class DropArea : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Tokens& t = tokens();
        painter.setPen(QPen(t.control, 1.5, Qt::DashLine));
        painter.setBrush(t.alternate);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
        paintIcon(painter, QRectF((width() - px(26)) / 2.0, px(22), px(26), px(26)), Icon::Export, t.accent);
    }
};

struct Row {
    Icon icon;
    const char* kind;
    const char* names;
    const char* brings;
};
constexpr Row kReads[] = {
    {Icon::Record, QT_TRANSLATE_NOOP("etscope::ui::StartPage", "ETRecord"), ".etrecord, .bin",
     QT_TRANSLATE_NOOP("etscope::ui::StartPage", "graphs by stage, weights, source lines, references")},
    {Icon::File, QT_TRANSLATE_NOOP("etscope::ui::StartPage", "Exported program"), ".pt2, .json",
     QT_TRANSLATE_NOOP("etscope::ui::StartPage", "one graph with its weights")},
    {Icon::Weights, QT_TRANSLATE_NOOP("etscope::ui::StartPage", "Values"), ".npy, .npz, .pt, .safetensors",
     QT_TRANSLATE_NOOP("etscope::ui::StartPage", "reference or runtime tensors from elsewhere")},
    {Icon::Program, QT_TRANSLATE_NOOP("etscope::ui::StartPage", "Program"), ".pte, .ptd",
     QT_TRANSLATE_NOOP("etscope::ui::StartPage", "plans, delegates, metadata, memory, named data")},
    {Icon::Program, QT_TRANSLATE_NOOP("etscope::ui::StartPage", "Bundled program"), ".bpte",
     QT_TRANSLATE_NOOP("etscope::ui::StartPage", "a program with cases: inputs and expected outputs")},
    {Icon::Dump, QT_TRANSLATE_NOOP("etscope::ui::StartPage", "ETDump"), ".etdp",
     QT_TRANSLATE_NOOP("etscope::ui::StartPage", "runs: which method and case, events and their times")},
    {Icon::Buffer, QT_TRANSLATE_NOOP("etscope::ui::StartPage", "Debug buffer"), ".dbg",
     QT_TRANSLATE_NOOP("etscope::ui::StartPage", "values that the runs logged, compared operator by operator")}};

QLabel* secondary(const QString& text, QWidget* parent) {
    auto* label = plainLabel(text, parent, &Tokens::text2);
    label->setWordWrap(true);
    return label;
}

QWidget* makeReads(QWidget* parent) {
    auto* frame = new QFrame(parent);
    frame->setObjectName(QStringLiteral("card"));
    auto* grid = new QGridLayout(frame);
    grid->setContentsMargins(12, 8, 12, 8);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(7);
    grid->setColumnStretch(2, 2);
    grid->setColumnStretch(3, 3);
    int line = 0;
    for (const Row& row : kReads) {
        auto* icon = new QLabel(frame);
        const auto paint = [icon, shown = row.icon] { icon->setPixmap(lineIcon(shown).pixmap(px(16), px(16))); };
        paint();
        onThemeChange(icon, paint);
        auto* names = new QLabel(QString::fromLatin1(row.names), frame);
        names->setFont(codeFont());
        names->setWordWrap(true);
        grid->addWidget(icon, line, 0);
        grid->addWidget(new QLabel(StartPage::tr(row.kind), frame), line, 1);
        grid->addWidget(names, line, 2);
        grid->addWidget(secondary(StartPage::tr(row.brings), frame), line++, 3);
    }
    return frame;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("pageArea"));
    setAttribute(Qt::WA_StyledBackground);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* content = new QWidget(this);
    outer->addWidget(scrolling(content, this));
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(px(32), px(40), px(32), px(24));
    grid->setHorizontalSpacing(32);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 4);
    grid->setColumnStretch(1, 3);
    auto* title = new QLabel(tr("Open an export"), this);
    title->setFont(titleFont());
    grid->addWidget(title, 0, 0);
    grid->addWidget(
        secondary(tr("Give it everything you have of one model, in any order. Files are told apart by content and joined."), this),
        1, 0);

    auto* drop = new DropArea(this);
    drop->setMinimumHeight(px(146));
    auto* column = new QVBoxLayout(drop);
    column->setContentsMargins(16, px(58), 16, 16);
    auto* what = new QLabel(tr("Drop files or a folder here"), drop);
    what->setFont(headingFont());
    what->setAlignment(Qt::AlignCenter);
    column->addWidget(what);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    auto* open = new QPushButton(tr("Open files…  %1").arg(keyText(QStringLiteral("Ctrl+O"))), drop);
    open->setObjectName(QStringLiteral("primary"));
    auto* sample = new QPushButton(tr("Open sample session"), drop);
    sample->setObjectName(QStringLiteral("openSample"));
    sample->setEnabled(!sampleFolder().isEmpty());
    buttons->addWidget(open);
    buttons->addWidget(sample);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addStretch();
    grid->addWidget(drop, 2, 0);
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(sample, &QPushButton::clicked, this, &StartPage::sampleRequested);

    grid->setRowMinimumHeight(3, 16);
    grid->addWidget(makeHeading(tr("What it reads"), {}, this), 4, 0);
    grid->addWidget(makeReads(this), 5, 0);

    grid->addWidget(makeHeading(tr("Recent sessions"), {}, this), 1, 1);
    auto* recent = new QListWidget(this);
    recent->setObjectName(QStringLiteral("recent"));
    for (const QStringList& paths : recentSessions()) {
        const bool gone = std::ranges::any_of(paths, [](const QString& path) { return !QFileInfo::exists(path); });
        const RecentName name = recentName(paths);
        auto* item = new QListWidgetItem(
            gone ? markIcon(Mark::Missing) : lineIcon(Icon::Record),
            name.what + QLatin1Char('\n') + (gone ? tr("%1 – file is gone") : QStringLiteral("%1")).arg(name.where), recent);
        item->setData(Qt::UserRole, paths);
    }
    if (recent->count() == 0) {
        auto* item = new QListWidgetItem(tr("Sessions that you open are listed here."), recent);
        item->setFlags(Qt::NoItemFlags);
    }
    grid->addWidget(recent, 2, 1, 4, 1);
    connect(recent, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        if (const QStringList paths = item->data(Qt::UserRole).toStringList(); !paths.isEmpty()) emit sessionRequested(paths);
    });
    grid->setRowMinimumHeight(6, 12);
    auto* keys = secondary(
        tr("%1 every command    %2 keys    %3 add files to the session")
            .arg(keyText(QStringLiteral("Ctrl+K")), keyText(QStringLiteral("F1")), keyText(QStringLiteral("Ctrl+Shift+O"))),
        this);
    grid->addWidget(keys, 7, 0);
    auto* promise = secondary(tr("Nothing leaves this computer. Files are read in place, never changed."), this);
    promise->setAlignment(Qt::AlignRight);
    grid->addWidget(promise, 7, 1);
    grid->setRowStretch(8, 1);
}

}  // namespace etscope::ui
