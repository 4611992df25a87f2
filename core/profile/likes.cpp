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

double medianOf(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

std::vector<std::optional<Likeness>> likenesses(const Summary& summary,
                                                const std::function<std::string(const SummaryRow&)>& nameOf) {
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
    std::vector<std::optional<Likeness>> found(summary.rows.size());
    for (const auto& [key, rows] : groups) {
        if (rows.size() < kLeast) continue;
        std::vector<double> medians;
        for (const std::size_t r : rows) medians.push_back(summary.rows[r].event.durations.p50);
        const double median = medianOf(medians);
        if (!(median > 0)) continue;
        for (std::size_t i = 0; i < rows.size(); ++i) found[rows[i]] = Likeness{rows.size(), median, medians[i] / median};
    }
    return found;
}

}  // namespace etscope::profile
