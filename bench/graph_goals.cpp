#include <algorithm>
#include <cmath>

#include "bench/goals.h"
#include "graph/families.h"
#include "graph/layout.h"
#include "graph/match.h"
#include "graph/query.h"
#include "graph/scene.h"
#include "graph/svg.h"

namespace etscope::bench {
namespace {

constexpr int kRounds = 5;
constexpr std::size_t kSmall = 10'000, kLarge = 100'000;

/// The floor: the graph in rows (CSR), and one topological sort.
std::uint32_t sortNodes(const test::FamilyGraph& graph) {
    const auto n = static_cast<std::uint32_t>(graph.nodes.size());
    std::vector<std::uint32_t> start(n + 1, 0), targets(graph.edges.size()), incoming(n, 0), order;
    for (const auto& [from, to] : graph.edges) ++start[from + 1], ++incoming[to];
    for (std::uint32_t i = 0; i < n; ++i) start[i + 1] += start[i];
    std::vector<std::uint32_t> at(start.begin(), start.end() - 1);
    for (const auto& [from, to] : graph.edges) targets[at[from]++] = to;
    order.reserve(n);
    for (std::uint32_t i = 0; i < n; ++i)
        if (incoming[i] == 0) order.push_back(i);
    for (std::size_t done = 0; done < order.size(); ++done)
        for (std::uint32_t e = start[order[done]]; e < start[order[done] + 1]; ++e)
            if (--incoming[targets[e]] == 0) order.push_back(targets[e]);
    return static_cast<std::uint32_t>(order.size());
}

double secondsOfLayout(const graph::LayoutInput& input) {
    return secondsOf([&] { static_cast<void>(need(graph::layout(input))); });
}

/// A stage of that many nodes with the modules of the family.
std::shared_ptr<const graph::GraphIndex> stageOf(test::Family family, std::size_t size) {
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
        std::vector<graph::ModuleStep> list;
        for (std::size_t at = 0; at < text.size();) {
            const auto end = std::min(text.find(';', at), text.size());
            list.push_back({std::string(text.substr(at, end - at)), "Block"});
            at = end + 1;
        }
        return list;
    };
    return need(graph::GraphIndex::build(builder.finish(), steps));
}

}  // namespace

bool layOutGraphs(LargeFiles&) {
    bool held = true;
    for (const test::Family family : test::kFamilies) {
        const test::FamilyGraph small = test::makeFamily(family, kSmall);
        const graph::LayoutInput input = test::flatInput(small), large = test::flatInput(test::makeFamily(family, kLarge));
        const Ratio ratio = interleaved(
            kRounds, [&] { return secondsOfLayout(input); }, [&] { return secondsOf([&] { sortNodes(small); }); });
        const std::string name(test::familyWord(family));
        held = verdict("P6", ratio.value(), 150, "x", name + ", 10,000 nodes against sorting them: " + milliseconds(ratio)) && held;
        const double growth = median({secondsOfLayout(large), secondsOfLayout(large), secondsOfLayout(large)}) / ratio.work;
        held = verdict("P6", growth, 20, "x", name + ", 100,000 nodes against 10,000") && held;
    }
    return held;
}

bool expandGroups(LargeFiles&) {
    const auto index = stageOf(test::Family::Decoder, kLarge);
    const graph::TableTextMeasure measure;
    graph::ViewOptions options;
    options.expanded = graph::modulesToFit(*index, 120);
    const auto build = [&] {
        return secondsOf(
            [&] { static_cast<void>(need(graph::buildScene(std::make_shared<const graph::ViewGraph>(index, options), measure))); });
    };
    std::vector<double> times;
    for (std::uint32_t module = 1; module < index->hierarchy().size() && times.size() < 100; module += 7) {
        const graph::ModuleId id(module);
        const bool open = options.expanded.contains(id);
        open ? static_cast<void>(options.expanded.erase(id)) : static_cast<void>(options.expanded.insert(id));
        times.push_back(build());
        open ? static_cast<void>(options.expanded.insert(id)) : static_cast<void>(options.expanded.erase(id));
    }
    return verdict("P9", median(times) * 1e3, 16, " ms",
                   "a group opened or closed in a stage of 100,000 nodes, with all of the layout");
}

bool searchAndCompare(LargeFiles&) {
    const auto index = stageOf(test::Family::Decoder, kLarge);
    const auto terms = graph::parseGraphQuery("nowhere");
    std::vector<double> times;
    for (int i = 0; i < kRounds; ++i) times.push_back(secondsOf([&] { static_cast<void>(graph::findNodes(*index, terms)); }));
    bool held = verdict("query", median(times) * 1e3, 50, " ms", "a word looked for in everything that 100,000 nodes say");
    const auto left = stageOf(test::Family::Decoder, 20'000), right = stageOf(test::Family::Convolutions, 20'000);
    const double same = secondsOf([&] { static_cast<void>(need(graph::matchGraphs(left->model(), left->model(), {}))); });
    const double other = secondsOf([&] { static_cast<void>(need(graph::matchGraphs(left->model(), right->model(), {}))); });
    held = verdict("diff", std::max(same, other), 5, " s", "two graphs of 20,000 nodes matched, equal and unlike") && held;
    const graph::TableTextMeasure measure;
    const double svg = secondsOf([&] {
        graph::ViewOptions options;
        options.expanded = graph::allModules(left->hierarchy());
        const auto scene = need(graph::buildScene(std::make_shared<const graph::ViewGraph>(left, options), measure));
        static_cast<void>(graph::svgText(*scene, measure));
    });
    return verdict("svg", svg, 10, " s", "an SVG of 20,000 nodes") && held;
}

}  // namespace etscope::bench
