#include "findings/verify.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "base/base_name.h"
#include "base/codes.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "compare/logged_tensors.h"
#include "compare/test_cases.h"
#include "findings/limits.h"
#include "findings/look.h"
#include "inventory/tensor_rows.h"
#include "io/sha256.h"
#include "join/constants.h"
#include "join/handles.h"
#include "join/joins.h"
#include "pickle/removed.h"
#include "replay/program_differences.h"
#include "stages/reference_check.h"

namespace etscope::findings {
namespace {

/// Checksums of all entries of a zip and of the archives inside it.
class ChecksumCheck {
public:
    ChecksumCheck(const std::string& file, Diagnostics& diagnostics, const JobContext& job)
        : m_place(escaped(baseName(file))), m_diagnostics(diagnostics), m_job(job) {}

    std::uint64_t check(const ZipIndex& zip, const std::string& prefix, bool nested) {
        std::uint64_t checked = 0;
        const bool zeroed = isZeroed(zip);
        for (const ZipEntry& entry : zip.entries()) {
            if (m_job.cancelled()) return checked;
            if (zeroed && !entry.stored()) continue;  // nobody reads the zeros, and inflating gigabytes of them has a limit
            const std::string place = m_place + " · " + prefix + escaped(entry.name);
            ++checked;
            const auto holds = zip.checksumHolds(entry, m_job);
            if (!holds)
                m_diagnostics.error(holds.error().code, place, holds.error().message);
            else if (!*holds)
                m_diagnostics.warning("zip-checksum-differs", place,
                                      "the content's CRC-32 is not the recorded one: the bytes were changed");
            if (nested) checked += checkInside(zip, entry, prefix);
        }
        return checked;
    }

private:
    /// An archive of torch.save whose storages were removed on purpose.
    static bool isZeroed(const ZipIndex& zip) {
        return std::ranges::any_of(zip.entries(), [](const ZipEntry& entry) {
            return entry.name.ends_with(std::string("/").append(pickle::kRemovedRecord));
        });
    }

    std::uint64_t checkInside(const ZipIndex& zip, const ZipEntry& entry, const std::string& prefix) {
        const auto content = zip.content(entry);
        std::array<std::byte, 4> start{};
        if (!content || content->size < start.size() || !content->read(0, start) || sniff(start) != ContentKind::TorchZip) return 0;
        Diagnostics ofInner;
        const auto inner = ZipIndex::read(*content, ofInner, m_job);
        m_diagnostics.merge(ofInner, m_place + " · " + prefix + escaped(entry.name));
        return inner ? check(*inner, prefix + escaped(entry.name) + " · ", false) : 0;
    }

    std::string m_place;
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
};

void checkGraphs(const session::Session& session, Verification& seen, Diagnostics& diagnostics, const JobContext& job) {
    for (const session::Method& method : session.methods())
        for (const graph::StageId& stage : method.stages) {
            ++seen.graphs;
            const auto graph = session.graph(method.name, stage, job);
            if (graph)
                seen.nodes += (*graph)->nodeCount();
            else
                diagnostics.error(graph.error().code, escaped(method.name) + "/" + escaped(stage.text()), graph.error().message);
        }
}

void checkTensors(const session::Session& session, Verification& seen, Diagnostics& diagnostics, const JobContext& job) {
    const auto rows = compare::tensors(session, job);
    if (!rows) return diagnostics.error(rows.error());
    for (const inventory::TensorRow& row : **rows) {
        ++seen.tensors;
        if (row.tensor.state == tensor::DataState::Unreadable)
            diagnostics.error("tensor-unreadable", escaped(row.name),
                              row.tensor.note.empty() ? "its bytes are not in the file" : row.tensor.note);
    }
}

/// Files of which payloads state the SHA-256: each place once.
class StatedHashes {
public:
    StatedHashes(Diagnostics& diagnostics, const JobContext& job) : m_diagnostics(diagnostics), m_job(job) {}

