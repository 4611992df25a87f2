// From cause to effect: what the verdict of a wrong export tells, in steps from the line of the script to the outputs, each with
// the place of its evidence. GUI thread only, for its language.
#pragma once

#include <vector>

#include "answers/method_table.h"

namespace etscope::ui {

struct EffectStep {
    QString heading, title;
    Link proof;  ///< of the title; may lead nowhere
    QStringList lines;
    QString todo;  ///< a sentence; may be empty
    Mark mark = Mark::None;
};

/// Of the cause that the verdict's answer names; empty: nothing is wrong, or there is no more to tell than the cause itself.
std::vector<EffectStep> effectSteps(const findings::SessionVerdict& verdict, const CulpritModules& modules,
                                    const QStringList& methods);

}  // namespace etscope::ui
