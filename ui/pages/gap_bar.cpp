#include "pages/gap_bar.h"

#include <QPushButton>

#include "charts/family_legend.h"
#include "look/make.h"
#include "pages/gap_columns.h"

namespace etscope::ui {
GapBar::GapBar(QWidget* parent) : QWidget(parent) {
    auto* row = makeRow(this, {8, 0, 0, 0});
    m_legend = new FamilyLegend(this);
    m_legend->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    std::vector<FamilyLegend::Entry> parts;
    for (const causes::Origin part : {causes::Origin::Introduced, causes::Origin::Constant, causes::Origin::Inherited})
        parts.push_back({.words = originText(part), .sign = signOf(part)});
    m_legend->setEntries(std::move(parts));
    m_legend->setToolTip(
        tr("Where the error of an operator comes from: the call itself, constants of the program that are not the record's, "
           "or what it read"));
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
