// What lies beside a program and belongs to it: assets of Core AI, each a folder whose name ends in ".aimodel". Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace etscope::session {

/// The programs ("main.mlirb") of assets that stand in a folder, or in a folder of it, by path: exporters put each asset into a
/// folder with its hash. What cannot be listed is left out.
std::vector<std::string> assetPrograms(const std::string& folder);

/// The file of the session that a payload names: by its path beside the program, wherever the files are, else by the SHA-256 of its
/// content (empty: not known), for which Core AI models are read whole.
std::optional<ByteRange> sidecar(const std::vector<SessionFile>& files, std::string_view path, std::string_view hash,
                                 const JobContext& job);

/// Whether a file is the model of a delegate in this program: it is told there, and is no method of its own.
bool isSidecarOf(const SessionFile& file, const program::Program& program);

}  // namespace etscope::session
