// Products and convolutions against OpenBLAS, which the product does not use: its own sums are the same on every machine.
#include <unistd.h>

#include <cstdlib>

#include "bench/evaluated.h"
#include "evaluate/operators/gemm_lanes.h"

#ifdef ETSCOPE_OPENBLAS
#include <cblas.h>
#endif

namespace etscope::bench {

#ifndef ETSCOPE_OPENBLAS

void chooseBlasKernels(char**) {}
bool blasProducts() {
    std::printf("against OpenBLAS skipped: the build has none (libopenblas-dev)\n");
    return true;
}
bool blasConvolution() { return true; }

#else

void chooseBlasKernels(char** arguments) {
    if (std::getenv("OPENBLAS_CORETYPE") != nullptr) return;
    setenv("OPENBLAS_CORETYPE", "Haswell", 1);  // AVX2, as the goals are stated
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    execv("/proc/self/exe", arguments);
}

namespace {

/// A product of f32 matrices with sums in double against the same with sums in f32.
bool against(std::int64_t m, std::int64_t n, std::int64_t k, int level, double limit, const std::string& what) {
    const Room room;
    const OneThread alone;
    if (evaluate::useGemmLanes(level) != level) return evaluate::useGemmLanes(2), true;  // this processor lacks it
    const std::vector<evaluate::NamedValue> arguments{{"self", randomArray(room.context, {m, k})},
                                                      {"mat2", randomArray(room.context, {k, n})}};
    const std::vector<float> a(static_cast<std::size_t>(m * k), 0.5F), b(static_cast<std::size_t>(k * n), 0.25F);
    std::vector<float> c(static_cast<std::size_t>(m * n));
    const auto rows = static_cast<int>(m), columns = static_cast<int>(n), depth = static_cast<int>(k);
    const Ratio ratio = interleaved(
        kRounds, [&] { return secondsOfOperator(room.context, "aten.mm.default", arguments); },
        [&] {
            return secondsOf([&] {
                cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, depth, 1, a.data(), depth, b.data(), columns,
                            0, c.data(), columns);
            });
        });
    evaluate::useGemmLanes(2);
    return verdict("OpenBLAS", ratio.value(), limit, "x",
                   std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k) + ", " + what +
                       ", against sgemm: " + milliseconds(ratio));
}

constexpr std::int64_t kChannels = 64, kSide = 56, kPositions = kSide * kSide, kDepth = kChannels * 9;

/// The columns of a convolution of 3 x 3 with a margin of one place: [channels * 9, positions].
void fillColumns(const float* image, double* columns) {
    for (std::int64_t row = 0; row < kDepth; ++row) {
        const std::int64_t down = row / 3 % 3 - 1, right = row % 3 - 1;
        const float* channel = image + row / 9 * kPositions;
        for (std::int64_t y = 0; y < kSide; ++y)
            for (std::int64_t x = 0; x < kSide; ++x) {
                const std::int64_t atY = y + down, atX = x + right;
                const bool inside = atY >= 0 && atY < kSide && atX >= 0 && atX < kSide;
                *columns++ = inside ? static_cast<double>(channel[atY * kSide + atX]) : 0;
            }
    }
}

}  // namespace

bool blasProducts() {
    bool held = against(768, 768, 768, 1, 3, "AVX2");
    held = against(768, 768, 768, 0, 6.5, "baseline") && held;
    return against(8, 2048, 2048, 1, 3.5, "AVX2") && held;
}

bool blasConvolution() {
    const Room room;
    const OneThread alone;
    if (evaluate::useGemmLanes(1) != 1) return evaluate::useGemmLanes(2), true;
    const evaluate::Array image = randomArray(room.context, {1, kChannels, kSide, kSide});
    const std::vector<evaluate::NamedValue> arguments{{"input", image},
                                                      {"weight", randomArray(room.context, {kChannels, kChannels, 3, 3})},
                                                      {"padding", evaluate::Values{std::int64_t{1}, std::int64_t{1}}}};
    const std::vector<double> weights(kChannels * kDepth, 0.5);
    std::vector<double> columns(kDepth * kPositions), sums(kChannels * kPositions);
    const auto byColumns = [&] {
        fillColumns(reinterpret_cast<const float*>(image.storage->data()), columns.data());
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, kChannels, kPositions, kDepth, 1, weights.data(), kDepth,
                    columns.data(), kPositions, 0, sums.data(), kPositions);
    };
    const Ratio ratio = interleaved(
        kRounds, [&] { return secondsOfOperator(room.context, "aten.conv2d.default", arguments); },
        [&] { return secondsOf(byColumns); });
    evaluate::useGemmLanes(2);
    return verdict("OpenBLAS", ratio.value(), 5, "x",
                   "3x3, 64 channels of 56 x 56, AVX2, against columns and dgemm: " + milliseconds(ratio));
}

#endif

}  // namespace etscope::bench
