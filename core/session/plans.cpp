// The program side of a session: which plan is which method, graphs of plans, decoded delegates.
#include <algorithm>
#include <set>

#include "base/base_name.h"
#include "base/escaped.h"
#include "program/metadata.h"
#include "program/plan_graph.h"
#include "program/program.h"
#include "session/program_names.h"
#include "session/session_state.h"
#include "session/sidecars.h"

namespace etscope::session {
namespace {

using graph::StageId;

std::vector<delegates::CompileSpec> readSpecs(const program::Delegate& delegate) {
    std::vector<delegates::CompileSpec> specs;
    for (const program::CompileSpec& spec : delegate.compileSpecs) {
        auto value = spec.value.readAll();
        specs.push_back({spec.key, value ? std::move(*value) : std::vector<std::byte>{}});
    }
    return specs;
}

std::shared_ptr<const graph::GraphModel> graphOf(const delegates::Decoded& decoded, std::string_view name) {
    if (name.empty() || name == decoded.graphName) return decoded.graph;
    const auto hit = std::ranges::find_if(decoded.otherGraphs, [&](const delegates::NamedGraph& one) { return one.name == name; });
    return hit == decoded.otherGraphs.end() ? nullptr : hit->graph;
}

/// The edge graph's call that became the plan's delegate: the emitter numbers delegates in the order of their first calls
/// (exir/emit/_emitter.py, _emit_delegate). Nothing where record and plan count different calls.
std::optional<std::uint32_t> recordedCall(const Session& session, std::string_view method, std::size_t delegate,
                                          const JobContext& job) {
    const Method* known = session.method(method);
    const program::ExecutionPlan* plan = session.plan(method);
    if (known == nullptr || !known->has(StageId::edge()) || plan == nullptr) return std::nullopt;
    const auto edge = session.graph(method, StageId::edge(), job);
    if (!edge) return std::nullopt;
    std::vector<std::int64_t> called;
    for (const program::Chain& chain : plan->chains)
        for (const program::Instruction& instruction : chain.instructions)
            if (const auto* call = std::get_if<program::DelegateCall>(&instruction)) called.push_back(call->delegateIndex);
    const auto at = std::ranges::find(called, static_cast<std::int64_t>(delegate));
    if (called.size() != (*edge)->delegates().size() || at == called.end()) return std::nullopt;
    return static_cast<std::uint32_t>(at - called.begin());
}

// Programs inside a delegate's payload, told as other payloads are: graphs, weights, regions.

constexpr std::string_view kMainMethod = "forward";  // what the backend that does this runs (ExecutorBackend)

/// Constants of a plan by the ids of their values in its graph, each once.
void addConstants(const program::Program& program, const program::ExecutionPlan& plan, std::set<std::uint64_t>& seen,
                  std::vector<delegates::Weight>& weights) {
    for (std::size_t i = 0; i < plan.values.size(); ++i) {
        const program::TensorInfo* tensor = plan.tensor(static_cast<program::ValueIndex>(i));
        if (tensor == nullptr || (tensor->kind() != program::TensorKind::Constant && !tensor->external())) continue;
        delegates::Weight weight;
        weight.name = "v" + std::to_string(i);
        weight.type = tensor->scalarType;
        weight.shape.assign(tensor->sizes.begin(), tensor->sizes.end());
        weight.size = tensor->byteCount().value_or(0);
        const auto bytes = tensor->external() ? program.namedData(tensor->name()) : program.tensorBytes(*tensor);
        if (tensor->external()) weight.key = tensor->name();
        if (bytes) weight.bytes = *bytes;
        if (!bytes || seen.insert(bytes->offset).second) weights.push_back(std::move(weight));
    }
}

void addRegions(const program::Program& program, std::vector<delegates::Region>& regions) {
    regions.clear();
    for (const flat::Region& one : program::regions(program)) regions.push_back({one.name, one.offset, one.size});
}

/// Its methods, the one that runs first.
std::vector<const program::ExecutionPlan*> methodsOf(const program::Program& program) {
    std::vector<const program::ExecutionPlan*> plans;
    for (const program::ExecutionPlan& plan : program.plans())
        if (!plan.damaged && !program::isConstantMethod(plan)) plans.push_back(&plan);
    std::stable_partition(plans.begin(), plans.end(), [](const program::ExecutionPlan* plan) { return plan->name == kMainMethod; });
    return plans;
}

/// `container`: the name of one of several files, "": the payload is the program.
void addProgram(const program::Program& program, const std::string& container, delegates::Decoded& decoded) {
    std::set<std::uint64_t> seen;
    for (const program::ExecutionPlan* plan : methodsOf(program)) {
        std::string name = container.empty() ? plan->name : plan->name == kMainMethod ? container : container + "." + plan->name;
        addConstants(program, *plan, seen, decoded.weights);
        if (decoded.graph != nullptr) {
            decoded.otherGraphs.push_back({std::move(name), program::planGraph(*plan)});
            continue;
        }
        decoded.graph = program::planGraph(*plan);
        decoded.graphName = std::move(name);
    }
    if (decoded.graph == nullptr) return;
    decoded.reason.clear();
    if (container.empty()) addRegions(program, decoded.regions);
}

/// Fills in what programs tell that are the payload, or files of a container: methods that do not only return constants become
/// graphs, "forward" first, of containers under the file's name; constants become weights; a payload that is a program has its
/// regions. One that cannot be read (`diagnostics` says why) leaves things as they are, and so do delegates of these programs: they
/// are left to the program's own reader. Reads tables only, and of each byte of the payload once: what lies over what was read is
/// told (`limit-exceeded`).
void addNestedPrograms(std::uint64_t payloadSize, delegates::Decoded& decoded, Diagnostics& diagnostics, const JobContext& job) {
    const bool isContainer = decoded.format != "pte";
    std::uint64_t left = payloadSize;
    for (const delegates::NestedFile& file : decoded.nested) {
        if (file.kind != "pte" || job.cancelled()) continue;
        if (file.bytes.size > left)
            return diagnostics.warning(
                "limit-exceeded", file.name,
                "programs of the container lie over each other, or are compressed: this one and further ones are not shown");
        left -= file.bytes.size;
        if (const auto opened = program::Program::open(file.bytes, diagnostics, job))
            addProgram(**opened, isContainer ? file.name : std::string(), decoded);
        else
            diagnostics.error(opened.error());
    }
}

/// Programs beside the one that the session has: each is the member of a family that has a session of its own.
void tellOthers(const std::vector<SessionFile>& files, const std::vector<unsigned>& others, Diagnostics& diagnostics) {
    if (others.empty()) return;
    std::vector<std::string> paths;
    std::vector<std::size_t> nameOf(files.size());
    for (std::size_t f = 0; f < files.size(); ++f) {
        if (files[f].kind != FileKind::Pte) continue;
        nameOf[f] = paths.size();
        paths.push_back(files[f].path);
    }
    const std::vector<std::string> names = programNames(paths);
    for (const unsigned f : others)
        diagnostics.warning("session-second-program", escaped(baseName(files[f].path)),
                            "a session has one program; this one is listed but not joined. It is one of " +
                                std::to_string(paths.size()) + ": `family` shows them, --member " + escaped(names[nameOf[f]]) +
                                " is the session of this one");
}

}  // namespace

/// Plans that only return constants are metadata, not methods. A bundled program beside a `.pte` mostly holds the same one.
void Session::findPlans() {
    State& state = *m_state;
    std::vector<unsigned> others;
    for (const FileKind kind : {FileKind::Pte, FileKind::Bpte})
        for (unsigned f = 0; f < state.files.size(); ++f) {
            const SessionFile& file = state.files[f];
            if (file.program == nullptr || file.kind != kind) continue;
            if (state.program < 0)
                state.program = static_cast<int>(f);
            else if (kind == FileKind::Pte)
                others.push_back(f);
        }
    tellOthers(state.files, others, state.diagnostics);
    if (const SessionFile* file = programFile())
        for (const program::ExecutionPlan& plan : file->program->plans()) {
            if (plan.damaged) continue;  // what it is called is lost with it
            const std::string method = plan.name;
            state.planOf.try_emplace(method, &plan);
            if (!program::isConstantMethod(plan)) state.addStage(method, StageId::program());
        }
    const SessionFile* program = programFile();
    for (const SessionFile& file : state.files)
        if (file.native != nullptr && (program == nullptr || !isSidecarOf(file, *program->program))) findNativeGraphs(file);
}

/// Methods of a native file beside those of the program; a name that is taken stays with its first owner.
void Session::findNativeGraphs(const SessionFile& file) {
    const auto add = [&](const std::string& name, const std::shared_ptr<const graph::GraphModel>& graph) {
        if (graph == nullptr) return;
        const std::string method = name.empty() ? "forward" : name;
        if (m_state->natives.try_emplace(method, graph).second) m_state->addStage(method, StageId::program());
    };
    add(file.native->graphName, file.native->graph);
    for (const delegates::NamedGraph& other : file.native->otherGraphs) add(other.name, other.graph);
}

const Session& Session::whole() const noexcept {
    const std::shared_ptr<const Part>& part = options().part;
    return part != nullptr ? *part->whole : *this;
}

const SessionFile* Session::programFile() const& noexcept {
    return m_state->program < 0 ? nullptr : &m_state->files[static_cast<std::size_t>(m_state->program)];
}

const program::ExecutionPlan* Session::plan(std::string_view method) const& noexcept {
    const auto hit = m_state->planOf.find(method);
    return hit == m_state->planOf.end() ? nullptr : hit->second;
}

Result<std::shared_ptr<const delegates::Decoded>> Session::delegate(std::string_view method, std::size_t index,
                                                                    const JobContext& job) const {
    const program::ExecutionPlan* plan = this->plan(method);
    const std::string place = std::string(method) + "/" + StageId::payload(static_cast<std::uint32_t>(index)).text();
    if (plan == nullptr || index >= plan->delegates.size())
        return fail("no-such-delegate",
                    "the program's plan has " + std::to_string(plan == nullptr ? 0 : plan->delegates.size()) + " delegates", place);
    return m_state->store.get<delegates::Decoded>(
        storeKey(method, std::to_string(index)), job, [&]() -> Result<std::shared_ptr<const delegates::Decoded>> {
            const program::Delegate& delegate = plan->delegates[index];
            auto bytes = programFile()->program->delegateBytes(delegate);
            if (!bytes) return bytes.failure();
            const delegates::Payload payload{
                delegate.id,
                std::move(*bytes),
                readSpecs(delegate),
                [this](std::string_view key) { return namedData(key); },
                static_cast<std::int64_t>(index),
                [&](std::string_view path, std::string_view sha256) { return sidecar(files(), path, sha256, job); }};
            Diagnostics diagnostics;
            auto decoded = delegates::decode(payload, diagnostics, job);
            if (decoded) addNestedPrograms(payload.bytes.size, *decoded, diagnostics, job);
            addDiagnostics(diagnostics, escaped(baseName(programFile()->path)) + " · " + place);
            if (!decoded) return decoded.failure();
            return std::make_shared<const delegates::Decoded>(std::move(*decoded));
        });
}

Result<std::shared_ptr<const graph::GraphModel>> Session::payloadGraph(std::string_view method, const StageId& stage,
                                                                       const JobContext& job) const {
    const auto decoded = delegate(method, stage.index(), job);
    if (decoded)
        if (auto graph = graphOf(**decoded, stage.name())) return graph;
    if (decoded.cancelled()) return decoded.failure();
    const std::string place = std::string(method) + "/" + stage.text();
    if (!stage.name().empty()) return fail("no-such-stage", "the delegate has no graph of that name", place);
    // What the payload does not tell, the record's lowered module may.
    if (const auto call = recordedCall(*this, method, stage.index(), job)) {
        const auto lowered = program(method, StageId::lowered(*call), job);
        if (lowered) return (*lowered)->graph;
        if (lowered.cancelled()) return lowered.failure();
    }
    if (!decoded) return decoded.failure();
    return fail("delegate-not-decoded", (*decoded)->reason, place);
}

Result<std::shared_ptr<const graph::GraphModel>> Session::graph(std::string_view method, const StageId& stage,
                                                                const JobContext& job) const {
    const program::ExecutionPlan* plan = this->plan(method);
    if (stage.is(StageId::Kind::Payload) && plan != nullptr) return payloadGraph(method, stage, job);
    if (stage.is(StageId::Kind::Program) && plan != nullptr)
        return m_state->store.get<graph::GraphModel>(
            storeKey(method, stage.text()), job,
            [&]() -> Result<std::shared_ptr<const graph::GraphModel>> { return program::planGraph(*plan); });
    if (stage.is(StageId::Kind::Program))
        if (const auto native = m_state->natives.find(std::string(method)); native != m_state->natives.end()) return native->second;
    const auto program = this->program(method, stage, job);
    if (!program) return program.failure();
    return (*program)->graph;
}

}  // namespace etscope::session
