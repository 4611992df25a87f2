#include "causes/method_culprits.h"

#include <algorithm>
#include <set>

#include "compare/outputs.h"
#include "compare/run_cases.h"
#include "replay/audit.h"
#include "replay/executed.h"
#include "replay/kept_whole.h"

namespace etscope::causes {
namespace {

/// Those that are judged, by SessionRun::index: all, or of many those first whose outputs are not the expected ones.
Result<std::set<std::size_t>> chosenRuns(const session::MethodView& method, const std::vector<join::SessionRun>& runs,
                                         const JobContext& job) {
    std::set<std::size_t> chosen;
    if (runs.size() > kMostJudgedRuns) {
        const auto pairs = compare::pairOutputs(method.session.shared_from_this(), job);
        if (pairs.cancelled()) return pairs.failure();
        std::map<std::int64_t, bool> equal;
        for (std::size_t i = 0; pairs && i < pairs->size(); ++i) {
            const compare::OutputPair& pair = (*pairs)[i];
            if (pair.method != method.name || !pair.runtime || !pair.runtime->run) continue;
            const bool same = compare::compareOutput(pair, {}, job).state == compare::PairState::Match;
            const auto [known, fresh] = equal.emplace(*pair.runtime->run, same);
            if (!fresh) known->second = known->second && same;
        }
        for (std::size_t i = 0; i < std::min(kMostReplayedRuns, runs.size()) && chosen.size() < kMostJudgedRuns; ++i)
            if (const auto known = equal.find(static_cast<std::int64_t>(runs[i].index)); known != equal.end() && !known->second)
                chosen.insert(runs[i].index);
    }
    for (std::size_t i = 0; i < runs.size() && chosen.size() < kMostJudgedRuns; ++i) chosen.insert(runs[i].index);
    return chosen;
}

void count(const replay::AuditRow& row, CallCounts& counts) {
    ++(row.judgement() == nullptr ? counts.open : row.wrong() ? counts.wrong : counts.right);
}

std::optional<Proof> proofOf(const Culprit& culprit, const std::vector<replay::AuditRow>& rows) {
    const auto isIt = [&](const replay::AuditRow& row) { return row.run == culprit.run && row.instruction == culprit.instruction; };
    const auto it = std::ranges::find_if(rows, isIt);
    if (!isOfCall(culprit) || it == rows.end()) return std::nullopt;
    Proof proof{.op = it->op, .judgement = std::nullopt, .before = {}, .same = {}, .otherRuns = {}};
    if (it->judgement() != nullptr) proof.judgement = *it->judgement();
    for (const replay::AuditRow& row : rows) {
        if (row.run == it->run && row.instruction < it->instruction) count(row, proof.before);
        if (row.instruction != it->instruction && row.op == it->op) count(row, proof.same);
        if (row.run != it->run && row.instruction == it->instruction) count(row, proof.otherRuns);
    }
    return proof;
}

using Made = Result<std::shared_ptr<const MethodCulprits>>;

/// Times are measured in a pass of their own, which logs no values: its calls are those of the other pass.
bool isOfTimes(const join::SessionRun& run) { return run.recorded != nullptr && run.recorded->pass == runrecord::Pass::Times; }

/// Calls of runs of foreign dumps are not judged: nothing they logged is theirs; nor are those of times.
Result<std::vector<replay::AuditRow>> auditOf(const session::MethodView& method, const std::vector<const join::SessionRun*>& runs,
                                              std::set<std::size_t> only, const ForeignDumps& foreign, const JobContext& job) {
    for (const join::SessionRun* run : runs)
        if (foreign.contains(run->file) || isOfTimes(*run)) only.erase(run->index);
    return only.empty() ? std::vector<replay::AuditRow>() : replay::audit(method, runs, {.only = std::move(only)}, job);
}

Made judge(const session::MethodView& method, const ForeignDumps& foreign, const JobContext& job) {
    auto made = std::make_shared<MethodCulprits>();
    made->method = method.name;
    if (method.plan() == nullptr) return made;
    const auto runs = replay::executionsOf(method, job);
    if (!runs) return runs.failure();
    if (runs->empty()) {
        auto culprits = culpritsOfProgram(method, job);
        if (!culprits) return culprits.failure();
        made->ofProgram = *std::move(culprits);
        return made;
    }
    const auto chosen = chosenRuns(method, *runs, job);
    if (!chosen) return chosen.failure();
    std::vector<const join::SessionRun*> replayed;
    for (const join::SessionRun& run : *runs)
        if (run.index <= *chosen->rbegin()) replayed.push_back(&run);
    made->left = runs->size() - chosen->size();
    const auto rows = auditOf(method, replayed, *chosen, foreign, job);
    if (!rows) return rows.failure();
    for (const replay::AuditRow& row : *rows)
        if (!row.wrong()) ++(row.judgement() == nullptr ? made->calls[row.run].open : made->calls[row.run].right);
    for (const replay::AuditRow& row : *rows) ++(row.judgement() == nullptr ? made->open : row.wrong() ? made->wrong : made->right);
    auto culprits = culpritsOf(method, replayed, *rows, job, *chosen, foreign);
    if (!culprits) return culprits.failure();
    made->runs = *std::move(culprits);
    if (const Culprit* first = made->first()) made->proof = proofOf(*first, *rows);
    return made;
}

/// By its own runs alone.
Made judgedAlone(const session::MethodView& method, const JobContext& job) {
    return replay::keptWhole<MethodCulprits>(method.session, method.key("alone"), job, [&] { return judge(method, {}, job); });
}

/// The dumps that the method ran in, as far as any method that ran in them shows them to be foreign.
Result<ForeignDumps> foreignDumps(const session::MethodView& method, const JobContext& job) {
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    std::set<unsigned> files;
    for (const join::SessionRun& run : **runs)
        if (run.attribution.method == method.name) files.insert(run.file);
    std::set<std::string> methods;
    for (const join::SessionRun& run : **runs)
        if (run.attribution.method && files.contains(run.file)) methods.insert(*run.attribution.method);
    ForeignDumps foreign;
    for (const std::string& name : methods) {
        const Made judged = judgedAlone({method.session, name}, job);
        if (judged.cancelled()) return judged.failure();
        for (std::size_t i = 0; judged && i < (*judged)->runs.size(); ++i)
            for (const Culprit& culprit : (*judged)->runs[i].culprits)
                if (culprit.foreignDump) foreign.try_emplace(*culprit.foreignDump, culprit.sentence);
    }
    return foreign;
}

}  // namespace

const Culprit* MethodCulprits::first() const noexcept {
    const Culprit* found = nullptr;
    for (const RunCulprits& one : runs)
        if (!one.culprits.empty() && (found == nullptr || inferred(one.culprits.front()) < inferred(*found)))
            found = &one.culprits.front();
    return found != nullptr || ofProgram.empty() ? found : &ofProgram.front();
}

Result<std::shared_ptr<const MethodCulprits>> methodCulprits(const session::MethodView& method, const JobContext& job) {
    return replay::keptWhole<MethodCulprits>(method.session, method.name, job, [&]() -> Made {
        const auto foreign = foreignDumps(method, job);
        if (!foreign) return foreign.failure();
        return foreign->empty() ? judgedAlone(method, job) : judge(method, *foreign, job);
    });
}

}  // namespace etscope::causes
