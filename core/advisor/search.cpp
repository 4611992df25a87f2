#include "advisor/search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace etscope::advisor {
namespace {

/// Sets of the front that are evaluated, of as many as fit.
constexpr std::size_t kSweep = 24;
/// Exchanges that are looked at around a set before it is taken for the best.
constexpr std::size_t kTried = 12;
/// A set is better where its cost is smaller by that share.
constexpr double kBetter = 1e-3;

}  // namespace

double Search::costOf(std::size_t row, std::size_t cell) const {
    const Cell& one = m_advice.rows[row].cells[cell];
    return one.effect ? one.effect->cost() : INFINITY;
}

double Search::predictedOf(const Cells& cells) const {
    double sum = 0;
    for (std::size_t row = 0; row < cells.size(); ++row) sum += costOf(row, cells[row]);
    return sum;
}

Choice Search::choiceOf(const Advice& advice, const Cells& cells) {
    Choice choice(advice.weights.size(), nullptr);
    for (std::size_t row = 0; row < cells.size(); ++row)
        for (const std::size_t weight : advice.rows[row].weights) choice[weight] = advice.rows[row].cells[cells[row]].scheme;
    return choice;
}

std::uint64_t Search::bytesOf(const Advice& advice, const Cells& cells) {
    std::uint64_t bytes = 0;
    for (std::size_t row = 0; row < cells.size(); ++row) bytes += advice.rows[row].cells[cells[row]].bytes;
    return bytes;
}

Search::Cells Search::smallest() const {
    Cells cells;
    for (const Row& row : m_advice.rows) {
        const auto least = std::ranges::min_element(row.cells, {}, &Cell::bytes);
        cells.push_back(row.kept.value_or(static_cast<std::size_t>(least - row.cells.begin())));
    }
    return cells;
}

std::vector<Search::Step> Search::steps() const {
    std::vector<Step> all;
    for (std::size_t r = 0; r < m_advice.rows.size(); ++r) {
        const Row& row = m_advice.rows[r];
        if (row.kept) continue;
        std::vector<std::size_t> order(row.cells.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(row.cells[i].bytes, costOf(r, i)); });
        // The lower hull, from the smallest cell on.
        std::vector<std::size_t> hull;
        const auto slope = [&](std::size_t a, std::size_t b) {
            return (costOf(r, a) - costOf(r, b)) / static_cast<double>(row.cells[b].bytes - row.cells[a].bytes);
        };
        for (const std::size_t i : order) {
            if (!std::isfinite(costOf(r, i))) continue;
            if (!hull.empty() && (row.cells[i].bytes == row.cells[hull.back()].bytes || costOf(r, i) >= costOf(r, hull.back())))
                continue;
            while (hull.size() > 1 && slope(hull[hull.size() - 2], hull.back()) <= slope(hull.back(), i)) hull.pop_back();
            hull.push_back(i);
        }
        for (std::size_t k = 1; k < hull.size(); ++k) all.push_back({r, hull[k], slope(hull[k - 1], hull[k])});
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &Step::slope);
    return all;
}

Result<std::optional<std::size_t>> Search::evaluated(const Cells& cells) {
    const auto known = std::ranges::find(m_advice.sets, cells, &Set::cells);
    if (known != m_advice.sets.end()) return std::optional(static_cast<std::size_t>(known - m_advice.sets.begin()));
    if (m_advice.sets.size() >= m_options.sets) return std::optional<std::size_t>();
    auto effect = m_bench.evaluate(choiceOf(m_advice, cells));
    if (!effect) return effect.failure();
    m_advice.sets.push_back({cells, bytesOf(m_advice, cells), predictedOf(cells), *std::move(effect)});
    m_advice.operations = m_bench.operations();
    if (m_options.known) m_options.known(m_advice);
    return std::optional(m_advice.sets.size() - 1);
}

Result<void> Search::sweep() {
    const auto all = steps();
    Cells cells = smallest();
    std::vector<Cells> path{cells};
    for (const Step& step : all) {
        cells[step.row] = step.cell;
        path.push_back(cells);
    }
    const std::size_t count = std::min({kSweep, path.size(), std::max<std::size_t>(m_options.sets / 2, 1)});
    // As far apart in bytes as their number allows.
    const double first = static_cast<double>(bytesOf(m_advice, path.front())),
                 last = static_cast<double>(bytesOf(m_advice, path.back()));
    std::size_t at = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const double wanted =
            first + (last - first) * static_cast<double>(k) / static_cast<double>(std::max<std::size_t>(count - 1, 1));
        while (at + 1 < path.size() && static_cast<double>(bytesOf(m_advice, path[at])) < wanted) ++at;
        const auto done = evaluated(path[at]);
        if (!done) return done.failure();
    }
    return {};
}

