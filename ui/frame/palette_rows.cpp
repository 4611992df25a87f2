#include "frame/palette_rows.h"

#include <QPainter>
#include <algorithm>
#include <array>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kRow = 28, kHead = 26, kPaletteSide = 8, kCapPad = 5, kCapAround = 4, kPaletteGap = 12;

/// A key cap at the right end; the rest is left.
void drawKeys(QPainter& painter, QRect& area, const QString& keys) {
    if (keys.isEmpty()) return;
    const Tokens& t = tokens();
    const QFontMetrics metrics(smallFont());
    QRect cap(0, 0, metrics.horizontalAdvance(keys) + 2 * px(kCapPad), metrics.height() + px(kCapAround));
    cap.moveCenter(area.center());
    cap.moveRight(area.right());
    painter.setPen(t.border);
    painter.setBrush(t.raised);
    painter.drawRoundedRect(QRectF(cap).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    writeIn(painter, smallFont(), t.text2);
    painter.drawText(cap, Qt::AlignCenter, keys);
    area.setRight(cap.left() - px(kPaletteGap));
}

/// The title, of it what was typed in bold; the rest is left.
void drawTitle(QPainter& painter, QRect& area, const QString& title, const QString& wanted, const QColor& colour) {
    const qsizetype at = wanted.isEmpty() ? -1 : title.indexOf(wanted, 0, Qt::CaseInsensitive);
    const std::array<std::pair<QString, bool>, 3> parts{{{at < 0 ? title : title.left(at), false},
                                                         {at < 0 ? QString() : title.mid(at, wanted.size()), true},
                                                         {at < 0 ? QString() : title.mid(at + wanted.size()), false}}};
    for (const auto& [part, strong] : parts) {
        if (part.isEmpty() || area.width() <= 0) continue;
        QFont font = bodyFont();
        if (strong) font.setWeight(QFont::Bold);
        writeIn(painter, font, colour);
        const QFontMetrics metrics(font);
        painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(part, Qt::ElideMiddle, area.width()));
        area.setLeft(area.left() + metrics.horizontalAdvance(part));
    }
}

}  // namespace

QSize PaletteRows::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {option.rect.width(), px(index.data(HeadRole).toBool() ? kHead : kRow)};
}

void PaletteRows::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Tokens& t = tokens();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QRect area = option.rect.adjusted(px(kPaletteSide), 0, -px(kPaletteSide), 0);
    const QString title = index.data(TitleRole).toString();
    if (index.data(HeadRole).toBool()) {
        writeIn(*painter, smallFont(), t.text3);
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, title);
        const int line = QFontMetrics(smallFont()).horizontalAdvance(title) + px(kPaletteGap);
        painter->setPen(t.hairline);
        painter->drawLine(area.left() + line, area.center().y(), area.right(), area.center().y());
        return painter->restore();
    }
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    painter->fillRect(option.rect, chosen                                             ? t.selection
                                   : option.state.testFlag(QStyle::State_MouseOver) ? t.hover
                                                                                    : t.base);
    if (chosen) painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()), t.accent);
    drawKeys(*painter, area, index.data(KeysRole).toString());
    drawTitle(*painter, area, title, index.data(WantedRole).toString(), index.data(PossibleRole).toBool() ? t.text : t.text3);
    area.setLeft(area.left() + px(kPaletteGap));
    writeIn(*painter, smallFont(), chosen ? t.text2 : t.text3);
    const QString detail = index.data(DetailRole).toString();
    if (area.width() > px(kPaletteGap))
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                          painter->fontMetrics().elidedText(detail, Qt::ElideMiddle, area.width()));
    painter->restore();
}

}  // namespace etscope::ui
