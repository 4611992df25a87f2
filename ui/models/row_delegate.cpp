#include "models/row_delegate.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "look/marks.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kRowDelegateMargin = 8, kRowDelegateMark = 19, kRowDelegateBar = 60, kJudgedBar = 96, kAfterBar = 8, kFamily = 18,
              kIndent = 14, kRowDelegateAbove = 3;

/// Where in a bar the limit of what is normal is.
constexpr double kLimit = 0.62;

constexpr int kRelatedTint = 22, kRelatedBar = 150;  ///< of 255

QColor withAlpha(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

/// Of a bar above its text.
constexpr int kThinBar = 5, kLeastThinBar = 52, kThinGap = 3, kFramePad = 4, kFrameRadius = 3;

constexpr int kFoldSign = 12, kFoldStep = 14;

}  // namespace

QRect foldArea(const QRect& cell, int depth) {
    return {cell.left() + 4 + depth * kFoldStep, cell.center().y() - kFoldSign / 2, kFoldSign, kFoldSign};
}

namespace {

QFont fontOf(bool code, bool strong = false) {
    QFont font = code ? codeFont() : bodyFont();
    if (strong) font.setWeight(QFont::DemiBold);
    return font;
}

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
    const QRectF sign(foldArea(area.adjusted(-kRowDelegateMargin, 0, 0, 0), depth.toInt()));
    if (open.isValid())
        paintIcon(painter, sign.adjusted(1, 0, -1, 0), open.toInt() != 0 ? Icon::Down : Icon::Right, tokens().text2);
    area.setLeft(static_cast<int>(sign.right()) + 3);
}

int textWidth(const QString& text, const QString& second, bool code, bool strong) {
    const QFontMetrics metrics(fontOf(code));
    int widest = QFontMetrics(fontOf(code, strong)).horizontalAdvance(text);
    for (const QString& line : second.split(QLatin1Char('\n'))) widest = std::max(widest, metrics.horizontalAdvance(line));
    return widest;
}

int barWidth(Mark judged) { return judged == Mark::None ? kRowDelegateBar : kJudgedBar; }
int shareWidth(double share, Mark judged) { return share >= 0 ? barWidth(judged) + kAfterBar : 0; }

/// What stands before the text.
int widthBefore(const QModelIndex& index) {
    const QVariant depth = index.column() == 0 ? index.data(DepthRole) : QVariant();
    return (depth.isValid() ? foldArea({}, depth.toInt()).right() : 0) + index.data(IndentRole).toInt() * kIndent +
           (familyOf(index) >= 0 ? kFamily : 0) + (index.data(MarkRole).toInt() != 0 ? kRowDelegateMark : 0) +
           shareWidth(index.data(ShareRole).toDouble(), static_cast<Mark>(index.data(JudgedRole).toInt()));
}

int rowLineHeight() { return QFontMetrics(bodyFont()).height() + 1; }

/// Parted at blanks, within a word where that has no room.
QStringList wrapped(const QString& text, bool code, bool strong, int room) {
    const QFont font = fontOf(code, strong);
    const QFontMetrics metrics(font);
    if (metrics.horizontalAdvance(text) <= room) return {text};
    QTextLayout layout(breakable(text, false, metrics, room), font);
    layout.setTextOption([] {
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        return option;
    }());
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, room));
        QString part = layout.text().mid(line.textStart(), line.textLength());
        while (part.endsWith(QLatin1Char(' '))) part.chop(1);
        lines.append(part);
    }
    layout.endLayout();
    return lines;
}

struct TextLine {
    QString text;
    bool further = false;  ///< of the second text
};
/// What a cell says in `room` pixels, line by line; numbers stand as they are.
QList<TextLine> linesOf(const QModelIndex& index, int room, bool wraps) {
    const bool number = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt()).testFlag(Qt::AlignRight);
    const bool code = index.data(CodeRole).toBool(), strong = index.data(StrongRole).toBool();
    const QString text = index.data(Qt::DisplayRole).toString(), second = index.data(SecondRole).toString();
    QList<TextLine> lines;
    const auto add = [&](const QString& one, bool further) {
        for (const QString& line : wraps && !number ? wrapped(one, code, strong && !further, room) : QStringList{one})
            lines.append({line, further});
    };
    add(text, false);
    if (!second.isEmpty())
        for (const QString& line : second.split(QLatin1Char('\n'))) add(line, true);
    return lines;
}

