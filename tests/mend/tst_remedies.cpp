// The table of remedies: what is applied to which fault, and the lines that come of it.
#include <QtTest>

#include <set>

#include "lowering/partitioners.h"
#include "mend/fault.h"
#include "mend/patch.h"
#include "mend/resources.h"
#include "mend/trial.h"
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
    one.suspects = {{op, {"node_1", "it's \"quoted\"\\"}, {3, 2, 4, {"layers.0"}, 5}}};
    return one;
}

std::vector<std::string> idsOf(const std::vector<Measure>& measures) {
    std::vector<std::string> ids;
    for (const Measure& one : measures) ids.emplace_back(one.remedy->id);
    return ids;
}

const mend::Surroundings kAround{{"XnnpackBackend", "OpenvinoBackend"}, true, true, {{"aten.linear.default", 2}}};

std::string patchOf(const Fault& of, const std::string& id, const mend::Lowered& lowered) {
    for (const Measure& one : mend::measuresFor({of}, kAround))
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
    void notHere();
    void everyPatchIsWhole();
    void lines();
    void hostileNames();
    void namesOfCode();
    void namesOfTrials();
    void together();
    void countsOfSeveralFaults();
    void partitionersOfAll();
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
                             !row.config.empty() || !row.change.empty() || !row.edge.empty() || !row.after.empty() ||
                             row.freshModules;
        QVERIFY2(changes != (row.id == "as-it-is" || row.notHere != nullptr),
                 name.c_str());  // nothing is offered of what cannot be tried
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
    const auto ids = idsOf(mend::measuresFor({fault(Cause::Kernel, "aten.gelu.default")}, {{"XnnpackBackend"}}));
    const std::vector<std::string> wanted{
        "as-it-is",        "equivalent",          "decompose",           "cast", "contiguous", "delegate-operator",
        "portable-kernel", "keep-memory-formats", "channels-last-inside"};
    QCOMPARE(ids, wanted);
    const auto none = idsOf(mend::measuresFor({fault(Cause::Kernel, "aten.gelu.default")}, {}));
    QVERIFY(std::ranges::find(none, "delegate-operator") == none.end());  // the runtime has no such backend
    const auto sums = idsOf(mend::measuresFor({fault(Cause::Kernel, "aten.cumsum.default")}, {}));
    QVERIFY(std::ranges::find(sums, "accumulate") != sums.end());
    QVERIFY(std::ranges::find(sums, "portable-kernel") == sums.end());  // it runs by the portable one
    const auto unknown = idsOf(mend::measuresFor({fault(Cause::Kernel, "dim_order_ops._to_dim_order_copy.default")}, {}));
    const std::vector<std::string> few{"as-it-is", "keep-memory-formats", "channels-last-inside"};
    QCOMPARE(unknown, few);
}

void TestRemedies::ofDelegates() {
    const auto ids = idsOf(mend::measuresFor({fault(Cause::Delegate, "aten.linear.default", "XnnpackBackend")},
                                             {{"XnnpackBackend", "OpenvinoBackend"}}));
    const std::vector<std::string> wanted{"as-it-is",
                                          "keep-operator-out",
                                          "keep-nodes-out",
                                          "keep-like-out",
                                          "leave-out-norm-fusion",
                                          "leave-out-activation-fusion",
                                          "one-delegate-each",
                                          "keep-pattern-out",
                                          "weights-as-values",
                                          "equivalent",
                                          "decompose",
                                          "decompose-first",
                                          "no-delegates",
                                          "openvino"};
    QCOMPARE(ids, wanted);
    const auto other = idsOf(mend::measuresFor({fault(Cause::Delegate, "aten.gelu.default", "VulkanBackend")}, kAround));
    for (const char* id : {"one-delegate-each", "leave-out-norm-fusion", "only-float", "openvino"})
        QVERIFY2(std::ranges::find(other, id) == other.end(), id);
}

