// Address: text forms read back as what they were printed from; odd text is no address.
#include <QtTest>

#include "frame/address.h"

using etscope::ui::Address;

class TestAddress : public QObject {
    Q_OBJECT
private slots:
    void readsBack_data() {
        QTest::addColumn<Address>("address");
        QTest::newRow("method") << Address::ofMethod("text_decoder");
        QTest::newRow("stage") << Address::ofStage("text_decoder", "edge");
        QTest::newRow("node") << Address::ofNode("text_decoder", "edge", "aten_linear_default_3");
        QTest::newRow("nested node") << Address::ofNode("cond", "edge", "cond/submodule_0/aten_add_tensor");
        QTest::newRow("method with a slash") << Address::ofNode("a/b", "edge", "n");
        QTest::newRow("output") << Address::ofOutput("text_decoder", 7, 1);
        QTest::newRow("file") << Address::ofFile("model.etrecord");
        QTest::newRow("metadata") << Address::ofMetadata("metadata.a/b");
        QTest::newRow("tensor") << Address::ofTensor("model.etrecord/text_decoder/edge/layers.0.weight#2");
        QTest::newRow("problem") << Address::ofProblem("zip-truncated@model.pte @ 0x00000040");
    }
    void readsBack() {
        QFETCH(Address, address);
        QCOMPARE(Address::parse(address.text(), {"text_decoder", "cond", "a", "a/b"}).text(), address.text());
        QVERIFY(Address::parse(address.text(), {"text_decoder", "cond", "a", "a/b"}) == address);
    }
    void refusesOddText() {
        for (const char* text : {"", "nothing", "tensors/", "problems/", "text_decode/edge"})
            QVERIFY(!Address::parse(QString::fromLatin1(text), {"text_decoder"}).valid());
    }
};

QTEST_GUILESS_MAIN(TestAddress)
#include "tst_address.moc"
