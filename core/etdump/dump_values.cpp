// Values that runs logged.
#include <array>
#include <bit>

#include "etdump/dump_reader.h"
#include "etdump/dump_slots.h"

namespace etscope::etdump {
namespace {

/// The schema's tag; numbers that it does not know stay unknown.
ValueKind valueKind(std::int8_t tag) {
    static constexpr std::array kKinds{ValueKind::None,   ValueKind::Int,    ValueKind::Bool,       ValueKind::Float,
                                       ValueKind::Double, ValueKind::Tensor, ValueKind::TensorList, ValueKind::String};
    return tag >= 0 && static_cast<std::size_t>(tag) < kKinds.size() ? kKinds[static_cast<std::size_t>(tag)] : ValueKind::Unknown;
}

}  // namespace

void DumpReader::readValue(const Table& table, Run& run) {
    // Unsigned in the file; "outside" is the largest number.
    const auto chain = static_cast<std::int64_t>(table.number<std::uint64_t>(debug_slot::Chain).value_or(0));
    LoggedValue value;
    value.place = placeOf(chain, table.number<std::int32_t>(debug_slot::Instruction).value_or(-1),
                          delegateId(table, debug_slot::DelegateInt, debug_slot::DelegateText));
    value.eventsBefore = run.events.count;
    const auto entry = tableAt(table.target(debug_slot::Entry));
    if (entry)
        readContent(*entry, value, run);
    else
        damaged(run, "a logged value is missing");
    m_dump.m_values.push_back(value);
}

void DumpReader::readContent(const Table& table, LoggedValue& value, Run& run) {
    value.kind = valueKind(table.number<std::int8_t>(value_slot::Tag).value_or(0));
    value.firstTensor = static_cast<std::uint32_t>(m_dump.m_tensors.size());
    const auto inner = [&](unsigned slot) { return tableAt(table.target(slot)); };
    if (const auto output = inner(value_slot::Output)) value.output = output->number<std::uint8_t>(0).value_or(0) != 0;
    switch (value.kind) {
        case ValueKind::Int:
            if (const auto box = inner(value_slot::Int)) value.integer = box->number<std::int64_t>(0).value_or(0);
            return;
        case ValueKind::Bool:
            if (const auto box = inner(value_slot::Bool)) value.integer = box->number<std::uint8_t>(0).value_or(0) != 0 ? 1 : 0;
            return;
        case ValueKind::Float:
            if (const auto box = inner(value_slot::Float))
                value.number = static_cast<double>(std::bit_cast<float>(box->u32(0).value_or(0)));
            return;
        case ValueKind::Double:
            if (const auto box = inner(value_slot::Double))
                value.number = std::bit_cast<double>(box->number<std::uint64_t>(0).value_or(0));
            return;
        case ValueKind::Tensor: return readTensor(table.target(value_slot::Tensor), value, run);
        case ValueKind::TensorList: return readTensorList(table.target(value_slot::TensorList), value, run);
        default: return;
    }
}

void DumpReader::readTensorList(std::optional<std::size_t> position, LoggedValue& value, Run& run) {
    const auto list = tableAt(position);
    if (!list) return damaged(run, "a logged list of tensors is missing");
    for (const std::size_t tensor : tablesOf(*list, 0, &run)) readTensor(tensor, value, run);
}

void DumpReader::readTensor(std::optional<std::size_t> position, LoggedValue& value, Run& run) {
    const auto table = tableAt(position);
    if (!table) return damaged(run, "a logged tensor is missing");
    LoggedTensor tensor;
    tensor.type = scalarTypeFromC10(table->number<std::int8_t>(tensor_slot::Type).value_or(0));
    tensor.offset = table->number<std::int64_t>(tensor_slot::Offset).value_or(0);
    const auto sizes = readDims(*table, tensor_slot::Sizes), strides = readDims(*table, tensor_slot::Strides);
    if (!sizes || !strides) return damaged(run, "the shape of a logged tensor lies outside the dump");
    tensor.firstSize = sizes->first;
    tensor.rank = static_cast<std::uint16_t>(sizes->count);
    tensor.firstStride = strides->first;
    tensor.strideCount = static_cast<std::uint16_t>(strides->count);
    m_dump.m_tensors.push_back(tensor);
    ++value.tensorCount;
}

std::optional<Range> DumpReader::readDims(const Table& table, unsigned slot) {
    constexpr std::uint32_t kMostDims = 64;
    Range range{static_cast<std::uint32_t>(m_dump.m_dims.size()), 0};
    if (!table.has(slot)) return range;
    const auto vector = table.vector(slot, sizeof(std::int64_t));
    if (!vector || vector->count > kMostDims || !take(vector->count)) return std::nullopt;
    note(vector->first - sizeof(std::uint32_t), sizeof(std::uint32_t) + vector->count * sizeof(std::int64_t));
    for (std::uint32_t i = 0; i < vector->count; ++i)
        m_dump.m_dims.push_back(loadLittle<std::int64_t>(m_bytes.data() + vector->first + i * sizeof(std::int64_t)));
    range.count = vector->count;
    return range;
}

}  // namespace etscope::etdump
