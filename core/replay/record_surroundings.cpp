#include "replay/record_surroundings.h"

#include <algorithm>

#include "exported/lowered_module.h"
#include "pickle/torch_archive.h"
#include "session/pt2_stages.h"

namespace etscope::replay {

namespace {

using pickle::Artifact;

/// The value of a name: a key, or an attribute of a tensor subclass behind the key's last dot.
pickle::ValueId findNamed(const Artifact& artifact, std::string_view name) {
    if (const pickle::ValueId exact = artifact.find(name); exact.valid()) return exact;
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return {};
    const pickle::ValueId outer = findNamed(artifact, name.substr(0, dot));
    if (!outer.valid()) return {};
    for (const pickle::Child& child : artifact.children(outer))
        if (child.label.text == name.substr(dot + 1)) return child.value;
    return {};
}

class ArtifactSurroundings : public evaluate::Surroundings {
public:
    explicit ArtifactSurroundings(RecordConstants constants, int depth) : m_constants(std::move(constants)), m_depth(depth) {}

    Result<evaluate::Value> constant(std::string_view target, const std::shared_ptr<evaluate::Memory>& memory) const override {
        const auto found = m_constants.find(target);
        if (!found) return fail("no-such-constant", "the record holds no tensor '" + std::string(target) + "'");
        if (const auto* tensor = std::get_if<tensor::Tensor>(&*found)) return valueOf(*tensor, target, memory);
        return plain(*found);
    }

    Result<evaluate::LoweredBody> lowered(const graph::GraphModel& model, std::size_t delegate,
                                          const JobContext& job) const override {
        Diagnostics diagnostics;
        const auto module = exported::LoweredModule::read(model, delegate, diagnostics, job, m_depth);
        if (!module) return module.failure();
        const auto program = module->program(diagnostics, job);
        if (!program) return program.failure();
        std::vector<std::shared_ptr<const Artifact>> artifacts;
        for (const exported::Base64Blob* blob : {&module->originalStateDict, &module->originalConstants}) {
            if (!blob->present()) continue;
            const auto bytes = blob->decode(module->name);
            if (!bytes) return bytes.failure();
            auto artifact = Artifact::open(*bytes, diagnostics, job);
            if (!artifact) return artifact.failure();
            artifacts.push_back(*artifact);
        }
        return evaluate::LoweredBody{(*program)->graph,
                                     std::make_shared<ArtifactSurroundings>(RecordConstants(std::move(artifacts)), module->depth)};
    }

private:
    static Result<evaluate::Value> valueOf(const tensor::Tensor& tensor, std::string_view target,
                                           const std::shared_ptr<evaluate::Memory>& memory) {
        if (tensor.state == tensor::DataState::Opaque) return evaluate::Value(std::string(target));
        if (tensor.state == tensor::DataState::Unreadable && !tensor.note.empty())
            return fail("no-such-constant", "'" + std::string(target) + "': " + tensor.note);
        auto array = evaluate::borrowed(tensor, memory);
        if (!array) return fail(array.error().code, "'" + std::string(target) + "': " + array.error().message, array.error().where);
        return evaluate::Value(*std::move(array));
    }
    static evaluate::Value plain(const tensor::Value& leaf) {
        if (const auto* flag = std::get_if<bool>(&leaf)) return *flag;
        if (const auto* integer = std::get_if<std::int64_t>(&leaf)) return *integer;
        if (const auto* number = std::get_if<double>(&leaf)) return *number;
        if (const auto* text = std::get_if<std::string>(&leaf)) return *text;
        return evaluate::Nothing{};
    }

