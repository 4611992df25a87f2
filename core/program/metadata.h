// Metadata: the configuration values a program carries, from both places: methods that only return constants, evaluated from the
// plan without running anything, and `metadata.` entries of named data, in either wire form. One typed table. Values are owned,
// tensors and raw bytes stay in the file. Any thread. Rules: docs/FORMATS.md "Metadata".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostics.h"
#include "base/sentence.h"
#include "io/source.h"
#include "program/known_keys.h"
#include "program/program.h"

namespace etscope::program {

struct MetadataTensor {
    ScalarType type = ScalarType::Unknown;
    std::vector<std::int32_t> shape;
    std::vector<std::uint8_t> dimOrder;
    ByteRange bytes;  ///< exactly the elements; empty when they cannot be read
};
/// Nothing but the bytes themselves, without a type byte.
struct MetadataBytes {
    ByteRange range;
};

struct MetadataValue {
    std::variant<NoneValue, std::int64_t, double, bool, std::string, std::vector<MetadataValue>, MetadataTensor, MetadataBytes>
        value;
};
/// "int", "float", "bool", "string", "list", "tensor", "bytes", "none".
std::string_view metadataTypeName(const MetadataValue& value) noexcept;
/// Whether a reader that expects the type can take it.
bool isOfType(const MetadataValue& value, KnownType type);

enum class MetadataSource : std::uint8_t { ConstantMethod, NamedData, Ptd };
/// "constant_method", "named_data", "ptd".
std::string_view metadataSourceName(MetadataSource source) noexcept;

struct MetadataReading {
    MetadataValue value;
    std::optional<std::uint8_t> tag;  ///< the leading type byte, where this reading takes the first byte for one
    std::string_view reason;          ///< why these bytes can be read so
};

struct MetadataEntry {
    std::string key;
    MetadataSource source = MetadataSource::ConstantMethod;
    std::vector<MetadataReading> readings;  ///< the chosen one first; never empty
    bool guessed = false;                   ///< neither a type byte nor a known key decides between the readings
    bool mismatch = false;                  ///< the key is known, and the bytes cannot be of its type
    ByteRange bytes;                        ///< of named data, as stored
    std::vector<std::string> places;        ///< of the values of a constant method: "[0]", "['scale']"; "" for a bare value

    const MetadataReading& chosen() const& noexcept { return readings.front(); }
    const MetadataReading& chosen() const&& = delete;
    /// What a key that is known for a flag says: its int 0 or 1, or its bool.
    std::optional<bool> flag() const noexcept;
};

/// Whether a method only returns constants: no inputs, no delegates, no instructions, outputs that are there already.
bool isConstantMethod(const ExecutionPlan& plan);

/// A stored entry whose key starts with "metadata.".
struct StoredMetadata {
    std::string key;
    ByteRange bytes;
};
/// Interprets stored entries of one file together: most of them tell which wire form the others have.
std::vector<MetadataEntry> interpretMetadata(std::span<const StoredMetadata> stored, MetadataSource source,
                                             Diagnostics& diagnostics);

/// The whole table: constant methods in the order of the plans, then named data in the order of the file.
std::vector<MetadataEntry> readMetadata(const Program& program, Diagnostics& diagnostics);

struct MetadataFinding {
    Severity severity = Severity::Warning;
    std::string code;
    std::string key;
    Sentence message;
    Sentence detail = {};     ///< of an absent key: the message without that it is
    std::string script = {};  ///< the line of an export script that would mend it; empty: none is known
};
/// What is odd about keys and values (docs/FORMATS.md "Findings about metadata"): names, types, ranges, contradictions.
std::vector<MetadataFinding> checkMetadata(std::span<const MetadataEntry> entries);
/// The runner that a program is made for, with the methods or keys that tell.
struct ProgramRunner {
    KeyReader reader = KeyReader::LlmRunner;
    Sentence evidence;

    Sentence name() const { return Sentence::of(keyReaderName(reader)); }
};
std::optional<ProgramRunner> runnerOf(std::span<const MetadataEntry> entries, const Program& program);
/// What is odd about them in this program: keys that its runner reads and does not find, values that its methods contradict.
std::vector<MetadataFinding> checkMetadata(std::span<const MetadataEntry> entries, const Program& program);

// Look-up of metadata by meaning: a key, or one that says the same. Refers to entries that must outlive it; any thread.

class MetadataView {
public:
    explicit MetadataView(std::span<const MetadataEntry> entries);

    /// The key, or one that says the same; nullptr: neither is there.
    const MetadataEntry* entry(std::string_view key) const;
    /// A number or a flag (0, 1).
    std::optional<std::int64_t> integer(std::string_view key) const;
    /// A number, or all numbers of a list.
    std::vector<std::int64_t> integers(std::string_view key) const;

private:
    std::map<std::string_view, const MetadataEntry*> m_entries;
};

}  // namespace etscope::program
