// Whole records: classification, side tables, every program and artifact.
#include "etrecord/record.h"
#include "exported/program.h"
#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_tensor.h"
#include "pickle/torch_archive.h"

namespace {

using namespace etscope;

void openArtifact(const etrecord::Record& record, std::optional<std::size_t> entry) {
    if (!entry) return;
    const auto content = record.content(*entry);
    if (!content) return;
    Diagnostics diagnostics;
    const auto artifact = pickle::Artifact::open(*content, diagnostics);
    if (!artifact) return;
    std::size_t visited = 0;
    (*artifact)->forEachLeaf((*artifact)->root(), pickle::LeafScope::WithInner, [&](const pickle::Path&, pickle::ValueId id) {
        if (const auto tensor = (*artifact)->tensor(id)) fuzz::readTensor(*tensor);
        return ++visited < 500;
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Diagnostics diagnostics;
    auto zip = ZipIndex::read(fuzz::rangeOf(data, size), diagnostics);
    if (!zip) return 0;
    const auto record = etrecord::Record::read(std::make_shared<const ZipIndex>(std::move(*zip)), diagnostics);
    if (!record) return 0;
    std::size_t stages = 0;
    for (const etrecord::StageEntry& stage : (*record)->stages()) {
        if (++stages > 20) break;
        if (const auto json = (*record)->content(stage.program)) static_cast<void>(exported::Program::read(*json, diagnostics, {}));
        openArtifact(**record, stage.stateDict);
        openArtifact(**record, stage.constants);
        openArtifact(**record, stage.exampleInputs);
    }
    openArtifact(**record, (*record)->referenceOutputs());
    openArtifact(**record, (*record)->representativeInputs());
    return 0;
}
