// The stack machine of pickle: opcodes work on a stack of Values with marks, and on a memo. Used by unpickle() alone; one thread.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_cursor.h"
#include "pickle/unpickler.h"
#include "pickle/value_builder.h"

namespace etscope::pickle {

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
    Machine(const Stream& stream, const JobContext& job);

    /// Up to STOP; once. Errors: those of unpickle().
    Result<Values> run();

private:
    using Operation = bool (Machine::*)();
    struct Opcode {
        char byte;
        const char* name;
        Operation run;  ///< nullptr: refused
    };
    static const std::array<Opcode, 68> kOpcodes;
    static const std::array<const Opcode*, 256>& table();

    bool fail(std::string code, std::string message);
    bool malformed(std::string message) { return fail("pickle-malformed", std::move(message)); }
    bool step();

    // Reading arguments.
    template <class T>
    std::optional<T> number() {
        if (!need(sizeof(T))) return std::nullopt;
        return m_cursor.take<T>();
    }
    bool need(std::uint64_t size);
    std::optional<std::span<const std::byte>> bytes(std::uint64_t size);
    std::optional<std::string_view> line();

    // The stack; the part below the last mark is out of reach.
    std::size_t depth() const { return m_stack.size() - (m_marks.empty() ? 0 : m_marks.back()); }
    bool has(std::size_t count);
    bool push(ValueId value);
    ValueId pop();
    ValueId& top() { return m_stack.back(); }
    std::optional<std::span<const ValueId>> sinceMark();
    void dropMark();

    // Operations.
    bool proto();
    bool frame();
    bool stop();
    bool mark();
    bool popOne();
    bool popMark();
    bool duplicate();
    bool none() { return push(m_builder.none()); }
    bool yes() { return push(m_builder.boolean(true)); }
    bool no() { return push(m_builder.boolean(false)); }
    template <class T>
    bool integer();
    bool integerLine();
    bool longLine();
    bool decimal(std::string_view digits);
    template <class T>
    bool longInteger();
    bool binFloat();
    template <Kind kind, class T>
    bool text();
    bool shortBinString();
    template <std::size_t count>
    bool tupleOf();
    /// Pushes the container with all since the mark in it.
    bool gather(ValueId container);
    bool tupleSinceMark() { return gather(m_builder.container(Kind::Tuple)); }
    template <Kind kind>
    bool empty() {
        return push(m_builder.container(kind));
    }
    bool frozenSet() { return gather(m_builder.frozenSet()); }
    bool appendOne();
    bool setItem();
    template <Kind kind>
    bool extendSinceMark();
    bool extend(ValueId target, Kind kind, std::span<const ValueId> items);
    bool global();
    bool stackGlobal();
    bool symbol(std::string_view module, std::string_view name);
    bool call();
    bool build();
    bool persistentId();
    template <class T>
    bool put();
    template <class T>
    bool get();
    bool memoize();

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

}  // namespace etscope::pickle
