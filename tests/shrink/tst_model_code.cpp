// Code of whole graphs and of parts: it says what the graph says. Where there is a Python with torch and executorch, each fixture's
// graph is written, exported, lowered and run again, and gives what it should.
#include <QtTest>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <set>

#include "evaluate/context.h"
#include "lowering/partitioners.h"
#include "shrink/bench.h"
#include "shrink/bodies.h"
#include "shrink/code_text.h"
#include "shrink/material.h"
#include "shrink/model_code.h"
#include "support/own_exports.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::shrink;

namespace {

std::shared_ptr<const session::Session> opened(const std::string& fixture) {
    auto session = session::Session::open({test::ownFile(fixture)}, {}, {});
    return session ? *session : nullptr;
}

}  // namespace

class TestModelCode : public QObject {
    Q_OBJECT
private slots:
    void partOfAGraph();
    void bodiesOfControlFlow();
    void lessInBodies();
    void stateIsKept();
    void stateOfEarlierCalls();
    void namesOfLaterCalls();
    void whatHasNoCode();
    void tensorsOfNothing();
    void arithmeticOfSizes();
    void hostileNames_data();
    void hostileNames();
    void rebuilt_data();
    void rebuilt();
};

void TestModelCode::partOfAGraph() {
    const auto session = opened("known_bugs/power");
    QVERIFY(session);
    const auto material = materialOf({*session, "forward"}, graph::StageId::edge(), {}, {});
    QVERIFY2(material, material ? "" : material.error().message.c_str());
    std::vector<graph::NodeId> nodes;
    for (const graph::NodeId node : material->graph->top().nodes)
        if (operatorName(*material->graph, node).starts_with("aten.pow")) nodes.push_back(node);
    QCOMPARE(nodes.size(), std::size_t{1});
    const auto sketch = cut(*material, nodes, StateAs::Input);
    QVERIFY(sketch);
    QCOMPARE(sketch->feeds.size(), std::size_t{1});
    QVERIFY(sketch->feeds.front().kind == FeedKind::Input);
    const auto code = modelCode(*sketch, "A part.");
    QVERIFY(code);
    QVERIFY(code->values.empty());
    const std::string expected =
        "\"\"\"A part.\"\"\"\n"
        "import torch\n\n"
        "aten = torch.ops.aten\n\n\n"
        "class Model(torch.nn.Module):\n"
        "    def forward(self, add):\n"
        "        pow = aten.pow.Tensor_Scalar(add, exponent=3)\n"
        "        return pow\n\n\n"
        "def inputs():\n"
        "    return (torch.tensor([3, 5, 7, 9]),)\n";
    QCOMPARE(code->text, expected);
}

void TestModelCode::bodiesOfControlFlow() {
    const auto session = opened("specialised");
    QVERIFY(session);
    for (const session::Method& method : session->methods()) {
        const auto material = materialOf({*session, method.name}, graph::StageId::edge(), {}, {});
        QVERIFY2(material, method.name.c_str());
        const auto sketch = cut(*material, material->graph->top().nodes, StateAs::Input);
        QVERIFY2(sketch, method.name.c_str());
        const auto code = modelCode(*sketch, "All.");
        QVERIFY2(code, code ? "" : code.error().message.c_str());
        QVERIFY(code->text.find("pickle") == std::string::npos);
    }
}

void TestModelCode::stateIsKept() {
    const auto session = opened("running_sum");
    QVERIFY(session);
    const std::string method = session->methods().front().name;
    const auto material = materialOf({*session, method}, graph::StageId::edge(), {}, {});
    QVERIFY2(material, material ? "" : material.error().message.c_str());
    QVERIFY(!material->states.empty());
    const auto sketch = cut(*material, material->graph->top().nodes, StateAs::State);
    QVERIFY(sketch);
    const auto code = modelCode(*sketch, "State.");
    QVERIFY(code);
    QVERIFY(code->text.find(".copy_(") != std::string::npos);
}

/// A node of a body that gives what is of the form of what it reads is left out, and what it read is called in its place.
void TestModelCode::lessInBodies() {
    const auto session = opened("causes/condition_then_view");
    QVERIFY(session);
    std::size_t left = 0;
    for (const session::Method& method : session->methods()) {
        const auto material = materialOf({*session, method.name}, graph::StageId::edge(), {}, {});
        QVERIFY2(material, method.name.c_str());
        auto sketch = cut(*material, material->graph->top().nodes, StateAs::Input);
        QVERIFY2(sketch, method.name.c_str());
        const auto lines = [&] { return QString::fromStdString(modelCode(*sketch, "All.")->text).count('\n'); };
        for (const graph::NodeId node : nodesOfBodies(*sketch)) {
            const auto stands = standInOf(*material->graph, *material->flow, node);
            if (!stands) continue;
            const auto before = lines();
            const std::size_t nodes = nodesOfBodies(*sketch).size();
            sketch->passed.emplace(node, *stands);
            QVERIFY(lines() < before);
            QVERIFY(nodesOfBodies(*sketch).size() < nodes);
            ++left;
        }
    }
    QVERIFY(left > 0);
}

