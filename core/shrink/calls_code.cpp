#include "shrink/calls_code.h"

#include <algorithm>
#include <array>

#include "base/escaped.h"
#include "base/number_text.h"
#include "base/text.h"
#include "evaluate/operator_table.h"
#include "shrink/code_text.h"

namespace etscope::shrink {
namespace {

using graph::Argument;
using graph::ArgumentKind;

Failure noCode(const std::string& what, std::string_view of) { return fail("shrink-no-code", what, escaped(of)); }

/// Operators that passes put in place of others, as a model calls them.
struct Spelling {
    std::string_view target, written;
};
constexpr Spelling kSpellings[] = {{"dim_order_ops._to_dim_order_copy.default", "aten._to_copy.default"},
                                   {"dim_order_ops._clone_dim_order.default", "aten.clone.default"},
                                   {"dim_order_ops._empty_dim_order.default", "aten.empty.memory_format"}};

struct Library {
    std::string_view nameSpace;
    const char* module;
};
constexpr Library kLibraries[] = {{"quantized_decomposed", "torch.ao.quantization.fx._decomposed"},
                                  {"torchao", "torchao"},
                                  {"llama", "executorch.extension.llm.custom_ops.custom_ops"}};

/// Where the program runs says nothing about it.
constexpr std::array<std::string_view, 3> kPlaces{"device", "layout", "pin_memory"};

/// Operators of which integers in lists are sizes of what they give.
constexpr std::array<std::string_view, 16> kSized{
    "view_copy", "view", "reshape",   "expand_copy",       "expand",       "full",        "empty",      "zeros",
    "ones",      "rand", "new_zeros", "native_layer_norm", "_unsafe_view", "repeat_like", "layer_norm", "rms_norm"};

/// What graphs call of Python itself: arithmetic of sizes.
constexpr std::array<std::string_view, 16> kNumberFunctions{
    "_operator.add", "_operator.sub", "_operator.mul", "_operator.floordiv", "_operator.truediv", "_operator.mod",
    "_operator.neg", "_operator.pow", "_operator.eq",  "_operator.ne",       "_operator.lt",      "_operator.le",
    "_operator.gt",  "_operator.ge",  "math.ceil",     "math.floor"};

bool isNumberFunction(std::string_view name) { return std::ranges::find(kNumberFunctions, name) != kNumberFunctions.end(); }

std::vector<std::string_view> partsOf(std::string_view name) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto dot = name.find('.');
        parts.push_back(name.substr(0, dot));
        if (dot == std::string_view::npos) return parts;
        name.remove_prefix(dot + 1);
    }
}

bool namesSizes(std::string_view target) {
    std::string_view name = evaluate::shortTarget(target);
    name.remove_prefix(std::min(name.size(), name.find('.') + 1));
    return std::ranges::find(kSized, name.substr(0, name.find('.'))) != kSized.end();
}

/// "linear" of "aten.linear.default".
std::string_view verbOf(std::string_view target) {
    std::string_view name = evaluate::shortTarget(target);
    name.remove_prefix(std::min(name.size(), name.find('.') + 1));
    return name.substr(0, name.find('.'));
}

/// The memory format of an order of dimensions; empty: none is told.
std::string_view formatOf(const std::vector<std::int64_t>& order) {
    static const std::vector<std::int64_t> kLast2d{0, 2, 3, 1}, kLast3d{0, 2, 3, 4, 1};
    if (order == kLast2d) return "torch.channels_last";
    return order == kLast3d ? "torch.channels_last_3d" : "";
}

}  // namespace

Result<std::string> CallsCode::name(graph::ValueId value) const {
    if (const auto found = m_names.find(value); found != m_names.end()) return found->second;
    const auto number = m_sketch.numbers.find(value);
    if (number == m_sketch.numbers.end()) return noCode("it is not known what gives a value", m_model.valuePath(value));
    if (const auto* integer = std::get_if<std::int64_t>(&number->second.base())) return std::to_string(*integer);
    if (const auto* flag = std::get_if<bool>(&number->second.base())) return std::string(*flag ? "True" : "False");
    if (const auto* real = std::get_if<double>(&number->second.base())) return numberText(*real);
    return noCode("a value is no number", m_model.valuePath(value));
}

