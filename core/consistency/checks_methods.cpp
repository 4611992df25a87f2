#include <algorithm>
#include <array>
#include <cmath>

#include "consistency/checks.h"
#include "consistency/uses.h"
#include "evaluate/reading.h"

namespace etscope::consistency {

namespace {

bool sameState(const Subject& a, const Subject& b) {
    if (a.states.size() != b.states.size() || a.states.empty()) return false;
    const auto shape = [](const Subject& subject, const KeptState& state) {
        std::vector<std::int64_t> sizes;
        for (const graph::GraphInput& input : subject.model().top().inputs) {
            const bool its =
                state.input ? input.value == subject.inputs[*state.input].value : subject.text(input.target) == state.buffer;
            if (its && input.value.valid())
                for (const graph::Dim& dim : sizesOf(subject.model(), input.value)) sizes.push_back(dim.value);
        }
        return sizes;
    };
    for (std::size_t i = 0; i < a.states.size(); ++i)
        if (a.states[i].buffer != b.states[i].buffer || a.states[i].input.has_value() != b.states[i].input.has_value() ||
            shape(a, a.states[i]) != shape(b, b.states[i]))
            return false;
    return true;
}

/// Names and sizes of what a graph holds.
std::map<std::string, std::vector<std::int64_t>> weightsOf(const Subject& subject) {
    std::map<std::string, std::vector<std::int64_t>> weights;
    for (const graph::GraphInput& input : subject.model().top().inputs) {
        if (input.kind != graph::InputKind::Parameter || !input.value.valid()) continue;
        auto& sizes = weights[std::string(subject.text(input.target))];
        for (const graph::Dim& dim : sizesOf(subject.model(), input.value)) sizes.push_back(dim.value);
    }
    return weights;
}

template <class Map>
bool holds(const Map& whole, const Map& part) {
    return !part.empty() && std::ranges::all_of(part, [&](const auto& one) {
        const auto found = whole.find(one.first);
        return found != whole.end() && found->second == one.second;
    });
}

bool isThere(const Held& value, const Seen& in) {
    double scale = 0;
    for (const double x : value.data) scale = std::max(scale, std::abs(x));
    return std::ranges::any_of(in.values, [&](const auto& one) {
        const std::vector<double>& other = one.second.data;
        if (other.size() != value.data.size()) return false;
        for (std::size_t i = 0; i < other.size(); ++i)
            if (!(std::abs(other[i] - value.data[i]) <= 1e-9 * scale)) return false;
        return true;
    });
}

/// Of the parts, played one after the other, the first node whose value the whole does not have.
std::optional<Place> firstOther(Bench& bench, const Trial& trial) {
    const auto whole = play(trial.left, {true, Draws::Mean}, bench.budget(), bench.job());
    if (!whole) return std::nullopt;
    const auto parts = play(trial.right, {true, Draws::Mean}, bench.budget(), bench.job());
    if (!parts) return std::nullopt;
    for (std::size_t s = 0; s < trial.right.size(); ++s) {
        const Step& step = trial.right[s];
        const auto& values = parts->wide[s].values;
        const auto& model = step.subject->model();
        for (const graph::NodeId node : model.top().nodes)
            for (const graph::ValueId value : step.subject->prepared->flow.results(node)) {
                const auto held = values.find(model.text(model.value(value).id));
                if (held == values.end() || !isFloating(held->second.type) || isThere(held->second, whole->wide.front())) continue;
                return placeOf(bench.method(), *step.subject, node, bench.job());
            }
    }
    return std::nullopt;
}

/// Whether both hold the same numbers under the names of the part.
bool sameNumbers(const Subject& whole, const Subject& part) {
    const auto memory = std::make_shared<evaluate::Memory>(std::uint64_t{1} << 30U);
    for (const auto& [name, sizes] : weightsOf(part)) {
        const auto a = whole.computable->surroundings->constant(name, memory),
                   b = part.computable->surroundings->constant(name, memory);
        if (!a || !b || a->array() == nullptr || b->array() == nullptr) return false;
        const auto x = evaluate::readDoubles(*a->array()), y = evaluate::readDoubles(*b->array());
        if (!x || !y || *x != *y) return false;
    }
    return true;
}

}  // namespace

std::shared_ptr<const Subject> partnerOf(Bench& bench) {
    const Subject& subject = bench.subject();
    for (const std::string& name : bench.method().session.methodNames()) {
        if (name == subject.method) continue;
        auto other = bench.other(name);
        if (other && other->sequence.there && !other->sequence.symbolic() && other->sequence.fixed != subject.sequence.fixed &&
            sameState(subject, *other))
            return other;
    }
    return nullptr;
}

void askMethods(Bench& bench, CheckResult& result) {
    const Subject& subject = bench.subject();
    if (!subject.has(Role::Tokens) || subject.inputs.empty())
        return (void)notApplicable(result, Sentence::of("no other method is a part of it"));
    const auto names = bench.method().session.methodNames();
    if (names.size() < 3) return (void)notApplicable(result, Sentence::of("no other methods are parts of it"));
    const auto weights = weightsOf(subject);
    for (const std::string& embedding : names) {
        const auto first = embedding == subject.method ? nullptr : bench.other(embedding);
        if (!first || !first->has(Role::Tokens) || first->keepsState() || first->inputs.size() != 1 ||
            !holds(weights, weightsOf(*first)))
            continue;
        for (const std::string& decoder : names) {
            const auto second = decoder == subject.method || decoder == embedding ? nullptr : bench.other(decoder);
            if (!second || !second->has(Role::Embeddings) || second->inputs.size() != subject.inputs.size() ||
                !holds(weights, weightsOf(*second)))
                continue;
            if (!sameNumbers(subject, *first) || !sameNumbers(subject, *second)) continue;
            const std::int64_t size = std::min<std::int64_t>(bench.callSize(5), 5);
            Step whole = bench.step(0, size), part = whole, rest = whole;
            part.subject = first;
            part.part = -1;
            rest.subject = second;
            rest.fed[static_cast<std::size_t>(second->first(Role::Embeddings) - second->inputs.data())] = {0, 0};
            Trial trial;
            trial.left = {whole};
            trial.right = {part, rest};
            trial.leftWords = Sentence::of("%1 alone", subject.method);
            trial.rightWords = Sentence::of("%1, then %2", embedding, decoder);
            result.otherMethod = decoder;
            bench.tryOut(trial, result);
            if (result.state != State::Disagree) return;
            if (auto place = firstOther(bench, trial)) {
                result.blame.emplace();
                result.blame->first = *std::move(place);
            }
            return;
        }
    }
    notApplicable(result, Sentence::of("no other methods are parts of it"));
}

}  // namespace etscope::consistency
