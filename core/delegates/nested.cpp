// Payloads that are files of other readers (a program inside a program), and the texts of the demo backends. Rules:
// docs/FORMATS.md "Nested programs".
#include <algorithm>

#include "base/number_text.h"
#include "delegates/decoder.h"
#include "delegates/slot_graph.h"

namespace etscope::delegates {

Result<Decoded> decodeNestedFile(const Context& context) {
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(context.bytes().size, limits::kPayloadHead)));
    if (auto read = context.bytes().read(0, head); !read) return read.failure();
    Decoded decoded;
    const std::string kind(payloadKind(head, context.bytes().size));
    decoded.format = kind;
    decoded.reason = "the payload is a file of its own";
    decoded.regions.push_back({kind, 0, context.bytes().size});
    decoded.nested.push_back({kind, kind, context.bytes(), nullptr});
    return decoded;
}

/// "2version:0#op:demo::aten.mm.default, numel:9, dtype:torch.float32<debug_handle>1#…": one operator after another, the result
/// of each being the input of the next. The first character is the number of operators.
Result<Decoded> decodeDemo(const Context& context) {
    if (context.bytes().size > limits::kMaxTextScan)
        return fail("limit-exceeded", "the text is longer than any demo backend writes", context.where());
    const auto bytes = context.bytes().readAll();
    if (!bytes) return bytes.failure();
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    Decoded decoded;
    decoded.regions.push_back({"text", 0, text.size()});
    ElementBudget budget(text.size());
    SlotGraph graph(budget);
    Histogram operators;
    for (std::size_t at = 0; at < text.size();) {
        if (context.job.cancelled()) return cancelledFailure();
        const std::size_t end = std::min(text.find('#', at), text.size());
        const std::string_view part = text.substr(at, end - at);
        at = end + 1;
        if (const auto version = part.find("version:"); version != std::string_view::npos)
            decoded.version = part.substr(version + 8);
        if (!part.starts_with("op:")) continue;
        SlotGraph::NodeSpec spec;
        spec.id = std::to_string(graph.nodeCount());
        spec.target = part.substr(3, std::min(part.find(','), part.find('<')) - 3);
        operators.count(spec.target);
        constexpr std::string_view kHandle = "<debug_handle>";
        if (const auto handle = part.find(kHandle); handle != std::string_view::npos)
            spec.debugHandle = parseInt(part.substr(handle + kHandle.size()));
        graph.addNode(spec);
    }
    decoded.facts.push_back({"operators", operators.text()});
    decoded.graph = graph.finish();
    return decoded;
}

}  // namespace etscope::delegates
