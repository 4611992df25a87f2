// Conversations: a trace with its values, tokenizer and processor, checked. One to four files (session_input.h): trace, tokenizer,
// configuration of tokenizer and processor, values; the first byte says whether the program is there and whether calls are
// computed.
#include <fstream>
#include <iterator>

#include "conversation/conversation.h"
#include "fuzz/session_input.h"
#include "support/temp_dir.h"

namespace {

using namespace etscope;

/// The program and record of the fixture, which the seeds are of.
const std::vector<std::string>& exportFiles() {
    static const std::vector<std::string> kFiles = [] {
        std::vector<std::string> files;
        for (const char* name : {"model.pte", "model.etrecord"}) {
            std::ifstream file(std::string(ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/talk/") + name, std::ios::binary);
            files.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
        return files;
    }();
    return kFiles;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const test::TempDir folder = test::TempDir::inMemory();
    auto files = fuzz::filesOf({reinterpret_cast<const char*>(data) + 1, size - 1});
    files.resize(fuzz::kMostFiles);
    std::vector<std::string> paths{folder.write("trace.jsonl", files[0])};
    if (!files[1].empty()) paths.push_back(folder.write("tokenizer.json", files[1]));
    for (const char* name : {"tokenizer_config.json", "preprocessor_config.json"}) folder.write(name, files[2]);
    folder.write(files[3].starts_with("PK")          ? "values.npz"
                 : files[3].starts_with("\x93NUMPY") ? "c0-i0.npy"
                                                     : "img-0.png",
                 files[3]);
    if ((data[0] & 1U) != 0) paths.push_back(folder.write("model.pte", exportFiles()[0]));
    if ((data[0] & 2U) != 0) paths.push_back(folder.write("model.etrecord", exportFiles()[1]));
    const auto session = session::Session::open(paths, {}, {});
    if (!session) return 0;
    static_cast<void>(conversation::conversation(**session, {}, {(data[0] & 4U) != 0}));
    return 0;
}
