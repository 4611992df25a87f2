// The table of remedies: what is applied to which fault, and the lines that come of it.
#include <QtTest>

#include <set>

#include "mend/patch.h"
#include "mend/resources.h"
#include "support/test_case.h"

using namespace etscope;
using causes::Cause;
using mend::Fault;
using mend::Measure;

namespace {

Fault fault(Cause cause, const std::string& op, const std::string& backend = {}) {
    Fault one;
    one.method = "forward";
    one.culprit.cause = cause;
    one.backend = backend;
    one.suspects = {{op, {"node_1", "it's \"quoted\"\\"}, 3}};
    return one;
}

std::vector<std::string> idsOf(const std::vector<Measure>& measures) {
    std::vector<std::string> ids;
    for (const Measure& one : measures) ids.emplace_back(one.remedy->id);
    return ids;
}

std::string patchOf(const Fault& of, const std::string& id, const mend::Lowered& lowered) {
    for (const Measure& one : mend::measuresFor({of}, {true, true}))
        if (one.remedy->id == id) return mend::patchText({one}, lowered, "about");
    return {};
}

}  // namespace

class TestRemedies : public QObject {
    Q_OBJECT
private slots:
    void everyRowIsWhole();
    void everyEquivalentIsThere();
    void ofKernels();
    void ofDelegates();
    void ofOthers();
    void lines();
    void hostileNames();
    void together();
};

/// Ids are told apart, titles are given, parts are files, and each row changes something.
void TestRemedies::everyRowIsWhole() {
    std::set<std::string_view> ids;
    for (const mend::Remedy& row : mend::remedies()) {
        const std::string name(row.id);
        QVERIFY2(ids.insert(row.id).second, name.c_str());
        QVERIFY2(row.title != nullptr && row.causes != 0, name.c_str());
        const QString parts = QString::fromUtf8(row.parts.data(), static_cast<qsizetype>(row.parts.size()));
        for (const QString& part : parts.split(' ', Qt::SkipEmptyParts))
            QVERIFY2(!mend::resource(part.toStdString() + ".py").empty(), name.c_str());
        const bool changes = !row.pass.empty() || !row.wrap.empty() || !row.replace.empty() || !row.add.empty() ||
                             !row.config.empty() || !row.change.empty() || row.freshModules;
        QVERIFY2(changes != (row.id == "as-it-is"), name.c_str());
        QVERIFY2(row.unless.empty() || ids.contains(row.unless), name.c_str());
    }
    QCOMPARE(std::string(mend::remedies().front().id), std::string("as-it-is"));
}

void TestRemedies::everyEquivalentIsThere() {
    QCOMPARE(std::string(mend::equivalentOf("aten.gelu.default")), std::string("gelu"));
    QVERIFY(mend::equivalentOf("aten.nothing.default").empty());
    for (const char* op : {"aten.gelu.default", "aten.pow.Tensor_Scalar", "aten.native_layer_norm.default"}) {
        const std::string text = patchOf(fault(Cause::Kernel, op), "equivalent", {});
        QVERIFY2(text.find("def " + std::string(mend::equivalentOf(op)) + "(") != std::string::npos, text.c_str());
    }
}

void TestRemedies::ofKernels() {
    const auto ids = idsOf(mend::measuresFor({fault(Cause::Kernel, "aten.gelu.default")}, {true, false}));
    const std::vector<std::string> wanted{"as-it-is", "equivalent", "decompose", "cast", "contiguous", "delegate-operator"};
    QCOMPARE(ids, wanted);
    const auto unknown = idsOf(mend::measuresFor({fault(Cause::Kernel, "dim_order_ops._to_dim_order_copy.default")}, {}));
    QCOMPARE(unknown, std::vector<std::string>{"as-it-is"});
}

