// What names of a record become.
#include <QtTest>

#include "slim/names.h"
#include "support/test_case.h"

using etscope::slim::Names;

class TestSlimNames : public QObject {
    Q_OBJECT
private slots:
    void pathsKeepTheirNumbers() {
        Names names;
        QCOMPARE(names.modulePath("layers.0.attn"), std::string("m0.0.m1"));
        QCOMPARE(names.modulePath("layers.1.attn"), std::string("m0.1.m1"));
        QCOMPARE(names.parameter("layers.1.attn.weight"), std::string("m0.1.m1.p0"));
        QCOMPARE(names.parameter("weight"), std::string("p0"));
        QCOMPARE(names.modulePath(""), std::string());
        QCOMPARE(names.parameter(""), std::string());
    }
    void typesOfTorchStay() {
        Names names;
        QCOMPARE(names.typeName("torch.nn.modules.linear.Linear"), std::string("torch.nn.modules.linear.Linear"));
        QCOMPARE(names.typeName("model.Block"), std::string("user.C0"));
        QCOMPARE(names.typeName("model.Block"), std::string("user.C0"));
    }
    void inputsAreNamedByWhatTheyStandFor() {
        Names names;
        names.addTaken("p_p0");
        names.addInput("p_secret_weight", "secret.weight");
        names.addInput("p_weight", "weight");
        names.addInput("secret_prompt", "");
        QCOMPARE(names.value("p_secret_weight"), std::string("p_m0_p0"));
        QCOMPARE(names.value("p_weight"), std::string("p_p0_1"));  // the other is a node
        QCOMPARE(names.value("secret_prompt"), std::string("input_0"));
        QCOMPARE(names.value("add"), std::string("add"));
    }
    void moduleStacks() {
        Names names;
        QCOMPARE(names.moduleStack("L__self__,,model.Net;L__self___layers_0,L['self'].layers.0,torch.nn.modules.linear.Linear"),
                 std::string("L__self__,,user.C0;L__self___m0_0,L['self'].m0.0,torch.nn.modules.linear.Linear"));
        QCOMPARE(names.moduleStack("layers.0@1,layers.0,model.Net"), std::string("m0.0@1,m0.0,user.C0"));
        QVERIFY(names.moduleStack("secret").find("secret") == std::string::npos);
    }
    void sources() {
        Names names;
        names.addTaken("linear");
        names.addInput("prompt", "");
        QCOMPARE(names.source("linear"), std::string("linear"));
        QCOMPARE(names.source("prompt"), std::string("input_0"));
        QCOMPARE(names.source("aten.add.Tensor"), std::string("aten.add.Tensor"));
        QCOMPARE(names.source("secret_block"), std::string("x0"));
        QCOMPARE(names.sourceFunctions("linear,torch.nn.modules.linear.Linear"),
                 std::string("linear,torch.nn.modules.linear.Linear"));
    }
};

ETSCOPE_TEST(TestSlimNames)
#include "tst_slim_names.moc"
