// A Core AI model of one graph, and a list of CUDA weights. Forms: docs/FORMATS.md "MLIR bytecode", "Core AI model", "CUDA
// payload".
#include "delegates/payload_builder.h"
#include "support/bytes.h"

namespace etscope::test {
namespace {

/// A number as MLIR writes it.
std::string mlirNumber(std::uint64_t value) {
    for (unsigned bytes = 1; bytes <= 8; ++bytes) {
        if (bytes < 8 && value >> (7 * bytes) != 0) continue;
        if (bytes == 8 && value >> 56 != 0) break;
        const std::uint64_t word = (value << bytes) | (std::uint64_t{1} << (bytes - 1));
        return little(word).substr(0, bytes);
    }
    return std::string(1, '\0') + little(value);
}

std::string mlirNumbers(const std::vector<std::uint64_t>& values) {
    std::string text;
    for (const std::uint64_t value : values) text += mlirNumber(value);
    return text;
}

std::string mlirSection(unsigned id, const std::string& content) {
    return std::string(1, static_cast<char>(id)) + mlirNumber(content.size()) + content;
}

std::string mlirByte(unsigned value) { return std::string(1, static_cast<char>(value)); }

/// Each with its number of bytes, doubled, and 1 for the dialect's own form.
std::string mlirSizesOf(const std::vector<std::string>& entries) {
    std::string text;
    for (const std::string& one : entries) text += mlirNumber(one.size() * 2 + 1);
    return text;
}

enum MlirWord : std::uint64_t { Aicode, Asset, GraphName, Constant, Relu, Add, OutputName, Main, Name, X, Weights, WordCount };

std::string mlirStrings() {
    const std::vector<std::string> words{"aicode",
                                         "serialization.asset",
                                         "dataflow.graph_v1",
                                         "primitive.constant_v1",
                                         "relu_v1",
                                         "primitive.add_v1",
                                         "dataflow.output_v1",
                                         "main",
                                         "aicode.name",
                                         "x",
                                         "weights"};
    std::string lengths, text;
    for (auto word = words.rbegin(); word != words.rend(); ++word) lengths += mlirNumber(word->size() + 1);
    for (const std::string& word : words) text += word + std::string(1, '\0');
    return mlirNumber(words.size()) + lengths + text;
}

std::string mlirDialects() {
    const std::vector<std::uint64_t> names{Asset, GraphName, Constant, Relu, Add, OutputName};
    std::string text = mlirNumber(1) + mlirNumber(Aicode * 2) + mlirNumber(names.size()) + mlirNumber(0) + mlirNumber(names.size());
    for (const std::uint64_t name : names) text += mlirNumber(name * 2 + 1);
    return text;
}

/// f32, f32[2], and a function's.
const std::vector<std::string> kMlirTypes{mlirNumber(6), mlirNumbers({2, 1, 4, 0}), mlirNumbers({30, 1, 1, 1, 1})};

enum MlirAttribute : std::uint64_t {
    False,
    Version,
    NameOfMain,
    Empty,
    Inputs,
    InputOfX,
    NamedX,
    TextX,
    Type,
    Inside,
    Resource,
    Unit
};

std::vector<std::string> mlirAttributes() {
    return {mlirNumbers({2, 1}) + mlirByte(1) + mlirByte(0),
            mlirNumbers({2, 32}) + mlirByte(1) + mlirNumber(20260204 * 2),
            mlirNumbers({1, Main}),
            mlirNumbers({5, 0}),
            mlirNumbers({5, 1, InputOfX}),
            mlirNumbers({5, 1, NamedX}),
            mlirNumbers({9, Name, 1, TextX}),
            mlirNumbers({1, X}),
            mlirNumbers({4, 2}),
            mlirNumber(6) + mlirByte(0) + mlirNumber(8) + floats({1.5F, -2.0F}),
            mlirNumbers({7, 0}),
            mlirNumber(46)};
}

/// Name, mask, location, and what the mask says.
std::string mlirOperation(std::uint64_t name, unsigned mask, const std::string& rest) {
    return mlirNumber(name) + mlirByte(mask) + mlirNumber(Unit) + rest;
}

/// Two constants, of which the second lies in the resources; a sum, what is positive of it, and that as output.
std::string mlirOperations() {
    const std::string constant = mlirOperation(2, 2 + 64, mlirNumbers({2, 1, 1})),
                      held = mlirOperation(2, 2 + 64, mlirNumbers({3, 1, 1}));
    const std::string add = mlirOperation(4, 2 + 4, mlirNumbers({1, 1, 2, 0, 1})),
                      sum = mlirOperation(4, 2 + 4, mlirNumbers({1, 1, 2, 3, 2}));
    const std::string body = mlirOperation(4, 2 + 4, mlirNumbers({1, 1, 2, 0, 0})) + mlirOperation(5, 4, mlirNumbers({1, 1}));
    const std::string inside = mlirNumbers({1, 2}) + mlirNumber(2 * 2 + 1) + mlirNumbers({1, 2}) + mlirByte(0) + body;
    const std::string relu = mlirOperation(3, 2 + 4 + 16, mlirNumbers({1, 1, 1, 4}) + mlirNumber(3) + mlirSection(4, inside));
    const std::string block = mlirNumber(6 * 2 + 1) + mlirNumbers({1, 2}) + mlirByte(0) + constant + held + add + sum + relu +
                              mlirOperation(5, 4, mlirNumbers({1, 5}));
    const std::string graph =
        mlirOperation(1, 64 + 16, mlirNumber(1) + mlirNumber(3) + mlirSection(4, mlirNumbers({1, 6}) + block));
    const std::string asset =
        mlirOperation(0, 64 + 16, mlirNumber(0) + mlirNumber(3) + mlirSection(4, mlirNumbers({1, 0, 2}) + graph));
    return mlirNumber(1 * 2) + asset;
}

std::string mlirProperties() {
    const std::vector<std::string> all{mlirNumbers({0, Version * 2 + 1}),
                                       mlirNumbers({Inputs, 0, False, Type, False, NameOfMain, False, Empty, Empty}),
                                       mlirNumber(Inside), mlirNumber(Resource)};
    std::string text = mlirNumber(all.size());
    for (const std::string& one : all) text += mlirNumber(one.size()) + one;
    return text;
}

std::string mlirJoined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += part;
    return text;
}

}  // namespace

