#include "pickle/unpickler.h"

#include "base/limits.h"
#include "pickle/machine.h"

namespace etscope::pickle {

Result<Values> unpickle(const Stream& stream, const JobContext& job) {
    const std::uint64_t most = limits::settable().pickleBytes;
    if (stream.bytes.size() > most)
        return fail("pickle-limit",
                    "the pickle has " + std::to_string(stream.bytes.size()) + " bytes, the limit is " + std::to_string(most) +
                        "; raise --limits pickle-bytes if that is meant",
                    stream.place.where());
    return Machine(stream, job).run();
}

}  // namespace etscope::pickle
