// What runs wrote to the debug buffer: what they executed says in which order, the dump and the plan how much.
#include <algorithm>
#include <map>
#include <span>

#include "base/limits.h"
#include "etdump/event_names.h"
#include "join/missing_values.h"
#include "program/plan_graph.h"

namespace etscope::join {
namespace {

using program::ExecutionPlan;
using program::ValueIndex;

/// By instruction of the first chain: what a kernel logs, its results; what a delegate call logs, all of its arguments.
std::vector<std::vector<ValueIndex>> loggedByInstruction(const ExecutionPlan& plan) {
    std::vector<std::vector<ValueIndex>> logged;
    program::PlanCalls calls(plan);
    for (const program::Instruction& instruction : plan.mainInstructions()) {
        program::PlanCall call = calls.read(instruction);
        calls.finish(call);
        const auto* delegate = std::get_if<program::DelegateCall>(&instruction);
        const bool kernel = std::holds_alternative<program::KernelCall>(instruction);
        logged.push_back(delegate != nullptr ? delegate->arguments : kernel ? std::move(call.makes) : std::vector<ValueIndex>());
    }
    return logged;
}

/// Values that are looked at: a program can list as many for every event of a dump as it has bytes. A kernel notes an event of its
/// own, and the call around it another.
std::size_t mostLooked(const etdump::Dump& dump) {
    std::size_t events = std::size_t{1} << 17U;
    for (const etdump::Run& run : dump.runs()) events += dump.events(run).size();
    return events;
}

class RunWriter {
public:
    RunWriter(const etdump::Dump& dump, std::size_t run, const ExecutionPlan& plan,
              const std::vector<std::vector<ValueIndex>>& byInstruction, std::size_t most, std::size_t& looked,
              std::vector<Written>& written)
        : m_dump(dump),
          m_run(run),
          m_plan(plan),
          m_byInstruction(byInstruction),
          m_values(dump.values(dump.runs()[run])),
          m_most(most),
          m_looked(looked),
          m_written(written) {}

    void write() {
        const auto events = m_dump.events(m_dump.runs()[m_run]);
        bool executed = false;
        for (std::uint32_t e = 0; e < events.size(); ++e) {
            finish(e, events[e].place, loggedBy(events[e]), false);
            executed = executed || m_dump.text(events[e].name) == "Method::execute";
        }
        finish(static_cast<std::uint32_t>(events.size()), {-1, -1, {}}, executed ? Values(m_plan.outputs) : Values(), true);
    }

private:
    using Values = std::span<const ValueIndex>;

    Values loggedBy(const etdump::Event& event) const {
        const std::string_view name = m_dump.text(event.name);
        const auto instruction = static_cast<std::size_t>(event.place.instruction);
        if (event.place.chain != 0 || event.place.instruction < 0 || instruction >= m_byInstruction.size()) return {};
        if (event.kind == etdump::EventKind::DelegateCall) return m_byInstruction[instruction];
        if (event.kind != etdump::EventKind::Operator || name == "OPERATOR_CALL" || etdump::logsNothing(name)) return {};
        const Values all = m_byInstruction[instruction];
        const bool generated = !etdump::kernelOf(name).empty();  // others log their last argument alone
        return generated || all.empty() ? all : all.last(1);
    }

    /// Values that were logged before event `e`, which tells what they are.
    void finish(std::uint32_t e, const etdump::Place& place, Values expected, bool output) {
        const std::size_t begin = m_next, written = m_written.size();
        std::size_t end = begin;
        while (end < m_values.size() && m_values[end].eventsBefore <= e) ++end;
        if (begin == end && expected.empty()) return;
        const etdump::MissingValue lost{.run = m_run, .place = place, .eventsBefore = e, .output = output};
        const bool fits = std::ranges::all_of(expected, [&](ValueIndex value) { return add(value, end, lost); });
        if (!fits || m_next != end) {
            m_written.resize(written);
            m_written.push_back({});  // anything
            for (m_next = begin; m_next < end; ++m_next) addLogged(m_values[m_next], -1);
            m_written.push_back({});
        }
        m_next = end;
        for (std::size_t w = written; w < m_written.size(); ++w) m_written[w].call = written;
    }

