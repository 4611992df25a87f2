#include "inventory/delegate_rows.h"

#include "session/parts.h"

namespace etscope::inventory {
namespace {

void addCalls(const program::ExecutionPlan& plan, DelegateRow& row) {
    const auto& instructions = plan.mainInstructions();
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        const auto* call = std::get_if<program::DelegateCall>(&instructions[i]);
        if (call != nullptr && call->delegateIndex == row.index) row.calls.push_back(static_cast<std::int64_t>(i));
    }
}

void addHandles(const session::Session& session, DelegateRow& row) {
    if (session.recordFile() == nullptr) return;
    const auto& tables = session.recordFile()->record->sideTables().debugHandles;
    const auto hit = tables.find(row.method);
    if (hit == tables.end()) return;
    for (const std::int64_t call : row.calls)
        if (const auto handles = hit->second.find(call); handles != hit->second.end())
            row.debugHandles.insert(row.debugHandles.end(), handles->second.begin(), handles->second.end());
}

void addContent(const session::Session& session, const std::shared_ptr<const delegates::Decoded>& decoded, DelegateRow& row) {
    row.decoded = decoded;
    row.reason = decoded->reason;
    if (auto part = session::openablePart(row.method, row.index, *decoded)) row.opens = session.programFile()->path + "#" + *part;
}

}  // namespace

Result<std::vector<DelegateRow>> delegateRows(const session::Session& session, const JobContext& job) {
    std::vector<DelegateRow> rows;
    if (session.programFile() == nullptr) return rows;
    const program::Program& program = *session.programFile()->program;
    for (const program::ExecutionPlan& plan : program.plans())
        for (std::size_t i = 0; i < plan.delegates.size(); ++i) {
            DelegateRow& row = rows.emplace_back();
            row.method = plan.name;
            row.index = static_cast<std::int64_t>(i);
            row.id = plan.delegates[i].id;
            for (const program::CompileSpec& spec : plan.delegates[i].compileSpecs) {
                auto value = spec.value.readAll();
                row.compileSpecs.push_back({spec.key, value ? std::move(*value) : std::vector<std::byte>{}});
            }
            if (auto bytes = program.delegateBytes(plan.delegates[i])) row.bytes = *bytes;
            addCalls(plan, row);
            addHandles(session, row);
            const auto decoded = session.delegate(row.method, i, job);
            if (decoded.cancelled()) return decoded.failure();
            if (decoded)
                addContent(session, *decoded, row);
            else
                row.reason = decoded.error().message;
        }
    return rows;
}

}  // namespace etscope::inventory
