// What each opcode does.
#include <algorithm>
#include <bit>

#include "base/escaped.h"
#include "base/limits.h"
#include "base/number_text.h"
#include "base/utf8.h"
#include "pickle/machine.h"
#include "pickle/python_calls.h"

namespace etscope::pickle {
namespace {

constexpr int kHighestProtocol = 5;

}  // namespace

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

const std::array<const Machine::Opcode*, 256>& Machine::table() {
    static const auto byByte = [] {
        std::array<const Opcode*, 256> all{};
        for (const Opcode& opcode : kOpcodes) all[static_cast<unsigned char>(opcode.byte)] = &opcode;
        return all;
    }();
    return byByte;
}

bool Machine::proto() {
    const auto version = number<std::uint8_t>();
    if (!version) return false;
    if (*version > kHighestProtocol)
        return fail("pickle-protocol-unsupported", "protocol " + std::to_string(*version) + "; known are 0 to 5");
    m_protocol = std::max(m_protocol, static_cast<int>(*version));
    return true;
}

bool Machine::frame() {
    const auto length = number<std::uint64_t>();
    return length && need(*length);
}

bool Machine::stop() {
    if (m_stack.size() != 1 || !m_marks.empty())
        return malformed(std::to_string(m_stack.size()) + " values on the stack at the end, there must be one");
    m_stopped = true;
    return true;
}

bool Machine::mark() {
    if (m_marks.size() >= limits::kMaxPickleMarks)
        return fail("pickle-limit", "more than " + std::to_string(limits::kMaxPickleMarks) + " marks on the stack");
    m_marks.push_back(m_stack.size());
    return true;
}

bool Machine::popOne() {
    if (depth() == 0 && !m_marks.empty()) {
        m_marks.pop_back();
        return true;
    }
    if (!has(1)) return false;
    m_stack.pop_back();
    return true;
}

bool Machine::popMark() {
    if (!sinceMark()) return false;
    dropMark();
    return true;
}

bool Machine::duplicate() { return has(1) && push(top()); }

template <class T>
bool Machine::integer() {
    const auto value = number<T>();
    return value && push(m_builder.integer(*value));
}

bool Machine::integerLine() {
    const auto digits = line();
    if (!digits) return false;
    // Protocols 0 and 1 spell booleans as integers with a leading zero.
    if (*digits == "00" || *digits == "01") return push(m_builder.boolean(*digits == "01"));
    return decimal(*digits);
}

bool Machine::longLine() {
    auto digits = line();
    if (!digits) return false;
    if (digits->ends_with('L')) digits->remove_suffix(1);
    return decimal(*digits);
}

/// A decimal number that stands right before the cursor's line end.
bool Machine::decimal(std::string_view digits) {
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
bool Machine::longInteger() {
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

bool Machine::binFloat() {
    const auto bits = number<std::uint64_t>();
    return bits && push(m_builder.number(std::bit_cast<double>(__builtin_bswap64(*bits))));
}

template <Kind kind, class T>
bool Machine::text() {
    const auto size = number<T>();
    const std::uint64_t offset = m_cursor.position();
    if (!size || !bytes(*size)) return false;
    if (*size > UINT32_MAX) return fail("pickle-limit", "a text of " + std::to_string(*size) + " bytes");
    return push(m_builder.text(kind, offset, static_cast<std::uint32_t>(*size)));
}

/// Python 2's str: text where it can be, as torch.load takes it.
bool Machine::shortBinString() {
    const auto size = number<std::uint8_t>();
    const std::uint64_t offset = m_cursor.position();
    const auto content = size ? bytes(*size) : std::nullopt;
    if (!content) return false;
    const bool isText = isValidUtf8({reinterpret_cast<const char*>(content->data()), content->size()});
    return push(m_builder.text(isText ? Kind::String : Kind::Bytes, offset, *size));
}

template <std::size_t count>
bool Machine::tupleOf() {
    if (!has(count)) return false;
    const ValueId tuple = m_builder.container(Kind::Tuple);
    m_builder.append(tuple, std::span<const ValueId>(m_stack).last(count));
    m_stack.resize(m_stack.size() - count);
    return push(tuple);
}

bool Machine::gather(ValueId container) {
    const auto items = sinceMark();
    if (!items) return false;
    m_builder.append(container, *items);
    dropMark();
    return push(container);
}

bool Machine::extend(ValueId target, Kind kind, std::span<const ValueId> items) {
    if (kind == Kind::Dict && items.size() % 2 != 0) return malformed("a key has no value");
    // A class of its own may be a list or dict; what it makes of the elements stays unknown.
    if (m_builder.kind(target) == Kind::Object)
        target = m_builder.attachedContainer(target, kind);
    else if (m_builder.kind(target) != kind)
        return malformed("the value below cannot take elements");
    if (!m_builder.exhausted()) m_builder.append(target, items);
    return true;
}

bool Machine::appendOne() {
    if (!has(2)) return false;
    const ValueId item = pop();
    return extend(top(), Kind::List, {&item, 1});
}

bool Machine::setItem() {
    if (!has(3)) return false;
    if (!extend(m_stack[m_stack.size() - 3], Kind::Dict, std::span<const ValueId>(m_stack).last(2))) return false;
    m_stack.resize(m_stack.size() - 2);
    return true;
}

template <Kind kind>
bool Machine::extendSinceMark() {
    const auto items = sinceMark();
    if (!items) return false;
    const std::size_t below = m_marks.size() > 1 ? m_marks[m_marks.size() - 2] : 0;
    if (m_marks.back() == below) return malformed("there is no value below the mark");
    if (!extend(m_stack[m_marks.back() - 1], kind, *items)) return false;
    dropMark();
    return true;
}

bool Machine::global() {
    const auto module = line();
    if (!module) return false;
    const auto name = line();
    return name && symbol(*module, *name);
}

bool Machine::stackGlobal() {
    if (!has(2)) return false;
    const ValueId name = pop();
    const ValueId module = pop();
    if (m_builder.kind(name) != Kind::String || m_builder.kind(module) != Kind::String)
        return malformed("module and name must be strings");
    return symbol(m_builder.textOf(module), m_builder.textOf(name));
}

bool Machine::symbol(std::string_view module, std::string_view name) {
    if (module.size() + name.size() > limits::kMaxPickleGlobal)
        return fail("pickle-limit", "a global name of " + std::to_string(module.size() + name.size()) + " bytes");
    return push(m_builder.symbol(module, name));
}

/// REDUCE and NEWOBJ: what the call would make, described.
bool Machine::call() {
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

bool Machine::build() {
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

bool Machine::persistentId() {
    if (!has(1)) return false;
    const ValueId reference = pop();
    return push(m_builder.persistent(reference));
}

template <class T>
bool Machine::put() {
    const auto index = number<T>();
    return index && has(1) && (m_memo.put(m_builder, *index, top()) || m_builder.exhausted());
}

template <class T>
bool Machine::get() {
    const auto index = number<T>();
    if (!index) return false;
    const ValueId value = m_memo.get(*index);
    return value.valid() ? push(value) : malformed("nothing was memoized as " + std::to_string(*index));
}

bool Machine::memoize() {
    if (!has(1)) return false;
    if (m_memo.size() > UINT32_MAX) return fail("pickle-limit", "too many memoized values");
    return m_memo.put(m_builder, static_cast<std::uint32_t>(m_memo.size()), top()) || m_builder.exhausted();
}

}  // namespace etscope::pickle
