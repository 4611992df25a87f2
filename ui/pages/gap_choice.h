// What the numeric gap is asked for: which reference values, which run. Any thread.
#pragma once

#include <QString>
#include <memory>

#include "gap/gap.h"
#include "look/marks.h"

namespace etscope::ui {

using References = std::shared_ptr<const gap::ReferenceValues>;

/// What the user chose. Neither file nor run: the first value file with values of the method.
struct GapChoice {
    QString file;
    std::optional<std::size_t> referenceRun;
    gap::GapOptions options;
    std::size_t metric = 0;
};

/// A record, a run, and something to hold it against: values, or another run.
bool hasGap(const session::Session& session);

/// Never null. Errors: those of gap::runReferences, gap::fileReferences and gap::sessionReferences.
Result<References> referencesOf(const session::Session& session, const std::string& method, const GapChoice& choice,
                                const JobContext& job);

/// What came out of one run against the references of its method.
struct RunVerdict {
    Mark mark = Mark::Missing;  ///< Missing: nothing could be compared
    QString words;              ///< lines: what it is, the worst error, where it begins; or why nothing was compared
    double worst = 0;           ///< the largest relative error
    QString firstDivergence;    ///< node, or empty
};
RunVerdict runVerdict(const gap::GapTable& table);

}  // namespace etscope::ui
