// Reading programs in tests: the outcome with its diagnostics, and small graphs around one node.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "exported/program.h"
#include "support/bytes.h"
#include "support/program_json.h"

namespace etscope::test {

struct ReadProgram {
    std::shared_ptr<const exported::Program> program;  ///< null: `error` says why
    Error error;
    Diagnostics diagnostics;

    const graph::GraphModel& graph() const { return *program->graph; }
    std::string text(graph::StringId id) const { return std::string(graph().text(id)); }
    const graph::Node& node(std::size_t i) const { return graph().node(graph().top().nodes.at(i)); }
    const graph::Argument& argument(std::size_t nodeIndex, std::size_t i) const { return graph().arguments(node(nodeIndex))[i]; }
};

inline ReadProgram readProgram(const ByteRange& json) {
    ReadProgram read;
    auto program = exported::Program::read(json, read.diagnostics, {});
    if (program)
        read.program = *program;
    else
        read.error = program.error();
    return read;
}
inline ReadProgram readProgram(std::string_view json) { return readProgram(inMemory(json, "program.json")); }

/// A program whose only node takes this argument (the JSON of an Argument union).
inline std::string programWithArgument(std::string_view argument) {
    ProgramSpec spec;
    spec.nodes = R"([{"name":"aten_add_tensor","target":"op","inputs":[{"name":"a","arg":)" + std::string(argument) +
                 R"(}],"outputs":[{"as_tensor":{"name":"aten_add_tensor"}}],"metadata":{}}])";
    return programJson(spec);
}
/// A program with these nodes (a JSON list).
inline std::string programWithNodes(std::string_view nodes) {
    ProgramSpec spec;
    spec.nodes = nodes;
    return programJson(spec);
}

/// An argument as text, nested lists included: "[1, x, None]".
inline std::string shown(const graph::GraphModel& model, const graph::Argument& argument) {
    using graph::ArgumentKind;
    const std::string text(argument.kind == ArgumentKind::Value ? model.text(model.value(argument.value()).id)
                                                                : std::string_view{});
    switch (argument.kind) {
        case ArgumentKind::None: return "None";
        case ArgumentKind::Value: return "%" + text;
        case ArgumentKind::UnresolvedName: return "?" + std::string(model.text(argument.text()));
        case ArgumentKind::Int: return std::to_string(argument.integer);
        case ArgumentKind::Float: return "float " + std::to_string(argument.number);
        case ArgumentKind::Bool: return argument.integer != 0 ? "True" : "False";
        case ArgumentKind::String: return "'" + std::string(model.text(argument.text())) + "'";
        case ArgumentKind::DType: return "dtype " + std::to_string(argument.integer);
        case ArgumentKind::Device: return "device " + std::string(model.text(argument.text()));
        case ArgumentKind::Layout: return "layout " + std::string(model.text(argument.text()));
        case ArgumentKind::MemoryFormat: return "format " + std::string(model.text(argument.text()));
        case ArgumentKind::Symbol: return "symbol " + std::string(model.text(argument.text()));
        case ArgumentKind::Graph: return "graph " + std::string(model.text(model.graph(argument.graph()).name));
        case ArgumentKind::Object: return "object " + std::string(model.text(argument.text()));
        case ArgumentKind::Operator: return "operator " + std::string(model.text(argument.text()));
        case ArgumentKind::Number: return "number " + std::string(model.text(argument.text()));
        case ArgumentKind::Unknown: return "unknown " + std::string(model.text(argument.text()));
        case ArgumentKind::List: break;
    }
    std::string list;
    for (const graph::Argument& item : model.listItems(argument)) {
        if (!list.empty()) list += ", ";
        if (item.name.valid()) list += std::string(model.text(item.name)) + "=";
        list += shown(model, item);
    }
    return "[" + list + "]";
}

}  // namespace etscope::test
