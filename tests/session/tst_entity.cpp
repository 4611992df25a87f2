// Entity: addresses read back as what they were printed from, whatever names hold; odd text is no address.
#include <QtTest>

#include "session/entity.h"
#include "support/test_case.h"

using etscope::graph::StageId;
using etscope::session::Entity;
using Kind = Entity::Kind;

namespace {

const std::vector<std::string> kMethods{"text_decoder", "a", "a/b", "runs"};

}  // namespace

Q_DECLARE_METATYPE(Entity)

class TestEntity : public QObject {
    Q_OBJECT
private slots:
    void readsBack_data() {
        QTest::addColumn<Entity>("entity");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* text, const Entity& entity) { QTest::newRow(text) << entity << QString::fromLatin1(text); };
        row("text_decoder", Entity::ofMethod("text_decoder"));
        row("a/b/edge", Entity::ofStage("a/b", StageId::edge()));
        row("text_decoder/delegate:2%2Fforward", Entity::ofStage("text_decoder", StageId::payload(2, "forward")));
        row("text_decoder/50%25/n", Entity::ofNode("text_decoder", StageId::extra("50%"), "n"));
        row("text_decoder/program/0/7", Entity::ofInstruction("text_decoder", 7));
        row("a/edge/cond/submodule_0/add", Entity::ofNode("a", StageId::edge(), "cond/submodule_0/add"));
        row("a/edge/node:value:x", Entity::ofNode("a", StageId::edge(), "value:x"));
        row("a/edge/node:node:x", Entity::ofNode("a", StageId::edge(), "node:x"));
        row("a/edge/value:x", Entity::inStage(Kind::Value, "a", StageId::edge(), "x"));
        row("a/exported/module:layers.0", Entity::inStage(Kind::Module, "a", StageId::exported(), "layers.0"));
        row("a/edge/module:layers.0?step=9", Entity::ofCell("a", StageId::edge(), "layers.0", 9));
        row("a/edge/module:before layers?step=0", Entity::ofCell("a", StageId::edge(), "before layers", 0));
        row("a/edge/module:a?step=x", Entity::inStage(Kind::Module, "a", StageId::edge(), "a?step=x"));
        row("a/program/output:3", Entity::ofResult("a", StageId::program(), 3));
        row("a/outputs/case:7/0", Entity::ofOutput("a", 7, 0));
        row("a/outputs/run:3/1", Entity::ofOutput("a", -4, 1));
        row("files/x y.pte", Entity::named(Kind::File, "x y.pte"));
        row("metadata/metadata/a", Entity::named(Kind::Metadata, "metadata/a"));
        row("tensors/m.etrecord/edge/w#2", Entity::named(Kind::Tensor, "m.etrecord/edge/w#2"));
        row("a/outputs/case:7", Entity::ofOutput("a", 7, -1));
        row("a/outputs/run:3", Entity::ofOutput("a", -4, -1));
        row("a/outputs/run:3/edge/add", Entity::given(Entity::ofNode("a", StageId::edge(), "add"), 3));
        row("a/outputs/program/0/7", Entity::given(Entity::ofInstruction("a", 7), std::nullopt));
        row("a/outputs/run:0/delegate:2%2Fforward/cond/value:x",
            Entity::given(Entity::ofNode("a", StageId::payload(2, "forward"), "cond/value:x"), 0));
        row("named-data/ae4d", Entity::named(Kind::Data, "ae4d"));
        row("regions/model.pte@4096", Entity::named(Kind::Region, "model.pte@4096"));
        row("conversation/message:2", Entity::ofToken(2, -1));
        row("conversation/message:2/token:5", Entity::ofToken(2, 5));
        row("conversation/call:12", Entity::ofCall(12));
        row("problems/code@place ", Entity::named(Kind::Problem, "code@place "));
    }
    void readsBack() {
        QFETCH(Entity, entity);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(entity.text()), text);
        QVERIFY(Entity::parse(text.toStdString(), kMethods) == entity);
    }

    /// Without a method of that name, "runs" are runs.
    void runsAndEvents() {
        for (const Entity& entity : {Entity::ofRun(0), Entity::ofRun(12), Entity::ofEvent(3, 0), Entity::ofEvent(3, 41)})
            QVERIFY(Entity::parse(entity.text(), {}) == entity);
        QVERIFY(Entity::parse("runs/3", kMethods) == Entity::ofStage("runs", StageId::extra("3")));
    }

    /// As earlier versions wrote it.
    void readsEarlierKeys() { QVERIFY(Entity::parse("data/a/b", kMethods) == Entity::named(Kind::Data, "a/b")); }

    void refusesOddText() {
        for (const char* text : {"",
                                 "nothing",
                                 "tensors/",
                                 "problems/",
                                 "text_decode/edge",
                                 "runs/",
                                 "runs/x",
                                 "runs/1/",
                                 "runs/1/x",
                                 "runs/99999999999999999999",
                                 "conversation/",
                                 "conversation/call:",
                                 "conversation/call:1/token:2",
                                 "conversation/message:x",
                                 "conversation/message:1/",
                                 "conversation/message:1/token:",
                                 "conversation/message:1/token:-1",
                                 "conversation/tokens:1",
                                 "a/edge/output:",
                                 "a/edge/output:x"})
            QVERIFY2(!Entity::parse(text, std::vector<std::string>{"text_decoder", "a"}).valid(), text);
    }
};

ETSCOPE_TEST(TestEntity)
#include "tst_entity.moc"
