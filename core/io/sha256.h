// Sha256: the hash that is printed, so that people can compare it with other tools'. One thread.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"

namespace etscope {

class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    void add(std::span<const std::byte> bytes);
    /// Of all that was added, 64 digits in lower case. Errors: `hash-unavailable`.
    Result<std::string> hex();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Of the range's bytes, read block by block. Errors: `hash-unavailable`, `cancelled`, those of reading.
Result<std::string> sha256(const ByteRange& range, const JobContext& job);

}  // namespace etscope
