#include "causes/audited_gap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "base/limits.h"
#include "causes/error_limits.h"
#include "compare/tap_statistics.h"
#include "evaluate/elements.h"
#include "evaluate/reading.h"
#include "gap/tap_rows.h"
#include "replay/computable_graph.h"
#include "replay/executed.h"
#include "replay/program_differences.h"

namespace etscope::causes {
namespace {

using evaluate::Array;

double normOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values)
        if (std::isfinite(value)) sum += value * value;
    return std::sqrt(sum);
}

bool sameValue(double left, double right) { return left == right || (std::isnan(left) && std::isnan(right)); }

Result<std::vector<double>> numbersOf(const tensor::Tensor& tensor, const std::shared_ptr<evaluate::Memory>& memory) {
    const auto array = evaluate::borrowed(tensor, memory);
    return array ? evaluate::readDoubles(*array) : array.failure();
}

/// What an operator gives in f64, as infinite as the type makes it.
Result<std::vector<double>> resultsOf(const Array& array, ScalarType type) {
    auto numbers = evaluate::readDoubles(array);
    for (std::size_t i = 0; numbers && i < numbers->size(); ++i)
        if (const double rounded = evaluate::roundedTo(type, (*numbers)[i]); std::isinf(rounded)) (*numbers)[i] = rounded;
    return numbers;
}

struct Distance {
    double norm = 0, largest = 0;  ///< ‖left − right‖, max |left − right|
};
/// Infinite where one is not finite and the other is not the same.
Distance distance(const std::vector<double>& left, const std::vector<double>& right) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    double sum = 0, largest = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (sameValue(left[i], right[i])) continue;
        if (!std::isfinite(left[i]) || !std::isfinite(right[i])) return {kInfinite, kInfinite};
        const double apart = std::abs(left[i] - right[i]);
        sum += apart * apart;
        largest = std::max(largest, apart);
    }
    return {std::sqrt(sum), largest};
}

double relative(double difference, double norm) {
    if (difference == 0) return 0;
    return norm > 0 ? difference / norm : std::numeric_limits<double>::infinity();
}

class PartMaker {
public:
    PartMaker(const gap::GapTable& table, const std::vector<replay::ProgramDifference>& differences, const JobContext& job)
        : m_table(table), m_differences(differences), m_job(job) {
        m_made.rows.resize(table.rows.size());
        for (std::size_t i = 0; i < table.rows.size(); ++i) m_rows[{table.rows[i].run, table.rows[i].instruction}].push_back(i);
    }

    Result<void> take(const replay::ReplayedCall& call, const replay::AuditRow& audit, const evaluate::Values& computed) {
        const auto rows = m_rows.find({audit.run, audit.instruction});
        if (rows == m_rows.end()) return {};
        for (const std::size_t row : rows->second) {
            RowParts& parts = m_made.rows[row];
            parts = {};
            parts.audit = audit;
            parts.differs = audit.overwritten || std::ranges::find(m_differences, audit.instruction,
                                                                   &replay::ProgramDifference::instruction) != m_differences.end();
            if (audit.state != replay::AuditState::Judged) continue;
            if (const auto& tap = m_table.rows[row].tap; tap && tap->result < audit.results.size())
                parts.audit->worst = tap->result;
            if (!m_table.rows[row].reference) continue;
            if (const auto done = fill(m_table.rows[row], call, computed, parts); done.cancelled()) return done;
        }
        return {};
    }
    AuditedGap finish() && { return std::move(m_made); }

private:
    Result<void> fill(const gap::GapRow& row, const replay::ReplayedCall& call, const evaluate::Values& computed,
                      RowParts& parts) const {
        if (row.tap && row.tap->reducer == join::TapReducer::Statistics) return fillStatistics(row, computed, parts);
        const auto right = numbersOf(*row.reference, m_memory), actual = numbersOf(*row.value, m_memory);
        if (!right) return right.failure();
        if (!actual) return actual.failure();
        if (computed.size() != parts.audit->results.size()) return {};
        const auto which = resultOf(row, right->size(), computed);
        if (!which) return {};
        const auto local = resultsOf(*computed[*which].array(), row.value->type);
        if (!local) return local.failure();
        if (actual->size() != local->size()) return {};
        const double norm = normOf(*right);
        const Distance introduced = distance(*actual, *local), inherited = distance(*local, *right);
        parts.introduced = relative(introduced.norm, norm);
        parts.inherited = relative(inherited.norm, norm);
        parts.constant = parts.largest.constant = 0;
        parts.largest.introduced = introduced.largest;
        parts.largest.inherited = inherited.largest;
        return addConstant(call, *which, *local, norm, row.value->type, parts);
    }

