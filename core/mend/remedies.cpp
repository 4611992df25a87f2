#include "mend/remedies.h"

#include <algorithm>
#include <map>

namespace etscope::mend {
namespace {

using causes::Cause;

constexpr std::uint32_t bitOf(Cause cause) noexcept { return 1U << static_cast<unsigned>(cause); }

struct Equivalent {
    std::string_view op, function;
};
constexpr Equivalent kEquivalents[] = {
    {"aten.gelu.default", "gelu"},
    {"aten.pow.Tensor_Scalar", "power"},
    {"aten.pow.Tensor_Tensor", "power_of_each"},
    {"aten.native_layer_norm.default", "layer_norm"},
    {"aten.native_group_norm.default", "group_norm"},
    {"aten._native_batch_norm_legit_no_training.default", "batch_norm"},
    {"aten._native_batch_norm_legit.no_stats", "instance_norm"},
    {"aten.max_pool2d_with_indices.default", "max_pool2d"},
    {"aten.remainder.Scalar", "remainder"},
    {"aten.remainder.Tensor", "remainder"},
    {"aten.div.Tensor_mode", "divide"},
    {"aten.sum.dim_IntList", "sum_of_integers"},
    {"aten.var.correction", "variance"},
    {"aten.sign.default", "sign"},
    {"aten._softmax.default", "softmax"},
    {"aten._log_softmax.default", "log_softmax"},
    {"aten.sigmoid.default", "sigmoid"},
    {"aten.tanh.default", "tanh"},
    {"aten.elu.default", "elu"},
    {"aten.hardswish.default", "hardswish"},
    {"aten.hardsigmoid.default", "hardsigmoid"},
    {"aten.leaky_relu.default", "leaky_relu"},
    {"aten.prelu.default", "prelu"},
    {"aten.relu.default", "relu"},
    {"aten.clamp.default", "clamp"},
    {"aten.mean.dim", "mean"},
    {"aten.addmm.default", "addmm"},
    {"aten.linear.default", "linear"},
    {"aten.bmm.default", "bmm"},
    {"aten.mm.default", "mm"},
    {"aten.reciprocal.default", "reciprocal"},
    {"aten.rsqrt.default", "rsqrt"},
    {"aten.embedding.default", "embedding"},
};

constexpr Equivalent kAccumulators[] = {
    {"aten.sum.dim_IntList", "wide_sum"},   {"aten.mean.dim", "wide_mean"},   {"aten.cumsum.default", "wide_cumsum"},
    {"aten.mm.default", "wide_mm"},         {"aten.bmm.default", "wide_bmm"}, {"aten.addmm.default", "wide_addmm"},
    {"aten.linear.default", "wide_linear"},
};

/// Operators that the runtime of the Python package has an optimised kernel of, and then no portable one beside it.
constexpr std::string_view kOptimised[] = {
    "aten.add.Scalar",
    "aten.add.Tensor",
    "aten.bmm.default",
    "aten.div.Scalar",
    "aten.div.Tensor",
    "aten.elu.default",
    "aten.exp.default",
    "aten.gelu.default",
    "aten.grid_sampler_2d.default",
    "aten.le.Scalar",
    "aten.le.Tensor",
    "aten.linear.default",
    "aten._log_softmax.default",
    "aten.mm.default",
    "aten.mul.Scalar",
    "aten.mul.Tensor",
    "aten.native_layer_norm.default",
    "aten.sub.Scalar",
    "aten.sub.Tensor",
    "aten.sum.dim_IntList",
    "aten.where.self",
};
constexpr std::string_view kProducts[] = {"aten.linear.default", "aten.addmm.default", "aten.mm.default"};

template <std::size_t N>
bool isOneOf(const std::string_view (&list)[N], std::string_view op) noexcept {
    return std::ranges::find(list, op) != std::ranges::end(list);
}

/// "aten.gelu.default" → "gelu", for people.
std::string wordOf(const std::string& op) {
    const auto first = op.find('.');
    const std::string rest = first == std::string::npos ? op : op.substr(first + 1);
    return rest.ends_with(".default") ? rest.substr(0, rest.size() - std::string_view(".default").size()) : rest;
}

class Applications {
public:
    Applications(const std::vector<Fault>& faults, const Surroundings& around)
        : m_faults(faults), m_around(around), m_suspects(suspectsOf(faults)) {
        for (const Fault& fault : faults) {
            m_causes |= bitOf(fault.culprit.cause);
            m_delegated = m_delegated || !fault.backend.empty();
            m_xnnpack = m_xnnpack || fault.backend == "XnnpackBackend";
        }
        for (const Suspect& one : m_suspects) m_nodes += one.nodes.size();
    }

