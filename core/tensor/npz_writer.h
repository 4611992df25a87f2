// NpzWriter: tensors written into an .npz one after the other, as they come: of each only a name and a checksum are kept. The file
// appears whole or not at all. One thread per object.
#pragma once

#include <functional>
#include <string>

#include "base/job_context.h"
#include "base/result.h"
#include "base/text_hash.h"
#include "io/zip_writer.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

/// Names of tensors in one file, made different from each other.
class UniqueNames {
public:
    /// The name, with a number behind it where an earlier one was the same.
    std::string take(const std::string& base) {
        std::string name = base;
        for (std::size_t n = m_taken.contains(base) ? m_count + 1 : 0; !m_taken.insert(name).second; ++n)
            name = base + "_" + std::to_string(n);
        ++m_count;
        return name;
    }

private:
    TextSet m_taken{"__metadata__"};  ///< of safetensors
    std::size_t m_count = 0;
};

class NpzWriter {
public:
    /// Errors: `write-failed`, `cancelled`.
    static Result<NpzWriter> create(const std::string& path, const JobContext& job);

    /// The elements as exportTensors() stores them, under the name made safe and unique (safeName()). `wrote` is told the bytes of
    /// each part. After an error the file cannot be finished. Errors: those of exportTensors() and of `wrote`.
    Result<void> add(const std::string& name, const Tensor& tensor, const std::function<Result<void>(std::uint64_t)>& wrote = {});
    std::size_t count() const noexcept { return m_count; }
    /// Puts the file in its place. Errors: `write-failed`.
    Result<void> commit() { return m_zip.commit(); }

private:
    NpzWriter(ZipWriter zip, JobContext job) : m_zip(std::move(zip)), m_job(std::move(job)) {}

    ZipWriter m_zip;
    JobContext m_job;
    UniqueNames m_names;
    std::size_t m_count = 0;
};

}  // namespace etscope::tensor
