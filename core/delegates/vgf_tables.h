// The tables of a VGF payload as values. Used by its decoder only. Format: docs/FORMATS.md "VGF payload".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "delegates/decoder.h"

namespace etscope::delegates {

struct VgfModule {
    std::uint8_t type = 0;
    std::string name, entryPoint;
    std::string codeForm;  ///< "SPIR-V", "GLSL", "HLSL", "code 7"; empty: no code
    std::uint64_t codeBytes = 0;
};

struct VgfResource {
    std::uint32_t format = 0;  ///< VkFormat
    std::uint8_t category = 0;
    std::vector<std::int64_t> shape;
};

struct VgfBinding {
    std::uint32_t binding = 0, resource = 0;
};

struct VgfSegment {
    std::uint8_t type = 0;
    std::string name;
    std::uint32_t module = 0;
    std::vector<VgfBinding> inputs, outputs;
    std::vector<std::uint32_t> constants, dispatchShape;
};

struct VgfSequence {
    std::vector<VgfSegment> segments;
    std::vector<VgfBinding> inputs, outputs;
    std::vector<std::string> inputNames, outputNames;
};

struct VgfConstant {
    std::uint32_t resource = 0;
    ByteRange bytes;  ///< empty: they lie outside of the section
};

struct VgfTables {
    std::vector<VgfModule> modules;
    VgfSequence sequence;
    std::vector<VgfResource> resources;
    std::vector<VgfConstant> constants;
};

/// What of the sections can be read; they may be empty. What is damaged leaves `delegate-graph-damaged`, what is too large
/// `limit-exceeded`, constants outside `delegate-constant-missing`.
VgfTables readVgfTables(const Context& context, const ByteRange& modules, const ByteRange& sequence, const ByteRange& resources,
                        const ByteRange& constants, ElementBudget& budget);

}  // namespace etscope::delegates
