#include "findings/module_schemes.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "base/checked_math.h"
#include "compare/module_facts.h"
#include "findings/scheme_graph.h"
#include "inventory/quantised_weights.h"
#include "session/session.h"

namespace etscope::findings {
namespace {

using graph::StageId;

/// Recorded stages from the one that says most: the edge graph unless operators are already inside delegates there, the exported
/// one, another.
std::vector<StageId> recordedStages(const session::MethodView& method, const JobContext& job) {
    std::vector<std::pair<int, StageId>> ranked;
    for (const StageId& stage : method.known() != nullptr ? method.known()->stages : std::vector<StageId>{}) {
        if (stage.is(StageId::Kind::Program)) continue;
        const auto model = method.graph(stage, job);
        if (!model || (*model)->nodeCount() == 0 || !(*model)->delegates().empty()) continue;
        ranked.emplace_back(stage == StageId::edge() ? 0 : stage == StageId::exported() ? 1 : 2, stage);
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<int, StageId>::first);
    std::vector<StageId> stages;
    for (auto& [rank, stage] : ranked) stages.push_back(std::move(stage));
    return stages;
}

std::uint64_t bytesOf(const inventory::Parameters& parameters) {
    if (parameters.tensor) return parameters.tensor->byteCount().value_or(0);
    return parameters.values.size() < 2 ? 0 : sizeof(float) * parameters.values.size();
}

/// Of a weight that the program stores: its elements, scales and zero points.
std::optional<std::uint64_t> storedBytes(const inventory::QuantisedWeight& weight) {
    const auto own = weight.values.byteCount();
    if (!own) return std::nullopt;
    return checkedAdd(*own, bytesOf(weight.scales) + (weight.zeroPoints.tensor ? bytesOf(weight.zeroPoints) : 0));
}

/// Rows of one module become one: its largest weight speaks for it.
class SchemeRows {
public:
    void add(ModuleScheme row) {
        const auto [at, fresh] =
            row.module.empty() ? std::pair(m_rowOf.end(), true) : m_rowOf.try_emplace(row.module, m_rows.size());
        if (fresh) {
            m_rows.push_back(std::move(row));
            return;
        }
        ModuleScheme& kept = m_rows[at->second];
        if (!(kept.scheme == row.scheme)) ++kept.otherwise;
        if (row.elements <= kept.elements) return;
        row.otherwise = kept.otherwise;
        kept = std::move(row);
    }
    std::vector<ModuleScheme> take() { return std::move(m_rows); }

private:
    std::vector<ModuleScheme> m_rows;
    std::map<std::string, std::size_t> m_rowOf;
};

class ModuleSchemes {
public:
    ModuleSchemes(const session::MethodView& method, const JobContext& job) : m_method(method), m_job(job) {}

    Result<MethodSchemes> collect() {
        auto weights = inventory::quantisedWeights(m_method.session, m_job);
        if (!weights) return weights.failure();
        m_weights = *std::move(weights);
        for (const inventory::QuantisedWeight& one : m_weights)
            if (one.method == m_method.name) m_byName[one.delegate].try_emplace(one.name, &one);
        for (const StageId& stage : recordedStages(m_method, m_job)) {
            const auto read = addRecorded(stage);
            if (read.cancelled()) return read.failure();
            if (read) return finished(stage);
        }
        if (m_job.cancelled()) return cancelledFailure();
        if (const auto read = addProgram(); !read) return read.failure();
        return finished(StageId::program());
    }

private:
    MethodSchemes finished(const StageId& stage) {
        m_made.stage = stage;
        m_made.rows = m_rows.take();
        return std::move(m_made);
    }

    static ModuleScheme rowOf(const TakenWeight& taken, const StageId& stage, const graph::GraphModel& model) {
        ModuleScheme row;
        row.reader = {stage, taken.node};
        row.node = model.nodePath(taken.node);
        row.op = taken.op;
        row.kind = taken.kind;
        row.scheme = taken.scheme;
        row.elements = taken.elements;
        return row;
    }

    /// The module that the operator lies in; of one in none that of the weight's name.
    static std::string moduleOf(const modules::Hierarchy& hierarchy, const TakenWeight& taken) {
        const modules::ModuleId module = hierarchy.moduleOf(taken.node);
        if (module.valid() && !hierarchy.module(module).path.empty()) return hierarchy.module(module).path;
        std::string_view name = taken.name;
        name = name.substr(0, name.find(".parametrizations."));
        return std::string(name == taken.name ? compare::parentPath(name) : name);
    }

