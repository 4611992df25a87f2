#include "advisor/kept_advice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include "advisor/outline.h"
#include "advisor/search.h"
#include "io/sha256.h"

namespace etscope::advisor {
namespace {

using Kept = nlohmann::json;

/// [KL or null, rows, rows that stay, signal, noise, worst, whether it is finite, the worst case, its cost].
Kept keptEffect(const Effect& effect) {
    return Kept::array({effect.kl ? Kept(*effect.kl) : Kept(nullptr), effect.tokens, effect.stay, effect.signal, effect.noise,
                        effect.worst, effect.finite, effect.worstCase ? effect.worstCase->index : 0,
                        effect.worstCase ? effect.worstCase->cost : 0.0});
}

/// Numbers that JSON has.
bool canBeKept(const Effect& effect) {
    const auto plain = [](double one) { return std::isfinite(one); };
    return plain(effect.kl.value_or(0)) && plain(effect.signal) && plain(effect.noise) && plain(effect.worst) &&
           (!effect.worstCase || plain(effect.worstCase->cost));
}

std::optional<Effect> effectIn(const Kept& kept, const Advice& advice) {
    constexpr std::size_t kParts = 9;
    const bool logits = advice.logits;
    if (!kept.is_array() || kept.size() != kParts || kept[0].is_null() == logits || !kept[6].is_boolean()) return std::nullopt;
    for (std::size_t i = logits ? 0 : 1; i < kParts; ++i)
        if (i != 6 && (!kept[i].is_number() || !(kept[i].get<double>() >= 0))) return std::nullopt;
    if (!kept[1].is_number_unsigned() || !kept[2].is_number_unsigned() || !kept[7].is_number_unsigned()) return std::nullopt;
    if (kept[2].get<std::size_t>() > kept[1].get<std::size_t>() || (kept[1].get<std::size_t>() > 0) != logits) return std::nullopt;
    Effect effect;
    if (logits) effect.kl = kept[0].get<double>();
    effect.tokens = kept[1].get<std::size_t>(), effect.stay = kept[2].get<std::size_t>();
    effect.signal = kept[3].get<double>(), effect.noise = kept[4].get<double>(), effect.worst = kept[5].get<double>();
    effect.finite = kept[6].get<bool>();
    effect.worstCase = CaseCost{kept[7].get<std::size_t>(), kept[8].get<double>()};
    if (effect.worstCase->index >= advice.cases) return std::nullopt;
    effect.byWorst = advice.byWorst;
    return effect;
}

/// Whatever its texts hold.
std::string textOf(const Kept& kept) { return kept.dump(-1, ' ', false, Kept::error_handler_t::replace); }

constexpr std::size_t kMostSets = 1000, kMostBytes = std::size_t{2} << 20U;
/// What an advice does not look at.
constexpr std::array kOfRuns{FileKind::EtDump, FileKind::DebugBuffer, FileKind::RunRecord, FileKind::Trace};

template <class T>
bool says(const Kept& kept, const char* key, const T& value) {
    const auto found = kept.find(key);
    return found != kept.end() && *found == Kept(value);
}

std::optional<std::size_t> cellNamed(const Row& row, const Kept& scheme) {
    if (!scheme.is_string()) return std::nullopt;
    const auto id = scheme.get<std::string>();
    const auto cell = std::ranges::find_if(row.cells, [&](const Cell& one) { return one.scheme->id == id; });
    return cell == row.cells.end() ? std::nullopt : std::optional(static_cast<std::size_t>(cell - row.cells.begin()));
}

std::size_t takeCells(Row& row, const Kept& effects, const Advice& advice) {
    std::size_t taken = 0;
    for (Cell& cell : row.cells) {
        const auto found = effects.find(std::string(cell.scheme->id));
        if (cell.effect || found == effects.end()) continue;
        cell.effect = effectIn(*found, advice);
        taken += cell.effect ? 1U : 0U;
    }
    return taken;
}

std::size_t takeSet(Advice& advice, const Kept& kept) {
    const auto schemes = kept.is_object() ? kept.find("schemes") : kept.end();
    if (schemes == kept.end() || !schemes->is_array() || schemes->size() != advice.rows.size()) return 0;
    Set set;
    for (std::size_t row = 0; row < advice.rows.size(); ++row) {
        const auto cell = cellNamed(advice.rows[row], (*schemes)[row]);
        if (!cell || (advice.rows[row].kept && *advice.rows[row].kept != *cell)) return 0;
        set.cells.push_back(*cell);
    }
    const auto effect = kept.contains("effect") ? effectIn(kept["effect"], advice) : std::nullopt;
    if (!effect || setOf(advice, set.cells)) return 0;
    const Guess guess = guessOf(advice, set.cells);
    set.bytes = guess.bytes, set.predicted = guess.predicted.value_or(INFINITY), set.effect = *effect;
    advice.sets.push_back(std::move(set));
    return 1;
}

}  // namespace

Result<std::string> identityOf(const session::Session& session, const JobContext& job) {
    auto found = session.store().get<std::string>("advisor::identity", job, [&]() -> Result<std::shared_ptr<const std::string>> {
        std::vector<std::string> hashes;
        for (const session::SessionFile& file : session.files()) {
            if (std::ranges::find(kOfRuns, file.kind) != kOfRuns.end() || file.source == nullptr) continue;
            auto hash = sha256(file.bytes, job);
            if (!hash) return hash.failure();
            hashes.push_back(*std::move(hash));
        }
        std::ranges::sort(hashes);
        Sha256 all;
        for (const std::string& hash : hashes) all.add(std::as_bytes(std::span(hash)));
        auto hex = all.hex();
        if (!hex) return hex.failure();
        return std::make_shared<const std::string>(*std::move(hex));
    });
    if (!found) return found.failure();
    return **found;
}

std::string keptText(const Kept& kept, const char* key) {
    const auto found = kept.is_object() ? kept.find(key) : kept.end();
    return found != kept.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Options keptOptions(const Kept& kept) {
    Options options;
    if (!kept.is_object()) return options;
    if (const auto tied = kept.find("tied"); tied != kept.end() && tied->is_boolean()) options.tied = tied->get<bool>();
    constexpr std::size_t kMostCases = 10'000;
    if (const auto worst = kept.find("worst"); worst != kept.end() && worst->is_boolean()) options.worst = worst->get<bool>();
    if (const auto most = kept.find("most_cases"); most != kept.end() && most->is_number_unsigned())
        options.cases = std::clamp<std::size_t>(most->get<std::size_t>(), 1, kMostCases);
    if (const auto schemes = kept.find("schemes"); schemes != kept.end() && schemes->is_array())
        for (const Kept& one : *schemes)
            if (one.is_string() && schemeOf(one.get<std::string>()) != nullptr) options.schemes.push_back(one.get<std::string>());
    return options;
}

Kept keptAdvice(const Advice& advice, const Options& options, const std::string& identity) {
    Kept rows = Kept::array(), sets = Kept::array();
    for (const Row& row : advice.rows) {
        Kept effects = Kept::object();
        for (const Cell& cell : row.cells)
            if (cell.effect && !cell.scheme->isFloat() && canBeKept(*cell.effect))
                effects[std::string(cell.scheme->id)] = keptEffect(*cell.effect);
        rows.push_back(Kept{{"name", row.name}, {"effects", std::move(effects)}});
    }
    for (const Set& set : advice.sets) {
        if (!canBeKept(set.effect) || sets.size() >= kMostSets) continue;
        Kept schemes = Kept::array();
        for (std::size_t row = 0; row < set.cells.size(); ++row)
            schemes.push_back(std::string(advice.rows[row].cells[set.cells[row]].scheme->id));
        sets.push_back(Kept{{"schemes", std::move(schemes)}, {"effect", keptEffect(set.effect)}});
    }
    return Kept{{"method", advice.method},     {"identity", identity},    {"stage", advice.stage},
                {"inputs_from", advice.source}, {"cases", advice.cases},   {"logits", advice.logits},
                {"tied", options.tied},         {"worst", options.worst},    {"most_cases", options.cases}, {"schemes", options.schemes},
                {"rows", std::move(rows)},      {"sets", std::move(sets)}};
}

void addKept(Kept& kept, const Kept& older) {
    constexpr std::array kSame{"identity", "method", "stage", "inputs_from", "cases", "logits", "tied"};
    const auto same = [&](const char* key) { return older.is_object() && older.contains(key) && older[key] == kept[key]; };
    if (!std::ranges::all_of(kSame, same) || !older.contains("rows") || !older["rows"].is_array() ||
        older["rows"].size() != kept["rows"].size())
        return;
    for (std::size_t row = 0; row < kept["rows"].size(); ++row) {
        Kept& own = kept["rows"][row];
        const Kept& before = older["rows"][row];
        if (!before.is_object() || !before.contains("effects") || !before["effects"].is_object() || !says(before, "name", own["name"]))
            continue;
        for (const auto& [scheme, effect] : before["effects"].items())
            if (!own["effects"].contains(scheme)) own["effects"][scheme] = effect;
    }
    if (!older.contains("sets") || !older["sets"].is_array()) return;
    const auto schemesOf = [](const Kept& set) { return textOf(set.value("schemes", Kept())); };
    std::set<std::string> had;
    for (const Kept& set : kept["sets"]) had.insert(schemesOf(set));
    for (const Kept& set : older["sets"])
        if (kept["sets"].size() < kMostSets && set.is_object() && had.insert(schemesOf(set)).second) kept["sets"].push_back(set);
}

void shorten(Kept& list) {
    auto& items = list.get_ref<Kept::array_t&>();
    std::erase_if(items, [](const Kept& one) { return keptText(one, "method").empty(); });
    std::vector<std::size_t> sizes;
    for (const Kept& one : items) sizes.push_back(textOf(one).size());
    const auto all = [&] { return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}); };
    for (bool halves = true; halves && all() > kMostBytes;) {
        halves = false;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const auto sets = items[i].find("sets");
            if (sets == items[i].end() || !sets->is_array() || sets->empty()) continue;
            Kept half = Kept::array();  // they are in the order of their bytes
            for (std::size_t k = 1; k < sets->size(); k += 2) half.push_back(std::move((*sets)[k]));
            *sets = std::move(half);
            sizes[i] = textOf(items[i]).size();
            halves = true;
        }
    }
    std::size_t first = 0;
    for (std::size_t left = all(); left > kMostBytes; ++first) left -= sizes[first];
    items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(first));
}

