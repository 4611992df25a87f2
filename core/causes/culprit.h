// The culprit: the first thing at fault in a run, with its cause in a sentence. Any thread. Rules: docs/FORMATS.md "Causes".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "replay/audit.h"

namespace etscope::replay {
struct ProgramDifference;
}

namespace etscope::causes {

enum class Cause : std::uint8_t {
    Kernel,
    Delegate,
    Constant,
    Lowering,
    Precision,
    Quantisation,
    Layout,
    Input,
    State,
    Pairing,
    OtherReference,
    Unknown
};
/// "kernel", "delegate", … : the words of the command line.
std::string_view causeName(Cause cause) noexcept;

/// A buffer that a run began with other contents of than its case expects.
struct OtherState {
    std::string buffer;
    double error = 0, maxAbs = 0;  ///< ‖begun − expected‖, over ‖expected‖ where that is not 0; max |begun − expected|
};

struct Culprit {
    Cause cause = Cause::Unknown;
    std::optional<std::size_t> run;           ///< SessionRun::index
    std::optional<std::int64_t> instruction;  ///< of chain 0
    std::optional<std::size_t> delegate;
    std::string argument;                 ///< of the instruction's operator, that is at fault; may be empty
    std::vector<std::string> nodes;       ///< of the record's graph
    std::optional<std::string> constant;  ///< its name in the record, or that of an argument
    Sentence sentence;
    std::vector<OtherState> state;  ///< of State: as far as both sides are known
    bool stopped = false;           ///< the run ended at the instruction
    bool ofNoCase = false;          ///< Pairing: the outputs alone tell, which are those of no case
    Sentence action;                ///< what to do, where the cause alone does not tell
    /// Unknown: the file of a dump whose debug buffer is another run's. One of its methods shows it, and no value of the dump
    /// accuses.
    std::optional<unsigned> foreignDump = {};
};

/// Any run ended before its method did: it gave nothing, whatever its calls were.
bool anyStopped(const std::vector<Culprit>& culprits) noexcept;

/// Whether a call is at fault: what it computed, its constant or an argument of its operator. Else it is innocent: what it was
/// given, what the run began with or what it is held against is another.
bool isOfCall(const Culprit& culprit) noexcept;

/// How far it is from what a call was seen to do: 0 seen, 1 a state that only outputs tell of, 2 quantisation, which is there where
/// something else is wrong, too, 3 `unknown`, or a run of no case. Of several runs the one that shows more gives the answer.
int inferred(const Culprit& culprit) noexcept;

/// What one audited call says: nothing where it is right on what it read.
std::optional<Culprit> culpritOf(const replay::AuditRow& row);
/// What in the program is not the record's. `run`: that it is told of; nothing: of none.
Culprit culpritOf(const replay::ProgramDifference& difference, std::optional<std::size_t> run);

/// "40 units, normal is up to 12"; what else is not normal, where the units are.
Sentence unitsText(const evaluate::Judgement& judgement);

}  // namespace etscope::causes
