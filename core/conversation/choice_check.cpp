#include "conversation/choice_check.h"

#include <algorithm>
#include <cmath>

#include "base/escaped.h"

namespace etscope::conversation {
namespace {

/// The first of the largest; NaN is none.
std::size_t largest(std::span<const double> row) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (!std::isnan(row[i]) && (std::isnan(row[best]) || row[i] > row[best])) best = i;
    return best;
}

/// Larger ones than this.
std::size_t above(std::span<const double> row, double value) {
    return static_cast<std::size_t>(std::ranges::count_if(row, [&](double one) { return one > value; }));
}

}  // namespace

std::string ChoiceCheck::nameOf(std::int64_t id) const {
    const auto text = m_opened.tokenizer ? m_opened.tokenizer->text(id) : std::nullopt;
    return std::to_string(id) + (text ? " '" + visible(tokens::readable(*text)) + "'" : std::string());
}

void ChoiceCheck::tell(const traces::Line& line, const traces::Choice& choice, std::size_t number, const char* kind,
                       const CallStep* step, std::optional<std::int64_t> position, Sentence sentence) {
    Finding finding{Check::Choice, kind, {}, std::move(sentence), Evidence::Bytes};
    finding.place.line = line.number;
    finding.place.lineKind = "choice";
    finding.place.choice = static_cast<std::int64_t>(number);
    finding.place.call = choice.call;
    finding.place.output = static_cast<std::size_t>(std::max<std::int64_t>(choice.output, 0));
    finding.place.position = position;
    if (step != nullptr) finding.place.method = step->call->method;
    m_findings.add(std::move(finding));
}

void ChoiceCheck::choice(const traces::Line& line, const traces::Choice& choice, std::size_t number, const CallStep* step,
                         std::size_t real) {
    if (!choice.id) return m_findings.open(Check::Choice, Sentence::of("a choice has no id"));
    const std::size_t ids = m_opened.tokenizer ? m_opened.tokenizer->size() : 0;
    if (ids > 0 && (*choice.id < 0 || static_cast<std::size_t>(*choice.id) >= ids)) {
        m_findings.looked(Check::Choice);
        return tell(line, choice, number, "argmax_padded", step, choice.position,
                    Sentence::of("the id %1 was chosen, which the tokenizer of %2 ids does not have", *choice.id, ids));
    }
    const auto output = static_cast<std::size_t>(std::max<std::int64_t>(choice.output, 0));
    if (step == nullptr || output >= step->outputs.size())
        return m_findings.open(Check::Choice, Sentence::of("a choice names no call whose logits are there"));
    const CallValue& value = step->outputs[output];
    if (value.known() && choice.position && real > 0 && value.shape().size() >= 2 && value.last(1) > 1) {
        const std::int64_t rows = value.last(1), at = *choice.position < 0 ? *choice.position + rows : *choice.position;
        if (at != static_cast<std::int64_t>(real) - 1) {
            m_findings.looked(Check::Choice);
            const bool padding = at >= static_cast<std::int64_t>(real);
            return tell(line, choice, number, padding ? "sampler_padding" : "sampler_position", step, choice.position,
                        padding ? Sentence::of("the logits of position %1 were read, which is padding: the last token is at %2", at,
                                               real - 1)
                                : Sentence::of("the logits of position %1 were read, the last token is at %2", at, real - 1));
        }
    }
    if (!value.hasElements()) return m_findings.open(Check::Choice, Sentence::of("the trace has only the hashes of the logits"));
    Logits logits{value.doubles(), 1, static_cast<std::size_t>(std::max<std::int64_t>(value.last(0), 0)), 0};
    logits.rows = logits.columns == 0 ? 0 : logits.values.size() / logits.columns;
    logits.ids = ids > 0 ? std::min(ids, logits.columns) : logits.columns;
    if (logits.rows == 0 || static_cast<std::size_t>(*choice.id) >= logits.columns)
        return m_findings.open(Check::Choice, Sentence::of("the output has no logit of a chosen id"));
    const std::size_t row = logits.rows == 1 ? 0 : real > 0 ? std::min(real, logits.rows) - 1 : logits.rows - 1;
    if (!choice.sampler.others.empty())
        return m_findings.open(Check::Choice,
                               Sentence::of("a sampler has settings that are not known here: %1", choice.sampler.others.front()));
    if (!choice.sampler.told || !choice.sampler.temperature)
        return m_findings.open(Check::Choice, Sentence::of("the trace does not say how ids were chosen"));
    m_findings.looked(Check::Choice);
    if (*choice.sampler.temperature <= 0 || choice.sampler.topK == 1)
        greedy(line, choice, number, *step, logits, row);
    else
        sampled(line, choice, number, *step, logits, row);
}

