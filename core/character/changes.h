// Changes: what two releases, or two devices, do differently with the same inputs. Pure. Rules: docs/FORMATS.md "Character of a
// device".
#pragma once

#include <vector>

#include "character/traits.h"

namespace etscope::character {

enum class ChangeState : std::uint8_t {
    Same,     ///< the same bits each time
    Changed,  ///< other bits, which chance does not explain
    Differs,  ///< other bits, and too few repetitions to tell that from what it does by itself
    Varies    ///< one side gives other bits from run to run: nothing is told by bits
};
/// "same", "changed", "differs", "varies".
std::string_view stateName(ChangeState state) noexcept;

struct CallChange {
    Seen before, after;
    ChangeState state = ChangeState::Same;
    std::size_t cases = 0, apart = 0;  ///< inputs that both had, and those of them with other bits
    double chance = 1;                 ///< that some call is apart so though nothing changed: of all calls together
    double unitsBefore = 0, unitsAfter = 0;
};

struct TraitChange {
    TraitFound before, after;
};

struct Changes {
    std::vector<CallChange> calls;    ///< that had the same inputs on both sides, in the order of the program
    std::size_t otherInputs = 0;      ///< calls of both without inputs in common: what they read had changed
    std::vector<TraitChange> traits;  ///< known on both sides, and there on one only
    std::size_t count(ChangeState state) const noexcept;
};

/// A change of calls is told in at most kFalseAlarms of comparisons where nothing changed, if the processes of both sides are
/// exchangeable then: runs of one process are not, since what it chose when it began is the same in all of them.
inline constexpr double kFalseAlarms = 0.01;
Changes changesBetween(const Traits& before, const Traits& after);
Sentence sentenceOf(const CallChange& change);
Sentence sentenceOf(const TraitChange& change);

}  // namespace etscope::character