void TestRemedies::ofOthers() {
    Fault state = fault(Cause::State, "aten.add.Tensor");
    state.culprit.state = {{"cache", 1, 1}};
    const std::vector<std::string> wanted{"as-it-is", "initial-state", "load-anew", "reset-method", "state-as-input"};
    QCOMPARE(idsOf(mend::measuresFor({state}, {})), wanted);
    const std::vector<std::string> rounded{"as-it-is",        "operator-in-float", "observe-again", "observe-most",
                                           "observe-in-runs", "sixteen-bits",      "in-float",      "per-channel"};
    QCOMPARE(idsOf(mend::measuresFor({fault(Cause::Quantisation, "aten.add.Tensor")}, kAround)), rounded);
    const auto half = idsOf(mend::measuresFor({fault(Cause::Precision, "aten.sum.dim_IntList")}, kAround));
    for (const char* id : {"cast", "cast-modules", "cast-halves", "accumulate", "portable-kernel"})
        QVERIFY2(std::ranges::find(half, id) != half.end(), id);
    QVERIFY(mend::measuresFor({fault(Cause::Pairing, "aten.add.Tensor")}, {}).empty());
    QVERIFY(mend::measuresFor({}, {}).empty());
}

/// What cannot be tried here is told of with why, and gives no line.
void TestRemedies::notHere() {
    for (const Measure& one : mend::measuresFor({fault(Cause::Kernel, "aten.gelu.default")}, kAround)) {
        QCOMPARE(one.notHere().empty(), one.remedy->id != "portable-kernel");
        if (!one.notHere().empty())
            QVERIFY2(one.notHere().text().find("of gelu alone") != std::string::npos, one.notHere().text().c_str());
    }
}

