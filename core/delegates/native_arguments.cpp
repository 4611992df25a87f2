#include "base/limits.h"
#include "delegates/native_graph.h"

namespace etscope::delegates {
namespace {

namespace native_graph_fb = schema::native_graph;
using graph::Argument;
using graph::ArgumentKind;

}  // namespace

Argument NativeMethodReader::listOf(const std::vector<Argument>& items) { return Argument(m_builder.addListItems(items)); }

Argument NativeMethodReader::argument(const native_graph_fb::Argument* file, Scope& scope, graph::NodeId owner, int depth,
                                      std::string_view name) {
    if (file == nullptr || file->value() == nullptr) return {};
    switch (file->value_type()) {
        case native_graph_fb::ArgumentValue::TensorArg: return reference(textOf(file->value_as_TensorArg()->name()), scope);
        case native_graph_fb::ArgumentValue::NoneArg: return {};
        case native_graph_fb::ArgumentValue::IntArg: {
            const std::string_view ref = textOf(file->value_as_IntArg()->ref());
            return ref.empty() ? Argument(ArgumentKind::Int, file->value_as_IntArg()->value()) : reference(ref, scope);
        }
        case native_graph_fb::ArgumentValue::FloatArg: {
            const std::string_view ref = textOf(file->value_as_FloatArg()->ref());
            return ref.empty() ? Argument(file->value_as_FloatArg()->value()) : reference(ref, scope);
        }
        case native_graph_fb::ArgumentValue::BoolArg: {
            const std::string_view ref = textOf(file->value_as_BoolArg()->ref());
            return ref.empty() ? Argument(ArgumentKind::Bool, std::int64_t{file->value_as_BoolArg()->value()})
                               : reference(ref, scope);
        }
        case native_graph_fb::ArgumentValue::StringArg:
            return {ArgumentKind::String, m_builder.intern(textOf(file->value_as_StringArg()->value())).index()};
        case native_graph_fb::ArgumentValue::ScalarTypeArg:
            return {ArgumentKind::DType, static_cast<std::int64_t>(nativeScalarType(file->value_as_ScalarTypeArg()->value()))};
        case native_graph_fb::ArgumentValue::IntListArg:
        case native_graph_fb::ArgumentValue::FloatListArg:
        case native_graph_fb::ArgumentValue::BoolListArg: return numberList(*file, scope);
        case native_graph_fb::ArgumentValue::TensorListArg:
        case native_graph_fb::ArgumentValue::OptionalTensorListArg: return tensorList(file->value_type(), file->value(), scope);
        case native_graph_fb::ArgumentValue::GraphArg: return nestedGraph(*file->value_as_GraphArg(), owner, depth, name);
        default: return {ArgumentKind::Unknown, m_builder.intern(std::to_string(static_cast<int>(file->value_type()))).index()};
    }
}

Argument NativeMethodReader::numberList(const native_graph_fb::Argument& file, Scope& scope) {
    std::vector<Argument> items;
    if (const native_graph_fb::IntListArg* list = file.value_as_IntListArg()) {
        const std::size_t refs = countOf(list->refs());
        if (!m_budget.take(countOf(list->values()) + refs)) return {};
        for (std::uint32_t i = 0; i < countOf(list->values()); ++i) {
            const std::string_view ref = i < refs ? textOf(list->refs()->Get(i)) : std::string_view{};
            items.push_back(ref.empty() ? Argument(ArgumentKind::Int, list->values()->Get(i)) : reference(ref, scope));
        }
    } else if (const native_graph_fb::FloatListArg* floats = file.value_as_FloatListArg()) {
        if (!m_budget.take(countOf(floats->values()))) return {};
        for (std::uint32_t i = 0; i < countOf(floats->values()); ++i) items.emplace_back(floats->values()->Get(i));
    } else if (const native_graph_fb::BoolListArg* bools = file.value_as_BoolListArg()) {
        if (!m_budget.take(countOf(bools->values()))) return {};
        for (std::uint32_t i = 0; i < countOf(bools->values()); ++i)
            items.emplace_back(ArgumentKind::Bool, std::int64_t{bools->values()->Get(i) != 0});
    }
    return listOf(items);
}

Argument NativeMethodReader::tensorList(native_graph_fb::ArgumentValue kind, const void* table, Scope& scope) {
    std::vector<Argument> items;
    const bool optional = kind == native_graph_fb::ArgumentValue::OptionalTensorListArg;
    const auto* maybe = static_cast<const native_graph_fb::OptionalTensorListArg*>(optional ? table : nullptr);
    const auto* plain = static_cast<const native_graph_fb::TensorListArg*>(optional ? nullptr : table);
    const auto* names = optional ? maybe->names() : plain->names();
    if (names == nullptr || !m_budget.take(names->size())) return listOf(items);
    for (std::uint32_t i = 0; i < names->size(); ++i) {
        const bool absent = optional && i < countOf(maybe->has_value()) && maybe->has_value()->Get(i) == 0;
        items.push_back(absent ? Argument{} : reference(textOf(names->Get(i)), scope));
    }
    return listOf(items);
}

Argument NativeMethodReader::nestedGraph(const native_graph_fb::GraphArg& file, graph::NodeId owner, int depth,
                                         std::string_view name) {
    if (file.graph() == nullptr || depth >= limits::kMaxGraphDepth || m_budget.spent() || !m_budget.take(1)) return {};
    graph::Graph made;
    made.name = m_builder.intern(textOf(file.name()));
    made.owner = owner;
    made.argument = name.empty() ? made.name : m_builder.intern(name);
    Scope scope;
    scope.graph = m_builder.addGraph(std::move(made));
    static_cast<void>(readGraph(*file.graph(), scope, depth + 1));
    return {ArgumentKind::Graph, scope.graph.index()};
}

}  // namespace etscope::delegates
