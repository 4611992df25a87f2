#include "base/scalar_type.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace etscope {
namespace {

enum class Family : std::uint8_t { Integer, Float, Complex, Bool, Quantized, Bits };

struct Row {
    ScalarType type;
    std::string_view name;
    std::string_view torch;
    std::string_view numpy;  ///< empty: numpy has no such type
    std::uint8_t bytes;      ///< of one storage item; 0: not stored as such
    Family family;
};

using enum ScalarType;
constexpr std::array kRows{
    Row{U8, "u8", "uint8", "|u1", 1, Family::Integer},
    Row{I8, "i8", "int8", "|i1", 1, Family::Integer},
    Row{I16, "i16", "int16", "<i2", 2, Family::Integer},
    Row{I32, "i32", "int32", "<i4", 4, Family::Integer},
    Row{I64, "i64", "int64", "<i8", 8, Family::Integer},
    Row{F16, "f16", "float16", "<f2", 2, Family::Float},
    Row{F32, "f32", "float32", "<f4", 4, Family::Float},
    Row{F64, "f64", "float64", "<f8", 8, Family::Float},
    Row{C32, "c32", "complex32", "", 4, Family::Complex},
    Row{C64, "c64", "complex64", "<c8", 8, Family::Complex},
    Row{C128, "c128", "complex128", "<c16", 16, Family::Complex},
    Row{Bool, "bool", "bool", "|b1", 1, Family::Bool},
    Row{QInt8, "qint8", "qint8", "", 1, Family::Quantized},
    Row{QUInt8, "quint8", "quint8", "", 1, Family::Quantized},
    Row{QInt32, "qint32", "qint32", "", 4, Family::Quantized},
    Row{BF16, "bf16", "bfloat16", "", 2, Family::Float},
    Row{QUInt4x2, "quint4x2", "quint4x2", "", 1, Family::Quantized},
    Row{QUInt2x4, "quint2x4", "quint2x4", "", 1, Family::Quantized},
    Row{Bits1x8, "bits1x8", "bits1x8", "", 1, Family::Bits},
    Row{Bits2x4, "bits2x4", "bits2x4", "", 1, Family::Bits},
    Row{Bits4x2, "bits4x2", "bits4x2", "", 1, Family::Bits},
    Row{Bits8, "bits8", "bits8", "", 1, Family::Bits},
    Row{Bits16, "bits16", "bits16", "", 2, Family::Bits},
    Row{F8E5M2, "f8e5m2", "float8_e5m2", "", 1, Family::Float},
    Row{F8E4M3FN, "f8e4m3fn", "float8_e4m3fn", "", 1, Family::Float},
    Row{F8E5M2FNUZ, "f8e5m2fnuz", "float8_e5m2fnuz", "", 1, Family::Float},
    Row{F8E4M3FNUZ, "f8e4m3fnuz", "float8_e4m3fnuz", "", 1, Family::Float},
    Row{U16, "u16", "uint16", "<u2", 2, Family::Integer},
    Row{U32, "u32", "uint32", "<u4", 4, Family::Integer},
    Row{U64, "u64", "uint64", "<u8", 8, Family::Integer},
    Row{U1, "u1", "uint1", "", 1, Family::Bits},
    Row{U2, "u2", "uint2", "", 1, Family::Bits},
    Row{U3, "u3", "uint3", "", 1, Family::Bits},
    Row{U4, "u4", "uint4", "", 1, Family::Bits},
    Row{U5, "u5", "uint5", "", 1, Family::Bits},
    Row{U6, "u6", "uint6", "", 1, Family::Bits},
    Row{U7, "u7", "uint7", "", 1, Family::Bits},
    Row{I1, "i1", "int1", "", 1, Family::Bits},
    Row{I2, "i2", "int2", "", 1, Family::Bits},
    Row{I3, "i3", "int3", "", 1, Family::Bits},
    Row{I4, "i4", "int4", "", 1, Family::Bits},
    Row{I5, "i5", "int5", "", 1, Family::Bits},
    Row{I6, "i6", "int6", "", 1, Family::Bits},
    Row{I7, "i7", "int7", "", 1, Family::Bits},
    Row{F8E8M0FNU, "f8e8m0fnu", "float8_e8m0fnu", "", 1, Family::Float},
    Row{F4E2M1FNx2, "f4e2m1fn_x2", "float4_e2m1fn_x2", "", 1, Family::Bits},
};

const Row* rowOf(ScalarType type) noexcept {
    const auto index = static_cast<std::size_t>(static_cast<std::uint16_t>(type));
    return index < kRows.size() ? &kRows[index] : nullptr;
}

constexpr bool rowsAreIndexedByType() {
    for (std::size_t i = 0; i < kRows.size(); ++i)
        if (static_cast<std::size_t>(kRows[i].type) != i) return false;
    return true;
}
static_assert(rowsAreIndexedByType());

bool isFamily(ScalarType type, Family family) noexcept {
    const Row* row = rowOf(type);
    return row != nullptr && row->family == family;
}

}  // namespace

std::string scalarTypeName(ScalarType type) {
    const Row* row = rowOf(type);
    return row != nullptr ? std::string(row->name) : "unknown:" + std::to_string(static_cast<int>(type));
}

std::optional<ScalarType> scalarTypeFromName(std::string_view name) {
    if (name.starts_with("torch.")) name.remove_prefix(6);
    const auto hit = std::find_if(kRows.begin(), kRows.end(), [name](const Row& row) {
        return row.name == name || row.torch == name || (!row.numpy.empty() && row.numpy == name);
    });
    if (hit == kRows.end()) return std::nullopt;
    return hit->type;
}

std::size_t itemSize(ScalarType type) noexcept {
    const Row* row = rowOf(type);
    return row != nullptr ? row->bytes : 0;
}

bool isFloating(ScalarType type) noexcept { return isFamily(type, Family::Float); }
bool isComplex(ScalarType type) noexcept { return isFamily(type, Family::Complex); }
bool isInteger(ScalarType type) noexcept { return isFamily(type, Family::Integer); }
bool isQuantized(ScalarType type) noexcept { return isFamily(type, Family::Quantized); }

std::optional<ScalarType> scalarTypeFromProgramJson(std::int64_t code) noexcept {
    // exir/serde/schema.py 5.4 up to 16; torch/_export/serde/schema.py 8.x from 28.
    static constexpr std::array<ScalarType, 17> kLow{Unknown, U8,  I8,   I16,  I32,  I64, F16,    F32,     F64,
                                                     C32,     C64, C128, Bool, BF16, U16, F8E5M2, F8E4M3FN};
    static constexpr std::array<ScalarType, 8> kHigh{U16, F8E4M3FN, F8E5M2, F8E4M3FNUZ, F8E5M2FNUZ, F8E8M0FNU, U32, U64};
    if (code > 0 && code < static_cast<std::int64_t>(kLow.size())) return kLow[static_cast<std::size_t>(code)];
    if (code >= 28 && code < 28 + static_cast<std::int64_t>(kHigh.size())) return kHigh[static_cast<std::size_t>(code - 28)];
    return std::nullopt;
}

ScalarType scalarTypeFromC10(std::int64_t code) noexcept {
    return code >= 0 && code < 32'767 ? static_cast<ScalarType>(code) : Unknown;
}

}  // namespace etscope
