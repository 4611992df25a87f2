// ArtifactReader: recognises the three forms of an artifact and opens them. One thread, one use.
#pragma once

#include "pickle/torch_archive.h"

namespace etscope::pickle {

/// The directory of a torch.save archive in front of all names: that of the first entry, else of the first `data.pkl`.
std::string recordPrefix(const ZipIndex& zip);
/// What stands before the keys in the ids of an artifact's storages.
std::string storageIdPrefix(const ByteRange& content);

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
    void readMark(const std::optional<ByteRange>& mark);
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
