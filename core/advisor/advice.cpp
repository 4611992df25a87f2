#include "advisor/advice.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "advisor/search.h"
#include "base/bytes_text.h"
#include "base/number_text.h"
#include "base/pattern.h"

namespace etscope::advisor {
namespace {

/// "layers.*.attention.wq.weight": numbers between dots do not count.
std::string alikeName(const std::string& name) {
    std::string alike;
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t dot = std::min(name.find('.', at), name.size());
        const std::string part = name.substr(at, dot - at);
        const bool number = !part.empty() && std::ranges::all_of(part, [](unsigned char c) { return std::isdigit(c) != 0; });
        alike += (at == 0 ? "" : ".") + (number ? std::string("*") : part);
        at = dot + 1;
    }
    return alike;
}

std::string shownName(const Weight& weight) { return weight.module.empty() ? weight.name : weight.module; }

class Adviser {
public:
    Adviser(Bench& bench, const Options& options) : m_bench(bench), m_options(options) {}

    /// The rows without effects.
    Result<void> plan(Advice& advice) const {
        advice.weights = m_bench.weights();
        advice.cases = m_bench.cases();
        advice.source = m_bench.source();
        advice.stage = m_bench.stage().text();
        advice.logits = m_bench.overVocabulary();
        std::vector<const Scheme*> asked;
        for (const std::string& id : m_options.schemes) {
            const Scheme* scheme = schemeOf(id);
            if (scheme == nullptr) return fail("no-such-scheme", "there is no scheme of that name; `--schemes list` has them", id);
            asked.push_back(scheme);
        }
        std::map<std::string, std::size_t> alike;
        for (std::size_t i = 0; i < advice.weights.size(); ++i) {
            const Weight& weight = advice.weights[i];
            advice.wholeBytes += weight.bytes();
            const std::string key = m_options.tied ? alikeName(weight.name) : weight.name;
            const auto [row, isNew] = alike.try_emplace(key, advice.rows.size());
            if (isNew)
                advice.rows.push_back({{}, m_options.tied ? alikeName(shownName(weight)) : shownName(weight), weight.kind, {}, {}});
            if (auto done = add(advice.rows[row->second], weight, i, asked, isNew); !done) return done;
        }
        if (advice.rows.empty()) return fail("no-weights", "no constant of its graph is a weight that could be kept narrow");
        for (Row& row : advice.rows) keep(row, advice.weights);
        return {};
    }

private:
    Result<void> add(Row& row, const Weight& weight, std::size_t index, const std::vector<const Scheme*>& asked, bool isNew) const {
        row.weights.push_back(index);
        if (!isNew) {
            // Tied ones have the schemes that all of them can have.
            std::erase_if(row.cells, [&](const Cell& cell) { return !cell.scheme->fits(weight.kind, weight.inputs); });
            for (Cell& cell : row.cells) cell.bytes += bytesOf(*cell.scheme, weight);
            return {};
        }
        const auto list = asked.empty() ? usualSchemes(weight.kind) : asked;
        std::vector<const Scheme*> all{schemeOf("float")};
        for (const Scheme* scheme : list)
            if (!scheme->isFloat() && scheme->fits(weight.kind, weight.inputs)) all.push_back(scheme);
        // What was asked to be kept is a scheme of it, too.
        for (const auto& [id, pattern] : m_options.keep) {
            const Scheme* scheme = schemeOf(id);
            if (scheme == nullptr) return fail("no-such-scheme", "there is no scheme of that name; `--schemes list` has them", id);
            if (matches(pattern, weight) && scheme->fits(weight.kind, weight.inputs) && std::ranges::find(all, scheme) == all.end())
                all.push_back(scheme);
        }
        for (const Scheme* scheme : all) row.cells.push_back({scheme, bytesOf(*scheme, weight), {}});
        return {};
    }

    static bool matches(const std::string& pattern, const Weight& weight) {
        return matchesPattern(pattern, weight.name) || matchesPattern(pattern, weight.module);
    }
    static std::uint64_t bytesOf(const Scheme& scheme, const Weight& weight) {
        return scheme.isFloat() ? weight.bytes() : scheme.bytes(weight.channels, weight.inputs);
    }

    void keep(Row& row, const std::vector<Weight>& weights) const {
        for (const auto& [id, pattern] : m_options.keep) {
            const bool all = std::ranges::all_of(row.weights, [&](std::size_t i) { return matches(pattern, weights[i]); });
            const auto cell = std::ranges::find_if(row.cells, [&](const Cell& one) { return one.scheme->id == id; });
            if (all && cell != row.cells.end()) row.kept = static_cast<std::size_t>(cell - row.cells.begin());
        }
    }

