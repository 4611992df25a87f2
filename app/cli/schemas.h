// The files of docs/schema, made part of the program by cmake/EmbedSchemas.cmake. Constant data; any thread.
#pragma once

#include <span>
#include <string_view>

namespace etscope::cli {

struct Schema {
    std::string_view name;  ///< "compare"
    std::string_view text;
};

/// By name.
std::span<const Schema> schemas() noexcept;

}  // namespace etscope::cli
