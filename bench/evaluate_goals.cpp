// etscope-bench-evaluate [FOLDER]: the goals of computing graphs, a line each; with a folder the one of audits, on its files.
// Products are held against a plain loop in double and OpenBLAS in the same process, on one thread; the rest against reading the
// same bytes, or in absolute times of small work.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <span>
#include <thread>

#include "bench/evaluated.h"
#include "evaluate/interpreter.h"
#include "evaluate/operators/gemm_lanes.h"
#include "evaluate/plan.h"
#include "tests/evaluate/no_constants.h"

namespace etscope::bench {
namespace {

using evaluate::Array;
using evaluate::Dims;
using evaluate::NamedValue;

/// c += a · b as anybody writes it, the inner loop along rows, which the compiler vectorises.
void plainProducts(const double* a, const double* b, double* c, std::size_t m, std::size_t n, std::size_t k) {
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < k; ++j) {
            const double x = a[i * k + j];
            for (std::size_t l = 0; l < n; ++l) c[i * n + l] += x * b[j * n + l];
        }
}

/// A product of f32 matrices with sums in double, on one thread and that instruction set, against the plain loop on doubles.
bool products(const char* goal, Dims full, int level, double limit, const char* what) {
    const Dims sizes = sized(full, Dims{8, 64, 64});
    const Room room;
    const OneThread alone;
    if (evaluate::useGemmLanes(level) != level) return evaluate::useGemmLanes(2), true;  // this processor lacks it
    const auto m = static_cast<std::size_t>(sizes[0]), n = static_cast<std::size_t>(sizes[1]),
               k = static_cast<std::size_t>(sizes[2]);
    const std::vector<NamedValue> arguments{{"self", randomArray(room.context, {sizes[0], sizes[2]})},
                                            {"mat2", randomArray(room.context, {sizes[2], sizes[1]})}};
    const std::vector<double> a(m * k, 0.5), b(k * n, 0.25);
    std::vector<double> c(m * n, 0);
    const Ratio ratio = interleaved(
        kRounds, [&] { return secondsOfOperator(room.context, "aten.mm.default", arguments); },
        [&] { return secondsOf([&] { plainProducts(a.data(), b.data(), c.data(), m, n, k); }); });
    evaluate::useGemmLanes(2);
    const double rate = 2e-9 * static_cast<double>(m * n * k) / ratio.work;
    return verdict(goal, ratio.value(), limit, "x",
                   std::string(what) + " against a plain loop in f64: " + milliseconds(ratio) + ", " +
                       std::to_string(rate).substr(0, 5) + " Gflop/s");
}

/// A convolution of 3 × 3 against the matrix product that it comes to.
bool convolution() {
    const Room room;
    const OneThread alone;
    const std::vector<NamedValue> arguments{{"input", randomArray(room.context, {1, 64, 56, 56})},
                                            {"weight", randomArray(room.context, {64, 64, 3, 3})},
                                            {"padding", evaluate::Values{std::int64_t{1}, std::int64_t{1}}}};
    const std::vector<NamedValue> matrices{{"self", randomArray(room.context, {64, 576})},
                                           {"mat2", randomArray(room.context, {576, 56 * 56})}};
    const Ratio ratio = interleaved(
        kRounds, [&] { return secondsOfOperator(room.context, "aten.conv2d.default", arguments); },
        [&] { return secondsOfOperator(room.context, "aten.mm.default", matrices); });
    return verdict("convolution", ratio.value(), 1.7, "x",
                   "3x3, 64 channels, against the product of its columns: " + milliseconds(ratio));
}

/// The same product on one thread and on two: the same bits, in little more than half the time where two cores have nothing else to
/// do. Whether they had is told by how much of them the process was given.
bool threads() {
    constexpr double kBothCores = 1.8;  ///< processor time over time
    if (std::thread::hardware_concurrency() < 2) return true;
    const Room room;
    const std::vector<NamedValue> arguments{{"self", randomArray(room.context, {768, 768})},
                                            {"mat2", randomArray(room.context, {768, 768})}};
    std::vector<Array> products;
    double share = 0;
    const auto with = [&](std::size_t count) {
        evaluate::useThreads(count);
        double processor = 0;
        const double seconds = secondsOf([&] {
            processor = processorSecondsOf([&] {
                auto results = need(evaluate::apply(*evaluate::findOperator("aten.mm.default"), room.context, arguments));
                products.push_back(*results.front().array());
            });
        });
        if (count == 2) share = std::max(share, processor / seconds);
        return seconds;
    };
    const Ratio ratio = interleaved(
        kRounds, [&] { return with(2); }, [&] { return with(1); });
    evaluate::useThreads(0);
    const auto bytesOf = [](const Array& array) { return std::span(array.storage->data(), array.storage->size()); };
    const bool same = std::ranges::all_of(
        products, [&](const Array& one) { return std::ranges::equal(bytesOf(one), bytesOf(products.front())); });
    const std::string what = "a product of 768 on two threads against one: " + milliseconds(ratio);
    if (!same) return verdict("threads", 1, 0, " other results", what);
    if (share >= kBothCores) return verdict("threads", ratio.value(), 0.6, "x", what + ", the same bits");
    std::printf("threads not judged: %.3gx (goal <= 0.6x)  %s, the same bits; other work was on the cores\n", ratio.value(),
                what.c_str());
    return true;
}

/// The least that any element-wise function does: both streams read, the result written to memory that nobody has touched.
void sumInto(const Array& a, const Array& b, const Array& result) {
    const auto *x = reinterpret_cast<const float*>(a.storage->data()), *y = reinterpret_cast<const float*>(b.storage->data());
    auto* sum = reinterpret_cast<float*>(result.storage->data());
    for (std::int64_t i = 0; i < a.count(); ++i) sum[i] = x[i] + y[i];
}

/// An operator over whole tensors against a plain loop over two. Both pay for the pages of their result: on a virtual machine that
/// costs as much as the arithmetic, or several times that, and is no work of the operator.
bool elementwise(const char* target, const char* other, double limit) {
    const std::int64_t count = sized<std::int64_t>(16 << 20, 1 << 12);
    const Room room;
    const Array a = randomArray(room.context, {count}), b = randomArray(room.context, {count});
    std::vector<NamedValue> arguments{{"self", a}};
    if (other != nullptr) arguments.push_back({other, b});
    const Ratio ratio = interleaved(
        kRounds, [&] { return secondsOfOperator(room.context, target, arguments); },
        [&] { return secondsOf([&] { sumInto(a, b, room.context.make(ScalarType::F32, {count})); }); });
    return verdict("elementwise", ratio.value(), limit, "x",
                   std::string(target) + " of 64 MB f32 against a plain sum of two: " + milliseconds(ratio));
}
bool sums() { return elementwise("aten.add.Tensor", "other", 1); }
bool productsOfElements() { return elementwise("aten.mul.Tensor", "other", 1); }
bool positives() { return elementwise("aten.relu.default", nullptr, 1); }

/// y = x + x + … on tensors of four elements.
std::shared_ptr<const graph::GraphModel> chain(std::size_t length) {
    graph::GraphBuilder builder;
    const graph::GraphId top = builder.addGraph({});
    graph::TensorMeta meta;
    meta.type = ScalarType::F32;
    const graph::Dim size{4, {}, true};
    const graph::MetaId metaId = builder.internMeta(meta, std::span(&size, 1), {});
    const auto value = [&](const std::string& name, graph::NodeId producer) {
        graph::Value made;
        made.id = builder.intern(name);
        made.kind = graph::ValueKind::Tensor;
        made.graph = top;
        made.producer = producer;
        made.meta = metaId;
        return builder.addValue(made);
    };
    graph::GraphInput input;
    input.value = value("x", {});
    builder.graph(top).inputs.push_back(input);
    graph::ValueId last = input.value;
    for (std::size_t i = 0; i < length; ++i) {
        graph::Argument arguments[2];
        for (auto& argument : arguments) argument.kind = graph::ArgumentKind::Value;
        arguments[0].id = last.index();
        arguments[1].id = input.value.index();
        graph::Node node;
        node.id = builder.intern("add_" + std::to_string(i));
        node.target = builder.intern("torch.ops.aten.add.Tensor");
        node.graph = top;
        node.arguments = builder.addArguments(arguments);
        const graph::NodeId added = builder.addNode(node);
        last = value("add_" + std::to_string(i), added);
        const graph::OutputSlot slot{graph::ValueKind::Tensor, builder.addOutputValues(std::span(&last, 1))};
        builder.node(added).outputs = builder.addOutputs(std::span(&slot, 1));
    }
    graph::GraphOutput output;
    output.argument.kind = graph::ArgumentKind::Value;
    output.argument.id = last.index();
    builder.graph(top).outputs.push_back(output);
    return builder.finish();
}

bool smallNodes() {
    const std::size_t nodes = sized<std::size_t>(20'000, 200);
    const Room room;
    const auto model = chain(nodes);
    const Array x = randomArray(room.context, {4});
    evaluate::Probe probe;
    std::vector<double> seconds;
    for (int i = 0; i < kRounds; ++i)
        seconds.push_back(
            secondsOf([&] { static_cast<void>(need(evaluate::run(*model, {x}, {}, tests::NoConstants(), room.context, probe))); }));
    return verdict("nodes", median(seconds) / static_cast<double>(nodes) * 1e6, 3, " us", "a node, on tensors of four elements");
}

bool plan() {
    const auto model = chain(sized<std::size_t>(50'000, 500));
    std::vector<double> seconds;
    for (int i = 0; i < kRounds; ++i) seconds.push_back(secondsOf([&] { static_cast<void>(evaluate::planOf(*model)); }));
    return verdict("plan", median(seconds) * 1e3, 50, " ms", "of 50,000 nodes");
}

/// An operator over a weight that stays in its file; `live`: bytes of its result, and of its sums where it holds them as values.
bool memoryOf(const char* target, Dims weightShape, Dims inputShape, std::uint64_t live) {
    const auto path = std::filesystem::temp_directory_path() / ("etscope-bench-weight-" + std::to_string(getpid()));
    std::ofstream(path, std::ios::binary).flush();
    std::filesystem::resize_file(path, std::uintmax_t{256} << 20U);
    const Room room;
    tensor::Tensor weight;
    weight.type = ScalarType::F32;
    weight.shape = std::move(weightShape);
    weight.storage = ByteRange::whole(need(Source::open(path)));
    const std::vector<NamedValue> arguments{{"input", randomArray(room.context, std::move(inputShape))},
                                            {"weight", need(evaluate::borrowed(weight, room.memory))}};
    live += room.memory->used();
    const std::uint64_t grown = peakGrowth([&] { static_cast<void>(secondsOfOperator(room.context, target, arguments)); });
    std::filesystem::remove(path);
    const double beyond =
        static_cast<double>(room.memory->peak() - std::min(room.memory->peak(), live)) / static_cast<double>(kMiB);
    return verdict("memory", beyond, 32, " MB",
                   std::string("beyond the live values, of ") + target + " with 256 MB of weights; the process grew by " +
                       std::to_string(grown / kMiB) + " MB");
}
bool memory() {
    constexpr std::int64_t kColumns = 2'048;
    const std::int64_t rows = sized<std::int64_t>(32'768, 128);
    return memoryOf("aten.linear.default", {rows, kColumns}, {16, kColumns},
                    static_cast<std::uint64_t>(16 * rows) * (sizeof(double) + sizeof(float)));
}
bool convolvedMemory() {
    constexpr std::int64_t kChannels = 4'096 / 9;
    const std::int64_t outputs = sized<std::int64_t>(16'384, 64);
    return memoryOf("aten.conv2d.default", {outputs, kChannels, 3, 3}, {1, kChannels, 5, 5},
                    static_cast<std::uint64_t>(outputs) * 9 * sizeof(float));
}

bool cancel() {
    double worst = 0;
    for (const char* target : {"aten.mm.default", "aten.conv2d.default"}) {
        std::stop_source stop;
        Room room;
        room.job.stop = stop.get_token();
        const bool product = std::string_view(target) == "aten.mm.default";
        const std::vector<NamedValue> arguments =
            product ? std::vector<NamedValue>{{"self", randomArray(room.context, {3000, 3000})},
                                              {"mat2", randomArray(room.context, {3000, 3000})}}
                    : std::vector<NamedValue>{{"input", randomArray(room.context, {1, 256, 112, 112})},
                                              {"weight", randomArray(room.context, {512, 256, 3, 3})}};
        double ended = 0;
        std::jthread worker([&] { static_cast<void>(evaluate::apply(*evaluate::findOperator(target), room.context, arguments)); });
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        ended = secondsOf([&] {
            stop.request_stop();
            worker.join();
        });
        worst = std::max(worst, ended);
    }
    return verdict("cancel", worst * 1e3, 50, " ms", "until a large product or convolution has ended");
}

bool measureAll() {
    bool held = products("products", {768, 768, 768}, 1, 0.4, "768 x 768 x 768, AVX2");
    held = products("products", {768, 768, 768}, 0, 0.7, "768 x 768 x 768, baseline") && held;
    held = products("few rows", {8, 2048, 2048}, 1, 0.5, "8 x 2048 x 2048, AVX2") && held;
    for (bool (*goal)() : {blasProducts, blasConvolution, convolution, threads, sums, productsOfElements, positives, smallNodes,
                           plan, memory, convolvedMemory, cancel, cancelOfWeights, judgements})
        held = goal() && held;
    held = adviceCells(ETSCOPE_SAMPLE, "text_decoder") && held;
    held = adviceMemory() && held;
    return check(ETSCOPE_SAMPLE) && held;
}

}  // namespace
}  // namespace etscope::bench

int main(int argc, char** argv) {
    etscope::bench::chooseBlasKernels(argv);
    const std::vector<std::string> arguments = etscope::bench::benchArguments(argc, argv);
    const bool held = arguments.empty() ? etscope::bench::measureAll() : etscope::bench::check(arguments.front());
    return held ? 0 : 1;
}
