#include "consistency/made_inputs.h"

#include <algorithm>
#include <cmath>

#include "consistency/uses.h"

namespace etscope::consistency {

namespace {

constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31U);
}

/// Sizes of the input in that call.
Result<evaluate::Dims> shapeOf(const Step& step, std::size_t index, const std::optional<Held>& example) {
    const Subject& subject = *step.subject;
    const InputRole& input = subject.inputs[index];
    const auto sizes = sizesOf(subject.model(), input.value);
    evaluate::Dims shape;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        const int axis = static_cast<int>(d);
        const std::string_view symbol = subject.text(sizes[d].expression);
        if (axis == input.sequence || (!symbol.empty() && symbol == subject.sequence.symbol))
            shape.push_back(subject.sequence.symbolic() || symbol.empty() ? (symbol.empty() ? sizes[d].value : step.size)
                                                                          : step.size);
        else if (axis == input.batch || (!symbol.empty() && symbol == subject.batch.symbol))
            shape.push_back(symbol.empty() ? sizes[d].value : step.rows);
        else if (symbol.empty())
            shape.push_back(sizes[d].value);
        else if (example && example->shape.size() == sizes.size())
            shape.push_back(example->shape[d]);
        else
            return fail("role-unknown",
                        "the size '" + std::string(symbol) + "' of input '" + input.name + "' follows from nothing");
    }
    return shape;
}

struct Statistics {
    double mean = 0, spread = 1, least = 0, most = 1;
};
Statistics statisticsOf(const std::optional<Held>& example) {
    Statistics s;
    if (!example || example->data.empty()) return s;
    double sum = 0, squares = 0;
    s.least = s.most = example->data.front();
    for (const double x : example->data) {
        sum += x;
        squares += x * x;
        s.least = std::min(s.least, x);
        s.most = std::max(s.most, x);
    }
    const auto n = static_cast<double>(example->data.size());
    s.mean = sum / n;
    s.spread = std::sqrt(std::max(squares / n - s.mean * s.mean, 0.0));
    if (!(s.spread > 1e-6) || !std::isfinite(s.spread)) s.spread = 1;
    return s;
}

/// Of what is said in other methods too: the example of the one that says how large it is.
std::optional<Held> likeExample(const Step& step, Role role, const std::optional<Held>& own) {
    const InputRole* input = step.like ? step.like->first(role) : nullptr;
    if (input == nullptr) return own;
    return exampleOf(*step.like, static_cast<std::size_t>(input - step.like->inputs.data()));
}

/// Calls `fill` with row, position, channel and the place of each element; -1 where the input has no such axis: it is the same in
/// every call.
template <class Fill>
void eachElement(const Step& step, const InputRole& input, const evaluate::Dims& shape, Fill fill) {
    std::size_t count = 1;
    for (const std::int64_t size : shape) count *= static_cast<std::size_t>(size);
    std::vector<std::int64_t> index(shape.size(), 0);
    for (std::size_t i = 0; i < count; ++i) {
        std::int64_t row = input.batch < 0 ? -1 : step.firstRow, position = input.sequence < 0 ? -1 : step.start;
        std::uint64_t channel = 0;
        for (std::size_t d = 0; d < shape.size(); ++d) {
            if (static_cast<int>(d) == input.batch)
                row += index[d];
            else if (static_cast<int>(d) == input.sequence)
                position += index[d];
            else
                channel = channel * static_cast<std::uint64_t>(shape[d]) + static_cast<std::uint64_t>(index[d]);
        }
        fill(i, row, position, channel);
        for (std::size_t d = shape.size(); d-- > 0;) {
            if (++index[d] < shape[d]) break;
            index[d] = 0;
        }
    }
}

void fillContent(Held& held, const Step& step, std::size_t index, const std::optional<Held>& example) {
    const InputRole& input = step.subject->inputs[index];
    const Statistics s = statisticsOf(likeExample(step, input.role, example));
    const bool alone = input.sequence < 0 && input.batch < 0;
    if (input.role == Role::Unknown && alone && example && example->data.size() == held.data.size()) {
        held.data = example->data;
        return;
    }
    const bool integral = !isFloating(held.type);
    const double most = input.most > 0 ? static_cast<double>(input.most) : std::max(s.most + 1, 2.0);
    const double least = input.role == Role::Tokens ? 0 : std::min(s.least, 0.0);
    eachElement(step, input, held.shape, [&](std::size_t i, std::int64_t row, std::int64_t position, std::uint64_t channel) {
        const bool other = step.changed && step.changed(row, position);
        const std::uint64_t seed = step.seed + (other ? 7919 : 0);
        const auto draw = [&](std::uint64_t part) {
            return drawn(seed + part * 104729, index, static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(position),
                         channel);
        };
        if (held.type == ScalarType::Bool)
            held.data[i] = draw(0) < 0.5 ? 0 : 1;
        else if (integral && step.distinct && input.role == Role::Tokens)
            held.data[i] = static_cast<double>((std::max<std::int64_t>(position, 0) * 7 + std::max<std::int64_t>(row, 0)) %
                                               static_cast<std::int64_t>(most));
        else if (integral)
            held.data[i] = std::floor(least + draw(0) * (most - least));
        else  // like a normal number, and one that every floating type of 16 bits and more has
            held.data[i] = std::round((s.mean + s.spread * 1.73 * (draw(0) + draw(1) + draw(2) - 1.5)) * 128) / 128;
    });
    if (!integral || held.type == ScalarType::Bool || !step.changed) return;
    // another number where something else is to be said
    Step before = step;
    before.changed = {};
    Held same = held;
    fillContent(same, before, index, example);
    eachElement(step, input, held.shape, [&](std::size_t i, std::int64_t row, std::int64_t position, std::uint64_t) {
        if (step.changed(row, position) && held.data[i] == same.data[i] && most - least > 1)
            held.data[i] = held.data[i] + 1 < most ? held.data[i] + 1 : least;
    });
}

