#include "advisor/outline.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "advisor/search.h"
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

Result<const Scheme*> askedScheme(const std::string& id) {
    const Scheme* scheme = schemeOf(id);
    if (scheme == nullptr) return fail("no-such-scheme", "there is no scheme of that name; `advise --help` has them", id);
    return scheme;
}

bool names(const std::string& pattern, const Weight& weight) {
    // A matrix that is a table, too, has the names of both modules.
    return matchesPattern(pattern, weight.name) || matchesPattern(pattern, weight.module) ||
           (!weight.table.empty() &&
            (matchesPattern(pattern, weight.table) || matchesPattern(pattern, nameIn(weight.table, weight.name))));
}

/// Tied weights are named by their row's name, or all of them.
bool namesRow(const std::string& pattern, const Advice& advice, const Row& row) {
    return pattern == row.name ||
           std::ranges::all_of(row.weights, [&](std::size_t i) { return names(pattern, advice.weights[i]); });
}

/// Rows of one name get those of their constants, and where these are alike, too, how they are held.
void tellApart(Advice& advice, bool tied) {
    const auto renamed = [&](const auto& other) {
        std::map<std::string, std::size_t> count;
        for (const Row& row : advice.rows) ++count[row.name];
        for (Row& row : advice.rows)
            if (count[row.name] > 1) row.name = other(row);
    };
    renamed([&](const Row& row) {
        const std::string& name = advice.weights[row.weights.front()].name;
        return tied ? alikeName(name) : name;
    });
    renamed([&](const Row& row) {
        const auto& held = advice.weights[row.weights.front()].held;
        return row.name + " (" + (held ? held->text().text() : std::string("float")) + ")";
    });
}

class Outliner {
public:
    explicit Outliner(const Options& options) : m_options(options) {}

    Result<void> schemes() {
        for (const std::string& id : m_options.schemes) {
            const auto scheme = askedScheme(id);
            if (!scheme) return scheme.failure();
            m_asked.push_back(*scheme);
        }
        for (const auto* list : {&m_options.keep, &m_options.set})
            for (const auto& [id, pattern] : *list) {
                const auto scheme = askedScheme(id);
                if (!scheme) return scheme.failure();
                m_named.emplace_back(*scheme, pattern);
            }
        return {};
    }

    void add(Row& row, const std::vector<Weight>& weights, std::size_t index) const {
        const Weight& weight = weights[index];
        row.weights.push_back(index);
        if (row.weights.size() > 1) {
            // Tied ones have the schemes that all of them can have.
            std::erase_if(row.cells, [&](const Cell& cell) { return !weight.takes(*cell.scheme); });
            for (Cell& cell : row.cells) cell.bytes += weight.bytesIn(*cell.scheme);
            return;
        }
        std::vector<const Scheme*> all{&weight.asItIs()};
        const auto take = [&](const Scheme* scheme) {
            const bool apart = scheme->weight == WeightAs::Today && !weight.held;  // Row::today
            if (!scheme->isFloat() && !apart && weight.takes(*scheme) && std::ranges::find(all, scheme) == all.end()) all.push_back(scheme);
        };
        const auto usual = [&] {
            return weight.held ? narrowerSchemes(weight.kind, weight.held->scheme.operand != Operand::AsIs) : usualSchemes(weight.kind);
        };
        for (const Scheme* scheme : m_asked.empty() ? usual() : m_asked) take(scheme);
        // What is named for it is a scheme of it, too.
        for (const auto& [scheme, pattern] : m_named)
            if (names(pattern, weight) || pattern == row.name) take(scheme);
        for (const Scheme* scheme : all) row.cells.push_back({scheme, weight.bytesIn(*scheme), {}});
    }

private:
    const Options& m_options;
    std::vector<const Scheme*> m_asked;
    std::vector<std::pair<const Scheme*, std::string>> m_named;
};

/// Of cells that were asked for and could not be told.
void noteUnknown(Advice& advice, const std::function<bool(std::size_t row, std::size_t cell)>& wanted) {
    std::size_t count = 0;
    const Row* first = nullptr;
    const Scheme* scheme = nullptr;
    for (std::size_t r = 0; r < advice.rows.size(); ++r)
        for (std::size_t c = 0; c < advice.rows[r].cells.size(); ++c) {
            if (advice.rows[r].cells[c].effect || !wanted(r, c)) continue;
            if (count++ == 0) first = &advice.rows[r], scheme = advice.rows[r].cells[c].scheme;
        }
    if (count == 0) return;
    Sentence told = Sentence::of("Not known: what %1 does to %2. The cases give no numbers that tell the ends of 8 bits there.",
                                 scheme->id, first->name);
    if (count > 1) told = Sentence::of("Not known: what %1 does to %2, and %3 more like it. The cases give no numbers that tell the ends of 8 bits there.",
                                       scheme->id, first->name, count - 1);
    if (std::ranges::find(advice.notes, told) == advice.notes.end()) advice.notes.push_back(std::move(told));
}

}  // namespace

bool namesAny(const std::string& pattern, const std::vector<Weight>& weights) {
    return std::ranges::any_of(weights, [&](const Weight& weight) { return names(pattern, weight); });
}

Effect unchangedEffect(bool logits) { return logits ? Effect{.kl = 0.0} : Effect{.signal = 1}; }

std::vector<std::size_t> cellsAsTheyAre(const Advice& advice) { return std::vector<std::size_t>(advice.rows.size(), 0); }

