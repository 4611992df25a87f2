#include "shrink/plain_calls.h"

#include <algorithm>
#include <array>

namespace etscope::shrink {
namespace {

/// Operators that PyTorch calls by another name, or with other arguments. `arguments`: names of the operator's, in the order of the
/// call, "label=name" where they are given by name; empty: as they are. `wants`: an argument that must be so, "name=text".
struct PlainRow {
    std::string_view name, written, arguments, wants;
    bool single = false;
};
constexpr PlainRow kRows[] = {
    {"gelu", "torch.nn.functional.gelu", "", ""},
    {"linear", "torch.nn.functional.linear", "", ""},
    {"silu", "torch.nn.functional.silu", "", ""},
    {"elu", "torch.nn.functional.elu", "", ""},
    {"leaky_relu", "torch.nn.functional.leaky_relu", "", ""},
    {"hardswish", "torch.nn.functional.hardswish", "", ""},
    {"hardsigmoid", "torch.nn.functional.hardsigmoid", "", ""},
    {"hardtanh", "torch.nn.functional.hardtanh", "", ""},
    {"avg_pool2d", "torch.nn.functional.avg_pool2d", "", ""},
    {"embedding", "torch.nn.functional.embedding", "indices weight", ""},
    {"max_pool2d_with_indices", "torch.nn.functional.max_pool2d",
     "self kernel_size stride=stride padding=padding dilation=dilation ceil_mode=ceil_mode", "", true},
    {"native_layer_norm", "torch.nn.functional.layer_norm", "input normalized_shape weight bias eps=eps", "", true},
    {"native_group_norm", "torch.nn.functional.group_norm", "input group weight=weight bias=bias eps=eps", "", true},
    {"_native_batch_norm_legit_no_training", "torch.nn.functional.batch_norm",
     "input running_mean running_var weight=weight bias=bias eps=eps", "", true},
    {"_softmax", "torch.softmax", "self dim", "half_to_float=False"},
    {"_log_softmax", "torch.log_softmax", "self dim", "half_to_float=False"},
    {"view_copy", "torch.reshape", "self size", ""},
    {"permute_copy", "torch.permute", "", ""},
    {"transpose_copy", "torch.transpose", "", ""},
    {"unsqueeze_copy", "torch.unsqueeze", "", ""},
    {"select_copy", "torch.select", "", ""},
    {"cond", "torch.cond", "", ""},
};
/// `convolution` by the number of its strides.
constexpr PlainRow kConvolutions[] = {
    {"convolution", "torch.nn.functional.conv1d", "input weight bias stride=stride padding=padding dilation=dilation groups=groups",
     "transposed=False"},
    {"convolution", "torch.nn.functional.conv2d", "input weight bias stride=stride padding=padding dilation=dilation groups=groups",
     "transposed=False"},
    {"convolution", "torch.nn.functional.conv3d", "input weight bias stride=stride padding=padding dilation=dilation groups=groups",
     "transposed=False"}};

/// Functions of PyTorch that are called as the operator is, in order.
constexpr std::array<std::string_view, 72> kSameNames{
    "abs",         "add",         "addmm",       "amax", "amin",   "any",        "argmax",       "argmin",    "bitwise_and",
    "bitwise_or",  "bitwise_xor", "bmm",         "cat",  "ceil",   "clamp",      "clone",        "cos",       "cumsum",
    "div",         "eq",          "erf",         "exp",  "expm1",  "floor",      "floor_divide", "fmod",      "ge",
    "gt",          "isinf",       "isnan",       "le",   "log",    "log10",      "log1p",        "log2",      "logical_and",
    "logical_not", "logical_or",  "logical_xor", "lt",   "matmul", "maximum",    "mean",         "minimum",   "mm",
    "mul",         "ne",          "neg",         "pow",  "prod",   "reciprocal", "relu",         "remainder", "round",
    "rsqrt",       "rsub",        "sigmoid",     "sign", "sin",    "sinh",       "sort",         "sqrt",      "square",
    "stack",       "sub",         "sum",         "tan",  "tanh",   "topk",       "trunc",        "where",     "zeros_like"};
static_assert(std::ranges::is_sorted(kSameNames));

/// Arguments that nobody gives by name where they come next.
constexpr std::array<std::string_view, 20> kByPlace{
    "other", "exponent",    "dim",   "dims",         "size", "mat2",        "weight", "bias",  "normalized_shape",
    "self",  "kernel_size", "input", "running_mean", "mask", "running_var", "k",      "group", "index",
    "dim0",  "dim1"};

std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const auto space = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, space));
        text.remove_prefix(std::min(text.size(), space + 1));
    }
    return words;
}

const Word* named(const std::vector<Word>& words, std::string_view name) {
    const auto found = std::ranges::find(words, name, &Word::name);
    return found == words.end() ? nullptr : &*found;
}

/// The row of that operator whose conditions hold.
const PlainRow* rowOf(std::string_view name, const std::vector<Word>& words, bool onlyFirst) {
    const auto holds = [&](const PlainRow& row) {
        const auto equal = std::min(row.wants.find('='), row.wants.size());
        const Word* wanted = named(words, row.wants.substr(0, equal));
        return row.name == name && (!row.single || onlyFirst) &&
               (row.wants.empty() || (wanted != nullptr && wanted->text == row.wants.substr(equal + 1)));
    };
    if (name == "convolution") {
        const Word* stride = named(words, "stride");
        const auto axes = stride == nullptr ? 0 : static_cast<std::size_t>(std::ranges::count(stride->text, ',')) + 1;
        return axes >= 1 && axes <= std::size(kConvolutions) && holds(kConvolutions[axes - 1]) ? &kConvolutions[axes - 1] : nullptr;
    }
    const auto found = std::ranges::find_if(kRows, holds);
    return found == std::end(kRows) ? nullptr : found;
}

/// The arguments that a row names, in its order; nothing: one that has to come in its place is not there.
std::optional<std::vector<Word>> chosen(const PlainRow& row, const std::vector<Word>& words) {
    if (row.arguments.empty()) return words;
    std::vector<Word> made;
    for (const std::string_view one : wordsOf(row.arguments)) {
        const auto equal = one.find('=');
        const bool isNamed = equal != std::string_view::npos;
        const Word* word = named(words, isNamed ? one.substr(equal + 1) : one);
        if (word == nullptr && !isNamed) return std::nullopt;
        if (word != nullptr) made.push_back({std::string(isNamed ? one.substr(0, equal) : one), word->text, isNamed});
    }
    return made;
}

}  // namespace

std::optional<PlainCall> plainCall(std::string_view target, const std::vector<Word>& words, bool onlyFirst) {
    const auto dot = std::min(target.find('.'), target.size());
    const std::string_view space = target.substr(0, dot);
    if (space != "aten" && space != "higher_order") return std::nullopt;
    target.remove_prefix(std::min(target.size(), dot + 1));
    const std::string_view name = target.substr(0, target.find('.'));
    PlainCall call;
    if (const PlainRow* row = rowOf(name, words, onlyFirst)) {
        auto made = chosen(*row, words);
        if (!made) return std::nullopt;
        call = {std::string(row->written), *std::move(made), row->single};
    } else if (space == "aten" && std::ranges::binary_search(kSameNames, name)) {
        call = {"torch." + std::string(name), words, false};
    } else {
        return std::nullopt;
    }
    for (Word& word : call.words) {
        if (word.named && std::ranges::find(kByPlace, word.name) == kByPlace.end()) break;
        word.named = false;
    }
    return call;
}

}  // namespace etscope::shrink
