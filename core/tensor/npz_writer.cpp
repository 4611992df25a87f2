#include "tensor/npz_writer.h"

#include "tensor/encoder.h"
#include "tensor/npy.h"

namespace etscope::tensor {
namespace {

constexpr std::size_t kPart = std::size_t{1} << 20U;

}  // namespace

Result<NpzWriter> NpzWriter::create(const std::string& path, const JobContext& job) {
    auto zip = ZipWriter::create(path, job);
    if (!zip) return zip.failure();
    return NpzWriter(*std::move(zip), job);
}

Result<void> NpzWriter::add(const std::string& name, const Tensor& tensor,
                            const std::function<Result<void>(std::uint64_t)>& wrote) {
    auto elements = EncodedElements::open(tensor, ExportFormat::Npz);
    if (!elements) return elements.failure();
    const std::string header = npyHeader(elements->type(), tensor.shape);
    if (auto begun = m_zip.begin(m_names.take(safeName(name)) + ".npy", header.size() + elements->byteCount()); !begun)
        return begun;
    if (auto written = m_zip.write(std::as_bytes(std::span(header))); !written) return written;
    for (;;) {
        if (m_job.cancelled()) return cancelledFailure();
        const auto part = elements->next(kPart);
        if (!part) return part.failure();
        if (part->empty()) break;
        if (auto written = m_zip.write(*part); !written) return written;
        if (wrote)
            if (auto told = wrote(part->size()); !told) return told;
    }
    ++m_count;
    return m_zip.end();
}

}  // namespace etscope::tensor
