#include "program/plan_graph.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/checked_math.h"
#include "graph/operator_arguments.h"

namespace etscope::program {
namespace {

constexpr std::uint32_t kBeforeAll = 0, kAfterAll = std::numeric_limits<std::uint32_t>::max();

/// Of lists, over all calls of a plan: far more than a compiler makes. Of what is named behind them nobody knows who wrote it.
constexpr std::size_t kMostItems = std::size_t{1} << 26U;

std::vector<ValueIndex> valuesOf(const Instruction& instruction) {
    if (const auto* kernel = std::get_if<KernelCall>(&instruction)) return kernel->arguments;
    if (const auto* delegate = std::get_if<DelegateCall>(&instruction)) return delegate->arguments;
    if (const auto* move = std::get_if<MoveCall>(&instruction)) return {move->from, move->to};
    if (const auto* jump = std::get_if<JumpFalseCall>(&instruction)) return {jump->condition};
    if (const auto* free = std::get_if<FreeCall>(&instruction)) return {free->value};
    return {};
}

}  // namespace

PlanCalls::PlanCalls(const ExecutionPlan& plan)
    : m_plan(plan),
      m_writers(plan),
      m_itemsLeft(kMostItems),
      m_named(plan.values.size()),
      m_writtenAt(plan.values.size(), kBeforeAll),
      m_readAt(plan.values.size(), kBeforeAll) {
    for (const ValueIndex input : plan.inputs) m_writers.write(input);
    std::uint32_t at = 0;
    for (const Chain& chain : plan.chains)
        for (const Instruction& instruction : chain.instructions) {
            ++at;
            const auto* kernel = std::get_if<KernelCall>(&instruction);
            const Operator* op = kernel != nullptr ? plan.calledOperator(instruction) : nullptr;
            if (op != nullptr && op->name == "aten::copy_" && !kernel->arguments.empty()) m_state.insert(kernel->arguments.front());
            for (const ValueIndex value : valuesOf(instruction))
                if (plan.value(value) != nullptr) m_named[static_cast<std::size_t>(value)].push_back(at);
        }
    for (const ValueIndex output : plan.outputs)
        if (plan.value(output) != nullptr) m_named[static_cast<std::size_t>(output)].push_back(kAfterAll);
}

PlanCall PlanCalls::read(const Instruction& instruction) const {
    PlanCall call;
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
        call = {"jump_false", {jump->condition}, {}, {"condition"}, jump->destination, -1};
    } else if (const auto* free = std::get_if<FreeCall>(&instruction)) {
        call = {"free", {free->value}, {}, {"value"}, {}, -1};
    } else {
        call.target = "unknown instruction " + std::to_string(std::get<UnknownInstruction>(instruction).type);
    }
    return call;
}

std::span<const ValueIndex> PlanCalls::itemsOf(ValueIndex value) {
    const std::vector<ValueIndex>* items = m_plan.tensorItems(value);
    if (items == nullptr || items->size() > m_itemsLeft) return {};
    m_itemsLeft -= items->size();
    return *items;
}

void PlanCalls::finish(const PlanCall& call) {
    ++m_now;
    const auto read = [this](ValueIndex value) {
        if (const auto holder = m_writers.holding(value)) m_readAt[static_cast<std::size_t>(*holder)] = m_now;
    };
    for (const ValueIndex value : call.takes) {
        read(value);
        std::ranges::for_each(itemsOf(value), read);
    }
    const auto write = [this](ValueIndex value) {
        m_writers.write(value);
        if (m_plan.value(value) != nullptr) m_writtenAt[static_cast<std::size_t>(value)] = m_now;
    };
    for (const ValueIndex value : call.makes) {
        write(value);
        std::ranges::for_each(itemsOf(value), write);
    }
}

