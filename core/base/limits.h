// Every cap on what a file may make us do, with its reason. Those marked (settable) can be raised with `--limits NAME=VALUE`.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etscope::limits {

/// Rows of a Diagnostics list; more is noise to a person and memory to a hostile file.
inline constexpr std::size_t kMaxDiagnostics = 1000;
/// Characters of a place or a message; the name of one zip entry can have 65,535, escaped four times as many.
inline constexpr std::size_t kMaxDiagnosticText = 2000;
/// Rows of one code; further ones raise the count of the last row.
inline constexpr std::size_t kPlacesPerCode = 20;

/// Entries of one zip archive. Real records have under 100, state dicts of big models some 10,000.
inline constexpr std::uint64_t kMaxZipEntries = 200'000;
/// Elements of an output that is searched for a resemblance with its reference, and looks at them along all axes: values of nearly
/// one number agree far before they do not.
inline constexpr std::uint64_t kMaxResembledElements = 1ULL << 20;
inline constexpr std::uint64_t kMaxResemblanceLooks = 1ULL << 26;
/// Length of the end-of-archive search window: zip64 record and locator (76 bytes), 22-byte record, 65,535-byte comment.
inline constexpr std::uint64_t kZipEndWindow = 65'633;
/// What is read whole into memory of inflated content: floor + factor · its bytes in the file. JSON and pickles of real exports
/// deflate to a tenth and stay below the floor; whoever writes gigabytes in a megabyte means harm.
inline constexpr std::uint64_t kWholeFloor = 8ULL << 20;
inline constexpr std::uint64_t kWholeFactor = 4;
/// Contents up to which inflating is free of Settable::inflateRatio: they cost a tenth of a second.
inline constexpr std::uint64_t kFreelyInflated = 64ULL << 20;
/// Bytes searched for data descriptors when an archive's directory is missing: bounds the time on a huge cut file.
inline constexpr std::uint64_t kMaxRecoveryScan = 1ULL << 30;
/// Text of a JSON document that is parsed into a DOM.
inline constexpr std::uint64_t kMaxDomJson = 16ULL << 20;
/// Its nesting; real tables and headers have 6 levels at most.
inline constexpr std::size_t kMaxDomDepth = 100;
/// Memory of its values: factor · its bytes in the file + floor. Real headers need some 8 bytes a byte, lists of empty lists 80.
inline constexpr std::uint64_t kDomMemoryFactor = 8;
inline constexpr std::uint64_t kDomMemoryFloor = 32ULL << 20;
/// Text of one side table of an ETRecord; real ones need some 40 bytes an instruction.
inline constexpr std::uint64_t kMaxSideTable = 16ULL << 20;
/// Rows and handles of all side tables together: floor + bytes in the file / divisor. A row takes 8 bytes of text at least, and
/// some 130 in memory; deflated tables of real exports have one per byte of their streams at most.
inline constexpr std::uint64_t kSideTableItems = 100'000;
inline constexpr std::uint64_t kSideTableBytesPerItem = 2;
/// JSON nesting: program JSON needs 8 levels per nested graph (docs/FORMATS.md); simdjson's own default is 1024.
inline constexpr int kMaxJsonDepth = 1024;
/// Findings in one program JSON that are told; as many damaged parts end its reading. Real graphs have some 10,000 nodes.
inline constexpr std::uint64_t kMaxProgramFindings = 100'000;
/// Methods, and graphs of all methods, that a session lists. Real exports have some twenty.
inline constexpr std::size_t kMaxMethods = 5000;
inline constexpr std::size_t kMaxStages = 20'000;
/// Modules inside modules. Python allows 1000 nested calls, of which each module takes three.
inline constexpr std::size_t kMaxModuleDepth = 400;
/// Modules of a graph. Real models have one for each ten nodes; a node's stack can name hundreds that no other has.
inline constexpr std::size_t kMaxModules = 200'000;
/// Memory of a graph: floor + factor · bytes of its JSON in the file. A real one needs less than its JSON, and its JSON deflates to
/// a thirtieth.
inline constexpr std::uint64_t kProgramMemoryFloor = 32ULL << 20;
inline constexpr std::uint64_t kProgramMemoryFactor = 3;
inline constexpr std::uint64_t kDeflatedProgramMemoryFactor = 20;
/// Nested graphs and delegates inside delegates.
inline constexpr int kMaxGraphDepth = 64;
/// Programs inside delegates inside programs. Fat containers nest once; more is a trap.
inline constexpr std::size_t kMaxNestedFiles = 4;
/// Value stack and mark depth of the unpickler.
inline constexpr std::size_t kMaxPickleStack = 1'000'000;
inline constexpr std::size_t kMaxPickleMarks = 10'000;
/// Bytes of one pickled LONG kept; real ones have 8 or fewer.
inline constexpr std::uint64_t kMaxPickleLong = 65'536;
/// Memory of the values of a pickle: factor · stream length + floor. Real state dicts need about 2 bytes a byte.
inline constexpr std::uint64_t kPickleMemoryFactor = 3;
inline constexpr std::uint64_t kPickleMemoryFloor = 48ULL << 20;
/// Module and name of a pickled global together; real ones stay below 200.
inline constexpr std::size_t kMaxPickleGlobal = 1024;
/// Characters of a dict key that are kept in a label; and the key of a torch storage, in reality a decimal number.
inline constexpr std::size_t kMaxKeyLabel = 4096;
inline constexpr std::size_t kMaxStorageKey = 256;
/// Nesting of values when a pickled tree is walked for display; deeper parts are shown as "…".
inline constexpr int kMaxValueDepth = 1000;
/// Values visited when a pickled tree is walked: shared lists make the walk exponential ("billion laughs").
inline constexpr std::uint64_t kMaxVisitedValues = 4'000'000;
/// Elements printed by `tensor --values`: some 100 MB of text.
inline constexpr std::uint64_t kMaxPrintedElements = 4'000'000;
/// Turns of one loop of a graph that is computed. Generations have some thousand steps.
inline constexpr std::int64_t kMaxLoopTurns = 1'000'000;
/// Rank of a tensor.
inline constexpr std::size_t kMaxRank = 64;

