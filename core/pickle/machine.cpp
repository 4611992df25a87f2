// The stack machine of pickle: opcodes work on a stack of Values with marks, and on a memo. One thread.
#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <map>
#include <optional>

#include "base/byte_cursor.h"
#include "base/escaped.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/number_text.h"
#include "base/utf8.h"
#include "pickle/python_calls.h"
#include "pickle/unpickler.h"

namespace etscope::pickle {
namespace {

constexpr int kHighestProtocol = 5;
constexpr std::uint64_t kOpcodesBetweenPolls = 1U << 16U;

std::uint64_t memoryFor(const Stream& stream) {
    const std::uint64_t length = stream.bytes.size();
    const std::uint64_t stored = stream.place.hasData() ? stream.place.storedSize() : length;
    return std::min(length * limits::kPickleMemoryFactor + limits::kPickleMemoryFloor,
                    stored * limits::kStoredPickleFactor + limits::kStoredPickleFloor);
}

/// The memo: running numbers (what picklers write) in an array, others in a map.
class Memo {
public:
    /// False when the budget does not allow it.
    bool put(ValueBuilder& budget, std::uint32_t index, ValueId value) {
        if (index < m_dense.size()) {
            m_dense[index] = value;
            return true;
        }
        if (index == m_dense.size()) {
            m_sparse.erase(index);
            m_dense.push_back(value);
            return budget.charge(sizeof(ValueId));
        }
        constexpr std::uint64_t kSparseEntry = 64;  ///< bytes that it costs
        m_sparse[index] = value;
        return budget.charge(kSparseEntry);
    }
    /// Invalid when nothing was put there.
    ValueId get(std::uint32_t index) const {
        if (index < m_dense.size()) return m_dense[index];
        const auto hit = m_sparse.find(index);
        return hit == m_sparse.end() ? ValueId() : hit->second;
    }
    std::size_t size() const { return m_dense.size() + m_sparse.size(); }

private:
    std::deque<ValueId> m_dense;
    std::map<std::uint32_t, ValueId> m_sparse;  ///< not hashed: the stream chooses the numbers
};

/// Its operations return false after `fail`.
class Machine {
public:
    /// Both must live as long.
    Machine(const Stream& stream, const JobContext& job)
        : m_stream(stream), m_job(job), m_cursor(stream.bytes), m_builder(stream.bytes, memoryFor(stream)) {}

    /// Up to STOP; once. Errors: those of unpickle().
    Result<Values> run() {
        std::uint64_t steps = 0;
        while (!m_stopped) {
            if (steps++ % kOpcodesBetweenPolls == 0 && m_job.cancelled()) return cancelledFailure();
            if (!step()) return Failure{std::move(m_error)};
        }
        return std::move(m_builder).finish(m_stack.front(), m_protocol, m_cursor.position());
    }

private:
    using Operation = bool (Machine::*)();
    struct Opcode {
        char byte;
        const char* name;
        Operation run;  ///< nullptr: refused
    };
    static const std::array<Opcode, 68> kOpcodes;
    static const std::array<const Opcode*, 256>& table() {
        static const auto byByte = [] {
            std::array<const Opcode*, 256> all{};
            for (const Opcode& opcode : kOpcodes) all[static_cast<unsigned char>(opcode.byte)] = &opcode;
            return all;
        }();
        return byByte;
    }

