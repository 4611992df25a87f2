#include "graph/operator_arguments.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text_hash.h"

namespace etscope::graph {
namespace {

/// Kernels of one library that take and return the same.
struct Kernels {
    std::string_view space;
    std::string_view names;  ///< separated by blanks
    std::string_view inputs, outputs;
};
/// Kernels that the stock runtimes register: portable kernels, primitives, dimension order, quantised, llama, Cadence and Cortex-M
/// ones; operators of graphs that backends have of their own: Vulkan, torchao, caches beside the graph.
constexpr auto kKernels = std::to_array<Kernels>({
    {"aten", "_adaptive_avg_pool2d.out", "self output_size", "out"},
    {"aten", "_assert_scalar", "self assert_msg", ""},
    {"aten", "_cdist_forward.out", "x1 x2 p compute_mode", "out"},
    {"aten",
     "_conj_physical.out abs.out acos.out acosh.out alias_copy.out any.all_out asin.out asinh.out atan.out atanh.out "
     "bitwise_not.out ceil.out cos.out cosh.out detach_copy.out erf.out exp.out expm1.out floor.out isinf.out isnan.out "
     "lift_fresh_copy.out log.out log10.out log1p.out log2.out logical_not.out max.unary_out min.unary_out neg.out nonzero.out "
     "reciprocal.out relu.out round.out rsqrt.out sigmoid.out sign.out sin.out sinh.out sqrt.out t_copy.out tan.out tanh.out "
     "trunc.out view_as_real_copy.out",
     "self", "out"},
    {"aten", "_local_scalar_dense hardswish sym_numel", "self", ""},
    {"aten", "_log_softmax.out _softmax.out", "self dim half_to_float", "out"},
    {"aten", "_native_batch_norm_legit.no_stats_out", "input weight bias training momentum eps", "out save_mean save_invstd"},
    {"aten", "_native_batch_norm_legit.out", "input weight bias running_mean running_var training momentum eps",
     "out save_mean save_invstd"},
    {"aten", "_native_batch_norm_legit_no_training.out", "input weight bias running_mean running_var momentum eps",
     "out0 out1 out2"},
    {"aten", "_pdist_forward.out", "self p", "out"},
    {"aten", "_to_copy.out", "self non_blocking memory_format", "out"},
    {"aten", "_upsample_bilinear2d_aa.out", "self output_size align_corners scales_h scales_w", "out"},
    {"aten", "_weight_int8pack_mm", "self mat2 scales", ""},
    {"aten", "add.Scalar_out add.out rsub.Scalar_out sub.Scalar_out sub.out", "self other alpha", "out"},
    {"aten", "addmm.out", "self mat1 mat2 beta alpha", "out"},
    {"aten", "amax.out amin.out any.dims_out any.out argmax.out argmin.out", "self dim keepdim", "out"},
    {"aten", "arange.out", "end", "out"},
    {"aten", "arange.start_out", "start end step", "out"},
    {"aten", "as_strided_copy.out", "self size stride storage_offset", "out"},
    {"aten",
     "atan2.out bitwise_and.Scalar_out bitwise_and.Tensor_out bitwise_left_shift.Tensor_Scalar_out "
     "bitwise_left_shift.Tensor_out bitwise_or.Scalar_out bitwise_or.Tensor_out bitwise_right_shift.Tensor_Scalar_out "
     "bitwise_right_shift.Tensor_out bitwise_xor.Scalar_out bitwise_xor.Tensor_out div.Scalar_out div.out eq.Scalar_out "
     "eq.Tensor_out floor_divide.out fmod.Scalar_out fmod.Tensor_out ge.Scalar_out ge.Tensor_out gt.Scalar_out gt.Tensor_out "
     "le.Scalar_out le.Tensor_out logical_and.out logical_or.out logical_xor.out lt.Scalar_out lt.Tensor_out maximum.out "
     "minimum.out mul.Scalar_out mul.out ne.Scalar_out ne.Tensor_out remainder.Scalar_out remainder.Tensor_out",
     "self other", "out"},
    {"aten", "avg_pool2d.out", "self kernel_size stride padding ceil_mode count_include_pad divisor_override", "out"},
    {"aten", "bmm.out mm.out", "self mat2", "out"},
    {"aten", "cat.out stack.out", "tensors dim", "out"},
    {"aten", "clamp.Tensor_out clamp.out", "self min max", "out"},
    {"aten", "clone.out", "self memory_format", "out"},
    {"aten", "constant_pad_nd.out", "self pad value", "out"},
    {"aten", "convolution.out", "input weight bias stride padding dilation transposed output_padding groups", "out"},
    {"aten", "convolution_backward.out",
     "grad_output input weight bias_sizes stride padding dilation transposed output_padding groups output_mask", "out0 out1 out2"},
    {"aten", "copy.out", "self src non_blocking", "out"},
    {"aten", "copy_", "self src non_blocking", ""},
    {"aten", "cumsum.out", "self dim dtype", "out"},
    {"aten", "diagonal_copy.out", "self offset dim1 dim2", "out"},
    {"aten", "div.Scalar_mode_out div.out_mode", "self other rounding_mode", "out"},
    {"aten", "elu.out", "self alpha scale input_scale", "out"},
    {"aten", "embedding.out", "weight indices padding_idx scale_grad_by_freq sparse", "out"},
    {"aten", "empty.out", "size memory_format", "out"},
    {"aten", "expand_copy.out", "self size implicit", "out"},
    {"aten", "fill.Scalar_out fill.Tensor_out", "self value", "out"},
    {"aten", "flip.out permute_copy.out", "self dims", "out"},
    {"aten", "full.out", "size fill_value", "out"},
    {"aten", "full_like.out", "self fill_value memory_format", "out"},
    {"aten", "gather.out", "self dim index sparse_grad", "out"},
    {"aten", "gelu.out", "self approximate", "out"},
    {"aten", "glu.out squeeze_copy.dim_out squeeze_copy.dims_out unbind_copy.int_out unsqueeze_copy.out", "self dim", "out"},
    {"aten", "grid_sampler_2d.out", "input grid interpolation_mode padding_mode align_corners", "out"},
    {"aten", "hardshrink", "self lambd", ""},
    {"aten", "hardtanh.out", "self min_val max_val", "out"},
    {"aten", "index.Tensor_out", "self indices", "out"},
    {"aten", "index_put.out", "self indices values accumulate", "out"},
    {"aten", "index_put_", "self indices values accumulate", ""},
    {"aten", "index_select.out select_copy.int_out", "self dim index", "out"},
    {"aten", "leaky_relu.out", "self negative_slope", "out"},
    {"aten", "linear", "input weight bias", ""},
    {"aten", "logit.out", "self eps", "out"},
    {"aten", "masked_fill.Scalar_out", "self mask value", "out"},
    {"aten", "masked_scatter.out", "self mask source", "out"},
    {"aten", "masked_select.out", "self mask", "out"},
    {"aten", "max.dim_max", "self dim keepdim", "max max_values"},
    {"aten", "max_pool2d", "self kernel_size stride padding dilation ceil_mode", ""},
    {"aten", "max_pool2d_with_indices.out", "self kernel_size stride padding dilation ceil_mode", "out indices"},
    {"aten", "max_pool2d_with_indices_backward.grad_input",
     "grad_output self kernel_size stride padding dilation ceil_mode indices", "grad_input"},
    {"aten", "mean.dtype_out prod.out", "self dtype", "out"},
    {"aten", "mean.out prod.int_out sum.IntList_out", "self dim keepdim dtype", "out"},
    {"aten", "min.dim_min", "self dim keepdim", "min min_indices"},
    {"aten", "narrow_copy.out", "self dim start length", "out"},
    {"aten", "native_dropout.out", "input p train", "out0 out1"},
    {"aten", "native_group_norm.out", "input weight bias N C HxW group eps", "out0 out1 out2"},
    {"aten", "native_layer_norm.out", "input normalized_shape weight bias eps", "out0 out1 out2"},
    {"aten", "ones.out rand.out randn.out zeros.out", "size", "out"},
    {"aten", "ones_like zeros_like", "self dtype layout device pin_memory memory_format", ""},
    {"aten", "permute", "self dims", ""},
    {"aten", "pixel_shuffle.out", "self upscale_factor", "out"},
    {"aten", "pixel_unshuffle.out", "self downscale_factor", "out"},
    {"aten", "pow.Scalar_out pow.Tensor_Scalar_out pow.Tensor_Tensor_out", "self exponent", "out"},
    {"aten",
     "reflection_pad1d.out reflection_pad2d.out reflection_pad3d.out replication_pad1d.out replication_pad2d.out "
     "replication_pad3d.out",
     "self padding", "out"},
    {"aten", "repeat.out", "self repeats", "out"},
    {"aten", "repeat_interleave.Tensor_out", "repeats output_size", "out"},
    {"aten", "roll.out", "self shifts dims", "out"},
    {"aten", "scalar_tensor.out", "s", "out"},
    {"aten", "scatter.src_out scatter_add.out", "self dim index src", "out"},
    {"aten", "scatter.value_out", "self dim index value", "out"},
    {"aten", "select_scatter.out", "self src dim index", "out"},
    {"aten", "slice_copy.Tensor_out", "self dim start end step", "out"},
    {"aten", "slice_scatter.out", "self src dim start end step", "out"},
    {"aten", "split_copy.Tensor_out", "self split_size dim", "out"},
    {"aten", "split_with_sizes_copy.out", "self split_sizes dim", "out"},
    {"aten", "sum.dim_IntList", "self dim keepdim dtype", ""},
    {"aten", "sym_constrain_range_for_size", "size min max", ""},
    {"aten", "sym_size.int sym_stride.int", "self dim", ""},
    {"aten", "topk.values", "self k dim largest sorted", "values indices"},
    {"aten", "transpose_copy.int_out", "self dim0 dim1", "out"},
    {"aten", "tril.out", "self diagonal", "out"},
    {"aten", "unfold_copy.out", "self dimension size step", "out"},
    {"aten", "upsample_bilinear2d.vec_out", "input output_size align_corners scale_factors", "out"},
    {"aten", "upsample_nearest2d.vec_out", "input output_size scale_factors", "out"},
    {"aten", "var.correction_out", "self dim correction keepdim", "out"},
    {"aten", "var.out", "self dim unbiased keepdim", "out"},
    {"aten", "var_mean.correction_out", "self dim correction keepdim", "out0 out1"},
    {"aten", "view_copy.out", "self size", "out"},
    {"aten", "where.self_out", "condition self other", "out"},
    {"cadence", "_softmax_f32_f32.out", "self dim half_to_float", "out"},
    {"cadence", "avg_pool2d.out",
     "input kernel_size stride padding ceil_mode count_include_pad divisor_override in_zero_point channel_last", "out"},
    {"cadence", "conv1d.out conv2d.out conv3d.out", "input weight bias stride padding dilation groups", "out"},
    {"cadence",
     "dequantize_per_tensor.out dequantize_per_tensor_asym16s.out dequantize_per_tensor_asym16u.out "
     "dequantize_per_tensor_asym32s.out dequantize_per_tensor_asym8s.out dequantize_per_tensor_asym8u.out "
     "quantize_per_tensor.out quantize_per_tensor_asym16s.out quantize_per_tensor_asym16u.out quantize_per_tensor_asym32s.out "
     "quantize_per_tensor_asym8s.out quantize_per_tensor_asym8u.out",
     "input scale zero_point quant_min quant_max dtype", "out"},
    {"cadence", "fully_connected.out", "input weight bias", "out"},
    {"cadence", "idma_copy.out idma_load.out idma_store.out", "src task_num channel", "out"},
    {"cadence", "idma_wait.out", "src task_num", "out"},
    {"cadence", "im2row.out im2row.per_tensor_out", "input kernel_size dilation padding stride in_zero_point channel_last", "out"},
    {"cadence", "linalg_svd.out", "A full_matrices compute_uv driver", "U S Vh"},
    {"cadence",
     "quantized_add.out quantized_add.per_tensor_out quantized_add_asym8sxasym8s_asym8s.per_tensor_out "
     "quantized_add_asym8uxasym8u_asym8u.per_tensor_out quantized_mul.out quantized_mul.per_tensor_out",
     "X X_scale X_zero_point Y Y_scale Y_zero_point out_scale out_zero_point", "out"},
    {"cadence", "quantized_add_Scalar.out quantized_mul_Scalar.out", "X X_scale X_zero_point Y out_scale out_zero_point", "out"},
    {"cadence", "quantized_conv.out quantized_conv.per_tensor_out",
     "input weight bias stride padding dilation groups input_zero_point weight_zero_point bias_scale out_scale out_zero_point "
     "out_multiplier out_shift channel_last",
     "out"},
    {"cadence",
     "quantized_conv1d_ncl.out quantized_conv1d_ncl.per_tensor_out quantized_conv1d_nlc.out "
     "quantized_conv2d_depthwise_nhwc.out quantized_conv2d_nchw.out quantized_conv2d_nchw.per_tensor_out "
     "quantized_conv2d_nchw_asym8sxsym8s_asym8s.per_tensor_out quantized_conv2d_nchw_asym8uxsym8u_asym8u.per_tensor_out "
     "quantized_conv2d_nchw_depthwise_asym8sxsym8s_asym8s.per_tensor_out "
     "quantized_conv2d_nchw_depthwise_asym8uxsym8u_asym8u.per_tensor_out "
     "quantized_conv2d_nchw_dilated_asym8sxsym8s_asym8s.per_tensor_out "
     "quantized_conv2d_nchw_dilated_asym8uxsym8u_asym8u.per_tensor_out quantized_conv2d_nhwc.out "
     "quantized_conv2d_nhwc_asym8sxsym8s_asym8s.per_tensor_out quantized_conv2d_nhwc_asym8uxsym8u_asym8u.per_tensor_out "
     "quantized_conv2d_nhwc_depthwise_asym8sxsym8s_asym8s.per_tensor_out "
     "quantized_conv2d_nhwc_depthwise_asym8uxsym8u_asym8u.per_tensor_out "
     "quantized_conv2d_nhwc_dilated_asym8sxsym8s_asym8s.per_tensor_out "
     "quantized_conv2d_nhwc_dilated_asym8uxsym8u_asym8u.per_tensor_out quantized_depthwise_conv1d_ncl.per_tensor_out "
     "quantized_depthwise_conv1d_nlc.per_tensor_out",
     "input weight bias stride padding dilation groups input_zero_point weight_zero_point bias_scale out_scale out_zero_point "
     "out_multiplier out_shift",
     "out"},
    {"cadence", "quantized_conv1d_nlc.per_tensor_out quantized_conv2d_nhwc.per_tensor_out",
     "input weight bias stride padding dilation groups input_zero_point weight_zero_point bias_scale out_scale out_zero_point "
     "out_multiplier out_shift offset",
     "out"},
    {"cadence", "quantized_embedding_byte.out", "weight weight_scales weight_zero_points indices pruned_weights", "out"},
    {"cadence",
     "quantized_fully_connected.out quantized_fully_connected.per_tensor_out "
     "quantized_fully_connected_asym8sxasym8s_asym8s.per_tensor_out "
     "quantized_fully_connected_asym8uxasym8u_asym8u.per_tensor_out quantized_linear.out quantized_linear.per_tensor_out "
     "quantized_linear_asym8sxasym8s_asym8s.per_tensor_out quantized_linear_asym8uxasym8u_asym8u.per_tensor_out",
     "src weight bias src_zero_point weight_zero_point out_multiplier out_shift out_zero_point offset", "out"},
    {"cadence", "quantized_layer_norm.out quantized_layer_norm.per_tensor_out",
     "input in_scale in_zero_point normalized_shape weight bias eps output_scale output_zero_point", "out"},
    {"cadence", "quantized_matmul.out quantized_matmul_asym8sxasym8s_asym8s.out quantized_matmul_asym8uxasym8u_asym8u.out",
     "X X_zero_point Y Y_zero_point bias out_multiplier out_shift out_zero_point transposed", "out"},
    {"cadence", "quantized_max_pool2d.out quantized_max_pool2d_nchw.out quantized_max_pool2d_nhwc.out",
     "input kernel_size stride padding dilation ceil_mode", "out"},
    {"cadence",
     "quantized_relu.out quantized_relu.per_tensor_out quantized_relu_asym8s_asym8s.per_tensor_out "
     "quantized_relu_asym8u_asym8u.per_tensor_out quantized_relu_per_tensor.out",
     "X X_zero_point out_zero_point out_multiplier out_shift", "out"},
    {"cadence", "quantized_rope_rotate_stacked_halves.out",
     "input sin_tensor cos_tensor pos in_scale in_zero_point out_scale out_zero_point", "out"},
    {"cadence", "quantized_softmax.out quantized_softmax.per_tensor_out",
     "input mask dim mask_type pos in_scale in_zero_point out_scale out_zero_point", "out"},
    {"cadence", "quantized_transposed_conv.out",
     "input weight bias stride padding dilation output_padding groups input_zero_point weight_zero_point bias_scale out_scale "
     "out_zero_point out_multiplier out_shift channel_last",
     "out"},
    {"cadence", "quantized_w8a32_conv.out quantized_w8a32_linear.out", "input weight w_scale bias b_scale", "output"},
    {"cadence", "quantized_w8a32_gru.out",
     "inputs hidden weights_inputs w_i_scale weights_hidden w_h_scale bias_inputs b_scale bias_hidden", "out"},
    {"cadence", "requantize.out requantize.per_tensor_out", "input in_scale in_zero_point out_scale out_zero_point out_dtype",
     "out"},
    {"cadence", "roi_align_box_processor.out", "rois output_size_h output_size_w sampling_ratio aligned", "out"},
    {"cadence", "rope.out rope_rotate_stacked_halves.out", "input sin_tensor cos_tensor pos", "out"},
    {"cadence", "sdpa_bitwise_mask_gen.out", "mask threshold", "out"},
    {"cadence", "transposed_convolution.out", "input weight bias stride padding dilation output_padding groups channel_last",
     "out"},
    {"cadence", "transposed_im2row.out", "input kernel_size dilation padding stride output_padding in_zero_point channel_last",
     "out"},
    {"cadence", "where_Scalar.out", "condition self other", "out"},
    {"cortex_m", "dequantize_per_tensor.out quantize_per_tensor.out", "input scale zero_point quant_min quant_max dtype", "out"},
    {"cortex_m", "maximum.out minimum.out", "self other", "out"},
    {"cortex_m", "pad.out", "input pre_pad post_pad pad_value", "out"},
    {"cortex_m", "quantized_activation.out", "input lut", "out"},
    {"cortex_m", "quantized_add.out",
     "self self_zero_point self_multiplier self_shift other other_zero_point other_multiplier other_shift output_zero_point "
     "output_multiplier output_shift activation_min activation_max",
     "out"},
    {"cortex_m", "quantized_avg_pool2d.out quantized_avg_pool2d_nhwc.out",
     "input kernel_size stride padding ceil_mode zero_point multiplier shift scratch", "out"},
    {"cortex_m", "quantized_batch_matmul.out",
     "lhs lhs_zero_point rhs_transposed rhs_zero_point output_zero_point output_multiplier output_shift scratch", "out"},
    {"cortex_m", "quantized_conv2d.out quantized_conv2d_nhwc.out",
     "input weight bias stride padding dilation input_offset output_offset requantize_multipliers requantize_shifts "
     "activation_min activation_max scratch",
     "out"},
    {"cortex_m", "quantized_depthwise_conv2d.out quantized_depthwise_conv2d_nhwc.out",
     "input weight bias stride padding dilation depth_multiplier input_offset output_offset requantize_multipliers "
     "requantize_shifts activation_min activation_max scratch",
     "out"},
    {"cortex_m", "quantized_div.out", "self self_zero_point other other_zero_point output_zero_point output_scale", "out"},
    {"cortex_m", "quantized_linear.out",
     "input weights bias kernel_sum input_offset filter_offset output_offset requantize_multipliers requantize_shifts "
     "activation_max activation_min",
     "out"},
    {"cortex_m", "quantized_max_pool2d.out quantized_max_pool2d_nhwc.out",
     "input kernel_size stride padding dilation ceil_mode input_zero_point output_zero_point activation_min activation_max", "out"},
    {"cortex_m", "quantized_mul.out",
     "self self_zero_point other other_zero_point output_zero_point output_multiplier output_shift", "out"},
    {"cortex_m", "quantized_transpose_conv2d.out quantized_transpose_conv2d_nhwc.out",
     "input weight bias stride padding output_padding dilation input_offset output_offset requantize_multipliers "
     "requantize_shifts activation_min activation_max scratch output_scratch",
     "out"},
    {"cortex_m", "softmax.out", "input dim input_zero_point output_zero_point input_multiplier input_shift diff_min", "out"},
    {"cortex_m", "transpose.out", "input perm", "out"},
    {"dim_order_ops", "_clone_dim_order.out _to_dim_order_copy.out", "self non_blocking dim_order", "out"},
    {"dim_order_ops", "_empty_dim_order.out", "size dim_order", "out"},
    {"et_copy", "_d2h_copy.out _h2d_copy.out", "self", "out"},
    {"et_vk", "adamw_step", "param! m! v! grad lr beta1 beta2 eps weight_decay bias_correction1 bias_correction2", ""},
    {"et_vk", "apply_rotary_emb", "xq xk freqs_cos freqs_sin", ""},
    {"et_vk", "apply_rotary_emb_hf", "xq xk freqs_cos freqs_sin start_pos", ""},
    {"et_vk", "apply_rotary_emb_interleaved", "x freqs_cis", ""},
    {"et_vk", "conv_with_clamp", "input weight bias stride padding dilation transposed output_padding groups output_min output_max",
     ""},
    {"et_vk", "embedding_q4gsw", "weight weight_scales group_size indices is_linear_weight", ""},
    {"et_vk", "fused_ce", "logits labels n_valid", ""},
    {"et_vk", "grid_priors", "self stride offset", ""},
    {"et_vk", "linear_dW", "d_out x", ""},
    {"et_vk", "linear_dq8ca_q4gsw", "input input_scales input_zp weights weight_sums weight_scales group_size bias", ""},
    {"et_vk", "linear_q4gsw", "self weights weight_scales group_size bias", ""},
    {"et_vk", "linear_q4gsw_backward", "d_out weights weight_scales group_size", ""},
    {"et_vk", "linear_q8ta_q8csw", "x input_scale input_zero_point weights weight_sums weight_scales bias", ""},
    {"et_vk", "linear_qcs4w", "self weight scales", ""},
    {"et_vk", "prepack", "x", ""},
    {"et_vk", "q4gsw_requant", "latent scales group_size", ""},
    {"et_vk", "q8ta_add",
     "input_a input_b input_a_scale input_a_zero_point input_b_scale input_b_zero_point output_scale output_zero_point alpha", ""},
    {"et_vk", "q8ta_conv2d q8ta_conv2d_dw q8ta_conv2d_pw",
     "x input_scale input_zero_point weights weight_sums weight_scales output_scale output_zero_point bias kernel_size stride "
     "padding dilation groups activation",
     ""},
    {"et_vk", "q8ta_conv2d_transposed",
     "x input_scale input_zero_point weights weight_sums weight_scales output_scale output_zero_point bias kernel_size stride "
     "padding output_padding dilation groups activation",
     ""},
    {"et_vk", "q8ta_linear q8ta_linear_gemv",
     "x input_scale input_zero_point weights weight_sums weight_scales output_scale output_zero_point bias activation", ""},
    {"et_vk", "q8ta_pixel_shuffle", "input input_scale input_zero_point output_inv_scale output_zero_point upscale_factor", ""},
    {"et_vk", "q8ta_relu", "input input_scale input_zero_point output_scale output_zero_point", ""},
    {"et_vk", "rms_norm", "x weight eps", ""},
    {"et_vk", "sdpa", "q k v attn_mask scale", ""},
    {"et_vk", "select_as_symint", "x dim index", ""},
    {"executorch", "alias", "x y", ""},
    {"executorch", "update_cross_attn_cache", "value cache", ""},
    {"executorch_prim",
     "add.Scalar eq.Scalar floordiv.Scalar ge.Scalar gt.Scalar le.Scalar lt.Scalar mod.Scalar mul.Scalar sub.Scalar "
     "sym_max.Scalar sym_min.Scalar truediv.Scalar",
     "a b", ""},
    {"executorch_prim", "ceil.Scalar neg.Scalar round.Scalar sym_float.Scalar sym_int.Scalar sym_not.Scalar trunc.Scalar", "a", ""},
    {"executorch_prim", "et_copy_index.tensor", "copy_to! copy_from index", ""},
    {"executorch_prim", "et_view.default", "self size", ""},
    {"executorch_prim", "sym_ite.Scalar", "b t f", ""},
    {"kvcache", "update_and_attend", "q k v position layer_id scale out_dtype", ""},
    {"llama", "channelwise_gated_delta_rule.out gated_delta_rule.out", "query key value decay beta initial_state",
     "out final_state_out"},
    {"llama", "custom_quantized_sdpa.out",
     "query key value start_pos attn_mask drpout_p is_causal scale q_zero_points q_scales k_zero_points k_scales v_zero_points "
     "v_scales is_seq_at_dim_2",
     "out"},
    {"llama", "custom_sdpa.out", "query key value start_pos attn_mask drpout_p is_causal scale", "out"},
    {"llama", "fallback.out", "input", "output"},
    {"llama", "fast_hadamard_transform.out", "mat", "out"},
    {"llama", "quantized_moe_ffn.out",
     "x gate_weight expert_bias packed_w13 packed_w2 num_activated_experts num_experts hidden_dim dim group_size weight_nbit "
     "score_func route_scale",
     "out"},
    {"llama", "sdpa_with_kv_cache.out",
     "query key value key_cache value_cache start_pos seq_len attn_mask drpout_p is_causal scale", "out"},
    {"llama", "update_cache.out", "value cache start_pos", "out"},
    {"llama", "update_cache_with_indices.out", "value cache start_pos indices", "out"},
    {"quantized_decomposed", "add.out",
     "a a_scale a_zero_point a_quant_min a_quant_max b b_scale b_zero_point b_quant_min b_quant_max out_scale out_zero_point "
     "out_quant_min out_quant_max",
     "out"},
    {"quantized_decomposed", "choose_qparams.Tensor_out", "input quant_min quant_max eps dtype", "scale_out zero_point_out"},
    {"quantized_decomposed", "choose_qparams.tensor", "input quant_min quant_max eps dtype", ""},
    {"quantized_decomposed", "choose_qparams_per_token_asymmetric.out", "input dtype", "scale_out zero_point_out"},
    {"quantized_decomposed", "dequantize_per_channel.out", "input scales zero_points axis quant_min quant_max dtype out_dtype",
     "out"},
    {"quantized_decomposed", "dequantize_per_channel_group.out",
     "w_int8 scales zero_points quant_min quant_max dtype group_size output_dtype", "out"},
    {"quantized_decomposed", "dequantize_per_tensor.Tensor_out dequantize_per_tensor.out dequantize_per_tensor.tensor_out",
     "input scale zero_point quant_min quant_max dtype out_dtype", "out"},
    {"quantized_decomposed", "dequantize_per_token.out", "input scales zero_points quant_min quant_max dtype output_dtype", "out"},
    {"quantized_decomposed", "embedding_2bit.dtype_out embedding_4bit.dtype_out embedding_byte.dtype_out",
     "weight weight_scales weight_zero_points weight_quant_min weight_quant_max indices dtype", "out"},
    {"quantized_decomposed", "embedding_2bit.out embedding_4bit.out embedding_byte.out",
     "weight weight_scales weight_zero_points weight_quant_min weight_quant_max indices", "out"},
    {"quantized_decomposed", "mixed_linear.out", "input weight weight_scales weight_zero_points dtype", "out"},
    {"quantized_decomposed", "mixed_mm.out", "input weight weight_scales weight_zero_points", "out"},
    {"quantized_decomposed", "quantize_per_channel.out", "input scales zero_points axis quant_min quant_max dtype", "out"},
    {"quantized_decomposed", "quantize_per_channel_group.out", "input scales zero_points quant_min quant_max dtype group_size",
     "out"},
    {"quantized_decomposed", "quantize_per_tensor.Tensor_out quantize_per_tensor.out quantize_per_tensor.tensor_out",
     "input scale zero_point quant_min quant_max dtype", "out"},
    {"quantized_decomposed", "quantize_per_token.out", "input scales zero_points quant_min quant_max dtype", "out"},
    {"torchao", "_scaled_embedding_bag", "qweight indices offsets weight_scale o_scale mode include_last_offset output_dtype", ""},
    {"torchao", "choose_qparams_affine",
     "input mapping_type block_size target_dtype quant_min quant_max eps scale_dtype zero_point_dtype keepdim", ""},
    {"torchao", "choose_scale_float8", "tensor block_size float8_dtype scale_dtype hp_value_lb hp_value_ub", ""},
    {"torchao", "da8w4_linear_cpu",
     "input input_scales input_qzeros weight weight_scales weight_qzeros compensation bias output_dtype", ""},
    {"torchao", "da8w4_linear_prepack_cpu", "weight scales qzeros", ""},
    {"torchao", "dequantize_affine", "input block_size scale zero_point input_dtype quant_min quant_max output_dtype", ""},
    {"torchao", "dequantize_affine_float8_non_decomposed", "tensor scale output_dtype", ""},
    {"torchao", "dequantize_gguf", "weight ggml_type output_dtype", ""},
    {"torchao", "dequantize_int4_tensor", "qdata scale zero_point group_size output_dtype", ""},
    {"torchao", "dequantize_mx", "qdata scale elem_dtype block_size output_dtype", ""},
    {"torchao", "dequantize_nvfp4", "qdata scale per_tensor_scale block_size output_dtype", ""},
    {"torchao", "float8_linear_cpu", "input input_scales weight weight_scales bias output_dtype", ""},
    {"torchao", "float8_linear_prepack_cpu", "weight scales", ""},
    {"torchao", "mx_fp8_bf16", "a b a_scale b_scale", ""},
    {"torchao", "qscaled_dot_product",
     "query key value attn_mask dropout_p is_causal scale q_scale q_zp k_scale k_zp v_scale v_zp a_scale a_zp o_scale o_zp", ""},
    {"torchao", "quantize_affine", "input block_size scale zero_point output_dtype quant_min quant_max", ""},
    {"torchao", "quantize_affine_float8_non_decomposed", "tensor scale float8_dtype", ""},
    {"torchao", "rowwise_scaled_linear_sparse_cutlass_f8f8", "input input_scale weight weight_meta weight_scale bias out_dtype",
     ""},
    {"torchao", "swizzle_scaled_mm", "mat1 mat2 mat1_is_swizzled mat2_is_swizzled scale_a scale_b bias scale_result out_dtype", ""},
});

TextMap<OperatorArguments> byName() {
    TextMap<OperatorArguments> map;
    for (const Kernels& row : kKernels)
        for (const std::string_view name : argumentNames(row.names))
            map.emplace(std::string(row.space) + "::" + std::string(name), OperatorArguments{row.inputs, row.outputs});
    return map;
}

}  // namespace

const OperatorArguments* operatorArguments(std::string_view name) {
    static const TextMap<OperatorArguments> kByName = byName();
    const auto hit = kByName.find(name);
    return hit == kByName.end() ? nullptr : &hit->second;
}

const OperatorArguments* argumentsOfTarget(std::string_view target) {
    const std::size_t first = target.find('.'), last = target.rfind('.');
    if (first == std::string_view::npos || first == last) return nullptr;
    const std::string op = std::string(target.substr(0, first)) + "::" + std::string(target.substr(first + 1, last - first - 1));
    const std::string overload(target.substr(last + 1));
    for (const std::string& name : {op + (overload == "default" ? "" : "." + overload), op + ".out", op + "." + overload + "_out"})
        if (const OperatorArguments* found = operatorArguments(name)) return found;
    return nullptr;
}

std::vector<std::string_view> argumentNames(std::string_view list) {
    std::vector<std::string_view> names;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        names.push_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return names;
}

}  // namespace etscope::graph
