#include "shrink/code_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/number_text.h"
#include "tensor/element_reader.h"

namespace etscope::shrink {
namespace {

constexpr std::array<std::string_view, 40> kWords{"False",   "None",  "True",     "and",    "as",   "assert", "async", "await",
                                                  "break",   "class", "continue", "def",    "del",  "elif",   "else",  "except",
                                                  "finally", "for",   "from",     "global", "if",   "import", "in",    "is",
                                                  "lambda",  "match", "nonlocal", "not",    "or",   "pass",   "raise", "return",
                                                  "try",     "while", "with",     "yield",  "aten", "torch",  "self",  "value"};

bool isLetterOrDigit(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string elementText(const tensor::Element& element, ScalarType type) {
    if (const auto* flag = std::get_if<bool>(&element)) return *flag ? "True" : "False";
    if (const auto* integer = std::get_if<std::int64_t>(&element)) return std::to_string(*integer);
    if (const auto* bits = std::get_if<std::uint64_t>(&element)) return std::to_string(*bits);
    if (const auto* number = std::get_if<double>(&element)) return numberText(*number, type != ScalarType::F64);
    const auto& complex = std::get<std::complex<double>>(element);
    return "complex(" + numberText(complex.real()) + ", " + numberText(complex.imag()) + ")";
}

/// "[[1, 2], [3, 4]]" of `texts` from `at`, which moves on.
std::string nested(const evaluate::Dims& shape, std::size_t axis, const std::vector<std::string>& texts, std::size_t& at) {
    if (axis == shape.size()) return texts[at++];
    std::string text = "[";
    for (std::int64_t i = 0; i < shape[axis]; ++i) text += (i == 0 ? "" : ", ") + nested(shape, axis + 1, texts, at);
    return text + "]";
}

}  // namespace

std::string freeName(std::string_view wish, std::set<std::string>& taken) {
    std::string name;
    for (const char c : wish.substr(0, 60)) name += isLetterOrDigit(c) ? c : '_';
    if (name.empty() || (name.front() >= '0' && name.front() <= '9')) name.insert(0, "v");
    if (std::ranges::find(kWords, name) != kWords.end()) name += '_';
    std::string free = name;
    constexpr std::size_t kFew = 64;  // of many that have the name the next number is not looked for one by one
    for (std::size_t number = 1; !taken.insert(free).second; number += number < kFew ? 1 : taken.size())
        free = name + "_" + std::to_string(number);
    return free;
}

bool isWord(std::string_view text) noexcept {
    return !text.empty() && (text.front() < '0' || text.front() > '9') && std::ranges::all_of(text, isLetterOrDigit) &&
           text.find("__") == std::string_view::npos;
}

std::string torchType(ScalarType type) {
    struct Name {
        ScalarType type;
        const char* name;
    };
    static constexpr Name kNames[] = {{ScalarType::U8, "uint8"},
                                      {ScalarType::I8, "int8"},
                                      {ScalarType::I16, "int16"},
                                      {ScalarType::I32, "int32"},
                                      {ScalarType::I64, "int64"},
                                      {ScalarType::F16, "float16"},
                                      {ScalarType::F32, "float32"},
                                      {ScalarType::F64, "float64"},
                                      {ScalarType::C64, "complex64"},
                                      {ScalarType::C128, "complex128"},
                                      {ScalarType::Bool, "bool"},
                                      {ScalarType::BF16, "bfloat16"},
                                      {ScalarType::U16, "uint16"},
                                      {ScalarType::U32, "uint32"},
                                      {ScalarType::U64, "uint64"},
                                      {ScalarType::F8E5M2, "float8_e5m2"},
                                      {ScalarType::F8E4M3FN, "float8_e4m3fn"}};
    for (const Name& one : kNames)
        if (one.type == type) return std::string("torch.") + one.name;
    return {};
}

std::string numberText(double value, bool single) {
    if (std::isnan(value)) return "torch.nan";
    if (std::isinf(value)) return value > 0 ? "torch.inf" : "-torch.inf";
    std::array<char, 64> buffer{};
    const auto end = single ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<float>(value)).ptr
                            : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    std::string text(buffer.data(), end);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string shapeText(const evaluate::Dims& shape) {
    std::string text;
    for (const std::int64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
    return shape.size() == 1 ? "(" + text + ",)" : "(" + text + ")";
}

std::string typeText(const evaluate::Array& array) {
    std::string sizes;
    for (const std::int64_t size : array.shape) sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
    const std::string type = torchType(array.type);
    return (type.empty() ? scalarTypeName(array.type) : type.substr(6)) + " [" + sizes + "]";
}

bool isFilled(const evaluate::Array& array) {
    auto reader = tensor::ElementReader::open(evaluate::tensorOf(array));
    if (!reader || reader->count() == 0) return false;
    const std::size_t size = itemSize(array.type);
    std::vector<std::byte> first;
    for (std::uint64_t at = 0; at < reader->count();) {
        const auto items = reader->items(at, std::min<std::uint64_t>(tensor::ElementReader::kMaxBlock, reader->count() - at));
        if (!items || items->empty()) return false;
        if (first.empty()) first.assign(items->begin(), items->begin() + static_cast<std::ptrdiff_t>(size));
        for (std::size_t i = 0; i < items->size(); i += size)
            if (!std::ranges::equal(items->subspan(i, size), first)) return false;
        at += items->size() / size;
    }
    return true;
}

std::optional<std::pair<double, double>> rangeOf(const evaluate::Array& array) {
    auto reader = tensor::ElementReader::open(evaluate::tensorOf(array));
    if (!reader) return std::nullopt;
    std::optional<std::pair<double, double>> range;
    for (std::uint64_t at = 0; at < reader->count();) {
        const auto some = reader->doubles(at, std::min<std::uint64_t>(tensor::ElementReader::kMaxBlock, reader->count() - at));
        if (!some || some->empty()) return std::nullopt;
        for (const double one : *some)
            if (std::isfinite(one))
                range = range ? std::pair(std::min(range->first, one), std::max(range->second, one)) : std::pair(one, one);
        at += some->size();
    }
    return range;
}

Result<std::string> fullText(const evaluate::Array& array) {
    auto reader = tensor::ElementReader::open(evaluate::tensorOf(array));
    if (!reader) return reader.failure();
    const auto first = reader->elements(0, 1);
    if (!first) return first.failure();
    const bool isUsual = array.type == ScalarType::F32 || array.type == ScalarType::I64 || array.type == ScalarType::Bool;
    return "torch.full(" + shapeText(array.shape) + ", " + elementText(first->front(), array.type) +
           (isUsual ? "" : ", dtype=" + torchType(array.type)) + ")";
}

std::string wrapped(std::string_view text, std::size_t columns) {
    std::string made;
    std::size_t column = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const bool isBroken = column > 0 && column + 1 + end > columns;
        if (column > 0) made += isBroken ? '\n' : ' ';
        column = (isBroken || column == 0 ? 0 : column + 1) + end;
        made += text.substr(0, end);
        const bool isLine = end < text.size() && text[end] == '\n';
        if (isLine) made += '\n';
        if (isLine) column = 0;
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return made;
}

Result<std::string> tensorText(const evaluate::Array& array) {
    // Nothing to write, however long its other axes are.
    if (array.count() == 0) return "torch.empty(" + shapeText(array.shape) + ", dtype=" + torchType(array.type) + ")";
    auto reader = tensor::ElementReader::open(evaluate::tensorOf(array));
    if (!reader) return reader.failure();
    const auto elements = reader->elements(0, reader->count());
    if (!elements) return elements.failure();
    std::vector<std::string> texts;
    for (const tensor::Element& element : *elements) texts.push_back(elementText(element, array.type));
    std::size_t at = 0;
    const bool isUsual = array.type == ScalarType::F32 || array.type == ScalarType::I64 || array.type == ScalarType::Bool;
    const std::string type = isUsual ? "" : ", dtype=" + torchType(array.type);
    return "torch.tensor(" + nested(array.shape, 0, texts, at) + type + ")";
}

}  // namespace etscope::shrink
