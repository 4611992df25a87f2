// Queries of the search line: which nodes does a text mean? The same language serves tables: parse once, match fields.
//
// Terms are separated by blanks and must all hold: `word` (found in any field), `key:word`, `key:"two words"`,
// `/expression/`, `key:/expression/`, each with `-` in front for "not". Letter case is ignored. Keys of graphs: op, module, id,
// shape, type (or dtype), handle, class, family, torch (torch_fn and source_fn), delegated (yes, no, unknown, a backend). Numbers compare:
// `bytes>1M`, `latency>=20us`, `error > 1e-3`, `handle<7`, and with the others of the stage: `latency>p90`. k, M and G are 1024
// times; ns, us, ms and s are nanoseconds. Expressions are RE2's (linear time); `.` is any character, line ends too.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "modules/graph_index.h"

namespace re2 {
class RE2;
}

namespace etscope::view {

enum class Comparison : std::uint8_t { None, Less, LessEqual, Greater, GreaterEqual };

struct QueryTerm {
    std::string key;                           ///< lower case; empty: any field
    Comparison comparison = Comparison::None;  ///< of a number; else the text is looked for
    double number = 0;                         ///< to compare with; of a percentile: 0 … 100
    bool percentile = false;
    std::string text;  ///< lower case; of an expression: as written
    std::shared_ptr<const re2::RE2> pattern;
    bool negated = false;
    std::size_t begin = 0, end = 0;  ///< place in the query's text
    std::string error;               ///< why the term cannot be used; empty: fine. Such a term matches nothing

    /// Whether the text holds the word or matches the expression. Negation is the caller's.
    bool matches(std::string_view field) const;
    /// Whether the number compares so; false for NaN.
    bool matches(double value) const;
};

/// Longer queries are cut; 400 characters are more than a person types.
inline constexpr std::size_t kMaxQueryLength = 400;

/// `knownKeys`: other keys become an error of their term (with the list in the message); empty: any key is fine.
std::vector<QueryTerm> parseQuery(std::string_view text, const std::vector<std::string_view>& knownKeys = {});

/// The share (0 … 100) of the values that are no NaN, between neighbours as numpy's default; NaN: there are none.
double percentile(std::vector<double> values, double share);

/// The keys of graph queries, for completion.
std::span<const std::string_view> graphQueryKeys();
std::vector<QueryTerm> parseGraphQuery(std::string_view text);

/// What a session adds to a stage: numbers and words of its nodes, by key, in id order.
struct NodeFacts {
    std::map<std::string, std::vector<double>, std::less<>> numbers;     ///< "bytes", "latency" (ns), "error"; NaN: none
    std::map<std::string, std::vector<std::string>, std::less<>> words;  ///< "delegated"
};
/// Keys of the terms that need NodeFacts.
std::vector<std::string> factKeys(const std::vector<QueryTerm>& terms);

/// Nodes of all graphs of the stage for which the terms hold, in id order; none for a query without terms. Terms whose facts are
/// missing hold for no node.
std::vector<graph::NodeId> findNodes(const modules::GraphIndex& index, const std::vector<QueryTerm>& terms,
                                     const JobContext& job = {}, const NodeFacts& facts = {});

}  // namespace etscope::view
