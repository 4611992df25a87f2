// From cause to effect: what the verdict of a wrong export tells, in steps from the line of the script to the outputs, each with
// the place of its evidence. GUI thread only, for its language.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "answers/method_table.h"

namespace etscope::ui {

struct EffectStep {
    QString heading, title;
    Link proof;  ///< of the title; may lead nowhere
    QStringList lines;
    QString code{};  ///< a line of it; may be empty
    QString todo{};  ///< a sentence; may be empty
    Mark mark = Mark::None;
    bool cause = false;
    std::vector<std::pair<QString, Link>> deeds{};  ///< what can be done with it
};

/// Where an operator at fault was made.
struct CulpritPlace {
    std::string module, code;  ///< the path of its module; the line of the script as the record has it; empty: not known
    friend bool operator==(const CulpritPlace&, const CulpritPlace&) = default;
};
/// By method, of those that have one.
using CulpritPlaces = std::map<std::string, CulpritPlace>;
/// Errors: `cancelled`.
Result<CulpritPlaces> culpritPlaces(const session::Session& session, const findings::SessionVerdict& verdict,
                                    const JobContext& job);

/// Of the cause that the verdict's answer names; empty: nothing is wrong, or there is no more to tell than the cause itself.
std::vector<EffectStep> effectSteps(const findings::SessionVerdict& verdict, const CulpritPlaces& places,
                                    const QStringList& methods);

}  // namespace etscope::ui
