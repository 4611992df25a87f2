#include "modules/operator_family.h"

#include <algorithm>
#include <array>

#include "base/enum_table.h"

namespace etscope::modules {
namespace {

using enum OperatorFamily;

struct Words {
    OperatorFamily family;
    std::string_view words;  ///< blank-separated operator words, see operatorWord
};
// Operators by family; what is not listed is Other. Words that end in `*` match beginnings.
constexpr std::array kFamilies{
    Words{Compute,
          "linear matmul mm bmm addmm baddbmm conv1d conv2d conv3d convolution conv_transpose2d embedding "
          "scaled_dot_product_attention sdpa* custom_sdpa einsum outer dot mv linear_q* "
          "max_pool2d* avg_pool2d* adaptive_avg_pool2d* upsample* grid_sampler* topk sort cumsum weight_int8pack_mm "
          "scaled_dot_product_flash_attention* gated_delta_rule channelwise_gated_delta_rule quantized_moe_ffn update_and_attend "
          "lstm gru rnn_tanh rnn_relu "
          "xnnfullyconnected xnnconv2d xnnconvtranspose2d xnndepthwiseconv2d xnnbatchmatrixmultiply xnnscaleddotproductattention "
          "xnnavgpooling2d xnnmaxpooling2d xnnargmaxpooling2d xnnglobalavgpooling2d xnnstaticresizebilinear2d"},
    Words{ElementWise,
          "add sub rsub mul div pow neg abs sqrt rsqrt reciprocal exp log log1p sin cos tan floor ceil round trunc sign clamp "
          "clamp_min clamp_max clip "
          "minimum maximum eq ne lt le gt ge logical_* bitwise_* where "
          "dropout native_dropout remainder fmod atan2 floor_divide floordiv mod isnan isinf masked_fill sum mean amax amin max "
          "min argmax argmin any all "
          "var "
          "std prod to _to_copy type_as sym_* erf "
          "xnnadd xnnsubtract xnnmultiply xnndiv xnnminimum xnnmaximum xnnnegate xnnabs xnnsquare xnnsquareroot "
          "xnnreciprocalsquareroot xnnlog xnnexp xnnsin xnncos xnnfloor xnnceiling xnnclamp"},
    Words{Normalise,
          "layer_norm native_layer_norm batch_norm native_batch_norm* _native_batch_norm* group_norm native_group_norm rms_norm "
          "softmax _softmax log_softmax _log_softmax norm linalg_vector_norm xnnsoftmax"},
    Words{Activation,
          "relu relu6 gelu silu sigmoid tanh hardtanh hardswish hardsigmoid leaky_relu elu softplus mish swish "
          "xnnsigmoid xnnhardswish xnnleakyrelu xnnelu xnnprelu xnngelu xnntanh"},
    Words{Shape,
          "view reshape permute transpose t unsqueeze squeeze expand expand_as view_as reshape_as slice select split "
          "split_with_sizes chunk cat stack flatten "
          "unflatten repeat repeat_interleave index gather narrow alias clone "
          "clone_dim_order to_dim_order _clone_dim_order _to_dim_order et_view contiguous detach lift_fresh unbind getitem movedim "
          "roll flip pixel_shuffle pixel_unshuffle as_strided unsafe_view _unsafe_view tile constant_pad_nd pad diagonal "
          "access_subclass_inner_tensor tril triu "
          "xnnstatictranspose xnnstaticconstantpad xnnstaticreshape xnnstaticslice xnnconcatenate*"},
    Words{Quantise, "quantize* dequantize* choose_qparams* fake_quant* embedding_4bit embedding_byte xnnconvert"},
    Words{Memory,
          "index_put _index_put index_copy index_add index_fill copy slice_scatter select_scatter scatter update_cache "
          "update_cross_attn_cache fill zeros "
          "ones full empty arange "
          "zeros_like ones_like full_like empty_like scalar_tensor empty_dim_order alloc move free xnncopy"},
    Words{Control, "cond map map_impl scan while_loop auto_functionalized _assert* assert_* jump_false sym_constrain*"},
    Words{Delegate, "executorch_call_delegate delegate_call"},
};
constexpr EnumTable<OperatorFamily::Other> kNames({"compute", "element-wise", "normalise", "activation", "shape", "quantise",
                                                   "memory", "control", "delegate", "input", "constant", "other"});

/// The target split at its separators, prefixes of the dialects removed: ("aten", "add").
std::pair<std::string_view, std::string_view> split(std::string_view target) {
    for (const std::string_view prefix :
         {"executorch.exir.dialects.edge.ops.", "executorch.exir.dialects.backend.ops.", "torch.ops."})
        if (target.starts_with(prefix)) {
            target.remove_prefix(prefix.size());
            break;
        }
    if (const auto colons = target.find("::"); colons != std::string_view::npos) {
        const std::string_view rest = target.substr(colons + 2);
        return {target.substr(0, colons), rest.substr(0, rest.find('.'))};
    }
    const auto dot = target.find('.');
    if (dot == std::string_view::npos) return {{}, target};
    const std::string_view rest = target.substr(dot + 1);
    return {target.substr(0, dot), rest.substr(0, rest.find('.'))};
}

bool listed(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        const auto blank = words.find(' ');
        std::string_view entry = words.substr(0, blank);
        if (entry.ends_with('*') ? word.starts_with(entry.substr(0, entry.size() - 1)) : entry == word) return true;
        words = blank == std::string_view::npos ? std::string_view{} : words.substr(blank + 1);
    }
    return false;
}

/// Most of what is computed first; the others are alike.
constexpr std::array kOrder{Compute, Delegate, Normalise, Activation, ElementWise, Control, Memory, Quantise, Shape, Other};
/// How names of nodes begin that are made of the operators of a library.
constexpr std::array<std::string_view, 5> kLibraries{"aten_", "quantized_decomposed_", "dim_order_ops_", "torchao_", "quant_"};
constexpr std::size_t kLongestName = 128;  ///< what is longer is looked at so far

}  // namespace

