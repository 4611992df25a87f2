#include "gate/gate.h"

#include <algorithm>
#include <cmath>

#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "base/nearest_word.h"
#include "base/number_text.h"
#include "gate/limits.h"
#include "gate/measures.h"
#include "profile/compared_runs.h"
#include "profile/time_difference.h"

namespace etscope::gate {
namespace {

bool ofOutputs(Measure measure) {
    return measure == Measure::Tolerance || measure == Measure::Envelope || measure == Measure::Metric;
}

bool hasSpan(const Budget& budget, Span span) {
    const MeasureRow* row = measureRow(budget.measure);
    return row != nullptr && row->span == span;
}

bool ofEach(const Budget& budget) {
    return ofOutputs(budget.measure) || hasSpan(budget, Span::Each) || hasSpan(budget, Span::Choosing);
}

std::string placeOf(const Budgets& budgets, const Budget& budget) {
    return escaped(budgets.path) + ", line " + std::to_string(budget.line);
}

std::vector<std::uint64_t> moved(const std::vector<std::uint64_t>& durations, const Limit& limit, double limitTicks, double base) {
    std::vector<std::uint64_t> result;
    for (const std::uint64_t one : durations) {
        const auto ticks = static_cast<double>(one);
        const double there = limit.kind == Limit::Kind::Share ? ticks * (1 + limit.value) : ticks + (limitTicks - base);
        result.push_back(there > 0 ? static_cast<std::uint64_t>(std::llround(there)) : 0);
    }
    return result;
}

class Gate {
public:
    Gate(std::shared_ptr<const session::Session> session, const Budgets& budgets, const GateOptions& options, const JobContext& job)
        : m_budgets(budgets),
          m_ticksPerSecond(options.ticksPerSecond ? options.ticksPerSecond : budgets.ticksPerSecond),
          m_own(std::move(session), job) {
        if (options.base.files != nullptr) m_base.emplace(options.base.files, job);
        if (options.base.runs != nullptr) m_baseRuns.emplace(options.base.runs, job);
    }

    Result<std::vector<GateRow>> rows(const JobContext& job) {
        const auto& list = m_budgets.list;
        for (const Budget& budget : list)
            if (const auto sound = check(budget); !sound) return sound.failure();
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (job.cancelled()) return cancelledFailure();
            if (const auto added = expand(list[i]); !added) return added.failure();
            job.report(static_cast<double>(i + 1) / static_cast<double>(list.size()));
        }
        return std::move(m_rows);
    }

private:
    Result<void> check(const Budget& budget) const {
        if (!m_base)
            for (const Limit& limit : budget.limits)
                if (limit.relative())
                    return fail("budget-base", "\"" + limit.text + "\" is a change of a base: name it with --against",
                                placeOf(m_budgets, budget));
        const auto methods = m_own.methods();
        if (budget.method.empty() || methods.empty() || std::ranges::find(methods, budget.method) != methods.end()) return {};
        return noSuchMethod(m_budgets, budget, methods);
    }

    /// Whether a budget that is closer to the target says the same.
    bool overridden(const Budget& budget, const std::string& method, std::optional<std::int64_t> output) const {
        return std::ranges::any_of(m_budgets.list, [&](const Budget& other) {
            if (other.measure != budget.measure || other.name != budget.name || other.method != method) return false;
            return other.output ? other.output == output && !budget.output : budget.method.empty();
        });
    }

    Result<void> expand(const Budget& budget) {
        if (!ofEach(budget)) return add(budget, budget.method, {});
        std::vector<std::string> methods = m_own.methods();
        if (!budget.method.empty()) methods = {budget.method};
        if (methods.empty()) return addOpen(budget, {}, "the session has no method");
        if (budget.method.empty() && hasSpan(budget, Span::Choosing)) {
            if (const auto kept = keepChoosing(methods); !kept) return kept;
            if (methods.empty()) return addOpen(budget, {}, "no output is over a vocabulary");
        }
        for (const std::string& method : methods)
            if (const auto added =
                    ofOutputs(budget.measure) ? expandOutputs(budget, method) : addUnlessOverridden(budget, method, {});
                !added)
                return added;
        return {};
    }

