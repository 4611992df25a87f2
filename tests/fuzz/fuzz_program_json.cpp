// Program JSON: graph, signature, delegates inside.
#include "exported/lowered_module.h"
#include "exported/program.h"
#include "fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    Diagnostics diagnostics;
    const auto program = exported::Program::read(fuzz::rangeOf(data, size), diagnostics, {});
    if (!program) return 0;
    const graph::GraphModel& model = *(*program)->graph;
    for (std::uint32_t i = 0; i < model.nodeCount() && i < 1'000; ++i) static_cast<void>(model.nodePath(graph::NodeId(i)));
    for (std::size_t i = 0; i < model.delegates().size() && i < 20; ++i) {
        const auto module = exported::LoweredModule::read(model, i, diagnostics, {});
        if (module) static_cast<void>(module->program(diagnostics, {}));
    }
    return 0;
}
