// Sessions: one to four files opened together, and every row of the command table run on them. The first byte chooses the form of
// the commands (document, text, tables, further options).
#include <cstdio>

#include "fuzz/session_input.h"
#include "malformed/every_command.h"
#include "support/temp_dir.h"

namespace {

using namespace etscope;

/// Named as the runtime's tools would, so that what is told by names is found.
std::string nameOf(const std::string& content, std::size_t index) {
    const std::string number = std::to_string(index);
    return content.starts_with("\x93NUMPY") ? "out-forward-" + number + "-0.npy" : "file" + number;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const test::TempDir folder = test::TempDir::inMemory();
    std::vector<std::string> paths;
    for (const std::string& content : fuzz::filesOf({reinterpret_cast<const char*>(data) + 1, size - 1}))
        paths.push_back(folder.write(nameOf(content, paths.size()), content));
    const auto session = session::Session::open(paths, {}, {});
    if (!session) return 0;
    const auto results = test::runEveryCommand(*session, paths.back(), test::kAllForms[data[0] % std::size(test::kAllForms)]);
    if (results.trouble.empty() && results.lines > 0) return 0;
    std::fprintf(stderr, "%s\n", results.trouble.c_str());
    __builtin_trap();
}
