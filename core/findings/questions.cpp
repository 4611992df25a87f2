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
#include "inventory/named_data.h"

namespace etscope::findings {
namespace {

using session::Session;

/// What the plans of a program's methods hold; none of a plan that is damaged.
struct Planned {
    std::size_t methods = 0, instructions = 0, delegateCalls = 0, kernels = 0, arenas = 0;
    std::uint64_t bytes = 0;
};

Planned plannedOf(const Session& session) {
    Planned all;
    for (const session::Method& method : session.methods()) {
        const program::ExecutionPlan* plan = session.plan(method.name);
        if (plan == nullptr || plan->damaged) continue;
        ++all.methods;
        for (const program::Instruction& one : plan->mainInstructions()) {
            ++all.instructions;
            all.delegateCalls += std::holds_alternative<program::DelegateCall>(one) ? 1U : 0U;
            all.kernels += std::holds_alternative<program::KernelCall>(one) ? 1U : 0U;
        }
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
            return answered(std::move(made),
                            Sentence::of("%1 {1:instruction|instructions} of %2 {2:method|methods}, %3 {3:calls|call} delegates",
                                         m_planned.instructions, m_planned.methods, m_planned.delegateCalls),
                            Target::Graph);
        if (methods > 0)
            return answered(std::move(made), Sentence::of("graphs of %1 {1:method|methods}, none of them of a program", methods),
                            Target::Graph);
        return open(std::move(made), Sentence::of("needs the program (.pte) or the ETRecord"));
    }

    FileQuestion memory() const {
        FileQuestion made{"memory", Sentence::of("How much memory is planned?")};
        if (m_planned.methods == 0) return open(std::move(made), needsProgram());
        return answered(std::move(made),
                        m_planned.bytes == 0
                            ? Sentence::of("none: the caller gives all of it")
                            : Sentence::of("%1 in %2 {2:arena|arenas}", bytesText(m_planned.bytes), m_planned.arenas),
                        Target::Memory);
    }

    FileQuestion fallback() const {
        FileQuestion made{"fallback", Sentence::of("What falls back to the CPU?")};
        if (m_planned.methods == 0) return open(std::move(made), needsProgram());
        return answered(std::move(made),
                        m_planned.delegateCalls == 0
                            ? Sentence::of("there is no delegate: all %1 {1:kernel runs|kernels run} on the CPU", m_planned.kernels)
                            : Sentence::of("%1 of %2 {2:instruction is a kernel|instructions are kernels}", m_planned.kernels,
                                           m_planned.instructions),
                        Target::Fallback);
    }

    Result<FileQuestion> time() const {
        FileQuestion made{"time", Sentence::of("How long does it take?")};
        const auto runs = compare::runs(m_session, m_job);
        if (runs.cancelled()) return runs.failure();
        const std::size_t count = runs ? (*runs)->size() : 0;
        if (count == 0) return open(std::move(made), Sentence::of("needs a run: an ETDump (.etdp)"));
        return answered(std::move(made), Sentence::of("%1 {1:run|runs} in the dump", count), Target::Time);
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
        const bool recorded = record != nullptr && !etrecord::removedParts(*record->record).weights &&
                              std::ranges::any_of(record->record->stages(),
                                                  [](const etrecord::StageEntry& stage) { return stage.stateDict.has_value(); });
        const auto absent = absentKeys();
        if (!absent) return absent.failure();
        if (*absent > 0)
            return open(std::move(made),
                        Sentence::of("%1 {1:key|keys} of the program {1:is|are} in no file here: needs its .ptd", *absent));
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
        if (record == nullptr || record->record->stages().empty())
            return open(std::move(made), Sentence::of("needs the ETRecord: a program names operators, not modules"));
        if (etrecord::removedParts(*record->record).sources)
            return open(std::move(made), Sentence::of("needs the whole ETRecord: its source lines were removed"));
        return answered(std::move(made), Sentence::of("of each operator that the ETRecord has a graph of"), Target::Graph);
    }

private:
    static FileQuestion answered(FileQuestion made, Sentence detail, Target page) {
        made.answered = true, made.detail = std::move(detail), made.page = page;
        return made;
    }
    static FileQuestion open(FileQuestion made, Sentence detail) {
        made.detail = std::move(detail), made.page = Target::AddFiles;
        return made;
    }
    static Sentence needsProgram() { return Sentence::of("needs the program (.pte)"); }

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
