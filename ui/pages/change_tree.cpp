#include "pages/change_tree.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>

#include "answers/diff_cells.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kMark = 14, kChangeTreeGap = 7, kAbove = 5;
/// A line never ends within it.
const QString kMeasure = QStringLiteral("max |d| "), kWholeMeasure = QStringLiteral("max\u00a0|d|\u00a0");
/// Parts the clauses of a sentence.
const QString kClauseEnd = QStringLiteral("; ");
/// Modules that are open from the start: the first method, and in it what has no more rows than this.
constexpr int kMostOpen = 12;

QString bytesOf(const ChangeItem& item) { return diff::sizesText(item.bytesBefore, item.bytesAfter); }
QString shareOf(const ChangeItem& item) { return diff::changeOfSize(item.bytesBefore, item.bytesAfter); }

QFont titleFontOf(const ChangeItem& item) {
    QFont font = item.node ? codeFont() : headingFont();
    font.setStrikeOut(item.node && item.mark == Mark::Removed);
    return font;
}

/// What a row says: the title and what it has room for beside it, whole clauses where one fits; below that the rest of it, cut at
/// the end.
struct ChangeLines {
    QString title, first, second;

    ChangeLines(const ChangeItem& item, int width) {
        title = item.node || item.sentence.isEmpty() ? item.title : item.title + QLatin1Char(':');
        const QFontMetrics ofTitle(titleFontOf(item)), ofWords(bodyFont());
        const int room = width - ofTitle.horizontalAdvance(title) - kChangeTreeGap;
        title = ofTitle.elidedText(title, Qt::ElideMiddle, width);
        QString rest = item.sentence;
        rest.replace(kMeasure, kWholeMeasure);
        const auto fits = [&](const QString& words) { return ofWords.horizontalAdvance(words) <= room; };
        if (fits(rest)) {
            first = rest;
            return;
        }
        first = begin(rest, kClauseEnd, fits);
        if (first.isEmpty()) first = begin(rest, QStringLiteral(" "), fits);
        second = ofWords.elidedText(rest, Qt::ElideRight, width);
    }
    bool isTwo() const { return !second.isEmpty(); }

private:
    /// Takes as many parts from the beginning of the words as fit.
    template <class Fits>
    static QString begin(QString& words, const QString& end, const Fits& fits) {
        qsizetype taken = 0;
        for (qsizetype at = words.indexOf(end); at >= 0 && fits(words.left(at)); at = words.indexOf(end, at + end.size()))
            taken = at;
        const QString part = words.left(taken);
        if (taken > 0) words = words.mid(taken + end.size());
        return part;
    }
};

/// Paints two lines at most: what changed, and how; beside them bytes, and by how much.
class ChangeDelegate : public QStyledItemDelegate {
public:
    explicit ChangeDelegate(ChangeTree* tree) : QStyledItemDelegate(tree), m_tree(*tree) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const ChangeItem& item = m_tree.changes().item(index);
        const Tokens& t = tokens();
        const QRect area = option.rect.adjusted(0, kAbove, 0, -kAbove);
        const int line = lineHeight();
        const auto write = [&](const QRect& place, const QFont& font, const QColor& colour, Qt::Alignment side,
                               const QString& words) {
            if (words.isEmpty()) return;
            painter->setFont(font);
            painter->setPen(colour);
            painter->drawText(place, static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine, words);
        };
        if (index.column() == 1) {
            const QRect right(area.left(), area.top(), area.width() - kChangeTreeGap, line);
            write(right, bodyFont(), t.text2, Qt::AlignRight, bytesOf(item));
            write(right.translated(0, line), bodyFont(), t.text2, Qt::AlignRight, shareOf(item));
            return;
        }
        paintMark(*painter, QRectF(area.left() + 2, area.top() + (line - kMark) / 2.0, kMark, kMark), item.mark);
        const bool quiet = item.mark == Mark::Unchanged;
        const QRect first(area.left() + kMark + 2 * kChangeTreeGap, area.top(), textWidth(area.width()), line);
        const ChangeLines lines(item, first.width());
        const QFont font = titleFontOf(item);
        write(first, font, quiet ? t.text2 : t.text, Qt::AlignLeft, lines.title);
        const int behind = QFontMetrics(font).horizontalAdvance(lines.title) + kChangeTreeGap;
        write(first.adjusted(behind, 0, 0, 0), bodyFont(), quiet || item.node ? t.text2 : t.text, Qt::AlignLeft, lines.first);
        write(first.translated(0, line), bodyFont(), t.text2, Qt::AlignLeft, lines.second);
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        const ChangeItem& item = m_tree.changes().item(index);
        if (index.column() == 1) {
            const int width = std::max(widthOf(bytesOf(item)), widthOf(shareOf(item)));
            return {width + 2 * kChangeTreeGap, heightOf(shareOf(item).isEmpty() ? 1 : 2)};
        }
        int depth = 1;
        for (QModelIndex around = index.parent(); around.isValid(); around = around.parent()) ++depth;
        const ChangeLines lines(item, textWidth(m_tree.columnWidth(0) - depth * m_tree.indentation()));
        return {m_tree.columnWidth(0), heightOf(lines.isTwo() ? 2 : 1)};
    }

