#include "frame/start_page.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QToolButton>

#include "frame/commands.h"
#include "frame/drop_area.h"
#include "frame/recent_list.h"
#include "frame/uses_of_files.h"
#include "look/make.h"
#include "look/marks.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "look/rich_text.h"

namespace etscope::ui {
namespace {

/// Of the page: what its content has at most, where less air is left, and where Recent goes under the drop area.
constexpr int kWidest = 1192, kStartPageNarrow = 1180, kOneColumn = 880;
constexpr int kRecentWidth = 430;
constexpr double kRecentShare = 0.39;

QLabel* secondary(const QString& text, QWidget* parent) {
    auto* label = plainLabel(text, parent, &Tokens::text2);
    label->setWordWrap(true);
    return label;
}

QLabel* heading(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setFont(headingFont());
    return label;
}

QPushButton* linkButton(const QString& text, QWidget* parent) {
    auto* button = named("link", new QPushButton(text, parent));
    return button;
}

/// "Ctrl+K" in a frame, and what it does.
void addKey(QHBoxLayout& row, const QString& keys, const QString& what, QWidget* parent) {
    auto* cap = named("keyCap", new QLabel(keyText(keys), parent));
    cap->setFont(smallFont());
    row.addWidget(cap);
    row.addWidget(plainLabel(what, parent, &Tokens::text2));
    row.addSpacing(px(12));
}

/// How the program is started by other programs: lines to copy.
struct WaysIn {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::WaysIn)
};

struct Way {
    const char* when;
    const char* command;
};
constexpr Way kWays[] = {
    {QT_TRANSLATE_NOOP("etscope::ui::WaysIn", "From the shell"), "etscope model.*"},
    {QT_TRANSLATE_NOOP("etscope::ui::WaysIn", "Without a window"), "etscope-cli verdict model.*"},
    {QT_TRANSLATE_NOOP("etscope::ui::WaysIn", "At an operator"), "etscope --select forward/edge/aten_linear_default model.*"}};

/// A card with the three ways: from the shell, without a window, at a place.
QWidget* makeWaysIn(QWidget* parent) {
    auto* card = named("card", new QFrame(parent));
    auto* grid = makeGrid(card, {px(12), px(8), px(8), px(8)}, px(14), px(4));
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const Way& way : kWays) {
        const QString command = QString::fromLatin1(way.command);
        auto* shown = new ElidedLabel(card);
        shown->setText(command);
        shown->setFont(codeFont());
        auto* copy = makeSignButton(Icon::Copy, WaysIn::tr("Copy: %1").arg(command), card);
        QObject::connect(copy, &QToolButton::clicked, copy, [command] { QApplication::clipboard()->setText(command); });
        grid->addWidget(plainLabel(WaysIn::tr(way.when), card, &Tokens::text2), row, 0);
        grid->addWidget(shown, row, 1);
        grid->addWidget(copy, row++, 2);
    }
    return card;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("pageArea"));
    setAttribute(Qt::WA_StyledBackground);
    auto* outer = makeColumn(this);
    m_content = new QWidget(this);
    auto* area = scrolling(m_content, this);
    area->setObjectName(QStringLiteral("startArea"));
    outer->addWidget(area);
    m_grid = new QGridLayout(m_content);
    m_grid->setHorizontalSpacing(px(28));
    m_grid->setVerticalSpacing(0);
    m_head = new QWidget(m_content);
    auto* head = makeColumn(m_head, {0, 0, 0, px(16)}, px(4));
    auto* title = new QLabel(tr("Open an export"), m_head);
    title->setFont(titleFont());
    head->addWidget(title);
    head->addWidget(secondary(
        tr("Give it everything you have of one model, in any order. Files are told apart by content and joined."), m_head));
    m_uses = makeLeft();
    m_recentPart = makeRecent();
    m_footer = makeFooter();
    fillRecent();
    arrange();
    connect(m_recent, &QListWidget::currentRowChanged, area, [this, area](int row) {
        if (row < 0) return;
        const QRect box = m_recent->visualItemRect(m_recent->item(row));
        const QPoint at = m_recent->viewport()->mapTo(m_content, box.center());
        area->ensureVisible(at.x(), at.y(), 0, box.height());
    });
}

/// The drop area, with what the files are good for below it in a part of its own.
QWidget* StartPage::makeLeft() {
    m_drop = new DropArea(m_content);
    m_open = named("primary", new QPushButton(tr("Open files…  %1").arg(keyText(QStringLiteral("Ctrl+O"))), m_drop));
    auto* folder = named("openFolder", new QPushButton(tr("Open folder…"), m_drop));
    auto* sample = named("openSample", new QPushButton(tr("Open the sample session"), m_drop));
    sample->setEnabled(!sampleFolder().isEmpty());
    for (const auto& [button, id] : {std::pair{m_open, "file.open"}, {folder, "file.open-folder"}, {sample, "file.sample"}}) {
        m_drop->addButton(button);
        connect(button, &QPushButton::clicked, this, [this, command = QLatin1String(id)] { emit commandAsked(command); });
    }

    auto* part = new QWidget(m_content);
    auto* column = makeColumn(part, {0, px(20), 0, 0}, px(6));
    column->addWidget(heading(tr("Which files do I need?"), part));
    column->addWidget(new UsesOfFiles(part));
    column->addWidget(makeUsesLegend(part));
    column->addStretch();
    return part;
}

