// File identifiers: two letters that tell the kind, two digits that tell the version ("ET12"). Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostics.h"

namespace etscope::flat {

enum class IdentifierAge : std::uint8_t { Known, Newer, Older, Foreign };

/// How an identifier stands to the one that a reader knows; Foreign: of another kind of file.
IdentifierAge ageOf(std::string_view identifier, std::string_view known) noexcept;

/// Says with `code` that a file of a newer version is read as if it were of the known one.
void reportNewer(std::string_view identifier, std::string_view known, std::string_view code, const std::string& where,
                 Diagnostics& diagnostics);
/// Whether it is the known identifier, or one of a newer version, which is told.
bool isReadable(std::string_view identifier, std::string_view known, std::string_view code, const std::string& where,
                Diagnostics& diagnostics);

/// The letters of an identifier.
std::string textOf(std::span<const std::byte> bytes);

}  // namespace etscope::flat
