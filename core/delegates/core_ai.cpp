// Payloads of CoreAIBackend: a JSON manifest that names the files of an asset, in named data or beside the program. Rules:
// docs/FORMATS.md "Core AI payload" (ExecuTorch, backends/apple/coreai/compiler/preprocess.py).
#include <algorithm>
#include <array>

#include "base/escaped.h"
#include "base/hex.h"
#include "base/lists.h"
#include "base/number_text.h"
#include "delegates/decoder.h"
#include "io/json.h"

namespace etscope::delegates {
namespace {

using nlohmann::json;

constexpr std::string_view kProgramFile = "main.mlirb", kHashFile = "main.hash", kMetadataFile = "metadata.json";
constexpr std::size_t kSha256Size = 32;

/// How an asset is delivered, by the manifest's word.
struct CoreAiPackaging {
    std::string_view word;
    bool beside;    ///< files lie beside the program; else in named data
    bool compiled;  ///< for each architecture, in a private form; else the portable model
};
constexpr std::array kPackagings{CoreAiPackaging{"inline", false, false}, CoreAiPackaging{"sidecar", true, false},
                                 CoreAiPackaging{"aot_compiled_inline", false, true},
                                 CoreAiPackaging{"aot_compiled_sidecar", true, true}};

std::string textAt(const json& table, const char* key) {
    const auto found = table.find(key);
    return found != table.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// A value of the manifest as a fact: texts as they are, lists and tables as JSON.
std::string factText(const json& value) {
    std::string text = value.is_string() ? value.get<std::string>() : value.is_null() ? "not set" : value.dump();
    if (text.size() <= limits::kMaxSpecText) return text;
    std::size_t end = limits::kMaxSpecText;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not inside a character
    return text.substr(0, end) + "…";
}

std::string kindOfFile(const ByteRange& bytes) {
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size, 64)));
    if (!head.empty() && !bytes.read(0, head)) return "unknown";
    return std::string(payloadKind(head, bytes.size));
}

class CoreAiManifest {
public:
    CoreAiManifest(const Context& context, const json& table, Decoded& decoded)
        : m_context(context), m_table(table), m_decoded(decoded), m_hash(textAt(table, "hash")) {}

    Result<void> read() {
        tell();
        const std::string word = textAt(m_table, "packaging");
        const auto* packaging = std::ranges::find(kPackagings, std::string_view(word), &CoreAiPackaging::word);
        if (packaging == kPackagings.end()) {
            damaged("it has no packaging that is known");
            m_decoded.reason = "how the model is packaged is not known";
            return {};
        }
        checkSpecs(*packaging);
        if (m_hash.empty()) damaged("it has no hash");
        if (!packaging->beside) addFiles();
        if (packaging->beside && !packaging->compiled) addSidecar();
        if (packaging->compiled) {
            m_decoded.reason = "the model is compiled for its architectures; that form is private";
            if (packaging->beside) tellCompiledSidecars();
            return {};
        }
        return readModel();
    }

private:
    void damaged(const std::string& what) const {
        m_context.diagnostics.error("core-ai-manifest-damaged", m_context.where(), "the manifest is damaged: " + what);
    }

    /// Everything that it says, in its order, but for the list of files.
    void tell() {
        for (const auto& [key, value] : m_table.items()) {
            if (m_decoded.facts.size() >= limits::kMaxPayloadParts) return;
            if (key == "files") continue;
            if (key == "archs" && value.is_object()) {
                std::string names;
                for (const auto& [name, path] : value.items()) {
                    if (names.size() > limits::kMaxSpecText) break;
                    names += (names.empty() ? "" : ", ") + name;
                }
                m_decoded.facts.push_back({"architectures", names});
                for (const auto& [name, path] : value.items())
                    if (m_decoded.facts.size() < limits::kMaxPayloadParts)
                        m_decoded.facts.push_back({"path of " + name, factText(path)});
                continue;
            }
            m_decoded.facts.push_back({key, factText(value)});
        }
        m_decoded.version = textAt(m_table, "version");
        if (const auto version = m_table.find("version"); version != m_table.end() && version->is_number_integer())
            m_decoded.version = version->dump();
    }

