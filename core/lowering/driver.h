// Driver: the user's Python as a process of its own that lowers programs and runs them, as it is asked; torch and executorch stay
// loaded from request to request. Nothing of a file is executed in this process, and a driver that dies or hangs is started again.
// Its script, resources/lowering/driver.py, is written out beside what it makes and tells the protocol. One thread.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "run/execute.h"
#include "run/talking_child.h"

namespace etscope::lowering {

struct DriverOptions {
    std::string python = "python3";
    std::string folder;  ///< where driver.py is written; exists
    /// Of each request; loading torch, which a busy machine makes long, may take three times that.
    std::chrono::milliseconds time = std::chrono::minutes(2);
    std::uint64_t memory = std::uint64_t{8} << 30U;  ///< of its process; 0: no limit
};

/// What there is to lower and to run with.
struct Versions {
    std::string python, torch, executorch;
    std::vector<std::string> backends;  ///< of the runtime
    std::string platform;               ///< "Linux-6.1 x86_64"; empty: it is not told
};

/// What became of a request.
struct Answer {
    enum class State : std::uint8_t {
        Done,
        Failed,     ///< the driver says why: an exception of the code, of the export, of the lowering
        NotDecided  ///< it died or hung, and is started again for the next request
    };
    State state = State::NotDecided;
    nlohmann::json facts;       ///< of the answer's line
    std::string step, message;  ///< of what is not done: where and why, in one line
    std::string said;           ///< the end of what it said on the way
    double seconds = 0;
    bool done() const noexcept { return state == State::Done; }
};

/// What is to be lowered. Files of code are named from `folder`; driver.py says what they may define.
struct BuildRequest {
    std::string folder;                ///< exists; takes model.pte, model.etrecord, of a module the cases and references
    std::vector<std::string> code;     ///< model.py, patches; of what several define the last one counts
    std::string record;                ///< an ETRecord's path, where no code has a Model
    std::string graph = "exported";    ///< of the record: "exported" or "edge"
    std::vector<std::string> methods;  ///< of the record; empty: all
};

class Driver {
public:
    /// Writes the script, starts it and asks for versions. Errors: `run-not-started`, `run-no-executorch` (torch or executorch is
    /// missing, with what Python said), `write-failed`, `cancelled`.
    static Result<Driver> start(const DriverOptions& options, const JobContext& job);

    const Versions& versions() const& noexcept { return m_versions; }
    const Versions& versions() const&& = delete;

    /// Errors: `cancelled`, `run-not-started` where it cannot be started again. `onLine`: of lines that are no answer.
    Result<Answer> ask(nlohmann::json request, const run::OnLine& onLine, const JobContext& job);
    Result<Answer> build(const BuildRequest& request, const JobContext& job);

    /// Executes plans of runs here, for run::RunRequest::by. Keeps a reference.
    run::Executor executor();
    std::size_t starts() const noexcept { return m_starts; }

private:
    Driver(DriverOptions options, std::string script) : m_options(std::move(options)), m_script(std::move(script)) {}
    Result<void> wake(const JobContext& job);
    Result<Answer> exchange(nlohmann::json request, const run::OnLine& onLine, const JobContext& job);

    DriverOptions m_options;
    std::string m_script;
    Versions m_versions;
    std::optional<run::TalkingChild> m_child;
    std::int64_t m_next = 1;
    std::size_t m_starts = 0;
};

}  // namespace etscope::lowering
