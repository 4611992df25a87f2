// torchao: tables of weights in the packed forms that language models are exported with, made floating again as their own
// definitions compute it, in f32.
#include <array>

#include "base/byte_cursor.h"
#include "base/half_float.h"
#include "evaluate/operators/byte_rows.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/quantization.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

ScalarType outputType(const Call& call) {
    const ScalarType type = call.typeOr("output_dtype", ScalarType::F32);
    if (!isFloating(type)) refuseArguments("dequantised values are floating");
    return type;
}

/// x · y in f32, as `type`. Operands broadcast.
Array productIn(const Context& context, const Array& x, const Array& y, ScalarType type, const Dims& shape) {
    const Array product = stepped(context, std::array{&x, &y}, ScalarType::F32, [](double a, double b) {
        return static_cast<double>(static_cast<float>(a)) * static_cast<double>(static_cast<float>(b));
    });
    const ScalarType out = computedAs(context, type);
    return finishedAs(context, kept(context, reshaped(context, product, shape), out, out), type);
}

// GGUF: rows of blocks of 256 weights (llama.cpp's ggml-common.h), in f32 as gguf-py computes them.

constexpr std::int64_t kBlockWeights = 256;

unsigned byteAt(const std::byte* at) noexcept { return std::to_integer<unsigned>(*at); }
float halfAt(const std::byte* at) noexcept { return floatFromF16(loadLittle<std::uint16_t>(at)); }

/// Scale and offset of eight parts of a block, 6 bits each in 12 bytes.
struct PartScale {
    float scale, offset;
};
PartScale partScale(const std::byte* packed, std::size_t part) noexcept {
    const auto six = [&](std::size_t first) { return byteAt(packed + first + part % 4); };
    if (part < 4) return {static_cast<float>(six(0) & 0x3FU), static_cast<float>(six(4) & 0x3FU)};
    const unsigned both = six(8);
    return {static_cast<float>((both & 0xFU) | ((six(0) >> 6U) << 4U)), static_cast<float>((both >> 4U) | ((six(4) >> 6U) << 4U))};
}

/// Parts of 32 weights of 4 bits, two parts in 32 bytes; `fifth`: a bit more of each, one byte for the 8 parts; nullptr: none.
void affineBlock(const std::byte* block, const std::byte* fifth, const std::byte* fours, float* to) noexcept {
    const float all = halfAt(block), offsets = halfAt(block + 2);
    for (std::size_t part = 0; part < 8; ++part) {
        const PartScale own = partScale(block + 4, part);
        const float scale = all * own.scale, offset = offsets * own.offset;
        for (std::size_t i = 0; i < 32; ++i) {
            unsigned q = byteAt(fours + part / 2 * 32 + i) >> (part % 2 * 4) & 0xFU;
            if (fifth != nullptr) q |= (byteAt(fifth + i) >> part & 1U) << 4U;
            *to++ = scale * static_cast<float>(q) - offset;
        }
    }
}
void q4Block(const std::byte* block, float* to) noexcept { affineBlock(block, nullptr, block + 16, to); }
void q5Block(const std::byte* block, float* to) noexcept { affineBlock(block, block + 16, block + 48, to); }

/// Halves of 128 weights of 4 bits and 2, in quarters of 32; 16 of them share a scale of 8 bits.
void q6Block(const std::byte* block, float* to) noexcept {
    const std::byte *fours = block, *twos = block + 128, *scales = block + 192;
    const float all = halfAt(block + 208);
    for (std::size_t w = 0; w < kBlockWeights; ++w) {
        const std::size_t half = w / 128, quarter = w / 32 % 4, i = w % 32;
        const unsigned low = byteAt(fours + half * 64 + quarter % 2 * 32 + i) >> (quarter / 2 * 4) & 0xFU;
        const unsigned high = byteAt(twos + half * 32 + i) >> (quarter * 2) & 3U;
        const float scale = all * static_cast<float>(loadLittle<std::int8_t>(scales + w / 16));
        *to++ = scale * static_cast<float>(static_cast<int>(low | (high << 4U)) - 32);
    }
}

struct BlockForm {
    std::string_view name;
    std::int64_t bytes;
    void (*unpack)(const std::byte*, float*) noexcept;
};
constexpr auto kBlockForms = std::to_array<BlockForm>({{"q4_k", 144, q4Block}, {"q5_k", 176, q5Block}, {"q6_k", 210, q6Block}});

