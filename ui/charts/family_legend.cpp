#include "charts/family_legend.h"

#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

constexpr double kFamilyLegendSwatch = 10, kFamilyLegendGap = 5, kFamilyLegendBetween = 12;

QString wordOf(modules::OperatorFamily family) { return word(text(modules::familyName(family))); }

}  // namespace

FamilyLegend::FamilyLegend(QWidget* parent) : ItemView(parent) {
    setAccessibleName(tr("Legend"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    takeKeys();
}

void FamilyLegend::setFamilies(std::vector<modules::OperatorFamily> families) {
    std::vector<Entry> entries;
    for (const modules::OperatorFamily family : families) entries.push_back({family, wordOf(family)});
    setEntries(std::move(entries));
}

void FamilyLegend::setEntries(std::vector<Entry> entries) {
    m_entries = std::move(entries);
    setAccessibleDescription(allWords());
    forgetItems();
    takeKeys();
    updateGeometry();
}

QString FamilyLegend::allWords() const {
    QStringList words;
    for (const Entry& entry : m_entries) words.append(entry.words);
    return words.join(QStringLiteral(", "));
}

QString FamilyLegend::tooltipOf(std::size_t entry) const {
    return nameOf(entry) + QLatin1Char('\n') + (toolTip().isEmpty() ? allWords() : toolTip());
}

std::size_t FamilyLegend::count() const {
    double room = width();
    std::size_t shown = 0;
    for (; shown < m_entries.size() && room >= widthOf(m_entries[shown]); ++shown) room -= widthOf(m_entries[shown]);
    return shown;
}

QRectF FamilyLegend::boxOf(std::size_t entry) const {
    double right = width();
    for (std::size_t later = entry + 1; later < count(); ++later) right -= widthOf(m_entries[later]);
    const double wide = widthOf(m_entries[entry]);
    return {right - wide, 0, wide, static_cast<double>(height())};
}

void FamilyLegend::resizeEvent(QResizeEvent* event) {
    ItemView::resizeEvent(event);
    setCurrent(std::min(current(), static_cast<int>(count()) - 1));
    takeKeys();
}

double FamilyLegend::widthOf(const Entry& entry) {
    return kFamilyLegendSwatch + kFamilyLegendGap + QFontMetricsF(smallFont()).horizontalAdvance(entry.words) +
           kFamilyLegendBetween;
}

QSize FamilyLegend::sizeHint() const {
    double width = 0;
    for (const Entry& entry : m_entries) width += widthOf(entry);
    return {static_cast<int>(std::ceil(width)), QFontMetrics(smallFont()).height() + 4};
}

void FamilyLegend::paintAll(QPainter& painter) const {
    painter.fillRect(rect(), tokens().base);
    painter.setRenderHint(QPainter::Antialiasing, !m_entries.empty() && m_entries.front().sign != Mark::None);
    painter.setFont(smallFont());
    for (std::size_t i = 0; i < count(); ++i) {
        const FamilyColours& colours = tokens().families[static_cast<std::size_t>(m_entries[i].family)];
        const QRectF box = boxOf(i);
        const QRectF swatch(box.left() + 0.5, (height() - kFamilyLegendSwatch) / 2, kFamilyLegendSwatch, kFamilyLegendSwatch);
        painter.setPen(colours.bar);
        painter.setBrush(colours.fill);
        m_entries[i].sign == Mark::None ? painter.drawRect(swatch)
                                        : paintMark(painter, swatch.adjusted(-0.5, -0.5, 0.5, 0.5), m_entries[i].sign);
        painter.setPen(tokens().text2);
        painter.drawText(box.adjusted(kFamilyLegendSwatch + kFamilyLegendGap, 0, 0, 0), Qt::AlignVCenter, m_entries[i].words);
    }
}

}  // namespace etscope::ui