    /// By the least errors that the statistics leave possible.
    Result<void> fillStatistics(const gap::GapRow& row, const evaluate::Values& computed, RowParts& parts) const {
        const Array* array = row.tap->result < computed.size() ? computed[row.tap->result].array() : nullptr;
        if (array == nullptr) return {};
        const auto read = evaluate::readTensor(*array);
        if (!read) return read.failure();
        const auto local = gap::tapped(*row.tap, *read, false, m_job);
        if (local.cancelled()) return local.failure();
        const auto* right = local ? std::get_if<tensor::Tensor>(&*local) : nullptr;
        if (right == nullptr) return {};
        const auto introduced = compare::compareTapStatistics(*right, *row.value, {}, *row.tap, m_job);
        const auto inherited = compare::compareTapStatistics(*row.reference, *right, {}, *row.tap, m_job);
        if (!introduced) return introduced.failure();
        if (!inherited) return inherited.failure();
        if (!*introduced || !*inherited) return {};
        parts.introduced = (*introduced)->error;
        parts.inherited = (*inherited)->error;
        return {};
    }

    /// The same with the record's constants.
    Result<void> addConstant(const replay::ReplayedCall& call, std::size_t which, const std::vector<double>& local, double norm,
                             ScalarType type, RowParts& parts) const {
        replay::ReplayedCall other = call;
        bool any = false;
        for (const replay::ProgramDifference& difference : m_differences) {
            if (difference.instruction != call.instruction || !difference.recorded) continue;
            const auto argument = std::ranges::find(other.arguments, difference.argument, &replay::ReplayedArgument::name);
            if (argument == other.arguments.end()) continue;
            argument->value = *difference.recorded;
            any = true;
        }
        if (!any || call.op == nullptr) return {};
        const evaluate::Context context{m_memory, m_job, true};
        auto arguments = replay::argumentsOf(other, context);
        if (!arguments) return arguments.failure();
        const auto values = evaluate::apply(*call.op, context, *std::move(arguments));
        if (!values) return values.failure();
        const Array* array = which < values->size() ? (*values)[which].array() : nullptr;
        if (array == nullptr || static_cast<std::size_t>(array->count()) != local.size()) return {};
        const auto numbers = resultsOf(*array, type);
        if (!numbers) return numbers.failure();
        const Distance constant = distance(*numbers, local);
        parts.constant = relative(constant.norm, norm);
        parts.largest.constant = constant.largest;
        return {};
    }

    /// The result that was compared.
    static std::optional<std::size_t> resultOf(const gap::GapRow& row, std::size_t count, const evaluate::Values& computed) {
        if (row.fromEnd >= computed.size() || (row.tap && row.tap->result >= computed.size())) return std::nullopt;
        const std::size_t which = row.tap ? row.tap->result : computed.size() - 1 - row.fromEnd;
        const Array* array = computed[which].array();
        return array != nullptr && static_cast<std::size_t>(array->count()) == count ? std::optional(which) : std::nullopt;
    }

    const gap::GapTable& m_table;
    const std::vector<replay::ProgramDifference>& m_differences;
    const JobContext& m_job;
    std::shared_ptr<evaluate::Memory> m_memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    std::map<std::pair<std::size_t, std::int64_t>, std::vector<std::size_t>> m_rows;  ///< of the table, by run and instruction
    AuditedGap m_made;
};

/// The tables of runs, each held from its first call until the next run begins.
class TablesInTurn {
public:
    TablesInTurn(const std::vector<const join::SessionRun*>& runs, const RunTables& tables) : m_runs(runs), m_tables(tables) {}
    std::function<void(const gap::GapTable&)> begin;  ///< a table is there
    std::function<std::vector<RowParts>()> end;       ///< of the table; nothing: its rows have no parts

    /// The runs before this one are done then.
    Result<void> goTo(std::size_t run) {
        while (m_at < m_runs.size() && (!m_table || m_runs[m_at]->index != run)) {
            if (m_table)
                if (const auto done = close(); !done) return done;
            if (m_at == m_runs.size()) break;
            auto table = m_tables.table(*m_runs[m_at]);
            if (!table) return table.failure();
            m_table = *std::move(table);
            if (begin) begin(*m_table);
        }
        return {};
    }
    Result<void> finish() { return goTo(SIZE_MAX); }

private:
    Result<void> close() {
        const std::vector<RowParts> parts = end ? end() : std::vector<RowParts>(m_table->rows.size());
        const auto done = m_tables.done(*m_runs[m_at], *m_table, parts);
        m_table.reset();
        ++m_at;
        return done;
    }

    const std::vector<const join::SessionRun*>& m_runs;
    const RunTables& m_tables;
    std::size_t m_at = 0;
    std::optional<gap::GapTable> m_table;  ///< of the run at m_at
};

}  // namespace

