// Convolutions of one to three axes: products of the weights with the matrix of columns, which is made in parts of bounded size. A
// transposed one is computed output phase by output phase: places that are equal modulo the stride meet the same taps, with
// stride 1.
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "evaluate/operators/columns.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/gemm.h"
#include "evaluate/operators/numbers.h"
#include "evaluate/operators/shapes.h"
#include "evaluate/parallel.h"

namespace etscope::evaluate {

namespace {

/// Parts of the columns: their rows, their positions at most, and the sums held at once.
constexpr std::int64_t kPartDepth = 256, kPartPositions = 512, kPartSums = std::int64_t{1} << 20U;
/// Below so many rows of weights a matrix product is mostly padding.
constexpr std::int64_t kFewRows = 4;

/// What is convolved, by three axes: input [N, C, D, H, W], weight as it is given, with five axes.
struct Request {
    Array input, weight;
    const Array* bias = nullptr;
    Dims stride, before, after, dilation, outputPadding;
    std::int64_t groups = 1;
    bool transposed = false;

    std::int64_t groupInputs() const { return input.shape[1] / groups; }
    std::int64_t groupOutputs() const { return transposed ? weight.shape[1] : weight.shape[0] / groups; }
};

/// sums [rows × n] += weights [rows × depth] · columns [depth × n], in the order of the depth as matrix products have it.
template <class T>
void addRows(const Context& context, const Array& weights, const T* columns, std::int64_t n, T* sums) {
    const std::int64_t depth = weights.shape[1];
    const Pinned pinned = Storage::pin(weights.storage);
    const auto item = static_cast<std::ptrdiff_t>(weights.item());
    std::vector<T> row(static_cast<std::size_t>(depth));
    for (std::int64_t r = 0; r < weights.shape[0]; ++r, sums += n) {
        context.poll();
        loadAs<T>(weights.stored, pinned.data + (weights.offset + r * weights.strides[0]) * item, weights.strides[1] * item,
                  row.size(), row.data());
        for (std::int64_t k = 0; k < depth; ++k)
            for (std::int64_t i = 0; i < n; ++i)
                sums[i] = sumOf(sums[i], productOf(row[static_cast<std::size_t>(k)], columns[k * n + i]));
    }
}

/// One group of one image: `channels` [C, D, H, W] and `weights` [O, C · taps] to `out` [O, D, H, W] of any strides; `bias` has O
/// values or none.
template <class T>
void convolve(const Context& context, const Array& channels, const Array& weights, const ConvolvedAxes& axes, const T* bias,
              const Array& out) {
    const Pinned pinned = Storage::pin(channels.storage);
    const Columns<T> columns(channels, pinned, axes);
    const std::int64_t rows = weights.shape[0], depth = weights.shape[1], positions = positionsOf(axes);
    const double products = static_cast<double>(rows) * static_cast<double>(depth) * static_cast<double>(positions);
    const bool shared = products >= static_cast<double>(kSharedProducts);
    const std::int64_t held = kPartSums / (shared ? static_cast<std::int64_t>(threadCount()) : 1);
    const std::int64_t most =
        std::min(positions, std::clamp(held / std::max<std::int64_t>(rows, 1), std::int64_t{16}, kPartPositions));
    const auto item = static_cast<std::ptrdiff_t>(out.item());
    const auto computePart = [&](std::int64_t p0) {
        context.poll();
        const std::int64_t n = std::min(most, positions - p0);
        context.charge(checkedCount(Dims{rows, n}) + depth * n);
        const Array sums = scratch<T>(context, {rows, n});
        Array part = scratch<T>(context, {std::min(depth, kPartDepth), n});
        T* const totals = itemsOf<T>(sums);
        for (std::int64_t k0 = 0; k0 < depth; k0 += kPartDepth) {
            context.poll();
            part.shape = {std::min(depth - k0, kPartDepth), n};
            part.strides = {n, 1};
            columns.fill(k0, k0 + part.shape[0], p0, p0 + n, itemsOf<T>(part));
            const Array some = sliced(weights, 1, k0, k0 + part.shape[0], 1);
            if (std::is_same_v<T, double> && rows >= kFewRows)
                addProducts(context, some, part, itemsOf<double>(sums));
            else
                context.charge(rows * part.count()), addRows<T>(context, some, itemsOf<T>(part), n, totals);
        }
        for (std::int64_t r = 0; r < rows; ++r) {
            T* values = totals + r * n;
            if (bias != nullptr)
                for (std::int64_t i = 0; i < n; ++i) values[i] = sumOf(values[i], bias[r]);
            eachRun(axes, p0, p0 + n, [&](std::int64_t d, std::int64_t h, std::int64_t w, std::int64_t run) {
                const std::int64_t at =
                    out.offset + r * out.strides[0] + d * out.strides[1] + h * out.strides[2] + w * out.strides[3];
                storeApart(out.stored, values, static_cast<std::size_t>(run), out.storage->data() + at * item,
                           out.strides[3] * item);
                values += run;
            });
        }
    };
    const auto parts = static_cast<std::size_t>((positions + most - 1) / std::max<std::int64_t>(most, 1));
    if (shared)
        inParallel(parts, [&](std::size_t i) { computePart(static_cast<std::int64_t>(i) * most); });
    else
        for (std::size_t i = 0; i < parts; ++i) computePart(static_cast<std::int64_t>(i) * most);
}

/// The outputs of one axis that are equal modulo the stride, and the taps that they meet: each `tapStep`-th from `firstTap` on.
struct Phase {
    ConvolvedAxis axis;
    std::int64_t firstTap = 0, tapStep = 1;
};

Phase phaseOf(const Context& context, const Request& asked, std::size_t d, std::int64_t outputs, std::int64_t residue) {
    const std::int64_t stride = asked.stride[d], dilation = asked.dilation[d], taps = asked.weight.shape[2 + d];
    Phase phase;
    phase.tapStep = stride / std::gcd(stride, dilation);
    context.charge(std::min(taps, phase.tapStep));
    const auto apart = [&](std::int64_t tap) { return residue + asked.before[d] - tap * dilation; };
    while (phase.firstTap < std::min(taps, phase.tapStep) && apart(phase.firstTap) % stride != 0)
        if (++phase.firstTap % 65536 == 0) context.poll();
    const bool met = phase.firstTap < std::min(taps, phase.tapStep);
    phase.axis = {asked.input.shape[2 + d],
                  (outputs - residue + stride - 1) / stride,
                  met ? (taps - 1 - phase.firstTap) / phase.tapStep + 1 : 0,
                  1,
                  met ? apart(phase.firstTap) / stride : 0,
                  -(phase.tapStep * dilation / stride)};
    return phase;
}

/// Bytes of weights that are read at once: they may be put in another order beside that.
constexpr std::int64_t kWeightBytes = kWindowBytes / 2;

/// Elements between the first and the last that the array reaches, both included.
std::int64_t reachOf(const Array& array) {
    std::int64_t reach = 1;
    for (std::size_t d = 0; d < array.rank(); ++d) reach += (array.shape[d] - 1) * std::abs(array.strides[d]);
    return reach;
}

/// A part of weights that stay in their file, in memory: of axes whose elements lie far apart place by place, so that little of
/// what lies between them is read. Of some elements.
Array readPart(const Context& context, const Array& weights) {
    std::vector<std::size_t> axes(weights.rank());  // those that lead furthest first
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    const auto apart = [&](std::size_t d) { return weights.shape[d] == 1 ? 0 : std::abs(weights.strides[d]); };
    std::stable_sort(axes.begin(), axes.end(), [&](std::size_t a, std::size_t b) { return apart(a) > apart(b); });
    Array piece = weights;
    std::size_t single = 0;  // axes that are read place by place
    while (reachOf(piece) > 2 * piece.count()) piece.shape[axes[single++]] = 1;
    const std::int64_t each = reachOf(piece), pieces = weights.count() / piece.count();
    const auto bytes = static_cast<std::size_t>(each) * weights.item();
    Array part = weights;
    part.offset = 0;  // of the first element in a piece
    for (std::size_t d = 0; d < piece.rank(); ++d)
        part.offset += std::max<std::int64_t>((piece.shape[d] - 1) * -piece.strides[d], 0);
    for (std::size_t i = single, stride = static_cast<std::size_t>(each); i-- > 0;) {
        part.strides[axes[i]] = static_cast<std::int64_t>(stride);
        stride *= static_cast<std::size_t>(weights.shape[axes[i]]);
    }
    part.storage = Storage::allocate(context.memory, static_cast<std::uint64_t>(checkedCount(Dims{pieces, each})) * weights.item());
    for (std::int64_t i = 0; i < pieces; ++i) {
        context.poll();
        std::int64_t from = weights.offset - part.offset, rest = i;
        for (std::size_t k = single; k-- > 0;) {
            from += rest % weights.shape[axes[k]] * weights.strides[axes[k]];
            rest /= weights.shape[axes[k]];
        }
        weights.storage->read(static_cast<std::uint64_t>(from) * weights.item(),
                              {part.storage->data() + static_cast<std::size_t>(i) * bytes, bytes});
    }
    return part;
}

/// Weights of a group as [O, C, taps…]: of the outputs [first, last) of that group.
Array groupWeights(const Context& context, const Request& asked, std::int64_t group, std::int64_t first, std::int64_t last) {
    const std::int64_t each = asked.weight.shape[0] / asked.groups;
    const Array own = sliced(asked.weight, 0, group * each, (group + 1) * each, 1);
    const Array all = asked.transposed ? transposed(own, 0, 1) : own;
    const Array part = sliced(all, 0, first, last, 1);
    return part.storage->readInParts() && part.count() > 0 ? readPart(context, part) : part;
}

/// How many outputs of a group have their weights in memory at once: all, unless these stay in a file and are many.
std::int64_t outputsAtOnce(const Request& asked) {
    const std::int64_t outputs = asked.groupOutputs(),
                       all = checkedCount(asked.weight.shape) * static_cast<std::int64_t>(asked.weight.item());
    const std::int64_t group = all / asked.groups;
    if (!asked.weight.storage->readInParts() || group <= kWeightBytes) return outputs;
    return std::clamp<std::int64_t>(kWeightBytes / std::max<std::int64_t>(group / outputs, 1), 1, outputs);
}

/// Outputs of a group of all images: `weights` [O, C, taps…], `out` [N, O, D, H, W].
template <class T>
void convolveGroup(const Context& context, const Request& asked, std::int64_t group, const Array& weights,
                   const ConvolvedAxes& axes, const T* bias, const Array& out) {
    const Array matrix = reshaped(context, weights, {weights.shape[0], checkedCount(Dims{weights.shape[1], tapsOf(axes)})});
    const Array channels = sliced(asked.input, 1, group * asked.groupInputs(), (group + 1) * asked.groupInputs(), 1);
    for (std::int64_t n = 0; n < out.shape[0]; ++n)
        convolve<T>(context, selected(channels, 0, n), matrix, axes, bias, selected(out, 0, n));
}

template <class T>
void convolveTransposed(const Context& context, const Request& asked, std::int64_t group, const Array& weights, const T* bias,
                        const Array& out) {
    Dims phases(3);
    for (std::size_t d = 0; d < 3; ++d) phases[d] = std::min(asked.stride[d], out.shape[2 + d]);
    const std::int64_t count = checkedCount(phases);
    for (std::int64_t i = 0; i < count; ++i) {
        context.poll();
        const std::int64_t residues[] = {i / phases[2] / phases[1], i / phases[2] % phases[1], i % phases[2]};
        Array met = weights, part = out;
        ConvolvedAxes axes;
        for (std::size_t d = 0; d < 3; ++d) {
            const Phase phase = phaseOf(context, asked, d, out.shape[2 + d], residues[d]);
            axes[d] = phase.axis;
            met = sliced(met, 2 + d, phase.axis.taps > 0 ? phase.firstTap : met.shape[2 + d], std::nullopt, phase.tapStep);
            part = sliced(part, 2 + d, residues[d], std::nullopt, asked.stride[d]);
        }
        convolveGroup<T>(context, asked, group, met, axes, bias, part);
    }
}

template <class T>
void convolveAll(const Context& context, const Request& asked, const Array& out) {
    const bool few = asked.weight.storage->size() <= static_cast<std::uint64_t>(kWindowBytes);  // read once
    const Pinned input = Storage::pin(asked.input.storage), weight = few ? Storage::pin(asked.weight.storage) : Pinned{};
    std::vector<T> bias;
    if (asked.bias != nullptr) bias = itemsAs<T>(*asked.bias);
    const std::int64_t each = asked.groupOutputs();
    ConvolvedAxes axes;
    for (std::size_t d = 0; d < 3; ++d)
        axes[d] = {asked.input.shape[2 + d], out.shape[2 + d], asked.weight.shape[2 + d],
                   asked.stride[d],          -asked.before[d], asked.dilation[d]};
    const std::int64_t atOnce = outputsAtOnce(asked);
    for (std::int64_t first = 0; first < each * asked.groups;) {
        const std::int64_t group = first / each, last = std::min(first + atOnce, (group + 1) * each);
        const Array weights = groupWeights(context, asked, group, first - group * each, last - group * each);
        const T* added = bias.empty() ? nullptr : bias.data() + first;
        const Array part = sliced(out, 1, first, last, 1);
        if (asked.transposed)
            convolveTransposed<T>(context, asked, group, weights, added, part);
        else
            convolveGroup<T>(context, asked, group, weights, axes, added, part);
        first = last;
    }
}

std::int64_t outputsOf(const Request& asked, std::size_t d) {
    const std::int64_t inputs = asked.input.shape[2 + d], reach = asked.dilation[d] * (asked.weight.shape[2 + d] - 1) + 1;
    const std::int64_t padding = asked.before[d] + asked.after[d];
    const std::int64_t outputs = asked.transposed ? (inputs - 1) * asked.stride[d] - padding + reach + asked.outputPadding[d]
                                 : inputs + padding < reach ? 0
                                                            : (inputs + padding - reach) / asked.stride[d] + 1;
    if (outputs < (asked.transposed ? 0 : 1)) refuseArguments("the kernel is larger than the padded input");
    return outputs;
}

void checkChannels(const Request& asked) {
    const std::int64_t channels = asked.input.shape[1], rows = asked.weight.shape[0], columns = asked.weight.shape[1];
    const std::int64_t divided = asked.transposed ? channels : rows;
    const bool fits = asked.transposed ? rows == channels : channels % asked.groups == 0 && channels / asked.groups == columns;
    if (divided % asked.groups != 0 || !fits)
        refuseArguments(std::to_string(channels) + " channels in " + std::to_string(asked.groups) +
                        " groups do not fit a weight of " + std::to_string(rows) + " × " + std::to_string(columns));
    if (asked.input.type != asked.weight.type || (asked.bias != nullptr && asked.bias->type != asked.input.type))
        refuseArguments("the operands have different types");
    if (asked.bias != nullptr && asked.bias->count() != asked.groupOutputs() * asked.groups)
        refuseArguments("the bias has " + std::to_string(asked.bias->count()) + " elements");
}

/// The outputs of a request whose parameters were checked one by one.
Array computed(const Context& context, const Request& asked) {
    checkChannels(asked);
    Dims shape{asked.input.shape[0], checkedCount(Dims{asked.groupOutputs(), asked.groups})};
    for (std::size_t d = 0; d < 3; ++d) shape.push_back(outputsOf(asked, d));
    Array out = context.make(asked.input.type, shape);
    if (out.count() == 0) return out;
    if (isFloating(out.type))
        convolveAll<double>(context, asked, out);
    else
        convolveAll<std::int64_t>(context, asked, out);
    return out;
}

/// "valid": none; "same": as many as the kernel reaches beyond one place, the odd one behind.
void padByName(Request& asked, std::string_view name) {
    if (name != "valid" && name != "same") refuseArguments("padding '" + std::string(name) + "'");
    asked.before = asked.after = Dims(3, 0);
    for (std::size_t d = 0; d < 3 && name == "same"; ++d) {
        if (asked.stride[d] != 1) refuseArguments("padding 'same' with a stride");
        const std::int64_t all = asked.dilation[d] * (asked.weight.shape[2 + d] - 1);
        asked.before[d] = all / 2;
        asked.after[d] = all - all / 2;
    }
}

Values convolved(const Call& call, bool isTransposed) {
    const Array &input = call.array("input"), &weight = call.array("weight");
    if (weight.rank() < 3 || weight.rank() > 5) refuseArguments("a weight of three to five dimensions is wanted");
    const std::size_t axes = weight.rank() - 2;
    spatialSizes(input, axes);
    for (const std::int64_t taps : spatialSizes(weight, axes)) spatialValue(taps, 1, "kernel");
    const bool batched = input.rank() == axes + 2;
    Request asked{batched ? input : unsqueezed(input, 0), weight, call.arrayIf("bias"), {}, {}, {}, {}, {}, 1, isTransposed};
    for (std::size_t d = axes; d < 3; ++d) {
        asked.input = unsqueezed(asked.input, 2);
        asked.weight = unsqueezed(asked.weight, 2);
    }
    asked.groups = spatialValue(call.integer("groups"), 1, "groups");
    const auto parameter = [&](std::string_view name, std::int64_t least, std::int64_t filler) {
        return asThree(spatialParameter(call, name, axes, least), filler);
    };
    asked.stride = parameter("stride", 1, 1);
    asked.dilation = parameter("dilation", 1, 1);
    if (std::holds_alternative<std::string>(call.value("padding").base()))
        padByName(asked, call.text("padding"));
    else
        asked.before = asked.after = parameter("padding", 0, 0);
    if (isTransposed) asked.outputPadding = parameter("output_padding", 0, 0);
    for (std::size_t d = 0; d < 3 && isTransposed; ++d)
        if (asked.outputPadding[d] >= std::max(asked.stride[d], asked.dilation[d]))
            refuseArguments("an output padding that is neither below the stride nor below the dilation");
    Array out = computed(call.context(), asked);
    for (std::size_t d = axes; d < 3; ++d) out = selected(out, 2, 0);
    return one(batched ? out : selected(out, 0, 0));
}

template <std::size_t kAxes, bool kTransposed>
Values convolution(const Call& call) {
    if (call.array("weight").rank() != kAxes + 2)
        refuseArguments("the weight has not " + std::to_string(kAxes + 2) + " dimensions");
    return convolved(call, kTransposed);
}
Values anyConvolution(const Call& call) { return convolved(call, call.flag("transposed")); }

constexpr auto kConvolutionRows = std::to_array<OperatorRow>({
    {"aten.convolution.default", "input weight bias stride padding dilation transposed output_padding groups", anyConvolution,
     Rule::Dot},
    {"aten._convolution.default",
     "input weight bias stride padding dilation transposed output_padding groups benchmark deterministic cudnn_enabled allow_tf32",
     anyConvolution, Rule::Dot},
    {"aten.conv1d.default", "input weight bias=none stride=1 padding=0 dilation=1 groups=1", convolution<1, false>, Rule::Dot},
    {"aten.conv2d.default", "input weight bias=none stride=1 padding=0 dilation=1 groups=1", convolution<2, false>, Rule::Dot},
    {"aten.conv3d.default", "input weight bias=none stride=1 padding=0 dilation=1 groups=1", convolution<3, false>, Rule::Dot},
    {"aten.conv1d.padding", "input weight bias=none stride=1 padding=\"valid\" dilation=1 groups=1", convolution<1, false>,
     Rule::Dot},
    {"aten.conv2d.padding", "input weight bias=none stride=1 padding=\"valid\" dilation=1 groups=1", convolution<2, false>,
     Rule::Dot},
    {"aten.conv3d.padding", "input weight bias=none stride=1 padding=\"valid\" dilation=1 groups=1", convolution<3, false>,
     Rule::Dot},
    {"aten.conv_transpose1d.default", "input weight bias=none stride=1 padding=0 output_padding=0 groups=1 dilation=1",
     convolution<1, true>, Rule::Dot},
    {"aten.conv_transpose2d.input", "input weight bias=none stride=1 padding=0 output_padding=0 groups=1 dilation=1",
     convolution<2, true>, Rule::Dot},
    {"aten.conv_transpose3d.input", "input weight bias=none stride=1 padding=0 output_padding=0 groups=1 dilation=1",
     convolution<3, true>, Rule::Dot},
});

}  // namespace

std::span<const OperatorRow> convolutionRows() { return kConvolutionRows; }

}  // namespace etscope::evaluate
