// What goes along with a call that is played again: values that are kept, taken from a log, or moved by the errors of their nodes.
// One thread.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conversation/correction.h"
#include "evaluate/interpreter.h"
#include "gap/logged_results.h"

namespace etscope::conversation {

/// What the nodes of a call made beside what is computed of what each was given.
struct NodeErrors {
    std::map<std::string, Correction> values;       ///< by path
    std::map<std::string, std::int64_t> delegates;  ///< the instruction that gave the value, by path
    bool logged = false;                            ///< values inside the call were
};

/// Values of a call that was not told, kept as what its nodes should give; what is beyond 512 MiB is not.
class ExpectedValues final : public gap::ReferenceValues, public evaluate::Probe {
public:
    void take(const evaluate::Scope& scope, graph::NodeId node, graph::ValueId value, const evaluate::Value& given) override;
    std::optional<tensor::Value> ofNode(const std::string& path) const override;
    std::optional<tensor::Value> ofHandle(std::int64_t) const override { return std::nullopt; }
    std::vector<std::int64_t> handles() const override { return {}; }
    std::string source() const override { return {}; }

private:
    std::map<std::string, tensor::Tensor> m_values;
    std::uint64_t m_bytes = 0;
};

/// Goes on from what was logged, and takes note of what no rounding makes of what a node was given.
class Observing final : public evaluate::Probe {
public:
    /// `wrong`: instructions that call delegates whose results no rounding explains.
    Observing(const std::map<std::string, gap::LoggedResult>& logged, const std::set<std::int64_t>& wrong, NodeErrors& errors)
        : m_logged(logged), m_wrong(wrong), m_errors(errors) {}

    Result<evaluate::Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                     const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override;

private:
    std::optional<evaluate::Array> loggedAs(const std::string& path, const evaluate::Array& computed,
                                            const evaluate::Context& context) const;
    void takeActual(const std::string& path, bool off, const evaluate::Array& actual, evaluate::Array& array,
                    const evaluate::Context& context);

    const std::map<std::string, gap::LoggedResult>& m_logged;
    const std::set<std::int64_t>& m_wrong;
    NodeErrors& m_errors;
};

/// Puts the errors of nodes onto what is computed, but for those of `without`.
class Moved final : public evaluate::Probe {
public:
    Moved(const NodeErrors& errors, const std::set<std::string>* without) : m_errors(errors), m_without(without) {}

    Result<evaluate::Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                     const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override;

private:
    const NodeErrors& m_errors;
    const std::set<std::string>* m_without;
};

}  // namespace etscope::conversation
