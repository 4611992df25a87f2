#include "report/advice_document.h"

#include <algorithm>

#include "base/escaped.h"

namespace etscope::report {
namespace {

using advisor::Advice;

Json effectJson(const advisor::Effect& effect) {
    return object(F("cost", number(effect.cost())), F("kl", orNull(effect.kl)),
                  F("tokens", effect.kl ? Json(effect.tokens) : Json(nullptr)),
                  F("tokens_stay", effect.kl ? Json(effect.stay) : Json(nullptr)), F("snr_db", number(effect.snrDb())),
                  F("max_abs", effect.worst), F("finite", effect.finite));
}

Json cellJson(const advisor::Cell& cell) {
    return object(F("scheme", cell.scheme->id), F("bytes", cell.bytes),
                  F("effect", cell.effect ? effectJson(*cell.effect) : Json(nullptr)));
}

Json rowJson(const Advice& advice, const advisor::Row& row, std::optional<std::size_t> chosen) {
    std::vector<std::string> names;
    for (const std::size_t weight : row.weights) names.push_back(escaped(advice.weights[weight].name));
    // Of the schemes that were tried the one that does the most: what rows are ordered by.
    double most = 0;
    for (const advisor::Cell& cell : row.cells)
        if (cell.effect) most = std::max(most, cell.effect->cost());
    return object(F("name", escaped(row.name)), F("kind", advisor::kindName(row.kind)), F("weights", std::move(names)),
                  F("bytes", row.cells.front().bytes), F("most", number(most)),
                  F("chosen", chosen ? Json(row.cells[*chosen].scheme->id) : Json(nullptr)), F("kept", row.kept.has_value()),
                  F("schemes", listOf(row.cells, cellJson)));
}

Json placeJson(const std::optional<std::size_t>& place) { return place ? Json(*place) : Json(nullptr); }

/// What was tried beside what it was made of.
Json triedJson(const Advice& advice) {
    if (!advice.tried || !advice.triedFrom) return nullptr;
    const advisor::Set &from = advice.sets[*advice.triedFrom], &to = advice.sets[*advice.tried];
    Json changed = Json::array();
    for (std::size_t row = 0; row < to.cells.size(); ++row) {
        const auto& cells = advice.rows[row].cells;
        if (to.cells[row] != from.cells[row])
            changed.push_back(object(F("name", escaped(advice.rows[row].name)), F("from", cells[from.cells[row]].scheme->id),
                                     F("to", cells[to.cells[row]].scheme->id)));
    }
    return object(F("from", *advice.triedFrom), F("set", *advice.tried), F("bytes", to.bytes), F("predicted", number(to.predicted)),
                  F("evaluated", number(to.effect.cost())), F("changed", std::move(changed)));
}

Json setJson(const Advice& advice, const advisor::Set& set, bool front) {
    Json schemes = Json::array();
    for (std::size_t row = 0; row < set.cells.size(); ++row) schemes.push_back(advice.rows[row].cells[set.cells[row]].scheme->id);
    return object(F("bytes", set.bytes), F("predicted", number(set.predicted)), F("effect", effectJson(set.effect)),
                  F("front", front), F("schemes", std::move(schemes)));
}

}  // namespace

Json adviceDocument(const session::Session& session, const Advice& advice, const std::string& recipe) {
    const advisor::Set* chosen = advice.chosen ? &advice.sets[*advice.chosen] : nullptr;
    Json rows = Json::array(), sets = Json::array();
    for (std::size_t i = 0; i < advice.rows.size(); ++i)
        rows.push_back(rowJson(advice, advice.rows[i], chosen ? std::optional(chosen->cells[i]) : std::nullopt));
    for (std::size_t i = 0; i < advice.sets.size(); ++i)
        sets.push_back(setJson(advice, advice.sets[i], std::ranges::find(advice.front, i) != advice.front.end()));
    return documentOf("advice", session, F("method", advice.method), F("stage", advice.stage),
                      F("inputs_from", escaped(advice.source)), F("cases", advice.cases),
                      F("measure", advice.logits ? "kl" : "noise"), F("bytes", advice.wholeBytes), F("sentence", advice.sentence),
                      F("rows", std::move(rows)), F("sets", std::move(sets)), F("chosen", placeJson(advice.chosen)),
                      F("tried", triedJson(advice)), F("recipe", textOrNull(recipe)), F("notes", advice.notes),
                      F("operations", advice.operations), F("estimate", nullptr));
}

Json adviceEstimate(const session::Session& session, const std::string& method, const advisor::Estimate& estimate) {
    return documentOf("advice", session, F("method", method), F("stage", nullptr), F("inputs_from", nullptr), F("cases", nullptr),
                      F("measure", nullptr), F("bytes", nullptr), F("sentence", nullptr), F("rows", Json::array()),
                      F("sets", Json::array()), F("chosen", nullptr), F("tried", nullptr), F("recipe", nullptr),
                      F("notes", Json::array()), F("operations", nullptr),
                      F("estimate", object(F("operations_of_one", estimate.operationsOfOne), F("cells", estimate.cells),
                                           F("sets", estimate.sets), F("runs", estimate.runs), F("seconds", estimate.seconds))));
}

}  // namespace etscope::report