    /// The runtime reads the manifest, the exporter's specs say what was asked for.
    void checkSpecs(const CoreAiPackaging& packaging) const {
        const bool beside = m_context.spec("coreai_uses_sidecar") != nullptr;
        const bool compiled = m_context.spec("coreai_aot_compile_config") != nullptr;
        if (m_context.payload.compileSpecs.empty() || (beside == packaging.beside && compiled == packaging.compiled)) return;
        m_context.diagnostics.warning("core-ai-specs-differ", m_context.where(),
                                      "the manifest says " + std::string(packaging.word) + ", the compile specs ask for " +
                                          (compiled ? "a compiled model" : "the portable model") +
                                          (beside ? " beside the program" : " inside"));
    }

    /// Files of the manifest: names, or names with sizes.
    void addFiles() {
        const auto files = m_table.find("files");
        if (files == m_table.end() || !(files->is_array() || files->is_object())) return damaged("it lists no files");
        for (const auto& [key, value] : files->items()) {
            if (m_decoded.nested.size() >= limits::kMaxPayloadParts) {
                m_context.diagnostics.warning("limit-exceeded", m_context.where(), "only the first files of the asset are shown");
                break;
            }
            if (files->is_array() && !value.is_string()) {
                damaged("a file has no name");
                continue;
            }
            const bool sized = files->is_object() && value.is_number_unsigned();
            addFile(files->is_array() ? value.get<std::string>() : key,
                    sized ? std::optional(value.get<std::uint64_t>()) : std::nullopt);
        }
        if (m_decoded.missing.empty()) return;
        m_context.diagnostics.note("delegate-data-missing", m_context.where(),
                                   counted(m_decoded.missing.size(), "file", "files") + " of the asset " +
                                       (m_decoded.missing.size() == 1 ? "is" : "are") +
                                       " not in the files at hand: " + someOf(m_decoded.missing));
    }

    static std::string someOf(const std::vector<std::string>& names) {
        constexpr std::size_t kTold = 3;
        const std::span<const std::string> all(names);
        const auto shown = [](const std::string& name) { return escaped(name); };
        return joined(all.first(std::min(kTold, all.size())), ", ", shown) + (all.size() > kTold ? ", …" : "");
    }

    void addFile(const std::string& name, std::optional<std::uint64_t> size) {
        const std::string key = "coreai/" + m_hash + "/" + name;
        NestedFile file{name, "unknown", m_context.find(key), nullptr, key};
        if (!file.bytes.hasData()) {
            m_decoded.missing.push_back(key);
        } else {
            file.kind = kindOfFile(file.bytes);
            if (size && *size != file.bytes.size)
                damaged(escaped(name) + " has " + std::to_string(*size) + " bytes there and " + std::to_string(file.bytes.size) +
                        " in its named data");
        }
        const bool program = name == kProgramFile || name.ends_with("/" + std::string(kProgramFile));
        if (program) file.sha256 = statedHash();
        m_decoded.nested.push_back(std::move(file));
    }

    /// The hash is that of the program's file: 64 digits.
    std::string statedHash() const {
        const bool digits = m_hash.size() == 2 * kSha256Size && m_hash.find_first_not_of("0123456789abcdef") == std::string::npos;
        return digits ? m_hash : std::string();
    }

    void addSidecar() {
        const std::string folder = textAt(m_table, "path");
        if (folder.empty()) return damaged("it does not say where the model lies");
        const std::string path = folder + "/" + std::string(kProgramFile);
        auto found = m_context.payload.sidecar ? m_context.payload.sidecar(path, statedHash()) : std::nullopt;
        if (!found) return missing(folder);
        std::string kind = kindOfFile(*found);
        m_decoded.nested.push_back({path, std::move(kind), *std::move(found), nullptr, {}, statedHash()});
    }

    void missing(const std::string& folder) {
        m_decoded.missingBeside.push_back(folder);
        m_decoded.reason = "the model lies beside the program, in " + folder + ", which is not among the files";
        m_context.diagnostics.note(
            "core-ai-sidecar-missing", m_context.where(),
            "the model lies beside the program in " + escaped(folder) + ": open that folder, or the one that holds it, too");
    }

