// How a run fits inputs that may have fed it: each of its instructions that reads an input, computed on them. Internal to
// core/replay; any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "replay/replay.h"

namespace etscope::replay {

/// Inputs on which an instruction gives nearly what it gave are those that fed it: others would be far off.
constexpr double kNear = 0.25;

/// What the calls that read an input say of it.
struct InputReads {
    std::size_t right = 0, wrong = 0;
    std::size_t assumed = 0;  ///< wrong ones that read state which no run logged: told by its initial contents alone
    /// What delegates logged that they read, where it is not what the run was taken to be fed; nothing where one logged that.
    std::optional<evaluate::Value> logged;
};

struct Attempt {
    struct WrongCall {
        std::string op;
        std::int64_t instruction = 0;
        double error = 0;             ///< ‖given − right‖ / ‖right‖
        bool whole = false;           ///< hardly an element of it is right
        std::set<std::size_t> reads;  ///< inputs
    };
    std::size_t right = 0, assumed = 0;
    std::vector<WrongCall> wrong;
    bool seen = false;  ///< a right one logged what it read, or gave something
    double error = 0;   ///< of the wrong ones the largest
    std::vector<InputReads> inputs;
    std::unique_ptr<Replay> after;

    /// Right ones speak for it, none against it.
    bool confirms(std::size_t input) const { return inputs[input].right > 0; }
    /// Calls that read it, and beside it only inputs that are confirmed, gave something far off, and none gave what it gives on it:
    /// those of several operators, or one that is hardly right in an element.
    bool refutes(std::size_t input) const;
    /// Calls that read it gave something else, and no more than that: most of what they gave is another, or they write where it
    /// tells.
    bool doubts(std::size_t input) const;
    /// Of a refuted input the call that alone says so; null: several do.
    const WrongCall* loneReader(std::size_t input) const;
};

/// `before`: what the runs before left. `until`: only up to the first instruction that reads this input and does not fit.
Result<Attempt> attempt(const Replay& before, const join::SessionRun& run, const evaluate::Values& inputs,
                        const std::shared_ptr<evaluate::Memory>& memory, const JobContext& job,
                        std::optional<std::size_t> until = std::nullopt);

/// Whether a call read what was fed: the same elements, but for what computing them again may change.
bool isRead(const evaluate::Array& read, const evaluate::Array& fed);

}  // namespace etscope::replay
