#include "gap/shapes.h"

#include <string_view>

#include "etdump/event_names.h"

namespace etscope::gap {
namespace {

/// Whether "aten_addmm_default_1" is a node of that operator.
bool isNodeOf(std::string_view node, std::string_view word) {
    if (word.empty()) return false;
    const auto at = node.find("_" + std::string(word));
    const std::size_t end = at == std::string_view::npos ? 0 : at + 1 + word.size();
    return at != std::string_view::npos && (end == node.size() || node[end] == '_');
}

std::optional<tensor::Tensor> flat(tensor::Tensor tensor) {
    const auto count = tensor.elementCount();
    if (!count || !tensor.contiguous()) return std::nullopt;
    tensor.shape = {static_cast<std::int64_t>(*count)};
    tensor.strides.clear();
    return tensor;
}

std::optional<FittingReference> flattened(const compare::ComparableSides& sides) {
    auto reference = flat(sides.reference), runtime = flat(sides.runtime);
    if (!reference || !runtime || reference->shape != runtime->shape) return std::nullopt;
    return FittingReference{{*std::move(reference), *std::move(runtime)}, Sentence::of("the elements in their order")};
}

}  // namespace

std::optional<FittingReference> fittingReference(const ReferenceValues& references, const std::vector<std::string>& nodes,
                                                 const std::string& runtime, bool oneHandle,
                                                 const compare::ComparableSides& sides) {
    const std::string_view word = etdump::kernelWord(runtime);
    std::optional<FittingReference> named, other;
    std::size_t names = 0, others = 0;
    for (const std::string& node : nodes) {
        const auto value = references.ofNode(node);
        const auto* tensor = value ? std::get_if<tensor::Tensor>(&*value) : nullptr;
        if (tensor == nullptr || tensor->shape != sides.runtime.shape) continue;
        FittingReference fitting{{*tensor, sides.runtime}, node};
        if (isNodeOf(node, word))
            named = std::move(fitting), ++names;
        else
            other = std::move(fitting), ++others;
    }
    if (names > 0) return oneHandle || names == 1 ? named : std::nullopt;
    if (others == 1) return other;
    return oneHandle && !word.empty() ? flattened(sides) : std::nullopt;
}

}  // namespace etscope::gap
