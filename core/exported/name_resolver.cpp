#include "exported/name_resolver.h"

#include "base/escaped.h"

namespace etscope::exported {

using graph::Argument;
using graph::ArgumentKind;
using graph::NodeId;
using graph::ValueId;
using graph::ValueKind;

std::uint32_t& NameResolver::valueOf(graph::StringId name) {
    if (name.index() >= m_valueOf.size()) m_valueOf.resize(m_state.builder.model().strings().size(), kNone);
    return m_valueOf[name.index()];
}

void NameResolver::finding(Severity severity, std::string_view code, std::string_view name, const char* message) {
    if (!m_state.tells()) return;  // of a broken text: names may well be defined in the part that is missing
    m_state.diagnostics.add(severity, code, m_state.document.where(), "'" + escaped(name) + "' " + message);
}

void NameResolver::define(const std::vector<ValueId>& values) {
    for (const ValueId id : values) {
        const graph::StringId name = m_state.builder.value(id).id;
        if (!name.valid()) continue;
        std::uint32_t& known = valueOf(name);
        if (known == kNone)
            known = id.index();
        else
            finding(Severity::Warning, "value-defined-twice", m_state.builder.model().text(name),
                    "is the name of two values; the first one is used");
    }
}

void NameResolver::applyTypes(const std::vector<ValueId>& values, const std::vector<ValueType>& types) {
    for (const ValueType& type : types) {
        const std::uint32_t at = valueOf(type.name);
        if (at == kNone) continue;
        graph::Value& value = m_state.builder.value(ValueId(at));
        if (value.meta.valid() || value.expression.valid() || value.typeName.valid())
            finding(Severity::Warning, "json-duplicate-key", m_state.builder.model().text(type.name),
                    "has two types; the last one counts");
        value.kind = type.kind;
        value.meta = type.meta;
        value.expression = type.expression;
        value.typeName = type.typeName;
    }
    for (const ValueId id : values) {
        graph::Value& value = m_state.builder.value(id);
        if (!value.id.valid()) continue;
        if (const std::uint32_t first = valueOf(value.id); first != id.index()) {  // the tables have one type per name
            const graph::Value& known = m_state.builder.value(ValueId(first));
            value.kind = known.kind;
            value.meta = known.meta;
            value.expression = known.expression;
            value.typeName = known.typeName;
        } else if (value.kind == ValueKind::Tensor && !value.meta.valid()) {
            finding(Severity::Warning, "value-without-type", m_state.builder.model().text(value.id),
                    "is a tensor without an entry in tensor_values");
        }
    }
}

/// `user` is invalid for outputs of the graph, which may use every value.
void NameResolver::resolveArgument(Argument& argument, NodeId user) {
    if (argument.kind == ArgumentKind::List) {
        for (std::uint32_t i = 0; i < argument.items.count; ++i)
            resolveArgument(m_state.builder.allListItems()[argument.items.first + i], user);
        return;
    }
    const bool isObject = argument.kind == ArgumentKind::Object;
    if (argument.kind != ArgumentKind::UnresolvedName && !isObject) return;
    const std::uint32_t at = valueOf(argument.text());
    if (at == kNone) {
        if (!isObject)
            finding(Severity::Error, "value-undefined", m_state.builder.model().text(argument.text()),
                    "is used but no input or node defines it");
        return;
    }
    const NodeId producer = m_state.builder.value(ValueId(at)).producer;
    if (user.valid() && producer.valid() && producer >= user)
        finding(Severity::Error, "value-used-before-definition", m_state.builder.model().text(argument.text()),
                "is used by a node that comes before the one that defines it");
    argument.kind = ArgumentKind::Value;
    argument.id = at;
}

void NameResolver::nameNodes(graph::GraphId graph) {
    std::vector<graph::StringId> renamed;
    const auto& nodes = m_state.builder.graph(graph).nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        graph::Node& node = m_state.builder.node(nodes[i]);
        if (valueOf(node.id) == kNone) {
            valueOf(node.id) = nodes[i].index();
            renamed.push_back(node.id);
            continue;
        }
        const std::string_view name = m_state.builder.model().text(node.id);
        finding(Severity::Warning, "node-name-twice", name, "is the name of two nodes; the later one is shown with its position");
        node.id = m_state.intern(std::string(name) + "#" + std::to_string(i));
    }
    for (const graph::StringId name : renamed) valueOf(name) = kNone;
}

void NameResolver::resolve(graph::GraphId graph, const std::vector<ValueId>& values, const std::vector<ValueType>& types) {
    define(values);
    applyTypes(values, types);
    for (const NodeId id : m_state.builder.graph(graph).nodes) {
        const graph::Node node = m_state.builder.node(id);
        for (std::uint32_t i = 0; i < node.arguments.count; ++i) {
            if (node.delegate >= 0 && i == 0) continue;  // the lowered module's name is no value
            resolveArgument(m_state.builder.allArguments()[node.arguments.first + i], id);
        }
    }
    for (graph::GraphOutput& output : m_state.builder.graph(graph).outputs) resolveArgument(output.argument, {});
    for (graph::GraphInput& input : m_state.builder.graph(graph).inputs) resolveArgument(input.literal, {});
    for (const ValueId id : values)
        if (const graph::StringId name = m_state.builder.value(id).id; name.valid()) valueOf(name) = kNone;
    nameNodes(graph);
}

}  // namespace etscope::exported
