// Codes of weights, and values before fixed quantisers, as a run meets them.
#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>

#include "advisor/today.h"
#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "exported/metadata.h"

namespace etscope::advisor {
namespace {

using evaluate::Array;
using evaluate::Dims;
using evaluate::NamedValue;
using graph::NodeId;

/// Elements of a weight that are looked at at once.
constexpr std::size_t kCodesAtOnce = std::size_t{1} << 16U;
/// Different codes that are told apart, and parts of one weight.
constexpr std::int64_t kMostCodes = 65536, kMostParts = std::int64_t{1} << 22U;

/// What an operator was given, by the names of its schema.
class Given {
public:
    Given(const evaluate::Operator& op, const std::vector<NamedValue>& arguments) : m_op(op), m_arguments(arguments) {}

    const evaluate::Value* value(std::string_view name) const {
        if (name.empty()) return nullptr;
        const auto& parameters = m_op.signature.parameters();
        for (std::size_t i = 0; i < m_arguments.size(); ++i) {
            const bool placed = m_arguments[i].name.empty() && i < parameters.size() && parameters[i].name == name;
            if ((placed || m_arguments[i].name == name) && !m_arguments[i].value.none()) return &m_arguments[i].value;
        }
        return nullptr;
    }
    const Array* array(std::string_view name) const {
        const evaluate::Value* found = value(name);
        return found != nullptr ? found->array() : nullptr;
    }
    std::optional<double> number(std::string_view name) const {
        const evaluate::Value* found = value(name);
        if (found == nullptr || found->array() != nullptr || found->list() != nullptr) return std::nullopt;
        if (const auto* integer = std::get_if<std::int64_t>(&found->base())) return static_cast<double>(*integer);
        if (const auto* real = std::get_if<double>(&found->base())) return *real;
        return std::nullopt;
    }
    /// Of a number or an array; empty: there is none.
    std::vector<double> numbers(std::string_view name) const {
        if (const Array* found = array(name)) return evaluate::doublesOf(*found);
        const auto one = number(name);
        return one ? std::vector{*one} : std::vector<double>();
    }
    Dims integers(std::string_view name) const {
        Dims all;
        const evaluate::Value* found = value(name);
        if (found == nullptr || found->list() == nullptr) return all;
        for (const evaluate::Value& one : *found->list())
            if (const auto* integer = std::get_if<std::int64_t>(&one.base())) all.push_back(*integer);
        return all;
    }

private:
    const evaluate::Operator& m_op;
    const std::vector<NamedValue>& m_arguments;
};

/// Rows in as many groups as there are scales for each.
Dims groupsBlock(const Dims& shape, std::size_t scales) {
    Dims block = shape;
    const std::int64_t rows = std::accumulate(shape.begin(), shape.end() - 1, std::int64_t{1}, std::multiplies());
    const auto count = static_cast<std::int64_t>(scales);
    if (count < 2 || rows <= 0 || count % rows != 0 || shape.back() % (count / rows) != 0) return block;
    std::fill(block.begin(), block.end() - 1, 1);
    block.back() = shape.back() / (count / rows);
    return block;
}

/// Elements along each axis that have one scale.
Dims blockOf(const Given& given, const Dims& shape, std::size_t scales) {
    const auto fits = [&](const Dims& block) {
        if (block.size() != shape.size()) return false;
        for (std::size_t d = 0; d < shape.size(); ++d)
            if (block[d] <= 0 || shape[d] % block[d] != 0) return false;
        return true;
    };
    if (const Dims stated = given.integers("block_size"); fits(stated)) return stated;
    if (const auto axis = given.number("axis")) {
        Dims block = shape;
        const auto at = static_cast<std::int64_t>(*axis) + (*axis < 0 ? static_cast<std::int64_t>(shape.size()) : 0);
        if (at >= 0 && static_cast<std::size_t>(at) < block.size()) block[static_cast<std::size_t>(at)] = 1;
        return block;
    }
    return groupsBlock(shape, scales);
}

/// Whole axes, and others of one element each.
void setGrain(const Dims& shape, const Dims& block, WeightScheme& scheme) {
    std::size_t single = 0, cut = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        if (block[d] == shape[d]) continue;
        ++cut;
        single += block[d] == 1 ? 1U : 0U;
    }
    const bool rows = std::ranges::all_of(block.begin(), block.end() - 1, [](std::int64_t one) { return one == 1; });
    scheme.grain = cut == 0                  ? Grain::Tensor
                   : cut == 1 && single == 1 ? Grain::Channel
                   : rows                    ? Grain::Group
                                             : Grain::Block;
    if (scheme.grain == Grain::Group) scheme.group = block.back();
}

/// Part by part how far codes reach.
class Reaches {
public:
    Reaches(const Dims& shape, const Dims& block, std::vector<double> zeros, double least, double most)
        : m_shape(shape), m_block(block), m_zeros(std::move(zeros)), m_least(least), m_most(most), m_steps(shape.size(), 0) {
        std::int64_t parts = 1;
        for (std::size_t d = shape.size(); d-- > 0;) {
            m_steps[d] = parts;
            parts *= shape[d] / block[d];
        }
        m_parts.resize(static_cast<std::size_t>(parts));
        m_index.resize(shape.size(), 0);
        const double span = most - least + 1;
        if (span <= kMostCodes) m_used.resize(static_cast<std::size_t>(span), false);
    }