    RecordConstants m_constants;
    int m_depth;
};

}  // namespace

/// An attribute of a tensor subclass stands behind its name's last dot.
std::optional<tensor::Value> RecordConstants::findSingle(std::string_view name) const {
    if (const auto exact = m_singles.find(name); exact != m_singles.end()) {
        const Single& single = exact->second;
        return single.artifact == nullptr ? tensor::Value(single.tensor) : single.artifact->leaf(single.artifact->root());
    }
    for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0; dot = name.rfind('.', dot - 1)) {
        const auto outer = m_singles.find(name.substr(0, dot));
        if (outer == m_singles.end() || outer->second.artifact == nullptr) continue;
        const Artifact& artifact = *outer->second.artifact;
        pickle::ValueId at = artifact.root();
        for (std::string_view rest = name.substr(dot + 1); at.valid() && !rest.empty();) {
            const std::size_t end = std::min(rest.find('.'), rest.size());
            const auto children = artifact.children(at);
            const auto inner =
                std::ranges::find_if(children, [&](const pickle::Child& child) { return child.label.text == rest.substr(0, end); });
            at = inner == children.end() ? pickle::ValueId() : inner->value;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        if (at.valid()) return artifact.leaf(at);
    }
    return std::nullopt;
}

std::optional<tensor::Value> RecordConstants::find(std::string_view name) const {
    if (auto single = findSingle(name)) return single;
    for (const auto& artifact : m_artifacts)
        if (const pickle::ValueId id = findNamed(*artifact, name); id.valid()) return artifact->leaf(id);
    return std::nullopt;
}

bool RecordConstants::holds(std::string_view name, const join::RecordName& contents) const {
    if (std::ranges::find(contents.names, name) == contents.names.end()) return false;
    const auto value = find(name);
    const auto* tensor = value ? std::get_if<tensor::Tensor>(&*value) : nullptr;
    return tensor == nullptr || contents.places.empty() || contents.holds(*tensor);
}

namespace {

/// Weights, then constants: of equal names the first counts, as in the artifacts of a record. Custom objects have no type and are
/// not read.
Result<RecordConstants> archivedConstants(const session::Session& session, const session::Pt2Stage& of, const JobContext& job) {
    RecordConstants::Artifacts artifacts;
    for (const auto& entry : {of.model->stateDict, of.model->constants}) {
        if (!entry) continue;
        auto artifact = session::pt2Artifact(session, of, *entry, job);
        if (!artifact) return artifact.failure();
        artifacts.push_back(*artifact);
    }
    std::map<std::string, RecordConstants::Single, std::less<>> singles;
    for (const exported::Pt2Tensor& tensor : of.model->tensors) {
        RecordConstants::Single single{tensor.tensor, nullptr};
        if (tensor.pickled && tensor.entry && tensor.tensor.type != ScalarType::Unknown) {
            auto artifact = session::pt2Artifact(session, of, *tensor.entry, job);
            if (artifact.cancelled()) return artifact.failure();
            if (artifact) single.artifact = *artifact;
        }
        singles.try_emplace(tensor.name, std::move(single));
    }
    return RecordConstants(std::move(artifacts), std::move(singles));
}

}  // namespace

Result<RecordConstants> recordConstants(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    if (const auto archived = session::pt2Stage(method.session, method.name, stage))
        return archivedConstants(method.session, *archived, job);
    const session::SessionFile* file = method.session.recordFile();
    if (file == nullptr || file->record == nullptr) return fail("no-record", "the session has no ETRecord");
    const etrecord::Record& record = *file->record;
    const auto named = record.stagesNamed(method.name, stage.text());
    if (named.empty()) return fail("no-such-stage", "the record has no stage '" + stage.text() + "' of '" + method.name + "'");
    const etrecord::StageEntry& entry = record.stages()[named.front()];
    std::vector<std::shared_ptr<const Artifact>> artifacts;
    for (const auto& index : {entry.stateDict, entry.constants}) {
        if (!index) continue;
        auto artifact = method.session.artifact(*index, job);
        if (!artifact) return artifact.failure();
        artifacts.push_back(*artifact);
    }
    return RecordConstants(std::move(artifacts));
}

Result<std::shared_ptr<const evaluate::Surroundings>> recordSurroundings(const session::MethodView& method,
                                                                         const graph::StageId& stage, const JobContext& job) {
    auto constants = recordConstants(method, stage, job);
    if (!constants) return constants.failure();
    return std::shared_ptr<const evaluate::Surroundings>(std::make_shared<ArtifactSurroundings>(*std::move(constants), 0));
}

}  // namespace etscope::replay
