#include "pickle/removed.h"

#include <array>

#include "base/byte_cursor.h"
#include "base/escaped.h"
#include "base/limits.h"
#include "base/lists.h"
#include "io/json_reader.h"

namespace etscope::pickle {
namespace {

constexpr std::string_view kTailMagic = "ETSREMOV";
constexpr std::size_t kTailSize = sizeof(std::uint64_t) + kTailMagic.size();
/// Longer than a storage's key can be (limits::kMaxStorageKey), so that none is like it.
std::string markKey(std::string_view of = {}) {
    std::string key(limits::kMaxStorageKey, ' ');
    key += "removed ";
    return key.append(of);
}

std::string listText(const std::vector<std::int64_t>& numbers) { return "[" + joined(numbers, ",") + "]"; }

/// The content of a JSON string; keys are printable already.
std::string jsonQuoted(std::string_view key) {
    std::string text;
    for (const char c : key) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text;
}

}  // namespace

std::string removedKey(const tensor::Tensor& tensor, std::string_view storage) {
    return escaped(storage) + ":" + std::to_string(tensor.storageOffset) + ":" + listText(tensor.shape) + ":" +
           listText(tensor.strides) + ":" + scalarTypeName(tensor.type);
}

std::string markText(const RemovedTensors& tensors) {
    std::string text = "{\"etscope_removed\": 1, \"tensors\": {";
    bool first = true;
    for (const auto& [key, content] : tensors) {
        text += std::string(first ? "" : ", ") + "\"" + jsonQuoted(key) + "\": \"" + tensor::removedText(content) + "\"";
        first = false;
    }
    return text + "}}";
}

std::string markTail(const RemovedTensors& tensors) {
    std::string text = markText(tensors);
    const std::uint64_t size = text.size();
    text.append(reinterpret_cast<const char*>(&size), sizeof(size));
    return text + std::string(kTailMagic);
}

std::optional<ByteRange> markAtEnd(const ByteRange& file) {
    std::array<std::byte, kTailSize> tail{};
    if (file.size < tail.size() || !file.read(file.size - tail.size(), tail)) return std::nullopt;
    const std::string_view magic(reinterpret_cast<const char*>(tail.data()) + sizeof(std::uint64_t), kTailMagic.size());
    const auto size = loadLittle<std::uint64_t>(tail.data());
    if (magic != kTailMagic || size > file.size - tail.size()) return std::nullopt;
    const auto text = file.part(file.size - tail.size() - size, size);
    return text ? std::optional(*text) : std::nullopt;
}

Result<void> keepMark(const ByteRange& mark, Storages& storages, const JobContext& job) {
    storages.addRange(markKey(), mark);
    JsonReader json(mark, job);
    const bool isObject = json.members("tensors", [&] {
        json.object([&](std::string_view key) {
            std::string name = markKey(key);
            const auto text = json.text(0);
            const auto place = text ? mark.part(text->slice.offset, text->slice.size) : Result<ByteRange>(ByteRange{});
            if (text && place) storages.addRange(std::move(name), *place);
        });
    });
    if (json.failed()) return Failure{json.error()};
    return isObject ? Result<void>()
                    : fail("removed-mark-damaged", "what says what was removed is not a JSON object", mark.where());
}

bool hasMark(const Storages& storages) { return storages.size(markKey()).has_value(); }

std::optional<tensor::RemovedContent> removedContent(const Storages& storages, const tensor::Tensor& tensor,
                                                     std::string_view storage) {
    constexpr std::uint64_t kLongest = 200;
    const auto place = storages.bytes(markKey(removedKey(tensor, storage)));
    if (!place || place->size > kLongest) return std::nullopt;
    const auto text = place->readAll();
    if (!text) return std::nullopt;
    return tensor::parseRemoved({reinterpret_cast<const char*>(text->data()), text->size()});
}

}  // namespace etscope::pickle
