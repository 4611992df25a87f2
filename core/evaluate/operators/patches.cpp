// Windows as columns and back, channels as pixels and back.
#include <algorithm>
#include <string>
#include <vector>

#include "evaluate/operators/columns.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

constexpr std::int64_t kPatchPositions = 4096;

/// The windows of an image of two axes.
ConvolvedAxes windowsOver(const Call& call, const Dims& sizes) {
    const Dims kernel = spatialParameter(call, "kernel_size", 2, 1), dilation = spatialParameter(call, "dilation", 2, 1),
               padding = spatialParameter(call, "padding", 2, 0), stride = spatialParameter(call, "stride", 2, 1);
    ConvolvedAxes axes;
    for (std::size_t d = 0; d < 2; ++d) {
        const std::int64_t room = sizes[d] + 2 * padding[d] - dilation[d] * (kernel[d] - 1) - 1;
        if (room < 0) refuseArguments("the kernel is larger than the padded image");
        axes[d + 1] = {spatialValue(sizes[d], 1, "size"), room / stride[d] + 1, kernel[d], stride[d], -padding[d], dilation[d]};
    }
    return axes;
}

/// With a batch in front, where there is none.
Array batched(const Array& array, std::size_t rank) { return array.rank() == rank ? array : unsqueezed(array, 0); }

/// [N, C, H, W] to [N, C · taps, positions].
Values toColumns(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    const ConvolvedAxes axes = windowsOver(call, spatialSizes(self, 2));
    const Array images = unsqueezed(batched(self, 4), 2);
    const std::int64_t rows = checkedCount(Dims{images.shape[1], tapsOf(axes)}), positions = positionsOf(axes);
    Array out = context.make(self.type, {images.shape[0], rows, positions});
    if (out.count() > 0) {
        const Pinned pinned = Storage::pin(self.storage);
        std::vector<double> part(static_cast<std::size_t>(std::min(positions, kPatchPositions)));
        std::byte* to = out.storage->data();
        for (std::int64_t image = 0; image < images.shape[0]; ++image) {
            const Columns<double> columns(selected(images, 0, image), pinned, axes);
            for (std::int64_t k = 0; k < rows; ++k)
                for (std::int64_t p = 0; p < positions; p += kPatchPositions) {
                    context.poll();
                    const std::int64_t end = std::min(positions, p + kPatchPositions);
                    columns.fill(k, k + 1, p, end, part.data());
                    storeDoubles(out.stored, part.data(), static_cast<std::size_t>(end - p), to);
                    to += static_cast<std::size_t>(end - p) * out.item();
                }
        }
    }
    return one(self.rank() == 4 ? out : selected(out, 0, 0));
}

/// Adds the columns of one channel, [taps, positions], to its image.
void addColumns(const Context& context, const ConvolvedAxes& axes, const double* columns, double* image) {
    for (std::int64_t h = 0; h < axes[1].taps; ++h)
        for (std::int64_t w = 0; w < axes[2].taps; ++w) {
            context.poll();
            eachRun(axes, 0, positionsOf(axes), [&](std::int64_t, std::int64_t row, std::int64_t, std::int64_t n) {
                const std::int64_t y = axes[1].place(row, h);
                for (std::int64_t i = 0; i < n && axes[1].holds(y); ++i)
                    if (const std::int64_t x = axes[2].place(i, w); axes[2].holds(x)) image[y * axes[2].inputs + x] += columns[i];
                columns += n;
            });
        }
}

/// [N, C · taps, positions] to [N, C, H, W]: what lies on one pixel is added.
Values fromColumns(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    if (self.rank() != 2 && self.rank() != 3) refuseArguments("a tensor of two or three dimensions is wanted");
    if (!isFloating(self.type)) refuseArguments("a floating operand is wanted");
    const Dims sizes = spatialParameter(call, "output_size", 2, 1);
    const ConvolvedAxes axes = windowsOver(call, sizes);
    const Array columns = batched(self, 3);
    const std::int64_t taps = tapsOf(axes), channels = columns.shape[1] / taps;
    if (columns.shape[1] % taps != 0 || columns.shape[2] != positionsOf(axes))
        refuseArguments("columns of " + std::to_string(columns.shape[1]) + " × " + std::to_string(columns.shape[2]) +
                        " do not fit the image");
    Array out = context.make(self.type, {columns.shape[0], channels, sizes[0], sizes[1]});
    if (out.count() > 0) {
        const Array image = scratch<double>(context, sizes);
        const auto pixels = static_cast<std::size_t>(image.count());
        const Array perChannel = reshaped(context, columns, {columns.shape[0], channels, taps, columns.shape[2]});
        eachPlane<double>(context, perChannel, 2, [&](const double* values, std::size_t number) {
            std::fill_n(itemsOf<double>(image), pixels, 0.0);
            addColumns(context, axes, values, itemsOf<double>(image));
            storeDoubles(out.stored, itemsOf<double>(image), pixels, out.storage->data() + number * pixels * out.item());
        });
    }
    return one(self.rank() == 3 ? out : selected(out, 0, 0));
}