void TestRemedies::ofDelegates() {
    const auto ids = idsOf(mend::measuresFor({fault(Cause::Delegate, "aten.gelu.default", "XnnpackBackend")}, {true, false}));
    const std::vector<std::string> wanted{"as-it-is",   "keep-operator-out", "keep-nodes-out", "one-delegate-each",
                                          "equivalent", "decompose",         "no-delegates"};
    QCOMPARE(ids, wanted);
    const auto other = idsOf(mend::measuresFor({fault(Cause::Delegate, "aten.gelu.default", "VulkanBackend")}, {true, false}));
    QVERIFY(std::ranges::find(other, "one-delegate-each") == other.end());
}

void TestRemedies::ofOthers() {
    Fault state = fault(Cause::State, "aten.add.Tensor");
    state.culprit.state = {{"cache", 1, 1}};
    const std::vector<std::string> wanted{"as-it-is", "initial-state", "load-anew"};
    QCOMPARE(idsOf(mend::measuresFor({state}, {})), wanted);
    QVERIFY(mend::measuresFor({fault(Cause::Pairing, "aten.add.Tensor")}, {}).empty());
    QVERIFY(mend::measuresFor({}, {}).empty());
}

void TestRemedies::lines() {
    const Fault of = fault(Cause::Delegate, "aten.gelu.default", "XnnpackBackend");
    const mend::Lowered lowered{{"XnnpackBackend"}, false, "exported", {"forward"}};
    const std::string text = patchOf(of, "keep-nodes-out", lowered);
    for (const char* line : {"from executorch.exir.backend.partitioner import Partitioner\n", "class KeepOut(Partitioner):\n",
                             "    found = [XnnpackPartitioner()]\n",
                             R"(KeepOut(inner, nodes={"forward": ["node_1", "it's \"quoted\"\\"]}.get(method, [])))",
                             "    partitioner={\"forward\": export_patch.partitioners(\"forward\")},\n"})
        QVERIFY2(text.find(line) != std::string::npos, text.c_str());
    QVERIFY2(text.find("ExportPass") == std::string::npos, text.c_str());  // nothing that is not needed
    const std::string plan = patchOf(fault(Cause::Lowering, "aten.add.Tensor"), "no-shared-memory", lowered);
    QVERIFY2(plan.find("def executorch_config():\n    return ExecutorchBackendConfig(memory_planning_pass=") != std::string::npos,
             plan.c_str());
    QVERIFY2(plan.find("from executorch.exir.memory_planning import naive\n") != std::string::npos, plan.c_str());
}

/// Names of files never become code.
void TestRemedies::hostileNames() {
    Fault state = fault(Cause::State, "aten.add.Tensor");
    state.culprit.state = {{"a\"\"\"\nimport os\\", 1, 1}};
    const std::string text = patchOf(state, "initial-state", {{}, false, "exported", {"x\"\"\"\n"}});
    QVERIFY2(text.find(R"(InitializedMutableBufferPass(["a\"\"\"\x0Aimport os\\"]))") != std::string::npos, text.c_str());
    QVERIFY2(text.find("\nimport os") == std::string::npos, text.c_str());
    QVERIFY2(text.find(R"({"x\"\"\"\x0A": program})") != std::string::npos, text.c_str());
}

/// Two measures in one patch: each part once, passes in their order.
void TestRemedies::together() {
    std::vector<Measure> chosen;
    for (const char* op : {"aten.gelu.default", "aten.pow.Tensor_Scalar"})
        for (const Measure& one : mend::measuresFor({fault(Cause::Kernel, op)}, {}))
            if (one.remedy->id == "equivalent") chosen.push_back(one);
    QCOMPARE(chosen.size(), std::size_t{2});
    const QString text = QString::fromStdString(mend::patchText(chosen, {}, "about"));
    QCOMPARE(text.count("class Rewrite("), 1);
    QVERIFY2(text.contains("return [Rewrite({edge.aten.gelu.default: gelu}), ScalarToTensorPass(), "
                           "Rewrite({edge.aten.pow.Tensor_Scalar: power}), ScalarToTensorPass()]"),
             qPrintable(text));
    QVERIFY(text.contains("def gelu(") && text.contains("def power(") && !text.contains("def tanh("));
}

ETSCOPE_TEST(TestRemedies)
#include "tst_remedies.moc"