    void check(const delegates::Decoded& decoded, const std::string& place) {
        for (const delegates::NestedFile& file : decoded.nested) {
            if (file.sha256.empty() || !file.bytes.hasData() || m_job.cancelled()) continue;
            if (!m_seen.emplace(file.bytes.source.get(), file.bytes.offset, file.sha256).second) continue;
            const auto digest = sha256(file.bytes, m_job);
            if (digest && *digest != file.sha256)
                m_diagnostics.error("delegate-file-differs", place + " · " + escaped(file.name),
                                    "its SHA-256 is " + *digest + ", the payload states " + file.sha256);
            if (!digest) m_diagnostics.error(digest.error());
        }
    }

private:
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
    std::set<std::tuple<const Source*, std::uint64_t, std::string>> m_seen;
};

/// Decoding a payload tells what is wrong with it; one that no decoder knows is not looked into.
void checkDelegates(const session::Session& session, Diagnostics& diagnostics, const JobContext& job) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr) return;
    StatedHashes hashes(diagnostics, job);
    for (const program::ExecutionPlan& plan : file->program->plans())
        for (std::size_t i = 0; i < plan.delegates.size() && !job.cancelled(); ++i)
            if (const auto decoded = session.delegate(plan.name, i, job))
                hashes.check(**decoded, escaped(plan.name) + "/delegate:" + std::to_string(i));
}

void checkJoins(const session::Session& session, Diagnostics& diagnostics, const JobContext& job) {
    join::addMismatches(session, job);
    if (session.recordFile() == nullptr) return;
    const auto constants = join::constants(session, job);
    for (std::size_t i = 0; constants && i < (*constants)->different.size(); ++i) {
        const join::Difference& one = (*constants)->different[i];
        diagnostics.warning("constant-differs", escaped(one.name), one.text().text());
    }
    const auto methods = join::methodsWithHandles(session);
    for (const std::string& method : methods ? *methods : std::vector<std::string>{})
        if (const auto handles = join::handles({session, method}, job); !handles) diagnostics.error(handles.error());
}

/// Of files that belong together, by the method and the operator that takes them: whatever other tensor has the same bytes.
void checkConstants(const session::Session& session, Diagnostics& diagnostics, const JobContext& job) {
    const auto isOther = [](const join::Join& one) {
        return one.from == "pte" && one.to == "etrecord" && one.state == join::JoinState::Mismatched;
    };
    if (std::ranges::any_of(join::joins(session, job), isOther)) return;
    std::set<std::string> told;  // by their contents
    if (const auto constants = join::constants(session, job))
        for (const join::DifferentConstant& one : (*constants)->different) told.insert(one.name);
    for (const session::Method& method : session.methods()) {
        const auto differences = replay::programDifferences({session, method.name}, job);
        for (const replay::ProgramDifference& one : differences ? **differences : std::vector<replay::ProgramDifference>{})
            if (one.kind == replay::ProgramDifference::Kind::Constant && !told.contains(one.name))
                diagnostics.warning("constant-differs", escaped(one.name),
                                    escaped(one.name) + " of " + escaped(method.name) + ": " + one.text.text());
    }
}

/// Outputs of the record that its own graph does not give on its own inputs.
void checkReferences(const session::Session& session, Diagnostics& diagnostics, const JobContext& job) {
    const auto wrong = stages::wrongReferences(session, limits::kMaxVerifiedOperations, job);
    for (const stages::WrongReference& one : wrong ? *wrong : std::vector<stages::WrongReference>{})
        diagnostics.warning("reference-outputs-differ",
                            "reference_outputs[" + escaped(one.method) + "][" + std::to_string(one.caseIndex) + "][" +
                                std::to_string(one.output) + "]",
                            one.sentence);
}

}  // namespace

bool isDamage(const Diagnostic& diagnostic) {
    if (diagnostic.severity == Severity::Note) return false;
    return diagnostic.severity == Severity::Error || meaningOf(diagnostic.code) != CodeMeaning::Doubt;
}

Result<Verification> verify(const session::Session& session, const JobContext& job) {
    Verification seen;
    Diagnostics diagnostics;
    for (const session::SessionFile& file : session.files())
        if (file.zip != nullptr)
            seen.zipEntries += ChecksumCheck(validName(file.path), diagnostics, job).check(*file.zip, "", true);
    checkGraphs(session, seen, diagnostics, job);
    checkTensors(session, seen, diagnostics, job);
    checkDelegates(session, diagnostics, job);
    compare::checkTestCases(session, diagnostics);
    checkJoins(session, diagnostics, job);
    const Look look(session);
    checkConstants(session, diagnostics, job);
    checkReferences(session, diagnostics, job);
    if (look.leftOut())
        diagnostics.note("computing-left-out", "", "reference outputs take more computing than a look may: not all were checked");
    if (job.cancelled()) return cancelledFailure();
    session.addDiagnostics(diagnostics);
    const Diagnostics all = session.diagnostics();
    seen.sound = std::ranges::none_of(all.items(), isDamage);
    return seen;
}

}  // namespace etscope::findings
