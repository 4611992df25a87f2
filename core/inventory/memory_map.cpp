#include "inventory/memory_map.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "base/checked_math.h"
#include "io/file_kind.h"

namespace etscope::inventory {
namespace {

/// Of a process with tens of thousands of mappings.
constexpr std::uint64_t kMostMapBytes = 64ULL << 20;
constexpr std::uint64_t kMostAmount = std::uint64_t{1} << 56U;
constexpr std::string_view kDeleted = " (deleted)";

std::string_view nextLine(std::string_view& text) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// "Rss:                   8 kB": its number in bytes.
std::optional<std::uint64_t> amountOf(std::string_view line, std::string_view name) {
    if (!line.starts_with(name) || !line.ends_with(" kB")) return std::nullopt;
    line.remove_prefix(name.size());
    line.remove_suffix(3);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (line.empty() || error != std::errc() || end != line.data() + line.size()) return std::nullopt;
    return checkedMul(number, std::uint64_t{1024});
}

struct Field {
    std::string_view name;
    std::uint64_t MappedFile::*sum;
};
constexpr Field kFields[] = {{"Size:", &MappedFile::size},
                             {"Rss:", &MappedFile::resident},
                             {"Pss:", &MappedFile::proportional},
                             {"Private_Dirty:", &MappedFile::dirty}};

/// "7f3c2c000000-7f3c2c021000 r-xp 00000000 fe:01 1234   /usr/lib/libc.so": what stands behind the fifth column.
std::string_view pathOf(std::string_view line) {
    for (int column = 0; column < 5; ++column) {
        line.remove_prefix(std::min(line.find(' '), line.size()));
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    }
    if (line.ends_with(kDeleted)) line.remove_suffix(kDeleted.size());
    return line;
}

class Reader {
public:
    Result<MemoryMap> read(std::string_view text, const JobContext& job) && {
        for (std::size_t line = 1; !text.empty(); ++line) {
            if (line % 4096 == 0 && job.cancelled()) return cancelledFailure();
            if (!take(nextLine(text)))
                return fail("memory-map-invalid", "line " + std::to_string(line) + " is neither a mapping nor what is told of one");
        }
        for (const MappedFile& file : m_made.files) {
            m_made.resident += file.resident;
            m_made.proportional += file.proportional;
        }
        return std::move(m_made);
    }

private:
    /// Fields that are not added are passed over.
    bool take(std::string_view line) {
        if (line.empty()) return true;
        if (isMapping(line)) return begin(line);
        if (m_now == nullptr || line.find(':') == std::string_view::npos) return false;
        for (const Field& field : kFields) {
            if (!line.starts_with(field.name)) continue;
            const auto amount = amountOf(line, field.name);
            const auto sum = amount ? checkedAdd(m_now->*field.sum, *amount) : std::nullopt;
            // No machine has 2^56 bytes; so all of them together stay below 2^64, too.
            m_all = checkedAdd(m_all, amount.value_or(0)).value_or(kMostAmount + 1);
            if (!sum || m_all > kMostAmount) return false;
            m_now->*field.sum = *sum;
        }
        return true;
    }

    bool begin(std::string_view line) {
        const std::string path(pathOf(line));
        const auto [at, fresh] = m_places.try_emplace(path, m_made.files.size());
        if (fresh) m_made.files.push_back({path});
        m_now = &m_made.files[at->second];
        m_now->executable = m_now->executable || line.substr(line.find(' ') + 1, 4).find('x') != std::string_view::npos;
        return true;
    }

    MemoryMap m_made;
    std::map<std::string, std::size_t> m_places;
    MappedFile* m_now = nullptr;
    std::uint64_t m_all = 0;  ///< of all amounts
};

}  // namespace

bool MappedFile::isAnonymous() const noexcept { return path.empty() || path == "[heap]" || path.starts_with("[anon"); }

Result<MemoryMap> readMemoryMap(const ByteRange& file, const JobContext& job) {
    if (file.size > kMostMapBytes)
        return fail("limit-exceeded", "a memory map of " + std::to_string(file.size) + " bytes; " + std::to_string(kMostMapBytes) +
                                          " are read at most");
    const auto bytes = file.readAll();
    if (!bytes) return bytes.failure();
    return Reader().read({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, job);
}

}  // namespace etscope::inventory
