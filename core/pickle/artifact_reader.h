// ArtifactReader: recognises the three forms of an artifact and opens them. One thread, one use.
#pragma once

#include "pickle/torch_archive.h"

namespace etscope::pickle {

class ArtifactReader {
public:
    ArtifactReader(const ByteRange& content, Diagnostics& diagnostics, const JobContext& job)
        : m_content(content), m_diagnostics(diagnostics), m_job(job) {}

    Result<std::shared_ptr<const Artifact>> read();

private:
    Result<void> readZip();
    Result<void> readPickles();
    Result<void> readLegacy();
    /// Reads `<prefix>/<name>`, of at most `most` bytes; nothing when there is no such record.
    std::optional<std::string> smallRecord(const ZipIndex& zip, const std::string& name, std::uint64_t most);
    bool byteOrderIsBig(const ZipIndex& zip, const std::string& prefix);
    void addRecords(const ZipIndex& zip, const std::string& prefix, Storages& storages);
    void placeLegacyStorages(const std::vector<std::string>& keys, std::uint64_t at, Storages& storages);

    void finish();
    void classifySymbols();
    void readInnerStorages();
    Result<Artifact::InnerStorage> innerStorage(ValueId bytes);
    void checkReferences();
    void indexKeys();

    ByteRange m_content;
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
    std::shared_ptr<Artifact> m_artifact = std::make_shared<Artifact>();
    std::unique_ptr<Storages> m_storages;
    ByteRange m_place;  ///< of the pickle
};

}  // namespace etscope::pickle