/// A copy of the view with another shape.
Array copiedAs(const Context& context, const Array& view, Dims shape) {
    Array out = copied(context, view);
    out.strides = rowMajor(shape);
    out.shape = std::move(shape);
    return out;
}

/// The sizes before the last three.
Dims leadingOf(const Array& self) {
    if (self.rank() < 3) refuseArguments("a tensor of three dimensions or more is wanted");
    return {self.shape.begin(), self.shape.end() - 3};
}
Dims joined(Dims first, const Dims& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}
/// The leading axes, then the others in the order given.
std::vector<std::size_t> orderOf(std::size_t leading, std::initializer_list<std::size_t> others) {
    std::vector<std::size_t> order;
    for (std::size_t d = 0; d < leading; ++d) order.push_back(d);
    for (const std::size_t d : others) order.push_back(leading + d);
    return order;
}

/// [C · r², H, W] to [C, H · r, W · r].
Values pixelShuffle(const Call& call) {
    const Array& self = call.array("self");
    const std::int64_t factor = spatialValue(call.integer("upscale_factor"), 1, "factor");
    const Dims leading = leadingOf(self);
    const std::int64_t channels = self.shape[leading.size()], high = self.shape[leading.size() + 1], wide = self.shape.back();
    if (channels % (factor * factor) != 0) refuseArguments("the channels are no multiple of the squared factor");
    const std::int64_t left = channels / (factor * factor);
    const Dims shape = joined(leading, {left, checkedCount(Dims{high, factor}), checkedCount(Dims{wide, factor})});
    const Array parts = reshaped(call.context(), self, joined(leading, {left, factor, factor, high, wide}));
    return one(copiedAs(call.context(), permuted(parts, orderOf(leading.size(), {0, 3, 1, 4, 2})), shape));
}

/// [C, H · r, W · r] to [C · r², H, W].
Values pixelUnshuffle(const Call& call) {
    const Array& self = call.array("self");
    const std::int64_t factor = spatialValue(call.integer("downscale_factor"), 1, "factor");
    const Dims leading = leadingOf(self);
    const std::int64_t channels = self.shape[leading.size()], high = self.shape[leading.size() + 1], wide = self.shape.back();
    if (high % factor != 0 || wide % factor != 0) refuseArguments("the image is no multiple of the factor");
    const Dims shape = joined(leading, {checkedCount(Dims{channels, factor * factor}), high / factor, wide / factor});
    const Array parts = reshaped(call.context(), self, joined(leading, {channels, high / factor, factor, wide / factor, factor}));
    return one(copiedAs(call.context(), permuted(parts, orderOf(leading.size(), {0, 2, 4, 1, 3})), shape));
}

/// [N, groups · C, …]: the first channel of each group, then the second of each.
Values channelShuffle(const Call& call) {
    const Array& self = call.array("self");
    const std::int64_t groups = spatialValue(call.integer("groups"), 1, "groups");
    if (self.rank() < 3 || self.shape[1] % groups != 0) refuseArguments("channels that are a multiple of the groups are wanted");
    Dims parts = self.shape;
    parts[1] /= groups;
    parts.insert(parts.begin() + 1, groups);
    return one(copiedAs(call.context(), transposed(reshaped(call.context(), self, parts), 1, 2), self.shape));
}

constexpr auto kPatchesRows = std::to_array<OperatorRow>({
    {"aten.im2col.default", "self kernel_size dilation padding stride", toColumns},
    {"aten.col2im.default", "self output_size kernel_size dilation padding stride", fromColumns, Rule::Sum},
    {"aten.pixel_shuffle.default", "self upscale_factor", pixelShuffle},
    {"aten.pixel_unshuffle.default", "self downscale_factor", pixelUnshuffle},
    {"aten.channel_shuffle.default aten.native_channel_shuffle.default", "self groups", channelShuffle},
});

}  // namespace

std::span<const OperatorRow> patchRows() { return kPatchesRows; }

}  // namespace etscope::evaluate
