#include "models/row_delegate.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "look/marks.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kMargin = 8, kMark = 19, kShare = 68, kBar = 60, kFamily = 18, kIndent = 14;

constexpr int kRelatedTint = 22, kRelatedBar = 150;  ///< of 255

QColor withAlpha(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

constexpr int kFoldSign = 12, kFoldStep = 14;

}  // namespace

QRect foldArea(const QRect& cell, int depth) {
    return {cell.left() + 4 + depth * kFoldStep, cell.center().y() - kFoldSign / 2, kFoldSign, kFoldSign};
}

namespace {

QFont fontOf(bool code) { return code ? codeFont() : bodyFont(); }

int familyOf(const QModelIndex& index) {
    const QVariant family = index.data(FamilyRole);
    return family.isValid() ? family.toInt() : -1;
}

/// A call's kind by colour, with a bar as boxes of graphs have it.
void drawFamily(QPainter& painter, QRect& area, int family) {
    const FamilyColours& colours = tokens().families[static_cast<std::size_t>(family)];
    const QRectF box(area.left() + 0.5, area.center().y() - 5.5, 11, 11);
    painter.fillRect(box, colours.fill);
    painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), colours.bar);
    painter.setPen(colours.bar);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
    area.adjust(kFamily, 0, 0, 0);
}

/// What stands under the row is shown or hidden by it.
void drawFold(QPainter& painter, QRect& area, const QModelIndex& index) {
    const QVariant depth = index.data(DepthRole), open = index.data(FoldRole);
    if (!depth.isValid()) return;
    const QRectF sign(foldArea(area.adjusted(-kMargin, 0, 0, 0), depth.toInt()));
    if (open.isValid())
        paintIcon(painter, sign.adjusted(1, 0, -1, 0), open.toInt() != 0 ? Icon::Down : Icon::Right, tokens().text2);
    area.setLeft(static_cast<int>(sign.right()) + 3);
}

int contentWidth(const QString& text, const QString& second, bool mark, bool share, bool code) {
    const QFontMetrics metrics(fontOf(code));
    int lines = metrics.horizontalAdvance(text);
    for (const QString& line : second.split(QLatin1Char('\n'))) lines = std::max(lines, metrics.horizontalAdvance(line));
    return lines + (mark ? kMark : 0) + (share ? kShare : 0) + 2 * kMargin + 2;
}

/// Paths and qualified names differ at their ends, sentences begin with what they say.
Qt::TextElideMode elision(const QString& text, bool code) {
    if (!code) return Qt::ElideRight;
    return text.contains(u'.') || text.contains(u'/') ? Qt::ElideLeft : Qt::ElideMiddle;
}

void drawLine(QPainter& painter, const QRect& area, Qt::Alignment alignment, bool code, const QColor& colour, const QString& text) {
    painter.setFont(fontOf(code));
    painter.setPen(colour);
    const bool number = alignment.testFlag(Qt::AlignRight);
    const QString shown = number ? text : QFontMetrics(painter.font()).elidedText(text, elision(text, code), area.width());
    painter.drawText(area, static_cast<int>(alignment) | Qt::TextSingleLine, shown);
}

void drawShare(QPainter& painter, QRect& area, double share) {
    const Tokens& t = tokens();
    const QRectF bar(area.left(), area.center().y() - 3, kBar, 8);
    painter.fillRect(bar, t.missingBack);
    painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * std::min(share, 1.0), bar.height())), t.accent);
    area.adjust(kShare, 0, 0, 0);
}

void drawContent(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index, bool selected) {
    const Tokens& t = tokens();
    QRect area = option.rect.adjusted(kMargin, 0, -kMargin, -1);
    const auto mark = static_cast<Mark>(index.data(MarkRole).toInt());
    const QString text = index.data(Qt::DisplayRole).toString(), second = index.data(SecondRole).toString();
    const auto alignment = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
    if (index.column() == 0) drawFold(painter, area, index);
    area.adjust(index.data(IndentRole).toInt() * kIndent, 0, 0, 0);
    if (const int family = familyOf(index); family >= 0) drawFamily(painter, area, family);
    if (mark != Mark::None) {
        const int y = second.isEmpty() ? area.center().y() - 6 : area.top() + 5;
        paintMark(painter, QRectF(text.isEmpty() ? area.center().x() - 6 : area.left(), y, 13, 13), mark);
        area.adjust(kMark, 0, 0, 0);
    }
    if (const double share = index.data(ShareRole).toDouble(); share >= 0) drawShare(painter, area, share);
    const bool code = index.data(CodeRole).toBool();
    const QColor colour = index.data(DimRole).toBool() && !selected ? t.text3 : t.text;
    if (second.isEmpty()) return drawLine(painter, area, alignment, code, colour, text);
    const QStringList more = second.split(QLatin1Char('\n'));
    const int height = QFontMetrics(bodyFont()).height() + 1;
    QRect line(area.left(), area.top() + 3, area.width(), height);
    drawLine(painter, line, alignment, code, colour, text);
    for (const QString& one : more) {
        line.translate(0, height);
        if (line.bottom() > area.bottom() + 2) break;  // the tooltip has all
        drawLine(painter, line, alignment, code, selected ? t.text : t.text2, one);
    }
}

int neededWidth(const QModelIndex& index) {
    const int fold =
        index.column() == 0 && index.data(DepthRole).isValid() ? foldArea({}, index.data(DepthRole).toInt()).right() : 0;
    return fold + index.data(IndentRole).toInt() * kIndent + (familyOf(index) >= 0 ? kFamily : 0) +
           contentWidth(index.data(Qt::DisplayRole).toString(), index.data(SecondRole).toString(),
                        index.data(MarkRole).toInt() != 0, index.data(ShareRole).toDouble() >= 0, index.data(CodeRole).toBool());
}

}  // namespace

int RowDelegate::widthOf(const Cell& cell, const Column& column) {
    return cell.indent * kIndent + (cell.family >= 0 ? kFamily : 0) +
           contentWidth(cell.text, cell.second, cell.mark != Mark::None, cell.share >= 0, column.code);
}

void RowDelegate::paintBack(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Tokens& t = tokens();
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const bool active = (option.state & QStyle::State_HasFocus) != 0 || (option.widget != nullptr && option.widget->hasFocus());
    const bool related = !selected && !m_related.isEmpty() && m_related.contains(index.data(AddressRole).value<Address>());
    painter.fillRect(option.rect, selected                                        ? (active ? t.selection : t.idleSelection)
                                  : (option.state & QStyle::State_MouseOver) != 0 ? t.hover
                                                                                  : t.base);
    if (related) painter.fillRect(option.rect, withAlpha(t.accent, kRelatedTint));
    painter.setPen(t.hairline);
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    if (selected && index.column() == 0)
        painter.fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()), t.accent);
    if (related && index.column() == 0)
        painter.fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()), withAlpha(t.accent, kRelatedBar));
}

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    paintBack(*painter, option, index);
    drawContent(*painter, option, index, (option.state & QStyle::State_Selected) != 0);
    const auto alignment = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
    if (!alignment.testFlag(Qt::AlignRight)) return;
    if (const int needed = neededWidth(index); needed > option.rect.width()) emit needsWidth(index.column(), needed);
}

bool RowDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                            const QModelIndex& index) {
    const bool cut = index.isValid() && neededWidth(index) > option.rect.width();
    if (event->type() != QEvent::ToolTip || !cut || index.data(Qt::ToolTipRole).isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), tip(index.data(Qt::AccessibleTextRole).toString()), view);
    return true;
}

}  // namespace etscope::ui
