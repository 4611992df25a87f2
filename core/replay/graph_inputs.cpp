#include "replay/graph_inputs.h"

#include <charconv>
#include <map>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/number_text.h"
#include "compare/test_cases.h"
#include "pickle/torch_archive.h"
#include "session/pt2_stages.h"

namespace etscope::replay {

namespace {

GraphInputs leavesOf(const pickle::Artifact& artifact, const std::string& source, const JobContext& job) {
    GraphInputs inputs;
    for (auto& leaf : artifact.leaves(artifact.root(), pickle::LeafScope::Flat, job).values)
        inputs.values.push_back(std::move(leaf.value));
    inputs.from = "example";
    inputs.source = escaped(source);
    return inputs;
}

/// The sample inputs of the archive that the exported graph is of. Nothing: it is of none.
Result<std::optional<GraphInputs>> sampleInputs(const session::MethodView& method, const JobContext& job) {
    const auto archived = session::pt2Stage(method.session, method.name, graph::StageId::exported());
    if (!archived || !archived->model->sampleInputs) return std::optional<GraphInputs>();
    const ZipEntry& entry = archived->archive->zip->entries()[*archived->model->sampleInputs];
    if (entry.size == 0) return std::optional<GraphInputs>();
    const auto artifact = session::pt2Artifact(method.session, *archived, *archived->model->sampleInputs, job);
    if (!artifact) return artifact.failure();
    return std::optional(leavesOf(**artifact, entry.name, job));
}

Result<GraphInputs> exampleInputs(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    auto samples = sampleInputs(method, job);
    if (!samples) return samples.failure();
    const session::SessionFile* file = method.session.recordFile();
    if (*samples && (file == nullptr || stage == graph::StageId::exported())) return **std::move(samples);
    if (file == nullptr && session::pt2Stage(method.session, method.name, graph::StageId::exported()))
        return fail("no-example-inputs",
                    "the archive has no sample inputs of '" + method.name + "'; name a case or files with --inputs");
    if (file == nullptr || file->record == nullptr) return fail("no-record", "the session has no ETRecord");
    const etrecord::Record& record = *file->record;
    std::optional<std::size_t> found;
    for (const etrecord::StageEntry& entry : record.stages())
        if (entry.method == method.name && entry.exampleInputs && (!found || entry.stage == stage.text()))
            found = entry.exampleInputs;
    if (!found && *samples) return **std::move(samples);
    if (!found)
        return fail("no-example-inputs",
                    "the record has no example inputs of '" + method.name + "'; name a case or files with --inputs");
    const auto artifact = method.session.artifact(*found, job);
    if (!artifact) return artifact.failure();
    return leavesOf(**artifact, record.zipEntry(*found).name, job);
}

/// Found once for all cases.
Result<std::shared_ptr<const std::vector<bundle::SuiteContent>>> recordedSuites(const session::Session& session,
                                                                                const JobContext& job) {
    using Suites = std::vector<bundle::SuiteContent>;
    return session.store().get<Suites>("gap::recordedSuites", job, [&]() -> Result<std::shared_ptr<const Suites>> {
        auto suites = compare::suitesOfRecord(session, job);
        if (!suites) return suites.failure();
        return std::make_shared<const Suites>(*std::move(suites));
    });
}

/// The session's files in-<method>-<number>-<input>.npy: per method the numbers, in ascending order, are its cases.
std::vector<std::string> filesOfCase(const session::MethodView& method, std::size_t index) {
    std::map<std::int64_t, std::map<std::int64_t, std::string>> cases;
    const std::string prefix = "in-" + method.name + "-";
    for (const session::SessionFile& file : method.session.files()) {
        const std::string_view name = baseName(file.path);
        if (!name.starts_with(prefix) || !name.ends_with(".npy")) continue;
        const std::string_view numbers = name.substr(prefix.size(), name.size() - prefix.size() - 4);
        const auto dash = numbers.find('-');
        if (dash == std::string_view::npos) continue;
        const auto number = parseInt(numbers.substr(0, dash)), input = parseInt(numbers.substr(dash + 1));
        if (number && input && *number >= 0 && *input >= 0) cases[*number].emplace(*input, file.path);
    }
    std::vector<std::string> files;
    if (index >= cases.size()) return files;
    for (const auto& [input, path] : std::next(cases.begin(), static_cast<std::ptrdiff_t>(index))->second) files.push_back(path);
    return files;
}

Result<GraphInputs> inputsOfFiles(const std::vector<std::string>& files, const JobContext& job) {
    GraphInputs inputs;
    inputs.from = "file";
    Diagnostics diagnostics;
    for (const std::string& path : files) {
        auto values = compare::caseValues(path, diagnostics, job);
        if (!values) return values.failure();
        inputs.values.insert(inputs.values.end(), values->begin(), values->end());
        inputs.source += (inputs.source.empty() ? "" : ", ") + escaped(path);
    }
    return inputs;
}

Result<GraphInputs> inputsOfCase(const session::MethodView& method, std::size_t index, const JobContext& job) {
    for (const session::SessionFile& file : method.session.files()) {
        if (file.bundle == nullptr) continue;
        const bundle::TestSuite* suite = file.bundle->suite(method.name);
        if (suite != nullptr && index < suite->cases.size())
            return GraphInputs{suite->cases[index].inputs, "bundle", index, file.path};
    }
    const auto suites = recordedSuites(method.session, job);
    if (suites)
        for (const bundle::SuiteContent& suite : **suites)
            if (suite.method == method.name && index < suite.cases.size())
                return GraphInputs{suite.cases[index].inputs, "case", index, "representative_inputs"};
    const auto files = filesOfCase(method, index);
    if (!files.empty()) {
        auto inputs = inputsOfFiles(files, job);
        if (inputs) inputs->caseIndex = index;
        return inputs;
    }
    return fail("no-such-case", "there is no case " + std::to_string(index) + " of '" + method.name + "'");
}

}  // namespace

Result<InputChoice> inputChoice(const std::vector<std::string>& words) {
    InputChoice choice;
    if (words.empty() || (words.size() == 1 && words.front() == "example")) return choice;
    constexpr std::string_view kCase = "case:";
    if (words.size() == 1 && words.front().starts_with(kCase)) {
        choice.kind = InputChoice::Kind::Case;
        const char *first = words.front().data() + kCase.size(), *last = words.front().data() + words.front().size();
        const auto [end, error] = std::from_chars(first, last, choice.caseIndex);
        if (error != std::errc() || end != last) return fail("inputs-invalid", "'" + words.front() + "' names no case; say case:0");
        return choice;
    }
    choice.kind = InputChoice::Kind::Files;
    choice.files = words;
    return choice;
}

Result<GraphInputs> graphInputs(const session::MethodView& method, const graph::StageId& stage, const InputChoice& choice,
                                const JobContext& job) {
    switch (choice.kind) {
        case InputChoice::Kind::Case: return inputsOfCase(method, choice.caseIndex, job);
        case InputChoice::Kind::Files: return inputsOfFiles(choice.files, job);
        default: return exampleInputs(method, stage, job);
    }
}

}  // namespace etscope::replay
