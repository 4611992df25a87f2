#include "exported/program.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "base/limits.h"
#include "exported/graph_reader.h"
#include "exported/read_state.h"
#include "exported/signature_reader.h"
#include "io/json_reader.h"

namespace etscope::exported {
namespace {

using graph::StringId;

enum class TopField : std::uint8_t { GraphModule, Opsets, Ranges, SchemaVersion, Dialect, Verifiers, TorchVersion, None };
constexpr WordTable kTopFields({std::pair<std::string_view, TopField>{"graph_module", TopField::GraphModule},
                                {"opset_version", TopField::Opsets},
                                {"range_constraints", TopField::Ranges},
                                {"schema_version", TopField::SchemaVersion},
                                {"dialect", TopField::Dialect},
                                {"verifiers", TopField::Verifiers},
                                {"torch_version", TopField::TorchVersion}},
                               TopField::None);

enum class ModuleField : std::uint8_t { Graph, Signature, ModuleCalls, None };
constexpr WordTable kModuleFields({std::pair<std::string_view, ModuleField>{"graph", ModuleField::Graph},
                                   {"signature", ModuleField::Signature},
                                   {"module_call_graph", ModuleField::ModuleCalls}},
                                  ModuleField::None);

/// Members that are written into the model while they are read. When one occurs several times the last one counts, as
/// everywhere in JSON: the text is then read once more, and only the member at the noted offset is taken.
enum class Section : std::uint8_t { GraphModule, Graph, Nodes };
constexpr std::size_t kSections = 3;
using SectionOffsets = std::array<std::optional<std::uint64_t>, kSections>;

/// Schema versions whose records we know (-1: written before it was filled in); others are read all the same.
constexpr std::int64_t kKnownMajors[] = {-1, 0, 1, 2, 3, 4, 5, 6, 7, 8};

class ProgramReader {
public:
    ProgramReader(const ByteRange& document, const SectionOffsets& only, const JobContext& job)
        : m_json(document, job),
          m_state{m_json, m_builder, m_diagnostics, document},
          m_graphs(m_state),
          m_signature(m_state),
          m_only(only) {
        m_graphs.takesTopNodes = [this](std::uint64_t offset) { return takes(Section::Nodes, offset); };
    }

    /// Reads the text to its end, or to where it breaks. False when it is JSON but no object.
    bool run();
    /// The outermost section that occurred several times, with the offset of its last occurrence.
    std::optional<std::pair<Section, std::uint64_t>> repeatedSection() const;
    Result<std::shared_ptr<const Program>> finish(Diagnostics& diagnostics);

private:
    bool takes(Section section, std::uint64_t offset);
    void readTopMember(std::string_view key);
    void readGraphModule();
    void readModuleCalls();
    void readModuleCall();
    void readSchemaVersion();
    void readOpsets();
    void readRanges();
    void readRange(StringId symbol);
    void reportTexts();

