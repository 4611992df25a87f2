#include "inventory/container_variants.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "base/name_text.h"
#include "delegates/qnn_context.h"
#include "inventory/limits.h"
#include "modules/graph_index.h"
#include "program/plan_graph.h"
#include "program/program.h"

namespace etscope::inventory {
namespace {

using delegates::Decoded;
using delegates::NestedFile;
using Graph = std::shared_ptr<const graph::GraphModel>;

/// The device that a decoder found in a payload or its compile specs; empty: none.
std::string deviceOf(const Decoded& decoded) {
    static constexpr std::array<std::string_view, 6> kFacts{"soc_info.soc_model", "chipset",  "platform", "device",
                                                            "processor",          "SoC model"};
    for (const std::string_view name : kFacts)
        for (const delegates::Fact& fact : decoded.facts)
            if (fact.name == name) return fact.text;
    return {};
}

/// Whether its graphs are functions that a caller chooses among.
bool hasFunctions(const Decoded& decoded) {
    static constexpr std::array<std::string_view, 5> kFormats{"NPTG", "ptn", "Core ML", "Core AI", "Core AI model"};
    return std::ranges::find(kFormats, decoded.format) != kFormats.end();
}

/// Inputs that a caller gives, and outputs, as types.
void addSignature(const graph::GraphModel& model, ContainerVariant& row) {
    row.signatureKnown = true;
    for (const graph::GraphInput* input : model.userInputs())
        if (input->value.valid()) row.inputs.push_back(modules::valueText(model, input->value));
    for (const graph::GraphOutput& output : model.top().outputs)
        row.outputs.push_back(output.argument.kind == graph::ArgumentKind::Value
                                  ? modules::valueText(model, graph::ValueId(output.argument.id))
                                  : std::string());
}

/// Counts operators of graphs and keeps the sum in the row. What is beyond the budget makes the sum unknown.
class OperatorSum {
public:
    explicit OperatorSum(std::uint64_t& budget) : m_budget(budget) {}

    void add(const graph::GraphModel& model) {
        m_any = true;
        if (model.nodeCount() > m_budget) m_spent = true;
        if (m_spent) return;
        m_budget -= model.nodeCount();
        for (std::size_t i = 0; i < model.nodeCount(); ++i)
            ++m_counts[std::string(model.text(model.node(graph::NodeId(i)).target))];
        m_nodes += model.nodeCount();
    }
    void write(ContainerVariant& row) const {
        if (!m_any || m_spent) return;
        row.nodes = m_nodes;
        row.operators.assign(m_counts.begin(), m_counts.end());
    }

private:
    std::uint64_t& m_budget;
    bool m_any = false, m_spent = false;
    std::size_t m_nodes = 0;
    std::map<std::string, std::size_t> m_counts;
};

class VariantReader {
public:
    VariantReader(const session::Session& session, std::size_t& leftOut, const JobContext& job)
        : m_session(session), m_leftOut(leftOut), m_job(job) {}

    void read(const ContainerPayload& payload) {
        const Decoded& decoded = *payload.decoded;
        if (decoded.format == "NFAT") {
            for (const NestedFile& entry : decoded.nested) readEntry(entry);
        } else if (hasFunctions(decoded)) {
            readFunctions(payload.backend, payload.bytes, decoded);
        } else if (!readQnnGraphs(payload.backend, payload.bytes, decoded)) {
            readUsers(payload);
        }
    }
    std::vector<VariantContent> variants;

private:
    VariantContent* add(std::string backend, std::string format) {
        if (variants.size() >= limits::kMaxContainerVariants || m_job.cancelled()) {
            ++m_leftOut;
            return nullptr;
        }
        VariantContent& variant = variants.emplace_back();
        variant.row.backend = std::move(backend);
        variant.row.format = std::move(format);
        return &variant;
    }

    /// A payload of a fat container.
    void readEntry(const NestedFile& entry) {
        if (entry.kind == "pte") return readProgram(entry);
        if (entry.decoded != nullptr) {
            if (!readQnnGraphs(entry.name, entry.bytes, *entry.decoded)) readFunctions(entry.name, entry.bytes, *entry.decoded);
            return;
        }
        addWhole(entry, "the payload could not be read");
    }

    /// A payload that nothing is told of but `reason`.
    void addWhole(const NestedFile& entry, std::string reason) {
        VariantContent* variant = add(entry.name, entry.kind);
        if (variant == nullptr) return;
        variant->pieces.push_back({entry.name, entry.bytes, false});
        variant->row.reason = std::move(reason);
    }

    /// One variant for each function that the payload tells apart; one for the whole of other payloads.
    void readFunctions(const std::string& backend, const ByteRange& bytes, const Decoded& decoded) {
        std::vector<delegates::NamedGraph> functions{{decoded.graphName, decoded.graph}};
        const bool named = hasFunctions(decoded);
        for (const delegates::NamedGraph& other : decoded.otherGraphs)
            if (named && other.name.find('/') == std::string::npos) functions.push_back(other);
        for (const delegates::NamedGraph& function : functions) {
            VariantContent* variant = add(backend, decoded.format);
            if (variant == nullptr) continue;
            variant->row.soc = deviceOf(decoded);
            variant->row.function = function.name;
            variant->row.reason = decoded.reason;
            addPayload(bytes, decoded, *variant);
            addGraphs(decoded, function, *variant);
            addWeights(decoded, functions.size() > 1 ? &function : nullptr, *variant);
        }
    }

