#include "replay/recorded_inputs.h"

#include <algorithm>

#include "base/escaped.h"
#include "io/sha256.h"
#include "tensor/npy.h"

namespace etscope::replay {
namespace {

using runrecord::CallInput;

/// A file that lies below the folder by its name, and is the one that was written.
Result<tensor::Tensor> arrayOf(const join::RecordedCall& call, const CallInput& input) {
    const auto& written = call.record->written;
    const auto told = std::ranges::find(written, input.file, &runrecord::HashedFile::file);
    const auto source = Source::open(call.folder + "/" + input.file);
    if (!source) return source.failure();
    const ByteRange bytes = ByteRange::whole(*source);
    const auto hash = sha256(bytes, {});
    if (!hash) return hash.failure();
    if (told == written.end() || told->sha256 != *hash)
        return fail("run-record-other-file", "this is not the input that the call was fed", escaped(input.file));
    return tensor::readNpy(bytes);
}

}  // namespace

Result<GraphInputs> recordedInputs(const join::RecordedCall& call) {
    const runrecord::RunCall& facts = call.facts();
    GraphInputs inputs;
    inputs.from = "file";
    inputs.source = escaped(facts.caseText);
    for (const CallInput& input : facts.inputs) {
        switch (input.kind) {
            case CallInput::Kind::None: inputs.values.emplace_back(tensor::None{}); break;
            case CallInput::Kind::Bool: inputs.values.emplace_back(input.boolean); break;
            case CallInput::Kind::Int: inputs.values.emplace_back(input.integer); break;
            case CallInput::Kind::Double: inputs.values.emplace_back(input.number); break;
            case CallInput::Kind::Tensor: {
                auto array = arrayOf(call, input);
                if (!array) return array.failure();
                inputs.values.emplace_back(*std::move(array));
            }
        }
    }
    return inputs;
}

}  // namespace etscope::replay
