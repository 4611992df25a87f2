#include "evaluate/array.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "base/checked_math.h"
#include "base/limits.h"
#include "evaluate/context.h"
#include "evaluate/elements.h"
#include "io/platform.h"
#include "tensor/element_reader.h"

namespace etscope::evaluate {

namespace {

constexpr std::size_t kAlignment = 64;
/// More of `what` than `limit`, which the limit `name` sets.
[[noreturn]] void refuseLimit(Allowance* allowance, std::uint64_t limit, const char* what, const char* name) {
    if (allowance != nullptr) {
        allowance->cut();
        refuse("limit-exceeded", std::string("it takes more ") + what + " than a look at the file may; the gap computes it");
    }
    refuse("limit-exceeded", "computing takes more than " + std::to_string(limit) + " " + what + "; raise it with --limits " +
                                 name + "=" + std::to_string(limit * 2));
}

}  // namespace

void Memory::take(std::uint64_t bytes) {
    const std::uint64_t before = m_used.fetch_add(bytes, std::memory_order_relaxed);
    const bool fits = bytes <= m_limit && before <= m_limit - bytes;
    if (!fits || (m_allowance && !m_allowance->take(bytes))) {
        m_used.fetch_sub(bytes, std::memory_order_relaxed);
        refuseLimit(m_allowance.get(), m_limit, "bytes at once", "evaluated-bytes");
    }
    std::uint64_t peak = m_peak.load(std::memory_order_relaxed);
    while (peak < before + bytes && !m_peak.compare_exchange_weak(peak, before + bytes, std::memory_order_relaxed)) {
    }
}

void Memory::spend(std::uint64_t operations) {
    const std::uint64_t limit = m_mostOperations.value_or(limits::settable().operations);
    const std::uint64_t before = m_operations.fetch_add(std::min(operations, limit), std::memory_order_relaxed);
    if (operations > limit || before > limit - operations) refuseLimit(m_allowance.get(), limit, "operations", "operations");
    if (m_allowance && !m_allowance->spend(operations)) refuseLimit(m_allowance.get(), limit, "operations", "operations");
}

void Computing::list(std::int64_t count, std::size_t item) {
    const auto bytes = checkedMul<std::uint64_t>(static_cast<std::uint64_t>(count), item);
    Computing* const work = current();
    if (!bytes || *bytes > limits::settable().evaluatedBytes)
        refuse("limit-exceeded", std::to_string(count) + " elements are too many to be looked at together");
    if (work == nullptr) return;
    work->m_context.poll();
    work->m_context.charge(count);
    work->m_context.memory->take(*bytes);
    work->m_held += *bytes;
}

std::shared_ptr<Storage> Storage::allocate(const std::shared_ptr<Memory>& memory, std::uint64_t size, Content content) {
    if (!std::in_range<std::size_t>(size + kAlignment)) throw std::bad_alloc();
    memory->take(size);
    auto storage = std::make_shared<Storage>(Private{});
    storage->m_memory = memory;
    storage->m_size = size;
    if (size == 0) return storage;
    const auto padded = static_cast<std::size_t>(size + kAlignment);
    // calloc gives pages of zeros that cost nothing until they are touched; of what was freed before it writes them.
    void* block = content == Content::Zeros ? std::calloc(padded, 1) : std::malloc(padded);
    if (block == nullptr) throw std::bad_alloc();
    platform::adviseLargePages(block, padded);
    const auto address = std::bit_cast<std::uintptr_t>(block);
    const std::size_t shift = kAlignment - address % kAlignment;  // 1 … 64: the byte before tells it
    storage->m_data = static_cast<std::byte*>(block) + shift;
    storage->m_data[-1] = static_cast<std::byte>(shift);
    return storage;
}

std::shared_ptr<Storage> Storage::borrow(const std::shared_ptr<Memory>& memory, ByteRange file) {
    auto storage = std::make_shared<Storage>(Private{});
    storage->m_memory = memory;
    storage->m_size = file.size;
    storage->m_file = std::move(file);
    return storage;
}

Storage::~Storage() {
    if (m_data == nullptr) {
        if (m_memory && !m_file.hasData()) m_memory->give(m_size);
        return;
    }
    std::free(m_data - std::to_integer<std::size_t>(m_data[-1]));
    m_memory->give(m_size);
}

Pinned Storage::pin(const std::shared_ptr<Storage>& storage) {
    if (storage->owned()) return {storage->m_data, storage};
    const ByteRange& file = storage->m_file;
    if (const auto bytes = file.inMemory(0, file.size); !bytes.empty()) return {bytes.data(), storage};
    std::shared_ptr<Storage> loaded = storage->m_loaded.lock();
    if (!loaded) {
        loaded = allocate(storage->m_memory, storage->m_size, Content::Unset);
        orRefuse(file.read(0, {loaded->m_data, static_cast<std::size_t>(storage->m_size)}));
        storage->m_loaded = loaded;
    }
    return {loaded->m_data, loaded};
}

bool Storage::readInParts() const {
    return !owned() && m_file.hasData() && m_size > 0 && m_loaded.expired() && m_file.inMemory(0, m_size).empty();
}

Pinned Storage::pinPart(const std::shared_ptr<Storage>& storage, std::uint64_t at, std::uint64_t size) {
    if (!rangeFits(at, size, storage->m_size)) refuseArguments("elements lie outside their storage");
    if (!storage->readInParts()) {
        Pinned whole = pin(storage);
        whole.data += at;
        return whole;
    }
    std::shared_ptr<Storage> part = allocate(storage->m_memory, size, Content::Unset);
    storage->read(at, {part->m_data, static_cast<std::size_t>(size)});
    return {part->m_data, part};
}

void Storage::read(std::uint64_t at, std::span<std::byte> into) const {
    if (!rangeFits(at, into.size(), m_size)) refuseArguments("elements lie outside their storage");
    if (m_data != nullptr)
        std::memcpy(into.data(), m_data + at, into.size());
    else if (!into.empty())
        orRefuse(m_file.read(at, into));
}

std::int64_t Array::count() const noexcept {
    std::uint64_t product = 1;  // what wraps is refused where elements are made
    for (const std::int64_t size : shape) product *= static_cast<std::uint64_t>(size);
    return static_cast<std::int64_t>(product);
}

Dims rowMajor(std::span<const std::int64_t> shape) {
    Dims strides(shape.size());
    std::uint64_t stride = 1;  // of sizes that wrap, too
    for (std::size_t i = shape.size(); i-- > 0;) {
        strides[i] = static_cast<std::int64_t>(stride);
        stride *= static_cast<std::uint64_t>(std::max<std::int64_t>(shape[i], 1));
    }
    return strides;
}

namespace {

/// The product of a shape; refuses negative sizes and more elements than `most`, zeros taken for ones.
std::int64_t boundedCount(std::span<const std::int64_t> shape, std::uint64_t most) {
    if (shape.size() > limits::kMaxRank) refuseArguments("a tensor of " + std::to_string(shape.size()) + " dimensions");
    std::int64_t product = 1;
    bool empty = false;
    for (const std::int64_t size : shape) {
        if (size < 0) refuseArguments("a size of " + std::to_string(size));
        empty |= size == 0;
        const auto next = checkedMul(product, std::max<std::int64_t>(size, 1));
        if (!next || static_cast<std::uint64_t>(*next) > most)
            refuse("limit-exceeded", "a tensor of more than " + std::to_string(most) + " elements");
        product = *next;
    }
    return empty ? 0 : product;
}

}  // namespace

std::int64_t checkedCount(std::span<const std::int64_t> shape) { return boundedCount(shape, limits::settable().evaluatedBytes); }

Array Context::make(ScalarType type, Dims shape, Content content) const {
    return makeStored(type, storedAs(type), std::move(shape), content);
}

Array Context::makeStored(ScalarType type, ScalarType stored, Dims shape, Content content) const {
    if (!computable(stored)) refuseUnsupported("values of type " + scalarTypeName(type));
    const auto count = static_cast<std::uint64_t>(checkedCount(shape));
    Array array;
    array.type = type;
    array.stored = stored;
    array.strides = rowMajor(shape);
    array.shape = std::move(shape);
    const auto bytes = checkedMul<std::uint64_t>(count, itemSize(stored));
    if (!bytes) refuse("limit-exceeded", "a tensor of more than 2^64 bytes");
    array.storage = Storage::allocate(memory, *bytes, content);
    return array;
}

Array arrayOf(const tensor::Tensor& given, const std::shared_ptr<Memory>& memory) {
    tensor::Tensor tensor = given;
    boundedCount(given.shape, std::numeric_limits<std::int64_t>::max());
    if (tensor.state != tensor::DataState::Dense)
        refuse("tensor-has-no-data", tensor.note.empty() ? "there are no elements" : tensor.note);
    if (!computable(tensor.type) || tensor.quantization) refuseUnsupported("values of type " + scalarTypeName(tensor.type));
    orRefuse(tensor.validate());
    if ((tensor.bigEndian && itemSize(tensor.type) > 1) || tensor.conjugate || tensor.negate)
        tensor = orRefuse(tensor::loaded(tensor, ~std::uint64_t{0}));
    Array array;
    array.type = array.stored = tensor.type;
    array.shape = tensor.shape;
    array.strides = tensor.effectiveStrides();
    array.offset = tensor.storageOffset;
    if (array.count() == 0) {
        array.offset = 0;
        array.storage = Storage::allocate(memory, 0);
        return array;
    }
    // Only what it reaches of a storage that it may share with the whole model; validate() has checked the products.
    std::int64_t first = array.offset, last = array.offset;
    for (std::size_t d = 0; d < array.rank(); ++d) {
        const std::int64_t reach = (array.shape[d] - 1) * array.strides[d];
        (reach < 0 ? first : last) += reach;
    }
    const auto size = static_cast<std::int64_t>(itemSize(array.type));
    array.storage = Storage::borrow(memory, orRefuse(tensor.storage.part(static_cast<std::uint64_t>(first * size),
                                                                         static_cast<std::uint64_t>((last - first + 1) * size))));
    array.offset -= first;
    return array;
}

Result<Array> borrowed(const tensor::Tensor& tensor, const std::shared_ptr<Memory>& memory) {
    return unlessRefused<Array>([&] { return arrayOf(tensor, memory); });
}

tensor::Tensor tensorOf(const Array& array) {
    tensor::Tensor tensor;
    tensor.type = array.stored;
    tensor.shape = array.shape;
    Computing::list(array.count(), array.item());
    std::vector<std::byte> bytes(static_cast<std::size_t>(array.count()) * array.item());
    copyItems(array, bytes.data());
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "computed"));
    return tensor;
}

}  // namespace etscope::evaluate
