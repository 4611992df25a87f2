// Payloads that hold code compiled for one vendor's processor: what their headers and compile specs say. Rules: docs/FORMATS.md
// "Compiled payloads".
#include <array>

#include "base/checked_math.h"
#include "delegates/decoder.h"
#include "flat/raw_table.h"

namespace etscope::delegates {

Result<Decoded> decodeAoti(const Context& context) {
    Decoded decoded;
    decoded.reason = "the payload names a shared library that was compiled ahead of time";
    std::array<std::string, 2> keys;
    if (context.bytes().size == 0) {
        const CompileSpec* spec = context.spec("method_name");
        const std::string prefix = spec == nullptr ? std::string() : compileSpecText(*spec) + "_";
        keys = {prefix + "so_blob", prefix + "weights_blob"};
    } else {
        if (context.bytes().size > limits::kPayloadHead)
            return fail("aoti-keys-damaged", "the list of keys is too long", context.where());
        const auto bytes = context.bytes().readAll();
        if (!bytes) return bytes.failure();
        const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        const auto end = text.find('\n');
        if (end == std::string_view::npos) return fail("aoti-keys-damaged", "the list of keys has no second line", context.where());
        keys = {std::string(text.substr(0, end)), std::string(text.substr(end + 1, text.find('\n', end + 1) - end - 1))};
        decoded.regions.push_back({"keys", 0, context.bytes().size});
    }
    decoded.facts = {{"library key", keys[0]}, {"weights key", keys[1]}};
    if (ByteRange library = context.named(keys[0]); library.hasData()) {
        std::array<std::byte, 16> head{};
        const bool known = library.size >= head.size() && library.read(0, head).hasValue();
        decoded.nested.push_back(
            {keys[0], std::string(known ? payloadKind(head, library.size) : "unknown"), library, nullptr, keys[0]});
    }
    decoded.weights.push_back(context.namedWeight("weights", keys[1]));
    return decoded;
}

Result<Decoded> decodeOpenVino(const Context& context) {
    Decoded decoded;
    decoded.reason = "the model is in the private form of an OpenVINO plugin";
    if (const CompileSpec* device = context.spec("device")) decoded.facts.push_back({"device", compileSpecText(*device)});
    // Three parts (private data, constants, model), each given by offset and size, back to back up to the end.
    static constexpr std::array<std::string_view, 3> kParts{"plugin data", "constants", "model"};
    static constexpr std::uint64_t kHeaderSize = 48;
    std::array<std::byte, kHeaderSize> head{};
    if (context.bytes().size < kHeaderSize || !context.bytes().read(0, head)) return decoded;
    std::uint64_t end = kHeaderSize;
    std::vector<Region> parts{{"header", 0, kHeaderSize}};
    for (std::size_t i = 0; i < kParts.size(); ++i) {
        const auto offset = loadLittle<std::uint64_t>(head.data() + i * 16),
                   size = loadLittle<std::uint64_t>(head.data() + i * 16 + 8);
        if (offset != end || !rangeFits(offset, size, context.bytes().size)) return decoded;
        parts.push_back({std::string(kParts[i]), offset, size});
        end = offset + size;
    }
    decoded.facts.push_back({"constants bytes", std::to_string(parts[2].size)});
    decoded.facts.push_back({"model bytes", std::to_string(parts[3].size)});
    if (auto bytes = context.bytes().part(parts[2].offset, parts[2].size); bytes && bytes->size != 0)
        decoded.weights.push_back({"constants", {}, *std::move(bytes), parts[2].size, std::nullopt, {}, std::nullopt});
    decoded.regions = std::move(parts);
    return decoded;
}

Result<Decoded> decodeNeutron(const Context& context) {
    static constexpr std::uint32_t kMagic = 0x64434D6E;
    static constexpr std::size_t kMicrocodeHead = 60;
    const auto head = context.head<3>();
    if (!head) return head.failure();
    const std::uint64_t inputs = std::to_integer<std::uint64_t>((*head)[0]), outputs = std::to_integer<std::uint64_t>((*head)[1]);
    const std::uint64_t versionAt = 3 + 2 * inputs + 2 * outputs;
    const std::uint64_t codeAt = (versionAt + 1 + 15) / 16 * 16;
    if (!rangeFits(codeAt, kMicrocodeHead, context.bytes().size))
        return fail("delegate-truncated", "the payload ends before its microcode", context.where(codeAt));
    std::vector<std::byte> bytes(static_cast<std::size_t>(codeAt) + kMicrocodeHead);
    if (auto read = context.bytes().read(0, bytes); !read) return read.failure();
    const auto word = [&](std::size_t index) -> std::uint64_t {
        return loadLittle<std::uint32_t>(bytes.data() + codeAt + index * 4);
    };
    if (word(0) != kMagic)
        return fail("neutron-microcode-missing", "no microcode stands where the header says", context.where(codeAt));
    Decoded decoded;
    decoded.reason = "the payload is microcode for the processor, not a graph";
    const int version = std::to_integer<int>(bytes[static_cast<std::size_t>(versionAt)]);
    decoded.version = std::to_string(version);
    decoded.facts = {{"inputs", std::to_string(inputs)},
                     {"outputs", std::to_string(outputs)},
                     {"delegate inputs", std::to_string(std::to_integer<int>((*head)[2]))},
                     {"scratch bytes", std::to_string(word(9))}};
    if (version == 1) decoded.facts.push_back({"profile bytes", std::to_string(word(10) & 0x7FFF'FFFFU)});
    const auto up = [](std::uint64_t size) { return (size + 15) / 16 * 16; };
    const std::uint64_t weightsAt = codeAt + up(word(6)), kernelsAt = weightsAt + up(word(7));
    if (kernelsAt > context.bytes().size)
        context.diagnostics.error("delegate-truncated", context.where(codeAt),
                                  "microcode and weights reach beyond the end of the payload");
    decoded.regions = {{"header", 0, versionAt + 1}, {"microcode", codeAt, word(6)}, {"weights", weightsAt, word(7)}};
    if (kernelsAt < context.bytes().size) decoded.regions.push_back({"kernels", kernelsAt, context.bytes().size - kernelsAt});
    if (auto part = context.bytes().part(weightsAt, word(7)); part && part->size != 0)
        decoded.weights.push_back({"weights", {}, *std::move(part), word(7), std::nullopt, {}, std::nullopt});
    return decoded;
}

Result<Decoded> decodeEnn(const Context& context) {
    Decoded decoded;
    decoded.reason = "a compiled Exynos network is not documented";
    const CompileSpec* spec = context.spec("enn_compile_options");
    if (spec == nullptr) return decoded;
    // A FlatBuffers table ("EETO") whose only field is the number of the chip.
    const auto root = flat::RawTable::root(spec->value);
    if (!root)
        context.diagnostics.warning("delegate-spec-damaged", context.where(),
                                    "the compile spec enn_compile_options cannot be read");
    else
        decoded.facts.push_back({"chipset", std::to_string(root->u32(0).value_or(0))});
    return decoded;
}

Result<Decoded> decodeNeuropilot(const Context& context) {
    static constexpr std::uint64_t kHeaderSize = 13;
    const auto head = context.head<kHeaderSize>();
    if (!head) return head.failure();
    const std::uint64_t modelSize = loadLittle<std::uint32_t>(head->data() + 9);
    if ((*head)[0] != std::byte{1} || !rangeFits(kHeaderSize, modelSize, context.bytes().size))
        return fail("neuropilot-header-damaged", "the header's version or model size is wrong", context.where());
    Decoded decoded;
    decoded.version = "1";
    decoded.reason = "a compiled Neuropilot model is not documented";
    decoded.facts = {{"inputs", std::to_string(loadLittle<std::uint32_t>(head->data() + 1))},
                     {"outputs", std::to_string(loadLittle<std::uint32_t>(head->data() + 5))},
                     {"model bytes", std::to_string(modelSize)}};
    if (const CompileSpec* platform = context.spec("platform-config"))
        decoded.facts.push_back({"platform", compileSpecText(*platform)});
    if (const CompileSpec* shared = context.spec("ExtractSharedBlobKey"))
        decoded.weights.push_back(context.namedWeight("shared weights", compileSpecText(*shared)));
    decoded.regions = {{"header", 0, kHeaderSize}, {"model", kHeaderSize, modelSize}};
    return decoded;
}

}  // namespace etscope::delegates
