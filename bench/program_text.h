// Program JSON of any size for benchmarks: a decoder-like graph with module stacks, stack traces and provenance of the
// lengths that real exports have. The same text every time.
#pragma once

#include <cstddef>
#include <string>

namespace etscope::bench {

std::string programText(std::size_t atLeastBytes);

}  // namespace etscope::bench
