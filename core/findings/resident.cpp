#include "findings/resident.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/base_name.h"
#include "base/bytes_text.h"
#include "base/checked_math.h"
#include "base/enum_table.h"
#include "base/escaped.h"
#include "findings/planned_state.h"
#include "graph/data_flow.h"
#include "inventory/delegate_rows.h"
#include "inventory/named_data.h"
#include "join/call_titles.h"
#include "program/memory_plan.h"
#include "session/lora_keys.h"

namespace etscope::findings {
namespace {

using session::Session;

/// What no tensor of a device has.
constexpr std::uint64_t kMostBytes = 1ULL << 40;

/// Bytes of a value of a decoded payload at the sizes that stand there; nothing: its type or a size is not known.
std::optional<std::uint64_t> bytesOf(const graph::GraphModel& model, const graph::Value& value) {
    if (!value.meta.valid()) return std::nullopt;
    const graph::TensorMeta& meta = model.meta(value.meta);
    if (!meta.type) return std::nullopt;
    std::optional<std::uint64_t> bytes = itemSize(*meta.type);
    for (const graph::Dim& dim : model.dims(meta.sizes)) {
        if (!dim.hasHint || dim.value < 0) return std::nullopt;
        bytes = checkedMul(*bytes, static_cast<std::uint64_t>(dim.value));
        if (!bytes) return std::nullopt;
    }
    return bytes;
}

/// The most bytes of values between nodes that are live at one node: of a graph without control flow, in its order. Its inputs,
/// constants and outputs lie elsewhere. Nothing: the size of one is not known.
std::optional<std::uint64_t> peakInside(const graph::GraphModel& model) {
    const graph::DataFlow flow(model);
    const auto& nodes = model.top().nodes;
    std::vector<std::int64_t> change(nodes.size() + 1, 0);
    for (const graph::NodeId node : nodes)
        for (const graph::ValueId value : flow.results(node)) {
            if (flow.leavesGraph(value)) continue;
            const auto bytes = bytesOf(model, model.value(value));
            if (!bytes || *bytes > kMostBytes) return std::nullopt;
            std::uint32_t last = flow.position(node);
            for (const graph::NodeId reader : flow.consumers(value)) last = std::max(last, flow.position(reader));
            change[flow.position(node)] += static_cast<std::int64_t>(*bytes);
            change[last + 1] -= static_cast<std::int64_t>(*bytes);
        }
    std::int64_t now = 0, most = 0;
    for (const std::int64_t step : change) most = std::max(most, now += step);
    return static_cast<std::uint64_t>(most);
}

/// What the delegates of one backend hold.
struct BackendMemory {
    std::size_t delegates = 0, opaque = 0, sized = 0;
    std::uint64_t weights = 0, workspace = 0;
};

class Account {
public:
    Account(const Session& session, const JobContext& job) : m_session(session), m_job(job) {}

    Result<Resident> make() && {
        const session::SessionFile* file = m_session.programFile();
        if (file == nullptr) return std::move(m_made);
        if (auto added = addFiles(*file); !added) return added.failure();
        if (auto added = addBackends(); !added) return added.failure();
        for (const program::ExecutionPlan& plan : file->program->plans())
            if (m_session.method(plan.name) != nullptr)
                if (auto added = addMethod(plan); !added) return added.failure();
        std::ranges::stable_sort(m_made.parts, {}, &ResidentPart::kind);
        for (const ResidentPart& part : m_made.parts) {
            m_made.complete = m_made.complete && part.bytes.has_value();
            m_made.bytes += part.bytes.value_or(0);
            m_made.exact += part.certainty == Certainty::Exact ? part.bytes.value_or(0) : 0;
        }
        return std::move(m_made);
    }

private:
    void add(ResidentKind kind, std::string of, std::optional<std::uint64_t> bytes, Certainty certainty, Sentence title,
             Sentence how) {
        m_made.parts.push_back(
            {kind, std::move(of), bytes, bytes ? certainty : Certainty::Unknown, std::move(title), std::move(how)});
    }

