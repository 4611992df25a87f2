#include <fcntl.h>
#include <flatbuffers/flatbuffers.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <random>

#include "bench/goals.h"
#include "bundle/writer.h"
#include "etdump/dump_builder.h"
#include "etdump/dump_slots.h"
#include "profile/event_statistics.h"
#include "session/session.h"
#include "tensor/comparison.h"
#include "tensor/npy.h"

namespace etscope::bench {
namespace {

constexpr int kRounds = 5;

/// Numbers like an output of a network, and the same with the noise of another kernel.
struct Pair {
    tensor::Tensor reference, runtime;
};

tensor::Tensor tensorOf(const std::vector<float>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = {static_cast<std::int64_t>(values.size() / 4096), 4096};
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "memory"));
    return tensor;
}

Pair noisyPair(std::size_t count) {
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    std::vector<float> noise(65'536), values(count);
    for (float& n : noise) n = normal(random);
    for (float& v : values) v = normal(random);
    Pair pair;
    pair.reference = tensorOf(values);
    for (std::size_t i = 0; i < count; ++i) values[i] += 1e-6F * noise[(i * 7) % noise.size()];
    pair.runtime = tensorOf(values);
    return pair;
}

/// The floor: both streams read once and the five numbers that any comparison needs, in a plain loop over lanes that the compiler
/// vectorises. How much faster memory is than that loop differs between machines by a factor of two, and says nothing of us.
struct Sums {
    static constexpr std::size_t kLanes = 32;
    float worst[kLanes] = {}, difference[kLanes] = {}, squares[kLanes] = {}, left[kLanes] = {}, product[kLanes] = {};
};
#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target_clones("arch=haswell", "default")))
#endif
float
sumsOf(const float* a, const float* b, std::size_t n) {
    Sums sums;
    for (std::size_t i = 0; i + Sums::kLanes <= n; i += Sums::kLanes)
        for (std::size_t j = 0; j < Sums::kLanes; ++j) {
            const float x = a[i + j], d = std::fabs(b[i + j] - x);
            sums.worst[j] = d > sums.worst[j] ? d : sums.worst[j];
            sums.difference[j] += d;
            sums.squares[j] += d * d;
            sums.left[j] += x * x;
            sums.product[j] += x * b[i + j];
        }
    float all = 0;
    for (std::size_t j = 0; j < Sums::kLanes; ++j)
        all += sums.worst[j] + sums.difference[j] + sums.squares[j] + sums.left[j] + sums.product[j];
    return all;
}

double secondsOfSums(const Pair& pair) {
    const auto values = [](const tensor::Tensor& t) {
        return reinterpret_cast<const float*>(t.storage.source->bytesInMemory().data());
    };
    return secondsOf([&] {
        [[maybe_unused]] static volatile float kept;
        kept = sumsOf(values(pair.reference), values(pair.runtime), pair.reference.storage.size / sizeof(float));
    });
}

double secondsOfComparing(const Pair& pair, const tensor::ComparisonOptions& options) {
    return secondsOf([&] { static_cast<void>(need(tensor::compare(pair.reference, pair.runtime, options, {}))); });
}

/// The same metrics in numpy; prints seconds.
constexpr const char* kNumpy = R"(
import time, numpy as np
n = 16 << 20
r = np.random.default_rng(1).standard_normal(n, dtype=np.float32)
y = r + 1e-6 * np.random.default_rng(2).standard_normal(n, dtype=np.float32)
start = time.perf_counter()
x, z = r.astype(np.float64), y.astype(np.float64)
ok = np.isfinite(x) & np.isfinite(z)
counts = [np.isnan(r).sum(), np.isnan(y).sum(), np.isinf(r).sum(), np.isinf(y).sum()]
d = np.abs(z - x)[ok]; x = x[ok]; z = z[ok]; a = np.abs(x)
results = [d.max(), d.mean(), (d / np.where(a > 0, a, np.inf)).max(), (d * d).mean(), d.sum(), (x * x).sum(), (z * z).sum(),
           (x * z).sum(), a.max(), (d > 1e-5 + 1e-3 * a).sum(), (d - 1e-3 * a).max(), ((d - 1e-5) / a).max(), (d / (1 + a)).max(),
           ((x < 0) & (z > 0)).sum() + ((x > 0) & (z < 0)).sum(), np.abs(r.view(np.int32).astype(np.int64) - y.view(np.int32)).max(),
           (r.reshape(-1, 4096).argmax(1) == y.reshape(-1, 4096).argmax(1)).mean()]
print(time.perf_counter() - start)
)";

