#include "replay/executed.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "compare/run_cases.h"
#include "etdump/debug_buffer.h"

namespace etscope::replay {
namespace {

/// Events that end an instruction: all others of it come before (docs/FORMATS.md "ETDump").
bool endsInstruction(std::string_view name) noexcept {
    constexpr std::array<std::string_view, 5> kNames{"OPERATOR_CALL", "DELEGATE_CALL", "MOVE_CALL", "JF_CALL", "FREE_CALL"};
    return std::ranges::find(kNames, name) != kNames.end();
}

/// None where it holds zeros throughout: that is no run's.
ByteRange usableBuffer(const join::SessionRun& run) {
    Diagnostics ignored;  // the session has them
    return etdump::checkBuffer(*run.dump, run.buffer, ignored).allZero ? ByteRange{} : run.buffer;
}

/// Instructions without an event that are added to a run: a dump can lead back and forth over a long plan.
constexpr std::size_t kMostFilled = std::size_t{1} << 20U;

class Sequence {
public:
    Sequence(const join::SessionRun& run, const program::ExecutionPlan& plan)
        : m_run(run), m_buffer(usableBuffer(run)), m_count(static_cast<std::int64_t>(plan.mainInstructions().size())) {
        const auto& instructions = plan.mainInstructions();
        for (const program::Instruction& instruction : instructions)
            m_jumps.push_back(std::holds_alternative<program::JumpFalseCall>(instruction));
        for (const etdump::Event& event : run.dump->events(run.run()))
            m_ends = m_ends || endsInstruction(run.dump->text(event.name));
    }

    std::vector<Executed> read() && {
        const auto values = m_run.dump->values(m_run.run());
        const auto events = m_run.dump->events(m_run.run());
        std::size_t next = 0;
        for (std::size_t e = 0; e <= events.size(); ++e) {
            for (; next < values.size() && values[next].eventsBefore <= e; ++next) take(values[next]);
            if (e < events.size()) end(events[e]);
        }
        close();
        return std::move(m_done);
    }

private:
    void take(const etdump::LoggedValue& value) {
        if (value.programOutput || value.place.chain != 0 || value.place.delegate.kind != etdump::DelegateId::Kind::None) return;
        begin(value.place.instruction);
        if (!m_open) return;
        const std::size_t elements = value.kind == etdump::ValueKind::TensorList ? value.tensorCount : 1;
        for (std::size_t i = 0; i < elements; ++i) m_open->logged.push_back(etdump::debugValue(*m_run.dump, value, m_buffer, i));
    }

    void end(const etdump::Event& event) {
        const std::string_view name = m_run.dump->text(event.name);
        if (name == "Method::execute") {
            close();
            m_last = -1;
            if (!m_done.empty()) ++m_execution;
            return;
        }
        if (event.place.chain != 0 || !endsInstruction(name)) return;
        begin(event.place.instruction);
        close();
    }

    /// Values of one instruction stand together; where no event ends it, another instruction does.
    void begin(std::int64_t instruction) {
        if (instruction < 0 || instruction >= m_count) return;
        if (m_open && m_open->instruction != instruction) close();
        if (m_open) return;
        m_open = Executed{instruction, m_execution, true, {}};
    }

    void close() {
        if (!m_open) return;
        fillUpTo(m_open->instruction);
        m_last = m_open->instruction;
        m_done.push_back(*std::move(m_open));
        m_open.reset();
    }

    /// What ran without an event since the last one. With events of instructions, a jump led past what has none.
    void fillUpTo(std::int64_t instruction) {
        if (m_ends) return;
        bool told = m_last < 0 || !m_jumps[static_cast<std::size_t>(m_last)];  // until a jump could have led past it
        for (std::int64_t i = m_last + 1; i < instruction && m_filled < kMostFilled; ++i, ++m_filled) {
            m_done.push_back({i, m_execution, told, {}});
            told = told && !m_jumps[static_cast<std::size_t>(i)];
        }
    }

    const join::SessionRun& m_run;
    ByteRange m_buffer;
    std::int64_t m_count = 0, m_last = -1;
    std::size_t m_execution = 0, m_filled = 0;
    bool m_ends = false;  ///< the dump has events that end instructions
    std::vector<bool> m_jumps;
    std::optional<Executed> m_open;
    std::vector<Executed> m_done;
};

}  // namespace

std::vector<Executed> executedInstructions(const join::SessionRun& run, const program::ExecutionPlan& plan) {
    return Sequence(run, plan).read();
}

std::map<std::size_t, std::int64_t> stoppedRuns(const std::vector<const join::SessionRun*>& runs,
                                                const program::ExecutionPlan& plan) {
    std::map<std::size_t, std::int64_t> stopped;
    std::int64_t end = -1;
    const auto& instructions = plan.mainInstructions();
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        if (std::holds_alternative<program::JumpFalseCall>(instructions[i])) return stopped;  // not all run
        if (plan.calledOperator(instructions[i]) != nullptr || plan.calledDelegate(instructions[i]))
            end = static_cast<std::int64_t>(i);
    }
    for (const join::SessionRun* run : runs) {
        const auto values = run->dump->values(run->run());
        if (values.empty() || std::ranges::any_of(values, &etdump::LoggedValue::programOutput)) continue;
        std::int64_t last = -1;
        for (const etdump::Event& event : run->dump->events(run->run()))
            if (event.place.chain == 0 && endsInstruction(run->dump->text(event.name)))
                last = std::max<std::int64_t>(last, event.place.instruction);
        if (last >= 0 && last < end) stopped.emplace(run->index, last);
    }
    return stopped;
}

Result<std::vector<join::SessionRun>> executionsOf(const session::MethodView& method, const JobContext& job) {
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    std::vector<join::SessionRun> found;
    for (const join::SessionRun& run : **runs)
        if (run.attribution.method == method.name && run.kind() != etdump::BlockKind::Load) found.push_back(run);
    return found;
}

}  // namespace etscope::replay
