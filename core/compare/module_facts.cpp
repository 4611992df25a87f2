#include "compare/module_facts.h"

#include <algorithm>
#include <array>

#include "inventory/quantised_weights.h"
#include "join/links.h"
#include "join/stage_graph.h"
#include "join/weights.h"
#include "tensor/format.h"

namespace etscope::compare {
namespace {

using graph::GraphModel;
using graph::NodeId;
using modules::ModuleId;
using modules::OperatorFamily;

/// Families that say how values are arranged, not what is computed.
bool computes(OperatorFamily family) {
    constexpr std::array kQuiet{OperatorFamily::Shape,    OperatorFamily::Quantise, OperatorFamily::Memory,
                                OperatorFamily::Delegate, OperatorFamily::Input,    OperatorFamily::Constant};
    return std::ranges::find(kQuiet, family) == kQuiet.end();
}

/// "int4" of integers from −8 to 7.
std::string integerType(double least, double greatest) {
    unsigned bits = 1;
    while (bits < 32 && static_cast<double>(1ULL << bits) < greatest - least + 1) ++bits;
    return (least < 0 ? "int" : "uint") + std::to_string(bits);
}

std::string schemeText(const inventory::QuantisedWeight& weight) {
    const std::string_view scheme = weight.scheme();
    if (scheme == "per_group") return "in groups of " + std::to_string(weight.groupSize());
    return scheme == "per_channel" ? "per channel" : "per tensor";
}

const graph::Argument* argumentOf(const GraphModel& model, NodeId node, std::string_view name) {
    for (const graph::Argument& argument : model.arguments(model.node(node)))
        if (model.text(argument.name) == name) return &argument;
    return nullptr;
}

/// One scale for each position of the last axis but all of it.
bool perToken(const GraphModel& model, NodeId node, std::string_view word) {
    if (word.find("per_token") != std::string_view::npos) return true;
    const graph::Argument* block = argumentOf(model, node, "block_size");
    if (block == nullptr || block->kind != graph::ArgumentKind::List) return false;
    const auto sizes = model.listItems(*block);
    return sizes.size() > 1 && std::ranges::all_of(sizes.first(sizes.size() - 1), [](const graph::Argument& size) {
               return size.kind == graph::ArgumentKind::Int && size.integer == 1;
           });
}

/// "int8 per token" of an operator that finds scales of what flows; "" of others.
std::string inputScheme(const GraphModel& model, NodeId node, std::string_view word) {
    if (!word.starts_with("choose_qparams")) return {};
    const graph::Argument *least = argumentOf(model, node, "quant_min"), *greatest = argumentOf(model, node, "quant_max");
    const bool known = least != nullptr && greatest != nullptr && least->kind == graph::ArgumentKind::Int &&
                       greatest->kind == graph::ArgumentKind::Int;
    return (known ? integerType(static_cast<double>(least->integer), static_cast<double>(greatest->integer)) : "quantised") +
           (perToken(model, node, word) ? " per token" : " per tensor");
}

class FactsOf {
public:
    FactsOf(const session::MethodView& method, MethodFacts& facts, const JobContext& job)
        : m_method(method), m_facts(facts), m_job(job), m_model(facts.index->model()) {}

    Result<void> fill() {
        addModules();
        if (auto done = addPlaces(); !done) return done;
        if (auto done = addWeights(); !done) return done;
        return addBytes();
    }

private:
    ModuleFacts& factsOf(NodeId node) {
        const ModuleId module = m_facts.index->hierarchy().moduleOf(node);
        return m_facts.modules[module.valid() ? m_facts.index->hierarchy().module(module).path : std::string()];
    }

