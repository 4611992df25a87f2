#include "program/lifetimes.h"

#include <algorithm>

#include "program/limits.h"

namespace etscope::program {
namespace {

class LifetimeFinder {
public:
    explicit LifetimeFinder(const ExecutionPlan& plan)
        : m_plan(plan),
          m_end(static_cast<std::int64_t>(plan.instructionCount())),
          m_lives(plan.values.size()),
          m_writtenFirst(plan.values.size(), false) {}

    std::vector<Lifetime> find() {
        for (const Chain& chain : m_plan.chains) addChain(chain);
        for (const ValueIndex input : m_plan.inputs) use(input, -1);
        for (const ValueIndex output : m_plan.outputs) use(output, m_end);
        addStates();
        // Widening a loop can make a move's target live longer, and the other way round.
        for (bool changed = true; changed && m_steps < limits::kMaxLifetimeSteps;) {
            changed = widenLoops();
            changed = followMoves() || changed;
        }
        return std::move(m_lives);
    }

private:
    struct Loop {
        std::int64_t first, last;
    };
    struct Move {
        std::int64_t at;
        ValueIndex from, to;
    };

    /// Uses a value and what its list holds.
    void use(ValueIndex index, std::int64_t at, bool written = false) {
        const Value* value = m_plan.value(index);
        if (value == nullptr) return;
        useOne(static_cast<std::size_t>(index), at, written);
        if (const auto* tensors = std::get_if<TensorList>(value))
            useAll(tensors->items, at);
        else if (const auto* optional = std::get_if<OptionalTensorList>(value))
            useAll(optional->items, at);
        else if (const auto* ints = std::get_if<IntList>(value))
            useAll(ints->items, at);
    }
    template <class Items>
    void useAll(const Items& items, std::int64_t at) {
        if (m_steps > limits::kMaxLifetimeSteps) return;  // lists that a million calls share
        m_steps += items.size();
        for (const auto item : items)
            if (m_plan.value(item) != nullptr) useOne(static_cast<std::size_t>(item), at, false);
    }
    void useOne(std::size_t index, std::int64_t at, bool written) {
        Lifetime& life = m_lives[index];
        if (!life.used()) {
            life = {at, at};
            m_writtenFirst[index] = written;
            return;
        }
        if (at < life.first) m_writtenFirst[index] = written;
        life.first = std::min(life.first, at);
        life.last = std::max(life.last, at);
    }

    void addChain(const Chain& chain) {
        const std::int64_t start = m_at;
        for (const Instruction& instruction : chain.instructions) {
            if (const auto* kernel = std::get_if<KernelCall>(&instruction))
                addKernel(*kernel);
            else if (const auto* call = std::get_if<DelegateCall>(&instruction)) {
                for (const ValueIndex argument : call->arguments) use(argument, m_at);
            } else if (const auto* move = std::get_if<MoveCall>(&instruction)) {
                use(move->from, m_at);
                use(move->to, m_at, true);
                if (m_plan.tensor(move->from) != nullptr && m_plan.tensor(move->to) != nullptr)
                    m_moves.push_back({m_at, move->from, move->to});
            } else if (const auto* jump = std::get_if<JumpFalseCall>(&instruction)) {
                use(jump->condition, m_at);
                if (jump->destination >= 0 && start + jump->destination <= m_at)
                    m_loops.push_back({start + jump->destination, m_at});
            } else if (const auto* free = std::get_if<FreeCall>(&instruction)) {
                use(free->value, m_at);
            }
            ++m_at;
        }
    }

    /// The last argument of a kernel call is what it returns, so what it writes.
    void addKernel(const KernelCall& kernel) {
        for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
            const bool written = kernel.arguments[i] == kernel.arguments.back();
            use(kernel.arguments[i], m_at, written);
        }
    }

    void addStates() {
        for (std::size_t i = 0; i < m_plan.values.size(); ++i) {
            const TensorInfo* tensor = m_plan.tensor(static_cast<std::int64_t>(i));
            if (tensor == nullptr || !tensor->allocation) continue;
            const bool state = tensor->kind() == TensorKind::InitialValue || tensor->kind() == TensorKind::ExternalMutable ||
                               !tensor->name().empty();
            if (!state) continue;
            useOne(i, -1, false);
            useOne(i, m_end, false);
        }
    }

    /// A value that is used both inside and outside a loop, or that an iteration reads before it is written, lives through it.
    bool widenLoops() {
        bool changed = false;
        for (const Loop& loop : m_loops) {
            m_steps += m_lives.size();
            if (m_steps > limits::kMaxLifetimeSteps) return false;
            for (std::size_t i = 0; i < m_lives.size(); ++i) {
                Lifetime& life = m_lives[i];
                if (!life.used() || life.last < loop.first || life.first > loop.last) continue;
                const bool within = life.first >= loop.first && life.last <= loop.last;
                if (within && m_writtenFirst[i]) continue;
                const Lifetime wide{std::min(life.first, loop.first), std::max(life.last, loop.last)};
                changed = changed || wide.first != life.first || wide.last != life.last;
                life = wide;
            }
        }
        return changed;
    }

    bool followMoves() {
        bool changed = false;
        m_steps += m_moves.size() + 1;
        for (auto move = m_moves.rbegin(); move != m_moves.rend(); ++move) {
            Lifetime& from = m_lives[static_cast<std::size_t>(move->from)];
            const std::int64_t until = m_lives[static_cast<std::size_t>(move->to)].last;
            if (until <= from.last) continue;
            from.last = until;
            changed = true;
        }
        return changed;
    }

    const ExecutionPlan& m_plan;
    std::int64_t m_end;
    std::int64_t m_at = 0;
    std::uint64_t m_steps = 0;
    std::vector<Lifetime> m_lives;
    std::vector<bool> m_writtenFirst;
    std::vector<Loop> m_loops;
    std::vector<Move> m_moves;
};

}  // namespace

std::vector<Lifetime> lifetimes(const ExecutionPlan& plan) { return LifetimeFinder(plan).find(); }

}  // namespace etscope::program