std::string coreAiModel() {
    const std::string resource = mlirNumber(1) + mlirNumber(8) + floats({0.25F, 4.0F});
    const std::string counts = mlirNumbers({mlirAttributes().size(), kMlirTypes.size()}) +
                               mlirNumbers({0, mlirAttributes().size()}) + mlirSizesOf(mlirAttributes()) +
                               mlirNumbers({0, kMlirTypes.size()}) + mlirSizesOf(kMlirTypes);
    return "ML\xEFR" + mlirNumber(6) + std::string("test\0", 5) + mlirSection(1, mlirDialects()) + mlirSection(3, counts) +
           mlirSection(2, mlirJoined(mlirAttributes()) + mlirJoined(kMlirTypes)) + mlirSection(4, mlirOperations()) +
           mlirSection(6, mlirNumbers({0, 0, 1, Weights, resource.size()}) + mlirByte(0)) + mlirSection(5, resource) +
           mlirSection(0, mlirStrings()) + mlirSection(8, mlirProperties());
}

std::string cudaWeights(char version, const std::vector<CudaEntry>& entries) {
    const auto text = [](const std::string& word) { return little(static_cast<std::uint32_t>(word.size())) + word; };
    std::string out = "ETCUDAFQN" + std::string(1, version);
    if (version != '3') out += little(std::uint32_t{2}) + little(std::uint32_t{80}) + little(std::uint32_t{0});
    if (version == '5') out += little(std::uint32_t{0});
    out += text("lib_so_blob");
    if (version != '3') out += little(std::uint32_t{90}) + little(std::uint32_t{90});
    if (version == '5') out += little(std::uint32_t{1});
    if (version != '3') out += text("other_so_blob");
    out += little(static_cast<std::uint32_t>(entries.size()));
    for (const CudaEntry& one : entries) {
        out += text(one.name) + text(one.key) + little(one.bytes) + little(one.type) + little(one.device) + little(one.offset) +
               little(static_cast<std::uint32_t>(one.sizes.size()));
        for (const std::int64_t size : one.sizes) out += little(size);
        for (const std::int64_t stride : one.strides) out += little(stride);
    }
    return out;
}

}  // namespace etscope::test
