#include "program/content_edits.h"
#include "support/bytes.h"

namespace etscope::test {

std::vector<ProgramCase> tensorCases() {
    return {
        {"rank 17",
         [] {
             return built([](B& b) {
                 tensor(b, 0).sizes.assign(17, 1);
                 tensor(b, 0).dim_order.assign(17, 0);
             });
         },
         {"pte-tensor-rank", "pte-tensor-dim-order"}},
        {"dim order twice the same", [] { return built([](B& b) {
                                              tensor(b, 0).dim_order = {0, 0};
                                          }); }, {"pte-tensor-dim-order"}},
        {"product of sizes overflows",
         [] {
             return built([](B& b) {
                 tensor(b, 0).sizes.assign(4, 0x7FFFFFFF);
                 tensor(b, 0).dim_order = {0, 1, 2, 3};
             });
         },
         {"pte-tensor-size-overflow"}},
        {"storage offset", [] { return built([](B& b) { tensor(b, 0).storage_offset = 4; }); }, {"pte-tensor-storage-offset"}},
        {"sparse layout", [] { return built([](B& b) { tensor(b, 0).layout = 1; }); }, {"pte-tensor-layout"}},
        {"unbounded", [] { return built([](B& b) { tensor(b, 0).shape_dynamism = 2; }); }, {"pte-tensor-unbounded"}},
        {"dynamism unknown", [] { return built([](B& b) { tensor(b, 0).shape_dynamism = 9; }); }, {"pte-tensor-dynamism"}},
        {"dynamism negative", [] { return built([](B& b) { tensor(b, 0).shape_dynamism = -1; }); }, {"pte-tensor-dynamism"}},
        {"element type negative", [] { return built([](B& b) { tensor(b, 0).scalar_type = -3; }); }, {"pte-tensor-scalar-type"}},
        {"element type beyond the runtime's",
         [] { return built([](B& b) { tensor(b, 0).scalar_type = 44; }); },
         {"pte-tensor-scalar-type"}},
        {"memory id 0", [] { return built([](B& b) { tensor(b, 0).allocation_info->memory_id = 0; }); }, {"pte-memory-id"}},
        {"offset behind the buffer",
         [] { return built([](B& b) { tensor(b, 0).allocation_info->memory_offset_low = 96; }); },
         {"pte-memory-out-of-buffer"}},
        {"high word of the offset",
         [] { return built([](B& b) { tensor(b, 0).allocation_info->memory_offset_high = 1; }); },
         {"pte-memory-out-of-buffer"}},
        {"external without a name", [] { return built([](B& b) { extra(b, 0).location = 1; }); }, {"pte-external-name-missing"}},
        {"location unknown", [] { return built([](B& b) { extra(b, 0).location = 5; }); }, {"pte-tensor-location"}},
        {"constant of a program without any",
         [] {
             return built([](B& b) {
                 tensor(b, 0).allocation_info.reset();
                 tensor(b, 0).data_buffer_idx = 1;
             });
         },
         {"pte-constant-index"}},
        {"initial value of a program without any",
         [] { return built([](B& b) { tensor(b, 0).data_buffer_idx = 1; }); },
         {"pte-mutable-index"}},
        {"initial value beyond the list",
         [] {
             return built([](B& b) {
                 useInitialValues(b, b.addSegment(std::string(24, 'x')), {0, 0});
                 tensor(b, 0).data_buffer_idx = 2;
             });
         },
         {"pte-mutable-index"}},
        {"initial value beyond the segment",
         [] {
             return built([](B& b) {
                 useInitialValues(b, b.addSegment(std::string(24, 'x')), {0, 8});
                 tensor(b, 0).data_buffer_idx = 1;
             });
         },
         {"pte-mutable-out-of-segment"}},
        {"initial value of another list",
         [] {
             return built([](B& b) {
                 useInitialValues(b, b.addSegment(std::string(24, 'x')), {0, 0});
                 tensor(b, 0).data_buffer_idx = 1;
                 extra(b, 0).mutable_data_segments_idx = 3;
             });
         },
         {"pte-mutable-segment-index-ignored"}},
        {"two lists of initial values",
         [] {
             return built([](B& b) {
                 const auto segment = b.addSegment(std::string(24, 'x'));
                 useInitialValues(b, segment, {0, 0});
                 useInitialValues(b, segment, {0, 0});
             });
         },
         {"pte-mutable-segment-count"}},
        {"initial values in a segment that is not there",
         [] { return built([](B& b) { useInitialValues(b, 8, {0}); }); },
         {"pte-mutable-segment-index"}},
        {"inline constant too small",
         [] {
             return built([](B& b) {
                 for (int i = 0; i < 2; ++i) b.program.constant_buffer.push_back(std::make_unique<wire::BufferT>());
                 b.program.constant_buffer[1]->storage.assign(23, 0);
                 tensor(b, 0).allocation_info.reset();
                 tensor(b, 0).data_buffer_idx = 1;
             });
         },
         {"pte-constant-out-of-segment"}},
        {"constants inline and in a segment",
         [] {
             return built([](B& b) {
                 b.program.constant_buffer.push_back(std::make_unique<wire::BufferT>());
                 useConstants(b, b.addSegment("0123"), {0});
             });
         },
         {"pte-constants-twice"}},
        {"constant offset behind the segment",
         [] { return built([](B& b) {
                  useConstants(b, b.addSegment("0123"), {0, 5});
              }); },
         {"pte-data-offset"}},
        {"constant segment that is not there",
         [] { return built([](B& b) { useConstants(b, 3, {0}); }); },
         {"pte-constant-segment-index"}},
    };
}

}  // namespace etscope::test
