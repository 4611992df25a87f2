#include "compare/module_sentence.h"

#include <algorithm>

#include "base/bytes_text.h"
#include "base/lists.h"
#include "base/number_text.h"

namespace etscope::compare {
namespace {

std::string weightText(const ModuleWeight& weight) { return weight.type + (weight.scheme.empty() ? "" : " " + weight.scheme); }

/// The weight that speaks for the module: the first of most axes.
const ModuleWeight* mainWeight(const ModuleFacts& facts) {
    const auto axes = [](const ModuleWeight& weight) { return std::ranges::count(weight.shape, ','); };
    const auto most = std::ranges::max_element(facts.weights, {}, axes);
    return most == facts.weights.end() ? nullptr : &*most;
}

/// "Xnnpack 3, 4": of `backends`.
std::string backendText(const std::map<std::string, std::set<std::int64_t>>& runs, bool numbers) {
    std::string text;
    for (const auto& [backend, delegates] : runs) {
        text += (text.empty() ? "" : " and ") + backend;
        if (numbers && !delegates.empty() && delegates.size() <= 4) text += " " + joined(delegates, ", ");
    }
    return text;
}

std::vector<std::string> backendsOf(const ModuleFacts& facts) {
    std::vector<std::string> names;
    for (const auto& [backend, delegates] : facts.runs) names.push_back(backend);
    return names;
}

/// "mm became linear", "now with gelu, without tanh and mul".
std::string operatorsText(const ModuleFacts& left, const ModuleFacts& right) {
    std::vector<std::string> gone, fresh;
    std::ranges::set_difference(left.operators, right.operators, std::back_inserter(gone));
    std::ranges::set_difference(right.operators, left.operators, std::back_inserter(fresh));
    if (gone.empty() && fresh.empty()) return {};
    if (gone.size() == 1 && fresh.size() == 1) return gone.front() + " became " + fresh.front();
    const auto list = [](std::vector<std::string> words) {
        std::string text;
        for (std::size_t i = 0; i < words.size();) {
            const std::size_t count = static_cast<std::size_t>(std::ranges::count(words, words[i]));
            text += (text.empty() ? "" : ", ") + words[i] + (count > 1 ? " × " + std::to_string(count) : "");
            i += count;
        }
        return text;
    };
    std::string text = fresh.empty() ? "" : "now with " + list(fresh);
    if (!gone.empty()) text += (text.empty() ? "now without " : ", without ") + list(gone);
    return text;
}

/// What the two modules differ in; `values`: changes of weights by name.
class ModuleSentence {
public:
    ModuleSentence(const ModuleFacts& left, const ModuleFacts& right, const WeightChanges& values) : m_left(left), m_right(right) {
        if (left.type != right.type && !left.type.empty() && !right.type.empty()) add(left.type + " became " + right.type);
        addWeights(values);
        addInput();
        if (std::string text = operatorsText(left, right); !text.empty()) add(text);
        addPlaces();
    }
    std::vector<Clause> clauses() && { return std::move(m_clauses); }

private:
    void add(const std::string& text) { m_clauses.push_back({About::Meaning, text, text}); }

    void addWeights(const WeightChanges& values) {
        const ModuleWeight *before = mainWeight(m_left), *after = mainWeight(m_right);
        if ((before == nullptr) != (after == nullptr)) return add(before == nullptr ? "now with a weight" : "now without a weight");
        if (before == nullptr) return;
        if (weightText(*before) != weightText(*after)) {
            const std::string text = weightText(*before) + " → " + weightText(*after);
            m_clauses.push_back({About::Type, text, text});
        }
        if (before->shape != after->shape) add(before->shape + " → " + after->shape);
        if (m_left.weights.size() != m_right.weights.size())
            add(std::to_string(m_left.weights.size()) + " → " + std::to_string(m_right.weights.size()) + " weights");
        addValues(values);
    }

    void addValues(const WeightChanges& values) {
        std::string names;
        std::size_t count = 0;
        double most = 0;
        std::uint64_t bytes = 0;
        std::vector<std::string> readers;
        for (const ModuleWeight& weight : m_left.weights) {
            const auto change = values.find(weight.name);
            if (change == values.end()) continue;
            bytes += weight.bytes.value_or(0);
            for (const std::string& reader : weight.readers)
                if (std::ranges::find(readers, reader) == readers.end()) readers.push_back(reader);
            names += (count++ > 0 ? ", " : "") + weight.name.substr(weight.name.rfind('.') + 1);
            most = std::max(most, change->second->maxAbs.value_or(0));
        }
        if (count == 0) return;
        const std::string text = names + (count == 1 ? " has" : " have") + " other values";
        const std::string full = most > 0 ? text + ", max |d| " + printed("%.3g", most) : text;
        m_clauses.push_back({About::Values, text, full + readersText(readers, bytes)});
    }