/// Paths and qualified names differ at their ends, sentences and lists begin with what they say.
Qt::TextElideMode elision(const QString& text, bool code) {
    if (!code || text.contains(QLatin1String(", "))) return Qt::ElideRight;
    return text.contains(u'.') || text.contains(u'/') ? Qt::ElideLeft : Qt::ElideMiddle;
}

void drawLine(QPainter& painter, const QRect& area, Qt::Alignment alignment, bool code, bool strong, const QColor& colour,
              const QString& text) {
    painter.setFont(fontOf(code, strong));
    painter.setPen(colour);
    const bool number = alignment.testFlag(Qt::AlignRight);
    const QString shown = number ? text : QFontMetrics(painter.font()).elidedText(text, elision(text, code), area.width());
    painter.drawText(area, static_cast<int>(alignment) | Qt::TextSingleLine, shown);
}

QColor barColour(Mark judged) {
    const Tokens& t = tokens();
    switch (judged) {
        case Mark::Match: return t.match;
        case Mark::Warning: return t.amberMark;
        case Mark::Differ: return t.differ;
        default: return t.accent;
    }
}

/// One that is judged has a line where the limit is, and goes on behind it.
void drawShare(QPainter& painter, QRect& area, double share, Mark judged) {
    const Tokens& t = tokens();
    const QRectF bar(area.left(), area.center().y() - 3, barWidth(judged), 8);
    const bool limited = judged != Mark::None;
    painter.fillRect(bar, t.missingBack);
    painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * std::min(limited ? share * kLimit : share, 1.0), bar.height())),
                     barColour(judged));
    if (limited)
        painter.fillRect(QRectF(std::round(bar.left() + kLimit * bar.width()), bar.top() - 2, 2, bar.height() + 4), t.text2);
    area.adjust(shareWidth(share, judged), 0, 0, 0);
}

QFont thinFont(bool strong) {
    QFont font = smallFont();
    if (strong) font.setWeight(QFont::DemiBold);
    return font;
}

/// The bar above its text, both within a frame where it is the one that is chosen.
void drawBelowBar(QPainter& painter, const QRect& cell, const QModelIndex& index, bool selected) {
    const Tokens& t = tokens();
    const bool framed = index.data(FramedRole).toBool(), dim = index.data(DimRole).toBool();
    const QRect area = cell.adjusted(kRowDelegateMargin, 0, -kRowDelegateMargin, -1);
    const QFont font = thinFont(framed);
    const int line = QFontMetrics(font).height(), all = kThinBar + kThinGap + line;
    const QRectF bar(area.left(), area.center().y() - all / 2, area.width(), kThinBar);
    const double share = std::clamp(index.data(ShareRole).toDouble(), 0.0, 1.0);
    painter.fillRect(bar, selected ? mixed(t.selection, t.text3, 0.25) : t.missingBack);
    painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * share, bar.height())),
                     barColour(static_cast<Mark>(index.data(JudgedRole).toInt())));
    painter.setFont(font);
    painter.setPen(framed || selected ? t.text : dim ? t.text3 : t.text2);
    painter.drawText(QRectF(area.left(), bar.bottom() + kThinGap, area.width(), line), Qt::AlignRight | Qt::AlignVCenter,
                     index.data(Qt::DisplayRole).toString());
    if (!framed) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawOutlines(painter, QPen(t.accent, 2));
    painter.drawRoundedRect(
        QRectF(area).adjusted(-kFramePad, (area.height() - all) / 2 - kFramePad, kFramePad, -(area.height() - all) / 2 + kFramePad),
        kFrameRadius, kFrameRadius);
    painter.restore();
}

/// What a call did itself, in the colour of what it is judged to be.
void drawSign(QPainter& painter, const QRectF& box, Mark mark, Mark judged) {
    if (mark != Mark::Introduced || judged == Mark::None) return paintMark(painter, box, mark);
    const double r = box.width() * 0.42;
    const QPointF at = box.center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawAreas(painter, barColour(judged));
    painter.drawPolygon(QPolygonF({at + QPointF(0, -r), at + QPointF(r, 0), at + QPointF(0, r), at + QPointF(-r, 0)}));
    painter.restore();
}

