// Programs: everything that the tables, segments, named data and metadata offer; no payload of a delegate.
#include <algorithm>

#include "fuzz/fuzz_input.h"
#include "program/memory_plan.h"
#include "program/metadata.h"
#include "program/plan_graph.h"
#include "program/program.h"

namespace {

using namespace etscope;

void use(const Result<ByteRange>& bytes) {
    if (bytes) static_cast<void>(bytes->readAll());
}

void usePlan(const program::Program& program, const program::ExecutionPlan& plan) {
    for (const program::TensorInfo& tensor : plan.tensors) use(program.tensorBytes(tensor));
    for (const program::Delegate& delegate : plan.delegates) use(program.delegateBytes(delegate));
    static_cast<void>(program::memoryPlan(plan));
    const auto graph = program::planGraph(plan);
    for (std::uint32_t g = 0; g < graph->graphCount(); ++g) static_cast<void>(graph->edges(graph::GraphId(g)));
}

/// The account of bytes has neither gaps nor overlaps, whatever the file says.
void checkRegions(const program::Program& program, std::uint64_t size) {
    std::uint64_t end = 0;
    for (const flat::Region& region : program::regions(program)) {
        if (region.offset != end) __builtin_trap();
        end += region.size;
    }
    if (end != size) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Diagnostics diagnostics;
    const auto program = program::Program::open(fuzz::rangeOf(data, size), diagnostics);
    if (!program) return 0;
    for (const program::ExecutionPlan& plan : (*program)->plans()) usePlan(**program, plan);
    const auto constants = static_cast<std::uint32_t>(std::min<std::uint64_t>((*program)->constantCount(), 1000));
    for (std::uint32_t i = 0; i < constants; ++i) use((*program)->constantBytes(i));
    for (const program::NamedData& entry : (*program)->namedData()) use((*program)->namedData(entry.key));
    const auto metadata = program::readMetadata(**program, diagnostics);
    static_cast<void>(program::checkMetadata(metadata));
    static_cast<void>(program::checkMetadata(metadata, **program));
    checkRegions(**program, size);
    return 0;
}