Result<void> CallsCode::add(const std::vector<graph::NodeId>& nodes, const std::string& indent) {
    for (const graph::NodeId node : nodes)
        if (auto added = addNode(node, indent); !added) return added;
    return {};
}

CallsCode::CallsCode(const Sketch& sketch, std::set<std::string> taken)
    : m_sketch(sketch), m_model(*sketch.graph), m_taken(std::move(taken)) {
    use(sketch.nodes);
    m_used.insert(sketch.outputs.begin(), sketch.outputs.end());
    for (const Write& write : sketch.writes) m_used.insert(write.value);
}

void CallsCode::use(const std::vector<graph::NodeId>& nodes) {
    for (const graph::NodeId node : nodes)
        for (const Argument& argument : m_model.arguments(m_model.node(node))) use(argument);
}

void CallsCode::use(const Argument& argument) {
    if (argument.kind == ArgumentKind::Value) m_used.insert(argument.value());
    if (argument.kind == ArgumentKind::List)
        for (const Argument& item : m_model.listItems(argument)) use(item);
    if (argument.kind != ArgumentKind::Graph) return;
    const graph::Graph& body = m_model.graph(argument.graph());
    use(body.nodes);
    for (const graph::GraphOutput& output : body.outputs) use(output.argument);
}

bool CallsCode::onlyFirst(const graph::Node& node) const {
    bool isFirst = true;
    for (const graph::OutputSlot& slot : m_model.outputs(node))
        for (const graph::ValueId value : m_model.values(slot)) {
            if (!isFirst && m_used.contains(value)) return false;
            isFirst = false;
        }
    return true;
}

Result<void> CallsCode::addNode(graph::NodeId id, const std::string& indent) {
    const graph::Node& node = m_model.node(id);
    if (const auto passed = m_sketch.passed.find(id); passed != m_sketch.passed.end()) return pass(node, passed->second);
    if (node.delegate >= 0) return noCode("a call of a delegate has no code", m_model.nodePath(id));
    auto made = call(node, indent);
    if (!made) return made.failure();
    constexpr std::size_t kColumns = 110;
    std::string line = indent + targetsText(node, made->single) + made->callee + "(", arguments;
    for (const Word& word : made->words)
        arguments += (arguments.empty() ? "" : ", ") + (word.named ? word.name + "=" : "") + word.text;
    if (line.size() + arguments.size() < kColumns) {
        m_lines.push_back(line + arguments + ")");
        return {};
    }
    m_lines.push_back(line);
    m_lines.push_back(indent + "    " + arguments + ")");
    return {};
}

/// What the node would give is called as what stands for it.
Result<void> CallsCode::pass(const graph::Node& node, graph::ValueId by) {
    auto stands = name(by);
    if (!stands) return stands.failure();
    for (const graph::OutputSlot& slot : m_model.outputs(node))
        for (const graph::ValueId value : m_model.values(slot)) setName(value, *stands);
    return {};
}

std::string CallsCode::targetsText(const graph::Node& node, bool single) {
    const auto slots = m_model.outputs(node);
    std::string text;
    const std::string verb(verbOf(m_model.text(node.target)));
    const auto named = [&](graph::ValueId value) {
        if (!m_used.contains(value)) return std::string("_");
        const std::string name = freeName(verb, m_taken);
        setName(value, name);
        return name;
    };
    for (const graph::OutputSlot& slot : slots) {
        const auto values = m_model.values(slot);
        std::string part;
        for (const graph::ValueId value : values) part += (part.empty() ? "" : ", ") + named(value);
        if (single) return part + " = ";
        if (slot.kind == graph::ValueKind::List && values.size() == 1) part += ",";
        if (slot.kind == graph::ValueKind::List && slots.size() > 1) part = "(" + part + ")";
        if (values.empty()) part = "_";
        text += (text.empty() ? "" : ", ") + part;
    }
    // A body of control flow gives a tuple, of one value too.
    const bool isTuple = slots.size() == 1 && slots.front().kind != graph::ValueKind::List &&
                         m_model.text(node.target).find("higher_order.") != std::string_view::npos;
    return text.empty() ? "" : text + (isTuple ? ", = " : " = ");
}

