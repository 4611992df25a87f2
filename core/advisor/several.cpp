#include "advisor/several.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "advisor/asking.h"
#include "advisor/outline.h"
#include "advisor/saying.h"
#include "base/bytes_text.h"
#include "base/number_text.h"
#include "tensor/content_hash.h"

namespace etscope::advisor {
namespace {

/// Points of several methods together that are kept.
constexpr std::size_t kMostPoints = 256;

class Together {
public:
    Together(const session::Session& session, const Options& options, const JobContext& job)
        : m_session(session), m_options(options), m_job(job) {}

    Result<Several> run() {
        if (auto done = open(); !done) return done.failure();
        if (auto done = checkNames(); !done) return done.failure();
        for (std::size_t i = 0; i < m_open.size(); ++i) {
            Options own = optionsOf(i);
            if (!m_options.set.empty() && own.set.empty() && !m_options.budget && !m_options.mostKl) {
                m_made.without.push_back(
                    {m_open[i].method, fail("no-such-weight", "it has no weight of those that are tried").error});
                m_open.erase(m_open.begin() + static_cast<std::ptrdiff_t>(i--));
                continue;
            }
            own.budget.reset();
            const auto all = static_cast<double>(m_open.size());
            const JobContext part{
                m_job.stop, [&](double share) { m_job.report((static_cast<double>(i) + share) / all); }, m_job.waiting};
            auto advice = answered(m_open[i].benches, m_open[i].method, own, part);
            if (!advice) return advice.failure();
            m_made.methods.push_back(*std::move(advice));
            m_made.budgets.emplace_back();
        }
        if (auto done = findShared(); !done && !done.cancelled()) return done.failure();
        if (m_options.budget)
            if (auto done = share(*m_options.budget); !done) return done.failure();
        finish();
        return std::move(m_made);
    }

private:
    struct Open {
        std::string method;
        Benches benches;
    };

    Result<void> open() {
        for (const session::Method& method : m_session.methods()) {
            auto benches = openBenches({m_session, method.name}, m_options, m_job);
            if (benches.cancelled()) return benches.failure();
            if (benches && benches->asked->weights().empty())
                m_made.without.push_back({method.name, fail("no-weights", "no constant of its graph is a weight that could be kept "
                                                                          "narrow").error});
            else if (benches)
                m_open.push_back({method.name, *std::move(benches)});
            else
                m_made.without.push_back({method.name, benches.error()});
        }
        if (m_open.empty())
            return m_made.without.empty() ? fail("no-graph", "the session has no methods") : Failure{m_made.without.front().why};
        return {};
    }

    /// A pattern is asked for in the methods that have it.
    Options optionsOf(std::size_t index) const {
        Options own = m_options;
        const auto strange = [&](const SchemeOf& one) { return !namesAny(one.second, m_open[index].benches.asked->weights()); };
        std::erase_if(own.keep, strange);
        std::erase_if(own.set, strange);
        return own;
    }

    Result<void> checkNames() const {
        for (const auto* list : {&m_options.keep, &m_options.set})
            for (const SchemeOf& one : *list)
                if (std::ranges::none_of(m_open, [&](const Open& open) { return namesAny(one.second, open.benches.asked->weights()); }))
                    return fail("no-such-weight", "no weight and no module that takes one has this name", one.second);
        return {};
    }

    /// What a weight of a method holds, as a number: equal ones are the same weight.
    Result<void> findShared() {
        std::map<tensor::ContentHash, std::size_t> known;
        std::set<std::size_t> shared;
        for (std::size_t i = 0; i < m_open.size(); ++i) {
            auto& numbers = m_contents.emplace_back();
            std::set<std::size_t> own;
            for (std::size_t w = 0; w < m_made.methods[i].weights.size(); ++w) {
                const auto hash = m_open[i].benches.asked->contentOf(w);
                if (hash.cancelled()) return hash.failure();
                const auto [place, isNew] = hash ? known.try_emplace(*hash, m_next) : std::pair(known.end(), true);
                const std::size_t number = hash ? place->second : m_next;
                m_next += isNew ? 1U : 0U;
                const std::uint64_t bytes = m_made.methods[i].weights[w].bytes();
                if (!isNew && !own.contains(number)) {
                    m_made.sharedBytes += bytes;
                    shared.insert(number);
                }
                own.insert(number);
                numbers.push_back(number);
            }
        }
        m_made.sharedWeights = shared.size();
        return {};
    }

