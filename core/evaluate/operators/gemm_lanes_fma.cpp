#if defined(__x86_64__)
#define ETSCOPE_GEMM kGemmFma
#define ETSCOPE_GEMM_WIDTH 4
#define ETSCOPE_GEMM_ROWS 4
#define ETSCOPE_GEMM_VECTORS 3
#include "evaluate/operators/gemm_lanes_body.h"
#endif
