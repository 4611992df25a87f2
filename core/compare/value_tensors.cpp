#include "compare/value_tensors.h"

#include <charconv>
#include <optional>

namespace etscope::compare {
namespace {

ValueTensors byName(const TensorList& list, const graph::GraphModel& model, std::string_view method, const graph::StageId& stage) {
    std::map<std::string_view, graph::ValueId> targets;
    for (const graph::GraphInput& input : model.top().inputs)
        if (input.target.valid() && input.value.valid()) targets.emplace(model.text(input.target), input.value);
    ValueTensors found;
    const std::string own = stage.text();
    for (std::size_t i = 0; i < list.rows()->size(); ++i) {
        const inventory::TensorRow& row = (*list.rows())[i];
        const auto target = row.method == method ? targets.find(row.name) : targets.end();
        if (target == targets.end()) continue;
        // Stages list the same weights: that of the graph's own stage is its.
        const auto [at, isNew] = found.try_emplace(target->second, i);
        if (!isNew && row.stage == own) at->second = i;
    }
    return found;
}

/// "v17" → 17.
std::optional<std::size_t> planValue(std::string_view name) {
    std::size_t number = 0;
    if (name.size() < 2 || name.front() != 'v') return {};
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
    return error == std::errc() && end == name.data() + name.size() ? std::optional(number) : std::nullopt;
}

ValueTensors byBytes(const session::Session& session, const TensorList& list, const graph::GraphModel& model,
                     std::string_view method) {
    const program::ExecutionPlan* plan = session.plan(method);
    if (plan == nullptr) return {};
    using Place = std::pair<const Source*, std::uint64_t>;
    std::map<Place, std::size_t> places;
    for (std::size_t i = 0; i < list.rows()->size(); ++i)
        if (const inventory::TensorRow& row = (*list.rows())[i]; row.stage == "program")
            places.emplace(Place(row.tensor.storage.source.get(), row.tensor.storage.offset), i);
    ValueTensors found;
    const program::Program& program = *session.programFile()->program;
    for (std::uint32_t v = 0; v < model.valueCount(); ++v) {
        const auto number = planValue(model.text(model.value(graph::ValueId(v)).id));
        if (!number || *number >= plan->values.size()) continue;
        const auto* tensor = std::get_if<program::TensorValue>(&plan->values[*number]);
        if (tensor == nullptr || plan->tensors[tensor->index].kind() != program::TensorKind::Constant) continue;
        const auto bytes = program.tensorBytes(plan->tensors[tensor->index]);
        const auto row = bytes ? places.find(Place(bytes->source.get(), bytes->offset)) : places.end();
        if (row != places.end()) found[graph::ValueId(v)] = row->second;
    }
    return found;
}

}  // namespace

Result<std::shared_ptr<const ValueTensors>> valueTensors(const session::MethodView& method, const graph::StageId& stage,
                                                         const JobContext& job) {
    const std::string key = method.name + '\n' + stage.text();
    return method.store().get<ValueTensors>(key, job, [&]() -> Result<std::shared_ptr<const ValueTensors>> {
        const auto list = tensorList(method.session, job);
        if (!list) return list.failure();
        const auto model = method.graph(stage, job);
        if (!model) return model.failure();
        return std::make_shared<const ValueTensors>(stage.is(graph::StageId::Kind::Program)
                                                        ? byBytes(method.session, **list, **model, method.name)
                                                        : byName(**list, **model, method.name, stage));
    });
}

}  // namespace etscope::compare
