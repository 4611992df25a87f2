#include "stages/rounding_reach.h"

#include "base/limits.h"
#include "evaluate/graph_judgement.h"
#include "replay/computable_graph.h"
#include "replay/evaluated_values.h"

namespace etscope::stages {
namespace {

using Actual = std::vector<std::optional<evaluate::Array>>;

/// What was given, in the place of each output of the graph; nothing is asked of mutated buffers.
Actual inOrder(const graph::GraphModel& model, const std::set<std::size_t>& asked,
               const std::vector<std::optional<MeasuredValue>>& given, const std::shared_ptr<evaluate::Memory>& memory) {
    Actual actual;
    std::size_t user = 0;
    for (const graph::GraphOutput& output : model.top().outputs) {
        actual.emplace_back();
        if (!graph::isUser(output.kind)) continue;
        const std::size_t place = user++;
        if (!asked.contains(place) || place >= given.size() || !given[place]) continue;
        if (const auto value = replay::evaluatedValue(given[place]->value, memory); value && value->array() != nullptr)
            actual.back() = *value->array();
    }
    return actual;
}

std::set<std::size_t> reached(const graph::GraphModel& model, const Actual& actual,
                              const std::vector<evaluate::Judgement>& judged) {
    std::set<std::size_t> found;
    std::size_t user = 0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        if (!graph::isUser(model.top().outputs[i].kind)) continue;
        if (actual[i] && judged[i].verdict != evaluate::Verdict::NotRounding) found.insert(user);
        ++user;
    }
    return found;
}

}  // namespace

Result<std::set<std::size_t>> withinReach(const ReachQuestion& question, const std::set<std::size_t>& asked,
                                          const std::vector<std::optional<MeasuredValue>>& given, const JobContext& job) {
    const std::set<std::size_t> none;
    const auto computable = replay::computableGraph(question.method, question.stage, job);
    if (!computable) return job.cancelled() ? Result<std::set<std::size_t>>(cancelledFailure()) : none;
    const limits::Settable& limits = limits::settable();
    const auto memory = std::make_shared<evaluate::Memory>(limits.evaluatedBytes, limits.operations);
    const auto inputs = replay::evaluatedValues(question.inputs.values, memory);
    if (!inputs) return none;
    const graph::GraphModel& model = *(*computable)->graph;
    const Actual actual = inOrder(model, asked, given, memory);
    const evaluate::Context context{memory, job, true};
    const auto judged =
        evaluate::judgeGraph({model, *(*computable)->surroundings, *inputs, question.buffers, false, nullptr}, context, actual);
    if (judged.cancelled()) return judged.failure();
    return judged ? reached(model, actual, *judged) : none;
}

}  // namespace etscope::stages