    void add(std::int64_t code) {
        std::int64_t place = 0;
        for (std::size_t d = 0; d < m_index.size(); ++d) place += m_index[d] / m_block[d] * m_steps[d];
        Part& part = m_parts[static_cast<std::size_t>(place)];
        const auto value = static_cast<double>(code);
        const double from = value - zeroOf(static_cast<std::size_t>(place)), reach = std::fabs(from);
        if (reach > part.first)
            part.second = part.first, part.first = reach;
        else
            part.second = std::max(part.second, reach);
        part.low = std::min(part.low, value), part.high = std::max(part.high, value);
        m_low = std::min(m_low, from), m_high = std::max(m_high, from);
        if (value >= m_least && value <= m_most && !m_used.empty()) m_used[static_cast<std::size_t>(value - m_least)] = true;
        for (std::size_t d = m_index.size(); d-- > 0;) {
            if (++m_index[d] < m_shape[d]) break;
            m_index[d] = 0;
        }
    }

    Waste waste(int bits, bool zeroPoints) const {
        Waste made{.bits = bits, .parts = m_parts.size()};
        made.used = static_cast<std::uint64_t>(std::ranges::count(m_used, true));
        made.possible = m_used.size();
        made.needed = 1;
        while (made.needed < bits && (m_low < -std::ldexp(1.0, made.needed - 1) || m_high > std::ldexp(1.0, made.needed - 1) - 1))
            ++made.needed;
        double spare = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const Part& part = m_parts[i];
            if (part.first == 0) {
                ++made.zero;
                continue;
            }
            const double possible = zeroPoints ? m_most - m_least : std::max(m_most - zeroOf(i), zeroOf(i) - m_least);
            const double reached = zeroPoints ? std::max(part.high - part.low, 1.0) : part.first;
            spare += std::log2(possible / reached);
            if (2 * reached <= possible)
                ++made.half;
            else if (part.first >= 2 && 2 * part.second <= part.first)
                ++made.outliers;
        }
        if (made.parts > made.zero) made.spare = std::max(0.0, spare / static_cast<double>(made.parts - made.zero));
        return made;
    }

private:
    struct Part {
        double first = 0, second = 0;  ///< the furthest from the zero point, and the next
        double low = INFINITY, high = -INFINITY;
    };
    double zeroOf(std::size_t part) const {
        return m_zeros.empty() ? 0 : m_zeros.size() == m_parts.size() ? m_zeros[part] : m_zeros.front();
    }

    const Dims &m_shape, &m_block;
    const std::vector<double> m_zeros;
    const double m_least, m_most;
    Dims m_steps, m_index;
    std::vector<Part> m_parts;
    std::vector<bool> m_used;
    double m_low = 0, m_high = 0;
};

struct Range {
    double least = -128, most = 127;
};

/// As it is stated, else that of the type.
Range rangeOf(const Given& given, const Array& codes, const UnfoldingForm& form) {
    const auto least = given.number(form.rows ? "weight_quant_min" : "quant_min"),
               most = given.number(form.rows ? "weight_quant_max" : "quant_max");
    if (least && most && *least < *most) return {*least, *most};
    return codes.type == ScalarType::U8 ? Range{0, 255} : Range{};
}

std::uint64_t storedBytes(const Array& array) {
    return static_cast<std::uint64_t>(array.count()) * static_cast<std::uint64_t>(itemSize(array.type));
}

/// Of scales four at most, as runtimes keep them; of zero points one.
std::uint64_t parameterBytes(const Given& given, const UnfoldingForm& form, bool zeroPoints) {
    const Array *scale = given.array(form.scale), *zero = given.array(form.zeroPoint);
    const std::uint64_t scales = scale != nullptr ? static_cast<std::uint64_t>(scale->count()) : 1;
    const std::uint64_t each = scale != nullptr ? std::min<std::uint64_t>(itemSize(scale->type), 4) : 4;
    const std::uint64_t points = zero != nullptr ? static_cast<std::uint64_t>(zero->count()) : 1;
    return scales * each + (zeroPoints ? points : 0);
}

