// SignatureReader: what the inputs and outputs of a program mean (parameter, buffer, user input, mutation, …), joined to the
// graph by name. Internal to core/exported.
#pragma once

#include <vector>

#include "exported/read_state.h"
#include "graph/graph_model.h"

namespace etscope::exported {

class SignatureReader {
public:
    explicit SignatureReader(ReadState& state) : m_state(state) {}

    /// Reads the next value, a GraphSignature.
    void read();
    /// Writes kinds and targets into the inputs and outputs of `graph`, which has been read.
    void apply(graph::GraphId graph);

private:
    struct Spec {
        graph::StringId word;  ///< of its kind
        graph::StringId name;  ///< of the value, or of a constant input
        graph::StringId target;
        std::int8_t persistent = -1;
    };
    void readSpecs(std::vector<Spec>& into);
    void readSpec(Spec& spec);
    void readSpecFields(Spec& spec);
    graph::StringId readArgumentName();
    template <class Port, class NameOf>
    std::vector<const Spec*> join(const std::vector<Spec>& specs, const std::vector<Port>& ports, NameOf nameOf);

    ReadState& m_state;
    std::vector<Spec> m_inputs;
    std::vector<Spec> m_outputs;
    bool m_present = false;
};

}  // namespace etscope::exported
