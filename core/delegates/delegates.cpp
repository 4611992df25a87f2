#include "delegates/delegates.h"

#include <algorithm>
#include <array>

#include "base/name_text.h"
#include "delegates/decoder.h"
#include "delegates/opaque.h"

namespace etscope::delegates {
namespace {

bool isNestedFile(const Probe& probe) {
    static constexpr std::array<std::string_view, 9> kFiles{"pte",    "bpte", "ptd",         "zip",   "elf",
                                                            "mach_o", "gguf", "safetensors", "tflite"};
    return std::ranges::find(kFiles, payloadKind(probe.head, probe.size)) != kFiles.end();
}

bool isCoreMlReference(const Probe& probe) { return probe.hasWord(0, "CMJR"); }

bool isZippedCoreMl(const Probe& probe) {
    return probe.payload.backendId == "CoreMLBackend" && payloadKind(probe.head, probe.size) == "zip";
}

bool isDemo(const Probe& probe) { return probe.hasWord(0, "1version:") || probe.hasWord(0, "2version:"); }

/// Two lines, the first of which ends in the suffix that the exporter writes.
bool isAotiKeys(const Probe& probe) {
    const std::string_view text(reinterpret_cast<const char*>(probe.head.data()), probe.head.size());
    const auto end = text.find('\n');
    return end != std::string_view::npos && text.substr(0, end).ends_with("so_blob") && probe.size <= limits::kPayloadHead;
}

constexpr auto kDecoders = std::to_array<Decoder>({
    {"XNNPACK", {"XnnpackBackend"}, "xnnpack", nullptr, decodeXnnpack},
    {"NPTG", {"NativeBackend"}, "nptg", nullptr, decodeNativeGraph},
    {"NFAT", {"NativeBackend"}, "nfat", nullptr, decodeNativeContainer},
    {"Vulkan", {"VulkanBackend"}, "vulkan", nullptr, decodeVulkan},
    {"MLX", {"MLXBackend"}, "mlx", nullptr, decodeMlx},
    {"MPS", {"MPSBackend"}, "mps", nullptr, decodeMps},
    {"TOSA", {"TOSABackend", "ArmBackend", "VgfBackend"}, "tosa", nullptr, decodeTosa},
    {"Ethos-U", {"EthosUBackend", "ArmBackend"}, "ethos_u", nullptr, decodeEthosU},
    {"VGF", {"VgfBackend"}, "vgf", nullptr, decodeVgf},
    {"QNN", {"QnnBackend"}, "qnn", nullptr, decodeQnn},
    {"CUDA weights", {"CudaBackend"}, "cuda_weights", nullptr, decodeCuda},
    {"AOTInductor", {"CudaBackend", "MetalBackend"}, {}, isAotiKeys, decodeAoti},
    {"Core AI model", {"CoreAIBackend"}, "mlir", nullptr, decodeCoreAiModel},
    {"Core ML", {"CoreMLBackend"}, {}, isCoreMlReference, decodeCoreMl},
    {"Core ML", {"CoreMLBackend"}, {}, isZippedCoreMl, decodeCoreMl},
    {"demo", {}, {}, isDemo, decodeDemo},
    {"nested file", {}, {}, isNestedFile, decodeNestedFile},
    {"Core ML", {"CoreMLBackend"}, {}, nullptr, decodeCoreMl},
    {"OpenVINO", {"OpenvinoBackend"}, {}, nullptr, decodeOpenVino},
    {"Neutron", {"NeutronBackend"}, {}, nullptr, decodeNeutron},
    {"ENN", {"EnnBackend"}, {}, nullptr, decodeEnn},
    {"Neuropilot", {"NeuropilotBackend"}, {}, nullptr, decodeNeuropilot},
    {"QNN", {"QnnBackend"}, {}, nullptr, decodeQnn},
    {"AOTInductor", {"CudaBackend", "MetalBackend"}, {}, nullptr, decodeAoti},
    {"Core AI", {"CoreAIBackend"}, {}, nullptr, decodeCoreAi},
});

bool serves(const Decoder& decoder, std::string_view backend) {
    return !backend.empty() && std::ranges::find(decoder.backends, backend) != decoder.backends.end();
}

const Decoder* choose(const Probe& probe) {
    const std::string_view kind = payloadKind(probe.head, probe.size);
    for (const Decoder& decoder : kDecoders)
        if (decoder.matches != nullptr ? decoder.matches(probe) : !decoder.kind.empty() && decoder.kind == kind) return &decoder;
    for (const Decoder& decoder : kDecoders)
        if (decoder.matches == nullptr && decoder.kind.empty() && serves(decoder, probe.payload.backendId)) return &decoder;
    return nullptr;
}

Result<std::vector<std::byte>> headOf(const ByteRange& bytes) {
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size, limits::kPayloadHead)));
    if (head.empty()) return head;
    if (!bytes.hasData()) return fail("delegate-unreadable", "the payload has no bytes");
    if (auto read = bytes.read(0, head); !read) return read.failure();
    return head;
}

/// Id and content are two independent statements: that they disagree is worth a word, not a failure.
void checkBackend(const Decoder& decoder, const Context& context) {
    if (decoder.backends[0].empty() || context.payload.backendId.empty() || serves(decoder, context.payload.backendId)) return;
    context.diagnostics.warning(
        "delegate-backend-mismatch", context.where(),
        "the delegate's id is " + context.payload.backendId + ", its payload has the form of " + std::string(decoder.format));
}