Result<std::string> CallsCode::callee(std::string_view target) {
    std::string_view name = evaluate::shortTarget(target);
    for (const Spelling& one : kSpellings)
        if (one.target == name) name = one.written;
    const std::vector<std::string_view> parts = partsOf(name);
    const std::string_view space = parts.front();
    const bool isNamed = std::ranges::all_of(parts, isWord) && parts.size() == (space == "higher_order" ? 2U : 3U);
    if (isNumberFunction(name)) {
        m_imports.insert(std::string(space));
        return std::string(name);
    }
    if (!isNamed) return noCode("an operator has no name of PyTorch", target);
    for (const Library& library : kLibraries)
        if (space == library.nameSpace) m_imports.insert(library.module);
    return (space == "aten" ? "" : "torch.ops.") + std::string(name);
}

Result<CallsCode::Call> CallsCode::call(const graph::Node& node, const std::string& indent) {
    const std::string_view target = m_model.text(node.target);
    auto name = callee(target);
    if (!name) return name.failure();
    auto made = words(node, indent);
    if (!made) return made.failure();
    if (isNumberFunction(*name))  // functions of Python take no names
        for (Word& one : *made) one.named = false;
    std::string_view written = evaluate::shortTarget(target);
    if (m_sketch.plain)
        if (auto plain = plainCall(written, *made, onlyFirst(node)))
            return Call{std::move(plain->callee), std::move(plain->words), plain->single};
    m_usesAten = m_usesAten || name->starts_with("aten.");
    return Call{*std::move(name), *std::move(made), false};
}

Result<std::vector<Word>> CallsCode::words(const graph::Node& node, const std::string& indent) {
    std::vector<Word> made;
    bool byName = false;
    for (const Argument& argument : m_model.arguments(node)) {
        auto one = word(node, argument, indent);
        if (!one) return one.failure();
        byName = byName || argument.positional == 0 || (argument.positional < 0 && !made.empty());
        if (!*one) continue;
        (*one)->named = ((*one)->named || byName) && !(*one)->name.empty();
        byName = byName || (*one)->name == "memory_format";
        made.push_back(**std::move(one));
    }
    return made;
}

Result<std::optional<Word>> CallsCode::word(const graph::Node& node, const Argument& argument, const std::string& indent) {
    const std::string_view name = m_model.text(argument.name);
    if (std::ranges::find(kPlaces, name) != kPlaces.end()) return std::optional<Word>();
    if (!name.empty() && !isWord(name)) return noCode("an argument has no name of Python", name);
    if (name == "dim_order" || argument.kind == ArgumentKind::MemoryFormat) return formatWord(argument);
    auto value = sizeText(node, argument);
    if (!value) return value.failure();
    if (value->empty()) value = argumentText(argument, indent, namesSizes(m_model.text(node.target)));
    if (!value) return value.failure();
    return std::optional(Word{std::string(name), *std::move(value), false});
}

Result<std::optional<Word>> CallsCode::formatWord(const Argument& argument) const {
    std::vector<std::int64_t> order;
    if (argument.kind == ArgumentKind::List)
        for (const Argument& item : m_model.listItems(argument)) order.push_back(item.integer);
    const std::string_view stated = argument.kind == ArgumentKind::MemoryFormat ? m_model.text(argument.text()) : "";
    const std::string format =
        stated.empty() ? std::string(formatOf(order)) : "torch." + std::string(stated.substr(stated.rfind('.') + 1));
    if (format.empty()) return std::optional<Word>();
    if (!isWord(std::string_view(format).substr(6))) return noCode("a memory format has no name of PyTorch", format);
    return std::optional(Word{"memory_format", format, true});
}

