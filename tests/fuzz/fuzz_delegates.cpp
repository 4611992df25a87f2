// Delegate payloads of every backend. The first byte chooses the backend id, or a native file on its own; the rest is the
// payload.
#include <array>

#include "delegates/delegates.h"
#include "fuzz/fuzz_input.h"

namespace {

using namespace etscope;

/// null: a native file on its own.
constexpr std::array<const char*, 18> kBackends{
    "XnnpackBackend", "VulkanBackend", "MLXBackend",      "MPSBackend",        "TOSABackend", "EthosUBackend",
    "VgfBackend",     "CoreMLBackend", "QnnBackend",      "CudaBackend",       "EnnBackend",  "OpenvinoBackend",
    "NeutronBackend", "NativeBackend", "ExecutorBackend", "NeuropilotBackend", nullptr,       "CoreAIBackend"};

void use(const delegates::Decoded& decoded) {
    if (decoded.graph != nullptr)
        for (std::uint32_t g = 0; g < decoded.graph->graphCount(); ++g) static_cast<void>(decoded.graph->edges(graph::GraphId(g)));
    for (const delegates::NestedFile& nested : decoded.nested)
        if (nested.decoded != nullptr) use(*nested.decoded);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    Diagnostics diagnostics;
    const std::size_t choice = data[0] % kBackends.size();
    const ByteRange bytes = fuzz::rangeOf(data + 1, size - 1);
    if (kBackends[choice] == nullptr) {
        if (const auto decoded = delegates::decodeNativeFile(bytes, diagnostics, {})) use(*decoded);
        return 0;
    }
    // Every key is found, and leads back into the payload.
    const auto find = [&bytes](std::string_view) { return std::optional(bytes); };
    if (const auto decoded = delegates::decode({kBackends[choice], bytes, {}, find, 0}, diagnostics, {})) use(*decoded);
    return 0;
}