void writeZeros(const std::string& path, const std::string& head, std::uint64_t bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0 || ::write(file, head.data(), head.size()) != static_cast<ssize_t>(head.size()) ||
        ::ftruncate(file, static_cast<off_t>(head.size() + bytes)) != 0)
        std::exit(2);
    ::close(file);
}

/// Copies a file as cp does, and waits until it is on the disk.
void copyFile(const std::string& from, const std::string& to) {
    const auto source = need(Source::open(from));
    const int file = ::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    std::vector<std::byte> block(kMiB);
    for (std::uint64_t at = 0; at < source->size(); at += block.size()) {
        const std::span<std::byte> part = std::span(block).first(std::min<std::uint64_t>(block.size(), source->size() - at));
        need(source->read(at, part));
        if (::write(file, part.data(), part.size()) != static_cast<ssize_t>(part.size())) std::exit(2);
    }
    ::fsync(file);
    ::close(file);
}

std::vector<test::DumpRun> longRuns(std::size_t runs, std::size_t calls) {
    std::vector<test::DumpRun> result(runs);
    for (std::size_t r = 0; r < runs; ++r)
        for (std::size_t i = 0; i < calls; ++i) {
            const auto instruction = static_cast<std::int32_t>(i);
            const std::uint64_t start = 1000 * i + 37 * r;
            result[r].events.push_back({.name = "native_call_op_" + std::to_string(i % 40) + ".out",
                                        .instruction = instruction,
                                        .start = start + 1,
                                        .end = start + 400 + r});
            result[r].events.push_back(
                {.name = "OPERATOR_CALL", .instruction = instruction, .start = start, .end = start + 500 + r});
        }
    return result;
}

}  // namespace

bool compareTensors(LargeFiles&) {
    const std::size_t count = sized<std::size_t>(16U << 20U, 1U << 14U);
    const Pair pair = noisyPair(count);
    tensor::ComparisonOptions plain;
    plain.findAxisOrder = false;
    tensor::ComparisonOptions full = plain;
    full.worst = 100;
    full.differenceHistogram = true;
    const auto floor = [&] { return secondsOfSums(pair); };
    const Ratio all = interleaved(
        2 * kRounds, [&] { return secondsOfComparing(pair, plain); }, floor);
    const Ratio rest = interleaved(
        2 * kRounds, [&] { return secondsOfComparing(pair, full); }, floor);
    const double bytes = 2.0 * static_cast<double>(count) * sizeof(float);
    char rate[64];
    std::snprintf(rate, sizeof(rate), "%.1f of %.1f GB/s", bytes / all.work / 1e9, bytes / all.floor / 1e9);
    // The loop is bound by memory, the metrics by arithmetic: between processors the ratio moves from 0.58 to 0.7 (0.29 to 0.36).
    bool held = verdict("P11", 1 / all.value(), 0.5, "x",
                        std::string("all metrics, of the speed of a plain loop of five sums: ") + rate, true);
    held = verdict("P11", 1 / rest.value(), 0.25, "x", "of it with the histogram of differences and the 100 worst", true) && held;
    const double numpy = std::strtod(outputOf({"python3", "-c", kNumpy}).c_str(), nullptr);
    if (numpy == 0) std::printf("P11 skipped: the comparison with numpy, which is not installed\n");
    return (numpy == 0 || verdict("P11", numpy / all.work, 20, "x", "faster than numpy", true)) && held;
}

bool compareOutputs(LargeFiles& files) {
    const std::uint64_t side = sized<std::uint64_t>(65536, 512);
    const std::uint64_t bytes = side * 4096 * sizeof(float);
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(side) + ", 4096), }";
    header.resize(117, ' ');
    const std::string head = std::string("\x93NUMPY\x01\x00v\x00", 10) + header + "\n";
    const std::string left = files.path("left.npy"), right = files.path("right.npy");
    writeZeros(left, head, bytes);
    writeZeros(right, head, bytes);
    const auto open = [](const std::string& path) { return need(tensor::readNpy(ByteRange::whole(need(Source::open(path))))); };
    const tensor::Tensor reference = open(left), runtime = open(right);
    const auto compare = [&] { static_cast<void>(need(tensor::compare(reference, runtime, {}, {}))); };
    const double growth = static_cast<double>(peakGrowth(compare)) / static_cast<double>(kMiB);
    const auto floor = [&] {
        return secondsOf([&] {
            std::vector<std::byte> block(128U << 10U);
            for (std::uint64_t at = 0; at + block.size() <= bytes; at += block.size()) {
                need(reference.storage.read(at, block));
                need(runtime.storage.read(at, block));
            }
        });
    };
    const Ratio ratio = interleaved(
        3, [&] { return secondsOf(compare); }, floor);
    const bool little = verdict("outputs", growth, 4, " MiB", "private memory for comparing two outputs of 1 GB");
    return verdict("outputs", ratio.value(), 2.5, "x", "the time against reading both files: " + milliseconds(ratio)) && little;
}

