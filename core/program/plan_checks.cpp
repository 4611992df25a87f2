#include "program/checks.h"

namespace etscope::program {
namespace {

/// The runtime joins name and overload into a buffer of 100 characters.
constexpr std::size_t kMostOperatorName = 99;

template <class... Cases>
struct Visit : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Visit(Cases...) -> Visit<Cases...>;

class PlanChecks {
public:
    PlanChecks(const Program& program, const ExecutionPlan& plan, const std::string& place, Diagnostics& diagnostics)
        : m_program(program), m_plan(plan), m_place(place), m_diagnostics(diagnostics) {}

    void check() {
        checkIndices(m_plan.inputs, "inputs");
        checkIndices(m_plan.outputs, "outputs");
        for (std::size_t i = 0; i < m_plan.values.size(); ++i) checkValue(m_plan.values[i], i);
        for (std::size_t c = 0; c < m_plan.chains.size(); ++c) checkChain(m_plan.chains[c], c);
        checkOperators();
        for (std::size_t i = 0; i < m_plan.delegates.size(); ++i) checkDelegate(m_plan.delegates[i], i);
        checkBuffers();
    }

private:
    std::string at(std::string_view part, std::size_t index) const {
        return m_place + ", " + std::string(part) + "[" + std::to_string(index) + "]";
    }
    std::string noValue(std::int64_t index) const {
        return "there is no value " + std::to_string(index) + ": the method has " + std::to_string(m_plan.values.size());
    }

    void checkIndices(const std::vector<ValueIndex>& indices, std::string_view part) {
        for (std::size_t i = 0; i < indices.size(); ++i)
            if (m_plan.value(indices[i]) == nullptr) m_diagnostics.error("pte-value-index", at(part, i), noValue(indices[i]));
    }

    template <class Wanted, class Items>
    void checkItems(const Items& items, std::size_t list, const char* wanted, bool noneAllowed) {
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (noneAllowed && items[i] == -1) continue;
            const Value* value = m_plan.value(items[i]);
            if (value == nullptr)
                m_diagnostics.error("pte-list-item", at("values", list) + ", item " + std::to_string(i), noValue(items[i]));
            else if (!std::holds_alternative<Wanted>(*value) && !(noneAllowed && std::holds_alternative<NoneValue>(*value)))
                m_diagnostics.error(
                    "pte-list-item-kind", at("values", list) + ", item " + std::to_string(i),
                    "value " + std::to_string(items[i]) + " is of kind " + std::string(valueKindName(*value)) + ", not " + wanted);
        }
    }

    void checkValue(const Value& value, std::size_t index) {
        if (const auto* reference = std::get_if<TensorValue>(&value))
            checkTensor(m_program, m_plan, m_plan.tensors[reference->index], at("values", index), m_diagnostics);
        else if (const auto* ints = std::get_if<IntList>(&value))
            checkItems<std::int64_t>(ints->items, index, "int", false);
        else if (const auto* tensors = std::get_if<TensorList>(&value))
            checkItems<TensorValue>(tensors->items, index, "tensor", false);
        else if (const auto* optional = std::get_if<OptionalTensorList>(&value))
            checkItems<TensorValue>(optional->items, index, "tensor", true);
    }

    void checkChain(const Chain& chain, std::size_t chainIndex) {
        checkIndices(chain.inputs, "chain inputs");
        checkIndices(chain.outputs, "chain outputs");
        const std::size_t count = chain.instructions.size();
        for (std::size_t i = 0; i < count; ++i) {
            m_chain = chainIndex;
            m_instruction = i;
            checkInstruction(chain.instructions[i], count);
        }
        if (!chain.stackTraces.empty() && chain.stackTraces.size() != count)
            m_diagnostics.warning(
                "pte-stack-traces", at("chains", chainIndex),
                std::to_string(chain.stackTraces.size()) + " stack traces for " + std::to_string(count) + " instructions");
    }

    void report(std::string_view code, const std::string& message, std::string_view part = {}) {
        std::string place = m_place + ", instruction " + std::to_string(m_chain) + "/" + std::to_string(m_instruction);
        if (!part.empty()) place += ", " + std::string(part);
        m_diagnostics.error(code, place, message);
    }
    void checkArgument(ValueIndex index, std::string_view part) {
        if (m_plan.value(index) == nullptr) report("pte-value-index", noValue(index), part);
    }
    void checkArguments(const std::vector<ValueIndex>& arguments) {
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (m_plan.value(arguments[i]) == nullptr)
                report("pte-value-index", noValue(arguments[i]), "argument " + std::to_string(i));
    }
    void checkCallee(std::int32_t index, std::size_t count, std::string_view code, const char* what) {
        if (index < 0 || static_cast<std::size_t>(index) >= count)
            report(code,
                   std::string("there is no ") + what + " " + std::to_string(index) + ": the method has " + std::to_string(count));
    }

