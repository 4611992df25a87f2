#include "pickle/machine.h"

#include <algorithm>

#include "base/hex.h"
#include "base/limits.h"

namespace etscope::pickle {
namespace {

constexpr std::uint64_t kOpcodesBetweenPolls = 1U << 16U;

std::uint64_t memoryFor(const Stream& stream) {
    const std::uint64_t length = stream.bytes.size();
    const std::uint64_t stored = stream.place.hasData() ? stream.place.storedSize() : length;
    return std::min(length * limits::kPickleMemoryFactor + limits::kPickleMemoryFloor,
                    stored * limits::kStoredPickleFactor + limits::kStoredPickleFloor);
}

}  // namespace

Machine::Machine(const Stream& stream, const JobContext& job)
    : m_stream(stream), m_job(job), m_cursor(stream.bytes), m_builder(stream.bytes, memoryFor(stream)) {}

Result<Values> Machine::run() {
    std::uint64_t steps = 0;
    while (!m_stopped) {
        if (steps++ % kOpcodesBetweenPolls == 0 && m_job.cancelled()) return cancelledFailure();
        if (!step()) return Failure{std::move(m_error)};
    }
    return std::move(m_builder).finish(m_stack.front(), m_protocol, m_cursor.position());
}

bool Machine::step() {
    m_at = m_cursor.position();
    m_opcode = nullptr;
    if (!need(1)) return false;
    const auto byte = m_cursor.take<std::uint8_t>().value_or(0);
    m_opcode = table()[byte];
    if (m_opcode == nullptr) return fail("pickle-opcode-unknown", "byte " + hexOffset(byte).substr(8) + " is no pickle opcode");
    if (m_opcode->run == nullptr)
        return fail("pickle-opcode-refused",
                    "torch.save never writes this opcode, so it is not read; save the object again with torch.save");
    if (!(this->*m_opcode->run)()) return false;
    if (m_builder.exhausted())
        return fail("pickle-limit", "the values need more memory than a stream of " + std::to_string(m_stream.bytes.size()) +
                                        " bytes is allowed to");
    return true;
}

bool Machine::fail(std::string code, std::string message) {
    std::string what = m_opcode == nullptr ? std::string() : std::string(m_opcode->name) + ": ";
    m_error = {std::move(code), what + std::move(message) + " (byte " + std::to_string(m_at) + " of the pickle)",
               m_stream.place.where(m_at)};
    return false;
}

bool Machine::need(std::uint64_t size) {
    if (size <= m_cursor.remaining()) return true;
    const std::uint64_t left = m_stream.available - m_cursor.position();
    if (size <= left) return fail("pickle-window", "the stream goes on");
    return fail("pickle-truncated", std::to_string(size) + " bytes should follow, " + std::to_string(left) + " are left");
}

std::optional<std::span<const std::byte>> Machine::bytes(std::uint64_t size) {
    if (!need(size)) return std::nullopt;
    return m_cursor.takeBytes(size);
}

std::optional<std::string_view> Machine::line() {
    const auto text = m_cursor.takeLine();
    if (!text) need(m_cursor.remaining() + 1);
    return text;
}

bool Machine::has(std::size_t count) {
    return depth() >= count || malformed("the stack holds " + std::to_string(depth()) + " of " + std::to_string(count) + " values");
}

bool Machine::push(ValueId value) {
    if (m_stack.size() >= limits::kMaxPickleStack)
        return fail("pickle-limit", "more than " + std::to_string(limits::kMaxPickleStack) + " values on the stack");
    m_stack.push_back(value);
    return true;
}

ValueId Machine::pop() {
    const ValueId value = m_stack.back();
    m_stack.pop_back();
    return value;
}

std::optional<std::span<const ValueId>> Machine::sinceMark() {
    if (m_marks.empty()) {
        malformed("there is no mark on the stack");
        return std::nullopt;
    }
    return std::span<const ValueId>(m_stack).subspan(m_marks.back());
}

void Machine::dropMark() {
    m_stack.resize(m_marks.back());
    m_marks.pop_back();
}

Result<Values> unpickle(const Stream& stream, const JobContext& job) {
    const std::uint64_t most = limits::settable().pickleBytes;
    if (stream.bytes.size() > most)
        return fail("pickle-limit",
                    "the pickle has " + std::to_string(stream.bytes.size()) + " bytes, the limit is " + std::to_string(most) +
                        "; raise --limits pickle-bytes if that is meant",
                    stream.place.where());
    return Machine(stream, job).run();
}

}  // namespace etscope::pickle
