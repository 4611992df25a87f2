#include "gap/tap_rows.h"

#include <algorithm>

#include "base/limits.h"
#include "evaluate/operator_table.h"
#include "evaluate/reading.h"
#include "gap/node_references.h"
#include "replay/evaluated_values.h"
#include "replay/planned_names.h"

namespace etscope::gap {
namespace {

/// The value of the run at that output of the method.
std::optional<tensor::Value> outputOf(std::vector<join::RunOutput>& outputs, std::int64_t position) {
    const auto found = std::ranges::find(outputs, position, &join::RunOutput::position);
    return found == outputs.end() ? std::nullopt : std::optional(std::move(found->value));
}

class TapReader {
public:
    TapReader(const session::MethodView& method, const graph::StageId& stage, const join::MethodHandles& handles,
              const ReferenceValues& references, const JobContext& job)
        : m_method(method),
          m_exported(homeOf(stage).is(graph::StageId::Kind::Exported)),
          m_handles(handles),
          m_model(handles.graphs.find(homeOf(stage))),
          m_references(references),
          m_job(job) {}

    /// What only the program has: by what names the values of its plan.
    Result<void> nameBy(const program::ExecutionPlan& plan, std::vector<join::Tap>& taps) {
        const auto unnamed = [](const join::Tap& tap) { return tap.node.empty() && tap.planned >= 0; };
        if (m_model == nullptr || m_exported || std::ranges::none_of(taps, unnamed)) return {};
        const auto names = replay::PlannedNames::make(m_method.session, plan, m_job);
        if (!names) return names.failure();
        for (join::Tap& tap : taps) {
            if (!unnamed(tap)) continue;
            tap.value = names->name(static_cast<program::ValueIndex>(tap.planned));
            const graph::NodeId node = m_model->findNode(tap.value);
            const graph::ValueId value = tap.value.empty() ? graph::ValueId() : m_model->findValue(tap.value);
            const graph::NodeId producer = value.valid() ? m_model->value(value).producer : node;
            if (!producer.valid()) continue;
            tap.stage = graph::StageId::edge();
            tap.node = m_model->nodePath(producer);
            tap.debugHandle = m_model->node(producer).debugHandle;
        }
        return {};
    }

    Result<TapCall> read(const join::Tap& tap, const join::SessionRun& run, tensor::Value value) const {
        TapCall made;
        made.tap = tap;
        made.node = m_exported ? tap.exportedNode : tap.node;
        made.call.run = run.index;
        made.call.name = tap.reducerName.empty() ? "tap" : "tap " + tap.reducerName;
        if (tap.debugHandle && *tap.debugHandle != 0) made.call.handles = {*tap.debugHandle};
        made.call.instruction = instructionOf(tap);
        made.call.values = {std::move(value)};
        if (tap.reducer == join::TapReducer::Other) {
            made.note =
                Sentence::of("'%1' is a reducer of the exporter's own: what its numbers mean is not known", tap.reducerName);
        } else if (made.node.empty()) {
            made.note = Sentence::of("nothing tells which value of the graph it is of");
        } else if (auto reference = referenceOfTap(tap); reference) {
            auto reduced = tapped(tap, *reference, m_references.computed() != nullptr && m_references.computed()->wide, m_job);
            if (reduced.cancelled()) return reduced.failure();
            if (reduced)
                made.reference = *std::move(reduced);
            else
                made.note = reduced.error().message;
        }
        return made;
    }

private:
    std::int64_t instructionOf(const join::Tap& tap) const {
        if (tap.instruction >= 0 || !tap.debugHandle) return tap.instruction;
        const auto row = std::ranges::find_if(m_handles.rows, [&](const join::HandleRow& one) {
            return std::ranges::find(one.debugHandles, *tap.debugHandle) != one.debugHandles.end();
        });
        return row == m_handles.rows.end() ? -1 : row->instruction;
    }

