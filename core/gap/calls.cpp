#include "gap/calls.h"

#include <algorithm>
#include <tuple>

#include "base/name_text.h"
#include "etdump/debug_buffer.h"

namespace etscope::gap {
namespace {

/// Handles of an event: of its instruction, or what the delegate map says of the id inside it.
gap::Handles handlesOf(const join::HandleRow& row, const etdump::Dump& dump, const etdump::DelegateId& id) {
    if (id.kind == etdump::DelegateId::Kind::None) return row.debugHandles;
    const std::string text = id.kind == etdump::DelegateId::Kind::Int ? std::to_string(id.number) : nameText(dump.text(id.text));
    for (const join::DelegateHandleRow& inner : row.steps)
        if (inner.delegateDebugId == text) return inner.debugHandles;
    return {};
}

void addValues(const join::SessionRun& run, const etdump::LoggedValue& value, Call& call) {
    const std::size_t elements = value.kind == etdump::ValueKind::TensorList ? value.tensorCount : 1;
    for (std::size_t i = 0; i < elements; ++i) call.values.push_back(etdump::debugValue(*run.dump, value, run.buffer, i));
}

}  // namespace

CallCollector::CallCollector(const join::MethodHandles& handles, const std::set<std::int64_t>& known) : m_known(known) {
    for (const join::HandleRow& row : handles.rows) m_rows.emplace(row.instruction, &row);
}

void CallCollector::add(const join::SessionRun& run, std::optional<std::int64_t> stopped) {
    std::map<std::tuple<std::int32_t, int, std::int32_t, std::uint32_t>, std::size_t> ofPlace;
    const auto values = run.dump->values(run.run());
    for (const etdump::Event& event : run.dump->events(run.run())) {
        const auto logged = run.dump->valuesOf(event);
        const auto row = event.place.chain == 0 ? m_rows.find(event.place.instruction) : m_rows.end();
        if (logged.empty() || row == m_rows.end() || event.place.instruction == stopped) continue;
        const auto& id = event.place.delegate;
        const auto [at, fresh] =
            ofPlace.try_emplace({event.place.instruction, static_cast<int>(id.kind), id.number, id.text}, m_calls.size());
        if (fresh) addCall(run, event, *row->second);
        Call& call = m_calls[at->second];
        for (const std::uint32_t value : logged)
            if (!values[value].programOutput) addValues(run, values[value], call);
    }
}

KeptCalls CallCollector::finish(bool folded) && {
    std::vector<Call> kept;
    std::map<gap::Handles, std::size_t> byHandles;
    std::map<gap::Handles, std::set<std::int64_t>> instructions;
    for (Call& call : m_calls) {
        if (call.name == "DELEGATE_CALL" && insideLogged(call)) continue;
        if (std::ranges::none_of(call.handles, [this](std::int64_t handle) { return m_known.contains(handle); })) continue;
        if (!folded) {
            kept.push_back(std::move(call));
            continue;
        }
        const auto [at, fresh] = byHandles.try_emplace(call.handles, kept.size());
        instructions[call.handles].insert(call.instruction);
        if (fresh)
            kept.push_back(std::move(call));
        else if (call.instruction > kept[at->second].instruction)
            kept[at->second] = std::move(call);
    }
    std::size_t leftOut = 0;
    for (const auto& [handles, all] : instructions) leftOut += all.size() - 1;
    return {std::move(kept), leftOut};
}

void CallCollector::addCall(const join::SessionRun& run, const etdump::Event& event, const join::HandleRow& row) {
    Call& call = m_calls.emplace_back();
    call.handles = handlesOf(row, *run.dump, event.place.delegate);
    call.instruction = event.place.instruction;
    call.run = run.index;
    call.name = nameText(run.dump->text(event.name));
    if (call.name == "OPERATOR_CALL" && !row.op.empty()) call.name = row.op;  // a kernel without an event of its own
    call.outputs = static_cast<std::size_t>(std::max<std::int64_t>(1, row.outputs));
    call.kernel = !row.isDelegate;
    if (event.place.delegate.kind == etdump::DelegateId::Kind::None) return;
    call.outputs = 1;
    call.inside = true;
    call.kernel = false;
    m_inside.insert(call.handles.begin(), call.handles.end());
}

bool CallCollector::insideLogged(const Call& call) const {
    return std::ranges::any_of(call.handles, [this](std::int64_t handle) { return m_inside.contains(handle); });
}

}  // namespace etscope::gap
