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

/// What is known of an output before it is read; what reading tells is null.
Json outputJson(const compare::OutputPair& pair, const tokens::TokenSides& sides) {
    return {{"method", pair.method},
            {"case", pair.caseIndex ? Json(*pair.caseIndex) : Json(nullptr)},
            {"run", pair.runtime->run ? Json(*pair.runtime->run) : Json(nullptr)},
            {"output", pair.output},
            {"shape", sides.sides.reference.shape},
            {"vocabulary", {{"columns", sides.vocabulary.columns}, {"evidence", sides.vocabulary.evidence}}},
            {"error", nullptr},
            {"inputs", nullptr},
            {"positions", nullptr},
            {"agree", nullptr},
            {"first_different", nullptr},
            {"kl_mean", nullptr},
            {"kl_worst", nullptr},
            {"kl_worst_position", nullptr},
            {"perplexity", nullptr},
            {"runtime_perplexity", nullptr},
            {"rows", Json::array()},
            {"candidates", nullptr}};
}

Result<void> addChoices(Json& output, const tokens::OutputTokens& made, const TokensOptions& options, const Texts& texts,
                        const JobContext& job) {
    const tokens::TokenChoices& choices = made.choices;
    if (const auto at = options.position ? options.position : choices.firstDifferent) {
        const auto one = tokens::positionDetail(made.of.sides.reference, made.of.sides.runtime, *at, options.most, job);
        if (!one) return one.failure();
        output["candidates"] = detailJson(*at, *one, texts);
    }
    if (made.inputs) output["inputs"] = {{"method", made.inputs->method}, {"inferred", made.inputs->inferred}};
    output["positions"] = choices.positions.size();
    output["agree"] = choices.agreeing;
    if (choices.firstDifferent) output["first_different"] = *choices.firstDifferent;
    output["kl_mean"] = number(choices.meanDivergence);
    output["kl_worst"] = number(choices.positions[choices.worstDivergence].divergence);
    output["kl_worst_position"] = choices.worstDivergence;
    output["perplexity"] = number(choices.referencePerplexity);
    output["runtime_perplexity"] = number(choices.runtimePerplexity);
    for (std::size_t at = 0; at < choices.positions.size(); ++at)
        output["rows"].push_back(positionJson(at, choices.positions[at], made.inputs, texts));
    return {};
}

/// Errors: what became of its row where it could not be told.
Result<void> readOutput(const session::Session& session, const compare::OutputPair& pair, const tokens::TokenSides& sides,
                        const TokensOptions& options, const Texts& texts, Json& output, const JobContext& job) {
    const auto made = tokens::outputTokens(session, pair, sides, job);
    if (!made) return made.failure();
    return addChoices(output, **made, options, texts, job);
}

/// A token for a cell: its text between quotes, else its number.
std::string tokenCell(const Json& token) { return token["text"].is_null() ? cell(token["id"]) : "\"" + cell(token["text"]) + "\""; }

std::string rankLine(const Json& candidates, const char* side, std::size_t at) {
    const Json& one = candidates[side][at];
    return tokenCell(one) + " " + rounded(one["probability"]) + ", " + rounded(one["logit"]);
}

std::string outputText(const Json& output) {
    const std::string name =
        cell(output["method"]) + ", case " + cell(output["case"]) + ", output " + cell(output["output"]) + ": ";
    if (!output["error"].is_null()) return name + cell(output["error"]["message"]) + "\n";
    std::string text = name + cell(output["agree"]) + " of " + cell(output["positions"]) + " chosen tokens agree, KL " +
                       rounded(output["kl_mean"]) + " in the mean (" + cell(output["vocabulary"]["evidence"]) + ")\n";
    for (const Json& row : output["rows"])
        if (row["agrees"] == false)
            text += "  position " + cell(row["position"]) + ": reference " + tokenCell(row["reference"]) + ", lead " +
                    rounded(row["reference"]["lead"]) + "; runtime " + tokenCell(row["runtime"]) + "; KL " + rounded(row["kl"]) +
                    (row["not_finite"] == 0 ? ", max |d| " + rounded(row["max_abs"])
                                            : ", " + cell(row["not_finite"]) + " logits not finite on one side") +
                    "\n";
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
    bool told = false;
    Result<void> failed;  // of the first output that could not be told
    for (const compare::OutputPair& pair : *pairs) {
        const bool asked = (options.method.empty() || pair.method == options.method) &&
                           (!options.caseIndex || pair.caseIndex == options.caseIndex) &&
                           (!options.output || pair.output == *options.output);
        if (!asked) continue;
        const auto sides = tokens::tokenSides(*session, pair, job);
        if (!sides) return sides.failure();
        if (!*sides) continue;
        Json output = outputJson(pair, **sides);
        const auto read = readOutput(*session, pair, **sides, options, texts, output, job);
        if (read.cancelled()) return read.failure();
        if (!read) output["error"] = {{"code", read.error().code}, {"message", read.error().message}};
        if (!read && failed) failed = read;
        told = told || read;
        differs = differs || !read || !output["first_different"].is_null();
        document["outputs"].push_back(std::move(output));
    }
    if (!told && !failed) return failed.failure();
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