    /// Whether the memory plan or a pass is at fault, outside delegates.
    bool isOfPlan() const noexcept { return m_causes == bitOf(Cause::Lowering) && !m_delegated; }

    void add(const Remedy& remedy, std::vector<Measure>& measures) const {
        if ((remedy.causes & m_causes) == 0 || !holds(remedy)) return;
        switch (remedy.over) {
            case Over::Export:
                measures.push_back({.remedy = &remedy, .touches = remedy.id == "as-it-is" ? 0 : m_nodes + 1});
                return;
            case Over::Operator:
            case Over::Nodes:
            case Over::Like:
            case Over::Pattern:
            case Over::Modules:
                for (const Suspect& one : m_suspects)
                    if (suits(remedy, one)) addOperator(remedy, one, measures);
                return;
            case Over::Delegates: addDelegates(remedy, measures); return;
            case Over::Buffers: addBuffers(remedy, measures); return;
            case Over::Rounded:
                for (const auto& [op, nodes] : m_around.rounded)
                    measures.push_back({.remedy = &remedy, .subject = wordOf(op), .op = op, .touches = nodes});
        }
    }

private:
    bool holds(const Remedy& remedy) const {
        const auto& has = m_around.backends;
        if (!remedy.needs.empty() && std::ranges::find(has, remedy.needs) == has.end()) return false;
        switch (remedy.when) {
            case When::Delegated: return m_delegated;
            case When::Outside:
            case When::Optimised: return !m_delegated;
            case When::Xnnpack:
            case When::Linear: return m_xnnpack;
            case When::Halves: return m_around.halves;
            case When::Flow: return m_around.flow;
            case When::Quantised: return !m_around.rounded.empty();
            case When::Rounds: return m_xnnpack && !m_around.rounded.empty();
            default: return true;
        }
    }

    /// Whether the row is of use for that operator.
    static bool suits(const Remedy& remedy, const Suspect& one) {
        if (!remedy.pass.empty() && !one.op.starts_with("aten.")) return false;
        switch (remedy.over) {
            case Over::Nodes:
                if (one.nodes.size() >= one.counts.all) return false;
                break;  // they are all of that operator
            case Over::Like:
                if (one.counts.like >= one.counts.all) return false;
                break;
            case Over::Pattern:
                if (one.counts.around <= one.nodes.size()) return false;
                break;
            case Over::Modules:
                if (one.counts.modules.empty() || one.counts.inModules <= one.counts.all) return false;
                break;
            default: break;
        }
        switch (remedy.when) {
            case When::Known: return !equivalentOf(one.op).empty();
            case When::Sums: return !accumulatorOf(one.op).empty();
            case When::Optimised: return isOneOf(kOptimised, one.op);
            case When::Linear: return isOneOf(kProducts, one.op);
            default: return true;
        }
    }

