#include "profile/call_tree.h"

#include <algorithm>
#include <map>

namespace etscope::profile {
namespace {

/// What a run took, by instruction: its calls, and the steps inside of them.
struct RunTimes {
    std::map<std::int64_t, std::uint64_t> calls, inside;
};

std::vector<RunTimes> timesOf(std::span<const join::SessionRun> runs) {
    std::vector<RunTimes> all;
    for (const join::SessionRun& run : runs) {
        RunTimes& times = all.emplace_back();
        for (const etdump::Event& event : run.dump->events(run.run())) {
            if (event.place.chain < 0) continue;
            const bool inside = event.place.delegate.kind != etdump::DelegateId::Kind::None;
            const TimeLevel level = timeLevelOf(event.kind, run.dump->text(event.name), inside);
            if (level == TimeLevel::Instruction) times.calls[event.place.instruction] += event.duration();
            if (level == TimeLevel::Inside) times.inside[event.place.instruction] += event.duration();
        }
    }
    return all;
}

std::uint64_t at(const std::map<std::int64_t, std::uint64_t>& times, std::int64_t instruction) {
    const auto hit = times.find(instruction);
    return hit == times.end() ? 0 : hit->second;
}

/// A call with what is inside.
struct Branch {
    std::size_t call = 0;
    std::vector<std::size_t> inside;
};

class CallTreeMaker {
public:
    CallTreeMaker(const Summary& summary, std::span<const join::SessionRun> runs) : m_summary(summary), m_runs(timesOf(runs)) {
        std::map<std::int64_t, std::size_t> branchOf;
        for (std::size_t r = 0; r < summary.rows.size(); ++r) {
            const SummaryRow& row = summary.rows[r];
            if (row.level != TimeLevel::Instruction || !row.event.instruction) continue;
            if (branchOf.try_emplace(*row.event.instruction, m_branches.size()).second) m_branches.push_back({r, {}});
        }
        for (std::size_t r = 0; r < summary.rows.size(); ++r) {
            const SummaryRow& row = summary.rows[r];
            const bool inside = row.level == TimeLevel::Kernel || row.level == TimeLevel::Inside;
            const auto branch = row.event.instruction ? branchOf.find(*row.event.instruction) : branchOf.end();
            if (inside && branch != branchOf.end())
                m_branches[branch->second].inside.push_back(r);
            else if (branch == branchOf.end() || m_branches[branch->second].call != r)
                m_others.push_back(r);
        }
    }

    std::vector<CallNode> make(const GroupName& groupOf) {
        groupOf ? addGroups(groupOf) : addBranches(byLength(m_branches), -1);
        std::ranges::stable_sort(m_others, std::greater(), [this](std::size_t row) { return ticksOf(m_summary.rows[row]); });
        for (const std::size_t row : m_others) add(CallNode::Kind::Other, row, -1);
        return std::move(m_nodes);
    }

private:
    std::int64_t instructionOf(const Branch& branch) const { return *m_summary.rows[branch.call].event.instruction; }

    std::vector<Branch> byLength(std::vector<Branch> branches) const {
        std::ranges::stable_sort(branches, std::greater(),
                                 [this](const Branch& branch) { return m_summary.rows[branch.call].event.perRun; });
        return branches;
    }

    CallNode& add(CallNode::Kind kind, std::size_t row, int parent) {
        const SummaryRow& of = m_summary.rows[row];
        CallNode& node = m_nodes.emplace_back();
        node.kind = kind;
        node.parent = parent;
        node.row = row;
        node.unit = of.unit;
        node.durations = of.event.durations;
        node.ticks = ticksOf(of);
        node.perRun = of.event.perRun;
        if (kind == CallNode::Kind::Call) node.share = of.share;
        if (kind == CallNode::Kind::Inside) node.part = of.partOfCall;
        return node;
    }

    void addBranches(const std::vector<Branch>& branches, int parent) {
        for (const Branch& branch : branches) {
            const int call = static_cast<int>(m_nodes.size());
            add(CallNode::Kind::Call, branch.call, parent);
            for (const std::size_t row : branch.inside) add(CallNode::Kind::Inside, row, call);
            addRemainder(branch, call);
        }
    }

    /// Where all steps count in the unit of the call and leave something of it.
    void addRemainder(const Branch& branch, int call) {
        double measured = 0;
        for (const std::size_t r : branch.inside) {
            const SummaryRow& row = m_summary.rows[r];
            if (row.level != TimeLevel::Inside) continue;
            if (!row.partOfCall) return;
            measured += *row.partOfCall;
        }
        if (measured <= 0 || measured >= 1) return;
        std::vector<std::uint64_t> left;
        for (const RunTimes& run : m_runs) {
            const auto whole = run.calls.find(instructionOf(branch));
            if (whole == run.calls.end()) continue;
            left.push_back(whole->second - std::min(whole->second, at(run.inside, whole->first)));
        }
        CallNode& node = add(CallNode::Kind::Remainder, branch.call, call);
        node.ticks *= 1 - measured;
        node.part = 1 - measured;
        node.durations = etdump::durationStatistics(std::move(left));
        node.perRun = node.durations.p50;
    }

    void addGroups(const GroupName& groupOf) {
        std::map<std::string, std::vector<Branch>> groups;
        for (const Branch& branch : m_branches) groups[groupOf(m_summary.rows[branch.call])].push_back(branch);
        std::vector<std::pair<CallNode, std::vector<Branch>>> made;
        for (auto& [name, branches] : groups) made.emplace_back(groupNode(name, branches), std::move(branches));
        std::ranges::stable_sort(made, std::greater(), [](const auto& group) { return group.first.perRun; });
        for (auto& [node, branches] : made) {
            const int parent = static_cast<int>(m_nodes.size());
            m_nodes.push_back(std::move(node));
            std::ranges::stable_sort(branches, {}, [this](const Branch& branch) { return instructionOf(branch); });
            addBranches(branches, parent);
        }
    }

    CallNode groupNode(const std::string& name, const std::vector<Branch>& branches) const {
        CallNode node;
        node.kind = CallNode::Kind::Group;
        node.name = name;
        node.calls = branches.size();
        node.share = 0;
        for (const Branch& branch : branches) {
            const SummaryRow& call = m_summary.rows[branch.call];
            node.unit = call.unit;
            node.ticks += ticksOf(call);
            node.perRun += call.event.perRun;
            if (node.share) node.share = call.share ? std::optional(*node.share + *call.share) : std::nullopt;
        }
        std::vector<std::uint64_t> sums;
        for (const RunTimes& run : m_runs) {
            std::uint64_t sum = 0;
            for (const Branch& branch : branches) sum += at(run.calls, instructionOf(branch));
            sums.push_back(sum);
        }
        node.durations = etdump::durationStatistics(std::move(sums));
        return node;
    }

    const Summary& m_summary;
    std::vector<RunTimes> m_runs;
    std::vector<Branch> m_branches;
    std::vector<std::size_t> m_others;
    std::vector<CallNode> m_nodes;
};

}  // namespace

Result<std::vector<CallNode>> callTree(const Summary& summary, std::span<const join::SessionRun> runs, const GroupName& groupOf,
                                       const JobContext& job) {
    CallTreeMaker maker(summary, runs);
    if (job.cancelled()) return cancelledFailure();
    return maker.make(groupOf);
}

}  // namespace etscope::profile
