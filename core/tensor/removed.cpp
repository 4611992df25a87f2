#include "tensor/removed.h"

#include <charconv>

#include "base/hex.h"

namespace etscope::tensor {
namespace {

constexpr std::size_t kShaDigits = 64, kHalfDigits = 16;
constexpr int kHex = 16;
constexpr std::string_view kRemovedNote = "removed from this record on purpose";
/// Where the text of what was removed stands, in memory.
constexpr std::string_view kSourceName = "removed content";

std::string hexOf(std::uint64_t number) { return hexNumber(number, kHalfDigits, HexCase::Lower); }

bool isHex(std::string_view text) { return text.find_first_not_of("0123456789abcdef") == std::string_view::npos; }

std::uint64_t numberOf(std::string_view digits) {
    std::uint64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number, kHex);
    return number;
}

}  // namespace

std::string removedText(const RemovedContent& content) {
    return content.sha256 + hexOf(content.hash.high) + hexOf(content.hash.low);
}

std::optional<RemovedContent> parseRemoved(std::string_view text) {
    if (text.size() != kShaDigits + 2 * kHalfDigits || !isHex(text)) return std::nullopt;
    const std::string_view own = text.substr(kShaDigits);
    return RemovedContent{std::string(text.substr(0, kShaDigits)),
                          {numberOf(own.substr(0, kHalfDigits)), numberOf(own.substr(kHalfDigits))}};
}

void setRemoved(Tensor& tensor, const std::optional<RemovedContent>& content) {
    tensor.state = DataState::Meta;
    tensor.note = kRemovedNote;
    const std::string text = content ? removedText(*content) : std::string();
    const auto bytes = std::as_bytes(std::span(text));
    tensor.storage = ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, std::string(kSourceName)));
}

bool isRemoved(const Tensor& tensor) {
    return tensor.state == DataState::Meta && tensor.storage.hasData() && tensor.storage.source->name() == kSourceName;
}

std::optional<RemovedContent> removedContent(const Tensor& tensor) {
    if (!isRemoved(tensor)) return std::nullopt;
    const auto bytes = tensor.storage.source->bytesInMemory();
    return parseRemoved({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace etscope::tensor
