// Counterparts of nodes between stages, methods and exports, on real files.
#include <QtTest>
#include <filesystem>

#include "join/stage_map.h"
#include "support/test_case.h"

using namespace etscope;
using graph::StageId;
using join::SessionStage;
using join::StageMap;

namespace {

const std::string kSample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm";

std::shared_ptr<const session::Session> open(const std::string& path) {
    const auto opened = session::Session::open({path}, {}, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

std::shared_ptr<const StageMap> mapOf(const SessionStage& left, const SessionStage& right) {
    const auto map = StageMap::make(left, right, {});
    if (!map) qFatal("%s", map.error().message.c_str());
    return *map;
}

QString told(const join::Counterparts& found) {
    QStringList nodes;
    for (const std::string& node : found.nodes) nodes.append(QString::fromStdString(node));
    return nodes.join(' ') + " | " + QString::fromStdString(found.evidence);
}

}  // namespace

class TestStageMap : public QObject {
    Q_OBJECT
private slots:
    /// By debug handles, one to many and many to one.
    void stagesOfAMethod() {
        const auto session = open(kSample);
        const auto map =
            mapOf({session, "text_decoder", StageId::parse("edge")}, {session, "text_decoder", StageId::parse("program")});
        QCOMPARE(told(map->rightOf("aten_index_tensor_2")), QString("0/4 | debug handle 4"));
        QVERIFY(told(map->leftOf("0/4")).startsWith("aten_index_tensor_2 | "));
        QVERIFY(map->leftOf("0/7").nodes.size() > 1);
        QCOMPARE(told(map->rightOf("no such node")), QString(" | nothing recorded links it to stage program"));
    }

    void aStageAndItself() {
        const auto session = open(kSample);
        const auto map =
            mapOf({session, "text_decoder", StageId::parse("edge")}, {session, "text_decoder", StageId::parse("edge")});
        QCOMPARE(told(map->rightOf("aten_linear_default")), QString("aten_linear_default | the same node"));
    }

    /// Nothing was recorded that links them: module, operator and order tell.
    void exportedAndEdge() {
        const auto session = open(kSample);
        const auto map =
            mapOf({session, "text_decoder", StageId::parse("exported")}, {session, "text_decoder", StageId::parse("edge")});
        QCOMPARE(map->rightOf("linear_3").nodes, std::vector<std::string>{"aten_linear_default_3"});
        QVERIFY(told(map->rightOf("linear_3")).contains("inferred"));
        QCOMPARE(map->leftOf("aten_linear_default_3").nodes, std::vector<std::string>{"linear_3"});
    }

    /// The nodes inside carry the handles of the edge nodes that they were made of.
    void intoADelegate() {
        const auto session = open(kSample);
        const auto map =
            mapOf({session, "text_decoder", StageId::parse("program")}, {session, "text_decoder", StageId::parse("delegate:1")});
        QCOMPARE(told(map->rightOf("0/7")), QString("0 1 2 3 4 5 6 7 8 | debug handles that the delegate's nodes carry"));
        QCOMPARE(told(map->rightOf("0/7/delegate:1/0")), QString("0 | the same node"));
        QCOMPARE(told(map->leftOf("0")), QString("0/7 | debug handle 5"));
    }

    void twoMethods() {
        const auto session = open(kSample);
        const auto map =
            mapOf({session, "vision_encoder", StageId::parse("edge")}, {session, "text_decoder", StageId::parse("edge")});
        std::size_t found = 0;
        const auto model = session->graph("vision_encoder", "edge", {}).value();
        for (std::uint32_t i = 0; i < model->nodeCount(); ++i)
            for (const std::string& node : map->rightOf(model->nodePath(graph::NodeId(i))).nodes) {
                QVERIFY(session->graph("text_decoder", "edge", {}).value()->findNode(node).valid());
                ++found;
            }
        QVERIFY(found > 0);
    }

    /// The same files opened twice: every node is itself, and leads to what runs it there.
    void twoExports() {
        const auto session = open(kSample), other = open(kSample);
        const auto same = mapOf({session, "text_decoder", StageId::parse("edge")}, {other, "text_decoder", StageId::parse("edge")});
        const auto model = session->graph("text_decoder", "edge", {}).value();
        for (std::uint32_t i = 0; i < model->nodeCount(); ++i) {
            const std::string node = model->nodePath(graph::NodeId(i));
            QCOMPARE(same->rightOf(node).nodes, std::vector<std::string>{node});
            QCOMPARE(same->leftOf(node).nodes, std::vector<std::string>{node});
        }
        const auto across =
            mapOf({session, "text_decoder", StageId::parse("edge")}, {other, "text_decoder", StageId::parse("program")});
        QCOMPARE(across->rightOf("aten_index_tensor_2").nodes, std::vector<std::string>{"0/4"});
        QCOMPARE(across->leftOf("0/4").nodes.front(), std::string("aten_index_tensor_2"));
    }

    void nothingInCommon() {
        const auto record = open(kSample + "/model.etrecord"), program = open(kSample + "/model.pte");
        const auto map =
            mapOf({record, "text_decoder", StageId::parse("edge")}, {program, "text_decoder", StageId::parse("program")});
        QCOMPARE(told(map->rightOf("aten_linear_default")), QString(" | the two sides have no stage in common"));
    }
};

ETSCOPE_TEST(TestStageMap)
#include "tst_stage_map.moc"
