#include "evaluate/operators/packed_weights.h"

#include <array>
#include <optional>

#include "base/byte_cursor.h"
#include "base/checked_math.h"

namespace etscope::evaluate {

namespace {

/// The head: 16 numbers of 32 bits, of which these are looked at.
constexpr std::size_t kHeadBytes = 64;
constexpr std::int32_t kMagic = 6712, kUniversal = 1;
/// Eight rows lie together, sixteen columns of each at once, in halves: half 0 of all rows, then half 1.
constexpr std::int64_t kRowsTogether = 8, kColumnsTogether = 16, kHalf = 8, kTile = kRowsTogether * kColumnsTogether;
constexpr std::array<std::int32_t, 3> kTiles = {8, 16, 2};

void checkHead(std::span<const std::byte> blob, const PackedShape& shape) {
    if (blob.size() < kHeadBytes) refuseArguments("packed weights without their head");
    const auto number = [&](std::size_t i) { return loadLittle<std::int32_t>(blob.data() + i * sizeof(std::int32_t)); };
    if (number(0) != kMagic) refuseArguments("bytes that are no packed weights");
    if (number(1) != kUniversal) refuseUnsupported("weights packed in layout " + std::to_string(number(1)));
    if (number(2) != shape.bits)
        refuseArguments("weights of " + std::to_string(number(2)) + " bits where " + std::to_string(shape.bits) + " are said");
    if (number(3) != 0 || number(4) != 0) refuseUnsupported("packed weights with zero points or a bias");
    for (std::size_t i = 0; i < kTiles.size(); ++i)
        if (number(5 + i) != kTiles[i]) refuseUnsupported("packed weights in other tiles");
}

/// Bytes of eight rows: numbers, and for each group a scale and a sum.
std::optional<std::int64_t> tileRowBytes(const PackedShape& shape) {
    const auto numbers = checkedMul(shape.columns, shape.bits);
    const auto groups = checkedMul<std::int64_t>(shape.columns / shape.group, kRowsTogether * 8);
    return numbers && groups ? checkedAdd(*numbers, *groups) : std::nullopt;
}

void checkSize(std::span<const std::byte> blob, const PackedShape& shape) {
    const auto each = tileRowBytes(shape);
    const std::int64_t tiles = shape.rows / kRowsTogether + (shape.rows % kRowsTogether != 0 ? 1 : 0);
    const auto all = each ? checkedMul(*each, tiles) : std::nullopt;
    if (!all || static_cast<std::uint64_t>(*all) > blob.size() - kHeadBytes)
        refuseArguments("packed weights of " + std::to_string(blob.size()) + " bytes are too short for " +
                        std::to_string(shape.rows) + " rows of " + std::to_string(shape.columns));
}

/// Number i of the 128 of a tile. Of 4 bits, 32 of them lie in 16 bytes, the first 16 in the low halves.
int numberAt(const std::byte* tile, std::int64_t bits, std::int64_t i) noexcept {
    if (bits == 8) return loadLittle<std::int8_t>(tile + i);
    const auto byte = std::to_integer<unsigned>(tile[i / 32 * 16 + i % 16]);
    return static_cast<int>((i % 32 < 16 ? byte : byte >> 4U) & 0xFU) - 8;
}

/// Sixteen columns of eight rows to where they belong, from row 0 of `to` on.
void unpackTile(const std::byte* tile, std::int64_t bits, std::int64_t rows, double* to, std::int64_t columns) noexcept {
    for (std::int64_t i = 0; i < kTile; ++i) {
        const std::int64_t row = i / kHalf % kRowsTogether, column = i / (kHalf * kRowsTogether) * kHalf + i % kHalf;
        if (row < rows) to[row * columns + column] = numberAt(tile, bits, i);
    }
}

}  // namespace

Array unpackedWeights(const Context& context, std::span<const std::byte> blob, const PackedShape& shape) {
    if (shape.bits != 4 && shape.bits != 8) refuseUnsupported("weights of " + std::to_string(shape.bits) + " bits");
    if (shape.rows <= 0 || shape.columns <= 0 || shape.group <= 0 || shape.columns % shape.group != 0 ||
        shape.group % kColumnsTogether != 0)
        refuseArguments("the columns do not divide into groups of sixteens");
    checkHead(blob, shape);
    checkSize(blob, shape);
    Array out = context.makeStored(ScalarType::F64, ScalarType::F64, {shape.rows, shape.columns});
    context.charge(out.count());
    const std::byte* from = blob.data() + kHeadBytes;
    const std::int64_t tileBytes = kTile * shape.bits / 8;
    for (std::int64_t r = 0; r < shape.rows; r += kRowsTogether) {
        context.poll();
        const std::int64_t rows = std::min(kRowsTogether, shape.rows - r);
        double* to = reinterpret_cast<double*>(out.storage->data()) + r * shape.columns;
        for (std::int64_t first = 0; first < shape.columns; first += shape.group) {
            for (std::int64_t c = first; c < first + shape.group; c += kColumnsTogether, from += tileBytes)
                unpackTile(from, shape.bits, rows, to + c, shape.columns);
            for (std::int64_t row = 0; row < rows; ++row) {
                const auto scale = static_cast<double>(loadLittle<float>(from + row * static_cast<std::int64_t>(sizeof(float))));
                for (std::int64_t c = first; c < first + shape.group; ++c) to[row * shape.columns + c] *= scale;
            }
            from += kRowsTogether * 8;  // scales, and sums of the numbers, which only the kernels need
        }
    }
    return out;
}

}  // namespace etscope::evaluate
