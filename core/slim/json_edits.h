// JsonEdits: a JSON document on its way to a sink: read forward, copied byte for byte but for the contents of strings that are
// replaced. One thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/byte_sink.h"
#include "io/json_reader.h"

namespace etscope::slim {

class JsonEdits {
public:
    /// `sink`: nullptr when the document is only looked at.
    JsonEdits(const ByteRange& document, ByteSink* sink, const JobContext& job)
        : m_document(document), m_sink(sink), m_reader(document, job), m_job(job) {}

    JsonReader& reader() noexcept { return m_reader; }
    bool writes() const noexcept { return m_sink != nullptr; }

    /// The content of a string that has just been read becomes this text.
    void replace(const TextSlice& string, std::string_view plain);
    /// The content of a string becomes what `write(sink)` writes there, escaped already.
    template <class Write>
    void replaceBy(const TextSlice& string, Write&& write) {
        if (m_sink == nullptr || !copyTo(string.offset)) return;
        keep(write(*m_sink));
        m_done = string.offset + string.size;
    }
    /// The key of a member whose value is next becomes this text. `before`: offset() of the reader after the value before it.
    void replaceKey(std::uint64_t before, std::string_view plain);
    ByteRange part(const TextSlice& slice) const { return {m_document.source, m_document.offset + slice.offset, slice.size}; }

    /// Ends the reading; the first failure counts.
    void keep(const Result<void>& result);
    /// Copies what is left. Errors: what was kept, those of JsonReader, of reading and writing.
    Result<void> finish();

private:
    bool copyTo(std::uint64_t offset);

    const ByteRange& m_document;
    ByteSink* m_sink;
    JsonReader m_reader;
    const JobContext& m_job;
    Result<void> m_state;
    std::uint64_t m_done = 0;        ///< bytes of the document that are written or replaced
    std::vector<std::byte> m_block;  ///< of the document, from m_blockAt
    std::uint64_t m_blockAt = 0;
};

}  // namespace etscope::slim
