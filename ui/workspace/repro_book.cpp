#include "workspace/repro_book.h"

#include <QCoreApplication>
#include <QFile>
#include <algorithm>
#include <mutex>

#include "base/scalar_type.h"
#include "causes/method_culprits.h"
#include "inventory/summary.h"
#include "look/numbers.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

constexpr int kTick = 100;  // ms
constexpr double kGib = 1024.0 * 1024 * 1024;

std::uint64_t bytesOf(double gib) { return static_cast<std::uint64_t>(gib * kGib); }

/// Of the values that the graph takes, by the sizes that it was recorded with.
std::optional<std::uint64_t> inputBytes(const graph::GraphModel& model) {
    std::uint64_t all = 0;
    for (const graph::GraphInput* input : model.userInputs()) {
        if (!input->value.valid() || !model.value(input->value).meta.valid()) continue;
        const graph::TensorMeta& meta = model.meta(model.value(input->value).meta);
        if (!meta.type) return std::nullopt;
        std::uint64_t bytes = itemSize(*meta.type);
        for (const graph::Dim& dim : model.dims(meta.sizes))
            bytes *= static_cast<std::uint64_t>(std::max<std::int64_t>(dim.value, 0));
        all += bytes;
    }
    return all;
}

WholeMethod wholeOf(const session::Session& session, const std::string& method, const JobContext& job) {
    WholeMethod whole;
    if (const auto graph = session.graph(method, graph::StageId::edge(), job)) whole.inputBytes = inputBytes(**graph);
    const auto summary = inventory::summary({session, method}, job);
    if (!summary) return whole;
    for (const auto& [stage, nodes] : (*summary)->nodeCounts)
        if (stage == graph::StageId::edge()) whole.operators = nodes;
    std::optional<std::uint64_t> bytes = 0;
    for (const auto& totals : {(*summary)->data.parameters, (*summary)->data.buffers, (*summary)->data.constants})
        if (totals) bytes = bytes && totals->bytes ? std::optional(*bytes + *totals->bytes) : std::nullopt;
    whole.constantBytes = bytes;
    if (const auto culprits = causes::methodCulprits({session, method}, job); culprits && (*culprits)->proof)
        if (const auto& judged = (*culprits)->proof->judgement) whole.ownError = shrink::ownErrorOf(*judged);
    return whole;
}

}  // namespace

/// By the threads of the jobs, read by the book.
struct ReproBook::Told {
    std::mutex mutex;
    WholeMethod whole;
    std::vector<shrink::Step> steps;
    std::optional<shrink::Answer> shrunk;
    std::optional<MendAnswer> mending, mended;
    bool isNew = false;

    template <class Change>
    void tell(Change change) {
        const std::lock_guard lock(mutex);
        change(*this);
        isNew = true;
    }
};

const shrink::Step* ReproBook::Shrinking::smallest() const {
    const auto last = std::ranges::find(steps.rbegin(), steps.rend(), shrink::TrialState::StillWrong, &shrink::Step::state);
    return last != steps.rend() ? &*last : nullptr;
}

ReproBook::ReproBook(Workspace& workspace)
    : QObject(&workspace), m_workspace(workspace), m_told(std::make_shared<Told>()), m_mender(coreMender()) {
    connect(&workspace, &Workspace::sessionChanged, this, &ReproBook::forget);
    connect(&workspace, &Workspace::verdictChanged, this, &ReproBook::changed);
    m_tick.setInterval(kTick);
    connect(&m_tick, &QTimer::timeout, this, &ReproBook::takeTold);
}

Address ReproBook::of() const { return m_shrinking.wasAsked() ? m_shrinking.asked.of : m_mending.asked.of; }

/// Both halves tell of one thing.
void ReproBook::forgetOthers(const Address& of) {
    if (this->of() == of) return;  // what is known of it stays
    m_shrink.cancel(), m_mend.cancel();
    m_shrinking = {}, m_mending = {};
    m_told = std::make_shared<Told>();
}

void ReproBook::begin(Run& run, const ReproRequest& request) {
    run.asked = request;
    run.running = true;
    m_tick.start();
}

void ReproBook::shrink(const ReproRequest& request) {
    if (m_workspace.session() == nullptr || !request.of.valid()) return;
    if (m_shrinking.running && m_shrinking.asked.of == request.of) return;
    forgetOthers(request.of);
    m_shrinking = {};
    m_told->tell([](Told& told) { told.steps.clear(), told.shrunk.reset(); });
    begin(m_shrinking, request);
    m_shrinkClock.start();
    shrink::Options options;
    options.of = request.of.text().toStdString();
    options.python = QFile::encodeName(request.python).toStdString();
    options.time = std::chrono::seconds(request.seconds);
    options.memory = bytesOf(request.memoryGib);
    options.version = QCoreApplication::applicationVersion().toStdString();
    options.onStep = [told = m_told](const shrink::Step& step) { told->tell([&](Told& all) { all.steps.push_back(step); }); };
    m_shrink.start(
        tr("Shrinking"),
        [session = m_workspace.session(), options, told = m_told, method = request.of.method.toStdString(),
         folder = QFile::encodeName(request.folder).toStdString()](const JobContext& job) {
            const WholeMethod whole = wholeOf(*session, method, job);
            told->tell([&](Told& all) { all.whole = whole; });
            auto answer = shrink::shrink(*session, options, folder, job);
            if (answer) told->tell([&](Told& all) { all.shrunk = *answer; });  // a job that was cancelled has no answer
            return answer;
        },
        [this](const Result<shrink::Answer>& answer) {
            takeTold();
            end(m_shrinking, answer ? std::nullopt : std::optional(answer.error()));
        });
    emit changed();
}

