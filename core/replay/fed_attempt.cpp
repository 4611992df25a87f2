#include "replay/fed_attempt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "evaluate/judgement.h"
#include "evaluate/reading.h"

namespace etscope::replay {
namespace {

using evaluate::Array;
using evaluate::Value;

bool givesSomething(const ReplayedCall& call) {
    return std::ranges::any_of(call.results, [](const std::optional<Value>& result) {
        const Array* array = result ? result->array() : nullptr;
        const auto numbers = array != nullptr ? evaluate::readDoubles(*array) : fail("tensor-has-no-data", "");
        return numbers && std::ranges::any_of(*numbers, [](double x) { return x != 0; });
    });
}

/// One value throughout: other rows of a mask or of an empty cache are the same, whichever was asked for.
bool isUniform(const std::optional<Value>& result) {
    const Array* array = result ? result->array() : nullptr;
    const auto numbers = array != nullptr ? evaluate::readDoubles(*array) : fail("tensor-has-no-data", "");
    return numbers && numbers->size() > 1 && std::ranges::all_of(*numbers, [&](double x) { return x == numbers->front(); });
}

/// Whether the result says nothing of the argument, though it is right.
bool saysNothing(const ReplayedCall& call, const ReplayedArgument& argument) {
    return (argument.name == "indices" || argument.name == "index") && std::ranges::all_of(call.results, isUniform);
}

struct Fit {
    double error = -1;   ///< how far it is off what it gives on the inputs; −1: it gave that
    bool whole = false;  ///< hardly an element is right
};

/// Nothing: that is not known.
std::optional<Fit> kernelFits(const ReplayedCall& call, const evaluate::Context& context) {
    if (!call.unknown.empty() || call.op->row.rule == evaluate::Rule::Shape) return std::nullopt;
    std::vector<std::optional<Array>> actual;
    for (const auto& result : call.results) {
        const Array* array = result ? result->array() : nullptr;
        actual.push_back(array != nullptr ? std::optional(*array) : std::nullopt);
    }
    auto arguments = argumentsOf(call, context);
    if (!arguments) return std::nullopt;
    const auto judged = evaluate::judge(*call.op, context, *std::move(arguments), actual);
    if (!judged) return std::nullopt;
    constexpr double kHardly = 0.02;  // of the elements, which may be right by chance
    Fit fit;
    for (std::size_t i = 0; i < judged->size(); ++i) {
        const evaluate::Judgement& one = (*judged)[i];
        if (one.verdict != evaluate::Verdict::NotRounding) continue;
        const double relative = one.norm > 0 ? one.difference / one.norm : one.difference;
        const std::int64_t count = actual[i] ? actual[i]->count() : 0;
        const bool few = actual[i] && 2 * one.mismatched <= count;  // other inputs would change most elements
        fit.error = std::max(fit.error, few ? std::min(relative, kNear / 2) : relative);
        fit.whole = fit.whole || static_cast<double>(count - one.mismatched) <= kHardly * static_cast<double>(count);
    }
    return fit;
}

/// A delegate's call logs what it read: one answer for each input, as above.
std::vector<std::pair<std::size_t, double>> delegateFits(const ReplayedCall& call) {
    std::vector<std::pair<std::size_t, double>> fits;
    for (const ReplayedArgument& argument : call.arguments) {
        const Array *read = argument.value.array(), *fed = argument.given ? argument.given->array() : nullptr;
        if (argument.input && read != nullptr && fed != nullptr)
            fits.emplace_back(*argument.input, isRead(*read, *fed) ? -1 : std::numeric_limits<double>::infinity());
    }
    return fits;
}

void countReads(InputReads& reads, bool right, bool assumed) {
    if (assumed)
        reads.assumed += right ? 0 : 1;
    else
        ++(right ? reads.right : reads.wrong);
}

class Counter {
public:
    Counter(std::size_t inputs, const std::shared_ptr<evaluate::Memory>& memory, const JobContext& job)
        : m_disputed(inputs), m_context{memory, job, true} {
        m_made.inputs.resize(inputs);
    }

