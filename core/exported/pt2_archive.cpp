#include "exported/pt2_archive.h"

#include <map>
#include <string_view>

#include "base/escaped.h"
#include "exported/read_state.h"
#include "exported/value_types.h"
#include "io/json_reader.h"

namespace etscope::exported {
namespace {

constexpr std::string_view kModels = "models/";
constexpr std::string_view kJson = ".json";

using EntryMap = std::map<std::string_view, std::size_t>;

std::optional<std::size_t> find(const EntryMap& entries, const std::string& name) {
    const auto hit = entries.find(name);
    return hit == entries.end() ? std::nullopt : std::optional(hit->second);
}

/// "serialized_constants": as an archive, or else as JSON.
std::optional<std::size_t> findEither(const EntryMap& entries, const std::string& stem) {
    const auto archive = find(entries, stem + ".pt");
    return archive ? archive : find(entries, stem + ".json");
}

/// Sizes and strides of a stored tensor are numbers; a symbolic one counts with its hint.
std::vector<std::int64_t> numbers(const std::vector<graph::Dim>& dims) {
    std::vector<std::int64_t> values;
    for (const graph::Dim& dim : dims) values.push_back(dim.hasHint ? dim.value : -1);
    return values;
}

class ArchiveReader {
public:
    ArchiveReader(std::shared_ptr<const ZipIndex> zip, Diagnostics& diagnostics, const JobContext& job)
        : m_diagnostics(diagnostics), m_job(job) {
        m_archive.zip = std::move(zip);
        const auto& entries = m_archive.zip->entries();
        for (std::size_t i = 0; i < entries.size(); ++i) m_entries[entries[i].name] = i;  // the last of a name counts
    }

    Result<std::shared_ptr<const Pt2Archive>> read() {
        for (const auto& [name, entry] : m_entries) {
            if (m_job.cancelled()) return cancelledFailure();
            addNewForm(name, entry);
        }
        if (m_archive.models.empty()) addOldForm();
        if (m_archive.models.empty())
            return fail("pt2-without-program", "the archive holds no exported program (no models/*.json)",
                        m_archive.zip->archive().where());
        return std::make_shared<const Pt2Archive>(std::move(m_archive));
    }

private:
    /// "<root>/models/<model>.json" and what belongs to it under "<root>/data".
    void addNewForm(std::string_view name, std::size_t entry) {
        const std::size_t folder = name.rfind('/');
        if (!name.ends_with(kJson) || folder == std::string_view::npos) return;
        const std::string_view directory = name.substr(0, folder + 1);
        if (!directory.ends_with(kModels) ||
            (directory.size() > kModels.size() && directory[directory.size() - kModels.size() - 1] != '/'))
            return;
        const std::string root(directory.substr(0, directory.size() - kModels.size()));
        Pt2Model model;
        model.name = name.substr(folder + 1, name.size() - folder - 1 - kJson.size());
        model.program = entry;
        model.sampleInputs = find(m_entries, root + "data/sample_inputs/" + model.name + ".pt");
        m_bigEndian = isBigEndian(root);
        addTensors(model, root + "data/weights/", "_weights_config.json", false);
        addTensors(model, root + "data/constants/", "_constants_config.json", true);
        model.stateDict = find(m_entries, root + "data/weights/" + model.name + ".pt");
        model.constants = find(m_entries, root + "data/constants/" + model.name + ".pt");
        m_archive.models.push_back(std::move(model));
    }

    /// The writer of the archive notes the byte order of its machine; raw payloads are in it.
    bool isBigEndian(const std::string& root) const {
        const auto entry = find(m_entries, root + "byteorder");
        if (!entry || m_archive.zip->entries()[*entry].size > 16) return false;
        const auto content = m_archive.content(*entry);
        const auto bytes = content ? content->readAll() : Result<std::vector<std::byte>>(content.failure());
        return bytes && std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()) == "big";
    }

    void addOldForm() {
        const auto program = find(m_entries, "serialized_exported_program.json");
        if (!program) return;
        Pt2Model model;
        model.name = "model";
        model.program = *program;
        model.stateDict = findEither(m_entries, "serialized_state_dict");
        model.constants = findEither(m_entries, "serialized_constants");
        model.sampleInputs = find(m_entries, "serialized_example_inputs.pt");
        m_archive.models.push_back(std::move(model));
    }

