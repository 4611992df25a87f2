// Budgets held against every point of a series. Rules: docs/FORMATS.md "History".
#include <algorithm>
#include <cmath>
#include <set>

#include "history/history.h"

namespace etscope::history {
namespace {

using gate::GateState;
using Value = std::optional<double> (*)(const Point& point);

/// What of a budget file tables of survey tell. A metric has a name beside its measure.
struct GateColumn {
    gate::Measure measure;
    std::string_view name;
    std::optional<Measure> course;  ///< what it is a limit of; else `value` tells it
    Value value = nullptr;

    std::optional<double> of(const Point& point) const { return course ? point.of(*course) : value(point); }
};
constexpr GateColumn kGateColumns[] = {
    {gate::Measure::FileSize, "", Measure::ProgramBytes},
    {gate::Measure::WeightsBytes, "", Measure::WeightBytes},
    {gate::Measure::PlannedMemory, "", Measure::MemoryBytes},
    {gate::Measure::Kernels, "", Measure::Kernels},
    {gate::Measure::DelegateCalls, "", Measure::DelegateCalls},
    {gate::Measure::Latency, "", Measure::Latency},
    {gate::Measure::KlMean, "", Measure::Kl},
    {gate::Measure::TokensStay, "", Measure::TokensStay},
    {gate::Measure::TokensChanged, "", std::nullopt,
     [](const Point& point) { return point.tokens > 0 ? std::optional(point.tokens - point.stay) : std::nullopt; }},
    {gate::Measure::Metric, "max_abs", Measure::MaxAbs},
    {gate::Measure::Metric, "snr_db", Measure::SnrDb},
};

const GateColumn* columnOf(const gate::Budget& budget) {
    const auto* hit = std::ranges::find_if(
        kGateColumns, [&](const GateColumn& one) { return one.measure == budget.measure && one.name == budget.name; });
    return hit == std::end(kGateColumns) ? nullptr : hit;
}

/// Of the whole session, where the table has it of its methods alone.
bool isOfSession(const gate::Budget& budget) {
    const gate::MeasureRow* row = gate::measureRow(budget.measure);
    return budget.method.empty() && row != nullptr && row->span == gate::Span::Whole && budget.measure != gate::Measure::FileSize;
}

bool isOf(const Series& series, const gate::Budget& budget, const gate::Budgets& budgets, const GateColumn& column) {
    if (!budget.method.empty()) return budget.method == series.method;
    if (isOverridden(series, budget, budgets)) return false;
    // Methods without outputs over a vocabulary have no tokens.
    const gate::MeasureRow* row = gate::measureRow(budget.measure);
    return row == nullptr || row->span != gate::Span::Choosing ||
           std::ranges::any_of(series.points, [&](const Point& point) { return column.of(point).has_value(); });
}

GateState stateOf(double value, double limit, tensor::Worse worse) {
    // NaN holds nowhere.
    return (worse == tensor::Worse::Larger ? value <= limit : value >= limit) ? GateState::Held : GateState::Broken;
}

GateCourse courseOf(const Series& series, const gate::Budget& budget, const gate::Limit& limit, const GateColumn& column,
                    std::optional<double> ticksPerSecond) {
    GateCourse course{budget, limit, {}, {}, {}};
    std::optional<double> base;
    for (const Point& point : series.points) {
        const std::optional<double> value = column.of(point);
        const auto most = gate::limitOf(limit, base, ticksPerSecond, course.note);
        course.limits.push_back(most);
        course.states.push_back(value && most ? stateOf(*value, *most, budget.worse()) : GateState::Unknown);
        if (value && std::isfinite(*value)) base = value;
    }
    return course;
}

}  // namespace

std::size_t GateCourse::count(GateState state) const noexcept {
    return static_cast<std::size_t>(std::ranges::count(states, state));
}

bool GateCourse::fails() const noexcept {
    if (states.empty() || states.back() == GateState::Held) return false;
    return states.back() == GateState::Broken || !budget.allowUnknown;
}

bool isOverridden(const Series& series, const gate::Budget& budget, const gate::Budgets& budgets) noexcept {
    if (!budget.method.empty() || series.method.empty()) return false;
    return std::ranges::any_of(budgets.list, [&](const gate::Budget& other) {
        return other.measure == budget.measure && other.name == budget.name && !other.output && other.method == series.method;
    });
}

bool isTold(const gate::Budget& budget) noexcept { return columnOf(budget) != nullptr && !budget.output && !isOfSession(budget); }

const MeasureFacts* measureOf(const gate::Budget& budget) noexcept {
    const GateColumn* column = columnOf(budget);
    return column != nullptr && column->course ? &measureFacts()[static_cast<std::size_t>(*column->course)] : nullptr;
}

Result<void> checkMethods(const gate::Budgets& budgets, const std::vector<Series>& series) {
    std::set<std::string> methods;
    for (const Series& one : series)
        if (!one.method.empty()) methods.insert(one.method);
    if (methods.empty()) return {};
    for (const gate::Budget& budget : budgets.list)
        if (!budget.method.empty() && !methods.contains(budget.method))
            return gate::noSuchMethod(budgets, budget, {methods.begin(), methods.end()});
    return {};
}

std::vector<GateCourse> gateCourses(const Series& series, const gate::Budgets& budgets, std::optional<double> ticksPerSecond) {
    std::vector<GateCourse> courses;
    const auto ticks = ticksPerSecond ? ticksPerSecond : budgets.ticksPerSecond;
    for (const gate::Budget& budget : budgets.list) {
        if (!isTold(budget) || !isOf(series, budget, budgets, *columnOf(budget))) continue;
        for (const gate::Limit& limit : budget.limits) courses.push_back(courseOf(series, budget, limit, *columnOf(budget), ticks));
    }
    return courses;
}

}  // namespace etscope::history
