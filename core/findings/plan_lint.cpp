// Rules of lint that look at one method of a program.
#include <algorithm>
#include <map>
#include <set>

#include "base/checked_math.h"
#include "base/escaped.h"
#include "findings/limits.h"
#include "findings/lint_rules.h"
#include "findings/lost_values.h"
#include "findings/program_lint.h"
#include "program/memory_plan.h"
#include "program/metadata.h"
#include "program/plan_graph.h"
#include "tensor/format.h"

namespace etscope::findings {
namespace {

using program::ExecutionPlan;
using program::TensorInfo;
using program::TensorKind;
using program::ValueIndex;

/// Values that instructions of any chain name, items of lists included. Each list is walked once.
class NamedValues {
public:
    explicit NamedValues(const ExecutionPlan& plan) : m_plan(plan), m_named(plan.values.size()) {
        for (const program::Chain& chain : plan.chains)
            for (const program::Instruction& instruction : chain.instructions)
                std::visit([this](const auto& i) { take(i); }, instruction);
    }
    bool has(ValueIndex value) const {
        return value >= 0 && static_cast<std::size_t>(value) < m_named.size() && m_named[static_cast<std::size_t>(value)];
    }

private:
    void take(const program::UnknownInstruction&) {}
    void take(const program::KernelCall& call) { addAll(call.arguments); }
    void take(const program::DelegateCall& call) { addAll(call.arguments); }
    void take(const program::MoveCall& call) { add(call.from), add(call.to); }
    void take(const program::JumpFalseCall& call) { add(call.condition); }
    void take(const program::FreeCall&) {}

    void addAll(const std::vector<ValueIndex>& values) {
        for (const ValueIndex value : values) add(value);
    }
    void add(ValueIndex index) {
        const program::Value* value = m_plan.value(index);
        if (value == nullptr || m_named[static_cast<std::size_t>(index)]) return;
        m_named[static_cast<std::size_t>(index)] = true;
        if (const auto* list = std::get_if<program::TensorList>(value)) addAll(list->items);
        if (const auto* list = std::get_if<program::OptionalTensorList>(value)) addAll(list->items);
    }

    const ExecutionPlan& m_plan;
    std::vector<bool> m_named;
};

/// Where the named tensors lie in planned memory: a view that was elided has the place of what it shows, and a value of its own.
class NamedPlaces {
public:
    NamedPlaces(const ExecutionPlan& plan, const NamedValues& named) {
        for (ValueIndex v = 0; static_cast<std::size_t>(v) < plan.values.size(); ++v)
            if (const TensorInfo* tensor = named.has(v) ? plan.tensor(v) : nullptr; tensor != nullptr && tensor->allocation)
                m_places.push_back(placeOf(*tensor));
        std::ranges::sort(m_places, {}, [](const Place& place) { return std::pair(place.memory, place.begin); });
        for (std::size_t i = 1; i < m_places.size(); ++i)
            if (m_places[i].memory == m_places[i - 1].memory)
                m_places[i].reach = std::max(m_places[i].reach, m_places[i - 1].reach);
    }

    /// Whether any of them lies where the tensor lies, at any time.
    bool touches(const TensorInfo& tensor) const {
        if (!tensor.allocation) return false;
        const Place place = placeOf(tensor);
        const auto behind = std::ranges::lower_bound(m_places, std::pair(place.memory, place.reach), {},
                                                     [](const Place& one) { return std::pair(one.memory, one.begin); });
        if (behind == m_places.begin()) return false;
        const Place& last = *std::prev(behind);
        return last.memory == place.memory && last.reach > place.begin;
    }

private:
    struct Place {
        std::uint32_t memory = 0;
        std::uint64_t begin = 0;
        std::uint64_t reach = 0;  ///< the furthest end of this one and of those before it
    };
    static Place placeOf(const TensorInfo& tensor) {
        const std::uint64_t begin = tensor.allocation->offset;
        return {tensor.allocation->memoryId, begin,
                checkedAdd(begin, std::max<std::uint64_t>(1, tensor.byteCount().value_or(1))).value_or(begin)};
    }
    std::vector<Place> m_places;
};

/// What instructions of the first chain read though another one wrote over its memory since it was made.
class Overwrites {
public:
    explicit Overwrites(const ExecutionPlan& plan)
        : m_plan(plan), m_jumps(std::ranges::any_of(plan.mainInstructions(), [](const program::Instruction& one) {
              return std::holds_alternative<program::JumpFalseCall>(one);
          })) {}

