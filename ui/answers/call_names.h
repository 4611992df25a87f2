// What the instructions of a method are called where the runtime has no name for them: by operator, backend and module.
// Delegate calls: join/call_titles.
#pragma once

#include <QString>
#include <map>
#include <memory>
#include <span>

#include "join/call_titles.h"
#include "join/runs.h"
#include "modules/operator_family.h"
#include "profile/call_places.h"
#include "profile/summary.h"

namespace etscope::ui {

struct CallName {
    QString name;   ///< "aten::add.out"; of a delegate call "attention · layers.0"
    QString whole;  ///< of a delegate call with its number, and all operators that it runs
    QString brief;  ///< "add"; of a delegate call what it computes: "attention"; not known: its number. Of a dump alone the kernel:
                    ///< "split_with_sizes_copy"
    QString listed;  ///< "add"; of a delegate call "XNNPACK 9 · attention"
    QString runsAs;  ///< "XNNPACK 9"; empty: of no delegate that is known
    QString module;  ///< empty: not known
    modules::OperatorFamily family = modules::OperatorFamily::Other;
};

/// What happened inside an instruction.
struct StepName {
    QString name;     ///< "Fully Connected" of "Fully Connected (NC, F32) GEMM #1"; of a kernel "index_put.out"
    QString whole;    ///< as the backend or the runtime calls it
    int family = -1;  ///< modules::OperatorFamily; −1: not known
};
StepName stepName(const profile::SummaryRow& row);

/// Names of a method's instructions; without a program those that `runs` tell. One thread, while the session and the job live.
class CallNames {
public:
    CallNames(const session::Session& session, const QString& method, std::span<const join::SessionRun> runs,
              const JobContext& job);
    CallName of(std::int64_t instruction) const;

private:
    profile::CallPlaces m_places;
    std::shared_ptr<const join::CallTitles> m_titles;  ///< null: cancelled
    profile::DumpedCalls m_calls;
};

}  // namespace etscope::ui
