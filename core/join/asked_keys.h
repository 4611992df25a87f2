// Named data that a program asks for, and how far a file of external data answers (docs/FORMATS.md "Named data"). Any thread.
#pragma once

#include <map>
#include <set>
#include <string>

#include "base/sentence.h"
#include "session/session.h"

namespace etscope::join {

/// Keys that the session's program asks for. Only a delegate that a decoder reads tells its keys.
struct AskedKeys {
    std::map<std::string, const program::TensorInfo*, std::less<>> tensors;  ///< external tensors, the first of each name
    std::set<std::string, std::less<>> delegates;
    std::size_t silentDelegates = 0;  ///< that no decoder reads
};

/// The session has a program. Decodes its delegates, which the session keeps.
AskedKeys askedKeys(const session::Session& session, const JobContext& job);

/// How far one file of external data answers.
struct DataFit {
    std::size_t tensors = 0;     ///< external tensors that it has
    std::size_t fitting = 0;     ///< of these: of the type, sizes and order of axes that the runtime demands
    std::size_t delegates = 0;   ///< keys of delegates that it has
    std::size_t unanswered = 0;  ///< keys that no file has
    Sentence misfit;             ///< the first that does not fit, in words
};
DataFit fitData(const session::Session& session, const tensordata::TensorData& data, const AskedKeys& asked);

}  // namespace etscope::join
