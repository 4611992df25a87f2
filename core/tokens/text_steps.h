// Normalisers and pre-tokenisers of a `tokenizer.json`. Internal to core/tokens; functions return errors.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace etscope::tokens {

/// A piece of text; `first`: it stands at the begin of the whole text.
struct Piece {
    std::string text;
    bool first = false;
};

class TextStep {
public:
    virtual ~TextStep() = default;
    /// Errors: `encoding-unsupported`.
    virtual Result<std::vector<Piece>> apply(std::vector<Piece> pieces) const = 0;
};

/// Null for none. Errors: `encoding-unsupported`.
Result<std::unique_ptr<TextStep>> normaliserOf(const nlohmann::json& json);
Result<std::unique_ptr<TextStep>> preTokeniserOf(const nlohmann::json& json);

/// Each byte as its character of GPT-2's table.
std::string byteCharacters(std::string_view bytes);

}  // namespace etscope::tokens
