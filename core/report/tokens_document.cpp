#include "report/tokens_document.h"

#include <cmath>

#include "report/text_cells.h"
#include "tokens/output_tokens.h"
#include "tokens/tokenizer.h"

namespace etscope::report {
namespace {

using tokens::Candidate;
using tokens::Position;
using tokens::PositionDetail;

/// Texts of tokens, where the session has them.
class Texts {
public:
    explicit Texts(const tokens::SessionTokenizer& found) : m_tokenizer(found.tokenizer.get()) {}

    Json of(std::int64_t token) const {
        const auto text = m_tokenizer != nullptr ? m_tokenizer->text(token) : std::nullopt;
        return text ? Json(tokens::readable(*text)) : Json(nullptr);
    }

private:
    const tokens::Tokenizer* m_tokenizer;
};

Json choiceJson(const tokens::Choice& choice, const Texts& texts) {
    return {{"id", choice.token},
            {"text", texts.of(choice.token)},
            {"logit", number(choice.logit)},
            {"lead", number(choice.lead)},
            {"probability", number(choice.probability)},
            {"entropy", number(choice.entropy)}};
}

Json positionJson(std::size_t at, const Position& position, const std::optional<tokens::InputTokens>& inputs, const Texts& texts) {
    Json input = nullptr;
    if (inputs) input = {{"id", inputs->ids[at]}, {"text", texts.of(inputs->ids[at])}};
    return {{"position", at},
            {"input", std::move(input)},
            {"reference", choiceJson(position.reference, texts)},
            {"runtime", choiceJson(position.runtime, texts)},
            {"agrees", position.agrees()},
            {"kl", number(position.divergence)},
            {"max_abs", number(position.maxAbs)},
            {"max_abs_at", position.maxAbsAt < 0 ? Json(nullptr) : Json(position.maxAbsAt)},
            {"not_finite", position.notFinite},
            {"same_in_top_5", position.shared[0]},
            {"same_in_top_10", position.shared[1]}};
}

Json candidatesJson(const std::vector<Candidate>& list, const Texts& texts) {
    Json rows = Json::array();
    for (const Candidate& one : list)
        rows.push_back({{"id", one.token},
                        {"text", texts.of(one.token)},
                        {"logit", number(one.logit)},
                        {"probability", number(one.probability)},
                        {"other_logit", number(one.otherLogit)},
                        {"other_probability", number(one.otherProbability)},
                        {"other_rank", one.otherRank}});
    return rows;
}

Json detailJson(std::size_t at, const PositionDetail& detail, const Texts& texts) {
    return {{"position", at},
            {"reference", candidatesJson(detail.reference, texts)},
            {"reference_rest", number(detail.referenceRest)},
            {"runtime", candidatesJson(detail.runtime, texts)},
            {"runtime_rest", number(detail.runtimeRest)}};
}

Result<Json> outputJson(const compare::OutputPair& pair, const tokens::OutputTokens& made, const TokensOptions& options,
                        const Texts& texts, const JobContext& job) {
    const tokens::TokenChoices& choices = made.choices;
    const std::optional<tokens::InputTokens>& inputs = made.inputs;
    Json rows = Json::array(), detail = nullptr;
    for (std::size_t at = 0; at < choices.positions.size(); ++at)
        rows.push_back(positionJson(at, choices.positions[at], inputs, texts));
    if (const auto at = options.position ? options.position : choices.firstDifferent) {
        const auto one = tokens::positionDetail(made.sides.reference, made.sides.runtime, *at, options.most, job);
        if (!one) return one.failure();
        detail = detailJson(*at, *one, texts);
    }
    const bool any = !choices.positions.empty();
    return Json{{"method", pair.method},
                {"case", pair.caseIndex ? Json(*pair.caseIndex) : Json(nullptr)},
                {"run", pair.runtime->run ? Json(*pair.runtime->run) : Json(nullptr)},
                {"output", pair.output},
                {"shape", made.sides.reference.shape},
                {"vocabulary", {{"columns", choices.columns}, {"evidence", made.vocabulary.evidence}}},
                {"inputs", inputs ? Json{{"method", inputs->method}, {"inferred", inputs->inferred}} : Json(nullptr)},
                {"positions", choices.positions.size()},
                {"agree", choices.agreeing},
                {"first_different", choices.firstDifferent ? Json(*choices.firstDifferent) : Json(nullptr)},
                {"kl_mean", any ? number(choices.meanDivergence) : Json(nullptr)},
                {"kl_worst", any ? number(choices.positions[choices.worstDivergence].divergence) : Json(nullptr)},
                {"kl_worst_position", any ? Json(choices.worstDivergence) : Json(nullptr)},
                {"perplexity", number(choices.referencePerplexity)},
                {"runtime_perplexity", number(choices.runtimePerplexity)},
                {"rows", std::move(rows)},
                {"candidates", std::move(detail)}};
}

/// A token for a cell: its text between quotes, else its number.
std::string tokenCell(const Json& token) { return token["text"].is_null() ? cell(token["id"]) : "\"" + cell(token["text"]) + "\""; }

std::string rankLine(const Json& candidates, const char* side, std::size_t at) {
    const Json& one = candidates[side][at];
    return tokenCell(one) + " " + rounded(one["probability"]) + ", " + rounded(one["logit"]);
}

std::string outputText(const Json& output) {
    std::string text = cell(output["method"]) + ", case " + cell(output["case"]) + ", output " + cell(output["output"]) + ": " +
                       cell(output["agree"]) + " of " + cell(output["positions"]) + " chosen tokens agree, KL " +
                       rounded(output["kl_mean"]) + " in the mean (" + cell(output["vocabulary"]["evidence"]) + ")\n";
    for (const Json& row : output["rows"])
        if (row["agrees"] == false)
            text += "  position " + cell(row["position"]) + ": reference " + tokenCell(row["reference"]) + ", lead " +
                    rounded(row["reference"]["lead"]) + "; runtime " + tokenCell(row["runtime"]) + "; KL " + rounded(row["kl"]) +
                    ", max |d| " + rounded(row["max_abs"]) + "\n";
    const Json& candidates = output["candidates"];
    if (candidates.is_null()) return text;
    text += "  position " + cell(candidates["position"]) + ": token, probability, logit\n";
    for (std::size_t i = 0; i < candidates["reference"].size(); ++i)
        text += "    " + std::to_string(i + 1) + "  " + rankLine(candidates, "reference", i) + "  |  " +
                rankLine(candidates, "runtime", i) + "\n";
    return text;
}

}  // namespace

Result<Json> tokensDocument(const std::shared_ptr<const session::Session>& session, const TokensOptions& options, bool& differs,
                            const JobContext& job) {
    const auto pairs = compare::pairOutputs(session, options.references, job);
    if (!pairs) return pairs.failure();
    const auto tokenizer = tokens::tokenizerOf(*session, job);
    if (!tokenizer) return tokenizer.failure();
    const Texts texts(**tokenizer);
    Json document = beginDocument("tokens", *session);
    document["tokenizer"] = nullptr;
    if ((*tokenizer)->tokenizer != nullptr)
        document["tokenizer"] = {{"file", (*tokenizer)->file - session->files().data()},
                                 {"format", (*tokenizer)->tokenizer->format()},
                                 {"tokens", (*tokenizer)->tokenizer->size()}};
    document["outputs"] = Json::array();
    for (const compare::OutputPair& pair : *pairs) {
        const bool asked = (options.method.empty() || pair.method == options.method) &&
                           (!options.caseIndex || pair.caseIndex == options.caseIndex) &&
                           (!options.output || pair.output == *options.output);
        if (!asked) continue;
        const auto made = tokens::outputTokens(*session, pair, job);
        if (!made) return made.failure();
        if (*made == nullptr) continue;
        auto output = outputJson(pair, **made, options, texts, job);
        if (!output) return output.failure();
        differs = differs || !(*output)["first_different"].is_null();
        document["outputs"].push_back(*std::move(output));
    }
    if (document["outputs"].empty())
        return fail("tokens-none", "no output that was asked for has both sides and a vocabulary as its last axis");
    endDocument(document, *session);
    return document;
}

std::string tokensText(const Json& document) {
    std::string text;
    if (!document["tokenizer"].is_null())
        text = cell(document["tokenizer"]["format"]) + ", " + cell(document["tokenizer"]["tokens"]) + " tokens\n\n";
    for (const Json& output : document["outputs"]) text += outputText(output);
    return text;
}

}  // namespace etscope::report
