#include "etrecord/record.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/text_hash.h"
#include "etrecord/removed.h"

namespace etscope::etrecord {
namespace {

using Named = std::pair<std::string_view, Role>;

constexpr std::array<Named, 8> kSideTables{{{kIdentifier, Role::Identifier},
                                            {"debug_handle_map", Role::DebugHandleMap},
                                            {"delegate_map", Role::DelegateMap},
                                            {"instruction_id_to_num_outs_map", Role::InstructionOutputCounts},
                                            {"export_graph_id", Role::ExportGraphId},
                                            {"reference_outputs", Role::ReferenceOutputs},
                                            {"representative_inputs", Role::RepresentativeInputs},
                                            {"program_buffer", Role::ProgramBuffer}}};
constexpr std::array<Named, 3> kSuffixes{
    {{"_state_dict", Role::StateDict}, {"_constants", Role::Constants}, {"_example_inputs", Role::ExampleInputs}}};
// Members of Python's ETRecordReservedFileNames enum that stand for a program prefix.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kAliases{
    {{"ETRecordReservedFileNames.EDGE_DIALECT_EXPORTED_PROGRAM", kEdge},
     {"ETRecordReservedFileNames.ET_DIALECT_GRAPH_MODULE", "et_dialect_graph_module"},
     {"ETRecordReservedFileNames.EXPORTED_PROGRAM", kExported}}};

}  // namespace

std::string_view roleName(Role role) noexcept {
    static constexpr EnumTable<Role::Unknown> kNames({"identifier", "program", "state_dict", "constants", "example_inputs",
                                                      "debug_handle_map", "delegate_map", "instruction_id_to_num_outs_map",
                                                      "export_graph_id", "reference_outputs", "representative_inputs",
                                                      "program_buffer", "unknown"});
    return kNames[role];
}

/// Builds a Record in steps: names → roles → stages → side tables → generation → method names.
class RecordReader {
public:
    RecordReader(std::shared_ptr<const ZipIndex> zip, Diagnostics& diagnostics, const JobContext& job)
        : m_diagnostics(diagnostics), m_job(job) {
        m_record->m_zip = std::move(zip);
    }

    Result<std::shared_ptr<const Record>> read() {
        collectNames();
        findPrograms();
        findArtifacts();
        readTables();
        m_record->m_generation = generation();
        nameSingleMethod();
        indexStages();
        reportOddities();
        if (m_job.cancelled()) return cancelledFailure();
        return std::shared_ptr<const Record>(m_record);
    }

private:
    Entry& entry(std::size_t i) { return m_record->m_entries[i]; }
    const ZipEntry& zipEntry(std::size_t i) const { return m_record->zipEntry(i); }

    void collectNames() {
        const auto& entries = m_record->m_zip->entries();
        m_record->m_entries.resize(entries.size());
        for (std::size_t i = 0; i < entries.size(); ++i) {
            entry(i).zipIndex = i;
            m_names.push_back(canonicalName(entries[i].name));
            m_byName[m_names.back()].push_back(i);
            if (const auto role = sideTableRole(m_names.back())) takeSideTable(i, *role);
        }
        for (const auto& [name, places] : m_byName)
            if (places.size() > 1)
                m_diagnostics.warning(
                    "zip-duplicate-name", escaped(name),
                    std::to_string(places.size()) + " entries have this name; the exporter's own reader takes the last");
    }

    /// The last one of a name wins, as in Python's zipfile.
    void takeSideTable(std::size_t i, Role role) {
        entry(i).role = role;
        if (role == Role::Identifier) m_record->m_identifier = kIdentifier;
        if (role == Role::ReferenceOutputs) m_record->m_referenceOutputs = i;
        if (role == Role::RepresentativeInputs) m_record->m_representativeInputs = i;
    }

    /// The first bytes of an entry, read once and only where its name does not tell what it is.
    ContentKind contentOf(std::size_t i) {
        Entry& e = entry(i);
        if (zipEntry(i).size == 0) e.content = ContentKind::Empty;
        if (e.content != ContentKind::Unknown || m_job.cancelled()) return e.content;
        const auto content = m_record->content(i);
        if (!content) {
            m_diagnostics.error(content.error());
            return e.content;
        }
        std::array<std::byte, 16> start{};
        const auto have = static_cast<std::size_t>(std::min<std::uint64_t>(start.size(), content->size));
        if (content->read(0, std::span(start).first(have))) e.content = sniff(std::span(start).first(have));
        return e.content;
    }

    bool exists(const std::string& name) const { return m_byName.contains(name); }

