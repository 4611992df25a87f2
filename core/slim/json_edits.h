// JsonEdits: a JSON document on its way to a sink: read forward, copied byte for byte but for the contents of strings that are
// replaced. One thread.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "io/json_reader.h"
#include "slim/sinks.h"

namespace etscope::slim {

class JsonEdits {
public:
    /// `sink`: nullptr when the document is only looked at.
    JsonEdits(const ByteRange& document, ByteSink* sink, const JobContext& job)
        : m_document(document), m_sink(sink), m_reader(document, job), m_job(job) {}

    JsonReader& reader() noexcept { return m_reader; }
    bool writes() const noexcept { return m_sink != nullptr; }

    /// The content of a string that has just been read becomes this text.
    void replace(const TextSlice& string, std::string_view plain) {
        replaceBy(string, [plain](ByteSink& sink) { return EscapingSink(sink).write(plain); });
    }
    /// The content of a string becomes what `write(sink)` writes there, escaped already.
    template <class Write>
    void replaceBy(const TextSlice& string, Write&& write) {
        if (m_sink == nullptr || !copyTo(string.offset)) return;
        keep(write(*m_sink));
        m_done = string.offset + string.size;
    }
    /// The key of a member whose value is next becomes this text. `before`: offset() of the reader after the value before it.
    void replaceKey(std::uint64_t before, std::string_view plain) {
        if (m_sink == nullptr) return;
        std::string text(static_cast<std::size_t>(m_reader.offset() - before), '\0');
        if (auto read = m_document.read(before, std::as_writable_bytes(std::span(text))); !read) return keep(read);
        const auto first = text.find('"'), last = text.rfind('"');
        if (first == std::string::npos || first == last) return;
        replace({before + first + 1, last - first - 1}, plain);
    }
    ByteRange part(const TextSlice& slice) const { return {m_document.source, m_document.offset + slice.offset, slice.size}; }

    /// Ends the reading; the first failure counts.
    void keep(const Result<void>& result) {
        if (result || !m_state) return;
        m_state = result;
        m_reader.stop(result.error().code, result.error().message);
    }
    /// Copies what is left. Errors: what was kept, those of JsonReader, of reading and writing.
    Result<void> finish() {
        if (m_state && m_reader.failed()) return Failure{m_reader.error()};
        if (m_state && m_sink != nullptr) copyTo(m_document.size);
        return m_state;
    }

private:
    static constexpr std::uint64_t kBlock = std::uint64_t{1} << 18U;

    bool copyTo(std::uint64_t offset) {
        while (m_state && m_done < offset) {
            if (m_job.cancelled()) keep(cancelledFailure());
            if (m_done < m_blockAt || m_done >= m_blockAt + m_block.size()) {
                m_blockAt = m_done;
                m_block.resize(static_cast<std::size_t>(std::min(kBlock, m_document.size - m_done)));
                keep(m_document.read(m_blockAt, m_block));
            }
            if (!m_state) return false;
            const auto first = static_cast<std::size_t>(m_done - m_blockAt);
            const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(m_block.size() - first, offset - m_done));
            keep(m_sink->write(std::span<const std::byte>(m_block).subspan(first, size)));
            m_done += size;
        }
        return m_state.hasValue();
    }

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
