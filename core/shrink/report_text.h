// Texts for an issue upstream: the report, and the program in it, which runs as it stands. Internal to core/shrink; any thread.
#pragma once

#include <string>
#include <string_view>

#include "shrink/shrink.h"

namespace etscope::shrink {

/// The code of model.py as one program: exports it, runs it, prints what PyTorch gives and what the runtime gives.
std::string issueProgram(std::string_view model);

/// What a program printed, without what the runtime tells of the processor.
std::string withoutNoise(std::string_view printed);

/// report.md: an issue as ExecuTorch asks for it, then what was tried.
std::string reportText(const Answer& answer, const std::string& version);

}  // namespace etscope::shrink
