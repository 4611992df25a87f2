#include "replay/payload_operators.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "evaluate/operator_table.h"
#include "modules/operator_family.h"

namespace etscope::replay {
namespace {

/// XNNPACK's operators that are made of one operator of the edge dialect, each with its word; passes fold none but the clamps.
constexpr std::string_view kMakings =
    " XNNAdd=add XNNSubtract=sub XNNMultiply=mul XNNDiv=div XNNMinimum=minimum XNNMaximum=maximum XNNNegate=neg XNNAbs=abs "
    "XNNSquare=pow XNNSquareRoot=sqrt XNNReciprocalSquareRoot=rsqrt XNNLog=log XNNExp=exp XNNSin=sin XNNCos=cos XNNTanh=tanh "
    "XNNSigmoid=sigmoid XNNGelu=gelu XNNFloor=floor XNNCeiling=ceil XNNELU=elu XNNHardswish=hardswish XNNLeakyReLU=leaky_relu "
    "XNNSoftmax=softmax XNNClamp=relu XNNClamp=hardtanh XNNClamp=clamp ";

/// An empty one stands for any.
bool makes(std::string_view inside, std::string_view word) {
    std::string row = inside.empty() ? "=" : " " + std::string(inside) + "=";
    if (!word.empty()) row += std::string(word) + " ";
    return kMakings.find(row) != std::string_view::npos;
}

/// Of the operators of a delegate that stand for the same nodes: one that is none of theirs, where theirs is not there.
void compare(const std::set<std::string_view>& inside, const std::vector<graph::NodeRef>& nodes, const graph::GraphModel& edge,
             std::size_t delegate, std::int64_t instruction, std::vector<ProgramDifference>& found) {
    std::map<std::string, graph::NodeId> words;
    for (const graph::NodeRef& node : nodes)
        if (node.stage == graph::StageId::edge())
            words.emplace(modules::operatorWord(edge.text(edge.node(node.node).target)), node.node);
    const auto strange = std::ranges::find_if(inside, [&](std::string_view one) {
        return makes(one, {}) && std::ranges::none_of(words, [&](const auto& word) { return makes(one, word.first); });
    });
    const auto lost = std::ranges::find_if(words, [&](const auto& word) {
        return makes({}, word.first) && std::ranges::none_of(inside, [&](std::string_view one) { return makes(one, word.first); });
    });
    if (strange == inside.end() || lost == words.end()) return;
    found.push_back({ProgramDifference::Kind::Operator,
                     instruction,
                     edge.nodePath(lost->second),
                     std::string(*strange),
                     {},
                     std::nullopt,
                     Sentence::of("delegate %1 runs %2 where the record has %3", delegate, *strange,
                                  evaluate::shortTarget(edge.text(edge.node(lost->second).target)))});
}

}  // namespace

void addPayloadOperators(const program::ExecutionPlan& plan, const graph::GraphModel& edge, const join::MethodLinks& links,
                         std::vector<ProgramDifference>& found) {
    std::set<std::size_t> seen;
    const auto& instructions = plan.mainInstructions();
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        const auto delegate = plan.calledDelegate(instructions[i]);
        if (!delegate || !seen.insert(*delegate).second) continue;
        const auto stage = graph::StageId::payload(static_cast<std::uint32_t>(*delegate));
        const graph::GraphModel* payload = links.graphs().find(stage);
        if (payload == nullptr || links.insideBy(static_cast<std::int64_t>(*delegate)) != join::InsideBy::Handles) continue;
        std::map<std::int64_t, std::set<std::string_view>> byHandle;
        for (std::uint32_t n = 0; n < payload->nodeCount(); ++n)
            if (const graph::Node& node = payload->node(graph::NodeId(n)); node.debugHandle)
                byHandle[*node.debugHandle].insert(payload->text(node.target));
        for (std::uint32_t n = 0; n < payload->nodeCount(); ++n) {
            const auto handle = payload->node(graph::NodeId(n)).debugHandle;
            const auto inside = handle ? byHandle.extract(*handle) : decltype(byHandle)::node_type();
            if (!inside.empty())
                compare(inside.mapped(), links.of({stage, graph::NodeId(n)}).edge, edge, *delegate, static_cast<std::int64_t>(i),
                        found);
        }
    }
}

}  // namespace etscope::replay
