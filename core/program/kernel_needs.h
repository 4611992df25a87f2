// The kernels that a method needs: operators with the element types and orders of axes that its calls hand over. Any thread. Format
// of the keys: docs/FORMATS.md "Kernels of a program".
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/scalar_type.h"
#include "program/program.h"

namespace etscope::program {

struct KernelNeed {
    std::string name;                         ///< "aten::add.out"
    std::size_t calls = 0;                    ///< 0: the plan names it, and no instruction calls it: it needs no kernel
    std::int64_t chain = 0, instruction = 0;  ///< the first call
    std::set<std::string> keys;               ///< "v1/6;0,1|6;0,1|6;0,1|6;0,1": of every tensor of a call, results again
    std::set<std::int32_t> types;             ///< numbers of the element types in the keys
};

/// Of the calls of all chains, and what the plan names beside; by name.
std::vector<KernelNeed> kernelNeeds(const ExecutionPlan& plan);

/// The runtime's own word: "Float", "Long"; "77" of a number that it has none for.
std::string runtimeTypeName(std::int32_t code);
/// The inverse for its words; -1 for others.
std::int32_t runtimeTypeCode(std::string_view name) noexcept;

/// Operators by name, those of all methods as one.
std::vector<KernelNeed> merged(const std::vector<std::vector<KernelNeed>>& methods);
/// The list of a selective build (`selected_operators.yaml`) that holds just these; `source`: whose they are. Byte for byte what
/// ExecuTorch's gen_oplist writes of the program.
std::string selectedOperatorsYaml(const std::vector<KernelNeed>& needs, std::string_view source);

/// What a program needs a runtime for, with the first release that has it. A bound from below: what is not in the tables tells
/// nothing.
struct ReleaseNeed {
    std::string_view release;  ///< "0.6.0"
    std::string what;          ///< "named data", "aten::gather.out"
};
/// Of the file's tables and of stock kernels, the latest release first. Sources: schemas and libraries of the released wheels.
std::vector<ReleaseNeed> releaseNeeds(const Program& program);

}  // namespace etscope::program
