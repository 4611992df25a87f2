#include "arrow_table.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>

namespace etscope::python {
namespace {

using report::Json;
constexpr std::size_t kMostText = std::numeric_limits<std::int32_t>::max();  ///< offsets of texts have 32 bits

bool fitsInteger(const Json& value) {
    return value.is_number_integer() &&
           (!value.is_number_unsigned() || value.get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()});
}

const char* formatOf(const std::vector<Json>& values) {
    bool any = false, truths = true, integers = true, numbers = true;
    for (const Json& value : values) {
        if (value.is_null()) continue;
        any = true;
        truths = truths && value.is_boolean();
        integers = integers && fitsInteger(value);
        numbers = numbers && value.is_number();
    }
    return !any ? "u" : truths ? "b" : integers ? "l" : numbers ? "g" : "u";
}

template <class T>
void put(std::vector<std::byte>& bytes, std::size_t row, T value) {
    std::memcpy(bytes.data() + row * sizeof(T), &value, sizeof(T));
}

void setBit(std::uint8_t* bits, std::size_t row) { bits[row / 8] = static_cast<std::uint8_t>(bits[row / 8] | (1U << (row % 8))); }

void fillFixed(ArrowColumn& column, const std::vector<Json>& values) {
    const bool bits = std::string_view(column.format) == "b";
    column.values.resize(bits ? (values.size() + 7) / 8 : values.size() * sizeof(double));
    for (std::size_t row = 0; row < values.size(); ++row) {
        if (values[row].is_null()) continue;
        if (!bits && *column.format == 'l')
            put(column.values, row, values[row].get<std::int64_t>());
        else if (!bits)
            put(column.values, row, values[row].get<double>());
        else if (values[row].get<bool>())
            setBit(reinterpret_cast<std::uint8_t*>(column.values.data()), row);
    }
}

Result<void> fillTexts(ArrowColumn& column, const std::vector<Json>& values) {
    column.offsets.push_back(0);
    for (const Json& value : values) {
        const std::string text = value.is_null() ? std::string() : report::rowCell(value);
        if (text.size() > kMostText - column.values.size())
            return fail("limit-exceeded", "a column of the table has more than 2 GiB of text", column.name);
        const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
        column.values.insert(column.values.end(), bytes, bytes + text.size());
        column.offsets.push_back(static_cast<std::int32_t>(column.values.size()));
    }
    return {};
}

Result<ArrowColumn> arrowColumn(const report::TableValues::Column& from) {
    ArrowColumn column;
    column.name = from.title;
    column.format = formatOf(from.values);
    column.validity.resize((from.values.size() + 7) / 8);
    for (std::size_t row = 0; row < from.values.size(); ++row)
        from.values[row].is_null() ? void(++column.nulls) : setBit(column.validity.data(), row);
    if (*column.format != 'u')
        fillFixed(column, from.values);
    else if (const auto filled = fillTexts(column, from.values); !filled)
        return filled.failure();
    return column;
}

}  // namespace

Result<std::shared_ptr<const ArrowTable>> arrowTable(const report::TableValues& values) {
    auto table = std::make_shared<ArrowTable>();
    table->rows = static_cast<std::int64_t>(values.rows);
    for (const auto& from : values.columns) {
        auto column = arrowColumn(from);
        if (!column) return column.failure();
        table->columns.push_back(*std::move(column));
    }
    return std::shared_ptr<const ArrowTable>(std::move(table));
}

}  // namespace etscope::python