    JsonReader m_json;
    graph::GraphBuilder m_builder;
    Diagnostics m_diagnostics;
    ReadState m_state;
    GraphReader m_graphs;
    SignatureReader m_signature;
    SectionOffsets m_only;
    SectionOffsets m_last;
    std::array<std::uint32_t, kSections> m_met{};
    graph::GraphId m_top;
    std::vector<graph::SymbolRange> m_ranges;
    Program m_program;
    std::uint32_t m_seen = 0;
    std::uint32_t m_seenInModule = 0;
};

bool ProgramReader::takes(Section section, std::uint64_t offset) {
    const auto at = static_cast<std::size_t>(section);
    m_last[at] = offset;
    ++m_met[at];
    return m_only[at] ? *m_only[at] == offset : m_met[at] == 1;
}

std::optional<std::pair<Section, std::uint64_t>> ProgramReader::repeatedSection() const {
    for (std::size_t i = 0; i < kSections; ++i)
        if (m_met[i] > 1 && !m_only[i]) return std::pair{static_cast<Section>(i), *m_last[i]};
    return std::nullopt;
}

bool ProgramReader::run() {
    const bool isObject = m_json.object([this](std::string_view key) { readTopMember(key); });
    if (!m_json.failed() && !m_json.atEnd() && !m_json.failed())
        m_state.warn("json-trailing-data", "bytes follow the end of the program");
    return isObject || m_json.failed();
}

void ProgramReader::readTopMember(std::string_view key) {
    const TopField field = kTopFields.find(key);
    if (field != TopField::None) m_state.mark(m_seen, field, key);
    switch (field) {
        case TopField::GraphModule:
            if (takes(Section::GraphModule, m_json.offset()))
                readGraphModule();
            else
                m_json.skip();
            break;
        case TopField::Opsets: readOpsets(); break;
        case TopField::Ranges: readRanges(); break;
        case TopField::SchemaVersion: readSchemaVersion(); break;
        case TopField::Dialect: m_program.dialect = m_json.string().value_or(""); break;
        case TopField::Verifiers:
            m_program.verifiers.clear();
            m_json.array([&] {
                m_state.spend(2 * sizeof(std::string));
                m_program.verifiers.emplace_back(m_json.string().value_or(""));
            });
            break;
        case TopField::TorchVersion: m_program.torchVersion = m_json.string().value_or(""); break;
        case TopField::None: m_json.skip(); break;
    }
}

void ProgramReader::readGraphModule() {
    m_seenInModule = 0;
    const bool isObject = m_json.object([&](std::string_view key) {
        const ModuleField field = kModuleFields.find(key);
        if (field != ModuleField::None) m_state.mark(m_seenInModule, field, key);
        switch (field) {
            case ModuleField::Graph:
                if (takes(Section::Graph, m_json.offset()))
                    m_top = m_graphs.read();
                else
                    m_json.skip();
                break;
            case ModuleField::Signature: m_signature.read(); break;
            case ModuleField::ModuleCalls: readModuleCalls(); break;
            case ModuleField::None: m_json.skip(); break;
        }
    });
    if (!isObject) m_state.report(Severity::Error, "graph-damaged", "graph_module is not an object");
}

/// Nothing is asked of the module call graph but that it is one.
void ProgramReader::readModuleCalls() {
    if (!m_json.array([this] { readModuleCall(); })) m_state.warn("module-calls-damaged", "the module call graph is not a list");
}

void ProgramReader::readModuleCall() {
    bool hasName = false;
    m_json.members("fqn", [&] { hasName = m_state.internString().valid(); });
    if (!hasName) m_state.warn("module-calls-damaged", "an entry of the module call graph has no name");
}

/// {"major": …, "minor": …}; one integer in the oldest files.
void ProgramReader::readSchemaVersion() {
    std::optional<std::int64_t> major;
    if (m_json.peek() == JsonReader::Kind::Object) {
        m_json.object([&](std::string_view key) {
            const bool isMinor = key == "minor";
            if (!isMinor && key != "major") return m_json.skip();
            const auto number = m_json.integer();
            if (isMinor)
                m_program.schemaVersion.minor = number.value_or(0);
            else
                major = number;
        });
    } else {
        major = m_json.integer();
    }
    m_program.schemaVersion.major = major.value_or(0);
    bool known = false;
    for (const std::int64_t version : kKnownMajors) known |= major == version;
    if (!known)
        m_state.warn("schema-version-unknown",
                     "the schema's version is not known: what looks familiar is shown, the rest is left out");
}

void ProgramReader::readOpsets() {
    m_program.opsetVersions.clear();
    m_json.object([&](std::string_view key) {
        m_state.spend(2 * (sizeof(m_program.opsetVersions.front()) + key.size()));
        std::string name(key);
        if (const auto version = m_json.integer()) m_program.opsetVersions.emplace_back(std::move(name), *version);
    });
}

void ProgramReader::readRanges() {
    m_ranges.clear();
    const bool isObject = m_json.object([&](std::string_view symbol) { readRange(m_state.intern(plainExpression(symbol))); });
    if (!isObject) m_state.warn("range-damaged", "the range constraints are not an object");
}

/// A finite bound as an integer of 64 bits: nothing when there is none that near.
std::optional<std::int64_t> exactBound(const JsonNumber& number) {
    constexpr double kLimit = 0x1p63;
    if (number.kind == JsonNumber::Kind::Int) return number.integer;
    if (number.real >= -kLimit && number.real < kLimit) return static_cast<std::int64_t>(number.real);
    return std::nullopt;
}

/// Bounds may be infinite (a bare token, or null in 8.x).
void ProgramReader::readRange(StringId symbol) {
    m_state.spend(2 * sizeof(graph::SymbolRange));
    graph::SymbolRange range{symbol, 0, 0, true, true};
    m_json.object([&](std::string_view key) {
        const bool isMin = key == "min_val";
        if (!isMin && key != "max_val") return m_json.skip();
        if (m_json.takeNull()) return;
        const auto number = m_json.number();
        if (!number || std::isnan(number->real)) return m_state.warn("range-damaged", "a bound of a symbol is not a number");
        if (number->text.ends_with("Infinity")) return;
        auto bound = exactBound(*number);
        if (!bound) {
            bound = number->real < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
            m_state.warn("range-clamped", "a bound of a symbol, " + std::string(number->text) + ", is beyond 64 bits");
        }
        (isMin ? range.min : range.max) = *bound;
        (isMin ? range.minInfinite : range.maxInfinite) = false;
    });
    m_ranges.push_back(range);
}

void ProgramReader::reportTexts() {
    const std::string where = m_state.document.where();
    const auto report = [&](std::uint64_t count, std::string_view code, const char* message) {
        if (count != 0) m_diagnostics.warning(code, where, std::to_string(count) + message);
    };
    report(m_json.repairedTexts(), "json-invalid-utf8", " texts are not valid UTF-8; bad bytes are shown as U+FFFD");
    report(m_json.badEscapes(), "json-bad-escape", " texts have an escape that JSON does not know; it is kept as it stands");
    report(m_json.cutTexts(), "json-text-cut", " texts are too long to be shown whole");
}

Result<std::shared_ptr<const Program>> ProgramReader::finish(Diagnostics& diagnostics) {
    if (m_json.failed() && (m_json.error().isCancelled() || !m_top.valid())) return Failure{m_json.error()};
    if (m_top.valid()) m_signature.apply(m_top);
    reportTexts();
    diagnostics.merge(m_diagnostics);
    if (!m_top.valid())
        return fail("program-without-graph", "the JSON is no exported program: it has no graph_module.graph",
                    m_state.document.where());
    if (m_json.failed()) diagnostics.error(m_json.error());
    for (const graph::SymbolRange& range : m_ranges) m_builder.addRange(range);
    m_builder.setDocument(m_state.document);
    m_program.document = m_state.document;
    m_program.complete = !m_json.failed();
    m_program.graph = m_builder.finish();
    return std::make_shared<const Program>(std::move(m_program));
}

}  // namespace

Result<std::shared_ptr<const Program>> Program::read(const ByteRange& json, Diagnostics& diagnostics, const JobContext& job) {
    if (!json.hasData() || json.size == 0) return fail("json-empty", "there is no program: the entry is empty", json.where());
    if (json.size > limits::settable().jsonBytes)
        return fail("limit-exceeded",
                    "the program JSON has " + std::to_string(json.size) + " bytes; raise it with --limits json-bytes=N",
                    json.where());
    SectionOffsets only;
    for (;;) {
        auto reader = std::make_unique<ProgramReader>(json, only, job);
        if (!reader->run()) return fail("json-not-an-object", "the text is not a JSON object", json.where());
        const auto repeated = reader->repeatedSection();
        if (!repeated) return reader->finish(diagnostics);
        only[static_cast<std::size_t>(repeated->first)] = repeated->second;
    }
}

}  // namespace etscope::exported