    /// The bytes of the payload but for its constants where these are files of their own.
    static void addPayload(const ByteRange& bytes, const Decoded& decoded, VariantContent& variant) {
        if (decoded.format == "ptn") {
            for (const delegates::Region& region : decoded.regions)
                if (region.name == "program.ptg")
                    if (auto part = bytes.part(region.offset, region.size))
                        variant.pieces.push_back({region.name, *std::move(part), false});
        } else if (decoded.format == "Core ML") {
            for (const NestedFile& file : decoded.nested)
                if (!file.name.ends_with("weight.bin")) variant.pieces.push_back({file.name, file.bytes, false});
        } else {
            variant.pieces.push_back({"payload", bytes, false});
            for (const NestedFile& file : decoded.nested)
                if (!file.key.empty() && file.bytes.hasData()) variant.pieces.push_back({file.key, file.bytes, false});
        }
    }

    /// The function's own graph, and those of blocks inside it.
    void addGraphs(const Decoded& decoded, const delegates::NamedGraph& function, VariantContent& variant) {
        if (function.graph == nullptr) return;
        OperatorSum operators(m_budget);
        operators.add(*function.graph);
        for (const delegates::NamedGraph& other : decoded.otherGraphs)
            if (isOf(other, function)) operators.add(*other.graph);
        operators.write(variant.row);
        addSignature(*function.graph, variant.row);
    }
    static bool isOf(const delegates::NamedGraph& graph, const delegates::NamedGraph& function) {
        return graph.graph != nullptr && graph.graph != function.graph && !function.name.empty() &&
               graph.name.starts_with(function.name + "/");
    }

    /// False, and the variant's constants are not known, where the container has more parts than are counted.
    bool take(std::uint64_t count, VariantContent& variant) {
        if (count <= m_budget) {
            m_budget -= count;
            return true;
        }
        variant.row.constantsKnown = false;
        variant.row.reason = "the container has more constants than are counted";
        return false;
    }

    /// Constants of the payload, or of one of its functions: those that its graphs take as inputs.
    void addWeights(const Decoded& decoded, const delegates::NamedGraph* function, VariantContent& variant) {
        std::set<std::string_view> taken;
        const auto mark = [&taken](const delegates::NamedGraph& graph) {
            for (const graph::GraphInput& input : graph.graph->top().inputs)
                if (input.target.valid()) taken.insert(graph.graph->text(input.target));
        };
        variant.row.constantsKnown = decoded.graph != nullptr || !decoded.weights.empty();
        if (function != nullptr && function->graph != nullptr) {
            mark(*function);
            for (const delegates::NamedGraph& other : decoded.otherGraphs)
                if (isOf(other, *function)) mark(other);
        }
        for (const delegates::Weight& weight : decoded.weights) {
            const std::string& name = weight.key.empty() ? weight.name : weight.key;
            if (function != nullptr && !taken.contains(name)) continue;
            if (!take(3, variant)) return;
            variant.pieces.push_back({name, weight.bytes, true});
            if (!weight.quantization) continue;
            const delegates::Quantization& how = *weight.quantization;
            if (!how.scaleKey.empty()) variant.pieces.push_back({how.scaleKey, how.scales, true});
            if (!how.zeroPointKey.empty()) variant.pieces.push_back({how.zeroPointKey, how.zeroPoints, true});
        }
    }

    /// A whole program in a fat container: one variant for each of its plans that runs anything.
    void readProgram(const NestedFile& entry) {
        Diagnostics diagnostics;
        const auto program = program::Program::open(entry.bytes, diagnostics, m_job);
        const auto runs = [](const program::ExecutionPlan& plan) { return plan.instructionCount() > 0; };
        if (!program || std::ranges::none_of((*program)->plans(), runs))
            return addWhole(entry, program ? "the program has no method" : program.error().message);
        for (const program::ExecutionPlan& plan : (*program)->plans()) {
            VariantContent* variant = runs(plan) ? add(entry.name, entry.kind) : nullptr;
            if (variant == nullptr) continue;
            variant->row.function = plan.name;
            variant->pieces.push_back({entry.name, entry.bytes, false});
            addPlan(**program, plan, *variant);
        }
    }

