// Tokens against their budgets: what the outputs over a vocabulary of all cases and runs choose.
#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "gate/measures.h"
#include "inventory/summary.h"
#include "session/entity.h"
#include "tokens/output_tokens.h"

namespace etscope::gate {
namespace {

using compare::PairState;
using session::Entity;

std::string placeText(const ChosenTokens::At& at) {
    return session::columnText(at.column) + ", output " + std::to_string(at.output) + ", position " + std::to_string(at.position);
}

std::string tokensText(std::size_t number) { return counted(number, "token", "tokens"); }

/// What a value of the output is, where any side has one.
const tensor::Tensor* tensorOf(const compare::OutputPair& pair) {
    for (const auto* side : {&pair.reference, &pair.runtime})
        if (*side)
            if (const auto* found = std::get_if<tensor::Tensor>(&(*side)->value)) return found;
    return nullptr;
}

/// One row: both sides have a softmax, or it counts as lost.
void addPosition(const tokens::Position& position, const ChosenTokens::At& at, ChosenTokens& found) {
    if (std::isnan(position.reference.entropy)) {
        ++found.unreferenced;
        return;
    }
    if (std::isnan(position.runtime.entropy)) {
        ++found.lost;
        if (!found.firstLost) found.firstLost = at;
        return;
    }
    ++found.tokens;
    found.stay += position.agrees() ? 1U : 0U;
    if (!position.agrees() && !found.firstOther) found.firstOther = at;
    found.divergence += position.divergence;
    if (position.divergence > found.worst) found.worst = position.divergence, found.worstAt = at;
}

double valueOf(Measure measure, const ChosenTokens& found) {
    const auto tokens = static_cast<double>(found.tokens), stay = static_cast<double>(found.stay);
    switch (measure) {
        case Measure::KlMean: return found.divergence / tokens;
        case Measure::KlWorst: return found.worst;
        case Measure::TokensStay: return stay / tokens;
        default: return tokens - stay;
    }
}

/// Of what the value is, and the place that makes it so.
std::string noteOfTokens(const ChosenTokens& found, const std::optional<ChosenTokens::At>& at) {
    std::string text = tokensText(found.tokens) + " of " + counted(found.columns.size(), "case", "cases");
    if (at) text = placeText(*at) + "; " + text;
    const auto add = [&text](std::size_t number, const char* one, const char* many, const char* what) {
        if (number > 0) text += "; " + counted(number, one, many) + what;
    };
    add(found.lost, "token", "tokens", " of the run without a distribution");
    add(found.unreferenced, "token", "tokens", " of the reference without a distribution");
    add(found.pairs.unlike(), "output", "outputs", " of another shape or type");
    add(found.pairs.of(PairState::Unreadable), "output", "outputs", " that cannot be read");
    add(found.pairs.missing(), "output", "outputs", " without one side");
    return found.unread.empty() ? text : text + ": " + found.unread;
}

}  // namespace

Result<bool> Measures::overVocabulary(const tensor::Tensor& output) {
    if (output.shape.size() < 2 || !isFloating(output.type)) return false;
    if (const auto hit = m_vocabularies.find(output.shape.back()); hit != m_vocabularies.end()) return hit->second;
    const auto vocabulary = tokens::vocabularyOf(*m_session, output, m_job);
    if (!vocabulary) return vocabulary.failure();
    return m_vocabularies.emplace(output.shape.back(), vocabulary->has_value()).first->second;
}

Result<Chooses> Measures::declared(const std::string& method, const std::set<std::int64_t>& known) {
    const auto summary = inventory::summary({*m_session, method}, m_job);
    if (summary.cancelled()) return summary.failure();
    if (!summary) return known.empty() ? Chooses::Unknown : Chooses::No;
    const auto& outputs = (*summary)->outputs;
    bool open = outputs.empty() && known.empty();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (known.contains(static_cast<std::int64_t>(i)) || outputs[i].kind != "tensor") continue;
        const std::string word = outputs[i].valueType.value_or("");
        const ScalarType type = scalarTypeFromName(word).value_or(ScalarType::Unknown);
        const auto& shape = outputs[i].shape;
        const auto* columns = shape && !shape->empty() ? std::get_if<std::int64_t>(&shape->back()) : nullptr;
        const bool told = type != ScalarType::Unknown && shape;
        if (told && (!isFloating(type) || shape->size() < 2)) continue;
        if (!told || columns == nullptr) {
            open = true;
            continue;
        }
        tensor::Tensor made;
        made.type = type;
        made.shape.assign(shape->size(), 1);
        made.shape.back() = *columns;
        const auto over = overVocabulary(made);
        if (!over) return over.failure();
        if (*over) return Chooses::Yes;
    }
    return open ? Chooses::Unknown : Chooses::No;
}

