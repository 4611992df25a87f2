#include "report/documents.h"

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
    return object(F("id", choice.token), F("text", texts.of(choice.token)), F("logit", number(choice.logit)),
                  F("lead", number(choice.lead)), F("probability", number(choice.probability)),
                  F("entropy", number(choice.entropy)));
}

Json positionJson(std::size_t at, const Position& position, const std::optional<tokens::InputTokens>& inputs, const Texts& texts) {
    Json input = nullptr;
    if (inputs) input = object(F("id", inputs->ids[at]), F("text", texts.of(inputs->ids[at])));
    return object(
        F("position", at), F("input", std::move(input)), F("reference", choiceJson(position.reference, texts)),
        F("runtime", choiceJson(position.runtime, texts)), F("agrees", position.agrees()), F("kl", number(position.divergence)),
        F("max_abs", number(position.maxAbs)), F("max_abs_at", position.maxAbsAt < 0 ? Json(nullptr) : Json(position.maxAbsAt)),
        F("not_finite", position.notFinite), F("same_in_top_5", position.shared[0]), F("same_in_top_10", position.shared[1]));
}

Json candidatesJson(const std::vector<Candidate>& list, const Texts& texts) {
    return listOf(list, [&texts](const Candidate& one) {
        return object(F("id", one.token), F("text", texts.of(one.token)), F("logit", number(one.logit)),
                      F("probability", number(one.probability)), F("other_logit", number(one.otherLogit)),
                      F("other_probability", number(one.otherProbability)), F("other_rank", one.otherRank));
    });
}

Json detailJson(std::size_t at, const PositionDetail& detail, const Texts& texts) {
    return object(F("position", at), F("reference", candidatesJson(detail.reference, texts)),
                  F("reference_rest", number(detail.referenceRest)), F("runtime", candidatesJson(detail.runtime, texts)),
                  F("runtime_rest", number(detail.runtimeRest)));
}

/// What is known of an output before it is read; what reading tells is null.
Json outputJson(const compare::OutputPair& pair, const tokens::TokenSides& sides) {
    return object(F("method", pair.method), F("case", orNull(pair.caseIndex)), F("run", orNull(pair.runtime->run)),
                  F("output", pair.output), F("shape", sides.sides.reference.shape),
                  F("vocabulary", object(F("columns", sides.vocabulary.columns), F("evidence", sides.vocabulary.evidence))),
                  F("error", nullptr), F("inputs", nullptr), F("positions", nullptr), F("agree", nullptr),
                  F("first_different", nullptr), F("kl_mean", nullptr), F("kl_worst", nullptr), F("kl_worst_position", nullptr),
                  F("perplexity", nullptr), F("runtime_perplexity", nullptr), F("rows", Json::array()), F("candidates", nullptr));
}

/// Errors: what became of its row where it could not be told.
Result<void> addChoices(Json& output, const Result<std::shared_ptr<const tokens::OutputTokens>>& known,
                        const TokensOptions& options, const Texts& texts, const JobContext& job) {
    if (!known) return known.failure();
    const tokens::OutputTokens& made = **known;
    const tokens::TokenChoices& choices = made.choices;
    if (const auto at = options.position ? options.position : choices.firstDifferent) {
        const auto one = tokens::positionDetail(made.of.sides.reference, made.of.sides.runtime, *at, options.most, job);
        if (!one) return one.failure();
        output["candidates"] = detailJson(*at, *one, texts);
    }
    if (made.inputs) output["inputs"] = object(F("method", made.inputs->method), F("inferred", made.inputs->inferred));
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
        document["tokenizer"] =
            object(F("file", (*tokenizer)->file - session->files().data()), F("format", (*tokenizer)->tokenizer->format()),
                   F("tokens", (*tokenizer)->tokenizer->size()));
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
        const auto read = addChoices(output, tokens::outputTokens(*session, pair, **sides, job), options, texts, job);
        if (read.cancelled()) return read.failure();
        if (!read) output["error"] = object(F("code", read.error().code), F("message", read.error().message));
        if (!read && failed) failed = read;
        told = told || read;
        differs = differs || !read || !output["first_different"].is_null();
        document["outputs"].push_back(std::move(output));
    }
    if (!told && !failed) return failed.failure();
    if (document["outputs"].empty())
        return fail("tokens-none", "no output that was asked for has both sides and a vocabulary as its last axis");
    return endDocument(document, *session);
}

}  // namespace etscope::report
