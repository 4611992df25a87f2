#include "inventory/metadata.h"

namespace etscope::inventory {

namespace {

Metadata read(const session::Session& session) {
    Metadata result;
    Diagnostics diagnostics;
    if (const session::SessionFile* file = session.programFile())
        result.entries = program::readMetadata(*file->program, diagnostics);
    for (const session::SessionFile& file : session.files()) {
        if (file.tensorData == nullptr) continue;
        std::vector<program::StoredMetadata> stored;
        for (const tensordata::Entry& entry : file.tensorData->entries())
            if (entry.key.starts_with(program::kMetadataPrefix))
                if (auto bytes = file.tensorData->entryBytes(entry)) stored.push_back({entry.key, *bytes});
        for (program::MetadataEntry& entry : program::interpretMetadata(stored, program::MetadataSource::Ptd, diagnostics))
            result.entries.push_back(std::move(entry));
    }
    result.findings = program::checkMetadata(result.entries);
    if (const session::SessionFile* file = session.programFile()) {
        result.runner = program::runnerOf(result.entries, *file->program);
        for (program::MetadataFinding& finding : program::checkMetadata(result.entries, *file->program))
            result.findings.push_back(std::move(finding));
    }
    session.addDiagnostics(diagnostics);
    return result;
}

}  // namespace

std::shared_ptr<const Metadata> metadata(const session::Session& session) {
    // Without a job nothing ends it early.
    return *session.store().get<Metadata>(
        "", {}, [&]() -> Result<std::shared_ptr<const Metadata>> { return std::make_shared<const Metadata>(read(session)); });
}

}  // namespace etscope::inventory