std::string_view familyName(OperatorFamily family) noexcept { return kNames[family]; }
std::optional<OperatorFamily> familyNamed(std::string_view name) noexcept { return kNames.find(name); }

std::string operatorWord(std::string_view target) {
    std::string_view name = split(target).second;
    if (name.size() > 5 && name.ends_with("_copy")) name.remove_suffix(5);
    while (name.size() > 1 && name.ends_with('_')) name.remove_suffix(1);
    while (name.size() > 1 && name.starts_with('_')) name.remove_prefix(1);
    std::string word(name);
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
    return word;
}

OperatorName describeOperator(std::string_view target) {
    const auto [space, op] = split(target);
    const std::string word = operatorWord(target);
    OperatorName name;
    for (const Words& row : kFamilies)
        if (listed(row.words, word) || listed(row.words, op)) {
            name.family = row.family;
            break;
        }
    if (name.family == Delegate)
        name.title = "delegate";
    else if (space.empty() || space == "_operator" || space == "higher_order" || space == "torch")
        name.title = std::string(op);
    else
        name.title = std::string(space) + "." + std::string(op);
    name.oneLine = name.family == Shape || name.family == ElementWise;
    return name;
}

OperatorFamily familyOfNode(std::string_view node) {
    if (const auto slash = node.rfind('/'); slash != std::string_view::npos) node.remove_prefix(slash + 1);
    for (const std::string_view library : kLibraries)
        if (node.starts_with(library)) {
            node.remove_prefix(library.size());
            break;
        }
    node = node.substr(0, kLongestName);
    for (;;) {  // overload and number stand behind the operator
        const OperatorFamily family = describeOperator("aten::" + std::string(node)).family;
        const auto last = node.rfind('_');
        if (family != Other || last == std::string_view::npos || last == 0) return family;
        node = node.substr(0, last);
    }
}

std::size_t namedNode(std::span<const std::string> nodes) {
    const auto place = [](const std::string& node) { return std::ranges::find(kOrder, familyOfNode(node)) - kOrder.begin(); };
    std::size_t best = 0;
    for (std::size_t i = 1; i < nodes.size(); ++i)
        if (place(nodes[i]) <= place(nodes[best])) best = i;
    return best;
}

}  // namespace etscope::modules
