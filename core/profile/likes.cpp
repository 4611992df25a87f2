#include "profile/likes.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace etscope::profile {
namespace {

/// "layers.3.attention" → "layers.*.attention": modules of one kind are numbered.
std::string withoutNumbers(const std::string& module) {
    std::string kind;
    for (std::size_t begin = 0; begin < module.size();) {
        const std::size_t end = std::min(module.find('.', begin), module.size());
        const std::string_view part = std::string_view(module).substr(begin, end - begin);
        const bool number = !part.empty() && std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
        kind += number ? std::string_view("*") : part;
        if (end < module.size()) kind += '.';
        begin = end + 1;
    }
    return kind;
}

/// Of their medians.
double medianOf(const Summary& summary, const std::vector<std::size_t>& rows) {
    std::vector<double> values;
    for (const std::size_t row : rows) values.push_back(summary.rows[row].event.durations.p50);
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Likeness against(const Summary& summary, std::size_t row, std::size_t calls, double median) {
    return {calls, median, median > 0 ? summary.rows[row].event.durations.p50 / median : 0};
}

}  // namespace

std::vector<std::vector<std::size_t>> likes(const Summary& summary, const NameOfCall& nameOf) {
    constexpr std::size_t kLeast = 3;
    using Key = std::tuple<std::size_t, std::string, std::string, std::size_t>;
    std::map<Key, std::size_t> before;  ///< of one name in one module
    std::map<Key, std::vector<std::size_t>> groups;
    for (std::size_t r = 0; r < summary.rows.size(); ++r) {
        const SummaryRow& row = summary.rows[r];
        if (row.level != TimeLevel::Instruction || !row.event.instruction || !row.layer) continue;
        std::string name = nameOf(row);
        const std::size_t nth = before[{row.event.set, name, row.module, 0}]++;
        groups[{row.event.set, std::move(name), withoutNumbers(row.module), nth}].push_back(r);
    }
    std::vector<std::vector<std::size_t>> found;
    for (auto& [key, rows] : groups)
        if (rows.size() >= kLeast) found.push_back(std::move(rows));
    return found;
}

Likeness likeness(const Summary& summary, const std::vector<std::size_t>& rows, std::size_t row) {
    return against(summary, row, rows.size(), medianOf(summary, rows));
}

std::vector<std::optional<Likeness>> likenesses(const Summary& summary, const NameOfCall& nameOf) {
    std::vector<std::optional<Likeness>> found(summary.rows.size());
    for (const std::vector<std::size_t>& rows : likes(summary, nameOf)) {
        const double median = medianOf(summary, rows);
        if (!(median > 0)) continue;
        for (const std::size_t row : rows) found[row] = against(summary, row, rows.size(), median);
    }
    return found;
}

}  // namespace etscope::profile
