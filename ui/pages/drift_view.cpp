#include "pages/drift_view.h"

#include <QButtonGroup>
#include <QPushButton>
#include <algorithm>

#include "answers/drift_words.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "pages/drift_map.h"

namespace etscope::ui {
namespace {

constexpr int kPadding = 24;  ///< of a button, with its border
constexpr int kChoiceWidth = 112;

}  // namespace

QButtonGroup* makeSwitch(QHBoxLayout* bar, QWidget* parent, const QStringList& titles, const QStringList& names) {
    auto* group = new QButtonGroup(parent);
    auto* row = makeRow(nullptr, {}, 0);
    for (qsizetype i = 0; i < titles.size(); ++i) {
        auto* button = new QPushButton(titles[i], parent);
        button->setObjectName(names[i]);
        button->setCheckable(true);
        button->setMinimumWidth(QFontMetrics(bodyFont()).horizontalAdvance(titles[i]) + kPadding);
        group->addButton(button, static_cast<int>(i));
        row->addWidget(button);
    }
    group->button(0)->setChecked(true);
    bar->addLayout(row);
    return group;
}

DriftView::DriftView(QWidget* parent) : QWidget(parent) {
    auto* column = makeColumn(this, {}, 0);
    auto* line = makeRow(nullptr, kBarMargins);
    m_headline = named("driftHeadline", new TextLabel({}, Qt::PlainText, &Tokens::text, this));
    line->addWidget(m_headline);
    column->addLayout(line);
    m_map = new DriftMap(this);
    column->addWidget(m_map, 1);
    m_choices = new QWidget(this);
    auto* bar = makeRow(m_choices, {}, 6);
    makeChoices(bar);
    const QButtonGroup* shown = makeSwitch(bar, this, {tr("total"), tr("own error")}, {"driftTotal", "driftOwn"});
    connect(shown, &QButtonGroup::idClicked, m_map, [this](int id) { m_map->setOwn(id == 1); });
}

void DriftView::makeChoices(QHBoxLayout* bar) {
    m_rows = addCombo(bar, tr("Rows"), "driftRows", kChoiceWidth, this);
    m_rows->addItems({tr("layers"), tr("modules"), tr("operators")});
    m_columns = addCombo(bar, tr("Columns"), "driftColumns", kChoiceWidth, this);
    m_columns->addItems({tr("steps"), tr("runs"), tr("cases")});
    connect(m_rows, &QComboBox::currentIndexChanged, m_map,
            [this](int rows) { m_map->setRows(static_cast<DriftRowsShown>(rows)); });
    connect(m_columns, &QComboBox::currentIndexChanged, m_map,
            [this](int columns) { m_map->setColumns(static_cast<DriftColumnsBy>(columns)); });
}

void DriftView::setDrift(const DriftPtr& drift) {
    if (m_drift == drift) return;
    m_drift = drift;
    QString words;
    if (drift != nullptr) {
        words = headlineOf(*drift);
        if (drift->leftOut > 0)
            words += QLatin1Char('\n') + tr("%n more run(s) are not looked at", nullptr, static_cast<int>(drift->leftOut));
    }
    m_headline->setWhole(words);
    m_map->setDrift(drift);
}

std::optional<causes::Drift::Place> DriftView::nextFault(bool forward) const {
    if (m_drift == nullptr) return std::nullopt;
    std::vector<causes::Drift::Place> faults;
    for (std::size_t step = 0; step < m_drift->steps.size(); ++step)
        for (std::size_t row = 0; row < m_drift->rows.size(); ++row) {
            if (m_drift->rows[row].below > 0) continue;
            const causes::DriftCell& cell = m_drift->rows[row].cells[step];
            const auto origin = causes::originOf(cell);
            if (origin == causes::DriftOrigin::Own || origin == causes::DriftOrigin::Constant ||
                origin == causes::DriftOrigin::State)
                faults.push_back({row, step});
        }
    const auto here = m_map->place();
    const auto key = [](const causes::Drift::Place& place) { return std::pair(place.step, place.row); };
    if (!here && forward) return faults.empty() ? std::nullopt : std::optional(faults.front());
    if (!here) return faults.empty() ? std::nullopt : std::optional(faults.back());
    if (forward) {
        const auto next = std::ranges::upper_bound(faults, key(*here), {}, key);
        return next == faults.end() ? std::nullopt : std::optional(*next);
    }
    const auto next = std::ranges::lower_bound(faults, key(*here), {}, key);
    return next == faults.begin() ? std::nullopt : std::optional(*std::prev(next));
}

}  // namespace etscope::ui
