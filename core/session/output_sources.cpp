#include "session/output_sources.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "session/runs.h"
#include "session/session_state.h"
#include "tensor/npy.h"

namespace etscope::session {
namespace {

/// The leaves of the record's reference cases.
class RecordReferences : public OutputSource {
public:
    RecordReferences(std::shared_ptr<const Session> session, std::size_t entry) : m_session(std::move(session)), m_entry(entry) {}

    Result<std::vector<OutputValue>> outputs(const JobContext& job) const override {
        const auto artifact = m_session->artifact(m_entry, job);
        if (!artifact) return artifact.failure();
        std::vector<OutputValue> values;
        for (const auto& [method, cases] : referenceCases(**artifact, defaultMethod(*m_session)))
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
    std::shared_ptr<const Session> m_session;
    std::size_t m_entry;
};

/// "out-<method>-<number>-<output>.npy"; methods may hold dashes.
struct RawName {
    std::string method;
    std::int64_t number = 0;
    std::int64_t output = 0;
};

std::optional<RawName> parseRawName(std::string_view name) {
    if (!name.starts_with("out-") || !name.ends_with(".npy")) return std::nullopt;
    name = name.substr(4, name.size() - 8);
    const auto last = name.rfind('-');
    if (last == std::string_view::npos || last == 0) return std::nullopt;
    const auto before = name.rfind('-', last - 1);
    if (before == std::string_view::npos || before == 0) return std::nullopt;
    const auto number = parseInt(name.substr(before + 1, last - before - 1));
    const auto output = parseInt(name.substr(last + 1));
    if (!number || !output || *number < 0 || *output < 0) return std::nullopt;
    return RawName{std::string(name.substr(0, before)), *number, *output};
}

class RawOutputs : public OutputSource {
public:
    explicit RawOutputs(std::shared_ptr<const Session> session) : m_session(std::move(session)) {}

    static bool any(const Session& session) {
        const auto files = session.rawOutputFiles();
        return std::any_of(files.begin(), files.end(),
                           [](const std::string& path) { return parseRawName(baseName(path)).has_value(); });
    }

    Result<std::vector<OutputValue>> outputs(const JobContext& job) const override {
        std::map<std::string, std::set<std::int64_t>> numbers;
        std::vector<std::pair<RawName, std::string>> files;
        for (std::string& path : m_session->rawOutputFiles())
            if (const auto name = parseRawName(baseName(path))) {
                numbers[name->method].insert(name->number);
                files.emplace_back(*name, std::move(path));
            }
        std::vector<OutputValue> values;
        for (const auto& [name, path] : files) {
            if (job.cancelled()) return cancelledFailure();
            const auto& ofMethod = numbers[name.method];
            OutputValue value;
            value.method = name.method;
            value.caseIndex = std::distance(ofMethod.begin(), ofMethod.find(name.number));
            value.output = name.output;
            value.source = "file";
            value.place = std::string(baseName(path));
            value.value = read(path);
            values.push_back(std::move(value));
        }
        return values;
    }

private:
    static tensor::Tensor read(const std::string& path) {
        const auto source = Source::open(path);
        auto array = source ? tensor::readNpy(ByteRange::whole(*source)) : Result<tensor::Tensor>(source.failure());
        if (array) {
            // numpy makes a contiguous copy of an array of rank 0 one-dimensional; the original comparison sees that shape.
            if (array->shape.empty()) {
                array->shape = {1};
                array->strides.clear();
            }
            return std::move(*array);
        }
        tensor::Tensor unreadable;
        unreadable.state = tensor::DataState::Unreadable;
        unreadable.note = array.error().message;
        return unreadable;
    }

    std::shared_ptr<const Session> m_session;
};

}  // namespace

namespace {

std::unique_ptr<OutputSource> recordReferences(std::shared_ptr<const Session> session) {
    const SessionFile* file = session->recordFile();
    if (file == nullptr || !file->record->referenceOutputs()) return nullptr;
    const std::size_t entry = *file->record->referenceOutputs();
    return std::make_unique<RecordReferences>(std::move(session), entry);
}

/// What the runs of the session logged as outputs of their methods.
class RunOutputs : public OutputSource {
public:
    explicit RunOutputs(std::shared_ptr<const Session> session) : m_session(std::move(session)) {}

    Result<std::vector<OutputValue>> outputs(const JobContext& job) const override {
        const auto runs = m_session->runs(job);
        if (!runs) return runs.failure();
        std::vector<OutputValue> values;
        for (const SessionRun& run : **runs) {
            if (!run.attribution.method) continue;
            for (RunOutput& output : runOutputs(*m_session, run)) {
                OutputValue& value = values.emplace_back();
                value.method = *run.attribution.method;
                value.caseIndex = run.caseIndex;
                value.output = output.position;
                value.run = static_cast<std::int64_t>(run.index);
                value.source = "debug_buffer";
                value.place =
                    "run " + std::to_string(run.index) + " of " + std::string(baseName(m_session->files()[run.file].path));
                value.value = std::move(output.value);
            }
        }
        return values;
    }

private:
    std::shared_ptr<const Session> m_session;
};

/// The expected outputs of bundled test cases.
class BundledOutputs : public OutputSource {
public:
    explicit BundledOutputs(std::shared_ptr<const Session> session) : m_session(std::move(session)) {}

    Result<std::vector<OutputValue>> outputs(const JobContext& job) const override {
        std::vector<OutputValue> values;
        for (const SessionFile& file : m_session->files()) {
            if (file.bundle == nullptr) continue;
            for (const bundle::TestSuite& suite : file.bundle->suites())
                for (std::size_t c = 0; c < suite.cases.size(); ++c) {
                    if (job.cancelled()) return cancelledFailure();
                    addCase(repairedUtf8(suite.method), c, suite.cases[c], values);
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

    std::shared_ptr<const Session> m_session;
};

bool hasBundle(const Session& session) {
    return std::ranges::any_of(session.files(), [](const SessionFile& file) { return file.bundle != nullptr; });
}

bool hasDump(const Session& session) {
    return std::ranges::any_of(session.files(), [](const SessionFile& file) { return file.dump != nullptr; });
}

std::unique_ptr<OutputSource> rawOutputs(std::shared_ptr<const Session> session) {
    if (!RawOutputs::any(*session)) return nullptr;
    return std::make_unique<RawOutputs>(std::move(session));
}

}  // namespace

std::vector<std::unique_ptr<OutputSource>> referenceSources(const std::shared_ptr<const Session>& session) {
    std::vector<std::unique_ptr<OutputSource>> sources;
    if (auto source = recordReferences(session)) sources.push_back(std::move(source));
    if (hasBundle(*session)) sources.push_back(std::make_unique<BundledOutputs>(session));
    return sources;
}

std::vector<std::unique_ptr<OutputSource>> runtimeSources(const std::shared_ptr<const Session>& session) {
    std::vector<std::unique_ptr<OutputSource>> sources;
    if (hasDump(*session)) sources.push_back(std::make_unique<RunOutputs>(session));
    if (auto source = rawOutputs(session))
        sources.insert(session->options().outputFolders.empty() ? sources.end() : sources.begin(), std::move(source));
    return sources;
}

}  // namespace etscope::session
