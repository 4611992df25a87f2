#include "evaluate/precondition.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

#include "evaluate/envelope.h"

namespace etscope::evaluate {

namespace {

struct PreconditionRow {
    std::string_view stems;  ///< names without library and overload, parted by spaces
    std::string_view text;
};

constexpr auto kPreconditions = std::to_array<PreconditionRow>({
    // products
    {"mm", "self:M,K mat2:K,N"},
    {"bmm", "self:B,M,K mat2:B,K,N"},
    {"addmm", "mat1:M,K mat2:K,N"},
    {"baddbmm", "batch1:B,M,K batch2:B,K,N"},
    {"mv", "self:M,K vec:K"},
    {"addmv", "mat:M,K vec:K"},
    {"dot", "self:K tensor:K"},
    {"vdot", "self:K other:K"},
    {"outer", "self:M vec2:N"},
    {"linear", "input:*,K weight:*,K"},
    {"convolution _convolution conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d",
     "weight:O,I,* groups>=1 stride>=1 padding>=0 dilation>=1 output_padding>=0"},
    {"mixed_mm", "input:M,K weight:K,N weight_scales:K"},
    {"mixed_linear", "input:M,K weight:N,K weight_scales:N,*"},
    {"_weight_int8pack_mm", "self:M,K mat2:N,K scales:N"},
    {"cdist _cdist_forward", "x1:*,P,M x2:*,R,M"},
    {"pdist _pdist_forward", "self:N,M"},
    // norms
    {"batch_norm _native_batch_norm_legit _native_batch_norm_legit_no_training instance_norm",
     "input:N,C,* weight#C bias#C running_mean#C running_var#C"},
    {"group_norm native_group_norm", "input:N,C,* weight#C bias#C num_groups>=1 group>=1"},
    {"layer_norm native_layer_norm rms_norm", "normalized_shape>=0"},
    // layers
    {"embedding", "weight:V,D"},
    {"embedding_bag _embedding_bag", "weight:V,D indices:I offsets:B per_sample_weights:I"},
    {"embedding_byte embedding_2bit embedding_4bit", "weight:V,D weight_scales:V,* weight_zero_points:V,*"},
    {"gru lstm rnn_relu rnn_tanh", "input:S,B,I num_layers>=1"},
    {"scaled_dot_product_attention _scaled_dot_product_flash_attention_for_cpu", "query:*,L,E key:*,S,E value:*,S,V"},
    {"custom_sdpa", "query:B,L,H,E key:B,S,G,E value:B,S,G,V start_pos>=0"},
    {"custom_quantized_sdpa", "query:B,_,_,E key:B,S,G,E value:B,S,G,V start_pos>=0"},
    {"sdpa_with_kv_cache", "query:B,L,H,E key:B,S,G,E value:B,S,G,V key_cache:_,M,G,E value_cache:_,M,G,V start_pos>=0"},
    {"update_cache update_cache_with_indices", "value:B,S,G,E cache:_,_,G,E indices:B,S start_pos>=0"},
    {"gated_delta_rule channelwise_gated_delta_rule",
     "query:B,_,T,K key:B,H,T,K value:B,H,T,V decay:B,H,T,* beta:B,H,T initial_state:B,H,K,V"},
    {"quantized_moe_ffn",
     "x:T,D gate_weight:E,D packed_w13:E,_ packed_w2:E,_ num_activated_experts>=1 hidden_dim>=1 dim>=1 group_size>=1"},
    {"update_and_attend", "q:B,_,L,E k:B,G,L,E v:B,G,L,V position:L,_ layer_id>=0"},
    {"update_cross_attn_cache", "value:B,H,_,D cache:B,H,_,D"},
    {"max_pool1d max_pool2d max_pool3d max_pool1d_with_indices max_pool2d_with_indices max_pool3d_with_indices avg_pool1d "
     "avg_pool2d "
     "avg_pool3d im2col col2im",
     "kernel_size>=1 stride>=1 padding>=0 dilation>=1 output_size>=1"},
    {"adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d _adaptive_avg_pool2d _adaptive_avg_pool3d adaptive_max_pool1d "
     "adaptive_max_pool2d adaptive_max_pool3d",
     "output_size>=0"},
    {"grid_sampler grid_sampler_2d grid_sampler_3d", "input:N,C,* grid:N,*,_"},
    {"affine_grid_generator", "theta:N,_,_ size>=0"},
    {"pixel_shuffle pixel_unshuffle", "self:*,C,H,W upscale_factor>=1 downscale_factor>=1"},
    {"channel_shuffle native_channel_shuffle", "self:N,C,* groups>=1"},
    // parts and arrangements
    {"slice slice_copy slice_scatter", "step>=1"},
    {"narrow narrow_copy", "length>=0"},
    {"unfold unfold_copy", "size>=0 step>=1"},
    {"split split_copy unsafe_split split_with_sizes split_with_sizes_copy", "split_size>=0 split_sizes>=0"},
    {"chunk unsafe_chunk", "chunks>=1"},
    {"tensor_split", "sections>=1"},
    {"repeat repeat_interleave", "repeats>=0"},
    {"tile", "dims>=0"},
    {"topk", "k>=0"},
    {"kthvalue", "k>=1"},
    {"bincount", "self:N weights:N minlength>=0"},
    {"histc", "bins>=1"},
    {"bucketize", "boundaries:N"},
    {"nonzero_static", "size>=0"},
    // made
    {"full new_full zeros ones new_zeros new_ones empty empty_strided new_empty new_empty_strided _empty_dim_order", "size>=0"},
    {"linspace", "steps>=0"},
    {"eye", "n>=0 m>=0"},
    {"tril_indices triu_indices", "row>=0 col>=0"},
    // quantised
    {"quantize_per_channel dequantize_per_channel fake_quant_per_channel", "scales:C zero_points:C"},
    {"quantize_per_channel_group dequantize_per_channel_group", "input:M,K scales:M,* zero_points:M,* group_size>=1"},
    {"dequantize_gguf", "weight:N,_"},
    {"dequantize_nvfp4", "qdata:M,_ scale:M,_ block_size>=1"},
    {"dequantize_mx", "qdata:M,K scale:M,_ block_size>=1"},
    {"dequantize_int4_tensor", "qdata:N,_ scale:G,N zero_point:G,N group_size>=1"},
    {"quantize_affine dequantize_affine choose_qparams_affine choose_scale_float8", "block_size>=1"},
});

}  // namespace

/// Sizes that letters stand for.
class Precondition::Letters {
public:
    /// A size where a letter, `_` or nothing special stands.
    void meet(std::string_view argument, std::string_view word, std::int64_t size) {
        if (word == "_") return;
        const char letter = word.front();
        auto& known = m_sizes[static_cast<std::size_t>(letter - 'A')];
        if (!known) known = Met{size, argument};
        if (known->size == size) return;
        refuseArguments("'" + std::string(argument) + "' has a size of " + std::to_string(size) + " where '" +
                        std::string(known->argument) + "' has one of " + std::to_string(known->size));
    }

private:
    struct Met {
        std::int64_t size;
        std::string_view argument;
    };
    std::array<std::optional<Met>, 26> m_sizes;
};

namespace {

/// `visit(word, size)` of each size that a word stands for; refuses other numbers of dimensions.
template <class Visit>
void eachSize(std::string_view argument, std::string_view words, const Dims& shape, const Visit& visit) {
    std::vector<std::string_view> list;
    for (std::string_view rest = words; !rest.empty();) list.push_back(nextWord(rest, ','));
    const auto any = static_cast<std::size_t>(std::ranges::find(list, "*") - list.begin());
    const bool open = any < list.size();
    const std::size_t named = list.size() - (open ? 1 : 0);
    if (shape.size() < named || (!open && shape.size() != named))
        refuseArguments("'" + std::string(argument) + "' has " + std::to_string(shape.size()) + " dimensions, not " +
                        std::to_string(named) + (open ? " or more" : ""));
    const std::size_t behind = open ? list.size() - any - 1 : 0;
    for (std::size_t i = 0; i < std::min(any, list.size()); ++i) visit(list[i], shape[i]);
    for (std::size_t i = 0; i < behind; ++i) visit(list[any + 1 + i], shape[shape.size() - behind + i]);
}

/// The integers of an argument; nothing of what is none: it is the kernel's to refuse.
std::vector<std::int64_t> integersIn(const Value& value) {
    std::vector<std::int64_t> numbers;
    const auto take = [&](const Value& item) {
        if (const auto* number = std::get_if<std::int64_t>(&item.base())) numbers.push_back(*number);
        if (const auto* flag = std::get_if<bool>(&item.base())) numbers.push_back(*flag ? 1 : 0);  // integers, where one is wanted
    };
    if (const Values* list = value.list())
        std::ranges::for_each(*list, take);
    else
        take(value);
    return numbers;
}

}  // namespace

Precondition::Precondition(std::string_view text) {
    while (!text.empty()) {
        std::string_view word = nextWord(text, ' ');
        const std::size_t end = word.find_first_of(":#>");
        Condition condition{word.substr(0, end), word.substr(end + 1), Kind::Sizes, 0};
        if (word[end] == '#') condition.kind = Kind::Count;
        if (word[end] == '>') {
            condition.kind = Kind::Least;
            std::from_chars(word.data() + end + 2, word.data() + word.size(), condition.least);
        }
        m_conditions.push_back(condition);
    }
}

void Precondition::check(const Call& call) const {
    Letters letters;
    for (const Condition& condition : m_conditions) {
        if (!call.has(condition.argument)) continue;
        const Value& value = call.value(condition.argument);
        const Array* array = value.array();
        if (condition.kind == Kind::Least) {
            for (const std::int64_t number : integersIn(value))
                if (number < condition.least)
                    refuseArguments("'" + std::string(condition.argument) + "' is " + std::to_string(number) + ", at least " +
                                    std::to_string(condition.least) + " is wanted");
        } else if (array != nullptr && condition.kind == Kind::Count) {
            letters.meet(condition.argument, condition.text, array->count());
        } else if (array != nullptr) {
            eachSize(condition.argument, condition.text, array->shape,
                     [&](std::string_view word, std::int64_t size) { letters.meet(condition.argument, word, size); });
        }
    }
}

const Precondition* preconditionOf(std::string_view target) {
    static const auto kByStem = [] {
        std::map<std::string_view, Precondition> map;
        for (const PreconditionRow& row : kPreconditions)
            for (std::string_view rest = row.stems; !rest.empty();) map.emplace(nextWord(rest, ' '), Precondition(row.text));
        return map;
    }();
    const auto found = kByStem.find(stemOf(target));
    return found == kByStem.end() ? nullptr : &found->second;
}

}  // namespace etscope::evaluate
