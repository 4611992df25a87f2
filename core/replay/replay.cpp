#include "replay/replay.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/checked_math.h"
#include "evaluate/kernel_operator.h"
#include "evaluate/reading.h"
#include "replay/evaluated_values.h"
#include "replay/program_tensors.h"
#include "replay/shared_state.h"

namespace etscope::replay {
namespace {

using evaluate::Array;
using evaluate::Value;
using program::ValueIndex;

constexpr std::string_view kView = "executorch_prim::et_view.default", kCopyIndex = "executorch_prim::et_copy_index.tensor";

std::optional<Value> valueOfLogged(const tensor::Value& logged, const std::shared_ptr<evaluate::Memory>& memory) {
    auto value = evaluatedValue(logged, memory);
    return value && !value->none() ? std::optional(*std::move(value)) : std::nullopt;
}

std::optional<Array> arrayOf(const std::optional<Value>& value) {
    const Array* array = value ? value->array() : nullptr;
    return array != nullptr ? std::optional(*array) : std::nullopt;
}

/// Of a list of integers, one that is −1 or not known worked out from the number of elements; nothing where they are not of so
/// many.
std::optional<evaluate::Dims> shapeOf(const Value& sizes, std::int64_t count) {
    const evaluate::Values* list = sizes.list();
    if (list == nullptr) return std::nullopt;
    evaluate::Dims shape;
    std::optional<std::int64_t> known = 1;  // of the sizes that are stated
    for (const Value& item : *list) {
        const auto* stated = std::get_if<std::int64_t>(&item.base());
        const std::int64_t size = stated != nullptr ? *stated : -1;
        if (size < -1) return std::nullopt;
        shape.push_back(size);
        if (known && size >= 0) known = checkedMul(*known, size);
    }
    if (!known || std::ranges::count(shape, -1) > 1) return std::nullopt;
    std::ranges::replace(shape, std::int64_t{-1}, *known == 0 ? 0 : count / *known);
    std::optional<std::int64_t> all = 1;
    for (const std::int64_t size : shape) all = all ? checkedMul(*all, size) : all;
    return all == count ? std::optional(std::move(shape)) : std::nullopt;
}

bool writes(const evaluate::Operator& op) { return std::ranges::any_of(op.signature.parameters(), &evaluate::Parameter::written); }
std::ptrdiff_t writtenCount(const evaluate::Operator& op) {
    return std::ranges::count_if(op.signature.parameters(), &evaluate::Parameter::written);
}

Array firstRows(Array array, std::int64_t count) {
    array.shape[0] = count;
    return array;
}
Array asRow(Array array) {
    array.strides.insert(array.strides.begin(), array.count());
    array.shape.insert(array.shape.begin(), 1);
    return array;
}

/// Programs give element types as numbers.
bool isTypeName(std::string_view name) noexcept { return name.ends_with("dtype"); }

}  // namespace

Result<std::vector<evaluate::NamedValue>> argumentsOf(const ReplayedCall& call, const evaluate::Context& context) {
    std::vector<evaluate::NamedValue> arguments;
    for (const evaluate::Parameter& parameter : call.op->signature.parameters()) {
        const auto given = std::ranges::find(call.arguments, parameter.name, &ReplayedArgument::name);
        Value value = given == call.arguments.end() ? Value(evaluate::Nothing{}) : given->value;
        const auto* number = std::get_if<std::int64_t>(&value.base());
        if (isTypeName(parameter.name) && number != nullptr) value = static_cast<ScalarType>(*number);
        if (parameter.name == "dtype" && value.none() && call.type) value = *call.type;
        if (given == call.arguments.end() && value.none()) continue;
        if (parameter.written) {
            auto own = evaluate::readOwned(context, value);
            if (!own) return own.failure();
            value = *std::move(own);
        }
        arguments.push_back({std::string(parameter.name), std::move(value)});
    }
    return arguments;
}

Replay::Replay(const session::Session& session, const program::ExecutionPlan& plan, std::shared_ptr<evaluate::Memory> memory)
    : m_session(session), m_plan(plan), m_memory(std::move(memory)), m_facts(factsOf(session, plan)), m_values(plan) {}

std::shared_ptr<const Replay::Facts> Replay::factsOf(const session::Session& session, const program::ExecutionPlan& plan) {
    const std::string key = "gap::replay " + std::to_string(std::bit_cast<std::uintptr_t>(&plan));  // it lives as long
    const auto kept = session.store().get<Facts>(key, {}, [&]() -> Result<std::shared_ptr<const Facts>> {
        auto facts = std::make_shared<Facts>();
        facts->isInput.resize(plan.values.size());
        facts->isShared.resize(plan.values.size());
        if (session.programFile() != nullptr && session.programFile()->program != nullptr) {
            const SharedState state(session.programFile()->program->plans());
            for (const auto& [place, values] : state.shared(plan))
                for (const ValueIndex value : values) facts->isShared[static_cast<std::size_t>(value)] = true;
        }
        program::PlanCalls calls(plan);
        for (const program::Instruction& instruction : plan.mainInstructions()) {
            Known known{nullptr, calls.read(instruction)};
            calls.finish(known.call);
            if (std::holds_alternative<program::KernelCall>(instruction))
                known.op = evaluate::operatorOfKernel(known.call.target, known.call.names);
            facts->calls.push_back(std::move(known));
        }
        for (const ValueIndex input : plan.inputs)
            if (plan.value(input) != nullptr) facts->isInput[static_cast<std::size_t>(input)] = true;
        return std::shared_ptr<const Facts>(std::move(facts));
    });
    return *kept;  // making it cannot fail
}

void Replay::bindInputs(const std::vector<std::optional<Value>>& inputs) {
    for (std::size_t i = 0; i < m_plan.inputs.size(); ++i) {
        const std::optional<Value> value = i < inputs.size() ? inputs[i] : std::nullopt;
        if (m_plan.tensor(m_plan.inputs[i]) != nullptr)
            m_values.write(m_plan.inputs[i], {arrayOf(value), -1});
        else
            m_scalars[m_plan.inputs[i]] = value;
    }
}

Result<void> Replay::run(const join::SessionRun& run, const std::vector<std::optional<Value>>& inputs, const Visit& visit,
                         const JobContext& job) {
    const std::vector<Executed> sequence = executedInstructions(run, m_plan);
    std::size_t execution = SIZE_MAX;
    for (const Executed& executed : sequence) {
        if (job.cancelled()) return cancelledFailure();
        if (executed.execution != execution) bindInputs(inputs);
        execution = executed.execution;
        const ReplayedCall call = replayed(executed);
        if (call.call == nullptr) continue;
        if (call.op != nullptr || call.call->target == "delegate_call" || call.logged) {
            const auto next = visit(call);
            if (!next) return next.failure();
            if (*next == Next::Stop) return {};
        }
        finish(call, job);
    }
    return {};
}

ReplayedCall Replay::replayed(const Executed& executed) {
    ReplayedCall call;
    if (executed.instruction < 0 || static_cast<std::size_t>(executed.instruction) >= m_facts->calls.size()) return call;
    const Known& known = m_facts->calls[static_cast<std::size_t>(executed.instruction)];
    call.instruction = executed.instruction;
    call.execution = executed.execution;
    call.call = &known.call;
    call.op = known.op;
    if (const auto* made = known.call.makes.empty() ? nullptr : m_plan.tensor(known.call.makes.front()))
        call.type = made->scalarType;
    if (!executed.told) call.unknown = Sentence::of("nothing says whether it ran");
    if (known.call.target == "delegate_call")
        readDelegate(known, executed, call);
    else
        readKernel(known, call), takeResults(executed, 0, call);
    return call;
}

void Replay::readKernel(const Known& known, ReplayedCall& call) {
    const auto& takes = known.call.takes;
    for (std::size_t i = 0; i < std::min(takes.size(), known.call.names.size()); ++i) {
        ReplayedArgument argument{known.call.names[i], takes[i], {}, {}, -1, -1, {}};
        argument.value = valueOf(takes[i], argument, call);
        call.arguments.push_back(std::move(argument));
    }
}

/// All arguments of a delegate are logged, after the call: inputs, then outputs.
void Replay::readDelegate(const Known& known, const Executed& executed, ReplayedCall& call) {
    const std::size_t inputs = known.call.takes.size();
    const bool all = executed.logged.size() == inputs + known.call.makes.size();
    for (std::size_t i = 0; i < inputs; ++i) {
        ReplayedArgument argument{{}, known.call.takes[i], {}, {}, -1, -1, {}};
        ReplayedCall aside;  // what memory has says nothing against what was logged
        argument.value = valueOf(argument.index, argument, all ? aside : call);
        if (const auto logged = all ? valueOfLogged(executed.logged[i], m_memory) : std::nullopt) {
            const PlanMemory::Seen seen = m_values.read(argument.index);
            if (argument.input && seen.array && !argument.given) argument.given = Value(*seen.array);
            call.fromInput = call.fromInput || argument.input.has_value();
            argument.value = *logged;
        } else if (all) {
            unknownValue(call, Sentence::of("argument %1 was not logged", i));
        }
        call.arguments.push_back(std::move(argument));
    }
    takeResults(executed, all ? inputs : 0, call);
}

/// The last of what was logged are the results; some kernels log their last one only.
void Replay::takeResults(const Executed& executed, std::size_t skipped, ReplayedCall& call) {
    const std::size_t wanted = m_plan.flattened(call.call->makes).size();
    call.results.resize(wanted);
    const std::size_t logged = executed.logged.size() - std::min(skipped, executed.logged.size());
    const std::size_t taken = std::min(wanted, logged);
    for (std::size_t i = 0; i < taken; ++i)
        call.results[wanted - taken + i] = valueOfLogged(executed.logged[executed.logged.size() - taken + i], m_memory);
    call.logged = std::ranges::any_of(call.results, [](const auto& result) { return result.has_value(); });
}

Value Replay::unknownValue(ReplayedCall& call, Sentence why) {
    if (call.unknown.empty()) call.unknown = std::move(why);
    return evaluate::Nothing{};
}

Value Replay::valueOf(ValueIndex index, ReplayedArgument& argument, ReplayedCall& call, int depth) {
    const program::Value* value = m_plan.value(index);
    if (value == nullptr)
        return index == -1 ? Value(evaluate::Nothing{}) : unknownValue(call, Sentence::of("the plan has no such value"));
    if (const auto made = m_scalars.find(index); made != m_scalars.end())
        return made->second ? *made->second : unknownValue(call, Sentence::of("v%1 is not known", index));
    if (const program::TensorInfo* info = m_plan.tensor(index)) return tensorValue(index, *info, argument, call);
    const auto list = [&](const auto& items, auto&& make) {
        evaluate::Values values;
        for (const auto& item : items) values.push_back(make(item));
        return Value(std::move(values));
    };
    const auto nested = [&](std::int64_t item) {
        const bool fits = depth == 0 && item >= -1 && item <= std::numeric_limits<ValueIndex>::max();
        return fits ? valueOf(static_cast<ValueIndex>(item), argument, call, 1)
                    : unknownValue(call, Sentence::of("a list that is no list of values"));
    };
    if (const auto* integer = std::get_if<std::int64_t>(value)) return *integer;
    if (const auto* flag = std::get_if<bool>(value)) return *flag;
    if (const auto* number = std::get_if<double>(value)) return *number;
    if (const auto* text = std::get_if<std::string>(value)) return *text;
    if (const auto* ints = std::get_if<program::IntList>(value)) return list(ints->items, nested);
    if (const auto* tensors = std::get_if<program::TensorList>(value)) return list(tensors->items, nested);
    if (const auto* tensors = std::get_if<program::OptionalTensorList>(value)) return list(tensors->items, nested);
    if (const auto* numbers = std::get_if<program::DoubleList>(value))
        return list(numbers->items, [](double n) { return Value(n); });
    if (const auto* flags = std::get_if<program::BoolList>(value))
        return list(flags->items, [](std::uint8_t flag) { return Value(flag != 0); });
    if (std::holds_alternative<program::NoneValue>(*value)) return evaluate::Nothing{};
    return unknownValue(call, Sentence::of("a value of a kind that is not known"));
}

Value Replay::tensorValue(ValueIndex index, const program::TensorInfo& info, ReplayedArgument& argument, ReplayedCall& call) {
    const program::TensorKind kind = info.kind();
    const bool held = kind != program::TensorKind::Planned && kind != program::TensorKind::RuntimeSupplied;
    if (!m_values.touched(index) && held) {
        const bool constant = kind == program::TensorKind::Constant || kind == program::TensorKind::ExternalConstant;
        if (!constant) call.assumed = true;
        if (const auto known = m_constants.find(index); known != m_constants.end()) return known->second;
        const auto tensor = programTensor(m_session, info);
        if (!tensor) return unknownValue(call, tensor.error().message);
        auto array = evaluate::borrowed(*tensor, m_memory);
        if (!array) return unknownValue(call, array.error().message);
        return m_constants.emplace(index, *std::move(array)).first->second;
    }
    if (m_facts->isInput[static_cast<std::size_t>(index)]) call.fromInput = true;
    if (!m_values.touched(index) && kind == program::TensorKind::Planned && !m_facts->isInput[static_cast<std::size_t>(index)]) {
        call.assumed = true;  // nobody wrote it: state, which the runtime starts from zeros
        evaluate::Values size;
        for (const std::int32_t extent : info.sizes) size.emplace_back(std::int64_t{extent});
        const JobContext job;
        const auto zeros =
            evaluate::apply(*evaluate::findOperator("aten.full.default"), evaluate::Context{m_memory, job},
                            {{"size", std::move(size)}, {"fill_value", std::int64_t{0}}, {"dtype", info.scalarType}});
        return zeros && !zeros->empty() ? zeros->front() : unknownValue(call, Sentence::of("state that was not logged"));
    }
    const PlanMemory::Seen seen = m_values.read(index);
    if (m_facts->isShared[static_cast<std::size_t>(index)] && (seen.found == nullptr || seen.found->writer < 0))
        call.assumed = true;
    if (seen.given != nullptr && seen.given->array && seen.found != nullptr) {
        argument.given = Value(*seen.given->array);
        argument.producer = seen.given->writer;
        argument.overwriter = seen.found->writer;
    } else if (seen.found != nullptr) {
        argument.producer = seen.found->writer;
        const auto fed = std::ranges::find(m_plan.inputs, seen.found->value);
        if (seen.found->writer < 0 && fed != m_plan.inputs.end())
            argument.input = static_cast<std::size_t>(fed - m_plan.inputs.begin()), call.fromInput = true;
    }
    return seen.array ? Value(*seen.array) : unknownValue(call, seen.unknown);
}

void Replay::finish(const ReplayedCall& call, const JobContext& job) {
    if (call.call->target == "move") return finishMove(call);
    if (call.call->target == kView) return finishView(call);
    if (call.call->target == kCopyIndex) return finishCopyIndex(call, job);
    if (call.op != nullptr && writes(*call.op)) return finishInPlace(call, job);
    const bool scalar = !call.call->makes.empty() && m_plan.tensor(call.call->makes.back()) == nullptr &&
                        m_plan.tensorItems(call.call->makes.back()) == nullptr;
    if (call.op != nullptr && !call.logged && scalar) return finishScalar(call, job);
    writeResults(call);
}

void Replay::finishMove(const ReplayedCall& call) {
    if (call.call->takes.empty() || call.call->makes.empty()) return;
    const ValueIndex from = call.call->takes.front(), to = call.call->makes.front();
    if (m_plan.tensor(to) != nullptr && m_plan.tensor(from) != nullptr)
        m_values.alias(from, to);
    else
        m_scalars[to] =
            call.unknown.empty() && !call.arguments.empty() ? std::optional(call.arguments.front().value) : std::nullopt;
}

void Replay::finishView(const ReplayedCall& call) {
    if (call.arguments.size() != 2 || call.call->makes.empty()) return;
    const Array* from = call.arguments[0].value.array();
    m_values.view(call.call->takes.front(), call.call->makes.front(),
                  from != nullptr ? shapeOf(call.arguments[1].value, from->count()) : std::nullopt);
}

/// The tensor grows by one row: what a loop gave in this turn.
void Replay::finishCopyIndex(const ReplayedCall& call, const JobContext& job) {
    if (call.arguments.size() != 3) return;
    const Array *rows = call.arguments[0].value.array(), *row = call.arguments[1].value.array();
    const auto* index = std::get_if<std::int64_t>(&call.arguments[2].value.base());
    Content content{std::nullopt, call.instruction, -1, true};
    const bool grows = rows != nullptr && index != nullptr && rows->rank() > 0 && *index <= rows->shape[0];
    if (row != nullptr && index != nullptr && *index >= 0 && (*index == 0 || grows)) {
        evaluate::Values parts;
        if (*index > 0) parts.emplace_back(firstRows(*rows, *index));
        parts.emplace_back(asRow(*row));
        const auto joined = evaluate::apply(*evaluate::findOperator("aten.cat.default"), evaluate::Context{m_memory, job},
                                            {{"tensors", std::move(parts)}, {"dim", std::int64_t{0}}});
        if (joined) content.array = arrayOf(joined->front());
    }
    m_values.write(call.call->takes.front(), std::move(content));
}

/// What was logged is the first tensor that it writes, unless the operator returns something else; what it writes beside it follows
/// from what it read.
void Replay::finishInPlace(const ReplayedCall& call, const JobContext& job) {
    const bool returned = call.logged && call.op->row.rule != evaluate::Rule::Shape;
    const evaluate::Context context{m_memory, job};
    const auto copies = argumentsOf(call, context);
    if (!copies) return forget(call);
    const std::vector<evaluate::NamedValue>& arguments = *copies;
    if (call.unknown.empty() && !(returned && writtenCount(*call.op) == 1)) {
        if (!evaluate::apply(*call.op, context, arguments)) return forget(call);
    } else if (!returned) {
        return forget(call);
    }
    bool first = true;
    for (const evaluate::Parameter& parameter : call.op->signature.parameters()) {
        if (!parameter.written) continue;
        const auto target = std::ranges::find(call.arguments, parameter.name, &ReplayedArgument::name);
        if (target == call.arguments.end()) continue;
        Content content{std::nullopt, call.instruction};
        const auto copy = std::ranges::find(arguments, parameter.name, &evaluate::NamedValue::name);
        if (first && returned)
            content.array = arrayOf(call.results.back());
        else if (call.unknown.empty() && copy != arguments.end() && copy->value.array() != nullptr)
            content.array = *copy->value.array(), content.derived = true;
        m_values.write(target->index, std::move(content));
        if (first && call.op->row.rule != evaluate::Rule::Shape)
            for (const ValueIndex made : call.call->makes)
                if (made != target->index && m_plan.tensor(made) != nullptr) m_values.alias(target->index, made);
        first = false;
    }
}

void Replay::forget(const ReplayedCall& call) {
    for (const ReplayedArgument& argument : call.arguments)
        for (const evaluate::Parameter& parameter : call.op->signature.parameters())
            if (parameter.written && parameter.name == argument.name)
                m_values.write(argument.index, {std::nullopt, call.instruction});
}

/// Arithmetic with sizes logs nothing, and follows exactly from what it read.
void Replay::finishScalar(const ReplayedCall& call, const JobContext& job) {
    std::optional<Value>& made = m_scalars[call.call->makes.back()];
    made.reset();
    if (!call.unknown.empty()) return;
    const evaluate::Context context{m_memory, job};
    auto arguments = argumentsOf(call, context);
    if (!arguments) return;
    if (const auto values = evaluate::apply(*call.op, context, *std::move(arguments)); values && !values->empty())
        made = values->front();
}

void Replay::writeResults(const ReplayedCall& call) {
    std::size_t next = 0;
    for (const ValueIndex made : m_plan.flattened(call.call->makes)) {
        const auto result = next < call.results.size() ? call.results[next] : std::nullopt;
        ++next;
        if (m_plan.tensor(made) != nullptr)
            m_values.write(made, {arrayOf(result), call.instruction});
        else if (m_plan.value(made) != nullptr)
            m_scalars[made] = result;
    }
}

}  // namespace etscope::replay
