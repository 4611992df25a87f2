#include "etdump/debug_buffer.h"

#include <algorithm>

#include "base/checked_math.h"

namespace etscope::etdump {
namespace {

constexpr std::uint64_t kLooked = 1U << 20U;

tensor::Tensor unreadable(tensor::Tensor tensor, std::string why) {
    tensor.state = tensor::DataState::Unreadable;
    tensor.note = std::move(why);
    return tensor;
}

bool anyByteSet(const ByteRange& bytes) {
    const auto content = bytes.readAll();
    return !content || std::ranges::any_of(*content, [](std::byte byte) { return byte != std::byte{0}; });
}

}  // namespace

tensor::Tensor debugTensor(const Dump& dump, const LoggedTensor& logged, const ByteRange& buffer) {
    tensor::Tensor tensor;
    tensor.type = logged.type;
    const auto sizes = dump.sizes(logged), strides = dump.strides(logged);
    tensor.shape.assign(sizes.begin(), sizes.end());
    if (strides.size() == sizes.size()) tensor.strides.assign(strides.begin(), strides.end());
    const auto bytes = byteCount(dump, logged);
    if (!bytes) return unreadable(std::move(tensor), "its size cannot be told");
    if (*bytes == 0) {
        tensor.strides.clear();
        tensor.storage = ByteRange::whole(Source::fromBytes({}, "empty"));
        return tensor;
    }
    if (logged.offset < 0) return unreadable(std::move(tensor), "the dump gives no place for its bytes");
    if (!buffer.hasData()) return unreadable(std::move(tensor), "there is no debug buffer");
    const auto offset = static_cast<std::uint64_t>(logged.offset);
    if (!rangeFits(offset, *bytes, buffer.size))
        return unreadable(std::move(tensor), "its bytes end at " + std::to_string(offset + std::min(*bytes, ~offset)) +
                                                 ", the debug buffer at " + std::to_string(buffer.size));
    tensor.storage = *buffer.part(offset, *bytes);
    if (auto sound = tensor.validate(); !sound) return unreadable(std::move(tensor), sound.error().message);
    return tensor;
}

tensor::Value debugValue(const Dump& dump, const LoggedValue& logged, const ByteRange& buffer, std::size_t element) {
    switch (logged.kind) {
        case ValueKind::Int: return logged.integer;
        case ValueKind::Bool: return logged.integer != 0;
        case ValueKind::Float:
        case ValueKind::Double: return logged.number;
        case ValueKind::Tensor:
        case ValueKind::TensorList: {
            const auto tensors = dump.tensors(logged);
            if (element < tensors.size()) return debugTensor(dump, tensors[element], buffer);
            return tensor::None{};
        }
        default: return tensor::None{};
    }
}

namespace {

bool liesBeyond(const Dump& dump, const LoggedTensor& tensor, const ByteRange& buffer) {
    const auto bytes = byteCount(dump, tensor);
    return bytes && *bytes > 0 && tensor.offset >= 0 && !rangeFits(static_cast<std::uint64_t>(tensor.offset), *bytes, buffer.size);
}

}  // namespace

BufferFit checkBuffer(const Dump& dump, const ByteRange& buffer, Diagnostics& diagnostics) {
    BufferFit fit;
    fit.needed = dump.highestByte();
    std::uint64_t looked = 0;
    bool anySet = false;
    for (const Run& run : dump.runs())
        for (const LoggedValue& value : dump.values(run))
            for (const LoggedTensor& logged : dump.tensors(value)) {
                const tensor::Tensor tensor = debugTensor(dump, logged, buffer);
                ++fit.tensors;
                fit.unreadable += tensor.state == tensor::DataState::Unreadable ? 1U : 0U;
                fit.beyond += liesBeyond(dump, logged, buffer) ? 1U : 0U;
                if (anySet || looked >= kLooked || tensor.state != tensor::DataState::Dense || tensor.storage.size == 0) continue;
                const std::uint64_t part = std::min(tensor.storage.size, kLooked - looked);
                anySet = anyByteSet(*tensor.storage.part(0, part));
                looked += part;
            }
    fit.allZero = looked > 0 && !anySet;
    if (fit.unreadable > fit.beyond)
        diagnostics.warning("etdump-tensor", buffer.where(),
                            std::to_string(fit.unreadable - fit.beyond) + " of " + std::to_string(fit.tensors) +
                                " logged values have a type or shape that cannot be read");
    if (buffer.hasData() && fit.beyond > 0)
        diagnostics.error("etdump-buffer-short", buffer.where(buffer.size),
                          "the debug buffer is too short: " + std::to_string(fit.beyond) + " of " + std::to_string(fit.tensors) +
                              " values cannot be read; " + std::to_string(fit.needed) + " bytes are needed");
    if (fit.allZero)
        diagnostics.warning("etdump-buffer-zero", buffer.where(),
                            "all logged values that were looked at are zero: the buffer may be of another run");
    return fit;
}

}  // namespace etscope::etdump
