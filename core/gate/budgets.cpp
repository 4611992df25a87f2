#include "gate/budgets.h"

#include <algorithm>
#include <cmath>

#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/real_text.h"

namespace etscope::gate {
namespace {

using enum Measure;
using tensor::Worse;

constexpr MeasureRow kMeasures[] = {
    {FileSize, "file_size", Unit::Bytes, Span::Whole, false, Worse::Larger, "bytes of the program and its tensor data files"},
    {WeightsBytes, "weights_bytes", Unit::Bytes, Span::Whole, true, Worse::Larger,
     "bytes of constants, named data, external tensors and constants inside delegates, each place once"},
    {PeakMemory, "peak_memory", Unit::Bytes, Span::Each, true, Worse::Larger,
     "bytes of the memory plan that are in use at once, the buffers added up"},
    {PlannedMemory, "planned_memory", Unit::Bytes, Span::Each, true, Worse::Larger,
     "bytes of the planned buffers, which the runtime allocates"},
    {Kernels, "kernels_outside_delegates", Unit::Count, Span::Whole, true, Worse::Larger, "kernel calls of the plans"},
    {DelegateCalls, "delegate_calls", Unit::Count, Span::Whole, true, Worse::Larger, "delegate calls of the plans"},
    {WeightSqnr, "weight_sqnr", Unit::Decibel, Span::Each, true, Worse::Smaller, "signal over noise of the worst quantised weight"},
    {Latency, "latency_p50", Unit::Ticks, Span::Each, true, Worse::Larger,
     "median of what the runs of a method took, judged with their noise"},
    {KlMean, "kl_mean", Unit::Nats, Span::Choosing, true, Worse::Larger,
     "mean over the tokens of all cases of KL(reference ‖ runtime)"},
    {KlWorst, "kl_worst", Unit::Nats, Span::Choosing, true, Worse::Larger, "the largest of them"},
    {TokensStay, "tokens_stay", Unit::Share, Span::Choosing, true, Worse::Smaller,
     "of the tokens of all cases, those that the runtime chooses as the reference does"},
    {TokensChanged, "tokens_changed", Unit::Count, Span::Choosing, true, Worse::Larger, "how many it chooses otherwise"},
};

/// Of one unit in the measure's own: bytes, seconds.
struct UnitWord {
    std::string_view word;
    Unit unit;
    double factor;
    bool seconds = false;
};
constexpr UnitWord kUnitWords[] = {
    {"B", Unit::Bytes, 1},           {"bytes", Unit::Bytes, 1},       {"kB", Unit::Bytes, 1e3},
    {"KB", Unit::Bytes, 1e3},        {"MB", Unit::Bytes, 1e6},        {"GB", Unit::Bytes, 1e9},
    {"KiB", Unit::Bytes, 1024},      {"MiB", Unit::Bytes, 1048576},   {"GiB", Unit::Bytes, 1073741824},
    {"dB", Unit::Decibel, 1},        {"ticks", Unit::Ticks, 1},       {"ns", Unit::Ticks, 1e-9, true},
    {"us", Unit::Ticks, 1e-6, true}, {"µs", Unit::Ticks, 1e-6, true}, {"ms", Unit::Ticks, 1e-3, true},
    {"s", Unit::Ticks, 1, true},     {"nats", Unit::Nats, 1},
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// The units that a limit may have, for people.
std::string unitsOf(Unit unit) {
    if (unit == Unit::Share) return "a number from 0 to 1 or with %";
    std::string text;
    for (const UnitWord& one : kUnitWords)
        if (one.unit == unit) text += (text.empty() ? "" : ", ") + std::string(one.word);
    return text.empty() ? "a number" : "a number with " + text;
}

/// Of a number with %, rounded once: 98.4 % is what 123 of 125 are.
double hundredth(std::string_view digits, double value) {
    const std::string text = std::string(digits) + "e-2";
    double made = 0;
    const auto [end, error] = readReal(text.data(), text.data() + text.size(), made);
    return error == std::errc() && end == text.data() + text.size() ? made : value / 100;
}

Failure refused(std::string_view text, Unit unit) {
    return fail("budget-value",
                "\"" + escaped(text) + "\" is no limit: " + unitsOf(unit) + ", or a change of the base like \"+5 %\" is wanted");
}

}  // namespace

std::string_view unitName(Unit unit) noexcept {
    static constexpr EnumTable<Unit::None> kNames({"bytes", "count", "dB", "ticks", "nats", "share", ""});
    return kNames[unit];
}

std::span<const MeasureRow> measureRows() noexcept { return kMeasures; }

const MeasureRow* measureRow(Measure measure) noexcept {
    const auto* row = std::ranges::find(kMeasures, measure, &MeasureRow::measure);
    return row == std::end(kMeasures) ? nullptr : row;
}

std::optional<double> limitOf(const Limit& limit, const std::optional<double>& base, std::optional<double> ticksPerSecond,
                              std::string& note) {
    if (limit.relative() && !base) {
        note = "the base is not known";
        return std::nullopt;
    }
    if (limit.kind == Limit::Kind::Share) return *base + std::fabs(*base) * limit.value;
    if (limit.seconds && !ticksPerSecond) {
        note = "how long a tick is has not been told: ticks_per_second";
        return std::nullopt;
    }
    const double value = limit.seconds ? limit.value * *ticksPerSecond : limit.value;
    return limit.relative() ? *base + value : value;
}

Result<Limit> parseLimit(std::string_view written, Unit unit) {
    std::string_view text = trimmed(written);
    Limit limit;
    limit.text = std::string(text);
    const bool sign = text.starts_with('+') || text.starts_with('-');
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, error] = readReal(text.data(), text.data() + text.size(), limit.value);
    if (error != std::errc() || !std::isfinite(limit.value)) return refused(written, unit);
    const std::string_view word = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
    limit.kind = sign ? Limit::Kind::Change : Limit::Kind::Absolute;
    if (word == "%" && (sign || unit == Unit::Share)) {
        if (sign) limit.kind = Limit::Kind::Share;
        limit.value = hundredth(text.substr(0, static_cast<std::size_t>(end - text.data())), limit.value);
    } else if (!word.empty()) {
        const auto* known =
            std::ranges::find_if(kUnitWords, [&](const UnitWord& one) { return one.word == word && one.unit == unit; });
        if (known == std::end(kUnitWords)) return refused(written, unit);
        limit.value *= known->factor;
        limit.seconds = known->seconds;
    }
    if (!fits(limit, unit)) return refused(written, unit);
    return limit;
}

bool fits(const Limit& limit, Unit unit) noexcept {
    return unit != Unit::Share || limit.relative() || (limit.value >= 0 && limit.value <= 1);
}

std::string Budget::key() const {
    if (const MeasureRow* row = measureRow(measure)) return std::string(row->key);
    switch (measure) {
        case Tolerance: return "tolerance";
        case Envelope: return "envelope";
        case Findings: return "findings." + name;
        default: return name;
    }
}

Unit Budget::unit() const noexcept {
    if (const MeasureRow* row = measureRow(measure)) return row->unit;
    const tensor::MetricColumn* column = measure == Metric ? tensor::metricColumn(name) : nullptr;
    if (measure == Findings || (column != nullptr && column->integer)) return Unit::Count;
    return name.ends_with("_db") ? Unit::Decibel : Unit::None;
}

Worse Budget::worse() const noexcept {
    if (const MeasureRow* row = measureRow(measure)) return row->worse;
    const tensor::MetricColumn* column = measure == Metric ? tensor::metricColumn(name) : nullptr;
    return column != nullptr ? column->worse : Worse::Larger;
}

}  // namespace etscope::gate