    std::vector<LostValue> find() {
        for (const ValueIndex input : m_plan.inputs) write(input, -1, {});
        program::PlanCalls calls(m_plan);
        const auto& instructions = m_plan.mainInstructions();
        for (std::size_t i = 0; i < instructions.size(); ++i) {
            const program::PlanCall call = calls.read(instructions[i]);
            m_made.insert(call.makes.begin(), call.makes.end());
            for (const ValueIndex taken : itemsOf(call.takes)) read(taken, static_cast<std::int64_t>(i));
            for (const ValueIndex made : itemsOf(call.makes)) write(made, static_cast<std::int64_t>(i), call);
            calls.finish(call);
        }
        for (const ValueIndex output : itemsOf({m_plan.outputs.begin(), m_plan.outputs.end()}))
            read(output, static_cast<std::int64_t>(instructions.size()));
        return std::move(m_found);
    }

private:
    /// A place at which a value lies; one that branches give has a place of each.
    struct Held {
        const TensorInfo* at = nullptr;
        std::int64_t maker = -1, overwriter = -1;
    };
    std::vector<ValueIndex> itemsOf(std::vector<ValueIndex> values) const {
        for (std::size_t i = 0, end = values.size(); i < end; ++i)
            if (const auto* items = m_plan.tensorItems(values[i])) values.insert(values.end(), items->begin(), items->end());
        return values;
    }
    void read(ValueIndex value, std::int64_t reader) {
        const auto known = m_held.find(value);
        if (known == m_held.end()) return;
        const auto held = std::ranges::find_if(
            known->second, [&](const Held& one) { return one.overwriter >= 0 && leads(one.overwriter, reader); });
        if (held == known->second.end()) return;
        m_found.push_back(
            {value, held->maker, held->overwriter, reader, reader == static_cast<std::int64_t>(m_plan.mainInstructions().size())});
        m_held.erase(known);
    }
    /// A move and a view write nothing: their results lie where what they take does.
    void write(ValueIndex value, std::int64_t maker, const program::PlanCall& call) {
        const bool keeps = call.target == "move" || call.target == "executorch_prim::et_view.default";
        if (keeps && !call.takes.empty()) return move(call.takes.front(), value, maker);
        const TensorInfo* tensor = m_plan.tensor(value);
        if (tensor == nullptr || !tensor->allocation || tensor->kind() != TensorKind::Planned) return;
        for (auto& [other, places] : m_held)
            for (Held& held : places)
                if (other != value && held.overwriter < 0 && program::shareMemory(*tensor, *held.at) &&
                    (held.maker < 0 || leads(held.maker, maker)))
                    held.overwriter = maker;
        m_held.insert_or_assign(value, std::vector{Held{tensor, maker, -1}});
    }
    /// The value lies where the other one does: nothing is written.
    void move(ValueIndex from, ValueIndex to, std::int64_t maker) {
        constexpr std::size_t kMostPlaces = 64;  // branches that give a value; of more nothing is told
        const auto known = m_held.find(from);
        if (from == to) return;
        if (known == m_held.end()) return void(m_held.erase(to));  // in no planned memory
        std::vector<Held> places = known->second;
        for (Held& held : places) held.maker = maker;
        for (const Held& held : m_held[to])
            if (held.maker >= 0 && !leads(held.maker, maker)) places.push_back(held);  // that of another branch
        if (places.size() > kMostPlaces)
            m_held.erase(to);
        else
            m_held[to] = std::move(places);
    }
    /// Whether the one instruction can run before the other; branches exclude each other. False, too, where plans that are larger
    /// than any compiler makes them would take minutes.
    bool leads(std::int64_t from, std::int64_t to) {
        constexpr std::size_t kMostSteps = std::size_t{1} << 26U;
        if (!m_jumps) return from <= to;
        const auto& instructions = m_plan.mainInstructions();
        std::vector<bool> seen(instructions.size());
        std::vector<std::int64_t> open{from};
        for (m_steps += seen.size() / 64; !open.empty() && m_steps < kMostSteps; ++m_steps) {
            const std::int64_t at = open.back();
            open.pop_back();
            if (at == to) return true;
            if (at < 0 || at >= static_cast<std::int64_t>(seen.size()) || seen[static_cast<std::size_t>(at)]) continue;
            seen[static_cast<std::size_t>(at)] = true;
            const auto* jump = std::get_if<program::JumpFalseCall>(&instructions[static_cast<std::size_t>(at)]);
            const program::Value* condition = jump != nullptr ? m_plan.value(jump->condition) : nullptr;
            const bool* constant =
                condition != nullptr && !m_made.contains(jump->condition) ? std::get_if<bool>(condition) : nullptr;
            if (jump != nullptr && (constant == nullptr || !*constant)) open.push_back(jump->destination);
            if (constant == nullptr || *constant) open.push_back(at + 1);
        }
        return false;
    }