    /// Those whose outputs are known not to be over a vocabulary have no tokens; of the others that may be found.
    Result<void> keepChoosing(std::vector<std::string>& methods) {
        std::vector<std::string> kept;
        for (std::string& method : methods) {
            const auto chooses = m_own.chooses(method);
            if (!chooses) return chooses.failure();
            if (*chooses != Chooses::No) kept.push_back(std::move(method));
        }
        methods = std::move(kept);
        return {};
    }

    /// What there is nothing to measure of.
    Result<void> addOpen(const Budget& budget, const std::string& method, const char* why) {
        addRow(budget, method, {}).note = why;
        return {};
    }

    Result<void> expandOutputs(const Budget& budget, const std::string& method) {
        if (budget.output) return add(budget, method, budget.output);
        const auto outputs = m_own.outputs(method);
        if (!outputs) return outputs.failure();
        if (outputs->empty()) return addOpen(budget, method, "no output of it is known");
        for (const std::int64_t output : *outputs)
            if (const auto added = addUnlessOverridden(budget, method, output); !added) return added;
        return {};
    }

    Result<void> addUnlessOverridden(const Budget& budget, const std::string& method, std::optional<std::int64_t> output) {
        return overridden(budget, method, output) ? Result<void>() : add(budget, method, output);
    }

    Result<void> add(const Budget& budget, const std::string& method, std::optional<std::int64_t> output) {
        const auto measured = m_own.of(budget, method, output);
        if (!measured) return measured.failure();
        if (budget.limits.empty()) addVerdict(budget, method, output, *measured);
        for (const Limit& limit : budget.limits) {
            if (m_rows.size() > limits::kMaxBudgets)
                return fail("limit-exceeded", "more than " + std::to_string(limits::kMaxBudgets) + " rows",
                            placeOf(m_budgets, budget));
            Measured base;
            if (limit.relative()) {
                auto there = baseOf(budget, method, output);
                if (!there) return there.failure();
                base = *std::move(there);
            }
            judge(addRow(budget, method, output), limit, *measured, base);
        }
        return {};
    }

    Result<Measured> baseOf(const Budget& budget, const std::string& method, std::optional<std::int64_t> output) {
        const bool runs = budget.measure == Measure::Latency || ofOutputs(budget.measure) || hasSpan(budget, Span::Choosing);
        std::optional<Measures>& side = runs ? m_baseRuns : m_base;
        return side ? side->of(budget, method, output) : Result<Measured>(Measured{});
    }

    GateRow& addRow(const Budget& budget, const std::string& method, std::optional<std::int64_t> output) {
        GateRow& row = m_rows.emplace_back();
        row.budget = budget;
        row.method = method;
        row.output = output;
        return row;
    }

    static void take(GateRow& row, const Measured& measured) {
        row.measured = measured.value;
        row.word = measured.word;
        row.bound = measured.bound;
        row.note = measured.note;
        row.addresses = measured.addresses;
    }

    void addVerdict(const Budget& budget, const std::string& method, std::optional<std::int64_t> output, const Measured& measured) {
        GateRow& row = addRow(budget, method, output);
        take(row, measured);
        const bool tolerance = budget.measure == Measure::Tolerance;
        if (tolerance) row.limit = budget.tolerance.rtol;
        row.limitText =
            tolerance ? "rtol " + shortest(budget.tolerance.rtol) + ", atol " + shortest(budget.tolerance.atol) : "rounding";
        if (measured.holds) row.state = *measured.holds ? GateState::Held : GateState::Broken;
    }

