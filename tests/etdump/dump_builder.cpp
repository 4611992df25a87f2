#include "etdump/dump_builder.h"

namespace etscope::test {
namespace {

using flatbuffers::FlatBufferBuilder;
using Table = flatbuffers::Offset<flatbuffers::Table>;

constexpr flatbuffers::voffset_t slot(unsigned id) { return static_cast<flatbuffers::voffset_t>(4 + 2 * id); }

Table done(FlatBufferBuilder& builder, flatbuffers::uoffset_t start) { return Table(builder.EndTable(start)); }

Table tensorTable(FlatBufferBuilder& builder, const DumpTensor& tensor) {
    const auto sizes = builder.CreateVector(tensor.sizes), strides = builder.CreateVector(tensor.strides);
    const auto start = builder.StartTable();
    builder.AddElement<std::int8_t>(slot(0), tensor.type, 0);
    builder.AddOffset(slot(1), sizes);
    builder.AddOffset(slot(2), strides);
    builder.AddElement<std::int64_t>(slot(3), tensor.offset, 0);
    return done(builder, start);
}

template <class T>
Table box(FlatBufferBuilder& builder, T value) {
    const auto start = builder.StartTable();
    builder.AddElement<T>(slot(0), value, T{});
    return done(builder, start);
}

Table valueTable(FlatBufferBuilder& builder, const DumpEvent& event) {
    std::vector<Table> tensors;
    for (const DumpTensor& tensor : event.tensors) tensors.push_back(tensorTable(builder, tensor));
    Table list, integer, real, flag, output;
    if (event.tag == 6) {
        const auto vector = builder.CreateVector(tensors);
        const auto start = builder.StartTable();
        builder.AddOffset(slot(0), vector);
        list = done(builder, start);
    }
    if (event.tag == 1) integer = box<std::int64_t>(builder, event.integer);
    if (event.tag == 4) real = box<double>(builder, event.number);
    if (event.tag == 2) flag = box<std::uint8_t>(builder, event.integer != 0 ? 1 : 0);
    if (event.output) output = box<std::uint8_t>(builder, 1);
    const auto start = builder.StartTable();
    builder.AddElement<std::int8_t>(slot(0), event.tag, 0);
    if (event.tag == 5 && !tensors.empty()) builder.AddOffset(slot(1), tensors.front());
    builder.AddOffset(slot(2), list);
    builder.AddOffset(slot(3), integer);
    builder.AddOffset(slot(5), real);
    builder.AddOffset(slot(6), flag);
    builder.AddOffset(slot(7), output);
    return done(builder, start);
}

Table profileTable(FlatBufferBuilder& builder, const DumpEvent& event) {
    const bool delegate = event.delegateInt != -1 || !event.delegateText.empty();
    const auto name = event.name.empty() ? 0 : builder.CreateString(event.name).o;
    const auto text = event.delegateText.empty() ? 0 : builder.CreateString(event.delegateText).o;
    const auto metadata =
        delegate ? builder.CreateVector(std::vector<std::uint8_t>(event.metadata.begin(), event.metadata.end())).o : 0;
    const auto start = builder.StartTable();
    builder.AddOffset(slot(0), flatbuffers::Offset<flatbuffers::String>(name));
    builder.AddElement<std::int32_t>(slot(1), static_cast<std::int32_t>(event.chain), 0);
    builder.AddElement<std::int32_t>(slot(2), event.instruction, -1);
    builder.AddElement<std::int32_t>(slot(3), event.delegateInt, -1);
    builder.AddOffset(slot(4), flatbuffers::Offset<flatbuffers::String>(text));
    builder.AddOffset(slot(5), flatbuffers::Offset<flatbuffers::Vector<std::uint8_t>>(metadata));
    builder.AddElement<std::uint64_t>(slot(6), event.start, 0);
    builder.AddElement<std::uint64_t>(slot(7), event.end, 0);
    return done(builder, start);
}

Table debugTable(FlatBufferBuilder& builder, const DumpEvent& event) {
    const Table value = valueTable(builder, event);
    const auto text = event.delegateText.empty() ? 0 : builder.CreateString(event.delegateText).o;
    const auto start = builder.StartTable();
    builder.AddElement<std::uint64_t>(slot(0), static_cast<std::uint64_t>(event.chain), 0);
    builder.AddElement<std::int32_t>(slot(1), event.instruction, -1);
    builder.AddOffset(slot(2), value);
    builder.AddElement<std::int32_t>(slot(3), event.delegateInt, -1);
    builder.AddOffset(slot(4), flatbuffers::Offset<flatbuffers::String>(text));
    return done(builder, start);
}

Table allocationTable(FlatBufferBuilder& builder, const DumpEvent& event) {
    const auto start = builder.StartTable();
    builder.AddElement<std::int32_t>(slot(0), event.instruction, 0);
    builder.AddElement<std::uint64_t>(slot(1), event.end, 0);
    return done(builder, start);
}

Table eventTable(FlatBufferBuilder& builder, const DumpEvent& event) {
    Table content;
    unsigned field = 0;
    switch (event.kind) {
        case DumpEvent::Kind::Profile: content = profileTable(builder, event), field = 0; break;
        case DumpEvent::Kind::Allocation: content = allocationTable(builder, event), field = 1; break;
        case DumpEvent::Kind::Debug: content = debugTable(builder, event), field = 2; break;
        case DumpEvent::Kind::Empty: break;
    }
    const auto start = builder.StartTable();
    builder.AddOffset(slot(field), content);
    return done(builder, start);
}

Table runTable(FlatBufferBuilder& builder, const DumpRun& run, bool firstLayout) {
    std::vector<Table> events, allocators;
    for (const DumpEvent& event : run.events) events.push_back(eventTable(builder, event));
    for (const std::string& name : run.allocators) {
        const auto text = builder.CreateString(name);
        const auto start = builder.StartTable();
        builder.AddOffset(slot(0), text);
        allocators.push_back(done(builder, start));
    }
    const auto name = builder.CreateString(run.name);
    const auto eventList = builder.CreateVector(events);
    const auto allocatorList = allocators.empty() ? 0 : builder.CreateVector(allocators).o;
    const unsigned first = firstLayout ? 1 : 2;
    const auto start = builder.StartTable();
    builder.AddOffset(slot(0), name);
    if (!firstLayout) builder.AddElement<std::int32_t>(slot(1), run.bundledInput, -1);
    builder.AddOffset(slot(first), flatbuffers::Offset<flatbuffers::Vector<Table>>(allocatorList));
    builder.AddOffset(slot(first + 1), eventList);
    return done(builder, start);
}

}  // namespace

std::string dumpBytes(const std::vector<DumpRun>& runs, bool prefixed, bool firstLayout, std::uint32_t version) {
    FlatBufferBuilder builder;
    std::vector<Table> tables;
    for (const DumpRun& run : runs) tables.push_back(runTable(builder, run, firstLayout));
    const auto list = builder.CreateVector(tables);
    const auto start = builder.StartTable();
    builder.AddElement<std::uint32_t>(slot(0), version, 0);
    builder.AddOffset(slot(1), list);
    const Table root = done(builder, start);
    if (prefixed)
        builder.FinishSizePrefixed(root, "ED00");
    else
        builder.Finish(root, "ED00");
    return {reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize()};
}

std::vector<DumpEvent> kernelEvents(std::int32_t instruction, const std::string& kernel, std::uint64_t start, DumpTensor tensor) {
    DumpEvent value{.kind = DumpEvent::Kind::Debug, .instruction = instruction};
    value.tensors.push_back(std::move(tensor));
    return {value,
            {.name = "native_call_" + kernel, .instruction = instruction, .start = start + 1, .end = start + 8},
            {.name = "OPERATOR_CALL", .instruction = instruction, .start = start, .end = start + 10}};
}

}  // namespace etscope::test
