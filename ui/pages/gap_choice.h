// What the numeric gap is asked for: which reference values, which run. Any thread.
#pragma once

#include "gap/gap.h"
#include "look/marks.h"
#include "pages/computed_values.h"

namespace etscope::ui {

/// What the user chose. Neither file nor run: the first value file with values of the method; without one they are computed.
struct GapChoice {
    bool computed = false;  ///< also where there is such a file
    bool patient = false;   ///< also where computing takes long
    bool kept = true;       ///< what is computed stays until the session is closed
    QString file;
    std::optional<std::size_t> referenceRun;
    gap::GapOptions options;
    std::size_t metric = 0;
};

/// A record, a run, and something to hold it against: what it logged can be computed; else values, or another run.
bool hasGap(const session::Session& session);

struct FoundReferences {
    References references;               ///< never null; without any value where there are none
    std::optional<evaluate::Plan> plan;  ///< they are still to be computed, which takes long
    QString why;                         ///< they cannot be computed, and nothing else was chosen
};
/// Errors: those of gap::runReferences, gap::fileReferences and gap::sessionReferences; where values are to be computed, and
/// nothing else will do, those of that.
Result<FoundReferences> referencesOf(const session::Session& session, const std::string& method, const GapChoice& choice,
                                     const JobContext& job);

/// What came out of one run against the references of its method.
struct RunVerdict {
    Mark mark = Mark::Missing;  ///< Missing: nothing could be compared
    QString words;              ///< lines: what it is, the worst error, where it begins; or why nothing was compared
    double worst = 0;           ///< the largest relative error
    QString firstDivergence;    ///< node, or empty
};
/// Most values have other shapes than their references: those are of another call, or of another method.
bool isMisfit(const gap::GapTable& table);
RunVerdict runVerdict(const gap::GapTable& table, const gap::ReferenceValues& references);

}  // namespace etscope::ui
