// What the wrong elements of a call show: whether the known bug explains all of them. The run is replayed up to the call.
#include <algorithm>
#include <array>
#include <cmath>

#include "evaluate/reading.h"
#include "evaluate/value.h"
#include "findings/advisories.h"
#include "replay/audit.h"
#include "replay/executed.h"

namespace etscope::findings {
namespace {

/// A call's first result: what it gave, what is right, and its first argument.
struct CallElements {
    const evaluate::Array &given, &right, &input;
};

bool elementsDiffer(double left, double right) { return !(left == right) && !(std::isnan(left) && std::isnan(right)); }

/// Every element that differs is NaN on the right side alone, and there is one.
bool nanLost(const CallElements& elements) {
    const auto given = evaluate::readDoubles(elements.given), right = evaluate::readDoubles(elements.right);
    if (!given || !right || given->size() != right->size()) return false;
    std::size_t lost = 0;
    for (std::size_t i = 0; i < given->size(); ++i) {
        if (!elementsDiffer((*given)[i], (*right)[i])) continue;
        if (!std::isnan((*right)[i])) return false;
        ++lost;
    }
    return lost > 0;
}

/// Every integer that differs is beyond 2^53, and there is one.
bool beyondDoubles(const CallElements& elements) {
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    const auto given = evaluate::readIntegers(elements.given), right = evaluate::readIntegers(elements.right);
    if (!given || !right || given->size() != right->size()) return false;
    std::size_t rounded = 0;
    for (std::size_t i = 0; i < given->size(); ++i) {
        if ((*given)[i] == (*right)[i]) continue;
        if ((*right)[i] <= kExact && (*right)[i] >= -kExact) return false;
        ++rounded;
    }
    return rounded > 0;
}

/// Rows of the input whose mean is so large against their spread that f32 has few bits of the difference left.
bool isLargeMean(std::span<const double> row) {
    constexpr double kFactor = 500;  // squares: 2.5e5, of the 1.7e7 that f32 tells apart
    double mean = 0, spread = 0;
    for (const double value : row) mean += value / static_cast<double>(row.size());
    for (const double value : row) spread += (value - mean) * (value - mean) / static_cast<double>(row.size());
    return std::abs(mean) > kFactor * std::sqrt(spread);
}

/// Every row in which an element is off by more than a thousandth has a large mean, and there is one. Rows are the last axis.
bool largeMean(const CallElements& elements) {
    const auto given = evaluate::readDoubles(elements.given), right = evaluate::readDoubles(elements.right),
               input = evaluate::readDoubles(elements.input);
    const std::size_t width = elements.input.shape.empty() ? 0 : static_cast<std::size_t>(elements.input.shape.back());
    if (!given || !right || !input || width == 0 || given->size() != right->size() || input->size() != given->size()) return false;
    std::size_t found = 0;
    for (std::size_t at = 0; at + width <= input->size(); at += width) {
        bool wrong = false;
        for (std::size_t i = at; i < at + width; ++i) {
            const double error = std::abs((*given)[i] - (*right)[i]);
            wrong = wrong || (elementsDiffer((*given)[i], (*right)[i]) && !(error <= 1e-3 * std::max(1.0, std::abs((*right)[i]))));
        }
        if (!wrong) continue;
        if (!isLargeMean(std::span(*input).subspan(at, width))) return false;
        ++found;
    }
    return found > 0;
}

struct ShownValues {
    std::string_view word;
    bool (*shows)(const CallElements& elements);
};
constexpr std::array kShownValues{ShownValues{"nan-lost", nanLost}, ShownValues{"beyond-doubles", beyondDoubles},
                                  ShownValues{"large-mean", largeMean}};
constexpr std::array kShownWords{kShownValues[0].word, kShownValues[1].word, kShownValues[2].word};

const evaluate::Array* firstArrayOf(const replay::ReplayedCall& call) {
    for (const replay::ReplayedArgument& argument : call.arguments)
        if (const evaluate::Array* array = argument.value.array()) return array;
    return nullptr;
}

bool showsIn(const ShownValues& shown, const replay::ReplayedCall& call, const evaluate::Values& computed) {
    const evaluate::Array* given = !call.results.empty() && call.results.front() ? call.results.front()->array() : nullptr;
    const evaluate::Array* right = computed.empty() ? nullptr : computed.front().array();
    const evaluate::Array* input = firstArrayOf(call);
    return given != nullptr && right != nullptr && input != nullptr && shown.shows({*given, *right, *input});
}

}  // namespace

std::span<const std::string_view> advisoryValues() noexcept { return kShownWords; }

Result<bool> showsValues(const session::MethodView& method, const causes::Culprit& culprit, std::string_view values,
                         const JobContext& job) {
    const auto shown = std::ranges::find(kShownValues, values, &ShownValues::word);
    if (shown == kShownValues.end() || !culprit.instruction || !culprit.run) return false;
    const auto executions = replay::executionsOf(method, job);
    if (executions.cancelled()) return executions.failure();
    if (!executions) return false;
    std::vector<const join::SessionRun*> upTo;
    for (const join::SessionRun& run : *executions)
        if (run.index <= *culprit.run) upTo.push_back(&run);
    bool found = false;
    replay::AuditOptions options;
    options.only = {*culprit.run};
    options.visit = [&](const replay::ReplayedCall& call, const replay::AuditRow& row,
                        const evaluate::Values& computed) -> Result<void> {
        if (row.run == *culprit.run && row.instruction == *culprit.instruction && row.wrong())
            found = found || showsIn(*shown, call, computed);
        return {};
    };
    const auto audited = replay::audit(method, upTo, std::move(options), job);
    if (audited.cancelled()) return audited.failure();
    return audited && found;
}

}  // namespace etscope::findings