    void add(const ReplayedCall& call) {
        std::optional<double> error;
        bool whole = false;
        std::set<std::size_t> reads;
        if (call.op != nullptr) {
            if (const auto fit = kernelFits(call, m_context)) error = fit->error, whole = fit->whole;
            for (const ReplayedArgument& argument : call.arguments)
                if (argument.input && *argument.input < m_made.inputs.size() &&
                    !(error && *error < 0 && saysNothing(call, argument)))
                    reads.insert(*argument.input);
            for (const std::size_t input : reads)
                if (error) countReads(m_made.inputs[input], *error < 0, call.assumed);
        } else {
            for (const auto& [input, fits] : delegateFits(call)) {
                error = std::max(error.value_or(-1), fits);
                if (input >= m_made.inputs.size()) continue;
                countReads(m_made.inputs[input], fits < 0, call.assumed);
                if (fits >= 0) reads.insert(input);
            }
            takeLogged(call);
        }
        if (!error) return;
        const bool right = *error < 0;
        if (call.assumed) return void(m_made.assumed += right ? 0 : 1);
        m_made.seen = m_made.seen || (right && (call.op == nullptr || givesSomething(call)));
        m_made.error = std::max(m_made.error, *error);
        if (right)
            ++m_made.right;
        else
            m_made.wrong.push_back({call.call->target, call.instruction, *error, whole, std::move(reads)});
    }
    const Attempt& made() const noexcept { return m_made; }
    Attempt take() && { return std::move(m_made); }

private:
    void takeLogged(const ReplayedCall& call) {
        for (const ReplayedArgument& argument : call.arguments) {
            const Array *read = argument.value.array(), *fed = argument.given ? argument.given->array() : nullptr;
            if (!argument.input || *argument.input >= m_made.inputs.size() || read == nullptr || fed == nullptr) continue;
            std::optional<Value>& logged = m_made.inputs[*argument.input].logged;
            const bool other = !isRead(*read, *fed) && (!logged || isRead(*read, *logged->array()));
            m_disputed[*argument.input] = m_disputed[*argument.input] || !other;
            logged = m_disputed[*argument.input] ? std::nullopt : std::optional(argument.value);
        }
    }

    Attempt m_made;
    std::vector<bool> m_disputed;  ///< by input: calls logged it as it was taken to be, or not all the same
    const evaluate::Context m_context;
};

}  // namespace

bool isRead(const Array& read, const Array& fed) {
    constexpr double kRounding = 1e-6, kLarge = 1e30;  // masks say nothing of sizes
    const auto left = evaluate::readDoubles(read), right = evaluate::readDoubles(fed);
    if (!left || !right || read.shape != fed.shape) return false;
    double squares = 0;
    for (const double x : *right) squares += std::abs(x) < kLarge ? x * x : 0;
    const double size =
        isFloating(fed.type) ? std::sqrt(squares / static_cast<double>(std::max<std::size_t>(right->size(), 1))) : 0;
    return std::ranges::equal(*left, *right, [&](double a, double b) {
        return a == b || (std::isnan(a) && std::isnan(b)) || (size > 0 && std::abs(a - b) <= kRounding * (std::abs(b) + size));
    });
}

const Attempt::WrongCall* Attempt::loneReader(std::size_t input) const {
    const WrongCall* lone = nullptr;
    for (const WrongCall& call : wrong) {
        if (!call.reads.contains(input)) continue;
        if (lone != nullptr) return nullptr;
        lone = &call;
    }
    return lone;
}

bool Attempt::doubts(std::size_t input) const {
    constexpr std::array<std::string_view, 5> kPlaces{"index_put", "index_copy", "scatter", "slice_scatter", "select_scatter"};
    const auto places = [&](std::string_view op) {
        return std::ranges::any_of(kPlaces, [op](std::string_view word) { return op.find(word) != std::string_view::npos; });
    };
    const auto isOther = [&](const WrongCall& call) {
        return !call.reads.contains(input) || call.error >= kNear || places(call.op);
    };
    return inputs[input].right == 0 && inputs[input].wrong > 0 && std::ranges::all_of(wrong, isOther);
}

bool Attempt::refutes(std::size_t input) const {
    if (inputs[input].right > 0) return false;
    std::set<std::string_view> operators;
    bool whole = true;
    for (const WrongCall& call : wrong) {
        if (!call.reads.contains(input)) continue;
        if (call.error < kNear) return false;
        const bool alone = std::ranges::all_of(call.reads, [&](std::size_t other) { return other == input || confirms(other); });
        if (alone) operators.insert(call.op), whole = whole && call.whole;
    }
    return operators.size() > 1 || (operators.size() == 1 && whole);
}

Result<Attempt> attempt(const Replay& before, const join::SessionRun& run, const evaluate::Values& inputs,
                        const std::shared_ptr<evaluate::Memory>& memory, const JobContext& job, std::optional<std::size_t> until) {
    Counter counter(inputs.size(), memory, job);
    auto after = std::make_unique<Replay>(before);
    const auto visit = [&](const ReplayedCall& call) -> Result<Replay::Next> {
        if (call.fromInput && call.logged) counter.add(call);
        const bool enough = until && counter.made().inputs[*until].wrong > 0;
        return enough ? Replay::Next::Stop : Replay::Next::GoOn;
    };
    const auto done = after->run(run, {inputs.begin(), inputs.end()}, visit, job);
    if (!done) return done.failure();
    Attempt made = std::move(counter).take();
    made.after = std::move(after);
    return made;
}

}  // namespace etscope::replay
