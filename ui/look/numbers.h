// How numbers are written in the window: counts in groups of three, bytes in binary units, floats with four digits.
#pragma once

#include <QStringList>
#include <cstdint>
#include <string>
#include <vector>

namespace etscope::ui {

QString countText(std::uint64_t count);  ///< "936 320" with U+202F from 1 000 up
QString bytesText(std::uint64_t bytes);  ///< "668.4 MiB"; plain bytes below 1 KiB
QString shortFloatText(double value);  ///< two significant digits with an exponent, else three: where many stand beside each other
QString floatText(double value, bool screen = true);  ///< four significant digits; minus is U+2212 on screen, and infinity ∞
QString durationText(double ticks);                   ///< "1.25 ms": ticks are taken as nanoseconds
QString hexText(std::uint64_t offset);                ///< "0x00A2D000"
inline QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }
QStringList texts(const std::vector<std::string>& utf8);

}  // namespace etscope::ui
