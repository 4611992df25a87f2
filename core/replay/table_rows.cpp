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
    std::multimap<std::string_view, std::size_t> wanted;
    for (std::size_t i = 0; i < asked.size(); ++i) wanted.emplace(bytesOfRow(*results->array(), i, size), i);
    Numbers found(asked.size(), -1);
    const std::int64_t step = std::clamp<std::int64_t>(kPartBytes / static_cast<std::int64_t>(size), 1, kPartRows);
    for (std::int64_t from = 0; from < table.shape[0]; from += step) {
        if (context.job.cancelled()) return cancelledFailure();
        const std::int64_t rows = std::min(step, table.shape[0] - from);
        const auto values = part(table, from, rows, context);
        if (!values) return values.failure();
        for (std::int64_t r = 0; r < rows; ++r) {
            const auto [first, last] = wanted.equal_range(bytesOfRow(*values->array(), static_cast<std::size_t>(r), size));
            for (auto hit = first; hit != last; ++hit)  // of equal rows the one that was asked for, else the first
                if (std::int64_t& number = found[hit->second]; number < 0 || asked[hit->second] == from + r) number = from + r;
        }
    }
    const auto right = std::transform_reduce(found.begin(), found.end(), asked.begin(), std::size_t{0}, std::plus<>(),
                                             [](std::int64_t a, std::int64_t b) { return a == b ? 1U : 0U; });
    return std::ranges::count(found, -1) > 0 || 2 * right > asked.size() ? Numbers() : found;
}

}  // namespace etscope::replay