    /// Of the first methods with these sets; a weight that two of them keep alike counts once. Nothing: as it is.
    std::uint64_t bytesOf(const std::vector<std::pair<std::size_t, const std::vector<std::size_t>*>>& picked) const {
        std::set<std::pair<std::size_t, const Scheme*>> counted;
        std::uint64_t bytes = 0;
        for (const auto& [method, cells] : picked) {
            const Advice& advice = m_made.methods[method];
            std::set<std::pair<std::size_t, const Scheme*>> own;
            for (std::size_t r = 0; r < advice.rows.size(); ++r) {
                const Scheme* scheme = advice.rows[r].cells[(*cells)[r]].scheme;
                for (const std::size_t weight : advice.rows[r].weights) {
                    const bool known = method < m_contents.size() && weight < m_contents[method].size();
                    const std::pair key(known ? m_contents[method][weight] : SIZE_MAX, scheme);
                    if (known && counted.contains(key)) continue;
                    if (known) own.insert(key);
                    bytes += advice.weights[weight].bytesIn(*scheme);
                }
            }
            counted.merge(own);
        }
        return bytes;
    }

    std::uint64_t bytesOf(const std::vector<std::size_t>& methods, const std::vector<std::size_t>& sets) const {
        std::vector<std::pair<std::size_t, const std::vector<std::size_t>*>> picked;
        for (std::size_t k = 0; k < sets.size(); ++k)
            picked.emplace_back(methods[k], &m_made.methods[methods[k]].sets[sets[k]].cells);
        return bytesOf(picked);
    }

    /// Methods with costs in one unit share a budget by what they cost; of two units each has a part by its bytes.
    Result<void> share(std::uint64_t budget) {
        std::vector<std::vector<std::size_t>> units(2);
        for (std::size_t i = 0; i < m_made.methods.size(); ++i) units[m_made.methods[i].logits ? 0 : 1].push_back(i);
        std::erase_if(units, [](const auto& unit) { return unit.empty(); });
        std::vector<std::vector<Point>> fronts;
        for (const auto& unit : units) fronts.push_back(frontOf(unit));
        if (std::ranges::any_of(fronts, [](const auto& front) { return front.empty(); })) return {};
        std::uint64_t least = 0, most = 0;
        for (const auto& front : fronts) least += front.front().bytes, most += front.back().bytes;
        if (units.size() > 1)
            m_made.notes.push_back(Sentence::of(
                "KL and noise over signal are not added: methods of each have a part of the budget, what their smallest sets take, and "
                "of the rest in proportion to what more they could take."));
        for (std::size_t u = 0; u < units.size(); ++u) {
            const double rest = budget > least ? static_cast<double>(budget - least) : 0.0;
            const auto span = static_cast<double>(fronts[u].back().bytes - fronts[u].front().bytes);
            const double part = most > least ? rest * span / static_cast<double>(most - least) : rest;
            const std::uint64_t own =
                units.size() == 1 ? budget : fronts[u].front().bytes + static_cast<std::uint64_t>(std::min(part, span));
            if (auto done = choose(units[u], fronts[u], budget < least ? 0 : own); !done) return done;
        }
        return {};
    }

    std::vector<Point> frontOf(const std::vector<std::size_t>& methods) const {
        std::vector<std::vector<Point>> fronts;
        for (const std::size_t i : methods) {
            auto& front = fronts.emplace_back();
            for (const std::size_t set : m_made.methods[i].front)
                if (const Set& one = m_made.methods[i].sets[set]; std::isfinite(one.effect.cost()))
                    front.push_back({one.effect.cost(), one.bytes, {set}});
        }
        return frontOfAll(fronts, [&](const std::vector<std::size_t>& sets) { return bytesOf(methods, sets); });
    }

    /// What a method's bytes are then is its own budget, within which it is searched once more.
    Result<void> choose(const std::vector<std::size_t>& methods, const std::vector<Point>& front, std::uint64_t budget) {
        const Point* best = nullptr;
        for (const Point& point : front)
            if (point.bytes <= budget && (best == nullptr || point.cost < best->cost)) best = &point;
        if (best == nullptr) return {};
        for (std::size_t k = 0; k < methods.size(); ++k) {
            Advice& advice = m_made.methods[methods[k]];
            const std::vector<std::size_t> cells = advice.sets[best->sets[k]].cells;
            Options own = optionsOf(methods[k]);
            // What the others leave: methods that share weights take less together.
            std::uint64_t room = advice.sets[best->sets[k]].bytes;
            if (best->bytes <= budget && k + 1 == methods.size()) room += budget - best->bytes;
            own.budget = room;
            m_made.budgets[methods[k]] = room;
            if (auto done = chooseAgain(m_open[methods[k]].benches, advice, own, m_job); !done) return done;
            if (!advice.chosen) advice.chosen = setOf(advice, cells);
            budgetsKept(methods, k, cells, budget);
        }
        return {};
    }

