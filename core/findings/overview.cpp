#include "findings/overview.h"

#include <algorithm>

#include "base/base_name.h"
#include "base/codes.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "compare/outputs.h"
#include "etrecord/removed.h"
#include "session/damage.h"

namespace etscope::findings {
namespace {

/// What its code says in any language, and what the reader wrote: behind it, where that begins with the same words.
Sentence explained(const Error& error) {
    const CodeRow* row = findCode(error.code);
    if (row == nullptr) return Sentence(error.message);
    const Sentence meaning = Sentence::of(row->sentence.data());
    return error.message.starts_with(row->sentence) ? meaning + Sentence(error.message.substr(row->sentence.size()))
                                                    : Sentence::of("%1 (%2)", meaning, error.message);
}

class FindingList {
public:
    explicit FindingList(const session::Session& session) : m_session(session), m_file(session.recordFile()) {}

    std::vector<Finding> list() {
        damage();
        graphs();
        removed();
        weights();
        handles();
        outputs();
        return std::move(m_findings);
    }

private:
    void add(FindingState state, const char* code, Sentence title, Sentence detail, Sentence action = {}) {
        m_findings.push_back({state, code, std::move(title), std::move(detail), std::move(action)});
    }

    void damage() {
        for (const session::SessionFile& file : m_session.files()) {
            if (!session::isDamaged(file)) continue;
            const std::string name = escaped(baseName(file.path));
            if (file.error)
                add(FindingState::Damaged, "file-damaged", Sentence::of("%1 cannot be read", name), explained(*file.error),
                    Sentence::of("Choose another copy"));
            else if (file.zip != nullptr && file.zip->recovered())
                add(FindingState::Damaged, "file-damaged", Sentence::of("%1 is cut off", name),
                    Sentence::of("its directory is missing; %1 {1:entry was|entries were} found by their local headers",
                                 file.zip->entries().size()),
                    Sentence::of("Copy the file again and compare sizes"));
            else
                add(FindingState::Damaged, "file-damaged", Sentence::of("Part of %1 is damaged", name),
                    file.damage ? explained(*file.damage) : Sentence(), Sentence::of("Copy the file again, or export it again"));
        }
    }

    void graphs() {
        std::vector<std::string> withoutExported;
        for (const session::Method& method : m_session.methods())
            if (!method.has(graph::StageId::exported())) withoutExported.push_back(method.name);
        if (m_session.methods().empty())
            return add(FindingState::Missing, "graphs-absent", Sentence::of("No graphs"),
                       Sentence::of("No file of this session holds an exported program"), Sentence::of("Add an ETRecord"));
        if (!withoutExported.empty() && !isCut())
            add(FindingState::Missing, "exported-program-absent",
                withoutExported.size() == 1 ? Sentence::of("No exported program for %1", withoutExported.front())
                                            : Sentence::of("No exported program for %1 methods", withoutExported.size()),
                m_file == nullptr
                    ? Sentence::of("The session has no ETRecord, which holds it")
                    : Sentence::of(
                          "Stage “exported” is empty there: the exporter records it for one method only. Edge nodes cannot "
                          "be traced back to it"),
                m_file == nullptr ? Sentence::of("Add the ETRecord of this export") : Sentence());
    }

    /// Removed is not missing: nobody has to look for it.
    void removed() {
        if (m_file == nullptr) return;
        const etrecord::RemovedParts parts = etrecord::removedParts(*m_file->record);
        if (!parts.any()) return;
        add(FindingState::Doubtful, "record-parts-removed",
            Sentence::of("Parts of the record were removed on purpose: %1", joined(parts.words(), ", ")),
            Sentence::of("Graphs, shapes, debug handles and hashes are those of the record it was made from"),
            Sentence::of("Ask for the whole record where values are needed"));
    }

    /// What is not found in a file that is cut may be what was cut off: nobody left it out.
    bool isCut() const {
        return m_file != nullptr &&
               (m_file->damage || m_file->readable < 1 || (m_file->zip != nullptr && m_file->zip->recovered()));
    }

    void weights() {
        if (m_file == nullptr) return;
        const auto& stages = m_file->record->stages();
        const auto without =
            std::count_if(stages.begin(), stages.end(), [](const etrecord::StageEntry& s) { return !s.stateDict; });
        if (without > 0 && isCut()) return;
        if (without > 0)
            add(FindingState::Missing, "record-artifact-missing",
                Sentence::of("Weights of %1 {1:graph|graphs} are missing", without),
                Sentence::of("Their state dict is not in the file; names, types and shapes are shown"));
    }

    void handles() {
        if (m_file == nullptr) return;
        const etrecord::SideTables& tables = m_file->record->sideTables();
        if (!(tables.hasDebugHandles && tables.hasDelegates) && !isCut())
            add(FindingState::Missing, "record-side-table-absent",
                tables.hasDebugHandles ? Sentence::of("No delegate_map") : Sentence::of("No debug_handle_map"),
                tables.hasDebugHandles ? Sentence::of("Operators inside delegates cannot be told apart")
                                       : Sentence::of("Runtime instructions cannot be mapped to graph nodes"),
                Sentence::of("Save the record again, after to_executorch()"));
        if (tables.hasDebugHandles && !tables.hasOutputCounts && !isCut())
            add(FindingState::Doubtful, "output-counts-absent", Sentence::of("No instruction_id_to_num_outs_map"),
                Sentence::of("Written by ExecuTorch before 1.0: every instruction counts as having one output"));
        const auto hasExamples = [](const etrecord::StageEntry& stage) { return stage.exampleInputs.has_value(); };
        if (!isCut() && !m_file->record->representativeInputs() && std::ranges::none_of(m_file->record->stages(), hasExamples))
            add(FindingState::Missing, "representative-inputs-absent", Sentence::of("No example or representative inputs"),
                Sentence::of("Nothing can be computed from this record alone"));
    }

