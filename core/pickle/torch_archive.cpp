#include "pickle/torch_archive.h"

#include <algorithm>

#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/number_text.h"
#include "base/utf8.h"
#include "pickle/torch_tensors.h"
#include "tensor/format.h"

namespace etscope::pickle {
namespace {

constexpr std::size_t kShortText = 200;
/// Tensors inside Parameters inside …: real ones nest twice.
constexpr int kMaxWrapping = 16;

std::string shortened(std::string_view text) {
    if (text.size() <= kShortText) return escaped(text);
    return escaped(text.substr(0, kShortText)) + "…";
}

std::string withCount(std::string_view what, std::size_t count) { return std::string(what) + " of " + std::to_string(count); }

}  // namespace

Meaning Artifact::symbolMeaning(ValueId symbol) const noexcept {
    return m_values.is(symbol, Kind::Symbol) ? m_meanings[m_values.symbolIndex(symbol)] : Meaning::Opaque;
}

Meaning Artifact::meaning(ValueId object) const noexcept {
    return m_values.is(object, Kind::Object) ? symbolMeaning(m_values.callable(object)) : Meaning::Opaque;
}

std::span<const ValueId> Artifact::arguments(ValueId object) const noexcept {
    return m_values.items(m_values.items(object).front());
}

ValueId Artifact::innerBytes(ValueId object) const noexcept {
    if (meaning(object) != Meaning::LoadFromBytes) return {};
    const auto given = arguments(object);
    return given.size() == 1 && m_values.is(given[0], Kind::Bytes) ? given[0] : ValueId();
}

ValueId Artifact::classOf(ValueId object) const noexcept {
    ValueId callable = m_values.callable(object);
    // Old pickles refer to modules as ("module", class, file, source).
    if (m_values.is(callable, Kind::Persistent)) {
        const auto fields = m_values.items(m_values.items(callable).front());
        callable = fields.size() > 1 ? fields[1] : ValueId();
    }
    if (!m_values.is(callable, Kind::Symbol)) return {};
    // copyreg._reconstructor(class, base, state) and its like make an object of their first argument.
    const auto given = arguments(object);
    const bool maker = m_values.symbol(callable).module == "copyreg";
    return maker && !given.empty() && m_values.is(given[0], Kind::Symbol) ? given[0] : callable;
}

Shape Artifact::shape(ValueId id) const noexcept {
    static constexpr EnumTable<Kind::Persistent, Shape> kShapes(
        {Shape::None, Shape::Bool, Shape::Int, Shape::BigInt, Shape::Double, Shape::String, Shape::Bytes, Shape::Tuple, Shape::List,
         Shape::Dict, Shape::Set, Shape::Type, Shape::Object, Shape::Object});
    const Kind kind = m_values.kind(id);
    if (kind == Kind::Persistent && storageReference(m_values, id)) return Shape::Storage;
    if (kind == Kind::Object) return objectShape(id);
    if (kind != Kind::Symbol) return kShapes[kind];
    switch (symbolMeaning(id)) {
        case Meaning::DType:
        case Meaning::QuantizationScheme:
        case Meaning::MemoryFormat:
        case Meaning::Layout: return Shape::Word;
        default: return Shape::Type;
    }
}

Shape Artifact::objectShape(ValueId object) const noexcept {
    for (int depth = 0; depth < kMaxWrapping; ++depth) {
        const auto given = arguments(object);
        switch (meaning(object)) {
            case Meaning::LoadFromBytes: return innerBytes(object).valid() ? Shape::Storage : Shape::Object;
            case Meaning::GetLayout:
            case Meaning::Device: return word(object).empty() ? Shape::Object : Shape::Word;
            case Meaning::Size: return given.size() == 1 && m_values.is(given[0], Kind::Tuple) ? Shape::Tuple : Shape::Object;
            case Meaning::Complex:
                return given.size() == 2 && m_values.is(given[0], Kind::Double) && m_values.is(given[1], Kind::Double)
                           ? Shape::Complex
                           : Shape::Object;
            case Meaning::RebuildFromType:
                return !given.empty() && isRebuild(symbolMeaning(given[0])) ? Shape::Tensor : Shape::Object;
            case Meaning::TensorClass:
                if (given.empty() || !m_values.is(given[0], Kind::Object)) return Shape::Object;
                object = given[0];
                break;
            default: return isRebuild(meaning(object)) ? Shape::Tensor : Shape::Object;
        }
    }
    return Shape::Object;
}

std::string Artifact::word(ValueId id) const {
    if (m_values.is(id, Kind::Symbol)) return shortened(m_values.symbol(id).qualified());
    const auto given = arguments(id);
    if (given.empty() || !m_values.is(given[0], Kind::String)) return {};
    std::string text = shortened(m_values.text(given[0]));
    if (given.size() > 1 && m_values.is(given[1], Kind::Int)) text += ":" + std::to_string(m_values.integer(given[1]));
    return text;
}

std::string Artifact::typeName(ValueId id) const {
    static constexpr EnumTable<Shape::Object> kNames({"NoneType", "bool", "int", "int", "float", "complex", "str", "bytes", "tuple",
                                                      "list", "dict", "set", "Tensor", "Storage", "", "type", "object"});
    const Shape known = shape(id);
    switch (known) {
        case Shape::Tuple: return m_values.is(id, Kind::Object) ? "torch.Size" : "tuple";
        case Shape::Dict: {
            const Symbol* own = m_values.containerClass(id);
            return own == nullptr ? "dict" : own->name;
        }
        case Shape::Set: return m_values.frozen(id) ? "frozenset" : "set";
        case Shape::Tensor: return tensorTypeName(*this, id);
        case Shape::Storage: {
            const auto reference = m_values.is(id, Kind::Persistent) ? storageReference(m_values, id) : std::nullopt;
            return reference ? shortened(reference->typeName) : "Storage";
        }
        case Shape::Word: {
            const Meaning meant = m_values.is(id, Kind::Symbol) ? symbolMeaning(id) : meaning(id);
            if (meant == Meaning::DType) return "torch.dtype";
            if (meant == Meaning::Device) return "torch.device";
            if (meant == Meaning::QuantizationScheme) return "torch.qscheme";
            return meant == Meaning::MemoryFormat ? "torch.memory_format" : "torch.layout";
        }
        case Shape::Object: {
            if (!m_values.is(id, Kind::Object)) return "persistent reference";
            const ValueId made = classOf(id);
            return made.valid() ? escaped(m_values.symbol(made).qualified()) : "object";
        }
        default: return std::string(kNames[known]);
    }
}

std::string Artifact::text(ValueId id) const {
    switch (shape(id)) {
        case Shape::None: return "None";
        case Shape::Bool: return m_values.boolean(id) ? "True" : "False";
        case Shape::Int: return std::to_string(m_values.integer(id));
        case Shape::BigInt: return shortened(m_values.bigInt(id));
        case Shape::Double: return shortest(m_values.number(id));
        case Shape::Complex: {
            const auto parts = arguments(id);
            const std::string imaginary = shortest(m_values.number(parts[1]));
            return "(" + shortest(m_values.number(parts[0])) + (imaginary.starts_with('-') ? "" : "+") + imaginary + "j)";
        }
        case Shape::String: return "\"" + shortened(m_values.text(id)) + "\"";
        case Shape::Bytes: return "b\"" + shortened(m_values.text(id)) + "\"";
        case Shape::Tensor:
        case Shape::Storage: {
            const tensor::Tensor shown = readTensor(*this, id);
            return tensor::typeAndShapeText(shown.type, shown.shape);
        }
        case Shape::Word: return word(id);
        case Shape::Type: return escaped(m_values.symbol(id).qualified());
        case Shape::Tuple:
        case Shape::List:
        case Shape::Dict:
        case Shape::Set: return withCount(typeName(id), childCount(id));
        case Shape::Object: return "opaque Python object " + typeName(id);
    }
    return {};
}

std::optional<tensor::Tensor> Artifact::tensor(ValueId id) const {
    const Shape known = shape(id);
    if (known != Shape::Tensor && known != Shape::Storage) return std::nullopt;
    return readTensor(*this, id);
}

tensor::Value Artifact::leaf(ValueId id) const {
    switch (shape(id)) {
        case Shape::None: return tensor::None{};
        case Shape::Bool: return m_values.boolean(id);
        case Shape::Int: return m_values.integer(id);
        case Shape::Double: return m_values.number(id);
        case Shape::String: return repairedUtf8(m_values.text(id));
        case Shape::BigInt: return m_values.bigInt(id);
        case Shape::Tensor:
        case Shape::Storage: return readTensor(*this, id);
        default: return text(id);
    }
}

ValueId Artifact::find(std::string_view key) const noexcept {
    const auto hit = std::lower_bound(m_keys.begin(), m_keys.end(), key, [this](const Key& known, std::string_view wanted) {
        return m_values.text(known.key) < wanted;
    });
    return hit != m_keys.end() && m_values.text(hit->key) == key ? hit->value : ValueId();
}

}  // namespace etscope::pickle