    const ExecutionPlan& m_plan;
    const bool m_jumps;
    std::size_t m_steps = 0;  ///< that leads() took
    std::map<ValueIndex, std::vector<Held>> m_held;
    std::set<ValueIndex> m_made;
    std::vector<LostValue> m_found;
};

class PlanLint {
public:
    PlanLint(const ExecutionPlan& plan, std::vector<LintFinding>& findings)
        : m_plan(plan), m_named(plan), m_places(plan, m_named), m_findings(findings) {}

    void check() {
        doubles();
        delegates();
        inputs();
        outputs();
        offsets();
        plannedInputs();
        instructions();
    }

    void memory(const program::MemoryPlan& memory) {
        for (const program::MemoryPeak& peak : memory.peaks) abovePeak(memory, peak);
        NameList pairs;
        for (const program::MemoryOverlap& overlap : memory.overlaps)
            if (overlap.kind == program::OverlapKind::Suspicious)
                pairs.add(Sentence::of("%1 with %2", tensorText(m_plan, overlap.first), tensorText(m_plan, overlap.second)));
        NameList lost;
        for (const LostValue& one : lostValues(m_plan)) {
            const Sentence maker = one.maker < 0 ? Sentence::of("an input") : Sentence::of("given by instruction %1", one.maker);
            lost.add(Sentence::of("%1, %2, which instruction %3 writes over before %4", tensorText(m_plan, one.value), maker,
                                  one.overwriter, one.readText()));
        }
        tell(m_findings, "lint-plan-overlap", m_plan.name, lost,
             Sentence::phrase("%1 {1:value is|values are} lost before {1:it is|they are} read: %2"));
        tell(
            m_findings, "lint-plan-overlap", m_plan.name, pairs,
            Sentence::phrase("%1 {1:pair of tensors runs|pairs of tensors run} into each other in planned memory while both are in "
                             "use: %2"));
    }

private:
    void add(const char* code, Sentence message) { tell(m_findings, code, m_plan.name, std::move(message)); }

    void doubles() {
        std::uint64_t count = 0, bytes = 0;
        for (const TensorInfo& tensor : m_plan.tensors) {
            if (tensor.scalarType != ScalarType::F64) continue;
            ++count;
            bytes = checkedAdd(bytes, tensor.byteCount().value_or(0)).value_or(bytes);
        }
        if (count > 0)
            add("lint-double-tensor", Sentence::of("%1 {1:tensor has|tensors have} elements of f64, %2 bytes", count, bytes));
    }

    void delegates() {
        std::vector<bool> called(m_plan.delegates.size());
        for (const program::Chain& chain : m_plan.chains)
            for (const program::Instruction& instruction : chain.instructions)
                if (const auto index = m_plan.calledDelegate(instruction)) called[*index] = true;
        NameList never;
        for (std::size_t i = 0; i < called.size(); ++i)
            if (!called[i]) never.add(Sentence::of("%1 of %2", i, escaped(m_plan.delegates[i].id)));
        tell(m_findings, "lint-delegate-never-called", m_plan.name, never,
             Sentence::phrase("%1 {1:delegate is|delegates are} loaded with the method and called by no instruction: %2"));
    }

    void inputs() {
        const std::set<ValueIndex> outputs(m_plan.outputs.begin(), m_plan.outputs.end());
        NameList unused;
        for (std::size_t i = 0; i < m_plan.inputs.size(); ++i) {
            const ValueIndex value = m_plan.inputs[i];
            const TensorInfo* tensor = m_plan.tensor(value);
            if (tensor != nullptr && !m_named.has(value) && !m_places.touches(*tensor) && !outputs.contains(value))
                unused.add(std::to_string(i) + " (" + tensorText(m_plan, value) + ")");
        }
        if (unused.count() > 0 && m_plan.instructionCount() > 0)
            add("lint-unused-input", Sentence::of("no instruction reads input %1", unused.text()));
    }

    void outputs() {
        const std::set<ValueIndex> inputs(m_plan.inputs.begin(), m_plan.inputs.end());
        NameList unwritten;
        for (std::size_t i = 0; i < m_plan.outputs.size(); ++i) {
            const ValueIndex value = m_plan.outputs[i];
            const TensorInfo* tensor = m_plan.tensor(value);
            const bool planned = tensor != nullptr && tensor->kind() == TensorKind::Planned;
            if (planned && !m_named.has(value) && !m_places.touches(*tensor) && !inputs.contains(value))
                unwritten.add(std::to_string(i) + " (" + tensorText(m_plan, value) + ")");
        }
        tell(m_findings, "lint-output-unwritten", m_plan.name, unwritten,
             Sentence::phrase("no instruction names output %2: it holds whatever lies in its memory"));
    }

