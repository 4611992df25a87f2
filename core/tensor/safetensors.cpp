#include "tensor/safetensors.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/limits.h"
#include "io/json.h"

namespace etscope::tensor {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxTensors = 100'000;

struct TypeWord {
    std::string_view word;
    ScalarType type;
};
constexpr std::array kTypes{
    TypeWord{"BOOL", ScalarType::Bool},
    TypeWord{"U8", ScalarType::U8},
    TypeWord{"I8", ScalarType::I8},
    TypeWord{"F8_E5M2", ScalarType::F8E5M2},
    TypeWord{"F8_E4M3", ScalarType::F8E4M3FN},
    TypeWord{"F8_E8M0", ScalarType::F8E8M0FNU},
    TypeWord{"I16", ScalarType::I16},
    TypeWord{"U16", ScalarType::U16},
    TypeWord{"F16", ScalarType::F16},
    TypeWord{"BF16", ScalarType::BF16},
    TypeWord{"I32", ScalarType::I32},
    TypeWord{"U32", ScalarType::U32},
    TypeWord{"F32", ScalarType::F32},
    TypeWord{"F64", ScalarType::F64},
    TypeWord{"I64", ScalarType::I64},
    TypeWord{"U64", ScalarType::U64},
    TypeWord{"C64", ScalarType::C64},
};

std::optional<std::vector<std::int64_t>> sizesOf(const Json& list) {
    if (!list.is_array() || list.size() > limits::kMaxRank) return std::nullopt;
    std::vector<std::int64_t> sizes;
    for (const Json& item : list) {
        if (!item.is_number_unsigned() || item.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
        sizes.push_back(item.get<std::int64_t>());
    }
    return sizes;
}

/// Member of an object, or a null that has no members.
const Json& member(const Json& object, const char* key) {
    static const Json kNone;
    if (!object.is_object()) return kNone;
    const auto hit = object.find(key);
    return hit != object.end() ? *hit : kNone;
}

/// Fills what the description says; the returned text is empty, or why the elements cannot be read.
std::string describe(const Json& description, const ByteRange& data, Tensor& tensor) {
    const Json& type = member(description, "dtype");
    const auto shape = sizesOf(member(description, "shape"));
    const auto offsets = sizesOf(member(description, "data_offsets"));
    if (!type.is_string() || !shape || !offsets || offsets->size() != 2) return "its description is incomplete";
    tensor.shape = *shape;
    const auto& word = type.get_ref<const std::string&>();
    const auto hit = std::find_if(kTypes.begin(), kTypes.end(), [&word](const TypeWord& t) { return t.word == word; });
    if (hit == kTypes.end()) return "elements of type \"" + escaped(word) + "\"";
    tensor.type = hit->type;
    const auto begin = static_cast<std::uint64_t>((*offsets)[0]), end = static_cast<std::uint64_t>((*offsets)[1]);
    if (end < begin || tensor.byteCount() != end - begin) return "its place in the file does not have the size of its elements";
    auto storage = data.part(begin, end - begin);
    if (!storage) return "its place lies beyond the end of the file";
    tensor.storage = std::move(*storage);
    return {};
}

}  // namespace

std::string_view safetensorsTypeName(ScalarType type) noexcept {
    const auto hit = std::find_if(kTypes.begin(), kTypes.end(), [type](const TypeWord& t) { return t.type == type; });
    return hit != kTypes.end() ? hit->word : std::string_view();
}

Result<Safetensors> readSafetensors(const ByteRange& file, Diagnostics& diagnostics) {
    std::array<std::byte, 8> start{};
    if (file.size < start.size()) return fail("safetensors-header-truncated", "the file ends inside the header", file.where());
    if (auto read = file.read(0, std::span(start)); !read) return read.failure();
    const auto size = loadLittle<std::uint64_t>(start.data());
    if (!rangeFits(8, size, file.size))
        return fail("safetensors-header-truncated", "the file ends inside the header", file.where());
    if (size > limits::kMaxDomJson)
        return fail("safetensors-header-too-large", "a header of " + std::to_string(size) + " bytes", file.where());
    const auto text = file.part(8, size);
    const auto data = file.part(8 + size, file.size - 8 - size);
    if (!text || !data) return fail("safetensors-header-truncated", "the file ends inside the header", file.where());
    const auto header = readJson(*text, diagnostics);
    if (!header) return fail("safetensors-header-damaged", header.error().message, header.error().where);
    if (!header->is_object()) return fail("safetensors-header-damaged", "the header is not an object", file.where(8));

    Safetensors result;
    for (const auto& [name, description] : header->items()) {
        if (name == "__metadata__") {
            if (!description.is_object()) continue;
            for (const auto& [key, value] : description.items())
                if (value.is_string()) result.metadata.emplace_back(key, value.get<std::string>());
            continue;
        }
        if (result.tensors.size() == kMaxTensors) {
            diagnostics.error("limit-exceeded", file.where(),
                              "more than " + std::to_string(kMaxTensors) + " tensors; the rest is left out");
            break;
        }
        NamedTensor& named = result.tensors.emplace_back(NamedTensor{name, {}});
        const std::string problem = describe(description, *data, named.tensor);
        named.tensor.storageId = escaped(name);
        if (problem.empty()) continue;
        named.tensor.state = DataState::Unreadable;
        named.tensor.note = problem;
        diagnostics.error("safetensors-tensor-damaged", file.where() + " " + escaped(name), problem);
    }
    std::stable_sort(result.tensors.begin(), result.tensors.end(),
                     [](const NamedTensor& a, const NamedTensor& b) { return a.tensor.storage.offset < b.tensor.storage.offset; });
    return result;
}

}  // namespace etscope::tensor
