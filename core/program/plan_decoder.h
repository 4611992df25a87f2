// Decodes one verified ExecutionPlan table into plain values. Missing and unknown parts become diagnostics here; what the numbers
// point to is checked later, on the decoded plan (checks.h).
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "flat/table_reader.h"
#include "program/plan.h"
#include "program/root_tables.h"

namespace etscope::program {

/// `place` names the plan in diagnostics: "execution_plan[0] \"forward\"".
ExecutionPlan decodePlan(const wire::ExecutionPlan& table, std::size_t index, flat::TableReader& reader, Diagnostics& diagnostics);

/// "execution_plan[2] \"forward\"".
std::string planPlace(std::size_t index, const std::string& name);

}  // namespace etscope::program
