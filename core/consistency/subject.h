// Subject: one method as its consistency is asked about: the recorded graph ready to be computed, what each input is, which axis is
// the sequence and which the batch, what it keeps between calls. Immutable once made; any thread. Rules: docs/FORMATS.md
// "Consistency".
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "evaluate/prepared_graph.h"
#include "replay/computable_graph.h"
#include "replay/graph_inputs.h"
#include "session/session.h"

namespace etscope::consistency {

/// What a caller gives with an input.
enum class Role : std::uint8_t { Tokens, Embeddings, Positions, CachePosition, Mask, PixelValues, State, Length, Unknown };
/// "tokens", "cache_position", …: the words of `--role` and of documents.
std::string_view roleName(Role role) noexcept;
/// Nothing: no such word.
std::optional<Role> roleOf(std::string_view word) noexcept;
/// Tokens, embeddings, pixel values and what is not known: what a call is about.
constexpr bool isContent(Role role) noexcept {
    return role == Role::Tokens || role == Role::Embeddings || role == Role::PixelValues || role == Role::Unknown;
}

struct InputRole {
    std::string name;
    graph::ValueId value;
    Role role = Role::Unknown;
    Sentence reason;
    bool told = false;                  ///< `--role` says so
    bool used = false;                  ///< an operator takes it
    int sequence = -1;                  ///< axis of its positions; -1: none
    int batch = -1;                     ///< axis of its rows; -1: none
    std::int64_t most = 0;              ///< values below it: rows of the table that it is looked up in; 0: not known
    std::optional<std::size_t> leaves;  ///< of states: which user output is the next call's
};

/// The sizes of an axis that several inputs have in common.
struct Axis {
    std::string symbol;                ///< "s27"; empty: its size is fixed
    std::int64_t fixed = 0;            ///< that size
    std::int64_t least = 1, most = 0;  ///< of a symbol; `most` 0: the export states none
    bool there = false;
    bool symbolic() const noexcept { return there && !symbol.empty(); }
};

/// A tensor that lasts from call to call: a buffer that the graph writes, or an input that an output goes on with.
struct KeptState {
    std::string buffer;                ///< its name; empty: it goes through the caller
    std::optional<std::size_t> input;  ///< of user inputs
    std::optional<std::size_t> output;
    std::vector<graph::ValueId> written;  ///< values of the graph that are put into it
    std::string name() const { return buffer; }
};

struct Subject {
    std::string method;
    graph::StageId stage;
    std::shared_ptr<const replay::ComputableGraph> computable;
    std::shared_ptr<const evaluate::PreparedGraph> prepared;
    std::vector<InputRole> inputs;       ///< user inputs in order
    std::vector<tensor::Value> example;  ///< those that it was exported with; empty: none
    Axis sequence, batch;
    std::vector<KeptState> states;
    std::set<std::size_t> stateOutputs;  ///< user outputs that are states
    std::vector<bool> ofContent;         ///< by value: it follows from what the caller is about, or from a state
    std::set<std::uint32_t> random;      ///< nodes that draw random numbers
    std::int64_t context = 0;            ///< positions that tables and caches have room for; 0: nothing limits them
    std::int64_t window = 0;             ///< places of the smallest cache that attention goes over; 0: none
    std::int64_t vocabulary = 0;         ///< size of the last axis of an output, where a table of the record has as many rows

    const graph::GraphModel& model() const noexcept { return *computable->graph; }
    const InputRole* first(Role role) const noexcept;
    bool has(Role role) const noexcept { return first(role) != nullptr; }
    /// An input that says where in the sequence a call stands, and that the graph reads.
    const InputRole* position() const noexcept;
    bool keepsState() const noexcept { return !states.empty(); }
    std::string_view text(graph::StringId id) const noexcept { return model().text(id); }
};

/// Places that a softmax or an attention goes over: the size of its last axis, of the keys; 0: none is stated, or no such node.
std::int64_t attendedPlaces(const graph::GraphModel& model, graph::NodeId node);

/// Roles that the caller tells: by name of the input.
using ToldRoles = std::map<std::string, Role, std::less<>>;

/// Of the method's stage. Errors: those of computableGraph(); `cancelled`.
Result<std::shared_ptr<const Subject>> subjectOf(const session::MethodView& method, const graph::StageId& stage,
                                                 const ToldRoles& told, const JobContext& job);

}  // namespace etscope::consistency