void drawContent(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index, bool selected, bool wraps) {
    const Tokens& t = tokens();
    if (index.data(BarAboveRole).toBool()) return drawBelowBar(painter, option.rect, index, selected);
    QRect area = option.rect.adjusted(kRowDelegateMargin, 0, -kRowDelegateMargin, -1);
    const QList<TextLine> lines = linesOf(index, area.width() - widthBefore(index), wraps);
    const bool several = wraps || lines.size() > 1;
    const auto mark = static_cast<Mark>(index.data(MarkRole).toInt());
    const auto alignment = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
    QRect first = several ? QRect(area.left(), area.top() + kRowDelegateAbove, area.width(), rowLineHeight()) : area;
    if (index.column() == 0) drawFold(painter, first, index);
    first.adjust(index.data(IndentRole).toInt() * kIndent, 0, 0, 0);
    if (const int family = familyOf(index); family >= 0) drawFamily(painter, first, family);
    if (mark != Mark::None) {
        const double x = lines.front().text.isEmpty() ? first.center().x() - 6 : first.left();
        drawSign(painter, QRectF(x, several ? first.top() + 2 : first.center().y() - 6, 13, 13), mark,
                 static_cast<Mark>(index.data(JudgedRole).toInt()));
        first.adjust(kRowDelegateMark, 0, 0, 0);
    }
    if (const double share = index.data(ShareRole).toDouble(); share >= 0)
        drawShare(painter, first, share, static_cast<Mark>(index.data(JudgedRole).toInt()));
    const bool code = index.data(CodeRole).toBool(), strong = index.data(StrongRole).toBool();
    const QColor colour = index.data(DimRole).toBool() && !selected ? t.text3 : t.text;
    for (const TextLine& line : lines) {
        if (&line != &lines.front() && first.bottom() > area.bottom() + 2) break;  // the tooltip has all
        drawLine(painter, first, alignment, code, strong && !line.further,
                 line.further && !selected ? t.text2
                 : line.further            ? t.text
                                           : colour,
                 line.text);
        first.translate(0, rowLineHeight());
    }
}

int thinWidth(const QString& text) {
    return std::max(kLeastThinBar, QFontMetrics(thinFont(true)).horizontalAdvance(text) + 1) + 2 * kRowDelegateMargin;
}

/// All that the cell shows, with its margins.
int neededWidth(const QModelIndex& index) {
    if (index.data(BarAboveRole).toBool()) return thinWidth(index.data(Qt::DisplayRole).toString());
    return widthBefore(index) + 2 * kRowDelegateMargin + 2 +
           textWidth(index.data(Qt::DisplayRole).toString(), index.data(SecondRole).toString(), index.data(CodeRole).toBool(),
                     index.data(StrongRole).toBool());
}

}  // namespace

int RowDelegate::widthOf(const Cell& cell, const Column& column) {
    if (cell.barAbove) return thinWidth(cell.text);
    return cell.indent * kIndent + (cell.family >= 0 ? kFamily : 0) + (cell.mark != Mark::None ? kRowDelegateMark : 0) +
           shareWidth(cell.share, cell.judged) + 2 * kRowDelegateMargin + 2 +
           textWidth(cell.text, cell.second, column.isCode(), cell.strong);
}

int RowDelegate::heightOf(const QModelIndex& index, int width) {
    const auto lines = linesOf(index, width - 2 * kRowDelegateMargin - widthBefore(index), true).size();
    return static_cast<int>(lines) * rowLineHeight() + 2 * kRowDelegateAbove;
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
    drawContent(*painter, option, index, (option.state & QStyle::State_Selected) != 0, m_wraps);
    const auto alignment = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
    if (!alignment.testFlag(Qt::AlignRight) || option.widget == nullptr) return;  // a picture of the table changes nothing in it
    if (const int needed = neededWidth(index); needed > option.rect.width()) emit needsWidth(index.column(), needed);
}

bool RowDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                            const QModelIndex& index) {
    const bool cut = index.isValid() && !m_wraps && neededWidth(index) > option.rect.width();
    if (event->type() != QEvent::ToolTip || !cut || index.data(Qt::ToolTipRole).isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), tip(index.data(Qt::AccessibleTextRole).toString()), view);
    return true;
}

}  // namespace etscope::ui
