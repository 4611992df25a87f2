#include "findings/memory_savings.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/checked_math.h"
#include "findings/planned_state.h"
#include "inventory/delegate_rows.h"
#include "inventory/named_data.h"
#include "session/lora_keys.h"

namespace etscope::findings {
namespace {

using session::Session;

/// A plan that is larger than what is live by less than this part of it is as good as one can expect.
constexpr std::uint64_t kGapPart = 16;

/// What the plans of the session's methods hold.
struct PlanSums {
    std::size_t stateless = 0;  ///< methods whose planned memory outlives no call
    /// Of their arenas by memory id: bytes of all together, and of the largest.
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> arenas;
    std::uint64_t gaps = 0;  ///< bytes of arenas beyond what is live at their peaks
    std::size_t gapMethods = 0;
    PlannedState state;
};

/// What XNNPACK packs, and what it packs more than once.
struct PackedWeights {
    std::uint64_t stored = 0;    ///< each key once
    std::uint64_t repeated = 0;  ///< of keys that several delegates pack, beyond the first
    std::size_t keys = 0;        ///< of them
};

class Savings {
public:
    Savings(const Session& session, const JobContext& job) : m_session(session), m_job(job) {}

    Result<std::vector<MemorySaving>> make() && {
        const session::SessionFile* file = m_session.programFile();
        if (file == nullptr) return std::move(m_made);
        if (auto told = tellPlans(file->program->plans()); !told) return told.failure();
        if (auto told = tellDelegates(); !told) return told.failure();
        std::ranges::stable_sort(m_made, std::greater(), &MemorySaving::bytes);
        return std::move(m_made);
    }

private:
    void add(MemorySaving saving) {
        if (saving.bytes > 0) m_made.push_back(std::move(saving));
    }

    Result<void> tellPlans(const std::vector<program::ExecutionPlan>& plans) {
        PlanSums all;
        for (const program::ExecutionPlan& plan : plans)
            if (m_session.method(plan.name) != nullptr && !plan.damaged)
                if (auto added = addPlan(plan, all); !added) return added.failure();
        std::uint64_t shared = 0;
        for (const auto& [id, arena] : all.arenas) shared += arena.first - arena.second;
        if (all.stateless > 1)
            add({"shared-arena", shared, true, Sentence::of("One arena for methods that run in turn"),
                 Sentence::of("%1 methods whose planned memory outlives no call", all.stateless)});
        add({"half-state", all.state.f32 / 2, true, Sentence::of("State in f16"),
             Sentence::of("%1 f32 {1:buffer|buffers}; the values change: judge a run", all.state.f32Buffers)});
        add({"plan-gaps", all.gaps, false, Sentence::of("A memory plan with fewer gaps"),
             Sentence::of("%1 {1:method whose arenas hold|methods whose arenas hold} more than is live at the peak",
                          all.gapMethods)});
        return {};
    }

    Result<void> addPlan(const program::ExecutionPlan& plan, PlanSums& all) const {
        const auto memory = program::memoryPlan(plan, m_job);
        if (!memory) return memory.failure();
        const auto state = plannedState(plan, *memory, m_job);
        if (!state) return state.failure();
        std::uint64_t bytes = 0, live = 0;
        for (const program::PlannedBuffer& buffer : memory->buffers)
            bytes += static_cast<std::uint64_t>(std::max<std::int64_t>(0, buffer.bytes));
        for (const program::MemoryPeak& peak : memory->peaks) live += peak.bytes;
        const bool known = std::ranges::none_of(memory->tensors, &program::PlannedTensor::sizeUnknown);
        if (known && bytes > live && bytes - live > bytes / kGapPart) all.gaps += bytes - live, ++all.gapMethods;
        all.state.f32 += state->f32, all.state.f32Buffers += state->f32Buffers;
        if (bytes == 0 || state->buffers > 0) return {};
        ++all.stateless;
        for (const program::PlannedBuffer& buffer : memory->buffers) {
            const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(0, buffer.bytes));
            auto& [sum, most] = all.arenas[buffer.memoryId];
            sum += size, most = std::max(most, size);
        }
        return {};
    }

