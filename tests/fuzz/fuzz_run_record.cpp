// Run records: what is read of a run.json is the same when it is written and read again.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "fuzz/fuzz_input.h"
#include "runrecord/run_record.h"

namespace {

using namespace etscope;

std::string textOf(const runrecord::RunRecord& record) {
    return runrecord::toJson(record).dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Diagnostics diagnostics;
    const auto record = runrecord::read(fuzz::rangeOf(data, size), diagnostics);
    if (!record) return 0;
    for (const auto& file : record->written)
        if (!runrecord::staysBelow(file.file)) __builtin_trap();
    const std::string text = textOf(*record);
    Diagnostics none;
    const auto again = runrecord::read(fuzz::rangeOf(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()), none);
    if (again && textOf(*again) == text) return 0;
    std::fprintf(stderr, "%s\n%s\n", again ? "read differently:" : again.error().message.c_str(), text.c_str());
    __builtin_trap();
}
