#include "program/stock_kernels.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace etscope::program {
namespace {

struct Kernels {
    std::string_view space;
    std::string_view names;  ///< separated by blanks
};
// What the libraries of release 1.5.1 register: primitive operators of the runtime, portable and optimized kernels, quantized
// kernels, and the operators of the LLM extension.
constexpr Kernels kStock[] = {
    {"executorch_prim",
     "add.Scalar sub.Scalar mul.Scalar floordiv.Scalar truediv.Scalar mod.int mod.Scalar sym_float.Scalar eq.Scalar "
     "gt.Scalar lt.Scalar ge.Scalar le.Scalar neg.Scalar sym_max.Scalar sym_min.Scalar et_copy_index.tensor "
     "et_view.default ceil.Scalar round.Scalar trunc.Scalar floordiv.int sym_int.Scalar sym_ite.Scalar sym_not.Scalar"},
    {"aten",
     "_local_scalar_dense sym_numel sym_size.int "
     "_fft_c2r.out _fft_r2c.out linear.out "
     "_adaptive_avg_pool2d.out _cdist_forward.out _conj_physical.out _log_softmax.out "
     "_native_batch_norm_legit.no_stats_out _native_batch_norm_legit.out _native_batch_norm_legit_no_training.out "
     "_pdist_forward.out _softmax.out _to_copy.out _upsample_bilinear2d_aa.out abs.out acos.out acosh.out add.Scalar_out "
     "add.out addmm.out alias_copy.out amax.out amin.out any.all_out any.dims_out any.out arange.out arange.start_out "
     "argmax.out argmin.out as_strided_copy.out asin.out asinh.out atan.out atan2.out atanh.out avg_pool2d.out "
     "bitwise_and.Scalar_out bitwise_and.Tensor_out bitwise_left_shift.Tensor_Scalar_out bitwise_left_shift.Tensor_out "
     "bitwise_not.out bitwise_or.Scalar_out bitwise_or.Tensor_out bitwise_right_shift.Tensor_Scalar_out "
     "bitwise_right_shift.Tensor_out bitwise_xor.Scalar_out bitwise_xor.Tensor_out bmm.out cat.out ceil.out "
     "clamp.Tensor_out clamp.out clone.out constant_pad_nd.out convolution.out convolution_backward.out copy.out copy_ "
     "cos.out cosh.out cumsum.out detach_copy.out diagonal_copy.out div.Scalar_mode_out div.Scalar_out div.out "
     "div.out_mode elu.out embedding.out empty.out eq.Scalar_out eq.Tensor_out erf.out exp.out expand_copy.out expm1.out "
     "fill.Scalar_out fill.Tensor_out flip.out floor.out floor_divide.out fmod.Scalar_out fmod.Tensor_out full.out "
     "full_like.out gather.out ge.Scalar_out ge.Tensor_out gelu.out glu.out grid_sampler_2d.out gt.Scalar_out "
     "gt.Tensor_out hardtanh.out index.Tensor_out index_put.out index_put_ index_select.out isinf.out isnan.out "
     "le.Scalar_out le.Tensor_out leaky_relu.out lift_fresh_copy.out log.out log10.out log1p.out log2.out "
     "logical_and.out logical_not.out logical_or.out logical_xor.out logit.out lt.Scalar_out lt.Tensor_out "
     "masked_fill.Scalar_out masked_scatter.out masked_select.out max.dim_max max.unary_out max_pool2d_with_indices.out "
     "max_pool2d_with_indices_backward.grad_input maximum.out mean.dtype_out mean.out min.dim_min min.unary_out "
     "minimum.out mm.out mul.Scalar_out mul.out narrow_copy.out native_dropout.out native_group_norm.out "
     "native_layer_norm.out ne.Scalar_out ne.Tensor_out neg.out nonzero.out ones.out permute_copy.out pixel_shuffle.out "
     "pixel_unshuffle.out pow.Scalar_out pow.Tensor_Scalar_out pow.Tensor_Tensor_out prod.int_out prod.out rand.out "
     "randn.out reciprocal.out reflection_pad1d.out reflection_pad2d.out reflection_pad3d.out relu.out "
     "remainder.Scalar_out remainder.Tensor_out repeat.out repeat_interleave.Tensor_out replication_pad1d.out "
     "replication_pad2d.out replication_pad3d.out roll.out round.out rsqrt.out rsub.Scalar_out scalar_tensor.out "
     "scatter.src_out scatter.value_out scatter_add.out select_copy.int_out select_scatter.out sigmoid.out sign.out "
     "sin.out sinh.out slice_copy.Tensor_out slice_scatter.out split_copy.Tensor_out split_with_sizes_copy.out sqrt.out "
     "squeeze_copy.dim_out squeeze_copy.dims_out stack.out sub.Scalar_out sub.out sum.IntList_out t_copy.out tan.out "
     "tanh.out topk.values transpose_copy.int_out tril.out trunc.out unbind_copy.int_out unfold_copy.out "
     "unsqueeze_copy.out upsample_bilinear2d.vec_out upsample_nearest2d.vec_out var.correction_out var.out "
     "var_mean.correction_out view_as_real_copy.out view_copy.out where.self_out zeros.out"},
    {"dim_order_ops", "_clone_dim_order.out _empty_dim_order.out _to_dim_order_copy.out"},
    {"et_copy", "_d2h_copy.out _h2d_copy.out"},
    {"quantized_decomposed",
     "add.out choose_qparams.Tensor_out choose_qparams_per_token_asymmetric.out dequantize_per_channel.out "
     "dequantize_per_tensor.Tensor_out dequantize_per_tensor.out dequantize_per_token.out embedding_2bit.dtype_out "
     "embedding_2bit.out embedding_4bit.dtype_out embedding_4bit.out embedding_byte.dtype_out embedding_byte.out "
     "embedding_xbit.dtype_out embedding_xbit.out "
     "mixed_linear.out mixed_mm.out quantize_per_channel.out quantize_per_tensor.Tensor_out quantize_per_tensor.out "
     "quantize_per_token.out"},
    {"llama",
     "channelwise_gated_delta_rule.out custom_quantized_sdpa.out custom_sdpa.out fallback.out fast_hadamard_transform.out "
     "gated_delta_rule.out "
     "quantized_moe_ffn.out sdpa_with_kv_cache.out update_cache.out update_cache_with_indices.out"},
};

struct Release {
    std::string_view release;
    std::string_view names;  ///< full ones, separated by blanks
};
// In which release's wheel a kernel is registered first; those that 0.2.1 has are not listed.
constexpr Release kReleases[] = {
    {"0.3.0",
     "dim_order_ops::_to_dim_order_copy.out executorch_prim::sym_float.Scalar llama::sdpa_with_kv_cache.out "
     "quantized_decomposed::add.out quantized_decomposed::choose_qparams.Tensor_out "
     "quantized_decomposed::dequantize_per_channel.out quantized_decomposed::dequantize_per_tensor.Tensor_out "
     "quantized_decomposed::dequantize_per_tensor.out quantized_decomposed::embedding_4bit.dtype_out "
     "quantized_decomposed::embedding_4bit.out quantized_decomposed::embedding_byte.dtype_out "
     "quantized_decomposed::embedding_byte.out quantized_decomposed::mixed_linear.out quantized_decomposed::mixed_mm.out "
     "quantized_decomposed::quantize_per_channel.out quantized_decomposed::quantize_per_tensor.Tensor_out "
     "quantized_decomposed::quantize_per_tensor.out"},
    {"0.4.0",
     "aten::convolution_backward.out aten::gather.out aten::narrow_copy.out aten::pixel_unshuffle.out aten::scatter.src_out "
     "aten::scatter.value_out aten::topk.values executorch_prim::mod.Scalar executorch_prim::mod.int "
     "executorch_prim::neg.Scalar llama::fallback.out"},
    {"0.5.0",
     "aten::linear.out aten::masked_scatter.out aten::masked_select.out aten::max.unary_out aten::min.unary_out "
     "aten::repeat_interleave.Tensor_out dim_order_ops::_empty_dim_order.out executorch_prim::ceil.Scalar "
     "executorch_prim::round.Scalar executorch_prim::trunc.Scalar llama::custom_sdpa.out llama::fast_hadamard_transform.out "
     "llama::update_cache.out quantized_decomposed::choose_qparams_per_token_asymmetric.out "
     "quantized_decomposed::dequantize_per_token.out quantized_decomposed::embedding_2bit.dtype_out "
     "quantized_decomposed::embedding_2bit.out quantized_decomposed::embedding_xbit.dtype_out "
     "quantized_decomposed::embedding_xbit.out quantized_decomposed::quantize_per_token.out"},
    {"0.6.0",
     "aten::_fft_r2c.out aten::elu.out aten::max_pool2d_with_indices_backward.grad_input aten::mean.dtype_out "
     "aten::unfold_copy.out aten::upsample_bilinear2d.vec_out aten::upsample_nearest2d.vec_out"},
    {"0.7.0",
     "aten::_fft_c2r.out aten::index_put_ aten::native_dropout.out aten::rand.out aten::randn.out aten::view_as_real_copy.out "
     "llama::custom_quantized_sdpa.out llama::update_cache_with_indices.out"},
    {"1.0.1",
     "aten::_upsample_bilinear2d_aa.out dim_order_ops::_clone_dim_order.out executorch_prim::sym_max.Scalar "
     "executorch_prim::sym_min.Scalar"},
    {"1.1.0",
     "aten::bitwise_left_shift.Tensor_Scalar_out aten::bitwise_left_shift.Tensor_out "
     "aten::bitwise_right_shift.Tensor_Scalar_out aten::bitwise_right_shift.Tensor_out aten::grid_sampler_2d.out"},
    {"1.2.0", "aten::_conj_physical.out"},
    {"1.3.1", "aten::_adaptive_avg_pool2d.out aten::var_mean.correction_out"},
    {"1.4.1",
     "et_copy::_d2h_copy.out et_copy::_h2d_copy.out executorch_prim::sym_int.Scalar executorch_prim::sym_ite.Scalar "
     "executorch_prim::sym_not.Scalar llama::channelwise_gated_delta_rule.out"},
    {"1.5.1", "llama::gated_delta_rule.out llama::quantized_moe_ffn.out"},
};

template <class Take>
void forEachWord(std::string_view words, Take&& take) {
    while (!words.empty()) {
        const auto blank = words.find(' ');
        take(words.substr(0, blank));
        words = blank == std::string_view::npos ? std::string_view{} : words.substr(blank + 1);
    }
}

std::unordered_map<std::string_view, std::string_view> releases() {
    std::unordered_map<std::string_view, std::string_view> known;
    for (const Release& row : kReleases) forEachWord(row.names, [&](std::string_view name) { known.emplace(name, row.release); });
    return known;
}

std::unordered_set<std::string> stockNames() {
    std::unordered_set<std::string> names;
    for (const Kernels& row : kStock)
        forEachWord(row.names, [&](std::string_view name) { names.insert(std::string(row.space) + "::" + std::string(name)); });
    return names;
}

}  // namespace

KernelOrigin kernelOrigin(std::string_view fullName) {
    static const std::unordered_set<std::string> kNames = stockNames();
    if (kNames.contains(std::string(fullName))) return KernelOrigin::Stock;
    const std::string_view space = fullName.substr(0, fullName.find("::"));
    for (const Kernels& row : kStock)
        if (row.space == space) return KernelOrigin::Missing;
    return KernelOrigin::OtherLibrary;
}

std::string_view kernelSince(std::string_view fullName) {
    static const auto kKnown = releases();
    const auto found = kKnown.find(fullName);
    return found == kKnown.end() ? std::string_view() : found->second;
}

bool isPrimitive(std::string_view fullName) {
    if (fullName.starts_with("executorch_prim::")) return kernelOrigin(fullName) == KernelOrigin::Stock;
    return fullName == "aten::sym_size.int" || fullName == "aten::_local_scalar_dense" || fullName == "aten::sym_numel";
}

}  // namespace etscope::program