    void addPlan(const program::Program& program, const program::ExecutionPlan& plan, VariantContent& variant) {
        OperatorSum operators(m_budget);
        if (const Graph graph = program::planGraph(plan); graph != nullptr) {
            operators.add(*graph);
            addSignature(*graph, variant.row);
        }
        for (const program::TensorInfo& tensor : plan.tensors)
            if (!take(1, variant))
                return;
            else if (tensor.external())
                variant.pieces.push_back({std::string(tensor.name()), namedData(program, tensor.name()), true});
            else if (const auto bytes = program.tensorBytes(tensor); bytes && tensor.dataBufferIndex > 0)
                variant.pieces.push_back({std::string(tensor.name()), *bytes, true});
        bool known = true;
        for (const program::Delegate& delegate : plan.delegates)
            known = addDelegate(program, delegate, operators, variant) && known;
        variant.row.constantsKnown = known;
        operators.write(variant.row);
    }

    /// What a delegate of a program inside runs counts as the program's. False: its constants are not known.
    bool addDelegate(const program::Program& program, const program::Delegate& delegate, OperatorSum& operators,
                     VariantContent& variant) {
        const auto bytes = program.delegateBytes(delegate);
        if (!bytes) return false;
        const auto lookUp = [&](std::string_view key) -> std::optional<ByteRange> {
            ByteRange found = namedData(program, key);
            return found.hasData() ? std::optional(std::move(found)) : std::nullopt;
        };
        // Thousands of delegates may name one payload.
        auto& decoded = m_decoded[{delegate.id, bytes->source.get(), bytes->offset, bytes->size}];
        Diagnostics diagnostics;
        if (decoded == nullptr) {
            auto made = delegates::decode({delegate.id, *bytes, {}, lookUp, 0}, diagnostics, m_job);
            if (!made) return false;
            decoded = std::make_shared<const Decoded>(*std::move(made));
        }
        if (decoded->graph != nullptr) operators.add(*decoded->graph);
        if (variant.row.soc.empty()) variant.row.soc = deviceOf(*decoded);
        addWeights(*decoded, nullptr, variant);
        return variant.row.constantsKnown;
    }

    /// Its own data, else those that the session has: external files, the program around it.
    ByteRange namedData(const program::Program& program, std::string_view key) const {
        if (const auto bytes = program.namedData(key)) return *bytes;
        for (const session::SessionFile& file : m_session.files()) {
            const auto* entry = file.tensorData != nullptr ? file.tensorData->entry(key) : nullptr;
            if (entry == nullptr) continue;
            if (auto bytes = file.tensorData->entryBytes(*entry)) return *bytes;
        }
        const session::SessionFile* outer = m_session.programFile();
        const auto bytes = outer != nullptr ? outer->program->namedData(key) : Result<ByteRange>(ByteRange{});
        return bytes ? *bytes : ByteRange{};
    }

    /// The graphs that a QNN context lists; false: it is none, or its description cannot be read.
    bool readQnnGraphs(const std::string& backend, const ByteRange& bytes, const Decoded& decoded) {
        const auto context = decoded.format == "QNN" ? delegates::qnnContextOf(bytes) : std::nullopt;
        if (!context || context->graphs.empty()) return false;
        const auto types = [](const std::vector<delegates::QnnTensor>& tensors) {
            std::vector<std::string> texts;
            for (const delegates::QnnTensor& tensor : tensors) texts.push_back(tensor.type());
            return texts;
        };
        for (const delegates::QnnGraph& graph : context->graphs) {
            VariantContent* variant = add(backend, decoded.format);
            if (variant == nullptr) continue;
            variant->row.soc = deviceOf(decoded);
            variant->row.function = validName(graph.name);
            variant->row.reason = decoded.reason;
            variant->row.signatureKnown = true;
            variant->row.inputs = types(graph.inputs);
            variant->row.outputs = types(graph.outputs);
            variant->pieces.push_back({"payload", bytes, false});
        }
        return true;
    }

    /// One payload that several methods run: what of it is whose is not known.
    void readUsers(const ContainerPayload& payload) {
        std::set<std::string_view> methods;
        for (const ContainerUser& user : payload.users) {
            if (!methods.insert(user.method).second) continue;
            VariantContent* variant = add(payload.backend, payload.decoded->format);
            if (variant == nullptr) continue;
            variant->row.soc = deviceOf(*payload.decoded);
            variant->row.function = user.function.empty() ? user.method : user.function;
            variant->row.reason = payload.decoded->reason;
            addPayload(payload.bytes, *payload.decoded, *variant);
            addGraphs(*payload.decoded, {payload.decoded->graphName, payload.decoded->graph}, *variant);
            addWeights(*payload.decoded, nullptr, *variant);
        }
    }

    const session::Session& m_session;
    std::size_t& m_leftOut;
    const JobContext& m_job;
    std::uint64_t m_budget = limits::kMaxContainerParts;
    std::map<std::tuple<std::string, const Source*, std::uint64_t, std::uint64_t>, std::shared_ptr<const Decoded>> m_decoded;
};

}  // namespace

Result<std::vector<VariantContent>> containerVariants(const session::Session& session, const ContainerPayload& payload,
                                                      std::size_t& leftOut, const JobContext& job) {
    VariantReader reader(session, leftOut, job);
    reader.read(payload);
    if (job.cancelled()) return cancelledFailure();
    return std::move(reader.variants);
}

}  // namespace etscope::inventory
