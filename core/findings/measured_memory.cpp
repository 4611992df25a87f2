#include "findings/measured_memory.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/base_name.h"
#include "base/bytes_text.h"
#include "base/escaped.h"
#include "inventory/memory_map.h"

namespace etscope::findings {
namespace {

using inventory::MappedFile;
using inventory::MemoryMap;
using session::Session;

enum Part { Program, Data, Anonymous, Code, File, Other };
constexpr std::array<std::string_view, 6> kParts{"program", "data", "anonymous", "code", "file", "other"};

/// Mappings of one part, added.
struct Sum {
    std::uint64_t resident = 0, proportional = 0, size = 0;
    std::size_t count = 0;
    void add(const MappedFile& file) {
        resident += file.resident, proportional += file.proportional, size += file.size;
        ++count;
    }
};

class Measured {
public:
    Measured(const Session& session, const MemoryMap& map) : m_session(session) {
        for (const session::SessionFile& one : session.files())
            if (one.program != nullptr || one.tensorData != nullptr)
                m_own.emplace(baseName(one.path), one.program != nullptr ? Program : Data);
        for (const MappedFile& file : map.files)
            if (file.path == "[rollup]")
                m_isSum = true;
            else
                m_sums[partOf(file)].add(file);
    }

    std::vector<MeasuredPart> parts() const {
        const Sum &program = m_sums[Program], &data = m_sums[Data];
        const std::array<std::pair<Sentence, Sentence>, 6> words{
            {{Sentence::of("Program"), Sentence::of("pages of the %1 that are mapped", bytesText(program.size))},
             {Sentence::of("Constants"), Sentence::of("pages of the %1 that are mapped", bytesText(data.size))},
             {Sentence::of("Anonymous memory"),
              Sentence::of("the heap: what backends pack, arenas, state, what was read into memory, the runner")},
             {Sentence::of("Code"), Sentence::of("%1 {1:program or library|programs and libraries}", m_sums[Code].count)},
             {Sentence::of("Other files"), Sentence::of("%1 that {1:is|are} mapped", m_sums[File].count)},
             {Sentence::of("Stack and kernel"), Sentence::of("%1 {1:mapping|mappings}", m_sums[Other].count)}}};
        std::vector<MeasuredPart> made;
        for (std::size_t part = 0; part < m_sums.size(); ++part)
            if (m_sums[part].resident > 0)
                made.push_back(
                    {kParts[part], m_sums[part].resident, m_sums[part].proportional, words[part].first, words[part].second});
        return made;
    }

    Sentence note() const {
        if (m_isSum) return Sentence::of("the sum of all mappings, without what they are of");
        if (m_sums[Program].count > 0 || m_session.programFile() == nullptr) return {};
        return Sentence::of("no mapping has the name of the program: it was read into memory, had another name, or was not loaded");
    }

private:
    Part partOf(const MappedFile& file) const {
        if (file.isAnonymous()) return Anonymous;
        if (file.path.starts_with('[')) return Other;
        const auto own = m_own.find(baseName(file.path));
        return own != m_own.end() ? own->second : file.executable ? Code : File;
    }

    const Session& m_session;
    std::map<std::string_view, Part> m_own;  ///< by the names of the session's files
    std::array<Sum, 6> m_sums{};
    bool m_isSum = false;  ///< of a smaps_rollup
};

Result<std::vector<MeasuredMemory>> read(const Session& session, const JobContext& job) {
    std::vector<MeasuredMemory> made;
    for (const session::SessionFile& file : session.files()) {
        if (file.kind != FileKind::MemoryMap || file.source == nullptr) continue;
        const std::string name = escaped(baseName(file.path));
        const auto map = inventory::readMemoryMap(file.bytes, job);
        if (map.cancelled()) return map.failure();
        if (!map) {
            Diagnostics own;
            own.error(map.error());
            session.addDiagnostics(own, name);
            continue;
        }
        const Measured measured(session, *map);
        made.push_back({name, map->resident, map->proportional, measured.parts(), measured.note()});
    }
    return made;
}

}  // namespace

Result<std::shared_ptr<const std::vector<MeasuredMemory>>> measuredMemory(const Session& session, const JobContext& job) {
    using All = std::vector<MeasuredMemory>;
    return session.store().get<All>("findings::measuredMemory", job, [&]() -> Result<std::shared_ptr<const All>> {
        auto made = read(session, job);
        if (!made) return made.failure();
        return std::make_shared<const All>(*std::move(made));
    });
}

}  // namespace etscope::findings
