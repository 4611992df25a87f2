// Models of a `tokenizer.json`: ids of one piece of text. Internal to core/tokens.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"

namespace etscope::tokens {

/// What the file says of its model.
struct ModelParts {
    std::string type;
    std::unordered_map<std::string, std::int64_t> ids;
    std::vector<double> scores;                             ///< by id, of Unigram
    std::unordered_map<std::string, std::uint32_t> merges;  ///< "left\0right" by rank
    std::string unknown, prefix, suffix;                    ///< unk_token, continuing_subword_prefix, end_of_word_suffix
    std::int64_t unknownId = -1;
    bool byteFallback = false, fuseUnknown = false, ignoreMerges = false;
    std::size_t longestWord = 100;  ///< of WordPiece, in characters
};

class PieceModel {
public:
    virtual ~PieceModel() = default;
    /// Appends the ids. Errors: `encoding-unsupported` (the vocabulary has no id for it), `cancelled`.
    virtual Result<void> encode(std::string_view piece, std::vector<std::int64_t>& ids, const JobContext& job) const = 0;
};

/// Errors: `encoding-unsupported`.
Result<std::unique_ptr<PieceModel>> pieceModelOf(ModelParts parts);

}  // namespace etscope::tokens
