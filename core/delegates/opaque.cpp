#include "delegates/opaque.h"

#include <algorithm>

#include "base/byte_cursor.h"
#include "base/hex.h"
#include "base/text_hash.h"

namespace etscope::delegates {

std::string hexHead(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes.first(std::min(bytes.size(), limits::kHexHead))) {
        if (!text.empty()) text += ' ';
        appendHex(text, byte, HexCase::Upper);
    }
    return bytes.size() > limits::kHexHead ? text + " …" : text;
}

std::vector<std::string> printableTexts(const ByteRange& range) {
    std::vector<std::string> texts;
    if (!range.hasData()) return texts;
    std::vector<std::byte> bytes(static_cast<std::size_t>(std::min<std::uint64_t>(range.size, limits::kMaxTextScan)));
    if (!range.read(0, bytes)) return texts;
    TextSet seen;
    std::string run;
    const auto endRun = [&] {
        if (run.size() >= limits::kMinPayloadText && seen.insert(run).second) texts.push_back(run);
        run.clear();
    };
    for (const std::byte byte : bytes) {
        const bool printable = byte >= std::byte{0x20} && byte < std::byte{0x7F};
        if (printable && run.size() < limits::kMaxPayloadText) {
            run += static_cast<char>(byte);
            continue;
        }
        endRun();
        if (texts.size() >= limits::kMaxPayloadTexts) return texts;
        if (printable) run += static_cast<char>(byte);
    }
    endRun();
    return texts;
}

void describeOpaque(const Context& context, Decoded& decoded) {
    const ByteRange& range = context.bytes();
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(range.size, limits::kHexHead + 1)));
    if (range.hasData() && range.read(0, head)) decoded.facts.push_back({"first bytes", hexHead(head)});
    decoded.strings = printableTexts(range);
}

namespace {

bool isText(std::span<const std::byte> bytes) noexcept {
    return std::ranges::all_of(bytes, [](std::byte byte) {
        return (byte >= std::byte{0x20} && byte < std::byte{0x7F}) || byte == std::byte{'\n'} || byte == std::byte{'\t'};
    });
}

}  // namespace

std::string compileSpecText(const CompileSpec& spec) {
    std::span<const std::byte> bytes = spec.value;
    if (bytes.empty()) return {};
    // Numbers are little endian; a text never starts with a control character, a small number does.
    if (bytes.size() == 1 && !isText(bytes)) return std::to_string(std::to_integer<int>(bytes[0]));
    if (bytes.size() > 1 && bytes.back() == std::byte{0} && isText(bytes.first(bytes.size() - 1)))
        bytes = bytes.first(bytes.size() - 1);
    if (isText(bytes)) {
        const std::size_t shown = std::min(bytes.size(), limits::kMaxSpecText);
        const std::string text(reinterpret_cast<const char*>(bytes.data()), shown);
        return shown < bytes.size() ? text + "…" : text;
    }
    if (bytes.size() == 4) return std::to_string(loadLittle<std::int32_t>(bytes.data()));
    if (bytes.size() == 8) return std::to_string(loadLittle<std::int64_t>(bytes.data()));
    return hexHead(bytes);
}

}  // namespace etscope::delegates
