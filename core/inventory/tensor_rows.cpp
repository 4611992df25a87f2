#include "inventory/tensor_rows.h"

#include <set>

#include "base/base_name.h"
#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "inventory/delegate_tensors.h"
#include "program/metadata.h"
#include "session/limits.h"
#include "session/reference_cases.h"
#include "tensor/format.h"
#include "tensor/npy.h"
#include "tensor/safetensors.h"

namespace etscope::inventory {
namespace {

using pickle::Artifact;
using pickle::LeafScope;
using pickle::Path;
using pickle::ValueId;

/// Names of the user inputs in order: the leaves of the example inputs are in the same order.
std::vector<std::string> userInputNames(const exported::Program& program) {
    const graph::GraphModel& model = *program.graph;
    std::vector<std::string> names;
    for (const graph::GraphInput* input : model.userInputs()) names.emplace_back(model.text(input->id));
    return names;
}

class RowCollector {
public:
    RowCollector(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {
        for (const session::SessionFile& file : session.files()) m_room += file.size * limits::kTensorRowsFactor;
    }

    Result<std::shared_ptr<const std::vector<TensorRow>>> collect() {
        for (unsigned f = 0; f < m_session.files().size() && !m_job.cancelled(); ++f) addFile(f);
        if (m_job.cancelled()) return cancelledFailure();
        return std::make_shared<const std::vector<TensorRow>>(std::move(m_rows));
    }

private:
    void addFile(unsigned f) {
        const session::SessionFile& file = m_session.files()[f];
        m_row = {};
        m_row.file = f;
        if (&file == m_session.recordFile()) return addRecord(*file.record);
        if (file.pt2 != nullptr) return addPt2(*file.pt2);
        if (file.bundle != nullptr) addBundle(*file.bundle);
        if (file.program != nullptr) return addProgram(*file.program, file.bundle == nullptr);
        if (file.tensorData != nullptr) return addTensorData(*file.tensorData);
        if (file.native != nullptr) return addWeights(*file.native);
        switch (file.kind) {
            case FileKind::TorchSave: return addFileArtifact(file.bytes, TensorRole::Parameter);
            case FileKind::Npy:
            case FileKind::Npz:
            case FileKind::Safetensors: return addArrays(file);
            default: return;
        }
    }

    void addRecord(const etrecord::Record& record) {
        for (const etrecord::StageEntry& stage : record.stages()) {
            if (m_job.cancelled()) return;
            addStage(stage);
        }
        const std::string fallback = session::defaultMethod(m_session);
        if (const auto entry = record.referenceOutputs()) addReferences(*entry, fallback);
        if (const auto entry = record.representativeInputs()) addRepresentatives(*entry, fallback);
    }

    void addStage(const etrecord::StageEntry& stage) {
        m_row.method = stage.method;
        m_row.stage = stage.stage;
        const auto program = m_session.program(stage.method, stage.stage, m_job);
        const RoleMap roles = program ? rolesOf(**program) : RoleMap{};
        if (stage.stateDict) addNamed(*stage.stateDict, roles, std::nullopt);
        if (stage.constants) addNamed(*stage.constants, roles, TensorRole::Constant);
        if (stage.exampleInputs)
            if (const auto artifact = m_session.artifact(*stage.exampleInputs, m_job)) {
                const auto names = program ? userInputNames(**program) : std::vector<std::string>{};
                addIndexed(**artifact, (*artifact)->root(), TensorRole::ExampleInput, std::nullopt, names);
            }
    }

    /// A state dict or constants: names are keys. `fallback`: the role of names that the signature does not tell; without
    /// it, torch's own classes decide.
    void addNamed(std::size_t entry, const RoleMap& roles, std::optional<TensorRole> fallback) {
        const auto artifact = m_session.artifact(entry, m_job);
        if (!artifact) return;
        (*artifact)->forEachLeaf((*artifact)->root(), LeafScope::WithInner, [&](const Path& path, ValueId id) {
            const std::string name = pickle::pathText(path);
            const auto role = roles.find(name);
            const bool parameter = (*artifact)->typeName(id) == "Parameter";
            addTensor(
                **artifact, id, name,
                role != roles.end() ? role->second : fallback.value_or(parameter ? TensorRole::Parameter : TensorRole::Buffer));
            return !m_job.cancelled();
        });
    }

    /// Leaves in order; `index` counts all of them, tensors or not.
    void addIndexed(const Artifact& artifact, ValueId from, TensorRole role, std::optional<std::int64_t> caseIndex,
                    const std::vector<std::string>& names) {
        std::int64_t index = 0;
        artifact.forEachLeaf(from, LeafScope::Flat, [&](const Path& path, ValueId id) {
            const auto at = static_cast<std::size_t>(index);
            m_row.index = index++;
            m_row.caseIndex = caseIndex;
            std::string name = at < names.size() ? names[at] : std::string(tensorRoleName(role)) + pickle::pathText(path);
            addTensor(artifact, id, std::move(name), role);
            return !m_job.cancelled();
        });
        m_row.index.reset();
        m_row.caseIndex.reset();
    }

    void addReferences(std::size_t entry, const std::string& fallback) {
        const auto artifact = m_session.artifact(entry, m_job);
        if (!artifact) return;
        m_row.stage.clear();
        for (const auto& [method, cases] : session::referenceCases(**artifact, fallback)) {
            m_row.method = method;
            for (std::size_t c = 0; c < cases.size(); ++c)
                addIndexed(**artifact, cases[c], TensorRole::ReferenceOutput, static_cast<std::int64_t>(c), {});
        }
    }

    void addRepresentatives(std::size_t entry, const std::string& fallback) {
        const auto artifact = m_session.artifact(entry, m_job);
        if (!artifact) return;
        m_row.stage.clear();
        m_row.method = fallback;
        const auto cases = session::representativeCases(**artifact);
        if (cases.empty()) addIndexed(**artifact, (*artifact)->root(), TensorRole::RepresentativeInput, std::nullopt, {});
        for (std::size_t c = 0; c < cases.size(); ++c)
            addIndexed(**artifact, cases[c], TensorRole::RepresentativeInput, static_cast<std::int64_t>(c), {});
    }

    /// The method whose stage it is; beside a record that has that stage its own name, or what one without a name is called.
    std::string methodOf(const exported::Pt2Model& model, std::size_t number) const {
        const session::Session::Archived place{m_row.file, number};
        const auto isOf = [&](const session::Method& method) { return m_session.archived(method.name) == place; };
        const auto method = std::ranges::find_if(m_session.methods(), isOf);
        if (method != m_session.methods().end()) return method->name;
        return model.isUnnamed() ? "forward" : model.name;
    }

    void addPt2(const exported::Pt2Archive& archive) {
        for (std::size_t m = 0; m < archive.models.size(); ++m) {
            const exported::Pt2Model& model = archive.models[m];
            m_row.method = methodOf(model, m);
            m_row.stage = "exported";
            for (const exported::Pt2Tensor& tensor : model.tensors)
                push(tensor.name,
                     tensor.isParameter  ? TensorRole::Parameter
                     : tensor.isConstant ? TensorRole::Constant
                                         : TensorRole::Buffer,
                     tensor.tensor);
            for (const auto& entry : {model.stateDict, model.constants, model.sampleInputs}) {
                if (!entry) continue;
                const auto content = archive.content(*entry);
                if (!content) continue;
                const TensorRole role = entry == model.sampleInputs ? TensorRole::ExampleInput
                                        : entry == model.constants  ? TensorRole::Constant
                                                                    : TensorRole::Parameter;
                addFileArtifact(*content, role);
            }
        }
    }

    /// An artifact that is not an entry of the record; its values keep their paths as names.
    void addFileArtifact(const ByteRange& content, TensorRole role) {
        Diagnostics diagnostics;
        const auto artifact = Artifact::open(content, diagnostics, m_job);
        if (!artifact) diagnostics.error(artifact.error());
        if (artifact)
            (*artifact)->forEachLeaf((*artifact)->root(), LeafScope::WithInner, [&](const Path& path, ValueId id) {
                const std::string name = pickle::pathText(path);
                addTensor(**artifact, id, name.empty() ? "value" : name, role);
                return !m_job.cancelled();
            });
        report(diagnostics);
    }

    void addArrays(const session::SessionFile& file) {
        Diagnostics diagnostics;
        const ByteRange whole = file.bytes;
        const auto pushAll = [this](const std::vector<tensor::NamedTensor>& arrays) {
            for (const tensor::NamedTensor& array : arrays) push(array.name, TensorRole::Intermediate, array.tensor);
        };
        if (file.kind == FileKind::Npz) {
            pushAll(tensor::readNpz(*file.zip, diagnostics));
        } else if (file.kind == FileKind::Safetensors) {
            const auto tensors = tensor::readSafetensors(whole, diagnostics);
            if (tensors)
                pushAll(tensors->tensors);
            else
                diagnostics.error(tensors.error());
        } else {
            const auto array = tensor::readNpy(whole);
            if (array)
                push(validName(baseName(file.path)), TensorRole::Intermediate, *array);
            else
                diagnostics.error(array.error());
        }
        report(diagnostics);
    }

    /// Constants and initial values of each plan, each tensor's bytes once. Of a program inside a bundle the constants only.
    void addProgram(const program::Program& program, bool withState) {
        std::set<std::pair<std::uint64_t, std::string>> seen;
        for (const program::ExecutionPlan& plan : program.plans())
            for (const program::TensorInfo& info : plan.tensors) {
                const program::TensorKind kind = info.kind();
                if (kind != program::TensorKind::Constant && !(withState && kind == program::TensorKind::InitialValue)) continue;
                const auto bytes = program.tensorBytes(info);
                tensor::Tensor tensor = shapedAs(info, bytes);
                if (bytes && !seen.emplace(bytes->offset, tensor::typeAndShapeText(tensor.type, tensor.shape)).second) continue;
                m_row.method = program::isConstantMethod(plan) ? std::string() : plan.name;
                m_row.stage = "program";
                push(std::string(info.name()), kind == program::TensorKind::Constant ? TensorRole::Constant : TensorRole::Buffer,
                     std::move(tensor));
            }
        m_row.method.clear();
        m_row.stage.clear();
    }

    void addBundle(const bundle::Bundle& bundle) {
        for (const bundle::TestSuite& suite : bundle.suites()) {
            m_row.method = suite.method;
            for (std::size_t c = 0; c < suite.cases.size() && !m_job.cancelled(); ++c) {
                m_row.caseIndex = static_cast<std::int64_t>(c);
                addCase(suite.cases[c].inputs, TensorRole::BundledInput);
                addCase(suite.cases[c].expected, TensorRole::ExpectedOutput);
            }
        }
        m_row.method.clear();
        m_row.caseIndex.reset();
        m_row.index.reset();
    }

    void addCase(const std::vector<tensor::Value>& values, TensorRole role) {
        for (std::size_t i = 0; i < values.size(); ++i)
            if (const auto* tensor = std::get_if<tensor::Tensor>(&values[i])) {
                m_row.index = static_cast<std::int64_t>(i);
                push(std::string(tensorRoleName(role)) + "[" + std::to_string(i) + "]", role, *tensor);
            }
    }

    void addTensorData(const tensordata::TensorData& data) {
        for (const tensordata::Entry& entry : data.entries())
            if (entry.layout) push(entry.key, TensorRole::External, shapedAs(*entry.layout, data.tensorBytes(entry)));
    }

    void addWeights(const delegates::Decoded& native) {
        for (const delegates::Weight& weight : native.weights) {
            if (!weight.type) continue;
            tensor::Tensor tensor;
            tensor.type = *weight.type;
            tensor.shape = weight.shape;
            tensor.strides = weight.strides;
            tensor.storageOffset = weight.storageOffset;
            tensor.storage = weight.bytes;
            if (!weight.bytes.hasData())
                tensor.state = tensor::DataState::Unreadable, tensor.note = "its bytes are not in this file";
            else if (auto sound = tensor.validate(); !sound)
                tensor.state = tensor::DataState::Unreadable, tensor.note = sound.error().message;
            push(weight.name.empty() ? weight.key : weight.name, TensorRole::Constant, std::move(tensor));
        }
    }

    void report(const Diagnostics& diagnostics) {
        m_session.addDiagnostics(diagnostics, escaped(baseName(m_session.files()[m_row.file].path)));
    }

    void addTensor(const Artifact& artifact, ValueId id, std::string name, TensorRole role) {
        if (auto tensor = artifact.tensor(id)) push(std::move(name), role, std::move(*tensor));
    }

    /// A pickle of some bytes a tensor must not become rows of a hundred times its size.
    bool spend(std::size_t text) {
        const std::uint64_t bytes = sizeof(TensorRow) + text;
        if (bytes > m_room && m_room != 0) {
            Diagnostics diagnostics;
            diagnostics.error("limit-exceeded", "", "the files name far more tensors than they can hold; the rest is not listed");
            report(diagnostics);
        }
        m_room = bytes > m_room ? 0 : m_room - bytes;
        return m_room != 0;
    }

    void push(std::string name, TensorRole role, tensor::Tensor tensor) {
        if (!spend(name.size())) return;
        TensorRow row = m_row;
        row.name = std::move(name);
        row.role = role;
        row.tensor = std::move(tensor);
        m_rows.push_back(std::move(row));
    }

    const session::Session& m_session;
    const JobContext& m_job;
    std::uint64_t m_room = limits::kTensorRowsFloor;
    TensorRow m_row;  ///< what the rows being added have in common
    std::vector<TensorRow> m_rows;
};

}  // namespace

RoleMap rolesOf(const exported::Program& program) {
    const graph::GraphModel& model = *program.graph;
    RoleMap roles;
    for (const graph::GraphInput& input : model.top().inputs) {
        if (!input.target.valid() || !graph::isRecorded(input.kind)) continue;
        roles.emplace(model.text(input.target), input.kind == graph::InputKind::Parameter ? TensorRole::Parameter
                                                : input.kind == graph::InputKind::Buffer  ? TensorRole::Buffer
                                                                                          : TensorRole::Constant);
    }
    return roles;
}

std::string_view tensorRoleName(TensorRole role) noexcept {
    static constexpr EnumTable<TensorRole::DelegateConstant> kNames(
        {"parameter", "buffer", "constant", "example_input", "reference_output", "representative_input", "external", "intermediate",
         "named_data", "bundled_input", "expected_output", "delegate_constant"});
    return kNames[role];
}

Result<std::shared_ptr<const std::vector<TensorRow>>> tensors(const session::Session& session, const JobContext& job) {
    return session.store().get<std::vector<TensorRow>>("inventory::tensors", job,
                                                       [&] { return RowCollector(session, job).collect(); });
}

}  // namespace etscope::inventory
