// ArgumentReader: one Argument union of the program JSON → graph::Argument. Names are left unresolved (the value may come
// later in the text). Internal to core/exported.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "exported/read_state.h"
#include "graph/graph_model.h"

namespace etscope::exported {

/// A lowered module met in an argument: its JSON stays in the file.
struct LoweredText {
    TextSlice document;
    graph::StringId backend;  ///< invalid: not at the start of the text
};

class ArgumentReader {
public:
    /// `readGraph` reads a Graph object and returns its id, or an invalid one when graphs nest too deep.
    ArgumentReader(ReadState& state, std::function<graph::GraphId()> readGraph)
        : m_state(state), m_readGraph(std::move(readGraph)) {}

    struct Outcome {
        graph::Argument argument;
        graph::ValueKind valueKind = graph::ValueKind::Unknown;  ///< of the names in it, by the union's tag
        std::optional<LoweredText> lowered;
    };
    /// `graphsAllowed`: only node arguments may hold graphs.
    Outcome read(bool graphsAllowed);
    /// A record of the form {"name": …}: the name, or an invalid id.
    graph::StringId readName();

private:
    struct Form;
    void readForm(const Form& form, bool graphsAllowed, Outcome& outcome);
    void readList(const Form& form, int depth, graph::Argument& into);
    void readElement(const Form& form, graph::Argument& into);
    void readNumber(bool asFloat, graph::Argument& into);
    void readCode(const Form& form, graph::Argument& into);
    void readSymbolic(graph::Argument& into);
    bool readExpression(graph::Argument& into);
    void readOptional(graph::Argument& into);
    void readComplex(graph::Argument& into);
    void readGraph(graph::Argument& into);
    void readMap(bool graphsAllowed, Outcome& outcome);
    void readText(Outcome& outcome);
    void setText(graph::Argument& into, graph::ArgumentKind kind, graph::StringId text);
    void setDamaged(graph::Argument& into, const char* what);

    ReadState& m_state;
    std::function<graph::GraphId()> m_readGraph;
    int m_depth = 0;
};

}  // namespace etscope::exported
