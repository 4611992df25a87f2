#include "report/text_form.h"

#include <algorithm>
#include <vector>

#include "report/columns.h"
#include "report/table_form.h"
#include "report/text_cells.h"

namespace etscope::report {
namespace {

constexpr std::string_view kSigns = "*?!+", kEnd = "{/}";

/// Up to the end that belongs to the beginning before `rest`, which is left behind it.
std::string_view bodyOf(std::string_view& rest) {
    std::size_t at = 0, open = 1;
    while (true) {
        at = rest.find('{', at);
        if (rest.substr(at).starts_with(kEnd) && --open == 0) break;
        if (kSigns.find(rest[at + 1]) != std::string_view::npos) ++open;
        ++at;
    }
    const std::string_view body = rest.substr(0, at);
    rest.remove_prefix(at + kEnd.size());
    return body;
}

class Filler {
public:
    explicit Filler(const Json& document) : m_document(document) { m_scopes.push_back({&document, 0}); }

    void add(std::string_view form) {
        while (!form.empty()) {
            const std::size_t place = std::min(form.find('{'), form.size());
            m_text += form.substr(0, place);
            if (place == form.size()) return;
            const std::size_t end = form.find('}', place);
            const std::string_view tag = form.substr(place + 1, end - place - 1);
            form.remove_prefix(end + 1);
            if (kSigns.find(tag.front()) != std::string_view::npos)
                addSection(tag.front(), tag.substr(1), bodyOf(form));
            else if (tag.starts_with("table"))
                addTable(tag.substr(std::string_view("table").size()));
            else
                addValue(tag);
        }
    }

    std::string take() { return std::move(m_text); }

private:
    struct Scope {
        const Json* value;
        Json number;
    };

    void addIn(const Json& value, std::size_t number, std::string_view body) {
        m_scopes.push_back({&value, number});
        add(body);
        m_scopes.pop_back();
    }

    void addSection(char sign, std::string_view tag, std::string_view body) {
        const std::string_view path = tag.substr(0, tag.find_first_of("=:"));
        const Json* value = find(path);
        if (sign == '*') return addItems(value, body);
        if (sign == '+') return value != nullptr ? add(body) : void();
        const bool there = value != nullptr && !value->is_null() && *value != false && *value != "" && *value != Json::array();
        const bool fits = path == tag               ? there
                          : tag[path.size()] == ':' ? value != nullptr && value->is_number()
                                                    : value != nullptr && cell(*value) == tag.substr(path.size() + 1);
        if (fits != (sign == '?')) return;
        if (fits && value->is_object()) return addIn(*value, 0, body);
        add(body);
    }

    void addItems(const Json* value, std::string_view body) {
        if (value == nullptr || value == m_scopes.back().value) return value == nullptr ? void() : add(body);
        std::size_t number = 0;
        if (value->is_object())
            for (const auto& [key, item] : value->items()) addIn(object(F("key", key), F("value", item)), number++, body);
        else
            for (const Json& item : *value) addIn(item, number++, body);
    }

    /// " a 2": of the innermost that has rows of it.
    void addTable(std::string_view tag) {
        if (tag.empty()) return void(m_text += tableText(m_document));
        const std::string_view name = tag.substr(1, tag.size() - 3);
        const auto holds = [&](const Scope& scope) { return scope.value->is_object() && scope.value->contains(std::string(name)); };
        const auto scope = std::ranges::find_if(m_scopes.rbegin(), m_scopes.rend(), holds);
        if (scope != m_scopes.rend())
            m_text += tableText(m_document, name, *scope->value, static_cast<std::size_t>(tag.back() - '0'));
    }

    void addValue(std::string_view tag) {
        const std::size_t colon = std::min(tag.find(':'), tag.size());
        const Json* value = find(tag.substr(0, colon));
        const auto format = std::ranges::find(textFormats(), tag.substr(std::min(colon + 1, tag.size())), &TextFormat::name);
        const Json& shown = value == nullptr ? m_none : *value;
        m_text += format == textFormats().end() ? cell(shown) : format->text(shown);
    }

    /// Null: there is none.
    const Json* find(std::string_view path) const {
        if (path == "#") return &m_scopes.back().number;
        if (path == "^") return m_scopes[m_scopes.size() - 2].value;
        std::string steps(path.substr(0, path.find('|')));
        if (const auto sign = steps.find('#'); sign != std::string::npos) steps.replace(sign, 1, m_scopes.back().number.dump());
        const std::string first = steps.substr(0, steps.find('.'));
        for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend() && path != "."; ++scope)
            if (scope->value->is_object() && scope->value->contains(first)) return valueAt(*scope->value, steps);
        return path == "." || path.ends_with("|.") ? m_scopes.back().value : nullptr;
    }

    const Json& m_document;
    const Json m_none;
    std::vector<Scope> m_scopes;
    std::string m_text;
};

}  // namespace

std::string filled(std::string_view form, const Json& document) {
    Filler filler(document);
    filler.add(form);
    return filler.take();
}

}  // namespace etscope::report
