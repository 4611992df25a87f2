// Operators as a person calls them in a model: `torch.pow(x, 3)` where the graph says `aten.pow.Tensor_Scalar`. Internal to
// core/shrink; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace etscope::shrink {

/// An argument of a call in code. `name`: the schema's, empty where there is none; `named`: it is written "name=text".
struct Word {
    std::string name, text;
    bool named = false;
};

struct PlainCall {
    std::string callee;       ///< "torch.nn.functional.layer_norm"
    std::vector<Word> words;  ///< in its order
    bool single = false;      ///< it gives the operator's first result alone
};

/// Of an operator ("aten.native_layer_norm.default") on these arguments; nothing: it is called by its own name. `onlyFirst`: nobody
/// reads other results than the first. What the call is lowered to has to be tried.
std::optional<PlainCall> plainCall(std::string_view target, const std::vector<Word>& words, bool onlyFirst);

}  // namespace etscope::shrink
