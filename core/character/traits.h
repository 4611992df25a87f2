// Traits: what a device's arithmetic is like, from many results of calls, each held against its operator on what the call itself
// read. One thread. Rules: docs/FORMATS.md "Character of a device".
#pragma once

#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sentence.h"
#include "character/observation.h"

namespace etscope::character {

enum class Trait : std::uint8_t {
    SumsInF16,
    SumsInBf16,
    FlushesSubnormals,  ///< results that f32 or f16 has below its normal numbers become zero
    Saturates,          ///< results beyond a type's range become its largest number
    Scales,             ///< results are the right ones times a number
    NotDeterministic,   ///< the same inputs give other bits
};
inline constexpr std::size_t kTraits = 6;
/// "sums-in-f16", "sums-in-bf16", "flushes-subnormals", "saturates", "scales", "not-deterministic".
std::string_view traitName(Trait trait) noexcept;

/// No: it was looked for where it would show. Unknown: nothing of the runs could show it.
enum class TraitState : std::uint8_t { Yes, Partly, No, Unknown };
/// "yes", "partly", "no", "unknown".
std::string_view stateName(TraitState state) noexcept;

struct Example {
    Seen seen;
    std::size_t element = 0;  ///< row-major
    double right = 0, given = 0;
};

struct TraitFound {
    Trait trait = Trait::SumsInF16;
    TraitState state = TraitState::Unknown;
    std::uint64_t looked = 0, shown = 0;  ///< results, elements or repetitions that could show it, and that do; see unit()
    std::optional<Example> example;
    double factor = 1;  ///< of Scales
};
/// What `looked` counts: "results", "elements", "repetitions".
std::string_view unitOf(Trait trait) noexcept;
Sentence sentenceOf(const TraitFound& found);

/// The same call of a program: method, instruction, result.
using Place = std::tuple<std::string, std::int64_t, std::size_t>;
/// What it gave to the same inputs, each time.
struct Given {
    Seen seen;
    std::vector<tensor::ContentHash> bits;
    std::map<std::size_t, tensor::ContentHash> first;  ///< what each process gave first
    double units = 0;                                  ///< the largest
};
using GivenByInputs = std::map<tensor::ContentHash, Given>;

/// Adds up results, in any order.
class Traits {
public:
    void add(const Observation& one);
    std::vector<TraitFound> found() const;
    const std::map<Place, GivenByInputs>& given() const& noexcept { return m_given; }
    std::size_t results() const noexcept { return m_results; }

private:
    struct Count {
        std::uint64_t looked = 0, shown = 0;
        std::optional<Example> example;
    };
    Count& of(Trait trait) noexcept { return m_counts[static_cast<std::size_t>(trait)]; }
    void note(Trait trait, bool shows, const Observation& one, std::size_t element);
    void addSums(const Observation& one);
    void addElements(const Observation& one);
    void addFactor(const Observation& one);
    TraitFound scales() const;
    TraitFound notDeterministic() const;

    std::array<Count, kTraits> m_counts;
    std::map<Place, std::vector<std::pair<double, Example>>> m_factors;  ///< of results that are right but for one
    std::size_t m_judged = 0, m_results = 0;
    std::map<Place, GivenByInputs> m_given;
};

}  // namespace etscope::character
