#include "exported/argument_reader.h"

#include "base/limits.h"
#include "base/number_text.h"
#include "base/scalar_type.h"
#include "exported/read_state.h"
#include "exported/value_types.h"

namespace etscope::exported {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::StringId;
using graph::ValueKind;

enum class Element : std::uint8_t {
    Null,
    Name,
    OptionalName,
    Int,
    Float,
    Bool,
    String,
    Symbolic,
    ScalarType,
    MemoryFormat,
    Layout,
    Device,
    Graph,
    Object,
    Operator,
    Complex,
    Map,
    Unknown
};

/// An item of a list while it is read: in a list that grows, then in the model.
constexpr std::uint64_t kItemCost = 3 * sizeof(Argument);
/// Text of a string argument that is kept; a lowered module is recognised by less.
constexpr std::size_t kMaxStringArgument = std::size_t{1} << 16U;
/// Where the backend's name must begin to be read without decoding the module: it is the first member in all known files.
constexpr std::size_t kBackendHead = 4096;

}  // namespace

/// What a union tag holds: lists of lists of elements, `lists` levels deep.
struct ArgumentReader::Form {
    Element element = Element::Unknown;
    int lists = 0;
    ValueKind valueKind = ValueKind::Unknown;
};

namespace {

template <class Form>
consteval auto formTable() {
    using Row = std::pair<std::string_view, Form>;
    constexpr ValueKind kTensor = ValueKind::Tensor;
    return WordTable<Form, 32>({Row{"as_none", {Element::Null, 0}},
                                Row{"as_tensor", {Element::Name, 0, kTensor}},
                                Row{"as_tensors", {Element::Name, 1, kTensor}},
                                Row{"as_nested_tensors", {Element::Name, 2, kTensor}},
                                Row{"as_optional_tensor", {Element::OptionalName, 0, kTensor}},
                                Row{"as_optional_tensors", {Element::OptionalName, 1, kTensor}},
                                Row{"as_int", {Element::Int, 0}},
                                Row{"as_ints", {Element::Int, 1}},
                                Row{"as_int_lists", {Element::Int, 2}},
                                Row{"as_float", {Element::Float, 0}},
                                Row{"as_floats", {Element::Float, 1}},
                                Row{"as_float_lists", {Element::Float, 2}},
                                Row{"as_bool", {Element::Bool, 0}},
                                Row{"as_bools", {Element::Bool, 1}},
                                Row{"as_string", {Element::String, 0}},
                                Row{"as_strings", {Element::String, 1}},
                                Row{"as_sym_int", {Element::Symbolic, 0, ValueKind::SymInt}},
                                Row{"as_sym_ints", {Element::Symbolic, 1, ValueKind::SymInt}},
                                Row{"as_sym_float", {Element::Symbolic, 0, ValueKind::SymFloat}},
                                Row{"as_sym_floats", {Element::Symbolic, 1, ValueKind::SymFloat}},
                                Row{"as_sym_bool", {Element::Symbolic, 0, ValueKind::SymBool}},
                                Row{"as_sym_bools", {Element::Symbolic, 1, ValueKind::SymBool}},
                                Row{"as_token", {Element::Name, 0, ValueKind::Token}},
                                Row{"as_scalar_type", {Element::ScalarType, 0}},
                                Row{"as_memory_format", {Element::MemoryFormat, 0}},
                                Row{"as_layout", {Element::Layout, 0}},
                                Row{"as_device", {Element::Device, 0}},
                                Row{"as_graph", {Element::Graph, 0}},
                                Row{"as_custom_obj", {Element::Object, 0, ValueKind::CustomObject}},
                                Row{"as_operator", {Element::Operator, 0}},
                                Row{"as_complex", {Element::Complex, 0}},
                                Row{"as_string_to_argument", {Element::Map, 0}}},
                               Form{});
}

/// The backend at the start of a lowered module's escaped JSON text; nothing when that is no such text.
std::optional<std::string> backendAtStart(std::string_view raw) {
    constexpr std::string_view kMember = R"(\"backend_id\")";
    if (!raw.starts_with('{')) return std::nullopt;
    raw = raw.substr(0, kBackendHead);
    if (raw.find(kMember) == std::string_view::npos) return std::nullopt;
    std::string start;
    decodeJsonText(raw, start);
    JsonReader json(start);
    std::string backend;
    json.members("backend_id", [&] { backend = json.string().value_or(""); });
    return backend;
}

}  // namespace

