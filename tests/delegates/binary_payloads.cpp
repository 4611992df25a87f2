// Payloads whose bytes are written by hand.
#include "delegates/payload_builder.h"
#include "support/bytes.h"
#include "support/zip_builder.h"

namespace etscope::test {
namespace {

std::string binaryPayloadsPadded(std::string text, std::size_t unit) {
    text.resize((text.size() + unit - 1) / unit * unit, '\0');
    return text;
}

}  // namespace

std::string ethosUCommands() {
    std::string out;
    for (const std::uint32_t word : {0x31504F43U, 0x00100001U, 0x00001807U, 0x10066001U, 0x00000005U, 0x00050002U, 0x0001010FU,
                                     0x00024000U, 32U, 0x00000002U, 0xFFFF0000U})
        out += little(word);
    return out;
}

std::string ethosUPayload() {
    const auto block = [](std::string name, const std::string& content) {
        name.resize(16, '\0');
        return binaryPayloadsPadded(
            name + little<std::uint32_t>(static_cast<std::uint32_t>(content.size())) + std::string(12, '\0') + content, 16);
    };
    std::string tensors = little<std::int32_t>(1);
    for (const std::int32_t number : {1, 1, 1, 3, 8, 8, 1, 0, 1}) tensors += little(number);
    return block("vela_bin_stream", {}) + block("cmd_data", ethosUCommands()) + block("weight_data", std::string(20, '\x07')) +
           block("scratch_size", little<std::uint32_t>(1648)) + block("inputs", tensors) + block("outputs", tensors) +
           block("vela_end_stream", {});
}

std::string openVinoPayload() {
    return little<std::uint64_t>(48) + little<std::uint64_t>(8) + little<std::uint64_t>(56) + little<std::uint64_t>(16) +
           little<std::uint64_t>(72) + little<std::uint64_t>(24) + std::string(48, 'v');
}

std::string neutronPayload() {
    // One input, one output: 3 + 2·1 + 2·1 = 7 bytes before the version byte.
    std::string out = binaryPayloadsPadded(std::string("\x01\x01\x01\x01\x01\x00\x00\x01", 8), 16);
    std::vector<std::uint32_t> words(16, 0);
    words[0] = 0x64434D6E;
    words[6] = 64, words[7] = 16, words[9] = 512, words[10] = 0x8000'0020U;
    for (const std::uint32_t word : words) out += little(word);
    return out + std::string(16, '\x02') + std::string(8, '\x03');
}

std::string neuropilotPayload() {
    return "\x01" + little<std::uint32_t>(2) + little<std::uint32_t>(1) + little<std::uint32_t>(5) + "model";
}

std::string nfatPayload(const std::vector<ContainerEntry>& entries) {
    std::string out = "NFAT" + little<std::uint32_t>(1) + little<std::uint32_t>(static_cast<std::uint32_t>(entries.size()));
    std::string data;
    for (const ContainerEntry& entry : entries) {
        std::string id = entry.id;
        id.resize(32, '\0');
        out += id + little<std::uint64_t>(data.size()) + little<std::uint64_t>(entry.payload.size());
        data += entry.payload;
    }
    return out + data;
}

std::string ptnPackage() {
    const std::string header = R"({"layer.w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
    ZipBuilder zip;
    zip.stored("program.ptg", nptgPayload());
    zip.stored("program.safetensors", little<std::uint64_t>(header.size()) + header + std::string(8, '\x01'));
    zip.stored("aliases.json", R"({"other.w":"layer.w"})");
    return zip.bytes();
}

namespace {

/// Protocol buffers: a field of bytes, a field of a number.
std::string varint(std::uint64_t value) {
    std::string out;
    for (; value >= 0x80; value >>= 7U) out += static_cast<char>((value & 0x7FU) | 0x80U);
    return out + static_cast<char>(value);
}
std::string message(std::uint32_t number, const std::string& content) {
    return varint(number << 3U | 2U) + varint(content.size()) + content;
}
std::string numeral(std::uint32_t number, std::uint64_t value) { return varint(number << 3U) + varint(value); }

/// NamedValueType of a float16 tensor [2].
std::string namedValue(const std::string& name) {
    const std::string dimension = message(3, message(1, numeral(1, 2)));
    return message(1, name) + message(2, message(1, numeral(1, 10) + numeral(2, 1) + dimension));
}
std::string binding(const std::string& name, const std::string& value) {
    return message(2, message(1, name) + message(2, message(1, message(1, value))));
}

}  // namespace

std::string coreMlModel() {
    const std::string literal = message(2, message(1, numeral(1, 23))) + message(3, message(1, message(2, message(1, varint(3)))));
    const std::string constant =
        message(1, "const") + message(3, message(1, "axis")) + message(5, message(1, "val") + message(2, literal));
    const std::string half = message(2, message(1, numeral(1, 10))) +
                             message(3, message(1, message(7, message(1, std::string("\x00\xBE", 2)))));  // -1.5
    const std::string scale =
        message(1, "const") + message(3, message(1, "scale")) + message(5, message(1, "val") + message(2, half));
    const std::string blob =
        message(2, message(1, numeral(1, 10))) + message(5, message(1, "@model_path/weights/weight.bin") + numeral(2, 64));
    const std::string weight = message(1, "const") + message(3, namedValue("w")) + message(5, message(1, "val") + message(2, blob));
    const std::string sum = message(1, "add") + binding("x", "x") + binding("y", "w") + binding("axis", "axis") +
                            binding("scale", "scale") + message(3, namedValue("out"));
    const std::string block = message(2, "out") + message(3, constant) + message(3, scale) + message(3, weight) + message(3, sum);
    const auto function = [&](const std::string& name) {
        const std::string body =
            message(1, namedValue("x")) + message(2, "CoreML5") + message(3, message(1, "CoreML5") + message(2, block));
        return message(2, message(1, name) + message(2, body));
    };
    return numeral(1, 6) + message(502, numeral(1, 1) + function("main") + function("other"));
}

std::string coreMlImage(const std::vector<std::pair<std::string, std::string>>& files) {
    std::string data, nodes, children;
    for (std::size_t i = 0; i < files.size(); ++i) {
        nodes += R"({"name":")" + files[i].first + R"(","kind":0,"dataRegion":{"offset":)" + std::to_string(data.size()) +
                 R"(,"size":)" + std::to_string(files[i].second.size()) + R"(},"children":{}},)";
        children += (i == 0 ? "\"" : ",\"") + files[i].first + "\":" + std::to_string(i);
        data += files[i].second;
    }
    std::string index = R"({"nodes":[)" + nodes + R"({"name":"lowered_module","kind":1,"children":{)" + children + "}}]}";
    return data + std::string(index.rbegin(), index.rend()) + '\0';
}

std::string coreMlPayload() {
    std::string weights(64, '\0');
    weights += little<std::uint32_t>(0xDEADBEEFU) + little<std::uint32_t>(1) + little<std::uint64_t>(4) +
               little<std::uint64_t>(88) + "wxyz";
    return coreMlImage({{"metadata.json", R"({"inputNames":["x"],"identifier":"id"})"},
                        {"model.mlmodel", coreMlModel()},
                        {"weight.bin", weights}});
}

std::string coreMlZip() {
    ZipBuilder zip;
    zip.stored("model.mlpackage/Data/com.apple.CoreML/model.mlmodel", coreMlModel());
    zip.stored("model.mlpackage/Manifest.json", "{}");
    return zip.bytes();
}

std::vector<std::pair<std::string, std::string>> everyPayload() {
    const std::string key(64, 'a');
    return {{"XnnpackBackend", xnnpackPayload()},
            {"XnnpackBackend", xnnpackPayload(false)},
            {"VulkanBackend", vulkanPayload()},
            {"MLXBackend", mlxPayload()},
            {"MPSBackend", mpsPayload()},
            {"TOSABackend", tosaPayload()},
            {"EthosUBackend", ethosUPayload()},
            {"VgfBackend", vgfPayload()},
            {"CoreMLBackend", coreMlPayload()},
            {"CoreMLBackend", R"(CMJR{"version": 1, "key": "coreml_executorch_1", "functionName": "forward"})"},
            {"CoreMLBackend", coreMlZip()},
            {"QnnBackend", qnnPayload(std::string(32, '\x55'))},
            {"QnnBackend", qnnPayload(qnnContext())},
            {"CudaBackend", key + "_so_blob\n" + key + "_weights_blob"},
            {"CudaBackend", cudaWeights('3', {{"a.weight", "cuda_fqn_weight:cuda:a.weight", 24, 6, 1, 0, {2, 3}, {3, 1}}})},
            {"CudaBackend", cudaWeights('5', {{"a.bias", "cuda_fqn_weight:cpu:a.bias", 24, 6, 0, 2, {4}, {1}}})},
            {"CoreAIBackend", coreAiModel()},
            {"CoreAIBackend",
             R"({"files": ["model.aimodel/main.mlirb"], "packaging": "inline", "hash": "ab", "path": "ab/model.aimodel"})"},
            {"OpenvinoBackend", openVinoPayload()},
            {"NeutronBackend", neutronPayload()},
            {"EnnBackend", "compiled network"},
            {"NeuropilotBackend", neuropilotPayload()},
            {"NativeBackend", nptgPayload()},
            {"NativeBackend", richNptgPayload()},
            {"NativeBackend", nfatPayload({{"NativeBackend", nptgPayload()}, {"MLXBackend", mlxPayload()}})},
            {"BackendWithCompilerDemo", "1version:0#op:demo::aten.mm.default, numel:9<debug_handle>1#"},
            {"ExecutorBackend", std::string("\x08\0\0\0ET12", 8) + std::string(8, '\0')},
            {"UnknownBackend", "some bytes of unknown form"}};
}

delegates::Payload payloadOf(std::string backend, std::string_view bytes) {
    return {std::move(backend), inMemory(bytes, "payload"), {}, {}, 0};
}

}  // namespace etscope::test
