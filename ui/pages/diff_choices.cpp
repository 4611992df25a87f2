#include "pages/diff_choices.h"

#include <QLabel>
#include <QSignalBlocker>
#include <algorithm>

#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Names of the methods of both, those of the left first.
QStringList methodsOf(const session::Session& left, const session::Session& right) {
    QStringList names;
    for (const session::Session* side : {&left, &right})
        for (const session::Method& method : side->methods())
            if (const QString name = text(method.name); !names.contains(name)) names.append(name);
    return names;
}

/// Stages of a method, or of all, on either side.
QStringList stagesOf(const session::Session& left, const session::Session& right, const QString& method) {
    QStringList names;
    for (const session::Session* side : {&left, &right})
        for (const session::Method& one : side->methods())
            for (const graph::StageId& stage : one.stages)
                if ((method.isEmpty() || text(one.name) == method) && !names.contains(text(stage))) names.append(text(stage));
    return names;
}

void offer(QComboBox* combo, const QString& all, const QStringList& names) {
    const QSignalBlocker quiet(combo);
    const QString chosen = combo->currentIndex() > 0 ? combo->currentText() : QString();
    combo->clear();
    combo->addItem(all);
    combo->addItems(names);
    combo->setCurrentIndex(chosen.isEmpty() ? 0 : static_cast<int>(std::max<qsizetype>(0, names.indexOf(chosen) + 1)));
}

QString chosenOf(const QComboBox* combo) { return combo->currentIndex() > 0 ? combo->currentText() : QString(); }

}  // namespace

DiffChoices::DiffChoices(QWidget* parent) : QWidget(parent) {
    auto* bar = makeRow(this, kBarMargins, 6);
    m_method = addCombo(bar, tr("method"), "diffMethod", 220, this);
    m_stage = addCombo(bar, tr("stage"), "diffStage", 180, this);
    bar->addStretch(1);
    m_summary = named("diffSummary", new QLabel(this));
    bar->addWidget(m_summary);
    connect(m_method, &QComboBox::currentIndexChanged, this, &DiffChoices::methodChanged);
    connect(m_stage, &QComboBox::currentIndexChanged, this, &DiffChoices::stageChanged);
}

void DiffChoices::setSessions(const SessionPtr& left, const SessionPtr& right) {
    m_left = left;
    m_right = right;
    offer(m_method, tr("all"), methodsOf(*left, *right));
}

void DiffChoices::clear() {
    m_left.reset();
    m_right.reset();
    m_summary->clear();
}

void DiffChoices::offerStages(const QStringList& inside) {
    if (m_left != nullptr) offer(m_stage, tr("all"), stagesOf(*m_left, *m_right, chosenOf(m_method)) + inside);
}

DiffChoice DiffChoices::choice() const { return {chosenOf(m_method), chosenOf(m_stage)}; }

void DiffChoices::chooseAll() {
    const QSignalBlocker quietMethod(m_method), quietStage(m_stage);
    m_method->setCurrentIndex(0);
    offerStages({});
    m_stage->setCurrentIndex(0);
}

bool DiffChoices::oneMethod() const { return m_method->currentIndex() > 0 || m_method->count() == 2; }

void DiffChoices::say(const QString& summary) { m_summary->setText(summary); }

}  // namespace etscope::ui
