// Runs one command of the command line.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/job_context.h"
#include "compare/outputs.h"
#include "options.h"
#include "run/target.h"
#include "session/session.h"

namespace etscope::cli {

/// Exit statuses of all commands.
inline constexpr int kDone = 0, kFailed = 1, kUsage = 2, kUnreadable = 3, kUnknown = 4, kInterrupted = 130;

/// Opens the files that the options name and runs the command on them.
int run(const Options& options, const JobContext& job);
/// Runs the command on a session that is open.
int runOn(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);

/// Tells the error on the standard error; the exit status that it is.
int complain(const Error& error);

/// Tells what the command line does not say rightly; the exit status of that.
int usage(const std::string& message);

/// gap_command.cpp: runs against reference values.
int runGap(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);
int runDrift(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);
/// gate_command.cpp: holds the session against a file of budgets, or writes one.
int runGate(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);
/// consistency_command.cpp: holds a model against itself, where a target is named by executing its program, too.
int runConsistency(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);
/// run_command.cpp: where programs are executed: one target at most; without one the Python of the shell.
run::TargetChoice targetOf(const Options& options);
/// run_command.cpp: executes the session's program.
int runRun(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);
/// advise_command.cpp: which weights may be narrow.
int runAdvise(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);
/// shrink_command.cpp: the smallest program that is still wrong; executes, too.
int runShrink(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);
/// run_command.cpp: where nothing of a run may be written: in the place of a file of the session. Errors: `output-is-input`.
Result<void> checkOutput(const Options& options, const session::Session& session);
/// survey_command.cpp: all sessions below the folders that the options name; and one that is open.
int runSurvey(const Options& options, const JobContext& job);
int runSurveyOf(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);
/// history_command.cpp: tables of surveys over time; `session` is none of its.
int runHistory(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);
/// mend_command.cpp: executes changed exports of the session's record.
int runMend(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);
/// run_command.cpp: bytes of that many GiB.
std::uint64_t bytesOfGib(double gib) noexcept;
/// Prints a document in the form that the options ask for; what is wrong with it on the standard error.
int printDocument(const Options& options, const Result<nlohmann::ordered_json>& document, bool failed);

/// bundle_command.cpp: writes the bundled program that the options describe. Errors: `usage`, those of bundle::checkSuites and
/// write.
Result<void> writeBundle(const Options& options, const session::Session& session, const JobContext& job);

/// open_session.cpp: whether --method names a method, for commands whose tables it would only empty. Errors: `no-such-method`.
Result<void> checkMethod(const Options& options, const session::Session& session);

/// compare_command.cpp: whether folders can be listed and files opened. Errors: `file-unreadable`.
Result<void> checkReadable(const std::vector<std::string>& paths);

/// compare_command.cpp: how outputs are compared. Errors: `usage`.
Result<compare::OutputCompareOptions> compareOptions(const Options& options);
/// compare_command.cpp: whether --run-method and --pair name runs, methods and cases that there are. Errors: `no-such-run`,
/// `no-such-method`, `no-such-case`, those of Session::runs.
Result<void> checkRuns(const session::Session& session, const JobContext& job);

}  // namespace etscope::cli
