#include "io/file_kind.h"

#include <algorithm>
#include <array>

#include "base/byte_cursor.h"
#include "base/enum_table.h"
#include "io/zip_index.h"

namespace etscope {
namespace {

constexpr std::size_t kSniffed = 4096;

struct Magic {
    std::size_t offset;
    std::string_view bytes;
    FileKind kind;
    bool version = false;  ///< two digits follow: any version is of the kind, readers say which they know
};
// docs/FORMATS.md "Recognising a file". Order matters only for the pairs that share a prefix.
constexpr std::array kMagics{
    Magic{4, "ET", FileKind::Pte, true},    Magic{4, "FT", FileKind::Ptd, true},    Magic{4, "BP", FileKind::Bpte, true},
    Magic{8, "ED", FileKind::EtDump, true}, Magic{4, "ED", FileKind::EtDump, true}, Magic{4, "NPTG", FileKind::Native},
    Magic{0, "NFAT", FileKind::Native},     Magic{0, "ML\xEFR", FileKind::Native},  Magic{0, "\x93NUMPY", FileKind::Npy},
};

struct Suffix {
    std::string_view text;
    FileKind kind;
};
constexpr std::array kSuffixes{
    Suffix{".pte", FileKind::Pte},      Suffix{".ptd", FileKind::Ptd},
    Suffix{".bpte", FileKind::Bpte},    Suffix{".etrecord", FileKind::EtRecord},
    Suffix{".etdp", FileKind::EtDump},  Suffix{".etdump", FileKind::EtDump},
    Suffix{".npy", FileKind::Npy},      Suffix{".npz", FileKind::Npz},
    Suffix{".pt", FileKind::TorchSave}, Suffix{".pt2", FileKind::ExportedProgram},
    Suffix{".ptn", FileKind::Native},   Suffix{".safetensors", FileKind::Safetensors},
    Suffix{".mlirb", FileKind::Native},
};

bool isDigit(char c) noexcept { return c >= '0' && c <= '9'; }

bool isSafetensors(std::string_view start, std::uint64_t fileSize) noexcept {
    if (start.size() < 10 || start[8] != '{') return false;
    const auto header = loadLittle<std::uint64_t>(reinterpret_cast<const std::byte*>(start.data()));
    return header >= 2 && header <= fileSize - 8;
}

/// The first piece of a SentencePiece model: field 1 of the file with a length, in it field 1, the text, then field 2, the score.
bool isPieceModel(std::string_view start) noexcept {
    const auto at = [&](std::size_t i) { return i < start.size() ? static_cast<unsigned char>(start[i]) : 0U; };
    if (at(0) != 0x0A || at(1) < 9 || at(1) > 0x7F || at(2) != 0x0A || at(3) == 0 || at(3) + 7 > at(1)) return false;
    return at(4 + at(3)) == 0x15 && at(2 + at(1)) == 0x0A;
}

/// Lines of "base64 rank", at least two whole ones: tiktoken.
bool isRankFile(std::string_view start) noexcept {
    int lines = 0;
    for (; lines < 3 && !start.empty(); ++lines) {
        const auto end = start.find('\n');
        if (end == std::string_view::npos) break;
        std::string_view line = start.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        const auto blank = line.find(' ');
        if (blank == std::string_view::npos || blank == 0 || blank % 4 != 0 || blank + 1 == line.size()) return false;
        if (!std::ranges::all_of(line.substr(blank + 1), isDigit)) return false;
        const auto isBase64 = [](char c) {
            return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '/' || c == '=';
        };
        if (!std::ranges::all_of(line.substr(0, blank), isBase64)) return false;
        start.remove_prefix(end + 1);
    }
    return lines > 1;
}

std::string_view firstComponent(std::string_view name) noexcept { return name.substr(0, name.find('/')); }

FileKind kindOfZip(const ZipIndex& zip) {
    const auto& entries = zip.entries();
    const auto any = [&entries](auto&& test) {
        return std::any_of(entries.begin(), entries.end(), [&](const ZipEntry& e) { return test(std::string_view(e.name)); });
    };
    static constexpr std::array<std::string_view, 7> kReserved{"ETRECORD_V0",
                                                               "exported_program",
                                                               "edge_dialect_exported_program",
                                                               "debug_handle_map",
                                                               "delegate_map",
                                                               "instruction_id_to_num_outs_map",
                                                               "et_dialect_graph_module"};
    if (any([](std::string_view name) {
            return std::find(kReserved.begin(), kReserved.end(), firstComponent(name)) != kReserved.end();
        }))
        return FileKind::EtRecord;
    if (any([](std::string_view name) {
            return name == "serialized_exported_program.json" || name.ends_with("/serialized_exported_program.json") ||
                   (name.find("models/") != std::string_view::npos && name.ends_with(".json"));
        }))
        return FileKind::ExportedProgram;
    if (any([](std::string_view name) { return name == "data.pkl" || name.ends_with("/data.pkl"); })) return FileKind::TorchSave;
    if (any([](std::string_view name) { return name.ends_with(".ptg"); })) return FileKind::Native;
    if (!entries.empty() && !any([](std::string_view name) { return !name.ends_with(".npy"); })) return FileKind::Npz;
    return FileKind::Unknown;
}

/// The first line of a conversation: an object that begins with the kind of the line, or names the format.
bool isTrace(std::string_view start) noexcept {
    const std::string_view line = start.substr(0, start.find('\n'));
    if (line.find("\"etscope.trace/") != std::string_view::npos) return line.find("\"kind\"") != std::string_view::npos;
    static constexpr std::array<std::string_view, 6> kFirst{"start", "message", "template", "tokens", "call", "reset"};
    constexpr std::string_view kKey = "\"kind\"";
    const auto skip = [&](std::size_t at) { return line.find_first_not_of(" \t", at); };
    std::size_t at = skip(line.find('{') + 1);
    if (at == std::string_view::npos || !line.substr(at).starts_with(kKey)) return false;
    at = skip(at + kKey.size());
    if (at == std::string_view::npos || line[at] != ':' || (at = skip(at + 1)) == std::string_view::npos || line[at] != '"')
        return false;
    return std::ranges::any_of(kFirst, [&](std::string_view word) {
        return line.substr(at + 1).starts_with(word) && line.substr(at + 1 + word.size()).starts_with('"');
    });
}

/// A mapping, and what is told of one.
bool isMemoryMap(std::string_view start) noexcept {
    const auto end = start.find('\n');
    return end != std::string_view::npos && isMapping(start.substr(0, end)) &&
           start.substr(0, kSniffed).find("\nRss:") != std::string_view::npos;
}

}  // namespace

bool isMapping(std::string_view line) noexcept {
    const auto isHex = [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); };
    const auto dash = line.find('-'), blank = line.find(' ');
    if (dash == 0 || dash == std::string_view::npos || blank == std::string_view::npos || blank < dash + 2) return false;
    if (!std::ranges::all_of(line.substr(0, dash), isHex) || !std::ranges::all_of(line.substr(dash + 1, blank - dash - 1), isHex))
        return false;
    const std::string_view may = line.substr(blank + 1, 5);
    return may.size() == 5 && may[4] == ' ' && may.substr(0, 4).find_first_not_of("rwxsp-") == std::string_view::npos;
}

