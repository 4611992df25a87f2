// Archives: directory, recovery, content, checksums.
#include "fuzz/fuzz_input.h"
#include "io/file_kind.h"
#include "io/zip_index.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    const ByteRange file = fuzz::rangeOf(data, size);
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(file, diagnostics);
    static_cast<void>(recognise(file, zip ? &*zip : nullptr));
    if (!zip) return 0;
    std::uint64_t inflated = 0;
    for (const ZipEntry& entry : zip->entries()) {
        static_cast<void>(zip->find(entry.name));
        static_cast<void>(zip->data(entry));
        if (inflated > (32U << 20U)) continue;
        if (const auto content = zip->content(entry)) inflated += entry.stored() ? 0 : content->size;
        static_cast<void>(zip->checksumHolds(entry));
    }
    return 0;
}
