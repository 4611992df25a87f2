// What a Session holds behind its lock. Only the .cpp files of core/session include this.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <unordered_set>
#include <utility>

#include "session/session.h"

namespace etscope::session {

/// Where a stage's program JSON is. `entry` is the stage's index in Record::stages(), or -1 for programs of other files.
struct StagePlace {
    unsigned file = 0;
    int entry = -1;
    ByteRange json;  ///< programs outside a record
};

struct Session::State {
    std::vector<SessionFile> files;
    std::vector<Method> methods;
    std::map<std::string, std::size_t, std::less<>> methodIndex;          ///< in `methods`, by name
    std::set<std::pair<std::string, graph::StageId>> stages;              ///< (method, stage) of all methods
    std::map<std::pair<std::string, graph::StageId>, StagePlace> places;  ///< (method, stage)
    std::map<std::string, Archived, std::less<>> archived;                ///< by method
    OpenOptions options;
    int record = -1;
    int program = -1;
    std::map<std::string, const program::ExecutionPlan*, std::less<>> planOf;  ///< by method, of the program file
    std::map<std::string, std::shared_ptr<const graph::GraphModel>> natives;   ///< method → stage "program" of native files

    Store store;       ///< programs, graphs, artifacts, delegates, and what the rooms above keep
    std::mutex mutex;  ///< guards the diagnostics
    Diagnostics diagnostics;
    std::unordered_set<std::size_t> told;  ///< hashes of what was added to them

    /// Adds a stage to a method, which is made when it is new; stages keep the order of a model's way. False, with a diagnostic,
    /// when the session lists too many already.
    bool addStage(const std::string& method, const graph::StageId& stage);
};

}  // namespace etscope::session
