#include "gap/error_limits.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "evaluate/operator_table.h"
#include "gap/closeness.h"
#include "graph/data_flow.h"

namespace etscope::gap {
namespace {

using graph::NodeId;
using graph::ValueId;

constexpr std::size_t kNoRow = SIZE_MAX;

/// What inputs bring: the largest error of theirs; that, of its limit.
struct Fed {
    double error = 0, excess = 0;
    bool open = false;       ///< behind a call of which nothing tells what is normal
    bool undefined = false;  ///< memory that nobody wrote
    void take(const Fed& other) {
        error = std::max(error, other.error);
        excess = std::max(excess, other.excess);
        open = open || other.open;
        undefined = undefined || other.undefined;
    }
};

/// The row that each node runs in; none where it is not told which of several.
std::vector<std::size_t> rowsOfNodes(const graph::GraphModel& model, const std::vector<GapRow>& rows) {
    std::vector<std::size_t> rowOf(model.nodeCount(), kNoRow);
    std::vector<bool> several(model.nodeCount());
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (const std::string& path : rows[r].nodes)
            if (const NodeId node = model.findNode(path); node.valid()) {
                several[node.index()] = several[node.index()] || rowOf[node.index()] != kNoRow;
                rowOf[node.index()] = several[node.index()] ? kNoRow : r;
            }
    return rowOf;
}

/// Walks the graph in the order of its nodes, producers before consumers. `source`: what a value brings that no node gives; `give`:
/// what a compared row gives, which brought so much; `pass`: what a node gives that was not compared.
template <class Source, class Give, class Pass>
void walk(const graph::GraphModel& model, const std::vector<GapRow>& rows, std::vector<Fed>& brought, Source&& source, Give&& give,
          Pass&& pass) {
    const std::vector<std::size_t> rowOf = rowsOfNodes(model, rows);
    for (Fed& fed : brought) fed.open = true;  // of calls without a node it is not known what they read
    for (const std::size_t row : rowOf)
        if (row != kNoRow) brought[row].open = false;
    const graph::DataFlow flow(model);
    std::vector<Fed> reach(model.nodeCount());
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n) {
        const std::size_t row = rowOf[n];
        const bool compared = row != kNoRow && rows[row].compared();
        Fed fed;
        for (const ValueId input : flow.inputs(NodeId(n))) {
            const NodeId producer = model.value(input).producer;
            if (!producer.valid())
                fed.take(source(input));
            else if (producer.index() < n && (!compared || rowOf[producer.index()] != row))  // it feeds itself nothing
                fed.take(reach[producer.index()]);
        }
        if (row != kNoRow) brought[row].take(fed);
        reach[n] = compared ? give(row) : pass(NodeId(n), fed);
    }
}

/// The root of the sum of the squares of the calls' normal errors, which are independent of each other.
class NormalErrors {
public:
    /// Of the call alone, and of all up to it; nothing: none was judged yet.
    double own = 0;
    std::optional<double> with(const RowParts& parts) {
        const evaluate::Judgement* judgement = parts.audit ? parts.audit->judgement() : nullptr;
        own = 0;
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

bool isJudged(const RowParts& parts) { return parts.audit && parts.audit->judgement() != nullptr; }

/// What of the inherited error rounding explains: as much of it as its inputs are within their limits. Where they are exact, each
/// side's own rounding.
double explained(const GapRow& row, const RowParts& parts, const Fed& fed) {
    if (!parts.inherited || !std::isfinite(*parts.inherited) || parts.constant.value_or(0) > 0 || parts.differs) return 0;
    if (fed.error == 0) return std::min(*parts.inherited, 2 * roundingOf(row.value->type, 1.0));
    return *parts.inherited / std::max(1.0, fed.excess);
}

}  // namespace

void addInherited(const graph::GraphModel& model, std::vector<GapRow>& rows) {
    std::vector<Fed> brought(rows.size());
    walk(
        model, rows, brought, [](ValueId) { return Fed(); },
        [&](std::size_t row) {
            return Fed{rows[row].error, 0, false, false};
        },
        [](NodeId, const Fed& fed) { return fed; });
    for (std::size_t r = 0; r < rows.size(); ++r) rows[r].inherited = brought[r].error;
}

void addLimits(const graph::GraphModel& model, const InstructionNodes* kernels, const GapTable& table, const Begun& begun,
               std::vector<RowParts>& parts) {
    constexpr double kSlack = 1 + 1e-6;  // the same distance, summed another way
    const std::vector<GapRow>& rows = table.rows;
    std::vector<double> own(rows.size());
    NormalErrors normal;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto all = normal.with(parts[r]);
        own[r] = normal.own;
        // Each element rounded once, at least: what was exact so far may not stay so.
        if (all && rows[r].value) parts[r].limit = std::max(*all, roundingOf(rows[r].value->type, 1.0));
    }
    const Fed unknown{HUGE_VAL, HUGE_VAL, false, false};
    std::set<std::string_view> written;
    for (const graph::GraphOutput* output : model.bufferMutations()) written.insert(model.text(output->target));
    std::map<ValueId, Fed> sources;
    for (const graph::GraphInput& input : model.top().inputs) {
        const std::string_view target = model.text(input.target);
        const auto buffer = begun.buffers.find(std::string(target));
        if (graph::isUser(input.kind))
            sources[input.value] = table.sameInputs ? Fed() : unknown;
        else if (written.contains(target))
            sources[input.value] =
                buffer == begun.buffers.end() ? unknown : Fed{buffer->second.error, buffer->second.excess, false, false};
    }
    const auto limitOf = [&](std::size_t row, const Fed& fed) {
        return std::max(*parts[row].limit, kSlack * (own[row] + explained(rows[row], parts[row], fed)));
    };
    std::vector<Fed> brought(rows.size());
    std::set<std::int64_t> right, wrong;
    for (const RowParts& one : parts)
        if (isJudged(one)) (one.audit->wrong() ? wrong : right).insert(one.audit->instruction);
    walk(
        model, rows, brought,
        [&](ValueId value) {
            const auto known = sources.find(value);
            return known == sources.end() ? Fed() : known->second;
        },
        [&](std::size_t row) {
            const Fed& fed = brought[row];
            const double error = rows[row].error;
            if (fed.undefined && error > 0)
                return Fed{error, 0, fed.open, !parts[row].limit || error > std::max(*parts[row].limit, own[row])};
            const bool known = parts[row].limit && !(parts[row].audit && parts[row].audit->wrong());
            const bool open = error > 0 && (fed.open || !isJudged(parts[row]));
            if (error == 0 || !known) return Fed{error, error == 0 ? 0 : HUGE_VAL, open, false};
            const double carried = fed.excess > 1 ? fed.excess : 0;  // small here, it may grow again
            return Fed{error, std::max(carried, error / limitOf(row, fed)), open, false};
        },
        [&](NodeId node, Fed fed) {  // what no call is known to have done right may be wrong
            const evaluate::Operator* op = evaluate::findOperator(model.text(model.node(node).target));
            fed.undefined = fed.undefined || (op != nullptr && op->row.rule == evaluate::Rule::Shape);
            const auto calls = kernels != nullptr ? kernels->callsOf(node) : std::set<std::int64_t>{-1};
            const bool known = std::ranges::all_of(calls, [&](std::int64_t call) { return right.contains(call); });
            if (known) return fed;
            const bool open = std::ranges::none_of(calls, [&](std::int64_t call) { return wrong.contains(call); });
            return Fed{HUGE_VAL, HUGE_VAL, open, fed.undefined};
        });
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (!parts[r].limit) continue;
        parts[r].limit = brought[r].undefined ? HUGE_VAL : limitOf(r, brought[r]);
        // Within the tolerance, and more than is known to be normal: nothing tells.
        const bool open = brought[r].open || !isJudged(parts[r]);
        if (open && !rows[r].diverges && rows[r].error > *parts[r].limit) parts[r].limit.reset();
    }
}

}  // namespace etscope::gap
