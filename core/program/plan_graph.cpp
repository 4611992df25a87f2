#include "program/plan_graph.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace etscope::program {
namespace {

using graph::Argument;
using graph::ArgumentKind;
using graph::GraphBuilder;
using graph::GraphId;
using graph::NodeId;
using graph::ValueId;

/// Items of lists of lists that are followed; the format has no deeper ones.
constexpr int kListDepth = 2;

/// Chain and instruction.
using Place = std::pair<std::uint32_t, std::uint32_t>;

class PlanGraph {
public:
    explicit PlanGraph(const ExecutionPlan& plan)
        : m_plan(plan), m_calls(plan), m_current(plan.values.size()), m_views(plan.values.size()) {}

    std::shared_ptr<const graph::GraphModel> build() {
        m_top = m_builder.addGraph({});
        for (std::size_t i = 0; i < m_plan.inputs.size(); ++i) addInput(m_plan.inputs[i]);
        for (const Chain& chain : m_plan.chains) findJumps(chain);
        for (std::uint32_t c = 0; c < m_plan.chains.size(); ++c)
            for (std::uint32_t i = 0; i < m_plan.chains[c].instructions.size(); ++i) addInstruction(c, i);
        for (const ValueIndex output : m_plan.outputs)
            m_builder.graph(m_top).outputs.emplace_back().argument = argument(output, {}, 0);
        if (!m_texts.empty()) {
            std::vector<std::byte> bytes(m_texts.size());
            std::transform(m_texts.begin(), m_texts.end(), bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
            m_builder.setDocument(ByteRange::whole(Source::fromBytes(std::move(bytes), "stack traces of " + m_plan.name)));
        }
        return m_builder.finish();
    }

private:
    static std::string idOf(ValueIndex index) { return "v" + std::to_string(index); }

    graph::MetaId metaOf(const TensorInfo& tensor) {
        graph::TensorMeta meta;
        meta.type = tensor.scalarType;
        meta.typeCode = static_cast<std::int64_t>(tensor.scalarType);
        const auto dims = [](const auto& numbers) {
            std::vector<graph::Dim> list;
            for (const auto number : numbers) list.push_back({number, {}, true});
            return list;
        };
        return m_builder.internMeta(meta, dims(tensor.sizes), dims(tensor.strides().value_or(std::vector<std::int64_t>{})));
    }

    ValueId addValue(ValueIndex index, NodeId producer, std::uint32_t output, std::int32_t element = -1) {
        const ValueId id = describeValue(index, producer, output, element);
        if (m_plan.value(index) != nullptr) m_current[static_cast<std::size_t>(index)] = id;
        return id;
    }

    ValueId describeValue(ValueIndex index, NodeId producer, std::uint32_t output, std::int32_t element) {
        graph::Value value;
        value.id = m_builder.intern(idOf(index));
        value.graph = m_top;
        value.producer = producer;
        value.output = output;
        value.element = element;
        const Value* known = m_plan.value(index);
        if (const TensorInfo* tensor = m_plan.tensor(index)) {
            value.kind = graph::ValueKind::Tensor;
            value.meta = metaOf(*tensor);
        } else if (known != nullptr && std::holds_alternative<std::int64_t>(*known)) {
            value.kind = graph::ValueKind::SymInt;
        } else if (known != nullptr && std::holds_alternative<bool>(*known)) {
            value.kind = graph::ValueKind::SymBool;
        } else if (known != nullptr && std::holds_alternative<double>(*known)) {
            value.kind = graph::ValueKind::SymFloat;
        } else if (known != nullptr && (std::holds_alternative<TensorList>(*known) || std::holds_alternative<IntList>(*known))) {
            value.kind = graph::ValueKind::List;
        }
        return m_builder.addValue(value);
    }

    void addInput(ValueIndex index) {
        graph::GraphInput input;
        input.value = addValue(index, {}, static_cast<std::uint32_t>(m_builder.graph(m_top).inputs.size()));
        input.id = m_builder.intern(idOf(index));
        m_builder.graph(m_top).inputs.push_back(input);
    }

    /// A tensor that nothing has made yet: a constant, or state that lives from run to run.
    void addHeld(ValueIndex index, const TensorInfo& tensor) {
        graph::GraphInput input;
        input.value = addValue(index, {}, 0);
        const TensorKind kind = tensor.kind();
        const bool constant = kind == TensorKind::Constant || kind == TensorKind::ExternalConstant;
        input.kind = constant ? graph::InputKind::ProgramConstant : graph::InputKind::ProgramState;
        input.id = m_builder.intern(idOf(index));
        if (!tensor.name().empty()) input.target = m_builder.intern(tensor.name());
        m_builder.graph(m_top).inputs.push_back(input);
    }

    static Argument named(Argument argument, graph::StringId name) {
        argument.name = name;
        return argument;
    }

    Argument literal(ArgumentKind kind, std::int64_t integer, graph::StringId name) const {
        return named(Argument(kind, integer), name);
    }

    Argument textArgument(ArgumentKind kind, std::string_view text, graph::StringId name) {
        return named(Argument(kind, m_builder.intern(text).index()), name);
    }

    template <class Items, class Make>
    Argument list(const Items& items, graph::StringId name, Make&& make) {
        std::vector<Argument> made;
        for (const auto& item : items) made.push_back(make(item));
        return named(Argument(m_builder.addListItems(made)), name);
    }

    Argument reference(ValueId id, graph::StringId name) const { return named(Argument(id), name); }

    /// The value as an argument: what an instruction made, or the method is given, by name; everything else as it is.
    Argument argument(ValueIndex index, graph::StringId name, int depth) {
        const Value* value = m_plan.value(index);
        if (value == nullptr)
            return index == -1 ? literal(ArgumentKind::None, 0, name)
                               : textArgument(ArgumentKind::UnresolvedName, idOf(index), name);
        if (const ValueId known = m_current[static_cast<std::size_t>(index)]; known.valid()) return reference(known, name);
        if (const ValueId seen = view(index); seen.valid()) return reference(seen, name);
        if (const TensorInfo* tensor = m_plan.tensor(index)) {
            addHeld(index, *tensor);
            return reference(m_current[static_cast<std::size_t>(index)], name);
        }
        return literalOf(*value, index, name, depth);
    }

    /// A value that nobody made and that lies where another one was made: a further result of its maker, of its own shape. Invalid:
    /// there is none.
    ValueId view(ValueIndex index) {
        const auto holder = m_calls.writers().holding(index);
        const ValueId held = holder ? m_current[static_cast<std::size_t>(*holder)] : ValueId();
        if (!held.valid()) return {};
        const graph::Value maker = m_builder.value(held);
        if (!maker.producer.valid()) return held;  // an input of the method
        View& seen = m_views[static_cast<std::size_t>(index)];
        if (seen.of != held) seen = {held, describeValue(index, maker.producer, maker.output, maker.element)};
        return seen.view;
    }

    Argument literalOf(const Value& value, ValueIndex index, graph::StringId name, int depth) {
        const auto values = [&](const std::vector<ValueIndex>& items) {
            return list(items, name, [&](ValueIndex item) { return argument(item, {}, depth + 1); });
        };
        if (std::holds_alternative<NoneValue>(value)) return literal(ArgumentKind::None, 0, name);
        if (const auto* integer = std::get_if<std::int64_t>(&value)) return literal(ArgumentKind::Int, *integer, name);
        if (const auto* flag = std::get_if<bool>(&value)) return literal(ArgumentKind::Bool, *flag ? 1 : 0, name);
        if (const auto* real = std::get_if<double>(&value)) return realArgument(*real, name);
        if (const auto* text = std::get_if<std::string>(&value)) return textArgument(ArgumentKind::String, *text, name);
        if (depth >= kListDepth) return textArgument(ArgumentKind::Unknown, idOf(index), name);
        if (const auto* ints = std::get_if<IntList>(&value))
            return list(ints->items, name, [&](std::int64_t item) { return argument(narrow(item), {}, depth + 1); });
        if (const auto* reals = std::get_if<DoubleList>(&value))
            return list(reals->items, name, [&](double item) { return realArgument(item, {}); });
        if (const auto* flags = std::get_if<BoolList>(&value))
            return list(flags->items, name, [&](std::uint8_t item) { return literal(ArgumentKind::Bool, item != 0 ? 1 : 0, {}); });
        if (const auto* tensors = std::get_if<TensorList>(&value)) return values(tensors->items);
        if (const auto* tensors = std::get_if<OptionalTensorList>(&value)) return values(tensors->items);
        return textArgument(ArgumentKind::Unknown, idOf(index), name);
    }

    static ValueIndex narrow(std::int64_t index) {
        const bool fits = index >= 0 && index <= std::numeric_limits<ValueIndex>::max();
        return fits ? static_cast<ValueIndex>(index) : std::numeric_limits<ValueIndex>::max();
    }

    Argument realArgument(double real, graph::StringId name) const { return named(Argument(real), name); }

    /// A jump makes a token that the instruction it leads to takes.
    void findJumps(const Chain& chain) {
        const auto number = static_cast<std::uint32_t>(&chain - m_plan.chains.data());
        for (std::uint32_t i = 0; i < chain.instructions.size(); ++i) {
            const auto* jump = std::get_if<JumpFalseCall>(&chain.instructions[i]);
            if (jump == nullptr || jump->destination < 0) continue;
            graph::Value token;
            token.id = m_builder.intern("jump_" + std::to_string(number) + "_" + std::to_string(i));
            token.kind = graph::ValueKind::Token;
            token.graph = m_top;
            const ValueId id = m_builder.addValue(token);
            m_tokenOf.emplace(Place{number, i}, id);
            m_tokensAt[{number, static_cast<std::uint32_t>(jump->destination)}].push_back(id);
        }
    }

    void addInstruction(std::uint32_t chain, std::uint32_t number) {
        const PlanCall call = m_calls.read(m_plan.chains[chain].instructions[number]);
        graph::Node node;
        node.id = m_builder.intern(std::to_string(chain) + "/" + std::to_string(number));
        node.target = m_builder.intern(call.target);
        node.graph = m_top;
        node.arguments = m_builder.addArguments(argumentsOf(call, {chain, number}));
        node.stackTrace = stackTrace(m_plan.chains[chain], number);
        const NodeId id = m_builder.addNode(node);
        std::vector<graph::OutputSlot> slots;
        for (const ValueIndex made : call.makes) slots.push_back(result(made, id, static_cast<std::uint32_t>(slots.size())));
        if (const auto token = m_tokenOf.find({chain, number}); token != m_tokenOf.end()) {
            m_builder.value(token->second).producer = id;
            slots.push_back({graph::ValueKind::Token, m_builder.addOutputValues(std::span(&token->second, 1))});
        }
        m_builder.node(id).outputs = m_builder.addOutputs(slots);
        m_calls.finish(call);
        addDelegate(call, id);
    }

    std::vector<Argument> argumentsOf(const PlanCall& call, const Place& place) {
        std::vector<Argument> arguments;
        for (std::size_t i = 0; i < call.takes.size(); ++i) {
            const std::string name = i < call.names.size() ? std::string(call.names[i]) : "arg" + std::to_string(i);
            arguments.push_back(argument(call.takes[i], m_builder.intern(name), 0));
        }
        if (call.destination) arguments.push_back(literal(ArgumentKind::Int, *call.destination, m_builder.intern("destination")));
        if (const auto tokens = m_tokensAt.find(place); tokens != m_tokensAt.end())
            for (const ValueId token : tokens->second) arguments.push_back(reference(token, m_builder.intern("from_jump")));
        return arguments;
    }

    /// A list of tensors is as many results.
    graph::OutputSlot result(ValueIndex made, NodeId maker, std::uint32_t slot) {
        const std::vector<ValueIndex>* items = m_plan.tensorItems(made);
        if (items == nullptr) {
            const ValueId value = addValue(made, maker, slot);
            return {m_builder.value(value).kind, m_builder.addOutputValues(std::span(&value, 1))};
        }
        std::vector<ValueId> values;
        for (const ValueIndex item : *items)
            if (m_plan.value(item) != nullptr)
                values.push_back(addValue(item, maker, slot, static_cast<std::int32_t>(values.size())));
        return {graph::ValueKind::List, m_builder.addOutputValues(values)};
    }

    void addDelegate(const PlanCall& call, NodeId node) {
        if (call.delegate < 0 || static_cast<std::size_t>(call.delegate) >= m_plan.delegates.size()) return;
        m_builder.node(node).delegate = static_cast<std::int32_t>(
            m_builder.addDelegate({node,
                                   m_builder.intern("delegate " + std::to_string(call.delegate)),
                                   m_builder.intern(m_plan.delegates[static_cast<std::size_t>(call.delegate)].id),
                                   {}}));
    }

    /// In the form of the exported stages, which are texts of Python: one reader serves both.
    TextSlice stackTrace(const Chain& chain, std::uint32_t number) {
        if (number >= chain.stackTraces.size() || chain.stackTraces[number].empty()) return {};
        const std::size_t start = m_texts.size();
        for (const Frame& frame : chain.stackTraces[number]) {
            m_texts += "  File \\\"";
            escape(frame.file);
            m_texts += "\\\", line " + std::to_string(frame.line) + ", in ";
            escape(frame.function);
            m_texts += "\\n    ";
            escape(frame.text);
            m_texts += "\\n";
        }
        return {start, m_texts.size() - start};
    }

    /// As the content of a JSON string.
    void escape(std::string_view text) {
        for (const char c : text) {
            if (c == '"' || c == '\\') m_texts += '\\';
            m_texts += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }

    struct View {
        ValueId of, view;
    };

    const ExecutionPlan& m_plan;
    PlanCalls m_calls;
    GraphBuilder m_builder;
    GraphId m_top;
    std::vector<ValueId> m_current;  ///< per value: its last version; invalid: nothing has made it
    std::vector<View> m_views;       ///< per value that nobody makes: what it was last a view of
    std::map<Place, ValueId> m_tokenOf;
    std::map<Place, std::vector<ValueId>> m_tokensAt;  ///< by where jumps lead
    std::string m_texts;
};

}  // namespace

std::shared_ptr<const graph::GraphModel> planGraph(const ExecutionPlan& plan) { return PlanGraph(plan).build(); }

}  // namespace etscope::program