    void judge(GateRow& row, const Limit& limit, const Measured& measured, const Measured& base) const {
        take(row, measured);
        row.limitText = limit.text;
        row.base = base.bound ? std::nullopt : base.value;
        std::string why;
        row.limit = limitOf(limit, row.base, m_ticksPerSecond, why);
        if (!row.limit && !base.note.empty() && !row.base) why += ": " + base.note;
        if (!why.empty()) row.note = why;
        const bool whole = row.budget.unit() == Unit::Bytes || row.budget.unit() == Unit::Count;
        if (row.limit && whole) row.limit = std::floor(*row.limit);
        if (measured.holds == false)
            row.state = GateState::Broken;
        else if (row.limit && row.measured)
            row.budget.measure == Measure::Latency ? judgeTimes(row, limit, measured, base) : judgeNumber(row);
    }

    /// Of what is not known whole, only that it breaks the limit can be told.
    static void judgeNumber(GateRow& row) {
        const bool beyond = row.margin().value_or(0) < 0;
        row.state = beyond ? GateState::Broken : row.bound ? GateState::Unknown : GateState::Held;
    }

    static void judgeTimes(GateRow& row, const Limit& limit, const Measured& measured, const Measured& base) {
        const std::vector<std::uint64_t> allowed =
            limit.relative() ? moved(base.durations, limit, *row.limit, *row.base)
                             : std::vector<std::uint64_t>(3, static_cast<std::uint64_t>(std::max(0.0, *row.limit)));
        const bool beyond = *row.measured > *row.limit;
        const auto difference = profile::medianDifference(allowed, measured.durations);
        if (difference.low) row.interval = {*difference.low, *difference.high};
        row.withinNoise = beyond && difference.low && *difference.low <= 0;
        row.state = !beyond || row.withinNoise ? GateState::Held : difference.low ? GateState::Broken : GateState::Unknown;
        if (row.withinNoise) row.note = "within noise; " + row.note;
        if (row.state == GateState::Unknown) row.note = "beyond it, and fewer than three runs tell no noise; " + row.note;
    }

    const Budgets& m_budgets;
    std::optional<double> m_ticksPerSecond;
    Measures m_own;
    std::optional<Measures> m_base, m_baseRuns;
    std::vector<GateRow> m_rows;
};

}  // namespace

Failure noSuchMethod(const Budgets& budgets, const Budget& budget, const std::vector<std::string>& methods) {
    const std::vector<std::string_view> known(methods.begin(), methods.end());
    const std::string_view nearest = nearestWord(budget.method, known);
    return fail("no-such-method",
                "there is no method " + budget.method + "; " +
                    (nearest.empty() ? "there are: " + joined(methods, ", ") : "the nearest is " + std::string(nearest)),
                placeOf(budgets, budget));
}

std::string_view gateStateName(GateState state) noexcept {
    static constexpr EnumTable<GateState::Unknown> kNames({"held", "broken", "unknown"});
    return kNames[state];
}

std::optional<double> GateRow::margin() const noexcept {
    if (!measured || !limit || std::isinf(*measured)) {
        if (!measured || !limit) return std::nullopt;
        const bool good = (*measured > 0) == (budget.worse() == tensor::Worse::Smaller);
        return good ? HUGE_VAL : -HUGE_VAL;
    }
    return budget.worse() == tensor::Worse::Smaller ? *measured - *limit : *limit - *measured;
}

Result<std::vector<GateRow>> gate(const std::shared_ptr<const session::Session>& session, const Budgets& budgets,
                                  const GateOptions& options, const JobContext& job) {
    return Gate(session, budgets, options, job).rows(job);
}

Result<GateBase> openBase(const session::Session& own, const std::vector<std::string>& files, const JobContext& job) {
    if (files.empty()) return GateBase{};
    auto alone = session::Session::open(files, {}, job);
    if (!alone) return alone.failure();
    for (const session::SessionFile& file : (*alone)->files())
        if (file.error) return Failure{*file.error};
    if ((*alone)->programFile() != nullptr || (*alone)->recordFile() != nullptr) return GateBase{*alone, *alone};
    auto runs = profile::openAgainst(own, files, job);
    if (!runs) return runs.failure();
    return GateBase{*std::move(alone), *std::move(runs)};
}

}  // namespace etscope::gate
