#include "conversation/call_graph.h"

#include <cmath>

#include "evaluate/graph_judgement.h"
#include "evaluate/kept_constants.h"
#include "stages/carried_state.h"

namespace etscope::conversation {

CallGraph callGraph(const session::Session& session, const std::string& name, const JobContext& job) {
    CallGraph made;
    const session::MethodView method(session, name);
    if (session.recordFile() == nullptr) {
        made.why = Sentence::of("there is no record whose graph could be computed");
        return made;
    }
    const session::Method* known = method.known();
    if (known == nullptr || known->stages.empty()) {
        made.why = Sentence::of("the record has no graph of %1", name);
        return made;
    }
    made.stage = known->has(graph::StageId::edge()) ? graph::StageId::edge() : known->primaryStage();
    auto computable = replay::computableGraph(method, made.stage, job);
    if (!computable) {
        made.why = Sentence(computable.error().message);
        return made;
    }
    made.computable = *std::move(computable);
    made.surroundings = evaluate::keepingConstants(made.computable->surroundings);
    made.prepared = std::make_unique<evaluate::PreparedGraph>(*made.computable->graph);
    const auto& outputs = made.model().top().outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (graph::isUser(outputs[i].kind)) made.user.push_back(i);
    auto state = stages::programState(method, made.stage, job);
    if (!state) {
        made.why = Sentence(state.error().message);
        return made;
    }
    made.begin = std::move(state->buffers);
    made.keeps = !state->evidence.empty();
    return made;
}

Result<std::optional<BeyondRounding>> beyondRounding(const CallGraph& graph, const CallStep& step, const evaluate::Values& inputs,
                                                     const replay::Buffers& buffers, const evaluate::Context& context) {
    /// How much more than rounding explains a state that was itself computed may make.
    constexpr double kStateFactor = 4;
    std::vector<std::optional<evaluate::Array>> actual(graph.model().top().outputs.size());
    for (std::size_t i = 0; i < step.outputs.size(); ++i)
        if (auto array = evaluate::borrowed(*step.outputs[i].tensor(), context.memory)) actual[graph.user[i]] = *std::move(array);
    const auto judged =
        evaluate::judgeGraph({graph.model(), *graph.surroundings, inputs, buffers, false, graph.prepared.get()}, context, actual);
    if (!judged) return judged.failure();
    for (std::size_t i = 0; i < step.outputs.size(); ++i) {
        const evaluate::Judgement& one = (*judged)[graph.user[i]];
        const double most = one.limit * (graph.keeps ? kStateFactor : 1);
        if (one.verdict == evaluate::Verdict::NotRounding && !(one.units <= most && std::isfinite(one.units)))
            return std::optional(BeyondRounding{i, one.units, one.limit});
    }
    return std::optional<BeyondRounding>();
}

}  // namespace etscope::conversation
