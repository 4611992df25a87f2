// Magic words of payloads and of files that lie in them: docs/FORMATS.md "Delegate payloads", table of magic words.
#include <array>

#include "base/byte_cursor.h"
#include "delegates/delegates.h"

namespace etscope::delegates {
namespace {

struct Word {
    std::size_t at;
    std::string_view bytes;
    std::string_view kind;
};

using namespace std::string_view_literals;

constexpr std::array kWords{
    Word{4, "NPTG", "nptg"},
    Word{0, "NFAT", "nfat"},
    Word{4, "XH00", "xnnpack"},
    Word{4, "XN00", "xnnpack"},
    Word{4, "XN01", "xnnpack"},
    Word{4, "VH00", "vulkan"},
    Word{4, "VK00", "vulkan"},
    Word{4, "MP00", "mps"},
    Word{4, "MLX0", "mlx"},
    Word{4, "TOSA", "tosa"},
    Word{4, "TFL3", "tflite"},
    Word{4, "FT01", "ptd"},
    Word{8, "ED00", "etdump"},
    Word{0, "CMJR", "core_ml_reference"},
    Word{0, "VGF1", "vgf"},
    Word{0, "\xC3\xD2\xE1\xF0", "vgf"},
    Word{0, "vela_bin_stream\0"sv, "ethos_u"},
    Word{0, "\xCD\xAB\x78\x56", "qnn"},
    Word{0, "PK\x03\x04", "zip"},
    Word{0,
         "\x7F"
         "ELF",
         "elf"},
    Word{0, "\xCF\xFA\xED\xFE", "mach_o"},
    Word{0, "GGUF", "gguf"},
    Word{0, "<?xml", "xml"},
    Word{0, "ETSCOPE_REMOVED", "removed"},
    Word{0, "ETCUDAFQN", "cuda_weights"},
    Word{0, "ML\xEFR", "mlir"},
};

bool holds(std::span<const std::byte> head, std::size_t at, std::string_view word) noexcept {
    if (head.size() < at + word.size()) return false;
    return std::string_view(reinterpret_cast<const char*>(head.data()) + at, word.size()) == word;
}

bool isDigit(std::byte byte) noexcept { return byte >= std::byte{'0'} && byte <= std::byte{'9'}; }

}  // namespace

std::string_view payloadKind(std::span<const std::byte> head, std::uint64_t size) noexcept {
    if (size == 0) return "empty";
    const bool digits = head.size() >= 8 && isDigit(head[6]) && isDigit(head[7]);
    if (digits && holds(head, 4, "ET")) return "pte";
    if (digits && holds(head, 4, "BP")) return "bpte";
    for (const Word& word : kWords)
        if (holds(head, word.at, word.bytes)) return word.kind;
    if (head.size() >= 10 && holds(head, 8, "{\"") && loadLittle<std::uint64_t>(head.data()) < size) return "safetensors";
    return "unknown";
}

}  // namespace etscope::delegates
