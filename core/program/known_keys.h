// The metadata keys and constant methods that runners are known to read, with the types they expect (docs/FORMATS.md "Known
// metadata"). Constant data; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace etscope::program {

/// Types of metadata values; `Flag` is a bool or an int 0/1.
enum class KnownType : std::uint8_t { Int, Flag, Float, String, IntList, IntOrIntList };

/// "int", "bool or int 0/1", ….
std::string_view knownTypeName(KnownType type) noexcept;

/// Who reads keys; `NamedMetadata` and `Proposal` are no runners that a program is made for.
enum class KeyReader : std::uint8_t { LlmRunner, TransducerRunner, QnnRunner, SequenceRunner, NamedMetadata, Proposal };

/// A phrase: "LLM runner", ….
const char* keyReaderName(KeyReader reader) noexcept;

struct KnownKey {
    std::string_view key;  ///< with the prefix "metadata." for named data, without for constant methods
    KnownType type;
    const char* meaning;  ///< a phrase
    KeyReader usedBy;
    std::string_view since = {};     ///< the first release whose package writes or reads it; empty: not known
    const char* absent = nullptr;    ///< a phrase: what that reader does without the key; null: nothing is known
    bool required = false;           ///< that reader refuses the program without it
    std::string_view fallback = {};  ///< the value that the reader takes instead; empty: none is known
    std::string_view instead = {};   ///< the key whose value that is; empty: it is of none
};

inline constexpr std::string_view kMetadataPrefix = "metadata.";

/// nullptr for keys that nobody is known to read.
const KnownKey* knownKey(std::string_view key) noexcept;
std::span<const KnownKey> knownKeys() noexcept;

/// What tells that a program is made for a reader; the first sign that a program shows decides.
struct ReaderSign {
    KeyReader reader;
    std::span<const std::string_view> names;
    bool methods = true;            ///< methods that compute; else keys that no other reader has
    std::size_t least = 1;          ///< so many of the names
    std::string_view telling = {};  ///< one of them at least begins so
};
/// Signs by methods come first.
std::span<const ReaderSign> readerSigns() noexcept;

/// Keys that say the same thing; both with their prefixes.
struct EquivalentKeys {
    std::string_view first, second;
};
std::span<const EquivalentKeys> equivalentKeys() noexcept;

}  // namespace etscope::program
