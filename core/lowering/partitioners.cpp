#include "lowering/partitioners.h"

#include <algorithm>

namespace etscope::lowering {
namespace {

constexpr Partitioner kPartitioners[] = {
    {"XnnpackBackend", "executorch.backends.xnnpack.partition.xnnpack_partitioner", "XnnpackPartitioner", "XnnpackPartitioner()", {}},
    {"VulkanBackend", "executorch.backends.vulkan.partitioner.vulkan_partitioner", "VulkanPartitioner", "VulkanPartitioner()", {}},
    {"CoreMLBackend", "executorch.backends.apple.coreml.partition", "CoreMLPartitioner", "CoreMLPartitioner()", {}},
    {"MPSBackend", "executorch.backends.apple.mps.partition.mps_partitioner", "MPSPartitioner", "MPSPartitioner([])", {}},
    {"OpenvinoBackend", "executorch.backends.openvino.partitioner", "OpenvinoPartitioner",
     "OpenvinoPartitioner([CompileSpec(\"device\", b\"CPU\")])",
     "from executorch.exir.backend.compile_spec_schema import CompileSpec"}};

}  // namespace

std::span<const Partitioner> partitioners() noexcept { return kPartitioners; }

const Partitioner* partitionerOf(std::string_view backend) noexcept {
    const auto* found = std::ranges::find(kPartitioners, backend, &Partitioner::backend);
    return found == std::end(kPartitioners) ? nullptr : found;
}

}  // namespace etscope::lowering
