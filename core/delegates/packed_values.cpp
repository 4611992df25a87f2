#include "delegates/packed_values.h"

#include <limits>

#include "tensor/element_reader.h"

namespace etscope::delegates {
namespace {

graph::Argument argumentOf(SlotGraph& graph, const tensor::Element& element) {
    if (const auto* flag = std::get_if<bool>(&element)) return graph.boolean(*flag);
    if (const auto* integer = std::get_if<std::int64_t>(&element)) return graph.integer(*integer);
    if (const auto* real = std::get_if<double>(&element)) return graph.number(*real);
    const auto* bits = std::get_if<std::uint64_t>(&element);
    if (bits != nullptr && *bits <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return graph.integer(static_cast<std::int64_t>(*bits));
    return graph.word(graph::ArgumentKind::Object, bits != nullptr ? std::to_string(*bits) : "complex");
}

}  // namespace

std::optional<std::vector<graph::Argument>> packedValues(SlotGraph& graph, std::optional<ScalarType> type,
                                                         std::span<const std::byte> bytes) {
    const std::size_t size = type && tensor::bitsPerElement(*type) % 8 == 0 ? itemSize(*type) : 0;
    if (size == 0 || bytes.size() % size != 0 || bytes.size() / size > tensor::ElementReader::kMaxBlock) return std::nullopt;
    tensor::Tensor tensor;
    tensor.type = *type;
    tensor.shape = {static_cast<std::int64_t>(bytes.size() / size)};
    tensor.storage = ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "packed values"));
    auto reader = tensor::ElementReader::open(tensor);
    if (!reader) return std::nullopt;
    const auto elements = reader->elements(0, bytes.size() / size);
    if (!elements) return std::nullopt;
    std::vector<graph::Argument> values;
    values.reserve(elements->size());
    for (const tensor::Element& element : *elements) values.push_back(argumentOf(graph, element));
    return values;
}

}  // namespace etscope::delegates
