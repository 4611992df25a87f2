// Delegate payloads: what a backend's bytes hold, decoded as far as the format is known (docs/FORMATS.md "Delegate payloads").
// One table of decoders, chosen by the backend id and by the payload's own magic; what no decoder reads is shown as it is. The
// results are values that own their text; byte ranges stay in the file. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "base/scalar_type.h"
#include "graph/graph_model.h"
#include "io/source.h"

namespace etscope::delegates {

struct CompileSpec {
    std::string key;
    std::vector<std::byte> value;
};

/// What is to be decoded. `namedData` finds the bytes of a key in the program or its external data, `sidecar` those of a file that
/// lies beside the program, by its path there or by its SHA-256 (lower-case digits); both may be empty.
struct Payload {
    std::string backendId;
    ByteRange bytes;
    std::vector<CompileSpec> compileSpecs;
    std::function<std::optional<ByteRange>(std::string_view key)> namedData;
    std::int64_t index = 0;  ///< of the delegate in its method
    std::function<std::optional<ByteRange>(std::string_view path, std::string_view sha256)> sidecar{};
};

struct Fact {
    std::string name;  ///< "version", "operators", "scratch bytes"
    std::string text;
};

/// How stored numbers stand for real ones. A scale is one number, a list in the payload, or bytes in named data.
struct Quantization {
    std::string scheme;  ///< "per_tensor", "per_channel", "per_channel_group", "per_token_dynamic", "affine_group", "packed"
    std::string format;  ///< the payload's own word: "qcint8", "gguf:q4k"
    std::optional<double> scale;
    std::optional<std::int64_t> zeroPoint;
    std::optional<std::int64_t> axis;
    std::int64_t groupSize = 0;             ///< 0: not grouped
    std::optional<std::int64_t> tokenDims;  ///< per token: trailing axes that one scale spans
    std::vector<float> scaleValues;
    std::string scaleKey, zeroPointKey;  ///< named data
    ByteRange scales, zeroPoints;        ///< empty when absent or not found
    std::optional<ScalarType> scaleType;
};

/// A constant of the delegate. `bytes`, its storage, is empty when its named data were not found.
struct Weight {
    std::string name;  ///< id of its value in the graph, or the name that the payload gives
    std::string key;   ///< named data; empty: inside the payload
    ByteRange bytes;
    std::uint64_t size = 0;  ///< of the storage
    std::optional<ScalarType> type;
    std::vector<std::int64_t> shape;
    std::optional<Quantization> quantization;
    std::vector<std::int64_t> strides{};  ///< in elements; empty: row-major
    std::int64_t storageOffset = 0;       ///< in elements
    std::string device{};                 ///< "cpu", "cuda": where the backend wants it; empty: the payload does not say
    bool qualified = false;               ///< `name` is its qualified name in the model, not a value of a graph
};

struct ValueQuantization {
    std::string value;  ///< id in the graph
    Quantization quantization;
};

/// A part of the payload, offset from its start. The regions of a Decoded cover it once, in order.
struct Region {
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

struct Decoded;

/// A file inside the payload, or one that it names. `kind` is a word of payloadKind().
struct NestedFile {
    std::string name;
    std::string kind;
    ByteRange bytes;
    std::shared_ptr<const Decoded> decoded;  ///< what its own decoder says; null for programs and files of other readers
    std::string key{};                       ///< named data that hold it; empty: inside the payload, or beside the program
    std::string sha256{};                    ///< of its content, as the payload states it: lower-case digits; empty: it does not
};

/// What a node of the main graph was made of: names of nodes of the graph that was lowered.
struct Origin {
    std::string node;
    std::vector<std::string> names;
};

struct NamedGraph {
    std::string name;
    std::shared_ptr<const graph::GraphModel> graph;
};

struct Decoded {
    std::string format;                              ///< "XNNPACK", "NPTG", …; "opaque" when no decoder could read it
    std::string version;                             ///< the payload's own; may be empty
    std::shared_ptr<const graph::GraphModel> graph;  ///< the main graph; null: none could be decoded
    std::string graphName;                           ///< of the main graph, where the payload names it
    std::vector<NamedGraph> otherGraphs;             ///< further methods, chains, blocks
    std::vector<Fact> facts;
    std::vector<Weight> weights;
    std::vector<ValueQuantization> quantization;  ///< of values that are not constants
    std::vector<Region> regions;
    std::vector<NestedFile> nested;
    std::vector<Origin> origins;       ///< of the nodes whose payload tells it
    std::vector<std::string> missing;  ///< keys of named data that are not at hand
    std::vector<std::string> missingBeside;  ///< paths beside the program that are not at hand
    std::vector<std::string> strings;  ///< texts found in opaque payloads
    std::string reason;                ///< why there is no graph; empty when there is one

    bool opaque() const noexcept { return format == "opaque"; }
};

/// Decodes a payload. What cannot be decoded gives an opaque result and a diagnostic; fails only when the job is cancelled or
/// the payload cannot be read at all. Named data are looked up, never read.
Result<Decoded> decode(const Payload& payload, Diagnostics& diagnostics, const JobContext& job);

/// A file of a backend on its own: an NPTG graph, a fat container, a `.ptn` package (a zip), or the program of a Core AI model.
Result<Decoded> decodeNativeFile(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job);

/// What bytes are, by their magic: "pte", "xnnpack", "nptg", "nfat", "zip", "elf", …; "unknown". `head` is their start (512 bytes
/// are enough), `size` the whole size.
std::string_view payloadKind(std::span<const std::byte> head, std::uint64_t size) noexcept;

/// The value of a compile spec to show: text, a number of 1, 4 or 8 bytes, or hexadecimal digits.
std::string compileSpecText(const CompileSpec& spec);

}  // namespace etscope::delegates
