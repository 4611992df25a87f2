// Which outputs are logits over a vocabulary, and the tokens that were fed at their positions. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "session/session.h"
#include "tensor/tensor.h"

namespace etscope::tokens {

struct Vocabulary {
    std::int64_t columns = 0;
    std::string evidence;  ///< "get_vocab_size is 49280"
};

/// Of a floating output with two axes at least, whose last axis is as long as the metadata's vocabulary, as the tokenizer (or a
/// little longer: embeddings are padded), or as an embedding has rows; nothing: it is none of these. Errors: `cancelled`.
Result<std::optional<Vocabulary>> vocabularyOf(const session::Session& session, const tensor::Tensor& output,
                                               const JobContext& job);

struct InputTokens {
    std::vector<std::int64_t> ids;  ///< one for each position
    std::string method;             ///< whose input they are
    bool inferred = false;          ///< of another method's case of the same number
};

/// The integer input of that case with as many elements as there are positions, of which the recorded graph takes rows of an embedding
/// that is none of positions: of the method, else of another one (a decoder that is fed with embeddings). Where no graph tells, one
/// whose numbers do not just count up. Nothing: none, or more than one. Errors: `cancelled`, those of reading it.
Result<std::optional<InputTokens>> inputTokens(const session::MethodView& method, std::int64_t caseIndex, std::size_t positions,
                                               const JobContext& job);

}  // namespace etscope::tokens
