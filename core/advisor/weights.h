// Weights of a recorded graph that can be kept narrow: constants that an operator multiplies with, or takes rows of. Any thread.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "advisor/held_weights.h"
#include "advisor/pt2e.h"
#include "advisor/schemes.h"
#include "evaluate/prepared_graph.h"

namespace etscope::advisor {

/// An argument of a node of the top graph.
struct Place {
    graph::NodeId node;
    std::size_t argument = 0;
};

struct Weight {
    std::string name;    ///< of the constant: "layers.0.attention.wq.weight"
    std::string module;  ///< path of the module that takes it: "layers.0.attention.wq"; empty: not told
    std::string table;   ///< of a matrix that is a table, too: path of the module that takes rows of it
    OperatorKind kind = OperatorKind::Linear;
    ScalarType type = ScalarType::F32;
    std::int64_t channels = 0, inputs = 0;  ///< rows that may have scales of their own, elements of each
    bool turned = false;                    ///< its first axis are the inputs
    std::size_t axes = 2;                   ///< of the constant
    std::int64_t places = 1;                ///< of a convolution's kernel: each has rows of its own, as torchao has it
    std::vector<Place> readers;             ///< where the constant itself is taken
    std::vector<Place> operands;            ///< what it is multiplied with
    std::vector<graph::NodeId> operators;
    std::vector<Site> sites;   ///< one for each operator where PT2E's quantizer takes all of them, else none
    std::size_t position = 0;  ///< of the first reader in the graph
    std::shared_ptr<Held> held;  ///< the graph makes it of codes; then it is an inner value, and as it is it is narrow
    /// Another export's, in the same layout: what the scheme "today" puts in its place.
    std::shared_ptr<const Held> today;
    std::uint64_t bytes() const noexcept {
        if (held) return held->bytes;
        return static_cast<std::uint64_t>(channels) * static_cast<std::uint64_t>(inputs) * itemSize(type);
    }
    std::uint64_t bytesIn(const Scheme& scheme) const noexcept;
    /// The scheme that leaves it as the graph has it.
    const Scheme& asItIs() const noexcept;
    /// Whether it can be kept so, by the recipe too.
    bool takes(const Scheme& scheme) const noexcept;
};

/// In the order of the graph. Weights that several kinds of operators take in different layouts are left out.
std::vector<Weight> weightsOf(const evaluate::PreparedGraph& graph);

/// Schemes by place in the list of weights; nullptr: as it is.
using Choice = std::vector<const Scheme*>;

/// Computes as if weights were kept so. Keeps references to the weights and the calibration.
class Narrowing final : public evaluate::Probe {
public:
    /// `plan`: of the sites of weights with calibrated schemes; the calibration has ends of all of it.
    Narrowing(const std::vector<Weight>& weights, const Choice& choice, const StaticPlan& plan, const Calibration& calibration);
    Result<evaluate::Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                     const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override;

private:
    struct Change {
        std::size_t argument = 0;
        const Weight* weight = nullptr;  ///< nullptr: an operand
        const Scheme* scheme = nullptr;               ///< of a weight
        const Parameters* ends = nullptr;             ///< of a calibrated operand; nullptr: those of each row
        const std::vector<float>* factors = nullptr;  ///< of the batch norm that is folded into the weight
        bool rows = false;                            ///< what is changed are rows of the weight
    };
    void add(const Weight& weight, const Scheme& scheme, const Calibration& calibration);
    static Result<void> narrowWeight(const evaluate::Context& context, const Change& change, ScalarType type, std::span<float> rows);
    static Result<void> narrowValues(const evaluate::Context& context, const Change& change, const evaluate::Array& array,
                                     std::span<float> values);
    static Result<void> putToday(const evaluate::Context& context, const Change& change, std::span<float> rows);
    static float factorOf(const Change& change, std::size_t element);
    Result<void> change(const evaluate::Context& context, const Change& change, evaluate::Value& value) const;

    std::map<graph::NodeId, std::vector<Change>> m_changes;
    std::map<graph::NodeId, Change> m_results;  ///< values that are in 8 bits with known ends
};

}  // namespace etscope::advisor
