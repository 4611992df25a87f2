#include "causes/tap_evidence.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/name_text.h"
#include "graph/data_flow.h"

namespace etscope::causes {
namespace {

using graph::NodeId;

/// Nodes that are named for one value.
constexpr std::size_t kMostBehind = 32;

bool isWhole(const join::Tap& tap) { return tap.reducer == join::TapReducer::Whole; }

/// The way from a tapped value back to those before it that are tapped, too.
struct Behind {
    std::set<NodeId> nodes;                 ///< that made it of these
    std::vector<const TapEvidence*> from;   ///< these
    bool ofInput = false, ofState = false;  ///< it follows from an input of the method, or from what calls before may have left
};

/// What inputs of the graph are, as far as that tells whether they are right.
struct GivenValues {
    std::set<graph::ValueId> inputs, state;
    explicit GivenValues(const graph::GraphModel& model) {
        std::set<graph::StringId> written;
        for (const graph::GraphOutput* output : model.bufferMutations()) written.insert(output->target);
        for (const graph::GraphInput& input : model.top().inputs) {
            if (input.kind == graph::InputKind::User) inputs.insert(input.value);
            if (input.kind == graph::InputKind::Buffer && written.contains(input.target)) state.insert(input.value);
        }
    }
};

/// Up to these; of all that is `tapped`, or of whole values alone: numbers about a value do not show that its elements are in
/// order.
Behind behind(const graph::GraphModel& model, const graph::DataFlow& flow, NodeId node,
              const std::map<NodeId, const TapEvidence*>& tapped, bool wholeAlone) {
    const GivenValues given(model);
    Behind found;
    std::vector<NodeId> open{node};
    std::set<NodeId> met;
    while (!open.empty()) {
        const NodeId at = open.back();
        open.pop_back();
        if (!met.insert(at).second) continue;
        if (const auto hit = tapped.find(at); at != node && hit != tapped.end() && (!wholeAlone || isWhole(*hit->second->tap))) {
            found.from.push_back(hit->second);
            continue;
        }
        found.nodes.insert(at);
        for (const graph::ValueId input : flow.inputs(at)) {
            found.ofInput = found.ofInput || given.inputs.contains(input);
            found.ofState = found.ofState || given.state.contains(input);
            if (const NodeId producer = model.value(input).producer; producer.valid()) open.push_back(producer);
        }
    }
    return found;
}

/// The instructions that run the nodes.
std::set<std::int64_t> instructionsOf(const join::MethodLinks& links, const std::set<NodeId>& nodes) {
    std::set<std::int64_t> all;
    for (const NodeId node : nodes) {
        const auto own = links.of({graph::StageId::edge(), node}).instructions;
        all.insert(own.begin(), own.end());
    }
    return all;
}

Sentence rightText(const Behind& behind) {
    if (behind.from.empty()) return {};
    const bool whole = std::ranges::all_of(behind.from, [](const TapEvidence* one) { return isWhole(*one->tap); });
    if (behind.from.size() > 1)
        return whole ? Sentence::of("; those of %1 other taps, which it follows from, are right", behind.from.size())
                     : Sentence::of("; what %1 other taps tell of values that it follows from is as expected", behind.from.size());
    const std::string name = validName(behind.from.front()->tap->name());
    return whole ? Sentence::of("; that of '%1', which it follows from, is right", name)
                 : Sentence::of("; the statistics of '%1', which it follows from, are as expected", name);
}

void addNodes(const graph::GraphModel& model, NodeId first, const Behind& behind, Culprit& culprit) {
    culprit.nodes = {model.nodePath(first)};
    for (auto node = behind.nodes.rbegin(); node != behind.nodes.rend() && culprit.nodes.size() < kMostBehind; ++node)
        if (*node != first) culprit.nodes.push_back(model.nodePath(*node));
}

/// Where one instruction alone made the value of right ones, it is that.
void addInstruction(const join::MethodLinks& links, const program::ExecutionPlan* plan, const Behind& behind, const join::Tap& tap,
                    Culprit& culprit) {
    const auto instructions = instructionsOf(links, behind.nodes);
    if (instructions.size() != 1) return;
    culprit.instruction = *instructions.begin();
    const program::Instruction* one = plan == nullptr ? nullptr : plan->instructionAt(0, *culprit.instruction);
    const auto delegate = one == nullptr ? std::nullopt : plan->calledDelegate(*one);
    if (!delegate) {
        culprit.cause = Cause::Kernel;
        return;
    }
    culprit.cause = Cause::Delegate;
    culprit.delegate = static_cast<std::size_t>(*delegate);
    culprit.sentence = Sentence::of("the value of '%1' inside delegate %2 is wrong, as its tap at output %3 shows",
                                    validName(tap.name()), *culprit.delegate, tap.output);
}

}  // namespace

std::optional<Culprit> culpritOfTaps(const graph::GraphModel& edge, const join::MethodLinks& links,
                                     const program::ExecutionPlan* plan, const std::vector<TapEvidence>& taps, bool inputsKnown) {
    std::map<NodeId, const TapEvidence*> tapped;
    for (const TapEvidence& one : taps)
        if (const NodeId node = edge.findNode(one.tap->node); node.valid() && one.tap->stage == graph::StageId::edge()) {
            const TapEvidence*& known = tapped[node];  // of several results of a node one that is wrong
            if (known == nullptr || one.wrong) known = &one;
        }
    const auto first = std::ranges::find_if(tapped, [](const auto& one) { return one.second->wrong; });
    if (first == tapped.end()) return std::nullopt;
    const graph::DataFlow flow(edge);
    const Behind way = behind(edge, flow, first->first, tapped, false), made = behind(edge, flow, first->first, tapped, true);
    const join::Tap& tap = *first->second->tap;
    Culprit culprit;
    culprit.sentence = Sentence::of("the value of '%1' is the first that is wrong, as its tap at output %2 shows",
                                    validName(tap.name()), tap.output);
    if ((inputsKnown || !way.ofInput) && !way.ofState) addInstruction(links, plan, made, tap, culprit);
    culprit.sentence += rightText(way);
    addNodes(edge, first->first, way, culprit);
    return culprit;
}

void nameFirstWrong(const graph::GraphModel& edge, const join::MethodTaps& taps, const replay::AuditRow& row, Culprit& culprit) {
    const join::Tap* first = nullptr;
    NodeId at;
    for (const join::Tap& tap : taps.taps) {
        if (tap.instruction != row.instruction || tap.result >= row.results.size()) continue;
        if (row.results[tap.result].verdict != evaluate::Verdict::NotRounding) continue;
        const NodeId node = edge.findNode(tap.node);
        if (!node.valid() || (first != nullptr && at.index() <= node.index())) continue;
        first = &tap;
        at = node;
    }
    if (first == nullptr) return;
    std::erase(culprit.nodes, first->node);
    culprit.nodes.insert(culprit.nodes.begin(), first->node);
    culprit.sentence +=
        Sentence::of("; of the values that taps show, that of '%1' is the first wrong one", validName(first->name()));
}

}  // namespace etscope::causes
