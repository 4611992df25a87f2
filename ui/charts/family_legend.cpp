#include "charts/family_legend.h"

#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

constexpr double kSwatch = 10, kGap = 5, kBetween = 12;

QString wordOf(modules::OperatorFamily family) { return word(text(modules::familyName(family))); }

}  // namespace

FamilyLegend::FamilyLegend(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred); }

void FamilyLegend::setFamilies(std::vector<modules::OperatorFamily> families) {
    m_families = std::move(families);
    QStringList words;
    for (const modules::OperatorFamily family : m_families) words.append(wordOf(family));
    setToolTip(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

double FamilyLegend::widthOf(modules::OperatorFamily family) const {
    return kSwatch + kGap + QFontMetricsF(smallFont()).horizontalAdvance(wordOf(family)) + kBetween;
}

QSize FamilyLegend::sizeHint() const {
    double width = 0;
    for (const modules::OperatorFamily family : m_families) width += widthOf(family);
    return {static_cast<int>(std::ceil(width)), QFontMetrics(smallFont()).height() + 4};
}

void FamilyLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(smallFont());
    double room = width();
    std::size_t shown = 0;
    for (; shown < m_families.size() && room >= widthOf(m_families[shown]); ++shown) room -= widthOf(m_families[shown]);
    double x = room;
    for (std::size_t i = 0; i < shown; ++i) {
        const FamilyColours& colours = tokens().families[static_cast<std::size_t>(m_families[i])];
        painter.setPen(colours.bar);
        painter.setBrush(colours.fill);
        painter.drawRect(QRectF(x + 0.5, (height() - kSwatch) / 2, kSwatch, kSwatch));
        painter.setPen(tokens().text2);
        painter.drawText(QRectF(x + kSwatch + kGap, 0, widthOf(m_families[i]), height()), Qt::AlignVCenter, wordOf(m_families[i]));
        x += widthOf(m_families[i]);
    }
}

}  // namespace etscope::ui
