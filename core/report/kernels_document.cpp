// The kernels that a program needs against those that a runtime registers.
#include <span>

#include "base/base_name.h"
#include "base/name_text.h"
#include "io/output_file.h"
#include "program/metadata.h"
#include "program/registered_kernels.h"
#include "program/stock_kernels.h"
#include "report/audit_json.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

using program::KernelNeed;
using program::KernelOrigin;
using program::KernelState;

/// "registered", "missing", …; without lists "stock", "other_library".
struct Judged {
    std::string_view state;
    std::set<std::string> missing;
};

Judged judge(const KernelNeed& need, const program::RegisteredKernels* registered) {
    if (registered != nullptr) {
        auto answer = registered->answerTo(need);
        return {program::kernelStateName(answer.state), std::move(answer.missing)};
    }
    if (program::isPrimitive(need.name)) return {program::kernelStateName(KernelState::Runtime), {}};
    switch (program::kernelOrigin(need.name)) {
        case KernelOrigin::Stock: return {"stock", {}};
        case KernelOrigin::Missing: return {program::kernelStateName(KernelState::Missing), {}};
        case KernelOrigin::OtherLibrary: break;
    }
    return {"other_library", {}};
}

Json rowJson(const std::string& method, const KernelNeed& need, const Judged& judged) {
    const std::string_view since = program::kernelSince(need.name);
    return object(F("method", method), F("operator", need.name), F("calls", need.calls), F("chain", need.chain),
                  F("instruction", need.instruction), F("types", listOf(need.types, program::runtimeTypeName)),
                  F("keys", need.keys), F("state", judged.state), F("missing", judged.missing),
                  F("since", since.empty() ? Json(nullptr) : Json(since)));
}

Json registeredJson(const program::RegisteredKernels& registered) {
    const auto file = [](const program::KernelFile& one) {
        return object(F("path", one.path), F("form", one.form), F("operators", one.operators), F("registers", one.registers));
    };
    return object(F("files", listOf(registered.files(), file)), F("operators", registered.kernels().size()),
                  F("all_stock", registered.includesAll()));
}

/// Nothing needs a later one; older releases are not known.
Json leastReleaseJson(const program::Program& program) {
    const auto needs = program::releaseNeeds(program);
    const auto because = [](const program::ReleaseNeed& one) { return object(F("release", one.release), F("what", one.what)); };
    return object(F("release", needs.empty() ? Json("0.2.1") : Json(needs.front().release)), F("known", !needs.empty()),
                  F("because", listOf(needs, because)));
}

}  // namespace

Result<Json> kernelsDocument(const session::Session& session, const KernelsOptions& options, bool& failed, const JobContext& job) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr) return fail("no-program", "kernels are called by a program; the session has none");
    program::RegisteredKernels registered;
    for (const std::string& path : options.registered)
        if (auto added = registered.add(path, job); !added) return added.failure();
    const program::RegisteredKernels* given = options.registered.empty() ? nullptr : &registered;
    Json rows = Json::array();
    std::vector<std::vector<KernelNeed>> methods;
    std::size_t missing = 0, unknown = 0;
    for (const program::ExecutionPlan& plan : file->program->plans()) {
        if (job.cancelled()) return cancelledFailure();
        if (!options.method.empty() && options.method != plan.name) continue;
        methods.push_back(program::kernelNeeds(plan));
        for (const KernelNeed& need : methods.back()) {
            if (need.calls == 0) continue;
            const Judged judged = judge(need, given);
            missing += judged.state == "missing" || judged.state == "other_types" ? 1U : 0U;
            unknown += judged.state == "other_library" || judged.state == "doubtful" ? 1U : 0U;
            rows.push_back(rowJson(plan.name, need, judged));
        }
    }
    failed = missing > 0;
    if (!options.writeTo.empty()) {
        const std::string text = program::selectedOperatorsYaml(program::merged(methods), baseName(validName(file->path)));
        if (auto written = writeFile(options.writeTo, std::as_bytes(std::span(text)), job); !written) return written.failure();
    }
    return documentOf("kernels", session, F("registered", given != nullptr ? registeredJson(registered) : Json(nullptr)),
                      F("operators", std::move(rows)), F("missing", missing), F("unknown", unknown),
                      F("least_release", leastReleaseJson(*file->program)),
                      F("written", options.writeTo.empty() ? Json(nullptr) : Json(validName(options.writeTo))));
}

}  // namespace etscope::report
