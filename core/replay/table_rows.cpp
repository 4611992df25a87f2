#include "replay/table_rows.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>

#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/reading.h"

namespace etscope::replay {
namespace {

using evaluate::Array;

/// Looked at together: of a table that lies in a file no more is in memory.
constexpr std::int64_t kPartBytes = std::int64_t{1} << 18U, kPartRows = 4096;

/// Of an array that owns its bytes, row-major.
std::string_view bytesOfRow(const Array& rows, std::size_t row, std::size_t size) {
    const std::byte* first = rows.storage->data() + static_cast<std::size_t>(rows.offset) * rows.item();
    return {reinterpret_cast<const char*>(first + row * size), size};
}

/// Results of equal bytes.
struct EqualRows {
    std::int64_t first = -1;          ///< the row of the table that they are, too; −1: none yet
    std::vector<std::size_t> places;  ///< in the order of the rows that were asked for
};

/// As an embedding gives them: of a table that lies in a file nothing else is read.
Result<evaluate::Value> part(const Array& table, std::int64_t from, std::int64_t count, const evaluate::Context& context) {
    const auto numbers = evaluate::apply(*evaluate::findOperator("aten.arange.start_step"), context,
                                         {{"start", from}, {"end", from + count}, {"dtype", ScalarType::I64}});
    if (!numbers) return numbers.failure();
    const auto rows = evaluate::apply(*evaluate::findOperator("aten.embedding.default"), context,
                                      {{"weight", table}, {"indices", numbers->front()}});
    return rows ? evaluate::readOwned(context, rows->front()) : rows.failure();
}

}  // namespace

Result<std::vector<std::int64_t>> rowsGiven(const Array& table, const Array& given, const std::vector<std::int64_t>& asked,
                                            const evaluate::Context& context) {
    using Numbers = std::vector<std::int64_t>;
    const auto count = static_cast<std::int64_t>(asked.size());
    const std::int64_t width = table.rank() == 2 ? table.shape[1] : 0;
    if (width == 0 || table.stored != given.stored || given.count() % width != 0 || given.count() / width != count)
        return Numbers();
    const auto results = evaluate::readOwned(context, given);
    if (!results) return results.failure();
    const auto size = static_cast<std::size_t>(width) * table.item();
    const auto askedAt = [&asked](std::size_t place) { return asked[place]; };
    std::map<std::string_view, EqualRows> wanted;
    for (std::size_t i = 0; i < asked.size(); ++i) wanted[bytesOfRow(*results->array(), i, size)].places.push_back(i);
    for (auto& [bytes, equal] : wanted) std::ranges::sort(equal.places, {}, askedAt);
    Numbers found(asked.size(), -1);
    const std::int64_t step = std::clamp<std::int64_t>(kPartBytes / static_cast<std::int64_t>(size), 1, kPartRows);
    for (std::int64_t from = 0; from < table.shape[0]; from += step) {
        if (context.job.cancelled()) return cancelledFailure();
        const std::int64_t rows = std::min(step, table.shape[0] - from);
        const auto values = part(table, from, rows, context);
        if (!values) return values.failure();
        for (std::int64_t r = 0; r < rows; ++r) {
            const auto hit = wanted.find(bytesOfRow(*values->array(), static_cast<std::size_t>(r), size));
            if (hit == wanted.end()) continue;
            EqualRows& equal = hit->second;
            if (equal.first < 0) equal.first = from + r;
            auto place = std::ranges::lower_bound(equal.places, from + r, {}, askedAt);
            for (; place != equal.places.end() && askedAt(*place) == from + r; ++place) found[*place] = from + r;
        }
    }
    for (const auto& [bytes, equal] : wanted)  // of equal rows the one that was asked for, else the first
        for (const std::size_t place : equal.places)
            if (found[place] < 0) found[place] = equal.first;
    const auto right = std::transform_reduce(found.begin(), found.end(), asked.begin(), std::size_t{0}, std::plus<>(),
                                             [](std::int64_t a, std::int64_t b) { return a == b ? 1U : 0U; });
    return std::ranges::count(found, -1) > 0 || 2 * right > asked.size() ? Numbers() : found;
}

}  // namespace etscope::replay