Values dequantizeGguf(const Call& call) {
    const Context& context = call.context();
    const Array& weight = call.array("weight");
    const std::string_view name = call.text("ggml_type");
    const auto* form = std::find_if(kBlockForms.begin(), kBlockForms.end(), [&](const BlockForm& row) { return row.name == name; });
    if (form == kBlockForms.end()) refuseUnsupported("GGUF blocks of type '" + std::string(name) + "'");
    if (weight.type != ScalarType::U8) refuseArguments("blocks are bytes");
    ByteRows rows(context, weight);
    if (rows.width() % form->bytes != 0)
        refuseArguments("rows of bytes that do not divide into blocks of " + std::to_string(form->bytes));
    const std::int64_t blocks = rows.width() / form->bytes, columns = checkedCount(Dims{blocks, kBlockWeights});
    Array out = context.make(outputType(call), {rows.count(), columns});
    context.charge(out.count());
    std::array<float, kBlockWeights> floats;
    std::array<double, kBlockWeights> doubles;
    std::byte* to = out.storage->data();
    for (std::int64_t r = 0; r < rows.count() && blocks > 0; ++r) {
        context.poll();
        const std::byte* from = rows.row(r).data();
        for (std::int64_t b = 0; b < blocks;
             ++b, from += form->bytes, to += kBlockWeights * static_cast<std::int64_t>(out.item())) {
            form->unpack(from, floats.data());
            std::ranges::copy(floats, doubles.begin());
            storeDoubles(out.stored, doubles.data(), doubles.size(), to);
        }
    }
    return one(std::move(out));
}

/// Two numbers of 4 bits in each byte, the first one in the low bits; `table`: what each of the 16 stands for. [rows, 2 · bytes],
/// i8.
Array halvesOfBytes(const Context& context, const Array& packed, const std::array<std::int8_t, 16>& table) {
    ByteRows rows(context, packed);
    Array out = context.makeStored(ScalarType::I8, ScalarType::I8, {rows.count(), checkedCount(Dims{rows.width(), 2})});
    context.charge(out.count());
    auto* to = reinterpret_cast<std::int8_t*>(out.storage->data());
    for (std::int64_t r = 0; r < rows.count(); ++r) {
        context.poll();
        for (const std::byte byte : rows.row(r)) {
            *to++ = table[std::to_integer<std::size_t>(byte & std::byte{0xF})];
            *to++ = table[std::to_integer<std::size_t>(byte >> 4)];
        }
    }
    return out;
}

/// Rows of a matrix in blocks with a factor each: [rows, blocks, size] and [rows, blocks, 1].
struct ScaledBlocks {
    Array values, factors;

    ScaledBlocks(const Context& context, const Array& matrix, const Array& scale, std::int64_t size) {
        const std::int64_t rows = matrix.shape[0], columns = matrix.shape[1];
        if (columns % size != 0) refuseArguments("the columns do not divide into blocks");
        if (scale.count() != rows * (columns / size)) refuseArguments("a scale for each block is wanted");
        values = reshaped(context, matrix, {rows, columns / size, size});
        factors = reshaped(context, scale, {rows, columns / size, 1});
    }
};

/// Numbers of 4 bits: a sign, 2 of exponent and 1 of mantissa, twice their value; blocks with a scale of 8 bits, and one for all.
Values dequantizeNvfp4(const Call& call) {
    constexpr std::array<std::int8_t, 16> kTwice = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};
    const Context& context = call.context();
    const Array numbers = halvesOfBytes(context, call.array("qdata"), kTwice);
    Array scale = call.array("scale");
    if (itemSize(scale.stored) != 1) refuseArguments("scales of 8 bits are wanted");
    scale.type = scale.stored = ScalarType::F8E4M3FN;
    const Array common = narrowed(context, call.array("per_tensor_scale"));
    if (common.count() != 1) refuseArguments("one scale for all is wanted");
    const Array forAll = reshaped(context, common, {});
    const ScaledBlocks blocks(context, numbers, scale, call.integer("block_size"));
    const Array factors = stepped(context, std::array{&blocks.factors, &forAll}, ScalarType::F32,
                                  [](double s, double c) { return s * static_cast<double>(static_cast<float>(c)); });
    const Array values = stepped(context, std::array{&blocks.values}, ScalarType::F32, [](double x) { return x / 2; });
    return one(productIn(context, values, factors, outputType(call), numbers.shape));
}

/// Elements of 8 bits, blocks with a power of two each.
Values dequantizeMx(const Call& call) {
    const Context& context = call.context();
    const Array &numbers = call.array("qdata"), &scale = call.array("scale");
    const ScalarType element = call.typeOr("elem_dtype", ScalarType::F8E4M3FN);
    if (element != ScalarType::F8E4M3FN && element != ScalarType::F8E5M2)
        refuseUnsupported("microscaled elements of type " + scalarTypeName(element));
    const ScaledBlocks blocks(context, numbers, scale, call.integer("block_size"));
    return one(productIn(context, blocks.values, blocks.factors, outputType(call), numbers.shape));
}

