// Readers of single tokenizer formats. Internal to core/tokens.
#pragma once

#include <span>

#include "tokens/tokenizer.h"

namespace etscope::tokens {

/// Hugging Face `tokenizer.json`, read in one pass: its merges, most of the file, are passed over.
Result<std::shared_ptr<const Tokenizer>> readTokenizerJson(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job);
/// SentencePiece's ModelProto (protocol buffer): field 1, repeated, is a piece with 1 text, 2 score, 3 type.
Result<std::shared_ptr<const Tokenizer>> readPieceModel(std::span<const std::byte> file);
/// Lines of "base64 rank".
Result<std::shared_ptr<const Tokenizer>> readRankFile(std::span<const std::byte> file);

}  // namespace etscope::tokens
