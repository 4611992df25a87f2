#include "compare/test_cases.h"

#include <algorithm>
#include <filesystem>

#include "base/escaped.h"
#include "base/number_text.h"
#include "pickle/torch_archive.h"
#include "program/metadata.h"
#include "session/open_file.h"
#include "session/reference_cases.h"
#include "tensor/npy.h"
#include "tensor/safetensors.h"

namespace etscope::compare {
namespace {

using bundle::PortSignature;

PortSignature portOf(const program::ExecutionPlan& plan, program::ValueIndex index) {
    PortSignature port;
    port.kind = PortSignature::Kind::Other;
    if (const program::TensorInfo* tensor = plan.tensor(index)) {
        port.kind = PortSignature::Kind::Tensor;
        port.type = tensor->scalarType;
        port.sizes.assign(tensor->sizes.begin(), tensor->sizes.end());
        port.dynamic = tensor->dynamism != program::Dynamism::Static;
        port.unbounded = tensor->dynamism == program::Dynamism::Unbounded;
        return port;
    }
    const program::Value* value = plan.value(index);
    if (value == nullptr) return port;
    if (const auto* number = std::get_if<std::int64_t>(value)) port.kind = PortSignature::Kind::Int, port.integer = *number;
    if (const auto* flag = std::get_if<bool>(value)) port.kind = PortSignature::Kind::Bool, port.integer = *flag ? 1 : 0;
    if (const auto* real = std::get_if<double>(value)) port.kind = PortSignature::Kind::Double, port.number = *real;
    return port;
}

std::vector<PortSignature> portsOf(const program::ExecutionPlan& plan, const std::vector<program::ValueIndex>& indices) {
    std::vector<PortSignature> ports;
    for (const program::ValueIndex index : indices) ports.push_back(portOf(plan, index));
    return ports;
}

/// "arr_10" → 10; nothing for names without a number at the end.
std::optional<std::int64_t> trailingNumber(std::string_view name) {
    const auto digits = name.find_last_not_of("0123456789");
    return parseInt(name.substr(digits == std::string_view::npos ? 0 : digits + 1));
}

std::vector<tensor::Value> inOrder(std::vector<tensor::NamedTensor> tensors) {
    const bool numbered =
        std::ranges::all_of(tensors, [](const tensor::NamedTensor& one) { return trailingNumber(one.name).has_value(); });
    if (numbered) std::ranges::stable_sort(tensors, {}, [](const tensor::NamedTensor& one) { return *trailingNumber(one.name); });
    std::vector<tensor::Value> values;
    for (tensor::NamedTensor& one : tensors) values.emplace_back(std::move(one.tensor));
    return values;
}

/// One value a file, by name. A folder without any is a case without inputs.
Result<std::vector<tensor::Value>> folderValues(const std::string& path) {
    std::vector<std::string> files;
    std::error_code error;
    for (std::filesystem::directory_iterator it(path, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".npy") files.push_back(it->path().generic_string());
    if (error) return fail("file-unreadable", "the folder cannot be listed: " + error.message(), escaped(path));
    std::ranges::sort(files);
    std::vector<tensor::Value> values;
    for (const std::string& file : files) {
        const auto source = Source::open(file);
        if (!source) return source.failure();
        auto array = tensor::readNpy(ByteRange::whole(*source));
        if (!array) return array.failure();
        values.emplace_back(std::move(*array));
    }
    return values;
}

}  // namespace

std::vector<bundle::MethodSignature> signaturesOf(const program::Program& program) {
    std::vector<bundle::MethodSignature> signatures;
    for (const program::ExecutionPlan& plan : program.plans())
        if (!program::isConstantMethod(plan))
            signatures.push_back({plan.name, portsOf(plan, plan.inputs), portsOf(plan, plan.outputs)});
    return signatures;
}

Result<std::vector<tensor::Value>> caseValues(const std::string& path, Diagnostics& diagnostics, const JobContext& job) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return folderValues(path);
    const session::SessionFile file = session::openFile(path, diagnostics, job);
    if (file.source == nullptr) return Failure{*file.error};
    switch (file.kind) {
        case FileKind::Npy: {
            auto array = tensor::readNpy(file.bytes);
            if (!array) return array.failure();
            return std::vector<tensor::Value>{std::move(*array)};
        }
        case FileKind::Npz: return inOrder(tensor::readNpz(*file.zip, diagnostics));
        case FileKind::Safetensors: {
            auto tensors = tensor::readSafetensors(file.bytes, diagnostics);
            if (!tensors) return tensors.failure();
            return inOrder(std::move(tensors->tensors));
        }
        case FileKind::TorchSave: {
            const auto artifact = pickle::Artifact::open(file.bytes, diagnostics, job);
            if (!artifact) return artifact.failure();
            return session::leafValues(**artifact, (*artifact)->root(), job);
        }
        default:
            return fail("case-file-kind",
                        "values of test cases are read from .npy, .npz, .safetensors, torch.save files and folders of .npy", path);
    }
}

namespace {

/// The runtime compares outputs only where their strides are the program's.
void checkStrides(const bundle::TestCase& one, const program::ExecutionPlan& plan, const std::string& where,
                  Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < std::min(one.expected.size(), plan.outputs.size()); ++i) {
        const auto* expected = std::get_if<tensor::Tensor>(&one.expected[i]);
        const program::TensorInfo* planned = plan.tensor(plan.outputs[i]);
        const auto strides = planned != nullptr ? planned->strides() : std::nullopt;
        if (expected == nullptr || !strides || planned->dynamism != program::Dynamism::Static ||
            expected->shape.size() != strides->size() || expected->effectiveStrides() == *strides)
            continue;
        diagnostics.warning("bundle-strides", where + ", expected output " + std::to_string(i),
                            "its memory order is not that of the program's output: the runtime's comparison aborts");
    }
}

}  // namespace

