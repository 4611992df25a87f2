// Tokenizers of every format: the text of every token that is read.
#include "base/utf8.h"
#include "fuzz/fuzz_input.h"
#include "tokens/encoder.h"
#include "tokens/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    Diagnostics diagnostics;
    if (const auto encoder = tokens::Encoder::read(fuzz::rangeOf(data, size), {}))
        static_cast<void>((*encoder)->encode("Hello  <image> 42 dots?\n na\u00EFve", {}));
    const auto read = tokens::readTokenizer(fuzz::rangeOf(data, size), diagnostics, {});
    if (!read) return 0;
    constexpr std::size_t kMost = 2000;
    for (std::size_t id = 0; id < std::min((*read)->size(), kMost); ++id)
        if (const auto text = (*read)->text(static_cast<std::int64_t>(id)); text && !isValidUtf8(tokens::readable(*text)))
            __builtin_trap();
    return 0;
}