void ChoiceCheck::greedy(const traces::Line& line, const traces::Choice& choice, std::size_t number, const CallStep& step,
                         const Logits& logits, std::size_t row) {
    const auto id = static_cast<std::size_t>(*choice.id);
    const std::span<const double> all = logits.row(row), known = all.first(logits.ids);
    const std::size_t best = largest(known);
    if (known[id] == known[best] || (std::isnan(known[best]) && std::isnan(known[id]))) return;
    if (m_opened.tokenizer == nullptr)  // which columns are padding, it alone tells
        return m_findings.open(Check::Choice, Sentence::of("no tokenizer tells how many ids there are"));
    for (std::size_t other = 0; other < logits.rows; ++other) {
        if (other == row || logits.row(other)[id] != logits.row(other)[largest(logits.row(other).first(logits.ids))]) continue;
        const bool padding = other > row;
        return tell(line, choice, number, padding ? "sampler_padding" : "sampler_position", &step, static_cast<std::int64_t>(other),
                    padding ? Sentence::of("%1 is the largest logit of position %2, which is padding; that of the last token is %3",
                                           nameOf(*choice.id), other, nameOf(static_cast<std::int64_t>(best)))
                            : Sentence::of("%1 is the largest logit of position %2; that of the last token, at %3, is %4",
                                           nameOf(*choice.id), other, row, nameOf(static_cast<std::int64_t>(best))));
    }
    const bool beside = id == best + 1 || id + 1 == best;
    tell(line, choice, number, beside ? "argmax_off_by_one" : "not_greedy", &step, choice.position,
         Sentence::of("%1 was chosen at temperature 0, where %2 has the largest logit: %3 logits are larger than the chosen one's",
                      nameOf(*choice.id), nameOf(static_cast<std::int64_t>(best)), above(known, known[id])));
}

void ChoiceCheck::sampled(const traces::Line& line, const traces::Choice& choice, std::size_t number, const CallStep& step,
                          const Logits& logits, std::size_t row) {
    const auto id = static_cast<std::size_t>(*choice.id);
    const std::span<const double> known = logits.row(row).first(logits.ids);
    const std::size_t larger = above(known, known[id]);
    const auto& sampler = choice.sampler;
    if (sampler.topK && *sampler.topK > 0 && larger >= static_cast<std::size_t>(*sampler.topK))
        return tell(line, choice, number, "beyond_top_k", &step, choice.position,
                    Sentence::of("%1 was chosen among the %2 most likely, and %3 are more likely", nameOf(*choice.id),
                                 *sampler.topK, larger));
    const double best = known[largest(known)], temperature = *sampler.temperature;
    double sum = 0, before = 0;
    for (const double one : known) {
        const double part = std::exp((one - best) / temperature);
        sum += std::isfinite(part) ? part : 0;
        if (one > known[id]) before += std::isfinite(part) ? part : 0;
    }
    const double probability = std::exp((known[id] - best) / temperature) / sum;
    constexpr double kImpossible = 1e-9;
    if (!(probability >= kImpossible))
        return tell(line, choice, number, "impossible_choice", &step, choice.position,
                    Sentence::of("%1 was chosen, which has a probability of less than 1e-9", nameOf(*choice.id)));
    constexpr double kRounding = 1e-4;
    if (sampler.topP && *sampler.topP < 1 && before / sum > *sampler.topP + kRounding)
        tell(line, choice, number, "beyond_top_p", &step, choice.position,
             Sentence::of("%1 was chosen, and more likely ids have more than top_p together", nameOf(*choice.id)));
}

}  // namespace etscope::conversation