private:
    /// Of a column of that width, behind the mark.
    static int textWidth(int column) { return std::max(column - kMark - 3 * kChangeTreeGap, 60); }
    static int lineHeight() { return std::max(QFontMetrics(bodyFont()).height(), QFontMetrics(codeFont()).height()); }
    static int heightOf(int lines) { return lines * lineHeight() + 2 * kAbove; }
    static int widthOf(const QString& words) { return QFontMetrics(bodyFont()).horizontalAdvance(words); }

    const ChangeTree& m_tree;
};

/// All that a row has no room for: a line a clause, then the modules that it tells of.
QString changeTip(const ChangeItem& item) {
    constexpr qsizetype kMostPaths = 30;
    QStringList lines = item.whole.split(kClauseEnd, Qt::SkipEmptyParts);
    if (item.paths.size() > 1) lines += item.paths.first(std::min(kMostPaths, item.paths.size()));
    if (item.paths.size() > kMostPaths) lines.append(QStringLiteral("…"));
    return lines.isEmpty() ? QString() : tip(item.title + QLatin1Char('\n') + lines.join(QLatin1Char('\n')));
}

}  // namespace

void ChangeModel::setItems(ChangeItemsPtr items) {
    beginResetModel();
    m_items = items != nullptr ? std::move(items) : std::make_shared<const ChangeItems>();
    endResetModel();
}

const std::vector<int>& ChangeModel::below(const QModelIndex& parent) const {
    return parent.isValid() ? item(parent).children : m_items->top;
}

QModelIndex ChangeModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, static_cast<quintptr>(below(parent)[static_cast<std::size_t>(row)]));
}

QModelIndex ChangeModel::indexOf(int item) const {
    if (item < 0 || static_cast<std::size_t>(item) >= m_items->items.size()) return {};
    const int parent = m_items->items[static_cast<std::size_t>(item)].parent;
    const auto& rows = parent < 0 ? m_items->top : m_items->items[static_cast<std::size_t>(parent)].children;
    return createIndex(static_cast<int>(std::ranges::find(rows, item) - rows.begin()), 0, static_cast<quintptr>(item));
}

QModelIndex ChangeModel::parent(const QModelIndex& child) const {
    return child.isValid() ? indexOf(item(child).parent) : QModelIndex();
}

int ChangeModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(below(parent).size());
}

int ChangeModel::columnCount(const QModelIndex&) const { return 2; }

QVariant ChangeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const ChangeItem& one = item(index);
    if (role == Qt::DisplayRole)
        return index.column() == 1 ? bytesOf(one) : QString(one.title + QLatin1Char(' ') + one.sentence).trimmed();
    if (role == Qt::AccessibleTextRole && index.column() == 0)
        return QString(markName(one.mark) + QStringLiteral(": ") + one.title + QLatin1Char(' ') + one.sentence);
    if (role == Qt::ToolTipRole && index.column() == 0) return changeTip(one);
    return {};
}

QVariant ChangeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section == 1 ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    return section == 1 ? tr("Bytes in the program") : m_title.isEmpty() ? tr("What changed, by module") : m_title;
}

void ChangeModel::setTitle(const QString& title) {
    m_title = title;
    emit headerDataChanged(Qt::Horizontal, 0, 0);
}