/// Each row's lines are whole: nothing of the table's own words is left in them, and what they name is there.
void TestRemedies::everyPatchIsWhole() {
    const mend::Lowered lowered{{"XnnpackBackend"}, false, "exported", {"forward"}};
    std::set<std::string> seen;
    for (const Cause cause :
         {Cause::Kernel, Cause::Delegate, Cause::Lowering, Cause::Precision, Cause::Quantisation, Cause::Layout, Cause::State})
        for (const char* backend : {"", "XnnpackBackend"})
            for (const char* op : {"aten.linear.default", "aten.gelu.default", "aten.sum.dim_IntList"}) {
                Fault of = fault(cause, op, backend);
                of.culprit.state = {{"cache", 1, 1}};
                of.suspects.push_back({"aten.add.Tensor", {"node_3"}, {1, 1, 1}});
                for (const Measure& one : mend::measuresFor({of}, kAround)) {
                    if (one.remedy->notHere != nullptr) continue;
                    const std::string text = mend::patchText({one}, lowered, "about"), id(one.remedy->id);
                    seen.insert(id);
                    for (const char* left : {"{op}", "{nodes}", "{function}", "{sum}", "{buffers}", "{modules}", "{partitioners}"})
                        QVERIFY2(text.find(left) == std::string::npos, text.c_str());
                    if (one.remedy->pass.find("{sum}") != std::string_view::npos)
                        QVERIFY2(text.find("def " + one.sum + "(") != std::string::npos, text.c_str());
                }
            }
    for (const mend::Remedy& row : mend::remedies())
        if (row.notHere == nullptr && row.id != "core-ml")
            QVERIFY2(seen.contains(std::string(row.id)), std::string(row.id).c_str());
    const std::string first = patchOf(fault(Cause::Delegate, "aten.gelu.default", "XnnpackBackend"), "decompose-first", lowered);
    QVERIFY2(
        first.find("def after_lowering(manager):\n    for one in [XnnpackPartitioner()]:\n        manager = ") != std::string::npos,
        first.c_str());
    QVERIFY2(first.find("def partitioners") == std::string::npos, first.c_str());
    QVERIFY2(first.find("lowered = export_patch.after_lowering(lowered)\n") != std::string::npos, first.c_str());
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
/// What becomes code is a name with dots; words of the lines that stand in a name stay as they are.
void TestRemedies::namesOfCode() {
    const std::string edge = "executorch.exir.dialects.edge.ops.";
    QCOMPARE(mend::edgeOperator(edge + "aten.gelu.default"), std::string("aten.gelu.default"));
    for (const char* name :
         {"aten.{op}\" + str(open(\"x\")) + \".default", "aten.gelu.default)", "aten..default", ".aten", "aten.", "", "a b"})
        QVERIFY2(mend::edgeOperator(edge + name).empty(), name);
    QVERIFY(mend::edgeOperator("torch.ops.aten.gelu.default").empty());
    Fault state = fault(Cause::State, "aten.add.Tensor");
    state.culprit.state = {{"{op}{name}{buffers}", 1, 1}};
    const std::string text = patchOf(state, "initial-state", {});
    QVERIFY2(text.find(R"(InitializedMutableBufferPass(["{op}{name}{buffers}"]))") != std::string::npos, text.c_str());
}

/// Two trials have two folders, whatever is cut of their names or has no place in one.
void TestRemedies::namesOfTrials() {
    const auto named = [](const std::string& subject) {
        mend::Trial trial;
        Measure measure = mend::measuresFor({fault(Cause::Kernel, "aten.gelu.default")}, {}).front();
        measure.subject = subject;
        trial.measures = {measure};
        return trial.name();
    };
    QCOMPARE(named("gelu"), std::string("as-it-is-gelu"));
    QVERIFY(named("a b") != named("a/b") && named(std::string(200, 'a')) != named(std::string(201, 'a')));
    QVERIFY(named("../../etc").find('/') == std::string::npos && named(std::string(500, 'a')).size() < 160);
}

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

/// Of each operator what is about all of its suspicious nodes counts once in a method, and those of methods add up.
void TestRemedies::countsOfSeveralFaults() {
    std::vector<Fault> faults{fault(Cause::Kernel, "aten.gelu.default"), fault(Cause::Kernel, "aten.gelu.default")};
    faults.back().suspects.front().nodes = {"node_2"};
    const auto one = mend::suspectsOf(faults);
    QCOMPARE(one.size(), std::size_t{1});
    QCOMPARE(one.front().nodes.size(), std::size_t{3});
    QCOMPARE(one.front().counts.all, std::size_t{3});
    QCOMPARE(one.front().counts.around, std::size_t{4});
    faults.back().method = "decode";
    faults.back().suspects.front().counts = {10, 5, 6, {"layers.0", "layers.1"}, 7};
    const auto two = mend::suspectsOf(faults);
    QCOMPARE(two.size(), std::size_t{1});
    QCOMPARE(two.front().counts.all, std::size_t{13});
    QCOMPARE(two.front().counts.like, std::size_t{7});
    QCOMPARE(two.front().counts.around, std::size_t{10});
    QCOMPARE(two.front().counts.inModules, std::size_t{12});
    QCOMPARE(two.front().counts.modules, (std::vector<std::string>{"layers.0", "layers.1"}));
}

/// What is made is imported, with what it needs.
void TestRemedies::partitionersOfAll() {
    for (const lowering::Partitioner& one : lowering::partitioners()) {
        const mend::Lowered lowered{{std::string(one.backend)}, false, "exported", {"forward"}};
        const std::string text = mend::patchText({}, lowered, "about");
        for (const std::string& part : {one.import() + "\n", "return [" + std::string(one.made) + "]", std::string(one.further)})
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        QVERIFY(one.made.starts_with(one.name));
        QCOMPARE(lowering::partitionerOf(one.backend), &one);
    }
    QVERIFY(lowering::partitionerOf("NoBackend") == nullptr);
}

ETSCOPE_TEST(TestRemedies)
#include "tst_remedies.moc"
