#include "frame/recent_list.h"

#include <QContextMenuEvent>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>

#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kRecentListPad = 7, kLeft = 36, kRight = 12, kRecentListGap = 12;

Icon iconOf(const RecentSession& session) {
    static constexpr std::pair<const char*, Icon> kIcons[] = {
        {"pte", Icon::Program}, {"bpte", Icon::File},           {"ptd", Icon::Data},
        {"etdump", Icon::Dump}, {"debug_buffer", Icon::Buffer}, {"npz", Icon::Weights}};
    for (const auto& [kind, icon] : kIcons)
        if (session.kind == QLatin1String(kind)) return icon;
    return Icon::Record;
}

RecentRow rowOf(const RecentSession& session, const QStringList& gone) {
    const RecentName name = recentName(session);
    RecentRow row{name.what, name.where, recentFiles(session), {}, dateText(session.opened, QDateTime::currentDateTime()), {}};
    row.icon = iconOf(session);
    row.gone = gone.size() == session.paths.size();
    if (row.gone) {
        row.files = RecentList::tr("%n file(s) gone", nullptr, static_cast<int>(gone.size()));
        return row;
    }
    if (session.size > 0) row.size = bytesText(session.size);
    if (!gone.isEmpty()) {
        row.mark = Mark::Missing;
        row.verdict = RecentList::tr("%1 is gone").arg(QFileInfo(gone.first()).fileName());
    } else if (session.verdict) {
        row.mark = markOf(*session.verdict);
        row.verdict = text(*session.verdict);
    }
    return row;
}

int lineHeight() { return QFontMetrics(bodyFont()).height() + px(1); }

/// Paints the rows of a list of sessions.
class RecentDelegate : public QStyledItemDelegate {
public:
    RecentDelegate(const QList<RecentRow>& rows, QObject* parent) : QStyledItemDelegate(parent), m_rows(rows) {}

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {px(200), 3 * lineHeight() + 2 * px(kRecentListPad)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        if (index.row() >= m_rows.size()) return;
        const Tokens& t = tokens();
        const RecentRow& texts = m_rows[index.row()];
        painter->save();
        const QRect row = option.rect;
        if (option.state & QStyle::State_Selected) {
            painter->fillRect(row, option.state & QStyle::State_HasFocus ? t.selection : t.idleSelection);
            painter->fillRect(QRect(row.topLeft(), QSize(2, row.height())), t.accent);
        } else if (option.state & QStyle::State_MouseOver) {
            painter->fillRect(row, t.hover);
        }
        painter->fillRect(QRect(row.left(), row.bottom(), row.width(), 1), t.hairline);
        const QRectF icon(row.left() + px(12), row.top() + px(kRecentListPad) + px(1), px(15), px(15));
        texts.gone ? paintMark(*painter, icon, Mark::Missing) : paintIcon(*painter, icon, texts.icon, t.text2);
        const int right = paintRight(*painter, row, texts);
        paintLeft(*painter, row.adjusted(px(kLeft), px(kRecentListPad), -right - px(kRecentListGap), 0), texts);
        painter->restore();
    }

private:
    /// Date and size; how much room they have.
    static int paintRight(QPainter& painter, const QRect& row, const RecentRow& texts) {
        const QFontMetrics metrics(bodyFont());
        const int width = std::max(metrics.horizontalAdvance(texts.date), metrics.horizontalAdvance(texts.size));
        const QRect box(row.right() - px(kRight) - width, row.top() + px(kRecentListPad), width + 1, lineHeight());
        painter.setFont(bodyFont());
        painter.setPen(tokens().text2);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, texts.date);
        painter.drawText(box.translated(0, lineHeight()), Qt::AlignRight | Qt::AlignVCenter, texts.size);
        return width + px(kRight);
    }

    static void paintLeft(QPainter& painter, QRect box, const RecentRow& texts) {
        const Tokens& t = tokens();
        box.setHeight(lineHeight());
        const QFont nameFont = texts.gone ? bodyFont() : headingFont();
        const QFontMetrics nameMetrics(nameFont), metrics(bodyFont());
        const QString name = nameMetrics.elidedText(texts.name, Qt::ElideMiddle, box.width());
        const int used = nameMetrics.horizontalAdvance(name) + px(8);
        painter.setFont(nameFont);
        painter.setPen(texts.gone ? t.text2 : t.text);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setFont(bodyFont());
        painter.setPen(t.text2);
        const QString folder = elidedFolder(texts.folder, metrics, box.width() - used);
        painter.drawText(box.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, folder);
        box.translate(0, lineHeight());
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(texts.files, Qt::ElideRight, box.width()));
        box.translate(0, lineHeight());
        if (texts.verdict.isEmpty()) return;
        const int size = px(12);
        paintMark(painter, QRectF(box.left(), box.top() + (box.height() - size) / 2.0, size, size), texts.mark);
        box.setLeft(box.left() + size + px(4));
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(texts.verdict, Qt::ElideRight, box.width()));
    }

    const QList<RecentRow>& m_rows;
};

}  // namespace

QString elidedFolder(const QString& folder, const QFontMetrics& metrics, int width) {
    if (metrics.horizontalAdvance(folder) <= width) return folder;
    const QChar separator = QDir::separator();
    const QStringList parts = folder.split(separator);
    for (qsizetype head = parts.size() - 2; head > 0; --head) {
        const QString shown = parts.mid(0, head).join(separator) + separator + QChar(0x2026) + separator + parts.last();
        if (metrics.horizontalAdvance(shown) <= width) return shown;
    }
    return metrics.elidedText(QChar(0x2026) + (separator + parts.last()), Qt::ElideMiddle, std::max(0, width));
}

