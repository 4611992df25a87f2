// Delegates' graphs in the place of their calls, on the bundled sample.
#include <QtTest>

#include "join/delegate_bodies.h"
#include "modules/graph_index.h"
#include "support/test_case.h"

using namespace etscope;
using graph::GraphModel;
using graph::NodeId;
using graph::StageId;

namespace {

std::shared_ptr<const session::Session> sample() {
    auto session = session::Session::open({ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.pte"}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

std::vector<NodeId> calls(const GraphModel& model) {
    std::vector<NodeId> found;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i)
        if (model.node(NodeId(i)).delegate >= 0) found.push_back(NodeId(i));
    return found;
}

/// Everything that a node says, as text: the same for equal nodes of two models.
std::string described(const GraphModel& model, NodeId id) {
    const graph::Node& node = model.node(id);
    std::string text = model.nodePath(id) + " " + std::string(model.text(node.target));
    for (const graph::Argument& argument : model.arguments(node)) {
        text += " " + std::string(model.text(argument.name)) + "=" + std::to_string(static_cast<int>(argument.kind));
        if (argument.kind == graph::ArgumentKind::Value)
            text += ":" + model.valuePath(argument.value()) + modules::valueText(model, argument.value());
        if (argument.kind == graph::ArgumentKind::List)
            for (const graph::Argument& item : model.listItems(argument))
                text += item.kind == graph::ArgumentKind::Value ? "," + model.valuePath(item.value())
                                                                : "," + std::to_string(item.integer);
        if (argument.kind == graph::ArgumentKind::Int) text += ":" + std::to_string(argument.integer);
    }
    for (const graph::OutputSlot& slot : model.outputs(node))
        for (const graph::ValueId value : model.values(slot)) text += " > " + model.valuePath(value);
    return text;
}

}  // namespace

class TestDelegateBodies : public QObject {
    Q_OBJECT
private slots:
    void nothingOpenIsTheStageItself();
    void baseNodesStay();
    void nodesInsideAreThoseOfTheDelegate();
    void homes_data();
    void homes();
};

void TestDelegateBodies::nothingOpenIsTheStageItself() {
    const auto session = sample();
    const auto plain = session->graph("text_decoder", "program", {});
    const auto same = join::graphWithDelegates({*session, "text_decoder"}, StageId::program(), {}, {});
    QVERIFY(plain && same);
    QCOMPARE(plain->get(), same->get());
}

void TestDelegateBodies::baseNodesStay() {
    const auto session = sample();
    const GraphModel& base = **session->graph("text_decoder", "program", {});
    const auto all = calls(base);
    QVERIFY(all.size() > 5);
    const auto composed = join::graphWithDelegates({*session, "text_decoder"}, StageId::program(), {all[4], all[1]}, {});
    QVERIFY(composed);
    for (std::uint32_t i = 0; i < base.nodeCount(); ++i) {
        const std::string before = described(base, NodeId(i)), after = described(**composed, NodeId(i));
        const bool opened = NodeId(i) == all[1] || NodeId(i) == all[4];
        QVERIFY2(opened ? after.size() > before.size() : after == before, after.c_str());
        QCOMPARE((*composed)->node(NodeId(i)).debugHandle, base.node(NodeId(i)).debugHandle);
    }
    QCOMPARE((*composed)->edges(graph::GraphId(std::uint32_t{0})).size(), base.edges(graph::GraphId(std::uint32_t{0})).size());
    QCOMPARE((*composed)->top().outputs.size(), base.top().outputs.size());
    QCOMPARE((*composed)->delegates().size(), base.delegates().size());
}

void TestDelegateBodies::nodesInsideAreThoseOfTheDelegate() {
    const auto session = sample();
    const GraphModel& base = **session->graph("text_decoder", "program", {});
    const NodeId call = calls(base)[1];
    const auto stage = join::delegateStage({*session, "text_decoder"}, StageId::program(), base, call);
    QVERIFY(stage == StageId::payload(1));
    const auto inner = session->graph("text_decoder", *stage, {});
    const auto composed = join::graphWithDelegates({*session, "text_decoder"}, StageId::program(), {call}, {});
    QVERIFY(inner && composed);
    QCOMPARE((*composed)->nodeCount(), base.nodeCount() + (*inner)->nodeCount());
    const std::string prefix = base.nodePath(call) + "/delegate:1/";
    for (std::uint32_t i = 0; i < (*inner)->nodeCount(); ++i) {
        const NodeId there(static_cast<std::uint32_t>(base.nodeCount()) + i);
        const std::string path = (*composed)->nodePath(there);
        QCOMPARE(path, prefix + (*inner)->nodePath(NodeId(i)));
        QCOMPARE((*composed)->text((*composed)->node(there).target), (*inner)->text((*inner)->node(NodeId(i)).target));
        QCOMPARE((*composed)->findNode(path), there);
        const join::NodeHome home = join::homeOf(StageId::program(), path);
        QVERIFY(home.stage == StageId::payload(1));
        QCOMPARE(join::callAround(StageId::program(), path), std::optional(base.nodePath(call)));
        const auto resolved = join::nodeAt({*session, "text_decoder"}, StageId::program(), path, {});
        QVERIFY(resolved && *resolved == (graph::NodeRef{StageId::payload(1), NodeId(i)}));
        QCOMPARE((*inner)->findNode(home.node), NodeId(i));
    }
    QVERIFY(modules::GraphIndex::build(*composed, {}));
}

void TestDelegateBodies::homes_data() {
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("node");
    QTest::addColumn<QString>("home");
    QTest::newRow("plain") << "program"
                           << "0/3"
                           << "program 0/3";
    QTest::newRow("inside") << "program"
                            << "0/3/delegate:2/5"
                            << "delegate:2 5";
    QTest::newRow("nested graph inside") << "edge"
                                         << "call/delegate:0/cond/submodule_0/add"
                                         << "delegate:0 cond/submodule_0/add";
    QTest::newRow("inside a lowered module") << "edge"
                                             << "call/lowered:0/add"
                                             << "lowered:0 add";
    QTest::newRow("at home already") << "delegate:2"
                                     << "a/delegate:1/b"
                                     << "delegate:2 a/delegate:1/b";
    QTest::newRow("the body itself") << "program"
                                     << "0/3/delegate:2"
                                     << "program 0/3/delegate:2";
}

void TestDelegateBodies::homes() {
    QFETCH(QString, stage);
    QFETCH(QString, node);
    QFETCH(QString, home);
    const join::NodeHome found = join::homeOf(StageId::parse(stage.toStdString()), node.toStdString());
    QCOMPARE(QString::fromStdString(found.stage.text() + " " + found.node), home);
}

ETSCOPE_TEST(TestDelegateBodies)
#include "tst_delegate_bodies.moc"