    /// Rule of docs/FORMATS.md "Classification": a program is JSON and has a state dict beside it, or stands at a program's
    /// place. Only names that could be both are looked into.
    void findPrograms() {
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (entry(i).role != Role::Unknown) continue;
            const std::string& name = m_names[i];
            const bool hasArtifacts =
                exists(name + "_state_dict") || exists(name + "_constants") || exists(name + "_example_inputs");
            const auto artifact = artifactName(name);
            const bool maybeArtifact = artifact && exists(std::string(artifact->program));
            const bool duplicated = m_byName[name].size() > 1;
            const bool namesTell = !duplicated && hasArtifacts != maybeArtifact;
            const bool isProgram = namesTell ? hasArtifacts : contentOf(i) == ContentKind::Json && looksLikeProgram(i);
            if (isProgram) addProgram(i);
        }
    }

    /// JSON whose beginning names a graph module: tells programs that lost their artifacts from other JSON.
    bool looksLikeProgram(std::size_t i) const {
        const auto content = m_record->content(i);
        if (!content) return false;
        std::string start(static_cast<std::size_t>(std::min<std::uint64_t>(4096, content->size)), '\0');
        if (!content->read(0, std::as_writable_bytes(std::span(start.data(), start.size())))) return false;
        return start.find("\"graph_module\"") != std::string::npos;
    }

    void addProgram(std::size_t i) {
        entry(i).role = Role::Program;
        // Names are bytes in a zip; as methods and stages they are text.
        const ProgramName name = programName(m_names[i]);
        entry(i).stage = name.stage;
        entry(i).method = name.method;
        StageEntry stage;
        stage.stage = name.stage;
        stage.method = name.method;
        stage.program = i;
        m_stageOfProgram[m_names[i]].push_back(m_record->m_stages.size());
        m_record->m_stages.push_back(std::move(stage));
    }

    /// The last of a name counts; an empty entry is how upstream writes "no example inputs".
    void findArtifacts() {
        TextViewSet attached;
        for (std::size_t i = m_names.size(); i-- > 0;) {
            if (entry(i).role != Role::Unknown) continue;
            const auto name = artifactName(m_names[i]);
            if (!name) continue;
            const auto stages = m_stageOfProgram.find(std::string(name->program));
            if (stages == m_stageOfProgram.end()) continue;
            entry(i).role = name->role;
            entry(i).method = m_record->m_stages[stages->second.front()].method;
            entry(i).stage = m_record->m_stages[stages->second.front()].stage;
            if (zipEntry(i).size == 0 || !attached.insert(m_names[i]).second) continue;
            for (const std::size_t s : stages->second) attach(m_record->m_stages[s], i, name->role);
        }
    }

    static void attach(StageEntry& stage, std::size_t i, Role role) {
        (role == Role::StateDict ? stage.stateDict : role == Role::Constants ? stage.constants : stage.exampleInputs) = i;
    }

    void readTables() {
        for (const Role role : {Role::DebugHandleMap, Role::DelegateMap, Role::InstructionOutputCounts, Role::ExportGraphId})
            for (std::size_t i = m_names.size(); i-- > 0;) {
                if (entry(i).role != role) continue;
                if (const auto content = m_record->content(i))
                    readSideTable(role, *content, m_record->m_tables, m_diagnostics, m_job);
                else
                    m_diagnostics.error(content.error());
                break;
            }
    }

    bool hasRole(Role role) const {
        return std::any_of(m_record->m_entries.begin(), m_record->m_entries.end(),
                           [role](const Entry& e) { return e.role == role; });
    }

    /// Detection order of docs/FORMATS.md "Generations".
    std::string generation() {
        const auto anyName = [this](auto&& test) { return std::any_of(m_names.begin(), m_names.end(), test); };
        const std::string edgePrefix = std::string(kEdge) + "/";
        if (anyName([&](const std::string& name) { return name.starts_with(edgePrefix); })) {
            for (const auto& values : {m_record->m_referenceOutputs, m_record->m_representativeInputs})
                if (values && contentOf(*values) == ContentKind::RawPickle) return "G9";
            return "G10";
        }
        if (anyName([](const std::string& name) { return name.starts_with("et_dialect_graph_module/"); }) ||
            hasRole(Role::ProgramBuffer))
            return exists(std::string(kEdge)) ? "G2" : hasRole(Role::DelegateMap) ? "G1" : "G0";
        if (hasRole(Role::InstructionOutputCounts)) return "G8";
        if (hasRole(Role::ExportGraphId) || exists(std::string(kExported))) return "G7";
        if (hasRole(Role::RepresentativeInputs)) return "G6";
        if (exists(std::string(kEdge) + "_constants")) return "G5";
        if (hasRole(Role::ReferenceOutputs)) return "G4";
        return exists(std::string(kEdge)) ? "G3" : "";
    }

    /// A record of one method stores it as `forward`; its name survives only in the side tables.
    void nameSingleMethod() {
        const auto& maps = m_record->m_tables;
        std::set<std::string> named;
        for (const auto& [method, rows] : maps.debugHandles) named.insert(method);
        if (named.empty())
            for (const auto& [method, rows] : maps.delegates) named.insert(method);
        std::size_t edgePrograms = 0;
        for (const StageEntry& stage : m_record->m_stages)
            if (stage.stage == "edge") edgePrograms += stage.method == "forward" ? 1U : 2U;
        if (edgePrograms != 1 || named.size() != 1 || *named.begin() == "forward") return;
        for (StageEntry& stage : m_record->m_stages)
            if (stage.method == "forward") stage.method = *named.begin();
        for (Entry& e : m_record->m_entries)
            if (e.method == "forward") e.method = *named.begin();
    }

    void indexStages() {
        std::vector<std::uint32_t>& order = m_record->m_stagesByName;
        order.resize(m_record->m_stages.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, {}, [this](std::uint32_t i) {
            const StageEntry& stage = m_record->m_stages[i];
            return std::pair(std::string_view(stage.method), std::string_view(stage.stage));
        });
    }

    void reportOddities() {
        if (m_record->m_identifier.empty())
            m_diagnostics.warning("record-identifier-missing", std::string(kIdentifier),
                                  "the identifier entry is missing; opened all the same");
        if (!m_record->m_tables.hasDebugHandles)
            m_diagnostics.warning("record-side-table-absent", "debug_handle_map",
                                  "the record holds " + std::to_string(m_record->m_stages.size()) +
                                      " programs but no debug_handle_map: saving was interrupted, failed, or the file is cut");
        for (const StageEntry& stage : m_record->m_stages)
            if (!stage.stateDict)
                m_diagnostics.warning("record-artifact-missing", escaped(zipEntry(stage.program).name),
                                      "the program's state dict is missing: its weights cannot be shown");
        if (const RemovedParts removed = removedParts(*m_record); removed.any())
            m_diagnostics.note("record-parts-removed", std::string(kRemovedEntry), removed.sentence());
        for (std::size_t i = 0; i < m_names.size(); ++i)
            if (entry(i).role == Role::Unknown && m_names[i] != kRemovedEntry)
                m_diagnostics.note(
                    "record-entry-unknown", escaped(zipEntry(i).name),
                    "not an entry that etscope knows (" + std::string(contentKindName(contentOf(i))) + "); listed only");
    }

    std::shared_ptr<Record> m_record = std::make_shared<Record>();
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
    std::vector<std::string> m_names;  ///< canonical, by entry
    std::map<std::string, std::vector<std::size_t>> m_byName;
    TextMap<std::vector<std::size_t>> m_stageOfProgram;
};

