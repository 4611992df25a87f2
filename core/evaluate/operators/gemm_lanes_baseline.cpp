#define ETSCOPE_GEMM kGemmBaseline
#define ETSCOPE_GEMM_WIDTH 2
#define ETSCOPE_GEMM_ROWS 3
#define ETSCOPE_GEMM_VECTORS 4
#include "evaluate/operators/gemm_lanes_body.h"

namespace etscope::evaluate {

namespace {

int bestLevel() noexcept {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return 2;
    if (__builtin_cpu_supports("avx2")) return 1;
#endif
    return 0;
}

int& level() noexcept {
    static int chosen = bestLevel();
    return chosen;
}

}  // namespace

const GemmLanes& gemmLanes([[maybe_unused]] bool exactProducts) noexcept {
#if defined(__x86_64__)
    static const bool fuses = __builtin_cpu_supports("fma") != 0;
    const bool fused = exactProducts && fuses;
    if (level() == 2) return fused ? kGemmFma512 : kGemmAvx512;
    if (level() == 1) return fused ? kGemmFma : kGemmAvx2;
#endif
    return kGemmBaseline;
}

int useGemmLanes(int wanted) noexcept { return level() = wanted < bestLevel() ? wanted : bestLevel(); }

}  // namespace etscope::evaluate
