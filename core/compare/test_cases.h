// Test cases for bundled programs from what a session holds and from files. Any thread.
#pragma once

#include <string>
#include <vector>

#include "bundle/writer.h"
#include "session/session.h"

namespace etscope::compare {

/// Inputs and outputs of the program's methods, constant methods left out.
std::vector<bundle::MethodSignature> signaturesOf(const program::Program& program);

/// Test cases of the session's bundled programs that do not fit the program, each a diagnostic: the runtime refuses them, aborts,
/// or reads what is not there.
void checkTestCases(const session::Session& session, Diagnostics& diagnostics);

/// The values of one side of a case, in order: of an .npy (one value), .npz, .safetensors (by the number at the end of their names,
/// else as they stand), torch.save (flattened), or a folder of .npy files by name. Errors: those of the readers, `case-file-kind`.
Result<std::vector<tensor::Value>> caseValues(const std::string& path, Diagnostics& diagnostics, const JobContext& job);

/// The record's representative inputs with its reference outputs: one case for each input list that it has. Errors: `no-record`,
/// `no-representative-inputs`, those of the reader.
Result<std::vector<bundle::SuiteContent>> suitesOfRecord(const session::Session& session, const JobContext& job);

}  // namespace etscope::compare
