// Shrink: from an export that is wrong on the device to the smallest program that is still wrong in the same way, as a folder that
// can be reported upstream. The driver (core/lowering) executes, and only because the user asked for it. One thread. Rules:
// docs/FORMATS.md "Shrink".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "causes/culprit.h"
#include "shrink/search.h"

namespace etscope::shrink {

struct Options {
    std::string of;  ///< an address or a method; empty: the first thing at fault
    std::string python = "python3";
    std::chrono::milliseconds time = std::chrono::minutes(5);  ///< of the search; the smallest so far is the answer then
    std::chrono::milliseconds each = std::chrono::minutes(2);  ///< of one request to the driver
    std::uint64_t memory = std::uint64_t{8} << 30U;            ///< of the driver's process; 0: no limit
    std::string version;                                       ///< of etscope
    std::function<void(const Step&)> onStep;
};

enum class Outcome : std::uint8_t {
    Shrunk,
    NothingToShrink,  ///< nothing is at fault, or what is at fault is no program: a pairing, a reference, expected rounding
    RuntimeRight,     ///< the installed runtime computes it right: what ran was another one, or another program
    NotShrunk,        ///< no candidate could be built, or none was wrong in the same way
};
/// "shrunk", "nothing_to_shrink", "runtime_right", "not_shrunk".
std::string_view outcomeName(Outcome outcome) noexcept;

/// The smallest program.
struct Smallest {
    std::vector<std::string> operators;  ///< "aten.pow.Tensor_Scalar", in their order
    std::vector<std::string> inBodies;   ///< operators in bodies of control flow that is one of them
    std::vector<std::string> quantisers;  ///< operators that round for those, to integers and back
    std::vector<std::string> nodes;      ///< of the record's graph, the same
    std::vector<std::string> inputs;     ///< "x int64 [1]"
    std::uint64_t inputBytes = 0, constantBytes = 0;
    Sentence sentence;                  ///< what is wrong with it
    std::string printed;                ///< by export_and_run.py
    bool proven = false;                ///< that script showed the bug
    std::vector<std::string> backends;  ///< whose partitioners take part
    bool hasValues = false;             ///< some numbers stand in values.npz
    std::string program, said;          ///< of the report, and what it prints
};

struct Answer {
    Outcome outcome = Outcome::NothingToShrink;
    Sentence sentence;
    std::string method, address, graph;      ///< of what is at fault; the stage that was cut
    std::optional<causes::Culprit> culprit;  ///< of the session
    lowering::Versions versions;
    std::vector<Step> steps;
    std::optional<Smallest> smallest;
    std::vector<std::string> files;  ///< of the folder
    double seconds = 0;
};

/// Into the folder, which must not exist or be empty: it appears whole, where something was shrunk or tried. Errors:
/// `shrink-no-run` (no run tells what is wrong), `no-such-method`, `shrink-not-at-fault` (what `of` names), those of
/// Driver::start(), `write-failed`, `cancelled` before anything was found.
Result<Answer> shrink(const session::Session& session, const Options& options, const std::string& folder, const JobContext& job);

}  // namespace etscope::shrink
