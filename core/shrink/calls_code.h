// The calls of a graph as lines of Python: each node one statement, bodies of control flow as functions. Internal to core/shrink.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shrink/sketch.h"

namespace etscope::shrink {

class CallsCode {
public:
    /// Keeps references. `taken`: names that the code has already.
    CallsCode(const Sketch& sketch, std::set<std::string> taken)
        : m_sketch(sketch), m_model(*sketch.graph), m_taken(std::move(taken)) {}

    void setName(graph::ValueId value, std::string expression) { m_names[value] = std::move(expression); }
    /// What a value is called in the code. Errors: `shrink-no-code`.
    Result<std::string> name(graph::ValueId value) const;
    /// Lines of these nodes. Errors: the same.
    Result<void> add(const std::vector<graph::NodeId>& nodes, const std::string& indent);

    const std::vector<std::string>& lines() const& noexcept { return m_lines; }
    const std::vector<std::string>& lines() const&& = delete;
    /// Modules that the operators want imported.
    const std::set<std::string>& imports() const& noexcept { return m_imports; }
    const std::set<std::string>& imports() const&& = delete;

private:
    Result<void> addNode(graph::NodeId node, const std::string& indent);
    Result<void> addBody(graph::GraphId body, const std::string& function, const std::string& indent);
    Result<std::string> callText(const graph::Node& node, const std::string& indent);
    Result<std::string> argumentText(const graph::Argument& argument, const std::string& indent, bool isSize);
    /// Of an argument that follows from a tensor's sizes, which are others than the graph's; empty: it does not.
    Result<std::string> sizeText(const graph::Node& node, const graph::Argument& argument);
    Result<std::string> listText(const graph::Argument& list, const std::string& indent, bool isSize);
    std::string targetsText(const graph::Node& node);
    Result<std::string> callee(std::string_view target);

    const Sketch& m_sketch;
    const graph::GraphModel& m_model;
    std::set<std::string> m_taken, m_imports;
    std::map<graph::ValueId, std::string> m_names;
    std::vector<std::string> m_lines;
};

}  // namespace etscope::shrink
