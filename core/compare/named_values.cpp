#include "compare/named_values.h"

#include "pickle/torch_archive.h"
#include "tensor/npy.h"
#include "tensor/safetensors.h"

namespace etscope::compare {

Result<std::vector<NamedValue>> namedValues(const session::SessionFile& file, Diagnostics& diagnostics, const JobContext& job) {
    std::vector<NamedValue> values;
    const auto add = [&values](tensor::NamedTensor& one) { values.push_back({one.name, std::move(one.tensor), {}}); };
    if (file.kind == FileKind::Npz)
        for (tensor::NamedTensor& one : tensor::readNpz(*file.zip, diagnostics)) add(one);
    if (file.kind == FileKind::Safetensors) {
        auto tensors = tensor::readSafetensors(file.bytes, diagnostics);
        if (!tensors) return tensors.failure();
        for (tensor::NamedTensor& one : tensors->tensors) add(one);
    }
    if (file.kind != FileKind::TorchSave) return values;
    const auto artifact = pickle::Artifact::open(file.bytes, diagnostics, job);
    if (!artifact) return artifact.failure();
    for (const pickle::Child& child : (*artifact)->children((*artifact)->root())) {
        pickle::Leaves leaves = (*artifact)->leaves(child.value, pickle::LeafScope::Flat, job);
        const bool several = leaves.values.size() > 1;
        for (std::size_t i = 0; i < leaves.values.size(); ++i)
            values.push_back({child.label.text, std::move(leaves.values[i].value), several ? std::optional(i) : std::nullopt});
    }
    return values;
}

}  // namespace etscope::compare
