// What flows along edges, on the project's own exports: told by hand from the models in tests/fixtures/models.py.
#include <QtTest>

#include "modules/edge_classes.h"
#include "session/session.h"
#include "support/test_case.h"

using namespace etscope;

class TestEdgeClasses : public QObject {
    Q_OBJECT

    /// Counts by class of the edges of a graph.
    static std::map<std::string, int> countsOf(const graph::GraphModel& model) {
        const graph::DataFlow flow(model);
        const modules::EdgeClasses classes(model, flow);
        std::map<std::string, int> counts;
        for (const graph::Edge& edge : model.edges(graph::GraphId(0U)))
            ++counts[std::string(modules::edgeClassName(classes.of(edge).kind))];
        return counts;
    }
    static std::string classOf(const graph::GraphModel& model, std::string_view node, std::string_view argument) {
        const graph::DataFlow flow(model);
        const modules::EdgeClasses classes(model, flow);
        const graph::NodeId to = model.findNode(node);
        for (const graph::Edge& edge : model.edges(graph::GraphId(0U)))
            if (edge.to == to && model.text(edge.argument) == argument)
                return std::string(modules::edgeClassName(classes.of(edge).kind));
        return "no such edge";
    }

private slots:
    /// A block: x → relu → linear → add(x); scores + mask → softmax.
    void blockOfAnAttention() {
        Builder b;
        const auto x = b.input("x"), w = b.input("w", graph::InputKind::Parameter), mask = b.input("m");
        const auto relu = b.node("relu", "aten.relu.default", {{"input", x}});
        const auto linear = b.node("linear", "aten.linear.default", {{"input", relu}, {"weight", w}});
        const auto skip = b.node("skip", "aten.add.Tensor", {{"self", x}, {"other", linear}});
        const auto scores = b.node("scores", "aten.bmm.default", {{"self", skip}, {"mat2", skip}});
        const auto masked = b.node("masked", "aten.add.Tensor", {{"self", scores}, {"other", mask}});
        b.node("softmax", "aten._softmax.default", {{"self", masked}});
        const auto model = b.finish();
        QCOMPARE(classOf(*model, "skip", "self"), std::string("residual"));
        QCOMPARE(classOf(*model, "skip", "other"), std::string("data"));
        QCOMPARE(classOf(*model, "linear", "weight"), std::string("weight"));
        QCOMPARE(classOf(*model, "masked", "other"), std::string("mask"));
        QCOMPARE(classOf(*model, "masked", "self"), std::string("data"));
    }

    /// Two sums of unrelated inputs skip nothing.
    void plainSums() {
        Builder b;
        const auto x = b.input("x"), y = b.input("y");
        const auto sum = b.node("sum", "aten.add.Tensor", {{"self", x}, {"other", y}});
        b.node("again", "aten.add.Tensor", {{"self", x}, {"other", y}});
        b.node("softmax", "aten._softmax.default", {{"self", sum}});
        const auto model = b.finish();
        QCOMPARE(countsOf(*model), (std::map<std::string, int>{{"data", 5}}));
    }

    /// What joins very many values is no block's end: nobody searches behind each of them.
    void aSumOfVeryMany() {
        Builder b;
        const auto x = b.input("x");
        std::vector<std::pair<const char*, graph::ValueId>> takes{{"self", x}};
        for (int i = 0; i < 9; ++i) takes.emplace_back("other", b.node("relu", "aten.relu.default", {{"input", x}}));
        b.node("softmax", "aten._softmax.default", {{"self", b.node("sum", "aten.add.Tensor", takes)}});
        const auto model = b.finish();
        QCOMPARE(countsOf(*model), (std::map<std::string, int>{{"data", 20}}));
    }

    void realDecoder() {
        const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
        const auto session = session::Session::open({folder + "model.etrecord"}, {}, {});
        QVERIFY(session);
        const auto graph = (*session)->graph("text_decoder", graph::StageId::edge(), {});
        QVERIFY(graph);
        const auto counts = countsOf(**graph);
        const auto caches = static_cast<int>((*graph)->bufferMutations().size());
        QVERIFY(caches > 0);
        QVERIFY(counts.contains("kv_cache") && counts.at("kv_cache") >= caches);
        QVERIFY(counts.contains("weight") && counts.contains("index") && counts.contains("data"));
    }

private:
    struct Builder {
        graph::GraphBuilder builder;
        graph::GraphId top = builder.addGraph({});

        graph::ValueId value(const char* name) {
            graph::Value value;
            value.id = builder.intern(name);
            value.kind = graph::ValueKind::Tensor;
            value.graph = top;
            return builder.addValue(value);
        }
        graph::ValueId input(const char* name, graph::InputKind kind = graph::InputKind::User) {
            const graph::ValueId id = value(name);
            graph::GraphInput input;
            input.value = id;
            input.kind = kind;
            input.id = builder.intern(name);
            builder.graph(top).inputs.push_back(input);
            return id;
        }
        graph::ValueId node(const char* name, const char* target,
                            const std::vector<std::pair<const char*, graph::ValueId>>& takes) {
            std::vector<graph::Argument> arguments;
            for (const auto& [argument, taken] : takes) {
                graph::Argument one;
                one.kind = graph::ArgumentKind::Value;
                one.id = taken.index();
                one.name = builder.intern(argument);
                arguments.push_back(one);
            }
            graph::Node node;
            node.id = builder.intern(name);
            node.target = builder.intern(target);
            node.graph = top;
            node.arguments = builder.addArguments(arguments);
            const graph::NodeId id = builder.addNode(node);
            const graph::ValueId made = value(name);
            builder.value(made).producer = id;
            const graph::OutputSlot slot{graph::ValueKind::Tensor, builder.addOutputValues(std::span(&made, 1))};
            builder.node(id).outputs = builder.addOutputs(std::span(&slot, 1));
            return made;
        }
        std::shared_ptr<const graph::GraphModel> finish() { return builder.finish(); }
    };
};

ETSCOPE_TEST(TestEdgeClasses)
#include "tst_edge_classes.moc"
