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

/// Who reads keys.
inline constexpr std::string_view kLlmRunner = "LLM runner";
inline constexpr std::string_view kTransducerRunner = "speech transducer runner";
inline constexpr std::string_view kQnnRunner = "Qualcomm LLM runner";
inline constexpr std::string_view kSequenceRunner = "sequence-to-sequence (speech) runner";

struct KnownKey {
    std::string_view key;  ///< with the prefix "metadata." for named data, without for constant methods
    KnownType type;
    const char* meaning;  ///< a phrase
    std::string_view usedBy;
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
    std::string_view reader;  ///< KnownKey::usedBy
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