/// Of calls that are too many to be made again what they leave is what the first that is made begins with.
void TestModelCode::stateOfEarlierCalls() {
    const auto session = opened("running_sum");
    QVERIFY(session);
    const std::string method = session->methods().front().name;
    const session::MethodView view(*session, method);
    const auto all = materialOf(view, graph::StageId::edge(), 2, {}), last = materialOf(view, graph::StageId::edge(), 2, {}, 1);
    QVERIFY(all && last);
    QVERIFY(all->calls.size() > 1);
    QCOMPARE(last->calls.size(), std::size_t{1});
    const auto begins = [&](const Material& material) {
        const auto sketch = cut(material, material.graph->top().nodes, StateAs::State);
        for (const Feed& feed : sketch->feeds)
            if (feed.kind == FeedKind::State) return *tensorText(feed.array);
        return std::string();
    };
    QVERIFY(!begins(*last).empty());
    QVERIFY2(begins(*last) != begins(*all), begins(*last).c_str());
    const graph::ValueId state = last->states.front().before;
    QCOMPARE(begins(*last), *tensorText(*all->last().at(state).array()));
}

/// What a later call is fed has a name of its own, whatever other inputs are called.
void TestModelCode::namesOfLaterCalls() {
    const auto session = opened("known_bugs/power");
    QVERIFY(session);
    const auto material = materialOf({*session, "forward"}, graph::StageId::edge(), {}, {});
    QVERIFY(material);
    auto sketch = cut(*material, {material->graph->top().nodes.front()}, StateAs::Input);
    QVERIFY(sketch && !sketch->feeds.empty());
    const JobContext job;
    const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 20U), job};
    const auto many = [&](float first) {
        evaluate::Array array = context.make(ScalarType::F32, {40});
        std::memcpy(array.storage->data(), &first, sizeof first);
        return array;
    };
    Feed other = sketch->feeds.front();
    sketch->feeds.front().name = "x";
    sketch->feeds.front().array = many(1);
    sketch->feeds.front().further = {many(2), many(3)};
    other.name = "x_1";
    other.array = many(4);
    other.further = {many(5), many(6)};
    sketch->feeds.push_back(other);
    const auto code = modelCode(*sketch, "Calls.");
    QVERIFY2(code, code ? "" : code.error().message.c_str());
    std::set<std::string> names;
    for (const auto& value : code->values) QVERIFY2(names.insert(value.name).second, value.name.c_str());
    QCOMPARE(names.size(), std::size_t{6});
}

/// Without elements nothing is written out, however long the other axes are.
void TestModelCode::tensorsOfNothing() {
    evaluate::Array array;
    array.type = ScalarType::F32;
    array.shape = {std::int64_t{1} << 40, 0, std::int64_t{1} << 40};
    const auto text = tensorText(array);
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QCOMPARE(*text, std::string("torch.empty((1099511627776, 0, 1099511627776), dtype=torch.float32)"));
}

void TestModelCode::whatHasNoCode() {
    Sketch sketch;
    const auto session = opened("known_bugs/power");
    const auto material = materialOf({*session, "forward"}, graph::StageId::edge(), {}, {});
    QVERIFY(material);
    sketch.graph = material->graph;
    sketch.nodes = {material->graph->top().nodes.back()};  // without what it reads
    const auto code = modelCode(sketch, "");
    QVERIFY(!code);
    QCOMPARE(code.error().code, std::string("shrink-no-code"));
}

/// Functions of Python take no names, whatever the file calls their arguments.
void TestModelCode::arithmeticOfSizes() {
    graph::GraphBuilder builder;
    graph::Graph top;
    const graph::GraphId id = builder.addGraph(top);
    std::array<graph::Argument, 2> given{graph::Argument(graph::ArgumentKind::Int, std::int64_t{2}),
                                         graph::Argument(graph::ArgumentKind::Int, std::int64_t{3})};
    given[0].name = builder.intern("a");
    given[1].name = builder.intern("b");
    given[0].positional = given[1].positional = 0;
    graph::Node node;
    node.id = builder.intern("node");
    node.target = builder.intern("_operator.mul");
    node.graph = id;
    node.arguments = builder.addArguments(given);
    Sketch sketch;
    sketch.nodes = {builder.addNode(node)};
    sketch.graph = builder.finish();
    const auto code = modelCode(sketch, "Sizes.");
    QVERIFY2(code, code ? "" : code.error().message.c_str());
    QVERIFY2(code->text.find("_operator.mul(2, 3)\n") != std::string::npos, code->text.c_str());
}