    std::optional<tensor::Value> referenceOfTap(const join::Tap& tap) const {
        const std::string& value = m_exported ? tap.exportedValue : tap.value;
        if (auto found = m_references.ofNode(value)) return found;
        const std::string& node = m_exported ? tap.exportedNode : tap.node;
        if (const auto list = m_references.listOfNode(node); !list.empty()) return ofList(list, value);
        if (auto found = m_references.ofNode(node)) return found;
        return tap.debugHandle && onlyResult(node) ? m_references.ofHandle(*tap.debugHandle) : std::nullopt;
    }
    std::optional<tensor::Value> ofList(const std::vector<tensor::Value>& list, const std::string& value) const {
        const graph::ValueId id = m_model == nullptr ? graph::ValueId() : m_model->findValue(value);
        const auto which = id.valid() ? static_cast<std::size_t>(m_model->value(id).output) : list.size();
        return which < list.size() ? std::optional(list[which]) : std::nullopt;
    }
    bool onlyResult(const std::string& path) const {
        const graph::NodeId node = m_model == nullptr ? graph::NodeId() : m_model->findNode(path);
        return node.valid() && m_model->outputs(m_model->node(node)).size() == 1;
    }

    const session::MethodView& m_method;
    const bool m_exported;
    const join::MethodHandles& m_handles;
    const graph::GraphModel* m_model;  ///< of the stage; null: there is none
    const ReferenceValues& m_references;
    const JobContext& m_job;
};

}  // namespace

Result<tensor::Value> tapped(const join::Tap& tap, const tensor::Value& value, bool wide, const JobContext& job) {
    if (tap.reducer == join::TapReducer::Whole) return value;
    const evaluate::Operator* op = evaluate::findOperator("executorch_devtools.tap.Tensor");
    const evaluate::Context context{std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes), job, wide};
    auto operand = replay::evaluatedValue(value, context.memory);
    if (!operand) return operand.failure();
    auto results = evaluate::apply(*op, context, {{"x", *std::move(operand)}, {"reducer_name", tap.reducerName}});
    if (!results) return results.failure();
    auto read = evaluate::readTensor(*results->front().array());
    return read ? Result<tensor::Value>(*std::move(read)) : read.failure();
}

Result<std::vector<TapCall>> tapCalls(const session::MethodView& method, const std::vector<join::SessionRun>& runs,
                                      const graph::StageId& stage, const join::MethodHandles& handles,
                                      const ReferenceValues& references, const JobContext& job) {
    const auto known = join::taps(method, job);
    if (!known) return known.failure();
    std::vector<TapCall> calls;
    std::vector<join::Tap> taps = (*known)->taps;
    if (taps.empty()) return calls;
    TapReader reader(method, stage, handles, references, job);
    if (const program::ExecutionPlan* plan = method.plan())
        if (const auto named = reader.nameBy(*plan, taps); !named) return named.failure();
    std::vector<join::RunOutput> others;  // of the run that is the reference
    if (references.run()) {
        const auto all = join::runs(method.session, job);
        if (!all) return all.failure();
        if (*references.run() < (*all)->size()) others = join::runOutputs(method.session, (**all)[*references.run()]);
    }
    for (const join::SessionRun& run : runs) {
        if (job.cancelled()) return cancelledFailure();
        std::vector<join::RunOutput> outputs = join::runOutputs(method.session, run);
        std::vector<join::Tap> left;
        for (const join::Tap& tap : taps) {
            auto value = outputOf(outputs, tap.output);
            if (!value) {
                left.push_back(tap);
                continue;
            }
            auto call = reader.read(tap, run, *std::move(value));
            if (!call) return call.failure();
            if (references.run() && (call->reference = outputOf(others, tap.output))) call->note = {};
            calls.push_back(*std::move(call));
        }
        taps = std::move(left);
    }
    return calls;
}

}  // namespace etscope::gap
