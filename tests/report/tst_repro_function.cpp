// What a file's targets get the script of a repro pack to call: operators and nothing else.
#include <QtTest>

#include "report/repro_function.h"
#include "support/test_case.h"

using namespace etscope::report;

class TestReproFunction : public QObject {
    Q_OBJECT
private slots:
    void operators_data();
    void operators();
    void others_data();
    void others();
    void formats();
};

void TestReproFunction::operators_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("function");
    QTest::newRow("overload") << "aten.add.Tensor"
                              << "torch.ops.aten.add.Tensor";
    QTest::newRow("no overload") << "higher_order.cond"
                                 << "torch.ops.higher_order.cond";
    QTest::newRow("its own library") << "my_ops2.scale_.out"
                                     << "torch.ops.my_ops2.scale_.out";
    QTest::newRow("kept name") << "aten.__and__.Tensor"
                               << "torch.ops.aten.__and__.Tensor";
    QTest::newRow("arithmetic") << "_operator.floordiv"
                                << "operator.floordiv";
}

void TestReproFunction::operators() {
    QFETCH(QString, target);
    QFETCH(QString, function);
    const auto found = reproFunction(target.toStdString());
    QVERIFY(found.has_value());
    QCOMPARE(QString::fromStdString(*found), function);
}

void TestReproFunction::others_data() {
    QTest::addColumn<QString>("target");
    for (const char* target : {"",
                               "aten",
                               ".",
                               "aten.",
                               ".add",
                               "aten..add",
                               "aten.add.Tensor.decompose",
                               "aten.__getattr__.__globals__",
                               "aten.add.__class__",
                               "__class__.mro",
                               "os.system(1)",
                               "aten.add Tensor",
                               "aten.add\n",
                               "aten.2add",
                               "_operator.call",
                               "_operator.attrgetter",
                               "_operator.__loader__.set_data",
                               "_operator.",
                               "_operator.add.__call__",
                               "math.ceil()"})
        QTest::newRow(target) << target;
}

void TestReproFunction::others() {
    QFETCH(QString, target);
    QVERIFY(!reproFunction(target.toStdString()).has_value());
}

void TestReproFunction::formats() {
    QCOMPARE(reproFormat("torch.channels_last"), std::optional<std::string>("channels_last"));
    QCOMPARE(reproFormat("strided"), std::optional<std::string>("strided"));
    for (const char* text : {"torch.load", "torch.hub.load", "load", "torch.", ""}) QVERIFY(!reproFormat(text).has_value());
}

ETSCOPE_TEST(TestReproFunction)
#include "tst_repro_function.moc"
