#include "findings/questions.h"

#include <algorithm>
#include <array>

#include "base/base_name.h"
#include "base/bytes_text.h"
#include "base/escaped.h"
#include "compare/outputs.h"
#include "compare/run_cases.h"
#include "etrecord/removed.h"
#include "findings/overview.h"
#include "findings/undelegated.h"
#include "inventory/delegate_rows.h"
#include "inventory/named_data.h"
#include "session/damage.h"
#include "session/pt2_stages.h"

namespace etscope::findings {
namespace {

using session::Session;

/// What the plans of a program's methods hold; none of a plan that is damaged.
struct Planned {
    std::size_t methods = 0, damaged = 0;  ///< plans that can be read, and that cannot
    std::size_t instructions = 0, delegateCalls = 0, operators = 0, arenas = 0;
    std::uint64_t bytes = 0;
};

Planned plannedOf(const Session& session) {
    Planned all;
    if (const session::SessionFile* file = session.programFile())
        all.damaged = static_cast<std::size_t>(std::ranges::count_if(file->program->plans(), &program::ExecutionPlan::damaged));
    for (const session::Method& method : session.methods()) {
        const program::ExecutionPlan* plan = session.plan(method.name);
        if (plan == nullptr) continue;
        ++all.methods;
        for (const program::Instruction& one : plan->mainInstructions()) {
            ++all.instructions;
            all.delegateCalls += std::holds_alternative<program::DelegateCall>(one) ? 1U : 0U;
        }
        all.operators += operatorCalls(*plan);
        for (const std::int64_t size : plan->bufferSizes)
            if (size > 0) ++all.arenas, all.bytes += static_cast<std::uint64_t>(size);
    }
    return all;
}

class Questions {
public:
    Questions(const Session& session, const JobContext& job) : m_session(session), m_job(job), m_planned(plannedOf(session)) {}

    FileQuestion contents() const {
        FileQuestion made{"contents", Sentence::of("What is in it, and what runs where?")};
        const std::size_t methods = m_session.methods().size();
        if (m_planned.methods > 0)
            return answeredByPlans(
                std::move(made),
                Sentence::of("%1 {1:instruction|instructions} of %2 {2:method|methods}, %3 {3:calls|call} delegates",
                             m_planned.instructions, m_planned.methods, m_planned.delegateCalls),
                Target::Graph);
        if (methods > 0)
            return answered(std::move(made), Sentence::of("graphs of %1 {1:method|methods}, none of them of a program", methods),
                            Target::Graph);
        if (m_planned.damaged > 0)
            return open(std::move(made), Sentence::of("needs another copy of the program: its plans are damaged"));
        return open(std::move(made), Sentence::of("needs the program (.pte) or the ETRecord"));
    }

    FileQuestion memory() const {
        FileQuestion made{"memory", Sentence::of("How much memory is planned?")};
        if (m_planned.methods == 0) return open(std::move(made), needsProgram());
        return answeredByPlans(std::move(made),
                               m_planned.bytes == 0
                                   ? Sentence::of("none: the caller gives all of it")
                                   : Sentence::of("%1 in %2 {2:arena|arenas}", bytesText(m_planned.bytes), m_planned.arenas),
                               Target::Memory);
    }

    FileQuestion fallback() const {
        FileQuestion made{"fallback", Sentence::of("What falls back to the CPU?")};
        if (m_planned.methods == 0) return open(std::move(made), needsProgram());
        return answeredByPlans(
            std::move(made),
            m_planned.delegateCalls == 0
                ? Sentence::of("there is no delegate: all %1 {1:operator runs|operators run} on the CPU", m_planned.operators)
                : Sentence::of("%1 {1:operator runs|operators run} on the CPU, beside %2 delegate {2:call|calls}",
                               m_planned.operators, m_planned.delegateCalls),
            Target::Fallback);
    }

    Result<FileQuestion> time() const {
        FileQuestion made{"time", Sentence::of("How long does it take?")};
        const auto runs = compare::runs(m_session, m_job);
        if (runs.cancelled()) return runs.failure();
        const auto isRun = [](const join::SessionRun& run) { return run.kind() != etdump::BlockKind::Load; };
        const auto count = runs ? std::ranges::count_if(**runs, isRun) : 0;
        if (count == 0) return open(std::move(made), Sentence::of("needs a run: an ETDump (.etdp)"));
        return answered(std::move(made), Sentence::of("%1 {1:run|runs}", count), Target::Time);
    }

    /// Both sides are needed, and what a run gave may be in a dump or in files.
    FileQuestion correctness() const {
        FileQuestion made{"correctness", Sentence::of("Is it right?")};
        std::vector<Sentence> needs;
        const auto references = compare::methodReferences(m_session);
        if (references.empty()) needs.push_back(Sentence::of("reference outputs (.etrecord or .bpte)"));
        if (!hasRuntimeValues(m_session)) needs.push_back(runtimeValues());
        if (!needs.empty()) return open(std::move(made), Sentence::of("needs %1", Sentence::list(std::move(needs), ", ")));
        return answered(std::move(made), Sentence::of("references of %1 {1:method|methods}, and what runs gave", references.size()),
                        Target::Outputs);
    }