void checkTestCases(const session::Session& session, Diagnostics& diagnostics) {
    const session::SessionFile* programFile = session.programFile();
    if (programFile == nullptr) return;
    const auto signatures = signaturesOf(*programFile->program);
    for (const session::SessionFile& file : session.files()) {
        if (file.bundle == nullptr) continue;
        for (const bundle::SuiteContent& suite : bundle::contentOf(*file.bundle)) {
            const auto signature = std::ranges::find(signatures, suite.method, &bundle::MethodSignature::method);
            const program::ExecutionPlan* plan = programFile->program->plan(suite.method);
            if (signature == signatures.end() || plan == nullptr) {
                diagnostics.error("bundle-method", suite.method, "the program has no such method");
                continue;
            }
            for (std::size_t c = 0; c < suite.cases.size(); ++c) {
                const std::string where = suite.method + ", case " + std::to_string(c);
                if (auto fits = bundle::checkCase(suite.cases[c], *signature, where); !fits)
                    diagnostics.error(fits.error());
                else
                    checkStrides({suite.cases[c].inputs, suite.cases[c].expected}, *plan, where, diagnostics);
            }
        }
    }
}

Result<std::vector<bundle::SuiteContent>> suitesOfRecord(const session::Session& session, const JobContext& job) {
    const session::SessionFile* file = session.recordFile();
    if (file == nullptr) return fail("no-record", "none of the files is an ETRecord");
    if (!file->record->representativeInputs())
        return fail("no-representative-inputs", "the record holds no representative inputs", escaped(file->path));
    const auto inputs = session.artifact(*file->record->representativeInputs(), job);
    if (!inputs) return inputs.failure();
    bundle::SuiteContent suite;
    suite.method = session::defaultMethod(session);
    auto given = session::representativeCases(**inputs);
    if (given.empty()) given.push_back((*inputs)->root());
    for (const pickle::ValueId one : given) suite.cases.push_back({session::leafValues(**inputs, one, job), {}, false});
    if (const auto entry = file->record->referenceOutputs()) {
        const auto outputs = session.artifact(*entry, job);
        if (!outputs) return outputs.failure();
        for (const auto& [method, cases] : session::referenceCases(**outputs, suite.method))
            for (std::size_t c = 0; method == suite.method && c < std::min(cases.size(), suite.cases.size()); ++c)
                suite.cases[c].expected = session::leafValues(**outputs, cases[c], job);
    }
    return std::vector{std::move(suite)};
}

}  // namespace etscope::compare
