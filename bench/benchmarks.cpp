// Google Benchmark over the inputs of the speed goals, floors beside the work. Run with
// --benchmark_enable_random_interleaving=true --benchmark_repetitions=9 and compare medians.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <cstring>

#include "bench/large_files.h"
#include "bench/program_text.h"
#include "compare/logged_tensors.h"
#include "exported/program.h"
#include "session/session.h"
#include "tensor/comparison.h"
#include "tensor/statistics.h"

namespace {

using namespace etscope;

const std::string& programText() {
    static const std::string text = bench::programText(20U << 20U);
    return text;
}

ByteRange inMemory(std::string_view text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return ByteRange::whole(Source::fromBytes({first, first + text.size()}, "memory"));
}

void stage1(benchmark::State& state) {
    const simdjson::padded_string text(programText());
    std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(text.size(), 1024, parser) != simdjson::SUCCESS)
        return;
    for (auto _ : state)
        benchmark::DoNotOptimize(
            parser->stage1(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), simdjson::stage1_mode::regular));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(stage1)->Unit(benchmark::kMillisecond);

void programRead(benchmark::State& state) {
    const ByteRange json = inMemory(programText());
    for (auto _ : state) {
        Diagnostics diagnostics;
        benchmark::DoNotOptimize(exported::Program::read(json, diagnostics, {}).hasValue());
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(json.size));
}
BENCHMARK(programRead)->Unit(benchmark::kMillisecond);

void sessionOpen(benchmark::State& state) {
    bench::LargeFiles files;
    const std::string path = files.record(1U << 20U, 1000U << 20U);
    for (auto _ : state) benchmark::DoNotOptimize(session::Session::open({path}, {}, {}).hasValue());
}
BENCHMARK(sessionOpen)->Unit(benchmark::kMicrosecond);

void sessionTensors(benchmark::State& state) {
    bench::LargeFiles files;
    const std::string path = files.record(1U << 20U, 1000U << 20U);
    for (auto _ : state) {
        const auto session = session::Session::open({path}, {}, {});
        benchmark::DoNotOptimize(compare::tensors(**session, {}).hasValue());
    }
}
BENCHMARK(sessionTensors)->Unit(benchmark::kMicrosecond);

tensor::Tensor floats(std::size_t count, float step) {
    std::vector<std::byte> bytes(count * sizeof(float));
    for (std::size_t i = 0; i < count; ++i) {
        const float value = static_cast<float>(i % 1000) * step;
        std::memcpy(bytes.data() + i * sizeof(float), &value, sizeof(float));
    }
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = {static_cast<std::int64_t>(count)};
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "memory"));
    return tensor;
}

void statistics(benchmark::State& state) {
    const tensor::Tensor tensor = floats(1U << 22U, 0.001F);
    for (auto _ : state) benchmark::DoNotOptimize(tensor::statistics(tensor, {}).hasValue());
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(tensor.storage.size));
}
BENCHMARK(statistics)->Unit(benchmark::kMillisecond);

/// The floor of the comparison: both sides read once.
void readBoth(benchmark::State& state) {
    const tensor::Tensor a = floats(1U << 22U, 0.001F), b = floats(1U << 22U, 0.0010001F);
    std::vector<std::byte> buffer(1U << 16U);
    for (auto _ : state)
        for (std::uint64_t at = 0; at < a.storage.size; at += buffer.size()) {
            benchmark::DoNotOptimize(a.storage.read(at, buffer).hasValue());
            benchmark::DoNotOptimize(b.storage.read(at, buffer).hasValue());
        }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(a.storage.size * 2));
}
BENCHMARK(readBoth)->Unit(benchmark::kMillisecond);

void compare(benchmark::State& state) {
    const tensor::Tensor a = floats(1U << 22U, 0.001F), b = floats(1U << 22U, 0.0010001F);
    tensor::ComparisonOptions options;
    options.findAxisOrder = false;
    for (auto _ : state) benchmark::DoNotOptimize(tensor::compare(a, b, options, {}).hasValue());
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(a.storage.size * 2));
}
BENCHMARK(compare)->Unit(benchmark::kMillisecond);

}  // namespace
