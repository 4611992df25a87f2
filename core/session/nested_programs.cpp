#include "session/nested_programs.h"

#include <algorithm>
#include <set>

#include "program/metadata.h"
#include "program/plan_graph.h"
#include "program/program.h"

namespace etscope::session {
namespace {

constexpr std::string_view kMainMethod = "forward";  // what the backend that does this runs (ExecutorBackend)

/// Constants of a plan by the ids of their values in its graph, each once.
void addConstants(const program::Program& program, const program::ExecutionPlan& plan, std::set<std::uint64_t>& seen,
                  std::vector<delegates::Weight>& weights) {
    for (std::size_t i = 0; i < plan.values.size(); ++i) {
        const program::TensorInfo* tensor = plan.tensor(static_cast<program::ValueIndex>(i));
        if (tensor == nullptr || (tensor->kind() != program::TensorKind::Constant && !tensor->external())) continue;
        delegates::Weight weight;
        weight.name = "v" + std::to_string(i);
        weight.type = tensor->scalarType;
        weight.shape.assign(tensor->sizes.begin(), tensor->sizes.end());
        weight.size = tensor->byteCount().value_or(0);
        const auto bytes = tensor->external() ? program.namedData(tensor->name()) : program.tensorBytes(*tensor);
        if (tensor->external()) weight.key = tensor->name();
        if (bytes) weight.bytes = *bytes;
        if (!bytes || seen.insert(bytes->offset).second) weights.push_back(std::move(weight));
    }
}

void addRegions(const program::Program& program, std::vector<delegates::Region>& regions) {
    regions.clear();
    for (const flat::Region& one : program::regions(program)) regions.push_back({one.name, one.offset, one.size});
}

/// Its methods, the one that runs first.
std::vector<const program::ExecutionPlan*> methodsOf(const program::Program& program) {
    std::vector<const program::ExecutionPlan*> plans;
    for (const program::ExecutionPlan& plan : program.plans())
        if (!plan.damaged && !program::isConstantMethod(plan)) plans.push_back(&plan);
    std::stable_partition(plans.begin(), plans.end(), [](const program::ExecutionPlan* plan) { return plan->name == kMainMethod; });
    return plans;
}

/// `container`: the name of one of several files, "": the payload is the program.
void addProgram(const program::Program& program, const std::string& container, delegates::Decoded& decoded) {
    std::set<std::uint64_t> seen;
    for (const program::ExecutionPlan* plan : methodsOf(program)) {
        std::string name = container.empty() ? plan->name : plan->name == kMainMethod ? container : container + "." + plan->name;
        addConstants(program, *plan, seen, decoded.weights);
        if (decoded.graph != nullptr) {
            decoded.otherGraphs.push_back({std::move(name), program::planGraph(*plan)});
            continue;
        }
        decoded.graph = program::planGraph(*plan);
        decoded.graphName = std::move(name);
    }
    if (decoded.graph == nullptr) return;
    decoded.reason.clear();
    if (container.empty()) addRegions(program, decoded.regions);
}

}  // namespace

void addNestedPrograms(std::uint64_t payloadSize, delegates::Decoded& decoded, Diagnostics& diagnostics, const JobContext& job) {
    const bool isContainer = decoded.format != "pte";
    std::uint64_t left = payloadSize;
    for (const delegates::NestedFile& file : decoded.nested) {
        if (file.kind != "pte" || job.cancelled()) continue;
        if (file.bytes.size > left)
            return diagnostics.warning(
                "limit-exceeded", file.name,
                "programs of the container lie over each other, or are compressed: this one and further ones are not shown");
        left -= file.bytes.size;
        if (const auto opened = program::Program::open(file.bytes, diagnostics, job))
            addProgram(**opened, isContainer ? file.name : std::string(), decoded);
        else
            diagnostics.error(opened.error());
    }
}

}  // namespace etscope::session
