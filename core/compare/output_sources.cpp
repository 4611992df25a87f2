#include "compare/output_sources.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "compare/output_files.h"
#include "compare/run_cases.h"
#include "join/runs.h"
#include "join/taps.h"
#include "session/reference_cases.h"

namespace etscope::compare {
namespace {

/// Whether each output of the method is a tensor, by the program's plan or the recorded graph; empty: neither tells. Beside a
/// folder of outputs a record alone says what the original comparison says, which goes by places in its lists.
std::vector<bool> tensorOutputs(const session::MethodView& method, const JobContext& job) {
    std::vector<bool> tensors;
    if (const program::ExecutionPlan* plan = method.plan(); plan != nullptr && !plan->damaged) {
        for (const program::ValueIndex output : plan->outputs) tensors.push_back(plan->tensor(output) != nullptr);
        return tensors;
    }
    if (method.known() == nullptr || !method.session.options().outputFolders.empty()) return tensors;
    const auto graph = method.graph(method.known()->primaryStage(), job);
    for (const graph::GraphOutput* output : graph ? (*graph)->userOutputs() : std::vector<const graph::GraphOutput*>()) {
        const bool value = output->argument.kind == graph::ArgumentKind::Value;
        tensors.push_back(value && (*graph)->value(output->argument.value()).kind == graph::ValueKind::Tensor);
    }
    return tensors;
}

/// The outputs that so many values are: in their order; of fewer values, which leave out taps, numbers and None, those that are
/// left. Empty: that cannot be told.
std::vector<std::int64_t> placesOf(std::size_t values, const std::vector<bool>& tensors, const join::MethodTaps* taps) {
    std::vector<std::int64_t> places(std::max(values, tensors.size()));
    std::iota(places.begin(), places.end(), 0);
    if (values >= tensors.size()) return places;
    const auto isTap = [taps](std::int64_t output) { return taps != nullptr && taps->ofOutput(output) != nullptr; };
    if (values + (taps != nullptr ? taps->taps.size() : 0) <= tensors.size()) std::erase_if(places, isTap);  // of the model before
    if (places.size() == values) return places;
    std::erase_if(places, [&tensors](std::int64_t output) { return !tensors[static_cast<std::size_t>(output)]; });
    return places.size() == values ? places : std::vector<std::int64_t>();
}

/// The leaves of the record's reference cases.
Result<std::vector<OutputValue>> recordReferences(const session::Session& session, std::size_t entry, const JobContext& job) {
    const auto artifact = session.artifact(entry, job);
    if (artifact.cancelled()) return artifact.failure();
    std::vector<OutputValue> values;
    if (!artifact) return values;  // the session tells of the damage; other sources stand
    Diagnostics diagnostics;
    for (const auto& [method, cases] : session::referenceCases(**artifact, session::defaultMethod(session))) {
        const std::vector<bool> tensors = tensorOutputs({session, method}, job);
        const auto taps = join::taps({session, method}, job);
        if (!taps) return taps.failure();
        for (std::size_t c = 0; c < cases.size(); ++c) {
            pickle::Leaves leaves = (*artifact)->leaves(cases[c], pickle::LeafScope::Flat, job);
            const std::string place = "reference_outputs[" + method + "][" + std::to_string(c) + "]";
            const std::vector<std::int64_t> outputs = placesOf(leaves.values.size(), tensors, taps->get());
            for (std::size_t i = 0; i < outputs.size(); ++i)
                values.push_back({method,
                                  static_cast<std::int64_t>(c),
                                  outputs[i],
                                  {},
                                  "etrecord_reference",
                                  place + "[" + std::to_string(i) + "]",
                                  std::move(leaves.values[i].value)});
            if (outputs.size() < leaves.values.size())
                diagnostics.warning("reference-outputs-unplaced", place,
                                    std::to_string(leaves.values.size()) + " values for " + std::to_string(tensors.size()) +
                                        " outputs, " + std::to_string(std::ranges::count(tensors, true)) +
                                        " of them tensors: which outputs they are cannot be told, and they are not compared");
        }
    }
    if (job.cancelled()) return cancelledFailure();
    session.addDiagnostics(diagnostics);
    return values;
}

/// What the runs of the session logged as outputs of their methods.
Result<std::vector<OutputValue>> runOutputs(const session::Session& session, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    std::vector<OutputValue> values;
    for (const join::SessionRun& run : **runs) {
        if (!run.attribution.method) continue;
        const Sentence place = Sentence::of("run %1 of %2", run.index, validName(baseName(session.files()[run.file].path)));
        for (join::RunOutput& output : join::runOutputs(session, run))
            values.push_back({*run.attribution.method, run.caseIndex, output.position, static_cast<std::int64_t>(run.index),
                              "debug_buffer", place.text(), std::move(output.value), place});
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
                for (std::size_t i = 0; i < suite.cases[c].expected.size(); ++i) {
                    const Sentence place = Sentence::of("expected output %1 of case %2", i, c);
                    values.push_back({suite.method,
                                      static_cast<std::int64_t>(c),
                                      static_cast<std::int64_t>(i),
                                      {},
                                      "bpte_expected",
                                      place.text(),
                                      suite.cases[c].expected[i],
                                      place});
                }
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

using CaseKey = std::tuple<std::string, std::int64_t, std::int64_t>;  // method, case, output

CaseKey keyOf(const OutputValue& value) { return {value.method, *value.caseIndex, value.output}; }

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

bool isReadable(const tensor::Value& value) noexcept {
    const auto* tensor = std::get_if<tensor::Tensor>(&value);
    return tensor == nullptr || tensor->state == tensor::DataState::Dense;
}

Result<std::vector<OutputValue>> valuesOf(const std::vector<OutputSource>& sources, const JobContext& job) {
    std::vector<OutputValue> all;
    std::map<CaseKey, bool> taken;  // and whether with data
    for (const auto& source : sources) {
        auto values = source(job);
        if (!values) return values.failure();
        std::map<CaseKey, bool> own;
        for (const OutputValue& value : *values)
            if (value.caseIndex) own[keyOf(value)] = own[keyOf(value)] || isReadable(value.value);
        std::erase_if(own, [&taken](const auto& one) {
            const auto known = taken.find(one.first);
            return known != taken.end() && (known->second || !one.second);
        });
        const auto isOwn = [&own](const OutputValue& value) { return value.caseIndex && own.contains(keyOf(value)); };
        std::erase_if(all, isOwn);  // without data
        for (OutputValue& value : *values)
            if (!value.caseIndex || isOwn(value)) all.push_back(std::move(value));
        for (const auto& [key, data] : own) taken[key] = data;
    }
    return all;
}

}  // namespace etscope::compare
