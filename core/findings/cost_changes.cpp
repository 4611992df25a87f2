#include "findings/cost_changes.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/enum_table.h"
#include "base/escaped.h"
#include "compare/run_cases.h"
#include "findings/changes_answer.h"
#include "findings/resident.h"
#include "profile/run_sets.h"

namespace etscope::findings {
namespace {

using session::Session;

/// Of one export.
struct MethodCost {
    std::optional<double> delegateCalls, kernels, ticks;
    std::optional<std::size_t> runs;
};
struct ExportCost {
    std::optional<std::uint64_t> shipped, resident;
    std::vector<ResidentPart> parts;
    std::map<std::string, MethodCost> methods;
};

void addPlans(const Session& session, ExportCost& cost) {
    for (const session::Method& method : session.methods()) {
        MethodCost& made = cost.methods[method.name];
        const program::ExecutionPlan* plan = session.plan(method.name);
        if (plan == nullptr || plan->damaged) continue;
        std::size_t calls = 0, kernels = 0;
        for (const program::Instruction& one : plan->mainInstructions()) {
            calls += std::holds_alternative<program::DelegateCall>(one) ? 1U : 0U;
            kernels += std::holds_alternative<program::KernelCall>(one) ? 1U : 0U;
        }
        made.delegateCalls = static_cast<double>(calls), made.kernels = static_cast<double>(kernels);
    }
}

Result<void> addTimes(const Session& session, ExportCost& cost, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (runs.cancelled()) return runs.failure();
    if (!runs) return {};  // a dump that cannot be read tells no time
    const profile::RunSets sets = profile::runSets(**runs);
    const auto times = profile::setTimes(sets.sets, **runs);
    for (std::size_t i = 0; i < sets.sets.size(); ++i) {
        const auto method = cost.methods.find(sets.sets[i].method);
        if (method == cost.methods.end() || times[i].count == 0) continue;
        method->second.ticks = times[i].p50;
        method->second.runs = times[i].count;
    }
    return {};
}

Result<ExportCost> costOf(const Session& session, const JobContext& job) {
    ExportCost cost;
    cost.shipped = shippedBytes(session);
    const auto held = resident(session, job);
    if (!held) return held.failure();
    cost.parts = (*held)->parts;
    if (!cost.parts.empty() && (*held)->complete) cost.resident = (*held)->bytes;
    addPlans(session, cost);
    if (const auto added = addTimes(session, cost, job); !added) return added.failure();
    return cost;
}

class Changes {
public:
    Changes(const ExportCost& before, const ExportCost& after) : m_before(before), m_after(after) {}

    std::vector<CostChange> make(const Session& before, const Session& after) && {
        add("shipped", {}, Sentence::of("Program and external data"), CostUnit::Bytes, of(m_before.shipped), of(m_after.shipped));
        add("resident", {}, Sentence::of("Resident with all methods loaded"), CostUnit::Bytes, of(m_before.resident),
            of(m_after.resident));
        addParts();
        for (const session::Method& method : after.methods()) addMethod(method.name);
        for (const session::Method& method : before.methods())
            if (after.method(method.name) == nullptr) addMethod(method.name);
        return std::move(m_made);
    }

private:
    static std::optional<double> of(const std::optional<std::uint64_t>& bytes) {
        return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
    }

    void add(std::string_view id, std::string what, Sentence title, CostUnit unit, std::optional<double> before,
             std::optional<double> after) {
        if (before || after) m_made.push_back({id, std::move(what), std::move(title), unit, before, after, {}, {}});
    }

    /// Files have other names in each export, and are told as one.
    void addParts() {
        using Key = std::pair<ResidentKind, std::string>;
        std::map<Key, std::tuple<Sentence, std::optional<double>, std::optional<double>>> parts;
        const auto look = [&](const std::vector<ResidentPart>& side, bool isBefore) {
            for (const ResidentPart& part : side) {
                if (part.kind == ResidentKind::Program || part.kind == ResidentKind::Data) continue;
                auto& [title, before, after] = parts[{part.kind, part.of}];
                title = part.title;
                (isBefore ? before : after) = of(part.bytes);
            }
        };
        look(m_before.parts, true);
        look(m_after.parts, false);
        for (auto& [key, told] : parts) {
            auto& [title, before, after] = told;
            if (!before && m_before.resident) before = 0;  // all that it holds is known
            if (!after && m_after.resident) after = 0;
            add(residentKindName(key.first), key.second, std::move(title), CostUnit::Bytes, before, after);
        }
    }

    void addMethod(const std::string& name) {
        static const MethodCost kNone;
        const auto side = [&](const ExportCost& cost) -> const MethodCost& {
            const auto found = cost.methods.find(name);
            return found != cost.methods.end() ? found->second : kNone;
        };
        const MethodCost &before = side(m_before), &after = side(m_after);
        const std::string shown = escaped(name);
        add("run", name, Sentence::of("A run of %1 (p50)", shown), CostUnit::Ticks, before.ticks, after.ticks);
        if (before.ticks || after.ticks) m_made.back().runsBefore = before.runs, m_made.back().runsAfter = after.runs;
        add("delegate-calls", name, Sentence::of("Delegate calls of %1", shown), CostUnit::Count, before.delegateCalls,
            after.delegateCalls);
        add("kernels", name, Sentence::of("Kernels of %1 on the CPU", shown), CostUnit::Count, before.kernels, after.kernels);
    }

    const ExportCost &m_before, &m_after;
    std::vector<CostChange> m_made;
};

}  // namespace

std::string_view costUnitName(CostUnit unit) noexcept {
    static constexpr EnumTable<CostUnit::Ticks, std::string_view> kNames({"bytes", "count", "ticks"});
    return kNames[unit];
}

std::optional<double> CostChange::ratio() const noexcept {
    return before && after && *before > 0 ? std::optional(*after / *before) : std::nullopt;
}

Result<std::vector<CostChange>> costChanges(const Session& before, const Session& after, const JobContext& job) {
    const auto was = costOf(before, job), is = costOf(after, job);
    if (!was) return was.failure();
    if (!is) return is.failure();
    return Changes(*was, *is).make(before, after);
}

}  // namespace etscope::findings
