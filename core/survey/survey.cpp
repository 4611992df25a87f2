#include "survey/survey.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "compare/run_cases.h"
#include "gate/measures.h"
#include "join/runs.h"
#include "profile/run_sets.h"
#include "profile/time_difference.h"
#include "replay/executed.h"
#include "tokens/output_tokens.h"

namespace etscope::survey {
namespace {

using compare::PairState;
using findings::Verdict;

/// The worse of two, where one may be unknown; NaN is worse than any number.
void takeWorse(std::optional<double>& worst, double value, bool larger) {
    if (!worst || std::isnan(value) || (larger ? value > *worst : value < *worst)) worst = value;
}

class Surveyor {
public:
    Surveyor(std::shared_ptr<const session::Session> session, const JobContext& job)
        : m_session(std::move(session)), m_job(job), m_measures(m_session, job) {}

    Result<std::vector<Row>> rows() {
        const auto verdict = findings::verdict(*m_session, m_job);
        if (verdict.cancelled()) return verdict.failure();
        if (verdict) m_verdict = *verdict;
        auto pairs = compare::pairOutputs(m_session, m_job);
        if (pairs.cancelled()) return pairs.failure();
        if (pairs) m_pairs = *std::move(pairs);
        std::vector<Row> rows;
        for (const std::string& method : m_session->methodNames())
            if (const auto added = addMethod(method, rows); !added) return added.failure();
        if (const auto added = addUnknown(rows); !added) return added.failure();
        if (rows.empty()) rows.push_back(named({}));
        return rows;
    }

private:
    /// What is the same in all rows of a method.
    Row named(const std::string& method) {
        Row row;
        row.method = method;
        const session::SessionFile *record = m_session->recordFile(), *program = m_session->programFile();
        if (const session::SessionFile* named = program != nullptr ? program : record; named != nullptr)
            row.program = std::filesystem::path(named->path).filename().generic_string();
        if (record != nullptr && record->record != nullptr) row.exportId = record->record->sideTables().exportGraphId;
        if (row.exportId == 0U) row.exportId.reset();  // stands for none
        const session::Method* known = m_session->method(method);
        const auto graph = known != nullptr ? m_session->program(method, known->primaryStage(), m_job)
                                            : Result<std::shared_ptr<const exported::Program>>(nullptr);
        if (graph && *graph != nullptr) row.recordTorch = (*graph)->torchVersion;
        return row;
    }

    Result<void> addMethod(const std::string& method, std::vector<Row>& rows) {
        Row row = named(method);
        if (const auto measured = measure(row); !measured) return measured;
        const auto runs = replay::executionsOf({*m_session, method}, m_job);
        if (runs.cancelled()) return runs.failure();
        const findings::MethodOutcome* outcome = outcomeOf(method);
        if (!runs || runs->empty()) {
            if (const auto added = addOutputs(method, std::nullopt, row); !added) return added;
            finish(outcome, std::nullopt, row);
            rows.push_back(std::move(row));
            return {};
        }
        for (const join::SessionRun& run : *runs) {
            Row one = ofRun(run, row);
            if (const auto added = addOutputs(method, run.index, one); !added) return added;
            finish(outcome, run.index, one);
            rows.push_back(std::move(one));
        }
        // Outputs that files hold are of cases, and no run's.
        if (const auto added = addOutputs(method, std::nullopt, row); !added) return added;
        if (row.match + row.differ == 0) return {};
        finish(outcome, std::nullopt, row);
        rows.push_back(std::move(row));
        return {};
    }

    Row ofRun(const join::SessionRun& run, Row row) const {
        row.run = run.index;
        row.caseIndex = run.caseIndex;
        row.dump = std::filesystem::path(m_session->files()[run.file].path).filename().generic_string();
        const profile::RunTotal total = profile::totalOf(run);
        row.ticks = total.execute ? total.execute : total.instructions;
        addRecorded(run, row);
        return row;
    }

    /// What executed something of which no method of the session is known: a row with its times, and no verdict.
    Result<void> addUnknown(std::vector<Row>& rows) {
        const auto runs = compare::runs(*m_session, m_job);
        if (runs.cancelled()) return runs.failure();
        if (!runs) return {};
        const profile::RunSets sets = profile::runSets(**runs);
        const auto times = profile::setTimes(sets.sets, **runs);
        for (std::size_t at = 0; at < (*runs)->size(); ++at) {
            const join::SessionRun& run = (**runs)[at];
            const std::string method = run.attribution.method.value_or("");
            if (!method.empty() && m_session->method(method) != nullptr) continue;
            const std::size_t set = sets.setOfRun[at];
            if (run.kind() != etdump::BlockKind::Execute && sets.sets[set].number == 0) continue;
            Row row = ofRun(run, named(method));
            if (times[set].count > 0) row.p50 = times[set].p50;
            rows.push_back(std::move(row));
        }
        return {};
    }

    Result<void> measure(Row& row) {
        using gate::Measure;
        const std::pair<Measure, std::optional<double> Row::*> wanted[] = {
            {Measure::FileSize, &Row::programBytes},       {Measure::WeightsBytes, &Row::weightBytes},
            {Measure::PlannedMemory, &Row::memoryBytes},   {Measure::Kernels, &Row::kernels},
            {Measure::DelegateCalls, &Row::delegateCalls}, {Measure::Latency, &Row::p50}};
        for (const auto& [measure, field] : wanted) {
            gate::Budget budget;
            budget.measure = measure;
            if (measure != Measure::FileSize) budget.method = row.method;
            const auto made = m_measures.of(budget, budget.method, std::nullopt);
            if (made.cancelled()) return made.failure();
            if (made && !made->bound) row.*field = made->value;
        }
        if (const program::ExecutionPlan* plan = m_session->plan(row.method))
            for (const program::Delegate& delegate : plan->delegates)
                if (row.backends.find(delegate.id) == std::string::npos)
                    row.backends += (row.backends.empty() ? "" : ",") + delegate.id;
        return {};
    }