/// What a payload names, as text: every decoder takes names as they stand.
void makeText(Decoded& decoded) {
    const auto name = [](std::string& text) { text = validName(text); };
    const auto keys = [&](std::optional<Quantization>& quantization) {
        if (quantization) name(quantization->scaleKey), name(quantization->zeroPointKey), name(quantization->format);
    };
    for (std::string* text : {&decoded.version, &decoded.graphName, &decoded.reason}) name(*text);
    for (NamedGraph& graph : decoded.otherGraphs) name(graph.name);
    for (Fact& fact : decoded.facts) name(fact.name), name(fact.text);
    for (Weight& weight : decoded.weights) name(weight.name), name(weight.key), keys(weight.quantization);
    for (Region& region : decoded.regions) name(region.name);
    for (NestedFile& nested : decoded.nested) name(nested.name), name(nested.key);
    for (Origin& origin : decoded.origins) std::ranges::for_each(origin.names, name);
    for (auto* list : {&decoded.missing, &decoded.missingBeside}) std::ranges::for_each(*list, name);
    for (std::string& text : decoded.strings) name(text);
}

}  // namespace

bool Probe::hasWord(std::size_t at, std::string_view word) const noexcept {
    if (head.size() < at || head.size() - at < word.size()) return false;
    return std::string_view(reinterpret_cast<const char*>(head.data()) + at, word.size()) == word;
}

ByteRange Context::find(const std::string& key) const {
    auto found = payload.namedData ? payload.namedData(nameText(key)) : std::nullopt;
    return found ? *std::move(found) : ByteRange{};
}

ByteRange Context::named(const std::string& key) const {
    ByteRange found = find(key);
    if (payload.namedData && !found.hasData())
        diagnostics.note("delegate-data-missing", where(), "the payload's constants are not in the files at hand");
    return found;
}

const CompileSpec* Context::spec(std::string_view key) const noexcept {
    const auto found = std::ranges::find(payload.compileSpecs, key, &CompileSpec::key);
    return found == payload.compileSpecs.end() ? nullptr : &*found;
}

Weight Context::namedWeight(std::string name, std::string key) const {
    Weight weight;
    weight.name = std::move(name);
    weight.key = std::move(key);
    weight.bytes = named(weight.key);
    weight.size = weight.bytes.size;
    return weight;
}

Result<Decoded> decodeAt(const Payload& payload, int depth, NestedBudget* nested, Diagnostics& diagnostics, const JobContext& job) {
    if (job.cancelled()) return cancelledFailure();
    NestedBudget own(payload.bytes.size);
    const Context context{payload, diagnostics, job, nested != nullptr ? *nested : own, depth};
    auto head = headOf(payload.bytes);
    if (!head) return head.failure();
    Decoded decoded;
    decoded.format = "opaque";
    const Probe probe{*head, payload.bytes.size, payload};
    const Decoder* decoder = choose(probe);
    if (decoder == nullptr) {
        decoded.reason = "the form of this payload is not known";
    } else if (auto result = decoder->decode(context); result) {
        decoded = *std::move(result);
        if (decoded.format.empty()) decoded.format = decoder->format;
        checkBackend(*decoder, context);
    } else {
        if (job.cancelled()) return cancelledFailure();
        diagnostics.error(result.error());
        decoded.reason = std::string(decoder->format) + ": " + result.error().message;
    }
    if (decoded.opaque()) {
        describeOpaque(context, decoded);
        decoded.regions = {{"payload", 0, payload.bytes.size}};
    }
    completeRegions(decoded.regions, payload.bytes.size);
    makeText(decoded);
    return decoded;
}

Result<Decoded> decode(const Payload& payload, Diagnostics& diagnostics, const JobContext& job) {
    return decodeAt(payload, 0, nullptr, diagnostics, job);
}

void completeRegions(std::vector<Region>& regions, std::uint64_t size) {
    static constexpr std::uint64_t kLargestPadding = 64;
    std::ranges::stable_sort(regions, {}, &Region::offset);
    std::vector<Region> whole;
    std::uint64_t at = 0;
    const auto fill = [&](std::uint64_t end) {
        if (end > at) whole.push_back({end - at <= kLargestPadding ? "padding" : "unknown", at, end - at});
        at = std::max(at, end);
    };
    for (Region& region : regions) {
        if (region.offset >= size || region.size == 0) continue;
        const std::uint64_t end = region.offset + std::min(region.size, size - region.offset);
        if (end <= at) continue;
        fill(region.offset);
        whole.push_back({std::move(region.name), at, end - at});
        at = end;
    }
    fill(size);
    regions = std::move(whole);
}

void Histogram::count(std::string_view word) {
    const auto [found, added] = m_index.try_emplace(std::string(word), m_rows.size());
    if (added)
        m_rows.emplace_back(word, 1);
    else
        ++m_rows[found->second].second;
}

std::string Histogram::text() const {
    auto rows = m_rows;
    std::ranges::stable_sort(rows, std::ranges::greater{}, &std::pair<std::string, std::size_t>::second);
    const bool cut = rows.size() > limits::kMaxHistogramRows;
    if (cut) rows.resize(limits::kMaxHistogramRows);
    std::string text;
    for (const auto& [word, count] : rows) text += (text.empty() ? "" : ", ") + word + " " + std::to_string(count);
    return cut ? text + ", …" : text;
}

}  // namespace etscope::delegates
