// One operator on arguments of any kind, type, shape and strides: computed as declared and in double, its results read as a whole,
// and judged against themselves moved a little. Whatever it refuses it refuses before it reads or writes outside.
#include "base/limits.h"
#include "evaluate/judgement.h"
#include "evaluate/parallel.h"
#include "fuzz/operator_input.h"

namespace {

using namespace etscope;

constexpr std::uint64_t kBytes = std::uint64_t{1} << 24U, kOperations = std::uint64_t{1} << 23U;

/// Every element that a result says it has.
void readAll(const evaluate::Value& value, std::vector<std::optional<evaluate::Array>>& arrays) {
    if (const evaluate::Values* list = value.list())
        for (const evaluate::Value& item : *list) readAll(item, arrays);
    const evaluate::Array* array = value.array();
    if (array == nullptr) return;
    if (array->count() < (1 << 20)) static_cast<void>(evaluate::doublesOf(*array));
    arrays.emplace_back(*array);
}

void run(std::span<const std::uint8_t> bytes, bool wide) {
    const JobContext job;
    evaluate::Context context{std::make_shared<evaluate::Memory>(kBytes, kOperations), job, wide};
    fuzz::CallReader reader(bytes, context);
    const evaluate::Operator& op = fuzz::operatorAt(reader.take<std::uint16_t>());
    context.functional = reader.take<std::uint8_t>() % 2 == 1;
    std::vector<evaluate::NamedValue> arguments;
    try {
        arguments = reader.arguments(op);
    } catch (const evaluate::Refusal&) {
        return;
    }
    const auto results = evaluate::apply(op, context, arguments);
    if (!results) return;
    std::vector<std::optional<evaluate::Array>> actual;
    try {
        for (const evaluate::Value& result : *results) readAll(result, actual);
    } catch (const evaluate::Refusal&) {
    }
    for (const auto& array : actual)  // one element off, as far as it may be written to
        if (array && array->storage->owned() && array->storage->size() > 0) array->storage->data()[0] ^= std::byte{0x11};
    const JobContext other;
    const evaluate::Context judging{std::make_shared<evaluate::Memory>(kBytes, kOperations), other};
    static_cast<void>(evaluate::judge(op, judging, std::move(arguments), actual));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    limits::settable().evaluatedBytes = kBytes;
    evaluate::useThreads(1);
    run({data, size}, false);
    run({data, size}, true);
    return 0;
}
