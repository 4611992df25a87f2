// ScalarType: element types of tensors, one numbering for the whole product, with the maps from each file format's numbering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace etscope {

/// Element type by c10's numbers (docs/FORMATS.md, "Scalar types"). A number that is not listed is kept and shown as
/// `unknown:<n>`; its item size is unknown.
enum class ScalarType : std::int16_t {
    U8 = 0, I8, I16, I32, I64, F16, F32, F64, C32, C64, C128, Bool,
    QInt8 = 12, QUInt8, QInt32, BF16, QUInt4x2, QUInt2x4,
    Bits1x8 = 18, Bits2x4, Bits4x2, Bits8, Bits16,
    F8E5M2 = 23, F8E4M3FN, F8E5M2FNUZ, F8E4M3FNUZ, U16, U32, U64,
    U1 = 30, U2, U3, U4, U5, U6, U7, I1, I2, I3, I4, I5, I6, I7,
    F8E8M0FNU = 44, F4E2M1FNx2 = 45,
    Unknown = -1,
};

/// The value-type word of the command line: "f32", "qint8", "unknown:77".
std::string scalarTypeName(ScalarType type);
/// The inverse for listed words; also accepts torch ("float32", "torch.float32") and numpy ("<f4") spellings.
std::optional<ScalarType> scalarTypeFromName(std::string_view name);

/// Bytes of one storage item; 0 when unknown. Packed types (quint4x2, …) count the byte that holds several values.
std::size_t itemSize(ScalarType type) noexcept;
bool isFloating(ScalarType type) noexcept;
bool isComplex(ScalarType type) noexcept;
bool isInteger(ScalarType type) noexcept;  ///< integers of any sign and width, not bool, not quantized
bool isQuantized(ScalarType type) noexcept;

/// From a program JSON's numbering (5.x, where FLOAT is 7; also torch's 8.x numbers ≥ 28). 0 and unlisted numbers → nothing.
std::optional<ScalarType> scalarTypeFromProgramJson(std::int64_t code) noexcept;
/// c10 / ExecuTorch numbering (FLOAT is 6). Unlisted numbers are kept as they are.
ScalarType scalarTypeFromC10(std::int64_t code) noexcept;

}  // namespace etscope
