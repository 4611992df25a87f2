// make_operator_seeds OUT FOLDER [OVERLOAD…]: the smallest cases of each folder of operator cases as inputs of fuzz_operators.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "evaluate/case_folders.h"
#include "evaluate/cases.h"
#include "fuzz/operator_input.h"

int main(int argc, char** argv) {
    using namespace etscope;
    constexpr std::size_t kMostEach = 3, kMostBytes = 1024;
    int status = 0;
    if (argc < 3) return 2;
    const auto folders = tests::caseFolders("make_operator_seeds", argc - 1, argv + 1, status);
    if (!folders) return status;
    std::filesystem::create_directories(argv[1]);
    const JobContext job;
    const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 32U), job};
    std::size_t written = 0;
    for (const std::string& target : folders->targets) {
        const evaluate::Operator* op = evaluate::findOperator(target);
        const auto cases = tests::readCases(folders->of(target), context);
        std::vector<std::string> inputs;
        for (std::size_t i = 0; op != nullptr && cases && i < cases->size(); ++i)
            if (auto bytes = fuzz::CallWriter::written(*op, (*cases)[i].arguments); bytes && bytes->size() <= kMostBytes)
                inputs.push_back(*std::move(bytes));
        std::ranges::stable_sort(inputs, {}, &std::string::size);
        for (std::size_t i = 0; i < std::min(inputs.size(), kMostEach); ++i, ++written) {
            const std::size_t chosen = i * (inputs.size() - 1) / kMostEach;
            std::ofstream(std::filesystem::path(argv[1]) / (target + "-" + std::to_string(i)), std::ios::binary) << inputs[chosen];
        }
    }
    std::printf("%zu inputs\n", written);
    return 0;
}
