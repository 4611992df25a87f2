// Values of a trace's calls, read when they are asked for. One thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensor/named_tensor.h"
#include "tensor/tensor.h"
#include "traces/trace.h"

namespace etscope::traces {

class TraceValues {
public:
    explicit TraceValues(std::string folder) : m_folder(std::move(folder)) {}

    /// The tensor, whose elements stay in the file. Errors: `trace-value-absent` (only its hash is told), those of pathInFolder()
    /// and tensor::readNpy(), `no-such-entry` of archives.
    Result<tensor::Tensor> tensor(const ValueClaim& claim);
    /// SHA-256 of the elements, told or computed. Errors: as above, those of reading.
    Result<std::string> hash(const ValueClaim& claim, const JobContext& job);
    const std::string& folder() const& noexcept { return m_folder; }
    const std::string& folder() const&& = delete;

private:
    Result<const std::vector<tensor::NamedTensor>*> archive(const std::string& name);

    std::string m_folder;
    std::map<std::string, std::vector<tensor::NamedTensor>> m_archives;
};

/// All elements, row-major and little endian. Errors: `limit-exceeded`, those of reading.
Result<std::vector<std::byte>> elementBytes(const tensor::Tensor& tensor);

}  // namespace etscope::traces
