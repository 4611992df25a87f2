#include "docks/outline_delegate.h"

#include <QPainter>

#include "frame/address.h"
#include "look/marks.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kOutlineDelegateGap = 5, kOutlineDelegateMark = 11;

/// Of a module the class at its end tells least, of a weight the modules at its beginning.
Qt::TextElideMode elision(const QModelIndex& index) {
    if (!index.data(ModulePath).toString().isEmpty()) return Qt::ElideRight;
    return index.data(AddressOfItem).value<Address>().kind == Address::Kind::Tensor ? Qt::ElideLeft : Qt::ElideMiddle;
}

}  // namespace

void OutlineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const {
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    QString value = index.siblingAtColumn(1).data().toString();
    const auto mark = static_cast<Mark>(index.data(MarkOfItem).toInt());
    const int side = px(kOutlineDelegateMark), markRoom = mark == Mark::None ? 0 : side + kOutlineDelegateGap;
    const QStyle* style = option.widget->style();
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    const int whole = style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget).width() - 2 * margin - markRoom;
    const int wanted = value.isEmpty() ? 0 : QFontMetrics(smallFont()).horizontalAdvance(value) + 2 * kOutlineDelegateGap;
    // The size of a file and the cases of a method give way to its name.
    const Address::Kind kind = index.data(AddressOfItem).value<Address>().kind;
    const bool nameFirst = kind == Address::Kind::File || kind == Address::Kind::Method;
    if (nameFirst && QFontMetrics(option.font).horizontalAdvance(option.text) > whole - wanted) value.clear();
    const int room = whole - (value.isEmpty() ? 0 : wanted);
    option.text = QFontMetrics(option.font).elidedText(option.text, elision(index), room);
    option.textElideMode = Qt::ElideNone;
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    painter->setFont(smallFont());
    painter->setPen(tokens().text3);
    painter->drawText(option.rect.adjusted(0, 0, -kOutlineDelegateGap - markRoom, 0), Qt::AlignRight | Qt::AlignVCenter, value);
    if (mark == Mark::None) return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintMark(*painter,
              QRectF(option.rect.right() - kOutlineDelegateGap - side + 1, option.rect.center().y() - side / 2.0 + 0.5, side, side),
              mark);
    painter->restore();
}

}  // namespace etscope::ui
