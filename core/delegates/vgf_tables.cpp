#include "delegates/vgf_tables.h"

#include <array>

#include "base/checked_math.h"
#include "flat/raw_table.h"

namespace etscope::delegates {
namespace {

using flat::RawTable;

// Fields of the tables, by their slots.
namespace module_slot {
constexpr unsigned kType = 0, kName = 1, kEntryPoint = 2, kCodeForm = 3, kCode = 4;
}
namespace resource_slot {
constexpr unsigned kFormat = 1, kCategory = 2, kDescription = 3;
}
namespace segment_slot {
constexpr unsigned kType = 0, kName = 1, kModule = 2, kInputs = 4, kOutputs = 5, kConstants = 6, kDispatchShape = 7;
}
namespace sequence_slot {
constexpr unsigned kInputs = 1, kOutputs = 2, kInputNames = 3, kOutputNames = 4;
}
namespace constant_slot {
constexpr unsigned kResource = 0, kBytes = 2;
}

/// Tables are some 100 bytes a resource; code is in them too.
constexpr std::uint64_t kLargestTable = 256ULL << 20;
constexpr std::uint64_t kConstantsHead = 16, kConstantSize = 24;
constexpr std::string_view kConstantsMagic{"CONST00\0", 8};

/// One section in memory, read step by step.
class Section {
public:
    Section(const Context& context, const ByteRange& range, ElementBudget& budget) : m_range(range), m_budget(budget) {
        if (!range.hasData() || range.size == 0) return;
        if (range.size > kLargestTable) {
            context.diagnostics.error("limit-exceeded", range.where(), "a table of the payload is larger than 256 MiB");
            return;
        }
        auto bytes = range.readAll();
        if (bytes) m_bytes = *std::move(bytes);
    }

    bool empty() const noexcept { return m_bytes.empty(); }
    std::optional<RawTable> root() const { return RawTable::root(m_bytes); }
    std::optional<RawTable> table(const RawTable& holder, unsigned slot) const {
        const auto place = holder.target(slot);
        return place ? RawTable::at(m_bytes, *place) : std::nullopt;
    }
    std::string text(const RawTable& table, unsigned slot) {
        const auto characters = table.vector(slot, 1);
        if (!characters || !m_budget.take(characters->count / 4 + 1)) return {};
        return {reinterpret_cast<const char*>(m_bytes.data()) + characters->first, characters->count};
    }
    template <class T>
    std::vector<T> numbers(const RawTable& table, unsigned slot) {
        std::vector<T> list;
        const auto vector = table.vector(slot, sizeof(T));
        if (!vector || !m_budget.take(vector->count)) return list;
        for (std::size_t i = 0; i < vector->count; ++i)
            list.push_back(loadLittle<T>(m_bytes.data() + vector->first + i * sizeof(T)));
        return list;
    }
    /// Calls `read` for each table of a list; a damaged one is left out. False: any is damaged, or too many.
    template <class Read>
    bool each(const RawTable& holder, unsigned slot, Read&& read) {
        const auto list = holder.vector(slot, 4);
        if (!list) return !holder.has(slot);
        if (!m_budget.take(list->count)) return false;
        bool whole = true;
        for (std::size_t i = 0; i < list->count; ++i) {
            const auto place = flat::followOffset(m_bytes, list->first + i * 4);
            const auto table = place ? RawTable::at(m_bytes, *place) : std::nullopt;
            if (table)
                read(*table);
            else
                whole = false;
        }
        return whole;
    }
    std::vector<std::string> texts(const RawTable& holder, unsigned slot) {
        std::vector<std::string> list;
        const auto vector = holder.vector(slot, 4);
        if (!vector || !m_budget.take(vector->count)) return list;
        for (std::size_t i = 0; i < vector->count; ++i) list.push_back(textAt(vector->first + i * 4));
        return list;
    }
    std::vector<VgfBinding> bindings(const RawTable& holder, unsigned slot) {
        std::vector<VgfBinding> list;
        each(holder, slot, [&](const RawTable& one) { list.push_back({one.u32(0).value_or(0), one.u32(1).value_or(0)}); });
        return list;
    }
    std::optional<ByteRange> bytes(const RawTable& table, unsigned slot) const {
        const auto vector = table.vector(slot, 1);
        if (!vector) return std::nullopt;
        auto part = m_range.part(vector->first, vector->count);
        return part ? std::optional(*std::move(part)) : std::nullopt;
    }

private:
    std::string textAt(std::size_t place) {
        const auto at = flat::followOffset(m_bytes, place);
        if (!at || !rangeFits(*at, 4, m_bytes.size())) return {};
        const std::size_t size = loadLittle<std::uint32_t>(m_bytes.data() + *at);
        if (!rangeFits(*at + 4, size, m_bytes.size()) || !m_budget.take(size / 4 + 1)) return {};
        return {reinterpret_cast<const char*>(m_bytes.data()) + *at + 4, size};
    }

