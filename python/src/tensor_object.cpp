#include "tensor_object.h"

#include <algorithm>
#include <string>

#include "base/limits.h"
#include "tensor/element_reader.h"

namespace etscope::python {

bool TensorObject::inPlace() const noexcept {
    const tensor::Tensor& t = tensor();
    return t.state == tensor::DataState::Dense && !t.conjugate && !t.negate && tensor::bitsPerElement(t.type) >= 8 &&
           (t.elementCount() == std::uint64_t{0} || hasPlace(t.storage));
}

Result<Bytes> TensorObject::storage() const {
    if (const auto valid = tensor().validate(); !valid) return valid.failure();
    if (tensor().elementCount() == std::uint64_t{0}) return Bytes{};
    auto held = m_mappings->view(tensor().storage);
    if (!held) return held.failure();
    return Bytes{*std::move(held)};
}

Result<Bytes> TensorObject::copied(const JobContext& job) const {
    auto reader = tensor::ElementReader::open(tensor(), tensor::QuantizedAs::Raw);
    if (!reader) return reader.failure();
    const std::uint64_t item = itemSize(tensor().type);
    const std::uint64_t most = std::max(limits::settable().evaluatedBytes, tensor().storage.size);
    if (item != 0 && reader->count() > most / item)
        return fail("limit-exceeded", std::to_string(reader->count()) + " elements are too many for a copy", m_row.name);
    auto bytes = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(reader->count() * item));
    for (std::uint64_t at = 0; at < reader->count();) {
        if (job.cancelled()) return cancelledFailure();
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(reader->blockSize(), reader->count() - at));
        const auto items = reader->items(at, n);
        if (!items) return items.failure();
        std::ranges::copy(*items, bytes->begin() + static_cast<std::ptrdiff_t>(at * item));
        at += n;
        job.report(static_cast<double>(at) / static_cast<double>(reader->count()));
    }
    const std::span<const std::byte> span(*bytes);
    return Bytes{{std::move(bytes), span}, true};
}

}  // namespace etscope::python
