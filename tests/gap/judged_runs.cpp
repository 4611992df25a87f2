// judged_runs FOLDER [NAME…]: judges what runs logged for the nodes of edge graphs, each on the values that were logged before it,
// and for delegates. FOLDER has `fixtures` and `faults`; without names those whose truth stands in the table here. Prints what is
// not usual, then a line for each. Exit status 1: a right run is blamed, or a wrong one is not; 77: the folder does not exist.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "base/diagnostics.h"
#include "compare/run_cases.h"
#include "evaluate/elements.h"
#include "evaluate/graph_judgement.h"
#include "gap/node_values.h"
#include "graph/compose.h"
#include "graph/data_flow.h"
#include "join/links.h"
#include "replay/graph_inputs.h"
#include "replay/instruction_nodes.h"
#include "replay/record_surroundings.h"
#include "session/session.h"

namespace {

using namespace etscope;
using evaluate::Array;
using evaluate::Value;
using evaluate::Values;

struct Totals {
    std::array<std::size_t, 4> nodes{}, delegates{};
    double worstNode = 0, worstDelegate = 0;  ///< units over those that are normal, of those that are within
};

bool g_verbose = false;

void count(Totals& totals, const std::string& what, const evaluate::Judgement& judgement, bool delegate) {
    (delegate ? totals.delegates : totals.nodes)[static_cast<std::size_t>(judgement.verdict)] += 1;
    double& worst = delegate ? totals.worstDelegate : totals.worstNode;
    if (judgement.normal > 0 && std::isfinite(judgement.units)) worst = std::max(worst, judgement.units / judgement.normal);
    if (judgement.verdict <= evaluate::Verdict::Normal && !g_verbose) return;
    std::printf("  %-70s %-12s %.3g units of %.3g (%.3g)  |A-L| %.3g of %.3g, worst %.3g at %lld, %lld mismatched, %s%s\n",
                what.c_str(), evaluate::word(judgement.verdict).data(), judgement.units, judgement.normal, judgement.limit,
                judgement.difference, judgement.norm, judgement.maxAbs, static_cast<long long>(judgement.worst),
                static_cast<long long>(judgement.mismatched),
                judgement.accumulator ? evaluate::word(*judgement.accumulator).data() : "-", judgement.ties ? ", ties" : "");
}

Value valueOf(const tensor::Value& given, const std::shared_ptr<evaluate::Memory>& memory) {
    if (const auto* tensor = std::get_if<tensor::Tensor>(&given)) {
        auto array = evaluate::borrowed(*tensor, memory);
        return array ? Value(*std::move(array)) : Value();
    }
    if (const auto* flag = std::get_if<bool>(&given)) return *flag;
    if (const auto* integer = std::get_if<std::int64_t>(&given)) return *integer;
    if (const auto* number = std::get_if<double>(&given)) return *number;
    return {};
}

constexpr std::uint64_t kMemory = std::uint64_t{1} << 33U;

/// What one run logged, put in the place of what is computed; what is computed is judged on the way, where all it reads was logged.
class LoggedProbe : public evaluate::Probe {
public:
    LoggedProbe(const session::MethodView& method, graph::StageId stage, std::size_t run, const graph::GraphModel& model,
                Totals& totals)
        : m_method(method),
          m_stage(std::move(stage)),
          m_run(run),
          m_totals(totals),
          m_memory(std::make_shared<evaluate::Memory>(kMemory)) {
        const auto links = join::links(method, {});
        if (!links) return;
        for (std::size_t n = 0; n < model.nodeCount(); ++n) {
            const graph::NodeId id(static_cast<std::uint32_t>(n));
            const join::NodeLinks of = (*links)->of({m_stage, id});
            for (const std::int64_t instruction : of.instructions) m_group[instruction].push_back(id);
        }
        for (const auto& [instruction, nodes] : m_group)
            if (!(*links)->ofInstruction(instruction).backends.empty()) m_delegated.insert(instruction);
    }

