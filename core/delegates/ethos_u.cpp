// The Ethos-U stream of Vela ("vela_bin_stream"). Rules: docs/FORMATS.md "Ethos-U payload".
#include <array>

#include "base/checked_math.h"
#include "base/lists.h"
#include "delegates/decoder.h"
#include "delegates/ethos_u_commands.h"
#include "delegates/ethos_u_ends.h"

namespace etscope::delegates {
namespace {

constexpr std::uint64_t kBlockHeader = 32;
constexpr std::size_t kNameSize = 16;
/// Sizes, bytes of an element, offset, region; each of four bytes.
constexpr std::size_t kTensorBytes = 9 * 4;
/// Of what is read of blocks other than commands and weights.
constexpr std::uint64_t kLargestTable = 65'536;

struct Block {
    std::string name;
    std::uint64_t size = 0;
    bool external = false;
};

/// "[1, 1, 1, 2, 8, 8], 1 bytes an element, offset 0, region 1" for each tensor of an `inputs` or `outputs` block.
void addTensors(const Context& context, const std::string& block, std::span<const std::byte> bytes, Decoded& decoded) {
    const auto tensors = ethosUTensors(bytes);
    if (!tensors) {
        context.diagnostics.error("ethos-u-block-damaged", context.where(), "the " + block + " block does not hold what it counts");
        return;
    }
    for (std::size_t i = 0; i < tensors->size(); ++i) {
        const EthosUTensor& one = (*tensors)[i];
        decoded.facts.push_back({block.substr(0, block.size() - 1) + " " + std::to_string(i),
                                 "[" + joined(one.shape, ", ", [](std::int32_t size) { return std::to_string(size); }) + "], " +
                                     std::to_string(one.elementBytes) + " bytes an element, offset " + std::to_string(one.offset) +
                                     ", region " + std::to_string(one.region)});
    }
}

Result<Block> readBlock(const ByteRange& payload, std::uint64_t at) {
    if (!rangeFits(at, kBlockHeader, payload.size))
        return fail("delegate-truncated", "the stream ends inside a block header", payload.where(at));
    std::array<std::byte, kBlockHeader> head{};
    if (auto read = payload.read(at, head); !read) return read.failure();
    const std::string_view field(reinterpret_cast<const char*>(head.data()), kNameSize);
    return Block{std::string(field.substr(0, field.find('\0'))), loadLittle<std::uint32_t>(head.data() + kNameSize),
                 head[20] == std::byte{1}};
}

void addExternal(const Context& context, const Block& block, const ByteRange& bytes, Decoded& decoded) {
    static constexpr std::uint64_t kKeySize = 64;
    if (bytes.size < kKeySize) return;
    std::string key(kKeySize, '\0');
    if (!bytes.read(0, std::as_writable_bytes(std::span(key)))) return;
    Weight weight;
    weight.name = block.name;
    weight.key = key;
    weight.bytes = context.named(key);
    weight.size = weight.bytes.size;
    decoded.weights.push_back(std::move(weight));
}

/// What the stream runs on, and how often it starts what.
void addCommands(const Context& context, const ByteRange& bytes, Decoded& decoded) {
    decoded.facts.push_back({"command stream bytes", std::to_string(bytes.size)});
    const auto stream = readEthosUCommands(bytes, context.job);
    if (!stream) return;
    if (!stream->product.empty())
        decoded.facts.push_back({"processor", stream->product + ", " + std::to_string(stream->macs.value_or(0)) + " MACs a cycle"});
    Histogram operations;
    for (const EthosUCommand& command : stream->commands)
        if (command.kind == CommandKind::Operation) operations.count(command.name);
    decoded.facts.push_back({"commands", std::to_string(stream->commands.size() + stream->leftOut)});
    decoded.facts.push_back({"operations", operations.text()});
    if (!stream->reason.empty()) decoded.facts.push_back({"commands not listed", stream->reason});
}

/// What a block says; its bytes have been checked to lie in the payload.
void describeBlock(const Context& context, const Block& block, const ByteRange& bytes, Decoded& decoded) {
    if (block.external) return addExternal(context, block, bytes, decoded);
    if (block.name == "weight_data" && bytes.size != 0) {
        decoded.weights.push_back({block.name, {}, bytes, bytes.size, std::nullopt, {}, std::nullopt});
    } else if (block.name == "cmd_data") {
        addCommands(context, bytes, decoded);
    } else if (bytes.size <= kLargestTable && bytes.size != 0) {
        const auto content = bytes.readAll();
        if (!content) return;
        if (block.name == "scratch_size" && content->size() >= 4)
            decoded.facts.push_back({"scratch bytes", std::to_string(loadLittle<std::uint32_t>(content->data()))});
        if (block.name == "inputs" || block.name == "outputs") addTensors(context, block.name, *content, decoded);
    }
}

}  // namespace

std::optional<std::vector<EthosUTensor>> ethosUTensors(std::span<const std::byte> block) {
    ByteCursor cursor(block);
    const auto count = cursor.take<std::int32_t>();
    if (!count || *count < 0 || static_cast<std::uint64_t>(*count) > cursor.remaining() / kTensorBytes) return std::nullopt;
    std::vector<EthosUTensor> tensors(static_cast<std::size_t>(*count));
    for (EthosUTensor& one : tensors) {
        for (std::int32_t& size : one.shape) size = cursor.take<std::int32_t>().value_or(0);
        for (std::int32_t* number : {&one.elementBytes, &one.offset, &one.region})
            *number = cursor.take<std::int32_t>().value_or(0);
    }
    return tensors;
}

EthosUEnds ethosUEnds(const ByteRange& payload) {
    EthosUEnds ends;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < limits::kMaxPayloadParts && at < payload.size; ++i) {
        const auto block = readBlock(payload, at);
        at += kBlockHeader;
        if (!block || !rangeFits(at, block->size, payload.size) || block->name == "vela_end_stream") break;
        auto* const side = block->name == "inputs" ? &ends.inputs : block->name == "outputs" ? &ends.outputs : nullptr;
        if (const auto bytes = payload.part(at, block->size);
            side != nullptr && bytes && !block->external && block->size <= kLargestTable)
            if (const auto content = bytes->readAll()) *side = ethosUTensors(*content);
        at += (std::uint64_t{block->size} + 15) / 16 * 16;
    }
    return ends;
}

