#include "base/text.h"
#include "compare/logged_tensors.h"
#include "compare/test_cases.h"
#include "inventory/tensor_rows.h"
#include "join/constants.h"
#include "join/handles.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

/// Checksums of all entries of a zip and of the archives inside it.
class ChecksumCheck {
public:
    ChecksumCheck(const std::string& file, Diagnostics& diagnostics, const JobContext& job)
        : m_place(escaped(baseName(file))), m_diagnostics(diagnostics), m_job(job) {}

    std::uint64_t check(const ZipIndex& zip, const std::string& prefix, bool nested) {
        std::uint64_t checked = 0;
        for (const ZipEntry& entry : zip.entries()) {
            if (m_job.cancelled()) return checked;
            const std::string place = m_place + " · " + prefix + escaped(entry.name);
            ++checked;
            const auto holds = zip.checksumHolds(entry);
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
    std::uint64_t checkInside(const ZipIndex& zip, const ZipEntry& entry, const std::string& prefix) {
        const auto content = zip.content(entry);
        std::array<std::byte, 4> start{};
        if (!content || content->size < start.size() || !content->read(0, start) || sniff(start) != ContentKind::TorchZip) return 0;
        Diagnostics ofInner;
        const auto inner = ZipIndex::read(*content, ofInner);
        m_diagnostics.merge(ofInner, m_place + " · " + prefix + escaped(entry.name));
        return inner ? check(*inner, prefix + escaped(entry.name) + " · ", false) : 0;
    }

    std::string m_place;
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
};

void checkTensors(const session::Session& session, std::uint64_t& checked, Diagnostics& diagnostics, const JobContext& job) {
    const auto rows = compare::tensors(session, job);
    if (!rows) return;
    for (const inventory::TensorRow& row : **rows) {
        ++checked;
        if (row.tensor.state == tensor::DataState::Unreadable)
            diagnostics.error("tensor-unreadable", row.name,
                              row.tensor.note.empty() ? "its bytes are not in the file" : row.tensor.note);
    }
}

}  // namespace

Result<Json> verifyDocument(const session::Session& session, bool& failed, const JobContext& job) {
    Diagnostics diagnostics;
    std::uint64_t entries = 0, graphs = 0, nodes = 0, tensors = 0;
    for (const session::SessionFile& file : session.files())
        if (file.zip != nullptr) entries += ChecksumCheck(file.path, diagnostics, job).check(*file.zip, "", true);
    for (const session::Method& method : session.methods())
        for (const std::string& stage : method.stages) {
            ++graphs;
            const auto graph = session.graph(method.name, stage, job);
            if (graph)
                nodes += (*graph)->nodeCount();
            else
                diagnostics.error(graph.error().code, escaped(method.name) + "/" + stage, graph.error().message);
        }
    checkTensors(session, tensors, diagnostics, job);
    compare::checkTestCases(session, diagnostics);
    const auto constants = join::constants(session, job);
    for (const std::string& text : constants ? (*constants)->different : std::vector<std::string>{})
        diagnostics.warning("constant-differs", text.substr(0, text.find(' ')), text);
    if (session.recordFile() != nullptr)
        if (const auto handles = join::handles(session, job); !handles) diagnostics.error(handles.error());
    if (job.cancelled()) return cancelledFailure();
    session.addDiagnostics(diagnostics);
    const Diagnostics all = session.diagnostics();
    failed = all.count(Severity::Error) > 0 || all.has("zip-checksum-differs");
    Json document = beginDocument("verify", session);
    document["checked"] = {{"zip_entries", entries}, {"graphs", graphs}, {"nodes", nodes}, {"tensors", tensors}};
    document["ok"] = !failed;
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