    bool fail(std::string code, std::string message) {
        std::string what = m_opcode == nullptr ? std::string() : std::string(m_opcode->name) + ": ";
        m_error = {std::move(code), what + std::move(message) + " (byte " + std::to_string(m_at) + " of the pickle)",
                   m_stream.place.where(m_at)};
        return false;
    }
    bool malformed(std::string message) { return fail("pickle-malformed", std::move(message)); }
    bool step() {
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

    // Reading arguments.
    template <class T>
    std::optional<T> number() {
        if (!need(sizeof(T))) return std::nullopt;
        return m_cursor.take<T>();
    }
    bool need(std::uint64_t size) {
        if (size <= m_cursor.remaining()) return true;
        const std::uint64_t left = m_stream.available - m_cursor.position();
        if (size <= left) return fail("pickle-window", "the stream goes on");
        return fail("pickle-truncated", std::to_string(size) + " bytes should follow, " + std::to_string(left) + " are left");
    }
    std::optional<std::span<const std::byte>> bytes(std::uint64_t size) {
        if (!need(size)) return std::nullopt;
        return m_cursor.takeBytes(size);
    }
    std::optional<std::string_view> line() {
        const auto text = m_cursor.takeLine();
        if (!text) need(m_cursor.remaining() + 1);
        return text;
    }

    // The stack; the part below the last mark is out of reach.
    std::size_t depth() const { return m_stack.size() - (m_marks.empty() ? 0 : m_marks.back()); }
    bool has(std::size_t count) {
        return depth() >= count ||
               malformed("the stack holds " + std::to_string(depth()) + " of " + std::to_string(count) + " values");
    }
    bool push(ValueId value) {
        if (m_stack.size() >= limits::kMaxPickleStack)
            return fail("pickle-limit", "more than " + std::to_string(limits::kMaxPickleStack) + " values on the stack");
        m_stack.push_back(value);
        return true;
    }
    ValueId pop() {
        const ValueId value = m_stack.back();
        m_stack.pop_back();
        return value;
    }
    ValueId& top() { return m_stack.back(); }
    std::optional<std::span<const ValueId>> sinceMark() {
        if (m_marks.empty()) {
            malformed("there is no mark on the stack");
            return std::nullopt;
        }
        return std::span<const ValueId>(m_stack).subspan(m_marks.back());
    }

    void dropMark() {
        m_stack.resize(m_marks.back());
        m_marks.pop_back();
    }

    // Operations.
    bool proto() {
        const auto version = number<std::uint8_t>();
        if (!version) return false;
        if (*version > kHighestProtocol)
            return fail("pickle-protocol-unsupported", "protocol " + std::to_string(*version) + "; known are 0 to 5");
        m_protocol = std::max(m_protocol, static_cast<int>(*version));
        return true;
    }

    bool frame() {
        const auto length = number<std::uint64_t>();
        return length && need(*length);
    }
    bool stop() {
        if (m_stack.size() != 1 || !m_marks.empty())
            return malformed(std::to_string(m_stack.size()) + " values on the stack at the end, there must be one");
        m_stopped = true;
        return true;
    }
    bool mark() {
        if (m_marks.size() >= limits::kMaxPickleMarks)
            return fail("pickle-limit", "more than " + std::to_string(limits::kMaxPickleMarks) + " marks on the stack");
        m_marks.push_back(m_stack.size());
        return true;
    }

    bool popOne() {
        if (depth() == 0 && !m_marks.empty()) {
            m_marks.pop_back();
            return true;
        }
        if (!has(1)) return false;
        m_stack.pop_back();
        return true;
    }

    bool popMark() {
        if (!sinceMark()) return false;
        dropMark();
        return true;
    }
    bool duplicate() { return has(1) && push(top()); }
    bool none() { return push(m_builder.none()); }
    bool yes() { return push(m_builder.boolean(true)); }
    bool no() { return push(m_builder.boolean(false)); }
    template <class T>
    bool integer() {
        const auto value = number<T>();
        return value && push(m_builder.integer(*value));
    }

    bool integerLine() {
        const auto digits = line();
        if (!digits) return false;
        // Protocols 0 and 1 spell booleans as integers with a leading zero.
        if (*digits == "00" || *digits == "01") return push(m_builder.boolean(*digits == "01"));
        return decimal(*digits);
    }

    bool longLine() {
        auto digits = line();
        if (!digits) return false;
        if (digits->ends_with('L')) digits->remove_suffix(1);
        return decimal(*digits);
    }

    /// A decimal number that stands right before the cursor's line end.
    bool decimal(std::string_view digits) {
        if (digits.size() > limits::kMaxPickleLong)
            return fail("pickle-limit", "an integer of " + std::to_string(digits.size()) + " digits");
        const std::size_t sign = digits.starts_with('-') ? 1 : 0;
        if (digits.size() == sign || digits.find_first_not_of("0123456789", sign) != std::string_view::npos)
            return malformed("\"" + escaped(digits.substr(0, 40)) + "\" is no integer");
        if (const auto small = parseInt(digits)) return push(m_builder.integer(*small));
        const auto offset = static_cast<std::uint64_t>(reinterpret_cast<const std::byte*>(digits.data()) - m_stream.bytes.data());
        return push(m_builder.bigInt(offset, static_cast<std::uint32_t>(digits.size()), true));
    }

    template <class T>
    bool longInteger() {
        const auto size = number<T>();
        if (!size) return false;
        if (*size > limits::kMaxPickleLong) return fail("pickle-limit", "an integer of " + std::to_string(*size) + " bytes");
        const std::uint64_t offset = m_cursor.position();
        const auto digits = bytes(*size);
        if (!digits) return false;
        // Bytes that only repeat the sign do not count.
        std::size_t used = digits->size();
        const auto signOf = [](std::byte b) { return (b & std::byte{0x80}) != std::byte{0} ? std::byte{0xFF} : std::byte{0}; };
        while (used > 1 && (*digits)[used - 1] == signOf((*digits)[used - 2])) --used;
        if (used > sizeof(std::int64_t)) return push(m_builder.bigInt(offset, static_cast<std::uint32_t>(used), false));
        std::array<std::byte, sizeof(std::int64_t)> wide{};
        if (used > 0) wide.fill(signOf((*digits)[used - 1]));
        std::copy_n(digits->begin(), used, wide.begin());
        return push(m_builder.integer(loadLittle<std::int64_t>(wide.data())));
    }

    bool binFloat() {
        const auto bits = number<std::uint64_t>();
        return bits && push(m_builder.number(std::bit_cast<double>(__builtin_bswap64(*bits))));
    }

    template <Kind kind, class T>
    bool text() {
        const auto size = number<T>();
        const std::uint64_t offset = m_cursor.position();
        if (!size || !bytes(*size)) return false;
        if (*size > UINT32_MAX) return fail("pickle-limit", "a text of " + std::to_string(*size) + " bytes");
        return push(m_builder.text(kind, offset, static_cast<std::uint32_t>(*size)));
    }

    /// Python 2's str: text where it can be, as torch.load takes it.
    bool shortBinString() {
        const auto size = number<std::uint8_t>();
        const std::uint64_t offset = m_cursor.position();
        const auto content = size ? bytes(*size) : std::nullopt;
        if (!content) return false;
        const bool isText = isValidUtf8({reinterpret_cast<const char*>(content->data()), content->size()});
        return push(m_builder.text(isText ? Kind::String : Kind::Bytes, offset, *size));
    }

    template <std::size_t count>
    bool tupleOf() {
        if (!has(count)) return false;
        const ValueId tuple = m_builder.container(Kind::Tuple);
        m_builder.append(tuple, std::span<const ValueId>(m_stack).last(count));
        m_stack.resize(m_stack.size() - count);
        return push(tuple);
    }

    /// Pushes the container with all since the mark in it.
    bool gather(ValueId container) {
        const auto items = sinceMark();
        if (!items) return false;
        m_builder.append(container, *items);
        dropMark();
        return push(container);
    }

    bool tupleSinceMark() { return gather(m_builder.container(Kind::Tuple)); }
    template <Kind kind>
    bool empty() {
        return push(m_builder.container(kind));
    }
    bool frozenSet() { return gather(m_builder.frozenSet()); }
    bool appendOne() {
        if (!has(2)) return false;
        const ValueId item = pop();
        return extend(top(), Kind::List, {&item, 1});
    }
    bool setItem() {
        if (!has(3)) return false;
        if (!extend(m_stack[m_stack.size() - 3], Kind::Dict, std::span<const ValueId>(m_stack).last(2))) return false;
        m_stack.resize(m_stack.size() - 2);
        return true;
    }

    template <Kind kind>
    bool extendSinceMark() {
        const auto items = sinceMark();
        if (!items) return false;
        const std::size_t below = m_marks.size() > 1 ? m_marks[m_marks.size() - 2] : 0;
        if (m_marks.back() == below) return malformed("there is no value below the mark");
        if (!extend(m_stack[m_marks.back() - 1], kind, *items)) return false;
        dropMark();
        return true;
    }

    bool extend(ValueId target, Kind kind, std::span<const ValueId> items) {
        if (kind == Kind::Dict && items.size() % 2 != 0) return malformed("a key has no value");
        // A class of its own may be a list or dict; what it makes of the elements stays unknown.
        if (m_builder.kind(target) == Kind::Object)
            target = m_builder.attachedContainer(target, kind);
        else if (m_builder.kind(target) != kind)
            return malformed("the value below cannot take elements");
        if (!m_builder.exhausted()) m_builder.append(target, items);
        return true;
    }

    bool global() {
        const auto module = line();
        if (!module) return false;
        const auto name = line();
        return name && symbol(*module, *name);
    }

    bool stackGlobal() {
        if (!has(2)) return false;
        const ValueId name = pop();
        const ValueId module = pop();
        if (m_builder.kind(name) != Kind::String || m_builder.kind(module) != Kind::String)
            return malformed("module and name must be strings");
        return symbol(m_builder.textOf(module), m_builder.textOf(name));
    }

    bool symbol(std::string_view module, std::string_view name) {
        if (module.size() + name.size() > limits::kMaxPickleGlobal)
            return fail("pickle-limit", "a global name of " + std::to_string(module.size() + name.size()) + " bytes");
        return push(m_builder.symbol(module, name));
    }

    /// REDUCE and NEWOBJ: what the call would make, described.
    bool call() {
        if (!has(2)) return false;
        const ValueId arguments = pop();
        const ValueId callable = pop();
        const Kind kind = m_builder.kind(callable);
        if (kind != Kind::Symbol && kind != Kind::Object && kind != Kind::Persistent)
            return malformed("the value below cannot be called");
        if (m_builder.kind(arguments) != Kind::Tuple) return malformed("the arguments are not a tuple");
        const auto made = pythonCall(m_builder, callable, arguments);
        return push(made ? *made : m_builder.object(callable, arguments));
    }

    bool build() {
        if (!has(2)) return false;
        const ValueId state = pop();
        switch (m_builder.kind(top())) {
            case Kind::Object:
            case Kind::Persistent: m_builder.append(top(), {&state, 1}); return true;
            // Attributes of an OrderedDict (a module's `_metadata`) and of other containers are of no use here.
            case Kind::Dict:
            case Kind::List:
            case Kind::Set: return true;
            default: return malformed("the value below cannot take a state");
        }
    }

    bool persistentId() {
        if (!has(1)) return false;
        const ValueId reference = pop();
        return push(m_builder.persistent(reference));
    }
    template <class T>
    bool put() {
        const auto index = number<T>();
        return index && has(1) && (m_memo.put(m_builder, *index, top()) || m_builder.exhausted());
    }
    template <class T>
    bool get() {
        const auto index = number<T>();
        if (!index) return false;
        const ValueId value = m_memo.get(*index);
        return value.valid() ? push(value) : malformed("nothing was memoized as " + std::to_string(*index));
    }
    bool memoize() {
        if (!has(1)) return false;
        if (m_memo.size() > UINT32_MAX) return fail("pickle-limit", "too many memoized values");
        return m_memo.put(m_builder, static_cast<std::uint32_t>(m_memo.size()), top()) || m_builder.exhausted();
    }

    const Stream& m_stream;
    const JobContext& m_job;
    ByteCursor m_cursor;
    ValueBuilder m_builder;
    std::vector<ValueId> m_stack;
    std::vector<std::size_t> m_marks;
    Memo m_memo;
    std::size_t m_at = 0;  ///< of the current opcode
    const Opcode* m_opcode = nullptr;
    int m_protocol = 0;
    bool m_stopped = false;
    Error m_error;
};

// Pickle opcodes by their bytes (Python's pickletools is the reference). Those without an operation are never written by
// torch.save or by pickle.dumps of its values.
const std::array<Machine::Opcode, 68> Machine::kOpcodes{{
    {'\x80', "PROTO", &Machine::proto},
    {'\x95', "FRAME", &Machine::frame},
    {'.', "STOP", &Machine::stop},
    {'(', "MARK", &Machine::mark},
    {'0', "POP", &Machine::popOne},
    {'1', "POP_MARK", &Machine::popMark},
    {'2', "DUP", &Machine::duplicate},
    {'N', "NONE", &Machine::none},
    {'\x88', "NEWTRUE", &Machine::yes},
    {'\x89', "NEWFALSE", &Machine::no},
    {'J', "BININT", &Machine::integer<std::int32_t>},
    {'K', "BININT1", &Machine::integer<std::uint8_t>},
    {'M', "BININT2", &Machine::integer<std::uint16_t>},
    {'I', "INT", &Machine::integerLine},
    {'L', "LONG", &Machine::longLine},
    {'\x8A', "LONG1", &Machine::longInteger<std::uint8_t>},
    {'\x8B', "LONG4", &Machine::longInteger<std::uint32_t>},
    {'G', "BINFLOAT", &Machine::binFloat},
    {'X', "BINUNICODE", &Machine::text<Kind::String, std::uint32_t>},
    {'\x8C', "SHORT_BINUNICODE", &Machine::text<Kind::String, std::uint8_t>},
    {'\x8D', "BINUNICODE8", &Machine::text<Kind::String, std::uint64_t>},
    {'U', "SHORT_BINSTRING", &Machine::shortBinString},
    {'B', "BINBYTES", &Machine::text<Kind::Bytes, std::uint32_t>},
    {'C', "SHORT_BINBYTES", &Machine::text<Kind::Bytes, std::uint8_t>},
    {'\x8E', "BINBYTES8", &Machine::text<Kind::Bytes, std::uint64_t>},
    {'\x96', "BYTEARRAY8", &Machine::text<Kind::Bytes, std::uint64_t>},
    {')', "EMPTY_TUPLE", &Machine::tupleOf<0>},
    {'\x85', "TUPLE1", &Machine::tupleOf<1>},
    {'\x86', "TUPLE2", &Machine::tupleOf<2>},
    {'\x87', "TUPLE3", &Machine::tupleOf<3>},
    {'t', "TUPLE", &Machine::tupleSinceMark},
    {']', "EMPTY_LIST", &Machine::empty<Kind::List>},
    {'}', "EMPTY_DICT", &Machine::empty<Kind::Dict>},
    {'\x8F', "EMPTY_SET", &Machine::empty<Kind::Set>},
    {'\x91', "FROZENSET", &Machine::frozenSet},
    {'a', "APPEND", &Machine::appendOne},
    {'e', "APPENDS", &Machine::extendSinceMark<Kind::List>},
    {'s', "SETITEM", &Machine::setItem},
    {'u', "SETITEMS", &Machine::extendSinceMark<Kind::Dict>},
    {'\x90', "ADDITEMS", &Machine::extendSinceMark<Kind::Set>},
    {'c', "GLOBAL", &Machine::global},
    {'\x93', "STACK_GLOBAL", &Machine::stackGlobal},
    {'R', "REDUCE", &Machine::call},
    {'\x81', "NEWOBJ", &Machine::call},
    {'b', "BUILD", &Machine::build},
    {'Q', "BINPERSID", &Machine::persistentId},
    {'q', "BINPUT", &Machine::put<std::uint8_t>},
    {'r', "LONG_BINPUT", &Machine::put<std::uint32_t>},
    {'\x94', "MEMOIZE", &Machine::memoize},
    {'h', "BINGET", &Machine::get<std::uint8_t>},
    {'j', "LONG_BINGET", &Machine::get<std::uint32_t>},
    {'i', "INST", nullptr},
    {'o', "OBJ", nullptr},
    {'\x82', "EXT1", nullptr},
    {'\x83', "EXT2", nullptr},
    {'\x84', "EXT4", nullptr},
    {'P', "PERSID", nullptr},
    {'\x92', "NEWOBJ_EX", nullptr},
    {'\x97', "NEXT_BUFFER", nullptr},
    {'\x98', "READONLY_BUFFER", nullptr},
    {'F', "FLOAT", nullptr},
    {'S', "STRING", nullptr},
    {'T', "BINSTRING", nullptr},
    {'V', "UNICODE", nullptr},
    {'p', "PUT", nullptr},
    {'g', "GET", nullptr},
    {'l', "LIST", nullptr},
    {'d', "DICT", nullptr},
}};

}  // namespace

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
