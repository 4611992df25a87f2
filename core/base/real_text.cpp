#include "base/real_text.h"

#include <version>

#ifndef __cpp_lib_to_chars
#include <locale.h>  // NOLINT: newlocale is of POSIX
#include <stdlib.h>  // NOLINT: strtod_l as well
#if __has_include(<xlocale.h>)
#include <xlocale.h>  // where macOS has both
#endif

#include <cmath>
#include <string>
#endif

namespace etscope {

#ifdef __cpp_lib_to_chars

std::from_chars_result readReal(const char* first, const char* last, double& value) noexcept {
    return std::from_chars(first, last, value);
}

#else

namespace {

const char* skipDigits(const char* at, const char* last) noexcept {
    while (at != last && *at >= '0' && *at <= '9') ++at;
    return at;
}

/// Whether the text begins with the word, in capitals or not.
bool begins(const char* at, const char* last, const char* word) noexcept {
    for (; *word != '\0'; ++word, ++at)
        if (at == last || (*at | 0x20) != *word) return false;
    return true;
}

/// Behind the number that begins at `first`; `first` where there is none.
const char* endOfNumber(const char* first, const char* last) noexcept {
    const char* at = first != last && *first == '-' ? first + 1 : first;
    if (begins(at, last, "infinity")) return at + 8;
    if (begins(at, last, "inf") || begins(at, last, "nan")) return at + 3;
    const char* const whole = skipDigits(at, last);
    const char* end = whole;
    if (end != last && *end == '.') end = skipDigits(end + 1, last);
    if (end - at - (end != whole ? 1 : 0) == 0) return first;  // no digit at all
    if (end == last || (*end | 0x20) != 'e') return end;
    const char* exponent = end + 1;
    if (exponent != last && (*exponent == '-' || *exponent == '+')) ++exponent;
    const char* const behind = skipDigits(exponent, last);
    return behind != exponent ? behind : end;
}

}  // namespace

std::from_chars_result readReal(const char* first, const char* last, double& value) noexcept {
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
    const char* const end = endOfNumber(first, last);
    if (end == first) return {first, std::errc::invalid_argument};
    const std::string text(first, end);
    const double read = strtod_l(text.c_str(), nullptr, plain);
    const bool named = text.find_first_of("iIn") != std::string::npos;
    const bool tiny = read == 0 && text.substr(0, text.find_first_of("eE")).find_first_of("123456789") != std::string::npos;
    if ((std::isinf(read) && !named) || tiny) return {end, std::errc::result_out_of_range};
    value = read;
    return {end, std::errc()};
}

#endif

}  // namespace etscope
