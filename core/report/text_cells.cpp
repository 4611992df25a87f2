#include "report/text_cells.h"

#include <array>
#include <cstdio>

#include "base/escaped.h"
#include "base/number_text.h"

namespace etscope::report {

std::string cell(const Json& value) {
    if (value.is_null()) return "–";
    if (value.is_string()) return escaped(value.get<std::string>());
    if (value.is_number_float()) return shortest(value.get<double>());
    if (!value.is_array()) return value.dump();
    std::string text;
    for (const Json& item : value) text += (text.empty() ? "" : ",") + cell(item);
    return text;
}

std::string printed(const char* format, const Json& value, double factor) {
    std::array<char, 32> text{};
    if (!value.is_number()) return cell(value);
    std::snprintf(text.data(), text.size(), format, factor * value.get<double>());
    return text.data();
}

std::string rounded(const Json& value) { return value.is_number_float() ? printed("%.5g", value) : cell(value); }
std::string percent(const Json& share) { return printed("%.1f %%", share, 100); }
std::string place(const Json& index) { return "[" + listed(index) + "]"; }

std::string listed(const Json& list) {
    std::string text;
    for (const Json& item : list) text += (text.empty() ? "" : ", ") + cell(item);
    return text;
}

std::string typeText(const Json& row) {
    if (row["value_type"].is_null()) return row.value("kind", "–");
    if (row["shape"].is_null()) return cell(row["value_type"]);
    if (!row.value("upper_bound", false)) return cell(row["value_type"]) + "[" + cell(row["shape"]) + "]";
    std::string sizes;
    for (const Json& size : row["shape"])
        sizes += (sizes.empty() ? "" : ",") + std::string(size.is_number() && size > 1 ? "≤" : "") + cell(size);
    return cell(row["value_type"]) + "[" + sizes + "]";
}

}  // namespace etscope::report