Result<Chooses> Measures::chooses(const std::string& method) {
    if (const auto loaded = loadPairs(); !loaded) return loaded.failure();
    std::set<std::int64_t> known;
    for (const compare::OutputPair& pair : *m_pairs) {
        if (pair.method != method || pair.tap) continue;
        const tensor::Tensor* output = tensorOf(pair);
        if (output == nullptr) continue;
        const auto over = overVocabulary(*output);
        if (!over) return over.failure();
        if (*over) return Chooses::Yes;
        known.insert(pair.output);
    }
    return declared(method, known);
}

Result<void> Measures::addTokens(const compare::OutputPair& pair, ChosenTokens& found) {
    const auto comparison = compare::compareOutput(pair, {.worst = 0}, m_job);
    if (m_job.cancelled()) return cancelledFailure();
    PairState state = comparison.state;
    const bool both = state == PairState::Match || state == PairState::Differ;
    const auto sides = both ? tokens::tokenSides(*m_session, pair, m_job) : Result<std::optional<tokens::TokenSides>>(std::nullopt);
    if (!sides) return sides.failure();
    if (both && !*sides) return {};  // without elements
    if (*sides) {
        const auto made = tokens::outputTokens(*m_session, pair, **sides, m_job);
        if (made.cancelled()) return made.failure();
        if (made) {
            found.columns.insert(pair.column());
            const auto& positions = (*made)->choices.positions;
            for (std::size_t at = 0; at < positions.size(); ++at)
                addPosition(positions[at], {pair.column(), pair.output, at}, found);
        } else {
            state = PairState::Unreadable;
            if (found.unread.empty()) found.unread = made.error().message;
        }
    } else if (state == PairState::Unreadable && found.unread.empty()) {
        found.unread = comparison.note.text();
    }
    found.pairs.add(state);
    return {};
}

Result<ChosenTokens> Measures::chosenTokens(const std::string& method) {
    if (const auto loaded = loadPairs(); !loaded) return loaded.failure();
    if (const auto hit = m_tokens.find(method); hit != m_tokens.end()) return hit->second;
    ChosenTokens found;
    for (const compare::OutputPair& pair : *m_pairs) {
        const tensor::Tensor* output = pair.method == method && !pair.tap ? tensorOf(pair) : nullptr;
        if (output == nullptr) continue;
        const auto over = overVocabulary(*output);
        if (!over) return over.failure();
        if (!*over) continue;
        if (const auto added = addTokens(pair, found); !added) return added.failure();
    }
    return m_tokens.emplace(method, std::move(found)).first->second;
}

/// Broken whatever the limit: an output of another shape, a row of the run that gives no token. Unknown: nothing was compared, or
/// not all of it can be told.
Result<Measured> Measures::tokens(Measure measure, const std::string& method) {
    const auto told = chosenTokens(method);
    if (!told) return told.failure();
    const ChosenTokens& found = *told;
    const bool kl = measure == Measure::KlMean || measure == Measure::KlWorst;
    const auto& at = found.firstLost ? found.firstLost : kl ? found.worstAt : found.firstOther;
    Measured made;
    made.note = noteOfTokens(found, at);
    if (at) made.addresses = {Entity::ofOutput(method, at->column, at->output).text()};
    if (found.tokens > 0) made.value = valueOf(measure, found);
    if (found.pairs.unlike() > 0 || found.lost > 0) {
        made.holds = false;
        if (const auto added = addCulprit(method, made); !added) return added.failure();
        return made;
    }
    const bool open = found.pairs.of(PairState::Unreadable) > 0 || found.unreferenced > 0;
    if (found.tokens > 0 && !open) return made;
    made.value.reset();
    if (open || found.pairs.missing() > 0) return made;
    const auto over = chooses(method);
    if (!over) return over.failure();
    made.note = *over == Chooses::No  ? "none of its outputs is over a vocabulary"
                : m_pairsNote.empty() ? "nothing was compared"
                                      : m_pairsNote;
    return made;
}

}  // namespace etscope::gate
