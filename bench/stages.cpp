#include "bench/stages.h"

#include <algorithm>

#include "bench/goals.h"

namespace etscope::bench {

std::shared_ptr<const modules::GraphIndex> stageOf(test::Family family, std::size_t size) {
    const test::FamilyGraph made = test::makeFamily(family, size);
    graph::GraphBuilder builder;
    const graph::GraphId top = builder.addGraph({});
    const graph::Dim dims[] = {{1, {}, true}, {576, {}, true}};
    graph::TensorMeta meta;
    meta.type = ScalarType::F32;
    const graph::MetaId type = builder.internMeta(meta, dims, dims);
    std::vector<std::vector<std::uint32_t>> inputs(made.nodes.size());
    for (const auto& [from, to] : made.edges) inputs[to].push_back(from);
    std::vector<graph::ValueId> values;
    for (std::size_t i = 0; i < made.nodes.size(); ++i) {
        std::vector<graph::Argument> arguments;
        for (const std::uint32_t from : inputs[i]) {
            graph::Argument& argument = arguments.emplace_back();
            argument.name = builder.intern("input");
            argument.kind = graph::ArgumentKind::Value;
            argument.id = values[from].index();
        }
        std::string stack;
        for (std::size_t end = 0; !made.nodes[i].module.empty() && end != std::string::npos;) {
            end = made.nodes[i].module.find('/', end + 1);
            std::string path = made.nodes[i].module.substr(0, end);
            std::ranges::replace(path, '/', '.');
            stack += (stack.empty() ? "" : ";") + path;
        }
        graph::Node node;
        node.id = builder.intern(made.nodes[i].label + "_" + std::to_string(i));
        node.target = builder.intern("torch.ops.aten." + made.nodes[i].label + ".default");
        node.graph = top;
        node.arguments = builder.addArguments(arguments);
        node.moduleStack = stack.empty() ? graph::StringId() : builder.intern(stack);
        node.debugHandle = static_cast<std::int64_t>(i);
        const graph::NodeId id = builder.addNode(node);
        graph::Value value;
        value.id = node.id;
        value.kind = graph::ValueKind::Tensor;
        value.graph = top;
        value.producer = id;
        value.meta = type;
        values.push_back(builder.addValue(value));
        const graph::OutputSlot slot{graph::ValueKind::Tensor, builder.addOutputValues({&values.back(), 1})};
        builder.node(id).outputs = builder.addOutputs({&slot, 1});
    }
    const auto steps = [](std::string_view text) {
        std::vector<modules::ModuleStep> list;
        for (std::size_t at = 0; at < text.size();) {
            const auto end = std::min(text.find(';', at), text.size());
            list.push_back({std::string(text.substr(at, end - at)), "Block"});
            at = end + 1;
        }
        return list;
    };
    return need(modules::GraphIndex::build(builder.finish(), steps));
}

}  // namespace etscope::bench