std::span<const std::uint32_t> Record::stagesNamed(std::string_view method, std::string_view stage) const& noexcept {
    const auto key = [this](std::uint32_t i) {
        return std::pair(std::string_view(m_stages[i].method), std::string_view(m_stages[i].stage));
    };
    const std::pair wanted(method, stage);
    const auto first = std::ranges::lower_bound(m_stagesByName, wanted, {}, key);
    return std::span(first, std::ranges::upper_bound(first, m_stagesByName.end(), wanted, {}, key));
}

Result<std::shared_ptr<const Record>> Record::read(std::shared_ptr<const ZipIndex> zip, Diagnostics& diagnostics,
                                                   const JobContext& job) {
    return RecordReader(std::move(zip), diagnostics, job).read();
}

std::string canonicalName(std::string_view name) {
    for (const auto& [alias, value] : kAliases)
        if (name.starts_with(alias)) return std::string(value) + std::string(name.substr(alias.size()));
    return std::string(name);
}

std::optional<Role> sideTableRole(std::string_view name) noexcept {
    for (const auto& [known, role] : kSideTables)
        if (known == name) return role;
    return std::nullopt;
}

std::optional<ArtifactName> artifactName(std::string_view name) noexcept {
    for (const auto& [suffix, role] : kSuffixes)
        if (name.size() > suffix.size() && name.ends_with(suffix))
            return ArtifactName{name.substr(0, name.size() - suffix.size()), role};
    return std::nullopt;
}

ProgramName programName(std::string_view name) {
    if (name == kExported) return {"exported", "forward"};
    if (name == kEdge) return {"edge", "forward"};
    // The edge layout alone may have slashes in method names; elsewhere the last slash separates.
    if (name.starts_with(kEdge) && name.size() > kEdge.size() && name[kEdge.size()] == '/')
        return {"edge", std::string(name.substr(kEdge.size() + 1))};
    const auto slash = name.rfind('/');
    if (slash == std::string_view::npos) return {std::string(name), "forward"};
    return {std::string(name.substr(0, slash)), std::string(name.substr(slash + 1))};
}

}  // namespace etscope::etrecord
