// Runs a fuzz target once over every file given, folders included; what does not exist is passed over.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMostBytes = 4U << 20U;  // larger files take their turn in the tests

bool replay(const fs::path& path) {
    if (fs::file_size(path) > kMostBytes) return false;
    std::ifstream file(path, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t files = 0;
    for (int i = 1; i < argc; ++i) {
        if (fs::is_regular_file(argv[i])) files += replay(argv[i]) ? 1U : 0U;
        if (!fs::is_directory(argv[i])) continue;
        for (const auto& entry : fs::recursive_directory_iterator(argv[i]))
            if (entry.is_regular_file()) files += replay(entry.path()) ? 1U : 0U;
    }
    std::printf("%zu inputs\n", files);
    return files == 0 ? 1 : 0;
}
