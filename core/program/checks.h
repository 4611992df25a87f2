// The validation list of a program (docs/FORMATS.md "Validation of a program"): each item a diagnostic with a stable code and the
// place: plan, instruction, value. All work on decoded programs and read no file.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "program/program.h"

namespace etscope::program {

/// Everything below.
void checkProgram(const Program& program, Diagnostics& diagnostics);

/// Indices, lists, instructions, delegates, buffers of one plan. `place`: planPlace().
void checkPlan(const Program& program, const ExecutionPlan& plan, const std::string& place, Diagnostics& diagnostics);

/// Shape, memory plan and data of one tensor. `place` names the value.
void checkTensor(const Program& program, const ExecutionPlan& plan, const TensorInfo& tensor, const std::string& place,
                 Diagnostics& diagnostics);

}  // namespace etscope::program