    void addOperator(const Remedy& remedy, const Suspect& one, std::vector<Measure>& measures) const {
        Measure measure{.remedy = &remedy, .subject = wordOf(one.op), .op = one.op};
        measure.function = equivalentOf(one.op);
        measure.sum = accumulatorOf(one.op);
        const std::size_t all = std::max(one.counts.all, one.nodes.size());
        measure.touches = remedy.over == Over::Nodes     ? one.nodes.size()
                          : remedy.over == Over::Like    ? std::max(one.counts.like, one.nodes.size())
                          : remedy.over == Over::Pattern ? one.counts.around
                          : remedy.over == Over::Modules ? one.counts.inModules
                                                         : all;
        if (remedy.over == Over::Modules) {
            measure.modules = one.counts.modules;
            measure.subject.clear();
            for (const std::string& module : one.counts.modules) measure.subject += (measure.subject.empty() ? "" : ", ") + module;
            const auto isSame = [&](const Measure& other) { return other.remedy == &remedy && other.modules == measure.modules; };
            if (std::ranges::any_of(measures, isSame)) return;
        }
        if (remedy.over != Over::Operator && remedy.over != Over::Modules) measure.nodes = nodesOf(one.op);
        measures.push_back(std::move(measure));
    }

    /// Of the operator; empty: of all.
    std::vector<std::pair<std::string, std::vector<std::string>>> nodesOf(const std::string& op) const {
        std::map<std::string, std::vector<std::string>> byMethod;
        for (const Fault& fault : m_faults)
            for (const Suspect& one : fault.suspects)
                if (!fault.backend.empty() && (op.empty() || one.op == op))
                    for (const std::string& node : one.nodes) byMethod[fault.method].push_back(node);
        return {byMethod.begin(), byMethod.end()};
    }

    void addDelegates(const Remedy& remedy, std::vector<Measure>& measures) const {
        Measure measure{.remedy = &remedy};
        measure.nodes = nodesOf({});
        measure.touches = m_nodes;
        if (m_suspects.size() > 1) measures.push_back(std::move(measure));
    }

    void addBuffers(const Remedy& remedy, std::vector<Measure>& measures) const {
        Measure measure{.remedy = &remedy};
        for (const Fault& fault : m_faults)
            for (const causes::OtherState& state : fault.culprit.state)
                if (std::ranges::find(measure.buffers, state.buffer) == measure.buffers.end()) {
                    measure.buffers.push_back(state.buffer);
                    measure.subject += (measure.subject.empty() ? "" : ", ") + state.buffer;
                }
        measure.touches = measure.buffers.size();
        if (!measure.buffers.empty()) measures.push_back(std::move(measure));
    }

    const std::vector<Fault>& m_faults;
    const Surroundings& m_around;
    std::vector<Suspect> m_suspects;
    std::uint32_t m_causes = 0;
    std::size_t m_nodes = 0;
    bool m_delegated = false, m_xnnpack = false;
};

}  // namespace

Sentence Measure::title() const {
    const std::string name = subject;
    return Sentence::of(remedy->title, name);
}

Sentence Measure::notHere() const {
    const std::string name = subject;
    return remedy->notHere == nullptr ? Sentence() : Sentence::of(remedy->notHere, name);
}

std::string_view equivalentOf(std::string_view op) noexcept {
    const auto* found = std::ranges::find(kEquivalents, op, &Equivalent::op);
    return found == std::ranges::end(kEquivalents) ? std::string_view() : found->function;
}

std::string_view accumulatorOf(std::string_view op) noexcept {
    const auto* found = std::ranges::find(kAccumulators, op, &Equivalent::op);
    return found == std::ranges::end(kAccumulators) ? std::string_view() : found->function;
}

std::vector<Measure> measuresFor(const std::vector<Fault>& faults, const Surroundings& around) {
    std::vector<Measure> measures;
    const Applications applications(faults, around);
    for (const Remedy& remedy : remedies()) applications.add(remedy, measures);
    if (applications.isOfPlan() && !measures.empty())  // kernels are right then: what is about memory comes first
        std::stable_partition(measures.begin() + 1, measures.end(),
                              [](const Measure& one) { return (one.remedy->causes & bitOf(Cause::Kernel)) == 0; });
    return measures;
}

}  // namespace etscope::mend
