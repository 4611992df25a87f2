// Record: the directory of one ETRecord: its entries with their roles, the methods and stages they make up, the generation.
// Reading it touches no payload beyond the first bytes of entries whose name does not tell their role. Rules:
// docs/FORMATS.md "ETRecord". Immutable; any thread. Programs and artifacts are opened by the caller from the ByteRanges.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "io/file_kind.h"
#include "io/source.h"
#include "io/zip_index.h"

namespace etscope::etrecord {

enum class Role : std::uint8_t {
    Identifier,
    Program,
    StateDict,
    Constants,
    ExampleInputs,
    DebugHandleMap,
    DelegateMap,
    InstructionOutputCounts,
    ExportGraphId,
    ReferenceOutputs,
    RepresentativeInputs,
    ProgramBuffer,
    Unknown
};

/// The word of the command line: "program", "state_dict", ….
std::string_view roleName(Role role) noexcept;

struct Entry {
    std::size_t zipIndex = 0;  ///< in ZipIndex::entries()
    Role role = Role::Unknown;
    ContentKind content = ContentKind::Unknown;
    std::string method;  ///< of programs and their artifacts, as shown (etrecord.h renames single methods); else empty
    std::string stage;   ///< "exported", "edge", or the extra module's name; else empty
};

/// One stored program: a stage of a method, by indices of Record::entries().
struct StageEntry {
    std::string method;
    std::string stage;
    std::size_t program = 0;
    std::optional<std::size_t> stateDict;
    std::optional<std::size_t> constants;
    std::optional<std::size_t> exampleInputs;
};

/// instruction id → what a side table says.
struct DelegateRow {
    std::string backend;
    bool hasMap = false;                                                     ///< false: the backend returned nothing (null)
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> handles;  ///< delegate debug id (decimal or text) → handles
};
struct SideTables {
    std::map<std::string, std::map<std::int64_t, std::vector<std::int64_t>>> debugHandles;  ///< method → instruction → handles
    std::map<std::string, std::map<std::int64_t, bool>> debugHandleIsList;                  ///< delegate instructions have lists
    std::map<std::string, std::map<std::int64_t, DelegateRow>> delegates;
    std::map<std::string, std::map<std::int64_t, std::int64_t>> outputCounts;
    bool hasDebugHandles = false, hasDelegates = false, hasOutputCounts = false;
    std::optional<std::uint64_t> exportGraphId;  ///< as stored; 0 means unknown
    std::uint64_t items = 0;                     ///< rows and handles read so far
};

class Record {
public:
    /// Classifies the entries of a zip. Never fails because of an odd entry; the diagnostics say what is odd.
    /// Errors: `cancelled`.
    static Result<std::shared_ptr<const Record>> read(std::shared_ptr<const ZipIndex> zip, Diagnostics& diagnostics,
                                                      const JobContext& job = {});

    const ZipIndex& zip() const& noexcept { return *m_zip; }
    const ZipIndex& zip() const&& = delete;
    const std::vector<Entry>& entries() const& noexcept { return m_entries; }
    const std::vector<Entry>& entries() const&& = delete;
    /// Stages in the order of the directory.
    const std::vector<StageEntry>& stages() const& noexcept { return m_stages; }
    const std::vector<StageEntry>& stages() const&& = delete;
    /// The stages of that name, as indices of stages() in their order: more than one where an entry stands twice.
    std::span<const std::uint32_t> stagesNamed(std::string_view method, std::string_view stage) const& noexcept;
    std::span<const std::uint32_t> stagesNamed(std::string_view method, std::string_view stage) const&& = delete;
    const SideTables& sideTables() const& noexcept { return m_tables; }
    const SideTables& sideTables() const&& = delete;
    /// "G10", "G8", … by docs/FORMATS.md "Generations"; "" when nothing tells.
    const std::string& generation() const& noexcept { return m_generation; }
    const std::string& generation() const&& = delete;
    /// "ETRECORD_V0", or empty when the identifier is missing.
    const std::string& identifier() const& noexcept { return m_identifier; }
    const std::string& identifier() const&& = delete;
    std::optional<std::size_t> referenceOutputs() const noexcept { return m_referenceOutputs; }
    std::optional<std::size_t> representativeInputs() const noexcept { return m_representativeInputs; }

    const ZipEntry& zipEntry(std::size_t entry) const& noexcept { return m_zip->entries()[m_entries[entry].zipIndex]; }
    /// The content of an entry (in place, or inflated).
    Result<ByteRange> content(std::size_t entry) const { return m_zip->content(zipEntry(entry)); }

private:
    friend class RecordReader;

    std::shared_ptr<const ZipIndex> m_zip;
    std::vector<Entry> m_entries;
    std::vector<StageEntry> m_stages;
    std::vector<std::uint32_t> m_stagesByName;  ///< sorted by method and stage
    SideTables m_tables;
    std::string m_generation;
    std::string m_identifier;
    std::optional<std::size_t> m_referenceOutputs;
    std::optional<std::size_t> m_representativeInputs;
};

// The reserved entry names of an ETRecord and how a name splits into module, method and artifact suffix
// (docs/FORMATS.md "Entries").

inline constexpr std::string_view kIdentifier = "ETRECORD_V0";
inline constexpr std::string_view kExported = "exported_program";
inline constexpr std::string_view kEdge = "edge_dialect_exported_program";

/// The entry name with the Python 3.11 alias "ETRecordReservedFileNames.<MEMBER>" replaced by the member's value.
std::string canonicalName(std::string_view name);

/// The role of a reserved side-table name; nothing for every other name.
std::optional<Role> sideTableRole(std::string_view name) noexcept;

/// "<program>_state_dict" → ("<program>", StateDict); nothing when there is no such suffix. `member` says whether the suffix
/// may also stand without its underscore (no: kept strict).
struct ArtifactName {
    std::string_view program;
    Role role;
};
std::optional<ArtifactName> artifactName(std::string_view name) noexcept;

/// Stage and method that a program entry's name tells: "edge_dialect_exported_program/m" → ("edge", "m"),
/// "exported_program" → ("exported", "forward"), "x/y/m" → ("x/y", "m"), "x" → ("x", "forward").
struct ProgramName {
    std::string stage;
    std::string method;
};
ProgramName programName(std::string_view name);

// The JSON side tables of an ETRecord (docs/FORMATS.md "Side tables"). Each is independent: a damaged one is a diagnostic.

/// Decodes one side table into `tables`. What does not have the expected form is skipped with `side-table-malformed`; where the
/// text breaks, what stands before it counts.
void readSideTable(Role role, const ByteRange& content, SideTables& tables, Diagnostics& diagnostics, const JobContext& job = {});

}  // namespace etscope::etrecord
