#include "program/content_edits.h"
#include "program/table_editor.h"
#include "support/bytes.h"

namespace etscope::test {
namespace {

std::vector<ProgramCase> valueCases() {
    return {
        {"int list beyond the values",
         [] { return built([](B& b) {
                  addList<wire::IntListT>(b, {3, 4'000'000'000});
              }); },
         {"pte-list-item"}},
        {"int list of a negative index", [] { return built([](B& b) { addList<wire::IntListT>(b, {-1}); }); }, {"pte-list-item"}},
        {"int list of tensors", [] { return built([](B& b) { addList<wire::IntListT>(b, {0}); }); }, {"pte-list-item-kind"}},
        {"tensor list of ints", [] { return built([](B& b) { addList<wire::TensorListT>(b, {3}); }); }, {"pte-list-item-kind"}},
        {"tensor list with none", [] { return built([](B& b) { addList<wire::TensorListT>(b, {-1}); }); }, {"pte-list-item"}},
        {"optional tensor list of -2",
         [] { return built([](B& b) {
                  addList<wire::OptionalTensorListT>(b, {-1, -2});
              }); },
         {"pte-list-item"}},
        {"optional tensor list of ints",
         [] { return built([](B& b) {
                  addList<wire::OptionalTensorListT>(b, {-1, 3});
              }); },
         {"pte-list-item-kind"}},
        {"list without items",
         [] {
             std::string bytes = built([](B& b) { addList<wire::IntListT>(b, {3}); });
             TableEditor(bytes).element(1, 0).element(2, 4).table(1).drop(0);
             return bytes;
         },
         {"pte-list-items-missing"}},
        {"string without text",
         [] {
             std::string bytes = built([](B& b) { addValue(b.plan(), stringValue("text")); });
             TableEditor(bytes).element(1, 0).element(2, 4).table(1).drop(0);
             return bytes;
         },
         {"pte-value-missing"}},
        {"operator beyond the list", [] { return built([](B& b) { kernel(b).op_index = 1; }); }, {"pte-operator-index"}},
        {"operator negative", [] { return built([](B& b) { kernel(b).op_index = -1; }); }, {"pte-operator-index"}},
        {"operator without a name",
         [] { return built([](B& b) { b.plan().operators[0]->name.clear(); }); },
         {"pte-operator-name-missing"}},
        {"operator with a long name",
         [] { return built([](B& b) { b.plan().operators[0]->name = std::string(96, 'x'); }); },
         {"pte-operator-name-long"}},
        {"jump behind the end",
         [] {
             return built([](B& b) {
                 addValue(b.plan(), boolValue(true));
                 addInstruction(b.plan(), jumpFalse(4, 3));
             });
         },
         {"pte-jump-target"}},
        {"jump to a negative instruction",
         [] {
             return built([](B& b) {
                 addValue(b.plan(), boolValue(true));
                 addInstruction(b.plan(), jumpFalse(4, -1));
             });
         },
         {"pte-jump-target"}},
        {"jump on an int", [] { return built([](B& b) { addInstruction(b.plan(), jumpFalse(3, 0)); }); }, {"pte-jump-condition"}},
        {"jump on a tensor of floats",
         [] { return built([](B& b) { addInstruction(b.plan(), jumpFalse(0, 0)); }); },
         {"pte-jump-condition"}},
        {"jump on no value", [] { return built([](B& b) { addInstruction(b.plan(), jumpFalse(99, 0)); }); }, {"pte-value-index"}},
        {"move from no value", [] { return built([](B& b) { addInstruction(b.plan(), moveCall(-5, 0)); }); }, {"pte-value-index"}},
        {"free of an int",
         [] {
             return built([](B& b) {
                 wire::FreeCallT call;
                 call.value_index = 3;
                 addCall(b, std::move(call));
             });
         },
         {"pte-freed-value"}},
        {"free of no value",
         [] {
             return built([](B& b) {
                 wire::FreeCallT call;
                 call.value_index = 55;
                 addCall(b, std::move(call));
             });
         },
         {"pte-value-index"}},
        {"one stack trace too few",
         [] {
             return built([](B& b) {
                 addInstruction(b.plan(), kernelCall(0, {0, 1, 3, 2, 2}));
                 b.plan().chains[0]->stacktrace.push_back(std::make_unique<wire::FrameListT>());
             });
         },
         {"pte-stack-traces"}},
        {"two methods of one name",
         [] { return built([](B& b) { b.addConstantMethod("forward", {}, "L0()"); }); },
         {"pte-plan-name-duplicate"}},
        {"buffer size negative",
         [] { return built([](B& b) {
                  b.plan().non_const_buffer_sizes = {0, -96};
              }); },
         {"pte-buffer-size"}},
        {"device of no buffer",
         [] {
             return built([](B& b) {
                 b.plan().non_const_buffer_device.push_back(std::make_unique<wire::NonConstBufferDeviceT>());
                 b.plan().non_const_buffer_device[0]->buffer_idx = 2;
             });
         },
         {"pte-buffer-device"}},
        {"schema version 1", [] { return built([](B& b) { b.program.version = 1; }); }, {"pte-version"}},
    };
}

std::vector<ProgramCase> dataCases() {
    return {
        {"delegate call beyond the list",
         [] { return built([](B& b) { addCall(b, wire::DelegateCallT{}); }); },
         {"pte-delegate-index"}},
        {"delegate without a name",
         [] { return built([](B& b) { addDelegate(b, 1, b.addSegment("blob")).id.clear(); }); },
         {"pte-delegate-id-missing"}},
        {"delegate without data",
         [] { return built([](B& b) { addDelegate(b, 1, 0).processed.reset(); }); },
         {"pte-delegate-data-missing"}},
        {"delegate inline beyond the list", [] { return built([](B& b) { addDelegate(b, 0, 0); }); }, {"pte-delegate-data-index"}},
        {"delegate in no segment",
         [] {
             return built([](B& b) {
                 b.addNamedData("key", "data");
                 addDelegate(b, 1, 7);
             });
         },
         {"pte-delegate-data-index"}},
        {"delegate in a file without segments",
         [] { return built([](B& b) { addDelegate(b, 1, 0); }); },
         {"pte-delegate-data-index", "pte-delegate-without-segment-area"}},
        {"delegate at an unknown place", [] { return built([](B& b) { addDelegate(b, 2, 0); }); }, {"pte-delegate-data-location"}},
        {"named data in no segment",
         [] {
             return built([](B& b) {
                 b.addNamedData("key", "data");
                 b.program.named_data[0]->segment_index = 9;
             });
         },
         {"pte-named-data-segment-index", "pte-segment-unreferenced"}},
        {"two keys the same",
         [] {
             return built([](B& b) {
                 b.addNamedData("key", "data");
                 b.addNamedData("key", "other");
             });
         },
         {"pte-named-data-key-duplicate"}},
        {"key empty", [] { return built([](B& b) { b.addNamedData("", "data"); }); }, {"pte-named-data-key-empty"}},
        {"key not UTF-8", [] { return built([](B& b) { b.addNamedData("\xFF\xFE", "data"); }); }, {"pte-named-data-key-text"}},
        {"key missing",
         [] {
             std::string bytes = built([](B& b) { b.addNamedData("key", "data"); });
             TableEditor(bytes).element(7, 0).drop(0);
             return bytes;
         },
         {"pte-named-data-key-missing"}},
        {"named data without segments",
         [] {
             std::string bytes = built([](B& b) { b.addNamedData("key", "data"); });
             TableEditor(bytes).drop(4);
             return bytes;
         },
         {"pte-named-data-without-segments", "pte-named-data-segment-index"}},
        {"key of a delegate's segment",
         [] { return built([](B& b) { addDelegate(b, 1, b.addNamedData("key", "data")); }); },
         {"pte-named-data-shared"}},
        {"segments overlap",
         [] {
             return built([](B& b) {
                 b.addNamedData("a", "0123456789");
                 b.addNamedData("b", "data");
                 b.program.segments[1]->offset = 4;
             });
         },
         {"pte-segment-overlap"}},
        {"segments out of order",
         [] {
             return built([](B& b) {
                 b.addNamedData("a", "0123");
                 b.addNamedData("b", "4567");
                 std::swap(b.program.segments[0], b.program.segments[1]);
             });
         },
         {"pte-segment-order"}},
        {"segment nobody uses", [] { return built([](B& b) { b.addSegment("data"); }); }, {"pte-segment-unreferenced"}},
        {"segment without a header",
         [] {
             return built([](B& b) {
                 b.addNamedData("a", "0123");
                 b.header = false;
             });
         },
         {"pte-segments-without-area"}},
        {"short header, segments cut",
         [] {
             std::string bytes = built([](B& b) {
                 b.addNamedData("a", "0123");
                 b.headerLength = 24;
             });
             bytes.pop_back();
             return bytes;
         },
         {"pte-segment-out-of-range"}},
        {"millions of values from one table",
         [] {
             std::string bytes = rebuilt([](B& b) {
                 b = B();
                 b.plan().chains[0]->instructions.clear();
                 addInstruction(b.plan(), kernelCall(0, std::vector<std::int32_t>(100'000, 0)));
                 for (int i = 0; i < 20'000; ++i) addInstruction(b.plan(), kernelCall(0, {0}));
             });
             const TableEditor chain = TableEditor(bytes).element(1, 0).element(5, 0);
             const std::size_t first = chain.target(2) + 4;
             for (std::size_t i = 0; i < 20'000; ++i)
                 chain.poke<std::uint32_t>(first + 4 * i,
                                           static_cast<std::uint32_t>(chain.element(2, 0).position() - (first + 4 * i)));
             return bytes;
         },
         {"pte-decode-limit"}},
    };
}

}  // namespace

const std::vector<ProgramCase>& contentCases() {
    static const std::vector<ProgramCase> cases = [] {
        auto all = tensorCases();
        for (auto& next : valueCases()) all.push_back(std::move(next));
        for (auto& next : dataCases()) all.push_back(std::move(next));
        return all;
    }();
    return cases;
}

}  // namespace etscope::test