QWidget* StartPage::makeRecent() {
    auto* part = new QWidget(m_content);
    auto* column = makeColumn(part, {}, px(6));
    auto* top = new QHBoxLayout;
    top->addWidget(heading(tr("Recent"), part), 1);
    m_clear = linkButton(tr("Clear"), part);
    m_clear->setAccessibleName(tr("Clear the list of recent sessions"));
    top->addWidget(m_clear);
    column->addLayout(top);
    m_noRecent = secondary(tr("Sessions that you open are listed here."), part);
    column->addWidget(m_noRecent);
    m_recent = new RecentList(part);
    column->addWidget(m_recent);
    connect(m_clear, &QPushButton::clicked, this, [this] {
        clearRecent();
        fillRecent();
    });
    connect(m_recent, &RecentList::opened, this, &StartPage::sessionRequested, Qt::QueuedConnection);
    connect(m_recent, &RecentList::searched, this, &StartPage::find);
    connect(m_recent, &RecentList::removed, this, [this](const QStringList& paths) {
        const int row = m_recent->currentRow();
        forgetRecent(paths);
        fillRecent();
        m_recent->setCurrentRow(std::min(row, m_recent->count() - 1));
    });

    m_waysIn = new QWidget(part);
    auto* ways = makeColumn(m_waysIn, {0, px(24), 0, 0}, px(6));
    ways->addWidget(heading(tr("Open from the command line"), m_waysIn));
    ways->addWidget(makeWaysIn(m_waysIn));
    column->addWidget(m_waysIn);
    column->addStretch();
    return part;
}

QWidget* StartPage::makeFooter() {
    auto* footer = new QWidget(m_content);
    auto* column = makeColumn(footer, {0, px(14), 0, 0}, px(10));
    auto* line = named("hairline", new QFrame(footer));
    line->setFixedHeight(1);
    column->addWidget(line);
    auto* row = makeRow(nullptr, {}, px(5));
    addKey(*row, QStringLiteral("Ctrl+K"), tr("every command"), footer);
    addKey(*row, QStringLiteral("F1"), tr("keys"), footer);
    addKey(*row, QStringLiteral("Ctrl+Shift+O"), tr("add files to the session"), footer);
    auto* promise =
        secondary(tr("Nothing leaves this computer. Files are read in place, never changed, nothing in them is run."), footer);
    promise->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(promise, 1);
    column->addLayout(row);
    return footer;
}

/// Two columns, or where there is no room one: what was opened before under what opens.
void StartPage::arrange() {
    const bool narrow = width() < px(kStartPageNarrow), one = width() < px(kOneColumn);
    const int side = std::max(px(24), (width() - px(kWidest)) / 2);
    m_grid->setContentsMargins(side, px(narrow ? 14 : 56), side, px(narrow ? 10 : 24));
    m_drop->setLow(narrow);
    m_waysIn->setVisible(!narrow);
    const int recent = std::min(px(kRecentWidth), static_cast<int>(kRecentShare * (width() - 2 * side)));
    m_recentPart->setMinimumWidth(one ? 0 : recent);
    m_recentPart->setMaximumWidth(one ? QWIDGETSIZE_MAX : recent);
    m_recentPart->layout()->setContentsMargins(0, one ? px(20) : px(32), 0, 0);
    for (QWidget* part : {m_head, static_cast<QWidget*>(m_drop), m_uses, m_recentPart, m_footer}) m_grid->removeWidget(part);
    m_grid->addWidget(m_head, 0, 0, 1, one ? 2 : 1);
    m_grid->addWidget(m_drop, 1, 0, 1, one ? 2 : 1);
    m_grid->addWidget(m_uses, one ? 3 : 2, 0, 1, one ? 2 : 1);
    if (one)
        m_grid->addWidget(m_recentPart, 2, 0, 1, 2);
    else
        m_grid->addWidget(m_recentPart, 0, 1, 3, 1);
    m_grid->addWidget(m_footer, 4, 0, 1, 2);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, one ? 1 : 0);
    m_grid->setRowStretch(5, 1);
}

void StartPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) arrange();
}

void StartPage::fillRecent() {
    const QList<RecentSession> sessions = recentSessions();
    m_recent->setSessions(sessions);
    m_recent->setVisible(!sessions.isEmpty());
    m_noRecent->setVisible(sessions.isEmpty());
    m_clear->setVisible(!sessions.isEmpty());
}

/// Asks where one of the files is; those that were with it are looked for beside it.
void StartPage::find(const RecentSession& session, const QString& lost) {
    const QString name = QFileInfo(lost).fileName(), title = tr("Where is %1?").arg(name);
    // A folder was opened when none of the files has its name.
    const bool folder = !session.files.isEmpty() && !session.files.contains(name) && !name.endsWith(QLatin1String(".etscope"));
    askForPath(this, {folder ? PathQuestion::Kind::Folder : PathQuestion::Kind::Open, title},
               [this, title, known = session.paths, lost](const QString& found) {
                   m_finding.start(
                       title,
                       [known, lost, found](const JobContext&) -> Result<QStringList> { return foundPaths(known, lost, found); },
                       [this, known](Result<QStringList> paths) {
                           if (!paths) return;
                           moveRecent(known, *paths);
                           fillRecent();
                           emit sessionRequested(*paths);
                       });
               });
}

QStringList foundPaths(const QStringList& paths, const QString& lost, const QString& found) {
    QStringList all;
    for (const QString& path : paths) {
        const QString beside = QFileInfo(found).absolutePath() + QLatin1Char('/') + QFileInfo(path).fileName();
        all.append(path == lost ? found : !isThere(path) && isThere(beside) ? beside : path);
    }
    return all;
}

void StartPage::showDragged(const QStringList& paths) { m_drop->showDragged(paths); }

QWidget* StartPage::focusTarget() const { return m_recent->count() > 0 ? static_cast<QWidget*>(m_recent) : m_open; }

}  // namespace etscope::ui