    /// Where several modules take it: a weight that changed is one change all the same.
    static std::string readersText(const std::vector<std::string>& readers, std::uint64_t bytes) {
        constexpr std::size_t kTold = 3;
        if (readers.size() < 2) return {};
        std::string text = ", " + (bytes > 0 ? bytesText(bytes) + " " : "") + "read by ";
        for (std::size_t i = 0; i < std::min(kTold, readers.size()); ++i)
            text += (i > 0 ? ", " : "") + (readers[i].empty() ? std::string("the method itself") : readers[i]);
        return readers.size() > kTold ? text + " and " + std::to_string(readers.size() - kTold) + " more" : text;
    }

    void addInput() {
        if (m_left.input == m_right.input) return;
        if (m_right.input.empty()) return add("input no longer quantised");
        add("input " + (m_left.input.empty() ? "" : m_left.input + " → ") + m_right.input);
    }

    void addPlaces() {
        if (!m_left.placed() || !m_right.placed() || backendsOf(m_left) == backendsOf(m_right)) return;
        const auto place = [&](bool numbers) {
            if (m_right.runs.empty()) return "no longer in " + backendText(m_left.runs, false);
            return "now in " + backendText(m_right.runs, numbers) +
                   (m_left.runs.empty() ? "" : ", was in " + backendText(m_left.runs, false));
        };
        m_clauses.push_back({About::Place, place(false), place(true)});
    }

    const ModuleFacts &m_left, &m_right;
    std::vector<Clause> m_clauses;
};

}  // namespace

std::vector<Clause> clausesOf(const ModuleFacts& left, const ModuleFacts& right, const WeightChanges& values) {
    return ModuleSentence(left, right, values).clauses();
}

void Tally::add(const std::string& type, const std::vector<Clause>& clauses) {
    std::string meaning;
    const bool typed = std::ranges::any_of(clauses, [](const Clause& one) { return one.about == About::Type; });
    for (const Clause& clause : clauses) {  // of a weight's new type the rest follows
        if (clause.about == (typed ? About::Type : About::Meaning)) meaning += (meaning.empty() ? "" : ", ") + clause.alike;
        if (clause.about == About::Place) ++places[clause.alike];
        if (clause.about == About::Values) ++values;
        if (clause.about == About::Class) classes.insert(clause.alike);
    }
    if (!meaning.empty()) ++meanings[(type.empty() ? "" : type + " ") + meaning];
}

void Tally::add(const Tally& other) {
    for (const auto& [text, count] : other.meanings) meanings[text] += count;
    for (const auto& [text, count] : other.places) places[text] += count;
    classes.insert(other.classes.begin(), other.classes.end());
    values += other.values;
    gone += other.gone;
    fresh += other.fresh;
    unpaired += other.unpaired;
    rewired += other.rewired;
}

std::string Tally::text() const {
    constexpr std::size_t kMost = 3;
    std::vector<std::string> parts;
    std::vector<std::pair<std::string, std::size_t>> rows(meanings.begin(), meanings.end());
    std::ranges::stable_sort(rows, std::greater{}, &std::pair<std::string, std::size_t>::second);
    for (std::size_t i = 0; i < rows.size() && i < kMost; ++i)
        parts.push_back(rows[i].second > 1 ? std::to_string(rows[i].second) + " " + rows[i].first : rows[i].first);
    if (rows.size() > kMost)
        parts.push_back(rows.size() == kMost + 1 ? "another kind of change"
                                                 : std::to_string(rows.size() - kMost) + " more kinds of change");
    const auto add = [&](std::size_t count, const std::string& what) {
        if (count > 0) parts.push_back(counted(count, "module ", "modules ") + what);
    };
    add(gone, "removed");
    add(fresh, "added");
    add(values, "with other values of weights");
    for (const auto& [where, count] : places) add(count, where);
    add(unpaired, "with operators that could not be paired");
    constexpr std::size_t kMostClasses = 2;
    if (classes.size() <= kMostClasses)
        parts.insert(parts.end(), classes.begin(), classes.end());
    else
        parts.push_back(std::to_string(classes.size()) + " classes have other names");
    if (parts.empty()) add(rewired, "of the same operators, around them other nodes");
    return joined(parts, "; ");
}

}  // namespace etscope::compare