void lookInto(const Given& given, const evaluate::Context& context, Held& held) {
    const UnfoldingForm& form = *held.unfoldings.front().form;
    const Array* codes = given.array(form.codes);
    if (codes == nullptr || codes->shape.empty() || codes->count() <= 0) return;
    if (form.opaque) {
        held.bytes = storedBytes(*codes);
        for (const std::string_view name : {form.scale, std::string_view("per_tensor_scale")})
            if (const Array* scale = given.array(name)) held.bytes += storedBytes(*scale);
        return;
    }
    const std::vector<double> zeros = given.numbers(form.zeroPoint);
    const std::size_t scales = given.numbers(form.scale).size();
    Dims shape = codes->shape;
    if (form.packed > 0) shape.back() *= 8 / form.packed;
    const Dims block = blockOf(given, shape, scales);
    setGrain(shape, block, held.scheme);
    if (codes->floating()) {
        held.scheme.type = codes->type;
        held.scheme.zeroPoints = false;
        held.bytes = storedBytes(*codes) + parameterBytes(given, form, false);
        return;
    }
    const Range range = rangeOf(given, *codes, form);
    held.scheme.bits = form.packed > 0 ? form.packed : bitsBetween(range.least, range.most);
    const double middle = form.packed > 0 ? 0 : std::floor((range.least + range.most + 1) / 2);
    held.scheme.zeroPoints = std::ranges::any_of(zeros, [&](double one) { return one != middle; });
    const auto elements = static_cast<std::uint64_t>(evaluate::checkedCount(shape));
    held.bytes = (elements * static_cast<std::uint64_t>(held.scheme.bits) + 7) / 8 +
                 parameterBytes(given, form, held.scheme.zeroPoints.value_or(false));
    if (form.packed > 0) return;
    Dims part = block;
    if (held.scheme.grain == Grain::Tensor && shape.size() > 1) part.front() = 1;
    std::int64_t parts = 1;
    for (std::size_t d = 0; d < shape.size(); ++d) parts *= shape[d] / part[d];
    if (parts > kMostParts) return;
    context.charge(codes->count());
    const Array dense = context.makeStored(codes->type, codes->stored, codes->shape, evaluate::Content::Unset);
    evaluate::copyItems(*codes, dense.storage->data());
    Reaches reaches(shape, part, zeros, range.least, range.most);
    std::vector<std::int64_t> some(kCodesAtOnce);
    const auto size = static_cast<std::ptrdiff_t>(itemSize(codes->stored));
    for (std::size_t first = 0, all = static_cast<std::size_t>(codes->count()); first < all; first += kCodesAtOnce) {
        context.poll();
        const std::size_t count = std::min(kCodesAtOnce, all - first);
        evaluate::loadInts(codes->stored, dense.storage->data() + static_cast<std::ptrdiff_t>(first) * size, size, count,
                           some.data());
        for (std::size_t i = 0; i < count; ++i) reaches.add(some[i]);
    }
    held.waste = reaches.waste(held.scheme.bits, held.scheme.zeroPoints.value_or(false));
}

/// What a quantiser is given, and whose it is.
void nameValue(const graph::GraphModel& model, const graph::Node& quantiser, FixedActivation& one) {
    const auto arguments = model.arguments(quantiser);
    if (arguments.empty() || arguments.front().kind != graph::ArgumentKind::Value) return;
    const graph::Value& value = model.value(arguments.front().value());
    one.value = std::string(model.text(value.producer.valid() ? model.node(value.producer).id : value.id));
    if (!value.producer.valid()) return;
    if (const auto stack = exported::moduleStack(model, model.node(value.producer)); !stack.empty()) one.module = stack.back().path;
}

/// The same operator on the same codes; of a table on all of its rows. Any thread.
Result<Array> unfoldedAgain(const evaluate::Operator& op, std::vector<NamedValue> arguments, bool rows,
                            const evaluate::Context& context) {
    // Codes and scales of a file may be those of several weights, and a storage is used in one thread at a time.
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    const auto all = evaluate::unlessRefused<void>([&]() -> Result<void> {
        if (!rows) return {};
        for (NamedValue& one : arguments)
            if (one.name == "indices") {
                const Array* table = arguments.front().value.array();
                Array numbers = context.make(ScalarType::I64, {table->shape.front()});
                std::vector<std::int64_t> each(static_cast<std::size_t>(table->shape.front()));
                std::iota(each.begin(), each.end(), std::int64_t{0});
                evaluate::storeInts(ScalarType::I64, each.data(), each.size(), numbers.storage->data());
                one.value = std::move(numbers);
            }
        return {};
    });
    if (!all) return all.failure();
    auto given = evaluate::apply(op, context, std::move(arguments));
    if (!given) return given.failure();
    const Array* array = given->empty() ? nullptr : given->front().array();
    if (array == nullptr) return fail("depends-on-unknown", "a weight of the quantised export cannot be computed");
    return *array;
}

}  // namespace

