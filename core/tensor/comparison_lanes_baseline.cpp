#define ETSCOPE_LANES kBaseline
#include "tensor/comparison_lanes_body.h"

namespace etscope::tensor::lanes {

const Kernel& kernel() noexcept {
#if defined(__x86_64__)
    static const Kernel& best = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? kAvx2 : kBaseline;
    return best;
#else
    return kBaseline;
#endif
}

}  // namespace etscope::tensor::lanes
