// The texts of resources/advisories.json once more, where those who translate find them.
#include <algorithm>
#include <array>

#include "findings/advisories.h"

namespace etscope::findings {
namespace {

constexpr std::array kPhrases{
    Sentence::phrase("XNNPACK computes the exact GELU where the approximation by tanh is asked for"),
    Sentence::phrase("values are off by up to 4.7e-4, which later layers carry on"),
    Sentence::phrase("keep the operator out of the delegate, or export the model with the exact GELU"),
    Sentence::phrase(
        "XNNPACK's lowering folds a batch norm behind a linear layer into the layer's features, whichever axis it normalises"),
    Sentence::phrase("with an axis between batch and features the weights of another axis are scaled: wrong values throughout"),
    Sentence::phrase("swap the axes so that the batch norm sees the features second, or keep it out of the delegate"),
    Sentence::phrase("XNNPACK ignores alpha of add and sub"),
    Sentence::phrase("the second operand is not scaled"),
    Sentence::phrase(
        "export again with release 0.7.0 or later, which leaves these operators out of the delegate, or multiply before"),
    Sentence::phrase("XNNPACK does not compute GELU of half floats rightly"),
    Sentence::phrase("wrong values"),
    Sentence::phrase("export again with release 1.2.0 or later, which leaves this operator out of the delegate"),
    Sentence::phrase("max_pool2d_with_indices_backward adds to what lies in its result's memory"),
    Sentence::phrase("gradients hold leftovers of other values: NaN, or training that does not converge"),
    Sentence::phrase("use a runtime with the kernel of the main branch, or register one that clears its result first"),
    Sentence::phrase("Results of a branch lie in memory that a later branch writes over"),
    Sentence::phrase("the value is another one when it is read: wrong results, without an error"),
    Sentence::phrase("copy the result behind the cond (clone), or plan the memory without sharing"),
    Sentence::phrase("The runtime accepts an input of other strides and reads it in the order that the method was exported with"),
    Sentence::phrase("the elements of the input are taken from wrong places, without an error"),
    Sentence::phrase("make the input contiguous before the call, or export the method with a channels-last example"),
    Sentence::phrase("max_pool2d loses NaN unless it comes last in its window"),
    Sentence::phrase("elements that should be NaN are a neighbour's value"),
    Sentence::phrase("mark missing elements by another value than NaN, or register a kernel that hands NaN on"),
    Sentence::phrase("pow of 64-bit integers computes with doubles"),
    Sentence::phrase("powers beyond 2^53 are rounded: low bits, and what is computed from them, are others"),
    Sentence::phrase("multiply instead, or keep powers below 2^53"),
    Sentence::phrase("native_layer_norm takes the variance as the mean of squares less the square of the mean"),
    Sentence::phrase("rows whose mean is far larger than their spread lose the variance: wrong values, or NaN"),
    Sentence::phrase("subtract a constant from the rows before the norm, or let a delegate compute it")};

}  // namespace

Sentence advisoryPhrase(const std::string& text) {
    const auto known = std::ranges::find(kPhrases, text, [](const char* phrase) { return std::string_view(phrase); });
    return known == kPhrases.end() ? Sentence(text) : Sentence::of(*known);
}

}  // namespace etscope::findings
