// Metadata in named data: keys and values of any bytes, in both wire forms. The input is a row of entries: length of the key,
// length of the value (both one byte), key, value.
#include <string>

#include "fuzz/fuzz_input.h"
#include "program/metadata.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    std::vector<program::StoredMetadata> stored;
    for (std::size_t at = 0; size - at >= 2;) {
        const std::size_t keySize = data[at], valueSize = data[at + 1];
        at += 2;
        if (size - at < keySize || size - at - keySize < valueSize) break;
        stored.push_back({"metadata." + std::string(reinterpret_cast<const char*>(data + at), keySize),
                          fuzz::rangeOf(data + at + keySize, valueSize)});
        at += keySize + valueSize;
    }
    Diagnostics diagnostics;
    const auto entries = program::interpretMetadata(stored, program::MetadataSource::NamedData, diagnostics);
    for (const program::MetadataEntry& entry : entries)
        if (entry.readings.empty()) __builtin_trap();
    static_cast<void>(program::checkMetadata(entries));
    return 0;
}
