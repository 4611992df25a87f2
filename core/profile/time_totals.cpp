#include "profile/time_totals.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "etdump/event_names.h"
#include "exported/metadata.h"
#include "join/links.h"

namespace etscope::profile {
namespace {

/// One instruction of a method.
struct TimedCall {
    double ticks = 0;
    std::string kernel;  ///< of "native_call_<kernel>"
};
using Calls = std::map<std::int64_t, TimedCall>;

std::map<std::string, Calls> callsOf(const std::vector<EventStatistics>& statistics) {
    std::map<std::string, Calls> calls;
    for (const EventStatistics& event : statistics) {
        if (event.method.empty() || !event.instruction || !event.delegateId.empty()) continue;
        TimedCall& call = calls[event.method][*event.instruction];
        call.ticks = std::max(call.ticks, event.durations.p50);  // the instruction around a kernel takes longer than the kernel
        if (const std::string_view kernel = etdump::kernelOf(event.name); !kernel.empty()) call.kernel = kernel;
    }
    return calls;
}

/// What an instruction runs, and who runs it.
struct Runner {
    std::string target, backend;
};
Runner runnerOf(const program::ExecutionPlan* plan, std::int64_t instruction, const TimedCall& call) {
    const program::Instruction* one = plan != nullptr ? plan->instructionAt(0, instruction) : nullptr;
    if (one == nullptr) return call.kernel.empty() ? Runner{"delegate call", "delegate"} : Runner{call.kernel, "CPU"};
    if (const program::Operator* op = plan->calledOperator(*one)) return {op->fullName(), "CPU"};
    if (const auto delegate = plan->calledDelegate(*one)) return {"delegate call", plan->delegates[*delegate].id};
    return {call.kernel.empty() ? "other" : call.kernel, "CPU"};
}

/// The innermost module around all nodes that an instruction runs; empty: not known, or no common one.
class Modules {
public:
    Modules(const session::Session& session, const std::string& method, const JobContext& job) {
        const auto links = join::links(session, method, job);
        if (!links) return;
        m_links = *links;
        for (const auto& [stage, model] : m_links->graphs().all())
            if (stage.is(graph::StageId::Kind::Edge) || stage.is(graph::StageId::Kind::Lowered)) addPaths(stage, *model);
    }

    std::string of(std::int64_t instruction) const {
        if (m_links == nullptr) return {};
        std::optional<std::string> common;
        for (const graph::NodeRef& node : m_links->ofInstruction(instruction).edge)
            if (const auto hit = m_pathOf.find(node); hit != m_pathOf.end())
                common = common ? shared(*common, hit->second) : hit->second;
        return common.value_or("");
    }

private:
    void addPaths(const graph::StageId& stage, const graph::GraphModel& model) {
        for (std::uint32_t n = 0; n < model.nodeCount(); ++n) {
            const graph::Node& node = model.node(graph::NodeId(n));
            auto& path = m_pathOf[{stage, graph::NodeId(n)}];
            if (!node.moduleStack.valid()) continue;
            const auto calls = exported::parseModuleStack(model.text(node.moduleStack));
            if (!calls.empty()) path = calls.back().path;
        }
    }

    /// The common beginning of two paths, in whole names.
    static std::string shared(const std::string& a, const std::string& b) {
        std::size_t end = 0;
        for (std::size_t i = 0; i <= std::min(a.size(), b.size()); ++i) {
            const bool endOfA = i == a.size() || a[i] == '.', endOfB = i == b.size() || b[i] == '.';
            if (endOfA && endOfB) end = i;
            if (i == a.size() || i == b.size() || a[i] != b[i]) break;
        }
        return a.substr(0, end);
    }

    std::shared_ptr<const join::MethodLinks> m_links;
    std::unordered_map<graph::NodeRef, std::string> m_pathOf;
};

}  // namespace

Result<std::vector<TimeTotal>> timeTotals(const session::Session& session, const std::vector<EventStatistics>& statistics,
                                          const JobContext& job) {
    std::vector<TimeTotal> totals;
    for (const auto& [method, calls] : callsOf(statistics)) {
        if (job.cancelled()) return cancelledFailure();
        const Modules modules(session, method, job);
        const auto* plan = session.plan(method);
        std::map<std::pair<std::string, std::string>, TimeTotal> sums;
        double all = 0;
        const auto add = [&](const char* by, const std::string& name, double ticks) {
            if (name.empty()) return;
            TimeTotal& total = sums[{by, name}];
            ++total.calls;
            total.ticks += ticks;
        };
        for (const auto& [instruction, call] : calls) {
            const Runner runner = runnerOf(plan, instruction, call);
            all += call.ticks;
            add("target", runner.target, call.ticks);
            add("backend", runner.backend, call.ticks);
            add("module", modules.of(instruction), call.ticks);
        }
        const std::size_t first = totals.size();
        for (auto& [key, total] : sums) {
            total.method = method;
            std::tie(total.by, total.name) = key;
            total.share = all > 0 ? total.ticks / all : 0;
            totals.push_back(std::move(total));
        }
        std::stable_sort(totals.begin() + static_cast<std::ptrdiff_t>(first), totals.end(),
                         [](const TimeTotal& a, const TimeTotal& b) { return a.by != b.by ? a.by < b.by : a.ticks > b.ticks; });
    }
    return totals;
}

}  // namespace etscope::profile
