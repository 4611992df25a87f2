#include "traces/trace_values.h"

#include <algorithm>

#include "base/escaped.h"
#include "io/sha256.h"
#include "io/zip_index.h"
#include "tensor/element_reader.h"
#include "tensor/npy.h"
#include "traces/limits.h"

namespace etscope::traces {

Result<const std::vector<tensor::NamedTensor>*> TraceValues::archive(const std::string& name) {
    if (const auto known = m_archives.find(name); known != m_archives.end()) return &known->second;
    if (m_archives.size() >= kMaxArchives) return fail("limit-exceeded", "the trace names too many archives", escaped(name));
    const auto path = pathInFolder(m_folder, name);
    if (!path) return path.failure();
    const auto source = Source::open(*path);
    if (!source) return source.failure();
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(*source), diagnostics, {});
    if (!zip) return zip.failure();
    return &m_archives.emplace(name, tensor::readNpz(*zip, diagnostics)).first->second;
}

Result<tensor::Tensor> TraceValues::tensor(const ValueClaim& claim) {
    if (claim.file.empty()) return fail("trace-value-absent", "the trace has only the hash of the value");
    const auto mark = claim.file.find('#');
    if (mark == std::string::npos) {
        const auto path = pathInFolder(m_folder, claim.file);
        if (!path) return path.failure();
        const auto source = Source::open(*path);
        return source ? tensor::readNpy(ByteRange::whole(*source)) : source.failure();
    }
    const auto members = archive(claim.file.substr(0, mark));
    if (!members) return members.failure();
    const std::string name = claim.file.substr(mark + 1);
    const auto found = std::ranges::find(**members, name, &tensor::NamedTensor::name);
    if (found == (*members)->end()) return fail("no-such-entry", "the archive has no such value", escaped(claim.file));
    if (found->tensor.state != tensor::DataState::Dense) return fail("npy-data-truncated", found->tensor.note, escaped(claim.file));
    return found->tensor;
}

Result<std::vector<std::byte>> elementBytes(const tensor::Tensor& value) {
    const auto whole = tensor::loaded(value, kMaxValueBytes);
    if (!whole) return whole.failure();
    return whole->storage.hasData() ? whole->storage.readAll() : Result<std::vector<std::byte>>(std::vector<std::byte>());
}

Result<std::string> TraceValues::hash(const ValueClaim& claim, const JobContext& job) {
    if (claim.file.empty() && !claim.sha256.empty()) return claim.sha256;
    const auto value = tensor(claim);
    if (!value) return value.failure();
    if (job.cancelled()) return cancelledFailure();
    const auto bytes = elementBytes(*value);
    if (!bytes) return bytes.failure();
    Sha256 hash;
    hash.add(*bytes);
    return hash.hex();
}

}  // namespace etscope::traces