    void addTensors(Pt2Model& model, const std::string& directory, std::string_view suffix, bool constants) {
        const auto entry = find(m_entries, directory + model.name + std::string(suffix));
        if (!entry) return;
        const auto content = m_archive.content(*entry);
        if (!content) return m_diagnostics.error(content.error());
        graph::GraphBuilder scratch;
        JsonReader json(*content, m_job);
        ReadState state{json, scratch, m_diagnostics, *content};
        json.members("config", [&] {
            json.object([&](std::string_view name) {
                Pt2Tensor tensor;
                tensor.name = name;
                tensor.isConstant = constants;
                readPayload(state, tensor);
                locate(tensor, directory);
                model.tensors.push_back(std::move(tensor));
            });
        });
        if (json.failed()) m_diagnostics.error(json.error());
    }

    void readPayload(ReadState& state, Pt2Tensor& tensor) {
        state.json.object([&](std::string_view key) {
            if (key == "path_name")
                tensor.pathName = state.json.string().value_or("");
            else if (key == "is_param")
                tensor.isParameter = state.json.boolean().value_or(false);
            else if (key == "use_pickle")
                tensor.pickled = state.json.boolean().value_or(false);
            else if (key == "tensor_meta" && state.json.peek() == JsonReader::Kind::Object)
                readMeta(state, tensor.tensor);
            else
                state.json.skip();
        });
    }

    void readMeta(ReadState& state, tensor::Tensor& tensor) {
        readTensorMeta(state, m_meta);
        tensor.type = m_meta.meta.type.value_or(ScalarType::Unknown);
        tensor.shape = numbers(m_meta.sizes);
        tensor.strides = numbers(m_meta.strides);
        tensor.storageOffset = m_meta.storageOffset.value;
        tensor.requiresGrad = m_meta.meta.requiresGrad;
    }

    /// The entry of a payload; raw bytes are the whole storage. One without bytes is of a tensor without elements, or of one that
    /// was traced without contents.
    void locate(Pt2Tensor& payload, const std::string& directory) {
        tensor::Tensor& tensor = payload.tensor;
        payload.entry = find(m_entries, directory + payload.pathName);
        tensor.state = tensor::DataState::Unreadable;
        if (!payload.entry) {
            tensor.note = "the archive has no entry '" + escaped(payload.pathName) + "'";
            m_diagnostics.warning("pt2-payload-missing", m_archive.zip->archive().where(), tensor.note);
            return;
        }
        if (payload.pickled) {
            tensor.state = tensor::DataState::Opaque;
            tensor.note = "stored as a torch.save archive";
            return;
        }
        auto content = m_archive.content(*payload.entry);
        if (!content) {
            tensor.note = content.error().message;
            return;
        }
        const auto count = tensor.elementCount();
        if (content->size == 0 && count && *count > 0) {
            tensor.note = "the archive has no elements of it: torch takes zeros";
            return;
        }
        tensor.state = tensor::DataState::Dense;
        tensor.bigEndian = m_bigEndian;
        tensor.storage = std::move(*content);
        tensor.storageId = directory + payload.pathName;
        const bool strided = tensor.strides.size() == tensor.shape.size();
        if (!strided)
            tensor.note = "it has " + std::to_string(tensor.strides.size()) + " strides for " +
                          std::to_string(tensor.shape.size()) + " sizes";
        if (strided && tensor.validate()) return;
        tensor.state = tensor::DataState::Unreadable;
        m_diagnostics.warning("pt2-payload-invalid", m_archive.zip->archive().where(),
                              "'" + escaped(payload.name) + "': " + tensor.note);
    }

    Diagnostics& m_diagnostics;
    const JobContext& m_job;
    EntryMap m_entries;
    Pt2Archive m_archive;
    TensorMetaRecord m_meta;
    bool m_bigEndian = false;
};

}  // namespace

Result<std::shared_ptr<const Pt2Archive>> Pt2Archive::read(std::shared_ptr<const ZipIndex> zip, Diagnostics& diagnostics,
                                                           const JobContext& job) {
    return ArchiveReader(std::move(zip), diagnostics, job).read();
}

}  // namespace etscope::exported
