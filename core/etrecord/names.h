// The reserved entry names of an ETRecord and how a name splits into module, method and artifact suffix
// (docs/FORMATS.md "Entries").
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "etrecord/record.h"

namespace etscope::etrecord {

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

}  // namespace etscope::etrecord
