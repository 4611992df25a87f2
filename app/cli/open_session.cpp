#include <algorithm>
#include <array>
#include <string_view>

#include "answer.h"
#include "base/number_text.h"
#include "commands.h"
#include "join/family.h"

namespace etscope::cli {
namespace {

/// Commands whose tables a wrong --method would only empty.
constexpr std::array<std::string_view, 8> kTablesOfMethods{"containers",   "delegates", "listing",     "memory",
                                                           "quantisation", "tensors",   "undelegated", "kernels"};

/// "3=text_decoder" and "3=0"; the text that is wrong, or nothing.
std::string applyRuns(const Options& options, session::OpenOptions& open) {
    const auto each = [](const std::vector<std::string>& texts, auto&& take) -> std::string {
        for (const std::string& text : texts) {
            const auto equals = text.find('=');
            const auto run = equals == std::string::npos ? std::nullopt : parseInt(std::string_view(text).substr(0, equals));
            if (!run || *run < 0 || !take(static_cast<std::size_t>(*run), text.substr(equals + 1))) return text;
        }
        return {};
    };
    const std::string wrong = each(options.runMethods, [&](std::size_t run, const std::string& method) {
        open.runMethods[run] = method;
        return !method.empty();
    });
    if (!wrong.empty()) return wrong;
    return each(options.pairs, [&](std::size_t run, const std::string& text) {
        const auto number = parseInt(text);
        if (number) open.runCases[run] = *number;
        return number && *number >= 0;
    });
}

}  // namespace

Result<std::shared_ptr<const session::Session>> openSession(const Options& options, const JobContext& job) {
    session::OpenOptions open;
    if (const auto readable = checkReadable(options.npy); !readable) return readable.failure();
    if (const auto readable = checkReadable(options.references); !readable) return readable.failure();
    open.outputFolders = options.npy;
    std::vector<std::string> files = options.files;
    if (!options.file.empty()) files.insert(files.begin(), options.file);
    if (!options.fromRun.empty())  // the runs are joined with the program and with where the cases are from
        for (const std::string& other : {options.fromRun, options.from, options.fromRecord})
            if (!other.empty()) files.push_back(other);
    open.debugBuffers = options.debugBuffers;
    if (const std::string wrong = applyRuns(options, open); !wrong.empty())
        return fail("usage", "--run-method wants RUN=METHOD and --pair RUN=CASE, not " + wrong);
    const auto whole = session::Session::open(files, open, job);
    if (!whole) return whole.failure();
    for (const session::SessionFile& file : (*whole)->files())
        if (file.source == nullptr) return Failure{*file.error};
    const bool anyRead =
        std::any_of((*whole)->files().begin(), (*whole)->files().end(), [](const session::SessionFile& f) { return !f.error; });
    if (!anyRead) return Failure{*(*whole)->files().front().error};
    const auto session = join::programInView(*whole, options.member, job);
    if (!session) return session.failure();
    if (const auto known = checkRuns(**session, job); !known) return known.failure();
    return *session;
}

Result<void> checkMethod(const Options& o, const session::Session& session) {
    const bool asks = !o.method.empty() && std::ranges::find(kTablesOfMethods, o.command) != kTablesOfMethods.end();
    if (!asks || session.method(o.method) != nullptr || session.plan(o.method) != nullptr) return {};
    std::string known;
    for (const session::Method& method : session.methods()) known += (known.empty() ? "" : ", ") + method.name;
    return fail("no-such-method", known.empty() ? "the session has no methods" : "there is no such method; there are: " + known,
                o.method);
}

}  // namespace etscope::cli
