#include "join/run_records.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/base_name.h"
#include "base/escaped.h"
#include "io/sha256.h"

namespace etscope::join {
namespace {

namespace fs = std::filesystem;
using runrecord::CaseSource;
using runrecord::HashedFile;
using runrecord::RunRecord;

std::string folderOf(const std::string& path) { return (fs::path(path).parent_path() / "").lexically_normal().generic_string(); }

/// Holds what records say against the files that are open.
class Prover {
public:
    Prover(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {}

    Result<RunRecords> prove() {
        const auto& files = m_session.files();
        for (unsigned f = 0; f < files.size(); ++f) {
            if (files[f].kind != FileKind::RunRecord || files[f].source == nullptr) continue;
            if (m_job.cancelled()) return cancelledFailure();
            auto record = runrecord::read(files[f].bytes, m_diagnostics);
            if (!record) {
                m_diagnostics.error(record.error());
                continue;
            }
            const auto kept = std::make_shared<const RunRecord>(*std::move(record));
            const std::string doubt = doubtOf(*kept);
            if (!doubt.empty())
                m_diagnostics.warning("run-record-other-program", escaped(baseName(files[f].path)),
                                      doubt + ": it proves nothing of these files");
            m_found.records.push_back({f, kept, doubt});
            if (doubt.empty()) take(kept, folderOf(files[f].path), escaped(baseName(files[f].path)));
        }
        if (m_job.cancelled()) return cancelledFailure();
        m_session.addDiagnostics(m_diagnostics);
        return std::move(m_found);
    }

private:
    bool isSame(const ByteRange& bytes, const HashedFile& told) {
        if (told.sha256.empty() || told.size != bytes.size) return false;
        const auto hash = sha256(bytes, m_job);
        return hash && *hash == told.sha256;
    }

    /// Why the record is not of these files. Without a program of the session nothing contradicts.
    std::string doubtOf(const RunRecord& record) {
        const session::SessionFile* program = m_session.programFile();
        if (program != nullptr && program->program != nullptr && !isSame(program->program->file(), record.program))
            return "it is of another program than " + escaped(baseName(program->path));
        std::vector<const session::SessionFile*> data;
        for (const session::SessionFile& file : m_session.files())
            if (file.tensorData != nullptr) data.push_back(&file);
        for (const HashedFile& told : record.data)
            if (!data.empty() && std::ranges::none_of(data, [&](const auto* file) { return isSame(file->bytes, told); }))
                return "it ran with other external data than the session's (" + escaped(told.file) + ")";
        return {};
    }

    /// What of its files the session has; those that are others are told and left alone.
    void take(const std::shared_ptr<const RunRecord>& record, const std::string& folder, const std::string& place) {
        m_found.folders[folder] = m_found.records.size() - 1;
        std::map<std::string, const HashedFile*> told;
        for (const HashedFile& file : record->written) told[(fs::path(folder) / file.file).lexically_normal().generic_string()] = &file;
        std::set<std::string> others;
        const auto holds = [&](const std::string& path, const ByteRange& bytes) {
            const auto hit = told.find(fs::path(path).lexically_normal().generic_string());
            if (hit != told.end() && isSame(bytes, *hit->second)) return true;
            others.insert(std::string(baseName(path)));
            return false;
        };
        for (const runrecord::RunModule& module : record->passes) takeDump(record, module, folder, holds);
        takeOutputs(record, folder, holds);
        for (const std::string& name : others)
            if (!m_job.cancelled())
                m_diagnostics.warning("run-record-other-file", place,
                                      escaped(name) + " is not the file that this run wrote: which call it is of is not proven");
    }

    template <class Holds>
    void takeDump(const std::shared_ptr<const RunRecord>& record, const runrecord::RunModule& module, const std::string& folder,
                  const Holds& holds) {
        const auto& files = m_session.files();
        for (unsigned f = 0; f < files.size() && !module.dump.empty(); ++f) {
            const session::SessionFile& file = files[f];
            if (file.dump == nullptr || !isAt(file.path, folder, module.dump) || !holds(file.path, file.bytes)) continue;
            for (const runrecord::RunModule::Block& block : module.runs)
                if (static_cast<std::uint64_t>(block.run) < file.dump->runs().size())
                    m_found.runs[{f, static_cast<std::size_t>(block.run)}] = {record, block.call, module.pass, folder};
        }
    }

    template <class Holds>
    void takeOutputs(const std::shared_ptr<const RunRecord>& record, const std::string& folder, const Holds& holds) {
        std::map<std::string, std::pair<std::size_t, std::int64_t>> told;
        for (std::size_t c = 0; c < record->calls.size(); ++c)
            for (std::size_t o = 0; o < record->calls[c].outputs.size(); ++o)
                if (const std::string& name = record->calls[c].outputs[o].file; !name.empty())
                    told[name] = {c, static_cast<std::int64_t>(o)};
        for (const std::string& path : m_session.rawOutputFiles()) {
            if (folderOf(path) != folder || m_job.cancelled()) continue;
            const auto hit = told.find(std::string(baseName(path)));
            const auto source = hit == told.end() ? Result<std::shared_ptr<const Source>>(nullptr) : Source::open(path);
            if (hit == told.end() || !source || !holds(path, ByteRange::whole(*source))) continue;
            m_found.outputs[path] = {{record, hit->second.first, runrecord::Pass::Values, folder}, hit->second.second};
        }
    }

    static bool isAt(const std::string& path, const std::string& folder, const std::string& name) {
        return fs::path(path).lexically_normal() == (fs::path(folder) / name).lexically_normal();
    }

    const session::Session& m_session;
    const JobContext& m_job;
    Diagnostics m_diagnostics;
    RunRecords m_found;
};

}  // namespace

std::optional<std::int64_t> RecordedCall::caseIndex() const noexcept {
    const CaseSource source = facts().source;
    const bool known = source == CaseSource::Bundle || source == CaseSource::Record || source == CaseSource::Files;
    return known ? facts().caseIndex : std::nullopt;
}

Result<std::shared_ptr<const RunRecords>> runRecords(const session::Session& session, const JobContext& job) {
    return session.store().get<RunRecords>("join::runRecords", job, [&]() -> Result<std::shared_ptr<const RunRecords>> {
        auto found = Prover(session, job).prove();
        if (!found) return found.failure();
        return std::make_shared<const RunRecords>(*std::move(found));
    });
}

}  // namespace etscope::join