Watching::Watching(const evaluate::PreparedGraph& graph, std::vector<Weight>& weights) {
    for (Weight& weight : weights)
        if (weight.held) m_held.emplace(weight.held->unfoldings.front().node, weight.held.get());
    m_order = fixedQuantisersOf(graph);
    for (const NodeId node : m_order) {
        const graph::Node& known = graph.model.node(node);
        FixedActivation& one = m_fixed[node].what;
        one.node = node;
        one.name = std::string(graph.model.text(known.id));
        nameValue(graph.model, known, one);
    }
}

Result<evaluate::Values> Watching::compute(const evaluate::Scope& scope, NodeId node, const evaluate::Operator& op,
                                           const evaluate::Context& context, std::vector<NamedValue> arguments) {
    const bool top = scope.prefix.empty() && !scope.loop;
    const auto held = top ? m_held.find(node) : m_held.end();
    if (held != m_held.end()) {
        Held& own = *held->second;
        m_held.erase(held);
        auto given = Probe::compute(scope, node, op, context, arguments);
        // Of what its operator refuses nothing is known.
        if (!given) return given;
        const auto looked = evaluate::unlessRefused<void>([&]() -> Result<void> {
            lookInto(Given(op, arguments), context, own);
            return {};
        });
        if (looked.cancelled()) return looked.failure();
        own.unfolded = [&op, arguments = std::move(arguments), rows = own.rows()](const evaluate::Context& with) {
            return unfoldedAgain(op, arguments, rows, with);
        };
        return given;
    }
    const auto fixed = top ? m_fixed.find(node) : m_fixed.end();
    if (fixed == m_fixed.end()) return Probe::compute(scope, node, op, context, std::move(arguments));
    const std::vector<NamedValue> before = arguments;
    auto given = Probe::compute(scope, node, op, context, std::move(arguments));
    if (!given || given->empty()) return given;
    const auto looked = evaluate::unlessRefused<void>([&]() -> Result<void> {
        const Given with(op, before);
        const Array *input = with.array("input"), *codes = given->front().array();
        const auto scale = with.numbers("scale"), zero = with.numbers("zero_point");
        const auto least = with.number("quant_min"), most = with.number("quant_max");
        if (input == nullptr || codes == nullptr || scale.size() != 1 || zero.size() != 1 || !least || !most || !(*least < *most))
            return {};
        context.charge(input->count());
        FixedActivation& one = fixed->second.what;
        one.scale = scale.front(), one.zeroPoint = zero.front();
        one.leastEnd = (*least - one.zeroPoint) * one.scale, one.mostEnd = (*most - one.zeroPoint) * one.scale;
        one.possible = static_cast<std::uint64_t>(std::clamp(*most - *least + 1, 0.0, 0x1p62));
        const auto inverse = static_cast<float>(1.0 / one.scale);
        for (const double value : evaluate::doublesOf(*input)) {
            if (std::isnan(value)) continue;
            if (one.elements == 0) one.least = one.most = value;
            ++one.elements;
            one.least = std::min(one.least, value), one.most = std::max(one.most, value);
            const double code = static_cast<double>(std::nearbyint(static_cast<float>(value) * inverse)) + one.zeroPoint;
            if (code >= *least && code <= *most) continue;
            ++one.clipped;
            one.beyond = std::max({one.beyond, one.leastEnd - value, value - one.mostEnd});
        }
        auto& seen = fixed->second.codes;
        if (one.possible <= static_cast<std::uint64_t>(kMostCodes)) seen.resize(one.possible, false);
        for (const std::int64_t code : evaluate::intsOf(*codes)) {
            const double place = static_cast<double>(code) - *least;
            if (place >= 0 && place < static_cast<double>(seen.size())) seen[static_cast<std::size_t>(place)] = true;
        }
        return {};
    });
    if (looked.cancelled()) return looked.failure();
    return given;
}

std::vector<FixedActivation> Watching::activations() const {
    std::vector<FixedActivation> all;
    for (const NodeId node : m_order) {
        const Seen& seen = m_fixed.at(node);
        all.push_back(seen.what);
        all.back().used = static_cast<std::uint64_t>(std::ranges::count(seen.codes, true));
    }
    return all;
}

}  // namespace etscope::advisor