    const ByteRange& m_range;
    ElementBudget& m_budget;
    std::vector<std::byte> m_bytes;
};

void damaged(const Context& context, const ByteRange& range) {
    context.diagnostics.error("delegate-graph-damaged", range.where(), "a table of the payload does not hold together");
}

/// The first list of a section's root, table by table.
template <class Read>
void eachRow(const Context& context, const ByteRange& range, Section& section, Read&& read) {
    if (section.empty()) return;
    const auto root = section.root();
    if (!root || !section.each(*root, 0, read)) damaged(context, range);
}

VgfModule readModule(Section& section, const RawTable& table) {
    static constexpr std::array<std::string_view, 4> kForms{"", "SPIR-V", "GLSL", "HLSL"};
    VgfModule module;
    module.type = table.number<std::uint8_t>(module_slot::kType).value_or(0);
    module.name = section.text(table, module_slot::kName);
    module.entryPoint = section.text(table, module_slot::kEntryPoint);
    const std::uint8_t form = table.number<std::uint8_t>(module_slot::kCodeForm).value_or(0);
    module.codeForm = form < kForms.size() ? std::string(kForms[form]) : "code " + std::to_string(form);
    if (const auto code = section.table(table, module_slot::kCode)) {
        const std::size_t itemSize = form == 1 ? 4 : 1;  // SPIR-V is words, the others are text
        if (const auto items = code->vector(0, itemSize)) module.codeBytes = std::uint64_t{items->count} * itemSize;
    }
    return module;
}

VgfResource readResource(Section& section, const RawTable& table) {
    VgfResource resource;
    resource.format = table.u32(resource_slot::kFormat).value_or(0);
    resource.category = table.number<std::uint8_t>(resource_slot::kCategory).value_or(0);
    if (const auto description = section.table(table, resource_slot::kDescription))
        resource.shape = section.numbers<std::int64_t>(*description, 0);
    return resource;
}

VgfSegment readSegment(Section& section, const RawTable& table) {
    VgfSegment segment;
    segment.type = table.number<std::uint8_t>(segment_slot::kType).value_or(0);
    segment.name = section.text(table, segment_slot::kName);
    segment.module = table.u32(segment_slot::kModule).value_or(0);
    segment.inputs = section.bindings(table, segment_slot::kInputs);
    segment.outputs = section.bindings(table, segment_slot::kOutputs);
    segment.constants = section.numbers<std::uint32_t>(table, segment_slot::kConstants);
    segment.dispatchShape = section.numbers<std::uint32_t>(table, segment_slot::kDispatchShape);
    return segment;
}

void readSequence(const Context& context, const ByteRange& range, ElementBudget& budget, VgfSequence& sequence) {
    Section section(context, range, budget);
    eachRow(context, range, section, [&](const RawTable& table) { sequence.segments.push_back(readSegment(section, table)); });
    const auto root = section.empty() ? std::nullopt : section.root();
    if (!root) return;
    sequence.inputs = section.bindings(*root, sequence_slot::kInputs);
    sequence.outputs = section.bindings(*root, sequence_slot::kOutputs);
    sequence.inputNames = section.texts(*root, sequence_slot::kInputNames);
    sequence.outputNames = section.texts(*root, sequence_slot::kOutputNames);
}

void constantMissing(const Context& context, const ByteRange& range) {
    context.diagnostics.error("delegate-constant-missing", range.where(), "a constant lies outside the constants");
}

/// "CONST00", u64 count, 24 bytes a constant (resource, sparse dimension, size, offset from the data), data.
void readRawConstants(const Context& context, const ByteRange& range, ElementBudget& budget, VgfTables& tables) {
    std::array<std::byte, kConstantsHead> head{};
    if (!range.read(0, head)) return;
    const auto count = loadLittle<std::uint64_t>(head.data() + 8);
    if (count > (range.size - kConstantsHead) / kConstantSize || !budget.take(count)) return constantMissing(context, range);
    const auto table = range.part(kConstantsHead, count * kConstantSize);
    const auto rows = table ? table->readAll() : Result<std::vector<std::byte>>(table.failure());
    if (!rows) return constantMissing(context, range);
    const std::uint64_t data = kConstantsHead + count * kConstantSize;
    for (std::size_t i = 0; i < count; ++i) {
        const std::byte* row = rows->data() + i * kConstantSize;
        const auto size = loadLittle<std::uint64_t>(row + 8), offset = loadLittle<std::uint64_t>(row + 16);
        VgfConstant& constant = tables.constants.emplace_back();
        constant.resource = loadLittle<std::uint32_t>(row);
        if (!rangeFits(offset, size, range.size - data))
            constantMissing(context, range);
        else if (auto part = range.part(data + offset, size))
            constant.bytes = *std::move(part);
    }
}

/// Files of older versions keep constants in a table.
void readConstants(const Context& context, const ByteRange& range, ElementBudget& budget, VgfTables& tables) {
    if (!range.hasData() || range.size == 0) return;
    std::array<char, kConstantsMagic.size()> magic{};
    const bool raw = range.size >= kConstantsHead && range.read(0, std::as_writable_bytes(std::span(magic))) &&
                     std::string_view(magic.data(), magic.size()) == kConstantsMagic;
    if (raw) return readRawConstants(context, range, budget, tables);
    Section section(context, range, budget);
    eachRow(context, range, section, [&](const RawTable& table) {
        auto bytes = section.bytes(table, constant_slot::kBytes);
        tables.constants.push_back({table.u32(constant_slot::kResource).value_or(0), bytes ? *std::move(bytes) : ByteRange{}});
    });
}

}  // namespace

VgfTables readVgfTables(const Context& context, const ByteRange& modules, const ByteRange& sequence, const ByteRange& resources,
                        const ByteRange& constants, ElementBudget& budget) {
    VgfTables tables;
    {
        Section section(context, modules, budget);
        eachRow(context, modules, section, [&](const RawTable& table) { tables.modules.push_back(readModule(section, table)); });
    }
    {
        Section section(context, resources, budget);
        eachRow(context, resources, section,
                [&](const RawTable& table) { tables.resources.push_back(readResource(section, table)); });
    }
    readSequence(context, sequence, budget, tables.sequence);
    readConstants(context, constants, budget, tables);
    return tables;
}

}  // namespace etscope::delegates