    Result<Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                           const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override {
        auto results = evaluate::apply(op, context, arguments);
        if (!results || !scope.prefix.empty()) return results;
        const bool certain = std::all_of(arguments.begin(), arguments.end(), [&](const auto& one) { return known(one.value); });
        if (certain && op.row.rule == evaluate::Rule::Exact)
            for (const Value& value : *results) remember(value);
        if (!alone(scope.model, node)) return results;
        std::string stem(evaluate::shortTarget(op.row.target));
        stem = stem.substr(stem.find('.') + 1);
        const auto logged = loggedOf(node, stem.substr(0, stem.find('.')));
        const std::string path = m_method.name + " " + std::string(scope.model.text(scope.model.node(node).id)) + " " +
                                 std::string(evaluate::shortTarget(op.row.target));
        if (logged.size() < results->size() || results->empty()) return results;
        std::vector<std::optional<Array>> actual(results->size());
        Values given = *results;
        const std::size_t first = logged.size() - results->size();
        for (std::size_t i = 0; i < results->size(); ++i) {
            const Array* array = (*results)[i].array();
            if (array == nullptr || logged[first + i].shape != array->shape || logged[first + i].type != array->type) continue;
            actual[i] = logged[first + i];
            given[i] = *actual[i];
            remember(given[i]);
        }
        if (!certain) return given;
        const auto judged = evaluate::judge(op, context, arguments, actual);
        for (std::size_t i = 0; judged && i < actual.size(); ++i)
            if (actual[i]) count(m_totals, path + " " + std::to_string(i), (*judged)[i], false);
        if (!judged) std::printf("  %s: %s: %s\n", path.c_str(), judged.error().code.c_str(), judged.error().message.c_str());
        return given;
    }

    void take(const evaluate::Scope& scope, graph::NodeId node, graph::ValueId id, const Value& value) override {
        if (!scope.prefix.empty()) return;
        if (!node.valid()) remember(value);
        if (known(value)) m_known.insert_or_assign(id, value);
    }

    void judgeDelegates(const evaluate::GraphQuestion& question, const evaluate::Context& context) {
        const graph::DataFlow flow(question.model);
        for (const std::int64_t instruction : m_delegated) judgeDelegate(question, flow, instruction, context);
    }

private:
    bool known(const Value& value) const {
        if (const Values* list = value.list())
            return std::all_of(list->begin(), list->end(), [&](const Value& item) { return known(item); });
        const Array* array = value.array();
        return array == nullptr || m_certain.contains(array->storage.get());
    }
    void remember(const Value& value) {
        if (const Values* list = value.list())
            std::for_each(list->begin(), list->end(), [&](const Value& item) { remember(item); });
        if (const Array* array = value.array(); array != nullptr && m_certain.insert(array->storage.get()).second)
            m_kept.push_back(array->storage);
    }
    /// Whether what was logged for the node's instructions is its own: all others of them move values only.
    bool alone(const graph::GraphModel& model, graph::NodeId node) const {
        const auto moves = [&](graph::NodeId other) {
            const evaluate::Operator* op = evaluate::findOperator(model.text(model.node(other).target));
            return op != nullptr && op->row.rule == evaluate::Rule::Exact;
        };
        bool some = false;
        for (const auto& [instruction, nodes] : m_group) {
            if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) continue;
            if (m_delegated.contains(instruction) || (moves(node) && (nodes.size() > 1 || some))) return false;
            if (!std::all_of(nodes.begin(), nodes.end(), [&](graph::NodeId other) { return other == node || moves(other); }))
                return false;
            some = true;
        }
        return some;
    }
    /// Of the kernel whose name holds `stem`; of the call itself where the kernel says nothing of itself.
    std::vector<Array> loggedOf(graph::NodeId node, std::string_view stem) {
        std::vector<Array> arrays = loggedBy(node, stem);
        return arrays.empty() ? loggedBy(node, "OPERATOR_CALL") : arrays;
    }
    std::vector<Array> loggedBy(graph::NodeId node, std::string_view stem) {
        std::vector<Array> arrays;
        const auto values = gap::loggedValues(m_method, {m_stage, node}, 1000, {});
        if (!values) return arrays;
        for (const gap::LoggedNodeValue& value : *values)
            if (value.run == m_run && value.event.find(stem) != std::string::npos)
                if (auto array = evaluate::borrowed(value.tensor, m_memory)) arrays.push_back(*array);
        return arrays;
    }
    /// Whether debug handles tell the nodes of a delegate from those of all other delegates.
    bool apart(std::int64_t instruction) const {
        for (const auto& [other, nodes] : m_group)
            for (const graph::NodeId node : m_group.at(instruction))
                if (other != instruction && m_delegated.contains(other) &&
                    std::find(nodes.begin(), nodes.end(), node) != nodes.end())
                    return false;
        return true;
    }

    /// That of the nodes which no other call is: what was logged for it is the delegate's.
    graph::NodeId ofCall(const std::vector<graph::NodeId>& nodes, std::int64_t instruction) const {
        const auto found = std::find_if(nodes.begin(), nodes.end(), [&](graph::NodeId node) {
            const auto links = replay::nodeLinks(m_method, {m_stage, node}, {});
            return links && links->instructions == std::vector<std::int64_t>{instruction};
        });
        return found != nodes.end() ? *found : nodes.front();
    }

