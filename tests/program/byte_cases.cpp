#include "program/program_builder.h"
#include "program/program_cases.h"
#include "program/table_editor.h"
#include "support/bytes.h"

namespace etscope::test {
namespace {

/// Field numbers of schema/program.fbs.
enum Root : unsigned {
    kVersion,
    kPlans,
    kConstantBuffer,
    kDelegateData,
    kSegments,
    kConstantSegment,
    kMutableSegments,
    kNamedData
};
enum Plan : unsigned { kName, kContainer, kValues, kInputs, kOutputs, kChains, kOperators, kDelegates, kBufferSizes };
enum Union : unsigned { kType, kContent };
constexpr unsigned kInstructions = 2, kArguments = 1, kSizes = 2, kDimOrder = 3, kAllocation = 6;

constexpr std::size_t kHeaderLength = 12, kProgramSize = 16, kSegmentBase = 24, kDataSize = 32;

template <class T>
std::string withNumber(std::size_t at, T value, const std::string& file = trivialProgram()) {
    std::string bytes = file;
    const std::string raw = little(value);
    return bytes.replace(at, raw.size(), raw);
}

template <class Edit>
std::string edited(Edit&& edit, const std::string& file = trivialProgram()) {
    std::string bytes = file;
    edit(TableEditor(bytes));
    return bytes;
}
template <class Edit>
std::string planEdited(Edit&& edit, const std::string& file = trivialProgram()) {
    return edited([&](const TableEditor& root) { edit(root.element(kPlans, 0)); }, file);
}
/// Edits the first instruction of the first method.
template <class Edit>
std::string instructionEdited(Edit&& edit) {
    return planEdited([&](const TableEditor& plan) { edit(plan.element(kChains, 0).element(kInstructions, 0)); });
}
/// Edits the first tensor of the first method that has the field.
template <class Edit>
std::string tensorEdited(unsigned field, Edit&& edit) {
    return planEdited([&](const TableEditor& plan) {
        for (unsigned i = 0;; ++i) {
            const TableEditor value = plan.element(kValues, i);
            if (value.table(kContent).has(field)) return void(edit(value.table(kContent)));
        }
    });
}

std::vector<ProgramCase> headerCases() {
    return {
        {"empty file", [] { return std::string(); }, {"pte-too-short"}, false},
        {"seven bytes", [] { return trivialProgram().substr(0, 7); }, {"pte-too-short"}, false},
        {"eight bytes", [] { return trivialProgram().substr(0, 8); }, {"pte-flatbuffer-invalid", "pte-root-offset"}},
        {"twelve bytes", [] { return trivialProgram().substr(0, 12); }, {"pte-header-truncated", "pte-flatbuffer-invalid"}},
        {"header cut before the data size",
         [] { return trivialProgram().substr(0, 36); },
         {"pte-header-truncated", "pte-program-truncated"}},
        {"short for the runtime",
         [] { return trivialProgram().substr(0, 60); },
         {"pte-too-short-for-runtime", "pte-program-truncated"}},
        {"program cut", [] { return trivialProgram().substr(0, 600); }, {"pte-program-truncated", "pte-segment-area-truncated"}},
        {"segments cut",
         [] { return trivialProgram().substr(0, trivialProgram().size() - 1); },
         {"pte-segment-area-truncated", "pte-segment-out-of-range"}},
        {"bytes behind the end", [] { return trivialProgram() + "more"; }, {"pte-trailing-bytes"}},
        {"identifier of an older version", [] { return withNumber<std::uint32_t>(4, 0x31315445); }, {"pte-identifier"}, false},
        {"identifier of a newer version", [] { return withNumber<std::uint32_t>(4, 0x33315445); }, {"pte-identifier"}},
        {"header of a newer version", [] { return withNumber<std::uint32_t>(8, 0x31306865); }, {"pte-header-version"}},
        {"no identifier", [] { return withNumber<std::uint32_t>(4, 0); }, {"pte-identifier"}, false},
        {"magic of the header damaged", [] { return withNumber<std::uint32_t>(8, 0); }, {"pte-segments-without-area"}},
        {"header length 0", [] { return withNumber<std::uint32_t>(kHeaderLength, 0); }, {"pte-header-length"}},
        {"header length 23", [] { return withNumber<std::uint32_t>(kHeaderLength, 23); }, {"pte-header-length"}},
        {"header length 4 GiB", [] { return withNumber<std::uint32_t>(kHeaderLength, 0xFFFFFFFF); }, {"pte-program-size"}},
        {"program size 0", [] { return withNumber<std::uint64_t>(kProgramSize, 0); }, {"pte-program-size"}},
        {"program size 39", [] { return withNumber<std::uint64_t>(kProgramSize, 39); }, {"pte-program-size"}},
        {"program size too small", [] { return withNumber<std::uint64_t>(kProgramSize, 200); }, {"pte-flatbuffer-invalid"}},
        {"program size beyond the file",
         [] { return withNumber<std::uint64_t>(kProgramSize, 1'000'000); },
         {"pte-program-truncated", "pte-segment-base"}},
        {"program size 2^64-1",
         [] { return withNumber<std::uint64_t>(kProgramSize, ~std::uint64_t{0}); },
         {"pte-program-truncated"}},
        {"segment base inside the program", [] { return withNumber<std::uint64_t>(kSegmentBase, 100); }, {"pte-segment-base"}},
        {"segment base 0",
         [] { return withNumber<std::uint64_t>(kSegmentBase, 0); },
         {"pte-segment-base", "pte-segments-without-area"}},
        {"segment base beyond the file",
         [] { return withNumber<std::uint64_t>(kSegmentBase, 1'000'000); },
         {"pte-segment-area-truncated", "pte-segment-out-of-range"}},
        {"segment base overflows",
         [] { return withNumber<std::uint64_t>(kSegmentBase, ~std::uint64_t{0}); },
         {"pte-segment-area-overflow", "pte-segment-out-of-range"}},
        {"segment data size too small",
         [] { return withNumber<std::uint64_t>(kDataSize, 1); },
         {"pte-segment-beyond-data-size", "pte-trailing-bytes"}},
        {"segment data size too large",
         [] { return withNumber<std::uint64_t>(kDataSize, 1'000'000); },
         {"pte-segment-area-truncated"}},
        {"segment data size overflows",
         [] { return withNumber<std::uint64_t>(kDataSize, ~std::uint64_t{0}); },
         {"pte-segment-area-overflow"}},
        {"root offset 0", [] { return withNumber<std::uint32_t>(0, 0); }, {"pte-root-offset", "pte-flatbuffer-invalid"}},
        {"root offset in the identifier", [] { return withNumber<std::uint32_t>(0, 4); }, {"pte-root-offset"}},
        {"root offset behind the program",
         [] { return withNumber<std::uint32_t>(0, 5'000); },
         {"pte-root-offset", "pte-flatbuffer-invalid"}},
        {"root offset 4 GiB",
         [] { return withNumber<std::uint32_t>(0, 0xFFFFFFFF); },
         {"pte-root-offset", "pte-flatbuffer-invalid"}},
        {"root offset misaligned",
         [] {
             return edited(
                 [](const TableEditor& root) { root.poke<std::uint32_t>(0, static_cast<std::uint32_t>(root.position() + 1)); });
         },
         {"pte-flatbuffer-invalid"}},
        {"all zero behind the header",
         [] { return trivialProgram().substr(0, 40) + std::string(trivialProgram().size() - 40, '\0'); },
         {"pte-execution-plan-missing"}},
        {"all ones behind the header",
         [] { return trivialProgram().substr(0, 40) + std::string(trivialProgram().size() - 40, '\xFF'); },
         {"pte-flatbuffer-invalid"}},
    };
}

std::vector<ProgramCase> tableCases() {
    return {
        {"root without vtable",
         [] { return edited([](const TableEditor& root) { root.poke<std::uint32_t>(root.position(), 0x7FFFFFFF); }); },
         {"pte-flatbuffer-invalid"}},
        {"no methods", [] { return edited([](const TableEditor& root) { root.drop(kPlans); }); }, {"pte-execution-plan-missing"}},
        {"no methods in the list",
         [] { return edited([](const TableEditor& root) { root.setCount(kPlans, 0); }); },
         {"pte-execution-plan-missing"}},
        {"list of methods of 4 GiB",
         [] { return edited([](const TableEditor& root) { root.setCount(kPlans, 0xFFFFFFFF); }); },
         {"pte-flatbuffer-invalid"}},
        {"method outside the file",
         [] { return edited([](const TableEditor& root) { root.setItem<std::uint32_t>(kPlans, 0, 0x7FFFFFF0); }); },
         {"pte-flatbuffer-invalid"}},
        {"one method of many outside the file",
         [] { return edited([](const TableEditor& root) { root.setItem<std::uint32_t>(kPlans, 1, 0x7FFFFFF0); }, vlmProgram()); },
         {"pte-flatbuffer-invalid"}},
        {"every method the same",
         [] {
             return edited(
                 [](const TableEditor& root) {
                     const std::size_t first = root.target(kPlans) + 4;
                     root.poke<std::uint32_t>(first + 4, root.u32At(first) - 4);
                 },
                 vlmProgram());
         },
         {"pte-plan-name-duplicate"}},
        {"segments dropped",
         [] { return edited([](const TableEditor& root) { root.drop(kSegments); }); },
         {"pte-constant-segment-index"}},
        {"constant segment dropped",
         [] { return edited([](const TableEditor& root) { root.drop(kConstantSegment); }); },
         {"pte-constant-index", "pte-segment-unreferenced"}},
        {"list of segments of 4 GiB",
         [] { return edited([](const TableEditor& root) { root.setCount(kSegments, 0xFFFFFFFF); }); },
         {"pte-flatbuffer-invalid"}},
        {"name dropped", [] { return planEdited([](const TableEditor& plan) { plan.drop(kName); }); }, {"pte-plan-name-missing"}},
        {"name of 4 GiB",
         [] { return planEdited([](const TableEditor& plan) { plan.setCount(kName, 0xFFFFFFFF); }); },
         {"pte-flatbuffer-invalid"}},
        {"name empty",
         [] {
             return planEdited(
                 [](const TableEditor& plan) { plan.setCount(kName, 0).poke<std::uint8_t>(plan.target(kName) + 4, 0); });
         },
         {"pte-plan-name-missing"}},
        {"values dropped",
         [] { return planEdited([](const TableEditor& plan) { plan.drop(kValues); }); },
         {"pte-plan-field-missing", "pte-value-index"}},
        {"inputs dropped",
         [] { return planEdited([](const TableEditor& plan) { plan.drop(kInputs); }); },
         {"pte-plan-field-missing"}},
        {"outputs dropped",
         [] { return planEdited([](const TableEditor& plan) { plan.drop(kOutputs); }); },
         {"pte-plan-field-missing"}},
        {"chains dropped",
         [] { return planEdited([](const TableEditor& plan) { plan.drop(kChains); }); },
         {"pte-plan-field-missing"}},
        {"chains empty",
         [] { return planEdited([](const TableEditor& plan) { plan.setCount(kChains, 0); }); },
         {"pte-plan-field-missing"}},
        {"operators dropped",
         [] { return planEdited([](const TableEditor& plan) { plan.drop(kOperators); }); },
         {"pte-plan-field-missing", "pte-operator-index"}},
        {"delegates dropped",
         [] { return planEdited([](const TableEditor& plan) { plan.drop(kDelegates); }); },
         {"pte-plan-field-missing"}},
        {"buffer sizes dropped",
         [] { return planEdited([](const TableEditor& plan) { plan.drop(kBufferSizes); }); },
         {"pte-plan-field-missing", "pte-memory-id"}},
        {"list of values of 4 GiB",
         [] { return planEdited([](const TableEditor& plan) { plan.setCount(kValues, 0xFFFFFFFF); }); },
         {"pte-flatbuffer-invalid"}},
        {"list of values cut short",
         [] { return planEdited([](const TableEditor& plan) { plan.setCount(kValues, 1); }); },
         {"pte-value-index"}},
        {"value outside the file",
         [] { return planEdited([](const TableEditor& plan) { plan.setItem<std::uint32_t>(kValues, 0, 0x7FFFFFF0); }); },
         {"pte-flatbuffer-invalid"}},
        {"input beyond the values",
         [] { return planEdited([](const TableEditor& plan) { plan.setItem<std::int32_t>(kInputs, 0, 9'999); }); },
         {"pte-value-index"}},
        {"input negative",
         [] { return planEdited([](const TableEditor& plan) { plan.setItem<std::int32_t>(kInputs, 0, -1); }); },
         {"pte-value-index"}},
        {"output beyond the values",
         [] { return planEdited([](const TableEditor& plan) { plan.setItem<std::int32_t>(kOutputs, 0, 0x7FFFFFFF); }); },
         {"pte-value-index"}},
        {"value of type 0",
         [] { return planEdited([](const TableEditor& plan) { plan.element(kValues, 0).set<std::uint8_t>(kType, 0); }); },
         {"pte-value-type"}},
        {"value of type 12",
         [] { return planEdited([](const TableEditor& plan) { plan.element(kValues, 0).set<std::uint8_t>(kType, 12); }); },
         {"pte-value-type"}},
        {"value of type 255",
         [] { return planEdited([](const TableEditor& plan) { plan.element(kValues, 0).set<std::uint8_t>(kType, 255); }); },
         {"pte-value-type"}},
        {"values without content",
         [] { return planEdited([](const TableEditor& plan) { plan.element(kValues, 0).drop(kContent); }); },
         {"pte-value-missing"}},
        {"instruction of type 0",
         [] { return instructionEdited([](const TableEditor& i) { i.set<std::uint8_t>(kType, 0); }); },
         {"pte-instruction-type"}},
        {"instruction of type 6",
         [] { return instructionEdited([](const TableEditor& i) { i.set<std::uint8_t>(kType, 6); }); },
         {"pte-instruction-type"}},
        {"instruction without content",
         [] { return instructionEdited([](const TableEditor& i) { i.drop(kContent); }); },
         {"pte-instruction-missing"}},
        {"instructions dropped",
         [] { return planEdited([](const TableEditor& plan) { plan.element(kChains, 0).drop(kInstructions); }); },
         {"pte-plan-field-missing"}},
        {"arguments dropped",
         [] { return instructionEdited([](const TableEditor& i) { i.table(kContent).drop(kArguments); }); },
         {"pte-arguments-missing"}},
        {"argument beyond the values",
         [] {
             return instructionEdited([](const TableEditor& i) { i.table(kContent).setItem<std::int32_t>(kArguments, 0, 4'000); });
         },
         {"pte-value-index"}},
        {"arguments of 4 GiB",
         [] { return instructionEdited([](const TableEditor& i) { i.table(kContent).setCount(kArguments, 0xFFFFFFF0); }); },
         {"pte-flatbuffer-invalid"}},
        {"sizes dropped",
         [] { return tensorEdited(kSizes, [](const TableEditor& t) { t.drop(kSizes); }); },
         {"pte-tensor-shape-missing", "pte-tensor-dim-order"}},
        {"dim order dropped",
         [] { return tensorEdited(kDimOrder, [](const TableEditor& t) { t.drop(kDimOrder); }); },
         {"pte-tensor-shape-missing", "pte-tensor-dim-order"}},
        {"dim order of one entry less",
         [] {
             return tensorEdited(kDimOrder, [](const TableEditor& t) { t.setCount(kDimOrder, t.u32At(t.target(kDimOrder)) - 1); });
         },
         {"pte-tensor-dim-order"}},
        {"dim order beyond the rank",
         [] { return tensorEdited(kDimOrder, [](const TableEditor& t) { t.setItem<std::uint8_t>(kDimOrder, 0, 200); }); },
         {"pte-tensor-dim-order"}},
        {"size negative",
         [] { return tensorEdited(kSizes, [](const TableEditor& t) { t.setItem<std::int32_t>(kSizes, 0, -1); }); },
         {"pte-tensor-size-negative"}},
        {"size of 2^31-1",
         [] { return tensorEdited(kAllocation, [](const TableEditor& t) { t.setItem<std::int32_t>(kSizes, 0, 0x7FFFFFFF); }); },
         {"pte-memory-out-of-buffer"}},
        {"memory id beyond the buffers",
         [] { return tensorEdited(kAllocation, [](const TableEditor& t) { t.table(kAllocation).set<std::uint32_t>(0, 7); }); },
         {"pte-memory-id"}},
        {"element type unknown",
         [] { return tensorEdited(0, [](const TableEditor& t) { t.set<std::int8_t>(0, 77); }); },
         {"pte-tensor-scalar-type"}},
        {"segment beyond the file",
         [] { return edited([](const TableEditor& root) { root.element(kSegments, 0).set<std::uint64_t>(1, 1U << 30U); }); },
         {"pte-segment-out-of-range", "pte-segment-beyond-data-size"}},
        {"segment size overflows",
         [] {
             return edited([](const TableEditor& root) { root.element(kSegments, 0).set<std::uint64_t>(1, ~std::uint64_t{0}); });
         },
         {"pte-segment-out-of-range"}},
        {"segment smaller than its tensors",
         [] { return edited([](const TableEditor& root) { root.element(kSegments, 0).set<std::uint64_t>(1, 1); }); },
         {"pte-constant-out-of-segment"}},
    };
}

}  // namespace

const std::vector<ProgramCase>& byteCases() {
    static const std::vector<ProgramCase> cases = [] {
        auto all = headerCases();
        for (auto& next : tableCases()) all.push_back(std::move(next));
        return all;
    }();
    return cases;
}

}  // namespace etscope::test
