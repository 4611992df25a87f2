// The weights that operators of one graph take, with their schemes. Internal to core/findings. Any thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "delegates/delegates.h"
#include "findings/weight_schemes.h"
#include "graph/data_flow.h"

namespace etscope::findings {

/// A weight at the operator that takes it.
struct TakenWeight {
    graph::NodeId node;
    std::string name;  ///< of the constant: its target, else its id
    std::string op;
    std::string_view kind;
    WeightScheme scheme;
    std::uint64_t elements = 0;
    const inventory::QuantisedWeight* quantised = nullptr;
    std::optional<std::uint64_t> bytes;  ///< of the constant, and of the scales of rows that are several numbers to a byte
};

/// Of one stage: what is known of integers by the name of their constant.
using QuantisedByName = std::map<std::string_view, const inventory::QuantisedWeight*>;

class SchemeGraph {
public:
    /// `values`: of a delegate, how what is no constant stands for real numbers. Keeps references.
    SchemeGraph(const graph::GraphModel& model, const graph::DataFlow& flow, const QuantisedByName& quantised,
                const std::vector<delegates::ValueQuantization>& values);
    /// By operator, in the order of the graph; each weight of an operator once.
    std::vector<TakenWeight> weights() const;

private:
    struct Reached {
        graph::NodeId node;
        graph::ValueId value;  ///< as it is taken
    };
    std::vector<Reached> readersOf(graph::ValueId constant) const;
    void add(const graph::GraphInput& input, const Reached& reached, std::vector<TakenWeight>& found) const;
    bool isParameterOf(const Reached& reached) const;
    std::optional<WeightScheme> packedRows(graph::NodeId node, std::uint64_t elements) const;
    void addOperand(const Reached& reached, WeightScheme& scheme) const;
    void addQuantiser(graph::NodeId node, WeightScheme& scheme) const;
    graph::NodeId quantiserOf(graph::ValueId value) const;
    void addScaleBytes(graph::NodeId node, std::optional<std::uint64_t>& bytes) const;
    bool isConstant(graph::ValueId value) const;
    bool isChosen(graph::ValueId scale) const;
    std::string word(graph::NodeId node) const;
    const graph::Argument* argument(graph::NodeId node, std::string_view beginning) const;

    const graph::GraphModel& m_model;
    const graph::DataFlow& m_flow;
    const QuantisedByName& m_quantised;
    std::map<std::string_view, const delegates::Quantization*> m_values;  ///< by id
    std::vector<bool> m_constants;                                        ///< by value
};

}  // namespace etscope::findings
