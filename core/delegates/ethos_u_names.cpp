#include "delegates/ethos_u_names.h"

#include <algorithm>
#include <array>

namespace etscope::delegates {
namespace {

// Which products a row is of. Where a stream does not say its product, only rows that are of all of them have a name.
constexpr std::uint8_t kU55 = 1, kU65 = 2, kU85 = 4, kOlder = kU55 | kU65, kAll = kOlder | kU85;

struct Row {
    std::uint16_t code;
    std::uint8_t products;
    std::string_view name;
};

/// In the order of codes.
constexpr std::array kRows{
    Row{0x0000, kAll, "NPU_OP_STOP"},
    Row{0x0001, kAll, "NPU_OP_IRQ"},
    Row{0x0002, kAll, "NPU_OP_CONV"},
    Row{0x0003, kAll, "NPU_OP_DEPTHWISE"},
    Row{0x0005, kAll, "NPU_OP_POOL"},
    Row{0x0006, kAll, "NPU_OP_ELEMENTWISE"},
    Row{0x0007, kU85, "NPU_OP_RESIZE"},
    Row{0x0010, kAll, "NPU_OP_DMA_START"},
    Row{0x0011, kAll, "NPU_OP_DMA_WAIT"},
    Row{0x0012, kAll, "NPU_OP_KERNEL_WAIT"},
    Row{0x0013, kAll, "NPU_OP_PMU_MASK"},
    Row{0x0100, kAll, "NPU_SET_IFM_PAD_TOP"},
    Row{0x0101, kAll, "NPU_SET_IFM_PAD_LEFT"},
    Row{0x0102, kAll, "NPU_SET_IFM_PAD_RIGHT"},
    Row{0x0103, kAll, "NPU_SET_IFM_PAD_BOTTOM"},
    Row{0x0104, kAll, "NPU_SET_IFM_DEPTH_M1"},
    Row{0x0105, kAll, "NPU_SET_IFM_PRECISION"},
    Row{0x0107, kAll, "NPU_SET_IFM_UPSCALE"},
    Row{0x0108, kU85, "NPU_SET_IFM_BROADCAST"},
    Row{0x0109, kAll, "NPU_SET_IFM_ZERO_POINT"},
    Row{0x010A, kAll, "NPU_SET_IFM_WIDTH0_M1"},
    Row{0x010B, kAll, "NPU_SET_IFM_HEIGHT0_M1"},
    Row{0x010C, kAll, "NPU_SET_IFM_HEIGHT1_M1"},
    Row{0x010D, kOlder, "NPU_SET_IFM_IB_END"},
    Row{0x010F, kAll, "NPU_SET_IFM_REGION"},
    Row{0x0111, kAll, "NPU_SET_OFM_WIDTH_M1"},
    Row{0x0112, kAll, "NPU_SET_OFM_HEIGHT_M1"},
    Row{0x0113, kAll, "NPU_SET_OFM_DEPTH_M1"},
    Row{0x0114, kAll, "NPU_SET_OFM_PRECISION"},
    Row{0x0115, kAll, "NPU_SET_OFM_BLK_WIDTH_M1"},
    Row{0x0116, kAll, "NPU_SET_OFM_BLK_HEIGHT_M1"},
    Row{0x0117, kAll, "NPU_SET_OFM_BLK_DEPTH_M1"},
    Row{0x0118, kAll, "NPU_SET_OFM_ZERO_POINT"},
    Row{0x011A, kAll, "NPU_SET_OFM_WIDTH0_M1"},
    Row{0x011B, kAll, "NPU_SET_OFM_HEIGHT0_M1"},
    Row{0x011C, kAll, "NPU_SET_OFM_HEIGHT1_M1"},
    Row{0x011F, kAll, "NPU_SET_OFM_REGION"},
    Row{0x0120, kAll, "NPU_SET_KERNEL_WIDTH_M1"},
    Row{0x0121, kAll, "NPU_SET_KERNEL_HEIGHT_M1"},
    Row{0x0122, kAll, "NPU_SET_KERNEL_STRIDE"},
    Row{0x0123, kU65, "NPU_SET_PARALLEL_MODE"},
    Row{0x0124, kAll, "NPU_SET_ACC_FORMAT"},
    Row{0x0125, kAll, "NPU_SET_ACTIVATION"},
    Row{0x0126, kAll, "NPU_SET_ACTIVATION_MIN"},
    Row{0x0127, kAll, "NPU_SET_ACTIVATION_MAX"},
    Row{0x0128, kAll, "NPU_SET_WEIGHT_REGION"},
    Row{0x0129, kAll, "NPU_SET_SCALE_REGION"},
    Row{0x012A, kU85, "NPU_SET_RESIZE_X_SCALE_N_M1"},
    Row{0x012B, kU85, "NPU_SET_RESIZE_Y_SCALE_N_M1"},
    Row{0x012C, kU85, "NPU_SET_RESIZE_X_OFFSET"},
    Row{0x012D, kOlder, "NPU_SET_AB_START"},
    Row{0x012D, kU85, "NPU_SET_RESIZE_Y_OFFSET"},
    Row{0x012E, kU85, "NPU_SET_WEIGHT_FORMAT"},
    Row{0x012F, kAll, "NPU_SET_BLOCKDEP"},
    Row{0x0130, kAll, "NPU_SET_DMA0_SRC_REGION"},
    Row{0x0131, kAll, "NPU_SET_DMA0_DST_REGION"},
    Row{0x0132, kAll, "NPU_SET_DMA0_SIZE0"},
    Row{0x0133, kAll, "NPU_SET_DMA0_SIZE1"},
    Row{0x0134, kU85, "NPU_SET_DMA0_IDX_REGION"},
    Row{0x0180, kAll, "NPU_SET_IFM2_BROADCAST"},
    Row{0x0181, kOlder, "NPU_SET_IFM2_SCALAR"},
    Row{0x0185, kAll, "NPU_SET_IFM2_PRECISION"},
    Row{0x0189, kAll, "NPU_SET_IFM2_ZERO_POINT"},
    Row{0x018A, kAll, "NPU_SET_IFM2_WIDTH0_M1"},
    Row{0x018B, kAll, "NPU_SET_IFM2_HEIGHT0_M1"},
    Row{0x018C, kAll, "NPU_SET_IFM2_HEIGHT1_M1"},
    Row{0x018D, kOlder, "NPU_SET_IFM2_IB_START"},
    Row{0x018F, kAll, "NPU_SET_IFM2_REGION"},
    Row{0x4000, kAll, "NPU_SET_IFM_BASE0"},
    Row{0x4001, kAll, "NPU_SET_IFM_BASE1"},
    Row{0x4002, kAll, "NPU_SET_IFM_BASE2"},
    Row{0x4003, kAll, "NPU_SET_IFM_BASE3"},
    Row{0x4004, kAll, "NPU_SET_IFM_STRIDE_X"},
    Row{0x4005, kAll, "NPU_SET_IFM_STRIDE_Y"},
    Row{0x4006, kAll, "NPU_SET_IFM_STRIDE_C"},
    Row{0x4010, kAll, "NPU_SET_OFM_BASE0"},
    Row{0x4011, kAll, "NPU_SET_OFM_BASE1"},
    Row{0x4012, kAll, "NPU_SET_OFM_BASE2"},
    Row{0x4013, kAll, "NPU_SET_OFM_BASE3"},
    Row{0x4014, kAll, "NPU_SET_OFM_STRIDE_X"},
    Row{0x4015, kAll, "NPU_SET_OFM_STRIDE_Y"},
    Row{0x4016, kAll, "NPU_SET_OFM_STRIDE_C"},
    Row{0x4020, kAll, "NPU_SET_WEIGHT_BASE"},
    Row{0x4021, kAll, "NPU_SET_WEIGHT_LENGTH"},
    Row{0x4022, kAll, "NPU_SET_SCALE_BASE"},
    Row{0x4023, kAll, "NPU_SET_SCALE_LENGTH"},
    Row{0x4024, kAll, "NPU_SET_OFM_SCALE"},
    Row{0x4025, kOlder, "NPU_SET_OPA_SCALE"},
    Row{0x4025, kU85, "NPU_SET_IFM_SCALE"},
    Row{0x4026, kOlder, "NPU_SET_OPB_SCALE"},
    Row{0x4026, kU85, "NPU_SET_IFM2_SCALE"},
    Row{0x4027, kU85, "NPU_SET_OP_SCALAR"},
    Row{0x4030, kAll, "NPU_SET_DMA0_SRC"},
    Row{0x4031, kAll, "NPU_SET_DMA0_DST"},
    Row{0x4032, kAll, "NPU_SET_DMA0_LEN"},
    Row{0x4033, kOlder, "NPU_SET_DMA0_SKIP0"},
    Row{0x4033, kU85, "NPU_SET_DMA0_SRC_STRIDE0"},
    Row{0x4034, kOlder, "NPU_SET_DMA0_SKIP1"},
    Row{0x4034, kU85, "NPU_SET_DMA0_SRC_STRIDE1"},
    Row{0x4035, kU85, "NPU_SET_DMA0_DST_STRIDE0"},
    Row{0x4036, kU85, "NPU_SET_DMA0_DST_STRIDE1"},
    Row{0x4037, kU85, "NPU_SET_DMA0_IDX"},
    Row{0x4038, kU85, "NPU_SET_DMA0_IDX_MAX"},
    Row{0x4039, kU85, "NPU_SET_DMA0_IDX_SKIP1"},
    Row{0x4080, kAll, "NPU_SET_IFM2_BASE0"},
    Row{0x4081, kAll, "NPU_SET_IFM2_BASE1"},
    Row{0x4082, kAll, "NPU_SET_IFM2_BASE2"},
    Row{0x4083, kAll, "NPU_SET_IFM2_BASE3"},
    Row{0x4084, kAll, "NPU_SET_IFM2_STRIDE_X"},
    Row{0x4085, kAll, "NPU_SET_IFM2_STRIDE_Y"},
    Row{0x4086, kAll, "NPU_SET_IFM2_STRIDE_C"},
    Row{0x4090, kU65, "NPU_SET_WEIGHT1_BASE"},
    Row{0x4090, kU85, "NPU_SET_WEIGHT1_BASE"},
    Row{0x4091, kU65, "NPU_SET_WEIGHT1_LENGTH"},
    Row{0x4091, kU85, "NPU_SET_WEIGHT1_LENGTH"},
    Row{0x4092, kU65, "NPU_SET_SCALE1_BASE"},
    Row{0x4092, kU85, "NPU_SET_WEIGHT2_BASE"},
    Row{0x4093, kU65, "NPU_SET_SCALE1_LENGTH"},
    Row{0x4093, kU85, "NPU_SET_WEIGHT2_LENGTH"},
    Row{0x4094, kU85, "NPU_SET_WEIGHT3_BASE"},
    Row{0x4095, kU85, "NPU_SET_WEIGHT3_LENGTH"},
    Row{0x4096, kU85, "NPU_SET_RESIZE_X"},
    Row{0x4097, kU85, "NPU_SET_RESIZE_Y"},
    Row{0x4100, kU85, "NPU_OP_BRANCH"},
};

std::uint8_t maskOf(EthosUProduct product) noexcept {
    switch (product) {
        case EthosUProduct::U55: return kU55;
        case EthosUProduct::U65: return kU65;
        case EthosUProduct::U85: return kU85;
        case EthosUProduct::Unknown: break;
    }
    return kAll;
}

}  // namespace

std::string_view ethosUCommandName(std::uint16_t code, EthosUProduct product) noexcept {
    const std::uint8_t mask = maskOf(product);
    for (auto row = std::ranges::lower_bound(kRows, code, {}, &Row::code); row != kRows.end() && row->code == code; ++row)
        if ((row->products & mask) == mask) return row->name;
    return {};
}

}  // namespace etscope::delegates