/// Who may be seen: all that was said until then, in masks with an axis of who looks; else who is no padding.
void fillMask(Held& held, const Step& step, std::size_t index) {
    const InputRole& input = step.subject->inputs[index];
    const std::size_t rank = held.shape.size();
    const double blocked = blockedValue(*step.subject, index);
    const double seen = isFloating(held.type) && blocked < 0 ? 0 : blocked == 0 ? 1 : 0;
    const bool kept = step.subject->keepsState();
    const std::int64_t width = held.shape.empty() ? 1 : held.shape.back();
    const std::int64_t height = rank >= 2 ? held.shape[rank - 2] : 1;
    const bool looks = rank >= 2 && input.sequence >= 0 && input.sequence == static_cast<int>(rank) - 2;
    const bool pairs = looks || (rank >= 3 && height == width) || (kept && rank >= 2 && width > step.size);
    if (!pairs) {  // who is padding: most of what it was exported with is none
        const auto example = exampleOf(*step.subject, index);
        double base = seen, ones = 0;
        if (example && !example->data.empty()) {
            for (const double x : example->data) ones += x != 0 ? 1 : 0;
            base = 2 * ones >= static_cast<double>(example->data.size()) ? 1 : 0;
        }
        for (std::size_t i = 0; i < held.data.size(); ++i)
            held.data[i] = step.padded
                               ? (step.padded(step.start + static_cast<std::int64_t>(i) % width) ? step.padding : 1 - step.padding)
                               : base;
        return;
    }
    for (std::size_t i = 0; i < held.data.size(); ++i) {
        const std::int64_t column = static_cast<std::int64_t>(i) % width, line = static_cast<std::int64_t>(i) / width % height;
        const bool visible = column <= (kept ? step.start : 0) + line && !(step.padded && step.padded(column));
        held.data[i] = visible ? seen : blocked;
    }
}

}  // namespace

double drawn(std::uint64_t seed, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) noexcept {
    std::uint64_t x = mixed(seed + 0x9E3779B97F4A7C15ULL);
    for (const std::uint64_t part : {a, b, c, d}) x = mixed(x + part + 0x9E3779B97F4A7C15ULL);
    return static_cast<double>(x >> 11U) * 0x1p-53;
}

double blockedValue(const Subject& subject, std::size_t index) {
    const InputRole& input = subject.inputs[index];
    const auto type = typeOf(subject.model(), input.value).value_or(ScalarType::F32);
    bool filled = false, turned = false;
    for (const Use& use : usesOf(subject.model(), subject.prepared->flow, input.value)) {
        filled |= use.stem == "masked_fill" && use.argument == 1;
        turned |= use.stem == "logical_not" || use.stem == "bitwise_not" || use.stem == "rsub";
    }
    if (!isFloating(type)) return filled && !turned ? 1 : 0;
    const auto example = exampleOf(subject, index);
    const double least = example && !example->data.empty() ? *std::ranges::min_element(example->data) : 0;
    if (least < 0) return least;
    const auto sizes = sizesOf(subject.model(), input.value);
    return sizes.size() <= 2 && !subject.keepsState() ? 0 : type == ScalarType::F16 ? -65504 : -1e9;
}

Result<Held> madeInput(const Step& step, std::size_t index) {
    if (const auto given = step.given.find(index); given != step.given.end()) return given->second;
    const Subject& subject = *step.subject;
    const InputRole& input = subject.inputs[index];
    const auto example = exampleOf(subject, index);
    Held held;
    if (!input.value.valid()) return fail("role-unknown", "input '" + input.name + "' is no tensor");
    const bool number = subject.model().value(input.value).kind == graph::ValueKind::SymInt;
    auto shape = shapeOf(step, index, example);
    if (!shape) return shape.failure();
    held.shape = *std::move(shape);
    held.type = number ? ScalarType::I64 : typeOf(subject.model(), input.value).value_or(example ? example->type : ScalarType::F32);
    std::uint64_t count = 1;
    for (const std::int64_t size : held.shape) {
        if (size < 0 || (size > 0 && count > (std::uint64_t{1} << 25U) / static_cast<std::uint64_t>(size)))
            return fail("limit-exceeded", "input '" + input.name + "' has too many elements");
        count *= static_cast<std::uint64_t>(size);
    }
    held.data.assign(count, 0);
    switch (input.role) {
        case Role::Positions:
        case Role::CachePosition:
            eachElement(step, input, held.shape, [&](std::size_t i, std::int64_t, std::int64_t position, std::uint64_t channel) {
                held.data[i] = static_cast<double>(input.sequence < 0 ? step.start + static_cast<std::int64_t>(channel) : position);
            });
            break;
        case Role::Length: std::ranges::fill(held.data, static_cast<double>(step.start + step.size)); break;
        case Role::Mask: fillMask(held, step, index); break;
        case Role::State: break;
        default: fillContent(held, step, index, example); break;
    }
    return held;
}

}  // namespace etscope::consistency