    Result<void> tellDelegates() {
        const auto rows = inventory::delegateRows(m_session, m_job);
        if (!rows) return rows.failure();
        const PackedWeights packed = packedWeights(*rows);
        add({"page-out", packed.stored, false, Sentence::of("Weights that XNNPACK has packed, paged out"),
             Sentence::of("load the files by LoadMode::Mmap, not by File or MmapUseMlock"), Target::Delegates});
        add({"weights-cache", packed.repeated, false, Sentence::of("XNNPACK's weights cache"),
             Sentence::of("%1 {1:key that|keys that} several delegates pack", packed.keys), Target::Delegates});
        const bool opaque = std::ranges::any_of(*rows, [](const inventory::DelegateRow& row) {
            return row.decoded == nullptr || (row.decoded->graph == nullptr && row.decoded->weights.empty());
        });
        return opaque || isOfSeveral() ? Result<void>() : tellUnasked();
    }

    /// Other programs, or adapters that a runner reads, may ask for it.
    bool isOfSeveral() const {
        const auto isOther = [&](const session::SessionFile& file) {
            return file.program != nullptr && &file != m_session.programFile();
        };
        return std::ranges::any_of(m_session.files(), isOther) || session::loraKeysBeside(m_session.programFile()->path);
    }

    static PackedWeights packedWeights(const std::vector<inventory::DelegateRow>& rows) {
        PackedWeights made;
        std::map<std::string_view, std::size_t> uses;
        for (const inventory::DelegateRow& row : rows) {
            if (row.id != "XnnpackBackend" || row.decoded == nullptr) continue;
            std::set<std::string_view> own;  // a key that one delegate names twice is packed by it once
            for (const delegates::Weight& weight : row.decoded->weights) {
                if (!weight.key.empty() && !own.insert(weight.key).second) continue;
                const std::size_t before = weight.key.empty() ? 0 : uses[weight.key]++;
                std::uint64_t& sum = before == 0 ? made.stored : made.repeated;
                sum = checkedAdd(sum, weight.size).value_or(UINT64_MAX);
                if (before == 1) ++made.keys;
            }
        }
        return made;
    }

    /// Keys that no tensor of a plan and no delegate names; a runner may ask for keys of its own.
    Result<void> tellUnasked() {
        const auto data = inventory::namedData(m_session, false, m_job);
        if (!data) return data.failure();
        std::set<std::pair<unsigned, std::uint64_t>> asked;  // several keys may lie at one place
        for (const inventory::NamedDataRow& row : data->rows)
            if (!row.users.empty()) asked.emplace(row.file, row.bytes.offset);
        std::uint64_t bytes = 0;
        std::size_t keys = 0;
        for (const inventory::NamedDataRow& row : data->rows)
            if (row.bytes.size > 0 && asked.emplace(row.file, row.bytes.offset).second) bytes += row.bytes.size, ++keys;
        add({"unasked-data", bytes, true, Sentence::of("Leave out data that nothing asks for"),
             Sentence::of("%1 {1:key that|keys that} no method names", keys), Target::Sizes});
        return {};
    }

    const Session& m_session;
    const JobContext& m_job;
    std::vector<MemorySaving> m_made;
};

}  // namespace

Result<std::shared_ptr<const std::vector<MemorySaving>>> memorySavings(const Session& session, const JobContext& job) {
    using List = std::vector<MemorySaving>;
    return session.store().get<List>("findings::memorySavings", job, [&]() -> Result<std::shared_ptr<const List>> {
        auto made = Savings(session, job).make();
        if (!made) return made.failure();
        return std::make_shared<const List>(std::move(*made));
    });
}

}  // namespace etscope::findings
