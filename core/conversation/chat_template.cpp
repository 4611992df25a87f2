#include "conversation/chat_template.h"

#include <algorithm>
#include <map>
#include <optional>

#include "conversation/template_syntax.h"

namespace etscope::conversation {
namespace {

using Block = ChatTemplate::Block;
using Value = TemplateValue;
using Maybe = std::optional<Value>;  ///< nothing: undefined

constexpr std::size_t kMostSteps = 400'000;
constexpr std::size_t kMostOutput = 16U << 20U;

struct Stopped {
    Error error;
};
[[noreturn]] void stop(const char* code, std::string message) { throw Stopped{{code, std::move(message), {}}}; }
[[noreturn]] void unknown(const std::string& what) { stop("template-unsupported", what + " is not known here"); }

bool isTrue(const Maybe& value) {
    if (!value || value->is_null()) return false;
    if (value->is_boolean()) return value->get<bool>();
    if (value->is_number()) return value->get<double>() != 0;
    if (value->is_string()) return !value->get_ref<const std::string&>().empty();
    return !value->empty();
}

std::string textOf(const Maybe& value) {
    if (!value) return {};
    if (value->is_string()) return value->get<std::string>();
    if (value->is_null()) return "None";
    if (value->is_boolean()) return value->get<bool>() ? "True" : "False";
    if (value->is_number_integer()) return value->dump();
    unknown("printing a value that is no text");
}

/// Of a text that was put together.
Value bounded(std::string text) {
    if (text.size() > kMostOutput) stop("limit-exceeded", "the chat template makes too long a text");
    return text;
}

const std::string& stringOf(const Maybe& value) {
    if (!value || !value->is_string()) unknown("this use of what is no text");
    return value->get_ref<const std::string&>();
}

std::string strip(std::string_view text, std::string_view of, bool left, bool right) {
    const auto begin = left ? text.find_first_not_of(of) : 0;
    if (begin == std::string_view::npos) return {};
    const auto end = right ? text.find_last_not_of(of) : text.size() - 1;
    return end == std::string_view::npos ? std::string() : std::string(text.substr(begin, end + 1 - begin));
}
constexpr std::string_view kBlanks = " \t\r\n\v\f";

std::string cased(std::string text, bool upper) {
    for (char& c : text)
        if (upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z') c = static_cast<char>(c ^ 0x20);
    return text;
}

std::int64_t wholeOf(const Maybe& value) {
    if (!value || !(value->is_number_integer() || value->is_boolean())) unknown("this use of what is no whole number");
    return value->is_boolean() ? value->get<bool>() : value->get<std::int64_t>();
}

class Renderer {
public:
    Renderer(const Value& variables, const JobContext& job) : m_job(job) {
        for (const auto& [name, value] : variables.items()) m_scopes.front()[name] = value;
    }

    std::string take() { return std::move(m_out); }

    void run(const std::vector<std::unique_ptr<Block>>& blocks) {
        for (const auto& block : blocks) run(*block);
    }

private:
    void step() {
        if (++m_steps > kMostSteps) stop("limit-exceeded", "the chat template takes too many steps");
        if (m_steps % 4096 == 0 && m_job.cancelled()) throw Stopped{cancelledFailure().error};
    }
    void print(const std::string& text) {
        m_out += text;
        if (m_out.size() > kMostOutput) stop("limit-exceeded", "the chat template makes more than 16 MiB");
    }

    void run(const Block& block) {
        step();
        switch (block.kind) {
            case Block::Kind::Text: return print(block.text);
            case Block::Kind::Output: return print(textOf(value(*block.expression)));
            case Block::Kind::If: return run(isTrue(value(*block.expression)) ? block.inner : block.otherwise);
            case Block::Kind::For: return loop(block);
            case Block::Kind::Set: return assign(block);
            case Block::Kind::Group: return run(block.inner);
        }
    }

    void assign(const Block& block) {
        Maybe made;
        if (block.expression) {
            made = value(*block.expression);
        } else {
            std::string outer = std::exchange(m_out, {});
            run(block.inner);
            made = std::exchange(m_out, std::move(outer));
        }
        const auto dot = block.text.find('.');
        if (dot == std::string::npos) {
            m_scopes.back()[block.text] = std::move(made);
            return;
        }
        for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope)
            if (const auto found = scope->find(block.text.substr(0, dot)); found != scope->end() && found->second) {
                (*found->second)[block.text.substr(dot + 1)] = made.value_or(nullptr);
                return;
            }
        unknown("setting an attribute of nothing");
    }

    void loop(const Block& block) {
        const Maybe list = value(*block.expression);
        std::vector<Value> items;
        if (list && list->is_object())
            for (const auto& [key, unused] : list->items()) items.emplace_back(key);
        else if (list && list->is_array())
            items.assign(list->begin(), list->end());
        else if (list && !list->is_null())
            unknown("a loop over what is no list");
        if (block.filter) {
            m_scopes.emplace_back();
            std::erase_if(items, [&](const Value& item) {
                bind(block.text, item);
                return !isTrue(value(*block.filter));
            });
            m_scopes.pop_back();
        }
        for (std::size_t i = 0; i < items.size(); ++i) {
            m_scopes.emplace_back();
            bind(block.text, items[i]);
            Value state{{"index", i + 1},
                        {"index0", i},
                        {"first", i == 0},
                        {"last", i + 1 == items.size()},
                        {"length", items.size()},
                        {"revindex", items.size() - i},
                        {"revindex0", items.size() - i - 1}};
            if (i > 0) state["previtem"] = items[i - 1];
            if (i + 1 < items.size()) state["nextitem"] = items[i + 1];
            m_scopes.back()["loop"] = std::move(state);
            run(block.inner);
            m_scopes.pop_back();
        }
        if (items.empty()) run(block.otherwise);
    }

    void bind(const std::string& names, const Value& item) {
        if (names.find(',') == std::string::npos) {
            m_scopes.back()[names] = item;
            return;
        }
        std::size_t from = 0, at = 0;
        for (; from <= names.size(); ++at) {
            const auto end = std::min(names.find(',', from), names.size());
            if (!item.is_array() || at >= item.size()) unknown("taking such an item apart");
            m_scopes.back()[names.substr(from, end - from)] = item[at];
            from = end + 1;
        }
    }

    Maybe lookUp(const std::string& name) const {
        for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope)
            if (const auto found = scope->find(name); found != scope->end()) return found->second;
        return std::nullopt;
    }