    Result<void> addRecorded(const StageId& stage) {
        const auto facts = compare::methodFacts(m_method, stage, m_job);
        if (!facts) return facts.failure();
        const graph::GraphModel& model = facts->index->model();
        const std::vector<delegates::ValueQuantization> none;
        for (const TakenWeight& taken : SchemeGraph(model, facts->index->flow(), m_byName[std::nullopt], none).weights()) {
            ModuleScheme row = rowOf(taken, stage, model);
            row.module = moduleOf(facts->index->hierarchy(), taken);
            if (const auto known = facts->modules.find(row.module); known != facts->modules.end()) {
                row.type = known->second.type;
                row.bytes = known->second.bytes;
                if (row.bytes < leastBytes(row)) row.bytes.reset();  // some of what it stores could not be joined
            }
            m_rows.add(std::move(row));
        }
        return {};
    }

    /// Of the weight's elements alone.
    static std::uint64_t leastBytes(const ModuleScheme& row) {
        const auto bits = static_cast<std::uint64_t>(row.scheme.bits > 0 ? row.scheme.bits : 1);
        return row.elements / 8 * bits;
    }

    /// Constants of the plan and of its delegates, in the order of the instructions.
    Result<void> addProgram() {
        const program::ExecutionPlan* plan = m_method.plan();
        const auto model = m_method.graph(StageId::program(), m_job);
        if (plan == nullptr || !model) {
            if (m_job.cancelled()) return cancelledFailure();
            m_made.untold.push_back(Sentence::of("No graph of the method can be read"));
            return {};
        }
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<ModuleScheme>> placed;  // by chain and instruction
        const graph::DataFlow flow(**model);
        const std::vector<delegates::ValueQuantization> none;
        for (const TakenWeight& taken : SchemeGraph(**model, flow, m_byName[std::nullopt], none).weights()) {
            ModuleScheme row = rowOf(taken, StageId::program(), **model);
            row.bytes = taken.quantised != nullptr ? storedBytes(*taken.quantised) : taken.bytes;
            placed[instructionOf(row.node)].push_back(std::move(row));
        }
        std::set<std::int32_t> seen;
        for (std::size_t c = 0; c < plan->chains.size(); ++c)
            for (std::size_t i = 0; i < plan->chains[c].instructions.size(); ++i) {
                const auto* call = std::get_if<program::DelegateCall>(&plan->chains[c].instructions[i]);
                if (call == nullptr || !seen.insert(call->delegateIndex).second) continue;
                if (const auto read = addDelegate(call->delegateIndex, placed[{c, i}]); !read) return read;
            }
        for (auto& [place, rows] : placed)
            for (ModuleScheme& row : rows) m_rows.add(std::move(row));
        return {};
    }

    Result<void> addDelegate(std::int32_t number, std::vector<ModuleScheme>& rows) {
        if (number < 0) return {};
        const auto decoded = m_method.delegate(static_cast<std::size_t>(number), m_job);
        if (decoded.cancelled()) return decoded.failure();
        const StageId stage = StageId::payload(static_cast<std::uint32_t>(number));
        if (!decoded || (*decoded)->graph == nullptr) {
            m_made.untold.push_back(Sentence::of("What %1 holds is not known", stage.text()));
            return {};
        }
        const graph::GraphModel& model = *(*decoded)->graph;
        const graph::DataFlow flow(model);
        std::map<std::string_view, const delegates::Weight*> weights;
        for (const delegates::Weight& one : (*decoded)->weights) weights.try_emplace(one.key.empty() ? one.name : one.key, &one);
        for (const TakenWeight& taken : SchemeGraph(model, flow, m_byName[number], (*decoded)->quantization).weights()) {
            ModuleScheme row = rowOf(taken, stage, model);
            const auto stored = weights.find(taken.name);
            if (taken.quantised != nullptr)
                row.bytes = storedBytes(*taken.quantised);
            else if (stored != weights.end())
                row.bytes = stored->second->size;
            rows.push_back(std::move(row));
        }
        return {};
    }

    /// Of "0/12".
    static std::pair<std::uint64_t, std::uint64_t> instructionOf(std::string_view node) {
        std::pair<std::uint64_t, std::uint64_t> place{0, 0};
        const auto slash = node.find('/');
        std::from_chars(node.data(), node.data() + std::min(slash, node.size()), place.first);
        if (slash != std::string_view::npos) std::from_chars(node.data() + slash + 1, node.data() + node.size(), place.second);
        return place;
    }

    const session::MethodView m_method;
    const JobContext& m_job;
    std::vector<inventory::QuantisedWeight> m_weights;
    std::map<std::optional<std::int64_t>, QuantisedByName> m_byName;
    SchemeRows m_rows;
    MethodSchemes m_made;
};

}  // namespace

Result<MethodSchemes> moduleSchemes(const session::MethodView& method, const JobContext& job) {
    return ModuleSchemes(method, job).collect();
}

}  // namespace etscope::findings