Result<Decoded> decodeEthosU(const Context& context) {
    Decoded decoded;
    decoded.reason = "the payload is a command stream for the processor, not a graph";
    std::uint64_t at = 0;
    std::string last;
    for (std::size_t i = 0; at < context.bytes().size && last != "vela_end_stream"; ++i) {
        if (i >= limits::kMaxPayloadParts)
            return fail("limit-exceeded", "the stream has more blocks than are read", context.where(at));
        if (context.job.cancelled()) return cancelledFailure();
        const auto block = readBlock(context.bytes(), at);
        if (!block) {
            context.diagnostics.error(block.error());
            break;
        }
        decoded.regions.push_back({"header of " + block->name, at, kBlockHeader});
        at += kBlockHeader;
        if (!rangeFits(at, block->size, context.bytes().size)) {
            context.diagnostics.error("delegate-truncated", context.where(at),
                                      "the block " + block->name + " reaches beyond the end of the payload");
            break;
        }
        if (auto bytes = context.bytes().part(at, block->size)) describeBlock(context, *block, *bytes, decoded);
        decoded.regions.push_back({block->name, at, block->size});
        at += (block->size + 15) / 16 * 16;
        last = block->name;
    }
    if (last != "vela_end_stream")
        context.diagnostics.warning("ethos-u-no-end", context.where(), "the stream has no end block");
    else if (at != context.bytes().size)
        context.diagnostics.warning("ethos-u-no-end", context.where(at), "the end block is not at the end of the payload");
    return decoded;
}

}  // namespace etscope::delegates