std::optional<Culprit> AuditedGap::culprit(const gap::GapTable& table) const {
    const auto isShown = [&](const RunCulprits& one) {
        return !one.culprits.empty() && std::ranges::find(table.rows, one.run, &gap::GapRow::run) != table.rows.end();
    };
    auto found = std::ranges::find_if(culprits, isShown);
    if (found == culprits.end())
        found = std::ranges::find_if(culprits, [](const RunCulprits& one) { return !one.culprits.empty(); });
    return found == culprits.end() ? std::nullopt : std::optional(found->culprits.front());
}

std::optional<std::size_t> AuditedGap::firstDivergence(const gap::GapTable& table) const {
    for (std::size_t r = 0; table.firstDivergence && r < table.rows.size(); ++r)
        if (rows[r].diverges(table.rows[r])) return r;
    return std::nullopt;
}

Result<AuditedGap> auditedGap(const session::MethodView& method, const gap::GapTable& table, const JobContext& job, bool allRuns) {
    /// Runs whose culprits are looked for beside the table's.
    constexpr std::size_t kMostRuns = 64;
    AuditedGap none;
    none.rows.resize(table.rows.size());
    if (method.plan() == nullptr || table.rows.empty()) return none;
    auto runs = replay::executionsOf(method, job);
    if (!runs) return runs.failure();
    std::set<std::size_t> judged;
    for (const gap::GapRow& row : table.rows) judged.insert(row.run);
    for (std::size_t i = 0; allRuns && i < std::min(kMostRuns, runs->size()); ++i) judged.insert((*runs)[i].index);
    std::vector<const join::SessionRun*> all, upToLast;
    for (const join::SessionRun& run : *runs) {
        all.push_back(&run);
        if (run.index <= *judged.rbegin()) upToLast.push_back(&run);
    }
    const auto differences = replay::programDifferences(method, job);
    if (!differences) return differences.failure();
    PartMaker maker(table, **differences, job);
    const auto visit = [&](const replay::ReplayedCall& call, const replay::AuditRow& row, const evaluate::Values& computed) {
        return maker.take(call, row, computed);
    };
    const auto rows = replay::audit(method, upToLast, {.only = judged, .visit = visit}, job);
    if (!rows) return rows.failure();
    AuditedGap made = std::move(maker).finish();
    auto culprits = culpritsOf(method, all, *rows, job, judged);
    if (!culprits) return culprits.failure();
    made.culprits = *std::move(culprits);
    const auto edge = method.program(graph::StageId::edge(), job);
    const auto kernels = replay::instructionNodes(method, job);
    if (kernels.cancelled()) return kernels.failure();
    const auto otherwise = replay::computesOtherwise(method, job);
    if (!otherwise) return otherwise.failure();
    Begun begun;
    begun.otherNumbers = *otherwise;
    if (edge) addLimits(*(*edge)->graph, kernels ? kernels->get() : nullptr, table, begun, made.rows);
    const auto isCulprit = [&](const gap::GapRow& row) {
        return std::ranges::any_of(made.culprits, [&](const RunCulprits& one) {
            return one.run == row.run && std::ranges::any_of(one.culprits, [&](const Culprit& culprit) {
                       return culprit.instruction == row.instruction;
                   });
        });
    };
    for (std::size_t r = 0; r < table.rows.size(); ++r) made.rows[r].differs = made.rows[r].differs || isCulprit(table.rows[r]);
    return made;
}

Result<std::vector<RunCulprits>> auditRuns(const session::MethodView& method, const std::vector<const join::SessionRun*>& runs,
                                           const RunTables& tables, const JobContext& job) {
    TablesInTurn turn(runs, tables);
    const bool replayed = method.plan() != nullptr && !runs.empty();
    const auto differences = replay::programDifferences(method, job);
    if (replayed && !differences) return differences.failure();
    if (!replayed) {
        const auto done = turn.finish();
        return done ? Result<std::vector<RunCulprits>>(std::vector<RunCulprits>()) : done.failure();
    }
    std::optional<PartMaker> maker;
    turn.begin = [&](const gap::GapTable& table) { maker.emplace(table, **differences, job); };
    turn.end = [&] { return std::move(*maker).finish().rows; };
    const auto visit = [&](const replay::ReplayedCall& call, const replay::AuditRow& row,
                           const evaluate::Values& computed) -> Result<void> {
        if (const auto there = turn.goTo(row.run); !there) return there;
        return maker->take(call, row, computed);
    };
    const auto rows = replay::audit(method, runs, {.visit = visit}, job);
    if (!rows) return rows.failure();
    if (const auto done = turn.finish(); !done) return done.failure();
    return culpritsOf(method, runs, *rows, job);
}

}  // namespace etscope::causes
