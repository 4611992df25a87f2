#include "tensor/element_codec.h"

#include <algorithm>
#include <array>

#include "base/byte_cursor.h"
#include "base/half_float.h"

namespace etscope::tensor {
namespace {

using Table = std::array<double, 256>;

template <float (*convert)(std::uint8_t)>
const Table& table() {
    static const Table kTable = [] {
        Table values{};
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(convert(static_cast<std::uint8_t>(i)));
        return values;
    }();
    return kTable;
}

const Table* eightBitTable(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::F8E5M2: return &table<floatFromF8E5M2>();
        case ScalarType::F8E4M3FN: return &table<floatFromF8E4M3FN>();
        case ScalarType::F8E5M2FNUZ: return &table<floatFromF8E5M2FNUZ>();
        case ScalarType::F8E4M3FNUZ: return &table<floatFromF8E4M3FNUZ>();
        case ScalarType::F8E8M0FNU: return &table<floatFromF8E8M0FNU>();
        default: return nullptr;
    }
}

template <class T>
void convertItems(const std::byte* items, std::span<double> out) noexcept {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(loadLittle<T>(items + i * sizeof(T)));
}

template <class Out>
void convertHalves(ScalarType type, const std::byte* items, std::span<Out> out) noexcept {
    const auto bits = [items](std::size_t i) { return loadLittle<std::uint16_t>(items + 2 * i); };
    if (type == ScalarType::F16)
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<Out>(floatFromF16(bits(i)));
    else
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<Out>(floatFromBf16(bits(i)));
}

template <class T>
void convertComplex(const std::byte* items, std::span<std::complex<double>> out) noexcept {
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = {static_cast<double>(loadLittle<T>(items + 2 * i * sizeof(T))),
                  static_cast<double>(loadLittle<T>(items + (2 * i + 1) * sizeof(T)))};
}

}  // namespace

std::size_t swapSize(ScalarType type) noexcept { return isComplex(type) ? itemSize(type) / 2 : itemSize(type); }

void swapItems(std::span<std::byte> items, std::size_t size) noexcept {
    for (std::size_t i = 0; size > 1 && i + size <= items.size(); i += size) std::reverse(&items[i], &items[i] + size);
}

void negateItems(ScalarType type, std::span<std::byte> items) noexcept {
    const std::size_t size = swapSize(type);
    if (isFloating(type) || isComplex(type)) {
        const bool noNegativeZero = type == ScalarType::F8E5M2FNUZ || type == ScalarType::F8E4M3FNUZ;
        const std::byte rest{0x7F};
        for (std::size_t i = size - 1; i < items.size(); i += size)
            if (!noNegativeZero || (items[i] & rest) != std::byte{0}) items[i] ^= std::byte{0x80};
    } else if (isInteger(type)) {
        for (std::size_t i = 0; i + size <= items.size(); i += size) {
            unsigned carry = 1;  // two's complement: invert, add one
            for (std::size_t k = i; k < i + size; ++k) {
                carry += std::to_integer<unsigned>(~items[k]);
                items[k] = static_cast<std::byte>(carry & 0xFFU);
                carry >>= 8U;
            }
        }
    }
}

void conjugateItems(ScalarType type, std::span<std::byte> items) noexcept {
    if (!isComplex(type)) return;
    for (std::size_t i = itemSize(type) - 1; i < items.size(); i += itemSize(type)) items[i] ^= std::byte{0x80};
}

void floatItems(ScalarType type, const std::byte* items, std::span<float> out) noexcept { convertHalves(type, items, out); }

void doubleItems(ScalarType type, const std::byte* items, std::span<double> out) noexcept {
    switch (type) {
        case ScalarType::F32: return convertItems<float>(items, out);
        case ScalarType::F64: return convertItems<double>(items, out);
        case ScalarType::I8:
        case ScalarType::QInt8: return convertItems<std::int8_t>(items, out);
        case ScalarType::I16: return convertItems<std::int16_t>(items, out);
        case ScalarType::I32:
        case ScalarType::QInt32: return convertItems<std::int32_t>(items, out);
        case ScalarType::I64: return convertItems<std::int64_t>(items, out);
        case ScalarType::U16:
        case ScalarType::Bits16: return convertItems<std::uint16_t>(items, out);
        case ScalarType::U32: return convertItems<std::uint32_t>(items, out);
        case ScalarType::U64: return convertItems<std::uint64_t>(items, out);
        case ScalarType::F16:
        case ScalarType::BF16: return convertHalves(type, items, out);
        case ScalarType::Bool:
            for (std::size_t i = 0; i < out.size(); ++i) out[i] = items[i] != std::byte{0} ? 1.0 : 0.0;
            return;
        default: break;
    }
    const Table* values = eightBitTable(type);
    if (values == nullptr) return convertItems<std::uint8_t>(items, out);  // u8, quint8, packed and bit types
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = (*values)[std::to_integer<std::size_t>(items[i])];
}

void complexItems(ScalarType type, const std::byte* items, std::span<std::complex<double>> out) noexcept {
    if (type == ScalarType::C64) return convertComplex<float>(items, out);
    if (type == ScalarType::C128) return convertComplex<double>(items, out);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = {static_cast<double>(floatFromF16(loadLittle<std::uint16_t>(items + 4 * i))),
                  static_cast<double>(floatFromF16(loadLittle<std::uint16_t>(items + 4 * i + 2)))};
}

Element exactItem(ScalarType type, const std::byte* item) noexcept {
    if (type == ScalarType::I64) return loadLittle<std::int64_t>(item);
    if (type == ScalarType::U64) return loadLittle<std::uint64_t>(item);
    if (type == ScalarType::Bool) return *item != std::byte{0};
    if (isComplex(type)) {
        std::complex<double> value;
        complexItems(type, item, std::span(&value, 1));
        return value;
    }
    double value = 0;
    doubleItems(type, item, std::span(&value, 1));
    if (isFloating(type)) return value;
    if (isInteger(type) || isQuantized(type)) return static_cast<std::int64_t>(value);
    return static_cast<std::uint64_t>(value);
}

std::uint32_t floatCodes(ScalarType type) noexcept {
    if (type == ScalarType::F16 || type == ScalarType::BF16) return 65'536;
    return eightBitTable(type) != nullptr ? 256 : 0;
}

double floatOfCode(ScalarType type, std::uint32_t code) noexcept {
    std::byte item[2] = {static_cast<std::byte>(code & 0xFFU), static_cast<std::byte>(code >> 8U)};
    double value = 0;
    doubleItems(type, item, std::span(&value, 1));
    return value;
}

}  // namespace etscope::tensor
