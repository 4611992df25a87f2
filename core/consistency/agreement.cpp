#include "consistency/agreement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "consistency/uses.h"

namespace etscope::consistency {

namespace {

enum class Along : std::uint8_t { Whole, Positions, Rows };

/// What rounding in double leaves, of the largest number: 4000 units.
constexpr double kOfDouble = 1e-12;
/// Times what rounding was seen to do: it is one draw of what it can do.
constexpr double kOfRounding = 4;

struct Side {
    const Held* held;
    std::int64_t start, size, firstRow, rows;
};

/// What each axis is along; nothing: an axis is of neither's sizes.
std::optional<std::vector<Along>> axesOf(const Subject& subject, std::span<const graph::Dim> sizes, const Side& a, const Side& b,
                                         const Region& region) {
    if (a.held->shape.size() != b.held->shape.size()) return std::nullopt;
    std::vector<Along> axes(a.held->shape.size(), Along::Whole);
    const bool known = sizes.size() == axes.size();
    for (std::size_t d = 0; d < axes.size(); ++d) {
        const std::int64_t x = a.held->shape[d], y = b.held->shape[d];
        const std::string_view symbol = known ? subject.text(sizes[d].expression) : std::string_view();
        const bool positions = x == a.size && y == b.size, rows = x == a.rows && y == b.rows;
        if (!symbol.empty() && symbol == subject.sequence.symbol && positions)
            axes[d] = Along::Positions;
        else if (!symbol.empty() && symbol == subject.batch.symbol && rows)
            axes[d] = Along::Rows;
        else if (x != y && positions && a.size != b.size)
            axes[d] = Along::Positions;
        else if (x != y && rows && a.rows != b.rows)
            axes[d] = Along::Rows;
        else if (x != y)
            return std::nullopt;
        else if (region.sizes && symbol.empty() && positions && x > 1 && x == subject.sequence.fixed)
            axes[d] = Along::Positions;
        else if (!symbol.empty() && (a.size != b.size || a.rows != b.rows || region.compared))
            return std::nullopt;  // "2*s27", "s27 + 2": in which order its elements lie is not told
    }
    return axes;
}

/// Goes through the elements that are compared.
template <class Take>
void eachCompared(const Side& a, const Side& b, const std::vector<Along>& axes, const Region& region, Take take) {
    const std::size_t rank = axes.size();
    std::vector<std::int64_t> count(rank), index(rank, 0), offsetA(rank, 0), offsetB(rank, 0);
    for (std::size_t d = 0; d < rank; ++d) {
        count[d] = axes[d] == Along::Positions ? region.count : axes[d] == Along::Rows ? region.rows : a.held->shape[d];
        offsetA[d] = axes[d] == Along::Positions ? region.from - a.start : axes[d] == Along::Rows ? region.fromRow - a.firstRow : 0;
        offsetB[d] = axes[d] == Along::Positions ? region.from - b.start : axes[d] == Along::Rows ? region.fromRow - b.firstRow : 0;
        if (count[d] <= 0) return;
    }
    for (;;) {
        std::size_t at = 0, bt = 0;
        std::int64_t position = -1, row = -1;
        bool wanted = true;
        for (std::size_t d = 0; d < rank; ++d) {
            at = at * static_cast<std::size_t>(a.held->shape[d]) + static_cast<std::size_t>(index[d] + offsetA[d]);
            bt = bt * static_cast<std::size_t>(b.held->shape[d]) + static_cast<std::size_t>(index[d] + offsetB[d]);
            if (axes[d] == Along::Rows) row = region.fromRow + index[d];
            if (axes[d] != Along::Positions) continue;
            const std::int64_t here = region.from + index[d];
            if (position < 0) position = here;  // of scores: who looks
            if (region.compared) wanted &= region.compared(row < 0 ? region.fromRow : row, here);
        }
        if (wanted && at < a.held->data.size() && bt < b.held->data.size()) take(a.held->data[at], b.held->data[bt], position, row);
        std::size_t d = rank;
        while (d > 0 && ++index[d - 1] == count[d - 1]) index[--d] = 0;
        if (d == 0) return;
    }
}

double distance(double a, double b) noexcept {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double d = std::fabs(a - b);
    return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

Side sideOf(const Held& held, const Step& step) { return {&held, step.start, step.size, step.firstRow, step.rows}; }

Difference differenceOf(const Subject& subject, std::span<const graph::Dim> sizes, const Pair& pair, const Step& left,
                        const Step& right, const Held& wideLeft, const Held& wideRight, const Held* declaredLeft,
                        const Held* declaredRight) {
    Difference found;
    const Side a = sideOf(wideLeft, left), b = sideOf(wideRight, right);
    const auto axes = axesOf(subject, sizes, a, b, pair.region);
    if (!axes) return found;
    const bool along = std::ranges::any_of(*axes, [](Along axis) { return axis != Along::Whole; });
    if (!along && !pair.same && !pair.ends) return found;
    found.comparable = true;
    found.positional = std::ranges::find(*axes, Along::Positions) != axes->end();
    found.rowwise = std::ranges::find(*axes, Along::Rows) != axes->end();
    eachCompared(a, b, *axes, pair.region, [&](double x, double y, std::int64_t position, std::int64_t row) {
        if (std::isfinite(x)) found.scale = std::max(found.scale, std::fabs(x));
        const double d = distance(x, y);
        if (d > found.most) {
            found.most = d;
            found.position = position;
            found.row = row;
        }
    });
    double noise = 0;
    const auto measure = [&](const Held* declared, const Held& wide, const Step& step) {
        if (declared == nullptr || declared->shape != wide.shape) return;
        const Side one = sideOf(*declared, step), other = sideOf(wide, step);
        double most = 0;
        eachCompared(one, other, *axes, pair.region, [&](double x, double y, std::int64_t, std::int64_t) {
            const double d = distance(x, y);
            if (std::isfinite(d)) most = std::max(most, d);
        });
        noise += most;
    };
    measure(declaredLeft, wideLeft, left);
    measure(declaredRight, wideRight, right);
    found.envelope = isFloating(wideLeft.type) ? kOfRounding * noise + kOfDouble * found.scale : 0;
    return found;
}

/// Whether an output without positions is that of one of them: a choice took their axis away, no sum did.
bool picksPosition(const Subject& subject, std::size_t output) {
    const auto& model = subject.model();
    const auto hasPositions = [&](graph::ValueId value) {
        return std::ranges::any_of(sizesOf(model, value), [&](const graph::Dim& dim) {
            return subject.sequence.symbolic()
                       ? subject.text(dim.expression).find(subject.sequence.symbol) != std::string_view::npos
                       : !dim.expression.valid() && dim.value == subject.sequence.fixed;
        });
    };
    graph::ValueId value = model.findValue(outputName(subject, output));
    for (int steps = 0; steps < 256 && value.valid(); ++steps) {
        const graph::NodeId producer = model.value(value).producer;
        if (!producer.valid()) return true;
        graph::ValueId next;
        for (const graph::ValueId input : subject.prepared->flow.inputs(producer)) {
            if (hasPositions(input)) {
                const std::string stem = operatorStem(model, producer);
                return isMove(stem) || stem == "index" || stem == "gather" || stem == "index_select";
            }
            if (subject.ofContent[input.index()]) next = input;
        }
        value = next;
    }
    return true;
}

const Held* heldAt(const Seen& seen, const std::string& name) {
    const auto found = seen.values.find(name);
    return found == seen.values.end() ? nullptr : &found->second;
}

const Held* outputAt(const Seen& seen, std::size_t output) {
    return output < seen.outputs.size() && seen.outputs[output] ? &*seen.outputs[output] : nullptr;
}

}  // namespace

std::string outputName(const Subject& subject, std::size_t output) {
    const auto outputs = subject.model().userOutputs();
    if (output >= outputs.size() || outputs[output]->argument.kind != graph::ArgumentKind::Value) return {};
    return std::string(subject.text(subject.model().value(outputs[output]->argument.value()).id));
}

std::vector<Pair> pairsOf(const Way& left, const Way& right) {
    std::vector<Pair> pairs;
    for (std::size_t l = 0; l < left.script.size(); ++l)
        for (std::size_t r = 0; r < right.script.size(); ++r) {
            const Step &a = left.script[l], &b = right.script[r];
            if (a.part != b.part || a.part < 0) continue;
            Pair pair{l, r, {}, false, false};
            pair.region.from = std::max(a.start, b.start);
            pair.region.count = std::min(a.start + a.size, b.start + b.size) - pair.region.from;
            pair.region.fromRow = std::max(a.firstRow, b.firstRow);
            pair.region.rows = std::min(a.firstRow + a.rows, b.firstRow + b.rows) - pair.region.fromRow;
            if (pair.region.count <= 0 || pair.region.rows <= 0) continue;
            pair.same = a.start == b.start && a.size == b.size && a.firstRow == b.firstRow && a.rows == b.rows;
            pair.ends = a.start + a.size == b.start + b.size && a.firstRow == b.firstRow && a.rows == b.rows;
            pairs.push_back(std::move(pair));
        }
    return pairs;
}

Difference valueDifference(const Way& left, const Way& right, const Pair& pair, const std::string& name) {
    const Held *a = heldAt(left.wide[pair.left], name), *b = heldAt(right.wide[pair.right], name);
    if (a == nullptr || b == nullptr) return {};
    const Subject& subject = *left.script[pair.left].subject;
    const graph::ValueId value = subject.model().findValue(name);
    const auto sizes = value.valid() ? sizesOf(subject.model(), value) : std::span<const graph::Dim>();
    return differenceOf(subject, sizes, pair, left.script[pair.left], right.script[pair.right], *a, *b,
                        heldAt(left.declared[pair.left], name), heldAt(right.declared[pair.right], name));
}

Difference outputDifference(const Way& left, const Way& right, const Pair& pair, std::size_t leftOutput, std::size_t rightOutput) {
    const Held *a = outputAt(left.wide[pair.left], leftOutput), *b = outputAt(right.wide[pair.right], rightOutput);
    if (a == nullptr || b == nullptr) return {};
    const Subject& subject = *left.script[pair.left].subject;
    const graph::ValueId value = subject.model().findValue(outputName(subject, leftOutput));
    const auto sizes = value.valid() ? sizesOf(subject.model(), value) : std::span<const graph::Dim>();
    return differenceOf(subject, sizes, pair, left.script[pair.left], right.script[pair.right], *a, *b,
                        outputAt(left.declared[pair.left], leftOutput), outputAt(right.declared[pair.right], rightOutput));
}

std::vector<double> apartByPosition(const Way& left, const Way& right, const Pair& pair, std::size_t output) {
    const Held *a = outputAt(left.wide[pair.left], output), *b = outputAt(right.wide[pair.right], output);
    if (a == nullptr || b == nullptr) return {};
    const Subject& subject = *left.script[pair.left].subject;
    const graph::ValueId value = subject.model().findValue(outputName(subject, output));
    const auto sizes = value.valid() ? sizesOf(subject.model(), value) : std::span<const graph::Dim>();
    const Side one = sideOf(*a, left.script[pair.left]), other = sideOf(*b, right.script[pair.right]);
    const auto axes = axesOf(subject, sizes, one, other, pair.region);
    if (!axes || std::ranges::find(*axes, Along::Positions) == axes->end()) return {};
    std::vector<double> apart(static_cast<std::size_t>(pair.region.count), 0);
    eachCompared(one, other, *axes, pair.region, [&](double x, double y, std::int64_t position, std::int64_t) {
        double& most = apart[static_cast<std::size_t>(position - pair.region.from)];
        most = std::max(most, distance(x, y));
    });
    return apart;
}

std::vector<OutputPair> outputPairs(const Way& left, const Way& right, const Pair& pair) {
    const auto outputsOf = [](const Subject& subject) {
        std::vector<std::size_t> outputs;
        for (std::size_t o = 0; o < subject.model().userOutputs().size(); ++o)
            if (!subject.stateOutputs.contains(o)) outputs.push_back(o);
        return outputs;
    };
    const Step &a = left.script[pair.left], &b = right.script[pair.right];
    const auto ls = outputsOf(*a.subject), rs = outputsOf(*b.subject);
    std::vector<OutputPair> found;
    for (std::size_t o = 0; o < std::min(ls.size(), rs.size()); ++o) {
        const Difference difference = outputDifference(left, right, pair, ls[o], rs[o]);
        if (!difference.comparable || (a.rows != b.rows && !difference.rowwise)) continue;
        if (pair.region.positionsOnly && !difference.positional) continue;
        if (!pair.same && !difference.positional && !difference.rowwise && !picksPosition(*a.subject, ls[o])) continue;
        found.push_back({ls[o], rs[o], difference});
    }
    return found;
}

Disagreement disagreement(const Way& left, const Way& right, const std::vector<Pair>& pairs) {
    Disagreement found;
    for (const Seen& seen : left.wide)
        if (found.refusedLeft.empty()) found.refusedLeft = seen.refused;
    for (const Seen& seen : right.wide)
        if (found.refusedRight.empty()) found.refusedRight = seen.refused;
    double worst = -1;
    for (const Pair& pair : pairs)
        for (const OutputPair& one : outputPairs(left, right, pair)) {
            const Difference& difference = one.difference;
            ++found.compared;
            const double beyond = difference.most == 0 ? 0 : difference.most / std::max(difference.envelope, 1e-300);
            if (beyond > worst) {
                worst = beyond;
                found.worst = difference;
                found.output = one.left;
            }
            if (difference.differs() && !found.first) {
                found.first = pair;
                found.firstOutput = one.left;
            }
        }
    return found;
}

}  // namespace etscope::consistency
