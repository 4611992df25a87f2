// What advice says for people: the sentence, and notes with numbers. Internal to core/advisor; pure functions.
#pragma once

#include "advisor/advice.h"

namespace etscope::advisor {

/// "KL 0.003", "34.2 dB".
std::string costText(const Advice& advice, double cost);
Sentence effectText(const Effect& effect);
/// Sentence, notes and remarks of what is known now.
void say(Advice& advice, const Options& options);

}  // namespace etscope::advisor
