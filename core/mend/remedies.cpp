#include "mend/remedies.h"

#include <algorithm>
#include <map>

namespace etscope::mend {
namespace {

using causes::Cause;

constexpr std::uint32_t bits(auto... causes) noexcept { return ((1U << static_cast<unsigned>(causes)) | ...); }

constexpr std::uint32_t kAll = bits(Cause::Kernel, Cause::Delegate, Cause::Constant, Cause::Lowering, Cause::Precision,
                                    Cause::Quantisation, Cause::Layout, Cause::Input, Cause::State, Cause::Unknown);
/// An input that was not fed as told may be a kernel that is wrong: the same export, run again, tells.
constexpr std::uint32_t kCompute =
    bits(Cause::Kernel, Cause::Delegate, Cause::Precision, Cause::Lowering, Cause::Input, Cause::Unknown);
constexpr std::uint32_t kInside = kCompute | bits(Cause::Constant, Cause::Quantisation);
constexpr std::uint32_t kPlan = bits(Cause::Lowering, Cause::Unknown);

const std::vector<Remedy> kRemedies = {
    {.id = "as-it-is", .causes = kAll, .title = Sentence::phrase("lower the same again, nothing changed")},
    // Of delegates: the least is kept out first.
    {.id = "keep-operator-out",
     .causes = kInside,
     .over = Over::Operator,
     .when = When::Delegated,
     .title = Sentence::phrase("keep %1 out of the delegates"),
     .parts = "keep_out",
     .wrap = "KeepOut(inner, operators=[{op}])"},
    {.id = "keep-nodes-out",
     .causes = kInside,
     .over = Over::Nodes,
     .when = When::Delegated,
     .title = Sentence::phrase("keep %1 out of the delegates, where it is wrong"),
     .parts = "keep_out",
     .wrap = "KeepOut(inner, nodes={nodes})"},
    {.id = "one-delegate-each",
     .causes = kInside,
     .when = When::Xnnpack,
     .title = Sentence::phrase("a delegate for each operator: nothing is fused"),
     .replace = "[XnnpackPartitioner(per_op_mode=True)]"},
    {.id = "keep-delegates-out",
     .causes = kInside,
     .over = Over::Delegates,
     .when = When::Delegated,
     .title = Sentence::phrase("keep all that the faulty delegates hold out of delegates"),
     .parts = "keep_out",
     .wrap = "KeepOut(inner, nodes={nodes})"},
    // Of kernels.
    {.id = "equivalent",
     .causes = kCompute,
     .over = Over::Operator,
     .when = When::Known,
     .title = Sentence::phrase("compute %1 by other operators"),
     .parts = "converted rewrite",
     .pass = "Rewrite({{op}: {function}}), ScalarToTensorPass()"},
    {.id = "decompose",
     .causes = kCompute,
     .over = Over::Operator,
     .title = Sentence::phrase("decompose %1 as PyTorch does"),
     .parts = "converted rewrite",
     .pass = "Rewrite({{op}: decomposition_table[{op}._op]}), ScalarToTensorPass()",
     .unless = "equivalent"},
    {.id = "cast",
     .causes = kCompute,
     .over = Over::Operator,
     .when = When::Outside,
     .title = Sentence::phrase("compute %1 in a wider type"),
     .parts = "converted cast",
     .pass = "Cast([{op}], WIDER)"},
    {.id = "contiguous",
     .causes = bits(Cause::Kernel, Cause::Layout, Cause::Input),
     .over = Over::Operator,
     .when = When::Outside,
     .title = Sentence::phrase("row-major copies of what %1 reads"),
     .parts = "converted contiguous",
     .pass = "Contiguous([{op}])"},
    {.id = "delegate-operator",
     .causes = bits(Cause::Kernel, Cause::Precision, Cause::Input),
     .over = Over::Operator,
     .when = When::HasXnnpack,
     .title = Sentence::phrase("give %1 to XNNPACK"),
     .parts = "keep_out only",
     .add = "Only(XnnpackPartitioner(), [{op}])"},
    // Of the lowering.
    {.id = "copy-control-flow",
     .causes = kPlan,
     .title = Sentence::phrase("copy what control flow gives"),
     .parts = "converted copy_results",
     .pass = "CopyResults()"},
    {.id = "copy-results",
     .causes = kPlan,
     .over = Over::Operator,
     .when = When::Outside,
     .title = Sentence::phrase("copy what %1 gives"),
     .parts = "converted copy_operators",
     .pass = "CopyOperators([{op}])"},
    {.id = "no-shared-memory",
     .causes = kPlan,
     .title = Sentence::phrase("memory of its own for each value"),
     .config = "memory_planning_pass=MemoryPlanningPass(memory_planning_algo=MemoryPlanningAlgorithmSuite(algo_list=[naive]))"},
    {.id = "no-overlap",
     .causes = kPlan,
     .title = Sentence::phrase("no overlapping memory in the plan"),
     .parts = "no_overlap",
     .config =
         "memory_planning_pass=MemoryPlanningPass(memory_planning_algo=MemoryPlanningAlgorithmSuite(algo_list=[no_overlap]))"},
    {.id = "keep-view-copies",
     .causes = kPlan,
     .title = Sentence::phrase("leave out the pass that makes copies to views"),
     .config = "remove_view_copy=False"},
    // Of what was rounded to integers.
    {.id = "observe-again",
     .causes = bits(Cause::Quantisation),
     .when = When::Quantised,
     .title = Sentence::phrase("ranges of activations anew: those of the example inputs"),
     .parts = "quantisers",
     .change = "observed(program)"},
    {.id = "in-float",
     .causes = bits(Cause::Quantisation),
     .when = When::Quantised,
     .title = Sentence::phrase("activations stay in float, weights are the real numbers that they stand for"),
     .parts = "quantisers",
     .change = "in_float(program)"},
    // Of state and inputs.
    {.id = "initial-state",
     .causes = bits(Cause::State),
     .over = Over::Buffers,
     .title = Sentence::phrase("export the initial state of %1"),
     .config = "passes=[InitializedMutableBufferPass({buffers})]"},
    {.id = "load-anew",
     .causes = bits(Cause::State),
     .title = Sentence::phrase("the runner loads the method anew before the first case that is wrong"),
     .freshModules = true},
    {.id = "channels-last-inputs",
     .causes = bits(Cause::Layout),
     .title = Sentence::phrase("export for channels-last inputs"),
     .parts = "channels_last",
     .change = "channels_last(program)"},
    // What always is left.
    {.id = "no-delegates",
     .causes = kInside,
     .when = When::Delegated,
     .title = Sentence::phrase("no delegates at all"),
     .replace = "[]"},
};

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
            m_causes |= bits(fault.culprit.cause);
            m_delegated = m_delegated || !fault.backend.empty();
            m_xnnpack = m_xnnpack || fault.backend == "XnnpackBackend";
        }
        for (const Suspect& one : m_suspects) m_nodes += one.nodes.size();
    }

    void add(const Remedy& remedy, std::vector<Measure>& measures) const {
        if ((remedy.causes & m_causes) == 0 || !holds(remedy.when)) return;
        switch (remedy.over) {
            case Over::Export:
                measures.push_back({.remedy = &remedy, .touches = remedy.id == "as-it-is" ? 0 : m_nodes + 1});
                return;
            case Over::Operator:
            case Over::Nodes:
                for (const Suspect& one : m_suspects) addOperator(remedy, one, measures);
                return;
            case Over::Delegates: addDelegates(remedy, measures); return;
            case Over::Buffers: addBuffers(remedy, measures); return;
        }
    }

