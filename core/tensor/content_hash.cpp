#include "tensor/content_hash.h"

#include <xxhash.h>

#include <memory>

#include "tensor/element_reader.h"
#include "tensor/walk.h"

namespace etscope::tensor {

Result<ContentHash> contentHash(const Tensor& tensor, const JobContext& job) {
    auto reader = ElementReader::open(tensor);
    if (!reader) return reader.failure();
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
    if (state == nullptr || XXH3_128bits_reset(state.get()) != XXH_OK)
        return fail("out-of-memory", "there is no memory for a hash");
    auto walked =
        forEachBlock(0, reader->count(), reader->blockSize(), job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
            const auto items = reader->items(first, n);
            if (!items) return items.failure();
            XXH3_128bits_update(state.get(), items->data(), items->size());
            return {};
        });
    if (!walked) return walked.failure();
    const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
    return ContentHash{hash.high64, hash.low64};
}

}  // namespace etscope::tensor
