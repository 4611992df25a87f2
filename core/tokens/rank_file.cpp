#include <openssl/evp.h>

#include "base/hex.h"
#include "base/number_text.h"
#include "tokens/readers.h"

namespace etscope::tokens {
namespace {

/// Nothing: it is no base64.
std::optional<std::string> fromBase64(std::string_view text) {
    if (text.empty() || text.size() % 4 != 0) return std::nullopt;
    std::string bytes(text.size() / 4 * 3, '\0');
    const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
    const int padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
    if (size < padding) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(size - padding));
    return bytes;
}

}  // namespace

Result<std::shared_ptr<const Tokenizer>> readRankFile(std::span<const std::byte> file) {
    auto tokenizer = std::make_shared<Tokenizer>();
    tokenizer->setFormat("tiktoken");
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.empty()) {
            const auto blank = line.find(' ');
            const auto piece = fromBase64(line.substr(0, std::min(blank, line.size())));
            const auto rank = blank == std::string_view::npos ? std::nullopt : parseInt(line.substr(blank + 1));
            if (!piece || !rank) return fail("tokenizer-invalid", "a line is not \"base64 rank\"", hexOffset(at));
            tokenizer->add(*rank, *piece, false, true);
        }
        at = end + 1;
    }
    return std::shared_ptr<const Tokenizer>(std::move(tokenizer));
}

}  // namespace etscope::tokens
