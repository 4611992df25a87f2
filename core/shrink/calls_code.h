// The calls of a graph as lines of Python: each node one statement, bodies of control flow as functions. Internal to core/shrink.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shrink/plain_calls.h"
#include "shrink/sketch.h"

namespace etscope::shrink {

class CallsCode {
public:
    /// Keeps references. `taken`: names that the code has already.
    CallsCode(const Sketch& sketch, std::set<std::string> taken);

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
    /// Whether some call is of torch.ops.aten, as `aten`.
    bool usesAten() const noexcept { return m_usesAten; }

private:
    Result<void> addNode(graph::NodeId node, const std::string& indent);
    Result<void> pass(const graph::Node& node, graph::ValueId by);
    Result<void> addBody(graph::GraphId body, const std::string& function, const std::string& indent);
    /// A call in code, with its results.
    struct Call {
        std::string callee;
        std::vector<Word> words;
        bool single = false;  ///< it gives the first result alone
    };
    Result<Call> call(const graph::Node& node, const std::string& indent);
    Result<std::vector<Word>> words(const graph::Node& node, const std::string& indent);
    /// Nothing: the argument is not written.
    Result<std::optional<Word>> word(const graph::Node& node, const graph::Argument& argument, const std::string& indent);
    Result<std::optional<Word>> formatWord(const graph::Argument& argument) const;
    void use(const graph::Argument& argument);
    void use(const std::vector<graph::NodeId>& nodes);
    bool onlyFirst(const graph::Node& node) const;
    Result<std::string> argumentText(const graph::Argument& argument, const std::string& indent, bool isSize);
    /// Of an argument that follows from a tensor's sizes, which are others than the graph's; empty: it does not.
    Result<std::string> sizeText(const graph::Node& node, const graph::Argument& argument);
    Result<std::string> listText(const graph::Argument& list, const std::string& indent, bool isSize);
    std::string targetsText(const graph::Node& node, bool single);
    Result<std::string> callee(std::string_view target);

    const Sketch& m_sketch;
    const graph::GraphModel& m_model;
    std::set<std::string> m_taken, m_imports;
    std::set<graph::ValueId> m_used;  ///< that a call reads, or that the program gives
    bool m_usesAten = false;
    std::map<graph::ValueId, std::string> m_names;
    std::vector<std::string> m_lines;
};

}  // namespace etscope::shrink