    /// One value that is expected; false: what was logged is another one.
    bool add(ValueIndex index, std::size_t end, const etdump::MissingValue& lost) {
        const std::vector<ValueIndex>* items = m_plan.tensorItems(index);
        const Values tensors = items != nullptr ? Values(*items) : Values(&index, 1);
        m_looked += 1 + tensors.size();
        if (m_looked > m_most) return false;
        std::vector<const program::TensorInfo*> infos;
        for (const ValueIndex item : tensors) infos.push_back(m_plan.tensor(item));
        if (std::ranges::find(infos, nullptr) != infos.end()) return items == nullptr && takeScalar(end);
        const auto first = std::ranges::find_if(infos, [](const auto* info) { return !etdump::isLogged(info->scalarType); });
        if (first == infos.end()) return takeTensors(index, infos, end);
        for (auto info = infos.begin(); info <= first; ++info) {  // of a list the writer ends at the first that it cannot enter
            Written& one = m_written.emplace_back();
            one.value = items != nullptr ? -1 : index;
            if ((*info)->dynamism == program::Dynamism::Static) one.bytes = (*info)->byteCount();
            if (info != first) continue;
            one.lost = lost;
            one.lost->valuesBefore = static_cast<std::uint32_t>(m_next);
            if (items == nullptr) describe(**info, *one.lost);
        }
        return true;
    }

    static void describe(const program::TensorInfo& info, etdump::MissingValue& lost) {
        const auto strides = info.strides();
        if (info.dynamism != program::Dynamism::Static || !strides || strides->size() > limits::kMaxRank) return;
        lost.type = info.scalarType;
        lost.sizes.assign(info.sizes.begin(), info.sizes.end());
        lost.strides = *strides;
    }

    bool takeScalar(std::size_t end) {
        const bool scalar = m_next < end && m_dump.tensors(m_values[m_next]).empty();
        m_next += scalar ? 1U : 0U;
        return scalar;
    }

    bool takeTensors(ValueIndex index, const std::vector<const program::TensorInfo*>& infos, std::size_t end) {
        if (m_next >= end) return false;
        const auto tensors = m_dump.tensors(m_values[m_next]);
        const bool fits = std::ranges::equal(tensors, infos, [this](const etdump::LoggedTensor& tensor, const auto* info) {
            return tensor.type == info->scalarType && info->fits(m_dump.sizes(tensor));
        });
        if (fits) addLogged(m_values[m_next++], index);
        return fits;
    }

    void addLogged(const etdump::LoggedValue& value, ValueIndex index) {
        for (const etdump::LoggedTensor& tensor : m_dump.tensors(value)) {
            Written& one = m_written.emplace_back();
            one.value = index;
            one.bytes = etdump::byteCount(m_dump, tensor);
            if (tensor.offset >= 0) one.offset = static_cast<std::uint64_t>(tensor.offset);
        }
    }

    const etdump::Dump& m_dump;
    const std::size_t m_run;
    const ExecutionPlan& m_plan;
    const std::vector<std::vector<ValueIndex>>& m_byInstruction;
    const std::span<const etdump::LoggedValue> m_values;
    std::size_t m_next = 0;
    const std::size_t m_most;
    std::size_t& m_looked;
    std::vector<Written>& m_written;
};

}  // namespace

std::vector<Written> writtenValues(const etdump::Dump& dump, const std::vector<const ExecutionPlan*>& plans) {
    std::vector<Written> written;
    const std::size_t most = mostLooked(dump);
    std::size_t looked = 0;
    std::map<const ExecutionPlan*, std::vector<std::vector<ValueIndex>>> logged;
    for (std::size_t r = 0; r < dump.runs().size(); ++r) {
        if (plans[r] == nullptr) {
            if (dump.blockKind(dump.runs()[r]) != etdump::BlockKind::Load || !dump.values(dump.runs()[r]).empty())
                written.push_back({.call = written.size()});
            continue;
        }
        const auto [at, fresh] = logged.try_emplace(plans[r]);
        if (fresh) at->second = loggedByInstruction(*plans[r]);
        RunWriter(dump, r, *plans[r], at->second, most, looked, written).write();
        if (looked > most) return {};
    }
    return written;
}

}  // namespace etscope::join
