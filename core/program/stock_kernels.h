// Which kernels the libraries of the stock runtime register, told by the operator's name. Constant data; any thread.
// Source: the operators that the libraries of ExecuTorch 1.5.1 register (primitive, portable and optimized, quantized, LLM).
#pragma once

#include <cstdint>
#include <string_view>

namespace etscope::program {

enum class KernelOrigin : std::uint8_t {
    Stock,         ///< a stock library holds it
    Missing,       ///< of a namespace that the stock libraries serve, but in none of them
    OtherLibrary,  ///< of a namespace of its own: whoever made it brings the library
};

/// `fullName`: "aten::add.out", as Operator::fullName() gives it.
KernelOrigin kernelOrigin(std::string_view fullName);

/// The first release whose wheel registers it, of 0.2.1 and later ones: "0.4.0". Empty: 0.2.1 does, or none.
std::string_view kernelSince(std::string_view fullName);

/// Whether the runtime itself registers it, whatever libraries are linked.
bool isPrimitive(std::string_view fullName);

}  // namespace etscope::program
