// Budgets: what a session may weigh, take and err at most, as a TOML file says it. Value types; any thread. Form of the file:
// docs/FORMATS.md "Budget files".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tensor/comparison.h"

namespace etscope::gate {

enum class Measure : std::uint8_t {
    FileSize,
    WeightsBytes,
    PeakMemory,
    PlannedMemory,
    Kernels,
    DelegateCalls,
    WeightSqnr,
    Latency,
    KlMean,  ///< of outputs over a vocabulary, this and the next three
    KlWorst,
    TokensStay,
    TokensChanged,
    Tolerance,  ///< of outputs
    Envelope,   ///< of outputs: whether rounding explains the whole way from the reference to the run
    Metric,     ///< of outputs
    Findings
};

enum class Unit : std::uint8_t { Bytes, Count, Decibel, Ticks, Nats, Share, None };
/// "bytes", "count", "dB", "ticks", "nats", "share" (a fraction of 1); empty: none.
std::string_view unitName(Unit unit) noexcept;

/// What a budget of the session is held against.
enum class Span : std::uint8_t {
    Whole,    ///< one number for the session, one for a method
    Each,     ///< every method by itself; a method's own budget takes the place of the session's
    Choosing  ///< as `Each`, of the methods with an output over a vocabulary
};

/// A measure that has a key of its own; those of outputs and findings stand in tables.
struct MeasureRow {
    Measure measure;
    std::string_view key;
    Unit unit;
    Span span;
    bool ofMethods;  ///< methods may have a budget of their own
    tensor::Worse worse;
    std::string_view meaning;
};
std::span<const MeasureRow> measureRows() noexcept;
/// nullptr: the measure has no key.
const MeasureRow* measureRow(Measure measure) noexcept;

struct Limit {
    enum class Kind : std::uint8_t {
        Absolute,
        Change,  ///< of the base: "+200 KiB"
        Share    ///< of the base, as a fraction: "+5 %"
    };
    Kind kind = Kind::Absolute;
    double value = 0;
    bool seconds = false;  ///< of times: else ticks
    std::string text;      ///< as the file has it
    bool relative() const noexcept { return kind != Kind::Absolute; }
};

/// What the limit comes to, in the unit of its measure; nothing: the base or the length of a tick is not known (`note`).
std::optional<double> limitOf(const Limit& limit, const std::optional<double>& base, std::optional<double> ticksPerSecond,
                              std::string& note);

/// "4 MiB", "+5 %", "12 ms", "30 dB", "99 %", "0". Errors: `budget-value`.
Result<Limit> parseLimit(std::string_view text, Unit unit);
/// Whether anything can be measured there: a share is from 0 to 1.
bool fits(const Limit& limit, Unit unit) noexcept;

struct Budget {
    Measure measure = Measure::FileSize;
    std::string method;                  ///< empty: of the session
    std::optional<std::int64_t> output;  ///< nothing: each output
    std::string name;                    ///< Metric: which; Findings: a code, a pattern of codes, "error", "warning", "note"
    std::vector<Limit> limits;           ///< all must hold; of Tolerance and Envelope none
    tensor::Tolerance tolerance;
    bool allowUnknown = false;
    std::size_t line = 0;  ///< of the file, from 1

    /// "peak_memory", "max_abs", "findings.error": its key without the method.
    std::string key() const;
    Unit unit() const noexcept;
    tensor::Worse worse() const noexcept;
};

struct Budgets {
    std::string path;
    std::shared_ptr<const Source> file;    ///< stays open, so that nothing is written over it
    std::vector<Budget> list;              ///< by line
    std::optional<double> ticksPerSecond;  ///< what a tick of the dumps is
};

/// Errors: those of reading, `limit-exceeded`, `budget-syntax`, `budget-key`, `budget-value`; the place has the line.
Result<Budgets> readBudgets(const std::string& path);
/// `name` stands in errors.
Result<Budgets> parseBudgets(std::string_view text, const std::string& name);

}  // namespace etscope::gate
