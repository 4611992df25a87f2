#include "compare/logged_tensors.h"

#include "base/name_text.h"
#include "compare/run_cases.h"
#include "etdump/debug_buffer.h"

namespace etscope::compare {
namespace {

using inventory::TensorRow;

/// Values that a run logged: named by instruction and event, outputs of the method by their number.
void addRun(const join::SessionRun& run, std::vector<TensorRow>& rows) {
    TensorRow row;
    row.role = inventory::TensorRole::Intermediate;
    row.file = run.file;
    row.run = static_cast<std::int64_t>(run.index);
    row.caseIndex = run.caseIndex;
    row.method = run.attribution.method.value_or("");
    row.stage = "program";
    std::int64_t outputs = 0;
    const auto values = run.dump->values(run.run());
    for (const etdump::Event& event : run.dump->events(run.run())) {
        row.index = 0;
        for (const std::uint32_t v : run.dump->valuesOf(event)) {
            row.name = values[v].programOutput
                           ? "output " + std::to_string(outputs++)
                           : "0/" + std::to_string(event.place.instruction) + " " + nameText(run.dump->text(event.name));
            if (values[v].origin == etdump::ValueOrigin::Lost) continue;
            for (const etdump::LoggedTensor& tensor : run.dump->tensors(values[v])) {
                row.tensor = etdump::debugTensor(*run.dump, tensor, run.buffer);
                rows.push_back(row);
                ++*row.index;
            }
        }
    }
}

}  // namespace

Result<std::shared_ptr<const std::vector<TensorRow>>> tensors(const session::Session& session, const JobContext& job) {
    using Rows = std::vector<TensorRow>;
    return session.store().get<Rows>("compare::tensors", job, [&]() -> Result<std::shared_ptr<const Rows>> {
        const auto files = inventory::tensors(session, job);
        if (!files) return files.failure();
        const auto runs = compare::runs(session, job);
        if (!runs) return runs.failure();
        Rows rows = **files;
        for (const join::SessionRun& run : **runs) {
            if (job.cancelled()) return cancelledFailure();
            addRun(run, rows);
        }
        return std::make_shared<const Rows>(std::move(rows));
    });
}

}  // namespace etscope::compare
