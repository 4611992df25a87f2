// Names of stages: one text for each, one stage for each text.
#include <QtTest>
#include <set>
#include <unordered_set>

#include "graph/stage_id.h"
#include "support/test_case.h"

using namespace etscope::graph;
using Kind = StageId::Kind;

class TestStageId : public QObject {
    Q_OBJECT
private slots:
    void textsAndStages_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<uint>("index");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* text, Kind kind, uint index, const char* name) {
            QTest::newRow(text) << QString(text) << static_cast<int>(kind) << index << QString(name);
        };
        row("exported", Kind::Exported, 0, "");
        row("edge", Kind::Edge, 0, "");
        row("program", Kind::Program, 0, "");
        row("delegate:0", Kind::Payload, 0, "");
        row("delegate:12", Kind::Payload, 12, "");
        row("delegate:4294967295", Kind::Payload, 4294967295U, "");
        row("delegate:3/other/graph", Kind::Payload, 3, "other/graph");
        row("lowered:7", Kind::Lowered, 7, "");
        for (const char* extra : {"", "edge_after_transform", "Edge", "delegate", "delegate:", "delegate:x", "delegate:-1",
                                  "delegate:+1", "delegate:01", "delegate:4294967296", "delegate:99999999999999999999",
                                  "delegate:1/", "delegate:/a", "lowered:1/a", "lowered:", "a/delegate:1"})
            row(extra, Kind::Extra, 0, extra);
    }

    void textsAndStages() {
        QFETCH(QString, text);
        const StageId id = StageId::parse(text.toStdString());
        QTEST(static_cast<int>(id.kind()), "kind");
        QTEST(id.index(), "index");
        QTEST(QString::fromStdString(id.name()), "name");
        QCOMPARE(QString::fromStdString(id.text()), text);
        QCOMPARE(id.insideDelegate(), id.is(Kind::Payload) || id.is(Kind::Lowered));
    }

    void makersGiveWhatParsingGives() {
        QVERIFY(StageId::exported() == StageId::parse("exported") && StageId() == StageId::exported());
        QVERIFY(StageId::edge() == StageId::parse("edge"));
        QVERIFY(StageId::program() == StageId::parse("program"));
        QVERIFY(StageId::payload(2) == StageId::parse("delegate:2"));
        QVERIFY(StageId::payload(2, "b") == StageId::parse("delegate:2/b"));
        QVERIFY(StageId::lowered(2) == StageId::parse("lowered:2"));
        QVERIFY(StageId::extra("x") == StageId::parse("x"));
    }

    /// The same number of a delegate and of a call are different stages.
    void areKeysOfContainers() {
        const std::vector<NodeRef> refs{{StageId::exported(), NodeId(0U)}, {StageId::extra("a"), NodeId(0U)},
                                        {StageId::extra("b"), NodeId(0U)}, {StageId::edge(), NodeId(0U)},
                                        {StageId::edge(), NodeId(1U)},     {StageId::program(), NodeId(0U)},
                                        {StageId::payload(1), NodeId(0U)}, {StageId::payload(1, "x"), NodeId(0U)},
                                        {StageId::payload(2), NodeId(0U)}, {StageId::lowered(1), NodeId(0U)}};
        QVERIFY(std::ranges::is_sorted(refs));
        QCOMPARE(std::set(refs.begin(), refs.end()).size(), refs.size());
        QCOMPARE(std::unordered_set(refs.begin(), refs.end()).size(), refs.size());
    }
};

ETSCOPE_TEST(TestStageId)
#include "tst_stage_id.moc"