    void addModules() {
        const modules::Hierarchy& hierarchy = m_facts.index->hierarchy();
        for (std::uint32_t i = 0; i < hierarchy.size(); ++i) {
            const modules::Module& module = hierarchy.module(ModuleId(i));
            const auto [at, fresh] = m_facts.modules.try_emplace(module.path);
            if (fresh) m_facts.order.push_back(module.path);
            if (module.kind == modules::ModuleKind::Module && at->second.type.empty()) at->second.type = module.className();
            for (const NodeId node : module.nodes) addNode(node, at->second);
        }
        for (auto& [path, facts] : m_facts.modules) std::ranges::sort(facts.operators);
    }

    void addNode(NodeId node, ModuleFacts& facts) {
        facts.nodes.push_back(node);
        const std::string word = modules::operatorWord(m_model.text(m_model.node(node).target));
        if (computes(m_facts.index->operatorOf(node).family) && word != "getitem" && !word.starts_with("sym_"))
            facts.operators.push_back(word);
        if (std::string scheme = inputScheme(m_model, node, word); !scheme.empty()) facts.input = std::move(scheme);
    }

    /// Where what computes runs; where nothing computes, all of it.
    Result<void> addPlaces() {
        const auto links = join::links(m_method, m_job);
        if (!links) return links.failure();
        for (auto& [path, facts] : m_facts.modules) {
            if (m_job.cancelled()) return cancelledFailure();
            const bool any = !facts.operators.empty();
            for (const NodeId node : facts.nodes)
                if (!m_job.cancelled() && (!any || computes(m_facts.index->operatorOf(node).family)))
                    addPlace(**links, node, facts);
        }
        return {};
    }

    void addPlace(const join::MethodLinks& links, NodeId node, ModuleFacts& facts) const {
        const join::NodeLinks found = links.of({m_facts.stage, node});
        const join::RunsIn where = links.runsIn(found);
        if (where == join::RunsIn::Kernels) facts.kernels = true;
        if (where != join::RunsIn::Delegate) return;
        for (std::size_t i = 0; i < found.backends.size(); ++i) {
            auto& delegates = facts.runs[found.backends[i]];
            if (i < found.delegates.size()) delegates.insert(found.delegates[i]);
        }
    }

    Result<void> addWeights() {
        const auto quantised = inventory::quantisedWeights(m_method.session, m_job);
        if (!quantised) return quantised.failure();
        std::map<std::string_view, const inventory::QuantisedWeight*> byName;
        for (const inventory::QuantisedWeight& weight : *quantised)
            if (weight.method == m_method.name && !weight.delegate) byName.try_emplace(weight.name, &weight);
        for (const graph::GraphInput& input : m_model.top().inputs) {
            const std::string name(m_model.text(input.target));
            if (!graph::isRecorded(input.kind) || !input.value.valid() || name.empty()) continue;
            const auto users = m_facts.index->flow().consumers(input.value);
            if (users.empty()) continue;
            m_moduleOf.emplace(name, pathOf(users.front()));
            const auto hit = byName.find(name);
            const bool parameterOfOthers =
                hit == byName.end() && m_facts.index->operatorOf(users.front()).family == OperatorFamily::Quantise;
            if (!parameterOfOthers)
                factsOf(users.front()).weights.push_back(weightOf(input, name, hit == byName.end() ? nullptr : hit->second, users));
        }
        return {};
    }

    std::string pathOf(NodeId node) const {
        const ModuleId module = m_facts.index->hierarchy().moduleOf(node);
        return module.valid() ? m_facts.index->hierarchy().module(module).path : std::string();
    }

