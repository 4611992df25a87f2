// Operators over quantised weights: rows of tables, products.
#include "evaluate/operators/families.h"
#include "evaluate/operators/gemm.h"
#include "evaluate/operators/indices.h"
#include "evaluate/operators/quantization.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

/// Bytes that hold several whole numbers: the first one in the highest or in the lowest bits.
template <int kBits, bool kHighestFirst>
Array unpacked(const Context& context, const Array& packed) {
    constexpr std::int64_t kEach = 8 / kBits;
    constexpr int kMask = (1 << kBits) - 1, kMiddle = 1 << (kBits - 1);
    Dims shape = packed.shape;
    shape.back() = checkedCount(Dims{shape.back(), kEach});
    Array out = context.makeStored(ScalarType::I8, ScalarType::I8, shape);
    const std::vector<std::int64_t> bytes = intsOf(packed);
    std::byte* to = out.storage->data();
    for (const std::int64_t byte : bytes)
        for (int i = 0; i < kEach; ++i) {
            const int shift = kBits * (kHighestFirst ? static_cast<int>(kEach) - 1 - i : i);
            const auto value = static_cast<std::int8_t>(((static_cast<int>(byte) & 0xFF) >> shift & kMask) - kMiddle);
            std::memcpy(to++, &value, 1);
        }
    return out;
}
Array bytesThemselves(const Context&, const Array& weight) { return weight; }

using Unpack = Array (*)(const Context&, const Array&);

/// Rows by their number, dequantised in groups.
template <Unpack unpack>
Values embedding(const Call& call) {
    const Context& context = call.context();
    const Array &weight = call.array("weight"), &scales = call.array("weight_scales"), &indices = call.array("indices");
    if (weight.rank() != 2 || scales.rank() == 0 || scales.rank() > 2 || itemSize(weight.type) != 1)
        refuseArguments("a table of bytes with scales for its rows is wanted");
    const auto rows = [&](const Array& array) {
        if (array.rank() == 0 || array.shape[0] != weight.shape[0]) refuseArguments("there are not as many scales as rows");
        const Array matrix = array.rank() == 1 ? unsqueezed(array, 1) : array;
        const Array flat = reshaped(context, indices, {indices.count()});
        return taken(context, chosenAlong(context, matrix, 0, flat, Negative::Refused));
    };
    const Array values = unpack(context, rows(weight)), scale = rows(scales);
    std::optional<Array> zero;
    if (const Array* given = call.arrayIf("weight_zero_points")) zero = rows(*given);
    if (scale.shape[1] <= 0) refuseArguments("a scale for each row is wanted");
    const Groups groups = groupsOf(context, values, scale, zero ? &*zero : nullptr, values.shape[1] / scale.shape[1]);
    Dims shape = indices.shape;
    shape.push_back(values.shape[1]);
    return one(reshaped(context,
                        dequantizedBy(context, groups.values, groups.scale, groups.zero ? &*groups.zero : nullptr,
                                      call.has("dtype") ? call.typeOr("dtype", scales.type) : scales.type),
                        shape));
}

/// input · weight in f64, each weight times the scale that it is seen with.
Array scaledProducts(const Context& context, const Array& input, const Array& weight, const Array& scale, ScalarType type) {
    if (input.rank() != 2 || weight.rank() != 2) refuseArguments("matrices are wanted");
    const Array factors =
        stepped(context, std::array<const Array*, 2>{&weight, &scale}, ScalarType::F64, [](double w, double s) { return w * s; });
    return fresh(context, matrixProducts(context, input, factors), type);
}

void refuseZeroPoints(const Call& call) {
    if (call.has("weight_zero_points")) refuseUnsupported("products of weights with zero points");
}

/// One scale for each row of the weight [k, n].
Values mixedProduct(const Call& call) {
    refuseZeroPoints(call);
    const Array &input = call.array("input"), &weight = call.array("weight"), &scale = call.array("weight_scales");
    if (scale.rank() != 1 || weight.rank() != 2 || scale.shape[0] != weight.shape[0])
        refuseArguments("a scale for each row of the weight is wanted");
    return one(scaledProducts(call.context(), input, weight, unsqueezed(scale, 1), input.type));
}

/// A scale for each row of the weight [n, k], or for groups of its elements.
Values mixedLinear(const Call& call) {
    refuseZeroPoints(call);
    const Context& context = call.context();
    const Array &input = call.array("input"), &weight = call.array("weight"), &scale = call.array("weight_scales");
    if (scale.rank() == 0 || scale.rank() > 2 || weight.rank() != 2 || scale.shape[0] != weight.shape[0])
        refuseArguments("a scale for each row of the weight is wanted");
    const std::int64_t perRow = scale.rank() == 2 ? scale.shape[1] : 1;
    if (perRow <= 0) refuseArguments("a scale for each row of the weight is wanted");
    const Groups groups = groupsOf(context, weight, scale, nullptr, (weight.shape[1] + perRow - 1) / perRow);
    const Array factors = stepped(context, std::array<const Array*, 2>{&groups.values, &groups.scale}, ScalarType::F64,
                                  [](double w, double s) { return w * s; });
    const Array matrix = transposed(reshaped(context, factors, weight.shape), 0, 1);
    return one(scaledProducts(context, input, matrix, constant(context, 1), call.typeOr("dtype", input.type)));
}

/// self · mat2ᵀ, columns scaled.
Values weightInt8(const Call& call) {
    const Array &self = call.array("self"), &weight = call.array("mat2"), &scale = call.array("scales");
    if (scale.rank() != 1 || weight.rank() != 2) refuseArguments("a scale for each row of the weight is wanted");
    return one(scaledProducts(call.context(), self, transposed(weight, 0, 1), scale, self.type));
}

constexpr const char* kTable = "weight weight_scales weight_zero_points weight_quant_min weight_quant_max indices";
constexpr const char* kTyped = "weight weight_scales weight_zero_points weight_quant_min weight_quant_max indices dtype=none";

constexpr auto kQuantizedTablesRows = std::to_array<OperatorRow>({
    {"quantized_decomposed.embedding_byte.default", kTable, embedding<bytesThemselves>, Rule::Elementwise},
    {"quantized_decomposed.embedding_byte.dtype", kTyped, embedding<bytesThemselves>, Rule::Elementwise},
    {"quantized_decomposed.embedding_2bit.default", kTable, embedding<unpacked<2, false>>, Rule::Elementwise},
    {"quantized_decomposed.embedding_2bit.dtype", kTyped, embedding<unpacked<2, false>>, Rule::Elementwise},
    {"quantized_decomposed.embedding_4bit.default", kTable, embedding<unpacked<4, true>>, Rule::Elementwise},
    {"quantized_decomposed.embedding_4bit.dtype", kTyped, embedding<unpacked<4, true>>, Rule::Elementwise},
    {"quantized_decomposed.mixed_mm.default", "input weight weight_scales weight_zero_points=none", mixedProduct, Rule::Dot},
    {"quantized_decomposed.mixed_linear.default", "input weight weight_scales weight_zero_points=none dtype=none", mixedLinear,
     Rule::Dot},
    {"aten._weight_int8pack_mm.default", "self mat2 scales", weightInt8, Rule::Dot},
});

}  // namespace

std::span<const OperatorRow> quantizedTableRows() { return kQuantizedTablesRows; }

}  // namespace etscope::evaluate