const Kept* keptOf(const Kept& list, const std::string& method) {
    if (!list.is_array()) return nullptr;
    const auto found = std::ranges::find_if(list, [&](const Kept& one) { return one.is_object() && says(one, "method", method); });
    return found == list.end() ? nullptr : &*found;
}

std::size_t takeKept(Advice& advice, const Kept& kept) {
    const auto rows = kept.find("rows"), sets = kept.find("sets");
    if (!says(kept, "method", advice.method) || !says(kept, "stage", advice.stage) || !says(kept, "cases", advice.cases) ||
        !says(kept, "inputs_from", advice.source) || !says(kept, "logits", advice.logits) || rows == kept.end() || !rows->is_array() ||
        rows->size() != advice.rows.size())
        return 0;
    for (std::size_t row = 0; row < advice.rows.size(); ++row)
        if (!(*rows)[row].is_object() || !says((*rows)[row], "name", advice.rows[row].name) || !(*rows)[row].contains("effects") ||
            !(*rows)[row]["effects"].is_object())
            return 0;
    std::size_t taken = 0;
    for (std::size_t row = 0; row < advice.rows.size(); ++row)
        taken += takeCells(advice.rows[row], (*rows)[row]["effects"], advice);
    if (sets != kept.end() && sets->is_array())
        for (std::size_t i = 0; i < std::min(sets->size(), kMostSets); ++i) taken += takeSet(advice, (*sets)[i]);
    Search::order(advice);
    return taken;
}

Result<Advice> recalled(const session::MethodView& method, const Kept& kept, const JobContext& job) {
    const Options options = keptOptions(kept);
    auto bench = Bench::idle(method, options.cases, job);
    if (!bench) return bench.failure();
    // What is narrow already is looked at while it is played.
    if (std::ranges::any_of((*bench)->weights(), [](const Weight& weight) { return weight.held != nullptr; }))
        bench = Bench::open(method, options.cases, job);
    if (!bench) return bench.failure();
    auto advice = outlineOf(**bench, method.name, options);
    if (!advice) return advice;
    advice->logits = says(kept, "logits", true);
    for (Row& row : advice->rows) row.cells.front().effect = unchangedEffect(advice->logits);
    if (takeKept(*advice, kept) == 0) return fail("no-such-set", "what is kept of advice is of other weights or cases");
    return advice;
}

}  // namespace etscope::advisor
