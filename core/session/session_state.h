// What a Session holds behind its lock. Only the .cpp files of core/session include this.
#pragma once

#include <map>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "join/links.h"
#include "join/runs.h"
#include "session/session.h"

namespace etscope::session {

/// A value computed at most once at a time: the second caller waits for the first and gets the same. A failed or cancelled
/// computation is not kept.
template <class T>
class Once {
public:
    template <class Make>
    Result<std::shared_ptr<const T>> get(Make&& make) {
        const std::lock_guard lock(m_mutex);
        if (m_value != nullptr) return m_value;
        Result<std::shared_ptr<const T>> made = make();
        if (made) m_value = *made;
        return made;
    }

private:
    std::mutex m_mutex;
    std::shared_ptr<const T> m_value;
};

/// Where a stage's program JSON is. `entry` is the stage's index in Record::stages(), or -1 for programs of other files.
struct StagePlace {
    unsigned file = 0;
    int entry = -1;
    ByteRange json;  ///< programs outside a record
};

struct Session::State {
    std::vector<SessionFile> files;
    std::vector<Method> methods;
    std::map<std::pair<std::string, std::string>, StagePlace> places;  ///< (method, stage)
    OpenOptions options;
    int record = -1;
    int program = -1;
    std::map<std::string, std::shared_ptr<const graph::GraphModel>> natives;  ///< method → stage "program" of native files

    std::mutex mutex;  ///< guards the maps below and the diagnostics
    std::map<std::pair<std::string, std::string>, Once<exported::Program>> programs;
    std::map<std::size_t, Once<pickle::Artifact>> artifacts;
    std::map<std::string, Once<graph::GraphModel>> plans;
    std::map<std::pair<std::string, std::size_t>, Once<delegates::Decoded>> delegates;
    Once<std::vector<SessionRun>> runs;
    std::map<std::string, Once<MethodLinks>> links;
    Once<std::vector<TensorRow>> tensors;
    Diagnostics diagnostics;
    std::unordered_set<std::size_t> told;  ///< hashes of what was added to them

    template <class Key, class T>
    Once<T>& slot(std::map<Key, Once<T>>& map, const Key& key) {
        const std::lock_guard lock(mutex);
        return map[key];
    }
};

/// Adds a stage to a method, which is made when it is new; stages keep the order of a model's way.
void addStage(std::vector<Method>& methods, const std::string& method, const std::string& stage);

/// The method that the record's values without a method name belong to: "forward", or the only method; empty otherwise.
std::string defaultMethod(const Session& session);

/// The cases of a `reference_outputs` artifact by method, in file order: a dict of method → list of cases; a plain list
/// belongs to `fallback`. Each case is the value below which the outputs are found (docs/FORMATS.md "Reference outputs").
std::vector<std::pair<std::string, std::vector<pickle::ValueId>>> referenceCases(const pickle::Artifact& artifact,
                                                                                 const std::string& fallback);

/// Parameters in the state dict of the method's primary stage: number, elements, bytes of the values.
Result<ParameterTotals> parameterTotals(const Session& session, const Method& method, const JobContext& job);

}  // namespace etscope::session