std::string_view fileKindName(FileKind kind) noexcept {
    static constexpr EnumTable<FileKind::Unknown> kNames({"etrecord", "pte", "ptd", "bpte", "etdump", "debug_buffer",
                                                          "exported_program", "torch_save", "npy", "npz", "safetensors", "native",
                                                          "tokenizer", "memory_map", "trace", "run_record", "unknown"});
    return kNames[kind];
}

std::string_view contentKindName(ContentKind kind) noexcept {
    static constexpr EnumTable<ContentKind::Unknown> kNames(
        {"empty", "JSON", "JSON number", "torch.save archive", "legacy torch.save stream", "raw pickle", "unknown"});
    return kNames[kind];
}

ContentKind sniff(std::span<const std::byte> start) noexcept {
    // PyTorch's magic number as a pickle: protocols 2 and up, 0 and 1.
    static constexpr std::string_view kLegacy{"\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19\x2E", 15};
    static constexpr std::string_view kLegacyDigits{"L119547037146038801333356L\n."};
    const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    if (text.empty()) return ContentKind::Empty;
    if (text.starts_with("PK\x03\x04")) return ContentKind::TorchZip;
    if (text.starts_with(kLegacy) || text.starts_with(kLegacyDigits)) return ContentKind::LegacyTorch;
    if (text[0] == '\x80' && text.size() > 1 && text[1] >= 2 && text[1] <= 5) return ContentKind::RawPickle;
    const auto visible = text.find_first_not_of(" \t\r\n");
    if (visible == std::string_view::npos) return ContentKind::Unknown;
    if (text[visible] == '{') return ContentKind::Json;
    return isDigit(text[visible]) || text[visible] == '-' ? ContentKind::JsonNumber : ContentKind::Unknown;
}