ArgumentReader::Outcome ArgumentReader::read(bool graphsAllowed) {
    static constexpr auto kForms = formTable<Form>();
    Outcome outcome;
    int members = 0;
    bool hasNull = false;
    const bool isObject = m_state.json.object([&](std::string_view tag) {
        const Form form = kForms.find(tag);
        const StringId unknown = form.element == Element::Unknown ? m_state.intern(tag) : StringId{};
        if (m_state.json.takeNull()) {  // wide unions name every tag; `"as_none": null` is also this
            hasNull = true;
            return;
        }
        if (++members > 1) {
            if (members == 2) m_state.warn("union-ambiguous", "a union has several members; the first one is shown");
            return m_state.json.skip();
        }
        outcome.valueKind = form.valueKind;
        if (unknown.valid()) {
            setText(outcome.argument, ArgumentKind::Unknown, unknown);
            m_state.json.skip();
            m_state.report(Severity::Note, "argument-tag-unknown", "a kind of argument that is not known");
        } else {
            readForm(form, graphsAllowed, outcome);
        }
    });
    if (!isObject || (members == 0 && !hasNull)) setDamaged(outcome.argument, "an argument is not a union");
    return outcome;
}

void ArgumentReader::readForm(const Form& form, bool graphsAllowed, Outcome& outcome) {
    if (form.element == Element::Graph && !graphsAllowed) {
        m_state.json.skip();
        setDamaged(outcome.argument, "a graph stands where only values can");
    } else if (form.element == Element::Map) {
        readMap(graphsAllowed, outcome);
    } else if (form.element == Element::String && form.lists == 0) {
        readText(outcome);
    } else {
        readList(form, form.lists, outcome.argument);
    }
}

void ArgumentReader::readList(const Form& form, int depth, Argument& into) {
    if (depth == 0) return readElement(form, into);
    std::vector<Argument> items;
    const bool isList = m_state.json.array([&] {
        m_state.spend(kItemCost);
        readList(form, depth - 1, items.emplace_back());
    });
    if (!isList) return setDamaged(into, "a list argument is not a list");
    into.kind = ArgumentKind::List;
    into.items = m_state.builder.addListItems(items);
}

void ArgumentReader::readElement(const Form& form, Argument& into) {
    switch (form.element) {
        case Element::Null: m_state.json.skip(); break;
        case Element::Name: setText(into, ArgumentKind::UnresolvedName, readName()); break;
        case Element::OptionalName: readOptional(into); break;
        case Element::Int: readNumber(false, into); break;
        case Element::Float: readNumber(true, into); break;
        case Element::Bool:
            if (const auto value = m_state.json.boolean())
                into.kind = ArgumentKind::Bool, into.integer = *value ? 1 : 0;
            else
                setDamaged(into, "a bool argument is none");
            break;
        case Element::String: setText(into, ArgumentKind::String, m_state.internString()); break;
        case Element::Symbolic: readSymbolic(into); break;
        case Element::ScalarType:
        case Element::MemoryFormat:
        case Element::Layout: readCode(form, into); break;
        case Element::Device: setText(into, ArgumentKind::Device, readDevice(m_state)); break;
        case Element::Graph: readGraph(into); break;
        case Element::Object: setText(into, ArgumentKind::Object, readName()); break;
        case Element::Operator: setText(into, ArgumentKind::Operator, m_state.internString()); break;
        case Element::Complex: readComplex(into); break;
        case Element::Map:
        case Element::Unknown: m_state.json.skip(); break;
    }
}

void ArgumentReader::setText(Argument& into, ArgumentKind kind, StringId text) {
    if (!text.valid()) return setDamaged(into, "an argument lacks its text");
    into.kind = kind;
    into.id = text.index();
}

void ArgumentReader::setDamaged(Argument& into, const char* what) {
    m_state.warn("argument-damaged", what);
    into.kind = ArgumentKind::Unknown;
    into.id = m_state.intern("?").index();
}

StringId ArgumentReader::readName() {
    StringId name;
    m_state.json.members("name", [&] { name = m_state.internString(); });
    return name;
}

void ArgumentReader::readNumber(bool asFloat, Argument& into) {
    const JsonReader::Kind kind = m_state.json.peek();
    if (kind == JsonReader::Kind::True || kind == JsonReader::Kind::False) {  // upstream tests int before bool
        into.kind = ArgumentKind::Bool;
        into.integer = m_state.json.boolean().value_or(false) ? 1 : 0;
        return;
    }
    const auto number = m_state.json.number();
    if (!number) return setDamaged(into, "a number argument is none");
    if (asFloat || number->kind == JsonNumber::Kind::Float) {
        into.kind = ArgumentKind::Float;
        into.number = number->real;
    } else if (number->kind == JsonNumber::Kind::Int) {
        into.kind = ArgumentKind::Int;
        into.integer = number->integer;
    } else {
        setText(into, ArgumentKind::Number, m_state.intern(number->text));
    }
}

