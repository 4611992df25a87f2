#include "compare/output_changes.h"

#include <algorithm>
#include <map>

#include "compare/outputs.h"
#include "tensor/comparison.h"
#include "tensor/format.h"
#include "tensor/told_metrics.h"

namespace etscope::compare {
namespace {

using OutputKey = std::pair<std::string, std::int64_t>;  // method, output
using Cases = std::map<std::int64_t, OutputPair>;        // by case

/// Of the outputs of one side; runs that belong to no case have no counterpart.
Result<std::map<OutputKey, Cases>> outputsOf(const session::MethodView& method, const JobContext& job) {
    std::map<OutputKey, Cases> outputs;
    // Nothing that is made of it outlives the call.
    const std::shared_ptr<const session::Session> here(std::shared_ptr<const session::Session>(), &method.session);
    auto pairs = pairOutputs(here, job);
    if (pairs.cancelled()) return pairs.failure();
    if (!pairs) return outputs;
    for (OutputPair& pair : *pairs)
        if (pair.caseIndex && (method.name.empty() || pair.method == method.name))
            outputs[{pair.method, pair.output}].try_emplace(*pair.caseIndex, std::move(pair));
    return outputs;
}

/// What the export gives: what the runtime gave, where nobody ran it what the record says.
const tensor::Value* given(const OutputPair& pair, bool ran) {
    const auto& side = ran ? pair.runtime : pair.reference;
    return side ? &side->value : nullptr;
}

std::string typeOf(const tensor::Value& value) {
    const auto* tensor = std::get_if<tensor::Tensor>(&value);
    return tensor != nullptr ? tensor::typeAndShapeText(tensor->type, tensor->shape) : std::string("a value without axes");
}

/// Of all cases of an output; nothing: none has a reference and a value.
std::optional<Standing> standing(const Cases& cases, const JobContext& job) {
    Standing made;
    for (const auto& [number, pair] : cases) {
        if (!pair.reference || !pair.runtime) continue;
        ++made.compared;
        made.match += compareOutput(pair, {}, job).state == PairState::Match ? 1U : 0U;
    }
    return made.compared > 0 ? std::optional(made) : std::nullopt;
}

/// "3 of 3 cases match"
std::string standingText(const std::optional<Standing>& one) {
    return one ? std::to_string(one->match) + " of " + std::to_string(one->compared) + " cases match" : std::string();
}

class OutputChange {
public:
    OutputChange(const OutputKey& key, const Cases& left, const Cases& right, const JobContext& job)
        : m_left(left), m_right(right), m_job(job) {
        m_change.name = "output " + std::to_string(key.second);
        m_change.method = key.first;
        m_change.role = "output";
        m_change.output = key.second;
    }

    /// Nothing: they are the same.
    std::optional<ValueChange> take() && {
        const auto ran = [](const Cases& cases) {
            return std::ranges::any_of(cases, [](const auto& one) { return one.second.runtime.has_value(); });
        };
        m_ran = ran(m_left) && ran(m_right);
        for (const auto& [number, pair] : m_left)
            if (const auto hit = m_right.find(number); hit != m_right.end()) compareCase(number, pair, hit->second);
        if (m_different == 0) return std::nullopt;
        m_change.changes.push_back(
            {"values", "", std::to_string(m_different) + " of " + std::to_string(m_compared) + " cases differ"});
        m_change.before = standing(m_left, m_job);
        m_change.after = standing(m_right, m_job);
        if (m_change.before != m_change.after)
            m_change.changes.push_back({"against reference", standingText(m_change.before), standingText(m_change.after)});
        return std::move(m_change);
    }

private:
    void compareCase(std::int64_t number, const OutputPair& left, const OutputPair& right) {
        const tensor::Value *a = given(left, m_ran), *b = given(right, m_ran);
        if (a == nullptr || b == nullptr || m_job.cancelled()) return;
        if (const std::string before = typeOf(*a), after = typeOf(*b); before != after) {
            if (m_change.changes.empty()) m_change.changes.push_back({"value_type", before, after});
            ++m_compared;
            return differs(number, {});
        }
        OutputPair both = left;
        both.reference = m_ran ? left.runtime : left.reference;
        both.runtime = m_ran ? right.runtime : right.reference;
        OutputCompareOptions exact;
        exact.tolerance = {.rtol = 0, .atol = 0, .equalNan = true};
        const OutputComparison compared = compareOutput(both, exact, m_job);
        if (compared.state == PairState::Unreadable) return;
        ++m_compared;
        if (compared.state == PairState::Match) return;
        const bool measured = compared.result && compared.result->metrics;
        differs(number, measured ? tensor::toldMaximum(*compared.result->metrics) : std::nullopt);
    }

    void differs(std::int64_t number, std::optional<double> error) {
        ++m_different;
        if (!m_change.caseIndex || (error && error > m_change.maxAbs.value_or(-1))) m_change.caseIndex = number;
        if (error && (!m_change.maxAbs || *error > *m_change.maxAbs)) m_change.maxAbs = error;
    }

    const Cases &m_left, &m_right;
    const JobContext& m_job;
    ValueChange m_change;
    bool m_ran = false;  ///< both sides
    std::size_t m_compared = 0, m_different = 0;
};

}  // namespace

int standingChange(const ValueChange& change) noexcept {
    const auto &before = change.before, &after = change.after;
    if (!before || !after) return 0;
    const std::size_t was = before->match * after->compared, is = after->match * before->compared;
    return is < was ? -1 : is > was ? 1 : 0;
}

Result<std::vector<ValueChange>> outputChanges(const session::Session& left, const session::Session& right,
                                               const std::string& method, const JobContext& job) {
    const auto ours = outputsOf({left, method}, job), theirs = outputsOf({right, method}, job);
    if (!ours) return ours.failure();
    if (!theirs) return theirs.failure();
    std::vector<ValueChange> changes;
    const auto alone = [&](const OutputKey& key, ChangeState state) {
        changes.push_back({"output " + std::to_string(key.second), key.first, "output", state, {}, {}, {}, key.second});
    };
    for (const auto& [key, cases] : *ours) {
        if (job.cancelled()) return cancelledFailure();
        const auto hit = theirs->find(key);
        const bool both =
            std::ranges::any_of(*theirs, [&method = key.first](const auto& one) { return one.first.first == method; });
        if (hit == theirs->end() && both) alone(key, ChangeState::Removed);
        if (hit == theirs->end()) continue;
        if (auto change = OutputChange(key, cases, hit->second, job).take()) changes.push_back(*std::move(change));
    }
    for (const auto& [key, cases] : *theirs) {
        const bool both = std::ranges::any_of(*ours, [&method = key.first](const auto& one) { return one.first.first == method; });
        if (both && !ours->contains(key)) alone(key, ChangeState::Added);
    }
    if (job.cancelled()) return cancelledFailure();
    return changes;
}

}  // namespace etscope::compare
