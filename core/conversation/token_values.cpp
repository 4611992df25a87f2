#include "conversation/token_values.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/enum_table.h"

namespace etscope::conversation {
namespace {

/// Of each side, and of both.
constexpr std::size_t kMostOfSide = 5, kMostCandidates = 8;

/// A row with what softmax needs of it.
class Side {
public:
    explicit Side(std::span<const double> row, std::size_t ids) : m_row(row), m_ids(std::min(ids, row.size())) {
        for (const double one : row)
            if (one > m_best || std::isnan(m_best)) m_best = one;
        for (const double one : row) m_sum += std::exp(one - m_best);
    }
    bool there() const { return m_ids > 0; }
    double logit(std::size_t id) const { return m_row[id]; }

    std::optional<double> probability(std::int64_t id) const {
        if (id < 0 || static_cast<std::size_t>(id) >= m_row.size()) return std::nullopt;
        const double part = std::exp(m_row[static_cast<std::size_t>(id)] - m_best) / m_sum;
        return std::isfinite(part) ? std::optional(part) : std::nullopt;
    }
    /// The largest first, of equal ones the first; NaN is none.
    std::vector<std::int64_t> largest(std::size_t most) const {
        std::vector<std::int64_t> found;
        for (std::size_t id = 0; id < m_ids; ++id) {
            if (std::isnan(m_row[id])) continue;
            if (found.size() == most && m_row[id] <= m_row[static_cast<std::size_t>(found.back())]) continue;
            const auto place =
                std::ranges::find_if(found, [&](std::int64_t other) { return m_row[static_cast<std::size_t>(other)] < m_row[id]; });
            found.insert(place, static_cast<std::int64_t>(id));
            if (found.size() > most) found.pop_back();
        }
        return found;
    }

private:
    std::span<const double> m_row;
    std::size_t m_ids;
    double m_best = -INFINITY, m_sum = 0;
};

std::optional<double> finite(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

}  // namespace

std::size_t rowRead(std::size_t rows, std::size_t real) noexcept {
    return rows > 1 && real > 0 ? std::min(real, rows) - 1 : rows - 1;
}

TokenValues tokenValues(std::span<const double> given, std::span<const double> reference, std::optional<std::int64_t> chosen,
                        std::size_t ids) {
    TokenValues told;
    const Side mine(given, ids), right(reference.size() == given.size() ? reference : std::span<const double>(), ids);
    if (!mine.there()) return told;
    const auto likely = mine.largest(kMostOfSide), wanted = right.largest(std::max<std::size_t>(kMostOfSide, 2));
    if (!likely.empty()) told.likeliest = likely.front();
    if (!wanted.empty()) told.reference = wanted.front();
    if (wanted.size() > 1)
        told.margin = finite(right.logit(static_cast<std::size_t>(wanted[0])) - right.logit(static_cast<std::size_t>(wanted[1])));
    if (right.there()) {
        double error = 0;
        for (std::size_t id = 0; id < std::min(ids, given.size()); ++id)
            if (std::isfinite(given[id]) && std::isfinite(reference[id]))
                error = std::max(error, std::fabs(given[id] - reference[id]));
        told.error = error;
    }
    if (chosen) told.probability = mine.probability(*chosen);
    std::vector<std::int64_t> shown;
    const auto show = [&](std::int64_t id) {
        if (std::ranges::find(shown, id) == shown.end()) shown.push_back(id);
    };
    if (chosen && mine.probability(*chosen)) show(*chosen);
    for (std::size_t i = 0; i < kMostOfSide; ++i) {
        if (i < wanted.size() && shown.size() < kMostCandidates) show(wanted[i]);
        if (i < likely.size() && shown.size() < kMostCandidates) show(likely[i]);
    }
    for (const std::int64_t id : shown) told.candidates.push_back({id, {}, mine.probability(id), right.probability(id)});
    std::stable_sort(told.candidates.begin(), told.candidates.end(), [&](const Candidate& a, const Candidate& b) {
        return right.there() ? a.reference > b.reference : a.probability > b.probability;
    });
    return told;
}

std::string_view fromName(SpliceRange::From from) noexcept {
    static constexpr EnumTable<SpliceRange::From::Picture> kNames({"unknown", "embedding", "picture"});
    return kNames[from];
}

void addRange(std::vector<SpliceRange>& ranges, SpliceRange range) {
    if (!ranges.empty()) {
        SpliceRange& last = ranges.back();
        const bool goesOn = last.from == range.from && last.state == range.state && last.call == range.call &&
                            (range.from == SpliceRange::From::Unknown || last.row + last.count == range.row);
        if (goesOn || ranges.size() == kMostRanges) {
            if (!goesOn) last = {SpliceRange::From::Unknown, State::Unknown, last.first, last.count, {}, 0};
            last.count += range.count;
            return;
        }
    }
    ranges.push_back(range);
}

}  // namespace etscope::conversation