ChangeTree::ChangeTree(QWidget* parent) : QTreeView(parent), m_model(new ChangeModel(this)) {
    setObjectName(QStringLiteral("changeTree"));
    setAccessibleName(tr("What changed, by module"));
    setModel(m_model);
    setItemDelegate(new ChangeDelegate(this));
    setIndentation(px(16));
    setUniformRowHeights(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(NoFrame);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    header()->setSectionsMovable(false);
    connect(header(), &QHeaderView::sectionResized, this, [this] { scheduleDelayedItemsLayout(); });
    // Also the row that was the current one before anybody chose it.
    connect(this, &QTreeView::clicked, this,
            [this](const QModelIndex& index) { emit itemChosen(static_cast<int>(index.internalId())); });
    connect(this, &QTreeView::activated, this,
            [this](const QModelIndex& index) { emit itemOpened(static_cast<int>(index.internalId())); });
    onThemeChange(this, [this] { viewport()->update(); });
}

void ChangeTree::setItems(ChangeItemsPtr items) {
    m_model->setItems(std::move(items));
    openFirst();
}

void ChangeTree::setSides(const QString& before, const QString& after) {
    m_model->setTitle(before.isEmpty() || after.isEmpty() ? QString() : tr("What changed from %1 to %2").arg(before, after));
}

/// What a person sees first: methods, and of the first what leads to the first change of a single module.
void ChangeTree::openFirst() {
    QModelIndex index = m_model->index(0, 0, {});
    int shown = m_model->rowCount({});
    while (index.isValid() && m_model->rowCount(index) > 0 && shown + m_model->rowCount(index) <= 3 * kMostOpen) {
        expand(index);
        shown += m_model->rowCount(index);
        const QModelIndex first = m_model->index(0, 0, index);
        if (m_model->item(first).node) break;
        index = first;
    }
}

int ChangeTree::currentItem() const { return currentIndex().isValid() ? static_cast<int>(currentIndex().internalId()) : -1; }

void ChangeTree::setCurrentItem(int item) {
    const QModelIndex index = m_model->indexOf(item);
    if (!index.isValid()) return;
    for (QModelIndex around = index.parent(); around.isValid(); around = around.parent()) expand(around);
    setCurrentIndex(index);
    scrollTo(index);
}

void ChangeTree::setFilter(const QString& words) { filterBelow({}, words.trimmed()); }

bool ChangeTree::filterBelow(const QModelIndex& parent, const QString& words) {
    bool any = false;
    for (int row = 0; row < m_model->rowCount(parent); ++row) {
        const QModelIndex index = m_model->index(row, 0, parent);
        const bool own = words.isEmpty() || index.data().toString().contains(words, Qt::CaseInsensitive);
        const bool inside = filterBelow(index, own ? QString() : words);
        setRowHidden(row, parent, !own && !inside);
        if (!own && inside) expand(index);
        any = any || own || inside;
    }
    return any;
}

bool ChangeTree::isFiltered(const QModelIndex& index) const {
    return index.isValid() && (isRowHidden(index.row(), index.parent()) || isFiltered(index.parent()));
}

bool ChangeTree::find(const QString& text, bool forward, bool here) {
    const int count = static_cast<int>(m_model->items()->items.size());
    const int found = nextThat(count, currentItem(), forward, here, [&](int item) {
        const QModelIndex index = m_model->indexOf(item);
        return saysAll(index.data().toString(), text) && !isFiltered(index);
    });
    setCurrentItem(found);
    return found >= 0;
}

void ChangeTree::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTreeView::currentChanged(current, previous);
    if (current.isValid()) emit itemChosen(static_cast<int>(current.internalId()));
}

void ChangeTree::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Tokens& t = tokens();
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    if (index.siblingAtColumn(0) == currentIndex().siblingAtColumn(0)) {
        painter->fillRect(row, hasFocus() ? t.selection : t.idleSelection);
        painter->fillRect(QRect(row.left(), row.top(), 3, row.height()), t.accent);
    }
    QStyleOptionViewItem plain = option;
    plain.state &= ~QStyle::State_Selected;
    QTreeView::drawRow(painter, plain, index);
    painter->fillRect(QRect(row.left(), row.bottom(), row.width(), 1), t.hairline);
}

/// The sign that opens a row stands beside its first line.
void ChangeTree::drawBranches(QPainter* painter, const QRect& area, const QModelIndex& index) const {
    QTreeView::drawBranches(
        painter,
        QRect(area.left(), area.top(), area.width(), std::min(area.height(), QFontMetrics(bodyFont()).height() + 2 * kAbove)),
        index);
}

/// It scrolls by pixels, and never sideways.
QSize ChangeTree::wholeSize() const { return {width(), height() + verticalScrollBar()->maximum()}; }

void ChangeTree::paintWhole(QPainter& painter) {
    const int scrolled = verticalScrollBar()->value(), top = header()->height();
    verticalScrollBar()->setValue(0);
    header()->render(&painter);
    painter.translate(0, top);
    drawTree(&painter, QRect(0, 0, viewport()->width(), wholeSize().height() - top));
    verticalScrollBar()->setValue(scrolled);
}

void ChangeTree::resizeEvent(QResizeEvent* event) {
    QTreeView::resizeEvent(event);
    scheduleDelayedItemsLayout();
}

}  // namespace etscope::ui