Result<std::string> CallsCode::sizeText(const graph::Node& node, const Argument& argument) {
    const auto arguments = m_model.arguments(node);
    const bool isOfTensor = !m_sketch.sizes.empty() && !arguments.empty() && arguments.front().kind == ArgumentKind::Value;
    if (!isOfTensor) return std::string();
    const std::string_view verb = verbOf(m_model.text(node.target)), label = m_model.text(argument.name);
    auto from = name(arguments.front().value());
    if (!from) return from;
    if (verb == "native_group_norm") {
        if (label == "N") return *from + ".shape[0]";
        if (label == "C") return *from + ".shape[1]";
        return label == "HxW" ? *from + ".shape[2:].numel()" : std::string();
    }
    const bool isView = verb == "view_copy" || verb == "view" || verb == "reshape" || verb == "_unsafe_view";
    if (!isView || argument.kind != ArgumentKind::List) return std::string();
    const auto sizes = m_model.dims(m_model.meta(m_model.value(arguments.front().value()).meta).sizes);
    std::string text;
    bool isOpen = true;
    for (const Argument& item : m_model.listItems(argument)) {
        const bool isKnown = item.kind != ArgumentKind::Int || m_sketch.sizes.contains(item.integer) || item.integer == 1 ||
                             std::ranges::find(sizes, item.integer, &graph::Dim::value) != sizes.end();
        auto part = isKnown || !isOpen ? argumentText(item, {}, true) : Result<std::string>(std::string("-1"));
        if (!part) return part;
        isOpen = isOpen && *part != "-1";
        text += (text.empty() ? "" : ", ") + *part;
    }
    return "[" + text + "]";
}

Result<std::string> CallsCode::listText(const Argument& list, const std::string& indent, bool isSize) {
    std::string text;
    for (const Argument& item : m_model.listItems(list)) {
        auto part = argumentText(item, indent, isSize);
        if (!part) return part;
        text += (text.empty() ? "" : ", ") + *part;
    }
    return "[" + text + "]";
}

Result<std::string> CallsCode::argumentText(const Argument& argument, const std::string& indent, bool isSize) {
    switch (argument.kind) {
        case ArgumentKind::None: return std::string("None");
        case ArgumentKind::Value: return name(argument.value());
        case ArgumentKind::Int: {
            const auto other = m_sketch.sizes.find(argument.integer);
            return std::to_string(isSize && other != m_sketch.sizes.end() ? other->second : argument.integer);
        }
        case ArgumentKind::Float: return numberText(argument.number);
        case ArgumentKind::Bool: return std::string(argument.integer != 0 ? "True" : "False");
        case ArgumentKind::String: return pythonText(m_model.text(argument.text()));
        case ArgumentKind::List: return listText(argument, indent, isSize);
        case ArgumentKind::DType: {
            const std::string type = torchType(static_cast<ScalarType>(argument.integer));
            return type.empty() ? Result<std::string>(noCode("a type has no name of PyTorch", "")) : type;
        }
        case ArgumentKind::Symbol:
        case ArgumentKind::Number: {
            const std::string_view text = m_model.text(argument.text());
            if (parseInt(text)) return std::string(text);
            return noCode("a size is an expression that nothing computes here", text);
        }
        case ArgumentKind::Graph: {
            const std::string function = freeName(m_model.text(m_model.graph(argument.graph()).name), m_taken);
            auto added = addBody(argument.graph(), function, indent);
            return added ? Result<std::string>(function) : added.failure();
        }
        default: return noCode("an argument has no form in code", m_model.text(argument.name));
    }
}

Result<void> CallsCode::addBody(graph::GraphId body, const std::string& function, const std::string& indent) {
    const graph::Graph& graph = m_model.graph(body);
    std::string parameters;
    if (!m_lines.empty() && !m_lines.back().empty()) m_lines.emplace_back();
    for (const graph::GraphInput& input : graph.inputs) {
        const std::string name = freeName(m_model.text(input.id), m_taken);
        if (input.value.valid()) setName(input.value, name);
        parameters += (parameters.empty() ? "" : ", ") + name;
    }
    m_lines.push_back(indent + "def " + function + "(" + parameters + "):");
    if (auto added = add(graph.nodes, indent + "    "); !added) return added;
    std::string results;
    for (const graph::GraphOutput& output : graph.outputs) {
        auto part = argumentText(output.argument, indent, false);
        if (!part) return part.failure();
        results += (results.empty() ? "" : " ") + *part + ",";
    }
    m_lines.push_back(indent + "    return (" + results + ")");
    m_lines.emplace_back();
    return {};
}

}  // namespace etscope::shrink
