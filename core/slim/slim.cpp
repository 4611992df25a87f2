#include "slim/slim.h"

#include <algorithm>

#include "base/escaped.h"
#include "etrecord/removed.h"
#include "io/json.h"
#include "io/output_file.h"
#include "io/zip_stream.h"
#include "slim/artifact_rewriter.h"
#include "slim/program_rewriter.h"
#include "slim/sinks.h"

namespace etscope::slim {
namespace {

using etrecord::Role;

class SlimWriter {
public:
    SlimWriter(const etrecord::Record& record, const Drop& drop, OutputFile& file, const JobContext& job)
        : m_record(record), m_work{drop, job}, m_file(file), m_archive(m_file), m_job(job) {
        m_result.before = record.zip().archive().size;
    }

    Result<Slimmed> write() {
        if (m_work.drop.names)
            if (auto collected = collect(); !collected) return collected.failure();
        for (std::size_t i = 0; i < m_record.entries().size(); ++i) {
            if (m_job.cancelled()) return cancelledFailure();
            if (auto written = writeEntry(i); !written) return written.failure();
        }
        m_work.counts.names = m_work.names.count();
        m_result.counts = m_work.counts;
        m_result.leftOut = m_work.leftOut;
        if (auto added = m_archive.add(etrecord::kRemovedEntry, manifest()); !added) return added.failure();
        if (auto finished = m_archive.finish(); !finished) return finished.failure();
        m_result.after = m_archive.size();
        return std::move(m_result);
    }

private:
    Result<void> collect() {
        for (std::size_t i = 0; i < m_record.entries().size(); ++i) {
            if (m_record.entries()[i].role != Role::Program) continue;
            const auto content = m_record.content(i);
            if (auto done = content ? collectNames(*content, m_work) : Result<void>(content.failure()); !done) return done;
        }
        return {};
    }

    Result<void> writeEntry(std::size_t i) {
        const Role role = m_record.entries()[i].role;
        if (m_record.zipEntry(i).name == etrecord::kRemovedEntry) return {};  // written anew
        const ZipEntry& entry = m_record.zipEntry(i);
        const auto content = entry.size == 0 ? Result<ByteRange>(ByteRange{}) : m_record.content(i);
        if (!content) return content.failure();
        m_job.report(static_cast<double>(entry.headerOffset) / static_cast<double>(std::max<std::uint64_t>(m_result.before, 1)));
        // Names may grow, escapes may become shorter or longer; zip64 is reserved in good time.
        if (auto begun = m_archive.begin(entry.name, {.most = entry.size * 2}); !begun) return begun;
        const std::uint64_t first = m_archive.size();
        MemberSink sink(m_archive);
        if (auto written = writeContent(role, *content, entry, sink); !written) return written;
        m_result.entries.push_back({escaped(entry.name), role, entry.size, m_archive.size() - first});
        return m_archive.end();
    }

    Result<void> writeContent(Role role, const ByteRange& content, const ZipEntry& entry, ByteSink& sink) {
        const Drop& drop = m_work.drop;
        const std::string name = escaped(entry.name);
        switch (role) {
            case Role::Program:
                if (drop.weights || drop.dropsSources()) return rewriteProgram(content, sink, m_work);
                break;
            case Role::StateDict:
            case Role::Constants:
                if (changes(drop, Holds::Weights)) return rewriteArtifact(content, Holds::Weights, name, sink, m_work);
                break;
            case Role::ExampleInputs:
                if (changes(drop, Holds::Inputs)) return rewriteArtifact(content, Holds::Inputs, name, sink, m_work);
                break;
            case Role::ReferenceOutputs:
            case Role::RepresentativeInputs:
                if (changes(drop, Holds::Cases)) return rewriteArtifact(content, Holds::Cases, name, sink, m_work);
                break;
            case Role::ProgramBuffer:
                if (drop.weights || drop.names) return leaveOut(name, "a whole program, with its weights and names");
                break;
            case Role::Unknown:
                if (entry.size > 0) return leaveOut(name, "an entry that is not known may hold anything");
                break;
            default: break;
        }
        return content.hasData() ? copyRange(content, sink, m_job) : Result<void>();
    }

    Result<void> leaveOut(const std::string& name, const char* why) {
        m_work.leftOut.push_back(name + ": " + why);
        return {};
    }

    std::string manifest() const {
        etrecord::RemovedParts parts = etrecord::removedParts(m_record);
        const Drop& drop = m_work.drop;
        parts.weights |= drop.weights, parts.sources |= drop.dropsSources(), parts.inputs |= drop.inputs, parts.names |= drop.names;
        nlohmann::ordered_json json{{"etscope_removed", 1}, {"removed", parts.words()}};
        json["tensors"] = m_work.counts.tensors, json["tensor_bytes"] = m_work.counts.tensorBytes;
        json["payloads"] = m_work.counts.payloads, json["payload_bytes"] = m_work.counts.payloadBytes;
        json["stack_traces"] = m_work.counts.traces;
        auto& entries = json["entries"] = nlohmann::ordered_json::array();
        for (const SlimEntry& entry : m_result.entries)
            entries.push_back(
                {{"name", entry.name}, {"role", roleName(entry.role)}, {"before", entry.before}, {"after", entry.after}});
        std::vector<std::string> leftOut = parts.leftOut;
        leftOut.insert(leftOut.end(), m_work.leftOut.begin(), m_work.leftOut.end());
        json["left_out"] = leftOut;
        return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    }

    const etrecord::Record& m_record;
    Work m_work;
    FileSink m_file;
    ZipStream m_archive;
    const JobContext& m_job;
    Slimmed m_result;
};

}  // namespace

std::vector<std::string> Drop::words() const {
    etrecord::RemovedParts parts;
    parts.weights = weights, parts.sources = dropsSources(), parts.inputs = inputs, parts.names = names;
    return parts.words();
}

Result<Drop> parseDrop(std::string_view text) {
    Drop drop;
    while (!text.empty()) {
        const auto comma = text.find(',');
        const std::string_view word = text.substr(0, comma);
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
        if (word == "weights")
            drop.weights = true;
        else if (word == "sources")
            drop.sources = true;
        else if (word == "inputs")
            drop.inputs = true;
        else if (word == "names")
            drop.names = true;
        else
            return fail("usage", "--drop takes weights, sources, inputs and names, not " + escaped(word));
    }
    if (!drop.any()) return fail("usage", "--drop names nothing: say weights, sources, inputs or names");
    return drop;
}

Result<Slimmed> slim(const etrecord::Record& record, const Drop& drop, const std::string& path, const JobContext& job) {
    auto file = OutputFile::create(path, job);
    if (!file) return file.failure();
    auto written = SlimWriter(record, drop, *file, job).write();
    if (!written) return written;
    if (auto committed = file->commit(); !committed) return committed.failure();
    return written;
}

}  // namespace etscope::slim