/// The floor: what somebody writes who trusts the file. Each event is read through the FlatBuffers library, and its time put to
/// those of the same name and instruction. How fast memory is copied says nothing of a walk from offset to offset.
std::map<std::pair<std::string_view, std::int32_t>, std::vector<std::uint64_t>> plainTimes(const std::byte* dump) {
    using flatbuffers::Table;
    using Tables = flatbuffers::Vector<flatbuffers::Offset<Table>>;
    const auto at = [](unsigned slot) { return static_cast<flatbuffers::voffset_t>(4 + 2 * slot); };
    constexpr unsigned kRuns = 1;
    std::map<std::pair<std::string_view, std::int32_t>, std::vector<std::uint64_t>> times;
    const auto* root = flatbuffers::GetSizePrefixedRoot<Table>(dump);
    for (const Table* run : *root->GetPointer<const Tables*>(at(kRuns)))
        for (const Table* event : *run->GetPointer<const Tables*>(at(etdump::run_slot::Events))) {
            const auto* profile = event->GetPointer<const Table*>(at(etdump::event_slot::Profile));
            if (profile == nullptr) continue;
            const auto* name = profile->GetPointer<const flatbuffers::String*>(at(etdump::profile_slot::Name));
            const auto instruction = profile->GetField<std::int32_t>(at(etdump::profile_slot::Instruction), -1);
            const auto start = profile->GetField<std::uint64_t>(at(etdump::profile_slot::Start), 0),
                       end = profile->GetField<std::uint64_t>(at(etdump::profile_slot::End), 0);
            times[{name->string_view(), instruction}].push_back(end - start);
        }
    return times;
}

bool openDump(LargeFiles&) {
    const std::string bytes = test::dumpBytes(longRuns(10, sized<std::size_t>(50'000, 500)));
    const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
    const auto source = Source::fromBytes({first, first + bytes.size()}, "dump");
    const auto work = [&] {
        return secondsOf([&] {
            Diagnostics diagnostics;
            const auto dump = need(etdump::Dump::open(ByteRange::whole(source), diagnostics));
            std::vector<join::SessionRun> runs(dump->runs().size());
            for (std::size_t i = 0; i < runs.size(); ++i) runs[i].dump = dump, runs[i].runOfDump = i;
            if (profile::eventStatistics(runs).empty()) std::exit(2);
        });
    };
    const auto floor = [&] {
        return secondsOf([&] {
            const auto copy = need(source->read(0, source->size()));
            if (plainTimes(copy.data()).empty()) std::exit(2);
        });
    };
    const Ratio ratio = interleaved(kRounds, work, floor);
    return verdict(
        "dump", ratio.value(), 2, "x",
        "a million events opened and grouped against the same by the FlatBuffers library, unchecked: " + milliseconds(ratio));
}

bool writeBundle(LargeFiles& files) {
    const std::string program = files.executable(1000, sized(1024 * kMiB, kMiB)), out = files.path("model.bpte"),
                      copy = files.path("copy.pte");
    const auto bytes = ByteRange::whole(need(Source::open(program)));
    bundle::CaseContent one;
    one.inputs.emplace_back(tensorOf(std::vector<float>(4096)));
    one.expected = one.inputs;
    const auto write = [&] { need(bundle::write(bytes, {{"forward", {one}}}, out, {})); };
    const double growth = static_cast<double>(peakGrowth(write)) / static_cast<double>(kMiB);
    // Both make a new file: to replace one frees the old bytes, which is no part of either.
    const auto secondsOfMaking = [](const std::string& made, const std::function<void()>& make) {
        ::unlink(made.c_str());
        return secondsOf(make);
    };
    const Ratio ratio = interleaved(
        kRounds, [&] { return secondsOfMaking(out, write); },
        [&] { return secondsOfMaking(copy, [&] { copyFile(program, copy); }); });
    const bool little = verdict("bundle", growth, 16, " MiB", "private memory for a bundled program of 1 GB");
    return verdict("bundle", ratio.value(), 1.5, "x", "the time against a plain copy: " + milliseconds(ratio)) && little;
}

}  // namespace etscope::bench