    void outputs() {
        if (compare::methodReferences(m_session).empty())
            add(FindingState::Missing, "reference-outputs-absent", Sentence::of("no reference outputs"),
                Sentence::of("There is nothing to compare a runtime with"), Sentence::of("Record them with a bundled program"));
        if (!hasRuntimeValues(m_session)) noRuntimeValues();
    }

    /// Names what is missing of them: the buffer of a dump that is there, or what the dump was written without.
    void noRuntimeValues() {
        const auto told = [this](Sentence why, Sentence action) {
            add(FindingState::Missing, "runtime-values-absent", Sentence::of("no runtime values"), std::move(why),
                std::move(action));
        };
        const auto dump =
            std::ranges::find_if(m_session.files(), [](const session::SessionFile& file) { return file.dump != nullptr; });
        if (dump == m_session.files().end())
            return told(Sentence::of("Outputs and the numeric gap need what a runtime gave"),
                        Sentence::of("Add an ETDump with its debug buffer, or out-<method>-<call>-<output>.npy files"));
        const std::string name = escaped(baseName(dump->path));
        if (dump->dump->highestByte() > 0)
            return told(Sentence::of("%1 names values; their bytes are in its debug buffer", name),
                        Sentence::of("Add the debug buffer of %1 (.dbg)", name));
        if (session::isDamaged(*dump))
            return told(Sentence::of("What is left of %1 names none", name), Sentence::of("Copy the file again and compare sizes"));
        told(Sentence::of("%1 was written without debug values", name),
             Sentence::of("Run again with them, or add out-<method>-<call>-<output>.npy files"));
    }

    const session::Session& m_session;
    const session::SessionFile* m_file;
    std::vector<Finding> m_findings;
};

/// Whether every concrete size agrees. Symbols fit anything.
bool fits(const inventory::Port& output, const inventory::Port& input) {
    if (output.valueType != input.valueType || !output.shape || !input.shape || output.shape->size() != input.shape->size())
        return false;
    if (output.shape->empty()) return false;
    bool anyConcrete = false;
    for (std::size_t i = 0; i < output.shape->size(); ++i) {
        const auto* a = std::get_if<std::int64_t>(&(*output.shape)[i]);
        const auto* b = std::get_if<std::int64_t>(&(*input.shape)[i]);
        if (a == nullptr || b == nullptr) continue;
        if (*a != *b) return false;
        anyConcrete = anyConcrete || *a != 1;
    }
    return anyConcrete;
}

}  // namespace

bool hasRuntimeValues(const session::Session& session) {
    const auto any = [&](auto&& test) { return std::ranges::any_of(session.files(), test); };
    const auto files = session.rawOutputFiles();
    return std::ranges::any_of(files, [](const std::string& path) { return baseName(path).starts_with("out-"); }) ||
           (any([](const session::SessionFile& file) { return file.dump != nullptr && file.dump->highestByte() > 0; }) &&
            any([](const session::SessionFile& file) { return file.kind == FileKind::DebugBuffer; }));
}

std::vector<Finding> findings(const session::Session& session) { return FindingList(session).list(); }

std::string portText(const inventory::Port& port) {
    if (!port.valueType || !port.shape) return port.kind;
    const auto dimText = [](const inventory::ShapeDim& dim) {
        const auto* size = std::get_if<std::int64_t>(&dim);
        return size != nullptr ? std::to_string(*size) : std::get<std::string>(dim);
    };
    return *port.valueType + "[" + joined(*port.shape, ",", dimText) + "]";
}

Result<std::vector<FlowEdge>> methodFlow(const session::Session& session, const JobContext& job) {
    std::vector<std::pair<std::string, std::shared_ptr<const inventory::MethodSummary>>> methods;
    for (const session::Method& method : session.methods()) {
        auto summary = inventory::summary({session, method.name}, job);
        if (summary.cancelled()) return summary.failure();
        if (summary) methods.emplace_back(method.name, std::move(*summary));
    }
    std::vector<FlowEdge> edges;
    for (const auto& [from, source] : methods)
        for (std::size_t o = 0; o < source->outputs.size(); ++o) {
            const std::size_t first = edges.size();
            for (const auto& [to, target] : methods)
                for (std::size_t i = 0; to != from && i < target->inputs.size(); ++i)
                    if (fits(source->outputs[o], target->inputs[i]))
                        edges.push_back({from, to, o, i, portText(source->outputs[o]), false});
            if (edges.size() - first > 1)
                for (std::size_t e = first; e < edges.size(); ++e) edges[e].ambiguous = true;
        }
    return edges;
}

}  // namespace etscope::findings
