#include "program/memory_plan.h"

#include <algorithm>
#include <map>

#include "base/checked_math.h"
#include "base/limits.h"

namespace etscope::program {
namespace {

/// The planner's default alignment of tensors.
constexpr std::uint64_t kPlanAlignment = 16;
constexpr std::size_t kPollEvery = 4096;

/// For a tensor that fits into its buffer.
std::uint64_t reservedBytes(const PlannedTensor& tensor, std::uint64_t bufferBytes) {
    const std::uint64_t padding = (kPlanAlignment - tensor.bytes % kPlanAlignment) % kPlanAlignment;
    return tensor.bytes + std::min(padding, bufferBytes - tensor.offset - tensor.bytes);
}

PlannedTensor plannedTensor(const ExecutionPlan& plan, std::size_t index, const TensorInfo& info, const Lifetime& life) {
    PlannedTensor tensor;
    tensor.value = static_cast<ValueIndex>(index);
    tensor.name = info.name();
    tensor.memoryId = info.allocation->memoryId;
    tensor.offset = info.allocation->offset;
    const auto bytes = info.byteCount();
    tensor.bytes = bytes.value_or(0);
    tensor.sizeUnknown = !bytes;
    tensor.upperBound = info.dynamism != Dynamism::Static;
    tensor.used = life.used();
    if (tensor.used) {
        tensor.firstUse = life.first;
        tensor.lastUse = life.last;
    }
    const bool known = tensor.memoryId > 0 && tensor.memoryId < plan.bufferSizes.size();
    const std::uint64_t size = known ? static_cast<std::uint64_t>(std::max<std::int64_t>(0, plan.bufferSizes[tensor.memoryId])) : 0;
    tensor.fits = known && rangeFits(tensor.offset, tensor.bytes, size);
    tensor.reserved = tensor.fits ? reservedBytes(tensor, size) : tensor.bytes;
    return tensor;
}

/// Length of the union of intervals that come and go: a segment tree over their end points.
class CoveredLength {
public:
    explicit CoveredLength(std::vector<std::uint64_t> points) : m_points(std::move(points)) {
        std::sort(m_points.begin(), m_points.end());
        m_points.erase(std::unique(m_points.begin(), m_points.end()), m_points.end());
        m_nodes.resize(4 * std::max<std::size_t>(1, m_points.size()));
    }
    void change(std::uint64_t begin, std::uint64_t end, int by) {
        if (begin >= end) return;
        change(1, 0, m_points.size() - 1, indexOf(begin), indexOf(end), by);
    }
    std::uint64_t covered() const noexcept { return m_nodes[1].covered; }

private:
    struct Node {
        std::int64_t count = 0;
        std::uint64_t covered = 0;
    };
    std::size_t indexOf(std::uint64_t point) const {
        return static_cast<std::size_t>(std::lower_bound(m_points.begin(), m_points.end(), point) - m_points.begin());
    }
    /// Node `node` stands for the points [low, high].
    void change(std::size_t node, std::size_t low, std::size_t high, std::size_t from, std::size_t to, int by) {
        if (from <= low && high <= to) {
            m_nodes[node].count += by;
        } else {
            const std::size_t middle = (low + high) / 2;
            if (from < middle) change(2 * node, low, middle, from, to, by);
            if (to > middle) change(2 * node + 1, middle, high, from, to, by);
        }
        const bool leaf = high - low <= 1;
        m_nodes[node].covered = m_nodes[node].count > 0 ? m_points[high] - m_points[low]
                                : leaf                  ? 0
                                                        : m_nodes[2 * node].covered + m_nodes[2 * node + 1].covered;
    }

