#include "pages/tokens_page.h"

#include <algorithm>

#include "charts/output_matrix.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "pages/tokens_view.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

constexpr int kOutputWidth = 240;

Address addressOf(const compare::OutputPair& pair) { return Address::ofOutput(text(pair.method), pair.column(), pair.output); }

QString titleOf(const compare::OutputPair& pair) {
    return TokensPage::tr("%1 · output %2").arg(columnTitle(pair.column())).arg(pair.output);
}

}  // namespace

TokensPage::TokensPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    makeColumn(body(), {0, 6, 0, 0}, 0)->addWidget(m_view = new TokensView(workspace, body()));
    m_controls = new QWidget(this);
    m_output = named("tokenOutput", new LabelledCombo(tr("of"), px(kOutputWidth), m_controls));
    makeRow(m_controls, {}, 0)->addWidget(m_output);
    m_output->hide();
    connect(m_output, &QComboBox::activated, this, [this](int chosen) { select(static_cast<std::size_t>(chosen)); });
    connect(&workspace, &Workspace::runChanged, this, &TokensPage::followRun);
}

QWidget* TokensPage::controls() const { return m_controls; }

bool TokensPage::hasContent() const {
    const SessionPtr& session = workspace().session();
    return session != nullptr && (!compare::referenceSources(session).empty() || !compare::runtimeSources(session).empty());
}

std::optional<std::size_t> TokensPage::runInView() const {
    if (m_offers.empty()) return std::nullopt;
    const auto& runtime = m_offers[m_shown].pair.runtime;
    return runtime && runtime->run ? std::optional(static_cast<std::size_t>(*runtime->run)) : std::nullopt;
}

void TokensPage::refresh() {
    startAnew();
    if (!hasContent())
        return workspace().session() == nullptr
                   ? showReady()
                   : showEmpty(tr("Nothing to compare"), tr("The session has neither reference outputs nor runtime values."),
                               tr("Add an ETRecord with reference outputs, and the values of a run."));
    ask<Found>(
        m_job, tr("Looking for a vocabulary"),
        [session = workspace().session(), method = workspace().method().toStdString()](const JobContext& job) -> Result<Found> {
            auto pairs = compare::pairOutputs(session, job);
            if (!pairs) return pairs.failure();
            Found found;
            for (compare::OutputPair& pair : *pairs) {
                auto sides = tokens::tokenSides(*session, pair, job);
                if (!sides) return sides.failure();
                if (!*sides) continue;
                if (method.empty() || pair.method == method)  // values alone are of no method
                    found.offers.push_back({std::move(pair), **std::move(sides)});
                else if (!found.others.contains(text(pair.method)))
                    found.others.append(text(pair.method));
            }
            return found;
        },
        [this](Found found) { offer(std::move(found)); }, [this] { offer({}); });
}

void TokensPage::offer(Found found) {
    m_offers = std::move(found.offers);
    m_shown = 0;
    m_view->clear();
    m_output->clear();
    for (const Offer& one : m_offers) m_output->addItem(titleOf(one.pair));
    m_output->setVisible(!m_offers.empty());
    m_offers.empty() ? showNone(found.others) : followSelection(workspace().selection());
}

/// With the way to methods that have tokens.
void TokensPage::showNone(const QStringList& others) {
    PageState state;
    state.what =
        tr("No output of %1 is over a vocabulary").arg(workspace().method().isEmpty() ? tr("these files") : workspace().method());
    state.why =
        tr("Tokens are chosen by floating outputs with a reference and a runtime side whose last axis is as long as "
           "the vocabulary that metadata, a tokenizer or an embedding tell.");
    const auto go = [this](const QString& method) { return [this, method] { workspace().goToMethod(method); }; };
    if (others.isEmpty()) state.todo = tr("Choose a method that gives logits, or add tokenizer.json.");
    if (!others.isEmpty()) state.button = tr("Tokens of %1").arg(others.first()), state.act = go(others.first());
    for (const QString& method : others.mid(1)) state.choices.append({method, {}, go(method)});
    if (!state.choices.isEmpty()) state.choicesTitle = tr("Other methods with tokens");
    showEmpty(std::move(state));
}

std::size_t TokensPage::preferred() const {
    const auto place = [&](const auto& fits) {
        const auto hit = std::ranges::find_if(m_offers, fits, &Offer::pair);
        return hit != m_offers.end() ? std::optional(static_cast<std::size_t>(hit - m_offers.begin())) : std::nullopt;
    };
    const auto run = workspace().run();
    if (const auto of = place([&](const compare::OutputPair& pair) {
            return run && pair.runtime && pair.runtime->run && static_cast<std::size_t>(*pair.runtime->run) == *run;
        }))
        return *of;
    const VerdictPtr& verdict = workspace().verdict();
    const findings::MethodOutcome* outcome = verdict != nullptr ? outcomeOf(*verdict, workspace().method()) : nullptr;
    if (outcome != nullptr)
        if (const auto worst = place([&](const compare::OutputPair& pair) {
                return std::ranges::find(outcome->differing, pair.column()) != outcome->differing.end();
            }))
            return *worst;
    return 0;
}

void TokensPage::followSelection(const Address& selection) {
    if (m_offers.empty()) return;
    const auto selected = std::ranges::find(m_offers, selection, [](const Offer& one) { return addressOf(one.pair); });
    const std::size_t wanted = selected != m_offers.end() ? static_cast<std::size_t>(selected - m_offers.begin())
                               : m_view->isEmpty()        ? preferred()
                                                          : m_shown;
    if (!m_view->isEmpty() && wanted == m_shown) return;
    m_shown = wanted;
    m_output->setCurrentIndex(static_cast<int>(wanted));
    m_view->setOutput(m_offers[wanted].pair, m_offers[wanted].sides);
    emit runInViewChanged();
}

void TokensPage::followRun() {
    if (!isVisible() || m_offers.empty() || runInView() == workspace().run()) return;
    const bool ofOthers = std::ranges::none_of(m_offers, [this](const Offer& one) {
        return one.pair.runtime && one.pair.runtime->run && static_cast<std::size_t>(*one.pair.runtime->run) == workspace().run();
    });
    if (ofOthers) return;  // what is in view stays
    if (const std::size_t wanted = preferred(); wanted != m_shown) select(wanted);
}

void TokensPage::select(std::size_t offer) { workspace().select(addressOf(m_offers[offer].pair)); }

bool TokensPage::nextBad(bool forward) {
    if (m_offers.empty()) return false;
    if (m_view->nextDifferent(forward, m_offers.size() == 1)) return true;
    const VerdictPtr& verdict = workspace().verdict();
    const findings::MethodOutcome* outcome = verdict != nullptr ? outcomeOf(*verdict, workspace().method()) : nullptr;
    const std::size_t count = m_offers.size();
    for (std::size_t step = 1; outcome != nullptr && step < count; ++step) {
        const std::size_t at = (m_shown + (forward ? step : count - step)) % count;
        if (std::ranges::find(outcome->differing, m_offers[at].pair.column()) == outcome->differing.end()) continue;
        select(at);
        return true;
    }
    return false;
}

void TokensPage::leave() {
    m_job.cancel();
    m_offers.clear();
    m_shown = 0;
    m_output->clear();
    m_output->hide();
    m_view->clear();
}

}  // namespace etscope::ui