    /// A data file whose keys nobody asks for is loaded all the same: the runner is given it.
    Result<void> addFiles(const session::SessionFile& program) {
        const std::uint64_t size = program.bundle != nullptr ? program.bundle->program().size : program.size;
        const std::string name = escaped(baseName(program.path));
        add(ResidentKind::Program, name, size, Certainty::Exact, Sentence::of("Program"),
            Sentence::of("%1, mapped or read whole", name));
        addData(session::loraKeysBeside(program.path));
        const auto users = inventory::keyUsers(m_session, m_job);
        if (!users) return users.failure();
        const auto absent =
            std::ranges::count_if(*users, [&](const auto& one) { return !inventory::isAnswered(m_session, one.first); });
        if (absent > 0)
            add(ResidentKind::Data, {}, std::nullopt, Certainty::Unknown, Sentence::of("Constants that no file here has"),
                Sentence::of("%1 {1:key|keys} of a .ptd", absent));
        return {};
    }

    /// An adapter that the inputs are fed from is as large as its file at most: what the caller holds of it is not told.
    void addData(const std::optional<session::LoraKeys>& adapters) {
        for (const session::SessionFile& file : m_session.files()) {
            if (file.tensorData == nullptr) continue;
            const std::string name = escaped(baseName(file.path));
            if (adapters && adapters->anyIn(*file.tensorData))
                add(ResidentKind::Data, name, file.size, Certainty::Bound, Sentence::of("Adapter for the inputs"),
                    Sentence::of("%1, held by the caller", name));
            else
                add(ResidentKind::Data, name, file.size, Certainty::Exact, Sentence::of("Constants"),
                    Sentence::of("%1, mapped or read whole", name));
        }
    }

    Result<void> addBackends() {
        const auto rows = inventory::delegateRows(m_session, m_job);
        if (!rows) return rows.failure();
        std::vector<std::pair<std::string, BackendMemory>> backends;
        for (const inventory::DelegateRow& row : *rows) {
            auto at = std::ranges::find(backends, row.id, &std::pair<std::string, BackendMemory>::first);
            if (at == backends.end()) at = backends.insert(backends.end(), {row.id, {}});
            BackendMemory& memory = at->second;
            ++memory.delegates;
            if (row.decoded == nullptr || (row.decoded->graph == nullptr && row.decoded->weights.empty())) {
                ++memory.opaque;
                continue;
            }
            for (const delegates::Weight& weight : row.decoded->weights)
                memory.weights = checkedAdd(memory.weights, weight.size).value_or(UINT64_MAX);
            if (const auto peak = row.decoded->graph != nullptr ? peakInside(*row.decoded->graph) : std::nullopt)
                ++memory.sized, memory.workspace = std::max(memory.workspace, *peak);
        }
        for (const auto& [id, memory] : backends) addBackend(id, memory);
        return {};
    }

    /// XNNPACK packs weights of each delegate apart and plans the values inside; of others it is known at most what they load.
    void addBackend(const std::string& id, const BackendMemory& memory) {
        const std::string name = escaped(join::shortBackendName(id));
        const bool packs = id == "XnnpackBackend";
        const Sentence delegates = Sentence::of("%1 {1:delegate|delegates}", memory.delegates);
        if (memory.opaque > 0)
            return add(ResidentKind::Packed, name, std::nullopt, Certainty::Unknown, Sentence::of("Memory of %1", name),
                       Sentence::of("%1: what the backend makes of the payload is not known", delegates));
        if (memory.weights > 0)
            add(ResidentKind::Packed, name, memory.weights, Certainty::Estimate,
                packs ? Sentence::of("Weights packed by %1", name) : Sentence::of("Weights of %1", name),
                packs ? Sentence::of("%1 with copies of their own", delegates)
                      : Sentence::of("%1, as large as they are stored", delegates));
        const bool all = packs && memory.sized == memory.delegates;
        add(ResidentKind::Workspace, name, all ? std::optional(memory.workspace) : std::nullopt, Certainty::Estimate,
            Sentence::of("Workspace of %1", name),
            all ? Sentence::of("values inside, of the delegate that needs most")
                : Sentence::of("what it needs for values inside is not known"));
    }

