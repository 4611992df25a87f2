// The values of an XNNPACK graph: types, shapes, quantization, and where constants lie. Used by the XNNPACK decoder only.
#pragma once

#include "base/checked_math.h"
#include "delegates/flat_fields.h"
#include "delegates/flat_image.h"
#include "delegates/slot_graph.h"
#include "schema/xnnpack_generated.h"

namespace etscope::delegates {

/// Where constants inside the payload lie: in the graph's own buffers, or in the region behind the graph.
struct XnnpackConstants {
    const FlatImage& image;
    std::uint64_t dataOffset = 0;
    std::uint64_t dataSize = 0;
};

class XnnpackValues {
public:
    XnnpackValues(const Context& context, const schema::xnnpack::XNNGraph& file, const XnnpackConstants& constants,
                  SlotGraph& graph, ElementBudget& budget, Decoded& decoded)
        : m_context(context), m_file(file), m_constants(constants), m_graph(graph), m_budget(budget), m_decoded(decoded) {}

    /// Tells the graph every value, and notes the quantization of those that are not constant.
    void declareAll();
    /// Makes the constants inputs of the graph and weights of the result.
    void addConstants();

private:
    struct Stored {
        std::string key;
        ByteRange bytes;
        std::uint64_t size = 0;
    };
    std::optional<Stored> stored(std::uint32_t index) const;
    std::optional<Quantization> quantization(const schema::xnnpack::XNNQuantizedTensorValue& value) const;
    void addConstant(const schema::xnnpack::XNNTensorValue& value, std::optional<Quantization> quantization);
    void takeScales(Quantization& quantization, const flatbuffers::Vector<float>* inlineScales, std::uint32_t index,
                    ScalarType type) const;

    const Context& m_context;
    const schema::xnnpack::XNNGraph& m_file;
    const XnnpackConstants& m_constants;
    SlotGraph& m_graph;
    ElementBudget& m_budget;
    Decoded& m_decoded;
};

}  // namespace etscope::delegates
