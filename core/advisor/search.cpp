#include "advisor/search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace etscope::advisor {
namespace {

/// Sets of the front that are evaluated, of as many as fit.
constexpr std::size_t kSweep = 24;
/// Sets that are evaluated in vain before one is taken for the best, and those that are remembered meanwhile.
constexpr std::size_t kPatience = 40, kOpen = 4096;
/// Neighbours of a set that are looked at, the best by what their cells say.
constexpr std::size_t kNear = 512;
/// Rows that are tried one by one when a set is made smaller.
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
        // What alone makes outputs that are not finite, or is not known, is taken only where nothing else is there.
        const auto least = std::ranges::min_element(
            row.cells, {}, [](const Cell& cell) { return std::pair(!cell.effect || std::isinf(cell.effect->cost()), cell.bytes); });
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

std::size_t Search::mostSets(const Options& options) noexcept {
    const bool aimed = options.budget || options.mostKl;
    return aimed ? options.sets : std::min(kSweep, (options.sets + 1) / 2);
}

Result<std::optional<std::size_t>> Search::evaluated(const Cells& cells) {
    if (const auto known = setOf(m_advice, cells)) return known;
    if (m_advice.sets.size() - m_before >= m_options.sets) return std::optional<std::size_t>();
    const auto place = added(cells);
    if (!place) return place.failure();
    return std::optional(*place);
}

Result<std::size_t> Search::added(const Cells& cells) {
    if (const auto known = setOf(m_advice, cells)) return *known;
    if (m_job.cancelled()) return cancelledFailure();
    auto effect = m_bench.evaluate(choiceOf(m_advice, cells));
    if (!effect) return effect.failure();
    m_advice.sets.push_back({cells, bytesOf(m_advice, cells), predictedOf(cells), *std::move(effect)});
    m_advice.operations = m_bench.operations();
    m_job.report(std::min(1.0, static_cast<double>(m_advice.sets.size() - m_before) /
                                   static_cast<double>(std::max<std::size_t>(m_options.sets, 1))));
    if (m_options.known) {
        Advice told = m_advice;
        order(told);
        m_options.known(told);
    }
    return m_advice.sets.size() - 1;
}

Result<void> Search::sweep() {
    const auto all = steps();
    Cells cells = smallest();
    std::vector<Cells> path{cells};
    for (const Step& step : all) {
        cells[step.row] = step.cell;
        path.push_back(cells);
    }
    const std::size_t count = std::min({kSweep, path.size(), (m_options.sets + 1) / 2});
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

std::vector<Search::Cells> Search::near(const Cells& cells, std::uint64_t budget) const {
    struct Move {
        double cost = 0;  ///< that the cells say more
        std::size_t row = 0, cell = 0;
        std::optional<std::pair<std::size_t, std::size_t>> paid;  ///< by this row's cell
    };
    const auto& rows = m_advice.rows;
    const auto more = [&](std::size_t row, std::size_t cell) {
        return static_cast<double>(rows[row].cells[cell].bytes) - static_cast<double>(rows[row].cells[cells[row]].bytes);
    };
    const auto apart = [&](std::size_t row, std::size_t cell) { return costOf(row, cell) - costOf(row, cells[row]); };
    std::vector<Move> narrower, moves;
    const double room = static_cast<double>(budget) - static_cast<double>(bytesOf(m_advice, cells));
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t cell = 0; cell < rows[row].cells.size() && !rows[row].kept; ++cell)
            if (cell != cells[row] && more(row, cell) < 0 && std::isfinite(apart(row, cell)))
                narrower.push_back({apart(row, cell), row, cell, {}});
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t cell = 0; cell < rows[row].cells.size() && !rows[row].kept; ++cell) {
            if (cell == cells[row] || !std::isfinite(apart(row, cell))) continue;
            if (more(row, cell) <= room) {
                moves.push_back({apart(row, cell), row, cell, {}});
                continue;
            }
            for (const Move& paying : narrower)
                if (paying.row != row && more(row, cell) + more(paying.row, paying.cell) <= room)
                    moves.push_back({apart(row, cell) + paying.cost, row, cell, std::pair(paying.row, paying.cell)});
        }
    const auto kept = static_cast<std::ptrdiff_t>(std::min(kNear, moves.size()));
    std::partial_sort(moves.begin(), moves.begin() + kept, moves.end(),
                      [](const Move& a, const Move& b) { return a.cost < b.cost; });
    std::vector<Cells> found;
    for (std::ptrdiff_t i = 0; i < kept; ++i) {
        const Move& move = moves[static_cast<std::size_t>(i)];
        Cells other = cells;
        other[move.row] = move.cell;
        if (move.paid) other[move.paid->first] = move.paid->second;
        found.push_back(std::move(other));
    }
    return found;
}

/// What looks best next is evaluated: a neighbour's cost is that of the set it was found from, which was evaluated, and what its
/// cells say differs between both.
Result<std::size_t> Search::repaired(std::size_t set, std::uint64_t budget) {
    std::multimap<double, Cells> open;  // by that cost
    std::set<Cells> seen{m_advice.sets[set].cells};
    const auto expand = [&](std::size_t from) {
        const Cells cells = m_advice.sets[from].cells;
        const double cost = m_advice.sets[from].effect.cost(), own = predictedOf(cells);
        for (Cells& other : near(cells, budget)) {
            if (!seen.insert(other).second) continue;
            open.emplace(cost + predictedOf(other) - own, std::move(other));
            if (open.size() > kOpen) open.erase(std::prev(open.end()));
        }
    };
    expand(set);
    for (std::size_t tried = 0; tried < kPatience && !open.empty(); ++tried) {
        const Cells next = std::move(open.extract(open.begin()).mapped());
        const auto found = evaluated(next);
        if (!found) return found.failure();
        if (!*found) break;
        if (m_advice.sets[**found].effect.cost() < m_advice.sets[set].effect.cost()) {
            if (m_advice.sets[**found].effect.cost() < m_advice.sets[set].effect.cost() * (1 - kBetter)) tried = 0;
            set = **found;
        }
        expand(**found);
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
    return std::isinf(m_advice.sets[*best].effect.cost()) ? std::optional<std::size_t>() : std::optional(*best);
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

void Search::order(Advice& advice) {
    // What was recalled may have met cells that were not known then.
    for (Set& set : advice.sets) set.predicted = guessOf(advice, set.cells).predicted.value_or(INFINITY);
    std::vector<std::size_t> places(advice.sets.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, {},
                             [&](std::size_t i) { return std::pair(advice.sets[i].bytes, advice.sets[i].effect.cost()); });
    std::vector<Set> sets;
    std::vector<std::size_t> now(places.size());
    advice.front.clear();
    double best = INFINITY;
    for (const std::size_t i : places) {
        now[i] = sets.size();
        const double cost = advice.sets[i].effect.cost();
        if (cost < best) {
            best = cost;
            advice.front.push_back(sets.size());
        }
        sets.push_back(std::move(advice.sets[i]));
    }
    advice.sets = std::move(sets);
    for (auto* place : {&advice.chosen, &advice.tried, &advice.triedFrom})
        if (*place) *place = now[**place];
}

Result<void> Search::run() {
    if (auto done = sweep(); !done) return done;
    return choose();
}

Result<void> Search::choose() {
    if (m_options.budget || m_options.mostKl) {
        const auto chosen = m_options.budget ? forBudget(*m_options.budget) : forLimit(*m_options.mostKl);
        if (!chosen) return chosen.failure();
        m_advice.chosen = *chosen;
    }
    return {};
}

}  // namespace etscope::advisor
