#include "run/run_plan.h"

#include <algorithm>
#include <set>

#include "base/bytes_text.h"
#include "base/checked_math.h"
#include "base/enum_table.h"
#include "base/escaped.h"
#include "program/metadata.h"
#include "run/plan_cases.h"

namespace etscope::run {
namespace {

using runrecord::Pass;

constexpr std::uint64_t kAligned = 64;  ///< of each value in the runtime's buffer
constexpr std::uint64_t kSpare = std::uint64_t{1} << 20U;
constexpr std::uint64_t kLoopTurns = 64;  ///< assumed of instructions that are jumped back to

std::uint64_t bytesOf(const program::ExecutionPlan& plan, program::ValueIndex index) {
    std::uint64_t sum = 0;
    for (const program::ValueIndex item : plan.flattened({index})) {
        const program::TensorInfo* info = plan.tensor(item);
        if (info == nullptr || info->kind() == program::TensorKind::Constant) continue;
        sum = checkedAdd(sum, checkedAdd(info->byteCount().value_or(kSpare), kAligned).value_or(UINT64_MAX)).value_or(UINT64_MAX);
    }
    return sum;
}

/// What the runtime logs of an instruction: what a kernel returns, every argument of a delegate's call.
std::uint64_t loggedBytes(const program::ExecutionPlan& plan, const program::Instruction& instruction) {
    std::uint64_t sum = 0;
    const auto add = [&](program::ValueIndex index) { sum = checkedAdd(sum, bytesOf(plan, index)).value_or(UINT64_MAX); };
    if (const auto* kernel = std::get_if<program::KernelCall>(&instruction)) {
        std::set<program::ValueIndex> once, twice;  // what is returned stands twice
        for (const program::ValueIndex index : kernel->arguments)
            if (!once.insert(index).second) twice.insert(index);
        for (const program::ValueIndex index : twice) add(index);
    } else if (const auto* delegate = std::get_if<program::DelegateCall>(&instruction)) {
        for (const program::ValueIndex index : delegate->arguments) add(index);
    }
    return sum;
}

/// An upper bound of what one call logs, where every size is within its bound.
std::uint64_t loggedBytes(const program::ExecutionPlan& plan) {
    std::uint64_t sum = 0;
    const auto add = [&](std::uint64_t bytes) { sum = checkedAdd(sum, bytes).value_or(UINT64_MAX); };
    for (const program::Chain& chain : plan.chains)
        for (std::size_t i = 0; i < chain.instructions.size(); ++i) {
            const bool again = std::any_of(chain.instructions.begin() + static_cast<std::ptrdiff_t>(i), chain.instructions.end(),
                                           [i](const program::Instruction& later) {
                                               const auto* jump = std::get_if<program::JumpFalseCall>(&later);
                                               return jump != nullptr && jump->destination >= 0 &&
                                                      static_cast<std::size_t>(jump->destination) <= i;
                                           });
            const std::uint64_t bytes = loggedBytes(plan, chain.instructions[i]);
            add(again ? checkedMul(bytes, kLoopTurns).value_or(UINT64_MAX) : bytes);
        }
    for (const program::ValueIndex output : plan.outputs) add(bytesOf(plan, output));
    return sum;
}

/// Whether calls leave something for later ones: the plan reads memory that nothing of the call has written.
std::optional<bool> keepsState(const session::MethodView& method, const JobContext& job) {
    const auto graph = method.graph(graph::StageId::program(), job);
    if (!graph) return std::nullopt;
    const auto& inputs = (*graph)->top().inputs;
    return std::ranges::find(inputs, graph::InputKind::ProgramState, &graph::GraphInput::kind) != inputs.end();
}

class Planner {
public:
    Planner(const session::Session& session, const PlanOptions& options, const JobContext& job)
        : m_session(session), m_options(options), m_job(job) {}

    Result<RunPlan> make() {
        auto files = planOfFiles(m_session);
        if (!files) return files.failure();
        m_plan = *std::move(files);
        m_plan.values = m_options.values;
        m_plan.loaded = m_options.modules;
        m_plan.repeat = m_options.repeat;
        const session::SessionFile* file = m_session.programFile();
        for (const program::ExecutionPlan& plan : file->program->plans()) {
            if (m_job.cancelled()) return cancelledFailure();
            if (auto added = addMethod(plan); !added) return added.failure();
        }
        for (const std::string& name : m_options.methods)
            if (file->program->plan(name) == nullptr)
                return fail("no-such-method", "there is no such method; there are: " + names(*file->program), escaped(name));
        if (m_plan.calls.empty())
            return fail("run-cases",
                        m_plan.notes.empty() ? "the program has no method" : "there is nothing to run: " + m_plan.notes.front());
        if (auto added = addPasses(); !added) return added.failure();
        return std::move(m_plan);
    }

private:
    static std::string names(const program::Program& program) {
        std::string known;
        for (const program::ExecutionPlan& plan : program.plans())
            if (!program::isConstantMethod(plan)) known += (known.empty() ? "" : ", ") + escaped(plan.name);
        return known;
    }

