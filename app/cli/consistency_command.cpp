// `consistency`: a model held against itself; where a target is named its program is executed and held against it, too.
#include "answer.h"
#include "commands.h"
#include "report/consistency_document.h"
#include "version.h"

namespace etscope::cli {
namespace {

/// "INPUT=ROLE". Errors: `role-invalid`.
Result<consistency::ToldRoles> toldRoles(const std::vector<std::string>& words) {
    consistency::ToldRoles roles;
    for (const std::string& word : words) {
        const auto equals = word.rfind('=');
        const auto role =
            equals == std::string::npos ? std::nullopt : consistency::roleOf(std::string_view(word).substr(equals + 1));
        if (!role)
            return fail("role-invalid",
                        "--role wants INPUT=ROLE, not '" + word +
                            "'; roles are tokens, embeddings, positions, cache_position, mask, pixel_values, state, "
                            "length, unknown");
        roles[word.substr(0, equals)] = *role;
    }
    return roles;
}

/// Nothing: nobody asked for anything to be executed.
std::optional<consistency::RuntimeOptions> runtimeOf(const Options& o) {
    if (o.python.empty() && o.runner.empty()) return std::nullopt;
    consistency::RuntimeOptions runtime;
    runtime.target = targetOf(o);
    runtime.time = std::chrono::milliseconds(static_cast<std::int64_t>(o.seconds * 1000));
    runtime.memory = o.memoryGib > 0 ? bytesOfGib(o.memoryGib) : 0;
    runtime.version = ETSCOPE_VERSION;
    return runtime;
}

}  // namespace

int runConsistency(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    auto roles = toldRoles(o.toldRoles);
    if (!roles) return complain(roles.error());
    const consistency::Options options{o.stage, *std::move(roles), o.checks, 0, runtimeOf(o)};
    report::ConsistencyState state = report::ConsistencyState::Unknown;
    const auto document = report::consistencyDocument(*session, o.method, options, state, job);
    const int printed = printDocument(o, document, state == report::ConsistencyState::Disagree);
    return printed == kDone && state == report::ConsistencyState::Unknown ? kUnknown : printed;
}

}  // namespace etscope::cli
