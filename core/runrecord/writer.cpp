#include <cmath>
#include <nlohmann/json.hpp>

#include "runrecord/run_record.h"

namespace etscope::runrecord {
namespace {

using Document = nlohmann::ordered_json;

Document textOrNull(const std::string& text) { return text.empty() ? Document(nullptr) : Document(text); }

Document fileJson(const HashedFile& file) { return {{"file", file.file}, {"size", file.size}, {"sha256", file.sha256}}; }

Document filesJson(const std::vector<HashedFile>& files) {
    Document list = Document::array();
    for (const HashedFile& file : files) list.push_back(fileJson(file));
    return list;
}

Document numberJson(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

Document inputJson(const CallInput& input) {
    Document json{{"kind", inputKindName(input.kind)}};
    switch (input.kind) {
        case CallInput::Kind::Bool: json["value"] = input.boolean; break;
        case CallInput::Kind::Int: json["value"] = input.integer; break;
        case CallInput::Kind::Double: json["value"] = numberJson(input.number); break;
        case CallInput::Kind::Tensor:
            json["type"] = input.type;
            json["shape"] = input.shape;
            json["file"] = input.file;
            break;
        case CallInput::Kind::None: break;
    }
    return json;
}

Document outputJson(const CallOutput& output) { return {{"file", textOrNull(output.file)}, {"type", textOrNull(output.type)}}; }

Document callJson(const RunCall& call) {
    Document inputs = Document::array(), outputs = Document::array();
    for (const CallInput& input : call.inputs) inputs.push_back(inputJson(input));
    for (const CallOutput& output : call.outputs) outputs.push_back(outputJson(output));
    return {{"method", call.method},
            {"source", caseSourceName(call.source)},
            {"case", call.caseIndex ? Document(*call.caseIndex) : Document(nullptr)},
            {"case_text", call.caseText},
            {"state", callStateName(call.state)},
            {"message", textOrNull(call.message)},
            {"nanoseconds", call.nanos ? Document(*call.nanos) : Document(nullptr)},
            {"inputs", std::move(inputs)},
            {"outputs", std::move(outputs)}};
}

Document passJson(const RunModule& module) {
    Document runs = Document::array();
    for (const RunModule::Block& block : module.runs) runs.push_back({{"run", block.run}, {"call", block.call}});
    return {{"pass", passName(module.pass)},
            {"dump", textOrNull(module.dump)},
            {"buffer", textOrNull(module.buffer)},
            {"calls", module.calls},
            {"runs", std::move(runs)}};
}

Document targetJson(const Target& target) {
    return {{"kind", target.kind},
            {"path", target.path},
            {"executorch", textOrNull(target.executorch)},
            {"torch", textOrNull(target.torch)},
            {"version", textOrNull(target.version)},
            {"backends", target.backends}};
}

}  // namespace

Document toJson(const RunRecord& record) {
    Document methods = Document::array(), calls = Document::array(), passes = Document::array();
    for (const MethodFacts& method : record.methods)
        methods.push_back(
            {{"name", method.name}, {"keeps_state", method.keepsState ? Document(*method.keepsState) : Document(nullptr)}});
    for (const RunCall& call : record.calls) calls.push_back(callJson(call));
    for (const RunModule& module : record.passes) passes.push_back(passJson(module));
    return {
        {"schema", "etscope.run/1"},
        {"etscope", record.etscope},
        {"state", runStateName(record.state)},
        {"error", record.error ? Document{{"code", record.error->code}, {"message", record.error->message}} : Document(nullptr)},
        {"said", textOrNull(record.said)},
        {"notes", record.notes},
        {"target", targetJson(record.target)},
        {"host", {{"system", record.system}, {"processors", record.processors}}},
        {"started", record.started},
        {"seconds", numberJson(record.seconds)},
        {"values", record.values},
        {"modules", record.modules},
        {"repeat", record.repeat},
        {"program", fileJson(record.program)},
        {"data", filesJson(record.data)},
        {"methods", std::move(methods)},
        {"calls", std::move(calls)},
        {"passes", std::move(passes)},
        {"written", filesJson(record.written)}};
}

}  // namespace etscope::runrecord
