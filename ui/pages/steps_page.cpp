#include "pages/steps_page.h"

#include <QRegularExpression>

#include "compare/run_cases.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/picture_file.h"
#include "pages/drift_map.h"
#include "pages/drift_view.h"
#include "pages/gap_guide.h"
#include "pages/reference_bar.h"

namespace etscope::ui {
namespace {

/// All runs are computed.
std::optional<evaluate::Plan> priceOf(const session::MethodView& method, const JobContext& job) {
    auto plan = computingPlan(method, job);
    if (!plan || isQuick(*plan)) return std::nullopt;
    return *std::move(plan);
}

/// The rows of the table of operators that lie in a row of the map.
QString queryOf(const causes::DriftRow& row) {
    const QString path = text(row.path);
    if (row.kind == causes::DriftRow::Kind::Operator || path.isEmpty()) return path;
    return QStringLiteral("module:/^%1(\\.|$)/").arg(QRegularExpression::escape(path));
}

}  // namespace

StepsPage::StepsPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    m_view = new DriftView(body());
    makeColumn(body(), {}, 0)->addWidget(m_view);
    m_controls = new QWidget(this);
    auto* row = makeRow(m_controls, {}, 6);
    m_reference = new ReferenceBar(workspace, QStringLiteral("steps"), m_controls);
    row->addWidget(m_reference);
    row->addWidget(m_view->choices());
    connect(m_reference, &ReferenceBar::changed, this, [this] {
        if (hasContent()) compare();
    });
    connect(m_view->map(), &DriftMap::cellChosen, this, [this](qulonglong place, qulonglong step) {
        const QString key = text(rowKey(m_view->drift()->rows[place]));
        this->workspace().lookAt(m_view->drift()->steps[step].run, {});
        this->workspace().select(Address::ofCell(this->workspace().method(), key, static_cast<qint64>(step)));
    });
    connect(m_view->map(), &DriftMap::cellOpened, this, &StepsPage::openCell);
}

bool StepsPage::hasContent() const { return workspace().session() != nullptr && hasGap(*workspace().session()); }

std::optional<std::size_t> StepsPage::runInView() const {
    const auto place = m_view->map()->place();
    return place && m_view->drift() != nullptr ? std::optional(m_view->drift()->steps[place->step].run) : std::nullopt;
}

QWidget* StepsPage::contentFocus() const { return m_view->map(); }

Searchable* StepsPage::searchable() const { return m_view->map(); }

GapChoice StepsPage::choice() const {
    GapChoice choice;
    choice.patient = m_patient.contains(workspace().method());
    m_reference->choose(choice);
    return choice;
}

void StepsPage::refresh() {
    startAnew();
    if (!hasContent())
        return workspace().session() == nullptr ? showReady()
                                                : showEmpty(incompleteGap(*workspace().session(), workspace().method()));
    askBeside<RunsPtr>(
        m_runs, tr("Reading runs"),
        [session = workspace().session()](const JobContext& job) { return compare::runs(*session, job); },
        [this](const RunsPtr& runs) {
            if (m_reference->offer(runsOf(*runs, workspace().method()))) compare();
        },
        Urgency::Awaited);
    compare();
}

/// What takes long is done when a person says so, knowing how much it is.
void StepsPage::compare() {
    ask<Answer>(
        m_drift, tr("Comparing the layers of all runs"),
        [session = workspace().session(), method = workspace().method().toStdString(),
         asked = choice()](const JobContext& job) -> Result<Answer> {
            using Kind = causes::ReferenceChoice::Kind;
            const bool computed = asked.reference.kind == Kind::Found || asked.reference.kind == Kind::Computed;
            if (computed && !asked.patient && shownDrift({*session, method}).drift == nullptr)
                if (auto price = priceOf({*session, method}, job)) return Answer{session, method, nullptr, std::move(price), asked};
            auto made = keptDrift({*session, method}, asked, job);
            if (!made) return made.failure();
            return Answer{session, method, *std::move(made), std::nullopt, asked};
        },
        [this](const Answer& answer) { take(answer); }, [this] { m_view->setDrift(nullptr); });
}

void StepsPage::take(const Answer& answer) {
    if (answer.drift != nullptr) showDrift({*answer.session, answer.method}, {answer.drift, answer.asked});
    if (answer.session != workspace().session() || answer.method != workspace().method().toStdString()) return;
    m_view->setDrift(answer.drift);
    if (answer.drift == nullptr)
        return showEmpty(missingReference(*workspace().session(), workspace().method(), {{}, answer.price, {}}, [this] {
            m_patient.insert(workspace().method());
            startAnew();
            compare();
        }));
    emit workspace().gapChanged();
    followSelection(workspace().selection());
}

void StepsPage::leave() {
    m_runs.cancel();
    m_drift.cancel();
    m_view->setDrift(nullptr);
    m_patient.clear();
    m_reference->clear();
}

/// A cell that is selected elsewhere, or gone back to, is shown where cells are.
void StepsPage::followSelection(const Address& address) {
    if (workspace().session() == nullptr) return;
    const bool here = address.isCell() && address.method == workspace().method();
    const auto place = here ? placeOf({*workspace().session(), address.method.toStdString()}, address.name.toStdString(),
                                      static_cast<std::size_t>(address.column - 1))
                            : std::nullopt;
    if (here || m_view->map()->place())
        m_view->map()->setPlace(place ? std::optional(causes::Drift::Place{place->row, place->step}) : std::nullopt);
    emit runInViewChanged();
}

/// The operators of the cell: those of its run, filtered to its row.
void StepsPage::openCell(qulonglong row, qulonglong step) {
    const DriftPtr drift = m_view->drift();
    const causes::DriftRow& one = drift->rows[row];
    const std::int64_t instruction = one.cells[step].instruction;
    const QString method = workspace().method();
    workspace().lookAt(drift->steps[step].run, method);
    emit operatorsAsked(queryOf(one));
    workspace().follow(Link::on(PageId::Gap, instruction >= 0 ? Address::ofInstruction(method, instruction) : Address()));
}

bool StepsPage::nextBad(bool forward) {
    const auto next = m_view->nextFault(forward);
    if (!next) return false;
    emit m_view->map()->cellChosen(next->row, next->step);
    return true;
}

/// A picture of the page, or the map as a table.
Result<void> StepsPage::exportTo(const QString& path) {
    const bool picture = QStringList{"png", "svg", "pdf"}.contains(suffixOf(path));
    return !picture && m_view->drift() != nullptr ? m_view->map()->exportTo(path) : Page::exportTo(path);
}

}  // namespace etscope::ui
