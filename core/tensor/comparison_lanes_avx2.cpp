#if defined(__x86_64__)
#define ETSCOPE_LANES kAvx2
#include "tensor/comparison_lanes_body.h"
#endif