    /// Adds the nodes between what is known and what the part gives, and what it takes; the values of that.
    static Values completed(graph::Part& part, const graph::GraphModel& model, const graph::DataFlow& flow,
                            const std::map<graph::ValueId, Value>& known) {
        std::set<graph::NodeId> wanted;
        std::map<graph::ValueId, Value> taken;
        std::vector<graph::ValueId> open = part.outputs;
        while (!open.empty()) {
            const graph::ValueId value = open.back();
            open.pop_back();
            const graph::NodeId producer = model.value(value).producer;
            if (const auto found = known.find(value); found != known.end()) {
                taken.insert(*found);
            } else if (producer.valid() && wanted.insert(producer).second) {
                const auto inputs = flow.inputs(producer);
                open.insert(open.end(), inputs.begin(), inputs.end());
            }
        }
        for (const graph::NodeId node : model.top().nodes)
            if (wanted.contains(node)) part.nodes.push_back(node);
        Values values;
        for (const auto& [id, value] : taken) {
            part.inputs.push_back(id);
            values.push_back(value);
        }
        return values;
    }

    void judgeDelegate(const evaluate::GraphQuestion& question, const graph::DataFlow& flow, std::int64_t instruction,
                       const evaluate::Context& context) {
        const graph::GraphModel& model = question.model;
        const std::vector<graph::NodeId>& nodes = m_group[instruction];
        if (!apart(instruction)) return;
        const auto inside = [&](graph::NodeId node) { return std::find(nodes.begin(), nodes.end(), node) != nodes.end(); };
        std::map<graph::ValueId, Value> known = m_known;
        graph::Part part;
        for (const graph::NodeId node : nodes)
            for (const graph::ValueId value : flow.results(node)) {
                known.erase(value);
                const auto users = flow.consumers(value);
                if (flow.leavesGraph(value) ||
                    std::any_of(users.begin(), users.end(), [&](graph::NodeId user) { return !inside(user); }))
                    part.outputs.push_back(value);
            }
        const std::vector<Array> logged = loggedOf(ofCall(nodes, instruction), "");
        const std::string name = m_method.name + " delegate at " + std::to_string(instruction) + " of " + std::to_string(nodes.size());
        if (logged.size() < part.outputs.size())
            return void(std::printf("  %s: %zu values logged, %zu outputs\n", name.c_str(), logged.size(), part.outputs.size()));
        std::vector<std::optional<Array>> actual(logged.end() - static_cast<std::ptrdiff_t>(part.outputs.size()), logged.end());
        const Values inputs = completed(part, model, flow, known);
        const auto graph = graph::partOf(model, part);
        const auto judged = evaluate::judgeGraph({*graph, question.surroundings, inputs, question.buffers}, context, actual);
        if (!judged)
            return void(std::printf("  %s: %s: %s\n", name.c_str(), judged.error().code.c_str(), judged.error().message.c_str()));
        for (std::size_t i = 0; i < actual.size(); ++i)
            count(m_totals, name + " " + std::string(model.text(model.value(part.outputs[i]).id)), (*judged)[i], true);
    }

    const session::MethodView m_method;
    graph::StageId m_stage;
    std::size_t m_run;
    Totals& m_totals;
    std::shared_ptr<evaluate::Memory> m_memory;
    std::map<std::int64_t, std::vector<graph::NodeId>> m_group;
    std::set<std::int64_t> m_delegated;
    std::set<const evaluate::Storage*> m_certain;
    std::vector<std::shared_ptr<evaluate::Storage>> m_kept;
    std::map<graph::ValueId, Value> m_known;  ///< of the top graph
};

void judgeRun(const session::Session& session, const join::SessionRun& run, Totals& totals) {
    const JobContext job;
    if (!run.attribution.method) return;
    const std::string& method = *run.attribution.method;
    graph::StageId stage = graph::StageId::edge();
    auto model = session.graph(method, stage, job);
    if (!model) model = session.graph(method, stage = graph::StageId::exported(), job);
    if (!model) return;
    replay::InputChoice choice;
    if (run.caseIndex) choice = {replay::InputChoice::Kind::Case, static_cast<std::size_t>(*run.caseIndex), {}};
    auto inputs = replay::graphInputs({session, method}, stage, choice, job);
    const auto surroundings = replay::recordSurroundings({session, method}, stage, job);
    if (!inputs || !surroundings) return void(std::printf("  %s: no inputs\n", method.c_str()));
    const evaluate::Context context{std::make_shared<evaluate::Memory>(kMemory), job};
    Values values;
    for (const tensor::Value& value : inputs->values) values.push_back(valueOf(value, context.memory));
    LoggedProbe probe({session, method}, stage, run.index, **model, totals);
    const auto result = evaluate::run(**model, values, {}, **surroundings, context, probe);
    if (!result) return void(std::printf("  %s: %s\n", method.c_str(), result.error().message.c_str()));
    const std::map<std::string, Array> buffers;
    probe.judgeDelegates({**model, **surroundings, values, buffers}, context);
}

