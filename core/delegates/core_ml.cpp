// Core ML payloads: a reference to named data ("CMJR"), a directory image, or a zip of a package. Rules: docs/FORMATS.md "Core ML
// payload".
#include "delegates/core_ml.h"

#include <algorithm>
#include <array>
#include <set>

#include "io/json.h"
#include "io/zip_index.h"

namespace etscope::delegates {
namespace {

using nlohmann::json;

/// "a, b" of a list of strings.
std::string listText(const json& list) {
    std::string text;
    for (const json& item : list)
        if (item.is_string()) text += (text.empty() ? "" : ", ") + item.get<std::string>();
    return text;
}

void addMetadata(const Context& context, const ByteRange& file, Decoded& decoded) {
    const auto table = readJson(file, context.diagnostics);
    if (!table || !table->is_object()) return;
    for (const auto& [key, value] : table->items()) {
        if (value.is_string()) decoded.facts.push_back({key, value.get<std::string>()});
        if (value.is_array()) decoded.facts.push_back({key, listText(value)});
    }
}

std::string kindOf(const ByteRange& bytes) {
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size, 64)));
    if (!head.empty() && !bytes.read(0, head)) return "unknown";
    return std::string(payloadKind(head, bytes.size));
}

/// The graphs of the model, with the function that the reference names as the main one.
void takeGraphs(const Decoded& model, const std::string& function, Decoded& decoded) {
    decoded.graph = model.graph;
    decoded.graphName = model.graphName;
    decoded.otherGraphs = model.otherGraphs;
    const auto named = std::ranges::find(decoded.otherGraphs, function, &NamedGraph::name);
    if (named == decoded.otherGraphs.end() || named->graph == nullptr) return;
    std::swap(decoded.graph, named->graph);
    std::swap(decoded.graphName, named->name);
}

/// The constants of the model that the main graph, or a block inside it, takes.
void takeWeights(const Decoded& model, Decoded& decoded) {
    std::set<std::string_view> taken;
    const auto mark = [&taken](const graph::GraphModel& graph) {
        for (const graph::GraphInput& input : graph.top().inputs)
            if (input.target.valid()) taken.insert(graph.text(input.target));
    };
    if (decoded.graph != nullptr) mark(*decoded.graph);
    for (const NamedGraph& other : decoded.otherGraphs)
        if (other.graph != nullptr && other.name.starts_with(decoded.graphName + "/")) mark(*other.graph);
    for (const Weight& weight : model.weights)
        if (taken.contains(weight.name)) decoded.weights.push_back(weight);
}

Result<Decoded> decodeReference(const Context& context) {
    static constexpr std::uint64_t kWord = 4;
    Decoded decoded;
    decoded.format = "Core ML reference";
    decoded.regions.push_back({"reference", 0, context.bytes().size});
    const auto text = context.bytes().part(kWord, context.bytes().size - kWord);
    if (!text) return text.failure();
    const auto table = readJson(*text, context.diagnostics);
    if (!table || !table->is_object())
        return fail("core-ml-reference-damaged", "the reference is not a JSON object", context.where(kWord));
    addMetadata(context, *text, decoded);
    decoded.reason = "the model's bytes are not in the files at hand";
    const auto key = table->find("key");
    if (key == table->end() || !key->is_string()) return decoded;
    ByteRange bytes = context.named(key->get<std::string>());
    if (!bytes.hasData() || context.depth + 1 >= limits::kMaxPayloadDepth) return decoded;
    const Payload inner{context.payload.backendId, bytes, context.payload.compileSpecs, context.payload.namedData,
                        context.payload.index};
    auto model = decodeAt(inner, context.depth + 1, &context.nested, context.diagnostics, context.job);
    if (!model) return model.failure();
    const auto function = table->find("functionName");
    takeGraphs(*model, function != table->end() && function->is_string() ? function->get<std::string>() : std::string(), decoded);
    takeWeights(*model, decoded);
    decoded.reason = model->reason;
    decoded.nested.push_back({*key, "core_ml", std::move(bytes), std::make_shared<const Decoded>(*std::move(model))});
    return decoded;
}

/// The files of a zipped package, whatever folder they lie in.
Result<std::vector<CoreMlFile>> zippedFiles(const Context& context, std::vector<Region>& regions) {
    const auto zip = ZipIndex::read(context.bytes(), context.diagnostics, context.job);
    if (!zip) return zip.failure();
    std::vector<CoreMlFile> files;
    for (const ZipEntry& entry : zip->entries()) {
        if (context.job.cancelled()) return cancelledFailure();
        if (entry.name.ends_with('/')) continue;
        if (files.size() >= limits::kMaxPayloadParts) {
            context.diagnostics.warning("limit-exceeded", context.where(), "only the first files of the package are shown");
            break;
        }
        if (const auto stored = zip->data(entry))
            regions.push_back({entry.name, stored->offset - context.bytes().offset, stored->size});
        if (auto content = zip->content(entry))
            files.push_back({entry.name, *std::move(content)});
        else
            context.diagnostics.error(content.error());
    }
    return files;
}

/// Which word the payload begins with.
bool startsWith(const Context& context, std::string_view word) {
    std::array<char, 4> head{};
    if (context.bytes().size < head.size() || !context.bytes().read(0, std::as_writable_bytes(std::span(head)))) return false;
    return std::string_view(head.data(), head.size()) == word;
}

}  // namespace

Result<Decoded> decodeCoreMl(const Context& context) {
    if (startsWith(context, "CMJR")) return decodeReference(context);
    const bool zipped = startsWith(context, "PK\x03\x04");
    Decoded decoded;
    auto files = zipped ? zippedFiles(context, decoded.regions) : coreMlImage(context, decoded.regions);
    if (!files) return files.failure();
    if (zipped) decoded.facts.push_back({"form", "zip of a package"});
    ByteRange model, weights;
    for (CoreMlFile& file : *files) {
        if (file.path == "metadata.json") addMetadata(context, file.bytes, decoded);
        if (file.path.ends_with(".mlmodel")) model = file.bytes;
        if (file.path.ends_with("weight.bin")) weights = file.bytes;
        decoded.nested.push_back({file.path, kindOf(file.bytes), std::move(file.bytes), nullptr});
    }
    if (model.hasData()) readCoreMlModel(context, model, weights, decoded);
    if (context.job.cancelled()) return cancelledFailure();
    if (decoded.graph == nullptr) decoded.reason = "the package has no ML program that can be read";
    return decoded;
}

}  // namespace etscope::delegates
