// Delegate payloads for tests: one small whole payload of every form. Forms: docs/FORMATS.md "Delegate payloads".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegates/delegates.h"

namespace etscope::test {

/// y = clamp(x + w) with `w` in the payload's own data region (or inside the graph when `header` is false).
std::string xnnpackPayload(bool header = true);
/// The same graph, its constant in named data under this key.
std::string xnnpackNamedPayload(std::string_view key);
/// y = relu(x); y is written twice.
std::string vulkanPayload();
/// A Vulkan graph whose operators all name one list of arguments.
std::string sharedListPayload(std::size_t arguments, std::size_t operators);
std::string mlxPayload();
std::string mpsPayload();
std::string tosaPayload();
std::string ethosUPayload();
/// Its block `cmd_data`: four commands for Ethos-U55.
std::string ethosUCommands();
/// One segment; its constant lies in a table, as in files of older versions.
std::string vgfPayload();
/// A directory image with metadata.json and a model of one operation.
std::string coreMlPayload();
/// The image of any files, with any index text.
std::string coreMlImage(const std::vector<std::pair<std::string, std::string>>& files);
std::string coreMlModel();
/// The model as a package in a zip.
std::string coreMlZip();
/// A payload around a context binary.
std::string qnnPayload(const std::string& context, std::size_t header = 256);
/// A context binary whose description lists the graphs `decode` and `prefill`.
std::string qnnContext();
std::string openVinoPayload();
std::string neutronPayload();
std::string neuropilotPayload();
std::string nptgPayload();
/// A method whose node holds a graph as an argument, a list of tensors, quantization, and unsigned types.
std::string richNptgPayload();
struct ContainerEntry {
    std::string id, payload;
};
std::string nfatPayload(const std::vector<ContainerEntry>& entries);
std::string ptnPackage();

/// The program of a Core AI model: relu(x + inside + beside), one constant among the attributes, one in the resources.
std::string coreAiModel();
struct CudaEntry {
    std::string name, key;
    std::uint64_t bytes = 0;
    std::int32_t type = 6, device = 1;
    std::int64_t offset = 0;
    std::vector<std::int64_t> sizes, strides;
};
/// A list of weights; of version 4 and 5 with two libraries, the second of which is the fallback.
std::string cudaWeights(char version, const std::vector<CudaEntry>& entries);

/// The value of `qnn_compile_spec` and of `enn_compile_options`.
std::string qnnOptions();
std::string ennOptions();

/// Every form with its backend id.
std::vector<std::pair<std::string, std::string>> everyPayload();

delegates::Payload payloadOf(std::string backend, std::string_view bytes);

/// What a decoder told; "(none)" for what it did not.
struct PayloadRead {
    delegates::Decoded decoded;
    Diagnostics diagnostics;

    std::string fact(std::string_view name) const;
    std::string message(std::string_view code) const;
};
/// Decodes; a payload that is refused as a whole ends the test.
PayloadRead readPayload(const delegates::Payload& payload);

}  // namespace etscope::test