/// Numbers of 4 bits without a sign; each `group_size` of a row have a scale and a zero point, which stand column by column.
Values dequantizeInt4(const Call& call) {
    constexpr std::array<std::int8_t, 16> kThemselves = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const Context& context = call.context();
    if (itemSize(call.array("qdata").type) != 1) refuseArguments("numbers in bytes are wanted");
    const Array numbers = halvesOfBytes(context, call.array("qdata"), kThemselves);
    const auto ofBlocks = [&](std::string_view name) {
        return ScaledBlocks(context, numbers, transposed(narrowed(context, call.array(name)), 0, 1), call.integer("group_size"));
    };
    const ScaledBlocks scales = ofBlocks("scale"), zeros = ofBlocks("zero_point");
    const Array difference = stepped(context, std::array<const Array*, 2>{&scales.values, &zeros.factors}, ScalarType::F32,
                                     [](double q, double z) { return q - static_cast<double>(static_cast<float>(z)); });
    return one(productIn(context, difference, scales.factors, outputType(call), numbers.shape));
}

// Elements of 8 bits with scales over blocks of any axes, or one for all.

/// The scale repeated over what it is of: each size divides the tensor's.
Array scaleOver(const Context& context, const Array& scale, const Dims& shape) {
    if (!scale.floating() || scale.type == ScalarType::F64) refuseUnsupported("scales of type " + scalarTypeName(scale.type));
    if (scale.count() == 1) return reshaped(context, scale, {});
    if (scale.rank() != shape.size()) refuseArguments("scales of other dimensions than their tensor");
    Dims apart, within, whole;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        if (scale.shape[d] <= 0 || shape[d] % scale.shape[d] != 0) refuseArguments("the tensor does not divide into blocks");
        whole.insert(whole.end(), {scale.shape[d], shape[d] / scale.shape[d]});
        apart.insert(apart.end(), {scale.shape[d], 1});
    }
    return reshaped(context, broadcastTo(reshaped(context, scale, apart), whole), shape);
}

Values dequantizeFloat8(const Call& call) {
    const Context& context = call.context();
    const Array& tensor = call.array("tensor");
    const Array scale = scaleOver(context, narrowed(context, call.array("scale")), tensor.shape);
    return one(productIn(context, tensor, scale, outputType(call), tensor.shape));
}

Values quantizeFloat8(const Call& call) {
    const Context& context = call.context();
    const Array& tensor = call.array("tensor");
    const ScalarType type = call.typeOr("float8_dtype", ScalarType::F8E4M3FN);
    if (!isFloating(type) || itemSize(type) != 1) refuseArguments("a floating type of 8 bits is wanted");
    const double largest = floatRange(type).largest;
    const Array scale = scaleOver(context, narrowed(context, call.array("scale")), tensor.shape);
    const Array quotient = stepped(context, std::array<const Array*, 2>{&tensor, &scale}, ScalarType::F32, [](double x, double s) {
        return static_cast<double>(static_cast<float>(x)) / static_cast<double>(static_cast<float>(s));
    });
    return one(stepped(context, std::array{&quotient}, type,
                       [largest](double x) { return x != x ? x : std::min(std::max(x, -largest), largest); }));
}

constexpr auto kPackedTableRows = std::to_array<OperatorRow>({
    {"torchao.dequantize_gguf.default", "weight ggml_type output_dtype=15", dequantizeGguf, Rule::Elementwise},
    {"torchao.dequantize_nvfp4.default", "qdata scale per_tensor_scale block_size output_dtype=6", dequantizeNvfp4,
     Rule::Elementwise},
    {"torchao.dequantize_mx.default", "qdata scale elem_dtype block_size output_dtype=6", dequantizeMx, Rule::Elementwise},
    {"torchao.dequantize_int4_tensor.default", "qdata scale zero_point group_size output_dtype=15", dequantizeInt4,
     Rule::Elementwise},
    {"torchao.dequantize_affine_float8_non_decomposed.default", "tensor scale output_dtype=6", dequantizeFloat8, Rule::Elementwise},
    {"torchao.quantize_affine_float8_non_decomposed.default", "tensor scale float8_dtype=24", quantizeFloat8, Rule::Quantize},
});

}  // namespace

std::span<const OperatorRow> packedTableRows() { return kPackedTableRows; }

}  // namespace etscope::evaluate