    /// Another set of a method may share less: then what was picked first stays.
    void budgetsKept(const std::vector<std::size_t>& methods, std::size_t last, const std::vector<std::size_t>& cells,
                     std::uint64_t budget) {
        std::vector<std::pair<std::size_t, const std::vector<std::size_t>*>> picked;
        for (std::size_t k = 0; k <= last; ++k) {
            const Advice& one = m_made.methods[methods[k]];
            if (one.chosen) picked.emplace_back(methods[k], &one.sets[*one.chosen].cells);
        }
        Advice& advice = m_made.methods[methods[last]];
        if (bytesOf(picked) > budget) advice.chosen = setOf(advice, cells);
    }

    void finish() {
        std::vector<std::pair<std::size_t, const std::vector<std::size_t>*>> chosen, whole;
        std::vector<std::vector<std::size_t>> asTheyAre;
        m_made.complete = true;
        for (const Advice& advice : m_made.methods) asTheyAre.push_back(cellsAsTheyAre(advice));
        for (std::size_t i = 0; i < m_made.methods.size(); ++i) {
            const Advice& advice = m_made.methods[i];
            m_made.complete = m_made.complete && advice.complete;
            whole.emplace_back(i, &asTheyAre[i]);
            if (advice.chosen) chosen.emplace_back(i, &advice.sets[*advice.chosen].cells);
        }
        m_made.wholeBytes = bytesOf(whole);
        if (chosen.size() == m_made.methods.size()) m_made.chosenBytes = bytesOf(chosen);
        if (m_made.chosenBytes)
            m_made.sentence = Sentence::of("%1 {1:method|methods}: %2 of %3.", m_made.methods.size(),
                                           bytesText(*m_made.chosenBytes), bytesText(m_made.wholeBytes));
        else if (m_options.budget)
            m_made.sentence = Sentence::of("No sets of these schemes fit %1 together.", bytesText(*m_options.budget));
        else if (m_options.mostKl)
            m_made.sentence = Sentence::of("%1 of %2 methods have a set within the limit.", chosen.size(), m_made.methods.size());
        else
            m_made.sentence = Sentence::of("%1 {1:method|methods}, %2.", m_made.methods.size(), bytesText(m_made.wholeBytes));
        if (m_made.sharedWeights > 0)
            m_made.notes.push_back(Sentence::of("%1 {1:weight|weights} that methods share {1:counts|count} once: %2 less.",
                                                m_made.sharedWeights, bytesText(m_made.sharedBytes)));
        if (!m_made.complete) m_made.notes.push_back(Sentence::of("Stopped before it was done: methods say what was left out."));
    }

    const session::Session& m_session;
    const Options& m_options;
    const JobContext& m_job;
    std::vector<Open> m_open;
    std::vector<std::vector<std::size_t>> m_contents;  ///< by method and weight
    std::size_t m_next = 0;
    Several m_made;
};

}  // namespace

std::vector<Point> frontOfAll(const std::vector<std::vector<Point>>& fronts,
                              const std::function<std::uint64_t(const std::vector<std::size_t>&)>& bytesOf) {
    std::vector<Point> all{{0, 0, {}}};
    for (const auto& front : fronts) {
        std::vector<Point> more;
        for (const Point& before : all)
            for (const Point& own : front) {
                Point both{before.cost + own.cost, 0, before.sets};
                both.sets.push_back(own.sets.front());
                both.bytes = bytesOf(both.sets);
                more.push_back(std::move(both));
            }
        std::ranges::stable_sort(more, {}, [](const Point& one) { return std::pair(one.bytes, one.cost); });
        all.clear();
        for (Point& one : more)
            if (all.empty() || one.cost < all.back().cost) all.push_back(std::move(one));
        if (all.size() <= kMostPoints) continue;
        // As far apart as their number allows; both ends stay.
        std::vector<Point> some;
        for (std::size_t i = 0; i < kMostPoints; ++i) some.push_back(std::move(all[i * (all.size() - 1) / (kMostPoints - 1)]));
        all = std::move(some);
    }
    return all;
}

Result<Several> adviseAll(const session::Session& session, const Options& options, const JobContext& job) {
    return Together(session, options, job).run();
}

}  // namespace etscope::advisor
