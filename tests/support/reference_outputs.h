// A record with other reference outputs than it has.
#pragma once

#include <string>
#include <vector>

#include "io/zip_index.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/record_builder.h"

namespace etscope::test {

/// The record with other reference outputs.
inline std::string withReferences(const std::string& path, const std::string& outputs) {
    auto builder = RecordBuilder::empty();
    Diagnostics diagnostics;
    const auto source = Source::open(path);
    const auto zip = ZipIndex::read(ByteRange::whole(*source), diagnostics);
    for (const ZipEntry& entry : zip->entries()) {
        const auto bytes = zip->content(entry)->readAll();
        const std::string content(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        builder.set(entry.name, entry.name == "reference_outputs" ? outputs : content);
    }
    return builder.bytes();
}

/// Two equal cases of `forward` with one output.
inline std::string referencesOf(const std::vector<float>& values) {
    const auto count = static_cast<std::int64_t>(values.size());
    std::string bytes;
    for (const float value : values) bytes += floats({value});
    const auto tensor = pickled::tensor({.numel = count, .shape = {1, count}, .strides = {count, 1}});
    const auto cases = pickled::list({pickled::list({tensor}), pickled::list({tensor})});
    return pickled::torchSave(pickled::dict({{pickled::text("forward"), cases}}), {{"0", bytes}});
}

}  // namespace etscope::test
