// ByteSink: what takes bytes in order: a file under construction, a member of an archive, a text that is being escaped.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/result.h"

namespace etscope {

class ByteSink {
public:
    ByteSink() = default;
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;
    virtual ~ByteSink() = default;

    virtual Result<void> write(std::span<const std::byte> bytes) = 0;
    Result<void> write(std::string_view text) { return write(std::as_bytes(std::span(text))); }
};

}  // namespace etscope
