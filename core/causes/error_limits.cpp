#include "causes/error_limits.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "evaluate/operator_table.h"
#include "gap/closeness.h"
#include "gap/inherited.h"
#include "graph/data_flow.h"
#include "graph/roles.h"

namespace etscope::causes {
namespace {

using graph::NodeId;
using graph::ValueId;

/// The root of the sum of the squares of the calls' normal errors, which are independent of each other.
class NormalErrors {
public:
    /// Of the call alone, and of all up to it; nothing: none was judged yet.
    double own = 0;
    /// `rounding`: of a call that nothing judged, the sum of the squares of what its operators round at least.
    std::optional<double> with(const RowParts& parts, double rounding) {
        const evaluate::Judgement* judgement = parts.audit ? parts.audit->judgement() : nullptr;
        own = 0;
        if (judgement == nullptr) m_squares += rounding;
        if (judgement != nullptr) {
            m_known = true;
            const double share = judgement->units > 0 ? judgement->normal / judgement->units : 0;
            const double did = parts.introduced.value_or(0);
            if (std::isfinite(did)) m_squares += did * share * did * share;
            own = !std::isfinite(did) ? 0 : did * (parts.audit->wrong() ? share : std::max(1.0, share));
        }
        return m_known ? std::optional(std::sqrt(m_squares)) : std::nullopt;
    }

private:
    double m_squares = 0;
    bool m_known = false;
};

/// Of results of norm 1, each rounded once to the type that the graph gives it.
double squaredRounding(const graph::GraphModel& model, const gap::GapRow& row) {
    double squares = 0;
    for (const std::string& path : row.nodes) {
        const NodeId node = model.findNode(path);
        if (!node.valid()) continue;
        double most = 0;
        for (const graph::OutputSlot& slot : model.outputs(model.node(node)))
            for (const ValueId value : model.values(slot)) {
                const graph::MetaId meta = model.value(value).meta;
                const auto type = meta.valid() ? model.meta(meta).type : std::nullopt;
                if (type && isFloating(*type)) most = std::max(most, gap::roundingOf(*type, 1.0));
            }
        squares += most * most;
    }
    return squares;
}

bool isJudged(const RowParts& parts) { return parts.audit && parts.audit->judgement() != nullptr; }

/// Outside the tolerance of its own type, and within what a few roundings of the half type that it was read in come to: a widened
/// value is as sure as the half one, whatever its own type. Where nobody judged the call, nothing tells then.
bool isOfHalves(const graph::GraphModel& model, const graph::DataFlow& flow, const gap::GapRow& row, const RowParts& parts) {
    constexpr double kRoundings = 16;
    if (!row.diverges || isJudged(parts) || parts.differs || parts.constant.value_or(0) > 0) return false;
    double rounding = 0;
    for (const std::string& path : row.nodes) {
        const NodeId node = model.findNode(path);
        if (!node.valid()) continue;
        for (const ValueId value : flow.inputs(node)) {
            const graph::MetaId meta = model.value(value).meta;
            const auto type = meta.valid() ? model.meta(meta).type : std::nullopt;
            if (type == ScalarType::F16 || type == ScalarType::BF16) rounding = std::max(rounding, gap::roundingOf(*type, 1.0));
        }
    }
    return row.error <= kRoundings * rounding;
}

/// What rounds to few bits: how far a value that goes through it moves is a step, or none.
bool quantises(const graph::GraphModel& model, NodeId node) {
    return model.text(model.node(node).target).find("quantize") != std::string_view::npos;
}

/// What the call, or a constant of it, did is known to be wrong, and by more than what it read.
bool isAtFault(const RowParts& parts) {
    const bool wrong = parts.differs || parts.constant.value_or(0) > 0 || (parts.audit && parts.audit->wrong());
    return wrong && (!parts.inherited || parts.introduced.value_or(HUGE_VAL) + parts.constant.value_or(0) > *parts.inherited);
}

/// What of the inherited error rounding explains: as much of it as its inputs are within their limits. Where they are exact, each
/// side's own rounding.
double explained(const gap::GapRow& row, const RowParts& parts, const gap::Brought& fed) {
    if (!parts.inherited || !std::isfinite(*parts.inherited) || parts.constant.value_or(0) > 0 || parts.differs) return 0;
    if (fed.error == 0) return std::min(*parts.inherited, 2 * gap::roundingOf(row.value->type, 1.0));
    return *parts.inherited / std::max(1.0, fed.excess);
}

}  // namespace

void addLimits(const graph::GraphModel& model, const replay::InstructionNodes* kernels, const gap::GapTable& table,
               const Begun& begun, std::vector<RowParts>& parts) {
    constexpr double kSlack = 1 + 1e-6;  // the same distance, summed another way
    const std::vector<gap::GapRow>& rows = table.rows;
    std::vector<double> own(rows.size());
    NormalErrors normal;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (rows[r].tap) continue;
        const auto all = normal.with(parts[r], squaredRounding(model, rows[r]));
        own[r] = normal.own;
        // Each element rounded once, at least: what was exact so far may not stay so.
        if (all && rows[r].value) parts[r].limit = std::max(*all, gap::roundingOf(rows[r].value->type, 1.0));
    }
    const gap::Brought unknown{HUGE_VAL, HUGE_VAL, false, false};
    const auto written = graph::writtenBuffers(model);
    std::map<ValueId, gap::Brought> sources;
    for (const graph::GraphInput& input : model.top().inputs) {
        const std::string_view target = model.text(input.target);
        const auto buffer = begun.buffers.find(std::string(target));
        if (graph::isUser(input.kind))
            sources[input.value] = table.sameInputs ? gap::Brought() : unknown;
        else if (written.contains(target))
            sources[input.value] = buffer == begun.buffers.end()
                                       ? unknown
                                       : gap::Brought{buffer->second.error, buffer->second.excess, false, buffer->second.untold};
    }
    const auto limitOf = [&](std::size_t row, const gap::Brought& fed) {
        return std::max(*parts[row].limit, kSlack * (own[row] + explained(rows[row], parts[row], fed)));
    };
    std::vector<gap::Brought> brought(rows.size());
    std::set<std::int64_t> right, wrong;
    for (std::size_t r = 0; r < rows.size(); ++r)
        if (const RowParts& one = parts[r]; isJudged(one) && !rows[r].tap)
            (one.audit->wrong() ? wrong : right).insert(one.audit->instruction);
    gap::walkRows(
        model, rows, brought,
        [&](ValueId value) {
            const auto known = sources.find(value);
            return known == sources.end() ? gap::Brought() : known->second;
        },
        [&](std::size_t row) {
            gap::Brought& fed = brought[row];
            const bool ofSteps = rows[row].runtime == "DELEGATE_CALL" &&
                                 (begun.otherNumbers || std::ranges::any_of(rows[row].nodes, [&](const std::string& path) {
                                      const NodeId node = model.findNode(path);
                                      return node.valid() && quantises(model, node);
                                  }));
            fed.undefined = fed.undefined || ofSteps;
            const double error = rows[row].error;
            if (fed.undefined && error > 0)
                return gap::Brought{error, 0, fed.open, !parts[row].limit || error > std::max(*parts[row].limit, own[row])};
            const bool known = parts[row].limit && !(parts[row].audit && parts[row].audit->wrong());
            const bool open = error > 0 && (fed.open || !isJudged(parts[row]));
            if (error == 0 || !known)  // of a delegate's outputs one was compared
                return gap::Brought{error, error == 0 ? 0 : HUGE_VAL, open, ofSteps};
            const double carried = fed.excess > 1 ? fed.excess : 0;  // small here, it may grow again
            return gap::Brought{error, std::max(carried, error / limitOf(row, fed)), open, false};
        },
        [&](NodeId node, gap::Brought fed) {  // what no call is known to have done right may be wrong
            const evaluate::Operator* op = evaluate::findOperator(model.text(model.node(node).target));
            const auto calls = kernels != nullptr ? kernels->callsOf(node) : std::set<std::int64_t>{-1};
            const bool inside = std::ranges::any_of(
                calls, [&](std::int64_t call) { return kernels != nullptr && kernels->candidates(call).empty(); });
            fed.undefined = fed.undefined || (op != nullptr && op->row.rule == evaluate::Rule::Shape) ||
                            (inside && (begun.otherNumbers || quantises(model, node)));
            const bool known = std::ranges::all_of(calls, [&](std::int64_t call) { return right.contains(call); });
            if (known) return fed;
            const bool open = std::ranges::none_of(calls, [&](std::int64_t call) { return wrong.contains(call); });
            return gap::Brought{HUGE_VAL, HUGE_VAL, open, fed.undefined};
        });
    const graph::DataFlow flow(model);
    bool undefined = false;  // what a call before gave: one of which nothing tells what it reads may read that
    for (std::size_t r = 0; r < rows.size(); ++r) {
        undefined = undefined || brought[r].undefined;
        if (!brought[r].told) brought[r].undefined = undefined;
        if (!parts[r].limit) {
            parts[r].untold = isOfHalves(model, flow, rows[r], parts[r]);
            continue;
        }
        if ((parts[r].untold = brought[r].undefined && !isAtFault(parts[r]))) {
            parts[r].limit.reset();
            continue;
        }
        parts[r].limit = limitOf(r, brought[r]);
        // Within the tolerance, and more than is known to be normal: nothing tells.
        const bool open = brought[r].open || !isJudged(parts[r]);
        if (open && !rows[r].diverges && rows[r].error > *parts[r].limit) parts[r].limit.reset();
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {  // a tap is a value of its call
        const std::size_t call = rows[r].tap ? gap::callOf(rows, r) : r;
        if (call == r) continue;
        parts[r].untold = parts[call].untold;
        parts[r].limit = parts[call].limit;
        if (!rows[r].diverges && parts[r].limit && rows[r].error > *parts[r].limit) parts[r].limit.reset();
    }
}

}  // namespace etscope::causes
