#include "slim/json_edits.h"

#include <algorithm>

#include "slim/sinks.h"

namespace etscope::slim {
namespace {

constexpr std::uint64_t kBlock = std::uint64_t{1} << 18U;

}  // namespace

void JsonEdits::keep(const Result<void>& result) {
    if (result || !m_state) return;
    m_state = result;
    m_reader.stop(result.error().code, result.error().message);
}

bool JsonEdits::copyTo(std::uint64_t offset) {
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

void JsonEdits::replace(const TextSlice& string, std::string_view plain) {
    replaceBy(string, [plain](ByteSink& sink) { return EscapingSink(sink).write(plain); });
}

void JsonEdits::replaceKey(std::uint64_t before, std::string_view plain) {
    if (m_sink == nullptr) return;
    std::string text(static_cast<std::size_t>(m_reader.offset() - before), '\0');
    if (auto read = m_document.read(before, std::as_writable_bytes(std::span(text))); !read) return keep(read);
    const auto first = text.find('"'), last = text.rfind('"');
    if (first == std::string::npos || first == last) return;
    replace({before + first + 1, last - first - 1}, plain);
}

Result<void> JsonEdits::finish() {
    if (m_state && m_reader.failed()) return Failure{m_reader.error()};
    if (m_state && m_sink != nullptr) copyTo(m_document.size);
    return m_state;
}

}  // namespace etscope::slim
