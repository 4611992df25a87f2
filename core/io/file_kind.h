// What a file is, told from its first bytes and, for zips, its entry names; never from its extension.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "io/source.h"

namespace etscope {

class ZipIndex;

enum class FileKind : std::uint8_t {
    EtRecord,
    Pte,
    Ptd,
    Bpte,
    EtDump,
    DebugBuffer,
    ExportedProgram,
    TorchSave,
    Npy,
    Npz,
    Safetensors,
    Native,
    Tokenizer,
    MemoryMap,
    Trace,
    RunRecord,  ///< `run.json`: what a run made from etscope was
    Unknown
};

/// The word of the command line: "etrecord", "pte", ….
std::string_view fileKindName(FileKind kind) noexcept;

/// Sniffs at most 4 KiB of the range; `zip` is its index when it starts like a zip archive (else nullptr).
/// Rules: docs/FORMATS.md "Recognising a file".
Result<FileKind> recognise(const ByteRange& file, const ZipIndex* zip);

/// What a file that nothing recognises seems to have been, and where that is wrong: its signature differs in one byte, it has the
/// extended header of a program, or it is named like a file of that kind. Never a reason to read it as one; a reason not to take
/// it for something that has no signature.
struct Doubt {
    FileKind kind;
    std::uint64_t offset;
};
std::optional<Doubt> doubtOf(const ByteRange& file, std::string_view path);

/// "7f3c2c000000-7f3c2c021000 r-xp 00000000 fe:01 1234   /usr/lib/libc.so": a line of /proc/PID/smaps that begins a mapping.
bool isMapping(std::string_view line) noexcept;

/// How the start of an entry's content looks (docs/FORMATS.md, "Entries of an ETRecord").
enum class ContentKind : std::uint8_t { Empty, Json, JsonNumber, TorchZip, LegacyTorch, RawPickle, Unknown };
std::string_view contentKindName(ContentKind kind) noexcept;
ContentKind sniff(std::span<const std::byte> start) noexcept;

}  // namespace etscope
