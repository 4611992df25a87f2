// Performances: a conversation played on a method's graph, call by call, with what the graph keeps carried on; each call computed
// as the types say and in double. Internal to core/consistency; one thread each. Rules: docs/FORMATS.md "Consistency".
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "consistency/subject.h"

namespace etscope::consistency {

/// A value in numbers, row-major; integers up to 2^53 exactly.
struct Held {
    evaluate::Dims shape;
    ScalarType type = ScalarType::F32;
    std::vector<double> data;
};

/// An output of an earlier call of the same script.
struct Earlier {
    std::size_t step = 0, output = 0;
};

/// One call of a method.
struct Step {
    std::shared_ptr<const Subject> subject;
    std::shared_ptr<const Subject> like;  ///< whose examples say how large what is said is; null: `subject`
    std::int64_t start = 0, size = 1;     ///< its positions
    std::int64_t firstRow = 0, rows = 1;
    std::uint64_t seed = 1;  ///< of what is said: it follows from seed, row, position and channel alone
    bool distinct = false;   ///< no token is said twice within as many as there are
    bool fresh = false;      ///< what was kept is as at the beginning
    int part = 0;            ///< calls of both ways are held against each other where these are the same
    std::function<bool(std::int64_t row, std::int64_t position)> changed;  ///< something else is said there
    std::function<bool(std::int64_t position)> padded;                     ///< masked as no part of the text
    double padding = 0;                                                    ///< what a mask has there
    std::map<std::size_t, Held> given;                                     ///< inputs as they are
    std::map<std::size_t, Earlier> fed;                                    ///< inputs that another call of the script gave
};
using Script = std::vector<Step>;

/// What a call gave.
struct Seen {
    std::map<std::string, Held, std::less<>> values;  ///< of the top graph by name; nothing where nodes are not asked for
    std::vector<std::optional<Held>> outputs;         ///< user outputs
    std::string refused;                              ///< the first node that could not be computed
    Error why;
};

/// A script played.
struct Way {
    Script script;
    std::vector<Seen> declared, wide;  ///< by step
};

/// What random numbers are taken for.
enum class Draws : std::uint8_t { Mean, First, Second };

/// What may be computed in all.
class Budget {
public:
    explicit Budget(std::uint64_t operations) : m_left(operations) {}
    std::uint64_t left() const noexcept { return m_left; }
    void spend(std::uint64_t operations) noexcept { m_left -= std::min(m_left, operations); }

private:
    std::uint64_t m_left;
};

struct PlayOptions {
    bool nodes = false;
    Draws draws = Draws::Mean;
    bool quantised = false;  ///< values of `declared` are quantised where the graph says so, as a runtime does
};

/// Errors: `cancelled`, `limit-exceeded` (the budget), `role-unknown` (an input cannot be made up; the message says which), those
/// of evaluate::run().
Result<Way> play(const Script& script, const PlayOptions& options, Budget& budget, const JobContext& job);

/// The value of an input that it was exported with; nothing: none, or no tensor.
std::optional<Held> exampleOf(const Subject& subject, std::size_t input);

}  // namespace etscope::consistency