void TestModelCode::hostileNames_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("argument");
    QTest::newRow("a call as a name") << "aten.x(__import__('os').system('true')).y"
                                      << "self";
    QTest::newRow("a statement") << "aten.add.Tensor(1)\nimport os"
                                 << "self";
    QTest::newRow("what torch.ops has") << "import_module.__call__.x"
                                        << "self";
    QTest::newRow("too short") << "import_module.x"
                               << "self";
    QTest::newRow("a function of Python") << "_operator.attrgetter"
                                          << "self";
    QTest::newRow("an argument") << "aten.add.Tensor"
                                 << "x=__import__('os').system('true'), y";
    QTest::newRow("nothing") << ""
                             << "self";
}

void TestModelCode::hostileNames() {
    QFETCH(QString, target);
    QFETCH(QString, argument);
    graph::GraphBuilder builder;
    graph::Graph top;
    const graph::GraphId id = builder.addGraph(top);
    graph::Argument one(graph::ArgumentKind::Int, std::int64_t{1});
    one.name = builder.intern(argument.toStdString());
    one.positional = 0;
    graph::Node node;
    node.id = builder.intern("node");
    node.target = builder.intern(target.toStdString());
    node.graph = id;
    node.arguments = builder.addArguments(std::span(&one, 1));
    Sketch sketch;
    sketch.nodes = {builder.addNode(node)};
    sketch.graph = builder.finish();
    const auto code = modelCode(sketch, "\"\"\" import os");
    QVERIFY(!code);
    QCOMPARE(code.error().code, std::string("shrink-no-code"));
}

void TestModelCode::rebuilt_data() {
    QTest::addColumn<QString>("fixture");
    QTest::addColumn<QString>("state");
    for (const char* name : {"circular", "delegated", "folded", "halves", "kernel_vlm", "linear_decoder", "lstm", "masked",
                             "methods", "recurrent_xnnpack", "rows_xnnpack", "running_sum", "specialised", "tied", "tiny", "vlm"})
        QTest::newRow(name) << name << "right";
    // What its delegate adds behind other scales is wrong when it is made again, too.
    QTest::newRow("shared_bias") << "shared_bias"
                                 << "otherwise";
    QTest::newRow("grouped") << "grouped"
                             << "not_built";  // its weights are torchao's, which have no kernel outside delegates
}

void TestModelCode::rebuilt() {
    const char* python = std::getenv("ETSCOPE_EXECUTORCH_PYTHON");
    if (python == nullptr) QSKIP("ETSCOPE_EXECUTORCH_PYTHON names no Python with torch and executorch");
    QFETCH(QString, fixture);
    QFETCH(QString, state);
    const auto session = opened(fixture.toStdString());
    QVERIFY(session);
    static const test::TempDir dir;
    static auto driver = lowering::Driver::start({python, dir.path()}, {});
    QVERIFY2(driver, driver ? "" : driver.error().message.c_str());
    for (const session::Method& method : session->methods()) {
        const auto material = materialOf({*session, method.name}, graph::StageId::edge(), {}, {});
        if (!material) {
            qInfo("%s: %s", method.name.c_str(), material.error().message.c_str());
            continue;
        }
        auto sketch = cut(*material, material->graph->top().nodes, StateAs::Input);
        if (!sketch) {
            qInfo("%s: %s %s", method.name.c_str(), sketch.error().message.c_str(), sketch.error().where.c_str());
            continue;
        }
        if (const auto* plan = session->plan(method.name))
            for (const auto& delegate : plan->delegates)
                if (sketch->backends.empty() && lowering::partitionerOf(delegate.id) != nullptr) sketch->backends = {delegate.id};
        const std::string folder = dir.path() + "/" + fixture.toStdString() + "-" + method.name;
        std::filesystem::create_directories(folder);
        Bench bench(*driver, folder, {});
        const auto trial = bench.tryOut(*sketch, "Rebuilt.", {});
        QVERIFY(trial);
        qInfo("%s: %s %s", method.name.c_str(), std::string(trialStateName(trial->state)).c_str(), trial->message.c_str());
        const bool asMeant = trialStateName(trial->state) == state.toStdString() || trial->state == TrialState::NotDecided;
        QVERIFY2(asMeant, trial->message.c_str());
    }
}

ETSCOPE_TEST(TestModelCode)
#include "tst_model_code.moc"
