// Queries of the search line: which nodes does a text mean? The same language serves tables: parse once, match fields.
//
// Terms are separated by blanks and must all hold: `word` (found in any field), `key:word`, `key:"two words"`,
// `/expression/`, `key:/expression/`, each with `-` in front for "not". Keys of graphs: op, module, id, shape, type, handle,
// class, family, torch (torch_fn and source_fn). Letter case is ignored.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph_index.h"
#include "graph/text_pattern.h"

namespace etscope::graph {

struct QueryTerm {
    std::string key;   ///< lower case; empty: any field
    std::string text;  ///< lower case; of an expression: as written
    std::optional<TextPattern> pattern;
    bool negated = false;
    std::size_t begin = 0, end = 0;  ///< place in the query's text
    std::string error;               ///< why the term cannot be used; empty: fine. Such a term matches nothing

    /// Whether the text holds the word or matches the expression. Negation is the caller's.
    bool matches(std::string_view field) const;
};

/// Longer queries are cut; 400 characters are more than a person types.
inline constexpr std::size_t kMaxQueryLength = 400;

/// `knownKeys`: other keys become an error of their term (with the list in the message); empty: any key is fine.
std::vector<QueryTerm> parseQuery(std::string_view text, const std::vector<std::string_view>& knownKeys = {});

/// Whether a row holds: `fields` calls back with (key, text) pairs until the callback returns true.
using QueryFields = std::function<void(const std::function<bool(std::string_view key, std::string_view text)>&)>;
bool holds(const std::vector<QueryTerm>& terms, const QueryFields& fields);

std::vector<QueryTerm> parseGraphQuery(std::string_view text);
/// Nodes of all graphs of the stage for which the terms hold, in id order; none for a query without terms.
std::vector<NodeId> findNodes(const GraphIndex& index, const std::vector<QueryTerm>& terms, const JobContext& job = {});

}  // namespace etscope::graph