std::optional<Doubt> doubtOf(const ByteRange& file, std::string_view path) {
    // Signatures whole, as they are written today.
    static constexpr std::array<Magic, 8> kWhole{{{4, "ET12", FileKind::Pte},
                                                  {4, "FT01", FileKind::Ptd},
                                                  {4, "BP08", FileKind::Bpte},
                                                  {8, "ED00", FileKind::EtDump},
                                                  {4, "NPTG", FileKind::Native},
                                                  {0, "NFAT", FileKind::Native},
                                                  {0, "ML\xEFR", FileKind::Native},
                                                  {0, "\x93NUMPY", FileKind::Npy}}};
    std::array<std::byte, 12> bytes{};
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), file.size));
    const bool read = static_cast<bool>(file.read(0, std::span(bytes).first(size)));
    const std::string_view start(reinterpret_cast<const char*>(bytes.data()), read ? size : 0);
    for (const Magic& magic : kWhole) {
        const std::string_view there = start.substr(std::min(magic.offset, start.size()), magic.bytes.size());
        if (there.size() != magic.bytes.size()) continue;
        const auto first = std::ranges::mismatch(there, magic.bytes).in1;
        if (first != there.end() && std::equal(first + 1, there.end(), magic.bytes.begin() + (first + 1 - there.begin())))
            return Doubt{magic.kind, magic.offset + static_cast<std::uint64_t>(first - there.begin())};
    }
    if (start.size() == 12 && start.substr(8) == "eh00") return Doubt{FileKind::Pte, 4};
    const auto named = std::ranges::find_if(kSuffixes, [&](const Suffix& suffix) { return path.ends_with(suffix.text); });
    if (named == kSuffixes.end()) return std::nullopt;
    return Doubt{named->kind, 0};
}

Result<FileKind> recognise(const ByteRange& file, const ZipIndex* zip) {
    if (zip != nullptr) return kindOfZip(*zip);
    std::vector<std::byte> start(static_cast<std::size_t>(std::min<std::uint64_t>(kSniffed, file.size)));
    if (auto r = file.read(0, start); !r) return r.failure();
    const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    for (const Magic& magic : kMagics) {
        if (text.size() < magic.offset || !text.substr(magic.offset).starts_with(magic.bytes)) continue;
        const std::string_view number = text.substr(magic.offset + magic.bytes.size()).substr(0, 2);
        if (!magic.version || (number.size() == 2 && std::ranges::all_of(number, isDigit))) return magic.kind;
    }
    switch (sniff(start)) {
        case ContentKind::LegacyTorch:
        case ContentKind::RawPickle: return FileKind::TorchSave;
        case ContentKind::Json:
            if (isTrace(text)) return FileKind::Trace;
            if (text.find("\"etscope.run/") != std::string_view::npos) return FileKind::RunRecord;
            if (text.find("\"graph_module\"") != std::string_view::npos) return FileKind::ExportedProgram;
            return text.find("\"added_tokens\"") != std::string_view::npos ? FileKind::Tokenizer : FileKind::Unknown;
        default: break;
    }
    if (isSafetensors(text, file.size)) return FileKind::Safetensors;
    if (isMemoryMap(text)) return FileKind::MemoryMap;
    return isPieceModel(text) || isRankFile(text) ? FileKind::Tokenizer : FileKind::Unknown;
}

}  // namespace etscope
