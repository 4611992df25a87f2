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

FamilyLegend::FamilyLegend(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred); }

void FamilyLegend::setFamilies(std::vector<modules::OperatorFamily> families) {
    std::vector<Entry> entries;
    for (const modules::OperatorFamily family : families) entries.push_back({family, wordOf(family)});
    setEntries(std::move(entries));
}

void FamilyLegend::setEntries(std::vector<Entry> entries) {
    m_entries = std::move(entries);
    QStringList words;
    for (const Entry& entry : m_entries) words.append(entry.words);
    setToolTip(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
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

void FamilyLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, !m_entries.empty() && m_entries.front().sign != Mark::None);
    painter.setFont(smallFont());
    double room = width();
    std::size_t shown = 0;
    for (; shown < m_entries.size() && room >= widthOf(m_entries[shown]); ++shown) room -= widthOf(m_entries[shown]);
    double x = room;
    for (std::size_t i = 0; i < shown; ++i) {
        const FamilyColours& colours = tokens().families[static_cast<std::size_t>(m_entries[i].family)];
        const QRectF swatch(x + 0.5, (height() - kFamilyLegendSwatch) / 2, kFamilyLegendSwatch, kFamilyLegendSwatch);
        painter.setPen(colours.bar);
        painter.setBrush(colours.fill);
        m_entries[i].sign == Mark::None ? painter.drawRect(swatch)
                                        : paintMark(painter, swatch.adjusted(-0.5, -0.5, 0.5, 0.5), m_entries[i].sign);
        painter.setPen(tokens().text2);
        painter.drawText(QRectF(x + kFamilyLegendSwatch + kFamilyLegendGap, 0, widthOf(m_entries[i]), height()), Qt::AlignVCenter,
                         m_entries[i].words);
        x += widthOf(m_entries[i]);
    }
}

}  // namespace etscope::ui
