// Values of a computed graph that are kept to be compared and shown: small ones, and the first of the others, in memory, further
// ones in a scratch file, so that computing takes the memory of its live values whatever is kept. One thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "evaluate/value.h"
#include "io/output_file.h"
#include "tensor/tensor.h"

namespace etscope::stages {

class KeptValues {
public:
    /// Bytes that lie in memory unless told otherwise.
    static constexpr std::uint64_t kMostInMemory = std::uint64_t{64} << 20U;

    /// Of what is put aside. All values of a vision encoder of a hundred million parameters are 7 GB; disks are not ours to fill.
    static constexpr std::uint64_t kMostAside = std::uint64_t{32} << 30U;

    explicit KeptValues(std::uint64_t mostInMemory = kMostInMemory, std::uint64_t mostAside = kMostAside)
        : m_mostInMemory(mostInMemory), m_mostAside(mostAside) {}
    /// Within the thread's allowance.
    static KeptValues allowed() {
        const auto& allowance = evaluate::Allowance::current();
        return allowance ? KeptValues(std::min(kMostInMemory, allowance->scratch), allowance->scratch) : KeptValues();
    }

    /// A copy of the elements; what is no tensor, or cannot be read, is not kept. Of one path the last one stays. Where nothing can
    /// be put aside it stays in memory, as far as limits::settable().evaluatedBytes goes; beyond it is neither
    /// read nor kept.
    void take(const std::string& path, const evaluate::Value& value);
    /// By path. Errors: those of opening what was put aside.
    Result<std::unordered_map<std::string, tensor::Tensor>> all() &&;

private:
    struct Aside {
        tensor::Tensor tensor;  ///< without its elements
        std::uint64_t offset = 0;
    };
    /// False: it could not.
    bool putAside(const std::string& path, const tensor::Tensor& tensor);

    std::uint64_t m_mostInMemory, m_mostAside, m_inMemory = 0;
    bool m_full = false;  ///< the disk takes no more
    std::optional<ScratchFile> m_file;
    std::unordered_map<std::string, tensor::Tensor> m_values;
    std::unordered_map<std::string, Aside> m_aside;
};

}  // namespace etscope::stages