/// The same by its bytes in the file, so that a thousand small or well deflated artifacts do not take a thousand times
/// kPickleMemoryFloor. Real state dicts need 2 bytes a byte and deflate to a twentieth.
inline constexpr std::uint64_t kStoredPickleFactor = 64;
inline constexpr std::uint64_t kStoredPickleFloor = 16ULL << 10;
/// Bytes of one ETDump: it is one FlatBuffers region with 31-bit offsets, and is read as a whole (a million events need about
/// 120 MB).
inline constexpr std::uint64_t kMaxDump = 0x7FFF'FFFE;
/// Elements of all vectors of a dump together, as a share of its bytes: an element takes 4 of them, so only vectors that many
/// tables share give more.
inline constexpr std::uint64_t kDumpBytesPerElement = 4;
inline constexpr std::uint64_t kMinDumpElements = 65'536;
/// What an element that is a table costs of them: with the table, which says something, it takes 16 bytes and more.
inline constexpr std::uint64_t kDumpElementsPerTable = 4;
/// Different texts of a dump: names of operators and delegate ids. Vulkan's carry numbers and may differ event by event.
inline constexpr std::uint64_t kMaxDumpTexts = 4'000'000;
/// Bytes of all texts and metadata of a dump's events together, as a multiple of its own bytes: every event has its own, so only
/// texts that many events share give more; each mention is printed and compared in full.
inline constexpr std::uint64_t kDumpTextShare = 4;
inline constexpr std::uint64_t kMinDumpTextBytes = 1U << 20;
/// Bytes of one bundled program: one FlatBuffers region with 31-bit offsets.
inline constexpr std::uint64_t kMaxBundle = 0x7FFF'FFFE;
/// Bytes of the part behind the program that is held in memory while it is decoded: offsets, names, shapes; tensor contents stay in
/// the file.
inline constexpr std::uint64_t kMaxBundleTables = 256ULL << 20;
/// Bytes of a method's name: many suites may share one.
inline constexpr std::size_t kMaxMethodName = 1024;
/// Values of all cases together: each takes at least 24 bytes of the file.
inline constexpr std::uint64_t kBundleBytesPerValue = 8;
inline constexpr std::uint64_t kMinBundleValues = 4096;
/// Text of a tree of inputs or outputs: real ones have some 100 bytes a leaf. Nesting: upstream's own parser allows 8 levels.
inline constexpr std::size_t kMaxContainerSpec = 1U << 20;
inline constexpr int kMaxContainerDepth = 64;
/// Bytes of one metadata value that are read to interpret it; larger ones are shown as bytes. Chat templates have some 10 KB.
inline constexpr std::uint64_t kMaxMetadataValue = 16ULL << 20;
/// Elements of a constant method's lists taken into the metadata table, all methods together.
inline constexpr std::size_t kMaxMetadataElements = 1'000'000;
/// Pairs of planned tensors compared when overlaps are sought, and overlaps kept: only a hostile plan has more live at a time.
inline constexpr std::uint64_t kMaxOverlapComparisons = 20'000'000;
inline constexpr std::size_t kMaxOverlaps = 10'000;
/// Steps of following moves and loops until lifetimes settle.
inline constexpr std::uint64_t kMaxLifetimeSteps = 20'000'000;

/// (settable) values. One instance per process, changed only by option parsing before any file is opened.
struct Settable {
    /// `json-bytes`: size of one program JSON read into memory.
    std::uint64_t jsonBytes = 4ULL << 30;
    /// `pickle-bytes`: size of one pickle stream; real state-dict pickles need about 250 bytes a tensor.
    std::uint64_t pickleBytes = 256ULL << 20;
    /// `inflated-bytes`: declared size of one deflated zip member.
    std::uint64_t inflatedBytes = 1ULL << 30;
    /// `inflate-ratio`: declared size over compressed size of a deflated member beyond kFreelyInflated. Program JSON reaches some
    /// 30, nothing but zeros 1032.
    std::uint64_t inflateRatio = 200;
    /// `elements`: elements visited by one statistics, comparison or export job. An expanded tensor (stride 0) can claim 2^60
    /// elements over 4 bytes.
    std::uint64_t elements = 1ULL << 33;
    /// `evaluated-bytes`: values that computing a graph holds at once. A decode step of a 30-layer decoder needs some 50 MB beside
    /// its weights, a vision encoder a few hundred.
    std::uint64_t evaluatedBytes = 4ULL << 30;
    /// `operations`: of one computed graph. A prompt of a thousand tokens through a billion weights takes 2^41.
    std::uint64_t operations = 1ULL << 47;
};

Settable& settable() noexcept;

/// Sets a limit by its documented name; false when there is no such name.
bool set(const char* name, std::uint64_t value) noexcept;

}  // namespace etscope::limits
