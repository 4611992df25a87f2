// Work that is measured in a fresh process.
#pragma once

#include <string>
#include <vector>

namespace etscope::bench {

/// `{"open", record, threads}`, `{"floor", record, threads}`: seconds; `{"memory", program}`, `{"open-memory", record}`: bytes.
int runChild(const std::vector<std::string>& arguments);

}  // namespace etscope::bench
