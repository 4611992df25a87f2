#include "traces/trace.h"

#include <algorithm>
#include <filesystem>

#include "base/escaped.h"
#include "base/utf8.h"
#include "traces/limits.h"
#include "traces/line_reader.h"

namespace etscope::traces {
namespace {

namespace fs = std::filesystem;

/// Hands on one line after the other, without its end; holds one line and one block at a time.
class Lines {
public:
    explicit Lines(const ByteRange& file) : m_file(file) {}

    /// False: there is none any more. Errors: those of the source, `limit-exceeded`.
    Result<bool> next(std::string& line) {
        line.clear();
        ++m_number;
        while (true) {
            const auto end = std::find(m_block.begin() + static_cast<std::ptrdiff_t>(m_at), m_block.end(), std::byte{'\n'});
            const auto from = reinterpret_cast<const char*>(m_block.data()) + m_at;
            const auto size = static_cast<std::size_t>(end - m_block.begin()) - m_at;
            if (line.size() + size > kMaxLine)
                return fail("limit-exceeded", "a line of a trace has at most 16 MiB", "line " + std::to_string(m_number));
            line.append(from, size);
            m_at += size;
            if (end != m_block.end()) {
                ++m_at;
                return true;
            }
            if (m_next >= m_file.size) return !line.empty();
            if (auto read = refill(); !read) return read.failure();
        }
    }
    std::size_t number() const noexcept { return m_number; }

private:
    Result<void> refill() {
        constexpr std::uint64_t kBlock = 256U << 10U;
        m_block.resize(static_cast<std::size_t>(std::min(kBlock, m_file.size - m_next)));
        m_at = 0;
        auto read = m_file.read(m_next, m_block);
        m_next += m_block.size();
        return read;
    }

    const ByteRange& m_file;
    std::vector<std::byte> m_block;
    std::size_t m_at = 0, m_number = 0;
    std::uint64_t m_next = 0;
};

bool isBlank(std::string_view line) noexcept { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

Result<std::string> checkedPath(const std::string& folder, std::string_view name, bool beside) {
    const std::string shown = escaped(name);
    const fs::path path(name);
    if (name.empty() || name.find('\0') != std::string_view::npos || path.is_absolute())
        return fail("trace-path", "a trace names files relative to its folder", shown);
    if (!beside && std::ranges::any_of(path, [](const fs::path& part) { return part == ".."; }))
        return fail("trace-path", "the file is outside of the trace's folder", shown);
    const fs::path full = fs::path(folder) / path;
    std::error_code error;
    if (!fs::is_regular_file(full, error)) return fail("file-unreadable", "there is no such file", shown);
    if (!beside) {  // a link may lead out of the folder as well
        const fs::path real = fs::canonical(full, error), root = fs::canonical(folder.empty() ? "." : folder, error);
        const auto [left, right] = std::mismatch(root.begin(), root.end(), real.begin(), real.end());
        if (error || left != root.end()) return fail("trace-path", "the file is outside of the trace's folder", shown);
    }
    return full.generic_string();
}

}  // namespace

void Trace::take(Line line) {
    if (const Start* start = line.as<Start>(); start != nullptr && m_start.format.empty()) m_start = *start;
    if (line.as<Choice>() != nullptr) ++m_choices;
    if (const Call* call = line.as<Call>()) {
        ++m_calls;
        m_values += call->inputs.size() + call->outputs.size();
        if (call->dump)
            for (const std::string& file : {call->dump->file, call->dump->values})
                if (!file.empty() && m_dumps.size() < kMaxArchives && m_told.insert(file).second) m_dumps.push_back(file);
    }
    m_lines.push_back(std::move(line));
}

Result<std::shared_ptr<const Trace>> Trace::open(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job) {
    if (file.size > kMaxTrace) return fail("limit-exceeded", "a trace has at most 256 MiB", file.where());
    const auto trace = std::make_shared<Trace>();
    Lines lines(file);
    std::string text;
    while (true) {
        if (job.cancelled()) return cancelledFailure();
        const auto more = lines.next(text);
        if (!more) return more.failure();
        if (!*more) break;
        if (isBlank(text)) continue;
        if (trace->m_lines.size() + trace->m_unread >= kMaxLines)
            return fail("limit-exceeded", "a trace has at most 200,000 lines", file.where());
        if (!isValidUtf8(text)) text = repairedUtf8(text);
        auto line = readLine(text, lines.number());
        if (line) {
            trace->take(*std::move(line));
            if (trace->m_values > kMaxValues)
                return fail("limit-exceeded", "the calls of a trace have at most a million values", file.where());
            continue;
        }
        ++trace->m_unread;
        const std::string at = line.error().where.empty() ? "" : ", " + line.error().where;
        diagnostics.error("trace-line", "line " + std::to_string(lines.number()) + at, line.error().message);
    }
    if (trace->m_lines.empty()) return fail("trace-invalid", "no line of the trace can be read", file.where());
    return std::shared_ptr<const Trace>(trace);
}

Result<std::string> pathInFolder(const std::string& folder, std::string_view name) { return checkedPath(folder, name, false); }
Result<std::string> pathBeside(const std::string& folder, std::string_view name) { return checkedPath(folder, name, true); }

std::string folderOf(std::string_view path) {
    const std::string folder = fs::path(path).parent_path().generic_string();
    return folder.empty() ? "." : folder;
}

}  // namespace etscope::traces
