// A call of one operator as bytes, and back: the target by a hash of its name, then arguments by their places. Tensors have a type,
// sizes, strides and a few bytes that repeat as their elements. Every text of bytes is a call.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/context.h"
#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/refusal.h"

namespace etscope::fuzz {

enum class Tag : std::uint8_t { None, Small, Integer, Double, Flag, Text, Type, List, Tensor, Strided };
constexpr std::uint8_t kTags = 10;

constexpr std::array kTypes{ScalarType::F32, ScalarType::F64, ScalarType::F16, ScalarType::BF16, ScalarType::I64,
                            ScalarType::I32, ScalarType::I16, ScalarType::I8,  ScalarType::U8,   ScalarType::U16,
                            ScalarType::U32, ScalarType::U64, ScalarType::Bool};

inline std::uint16_t hashOf(std::string_view target) {
    std::uint32_t hash = 2166136261U;
    for (const char c : target) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return static_cast<std::uint16_t>(hash ^ (hash >> 16U));
}

/// The operator whose hash is the next.
inline const evaluate::Operator& operatorAt(std::uint16_t hash) {
    static const auto kByHash = [] {
        std::vector<std::pair<std::uint16_t, const evaluate::Operator*>> all;
        for (const evaluate::Operator& op : evaluate::operators()) all.emplace_back(hashOf(op.row.target), &op);
        std::ranges::sort(all);
        return all;
    }();
    const auto found = std::ranges::lower_bound(kByHash, hash, {}, &std::pair<std::uint16_t, const evaluate::Operator*>::first);
    return *(found == kByHash.end() ? kByHash.front() : *found).second;
}

/// The call that bytes stand for.
class CallReader {
public:
    CallReader(std::span<const std::uint8_t> bytes, const evaluate::Context& context) : m_bytes(bytes), m_context(context) {}

    bool done() const noexcept { return m_at >= m_bytes.size(); }
    template <class T>
    T take() {
        T value{};
        const std::size_t size = std::min(sizeof value, m_bytes.size() - m_at);
        std::memcpy(&value, m_bytes.data() + m_at, size);
        m_at += size;
        return value;
    }

    /// Refuses tensors that the memory does not hold.
    std::vector<evaluate::NamedValue> arguments(const evaluate::Operator& op) {
        std::vector<evaluate::NamedValue> list;
        for (const evaluate::Parameter& parameter : op.signature.parameters()) {
            if (done()) break;
            if (const auto given = take<std::uint8_t>(); given % 4 == 3 && parameter.fallback) continue;
            list.push_back({std::string(parameter.name), value(0)});
        }
        return list;
    }

private:
    evaluate::Value value(int depth) {
        switch (static_cast<Tag>(take<std::uint8_t>() % kTags)) {
            case Tag::None: return evaluate::Nothing{};
            case Tag::Small: return std::int64_t{take<std::int8_t>()};
            case Tag::Integer: return take<std::int64_t>();
            case Tag::Double: return take<double>();
            case Tag::Flag: return take<std::uint8_t>() % 2 == 1;
            case Tag::Text: return text();
            case Tag::Type: return kTypes[take<std::uint8_t>() % kTypes.size()];
            case Tag::List: return list(depth);
            case Tag::Tensor: return tensor(false);
            case Tag::Strided: return tensor(true);
        }
        return evaluate::Nothing{};
    }
    std::string text() {
        std::string made(take<std::uint8_t>() % 32, ' ');
        for (char& c : made) c = static_cast<char>(take<std::uint8_t>());
        return made;
    }
    evaluate::Values list(int depth) {
        evaluate::Values items;
        const std::uint8_t size = take<std::uint8_t>() % 16;
        for (std::uint8_t i = 0; i < size && depth < 3 && !done(); ++i) items.push_back(value(depth + 1));
        return items;
    }
    /// Strides of `strided` ones lead anywhere within the storage.
    evaluate::Array tensor(bool strided) {
        const ScalarType type = kTypes[take<std::uint8_t>() % kTypes.size()];
        evaluate::Dims shape(take<std::uint8_t>() % 7);
        for (std::int64_t& size : shape) size = take<std::uint8_t>();
        evaluate::Array array = m_context.makeStored(type, type, shape);
        std::vector<std::byte> pattern(1 + take<std::uint8_t>() % 64);
        for (std::byte& byte : pattern) byte = take<std::byte>();
        std::byte* data = array.storage->data();
        for (std::size_t i = 0; i < array.storage->size(); ++i) data[i] = pattern[i % pattern.size()];
        if (!strided || array.count() == 0) return array;
        std::int64_t left = array.count() - 1;  // how far strides may still lead
        for (std::size_t d = 0; d < array.rank(); ++d) {
            const std::int64_t stride = take<std::int8_t>(), reach = stride * (shape[d] - 1);
            array.strides[d] = std::abs(reach) <= left ? stride : 0;
            if (shape[d] == 1) continue;
            left -= std::abs(array.strides[d] * (shape[d] - 1));
            if (array.strides[d] < 0) array.offset -= array.strides[d] * (shape[d] - 1);
        }
        return array;
    }