    static void addRecorded(const join::SessionRun& run, Row& row) {
        if (run.recorded == nullptr) return;
        const runrecord::RunRecord& record = *run.recorded->record;
        row.started = record.started;
        row.executorch = record.target.executorch;
        row.torch = record.target.torch;
        row.etscope = record.etscope;
        row.target = record.target.kind;
        if (row.target == "adb") row.device = record.target.path;
        row.system = record.system;
        row.programHash = record.program.sha256;
    }

    /// Of one run; of what belongs to no run where there is none.
    Result<void> addOutputs(const std::string& method, std::optional<std::size_t> run, Row& row) {
        double divergence = 0;
        for (const compare::OutputPair& pair : m_pairs) {
            if (pair.method != method || pair.tap) continue;
            const std::optional<std::size_t> of =
                pair.runtime && pair.runtime->run ? std::optional(static_cast<std::size_t>(*pair.runtime->run)) : std::nullopt;
            if (of != run) continue;
            const auto made = compare::compareOutput(pair, {.worst = 0}, m_job);
            if (m_job.cancelled()) return cancelledFailure();
            (made.state == PairState::Match ? row.match : made.state == PairState::Differ ? row.differ : row.open) += 1;
            if (made.result && made.result->metrics) {
                // Where one side only is not finite no difference tells how far off it is.
                const bool finite = made.result->metrics->notFinite == 0;
                constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
                takeWorse(row.maxAbs, finite ? made.result->metrics->maxAbs : kUnknown, true);
                // Of an output without elements, or of zeros alone, there is none.
                if (const double snr = made.result->metrics->snrDb; !finite || !std::isnan(snr))
                    takeWorse(row.snrDb, finite ? snr : kUnknown, false);
            }
            if (const auto added = addTokens(pair, divergence, row); !added) return added;
        }
        if (row.tokens && *row.tokens > 0) row.kl = divergence / static_cast<double>(*row.tokens);
        return {};
    }

    Result<void> addTokens(const compare::OutputPair& pair, double& divergence, Row& row) {
        const auto sides = tokens::tokenSides(*m_session, pair, m_job);
        if (sides.cancelled()) return sides.failure();
        if (!sides || !*sides) return {};
        const auto made = tokens::outputTokens(*m_session, pair, **sides, m_job);
        if (made.cancelled()) return made.failure();
        if (!made) return {};
        row.tokens = row.tokens.value_or(0);
        row.stay = row.stay.value_or(0);
        for (const tokens::Position& position : (*made)->choices.positions) {
            if (std::isnan(position.reference.entropy)) continue;
            const bool lost = std::isnan(position.runtime.entropy);  // the run has no distribution there
            ++*row.tokens;
            *row.stay += !lost && position.agrees() ? 1U : 0U;
            divergence += lost ? std::numeric_limits<double>::quiet_NaN() : position.divergence;
        }
        return {};
    }

    const findings::MethodOutcome* outcomeOf(const std::string& method) const {
        if (m_verdict == nullptr) return nullptr;
        const auto hit = std::ranges::find(m_verdict->methods, method, &findings::MethodOutcome::method);
        return hit != m_verdict->methods.end() ? &*hit : nullptr;
    }

    /// The state and the cause, of what the verdict says of the run.
    void finish(const findings::MethodOutcome* outcome, std::optional<std::size_t> run, Row& row) const {
        const causes::Culprit* culprit = nullptr;
        if (outcome != nullptr && run) {
            const auto of = std::ranges::find(outcome->runs, *run, &findings::RunOutcome::run);
            if (of != outcome->runs.end()) {
                row.callsRight = of->right, row.callsOpen = of->open;
                if (of->culprit) culprit = &*of->culprit;
            }
        } else if (outcome != nullptr && outcome->culprit && (outcome->runs.empty() || row.differ > 0)) {
            culprit = &*outcome->culprit;
        }
        const bool doubtful = m_verdict != nullptr && m_verdict->doubtful;
        const bool wrong = row.differ > 0 || culprit != nullptr;
        if (wrong && !doubtful)
            row.state = Verdict::Differ;
        else if (!wrong && row.match > 0 && row.open == 0)
            row.state = Verdict::Match;
        if (culprit == nullptr) return;
        row.culprit = true;
        row.cause = causes::causeName(culprit->cause);
        row.sentence = culprit->sentence.text();
        if (!culprit->nodes.empty()) row.node = culprit->nodes.front();
        const auto cause = std::ranges::find_if(m_verdict->causes, [&](const findings::PossibleCause& one) {
            return one.method == row.method && one.kind == row.cause && one.title == culprit->sentence && !one.source.empty();
        });
        if (cause != m_verdict->causes.end()) row.source = cause->source;
    }

    std::shared_ptr<const session::Session> m_session;
    const JobContext& m_job;
    gate::Measures m_measures;
    std::shared_ptr<const findings::SessionVerdict> m_verdict;
    std::vector<compare::OutputPair> m_pairs;
};

}  // namespace

Result<std::vector<Row>> rowsOf(const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    return Surveyor(session, job).rows();
}

}  // namespace etscope::survey