    Result<void> addMethod(const program::ExecutionPlan& plan) {
        const std::string name = escaped(plan.name);
        if (plan.damaged) {
            add(ResidentKind::Arena, name, std::nullopt, Certainty::Unknown, Sentence::of("Activations of %1", name),
                Sentence::of("its plan is damaged"));
            return {};
        }
        const auto memory = program::memoryPlan(plan, m_job);
        if (!memory) return memory.failure();
        std::uint64_t planned = 0;
        for (const program::PlannedBuffer& buffer : memory->buffers)
            planned += static_cast<std::uint64_t>(std::max<std::int64_t>(0, buffer.bytes));
        const auto state = plannedState(plan, *memory, m_job);
        if (!state) return state.failure();
        if (planned > 0)
            add(ResidentKind::Arena, name, planned - std::min(planned, state->bytes), Certainty::Exact,
                Sentence::of("Activations of %1", name),
                Sentence::of("%1 {1:arena|arenas} as planned, without state", memory->buffers.size()));
        if (state->buffers > 0)
            add(ResidentKind::State, name, state->bytes, Certainty::Exact, Sentence::of("State of %1", name),
                Sentence::of("%1 {1:buffer that outlives|buffers that outlive} a call: caches", state->buffers));
        addPorts(plan, name);
        return {};
    }

    /// What has no place in the plan is the caller's.
    void addPorts(const program::ExecutionPlan& plan, const std::string& name) {
        std::set<program::ValueIndex> ports(plan.inputs.begin(), plan.inputs.end());
        ports.insert(plan.outputs.begin(), plan.outputs.end());
        std::uint64_t bytes = 0;
        std::size_t held = 0;
        bool known = true, bound = false;
        for (const program::ValueIndex port : ports) {
            const program::TensorInfo* tensor = plan.tensor(port);
            if (tensor == nullptr || tensor->allocation || tensor->dataBufferIndex > 0) continue;
            const auto size = tensor->byteCount();
            ++held, known = known && size.has_value(), bytes += size.value_or(0);
            bound = bound || tensor->dynamism != program::Dynamism::Static;
        }
        if (held > 0)
            add(ResidentKind::Ports, name, known ? std::optional(bytes) : std::nullopt, bound ? Certainty::Bound : Certainty::Exact,
                Sentence::of("Inputs and outputs of %1", name), Sentence::of("%1 that the caller holds", held));
    }

    const Session& m_session;
    const JobContext& m_job;
    Resident m_made;
};

}  // namespace

std::string_view residentKindName(ResidentKind kind) noexcept {
    static constexpr EnumTable<ResidentKind::Ports, std::string_view> kNames(
        {"program", "data", "packed", "arena", "state", "workspace", "ports"});
    return kNames[kind];
}

std::string_view certaintyName(Certainty certainty) noexcept {
    static constexpr EnumTable<Certainty::Unknown, std::string_view> kNames({"exact", "bound", "estimate", "unknown"});
    return kNames[certainty];
}

std::string Resident::text() const { return (!complete ? "≥ " : exact == bytes ? "" : "≈ ") + bytesText(bytes); }

Result<std::shared_ptr<const Resident>> resident(const Session& session, const JobContext& job) {
    return session.store().get<Resident>("findings::resident", job, [&]() -> Result<std::shared_ptr<const Resident>> {
        auto made = Account(session, job).make();
        if (!made) return made.failure();
        return std::make_shared<const Resident>(*std::move(made));
    });
}

}  // namespace etscope::findings
