#include "findings/changes_answer.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/escaped.h"
#include "base/number_text.h"
#include "compare/output_changes.h"
#include "session/entity.h"

namespace etscope::findings {
namespace {

using compare::ChangeState;
using compare::ValueChange;

std::size_t countOf(const std::vector<ValueChange>& changes, ChangeState state) {
    return static_cast<std::size_t>(std::ranges::count(changes, state, &ValueChange::state));
}

/// What became of the outputs that were held against references on both sides.
struct Outputs {
    std::size_t worse = 0, better = 0, others = 0;  ///< others: of other values, and no nearer or further
};

Outputs outputsOf(const compare::SessionDiff& diff) {
    Outputs outputs;
    for (const ValueChange& one : diff.outputs) {
        if (one.state != ChangeState::Changed) continue;
        const int change = compare::standingChange(one);
        ++(change < 0 ? outputs.worse : change > 0 ? outputs.better : outputs.others);
    }
    return outputs;
}

/// The baseline is named once.
Sentence outputsText(const Outputs& outputs, const std::string& baseline) {
    std::vector<Sentence> parts;
    if (outputs.worse > 0)
        parts.push_back(Sentence::of("%1 {1:output agrees|outputs agree} less with the {1:reference|references} than in %2",
                                     outputs.worse, baseline));
    if (outputs.better > 0)
        parts.push_back(outputs.worse > 0
                            ? Sentence::of("%1 {1:output agrees|outputs agree} better", outputs.better)
                            : Sentence::of("%1 {1:output agrees|outputs agree} better with the {1:reference|references} than in %2",
                                           outputs.better, baseline));
    if (outputs.others > 0) parts.push_back(Sentence::of("%1 {1:output has|outputs have} other values", outputs.others));
    return Sentence::list(std::move(parts), ", ");
}

/// "the graph of text_decoder", "the graphs of 3 methods".
Sentence graphsText(const compare::SessionDiff& diff) {
    std::set<std::string> methods;
    for (const compare::StageDiff& stage : diff.stages)
        if (stage.left != nullptr && stage.right != nullptr && !stage.empty()) methods.insert(stage.method);
    if (methods.empty()) return {};
    return methods.size() == 1 ? Sentence::of("the graph of %1 differs", escaped(*methods.begin()))
                               : Sentence::of("the graphs of %1 methods differ", methods.size());
}

/// Of methods that both have: what only one of them recorded.
Sentence stagesText(const compare::SessionDiff& diff, const session::Session& before, const session::Session& after) {
    const auto stages = std::ranges::count_if(diff.stages, [&](const compare::StageDiff& stage) {
        return (stage.left == nullptr) != (stage.right == nullptr) && before.method(stage.method) != nullptr &&
               after.method(stage.method) != nullptr;
    });
    return stages > 0 ? Sentence::of("%1 {1:stage is|stages are} on one side only", stages) : Sentence();
}

Sentence methodsText(const session::Session& before, const session::Session& after) {
    const auto alone = [](const session::Session& one, const session::Session& other) {
        return static_cast<std::size_t>(std::ranges::count_if(
            one.methods(), [&](const session::Method& method) { return other.method(method.name) == nullptr; }));
    };
    const std::size_t gone = alone(before, after), fresh = alone(after, before);
    std::vector<Sentence> parts;
    if (gone > 0) parts.push_back(Sentence::of("%1 {1:method is|methods are} gone", gone));
    if (fresh > 0) parts.push_back(Sentence::of("%1 {1:method is|methods are} new", fresh));
    return Sentence::list(std::move(parts), ", ");
}

/// What was not compared is not said to be the same.
Sentence weightsText(const compare::SessionDiff& diff) {
    const std::size_t differ = countOf(diff.tensors, ChangeState::Changed),
                      unread = countOf(diff.tensors, ChangeState::NotCompared),
                      others = countOf(diff.tensors, ChangeState::Added) + countOf(diff.tensors, ChangeState::Removed);
    std::vector<Sentence> parts;
    if (differ > 0) parts.push_back(Sentence::of("%1 {1:weight differs|weights differ}", differ));
    if (others > 0) parts.push_back(Sentence::of("%1 {1:weight is|weights are} on one side only", others));
    if (unread > 0) parts.push_back(Sentence::of("%1 {1:weight|weights} could not be compared", unread));
    return Sentence::list(std::move(parts), ", ");
}

Sentence shippedText(const session::Session& before, const session::Session& after) {
    const auto was = shippedBytes(before), is = shippedBytes(after);
    if (!was || !is || *was == 0 || *was == *is) return {};
    const double share = 100 * (static_cast<double>(*is) / static_cast<double>(*was) - 1);
    const std::string number = printed(std::abs(share) < 10 ? "%.1f" : "%.0f", std::abs(share));
    return share < 0 ? Sentence::of("%1 % fewer bytes", number) : Sentence::of("%1 % more bytes", number);
}

}  // namespace

std::optional<std::uint64_t> shippedBytes(const session::Session& session) {
    std::optional<std::uint64_t> sum;
    if (const auto* program = session.programFile()) sum = program->size;
    for (const session::SessionFile& file : session.files())
        if (file.tensorData != nullptr) sum = sum.value_or(0) + file.size;
    return sum;
}

Answer changesAnswer(const session::Session& before, const session::Session& after, const compare::SessionDiff& diff,
                     const std::string& baseline) {
    const std::string name = escaped(baseline);
    Answer made{.question = Question::Changes, .state = {}, .status = {}, .text = {}, .more = {}, .evidence = {}, .next = {}};
    made.next = {Target::CompareWith, Sentence::of("Show the differences"), {}};
    const Outputs outputs = outputsOf(diff);
    std::vector<Sentence> parts{outputsText(outputs, name), methodsText(before, after), graphsText(diff),
                                stagesText(diff, before, after), weightsText(diff)};
    if (!diff.delegates.empty())
        parts.push_back(Sentence::of("%1 {1:delegate has|delegates have} another backend or content", diff.delegates.size()));
    if (!diff.metadata.empty()) parts.push_back(Sentence::of("%1 metadata {1:entry differs|entries differ}", diff.metadata.size()));
    parts.push_back(shippedText(before, after));
    std::erase_if(parts, [](const Sentence& part) { return part.empty(); });
    if (outputs.worse > 0) {
        const auto worse =
            std::ranges::find_if(diff.outputs, [](const ValueChange& one) { return compare::standingChange(one) < 0; });
        const auto output = session::Entity::ofOutput(worse->method, worse->caseIndex.value_or(0), worse->output);
        made.state = CauseState::Differs;
        made.next = {Target::Outputs, Sentence::of("Show the outputs"), output.text()};
    }
    if (diff.empty() && parts.empty()) {
        const bool compared = diff.equalTensors > 0 || std::ranges::any_of(diff.stages, [](const compare::StageDiff& stage) {
                                  return stage.left != nullptr && stage.right != nullptr && stage.left->nodeCount() > 0;
                              });
        made.state = compared ? CauseState::Matches : CauseState::Missing;
        made.status = compared ? Sentence::of("the same") : Sentence::of("nothing compared");
        made.text = Sentence::of("Nothing that was compared differs between this export and %1", name);
        return made;
    }
    made.status = outputs.worse > 0 ? Sentence::of("%1 got worse", outputs.worse)
                  : diff.empty()    ? Sentence::of("not all compared")
                                    : Sentence::of("differs");
    if (parts.empty()) parts.push_back(Sentence::of("What differs is listed by node"));
    made.text = parts.front();
    made.more = Sentence::list({parts.begin() + 1, parts.end()}, "; ");
    return made;
}

}  // namespace etscope::findings