    /// Those that were not asked for by name are left out where they have no inputs.
    Result<void> addMethod(const program::ExecutionPlan& plan) {
        const bool named = std::ranges::find(m_options.methods, plan.name) != m_options.methods.end();
        if (!m_options.methods.empty() && !named) return {};
        if (plan.damaged || (program::isConstantMethod(plan) && !named)) return {};
        const session::MethodView method(m_session, plan.name);
        auto calls = callsOf(method, plan, m_options, m_job);
        if (!calls) {
            const bool leave = !named && (calls.error().code == "run-cases" || calls.error().code == "run-sizes");
            if (!leave) return calls.failure();
            m_plan.notes.push_back(escaped(plan.name) + " is left out: " + calls.error().message);
            return {};
        }
        m_plan.methods.push_back({plan.name, keepsState(method, m_job)});
        m_logged.resize(m_plan.calls.size() + calls->size(), loggedBytes(plan));
        if (std::ranges::any_of(*calls, [](const PlannedCall& call) { return call.facts.source == runrecord::CaseSource::Random; }))
            m_plan.notes.push_back(escaped(plan.name) +
                                   " is given random inputs, the last resort: what it gives says little of real ones");
        std::ranges::move(*calls, std::back_inserter(m_plan.calls));
        return {};
    }

    bool anyState() const {
        return std::ranges::any_of(m_plan.methods, [](const auto& method) { return method.keepsState.value_or(true); });
    }

    Result<void> addPasses() {
        const Pass kept = m_options.values == Values::All ? Pass::Values : Pass::Outputs;
        if (m_options.values != Values::None)
            for (std::size_t c = 0; c < m_plan.calls.size(); ++c)
                if (auto placed = place(kept, c); !placed) return placed;
        for (PlannedModule& module : m_plan.modules)  // never all of an estimate
            if (module.pass == Pass::Values)
                module.bufferBytes =
                    checkedAdd(checkedMul(module.bufferBytes, std::uint64_t{2}).value_or(UINT64_MAX), kSpare).value_or(UINT64_MAX);
        addTimes();
        return {};
    }

    /// In the module of the calls before it, unless each has its own, or the values would be too many and no method keeps state.
    Result<void> place(Pass pass, std::size_t call) {
        const std::uint64_t bytes = pass == Pass::Values && !m_options.streams ? m_logged[call] : 0,
                            most = m_options.mostBuffer / 2;
        const auto tooMany = [&](std::uint64_t all) {
            return fail("run-values-too-large",
                        "the values of " + (all > bytes ? "all calls" : "one call of " + escaped(m_plan.calls[call].facts.method)) +
                            " may take " + bytesText(all) + ", and the buffer of a run is " + bytesText(most) +
                            " at most: take fewer cases or methods, --values outputs, or --runner, which needs no buffer");
        };
        if (bytes > most) return tooMany(bytes);
        const bool fresh = m_options.modules == Modules::Fresh || m_plan.modules.empty();
        const std::uint64_t together = fresh ? bytes : m_plan.modules.back().bufferBytes + bytes;
        if (!fresh && together > most && anyState()) return tooMany(together);
        if (fresh || together > most) m_plan.modules.push_back({pass, {}, 0});
        m_plan.modules.back().calls.push_back(call);
        m_plan.modules.back().bufferBytes += bytes;
        return {};
    }

    /// All calls, then all again: in one module, unless what a call does depends on those before it.
    void addTimes() {
        const bool fresh = m_options.modules == Modules::Fresh;
        for (std::int64_t turn = 0; turn < m_options.repeat; ++turn)
            for (std::size_t c = 0; c < m_plan.calls.size(); ++c) {
                const bool first = m_plan.modules.empty() || m_plan.modules.back().pass != Pass::Times;
                if (first || (c == 0 && anyState()) || (fresh && anyState())) m_plan.modules.push_back({Pass::Times, {}, 0});
                m_plan.modules.back().calls.push_back(c);
            }
    }

    const session::Session& m_session;
    const PlanOptions& m_options;
    const JobContext& m_job;
    RunPlan m_plan;
    std::vector<std::uint64_t> m_logged;  ///< by call
};

}  // namespace

std::string_view valuesName(Values values) noexcept {
    static constexpr EnumTable<Values::None> kNames({"all", "outputs", "none"});
    return kNames[values];
}

std::string_view modulesName(Modules modules) noexcept {
    static constexpr EnumTable<Modules::Fresh> kNames({"one", "fresh"});
    return kNames[modules];
}

std::size_t RunPlan::executions() const noexcept {
    std::size_t count = 0;
    for (const PlannedModule& module : modules) count += module.calls.size();
    return count;
}

Result<RunPlan> planOfFiles(const session::Session& session) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr || file->program == nullptr)
        return fail("no-program", "none of the files is a program (.pte, .bpte): there is nothing to run");
    RunPlan plan;
    plan.program = file->program->file();
    plan.programPath = file->path;
    plan.programIsFile = plan.program.offset == 0 && plan.program.source == file->source && file->source->isFile() &&
                         plan.program.size == file->source->size() && file->path.find('#') == std::string::npos;
    for (const session::SessionFile& one : session.files())
        if (one.tensorData != nullptr) {
            plan.dataPaths.push_back(one.path);
            plan.data.push_back(one.bytes);
        }
    plan.values = Values::Outputs;
    plan.repeat = 0;
    return plan;
}

Result<RunPlan> makePlan(const session::Session& session, const PlanOptions& options, const JobContext& job) {
    return Planner(session, options, job).make();
}

}  // namespace etscope::run
