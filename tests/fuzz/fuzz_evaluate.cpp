// Program JSON → plan → run, under small caps: parameters and inputs are zeros and ones of the types and shapes that the file
// states.
#include <algorithm>

#include "base/limits.h"
#include "evaluate/interpreter.h"
#include "evaluate/parallel.h"
#include "evaluate/plan.h"
#include "exported/lowered_module.h"
#include "exported/program.h"
#include "fuzz/fuzz_input.h"

namespace {

using namespace etscope;

constexpr std::uint64_t kBytes = std::uint64_t{1} << 22U, kOperations = std::uint64_t{1} << 22U;

/// What the file states of a value: a tensor whose elements are its number modulo 2, else that number.
std::optional<evaluate::Value> stated(const graph::GraphModel& model, graph::ValueId id,
                                      const std::shared_ptr<evaluate::Memory>& memory) {
    const graph::Value& value = model.value(id);
    if (value.kind == graph::ValueKind::SymBool) return evaluate::Value(true);
    if (value.kind == graph::ValueKind::SymFloat) return evaluate::Value(0.5);
    if (value.kind != graph::ValueKind::Tensor || !value.meta.valid()) return evaluate::Value(std::int64_t{3});
    const graph::TensorMeta& meta = model.meta(value.meta);
    tensor::Tensor tensor;
    tensor.type = meta.type.value_or(ScalarType::F32);
    std::uint64_t bytes = itemSize(tensor.type);
    for (const graph::Dim& dim : model.dims(meta.sizes)) {
        const std::int64_t size = dim.hasHint ? dim.value : 2;
        if (size < 0 || size > (1 << 16)) return std::nullopt;
        tensor.shape.push_back(size);
        bytes *= static_cast<std::uint64_t>(size);
        if (bytes > kBytes / 4) return std::nullopt;
    }
    std::vector<std::byte> content(bytes);
    for (std::size_t i = 0; i < content.size(); i += std::max<std::size_t>(itemSize(tensor.type), 1))
        content[i] = static_cast<std::byte>(id.index() % 2);
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(content), "stated"));
    auto array = evaluate::borrowed(tensor, memory);
    if (!array) return std::nullopt;
    return evaluate::Value(*std::move(array));
}

class StatedSurroundings : public evaluate::Surroundings {
public:
    StatedSurroundings(std::shared_ptr<const graph::GraphModel> model, int depth) : m_model(std::move(model)), m_depth(depth) {}

    Result<evaluate::Value> constant(std::string_view target, const std::shared_ptr<evaluate::Memory>& memory) const override {
        for (const graph::GraphInput& input : m_model->top().inputs)
            if (input.value.valid() && m_model->text(input.target) == target)
                if (auto value = stated(*m_model, input.value, memory)) return *std::move(value);
        return fail("no-such-constant", "");
    }
    Result<evaluate::LoweredBody> lowered(const graph::GraphModel& model, std::size_t delegate,
                                          const JobContext& job) const override {
        Diagnostics diagnostics;
        const auto module = exported::LoweredModule::read(model, delegate, diagnostics, job, m_depth);
        if (!module) return module.failure();
        const auto program = module->program(diagnostics, job);
        if (!program) return program.failure();
        return evaluate::LoweredBody{(*program)->graph, std::make_shared<StatedSurroundings>((*program)->graph, module->depth)};
    }

private:
    std::shared_ptr<const graph::GraphModel> m_model;
    int m_depth;
};

void run(const std::shared_ptr<const graph::GraphModel>& model, bool wide) {
    const auto memory = std::make_shared<evaluate::Memory>(kBytes, kOperations);
    const JobContext job;
    const evaluate::Context context{memory, job, wide};
    evaluate::Values inputs;
    for (const graph::GraphInput& input : model->top().inputs) {
        if (input.target.valid() && !model->text(input.target).empty()) continue;
        auto value = input.value.valid() ? stated(*model, input.value, memory) : std::nullopt;
        inputs.push_back(value ? *std::move(value) : evaluate::Value(std::int64_t{1}));
    }
    evaluate::Probe probe;
    static_cast<void>(evaluate::run(*model, std::move(inputs), {}, StatedSurroundings(model, 0), context, probe));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Diagnostics diagnostics;
    limits::settable().evaluatedBytes = kBytes;
    evaluate::useThreads(1);
    const auto program = exported::Program::read(fuzz::rangeOf(data, size), diagnostics, {});
    if (!program) return 0;
    const auto model = (*program)->graph;
    static_cast<void>(evaluate::planOf(*model));
    run(model, false);
    run(model, true);
    return 0;
}
