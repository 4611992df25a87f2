#include "gate/measures.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/checked_math.h"
#include "base/number_text.h"
#include "base/pattern.h"
#include "etdump/statistics.h"
#include "findings/lint.h"
#include "findings/undelegated.h"
#include "findings/verify.h"
#include "gate/limits.h"
#include "inventory/delegate_rows.h"
#include "join/weights.h"
#include "profile/time_difference.h"
#include "program/memory_plan.h"
#include "program/metadata.h"
#include "replay/executed.h"
#include "session/entity.h"

namespace etscope::gate {
namespace {

using session::Entity;

Measured unknown(std::string note) { return {.note = std::move(note)}; }
Measured known(std::uint64_t value, std::string note = {}) {
    return {.value = static_cast<double>(value), .note = std::move(note)};
}

void addAddress(Measured& made, std::string address) {
    if (made.addresses.size() < limits::kMaxGatePlaces) made.addresses.push_back(std::move(address));
}

bool usedBy(const join::StoredWeight& weight, const std::string& method) {
    return std::ranges::any_of(weight.uses, [&](const join::WeightUse& use) { return use.method == method; });
}

/// Of a delegate whose constants nobody can tell: "QnnBackend of forward".
std::set<std::string> undecoded(const session::MethodView& method, const JobContext& job) {
    std::set<std::string> found;
    const auto rows = inventory::delegateRows(method.session, job);
    for (const inventory::DelegateRow& row : rows ? *rows : std::vector<inventory::DelegateRow>{}) {
        const bool told = row.decoded != nullptr && (row.decoded->graph != nullptr || !row.decoded->weights.empty());
        if (!told && (method.name.empty() || row.method == method.name)) found.insert(row.id + " of " + row.method);
    }
    return found;
}

}  // namespace

Measures::Measures(std::shared_ptr<const session::Session> session, const JobContext& job)
    : m_session(std::move(session)), m_job(job) {}

std::optional<std::vector<const program::ExecutionPlan*>> Measures::plans(const std::string& method) const {
    std::vector<const program::ExecutionPlan*> found;
    const session::SessionFile* file = m_session->programFile();
    if (file == nullptr) return std::nullopt;
    for (const program::ExecutionPlan& plan : file->program->plans()) {
        if ((!method.empty() && plan.name != method) || program::isConstantMethod(plan)) continue;
        if (plan.damaged) return std::nullopt;
        found.push_back(&plan);
    }
    return found.empty() ? std::nullopt : std::optional(std::move(found));
}

Measured Measures::fileSize() const {
    const session::SessionFile* program = m_session->programFile();
    if (program == nullptr) return unknown("the session has no program");
    std::uint64_t bytes = program->bundle != nullptr ? program->bundle->program().size : program->size;
    for (const session::SessionFile& file : m_session->files())
        if (file.kind == FileKind::Ptd) bytes += file.size;
    return known(bytes);
}

Result<Measured> Measures::weightsBytes(const std::string& method) {
    if (m_session->programFile() == nullptr) return unknown("the session has no program");
    if (!plans(method)) return unknown(method.empty() ? "a plan is damaged" : "the program has no whole plan of the method");
    if (!m_weights) {
        auto places = join::weightPlaces(*m_session, m_job);
        if (!places) return places.failure();
        m_weights = *std::move(places);
    }
    std::uint64_t bytes = 0;
    std::size_t unread = 0;
    for (const join::StoredWeight& weight : *m_weights) {
        if (!method.empty() && !usedBy(weight, method)) continue;
        unread += weight.tensor.storage.hasData() ? 0U : 1U;
        bytes = checkedAdd(bytes, weight.tensor.storage.size).value_or(UINT64_MAX);
    }
    const auto opaque = undecoded({*m_session, method}, m_job);
    if (m_job.cancelled()) return cancelledFailure();
    Measured made = known(bytes);
    made.bound = unread > 0 || !opaque.empty();
    if (!opaque.empty())
        made.note = "what " + counted(opaque.size(), "delegate holds is", "delegates hold is") + " not known: " + *opaque.begin();
    else if (unread > 0)
        made.note = "the bytes of " + counted(unread, "weight are", "weights are") + " not at hand";
    return made;
}

Result<Measured> Measures::memory(const std::string& method, bool peak) const {
    const auto found = plans(method);
    if (!found) return unknown("the program has no whole plan of the method");
    const program::ExecutionPlan& plan = *found->front();
    const auto memory = program::memoryPlan(plan, m_job);
    if (!memory) return memory.failure();
    std::uint64_t bytes = 0;
    if (!peak) {
        for (const program::PlannedBuffer& buffer : memory->buffers) {
            if (buffer.bytes < 0) return unknown("a buffer has a negative size");
            bytes = checkedAdd(bytes, static_cast<std::uint64_t>(buffer.bytes)).value_or(UINT64_MAX);
        }
        return known(bytes);
    }
    const program::MemoryPeak* highest = nullptr;
    for (const program::MemoryPeak& one : memory->peaks) {
        bytes = checkedAdd(bytes, one.bytes).value_or(UINT64_MAX);
        if (highest == nullptr || one.bytes > highest->bytes) highest = &one;
    }
    Measured made = known(bytes);
    made.bound = std::ranges::any_of(memory->tensors, &program::PlannedTensor::sizeUnknown);
    if (made.bound) made.note = "the size of a planned tensor is not known";
    if (highest != nullptr && highest->atInstruction >= 0) {
        if (made.note.empty()) made.note = "at instruction " + std::to_string(highest->atInstruction);
        addAddress(made, Entity::ofInstruction(plan.name, highest->atInstruction).text());
    }
    return made;
}

Result<Measured> Measures::calls(const std::string& method, bool delegates) const {
    const auto found = plans(method);
    if (!found)
        return unknown(method.empty() ? "no program, or one of its plans is damaged" : "the program has no whole plan of it");
    std::uint64_t count = 0;
    for (const program::ExecutionPlan* plan : *found)
        for (const program::Chain& chain : plan->chains)
            count += static_cast<std::uint64_t>(std::ranges::count_if(chain.instructions, [&](const program::Instruction& one) {
                return delegates ? std::holds_alternative<program::DelegateCall>(one)
                                 : std::holds_alternative<program::KernelCall>(one);
            }));
    Measured made = known(count);
    if (delegates || count == 0) return made;
    const auto rows = findings::undelegated({*m_session, method}, m_job);
    if (!rows) return rows.failure();
    for (const findings::UndelegatedOperator& row : *rows) {
        if (made.note.empty()) made.note = "most: " + row.target + " × " + std::to_string(row.nodes.size());
        for (const std::string& node : row.nodes) addAddress(made, Entity::ofNode(row.method, row.stage, node).text());
    }
    return made;
}

Result<Measured> Measures::weightSqnr(const std::string& method) {
    if (!m_quantisation) {
        auto made = compare::quantisation(*m_session, m_job);
        if (!made) return made.failure();
        m_quantisation = *std::move(made);
    }
    Measured made;
    std::size_t all = 0, open = 0;
    for (const compare::QuantisationRow& row : m_quantisation->rows) {
        if (row.weight.method != method) continue;
        ++all;
        const double sqnr = row.original.empty() ? std::nan("") : row.all.sqnrDb();
        if (std::isnan(sqnr)) ++open;
        if (std::isnan(sqnr) || (made.value && sqnr >= *made.value)) continue;
        made.value = sqnr;
        made.note = row.weight.name;
        made.addresses = {Entity::named(Entity::Kind::Tensor, row.weight.name).text()};
    }
    if (all == 0) return unknown("no quantised weight of the method is known");
    made.bound = open > 0;
    if (open > 0)
        made.note += (made.note.empty() ? "" : "; ") + std::to_string(open) + " of " + counted(all, "weight has", "weights have") +
                     " nothing to be held against";
    return made;
}

Result<Measured> Measures::latency(const std::string& method) const {
    const auto runs = replay::executionsOf({*m_session, method}, m_job);
    if (!runs) return runs.failure();
    Measured made;
    std::size_t logged = 0, whole = 0;
    for (const join::SessionRun& run : *runs) {
        const profile::RunTotal total = profile::totalOf(run);
        whole += total.execute ? 1U : 0U;
        const auto ticks = total.execute ? total.execute : total.instructions;
        if (ticks && *ticks >= 0) made.durations.push_back(static_cast<std::uint64_t>(*ticks));
        logged += std::ranges::all_of(run.dump->values(run.run()), &etdump::LoggedValue::programOutput) ? 0U : 1U;
    }
    if (made.durations.empty()) return unknown("no run of an ETDump is known to be of the method, or none has times");
    if (whole != 0 && whole != made.durations.size()) return unknown("some runs noted the whole execution, others did not");
    std::ranges::sort(made.durations);
    made.value = etdump::durationStatistics(made.durations).p50;
    made.note = counted(made.durations.size(), "run", "runs");
    if (logged > 0) made.note += ", of which " + std::to_string(logged) + " logged values: that takes time, too";
    return made;
}

Result<Measured> Measures::findings(const std::string& pattern) {
    if (!m_findings) {
        auto& counts = m_findings.emplace();
        const auto lint = findings::lint(*m_session, m_job);
        if (!lint) return lint.failure();
        for (const findings::LintFinding& finding : *lint) {
            ++counts[finding.code];
            ++counts[std::string(severityName(finding.severity))];
        }
        if (const auto verified = findings::verify(*m_session, m_job); !verified) return verified.failure();
        const Diagnostics diagnostics = m_session->diagnostics();
        for (const Diagnostic& one : diagnostics.items()) {
            counts[one.code] += one.count;
            counts[std::string(severityName(one.severity))] += one.count;
        }
    }
    std::uint64_t count = 0;
    std::string note;
    for (const auto& [code, number] : *m_findings) {
        const bool severity = code == "error" || code == "warning" || code == "note";
        if (severity ? code != pattern : !matchesPattern(pattern, code)) continue;
        count += number;
        if (!severity && code != pattern) note += (note.empty() ? "" : ", ") + code + " × " + std::to_string(number);
    }
    return known(count, std::move(note));
}

Result<Measured> Measures::of(const Budget& budget, const std::string& method, std::optional<std::int64_t> output) {
    auto made = [&]() -> Result<Measured> {
        switch (budget.measure) {
            case Measure::FileSize: return fileSize();
            case Measure::WeightsBytes: return weightsBytes(method);
            case Measure::PeakMemory: return memory(method, true);
            case Measure::PlannedMemory: return memory(method, false);
            case Measure::Kernels: return calls(method, false);
            case Measure::DelegateCalls: return calls(method, true);
            case Measure::WeightSqnr: return weightSqnr(method);
            case Measure::Latency: return latency(method);
            case Measure::KlMean:
            case Measure::KlWorst:
            case Measure::TokensStay:
            case Measure::TokensChanged: return tokens(budget.measure, method);
            case Measure::Findings: return findings(budget.name);
            case Measure::Envelope: return envelope(method, output.value_or(0));
            case Measure::Tolerance:
            case Measure::Metric: return compared(budget, method, output.value_or(0));
        }
        return Measured{};
    }();
    if (!made && !made.cancelled()) return unknown(made.error().message);
    return made;
}

}  // namespace etscope::gate
