#include "delegates/flat_fields.h"

#include <algorithm>

#include "delegates/flat_image.h"

namespace etscope::delegates {
namespace {

using graph::Argument;
using reflection::BaseType;

std::string_view lastPart(std::string_view name) noexcept {
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

template <class T>
T loadAt(const std::uint8_t* at) noexcept {
    return flatbuffers::ReadScalar<T>(at);
}

/// The integer of that type at an address inside the table.
std::int64_t integerAt(BaseType type, const std::uint8_t* at) noexcept {
    switch (type) {
        case BaseType::Bool:
        case BaseType::UType:
        case BaseType::UByte: return loadAt<std::uint8_t>(at);
        case BaseType::Byte: return loadAt<std::int8_t>(at);
        case BaseType::Short: return loadAt<std::int16_t>(at);
        case BaseType::UShort: return loadAt<std::uint16_t>(at);
        case BaseType::Int: return loadAt<std::int32_t>(at);
        case BaseType::UInt: return loadAt<std::uint32_t>(at);
        case BaseType::Long: return loadAt<std::int64_t>(at);
        case BaseType::ULong: return static_cast<std::int64_t>(loadAt<std::uint64_t>(at));
        default: return 0;
    }
}

double numberAt(BaseType type, const std::uint8_t* at) noexcept {
    return type == BaseType::Float ? double{loadAt<float>(at)} : loadAt<double>(at);
}

bool isNumber(BaseType type) noexcept { return type == BaseType::Float || type == BaseType::Double; }

/// Elements of a vector of numbers.
template <class T>
std::vector<Argument> items(SlotGraph& graph, const FieldView& field) {
    std::vector<Argument> out;
    for (const T value : *field.as<flatbuffers::Vector<T>>()) {
        if constexpr (std::is_floating_point_v<T>)
            out.push_back(graph.number(double{value}));
        else
            out.push_back(graph.integer(static_cast<std::int64_t>(value)));
    }
    return out;
}

std::vector<Argument> vectorItems(SlotGraph& graph, const FieldView& field) {
    switch (field.element) {
        case BaseType::Bool:
        case BaseType::UByte: return items<std::uint8_t>(graph, field);
        case BaseType::Byte: return items<std::int8_t>(graph, field);
        case BaseType::Short: return items<std::int16_t>(graph, field);
        case BaseType::UShort: return items<std::uint16_t>(graph, field);
        case BaseType::Int: return items<std::int32_t>(graph, field);
        case BaseType::UInt: return items<std::uint32_t>(graph, field);
        case BaseType::Long: return items<std::int64_t>(graph, field);
        case BaseType::ULong: return items<std::uint64_t>(graph, field);
        case BaseType::Float: return items<float>(graph, field);
        case BaseType::Double: return items<double>(graph, field);
        case BaseType::String: {
            std::vector<Argument> out;
            for (const auto* text : *field.as<flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>>())
                out.push_back(graph.text(textOf(text)));
            return out;
        }
        default: return {};
    }
}

}  // namespace

std::string_view FieldView::objectName() const noexcept {
    return object == nullptr ? std::string_view{} : lastPart(textOf(object->name()));
}

FieldSchema::Member FieldSchema::member(std::string_view unionName, std::int64_t code) const {
    for (const reflection::Enum* words : *m_schema->enums()) {
        if (lastPart(textOf(words->name())) != unionName) continue;
        for (const reflection::EnumVal* value : *words->values()) {
            if (value->value() != code) continue;
            const reflection::Type* type = value->union_type();
            const bool hasObject = type != nullptr && type->base_type() == BaseType::Obj && type->index() >= 0;
            const auto index = static_cast<flatbuffers::uoffset_t>(hasObject ? type->index() : 0);
            return {textOf(value->name()), hasObject ? m_schema->objects()->Get(index) : nullptr};
        }
    }
    return {};
}

std::string FieldSchema::word(const reflection::Enum& words, std::int64_t code) {
    for (const reflection::EnumVal* value : *words.values())
        if (value->value() == code) return std::string(textOf(value->name()));
    return std::to_string(code);
}

const reflection::Object* FieldSchema::object(std::string_view fullName) const {
    for (const reflection::Object* object : *m_schema->objects())
        if (textOf(object->name()) == fullName) return object;
    return nullptr;
}

std::vector<FieldView> FieldSchema::fields(const reflection::Object& object, const void* table) const {
    std::vector<const reflection::Field*> ordered(object.fields()->begin(), object.fields()->end());
    std::ranges::sort(ordered, {}, [](const reflection::Field* field) { return field->id(); });
    const auto* start = static_cast<const std::uint8_t*>(table);
    std::vector<FieldView> out;
    for (const reflection::Field* field : ordered) {
        const BaseType type = field->type()->base_type();
        if (type == BaseType::UType || type == BaseType::Union) continue;
        FieldView view;
        view.name = textOf(field->name());
        view.type = type;
        view.element = field->type()->element();
        const std::int32_t index = field->type()->index();
        const bool ofObject = type == BaseType::Obj || (type == BaseType::Vector && view.element == BaseType::Obj);
        if (index >= 0 && ofObject) view.object = m_schema->objects()->Get(static_cast<flatbuffers::uoffset_t>(index));
        if (index >= 0 && !ofObject) view.words = m_schema->enums()->Get(static_cast<flatbuffers::uoffset_t>(index));
        const std::uint8_t* at = object.is_struct() ? start + field->offset()
                                                    : static_cast<const flatbuffers::Table*>(table)->GetAddressOf(field->offset());
        view.present = at != nullptr;
        if (view.isInteger())
            view.integer = at != nullptr ? integerAt(type, at) : field->default_integer();
        else if (isNumber(type))
            view.number = at != nullptr ? numberAt(type, at) : field->default_real();
        else if (at != nullptr)
            view.data =
                type == BaseType::Obj && view.object->is_struct() ? at : at + flatbuffers::ReadScalar<flatbuffers::uoffset_t>(at);
        if (field->optional() && !view.present) view.type = BaseType::None;
        out.push_back(view);
    }
    return out;
}

Argument plainArgument(SlotGraph& graph, const FieldView& field, ElementBudget& budget) {
    if (field.type == BaseType::Bool) return graph.boolean(field.integer != 0);
    if (field.isInteger() && field.words != nullptr) return graph.text(FieldSchema::word(*field.words, field.integer));
    if (field.isInteger()) return graph.integer(field.integer);
    if (isNumber(field.type)) return graph.number(field.number);
    if (field.data == nullptr) return {};
    if (field.type == BaseType::String) return graph.text(textOf(field.as<flatbuffers::String>()));
    if (field.type != BaseType::Vector) return graph.word(graph::ArgumentKind::Object, field.objectName());
    if (!budget.take(field.as<flatbuffers::Vector<std::uint8_t>>()->size())) return {};
    const std::vector<Argument> values = vectorItems(graph, field);
    return graph.list(values);
}

}  // namespace etscope::delegates