/// Arguments in schema order, then the returned values again. Without a schema: returned values that repeat the arguments in
/// front of them are the results; else the last one is.
void PlanCalls::splitKernel(const std::vector<ValueIndex>& given, PlanCall& call) const {
    std::size_t takes = given.empty() ? 0 : given.size() - 1, makes = given.empty() ? 0 : 1;
    if (const graph::OperatorArguments* schema = graph::operatorArguments(call.target)) {
        call.names = graph::argumentNames(schema->inputs);
        const std::size_t outs = graph::argumentNames(schema->outputs).size();
        if (outs > 0 && given.size() >= call.names.size() + outs) takes = call.names.size(), makes = outs;
        for (std::size_t i = 0; i < std::min(call.names.size(), given.size()); ++i) {
            if (!call.names[i].ends_with('!')) continue;
            call.names[i].remove_suffix(1);
            call.takes = given;
            call.makes.push_back(given[i]);
        }
        if (!call.makes.empty()) return;
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
void PlanCalls::splitDelegate(const std::vector<ValueIndex>& given, PlanCall& call) const {
    const auto first = std::ranges::find_if_not(given, [this](ValueIndex value) { return isThere(value) || isView(value); });
    call.takes.assign(given.begin(), first);
    call.makes.assign(first, given.end());
}

bool PlanCalls::isThere(ValueIndex value) const {
    if (m_plan.value(value) == nullptr || m_writers.written(value)) return true;
    const TensorInfo* tensor = m_plan.tensor(value);
    return tensor == nullptr || tensor->kind() != TensorKind::Planned || m_state.contains(value);
}

/// Whether a value that nobody wrote stands for what was written to its place, rather than for memory that is free again: it was
/// taken before, or what lies there is named later on, or was taken by nobody since it was written.
bool PlanCalls::isView(ValueIndex value) const {
    const auto holder = m_writers.holding(value);
    if (!holder) return false;
    const std::uint32_t current = m_now + 1;
    const auto &mine = m_named[static_cast<std::size_t>(value)], &its = m_named[static_cast<std::size_t>(*holder)];
    const bool takenBefore = !mine.empty() && mine.front() < current;
    const bool namedLater = !its.empty() && its.back() > current;
    return takenBefore || namedLater ||
           m_readAt[static_cast<std::size_t>(*holder)] <= m_writtenAt[static_cast<std::size_t>(*holder)];
}

void PlaceWriters::write(ValueIndex value) {
    if (m_plan.value(value) == nullptr) return;
    m_written[static_cast<std::size_t>(value)] = true;
    const auto place = placeOf(value);
    if (!place) return;
    const auto [memory, begin] = place->start;
    const std::uint64_t end = checkedAdd(begin, place->bytes).value_or(~std::uint64_t{0});
    auto at = m_last.lower_bound(place->start);
    if (at != m_last.begin()) {
        const auto before = std::prev(at);
        if (before->first.first == memory && before->second.bytes > begin - before->first.second) at = before;
    }
    while (at != m_last.end() && at->first.first == memory && at->first.second < end) at = m_last.erase(at);
    m_last.emplace(place->start, Content{place->bytes, value});
}

std::optional<ValueIndex> PlaceWriters::holding(ValueIndex value) const {
    if (written(value)) return value;
    const auto place = placeOf(value);
    const auto last = place ? m_last.find(place->start) : m_last.end();
    const bool same = last != m_last.end() && last->second.bytes == place->bytes;
    return same ? std::optional(last->second.value) : std::nullopt;
}

std::optional<PlaceWriters::Place> PlaceWriters::placeOf(ValueIndex value) const {
    const TensorInfo* tensor = m_plan.tensor(value);
    if (tensor == nullptr || !tensor->allocation || tensor->kind() != TensorKind::Planned) return std::nullopt;
    const auto bytes = tensor->byteCount();
    if (!bytes || *bytes == 0) return std::nullopt;
    return Place{{tensor->allocation->memoryId, tensor->allocation->offset}, *bytes};
}

}  // namespace etscope::program
