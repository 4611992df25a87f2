#include "charts/blame_rows.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kBlamePad = 12, kBlameMark = 14, kBlameGap = 8, kBlameStep = 14;
/// Of a row, where its bar stands; bars go on behind the line that is all.
constexpr double kBarFrom = 0.42, kBarPart = 0.24, kMostShare = 1.2;

QString percentText(const std::optional<double>& share) {
    return share ? QString::number(std::lround(*share * 100)) + QStringLiteral(" %") : QStringLiteral("–");
}

}  // namespace

BlameRows::BlameRows(QWidget* parent) : ItemView(parent) {
    introduce("blameRows", tr("Parts that were exchanged"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

double BlameRows::rowHeight() const { return std::ceil(QFontMetricsF(bodyFont()).height()) + px(6); }

QSize BlameRows::sizeHint() const {
    return {px(360), static_cast<int>(std::ceil(rowHeight() * static_cast<double>(m_rows.size())))};
}

void BlameRows::setRows(std::vector<BlameRow> rows) {
    m_rows = std::move(rows);
    forgetItems();
    updateGeometry();
}

QRectF BlameRows::boxOf(std::size_t item) const {
    return {0, rowHeight() * static_cast<double>(item), static_cast<double>(width()), rowHeight()};
}

QString BlameRows::nameOf(std::size_t item) const {
    const BlameRow& row = m_rows[item];
    QStringList parts{row.title, row.share ? tr("%1 of the lead comes back").arg(percentText(row.share)) : tr("not exchanged")};
    if (!row.note.isEmpty()) parts.append(row.note);
    return parts.join(QStringLiteral(", "));
}

void BlameRows::paintAll(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), t.base);
    const double from = width() * kBarFrom, length = width() * kBarPart;
    const double number = QFontMetricsF(bodyFont()).horizontalAdvance(QStringLiteral("−100 %"));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const BlameRow& row = m_rows[i];
        const QRectF box = boxOf(i);
        if (row.culprit) painter.fillRect(box, t.selection);
        painter.setPen(QPen(t.hairline, 1));
        painter.drawLine(QPointF(box.left(), box.bottom() - 0.5), QPointF(box.right(), box.bottom() - 0.5));
        const double left = px(kBlamePad) + row.depth * px(kBlameStep);
        paintMark(painter, QRectF(left, box.center().y() - px(kBlameMark) / 2.0, px(kBlameMark), px(kBlameMark)), row.mark);
        const auto write = [&](double begin, double end, const QString& words, Qt::Alignment side) {
            if (end - begin < 4) return;
            const QRectF area(begin, box.top(), end - begin, box.height());
            painter.drawText(area, static_cast<int>(Qt::AlignVCenter | side),
                             painter.fontMetrics().elidedText(words, Qt::ElideMiddle, static_cast<int>(area.width())));
        };
        writeIn(painter, row.culprit ? headingFont() : bodyFont(), t.text);
        write(left + px(kBlameMark) + px(kBlameGap), from - px(kBlameGap), row.title, Qt::AlignLeft);
        const QRectF bar(from, box.center().y() - px(4), length, px(8));
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.raised);
        painter.drawRect(bar);
        if (row.share && *row.share > 0) {
            QRectF filled = bar;
            filled.setWidth(std::max(1.0, length * std::min(*row.share, kMostShare) / kMostShare));
            painter.setBrush(row.mark == Mark::Differ ? t.differ : row.mark == Mark::Warning ? t.amber : t.text3);
            painter.drawRect(filled);
        }
        painter.setPen(QPen(t.text2, 1));
        const double all = from + length / kMostShare;
        painter.drawLine(QPointF(all, bar.top() - 2), QPointF(all, bar.bottom() + 2));
        writeIn(painter, row.culprit ? headingFont() : bodyFont(), t.text2);
        write(from + length + px(kBlameGap), from + length + px(kBlameGap) + number, percentText(row.share), Qt::AlignRight);
        write(from + length + number + 2 * px(kBlameGap), box.right() - px(kBlamePad), row.note, Qt::AlignLeft);
    }
}

void BlameRows::paintHighlight(QPainter& painter, std::size_t item) const {
    if (!hasFocus()) return;
    drawOutlines(painter, QPen(tokens().accent, 2));
    painter.drawRect(boxOf(item).adjusted(1, 1, -1, -2));
}

void BlameRows::activate(std::size_t item) {
    if (m_rows[item].leads.valid()) emit chosen(m_rows[item].leads);
}

QStringList BlameRows::tsvTitles() const { return {tr("part"), tr("share of the lost lead"), tr("what comes of it")}; }

QStringList BlameRows::tsvCells(std::size_t item) const {
    const BlameRow& row = m_rows[item];
    return {row.title, row.share ? QString::number(*row.share) : QString(), row.note};
}

}  // namespace etscope::ui