    static Maybe member(const Maybe& of, const std::string& name) {
        if (!of) unknown("a member of what is not defined");
        if (!of->is_object() || !of->contains(name)) return std::nullopt;
        return (*of)[name];
    }

    Maybe value(const Expression& e) {
        step();
        switch (e.kind) {
            case Expression::Kind::Literal: return e.literal;
            case Expression::Kind::Name: return lookUp(e.name);
            case Expression::Kind::Attribute: return member(value(*e.parts[0]), e.name);
            case Expression::Kind::Index: return index(value(*e.parts[0]), value(*e.parts[1]));
            case Expression::Kind::Slice: return slice(e);
            case Expression::Kind::Call: return call(e);
            case Expression::Kind::Filter: return filter(e);
            case Expression::Kind::Test: return test(e) != e.negated;
            case Expression::Kind::Unary: return unary(e);
            case Expression::Kind::Binary: return binary(e);
            case Expression::Kind::Choice:
                if (isTrue(value(*e.parts[0]))) return value(*e.parts[1]);
                return e.parts[2] ? value(*e.parts[2]) : Maybe();
            case Expression::Kind::List: {
                Value list = Value::array();
                for (const auto& part : e.parts) list.push_back(value(*part).value_or(nullptr));
                return list;
            }
            case Expression::Kind::Dict: {
                Value dict = Value::object();
                for (std::size_t i = 0; i + 1 < e.parts.size(); i += 2)
                    dict[stringOf(value(*e.parts[i]))] = value(*e.parts[i + 1]).value_or(nullptr);
                return dict;
            }
        }
        return std::nullopt;
    }

