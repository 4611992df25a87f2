#include "report/text_cells.h"

#include "base/escaped.h"
#include "base/lists.h"
#include "base/number_text.h"

namespace etscope::report {

std::string cell(const Json& value) {
    if (value.is_null()) return "–";
    if (value.is_string()) return escaped(value.get<std::string>());
    if (value.is_number_float()) return shortest(value.get<double>());
    return value.is_array() ? joined(value, ",", cell) : value.dump();
}

std::string printed(const char* format, const Json& value, double factor) {
    return value.is_number() ? etscope::printed(format, factor * value.get<double>()) : cell(value);
}

std::string rounded(const Json& value) { return value.is_number_float() ? printed("%.5g", value) : cell(value); }
std::string percent(const Json& share) { return printed("%.1f %%", share, 100); }
std::string place(const Json& index) { return "[" + listed(index) + "]"; }

std::string listed(const Json& list) { return joined(list, ", ", cell); }

std::string typeText(const Json& row) {
    if (row["value_type"].is_null()) return row.value("kind", "–");
    if (row["shape"].is_null()) return cell(row["value_type"]);
    if (!row.value("upper_bound", false)) return cell(row["value_type"]) + "[" + cell(row["shape"]) + "]";
    const auto bound = [](const Json& size) { return (size.is_number() && size > 1 ? "≤" : "") + cell(size); };
    return cell(row["value_type"]) + "[" + joined(row["shape"], ",", bound) + "]";
}

}  // namespace etscope::report
