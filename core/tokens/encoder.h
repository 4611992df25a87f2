// Encoder: texts to ids as a `tokenizer.json` says: added tokens, normaliser, pre-tokeniser, model (BPE, WordLevel, WordPiece,
// Unigram). What it cannot do exactly it refuses: no id is guessed. Immutable; any thread. Rules: docs/FORMATS.md "Encoding texts".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope::tokens {

/// Cuts and changes texts on their way to the model.
class TextStep;
/// Ids of one piece of text.
class PieceModel;

struct AddedToken {
    std::int64_t id = -1;
    std::string text;
    bool special = false, normalized = false;
    bool stripsLeft = false, stripsRight = false, singleWord = false;
};

class Encoder {
public:
    /// Errors: `tokenizer-invalid` with the place, `encoding-unsupported` (a part that is not known here), `limit-exceeded`,
    /// `cancelled`, those of the source.
    static Result<std::shared_ptr<const Encoder>> read(const ByteRange& file, const JobContext& job);
    ~Encoder();

    /// Without what the post-processor adds. `beginning`: the text stands at the begin of all. Errors: `encoding-unsupported`
    /// (characters whose normal form is not computed here), `limit-exceeded`.
    Result<std::vector<std::int64_t>> encode(std::string_view text, const JobContext& job) const;
    /// What the post-processor puts around a text.
    const std::vector<std::int64_t>& before() const& noexcept { return m_before; }
    const std::vector<std::int64_t>& before() const&& = delete;
    const std::vector<std::int64_t>& after() const& noexcept { return m_after; }
    const std::vector<std::int64_t>& after() const&& = delete;
    const std::vector<AddedToken>& added() const& noexcept { return m_added; }
    const std::vector<AddedToken>& added() const&& = delete;
    /// The added token of that text, or nullptr.
    const AddedToken* added(std::string_view text) const& noexcept;
    const AddedToken* added(std::string_view text) const&& = delete;

private:
    friend class EncoderReader;
    Encoder();

    std::vector<AddedToken> m_added;
    std::unique_ptr<TextStep> m_normaliser, m_preTokeniser;  ///< null: none
    std::unique_ptr<PieceModel> m_model;
    std::vector<std::int64_t> m_before, m_after;
};

}  // namespace etscope::tokens
