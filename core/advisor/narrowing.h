// What a graph computes while weights of it are narrow: torchao's and PT2E's arithmetic in place of the recorded operators'. Rules:
// docs/FORMATS.md "Quantisation schemes". Any thread.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "advisor/weights.h"

namespace etscope::advisor {

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
        const Weight* weight = nullptr;         ///< nullptr: an operand
        const Scheme* scheme = nullptr;         ///< of a weight
        const Parameters* ends = nullptr;       ///< of a calibrated operand; nullptr: those of each row
        const Normalisation* folded = nullptr;  ///< the batch norm that is folded into the weight
        bool rows = false;                      ///< what is changed are rows of the weight
    };
    /// An operator that multiplies codes of 8 bits with codes of a weight.
    struct InCodes {
        const Weight* weight = nullptr;
        const Scheme* scheme = nullptr;
        std::size_t argument = 0;  ///< of the weight
        Parameters input, result;
        const Normalisation* folded = nullptr;  ///< the batch norm behind it that is in weight and bias; nullptr: none
    };
    /// Adds codes of 8 bits.
    struct Adding {
        Parameters left, right, result;
    };
    void add(const Weight& weight, const Scheme& scheme, const Calibration& calibration);
    void addInCodes(const Weight& weight, const Scheme& scheme, const StaticPlan& plan, const Calibration& calibration);
    /// As XNNPACK computes it: sums of integers, the bias among them, which are put into the 8 bits of the result once. Nothing: an
    /// argument is not what the recorded graph has.
    Result<std::optional<evaluate::Values>> computeInCodes(const evaluate::Scope& scope, graph::NodeId node,
                                                           const evaluate::Operator& op, const evaluate::Context& context,
                                                           const InCodes& how, std::vector<evaluate::NamedValue> arguments);
    /// As XNNPACK computes it: in whole numbers, with factors of 21 bits, halves rounded up. Nothing: it does not take such scales.
    static Result<std::optional<evaluate::Values>> computeSum(const evaluate::Operator& op, const evaluate::Context& context,
                                                              const Adding& how, std::vector<evaluate::NamedValue> arguments);
    static Result<void> narrowWeight(const evaluate::Context& context, const Change& change, ScalarType type,
                                     std::span<float> rows);
    static Result<void> narrowValues(const evaluate::Context& context, const Change& change, const evaluate::Array& array,
                                     std::span<float> values);
    static Result<void> putToday(const evaluate::Context& context, const Change& change, std::span<float> rows);
    static float factorOf(const Change& change, std::size_t element);
    Result<void> change(const evaluate::Context& context, const Change& change, evaluate::Value& value) const;

    std::map<graph::NodeId, std::vector<Change>> m_changes;
    std::map<graph::NodeId, InCodes> m_inCodes;  ///< those of calibrated schemes
    std::map<graph::NodeId, Adding> m_sums;
    std::map<graph::NodeId, Change> m_results;   ///< values that are in 8 bits with known ends
};

}  // namespace etscope::advisor