    static Maybe index(const Maybe& of, const Maybe& at) {
        if (at && at->is_string()) return member(of, at->get<std::string>());
        if (!of || !(of->is_array() || of->is_string())) unknown("an index into what is no list");
        const std::string* text = of->is_string() ? &of->get_ref<const std::string&>() : nullptr;
        const auto size = static_cast<std::int64_t>(text != nullptr ? text->size() : of->size());
        std::int64_t i = wholeOf(at);
        if (i < 0) i += size;
        if (i < 0 || i >= size) return std::nullopt;
        if (text != nullptr) return Value(std::string(1, (*text)[static_cast<std::size_t>(i)]));
        return (*of)[static_cast<std::size_t>(i)];
    }

    Maybe slice(const Expression& e) {
        const Maybe of = value(*e.parts[0]);
        if (!of || !(of->is_array() || of->is_string())) unknown("a part of what is no list");
        const bool text = of->is_string();
        const auto size = static_cast<std::int64_t>(text ? of->get_ref<const std::string&>().size() : of->size());
        const auto part = [&](std::size_t i, std::int64_t otherwise) {
            if (i >= e.parts.size() || !e.parts[i]) return otherwise;
            const std::int64_t told = wholeOf(value(*e.parts[i]));
            return std::clamp<std::int64_t>(told < 0 ? told + size : told, 0, size);
        };
        const bool reversed = e.parts.size() > 3 && e.parts[3] && wholeOf(value(*e.parts[3])) == -1;
        if (e.parts.size() > 3 && e.parts[3] && !reversed) unknown("a part in steps");
        const std::int64_t begin = part(1, 0), end = std::max(begin, part(2, size));
        if (text)
            return Value(
                of->get_ref<const std::string&>().substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
        Value list = Value::array();
        for (std::int64_t i = begin; i < end; ++i) list.push_back((*of)[static_cast<std::size_t>(i)]);
        if (reversed) std::reverse(list.begin(), list.end());
        return list;
    }

    Maybe unary(const Expression& e) {
        const Maybe of = value(*e.parts[0]);
        if (e.name == "not") return Value(!isTrue(of));
        return Value(-wholeOf(of));
    }

    Maybe binary(const Expression& e) {
        Maybe left = value(*e.parts[0]);
        if (e.name == "and") return isTrue(left) ? value(*e.parts[1]) : left;
        if (e.name == "or") return isTrue(left) ? left : value(*e.parts[1]);
        const Maybe right = value(*e.parts[1]);
        if (e.name == "==") return Value(left == right);
        if (e.name == "!=") return Value(left != right);
        if (e.name == "~") return bounded(textOf(left) + textOf(right));
        if (e.name == "in") return Value(holds(right, left));
        if (e.name == "+" && left && left->is_string()) return bounded(stringOf(left) + stringOf(right));
        if (e.name == "+" && left && left->is_array() && right && right->is_array()) {
            for (const Value& item : *right) left->push_back(item);
            return left;
        }
        const std::int64_t a = wholeOf(left), b = wholeOf(right);
        if (e.name == "<") return Value(a < b);
        if (e.name == ">") return Value(a > b);
        if (e.name == "<=") return Value(a <= b);
        if (e.name == ">=") return Value(a >= b);
        constexpr std::int64_t kMost = std::int64_t{1} << 31;
        if (std::abs(a) > kMost || std::abs(b) > kMost) unknown("arithmetic on such numbers");
        if (e.name == "+") return Value(a + b);
        if (e.name == "-") return Value(a - b);
        if (e.name == "*") return Value(a * b);
        if (b != 0 && e.name == "%") return Value(((a % b) + b) % b);
        if (b != 0 && e.name == "//") return Value((a - ((a % b) + b) % b) / b);
        unknown("'" + e.name + "'");
    }

    static bool holds(const Maybe& list, const Maybe& item) {
        if (!list) unknown("looking into what is not defined");
        if (list->is_string()) return list->get_ref<const std::string&>().find(stringOf(item)) != std::string::npos;
        if (list->is_object()) return item && item->is_string() && list->contains(item->get<std::string>());
        return item && std::find(list->begin(), list->end(), *item) != list->end();
    }

    bool test(const Expression& e) {
        const Maybe of = value(*e.parts[0]);
        if (e.name == "defined") return of.has_value();
        if (e.name == "undefined") return !of.has_value();
        if (e.name == "none") return of && of->is_null();
        if (e.name == "string") return of && of->is_string();
        if (e.name == "mapping") return of && of->is_object();
        if (e.name == "iterable" || e.name == "sequence") return of && (of->is_array() || of->is_string() || of->is_object());
        if (e.name == "number") return of && of->is_number();
        if (e.name == "integer") return of && of->is_number_integer();
        if (e.name == "boolean") return of && of->is_boolean();
        if (e.name == "true") return of && of->is_boolean() && of->get<bool>();
        if (e.name == "false") return of && of->is_boolean() && !of->get<bool>();
        if (e.name == "odd") return wholeOf(of) % 2 != 0;
        if (e.name == "even") return wholeOf(of) % 2 == 0;
        unknown("the test '" + e.name + "'");
    }

    Maybe filter(const Expression& e) {
        const Maybe of = value(*e.parts[0]);
        const auto argument = [&](std::size_t i) { return i < e.parts.size() ? value(*e.parts[i]) : Maybe(); };
        if (e.name == "trim") return Value(strip(stringOf(of), kBlanks, true, true));
        if (e.name == "lower" || e.name == "upper") return Value(cased(stringOf(of), e.name == "upper"));
        if (e.name == "length" || e.name == "count") {
            if (!of) unknown("the length of what is not defined");
            return Value(of->is_string() ? of->get_ref<const std::string&>().size() : of->size());
        }
        if (e.name == "default" || e.name == "d") {
            const bool falsy = e.parts.size() > 2 && isTrue(argument(2));
            return (falsy ? isTrue(of) : of.has_value()) ? of : argument(1);
        }
        if (e.name == "first") return of && of->is_array() && !of->empty() ? Maybe(of->front()) : Maybe();
        if (e.name == "last") return of && of->is_array() && !of->empty() ? Maybe(of->back()) : Maybe();
        if (e.name == "string" || e.name == "safe" || e.name == "e") return Value(textOf(of));
        if (e.name == "list") return of;
        if (e.name == "join") return Value(joined(of, e.parts.size() > 1 ? stringOf(argument(1)) : std::string()));
        if (e.name == "replace") return Value(replaced(stringOf(of), stringOf(argument(1)), stringOf(argument(2))));
        if (e.name == "selectattr" || e.name == "rejectattr") return selected(e, of);
        unknown("the filter '" + e.name + "'");
    }

    Maybe selected(const Expression& e, const Maybe& of) {
        Value out = Value::array();
        if (!of || !of->is_array() || e.parts.size() < 2) unknown("such a selection");
        const std::string name = stringOf(value(*e.parts[1]));
        const std::string how = e.parts.size() > 2 ? stringOf(value(*e.parts[2])) : std::string();
        for (const Value& item : *of) {
            const Maybe found = member(item, name);
            bool fits = how.empty() ? isTrue(found) : found.has_value();
            if (how == "equalto" || how == "==")
                fits = found == value(*e.parts[3]);
            else if (!how.empty() && how != "defined")
                unknown("the test '" + how + "'");
            if (fits == (e.name == "selectattr")) out.push_back(item);
        }
        return out;
    }

    static std::string joined(const Maybe& list, const std::string& between) {
        std::string out;
        if (!list || !list->is_array()) unknown("joining what is no list");
        for (std::size_t i = 0; i < list->size(); ++i) out += (i > 0 ? between : std::string()) + textOf((*list)[i]);
        return out;
    }
    static std::string replaced(std::string text, const std::string& from, const std::string& to) {
        if (from.empty()) unknown("replacing nothing");
        for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
            text.replace(at, from.size(), to);
            if (text.size() > kMostOutput) stop("limit-exceeded", "the chat template makes too long a text");
        }
        return text;
    }