std::vector<Search::Cells> Search::near(const Cells& cells, std::uint64_t budget, std::size_t most) const {
    std::vector<std::pair<double, Cells>> found;
    const double now = predictedOf(cells);
    const auto add = [&](Cells other) {
        if (bytesOf(m_advice, other) > budget) return;
        const double gain = now - predictedOf(other);
        if (std::isfinite(gain)) found.emplace_back(gain, std::move(other));
    };
    const auto& rows = m_advice.rows;
    for (std::size_t up = 0; up < rows.size(); ++up) {
        if (rows[up].kept) continue;
        for (std::size_t cell = 0; cell < rows[up].cells.size(); ++cell) {
            if (costOf(up, cell) >= costOf(up, cells[up])) continue;
            Cells wider = cells;
            wider[up] = cell;
            if (bytesOf(m_advice, wider) <= budget) {
                add(std::move(wider));
                continue;
            }
            // Another one pays for it.
            for (std::size_t down = 0; down < rows.size(); ++down) {
                if (down == up || rows[down].kept) continue;
                for (std::size_t to = 0; to < rows[down].cells.size(); ++to) {
                    if (rows[down].cells[to].bytes >= rows[down].cells[cells[down]].bytes) continue;
                    Cells exchanged = wider;
                    exchanged[down] = to;
                    add(std::move(exchanged));
                }
            }
        }
    }
    const auto kept = static_cast<std::ptrdiff_t>(std::min(most, found.size()));
    std::partial_sort(found.begin(), found.begin() + kept, found.end(),
                      [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Cells> sets;
    for (std::ptrdiff_t i = 0; i < kept; ++i) sets.push_back(std::move(found[static_cast<std::size_t>(i)].second));
    return sets;
}

Result<std::size_t> Search::repaired(std::size_t set, std::uint64_t budget) {
    for (bool better = true; better;) {
        better = false;
        for (const Cells& other : near(m_advice.sets[set].cells, budget, kTried)) {
            const auto tried = evaluated(other);
            if (!tried) return tried.failure();
            if (!*tried) return set;
            if (m_advice.sets[**tried].effect.cost() < m_advice.sets[set].effect.cost() * (1 - kBetter)) {
                set = **tried;
                better = true;
                break;
            }
        }
    }
    return set;
}

Result<std::optional<std::size_t>> Search::forBudget(std::uint64_t budget) {
    Cells cells = smallest();
    if (bytesOf(m_advice, cells) > budget) return std::optional<std::size_t>();
    for (const Step& step : steps()) {
        Cells wider = cells;
        wider[step.row] = step.cell;
        if (bytesOf(m_advice, wider) <= budget) cells = std::move(wider);
    }
    auto set = evaluated(cells);
    if (!set) return set;
    // The front may have a better one already.
    for (std::size_t i = 0; i < m_advice.sets.size(); ++i)
        if (m_advice.sets[i].bytes <= budget && (!*set || m_advice.sets[i].effect.cost() < m_advice.sets[**set].effect.cost()))
            *set = i;
    if (!*set) return set;
    const auto best = repaired(**set, budget);
    if (!best) return best.failure();
    return std::optional(*best);
}

Result<std::optional<std::size_t>> Search::forLimit(double most) {
    std::optional<std::size_t> best;
    const auto take = [&](std::size_t set) {
        const Set& one = m_advice.sets[set];
        if (one.effect.cost() <= most && (!best || one.bytes < m_advice.sets[*best].bytes)) best = set;
    };
    for (std::size_t i = 0; i < m_advice.sets.size(); ++i) take(i);
    // Between what is too small and what fits along the path.
    const auto all = steps();
    std::size_t low = 0, high = all.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        Cells cells = smallest();
        for (std::size_t i = 0; i < middle; ++i) cells[all[i].row] = all[i].cell;
        const auto set = evaluated(cells);
        if (!set) return set;
        if (!*set) break;
        take(**set);
        if (m_advice.sets[**set].effect.cost() <= most)
            high = middle;
        else
            low = middle + 1;
    }
    // Narrower row by row, the most bytes for the least effect first.
    for (bool smaller = best.has_value(); smaller;) {
        smaller = false;
        const Cells cells = m_advice.sets[*best].cells;
        std::vector<std::pair<double, Cells>> found;
        for (std::size_t r = 0; r < cells.size(); ++r)
            for (std::size_t to = 0; to < m_advice.rows[r].cells.size() && !m_advice.rows[r].kept; ++to) {
                const auto now = m_advice.rows[r].cells[cells[r]].bytes, then = m_advice.rows[r].cells[to].bytes;
                if (then >= now || !std::isfinite(costOf(r, to))) continue;
                Cells other = cells;
                other[r] = to;
                found.emplace_back((costOf(r, to) - costOf(r, cells[r])) / static_cast<double>(now - then), std::move(other));
            }
        std::ranges::sort(found, {}, [](const auto& one) { return one.first; });
        for (std::size_t i = 0; i < std::min(kTried, found.size()) && !smaller; ++i) {
            const auto set = evaluated(found[i].second);
            if (!set) return set;
            if (!*set) return best;
            const std::size_t before = *best;
            take(**set);
            smaller = *best != before;
        }
    }
    return best;
}

/// By bytes; the front are those that no smaller one is as good as.
void Search::order() {
    std::vector<std::size_t> places(m_advice.sets.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, {},
                             [&](std::size_t i) { return std::pair(m_advice.sets[i].bytes, m_advice.sets[i].effect.cost()); });
    std::vector<Set> sets;
    std::optional<std::size_t> chosen;
    m_advice.front.clear();
    double best = INFINITY;
    for (const std::size_t i : places) {
        if (m_advice.chosen == i) chosen = sets.size();
        const double cost = m_advice.sets[i].effect.cost();
        if (cost < best) {
            best = cost;
            m_advice.front.push_back(sets.size());
        }
        sets.push_back(std::move(m_advice.sets[i]));
    }
    m_advice.sets = std::move(sets);
    m_advice.chosen = chosen;
}

Result<void> Search::run() {
    if (auto done = sweep(); !done) return done;
    if (m_options.budget || m_options.mostKl) {
        const auto chosen = m_options.budget ? forBudget(*m_options.budget) : forLimit(*m_options.mostKl);
        if (!chosen) return chosen.failure();
        m_advice.chosen = *chosen;
    }
    order();
    return {};
}

}  // namespace etscope::advisor