void ArgumentReader::readCode(const Form& form, Argument& into) {
    const auto code = m_state.json.integer();
    if (!code) return setDamaged(into, "an enumeration argument is not a number");
    if (form.element == Element::ScalarType) {
        const auto type = scalarTypeFromProgramJson(*code);
        into.kind = ArgumentKind::DType;
        into.integer = type ? static_cast<std::int64_t>(*type) : -1 - *code;
    } else if (form.element == Element::Layout) {
        setText(into, ArgumentKind::Layout, m_state.intern(layoutName(*code)));
    } else {
        setText(into, ArgumentKind::MemoryFormat, m_state.intern(memoryFormatName(*code)));
    }
}

/// {"as_name": …}, a literal, or an expression.
void ArgumentReader::readSymbolic(Argument& into) {
    bool found = false;
    m_state.json.object([&](std::string_view key) {
        const bool isName = key == "as_name";
        const bool isFloat = key == "as_float";
        const bool isExpression = key == "as_expr";
        const bool known = isName || isFloat || isExpression || key == "as_int" || key == "as_bool";
        if (m_state.json.takeNull()) return;
        if (!known || found) return m_state.json.skip();
        found = true;
        if (isName)
            setText(into, ArgumentKind::UnresolvedName, m_state.internString());
        else if (isExpression)
            found = readExpression(into);
        else
            readNumber(isFloat, into);
    });
    if (!found) setDamaged(into, "a symbolic argument has neither a name nor a value");
}

/// {"expr_str": …, "hint": …}; hints are of the inputs that the model was exported with.
bool ArgumentReader::readExpression(Argument& into) {
    bool found = false;
    m_state.json.members("expr_str", [&] {
        const auto text = m_state.json.string();
        if (text) setText(into, ArgumentKind::Symbol, m_state.intern(plainExpression(*text)));
        found = found || text;
    });
    return found;
}

/// {"as_tensor": {"name": …}} or {"as_none": …}.
void ArgumentReader::readOptional(Argument& into) {
    const bool isObject = m_state.json.object([&](std::string_view key) {
        const bool isTensor = key == "as_tensor";
        if (m_state.json.takeNull()) return;
        if (isTensor)
            setText(into, ArgumentKind::UnresolvedName, readName());
        else
            m_state.json.skip();
    });
    if (!isObject) setDamaged(into, "an optional tensor is not an object");
}

/// As Python prints it: (1+2j), (0.5-infj).
void ArgumentReader::readComplex(Argument& into) {
    std::string parts[2] = {"0", "0"};
    m_state.json.object([&](std::string_view key) {
        const std::size_t part = key == "imag" ? 1 : 0;
        const bool known = part == 1 || key == "real";
        if (!known) return m_state.json.skip();
        if (const auto number = m_state.json.number()) parts[part] = shortest(number->real);
    });
    const bool hasSign = parts[1].starts_with('-');
    setText(into, ArgumentKind::Number, m_state.intern("(" + parts[0] + (hasSign ? "" : "+") + parts[1] + "j)"));
}

void ArgumentReader::readGraph(Argument& into) {
    StringId name;
    graph::GraphId id;
    m_state.json.object([&](std::string_view key) {
        if (key == "name")
            name = m_state.internString();
        else if (key == "graph" && !id.valid())
            id = m_readGraph();
        else
            m_state.json.skip();
    });
    if (!id.valid()) return setDamaged(into, "a graph argument has no graph that can be shown");
    m_state.builder.graph(id).name = name.valid() ? name : m_state.intern("graph");
    into.kind = ArgumentKind::Graph;
    into.id = id.index();
}

/// A dictionary of arguments: a list whose items carry names.
void ArgumentReader::readMap(bool graphsAllowed, Outcome& outcome) {
    if (m_depth >= limits::kMaxGraphDepth) {
        m_state.json.skip();
        return setDamaged(outcome.argument, "arguments nest too deep");
    }
    ++m_depth;
    std::vector<Argument> items;
    const bool isObject = m_state.json.object([&](std::string_view key) {
        m_state.spend(kItemCost);
        const StringId name = m_state.intern(key);
        items.push_back(read(graphsAllowed).argument);
        items.back().name = name;
    });
    --m_depth;
    if (!isObject) return setDamaged(outcome.argument, "a dictionary argument is not an object");
    outcome.argument.kind = ArgumentKind::List;
    outcome.argument.items = m_state.builder.addListItems(items);
}

void ArgumentReader::readText(Outcome& outcome) {
    const auto text = m_state.json.text(kMaxStringArgument);
    if (!text) return setDamaged(outcome.argument, "a string argument is not a string");
    if (const auto backend = backendAtStart(text->head)) {
        outcome.lowered = LoweredText{text->slice, backend->empty() ? StringId{} : m_state.intern(*backend)};
        return;
    }
    setText(outcome.argument, ArgumentKind::String, m_state.intern(m_state.json.decoded(*text)));
}

}  // namespace etscope::exported