std::vector<std::string> filesOf(const std::filesystem::path& folder) {
    std::vector<std::string> files;
    const bool bundled = std::filesystem::exists(folder / "model.bpte");
    for (const char* name : {"model.etrecord", bundled ? "model.bpte" : "model.pte", "run-main.etdp", "run-main.dbg"})
        if (std::filesystem::exists(folder / name)) files.push_back(folder / name);
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".ptd") files.push_back(entry.path());
    return files;
}

Totals judgeFolder(const std::filesystem::path& folder) {
    Totals totals;
    const auto session = session::Session::open(filesOf(folder), {}, {});
    if (!session) return std::printf("%s: %s\n", folder.c_str(), session.error().message.c_str()), totals;
    const auto runs = compare::runs(**session, {});
    if (!runs) return std::printf("%s: %s\n", folder.c_str(), runs.error().message.c_str()), totals;
    for (const join::SessionRun& run : **runs) judgeRun(**session, run, totals);
    const auto line = [](const char* what, const std::array<std::size_t, 4>& counts, double worst) {
        std::printf("  %s: %3zu exact %3zu normal %3zu high %3zu beyond, worst %.2f", what, counts[0], counts[1], counts[2],
                    counts[3], worst);
    };
    std::printf("%-24s", folder.filename().c_str());
    line("nodes", totals.nodes, totals.worstNode);
    line("delegates", totals.delegates, totals.worstDelegate);
    std::printf("\n");
    return totals;
}

struct JudgedRunsTruth {
    std::string_view folder;
    bool right = true;
};
/// Runs without state: what a run before left behind is not carried over here.
constexpr auto kTruths = std::to_array<JudgedRunsTruth>({
    {"fixtures/channels_last"},
    {"fixtures/cnn_portable"},
    {"fixtures/external_ptd"},
    {"fixtures/external_ptd_xnnpack"},
    {"fixtures/extra_stages_multi"},
    {"fixtures/mixed_delegates"},
    {"fixtures/odd_shapes"},
    {"fixtures/quant_8da4w"},
    {"fixtures/quant_cnn"},
    {"fixtures/quant_cnn_portable"},
    {"fixtures/shared_weights"},
    {"fixtures/stacktrace"},
    {"fixtures/tricky_names"},
    {"fixtures/vit"},
    {"fixtures/vlm"},
    {"faults/ctrl_quant_outlier"},
    {"faults/fault_pairing"},
    {"faults/healthy_masks"},
    {"faults/wild_cond_alias"},
    {"fixtures/fault_delegate", false},
    {"fixtures/fault_early", false},
    {"fixtures/fault_weight", false},
    {"faults/fault_accumulate", false},
    {"faults/fault_kernel", false},
    {"faults/fault_layer_norm", false},
    {"faults/fault_transposed", false},
    {"faults/wild_gelu_tanh_xnnpack", false},
    {"faults/wild_linear_bn_fusion", false},
    {"faults/wild_maxpool_nan", false},
    {"faults/wild_pow_int64", false},
});

bool holds(const std::filesystem::path& root, const JudgedRunsTruth& truth) {
    if (!std::filesystem::is_directory(root / truth.folder))
        return std::printf("%s is not there\n", std::string(truth.folder).c_str()), true;
    const Totals totals = judgeFolder(root / truth.folder);
    const auto sum = [](const std::array<std::size_t, 4>& counts) { return counts[0] + counts[1] + counts[2] + counts[3]; };
    const bool blamed = totals.nodes[3] + totals.delegates[3] > 0, judged = sum(totals.nodes) + sum(totals.delegates) > 0;
    if (judged && blamed != truth.right) return true;
    std::printf("  ^ %s\n", !judged ? "nothing is judged" : blamed ? "a right run is blamed" : "a wrong run is not found");
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    const std::filesystem::path root = argc > 1 ? argv[1] : "";
    if (!std::filesystem::is_directory(root / "fixtures"))
        return std::printf("there are no runs in '%s': skipped\n", root.c_str()), 77;
    g_verbose = argc > 2;
    for (int i = 2; i < argc; ++i) judgeFolder(root / argv[i]);
    std::size_t wrong = 0;
    if (argc == 2)
        for (const JudgedRunsTruth& truth : kTruths) wrong += holds(root, truth) ? 0U : 1U;
    return wrong == 0 ? 0 : 1;
}
