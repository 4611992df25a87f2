#include "tensordata/ptd_builder.h"

#include "base/byte_cursor.h"
#include "support/bytes.h"
#include "tensordata/ptd_bytes.h"

namespace etscope::test {
namespace {

constexpr std::size_t kSegmentAlignment = 128;

std::size_t alignUp(std::size_t value, std::size_t alignment) { return (value + alignment - 1) / alignment * alignment; }

template <class Root, class Directory>
std::string regionOf(const Directory& directory) {
    flatbuffers::FlatBufferBuilder builder;
    builder.Finish(Root::Pack(builder, &directory), "FT01");
    return std::string(reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize());
}

}  // namespace

PtdBuilder::PtdBuilder() {
    const auto first = addSegment(floats({3, 3, 3, 3})), second = addSegment(floats({2, 2, 2, 2}));
    addTensor("a", first, {2, 2});
    addTensor("b", second, {2, 2});
    addBlob("blob", first);
}

std::uint32_t PtdBuilder::addSegment(const std::string& content) {
    segments.resize(alignUp(segments.size(), kSegmentAlignment), '\0');
    auto segment = std::make_unique<wire::DataSegmentT>();
    segment->offset = segments.size();
    segment->size = content.size();
    segments += content;
    directory.segments.push_back(std::move(segment));
    return static_cast<std::uint32_t>(directory.segments.size() - 1);
}

wire::NamedDataT& PtdBuilder::addBlob(const std::string& key, std::uint32_t segment) {
    auto& entry = *directory.named_data.emplace_back(std::make_unique<wire::NamedDataT>());
    entry.key = key;
    entry.segment_index = segment;
    return entry;
}

wire::NamedDataT& PtdBuilder::addTensor(const std::string& key, std::uint32_t segment, std::vector<std::int32_t> sizes) {
    auto& entry = addBlob(key, segment);
    entry.tensor_layout = std::make_unique<wire::TensorLayoutT>();
    entry.tensor_layout->scalar_type = 6;
    for (std::size_t i = 0; i < sizes.size(); ++i) entry.tensor_layout->dim_order.push_back(static_cast<std::uint8_t>(i));
    entry.tensor_layout->sizes = std::move(sizes);
    return entry;
}

void PtdBuilder::makeEarly() {
    early::FlatTensorT root;
    root.tensor_alignment = 16;
    root.segments.push_back(std::make_unique<early::DataSegmentT>());
    segments = floats({1, 2, 3}) + std::string(4, '\0') + floats({4, 5});
    root.segments[0]->size = segments.size();
    for (const auto& [name, offset, size] : {std::tuple{"x", 0, 3}, std::tuple{"y", 16, 2}}) {
        auto& tensor = *root.tensors.emplace_back(std::make_unique<early::TensorMetadataT>());
        tensor.fully_qualified_name = name;
        tensor.scalar_type = 6;
        tensor.sizes = {size};
        tensor.dim_order = {0};
        tensor.offset = static_cast<std::uint64_t>(offset);
    }
    earlyDirectory = std::move(root);
}

std::string PtdBuilder::bytes() const {
    const std::string region =
        earlyDirectory ? regionOf<early::FlatTensor>(*earlyDirectory) : regionOf<wire::FlatTensor>(directory);
    const std::size_t base = alignUp(headerBytes + region.size(), kSegmentAlignment);
    std::string header =
        "FH01" + little(headerLength.value_or(40)) + little<std::uint64_t>(flatbufferOffset.value_or(headerBytes)) +
        little<std::uint64_t>(flatbufferSize.value_or(region.size())) + little<std::uint64_t>(segmentBase.value_or(base)) +
        little<std::uint64_t>(segmentDataSize.value_or(segments.size()));
    header.resize(headerBytes, '\0');
    const auto root = loadLittle<std::uint32_t>(reinterpret_cast<const std::byte*>(region.data()));
    std::string file = little(root + static_cast<std::uint32_t>(headerBytes)) + region.substr(4, 4) + header + region.substr(8);
    file.resize(base, '\0');
    return file + segments;
}

std::string ptdBytes(const std::vector<std::pair<std::string, std::string>>& entries) {
    PtdBuilder builder;
    builder.directory = {};
    builder.segments.clear();
    for (const auto& [key, content] : entries) builder.addBlob(key, builder.addSegment(content));
    return builder.bytes();
}

std::string ptdTensors() { return PtdBuilder().bytes(); }

}  // namespace etscope::test