RecentList::RecentList(QWidget* parent) : QListWidget(parent) {
    setObjectName(QStringLiteral("recent"));
    setAccessibleName(tr("Recent sessions"));
    setItemDelegate(new RecentDelegate(m_rows, this));
    setMouseTracking(true);
    setUniformItemSizes(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void RecentList::setSessions(const QList<RecentSession>& sessions) {
    clear();
    m_sessions = sessions;
    m_rows.clear();
    m_rows.resize(m_sessions.size());
    for (int row = 0; row < m_sessions.size(); ++row) {
        (new QListWidgetItem(this))->setToolTip(tip(m_sessions[row].paths.join(QLatin1Char('\n'))));
        showRow(row);
    }
    if (!m_sessions.isEmpty()) setCurrentRow(0);
    updateGeometry();
    lookForFiles();
}

void RecentList::lookForFiles() {
    m_looking.cancel();
    if (m_sessions.isEmpty()) return;
    m_looking.start(
        tr("Looking for recent files"),
        [sessions = m_sessions](const JobContext& job) -> Result<QSet<QString>> {
            QSet<QString> gone;
            for (const RecentSession& session : sessions)
                for (const QString& path : session.paths) {
                    if (job.cancelled()) return gone;
                    if (!isThere(path)) gone.insert(path);
                }
            return gone;
        },
        [this](Result<QSet<QString>> gone) {
            if (!gone || *gone == m_gone) return;
            m_gone = *std::move(gone);
            for (int row = 0; row < m_sessions.size(); ++row) showRow(row);
        });
}

QStringList RecentList::goneOf(int row) const {
    QStringList gone = m_sessions[row].paths;
    gone.removeIf([this](const QString& path) { return !m_gone.contains(path); });
    return gone;
}

void RecentList::showRow(int row) {
    m_rows[row] = rowOf(m_sessions[row], goneOf(row));
    const RecentRow& texts = m_rows[row];
    QStringList lines{texts.name, texts.folder, texts.files, texts.verdict, texts.date, texts.size};
    lines.removeAll(QString());
    item(row)->setText(lines.join(QLatin1Char('\n')));
    texts.gone ? addLinks(row) : removeItemWidget(item(row));
}

/// In the place of the verdict.
void RecentList::addLinks(int at) {
    const RecentSession session = m_sessions[at];
    auto* over = new QWidget;
    auto* column = makeColumn(over, {px(kLeft), 0, px(kRight), px(kRecentListPad)});
    column->addStretch();
    auto* row = makeRow(nullptr, {}, px(12));
    const auto add = [&](const QString& text, const char* name, auto&& act) {
        auto* button = named("link", new QPushButton(text, over));
        button->setProperty("does", QLatin1String(name));
        button->setFixedHeight(lineHeight());
        button->setAccessibleDescription(recentName(session).what);
        // The row goes with what is done.
        connect(button, &QPushButton::clicked, this, act, Qt::QueuedConnection);
        row->addWidget(button);
    };
    add(tr("Find it…"), "find", [this, session, lost = goneOf(at).first()] { emit searched(session, lost); });
    add(tr("Remove from list"), "remove", [this, paths = session.paths] { emit removed(paths); });
    row->addStretch();
    column->addLayout(row);
    setItemWidget(item(at), over);
}

int RecentList::fullHeight() const {
    int height = 2;
    for (int row = 0; row < count(); ++row) height += sizeHintForRow(row);
    return height;
}

QSize RecentList::sizeHint() const { return {px(320), fullHeight()}; }

QSize RecentList::minimumSizeHint() const { return {px(240), fullHeight()}; }

void RecentList::activate(int row) {
    const RecentSession one = m_sessions[row];  // the list may be filled anew by who is told
    m_rows[row].gone ? emit searched(one, goneOf(row).first()) : emit opened(one.paths);
}

void RecentList::keyPressEvent(QKeyEvent* event) {
    if (currentRow() < 0) return QListWidget::keyPressEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return activate(currentRow());
    if (event->key() == Qt::Key_Delete) return emit removed(QStringList(m_sessions[currentRow()].paths));
    QListWidget::keyPressEvent(event);
}

/// Also where the desktop opens by one click.
void RecentList::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const QListWidgetItem* item = itemAt(event->position().toPoint()); item != nullptr) activate(row(item));
}

void RecentList::contextMenuEvent(QContextMenuEvent* event) {
    const int row = currentRow();
    if (row < 0) return;
    QMenu* menu = makeMenu(this);
    const RecentSession session = m_sessions[row];
    const QString lost = m_rows[row].gone ? goneOf(row).first() : QString();
    connect(menu->addAction(lost.isEmpty() ? tr("Open") : tr("Find it…")), &QAction::triggered, this,
            [this, session, lost] { lost.isEmpty() ? emit opened(session.paths) : emit searched(session, lost); });
    connect(menu->addAction(tr("Remove from list")), &QAction::triggered, this,
            [this, paths = session.paths] { emit removed(paths); });
    menu->popup(event->reason() == QContextMenuEvent::Keyboard ? viewport()->mapToGlobal(visualItemRect(currentItem()).center())
                                                               : event->globalPos());
}

void RecentList::changeEvent(QEvent* event) {
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) updateGeometry();
}

}  // namespace etscope::ui
