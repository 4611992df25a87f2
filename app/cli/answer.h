// What a command says, handed over instead of printed: for callers that are no terminal (the Python module). Caught on the thread
// that the command runs on; other threads print as ever.
#pragma once

#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "commands.h"
#include "report/documents.h"

namespace etscope::cli {

struct Answer {
    int status = kDone;
    std::optional<report::Json> document;  ///< what `--json` prints
    std::string text;                      ///< what else goes to the standard output: drawings
    std::string messages;                  ///< what else goes to the standard error
    std::vector<Error> errors;
};

/// Parses the words as those behind `etscope-cli`; `options` gets what they say. Errors: `usage`.
Result<void> parseWords(const std::vector<std::string>& words, Options& options);

/// The files that the options name, opened and checked. Errors: those of Session::open, of a file that cannot be opened,
/// `no-such-run`, `no-such-method`, `no-such-case`, `usage`.
Result<std::shared_ptr<const session::Session>> openSession(const Options& options, const JobContext& job);

/// Runs the command on a session that is open (null: for what needs no file) and catches what it says. Nothing is thrown.
Answer answer(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job);

/// Where the commands of this thread say things. While an answer is caught: into it.
class Caught {
public:
    /// nullptr: nobody catches, things are printed.
    static Caught* current() noexcept;
    explicit Caught(Answer& answer) noexcept;
    ~Caught();
    Caught(const Caught&) = delete;
    Caught& operator=(const Caught&) = delete;

    Answer& answer() noexcept { return m_answer; }
    std::ostream& output() noexcept { return m_output; }
    std::ostream& messages() noexcept { return m_messages; }

private:
    Answer& m_answer;
    std::ostringstream m_output, m_messages;
};

/// Of this thread's commands: the standard output and error unless they are caught.
std::ostream& standardOutput() noexcept;
std::ostream& standardError() noexcept;

}  // namespace etscope::cli
