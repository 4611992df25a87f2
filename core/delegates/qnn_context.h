// The description at the start of a QNN context binary: SDK, graphs, what goes in and out of each. The compiled graphs themselves
// stay unread. Format: docs/FORMATS.md "QNN context". Value types; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "delegates/delegates.h"

namespace etscope::delegates {

struct QnnTensor {
    std::string name;
    std::uint32_t typeCode = 0;  ///< Qnn_DataType_t
    std::vector<std::uint32_t> dims;
    bool quantized = false;      ///< the description defines how; where `scale` is absent that is of another kind
    std::optional<float> scale;  ///< real = scale · (q + offset)
    std::optional<std::int32_t> offset;

    std::string type() const;  ///< "ufixed8[1,4,8,127]"
    std::string text() const;  ///< name, type, quantisation
};

struct QnnGraph {
    std::string name;
    std::vector<QnnTensor> inputs, outputs;
};

struct QnnContext {
    std::string buildId;  ///< of the SDK
    std::optional<std::uint32_t> backend, socModel;
    std::string coreApi, backendApi;  ///< "2.27"
    std::vector<QnnGraph> graphs;     ///< in the order of the file
    std::vector<Region> regions;      ///< of the binary
};

/// Nothing where the binary has not the layout that is known, in any part; then nothing of it is shown.
std::optional<QnnContext> readQnnContext(const ByteRange& binary);

/// What stands before the binary in a payload.
struct QnnHeader {
    std::int64_t signature = 0;
    std::uint64_t contextBytes = 0;
    std::uint64_t size = 0;  ///< where the binary begins: right behind the three numbers, or at 256
};
/// Nothing: the payload is no context, but a model that is prepared on the device.
std::optional<QnnHeader> readQnnHeader(const ByteRange& payload);

/// The context of a payload of QnnBackend, behind its header; nothing when it has none, or it cannot be read.
std::optional<QnnContext> qnnContextOf(const ByteRange& payload);

}  // namespace etscope::delegates
