// Payloads of QnnBackend: compile specs, header, and what the context binary says about itself. Rules: docs/FORMATS.md "Compiled
// payloads", "QNN context".
#include "base/checked_math.h"
#include "base/lists.h"
#include "delegates/flat_fields.h"
#include "delegates/flat_image.h"
#include "delegates/qnn_context.h"
#include "schema/qnn_options_bfbs_generated.h"
#include "schema/qnn_options_generated.h"

namespace etscope::delegates {
namespace {

/// One fact per set option, tables inside tables included: "backend_options.htp_options.performance_mode" = "kHtpBurst".
void addOptions(const FieldSchema& schema, const reflection::Object& object, const void* table, const std::string& prefix,
                int depth, Decoded& decoded) {
    static constexpr int kDeepest = 4;
    for (const FieldView& field : schema.fields(object, table)) {
        const std::string name = prefix + std::string(field.name);
        if (field.type == reflection::BaseType::Obj && field.data != nullptr && depth < kDeepest)
            addOptions(schema, *field.object, field.data, name + ".", depth + 1, decoded);
        else if (field.type == reflection::BaseType::String && field.data != nullptr &&
                 field.as<flatbuffers::String>()->size() != 0)
            decoded.facts.push_back({name, std::string(textOf(field.as<flatbuffers::String>()).substr(0, limits::kMaxSpecText))});
        else if (field.isInteger() && field.present)
            decoded.facts.push_back(
                {name, field.words != nullptr ? FieldSchema::word(*field.words, field.integer) : std::to_string(field.integer)});
    }
}

void addQnnOptions(const Context& context, Decoded& decoded) {
    const CompileSpec* spec = context.spec("qnn_compile_spec");
    if (spec == nullptr) return;
    // The verifier wants aligned bytes: the image copies them.
    const Payload value{{}, ByteRange::whole(Source::fromBytes(spec->value, "qnn_compile_spec")), {}, {}, 0};
    const Context inner{value, context.diagnostics, context.job, context.nested, context.depth};
    const auto image = FlatImage::read(inner, 0, value.bytes.size);
    const auto* root = image ? image->root<schema::qnn::QnnExecuTorchOptions>() : nullptr;
    const FieldSchema schema(schema::qnn::QnnExecuTorchOptionsBinarySchema::data());
    const reflection::Object* object = schema.object("etscope.schema.qnn.QnnExecuTorchOptions");
    if (root == nullptr || object == nullptr) {
        context.diagnostics.warning("delegate-spec-damaged", inner.where(), "the compile spec qnn_compile_spec cannot be read");
        return;
    }
    addOptions(schema, *object, root, {}, 0, decoded);
}

void addTensors(const std::string& graph, const char* side, const std::vector<QnnTensor>& tensors, Decoded& decoded) {
    for (std::size_t i = 0; i < tensors.size(); ++i)
        decoded.facts.push_back({graph + " " + side + " " + std::to_string(i), tensors[i].text()});
}

void addContext(const QnnContext& known, std::uint64_t start, Decoded& decoded) {
    static constexpr std::uint32_t kHtp = 6;
    decoded.version = known.buildId;
    decoded.facts.push_back({"SDK build", known.buildId});
    if (known.backend)
        decoded.facts.push_back({"backend", std::to_string(*known.backend) + (*known.backend == kHtp ? " (HTP)" : "")});
    if (!known.coreApi.empty()) decoded.facts.push_back({"core API", known.coreApi});
    if (!known.backendApi.empty()) decoded.facts.push_back({"backend API", known.backendApi});
    if (known.socModel) decoded.facts.push_back({"SoC model", std::to_string(*known.socModel)});
    decoded.facts.push_back({"graphs", joined(known.graphs, ", ", &QnnGraph::name)});
    for (const QnnGraph& graph : known.graphs) {
        addTensors(graph.name, "input", graph.inputs, decoded);
        addTensors(graph.name, "output", graph.outputs, decoded);
    }
    for (const Region& region : known.regions) decoded.regions.push_back({region.name, start + region.offset, region.size});
}

}  // namespace

Result<Decoded> decodeQnn(const Context& context) {
    Decoded decoded;
    decoded.reason = "the graphs of a QNN context are compiled; their operators are not documented";
    addQnnOptions(context, decoded);
    const auto header = readQnnHeader(context.bytes());
    if (!header) {
        decoded.reason = "the model is prepared on the device; its form is not documented";
        decoded.facts.push_back({"form", "prepared on the device"});
        return decoded;
    }
    decoded.facts.push_back({"signature", std::to_string(header->signature)});
    decoded.facts.push_back({"context bytes", std::to_string(header->contextBytes)});
    decoded.regions = {{"header", 0, header->size}};
    if (!rangeFits(header->size, header->contextBytes, context.bytes().size))
        context.diagnostics.error("delegate-truncated", context.where(12),
                                  "the context binary reaches beyond the end of the payload");
    if (const auto known = qnnContextOf(context.bytes())) {
        addContext(*known, header->size, decoded);
        return decoded;
    }
    decoded.facts.push_back({"context", "not decoded: its description has another layout than the one that is known"});
    decoded.regions.push_back({"context binary", header->size, header->contextBytes});
    return decoded;
}

}  // namespace etscope::delegates
