#include "consistency/bench.h"

#include <algorithm>
#include <cmath>

#include "base/limits.h"

namespace etscope::consistency {

namespace {

/// Positions of a call that causality is asked of, and how many of them are changed in turn.
constexpr std::int64_t kSightSize = 16;
constexpr std::int64_t kSightChanges = 16;

/// Numbers of outputs that are kept for the runtime, of both ways in both precisions: 256 MB.
constexpr std::size_t kMostKept = std::size_t{1} << 25U;

/// Of all checks of a method, unless told: some minutes.
constexpr std::uint64_t kMostOperations = 1ULL << 37U;

}  // namespace

CheckResult& notSetUp(CheckResult& result, Sentence reason) {
    result.state = State::NotSetUp;
    result.reason = std::move(reason);
    return result;
}
CheckResult& notApplicable(CheckResult& result, Sentence reason) {
    result.state = State::NotApplicable;
    result.reason = std::move(reason);
    return result;
}

Bench::Bench(const session::MethodView& method, std::shared_ptr<const Subject> subject, const Options& options,
             const JobContext& job)
    : m_method(method),
      m_subject(std::move(subject)),
      m_options(options),
      m_job(job),
      m_budget(std::min(options.operations != 0 ? options.operations : kMostOperations, limits::settable().operations)) {}

std::shared_ptr<const Subject> Bench::other(const std::string& name) {
    if (const auto found = m_others.find(name); found != m_others.end()) return found->second;
    std::shared_ptr<const Subject> made;
    if (const session::Method* known = m_method.session.method(name)) {
        auto subject = subjectOf({m_method.session, name}, known->primaryStage(), m_options.roles, m_job);
        if (subject) made = *std::move(subject);
    }
    return m_others[name] = made;
}

std::int64_t Bench::callSize(std::int64_t wanted) const noexcept {
    const Axis& axis = m_subject->sequence;
    if (!axis.symbolic()) return axis.there ? axis.fixed : 1;
    std::int64_t size = wanted;
    if (axis.most > 0) size = std::min(size, axis.most);
    if (m_subject->context > 0) size = std::min(size, m_subject->context);
    if (m_subject->window > 0) size = std::min(size, m_subject->window);
    return std::max(size, axis.least);
}

std::int64_t Bench::room(std::int64_t wanted) const noexcept {
    const std::int64_t room = m_subject->context > 0 ? std::min(wanted, m_subject->context) : wanted;
    return m_subject->window > 0 ? std::min(room, m_subject->window) : room;
}

Step Bench::step(std::int64_t start, std::int64_t size) const {
    Step step;
    step.subject = m_subject;
    step.start = start;
    step.size = m_subject->sequence.symbolic() ? size : m_subject->sequence.there ? m_subject->sequence.fixed : 1;
    step.rows = m_subject->batch.symbolic() ? 1 : m_subject->batch.there ? m_subject->batch.fixed : 1;
    return step;
}

std::vector<Pair> Bench::pairs(const Trial& trial, const Way& left, const Way& right) const {
    auto pairs = pairsOf(left, right);
    for (Pair& pair : pairs) {
        pair.region.compared = trial.compared;
        pair.region.sizes = trial.sizes;
        pair.region.positionsOnly = trial.positionsOnly;
        pair.ends |= trial.wholeRows;
    }
    return pairs;
}

Result<Disagreement> Bench::compare(const Trial& trial) {
    auto left = play(trial.left, {false, trial.leftDraws}, m_budget, m_job);
    if (!left) return left.failure();
    auto right = play(trial.right, {false, trial.rightDraws}, m_budget, m_job);
    if (!right) return right.failure();
    auto found = disagreement(*left, *right, pairs(trial, *left, *right));
    remember(trial, *std::move(left), *std::move(right));
    return found;
}

void Bench::remember(const Trial& trial, Way left, Way right) {
    if (!m_options.runtime) return;
    std::size_t count = 0;
    for (const Way* way : {&left, &right})
        for (const auto* seen : {&way->declared, &way->wide})
            for (const Seen& one : *seen)
                for (const auto& output : one.outputs) count += output ? output->data.size() : 0;
    if (m_kept + count > kMostKept) {
        m_tooLarge.insert(m_check);
        return;
    }
    m_kept += count;
    for (Way* way : {&left, &right})
        for (auto* seen : {&way->declared, &way->wide})
            for (Seen& one : *seen) one.values.clear();
    m_asked.push_back({m_check, trial, std::move(left), std::move(right)});
}

bool Bench::tryOut(const Trial& trial, CheckResult& result) {
    const auto found = compare(trial);
    if (!found) {
        if (result.compared == 0) notSetUp(result, Sentence(found.error().message));
        return false;
    }
    const std::string& refused = found->refusedLeft.empty() ? found->refusedRight : found->refusedLeft;
    if (found->compared == 0) {
        if (result.compared == 0)
            notSetUp(result, refused.empty() ? Sentence::of("no output can be held against that of the other way")
                                             : Sentence::of("node %1 cannot be computed", refused));
        return false;
    }
    const auto beyond = [](double difference, double envelope) {
        return difference == 0 ? 0 : difference / std::max(envelope, 1e-300);
    };
    const bool further =
        result.compared == 0 || beyond(found->worst.most, found->worst.envelope) > beyond(result.difference, result.envelope);
    result.compared += found->compared;
    if (found->differs() || further) {
        result.difference = found->worst.most;
        result.envelope = found->worst.envelope;
        result.output = found->output;
        result.position = found->worst.position >= 0 ? std::optional(found->worst.position) : std::nullopt;
        result.row = found->worst.row >= 0 ? std::optional(found->worst.row) : std::nullopt;
        result.left = trial.leftWords;
        result.right = trial.rightWords;
    }
    if (!found->differs()) {
        result.state = State::Agree;
        result.reason = Sentence::of("both ways agree within what rounding does to them");
        return true;
    }
    result.state = State::Disagree;
    result.reason = Sentence::of("both ways must agree, and do not");
    const auto left = play(trial.left, {true, trial.leftDraws}, m_budget, m_job);
    const auto right = left ? play(trial.right, {true, trial.rightDraws}, m_budget, m_job) : Result<Way>(left.failure());
    if (left && right) {
        const auto met = pairs(trial, *left, *right);
        result.blame = blame(m_method, *left, *right, met, disagreement(*left, *right, met), trial.blame, m_job);
    }
    return false;
}

Trial Bench::changedAt(std::int64_t size, std::int64_t position) const {
    Trial trial;
    trial.left = {step(0, size)};
    trial.right = {step(0, size)};
    trial.right.front().changed = [position](std::int64_t, std::int64_t at) { return at == position; };
    trial.sizes = true;
    return trial;
}

/// Which positions moved in any output when `changed` did.
std::vector<bool> Bench::movedIn(const Trial& trial, const Way& left, const Way& right, std::int64_t changed,
                                 bool& positional) const {
    std::vector<bool> moved;
    Trial others = trial;
    others.compared = [changed](std::int64_t, std::int64_t position) { return position != changed; };
    for (const Pair& pair : pairs(others, left, right))
        for (std::size_t o = 0; o < left.wide.front().outputs.size(); ++o) {
            if (m_subject->stateOutputs.contains(o)) continue;
            const auto apart = apartByPosition(left, right, pair, o);
            if (apart.empty()) continue;
            positional = true;
            const double envelope = outputDifference(left, right, pair, o, o).envelope;
            moved.resize(std::max(moved.size(), apart.size()), false);
            for (std::size_t i = 0; i < apart.size(); ++i)
                if (!(apart[i] <= envelope)) moved[i] = true;
        }
    return moved;
}

Result<Bench::Sight> Bench::sight() {
    if (m_sight) return *m_sight;
    Sight sight;
    sight.size = callSize(kSightSize);
    const std::int64_t turns = std::min(kSightChanges, sight.size);
    const Trial plain = changedAt(sight.size, 0);
    const auto left = play(plain.left, {}, m_budget, m_job);
    if (!left) return left.failure();
    sight.refused = left->wide.front().refused;
    sight.complete = turns == sight.size;
    std::vector<bool> leaks(sight.complete ? static_cast<std::size_t>(sight.size * sight.size) : 0, false);
    for (std::int64_t turn = 0; turn < turns; ++turn) {
        const std::int64_t j = turns == sight.size ? turn : turn * (sight.size - 1) / (turns - 1);
        const Trial trial = changedAt(sight.size, j);
        const auto right = play(trial.right, {}, m_budget, m_job);
        if (!right) return right.failure();
        const std::vector<bool> moved = movedIn(trial, *left, *right, j, sight.positional);
        for (std::int64_t i = 0; i < sight.size; ++i) {
            const bool here = i != j && static_cast<std::size_t>(i) < moved.size() && moved[static_cast<std::size_t>(i)];
            if (i < j) ++sight.pairs;
            if (here && i < j) {
                ++sight.leaks;
                sight.ahead = std::max(sight.ahead, j - i);
                if (!sight.changed) sight.changed = j;
            } else if (here) {
                sight.behind = std::max(sight.behind, i - j);
            }
            if (sight.complete) leaks[static_cast<std::size_t>(i * sight.size + j)] = here;
        }
    }
    for (std::int64_t length = 2; sight.complete && length < sight.size; ++length) {
        bool all = true;
        for (std::int64_t i = 0; i < sight.size; ++i)
            for (std::int64_t j = i + 1; j < sight.size; ++j)
                all &= leaks[static_cast<std::size_t>(i * sight.size + j)] == (j < length);
        sight.prefix |= all && length > 2;
    }
    m_sight = sight;
    return sight;
}

}  // namespace etscope::consistency