    void offsets() {
        NameList misplaced;
        for (ValueIndex v = 0; static_cast<std::size_t>(v) < m_plan.values.size(); ++v) {
            const TensorInfo* tensor = m_plan.tensor(v);
            const std::size_t size = tensor == nullptr ? 0 : itemSize(tensor->scalarType);
            if (size > 1 && tensor->allocation && tensor->allocation->offset % size != 0)
                misplaced.add(Sentence::of("%1 at %2", tensorText(m_plan, v), tensor->allocation->offset));
        }
        tell(m_findings, "lint-plan-alignment", m_plan.name, misplaced,
             Sentence::phrase(
                 "%1 {1:tensor is|tensors are} planned at an offset that is no multiple of the size of an element: %2"));
    }

    /// Inputs in planned memory are copied there by the caller's set_input.
    void plannedInputs() {
        constexpr std::uint64_t kNoticed = 1ULL << 20;
        std::uint64_t inputs = 0, all = 0;
        for (const ValueIndex value : m_plan.inputs)
            if (const TensorInfo* tensor = m_plan.tensor(value); tensor != nullptr && tensor->kind() == TensorKind::Planned)
                inputs = checkedAdd(inputs, tensor->byteCount().value_or(0)).value_or(inputs);
        for (const std::int64_t size : m_plan.bufferSizes)
            all = checkedAdd(all, static_cast<std::uint64_t>(std::max<std::int64_t>(0, size))).value_or(all);
        if (inputs >= kNoticed && inputs > all / 2)
            add("lint-planned-inputs",
                Sentence::of("inputs take %1 of the %2 bytes of planned memory, and are copied there on every call", inputs, all));
    }

    void instructions() {
        if (m_plan.instructionCount() == 0)
            add("lint-method-empty", Sentence::of("the method has inputs and no instruction: it computes nothing"));
    }

    void abovePeak(const program::MemoryPlan& memory, const program::MemoryPeak& peak) {
        constexpr std::uint64_t kNoticed = 64ULL << 10;
        const auto buffer = std::ranges::find(memory.buffers, peak.memoryId, &program::PlannedBuffer::memoryId);
        if (buffer == memory.buffers.end() || buffer->bytes <= 0) return;
        const auto bytes = static_cast<std::uint64_t>(buffer->bytes);
        if (bytes / 2 <= peak.bytes || bytes - peak.bytes < kNoticed) return;
        add("lint-plan-above-peak",
            Sentence::of("buffer %1 of planned memory has %2 bytes, while tensors of %3 bytes at most are in use at once "
                         "(instruction %4)",
                         peak.memoryId, bytes, peak.bytes, peak.atInstruction));
    }

    const ExecutionPlan& m_plan;
    NamedValues m_named;
    NamedPlaces m_places;
    std::vector<LintFinding>& m_findings;
};

}  // namespace

Sentence LostValue::readText() const {
    return output ? Sentence::of("the method gives it") : Sentence::of("instruction %1 reads it", reader);
}

std::vector<LostValue> lostValues(const ExecutionPlan& plan) {
    constexpr std::size_t kMostInstructions = 20'000;  // each is held against all values
    return plan.instructionCount() <= kMostInstructions ? Overwrites(plan).find() : std::vector<LostValue>();
}

void NameList::add(Sentence name) {
    if (m_count++ < limits::kMaxNamesTold) m_names.push_back(std::move(name));
}

Sentence NameList::text() const {
    Sentence names = Sentence::list(m_names, ", ");
    return m_count > m_names.size() ? Sentence::of("%1 and %2 more", std::move(names), m_count - m_names.size()) : names;
}

void tell(std::vector<LintFinding>& findings, std::string_view code, std::string where, Sentence message, Sentence suggestion) {
    const LintRule& rule = *lintRule(code);
    if (suggestion.empty()) suggestion = Sentence::of(rule.hint);
    findings.push_back({rule.severity, std::string(code), std::move(where), std::move(message), std::move(suggestion)});
}

void tell(std::vector<LintFinding>& findings, std::string_view code, std::string where, const NameList& names, const char* words) {
    if (names.count() > 0) tell(findings, code, std::move(where), Sentence::of(words, names.count(), names.text()));
}

std::string tensorText(const ExecutionPlan& plan, ValueIndex value) {
    const TensorInfo* tensor = plan.tensor(value);
    const std::string name = "v" + std::to_string(value);
    if (tensor == nullptr) return name;
    return (tensor->name().empty() ? name : std::string(tensor->name())) + " " +
           tensor::typeAndShapeText(tensor->scalarType, std::vector<std::int64_t>(tensor->sizes.begin(), tensor->sizes.end()));
}

Result<void> lintPlan(const ExecutionPlan& plan, std::vector<LintFinding>& findings, const JobContext& job) {
    if (plan.damaged || program::isConstantMethod(plan)) return {};
    PlanLint rules(plan, findings);
    rules.check();
    const auto memory = program::memoryPlan(plan, job);
    if (!memory) return memory.failure();
    rules.memory(*memory);
    return {};
}

}  // namespace etscope::findings
