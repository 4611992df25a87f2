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
class RecordReferences : public OutputSource {
public:
    RecordReferences(std::shared_ptr<const session::Session> session, std::size_t entry)
        : m_session(std::move(session)), m_entry(entry) {}

    Result<std::vector<OutputValue>> outputs(const JobContext& job) const override {
        const auto artifact = m_session->artifact(m_entry, job);
        if (artifact.cancelled()) return artifact.failure();
        std::vector<OutputValue> values;
        if (!artifact) return values;  // the session tells of the damage; other sources stand
        for (const auto& [method, cases] : session::referenceCases(**artifact, session::defaultMethod(*m_session)))
            for (std::size_t c = 0; c < cases.size(); ++c) {
                const pickle::Leaves leaves = (*artifact)->leaves(cases[c], pickle::LeafScope::Flat, job);
                for (std::size_t i = 0; i < leaves.values.size(); ++i) {
                    OutputValue value;
                    value.method = method;
                    value.caseIndex = static_cast<std::int64_t>(c);
                    value.output = static_cast<std::int64_t>(i);
                    value.source = "etrecord_reference";
                    value.place = "reference_outputs[" + method + "][" + std::to_string(c) + "][" + std::to_string(i) + "]";
                    value.value = leaves.values[i].value;
                    values.push_back(std::move(value));
                }
            }
        if (job.cancelled()) return cancelledFailure();
        return values;
    }

private:
    std::shared_ptr<const session::Session> m_session;
    std::size_t m_entry;
};

std::unique_ptr<OutputSource> recordReferences(std::shared_ptr<const session::Session> session) {
    const session::SessionFile* file = session->recordFile();
    if (file == nullptr || !file->record->referenceOutputs()) return nullptr;
    const std::size_t entry = *file->record->referenceOutputs();
    return std::make_unique<RecordReferences>(std::move(session), entry);
}

/// What the runs of the session logged as outputs of their methods.
class RunOutputs : public OutputSource {
public:
    explicit RunOutputs(std::shared_ptr<const session::Session> session) : m_session(std::move(session)) {}

    Result<std::vector<OutputValue>> outputs(const JobContext& job) const override {
        const auto runs = compare::runs(*m_session, job);
        if (!runs) return runs.failure();
        std::vector<OutputValue> values;
        for (const join::SessionRun& run : **runs) {
            if (!run.attribution.method) continue;
            for (join::RunOutput& output : join::runOutputs(*m_session, run)) {
                OutputValue& value = values.emplace_back();
                value.method = *run.attribution.method;
                value.caseIndex = run.caseIndex;
                value.output = output.position;
                value.run = static_cast<std::int64_t>(run.index);
                value.source = "debug_buffer";
                value.place = "run " + std::to_string(run.index) + " of " + validName(baseName(m_session->files()[run.file].path));
                value.value = std::move(output.value);
            }
        }
        return values;
    }

private:
    std::shared_ptr<const session::Session> m_session;
};

/// The expected outputs of bundled test cases.
class BundledOutputs : public OutputSource {
public:
    explicit BundledOutputs(std::shared_ptr<const session::Session> session) : m_session(std::move(session)) {}

    Result<std::vector<OutputValue>> outputs(const JobContext& job) const override {
        std::vector<OutputValue> values;
        for (const session::SessionFile& file : m_session->files()) {
            if (file.bundle == nullptr) continue;
            for (const bundle::TestSuite& suite : file.bundle->suites())
                for (std::size_t c = 0; c < suite.cases.size(); ++c) {
                    if (job.cancelled()) return cancelledFailure();
                    addCase(suite.method, c, suite.cases[c], values);
                }
        }
        return values;
    }

private:
    static void addCase(const std::string& method, std::size_t number, const bundle::TestCase& test,
                        std::vector<OutputValue>& values) {
        for (std::size_t i = 0; i < test.expected.size(); ++i) {
            OutputValue& value = values.emplace_back();
            value.method = method;
            value.caseIndex = static_cast<std::int64_t>(number);
            value.output = static_cast<std::int64_t>(i);
            value.source = "bpte_expected";
            value.place = "expected output " + std::to_string(i) + " of case " + std::to_string(number);
            value.value = test.expected[i];
        }
    }

    std::shared_ptr<const session::Session> m_session;
};

bool hasBundle(const session::Session& session) {
    return std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.bundle != nullptr; });
}

bool hasDump(const session::Session& session) {
    return std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.dump != nullptr; });
}

}  // namespace

std::vector<std::unique_ptr<OutputSource>> referenceSources(const std::shared_ptr<const session::Session>& session) {
    std::vector<std::unique_ptr<OutputSource>> sources;
    if (auto source = recordReferences(session)) sources.push_back(std::move(source));
    if (hasBundle(*session)) sources.push_back(std::make_unique<BundledOutputs>(session));
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

std::vector<std::unique_ptr<OutputSource>> runtimeSources(const std::shared_ptr<const session::Session>& session) {
    std::vector<std::unique_ptr<OutputSource>> sources;
    if (hasDump(*session)) sources.push_back(std::make_unique<RunOutputs>(session));
    if (auto source = fileOutputs(session, FileSide::Runtime))
        sources.insert(session->options().outputFolders.empty() ? sources.end() : sources.begin(), std::move(source));
    return sources;
}

}  // namespace etscope::compare
