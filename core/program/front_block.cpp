#include "program/front_block.h"

#include <algorithm>

#include "base/byte_cursor.h"

namespace etscope::program {
namespace {

using FrontObject = std::shared_ptr<const NewObject>;

class Layout {
public:
    explicit Layout(std::size_t at) : m_at(at) {}

    std::size_t table(const NewTable& table) {
        std::vector<std::uint16_t> vtable(2);
        std::size_t size = sizeof(std::int32_t);
        for (const auto& [slot, field] : table.fields) {
            const std::size_t bytes = sizeOf(field);
            size = (size + bytes - 1) / bytes * bytes;
            vtable.resize(slot + 3, 0);
            vtable[slot + 2] = static_cast<std::uint16_t>(size);
            size += bytes;
        }
        vtable[0] = static_cast<std::uint16_t>(vtable.size() * sizeof(std::uint16_t));
        vtable[1] = static_cast<std::uint16_t>(size);
        align(sizeof(std::uint64_t), vtable[0]);
        const std::size_t vtableAt = position();
        for (const std::uint16_t entry : vtable) append(entry);
        const std::size_t at = position();
        append(static_cast<std::int32_t>(at - vtableAt));
        m_bytes.resize(m_bytes.size() + size - sizeof(std::int32_t));
        for (const auto& [slot, field] : table.fields) set(at + vtable[slot + 2], field);
        for (const auto& [slot, field] : table.fields)
            if (const auto* target = std::get_if<Target>(&field)) lead(at + vtable[slot + 2], *target);
        return at;
    }

    /// Resolves offsets to what was there: it stands `shift` further on.
    void resolve(std::size_t shift) {
        for (const auto& [slot, target] : m_old) patch(slot, target + shift);
    }
    void pad(std::size_t alignment) { m_bytes.resize((m_bytes.size() + alignment - 1) / alignment * alignment); }
    std::vector<std::byte> take() { return std::move(m_bytes); }
    std::size_t size() const noexcept { return m_bytes.size(); }

private:
    using Field = std::variant<std::vector<std::byte>, Target>;

    static std::size_t sizeOf(const Field& field) {
        const auto* bytes = std::get_if<std::vector<std::byte>>(&field);
        return bytes != nullptr ? bytes->size() : sizeof(std::uint32_t);
    }
    std::size_t position() const noexcept { return m_at + m_bytes.size(); }
    /// What comes after `before` bytes is aligned.
    void align(std::size_t alignment, std::size_t before) {
        while ((position() + before) % alignment != 0) m_bytes.push_back(std::byte{0});
    }
    template <class T>
    void append(T number) {
        const auto bytes = std::as_bytes(std::span(&number, 1));
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    }
    void set(std::size_t at, const Field& field) {
        if (const auto* bytes = std::get_if<std::vector<std::byte>>(&field))
            std::ranges::copy(*bytes, m_bytes.begin() + static_cast<std::ptrdiff_t>(at - m_at));
    }
    void patch(std::size_t slot, std::size_t target) {
        const auto offset = static_cast<std::uint32_t>(target - slot);
        const auto bytes = std::as_bytes(std::span(&offset, 1));
        std::ranges::copy(bytes, m_bytes.begin() + static_cast<std::ptrdiff_t>(slot - m_at));
    }
    void lead(std::size_t slot, const Target& target) {
        if (const auto* old = std::get_if<std::size_t>(&target))
            m_old.emplace_back(slot, *old);
        else
            patch(slot, object(*std::get<FrontObject>(target)));
    }

    std::size_t object(const NewObject& object) {
        if (const auto* table = std::get_if<NewTable>(&object.content)) return this->table(*table);
        if (const auto* items = std::get_if<NewOffsets>(&object.content)) return offsets(*items);
        const auto& numbers = std::get<NewNumbers>(object.content);
        align(std::max(numbers.itemSize, sizeof(std::uint32_t)), sizeof(std::uint32_t));
        const std::size_t at = position();
        append(numbers.count);
        m_bytes.insert(m_bytes.end(), numbers.bytes.begin(), numbers.bytes.end());
        if (numbers.text) m_bytes.push_back(std::byte{0});
        return at;
    }

    std::size_t offsets(const NewOffsets& vector) {
        align(sizeof(std::uint32_t), 0);
        const std::size_t at = position();
        append(static_cast<std::uint32_t>(vector.items.size()));
        const std::size_t first = position();
        m_bytes.resize(m_bytes.size() + vector.items.size() * sizeof(std::uint32_t));
        for (std::size_t i = 0; i < vector.items.size(); ++i) lead(first + i * sizeof(std::uint32_t), vector.items[i]);
        return at;
    }

    std::size_t m_at;
    std::vector<std::byte> m_bytes;
    std::vector<std::pair<std::size_t, std::size_t>> m_old;  ///< slot, what it leads to
};

}  // namespace

std::shared_ptr<const NewObject> newText(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return newObject(NewNumbers{{bytes.begin(), bytes.end()}, static_cast<std::uint32_t>(text.size()), 1, true});
}

Result<NewTable> copyOf(const flat::RawTable& table, std::span<const unsigned> sizes) {
    NewTable copy;
    const auto slots = static_cast<unsigned>((table.vtableSize() - 4) / 2);
    for (unsigned slot = 0; slot < slots; ++slot) {
        if (!table.has(slot)) continue;
        if (slot >= sizes.size())
            return fail("program-not-editable", "the program has fields that this version does not know: they could not be kept");
        const auto number = [&](const auto& value) {
            if (value) copy.setNumber(slot, *value);
            return value.has_value();
        };
        const auto target = sizes[slot] == 0 ? table.target(slot) : std::nullopt;
        if (target) copy.setTarget(slot, *target);
        const bool sound = sizes[slot] == 0   ? target.has_value()
                           : sizes[slot] == 1 ? number(table.number<std::uint8_t>(slot))
                           : sizes[slot] == 4 ? number(table.number<std::uint32_t>(slot))
                                              : number(table.number<std::uint64_t>(slot));
        if (!sound) return fail("program-not-editable", "the program is damaged: a field leads outside of it");
    }
    return copy;
}

LaidOut layOut(const NewTable& root, std::size_t at, std::size_t alignment) {
    Layout layout(at);
    LaidOut result;
    result.root = layout.table(root);
    layout.pad(alignment);
    layout.resolve(layout.size());
    result.bytes = layout.take();
    return result;
}

}  // namespace etscope::program
