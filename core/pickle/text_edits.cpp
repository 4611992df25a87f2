#include "pickle/text_edits.h"

#include "base/byte_cursor.h"

namespace etscope::pickle {
namespace {

constexpr std::byte kBinUnicode{'X'};
constexpr std::size_t kHead = 1 + sizeof(std::uint32_t);
constexpr int kFramesFrom = 4;

}  // namespace

Result<std::vector<std::byte>> withTexts(std::span<const std::byte> stream, const Values& values, const TextEdits& edits) {
    std::vector<std::byte> result;
    result.reserve(stream.size());
    std::size_t done = 0;
    const auto append = [&result](std::span<const std::byte> bytes) { result.insert(result.end(), bytes.begin(), bytes.end()); };
    for (const auto& [offset, edit] : edits) {
        const std::size_t at = offset < kHead ? 0 : static_cast<std::size_t>(offset) - kHead;
        const bool fits = values.protocol() < kFramesFrom && offset >= kHead && at >= done && stream[at] == kBinUnicode &&
                          loadLittle<std::uint32_t>(stream.data() + at + 1) == edit.size;
        if (!fits) return fail("pickle-not-editable", "a text of the pickle does not stand as torch.save writes texts");
        append(stream.subspan(done, at + 1 - done));
        const auto size = static_cast<std::uint32_t>(edit.text.size());
        append(std::as_bytes(std::span(&size, 1)));
        append(std::as_bytes(std::span(edit.text)));
        done = static_cast<std::size_t>(offset + edit.size);
    }
    append(stream.subspan(done));
    return result;
}

}  // namespace etscope::pickle
