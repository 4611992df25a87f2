#include "program/plan_graph.h"

#include <algorithm>
#include <limits>
#include <string>

#include "program/operator_arguments.h"

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

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> list;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        list.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return list;
}

class PlanGraph {
public:
    explicit PlanGraph(const ExecutionPlan& plan) : m_plan(plan), m_current(plan.values.size()) {}

    std::shared_ptr<const graph::GraphModel> build() {
        m_top = m_builder.addGraph({});
        for (std::size_t i = 0; i < m_plan.inputs.size(); ++i) addInput(m_plan.inputs[i]);
        for (std::uint32_t c = 0; c < m_plan.chains.size(); ++c)
            for (std::uint32_t i = 0; i < m_plan.chains[c].instructions.size(); ++i) addInstruction(c, i);
        for (const ValueIndex output : m_plan.outputs)
            m_builder.graph(m_top).outputs.push_back({argument(output, {}, 0), m_builder.intern("user_output"), {}});
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

    ValueId addValue(ValueIndex index, NodeId producer, std::uint32_t output) {
        graph::Value value;
        value.id = m_builder.intern(idOf(index));
        value.graph = m_top;
        value.producer = producer;
        value.output = output;
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
        const ValueId id = m_builder.addValue(value);
        if (known != nullptr) m_current[static_cast<std::size_t>(index)] = id;
        return id;
    }

    void addInput(ValueIndex index) {
        graph::GraphInput input;
        input.value = addValue(index, {}, static_cast<std::uint32_t>(m_builder.graph(m_top).inputs.size()));
        input.kind = m_builder.intern("user_input");
        input.id = m_builder.intern(idOf(index));
        m_builder.graph(m_top).inputs.push_back(input);
    }

    /// A tensor that nothing has made yet: a constant, or state that lives from run to run.
    void addHeld(ValueIndex index, const TensorInfo& tensor) {
        graph::GraphInput input;
        input.value = addValue(index, {}, 0);
        const TensorKind kind = tensor.kind();
        const bool constant = kind == TensorKind::Constant || kind == TensorKind::ExternalConstant;
        input.kind = m_builder.intern(constant ? kConstantInput : kStateInput);
        input.id = m_builder.intern(idOf(index));
        if (!tensor.name().empty()) input.target = m_builder.intern(tensor.name());
        m_builder.graph(m_top).inputs.push_back(input);
    }

    Argument literal(ArgumentKind kind, std::int64_t integer, graph::StringId name) const {
        Argument made;
        made.kind = kind;
        made.integer = integer;
        made.name = name;
        return made;
    }

    Argument textArgument(ArgumentKind kind, std::string_view text, graph::StringId name) {
        Argument made = literal(kind, 0, name);
        made.id = m_builder.intern(text).index();
        return made;
    }

    template <class Items, class Make>
    Argument list(const Items& items, graph::StringId name, Make&& make) {
        std::vector<Argument> made;
        for (const auto& item : items) made.push_back(make(item));
        Argument list = literal(ArgumentKind::List, 0, name);
        list.items = m_builder.addListItems(made);
        return list;
    }

    Argument reference(ValueId id, graph::StringId name) const {
        Argument made = literal(ArgumentKind::Value, 0, name);
        made.id = id.index();
        return made;
    }

    /// The value as an argument: what an instruction made, or the method is given, by name; everything else as it is.
    Argument argument(ValueIndex index, graph::StringId name, int depth) {
        const Value* value = m_plan.value(index);
        if (value == nullptr)
            return index == -1 ? literal(ArgumentKind::None, 0, name)
                               : textArgument(ArgumentKind::UnresolvedName, idOf(index), name);
        if (const ValueId known = m_current[static_cast<std::size_t>(index)]; known.valid()) return reference(known, name);
        if (const TensorInfo* tensor = m_plan.tensor(index)) {
            addHeld(index, *tensor);
            return reference(m_current[static_cast<std::size_t>(index)], name);
        }
        return literalOf(*value, index, name, depth);
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

    Argument realArgument(double real, graph::StringId name) const {
        Argument made = literal(ArgumentKind::Float, 0, name);
        made.number = real;
        return made;
    }

    /// What an instruction takes and makes, as indices of values, with the names of what it takes.
    struct Call {
        std::string target;
        std::vector<ValueIndex> takes, makes;
        std::vector<std::string_view> names;
        std::vector<Argument> literals;  ///< behind what it takes
        std::int32_t delegate = -1;
    };

    Call callOf(const Instruction& instruction) {
        Call call;
        if (const auto* kernel = std::get_if<KernelCall>(&instruction)) {
            const Operator* op = m_plan.calledOperator(instruction);
            call.target = op != nullptr ? op->fullName() : "operator " + std::to_string(kernel->operatorIndex);
            splitKernel(kernel->arguments, call);
        } else if (const auto* delegate = std::get_if<DelegateCall>(&instruction)) {
            call.target = "delegate_call";
            call.delegate = delegate->delegateIndex;
            splitDelegate(delegate->arguments, call);
        } else if (const auto* move = std::get_if<MoveCall>(&instruction)) {
            call = {"move", {move->from}, {move->to}, {"from"}, {}, -1};
        } else if (const auto* jump = std::get_if<JumpFalseCall>(&instruction)) {
            call = {"jump_false",
                    {jump->condition},
                    {},
                    {"condition"},
                    {literal(ArgumentKind::Int, jump->destination, m_builder.intern("destination"))},
                    -1};
        } else if (const auto* free = std::get_if<FreeCall>(&instruction)) {
            call = {"free", {free->value}, {}, {"value"}, {}, -1};
        } else {
            call.target = "unknown instruction " + std::to_string(std::get<UnknownInstruction>(instruction).type);
        }
        return call;
    }

    /// Arguments in schema order, then the returned values again. Without a schema: returned values that repeat the arguments in
    /// front of them are the results; else the last one is.
    void splitKernel(const std::vector<ValueIndex>& given, Call& call) const {
        std::size_t takes = given.empty() ? 0 : given.size() - 1, makes = given.empty() ? 0 : 1;
        if (const OperatorArguments* schema = operatorArguments(call.target)) {
            call.names = words(schema->inputs);
            const std::size_t outs = words(schema->outputs).size();
            if (outs > 0 && given.size() >= call.names.size() + outs) takes = call.names.size(), makes = outs;
        } else {
            for (std::size_t k = given.size() / 2; k > 0; --k)
                if (std::equal(given.end() - static_cast<std::ptrdiff_t>(k), given.end(),
                               given.end() - static_cast<std::ptrdiff_t>(2 * k))) {
                    takes = given.size() - 2 * k;
                    makes = k;
                    break;
                }
        }
        call.takes.assign(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(takes));
        call.makes.assign(given.begin() + static_cast<std::ptrdiff_t>(takes),
                          given.begin() + static_cast<std::ptrdiff_t>(takes + makes));
    }

    /// Inputs, then outputs; where the outputs begin is not said: at the first value that is not there before the call.
    void splitDelegate(const std::vector<ValueIndex>& given, Call& call) const {
        const auto first = std::find_if(given.begin(), given.end(), [this](ValueIndex index) { return !there(index); });
        call.takes.assign(given.begin(), first);
        call.makes.assign(first, given.end());
    }

    bool there(ValueIndex index) const {
        if (m_plan.value(index) == nullptr || m_current[static_cast<std::size_t>(index)].valid()) return true;
        const TensorInfo* tensor = m_plan.tensor(index);
        return tensor == nullptr || tensor->kind() != TensorKind::Planned;
    }

    void addInstruction(std::uint32_t chain, std::uint32_t number) {
        Call call = callOf(m_plan.chains[chain].instructions[number]);
        graph::Node node;
        node.id = m_builder.intern(std::to_string(chain) + "/" + std::to_string(number));
        node.target = m_builder.intern(call.target);
        node.graph = m_top;
        std::vector<Argument> arguments;
        for (std::size_t i = 0; i < call.takes.size(); ++i) {
            const std::string name = i < call.names.size() ? std::string(call.names[i]) : "arg" + std::to_string(i);
            arguments.push_back(argument(call.takes[i], m_builder.intern(name), 0));
        }
        arguments.insert(arguments.end(), call.literals.begin(), call.literals.end());
        node.arguments = m_builder.addArguments(arguments);
        node.stackTrace = stackTrace(m_plan.chains[chain], number);
        const NodeId id = m_builder.addNode(node);
        std::vector<graph::OutputSlot> slots;
        for (std::uint32_t i = 0; i < call.makes.size(); ++i) {
            const ValueId made = addValue(call.makes[i], id, i);
            slots.push_back({m_builder.value(made).kind, m_builder.addOutputValues(std::span(&made, 1))});
        }
        m_builder.node(id).outputs = m_builder.addOutputs(slots);
        if (call.delegate < 0 || static_cast<std::size_t>(call.delegate) >= m_plan.delegates.size()) return;
        m_builder.node(id).delegate = static_cast<std::int32_t>(
            m_builder.addDelegate({id,
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

    const ExecutionPlan& m_plan;
    GraphBuilder m_builder;
    GraphId m_top;
    std::vector<ValueId> m_current;  ///< per value: its last version; invalid: nothing has made it
    std::string m_texts;
};

}  // namespace

std::shared_ptr<const graph::GraphModel> planGraph(const ExecutionPlan& plan) { return PlanGraph(plan).build(); }

}  // namespace etscope::program
