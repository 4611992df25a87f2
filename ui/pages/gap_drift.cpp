// The numeric gap by layer and step: the other view of the page.
#include <QButtonGroup>
#include <QRegularExpression>

#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/picture_file.h"
#include "pages/drift_map.h"
#include "pages/drift_view.h"
#include "pages/gap_guide.h"
#include "pages/gap_page.h"

namespace etscope::ui {
namespace {

/// All runs are computed.
std::optional<evaluate::Plan> priceOf(const session::MethodView& method, const JobContext& job) {
    auto plan = computingPlan(method, job);
    if (!plan || isQuick(*plan)) return std::nullopt;
    return *std::move(plan);
}

}  // namespace

void GapPage::makeViews() {
    m_bars = new QBoxLayout(QBoxLayout::LeftToRight);
    m_bars->setSpacing(0);
    head()->addLayout(m_bars);
    auto* bar = makeRow(nullptr, {8, 5, 0, 5});
    m_views = makeSwitch(bar, this, {tr("By operator"), tr("By layer and step")}, {"gapByOperator", "gapByStep"});
    bar->addStretch();
    m_bars->addLayout(bar);
    m_driftView = new DriftView(this);
    m_driftView->hide();
    connect(m_views, &QButtonGroup::idClicked, this, [this](int id) { showByStep(id == 1); });
    connect(m_driftView->map(), &DriftMap::cellChosen, this, [this](qulonglong row, qulonglong step) {
        const QString key = text(rowKey(m_driftView->drift()->rows[row]));
        workspace().select(Address::ofCell(workspace().method(), key, static_cast<qint64>(step)));
    });
    connect(m_driftView->map(), &DriftMap::cellOpened, this, &GapPage::openCell);
}

/// Above each other where they have no room beside each other: what is chosen stands there whole, as far as it may be wide.
void GapPage::fitBars() {
    int least = 0;
    for (int i = 0; i < m_bars->count(); ++i) least += m_bars->itemAt(i)->minimumSize().width();
    for (const LabelledCombo* combo : {m_reference, m_run, m_metric})
        if (combo->isVisibleTo(this)) least += combo->leastForText() - combo->minimumSizeHint().width();
    m_bars->setDirection(least > width() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void GapPage::showByStep(bool byStep) {
    if (m_byStep == byStep) return;
    m_byStep = byStep;
    m_views->button(byStep ? 1 : 0)->setChecked(true);
    showInPlace(byStep ? m_driftView : nullptr);
    for (QWidget* part : std::initializer_list<QWidget*>{m_run, m_metric}) part->setVisible(!byStep);
    m_ofRun->setVisible(!byStep);
    m_drift.cancel();
    cancelRows();  // its answer would make the page ready before the other view is
    m_audit.cancel();
    startAnew();
    emit runInViewChanged();
    remake();
}

QWidget* GapPage::contentFocus() const { return m_byStep ? m_driftView->map() : RowsPage::contentFocus(); }

void GapPage::remake() {
    if (!m_byStep) return RowsPage::remake();
    if (hasContent()) makeDrift();
}

/// What takes long is done when a person says so, knowing how much it is.
void GapPage::makeDrift() {
    GapChoice asked = choice();
    asked.options.run.reset();
    ask<DriftAnswer>(
        m_drift, tr("Comparing the layers of all runs"),
        [session = workspace().session(), method = workspace().method().toStdString(),
         asked](const JobContext& job) -> Result<DriftAnswer> {
            using Kind = causes::ReferenceChoice::Kind;
            const bool computed = asked.reference.kind == Kind::Found || asked.reference.kind == Kind::Computed;
            if (computed && !asked.patient && shownDrift({*session, method}).drift == nullptr)
                if (auto price = priceOf({*session, method}, job))
                    return DriftAnswer{session, method, nullptr, std::move(price), asked};
            auto made = keptDrift({*session, method}, asked, job);
            if (!made) return made.failure();
            return DriftAnswer{session, method, *std::move(made), std::nullopt, asked};
        },
        [this](const DriftAnswer& answer) { takeDrift(answer); }, [this] { m_driftView->setDrift(nullptr); });
}

void GapPage::takeDrift(const DriftAnswer& answer) {
    if (answer.drift != nullptr) showDrift({*answer.session, answer.method}, {answer.drift, answer.asked});
    if (answer.session != workspace().session() || answer.method != workspace().method().toStdString()) return;
    m_driftView->setDrift(answer.drift);
    if (answer.drift == nullptr)
        return showEmpty(missingReference(*workspace().session(), workspace().method(), {{}, answer.price, {}}, [this] {
            m_patient.insert(workspace().method());
            startAnew();
            makeDrift();
        }));
    emit workspace().gapChanged();
    followCell();
}

void GapPage::forgetDrift() {
    m_drift.cancel();
    m_driftView->setDrift(nullptr);
}

/// A cell that is selected elsewhere, or gone back to, is shown where cells are.
void GapPage::followCell() {
    const Address& address = workspace().selection();
    const bool here = address.isCell() && address.method == workspace().method();
    if (here && !m_byStep && isVisible()) showByStep(true);
    if (!m_byStep || workspace().session() == nullptr) return;
    const auto place = here ? placeOf({*workspace().session(), address.method.toStdString()}, address.name.toStdString(),
                                      static_cast<std::size_t>(address.column - 1))
                            : std::nullopt;
    if (here || m_driftView->map()->place())
        m_driftView->map()->setPlace(place ? std::optional(causes::Drift::Place{place->row, place->step}) : std::nullopt);
}

/// The operators of the cell: those of its run, filtered to its row.
void GapPage::openCell(qulonglong row, qulonglong step) {
    const DriftPtr drift = m_driftView->drift();
    const causes::DriftRow& one = drift->rows[row];
    m_preferred.insert(workspace().method());
    {
        const QSignalBlocker quiet(m_run);
        m_run->setCurrentIndex(std::max(0, m_run->findData(static_cast<qulonglong>(drift->steps[step].run))));
    }
    const QString path = text(one.path);
    const QString query = one.kind == causes::DriftRow::Kind::Operator ? path
                          : path.isEmpty()                             ? QString()
                                           : QStringLiteral("module:/^%1(\\.|$)/").arg(QRegularExpression::escape(path));
    const causes::DriftCell& cell = one.cells[step];
    showByStep(false);
    emit mainTable()->filterChosen(query);
    if (cell.instruction >= 0) workspace().select(Address::ofInstruction(workspace().method(), cell.instruction));
}

bool GapPage::nextFault(bool forward) {
    const auto next = m_driftView->nextFault(forward);
    if (!next) return false;
    emit m_driftView->map()->cellChosen(next->row, next->step);
    return true;
}

Searchable* GapPage::searchable() const { return m_byStep ? m_driftView->map() : RowsPage::searchable(); }

void GapPage::startExport(const QString& path, std::function<void(Result<void>)> done) {
    m_byStep ? done(exportTo(path)) : RowsPage::startExport(path, std::move(done));
}

/// By step: a picture of the page, or the map as a table.
Result<void> GapPage::exportTo(const QString& path) {
    const bool picture = QStringList{"png", "svg", "pdf"}.contains(suffixOf(path));
    return m_byStep && !picture && m_driftView->drift() != nullptr ? m_driftView->map()->exportTo(path) : RowsPage::exportTo(path);
}

}  // namespace etscope::ui
