#include "graph/query.h"

#include <algorithm>

namespace etscope::graph {
namespace {

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
    return out;
}

bool isKey(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

const std::vector<std::string_view>& graphKeys() {
    static const std::vector<std::string_view> keys{"op", "module", "id", "shape", "type", "handle", "class", "family", "torch"};
    return keys;
}

/// One term from `at` on, which is moved behind it.
QueryTerm takeTerm(std::string_view text, std::size_t& at) {
    QueryTerm term;
    term.begin = at;
    if (text[at] == '-' && at + 1 < text.size() && text[at + 1] != ' ') {
        term.negated = true;
        ++at;
    }
    std::size_t key = at;
    while (key < text.size() && isKey(text[key])) ++key;
    if (key > at && key < text.size() && text[key] == ':') {
        term.key = lowered(text.substr(at, key - at));
        at = key + 1;
    }
    const char quote = at < text.size() && (text[at] == '"' || text[at] == '/') ? text[at] : ' ';
    if (quote != ' ') ++at;
    std::string word;
    while (at < text.size() && text[at] != quote) {
        if (quote == '/' && text[at] == '\\' && at + 1 < text.size()) word += text[at++];
        word += text[at++];
    }
    if (quote != ' ' && at < text.size()) ++at;
    term.end = at;
    term.text = quote == '/' ? word : lowered(word);
    if (quote == '/') {
        auto pattern = TextPattern::compile(word);
        if (pattern)
            term.pattern = std::move(*pattern);
        else
            term.error = pattern.error().message;
    }
    return term;
}

}  // namespace

bool QueryTerm::matches(std::string_view field) const {
    if (!error.empty()) return false;
    return pattern ? pattern->found(field) : lowered(field).find(text) != std::string::npos;
}

std::vector<QueryTerm> parseQuery(std::string_view text, const std::vector<std::string_view>& knownKeys) {
    text = text.substr(0, kMaxQueryLength);
    std::vector<QueryTerm> terms;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' || text[at] == '\t') {
            ++at;
            continue;
        }
        QueryTerm term = takeTerm(text, at);
        if (!term.key.empty() && !knownKeys.empty() && std::find(knownKeys.begin(), knownKeys.end(), term.key) == knownKeys.end()) {
            term.error = "there is no " + term.key + ":; there are";
            for (const std::string_view key : knownKeys) term.error += " " + std::string(key) + ":";
        }
        if (!term.text.empty() || !term.error.empty()) terms.push_back(std::move(term));
    }
    return terms;
}

bool holds(const std::vector<QueryTerm>& terms, const QueryFields& fields) {
    return std::all_of(terms.begin(), terms.end(), [&](const QueryTerm& term) {
        if (!term.error.empty()) return false;
        bool found = false;
        fields([&](std::string_view key, std::string_view text) {
            return found = (term.key.empty() || term.key == key) && term.matches(text);
        });
        return found != term.negated;
    });
}

std::vector<QueryTerm> parseGraphQuery(std::string_view text) { return parseQuery(text, graphKeys()); }

std::vector<NodeId> findNodes(const GraphIndex& index, const std::vector<QueryTerm>& terms, const JobContext& job) {
    std::vector<NodeId> found;
    if (terms.empty()) return found;
    const GraphModel& model = index.model();
    for (std::uint32_t i = 0; i < model.nodeCount() && !job.cancelled(); ++i) {
        const NodeId id(i);
        const Node& node = model.node(id);
        const ModuleId module = index.hierarchy().moduleOf(id);
        const bool hit = holds(terms, [&](const auto& visit) {
            if (visit("id", model.text(node.id)) || visit("op", index.operatorOf(id).title) || visit("op", model.text(node.target)))
                return;
            if (visit("family", familyName(index.operatorOf(id).family))) return;
            if (module.valid() &&
                (visit("module", index.hierarchy().module(module).path) || visit("class", index.hierarchy().module(module).type)))
                return;
            if (node.debugHandle && visit("handle", std::to_string(*node.debugHandle))) return;
            if (visit("torch", model.text(node.torchFn)) || visit("torch", model.text(node.sourceFnStack))) return;
            for (const ValueId value : index.flow().results(id)) {
                const std::string text = valueText(model, value);
                const auto bracket = text.find('[');
                if (visit("type", text.substr(0, bracket)) ||
                    (bracket != std::string::npos && visit("shape", text.substr(bracket))))
                    return;
            }
        });
        if (hit) found.push_back(id);
    }
    return found;
}

}  // namespace etscope::graph