    void checkInstruction(const Instruction& instruction, std::size_t count) {
        std::visit(Visit{[](const UnknownInstruction&) {},
                         [&](const KernelCall& call) {
                             checkCallee(call.operatorIndex, m_plan.operators.size(), "pte-operator-index", "operator");
                             checkArguments(call.arguments);
                         },
                         [&](const DelegateCall& call) {
                             checkCallee(call.delegateIndex, m_plan.delegates.size(), "pte-delegate-index", "delegate");
                             checkArguments(call.arguments);
                         },
                         [&](const MoveCall& move) {
                             checkArgument(move.from, "source");
                             checkArgument(move.to, "target");
                         },
                         [&](const JumpFalseCall& jump) { checkJump(jump, count); },
                         [&](const FreeCall& call) { checkFreed(call.value); }},
                   instruction);
    }

    void checkJump(const JumpFalseCall& jump, std::size_t count) {
        if (jump.destination < 0 || static_cast<std::size_t>(jump.destination) > count)
            report("pte-jump-target",
                   "the jump leads to instruction " + std::to_string(jump.destination) + " of " + std::to_string(count));
        const Value* condition = m_plan.value(jump.condition);
        if (condition == nullptr) return checkArgument(jump.condition, "condition");
        const TensorInfo* tensor = m_plan.tensor(jump.condition);
        if (!std::holds_alternative<bool>(*condition) && (tensor == nullptr || tensor->scalarType != ScalarType::Bool))
            report("pte-jump-condition", "value " + std::to_string(jump.condition) + " is neither a bool nor a tensor of bools",
                   "condition");
    }

    void checkFreed(ValueIndex index) {
        checkArgument(index, "value");
        if (m_plan.value(index) != nullptr && m_plan.tensor(index) == nullptr)
            report("pte-freed-value", "value " + std::to_string(index) + " is no tensor");
    }

    void checkOperators() {
        for (std::size_t i = 0; i < m_plan.operators.size(); ++i)
            if (m_plan.operators[i].fullName().size() > kMostOperatorName)
                m_diagnostics.error("pte-operator-name-long", at("operators", i),
                                    "the runtime cannot hold names of more than 99 characters");
    }

    void checkDelegate(const Delegate& delegate, std::size_t index) {
        if (!delegate.hasData) return;
        const std::string place = at("delegates", index);
        if (delegate.location == DataLocation::Unknown)
            m_diagnostics.error("pte-delegate-data-location", place, "the data are neither inline nor in a segment");
        else if (delegate.location == DataLocation::Inline && delegate.dataIndex >= m_program.inlineDelegateData().size())
            m_diagnostics.error("pte-delegate-data-index", place,
                                "there are no inline data " + std::to_string(delegate.dataIndex) + ": the program has " +
                                    std::to_string(m_program.inlineDelegateData().size()));
        else if (delegate.location == DataLocation::Segment && m_program.segments().base == 0)
            m_diagnostics.error("pte-delegate-without-segment-area", place,
                                "the data are in a segment, but the file has no segments");
    }

    void checkBuffers() {
        for (std::size_t i = 0; i < m_plan.bufferSizes.size(); ++i)
            if (m_plan.bufferSizes[i] < 0)
                m_diagnostics.error("pte-buffer-size", at("non_const_buffer_sizes", i),
                                    "the size is negative: " + std::to_string(m_plan.bufferSizes[i]));
        for (std::size_t i = 0; i < m_plan.bufferDevices.size(); ++i) {
            const std::int32_t buffer = m_plan.bufferDevices[i].buffer;
            if (buffer < 1 || static_cast<std::size_t>(buffer) >= m_plan.bufferSizes.size())
                m_diagnostics.warning("pte-buffer-device", at("non_const_buffer_device", i),
                                      "there is no planned buffer " + std::to_string(buffer));
        }
    }

    const Program& m_program;
    const ExecutionPlan& m_plan;
    const std::string& m_place;
    Diagnostics& m_diagnostics;
    std::size_t m_chain = 0, m_instruction = 0;
};

}  // namespace

void checkPlan(const Program& program, const ExecutionPlan& plan, const std::string& place, Diagnostics& diagnostics) {
    PlanChecks(program, plan, place, diagnostics).check();
}

}  // namespace etscope::program
