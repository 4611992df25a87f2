#include "charts/splice_bar.h"

#include <QPainter>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kSplicePad = 12, kSpliceLeast = 10;

double spliceHigh() { return QFontMetricsF(smallFont()).height() + px(8); }

}  // namespace

SpliceBar::SpliceBar(QWidget* parent) : ItemView(parent) {
    introduce("spliceBar", tr("Rows of the prompt by where they come from"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize SpliceBar::sizeHint() const {
    return {px(360), static_cast<int>(std::ceil(spliceHigh() + QFontMetricsF(smallFont()).height())) + px(14)};
}

void SpliceBar::setBoxes(std::vector<SpliceBox> boxes) {
    m_boxes = std::move(boxes);
    forgetItems();
}

QRectF SpliceBar::boxOf(std::size_t item) const {
    double rows = 0, before = 0;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        rows += static_cast<double>(m_boxes[i].count);
        if (i < item) before += static_cast<double>(m_boxes[i].count);
    }
    // Each has its least width first, what is left is shared by rows.
    const double room = std::max(1.0, width() - 2.0 * px(kSplicePad)), boxes = static_cast<double>(m_boxes.size());
    const double least = std::min<double>(px(kSpliceLeast), room / boxes), each = rows > 0 ? (room - least * boxes) / rows : 0;
    return {px(kSplicePad) + least * static_cast<double>(item) + each * before, static_cast<double>(px(6)),
            least + each * static_cast<double>(m_boxes[item].count), spliceHigh()};
}

QString SpliceBar::nameOf(std::size_t item) const {
    const SpliceBox& box = m_boxes[item];
    const QString rows =
        box.count > 1 ? tr("rows %1 … %2").arg(box.first).arg(box.first + box.count - 1) : tr("row %1").arg(box.first);
    return rows + QStringLiteral(": ") + box.text + QStringLiteral(", ") + markName(box.mark) +
           (box.tooltip.isEmpty() ? QString() : QLatin1Char('\n') + box.tooltip);
}

void SpliceBar::paintAll(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), t.base);
    const QFontMetricsF metrics(smallFont());
    double end = 0;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const SpliceBox& one = m_boxes[i];
        const QRectF box = boxOf(i).adjusted(0.5, 0.5, -0.5, -0.5);
        const bool wrong = one.mark == Mark::Differ, unknown = one.mark != Mark::Match && !wrong;
        painter.setBrush(wrong ? t.differBack : unknown ? t.missingBack : one.picture ? t.incomparableBack : t.matchBack);
        painter.setPen(QPen(wrong         ? t.differ
                            : unknown     ? t.missing
                            : one.picture ? t.incomparable
                                          : t.match,
                            wrong ? 2 : 1, unknown ? Qt::DashLine : Qt::SolidLine));
        painter.drawRoundedRect(box, 2, 2);
        writeIn(painter, smallFont(), t.text);
        const QString words = metrics.horizontalAdvance(one.text) + 6 <= box.width() ? one.text : one.shorter;
        if (metrics.horizontalAdvance(words) + 2 <= box.width()) painter.drawText(box, Qt::AlignCenter, words);
        const bool last = i + 1 == m_boxes.size();
        const QString number = (i == 0 ? tr("row %1") : QStringLiteral("%1")).arg(one.first);
        const QString final = QString::number(one.first + one.count - 1);
        const double wide = metrics.horizontalAdvance(number), behind = last ? metrics.horizontalAdvance(final) : 0;
        const double y = boxOf(i).bottom() + px(2);
        painter.setPen(t.text3);
        const bool both = last && one.count > 1;
        if (box.left() >= end && (!both || box.left() + wide + behind + 8 <= box.right() || i == 0)) {
            painter.drawText(QRectF(box.left(), y, wide + 2, metrics.height()), Qt::AlignLeft, number);
            end = box.left() + wide + 6;
        }
        if (both && box.right() - behind >= end)
            painter.drawText(QRectF(box.right() - behind - 2, y, behind + 2, metrics.height()), Qt::AlignRight, final);
    }
}

void SpliceBar::activate(std::size_t item) {
    if (m_boxes[item].call) emit callChosen(*m_boxes[item].call);
}

QStringList SpliceBar::tsvTitles() const { return {tr("first row"), tr("rows"), tr("where they come from"), tr("state")}; }

QStringList SpliceBar::tsvCells(std::size_t item) const {
    const SpliceBox& box = m_boxes[item];
    return {QString::number(box.first), QString::number(box.count), box.text, markName(box.mark)};
}

}  // namespace etscope::ui
