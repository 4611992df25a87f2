#include "report/advice_document.h"

#include <algorithm>
#include <cmath>

#include "base/escaped.h"
#include "report/advice_today.h"

namespace etscope::report {
namespace {

using advisor::Advice;

Json cellJson(const Advice& advice, const advisor::Cell& cell) {
    return object(F("scheme", cell.scheme->id), F("bytes", cell.bytes),
                  F("effect", cell.effect ? effectJson(advice, *cell.effect) : Json(nullptr)));
}

Json rowJson(const Advice& advice, const advisor::Row& row, std::optional<std::size_t> chosen) {
    std::vector<std::string> names;
    for (const std::size_t weight : row.weights) names.push_back(escaped(advice.weights[weight].name));
    // Of the schemes that were tried the one that does the most: what rows are ordered by.
    std::optional<double> most;
    for (std::size_t cell = 1; cell < row.cells.size(); ++cell)
        if (row.cells[cell].effect) most = std::max(most.value_or(0), row.cells[cell].effect->cost());
    return object(F("name", escaped(row.name)), F("kind", advisor::kindName(row.kind)), F("weights", std::move(names)),
                  F("bytes", row.cells.front().bytes), F("most", orNull(most)),
                  F("chosen", chosen ? Json(row.cells[*chosen].scheme->id) : Json(nullptr)), F("kept", row.kept.has_value()),
                  F("today", row.today ? cellJson(advice, *row.today) : Json(nullptr)),
                  F("schemes", listOf(row.cells, [&](const advisor::Cell& cell) { return cellJson(advice, cell); })));
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
    return object(F("bytes", set.bytes), F("predicted", number(set.predicted)), F("effect", effectJson(advice, set.effect)),
                  F("front", front), F("schemes", std::move(schemes)));
}

/// All that is said of one method.
Json methodJson(const Advice& advice, const std::string& recipe) {
    const advisor::Set* chosen = advice.chosen ? &advice.sets[*advice.chosen] : nullptr;
    Json rows = Json::array(), sets = Json::array();
    for (std::size_t i = 0; i < advice.rows.size(); ++i)
        rows.push_back(rowJson(advice, advice.rows[i], chosen ? std::optional(chosen->cells[i]) : std::nullopt));
    for (std::size_t i = 0; i < advice.sets.size(); ++i)
        sets.push_back(setJson(advice, advice.sets[i], std::ranges::find(advice.front, i) != advice.front.end()));
    return object(F("method", advice.method), F("stage", advice.stage), F("inputs_from", escaped(advice.source)),
                  F("cases", advice.cases), F("measure", advice.logits ? "kl" : "noise"), F("by_worst_case", advice.byWorst),
                  F("bytes", advice.wholeBytes), F("sentence", advice.sentence), F("rows", std::move(rows)),
                  F("sets", std::move(sets)), F("chosen", placeJson(advice.chosen)), F("tried", triedJson(advice)),
                  F("recipe", textOrNull(recipe)), F("notes", advice.notes), F("operations", advice.operations),
                  F("complete", advice.complete), F("today", todayJson(advice)));
}

/// What a method is worth: of the chosen set, else of the smallest one of the front.
Json worthJson(const Advice& advice, const std::optional<std::uint64_t>& budget) {
    const auto place = advice.chosen        ? advice.chosen
                       : advice.front.empty() ? std::nullopt
                                              : std::optional(advice.front.front());
    const advisor::Set* set = place ? &advice.sets[*place] : nullptr;
    const double cost = set != nullptr ? set->effect.cost() : 0;
    const std::uint64_t saved = set != nullptr ? advice.wholeBytes - std::min(set->bytes, advice.wholeBytes) : 0;
    const bool rated = set != nullptr && cost > 0 && std::isfinite(cost);
    return object(F("chosen", advice.chosen.has_value()), F("budget", orNull(budget)),
                  F("bytes", set != nullptr ? Json(set->bytes) : Json(nullptr)), F("saved", set != nullptr ? Json(saved) : Json(nullptr)),
                  F("cost", set != nullptr ? number(cost) : Json(nullptr)),
                  F("saved_for_cost", rated ? number(static_cast<double>(saved) / cost) : Json(nullptr)));
}

Json ofSeveral(const session::Session& session, Json methods, Json whole, const std::optional<Sentence>& sentence, Json notes,
               Json complete, Json estimate) {
    Json all = object(F("method", nullptr), F("stage", nullptr), F("inputs_from", nullptr), F("cases", nullptr),
                      F("measure", nullptr), F("by_worst_case", nullptr), F("bytes", nullptr),
                      F("sentence", sentence ? Json(*sentence) : Json(nullptr)), F("rows", Json::array()), F("sets", Json::array()),
                      F("chosen", nullptr), F("tried", nullptr), F("recipe", nullptr), F("notes", std::move(notes)),
                      F("operations", nullptr), F("complete", std::move(complete)), F("today", nullptr));
    Json document = beginDocument("advice", session);
    document.update(all);
    document["methods"] = std::move(methods);
    document["whole"] = std::move(whole);
    document["estimate"] = std::move(estimate);
    return endDocument(document, session);
}

}  // namespace

Json adviceDocument(const session::Session& session, const Advice& advice, const std::string& recipe) {
    Json document = beginDocument("advice", session);
    document.update(methodJson(advice, recipe));
    document["methods"] = Json::array();
    document["whole"] = nullptr;
    document["estimate"] = nullptr;
    return endDocument(document, session);
}

Json adviceDocument(const session::Session& session, const advisor::Several& several, const std::vector<std::string>& recipes) {
    Json methods = Json::array();
    for (std::size_t i = 0; i < several.methods.size(); ++i) {
        Json own = methodJson(several.methods[i], recipes[i]);
        own["worth"] = worthJson(several.methods[i], several.budgets[i]);
        methods.push_back(std::move(own));
    }
    Json whole = object(F("bytes", several.wholeBytes), F("chosen_bytes", orNull(several.chosenBytes)),
                        F("shared_weights", several.sharedWeights), F("shared_bytes", several.sharedBytes),
                        F("without", listOf(several.without, [](const advisor::Unadvised& one) {
                              return object(F("method", escaped(one.method)), F("code", one.why.code), F("message", one.why.message));
                          })));
    return ofSeveral(session, std::move(methods), std::move(whole), several.sentence, several.notes, several.complete, nullptr);
}

Json adviceEstimate(const session::Session& session, const std::string& method, const advisor::Estimate& estimate) {
    Json document = ofSeveral(session, Json::array(), nullptr, std::nullopt, Json::array(), nullptr,
                              object(F("operations_of_one", estimate.operationsOfOne), F("cells", estimate.cells),
                                     F("sets", estimate.sets), F("runs", estimate.runs), F("seconds", estimate.seconds)));
    if (!method.empty()) document["method"] = method;
    return document;
}

}  // namespace etscope::report
