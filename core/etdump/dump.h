// Dump: an ETDump (`.etdp`), decoded: runs with their events and logged values. The file is read once and stepped through with
// checked offsets, so that a cut or damaged dump gives what is left of it. Compact: a million events take some 100 MB. Contents of
// tensors are in the debug buffer (debug_buffer.h). Immutable; any thread. Rules: docs/FORMATS.md "ETDump".
#pragma once

#include <cstdint>
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
#include "flat/region.h"
#include "io/source.h"

namespace etscope::etdump {

enum class EventKind : std::uint8_t {
    Operator,      ///< a kernel call: the kernel itself, or the instruction around it
    Delegate,      ///< inside a delegate: it has a delegate id
    DelegateCall,  ///< the instruction that calls a delegate
    Other,         ///< load, init, execute, jumps, moves, events of the application
};
/// "operator", "delegate", "delegate_call", "other".
std::string_view eventKindName(EventKind kind) noexcept;

enum class BlockKind : std::uint8_t { Load, Execute, User };

/// Texts are stored once; 0 is the absent text.
using TextId = std::uint32_t;
inline constexpr TextId kNoText = 0;

/// How a backend names a step of its own.
struct DelegateId {
    enum class Kind : std::uint8_t { None, Int, Text };
    Kind kind = Kind::None;
    std::int32_t number = 0;
    TextId text = kNoText;
    friend bool operator==(const DelegateId&, const DelegateId&) = default;
};

/// Where an event or value stands. Chain −1: outside any instruction; then `instruction` says nothing.
struct Place {
    std::int32_t chain = 0;
    std::int32_t instruction = -1;
    DelegateId delegate;
    friend bool operator==(const Place&, const Place&) = default;
};

struct Event {
    Place place;
    EventKind kind = EventKind::Other;
    bool clockWrapped = false;                     ///< the end is before the start: a 32-bit counter started again
    TextId name = kNoText;                         ///< absent for delegate events
    std::uint64_t start = 0, end = 0;              ///< ticks
    std::uint32_t metadata = 0, metadataSize = 0;  ///< bytes of the delegate, from the start of the dump's content
    std::uint32_t firstValue = 0, valueCount = 0;  ///< in Dump::valuesOf()

    std::uint64_t duration() const noexcept { return clockWrapped ? (std::uint64_t{1} << 32U) - start + end : end - start; }
};

enum class ValueKind : std::uint8_t { None, Int, Bool, Float, Double, Tensor, TensorList, String, Unknown };
/// The command line's word: "tensor", "tensor_list", "int", "float" (also of doubles), "bool", "string", "none", "unknown".
std::string_view valueKindName(ValueKind kind) noexcept;

/// A tensor whose bytes are in the debug buffer.
struct LoggedTensor {
    ScalarType type = ScalarType::U8;
    std::int64_t offset = 0;  ///< in the debug buffer; −1: the tensor is empty
    std::uint32_t firstSize = 0, firstStride = 0;
    std::uint16_t rank = 0, strideCount = 0;
};

/// Where it is told that a value was logged, and where its bytes are.
enum class ValueOrigin : std::uint8_t {
    Logged,  ///< in the dump
    Placed,  ///< the dump lacks it: the program tells what it is and where its bytes surely are (join/missing_values.h)
    Lost,    ///< the dump lacks it, and where its bytes are is not surely known
};
/// "logged", "placed", "lost".
std::string_view valueOriginName(ValueOrigin origin) noexcept;

struct LoggedValue {
    Place place;
    ValueKind kind = ValueKind::Unknown;
    ValueOrigin origin = ValueOrigin::Logged;
    bool output = false;         ///< marked as an output of the method
    bool programOutput = false;  ///< is one: marked, or a scalar behind the end of execution, which the runtime does not mark
    std::int64_t integer = 0;    ///< Int, Bool
    double number = 0;           ///< Float, Double
    std::uint32_t firstTensor = 0, tensorCount = 0;
    std::uint32_t eventsBefore = 0;  ///< of the run, in file order
};

/// A tensor that was logged and that the dump lacks.
struct MissingValue {
    std::size_t run = 0;
    Place place;
    std::uint32_t eventsBefore = 0;  ///< of the run, in file order
    std::uint32_t valuesBefore = 0;  ///< of those that the dump has
    bool output = false;
    bool placed = false;                    ///< else lost
    ScalarType type = ScalarType::Unknown;  ///< Unknown: its shape is not known, or it is a list
    std::vector<std::int64_t> sizes, strides;
    std::int64_t offset = -1;  ///< as LoggedTensor's
};

struct Allocation {
    std::int32_t allocator = 0;  ///< 1-based: Run::allocators[allocator − 1]
    std::uint64_t size = 0;
    std::uint32_t eventsBefore = 0;  ///< of the run, in file order
};

/// Consecutive entries of one of the dump's lists.
struct Range {
    std::uint32_t first = 0, count = 0;
};

struct Run {
    TextId name = kNoText;
    std::int32_t bundledInput = -1;  ///< −1: unknown, as in all dumps of the stock runtime
    std::vector<std::string> allocators;
    Range events, values, allocations;
    std::vector<std::uint32_t> looseValues;  ///< values that belong to no event, in file order
    bool damaged = false;                    ///< a part of it could not be read
};

class Dump {
public:
    /// Opens a file that takes up the whole range. Fails with `etdump-empty`, `etdump-too-large`, `etdump-identifier`,
    /// `etdump-root`, or when the range cannot be read. What is damaged is left out, and the diagnostics say where.
    static Result<std::shared_ptr<const Dump>> open(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job = {});