private:
    bool holds(When when) const noexcept {
        switch (when) {
            case When::Delegated: return m_delegated;
            case When::Outside: return !m_delegated;
            case When::Xnnpack: return m_xnnpack;
            case When::HasXnnpack: return !m_delegated && m_around.hasXnnpack;
            case When::Quantised: return m_around.quantised;
            default: return true;
        }
    }

    void addOperator(const Remedy& remedy, const Suspect& one, std::vector<Measure>& measures) const {
        const std::string_view function = equivalentOf(one.op);
        if (remedy.when == When::Known && function.empty()) return;
        if (!remedy.pass.empty() && !one.op.starts_with("aten.")) return;
        Measure measure{.remedy = &remedy, .subject = wordOf(one.op), .op = one.op, .function = std::string(function)};
        const bool some = remedy.over == Over::Nodes;
        if (some && one.nodes.size() >= one.all) return;  // they are all of that operator
        measure.touches = some ? one.nodes.size() : std::max(one.all, one.nodes.size());
        if (some) measure.nodes = nodesOf(one.op);
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

const std::vector<Remedy>& remedies() { return kRemedies; }

Sentence Measure::title() const {
    const std::string name = subject;
    return Sentence::of(remedy->title, name);
}

std::string_view equivalentOf(std::string_view op) noexcept {
    const auto* found = std::ranges::find(kEquivalents, op, &Equivalent::op);
    return found == std::ranges::end(kEquivalents) ? std::string_view() : found->function;
}

std::vector<Measure> measuresFor(const std::vector<Fault>& faults, const Surroundings& around) {
    std::vector<Measure> measures;
    const Applications applications(faults, around);
    for (const Remedy& remedy : remedies()) applications.add(remedy, measures);
    return measures;
}

}  // namespace etscope::mend
