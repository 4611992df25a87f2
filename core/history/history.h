// History: what tables of `survey` say over exports in order, for each variant, method and device: verdicts and since when they are
// bad, measures with trend and steps, budgets held against every point. What is not known stays a gap. Any thread. Rules:
// docs/FORMATS.md "History".
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "findings/verdict.h"
#include "gate/budgets.h"
#include "gate/gate.h"
#include "history/table_rows.h"
#include "history/trend.h"
#include "tensor/comparison.h"

namespace etscope::history {

enum class Measure : std::uint8_t {
    Kl,
    MaxAbs,
    SnrDb,
    TokensStay,
    Latency,
    ProgramBytes,
    WeightBytes,
    MemoryBytes,
    Kernels,
    DelegateCalls
};
inline constexpr std::size_t kMeasures = static_cast<std::size_t>(Measure::DelegateCalls) + 1;

struct MeasureFacts {
    Measure measure;
    std::string_view key, title;
    gate::Unit unit;
    tensor::Worse worse;
    std::string_view grown, shrunk;  ///< what it is where it steps to its bad side, to its good one: "slower", "faster"
    bool isCounted;                  ///< bytes and calls: they do not scatter
};
/// In the order of the enumeration.
std::span<const MeasureFacts> measureFacts() noexcept;

/// One export of a series: all runs of the method in one session of one table, or that there is none.
struct Point {
    bool isAbsent = false;      ///< the export has others that stood beside the series, and nothing of it
    std::size_t table = 0;      ///< of those that were read
    std::string session, name;  ///< name: what the export is called
    std::string program, started, cause, node, source, sentence, error;
    std::string backends, executorch, torch, exportTorch, etscope, system, programHash, exportId;
    findings::Verdict state = findings::Verdict::Unknown;  ///< the worst of its runs
    std::size_t runs = 0;
    double tokens = 0, stay = 0;
    std::array<std::optional<double>, kMeasures> values;  ///< the worst of its runs

    const std::optional<double>& of(Measure measure) const noexcept { return values[static_cast<std::size_t>(measure)]; }
};

/// Bad exports one behind the other; those that nobody knows between them count as neither. Indices of points.
struct Break {
    std::optional<std::size_t> lastGood;  ///< before it; nothing: none was good
    std::size_t firstBad = 0;
    std::size_t unknownBetween = 0;        ///< exports between the two that may have been bad already
    std::optional<std::size_t> goodAgain;  ///< nothing: it still is, as far as is known
};

/// A version or backend that is another than at the last export that told it.
struct Change {
    std::size_t at = 0;
    std::string_view what;  ///< column of survey
    std::string before, after;
};

/// A measure that was finite and is no number any more, or beyond all at its bad end.
struct Lost {
    std::size_t before = 0, at = 0;    ///< the last finite one, and the first that is not
    std::optional<std::size_t> again;  ///< the next finite one; nothing: as far as is known it is still lost
};

struct Course {
    Measure measure = Measure::Kl;
    std::size_t known = 0;  ///< points with a finite value
    std::optional<std::size_t> first, last;
    std::optional<Slope> trend;
    std::size_t trended = 0;  ///< known points that it is of, the newest
    bool alongDays = false;   ///< slopes are of a day, else of a step from export to export
    std::vector<LevelStep> steps;
    std::vector<Lost> lost;
};

/// A limit of a budget file, held against each point.
struct GateCourse {
    gate::Budget budget;
    gate::Limit limit;
    std::vector<gate::GateState> states;
    std::vector<std::optional<double>> limits;  ///< of each point, in the unit of the measure
    std::string note;                           ///< why points are unknown

    std::size_t count(gate::GateState state) const noexcept;
    /// The last export breaks it, or is not known and must be.
    bool fails() const noexcept;
};

struct Series {
    std::string variant, member, method, device, target;
    std::string_view order;    ///< what its points are sorted by: "export", "started", a column, "given"
    bool isNamed = false;      ///< the pattern gave its exports their names
    std::size_t untold = 0;    ///< points that do not tell it: they stay behind what they stood behind
    std::size_t repeated = 0;  ///< points that several tables have; they count once
    std::size_t joined = 0;    ///< points of one name beyond the first: they count as one, the worst of them
    std::vector<Point> points;
    std::vector<Break> breaks;
    std::vector<Change> changes;
    std::vector<Course> courses;  ///< of measures with a known value
    std::vector<GateCourse> gates;

    /// The last export's.
    findings::Verdict state() const noexcept { return points.back().state; }
    bool fails() const noexcept;
};

struct HistoryOptions {
    std::string order;    ///< a column that sorts the points: "started", "executorch", "torch", "export_torch", "etscope"; "given";
                          ///< empty: names of exports, else times, else as given
    std::string pattern;  ///< RE2: what in `folder` names the export; the rest is the variant
    const gate::Budgets* budgets = nullptr;
    std::optional<double> ticksPerSecond;  ///< before that of the budgets
};

/// Takes rows table by table, and makes series of them. One thread.
class Collector {
public:
    /// Errors: `usage` of a pattern that is none.
    static Result<Collector> make(const HistoryOptions& options);
    ~Collector();
    Collector(Collector&&) noexcept;

    /// `name`: what exports of the table are called.
    void beginTable(std::string name);
    /// Errors: `limit-exceeded`.
    Result<void> take(const TableRow& row);
    /// Series by variant, member, method and device. Errors: `cancelled`, `limit-exceeded`, `no-such-method` of a budget.
    Result<std::vector<Series>> finish(const JobContext& job) &&;

private:
    struct State;
    explicit Collector(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// The columns that points can be sorted by.
std::span<const std::string_view> orderColumns() noexcept;
/// series_gates.cpp: whether tables of survey tell what it is of: not of a whole session, one output of several, findings.
bool isTold(const gate::Budget& budget) noexcept;
/// series_gates.cpp: whether the method of the series has a budget of its own in its place.
bool isOverridden(const Series& series, const gate::Budget& budget, const gate::Budgets& budgets) noexcept;
/// series_gates.cpp: the measure of a series that it is a limit of; null: none (counts of tokens).
const MeasureFacts* measureOf(const gate::Budget& budget) noexcept;
/// series_gates.cpp: a method of a budget that no series has is an error, `no-such-method`.
Result<void> checkMethods(const gate::Budgets& budgets, const std::vector<Series>& series);
/// series_gates.cpp: the budgets that are of the series, held against its points.
std::vector<GateCourse> gateCourses(const Series& series, const gate::Budgets& budgets, std::optional<double> ticksPerSecond);

}  // namespace etscope::history