    std::span<const std::uint8_t> m_bytes;
    const evaluate::Context& m_context;
    std::size_t m_at = 0;
};

/// The bytes of a call.
class CallWriter {
public:
    /// Nothing: the call holds what bytes cannot say.
    static std::optional<std::string> written(const evaluate::Operator& op, const std::vector<evaluate::NamedValue>& arguments) {
        CallWriter writer;
        writer.put(hashOf(op.row.target));
        writer.put(std::uint8_t{0});
        const auto& parameters = op.signature.parameters();
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const auto given = std::ranges::find_if(arguments, [&](const evaluate::NamedValue& argument) {
                return argument.name == parameters[i].name ||
                       (argument.name.empty() && static_cast<std::size_t>(&argument - arguments.data()) == i);
            });
            writer.put(std::uint8_t{given == arguments.end() ? std::uint8_t{3} : std::uint8_t{0}});
            if (given == arguments.end()) continue;
            if (!writer.write(given->value)) return std::nullopt;
        }
        return writer.m_bytes;
    }

private:
    template <class T>
    void put(T value) {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    bool write(const evaluate::Value& value) {
        if (const auto* number = std::get_if<std::int64_t>(&value.base())) {
            const bool small = *number >= -128 && *number < 128;
            put(small ? Tag::Small : Tag::Integer);
            small ? put(static_cast<std::int8_t>(*number)) : put(*number);
        } else if (const auto* real = std::get_if<double>(&value.base())) {
            put(Tag::Double), put(*real);
        } else if (const auto* flag = std::get_if<bool>(&value.base())) {
            put(Tag::Flag), put(static_cast<std::uint8_t>(*flag));
        } else if (const auto* text = std::get_if<std::string>(&value.base())) {
            if (text->size() > 31) return false;
            put(Tag::Text), put(static_cast<std::uint8_t>(text->size())), m_bytes += *text;
        } else if (const auto* type = std::get_if<ScalarType>(&value.base())) {
            const auto* found = std::ranges::find(kTypes, *type);
            put(Tag::Type), put(static_cast<std::uint8_t>(found - kTypes.begin()));
        } else if (const evaluate::Values* list = value.list()) {
            if (list->size() > 15) return false;
            put(Tag::List), put(static_cast<std::uint8_t>(list->size()));
            return std::ranges::all_of(*list, [this](const evaluate::Value& item) { return write(item); });
        } else if (const evaluate::Array* array = value.array()) {
            return write(*array);
        } else {
            put(Tag::None);
        }
        return true;
    }
    bool write(const evaluate::Array& array) {
        const auto* type = std::ranges::find(kTypes, array.stored);
        if (type == kTypes.end() || array.rank() > 6 || std::ranges::any_of(array.shape, [](std::int64_t n) { return n > 255; }))
            return false;
        put(Tag::Tensor), put(static_cast<std::uint8_t>(type - kTypes.begin())), put(static_cast<std::uint8_t>(array.rank()));
        for (const std::int64_t size : array.shape) put(static_cast<std::uint8_t>(size));
        std::vector<std::byte> elements(static_cast<std::size_t>(array.count()) * array.item());
        if (!elements.empty()) evaluate::copyItems(array, elements.data());
        const std::size_t kept = std::clamp<std::size_t>(elements.size(), 1, 64 / array.item() * array.item());
        elements.resize(kept);
        put(static_cast<std::uint8_t>(kept - 1));
        m_bytes.append(reinterpret_cast<const char*>(elements.data()), kept);
        return true;
    }

    std::string m_bytes;
};

}  // namespace etscope::fuzz
