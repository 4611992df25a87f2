// A QNN context binary with a description of two graphs. Form: docs/FORMATS.md "QNN context".
#include <flatbuffers/flatbuffers.h>

#include "delegates/payload_builder.h"
#include "support/bytes.h"

namespace etscope::test {
namespace {

using flatbuffers::FlatBufferBuilder;
using QnnBuilderTable = flatbuffers::Offset<flatbuffers::Table>;

struct Version {
    std::uint32_t major, minor, patch;
};

constexpr flatbuffers::voffset_t qnnBuilderSlot(unsigned number) { return static_cast<flatbuffers::voffset_t>(4 + 2 * number); }
template <class T>
void add(FlatBufferBuilder& builder, unsigned number, T value) {
    builder.AddElement<T>(qnnBuilderSlot(number), value);
}

QnnBuilderTable wrapped(FlatBufferBuilder& builder, QnnBuilderTable table) {
    const auto start = builder.StartTable();
    add<std::uint32_t>(builder, 0, 3);
    add<std::uint8_t>(builder, 1, 3);
    builder.AddOffset(qnnBuilderSlot(2), table);
    return {builder.EndTable(start)};
}

QnnBuilderTable tensor(FlatBufferBuilder& builder, const char* name, std::uint32_t type, const std::vector<std::uint32_t>& dims,
                       bool quantized) {
    const auto text = builder.CreateString(name);
    const auto sizes = builder.CreateVector(dims);
    auto start = builder.StartTable();
    if (quantized) add<float>(builder, 0, 0.5F), add<std::int32_t>(builder, 1, -128);
    const QnnBuilderTable how{builder.EndTable(start)};
    start = builder.StartTable();
    add<std::uint32_t>(builder, 3, type);
    add<std::uint32_t>(builder, 4, quantized ? 1 : 0x7FFFFFFF);
    add<std::uint32_t>(builder, 6, static_cast<std::uint32_t>(dims.size()));
    builder.AddOffset(qnnBuilderSlot(7), sizes);
    builder.AddOffset(qnnBuilderSlot(9), text);
    if (quantized) add<std::uint32_t>(builder, 13, 0);
    builder.AddOffset(qnnBuilderSlot(15), how);
    return {builder.EndTable(start)};
}

QnnBuilderTable graph(FlatBufferBuilder& builder, const char* name, std::uint32_t length) {
    const auto text = builder.CreateString(name);
    const auto inputs = builder.CreateVector(
        std::vector{tensor(builder, "tokens", 0x0032, {1, length}, false), tensor(builder, "cache", 0x0408, {1, 4, 8}, true)});
    const auto outputs = builder.CreateVector(std::vector{tensor(builder, "logits", 0x0416, {1, length, 16}, true)});
    auto start = builder.StartTable();
    builder.AddOffset(qnnBuilderSlot(0), text);
    add<std::uint32_t>(builder, 1, 2);
    builder.AddOffset(qnnBuilderSlot(2), inputs);
    add<std::uint32_t>(builder, 3, 1);
    builder.AddOffset(qnnBuilderSlot(4), outputs);
    const QnnBuilderTable inner{builder.EndTable(start)};
    start = builder.StartTable();
    builder.AddOffset(qnnBuilderSlot(0), inner);
    const QnnBuilderTable middle{builder.EndTable(start)};
    start = builder.StartTable();
    builder.AddOffset(qnnBuilderSlot(0), middle);
    return wrapped(builder, {builder.EndTable(start)});
}

}  // namespace

std::string qnnContext() {
    FlatBufferBuilder builder;
    builder.ForceDefaults(true);
    const auto graphs = builder.CreateVector(std::vector{graph(builder, "decode", 1), graph(builder, "prefill", 32)});
    const auto build = builder.CreateString("v2.37.0.1");
    const Version core{2, 27, 0}, backend{5, 37, 0};
    auto start = builder.StartTable();
    add<std::uint32_t>(builder, 0, 6);
    builder.AddOffset(qnnBuilderSlot(1), build);
    builder.AddStruct(qnnBuilderSlot(2), &core);
    builder.AddStruct(qnnBuilderSlot(3), &backend);
    add<std::uint32_t>(builder, 9, 2);
    builder.AddOffset(qnnBuilderSlot(10), graphs);
    add<std::uint32_t>(builder, 16, 57);
    const QnnBuilderTable context = wrapped(builder, {builder.EndTable(start)});
    start = builder.StartTable();
    builder.AddOffset(qnnBuilderSlot(0), context);
    builder.Finish(QnnBuilderTable{builder.EndTable(start)});
    std::string description(reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize());
    const std::uint64_t size = description.size(), graphsAt = 40 + size;
    return std::string(16, '\0') + little(size) + little(graphsAt) + little<std::uint64_t>(24) + description + std::string(24, 'g');
}

std::string qnnPayload(const std::string& context, std::size_t header) {
    std::string head = little<std::uint32_t>(0x5678ABCDU) + little<std::int64_t>(123456789) +
                       little<std::uint64_t>(static_cast<std::uint64_t>(context.size()));
    head.resize(header, '\0');
    return head + context;
}

}  // namespace etscope::test