    /// Nothing of them can be read: whoever has the files asks for them by these names.
    void tellCompiledSidecars() {
        const auto archs = m_table.find("archs");
        if (archs == m_table.end() || !archs->is_object() || archs->empty()) return damaged("it names no architecture");
        std::vector<std::string> paths;
        for (const auto& [name, path] : archs->items())
            if (path.is_string() && paths.size() < limits::kMaxPayloadParts) paths.push_back(path.get<std::string>());
        m_decoded.reason += "; the runtime looks for " + someOf(paths) + " beside the program";
    }

    const NestedFile* file(std::string_view name) const {
        const auto hit = std::ranges::find_if(m_decoded.nested, [&](const NestedFile& one) {
            return one.bytes.hasData() && (one.name == name || one.name.ends_with("/" + std::string(name)));
        });
        return hit == m_decoded.nested.end() ? nullptr : &*hit;
    }

    Result<void> readModel() {
        if (const NestedFile* metadata = file(kMetadataFile)) addMetadata(metadata->bytes);
        if (const NestedFile* hash = file(kHashFile)) checkHash(hash->bytes);
        const auto program =
            std::ranges::find_if(m_decoded.nested, [&](const NestedFile& one) { return &one == file(kProgramFile); });
        if (program == m_decoded.nested.end()) {
            if (m_decoded.reason.empty()) m_decoded.reason = "the model's program is not in the files at hand";
            return {};
        }
        if (program->kind != "mlir") {
            m_decoded.reason = "the model's program is no MLIR bytecode";
            m_context.diagnostics.error("mlir-damaged", program->bytes.where(), m_decoded.reason);
            return {};
        }
        if (m_context.depth + 1 >= limits::kMaxPayloadDepth || !m_context.nested.take(0)) return {};
        const Payload inner{m_context.payload.backendId, program->bytes, {}, {}, m_context.payload.index};
        auto model = decodeAt(inner, m_context.depth + 1, &m_context.nested, m_context.diagnostics, m_context.job);
        if (!model) return model.failure();
        m_decoded.graph = model->graph;
        m_decoded.graphName = model->graphName;
        m_decoded.otherGraphs = model->otherGraphs;
        m_decoded.weights = model->weights;
        m_decoded.origins = std::move(model->origins);
        m_decoded.reason = model->reason;
        if (!model->version.empty()) m_decoded.facts.push_back({"operator set", model->version});
        m_decoded.facts.insert(m_decoded.facts.end(), model->facts.begin(), model->facts.end());
        program->decoded = std::make_shared<const Decoded>(*std::move(model));
        return {};
    }

    void addMetadata(const ByteRange& bytes) {
        const auto table = readJson(bytes, m_context.diagnostics);
        if (!table || !table->is_object())
            return m_context.diagnostics.warning("core-ai-metadata", bytes.where(), "the asset's metadata are no JSON object");
        for (const auto& [key, value] : table->items()) {
            if (m_decoded.facts.size() >= limits::kMaxPayloadParts) return;
            m_decoded.facts.push_back({"metadata " + key, factText(value)});
        }
    }

    /// The asset's own note of the program's hash is the manifest's.
    void checkHash(const ByteRange& bytes) const {
        std::array<std::byte, kSha256Size> digest{};
        if (bytes.size != digest.size() || !bytes.read(0, digest)) return damaged("main.hash is no SHA-256");
        const std::string digits = hexText(digest);
        if (digits != m_hash) damaged("its hash is " + escaped(m_hash) + ", that of the asset " + digits);
    }

    const Context& m_context;
    const json& m_table;
    Decoded& m_decoded;
    std::string m_hash;
};

}  // namespace

Result<Decoded> decodeCoreAi(const Context& context) {
    if (context.bytes().size > limits::kMaxTextScan)
        return fail("limit-exceeded", "the manifest is longer than any exporter writes", context.where());
    const auto table = readJson(context.bytes(), context.diagnostics);
    if (!table || !table->is_object())
        return fail("core-ai-manifest-damaged", "the payload is not the JSON object of a manifest", context.where());
    Decoded decoded;
    decoded.regions.push_back({"manifest", 0, context.bytes().size});
    if (auto read = CoreAiManifest(context, *table, decoded).read(); !read) return read.failure();
    if (decoded.graph == nullptr && decoded.reason.empty()) decoded.reason = "the asset holds no model that can be read";
    return decoded;
}

}  // namespace etscope::delegates
