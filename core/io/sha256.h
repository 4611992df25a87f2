// Sha256: the hash that is printed, so that people can compare it with other tools'. One thread.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"

struct evp_md_ctx_st;

namespace etscope {

class Sha256 {
public:
    Sha256();

    void add(std::span<const std::byte> bytes);
    /// Of all that was added, 64 digits in lower case. Errors: `hash-unavailable`.
    Result<std::string> hex();

private:
    std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> m_context;  ///< of OpenSSL
    bool m_sound;
};

/// Of the range's bytes, read block by block. Errors: `hash-unavailable`, `cancelled`, those of reading.
Result<std::string> sha256(const ByteRange& range, const JobContext& job);

}  // namespace etscope