    template <class Users>
    ModuleWeight weightOf(const graph::GraphInput& input, const std::string& name, const inventory::QuantisedWeight* quantised,
                          const Users& users) const {
        ModuleWeight weight{name, {}, {}, {}};
        std::set<std::string> seen;
        for (const NodeId user : users)
            if (std::string path = pathOf(user); seen.insert(path).second) weight.readers.push_back(std::move(path));
        const graph::Value& value = m_model.value(input.value);
        if (value.kind == graph::ValueKind::Tensor && value.meta.valid()) {
            const graph::TensorMeta& meta = m_model.meta(value.meta);
            if (meta.type) weight.type = scalarTypeName(*meta.type);
            std::vector<std::int64_t> shape;
            for (const graph::Dim& dim : m_model.dims(meta.sizes)) shape.push_back(dim.value);
            weight.shape = tensor::shapeText(shape);
            tensor::Tensor whole;
            whole.type = meta.type.value_or(ScalarType::Unknown), whole.shape = shape;
            weight.bytes = whole.byteCount();
        }
        if (quantised != nullptr) {
            weight.type = quantised->least && quantised->greatest ? integerType(*quantised->least, *quantised->greatest)
                                                                  : scalarTypeName(quantised->values.type);
            weight.scheme = schemeText(*quantised);
        }
        return weight;
    }

    /// Each stored place once. Of several tensors of equal contents one place each is theirs, in order.
    Result<void> addBytes() {
        const auto weights = join::weights(m_method.session, m_job);
        if (!weights) return weights.failure();
        std::map<const join::RecordName*, std::size_t> taken;
        for (const join::StoredWeight& weight : (*weights)->weights()) {
            const bool ours = std::ranges::any_of(
                weight.uses, [&](const join::WeightUse& use) { return use.method.empty() || use.method == m_method.name; });
            if (!ours) continue;
            if (auto* facts = owner(weight, taken)) facts->bytes = facts->bytes.value_or(0) + weight.tensor.byteCount().value_or(0);
        }
        return {};
    }

    ModuleFacts* owner(const join::StoredWeight& weight, std::map<const join::RecordName*, std::size_t>& taken) {
        std::string path;
        if (weight.record != nullptr && !weight.record->names.empty()) {
            const auto& names = weight.record->names;
            const std::string& name = names[taken[weight.record.get()]++ % names.size()];
            const auto hit = m_moduleOf.find(name);
            path = hit != m_moduleOf.end() ? hit->second : std::string(parentPath(name));
        } else if (!weight.operators.empty()) {
            path = weight.operators.front().module;
        } else {
            return nullptr;
        }
        const auto at = m_facts.modules.find(path);
        return at == m_facts.modules.end() ? nullptr : &at->second;
    }

    const session::MethodView m_method;
    MethodFacts& m_facts;
    const JobContext& m_job;
    const GraphModel& m_model;
    std::map<std::string, std::string, std::less<>> m_moduleOf;  ///< weight → path of the module that uses it first
};

}  // namespace

std::string_view parentPath(std::string_view path) noexcept {
    const std::size_t dot = path.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

ModuleFacts factsInside(const MethodFacts& facts, std::string_view path) {
    ModuleFacts all;
    if (const auto own = facts.modules.find(path); own != facts.modules.end()) {
        all.type = own->second.type;
        all.input = own->second.input;
    }
    const auto add = [&all](const ModuleFacts& one) {
        all.operators.insert(all.operators.end(), one.operators.begin(), one.operators.end());
        all.weights.insert(all.weights.end(), one.weights.begin(), one.weights.end());
        all.nodes.insert(all.nodes.end(), one.nodes.begin(), one.nodes.end());
        for (const auto& [backend, delegates] : one.runs) all.runs[backend].insert(delegates.begin(), delegates.end());
        all.kernels = all.kernels || one.kernels;
        all.partly = all.partly || (!one.operators.empty() && !one.placed());
        if (one.bytes) all.bytes = all.bytes.value_or(0) + *one.bytes;
    };
    for (const auto& [name, one] : facts.modules)
        if (path.empty() || name == path || (name.starts_with(path) && name[path.size()] == '.')) add(one);
    std::ranges::sort(all.operators);
    std::ranges::sort(all.nodes);
    return all;
}

Result<MethodFacts> methodFacts(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    auto index = join::graphIndex(method, stage, job);
    if (!index) return index.failure();
    MethodFacts facts{stage, *std::move(index), {}, {}};
    if (auto done = FactsOf(method, facts, job).fill(); !done) return done.failure();
    return facts;
}

}  // namespace etscope::compare