    Result<FileQuestion> weights() const {
        FileQuestion made{"weights", Sentence::of("What are the weights?")};
        const session::SessionFile* record = m_session.recordFile();
        if (const auto damaged = damagedOne()) return open(std::move(made), *damaged);
        const auto& stages = record != nullptr ? record->record->stages() : std::vector<etrecord::StageEntry>();
        const bool recorded = session::hasPt2Stage(m_session) ||
                              (!stages.empty() && !etrecord::removedParts(*record->record).weights &&
                               std::ranges::all_of(stages, [](const auto& stage) { return stage.stateDict.has_value(); }));
        const auto absent = absentKeys();
        if (!absent) return absent.failure();
        if (*absent > 0)
            return open(std::move(made),
                        Sentence::of("%1 {1:key|keys} of the program {1:is|are} in no file here: needs its .ptd", *absent));
        const auto unread = unreadDelegates();
        if (!unread) return unread.failure();
        if (!recorded && *unread > 0)
            return open(std::move(made),
                        Sentence::of("what %1 {1:delegate holds|delegates hold} cannot be read: needs the ETRecord", *unread));
        if (m_planned.methods == 0 && !recorded)
            return open(std::move(made), Sentence::of("needs the program (.pte) or the ETRecord with its weights"));
        return answered(std::move(made),
                        recorded ? Sentence::of("with the names they have in the model")
                                 : Sentence::of("as the program stores them: names need the ETRecord"),
                        Target::Weights);
    }

    FileQuestion source() const {
        FileQuestion made{"source", Sentence::of("Which module, which source line?")};
        const session::SessionFile* record = m_session.recordFile();
        const auto hasGraph = [](const session::Method& method) {
            return method.has(graph::StageId::exported()) || method.has(graph::StageId::edge());
        };
        if (std::ranges::none_of(m_session.methods(), hasGraph))
            return open(std::move(made), Sentence::of("needs the ETRecord: a program names operators, not modules"));
        if (const auto damaged = damagedOne()) return open(std::move(made), *damaged);
        if (record != nullptr && etrecord::removedParts(*record->record).sources)
            return open(std::move(made), Sentence::of("needs the whole ETRecord: its source lines were removed"));
        return answered(std::move(made), Sentence::of("of each operator of a graph that was recorded"), Target::Graph);
    }

private:
    /// Told of plans that can be read; how many cannot.
    FileQuestion answeredByPlans(FileQuestion made, Sentence detail, Target page) const {
        if (m_planned.damaged > 0)
            detail += Sentence::of("; without %1 {1:method, whose plan is|methods, whose plans are} damaged", m_planned.damaged);
        return answered(std::move(made), std::move(detail), page);
    }
    static FileQuestion answered(FileQuestion made, Sentence detail, Target page) {
        made.answered = true, made.detail = std::move(detail), made.page = page;
        return made;
    }
    static FileQuestion open(FileQuestion made, Sentence detail) {
        made.detail = std::move(detail), made.page = Target::AddFiles;
        return made;
    }
    Sentence needsProgram() const {
        return m_planned.damaged > 0 ? Sentence::of("needs another copy of the program: its plans are damaged")
                                     : Sentence::of("needs the program (.pte)");
    }

    /// A model's file that is cut or broken may lack a part of any answer.
    std::optional<Sentence> damagedOne() const {
        for (const session::SessionFile& file : m_session.files())
            if (session::isDamaged(file) &&
                (file.record != nullptr || file.program != nullptr || file.tensorData != nullptr || file.pt2 != nullptr))
                return Sentence::of("in part: %1 is damaged", escaped(baseName(file.path)));
        return std::nullopt;
    }

    /// Delegates of the program of which no weight can be told.
    Result<std::size_t> unreadDelegates() const {
        const auto rows = inventory::delegateRows(m_session, m_job);
        if (!rows) return rows.failure();
        return static_cast<std::size_t>(std::ranges::count_if(*rows, [](const inventory::DelegateRow& row) {
            return row.decoded == nullptr || (row.decoded->graph == nullptr && row.decoded->weights.empty());
        }));
    }

    /// The file that lacks them: the buffer of a dump that is here, or the run.
    Sentence runtimeValues() const {
        const auto dump = std::ranges::find_if(m_session.files(), [](const auto& file) { return file.dump != nullptr; });
        if (dump == m_session.files().end()) return Sentence::of("what a run gave (.etdp with .dbg)");
        const std::string name = escaped(baseName(dump->path));
        return dump->dump->highestByte() > 0 ? Sentence::of("the debug buffer of %1 (.dbg)", name)
                                             : Sentence::of("a run with debug values: %1 has none", name);
    }

    /// Keys of the program's constants and of its delegates that no file answers.
    Result<std::size_t> absentKeys() const {
        const auto users = inventory::keyUsers(m_session, m_job);
        if (!users) return users.failure();
        return static_cast<std::size_t>(
            std::ranges::count_if(*users, [&](const auto& one) { return !inventory::isAnswered(m_session, one.first); }));
    }

    const Session& m_session;
    const JobContext& m_job;
    Planned m_planned;
};

}  // namespace

bool isQuestion(const Session& session, std::string_view kind) {
    static constexpr std::array kMissing{"graphs-absent", "reference-outputs-absent", "runtime-values-absent"};
    return std::ranges::find(kMissing, kind) != kMissing.end() ||
           (kind == "exported-program-absent" && session.recordFile() == nullptr);
}

Result<std::vector<FileQuestion>> fileQuestions(const Session& session, const JobContext& job) {
    const Questions questions(session, job);
    std::vector<FileQuestion> made{questions.contents(), questions.memory(), questions.fallback()};
    auto time = questions.time(), weights = questions.weights();
    if (!time) return time.failure();
    if (!weights) return weights.failure();
    made.insert(made.end(), {*std::move(time), questions.correctness(), *std::move(weights), questions.source()});
    return made;
}

}  // namespace etscope::findings
