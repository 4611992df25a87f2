#include "replay/program_tensors.h"

#include "base/name_text.h"

namespace etscope::replay {
namespace {

Result<ByteRange> externalBytes(const session::Session& session, const program::TensorInfo& info) {
    for (const session::SessionFile& file : session.files()) {
        if (file.tensorData == nullptr) continue;
        for (const tensordata::Entry& entry : file.tensorData->entries())
            if (entry.key == info.name())
                return entry.layout ? file.tensorData->tensorBytes(entry) : file.tensorData->entryBytes(entry);
    }
    return fail("named-data-key", "no file of the session has the external tensor '" + nameText(info.name()) + "'");
}

}  // namespace

Result<tensor::Tensor> programTensor(const session::Session& session, const program::TensorInfo& info) {
    const session::SessionFile* file = session.programFile();
    if (file == nullptr || file->program == nullptr) return fail("tensor-without-data", "the session has no program");
    auto bytes = info.external() ? externalBytes(session, info) : file->program->tensorBytes(info);
    if (!bytes) return bytes.failure();
    tensor::Tensor tensor;
    tensor.type = info.scalarType;
    tensor.shape.assign(info.sizes.begin(), info.sizes.end());
    if (auto strides = info.strides()) tensor.strides = *std::move(strides);
    const auto size = tensor.byteCount();
    if (!size || *size > bytes->size) return fail("tensor-size", "the tensor is larger than its bytes");
    auto part = bytes->part(0, *size);
    if (!part) return part.failure();
    tensor.storage = *std::move(part);
    return tensor;
}

}  // namespace etscope::replay