    std::vector<std::uint64_t> m_points;
    std::vector<Node> m_nodes;
};

using TensorRefs = std::vector<const PlannedTensor*>;

MemoryPeak peakOf(std::uint32_t memoryId, const TensorRefs& tensors) {
    std::vector<std::uint64_t> points;
    std::map<std::int64_t, std::pair<TensorRefs, TensorRefs>> events;  // instruction → come before it, go after it
    for (const PlannedTensor* tensor : tensors) {
        points.push_back(tensor->offset);
        points.push_back(tensor->offset + tensor->reserved);
        events[tensor->firstUse].first.push_back(tensor);
        events[tensor->lastUse].second.push_back(tensor);
    }
    MemoryPeak peak{.memoryId = memoryId};
    CoveredLength length(std::move(points));
    const auto level = [&](std::int64_t from) {
        if (!peak.levels.empty() && peak.levels.back().from == from) peak.levels.pop_back();
        if (peak.levels.empty() || peak.levels.back().bytes != length.covered()) peak.levels.push_back({from, length.covered()});
    };
    for (const auto& [at, changes] : events) {
        for (const PlannedTensor* tensor : changes.first) length.change(tensor->offset, tensor->offset + tensor->reserved, 1);
        level(at);
        if (length.covered() > peak.bytes) {
            peak.bytes = length.covered();
            peak.atInstruction = at;
        }
        for (const PlannedTensor* tensor : changes.second) length.change(tensor->offset, tensor->offset + tensor->reserved, -1);
        level(at + 1);
    }
    for (const PlannedTensor* tensor : tensors) {
        if (tensor->firstUse > peak.atInstruction || tensor->lastUse < peak.atInstruction) continue;
        peak.live.push_back(tensor->value);
        peak.end = std::max(peak.end, tensor->offset + tensor->bytes);
    }
    return peak;
}

bool contains(const PlannedTensor& outer, const PlannedTensor& inner) {
    return outer.offset <= inner.offset && inner.offset + inner.bytes <= outer.offset + outer.bytes;
}

class OverlapFinder {
public:
    explicit OverlapFinder(MemoryPlan& plan) : m_plan(plan) {}

    /// Tensors of one buffer; each is compared with those before it by offset that reach it.
    void find(TensorRefs tensors) {
        std::sort(tensors.begin(), tensors.end(),
                  [](const PlannedTensor* a, const PlannedTensor* b) { return a->offset < b->offset; });
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const std::uint64_t end = tensors[i]->offset + tensors[i]->bytes;
            for (std::size_t k = i + 1; k < tensors.size() && tensors[k]->offset < end; ++k) {
                if (++m_comparisons > limits::kMaxOverlapComparisons || m_plan.overlaps.size() >= limits::kMaxOverlaps)
                    return void(m_plan.overlapsComplete = false);
                compare(*tensors[i], *tensors[k]);
            }
        }
    }

private:
    void compare(const PlannedTensor& a, const PlannedTensor& b) {
        if (a.firstUse > b.lastUse || b.firstUse > a.lastUse) return;
        const bool shared = contains(a, b) || contains(b, a);
        m_plan.overlaps.push_back({std::min(a.value, b.value), std::max(a.value, b.value), a.memoryId,
                                   shared ? OverlapKind::SharedStorage : OverlapKind::Suspicious});
    }

    MemoryPlan& m_plan;
    std::uint64_t m_comparisons = 0;
};

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

Result<MemoryPlan> memoryPlan(const ExecutionPlan& plan, const JobContext& job) {
    MemoryPlan result;
    for (std::size_t id = 1; id < plan.bufferSizes.size(); ++id)
        result.buffers.push_back(
            {static_cast<std::uint32_t>(id), plan.bufferSizes[id], plan.bufferDevice(static_cast<std::uint32_t>(id))});
    const std::vector<Lifetime> lives = lifetimes(plan);
    for (std::size_t i = 0; i < plan.values.size(); ++i) {
        if (i % kPollEvery == 0 && job.cancelled()) return cancelledFailure();
        const TensorInfo* info = plan.tensor(static_cast<std::int64_t>(i));
        if (info != nullptr && info->allocation) result.tensors.push_back(plannedTensor(plan, i, *info, lives[i]));
    }
    std::map<std::uint32_t, TensorRefs> byBuffer;
    for (const PlannedTensor& tensor : result.tensors)
        if (tensor.used && tensor.fits && tensor.bytes > 0) byBuffer[tensor.memoryId].push_back(&tensor);
    OverlapFinder overlaps(result);
    for (const auto& [id, tensors] : byBuffer) {
        if (job.cancelled()) return cancelledFailure();
        result.peaks.push_back(peakOf(id, tensors));
        overlaps.find(tensors);
    }
    return result;
}

std::vector<Lifetime> lifetimes(const ExecutionPlan& plan) { return LifetimeFinder(plan).find(); }

bool shareMemory(const TensorInfo& a, const TensorInfo& b) noexcept {
    if (!a.allocation || !b.allocation || a.allocation->memoryId != b.allocation->memoryId) return false;
    const std::uint64_t left = a.allocation->offset, right = b.allocation->offset;
    const std::uint64_t bytes = a.byteCount().value_or(0), others = b.byteCount().value_or(0);
    if (bytes == 0 || others == 0) return false;
    return left <= right ? right - left < bytes : left - right < others;
}

}  // namespace etscope::program