Result<std::vector<std::size_t>> changedCells(const Advice& advice, std::vector<std::size_t> from,
                                              const std::vector<SchemeOf>& changes) {
    for (const auto& [id, pattern] : changes) {
        const auto scheme = askedScheme(id);
        if (!scheme) return scheme.failure();
        bool named = false, fits = false;
        for (std::size_t r = 0; r < advice.rows.size(); ++r) {
            const Row& row = advice.rows[r];
            if (!namesRow(pattern, advice, row)) continue;
            named = true;
            const auto cell = std::ranges::find(row.cells, *scheme, &Cell::scheme);
            if (cell == row.cells.end()) continue;
            fits = true;
            from[r] = static_cast<std::size_t>(cell - row.cells.begin());
        }
        if (!named) return fail("no-such-weight", "no weight and no module that takes one has this name", pattern);
        if (!fits) return fail("scheme-unfit", "none of these weights can be kept so: " + id, pattern);
    }
    return from;
}

Result<Advice> outlineOf(const Bench& bench, const std::string& method, const Options& options) {
    Advice advice;
    advice.method = method;
    advice.weights = bench.weights();
    advice.cases = bench.cases();
    advice.source = bench.source();
    advice.caseNames = bench.caseNames();
    advice.elements = bench.elements(), advice.notFinite = bench.notFinite();
    advice.byWorst = options.worst;
    advice.stage = bench.stage().text();
    advice.logits = bench.overVocabulary();
    Outliner outliner(options);
    if (auto done = outliner.schemes(); !done) return done.failure();
    std::map<std::string, std::size_t> alike;
    const auto keyOf = [&](const Weight& weight) {
        // What is held otherwise has other schemes.
        return !options.tied ? weight.name : alikeName(weight.name) + (weight.held ? "\n" + weight.held->text().text() : "");
    };
    for (std::size_t i = 0; i < advice.weights.size(); ++i) {
        const Weight& weight = advice.weights[i];
        advice.wholeBytes += weight.bytes();
        const std::string name = shownName(weight);
        const auto [row, isNew] = alike.try_emplace(keyOf(weight), advice.rows.size());
        if (isNew) advice.rows.push_back({{}, options.tied ? alikeName(name) : name, weight.kind, {}, {}});
        outliner.add(advice.rows[row->second], advice.weights, i);
    }
    tellApart(advice, options.tied);
    if (advice.rows.empty()) return fail("no-weights", "no constant of its graph is a weight that could be kept narrow");
    for (Row& row : advice.rows) row.cells.front().effect = unchangedEffect(advice.logits);
    if (options.original == nullptr) advice.today = todayOf(advice.weights, bench.activations());
    for (Row& row : advice.rows) {
        const auto held = [&](std::size_t i) { return advice.weights[i].today != nullptr; };
        if (!std::ranges::all_of(row.weights, held)) continue;
        row.today = Cell{schemeOf("today"), 0, {}};
        for (const std::size_t i : row.weights) row.today->bytes += advice.weights[i].today->bytes;
    }
    // Later ones of --keep count where two name the same.
    for (const SchemeOf& one : options.keep) {
        const auto cells = changedCells(advice, std::vector<std::size_t>(advice.rows.size(), SIZE_MAX), {one});
        if (!cells) return cells.failure();
        for (std::size_t r = 0; r < advice.rows.size(); ++r)
            if ((*cells)[r] != SIZE_MAX) advice.rows[r].kept = (*cells)[r];
    }
    if (const auto cells = changedCells(advice, cellsAsTheyAre(advice), options.set); !cells) return cells.failure();
    return advice;
}

Result<void> measure(Bench& bench, Advice& advice, const std::function<bool(std::size_t row, std::size_t cell)>& wanted,
                     const Options& options, const JobContext& job) {
    std::vector<Bench::Trial> trials;
    std::vector<std::pair<std::size_t, std::size_t>> tied;
    std::map<std::size_t, std::size_t> rowOf;
    const auto cellOf = [&](std::size_t r, std::size_t c) -> Cell& {
        Row& row = advice.rows[r];
        return c < row.cells.size() ? row.cells[c] : *row.today;
    };
    for (std::size_t r = 0; r < advice.rows.size(); ++r) {
        const Row& row = advice.rows[r];
        for (std::size_t c = 0; c < row.cells.size() + (row.today ? 1 : 0); ++c) {
            if (cellOf(r, c).effect || !wanted(r, c)) continue;
            if (row.weights.size() > 1) {
                tied.emplace_back(r, c);
                continue;
            }
            rowOf[row.weights.front()] = r;
            trials.push_back({row.weights.front(), cellOf(r, c).scheme});
        }
    }
    const double all = static_cast<double>(trials.size() + tied.size());
    const auto tell = [&] {
        advice.operations = bench.operations();
        if (options.known) options.known(advice);
    };
    std::size_t done = 0;
    const auto each = bench.each(trials, [&](const Bench::Trial& trial, const Effect& effect) {
        const std::size_t r = rowOf.at(trial.weight);
        const auto& cells = advice.rows[r].cells;
        cellOf(r, static_cast<std::size_t>(std::ranges::find(cells, trial.scheme, &Cell::scheme) - cells.begin())).effect = effect;
        job.report(static_cast<double>(++done) / all);
        tell();
    });
    if (!each) return each;
    for (const auto& [r, c] : tied) {
        if (job.cancelled()) return cancelledFailure();
        Choice choice(advice.weights.size(), nullptr);
        for (const std::size_t weight : advice.rows[r].weights) choice[weight] = cellOf(r, c).scheme;
        const auto known = bench.isKnown(choice);
        if (!known) return known.failure();
        if (*known) {
            auto effect = bench.evaluate(choice);
            if (!effect) return effect.failure();
            cellOf(r, c).effect = *std::move(effect);
        }
        job.report(static_cast<double>(++done) / all);
        tell();
    }
    noteUnknown(advice, wanted);
    return {};
}

}  // namespace etscope::advisor
