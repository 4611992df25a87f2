#include "compare/output_sources.h"

#include <algorithm>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "compare/output_files.h"
#include "compare/run_cases.h"
#include "join/runs.h"
#include "session/reference_cases.h"

namespace etscope::compare {
namespace {

/// The leaves of the record's reference cases.
Result<std::vector<OutputValue>> recordReferences(const session::Session& session, std::size_t entry, const JobContext& job) {
    const auto artifact = session.artifact(entry, job);
    if (artifact.cancelled()) return artifact.failure();
    std::vector<OutputValue> values;
    if (!artifact) return values;  // the session tells of the damage; other sources stand
    for (const auto& [method, cases] : session::referenceCases(**artifact, session::defaultMethod(session)))
        for (std::size_t c = 0; c < cases.size(); ++c) {
            pickle::Leaves leaves = (*artifact)->leaves(cases[c], pickle::LeafScope::Flat, job);
            for (std::size_t i = 0; i < leaves.values.size(); ++i)
                values.push_back({method,
                                  static_cast<std::int64_t>(c),
                                  static_cast<std::int64_t>(i),
                                  {},
                                  "etrecord_reference",
                                  "reference_outputs[" + method + "][" + std::to_string(c) + "][" + std::to_string(i) + "]",
                                  std::move(leaves.values[i].value)});
        }
    if (job.cancelled()) return cancelledFailure();
    return values;
}

/// What the runs of the session logged as outputs of their methods.
Result<std::vector<OutputValue>> runOutputs(const session::Session& session, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    std::vector<OutputValue> values;
    for (const join::SessionRun& run : **runs) {
        if (!run.attribution.method) continue;
        const std::string place = "run " + std::to_string(run.index) + " of " + validName(baseName(session.files()[run.file].path));
        for (join::RunOutput& output : join::runOutputs(session, run))
            values.push_back({*run.attribution.method, run.caseIndex, output.position, static_cast<std::int64_t>(run.index),
                              "debug_buffer", place, std::move(output.value)});
    }
    return values;
}

/// The expected outputs of bundled test cases.
Result<std::vector<OutputValue>> bundledOutputs(const session::Session& session, const JobContext& job) {
    std::vector<OutputValue> values;
    for (const session::SessionFile& file : session.files()) {
        if (file.bundle == nullptr) continue;
        for (const bundle::TestSuite& suite : file.bundle->suites())
            for (std::size_t c = 0; c < suite.cases.size(); ++c) {
                if (job.cancelled()) return cancelledFailure();
                for (std::size_t i = 0; i < suite.cases[c].expected.size(); ++i)
                    values.push_back({suite.method,
                                      static_cast<std::int64_t>(c),
                                      static_cast<std::int64_t>(i),
                                      {},
                                      "bpte_expected",
                                      "expected output " + std::to_string(i) + " of case " + std::to_string(c),
                                      suite.cases[c].expected[i]});
            }
    }
    return values;
}

bool hasBundle(const session::Session& session) {
    return std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.bundle != nullptr; });
}

bool hasDump(const session::Session& session) {
    return std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.dump != nullptr; });
}

}  // namespace

std::vector<OutputSource> referenceSources(const std::shared_ptr<const session::Session>& session) {
    std::vector<OutputSource> sources;
    const session::SessionFile* file = session->recordFile();
    if (file != nullptr && file->record->referenceOutputs())
        sources.emplace_back([session, entry = *file->record->referenceOutputs()](const JobContext& job) {
            return recordReferences(*session, entry, job);
        });
    if (hasBundle(*session)) sources.emplace_back([session](const JobContext& job) { return bundledOutputs(*session, job); });
    if (auto source = fileOutputs(session, FileSide::Reference)) sources.push_back(std::move(source));
    return sources;
}

std::map<std::string, MethodReferences> methodReferences(const session::Session& session) {
    std::map<std::string, MethodReferences> references;
    const auto add = [&references](const std::string& method, std::size_t cases, const std::string& source) {
        if (cases == 0) return;
        MethodReferences& of = references[method];
        of.cases = std::max(of.cases, cases);
        of.sources.push_back(source);
    };
    for (const session::Method& method : session.methods()) add(method.name, method.referenceCases, "the record");
    for (const session::SessionFile& file : session.files()) {
        if (file.bundle == nullptr) continue;
        for (const bundle::TestSuite& suite : file.bundle->suites()) {
            const auto expects = [](const bundle::TestCase& test) { return !test.expected.empty(); };
            const auto cases = static_cast<std::size_t>(std::ranges::count_if(suite.cases, expects));
            add(suite.method, cases, escaped(baseName(file.path)));
        }
    }
    for (const auto& [method, cases] : referenceFileCases(session)) add(method, cases, "files ref-…");
    return references;
}

std::vector<OutputSource> runtimeSources(const std::shared_ptr<const session::Session>& session) {
    std::vector<OutputSource> sources;
    if (hasDump(*session)) sources.emplace_back([session](const JobContext& job) { return compare::runOutputs(*session, job); });
    if (auto source = fileOutputs(session, FileSide::Runtime))
        sources.insert(session->options().outputFolders.empty() ? sources.end() : sources.begin(), std::move(source));
    return sources;
}

}  // namespace etscope::compare
