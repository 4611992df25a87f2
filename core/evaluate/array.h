// Array: a tensor that is computed with: type, shape, strides and offset over bytes that views share. The bytes are owned, or
// borrowed from a file and read when a kernel wants them. Value type; one evaluation uses it in one thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/scalar_type.h"
#include "io/source.h"
#include "tensor/tensor.h"

namespace etscope::evaluate {

using Dims = std::vector<std::int64_t>;

/// What all evaluations that a thread begins may take together, where that is less than the limits: of looks at files that nobody
/// asked to compute. Any thread.
class Allowance {
public:
    /// `bytes`: of values at once; `aside`: of values put aside on disk.
    Allowance(std::uint64_t operations, std::uint64_t bytes, std::uint64_t aside) noexcept
        : scratch(aside), m_bytes(bytes), m_operations(operations) {}
    const std::uint64_t scratch;

    /// False: there is no room for them.
    bool take(std::uint64_t bytes) noexcept { return subtract(m_bytes, bytes); }
    void give(std::uint64_t bytes) noexcept { m_bytes.fetch_add(bytes, std::memory_order_relaxed); }
    /// False: it is used up; nothing is taken then.
    bool spend(std::uint64_t operations) noexcept { return subtract(m_operations, operations); }
    /// Something was left out because of it.
    void cut() noexcept { m_cuts.fetch_add(1, std::memory_order_relaxed); }
    std::uint64_t cuts() const noexcept { return m_cuts.load(std::memory_order_relaxed); }

    /// Of this thread; nullptr: the limits alone.
    static const std::shared_ptr<Allowance>& current() noexcept { return ofThread(); }
    /// While one lives, its allowance is this thread's.
    class Scope {
    public:
        explicit Scope(std::shared_ptr<Allowance> allowance) : m_outer(std::exchange(ofThread(), std::move(allowance))) {}
        ~Scope() { ofThread() = std::move(m_outer); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        std::shared_ptr<Allowance> m_outer;
    };

private:
    static std::shared_ptr<Allowance>& ofThread() noexcept {
        thread_local std::shared_ptr<Allowance> allowance;
        return allowance;
    }
    static bool subtract(std::atomic<std::uint64_t>& from, std::uint64_t amount) noexcept {
        std::uint64_t left = from.load(std::memory_order_relaxed);
        while (amount <= left)
            if (from.compare_exchange_weak(left, left - amount, std::memory_order_relaxed)) return true;
        return false;
    }

    std::atomic<std::uint64_t> m_bytes, m_operations, m_cuts{0};
};

/// What one evaluation may hold at once and how much it may do. Shared by the storages that it counts. Any thread.
class Memory {
public:
    /// `operations`: nothing: limits::settable().operations. What is taken and spent is of this thread's allowance as well.
    explicit Memory(std::uint64_t limit, std::optional<std::uint64_t> operations = std::nullopt)
        : m_limit(limit), m_mostOperations(operations), m_allowance(Allowance::current()) {}
    /// Refuses beyond the limit: `limit-exceeded`.
    void take(std::uint64_t bytes);
    /// Counts operations before they are done. Refuses beyond their limit: `limit-exceeded`.
    void spend(std::uint64_t operations);
    void give(std::uint64_t bytes) noexcept {
        m_used.fetch_sub(bytes, std::memory_order_relaxed);
        if (m_allowance) m_allowance->give(bytes);
    }
    std::uint64_t used() const noexcept { return m_used.load(std::memory_order_relaxed); }
    std::uint64_t operations() const noexcept { return m_operations.load(std::memory_order_relaxed); }
    std::uint64_t peak() const noexcept { return m_peak.load(std::memory_order_relaxed); }

private:
    std::uint64_t m_limit;
    std::optional<std::uint64_t> m_mostOperations;
    std::shared_ptr<Allowance> m_allowance;
    std::atomic<std::uint64_t> m_used{0}, m_peak{0}, m_operations{0};
};

/// Bytes in memory for as long as this lives.
struct Pinned {
    const std::byte* data = nullptr;
    std::shared_ptr<const void> hold;
};

/// Of bytes that are allocated: what is written as a whole need not be zeroed before.
enum class Content : std::uint8_t { Zeros, Unset };

/// The bytes under one array or several views.
class Storage {
    struct Private {};

public:
    explicit Storage(Private) {}
    /// Bytes of its own, 64-aligned. Refuses `limit-exceeded`.
    static std::shared_ptr<Storage> allocate(const std::shared_ptr<Memory>& memory, std::uint64_t size,
                                             Content content = Content::Zeros);
    /// A part of a file, read-only. Read as a whole while it is pinned, whoever pins it.
    static std::shared_ptr<Storage> borrow(const std::shared_ptr<Memory>& memory, ByteRange file);
    ~Storage();
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    std::uint64_t size() const noexcept { return m_size; }
    bool owned() const noexcept { return m_data != nullptr || m_size == 0; }
    /// Of owned bytes.
    std::byte* data() noexcept { return m_data; }
    /// All bytes. Refuses what reading fails with.
    static Pinned pin(const std::shared_ptr<Storage>& storage);
    /// The bytes [at, at + size); what is not in memory already is read for as long as the result lives. Refuses as pin() does.
    static Pinned pinPart(const std::shared_ptr<Storage>& storage, std::uint64_t at, std::uint64_t size);
    /// Whether parts are better read than the whole: of a file, and not in memory now.
    bool readInParts() const;
    /// Reads [at, at + into.size()) without pinning the whole.
    void read(std::uint64_t at, std::span<std::byte> into) const;

private:
    std::shared_ptr<Memory> m_memory;
    std::uint64_t m_size = 0;
    std::byte* m_data = nullptr;
    ByteRange m_file;
    std::weak_ptr<Storage> m_loaded;  ///< of borrowed bytes: the copy that is pinned now
};

/// Elements of `type`, kept as `stored`: the same, or f64 where floating values are not rounded to their type (wide mode).
struct Array {
    ScalarType type = ScalarType::F32;
    ScalarType stored = ScalarType::F32;
    Dims shape;
    Dims strides;             ///< in elements; may be 0 and negative
    std::int64_t offset = 0;  ///< of element [0, …], in elements
    std::shared_ptr<Storage> storage;

    std::size_t rank() const noexcept { return shape.size(); }
    std::int64_t count() const noexcept;  ///< product of the shape, which was checked when it was made
    std::size_t item() const noexcept { return itemSize(stored); }
    bool floating() const noexcept { return isFloating(type); }
};

/// Row-major strides of a shape.
Dims rowMajor(std::span<const std::int64_t> shape);
/// The product of a shape. Refuses negative sizes, and more elements than limits::settable().evaluatedBytes: of whatever fits no
/// memory nothing is looked at either.
std::int64_t checkedCount(std::span<const std::int64_t> shape);

/// The file's elements where they are: native byte order, dense, of a plain type; else a copy. Refuses `tensor-has-no-data` and
/// types that are not computed with.
Array arrayOf(const tensor::Tensor& tensor, const std::shared_ptr<Memory>& memory);
/// The same for callers outside of kernels. Errors: what arrayOf() refuses.
Result<Array> borrowed(const tensor::Tensor& tensor, const std::shared_ptr<Memory>& memory);
/// The array as a tensor in memory, row-major, of its `stored` type.
tensor::Tensor tensorOf(const Array& array);

}  // namespace etscope::evaluate