void ReproBook::mend(const ReproRequest& request) {
    if (m_workspace.session() == nullptr || !request.of.valid() || m_mender == nullptr) return;
    if (m_mending.running && m_mending.asked.of == request.of) return;
    forgetOthers(request.of);
    m_mending = {};
    m_told->tell([](Told& told) { told.mending.reset(), told.mended.reset(); });
    begin(m_mending, request);
    m_mendClock.start();
    m_mend.start(
        tr("Mending"),
        [session = m_workspace.session(), request, mender = m_mender, told = m_told](const JobContext& job) {
            auto answer = mender(
                *session, request, [&](const MendAnswer& sofar) { told->tell([&](Told& all) { all.mending = sofar; }); }, job);
            if (answer) told->tell([&](Told& all) { all.mended = *answer; });
            return answer;
        },
        [this](const Result<MendAnswer>& answer) {
            takeTold();
            end(m_mending, answer ? std::nullopt : std::optional(answer.error()));
        });
    emit changed();
}

/// What was cancelled may have an answer all the same.
void ReproBook::end(Run& run, const std::optional<Error>& error) {
    run.running = run.ending = false;
    run.cancelled = run.cancelled || (error && error->isCancelled());
    if (error && !error->isCancelled()) run.error = error;
    if (!isRunning()) m_tick.stop();
    emit changed();
}

void ReproBook::takeTold() {
    if (m_shrinking.running) m_shrinking.seconds = static_cast<double>(m_shrinkClock.elapsed()) / 1000;
    if (m_mending.running) m_mending.seconds = static_cast<double>(m_mendClock.elapsed()) / 1000;
    {
        const std::lock_guard lock(m_told->mutex);
        if (std::exchange(m_told->isNew, false)) {
            m_shrinking.whole = m_told->whole;
            m_shrinking.steps = m_told->steps;
            m_shrinking.answer = m_told->shrunk;
            if (m_told->mended)
                m_mending.told = *m_told->mended;
            else if (m_told->mending)
                m_mending.told = *m_told->mending;
        }
    }
    emit changed();
}

void ReproBook::cancelShrinking() {
    if (!m_shrinking.running) return;
    m_shrink.entry()->stop.request_stop();
    m_shrinking.ending = m_shrinking.cancelled = true;
    emit changed();
}

void ReproBook::cancelMending() {
    if (!m_mending.running) return;
    m_mend.entry()->stop.request_stop();
    m_mending.ending = m_mending.cancelled = true;
    emit changed();
}

/// Their answers would be of files that are not in view any more.
void ReproBook::forget() {
    m_shrink.cancel(), m_mend.cancel();
    m_shrinking = {}, m_mending = {};
    m_told = std::make_shared<Told>();
    m_tick.stop();
    emit changed();
}

Address ReproBook::culpritAt(const Address& near) const {
    const VerdictPtr& verdict = m_workspace.verdict();
    if (verdict == nullptr || m_workspace.session() == nullptr) return {};
    if (const findings::MethodOutcome* blaming = outcomeBlaming(*verdict, near)) return culpritAddress(*blaming);
    if (const findings::MethodOutcome* shown = outcomeOf(*verdict, m_workspace.method()); shown != nullptr && shown->culprit)
        return culpritAddress(*shown);
    const auto first = std::ranges::find_if(verdict->methods, [](const auto& outcome) { return outcome.culprit.has_value(); });
    return first != verdict->methods.end() ? culpritAddress(*first) : Address();
}

QString ReproBook::whyNot() const {
    if (m_workspace.session() == nullptr) return tr("Nothing is open.");
    if (m_workspace.checking()) return tr("What is at fault is being found out.");
    if (!culpritAt({}).valid()) return tr("Nothing is at fault that could be shrunk or mended.");
    return {};
}

bool ReproBook::isOffered() const {
    const Address culprit = culpritAt(m_workspace.selection());
    const findings::MethodOutcome* outcome = culprit.valid() ? outcomeOf(*m_workspace.verdict(), culprit.method) : nullptr;
    return outcome != nullptr && outcome->culprit && isOfProgram(*outcome->culprit);
}

}  // namespace etscope::ui
