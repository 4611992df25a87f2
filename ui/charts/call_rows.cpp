#include "charts/call_rows.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kCallPad = 12, kCallMark = 14, kCallGap = 8;

}  // namespace

CallRows::CallRows(QWidget* parent) : ItemView(parent) {
    introduce("callRows", tr("Calls that made the token"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

double CallRows::rowHeight() const { return std::ceil(QFontMetricsF(bodyFont()).height()) + px(6); }

QSize CallRows::sizeHint() const {
    return {px(360), static_cast<int>(std::ceil(rowHeight() * static_cast<double>(std::max<std::size_t>(m_rows.size(), 1))))};
}

void CallRows::setRows(std::vector<CallRow> rows, std::optional<qint64> current) {
    m_rows = std::move(rows);
    m_now = current;
    forgetItems();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].call && m_rows[i].call == current) setCurrent(static_cast<int>(i));
    updateGeometry();
}

QRectF CallRows::boxOf(std::size_t item) const {
    return {0, rowHeight() * static_cast<double>(item), static_cast<double>(width()), rowHeight()};
}

QString CallRows::nameOf(std::size_t item) const {
    const CallRow& row = m_rows[item];
    QStringList parts;
    if (!row.number.isEmpty()) parts.append(tr("call %1").arg(row.number));
    for (const QString& part : {row.method, markName(row.mark), row.shapes, row.note})
        if (!part.isEmpty()) parts.append(part);
    return parts.join(QStringLiteral(", ")) + (row.tooltip.isEmpty() ? QString() : QLatin1Char('\n') + row.tooltip);
}

void CallRows::paintAll(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), t.base);
    const QFontMetricsF body(bodyFont()), fixed(codeFont()), small(smallFont());
    double numbers = 0, methods = 0, shapes = 0;
    for (const CallRow& row : m_rows) {
        numbers = std::max(numbers, body.horizontalAdvance(row.number));
        if (!row.number.isEmpty()) methods = std::max(methods, body.horizontalAdvance(row.method));
        shapes = std::max(shapes, fixed.horizontalAdvance(row.shapes));
    }
    const double mark = px(kCallPad) + numbers + px(kCallGap), name = mark + px(kCallMark) + px(kCallGap);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const CallRow& row = m_rows[i];
        const QRectF box = boxOf(i);
        if (row.call && row.call == m_now) painter.fillRect(box, t.selection);
        painter.setPen(QPen(t.hairline, 1));
        painter.drawLine(QPointF(box.left(), box.bottom() - 0.5), QPointF(box.right(), box.bottom() - 0.5));
        const double note = row.note.isEmpty() ? 0 : body.horizontalAdvance(row.note);
        const double end = box.right() - px(kCallPad) - (note > 0 ? note + px(kCallGap) : 0);
        const auto write = [&](double left, double right, const QString& words, Qt::Alignment side, Qt::TextElideMode mode) {
            if (right - left < 4) return;
            const QRectF area(left, box.top(), right - left, box.height());
            painter.drawText(area, static_cast<int>(Qt::AlignVCenter | side),
                             painter.fontMetrics().elidedText(words, mode, static_cast<int>(area.width())));
        };
        paintMark(painter, QRectF(mark, box.center().y() - px(kCallMark) / 2.0, px(kCallMark), px(kCallMark)), row.mark);
        writeIn(painter, bodyFont(), t.text2);
        write(px(kCallPad), mark - px(kCallGap) + 2, row.number, Qt::AlignRight, Qt::ElideRight);
        if (row.number.isEmpty()) {
            writeIn(painter, smallFont(), t.text2);
            write(name, end, row.method, Qt::AlignLeft, Qt::ElideRight);
        } else {
            writeIn(painter, bodyFont(), t.text);
            const double shape = std::min(name + methods + px(kCallGap) * 2, name + (end - name) * 0.55);
            write(name, row.shapes.isEmpty() ? end : shape - px(kCallGap), row.method, Qt::AlignLeft, Qt::ElideMiddle);
            writeIn(painter, codeFont(), t.text2);
            write(shape, end, row.shapes, Qt::AlignLeft, Qt::ElideRight);
        }
        if (note <= 0) continue;
        writeIn(painter, bodyFont(), t.text2);
        painter.drawText(box.adjusted(0, 0, -px(kCallPad), 0), Qt::AlignVCenter | Qt::AlignRight, row.note);
    }
}

void CallRows::paintHighlight(QPainter& painter, std::size_t item) const {
    if (!hasFocus()) return;
    drawOutlines(painter, QPen(tokens().accent, 2));
    painter.drawRect(boxOf(item).adjusted(1, 1, -1, -2));
}

void CallRows::activate(std::size_t item) {
    if (m_rows[item].call) emit callChosen(*m_rows[item].call);
}

QStringList CallRows::tsvTitles() const { return {tr("call"), tr("method"), tr("state"), tr("shapes"), tr("what is known of it")}; }

QStringList CallRows::tsvCells(std::size_t item) const {
    const CallRow& row = m_rows[item];
    return {row.number, row.method, markName(row.mark), row.shapes, row.note};
}

}  // namespace etscope::ui
