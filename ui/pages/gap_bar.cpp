#include "pages/gap_bar.h"

#include <QPainter>
#include <QPushButton>
#include <array>
#include <cmath>

#include "look/make.h"
#include "look/marks.h"
#include "look/tokens.h"
#include "pages/gap_columns.h"

namespace etscope::ui {
namespace {

constexpr double kGapBarSign = 11, kGapBarGap = 5, kGapBarBetween = 12;
constexpr std::array kParts{causes::Origin::Introduced, causes::Origin::Constant, causes::Origin::Inherited};

double widthOf(causes::Origin part) {
    return kGapBarSign + kGapBarGap + QFontMetricsF(smallFont()).horizontalAdvance(originText(part)) + kGapBarBetween;
}

}  // namespace

PartLegend::PartLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    setToolTip(
        tr("Where the error of an operator comes from: the call itself, constants of the program that are not the record's, "
           "or what it read"));
}

QSize PartLegend::sizeHint() const {
    double width = 0;
    for (const causes::Origin part : kParts) width += widthOf(part);
    return {static_cast<int>(std::ceil(width)), QFontMetrics(smallFont()).height() + 4};
}

void PartLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont());
    painter.setPen(tokens().text2);
    double x = 0;
    for (const causes::Origin part : kParts) {
        paintMark(painter, QRectF(x, (height() - kGapBarSign) / 2, kGapBarSign, kGapBarSign), signOf(part));
        painter.drawText(QRectF(x + kGapBarSign + kGapBarGap, 0, widthOf(part), height()), Qt::AlignVCenter, originText(part));
        x += widthOf(part);
    }
}

GapBar::GapBar(QWidget* parent) : QWidget(parent) {
    auto* row = makeRow(this, {8, 0, 0, 0});
    m_legend = new PartLegend(this);
    row->addWidget(m_legend);
    m_compare = named("gapCompare", new QPushButton(tr("Compare values"), this));
    m_compare->setToolTip(tr("The values that the selected call gave, beside their reference"));
    row->addWidget(m_compare);
    m_next = named("gapNext", new QPushButton(tr("Next introduced  %1").arg(QStringLiteral("F4")), this));
    m_next->setToolTip(tr("The next call that is at fault itself; where none is known to be, the next outside the tolerance"));
    row->addWidget(m_next);
    connect(m_compare, &QPushButton::clicked, this, &GapBar::compareWanted);
    connect(m_next, &QPushButton::clicked, this, &GapBar::nextWanted);
    setComparable(false);
}

void GapBar::setComparable(bool comparable) { m_compare->setEnabled(comparable); }

void GapBar::setRoomy(bool roomy) { m_legend->setVisible(roomy); }

int GapBar::wholeWidth() const {
    return m_legend->sizeHint().width() + m_compare->sizeHint().width() + m_next->sizeHint().width() + 3 * layout()->spacing();
}

}  // namespace etscope::ui
