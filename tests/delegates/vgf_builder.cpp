// A VGF payload of an older version. Form: docs/FORMATS.md "VGF payload".
#include <flatbuffers/flatbuffers.h>

#include "delegates/payload_builder.h"
#include "support/bytes.h"

namespace etscope::test {
namespace {

using flatbuffers::FlatBufferBuilder;
using Table = flatbuffers::Offset<flatbuffers::Table>;
using List = flatbuffers::Offset<flatbuffers::Vector<Table>>;

constexpr flatbuffers::voffset_t slot(unsigned number) { return static_cast<flatbuffers::voffset_t>(4 + 2 * number); }

/// The bytes of a section whose root has one list.
std::string section(FlatBufferBuilder& builder, List list, List inputs = 0, List outputs = 0) {
    const auto start = builder.StartTable();
    builder.AddOffset(slot(0), list);
    if (!inputs.IsNull()) builder.AddOffset(slot(1), inputs);
    if (!outputs.IsNull()) builder.AddOffset(slot(2), outputs);
    builder.Finish(Table{builder.EndTable(start)});
    std::string bytes(reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize());
    bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
    return bytes;
}

std::string modules() {
    FlatBufferBuilder builder;
    const auto words = builder.CreateVector(std::vector<std::uint32_t>{0x07230203, 1});
    auto start = builder.StartTable();
    builder.AddOffset(slot(0), words);
    const Table code{builder.EndTable(start)};
    const auto name = builder.CreateString("model"), entry = builder.CreateString("main");
    start = builder.StartTable();
    builder.AddElement<std::uint8_t>(slot(0), 1, 0);
    builder.AddOffset(slot(1), name);
    builder.AddOffset(slot(2), entry);
    builder.AddElement<std::uint8_t>(slot(3), 1, 0);
    builder.AddOffset(slot(4), code);
    const Table module{builder.EndTable(start)};
    return section(builder, builder.CreateVector(std::vector{module}));
}

std::string resources() {
    FlatBufferBuilder builder;
    std::vector<Table> list;
    for (const std::uint8_t category : std::vector<std::uint8_t>{0, 3, 1}) {
        const auto shape = builder.CreateVector(std::vector<std::int64_t>{2, 2});
        auto start = builder.StartTable();
        builder.AddOffset(slot(0), shape);
        const Table description{builder.EndTable(start)};
        start = builder.StartTable();
        builder.AddElement<std::uint32_t>(slot(1), 14, 0);
        builder.AddElement<std::uint8_t>(slot(2), category, 0);
        builder.AddOffset(slot(3), description);
        list.push_back({builder.EndTable(start)});
    }
    return section(builder, builder.CreateVector(list));
}

List binding(FlatBufferBuilder& builder, std::uint32_t resource) {
    const auto start = builder.StartTable();
    builder.AddElement<std::uint32_t>(slot(1), resource, 0);
    const Table one{builder.EndTable(start)};
    return builder.CreateVector(std::vector{one});
}

std::string sequence() {
    FlatBufferBuilder builder;
    const List inputs = binding(builder, 0), outputs = binding(builder, 2);
    const auto constants = builder.CreateVector(std::vector<std::uint32_t>{0});
    const auto start = builder.StartTable();
    builder.AddElement<std::uint8_t>(slot(0), 1, 0);
    builder.AddOffset(slot(4), inputs);
    builder.AddOffset(slot(5), outputs);
    builder.AddOffset(slot(6), constants);
    const Table segment{builder.EndTable(start)};
    return section(builder, builder.CreateVector(std::vector{segment}), inputs, outputs);
}

std::string constants() {
    FlatBufferBuilder builder;
    const auto bytes = builder.CreateVector(std::vector<std::uint8_t>{'w', 'x', 'y', 'z'});
    const auto start = builder.StartTable();
    builder.AddElement<std::uint32_t>(slot(0), 1, 0);
    builder.AddElement<std::int64_t>(slot(1), -1, 0);
    builder.AddOffset(slot(2), bytes);
    const Table one{builder.EndTable(start)};
    return section(builder, builder.CreateVector(std::vector{one}));
}

}  // namespace

std::string vgfPayload() {
    std::string head =
        "VGF1" + little<std::uint16_t>(300) + little<std::uint16_t>(0) + std::string("\x00\x04\x00", 3) + std::string(5, '\0');
    std::string data;
    for (const std::string& part : {modules(), sequence(), resources(), constants()}) {
        head += little<std::uint64_t>(128 + data.size()) + little<std::uint64_t>(part.size());
        data += part;
    }
    head.resize(128, '\0');
    return head + data;
}

}  // namespace etscope::test
