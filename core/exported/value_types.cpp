#include "exported/value_types.h"

#include <array>

#include "base/escaped.h"
#include "base/scalar_type.h"
#include "exported/read_state.h"

namespace etscope::exported {
namespace {

using graph::Dim;
using graph::StringId;

enum class SymbolicTag : std::uint8_t { Int, Float, Bool, Expression, None };
constexpr WordTable kSymbolicTags({std::pair<std::string_view, SymbolicTag>{"as_int", SymbolicTag::Int},
                                   {"as_float", SymbolicTag::Float},
                                   {"as_bool", SymbolicTag::Bool},
                                   {"as_expr", SymbolicTag::Expression}},
                                  SymbolicTag::None);

enum class MetaField : std::uint8_t { DType, Sizes, RequiresGrad, Device, Strides, StorageOffset, Layout, Wrapped, None };
constexpr WordTable kMetaFields({std::pair<std::string_view, MetaField>{"dtype", MetaField::DType},
                                 {"sizes", MetaField::Sizes},
                                 {"requires_grad", MetaField::RequiresGrad},
                                 {"device", MetaField::Device},
                                 {"strides", MetaField::Strides},
                                 {"storage_offset", MetaField::StorageOffset},
                                 {"layout", MetaField::Layout},
                                 {"meta", MetaField::Wrapped}},
                                MetaField::None);

/// What a number may be: places and lengths are counted from 0 up.
enum class Numbers : bool { Any, Counts };

/// A number as a size: exact when it fits, else its text.
void setNumber(ReadState& state, Dim& dim, Numbers allowed) {
    const auto number = state.json.number();
    if (!number) return;
    if (allowed == Numbers::Counts && (number->kind != JsonNumber::Kind::Int || number->integer < 0))
        state.warn("tensor-meta-damaged",
                   "a size, stride or offset is no whole number from 0 up: " + escaped(number->text.substr(0, 40)));
    if (number->kind == JsonNumber::Kind::Int) {
        dim.value = number->integer;
        dim.hasHint = true;
    } else {
        dim.expression = state.intern(number->text);
    }
}

void setBool(ReadState& state, Dim& dim) {
    const auto value = state.json.boolean();
    if (!value) return;
    dim.value = *value ? 1 : 0;
    dim.hasHint = true;
}

void readNumberOrBool(ReadState& state, Dim& dim, Numbers allowed) {
    const JsonReader::Kind kind = state.json.peek();
    if (kind == JsonReader::Kind::True || kind == JsonReader::Kind::False)
        setBool(state, dim);
    else
        setNumber(state, dim, allowed);
}

void readExpression(ReadState& state, Dim& dim) {
    state.json.object([&](std::string_view key) {
        if (key == "expr_str") {
            if (const auto text = state.json.string()) dim.expression = state.intern(plainExpression(*text));
        } else if (key == "hint") {
            if (state.json.takeNull()) return;
            state.json.object([&](std::string_view tag) {
                if (state.json.takeNull()) return;
                Dim hint{0, {}, false};
                if (tag == "as_int")
                    readNumberOrBool(state, hint, Numbers::Any);
                else
                    state.json.skip();
                if (hint.hasHint) dim.value = hint.value, dim.hasHint = true;
            });
        } else {
            state.json.skip();
        }
    });
}

/// SymInt, SymFloat and SymBool; a bare number is taken as such. False when there is neither a value nor an expression.
bool readSymbolic(ReadState& state, Dim& dim, Numbers allowed) {
    dim = {0, {}, false};
    if (state.json.peek() != JsonReader::Kind::Object) {
        readNumberOrBool(state, dim, allowed);
        return dim.hasHint || dim.expression.valid();
    }
    state.json.object([&](std::string_view key) {
        const SymbolicTag tag = kSymbolicTags.find(key);
        if (state.json.takeNull()) return;
        switch (tag) {
            case SymbolicTag::Int:
            case SymbolicTag::Float: readNumberOrBool(state, dim, allowed); break;
            case SymbolicTag::Bool: setBool(state, dim); break;
            case SymbolicTag::Expression: readExpression(state, dim); break;
            case SymbolicTag::None: state.json.skip(); break;
        }
    });
    return dim.hasHint || dim.expression.valid();
}

/// Reads sizes or strides; what cannot be read becomes "?".
void readDims(ReadState& state, std::vector<Dim>& dims) {
    dims.clear();
    const bool isList = state.json.array([&] {
        state.spend(2 * sizeof(Dim));
        Dim dim;
        if (!readSymbolic(state, dim, Numbers::Counts)) {
            dim.expression = state.intern("?");
            state.warn("tensor-meta-damaged", "a size or stride is neither a number nor an expression");
        }
        dims.push_back(dim);
    });
    if (!isList) state.warn("tensor-meta-damaged", "sizes or strides are not a list");
}

void readMetaFields(ReadState& state, TensorMetaRecord& draft, int wrappers) {
    state.json.object([&](std::string_view key) {
        switch (kMetaFields.find(key)) {
            case MetaField::DType:
                if (const auto code = state.json.integer()) {
                    draft.meta.typeCode = *code;
                    draft.meta.type = scalarTypeFromProgramJson(*code);
                    draft.hasType = true;
                }
                break;
            case MetaField::Sizes: readDims(state, draft.sizes); break;
            case MetaField::Strides: readDims(state, draft.strides); break;
            case MetaField::RequiresGrad: draft.meta.requiresGrad = state.json.boolean().value_or(false); break;
            case MetaField::Device: draft.meta.device = readDevice(state); break;
            case MetaField::StorageOffset: readSymbolic(state, draft.storageOffset, Numbers::Counts); break;
            case MetaField::Layout:
                if (const auto code = state.json.integer())
                    draft.meta.layout = *code >= 0 && *code <= INT32_MAX ? static_cast<std::int32_t>(*code) : -1;
                break;
            case MetaField::Wrapped:  // before 2024 the record lay in a member of its own
                if (wrappers == 0)
                    readMetaFields(state, draft, wrappers + 1);
                else
                    state.json.skip();
                break;
            case MetaField::None: state.json.skip(); break;
        }
    });
}

/// A member name of which is a value's name: interned at once, as the key does not outlive the next read.
template <class F>
void forEachValue(ReadState& state, F&& onValue) {
    const bool isObject = state.json.object([&](std::string_view name) {
        state.spend(2 * sizeof(ValueType));
        const StringId id = state.intern(name);
        if (!state.json.takeNull()) onValue(id);
    });
    if (!isObject) state.warn("value-table-damaged", "a table of values is not an object");
}

}  // namespace

void readTensorMeta(ReadState& state, TensorMetaRecord& into) {
    into.meta = {};
    into.sizes.clear();
    into.strides.clear();
    into.storageOffset = {0, {}, false};
    into.hasType = false;
    readMetaFields(state, into, 0);
}

void readTensorValues(ReadState& state, std::vector<ValueType>& into) {
    TensorMetaRecord draft;
    forEachValue(state, [&](StringId name) {
        readTensorMeta(state, draft);
        if (!draft.hasType) state.warn("tensor-meta-damaged", "a tensor value has no element type");
        into.push_back({name, graph::ValueKind::Tensor, state.builder.internMeta(draft.meta, draft.sizes, draft.strides), {}, {}});
    });
}

void readSymbolicValues(ReadState& state, graph::ValueKind kind, std::vector<ValueType>& into) {
    forEachValue(state, [&](StringId name) {
        Dim dim;
        if (!readSymbolic(state, dim, Numbers::Any)) {
            state.warn("symbolic-value-damaged", "a symbolic value has neither a number nor an expression");
            return;
        }
        if (!dim.expression.valid()) {
            const bool isBool = kind == graph::ValueKind::SymBool;
            dim.expression = state.intern(isBool ? (dim.value != 0 ? "true" : "false") : std::to_string(dim.value));
        }
        into.push_back({name, kind, {}, dim.expression, {}});
    });
}

void readCustomObjects(ReadState& state, std::vector<ValueType>& into) {
    forEachValue(state, [&](StringId name) {
        StringId typeName;
        state.json.members("class_fqn", [&] { typeName = state.internString(); });
        into.push_back({name, graph::ValueKind::CustomObject, {}, {}, typeName});
    });
}

graph::StringId readDevice(ReadState& state) {
    if (state.json.peek() == JsonReader::Kind::String) return state.internString();
    std::string device;
    std::optional<std::int64_t> index;
    state.json.members(
        "type", [&] { device = state.json.string().value_or(""); }, "index", [&] { index = state.json.integer(); });
    if (device.empty()) return {};
    if (index) device += ":" + std::to_string(*index);
    return state.intern(device);
}

std::string layoutName(std::int64_t code) {
    constexpr std::array<std::string_view, 8> kNames{"unknown",    "sparse_coo", "sparse_csr", "sparse_csc",
                                                     "sparse_bsr", "sparse_bsc", "_mkldnn",    "strided"};
    if (code >= 0 && code < static_cast<std::int64_t>(kNames.size())) return std::string(kNames[static_cast<std::size_t>(code)]);
    return "unknown:" + std::to_string(code);
}

std::string memoryFormatName(std::int64_t code) {
    constexpr std::array<std::string_view, 5> kNames{"unknown", "contiguous_format", "channels_last", "channels_last_3d",
                                                     "preserve_format"};
    if (code >= 0 && code < static_cast<std::int64_t>(kNames.size())) return std::string(kNames[static_cast<std::size_t>(code)]);
    return "unknown:" + std::to_string(code);
}

std::string plainExpression(std::string_view text) {
    constexpr std::string_view kSymbol = "Symbol('";
    constexpr std::string_view kInteger = "Integer(";
    std::string plain;
    while (!text.empty()) {
        const bool isSymbol = text.starts_with(kSymbol);
        if (!isSymbol && !text.starts_with(kInteger)) {
            plain.push_back(text.front());
            text.remove_prefix(1);
            continue;
        }
        const std::size_t start = isSymbol ? kSymbol.size() : kInteger.size();
        const std::size_t stop = text.find(isSymbol ? '\'' : ')', start);
        const std::size_t close = text.find(')', start);
        if (stop == std::string_view::npos || close == std::string_view::npos) return plain.append(text);
        plain.append(text.substr(start, stop - start));
        text.remove_prefix(close + 1);
    }
    return plain;
}

}  // namespace etscope::exported