    Bench& m_bench;
    const Options& m_options;
};

/// Each row with each of its cells alone. Of rows of one weight what comes before is computed once.
Result<void> measure(Bench& bench, Advice& advice, const Options& options, const JobContext& job) {
    std::vector<Bench::Trial> trials;
    std::map<std::size_t, std::size_t> rowOf;
    for (std::size_t r = 0; r < advice.rows.size(); ++r) {
        Row& row = advice.rows[r];
        for (Cell& cell : row.cells)
            if (cell.scheme->isFloat()) cell.effect = bench.overVocabulary() ? Effect{.kl = 0.0} : Effect{.signal = 1};
        if (row.weights.size() > 1) continue;
        rowOf[row.weights.front()] = r;
        for (const Cell& cell : row.cells)
            if (!cell.scheme->isFloat()) trials.push_back({row.weights.front(), cell.scheme});
    }
    const auto tell = [&] {
        advice.operations = bench.operations();
        if (options.known) options.known(advice);
    };
    const JobContext half{job.stop, [&](double share) { job.report(0.5 * share); }, job.waiting};
    const auto done = bench.each(trials, [&](const Bench::Trial& trial, const Effect& effect) {
        Row& row = advice.rows[rowOf.at(trial.weight)];
        std::ranges::find(row.cells, trial.scheme, &Cell::scheme)->effect = effect;
        tell();
    });
    if (!done) return done;
    for (Row& row : advice.rows) {
        if (row.weights.size() < 2) continue;
        for (Cell& cell : row.cells) {
            if (cell.scheme->isFloat()) continue;
            if (job.cancelled()) return cancelledFailure();
            Choice choice(advice.weights.size(), nullptr);
            for (const std::size_t weight : row.weights) choice[weight] = cell.scheme;
            auto effect = bench.evaluate(choice);
            if (!effect) return effect.failure();
            cell.effect = *std::move(effect);
            tell();
        }
    }
    return {};
}

Sentence effectText(const Effect& effect) {
    if (effect.kl)
        return Sentence::of("KL %1 nats, %2 of %3 chosen tokens stay", printed("%.3g", *effect.kl), effect.stay, effect.tokens);
    return Sentence::of("%1 dB", printed("%.1f", effect.snrDb()));
}

void sayResult(Advice& advice, const Options& options) {
    if (advice.chosen) {
        const Set& set = advice.sets[*advice.chosen];
        advice.sentence = Sentence::of("%1 of %2: %3, evaluated as a set.", bytesText(set.bytes), bytesText(advice.wholeBytes),
                                       effectText(set.effect));
        return;
    }
    if (options.budget) {
        advice.sentence = Sentence::of("No set of these schemes fits %1.", bytesText(*options.budget));
    } else if (options.mostKl) {
        advice.sentence = Sentence::of("No set that was evaluated stays within the limit.");
    } else if (!advice.sets.empty()) {
        const Set &small = advice.sets[advice.front.front()], &good = advice.sets[advice.front.back()];
        advice.sentence =
            Sentence::of("From %1 (%2) to %3 (%4): %5 sets were evaluated.", bytesText(small.bytes), effectText(small.effect),
                         bytesText(good.bytes), effectText(good.effect), advice.sets.size());
    }
}

}  // namespace

Result<Advice> advise(const session::MethodView& method, const Options& options, const JobContext& job) {
    auto bench = Bench::open(method, options.cases, job);
    if (!bench) return bench.failure();
    Advice advice;
    advice.method = method.name;
    if (auto done = Adviser(**bench, options).plan(advice); !done) return done.failure();
    if (auto done = measure(**bench, advice, options, job); !done) return done.failure();
    const JobContext half{job.stop, [&](double share) { job.report(0.5 + 0.5 * share); }, job.waiting};
    if (auto done = Search(**bench, advice, options, half).run(); !done) return done.failure();
    advice.operations = (*bench)->operations();
    advice.complete = true;
    sayResult(advice, options);
    return advice;
}

Result<Estimate> estimate(const session::MethodView& method, const Options& options, const JobContext& job) {
    auto bench = Bench::open(method, options.cases, job);
    if (!bench) return bench.failure();
    Advice advice;
    if (auto done = Adviser(**bench, options).plan(advice); !done) return done.failure();
    Estimate made;
    made.operationsOfOne = (*bench)->operationsOfOne();
    for (const Row& row : advice.rows) made.cells += row.cells.size() - 1;
    made.sets = options.sets;
    // Behind a weight half of the graph is left on average.
    made.runs = (options.tied ? 1.0 : 0.5) * static_cast<double>(made.cells) + static_cast<double>(made.sets);
    return made;
}

}  // namespace etscope::advisor