    const ByteRange& file() const& noexcept { return m_file; }
    const ByteRange& file() const&& = delete;
    std::uint32_t version() const noexcept { return m_version; }
    bool sizePrefixed() const noexcept { return m_prefixed; }
    /// Whether line ends were mended: a file written in text mode on Windows.
    bool repaired() const noexcept { return m_repaired; }
    /// Whether its lists were broken: runs, events and values were found by the layout of their tables (salvage.h).
    bool rebuilt() const noexcept { return m_rebuilt; }

    const std::vector<Run>& runs() const& noexcept { return m_runs; }
    const std::vector<Run>& runs() const&& = delete;
    BlockKind blockKind(const Run& run) const noexcept;
    std::span<const Event> events(const Run& run) const& noexcept { return part(m_events, run.events); }
    std::span<const Event> events(const Run& run) const&& = delete;
    std::span<const LoggedValue> values(const Run& run) const& noexcept { return part(m_values, run.values); }
    std::span<const LoggedValue> values(const Run& run) const&& = delete;
    std::span<const Allocation> allocations(const Run& run) const& noexcept { return part(m_allocations, run.allocations); }
    std::span<const Allocation> allocations(const Run& run) const&& = delete;
    /// Indices into values(run), in file order.
    std::span<const std::uint32_t> valuesOf(const Event& event) const& noexcept {
        return part(m_valuesByEvent, {event.firstValue, event.valueCount});
    }
    std::span<const std::uint32_t> valuesOf(const Event& event) const&& = delete;

    std::string_view text(TextId id) const& noexcept { return m_texts[id]; }
    std::string_view text(TextId id) const&& = delete;
    std::span<const LoggedTensor> tensors(const LoggedValue& value) const& noexcept {
        return part(m_tensors, {value.firstTensor, value.tensorCount});
    }
    std::span<const LoggedTensor> tensors(const LoggedValue& value) const&& = delete;
    std::span<const std::int64_t> sizes(const LoggedTensor& tensor) const& noexcept {
        return part(m_dims, {tensor.firstSize, tensor.rank});
    }
    std::span<const std::int64_t> sizes(const LoggedTensor& tensor) const&& = delete;
    std::span<const std::int64_t> strides(const LoggedTensor& tensor) const& noexcept {
        return part(m_dims, {tensor.firstStride, tensor.strideCount});
    }
    std::span<const std::int64_t> strides(const LoggedTensor& tensor) const&& = delete;
    /// Bytes that a backend gave with its event.
    std::span<const std::byte> metadata(const Event& event) const& noexcept {
        return std::span<const std::byte>(*m_content).subspan(event.metadata, event.metadataSize);
    }
    std::span<const std::byte> metadata(const Event& event) const&& = delete;

    /// A copy that has these values as well, in the order of runs and of values, among its own.
    std::shared_ptr<const Dump> with(std::span<const MissingValue> missing) const;

    /// The account of the file's bytes: each run, the list of runs, the layouts that tables share. Reads nothing of the file.
    std::vector<flat::Region> regions() const;

    /// End of the highest byte of the debug buffer that a tensor of the dump names.
    std::uint64_t highestByte() const noexcept;

private:
    friend class DumpReader;

    template <class T>
    static std::span<const T> part(const std::vector<T>& list, Range range) noexcept {
        return std::span<const T>(list).subspan(range.first, range.count);
    }

    void attachValues(Run& run);

    ByteRange m_file;
    std::uint32_t m_version = 0;
    bool m_prefixed = false, m_repaired = false, m_rebuilt = false;
    std::uint64_t m_claimed = 0;                              ///< bytes behind the size in front, as it says
    std::shared_ptr<const std::vector<std::byte>> m_content;  ///< kept for the texts, which are views of it
    std::vector<std::string_view> m_texts;
    std::vector<Run> m_runs;
    std::vector<Event> m_events;
    std::vector<LoggedValue> m_values;
    std::vector<Allocation> m_allocations;
    std::vector<LoggedTensor> m_tensors;
    std::vector<std::int64_t> m_dims;
    std::vector<std::uint32_t> m_valuesByEvent;
};

/// Whether the runtime's own writer can log tensors of that type: it leaves out float16, bfloat16 and the rarer ones.
bool isLogged(ScalarType type) noexcept;

/// Bytes of a logged tensor's elements; nothing when a size is negative, the product overflows or the item size is unknown.
std::optional<std::uint64_t> byteCount(const Dump& dump, const LoggedTensor& tensor) noexcept;

}  // namespace etscope::etdump