    Maybe call(const Expression& e) {
        const Expression& function = *e.parts[0];
        const auto argument = [&](std::size_t i) { return i + 1 < e.parts.size() ? value(*e.parts[i + 1]) : Maybe(); };
        if (function.kind == Expression::Kind::Name) {
            if (function.name == "raise_exception")
                stop("template-refuses", "the chat template refuses the messages: " + textOf(argument(0)));
            if (function.name == "namespace" || function.name == "dict") {
                Value made = Value::object();
                for (std::size_t i = 0; i < e.keywords.size(); ++i)
                    made[e.keywords[i]] = value(*e.parts[e.parts.size() - e.keywords.size() + i]).value_or(nullptr);
                return made;
            }
            if (function.name == "range") return range(wholeOf(argument(0)), argument(1));
            unknown("the function '" + function.name + "'");
        }
        if (function.kind != Expression::Kind::Attribute) unknown("such a call");
        return methodCall(value(*function.parts[0]), function.name, argument(0), argument(1));
    }

    static Maybe range(std::int64_t first, const Maybe& second) {
        const std::int64_t begin = second ? first : 0, end = second ? wholeOf(second) : first;
        if (end - begin > 100'000) stop("limit-exceeded", "so long a range");
        Value list = Value::array();
        for (std::int64_t i = begin; i < end; ++i) list.push_back(i);
        return list;
    }

    static Maybe methodCall(const Maybe& of, const std::string& name, const Maybe& first, const Maybe& second) {
        if (of && of->is_object()) {
            if (name == "get") {
                const Maybe found = member(of, stringOf(first));
                return found ? found : Maybe(second.value_or(nullptr));
            }
            if (name == "keys" || name == "values" || name == "items") {
                Value list = Value::array();
                for (const auto& [key, item] : of->items())
                    list.push_back(name == "keys" ? Value(key) : name == "values" ? item : Value::array({key, item}));
                return list;
            }
        }
        const std::string& text = stringOf(of);
        const std::string_view chars = first ? std::string_view(stringOf(first)) : kBlanks;
        if (name == "strip") return Value(strip(text, chars, true, true));
        if (name == "lstrip") return Value(strip(text, chars, true, false));
        if (name == "rstrip") return Value(strip(text, chars, false, true));
        if (name == "startswith") return Value(text.starts_with(stringOf(first)));
        if (name == "endswith") return Value(text.ends_with(stringOf(first)));
        if (name == "upper" || name == "lower") return Value(cased(text, name == "upper"));
        if (name == "title" || name == "capitalize")
            return Value(text.empty() ? text : cased(text.substr(0, 1), true) + cased(text.substr(1), false));
        if (name == "replace") return Value(replaced(text, stringOf(first), stringOf(second)));
        if (name == "split") return split(text, stringOf(first));
        if (name == "join") return Value(joined(first, text));
        unknown("the method '" + name + "'");
    }

    static Maybe split(const std::string& text, const std::string& by) {
        Value list = Value::array();
        if (by.empty()) unknown("splitting by nothing");
        std::size_t from = 0;
        for (auto at = text.find(by); at != std::string::npos; at = text.find(by, from)) {
            list.push_back(text.substr(from, at - from));
            from = at + by.size();
        }
        list.push_back(text.substr(from));
        return list;
    }

    const JobContext& m_job;
    std::vector<std::map<std::string, Maybe>> m_scopes{1};
    std::string m_out;
    std::size_t m_steps = 0;
};

}  // namespace

ChatTemplate::ChatTemplate() = default;
ChatTemplate::~ChatTemplate() = default;

Result<std::shared_ptr<const ChatTemplate>> ChatTemplate::parse(std::string_view text, TemplateBlanks blanks) {
    if (text.ends_with('\n')) text.remove_suffix(1);  // as Python's Jinja does
    auto top = parseTemplate(text, blanks);
    if (!top) return top.failure();
    std::shared_ptr<ChatTemplate> made(new ChatTemplate);
    made->m_top = *std::move(top);
    return std::shared_ptr<const ChatTemplate>(std::move(made));
}

Result<std::string> ChatTemplate::render(const nlohmann::ordered_json& variables, const JobContext& job) const {
    try {
        Renderer renderer(variables, job);
        renderer.run(m_top->inner);
        return renderer.take();
    } catch (const Stopped& stopped) {
        return Failure{stopped.error};
    } catch (const nlohmann::json::exception& error) {
        return fail("template-unsupported", error.what());
    }
}

}  // namespace etscope::conversation
