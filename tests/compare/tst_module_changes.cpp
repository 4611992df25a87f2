// The difference of two exports by modules: sentences, repeated blocks, bytes.
#include <QtTest>
#include <filesystem>
#include <functional>

#include "compare/module_changes.h"
#include "compare/union_graph.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using compare::ModuleChange;
using compare::ModuleChanges;

namespace {

const std::string kFixtures = ETSCOPE_SHARED_DIR "/fixtures/", kOwn = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

ModuleChanges changesOf(const std::string& left, const std::string& right) {
    const auto a = session::Session::open({left}, {}, {}), b = session::Session::open({right}, {}, {});
    if (!a || !b) return {};
    const auto diff = compare::difference(**a, **b, {}, {}, {});
    if (!diff) return {};
    auto changes = compare::moduleChanges(**a, **b, *diff, {});
    return changes ? *std::move(changes) : ModuleChanges{};
}

/// The row of a module in the tree, by the path that it tells of.
const ModuleChange* find(const ModuleChange& row, const std::string& path) {
    if (std::ranges::find(row.paths, path) != row.paths.end()) return &row;
    for (const ModuleChange& child : row.children)
        if (const ModuleChange* found = find(child, path)) return found;
    return nullptr;
}

const ModuleChange* find(const ModuleChanges& changes, const std::string& method, const std::string& path) {
    for (const compare::MethodChange& one : changes.methods)
        if (one.root.title == method) return find(one.root, path);
    return nullptr;
}

bool missing(const std::string& folder) { return !std::filesystem::exists(folder); }

}  // namespace

class TestModuleChanges : public QObject {
    Q_OBJECT
private slots:
    void namesPaths_data();
    void namesPaths();
    void nothingBetweenEqualExports();
    void argumentsOfAnOperator();
    void whatIsRewiredAlone();
    void calibration();
    void allInside();
    void weightsOfALaterStage();
    void aChangedBufferIsOneChange();
    void whereItRuns();
    void quantisedDecoder();
    void bothSidesOfAModule();
    void quantisedConvolutions();
    void removedAndNewModules();
};

void TestModuleChanges::namesPaths_data() {
    QTest::addColumn<std::vector<std::string>>("paths");
    QTest::addColumn<std::string>("text");
    using Paths = std::vector<std::string>;
    QTest::newRow("one") << Paths{"layers.0"} << std::string("layers.0");
    QTest::newRow("two") << Paths{"layers.0", "layers.1"} << std::string("layers.0, 1");
    QTest::newRow("many") << Paths{"layers.0", "layers.1", "layers.2"} << std::string("layers.0 … 2");
    QTest::newRow("a gap") << Paths{"layers.0", "layers.2", "layers.3", "layers.4"} << std::string("layers.0, 2 … 4");
    QTest::newRow("two places") << Paths{"a.0", "b.1"} << std::string("a.0, b.1");
    QTest::newRow("names") << Paths{"norm", "output"} << std::string("norm, output");
    QTest::newRow("beyond numbers") << Paths{"a.99999999999999999999", "a.1"} << std::string("a.99999999999999999999, a.1");
}

void TestModuleChanges::namesPaths() {
    QFETCH(const std::vector<std::string>, paths);
    QFETCH(const std::string, text);
    QCOMPARE(compare::pathsText(paths), text);
}

void TestModuleChanges::nothingBetweenEqualExports() {
    ModuleChanges changes = changesOf(kOwn + "vlm", kOwn + "vlm");
    QVERIFY(changes.methods.empty());
    std::ranges::sort(changes.same);
    QCOMPARE(changes.same, (std::vector<std::string>{"text_decoder", "token_embedding", "vision_encoder"}));
    QVERIFY(changes.untold.empty());
}

/// The same operator with another number is another one, and no node is new for it.
void TestModuleChanges::argumentsOfAnOperator() {
    const test::TempDir folder;
    const auto record = [&folder](const char* name, const char* alpha) {
        test::ProgramSpec spec;
        const std::string other = R"({"name":"other","arg":{"as_tensor":{"name":"p_w"}}})";
        spec.nodes = "[" +
                     test::replaced(test::addNode("aten_add_tensor", "x", "p_w", R"("1")"), other,
                                    other + R"(,{"name":"alpha","arg":{"as_int":)" + alpha + "}}") +
                     "]";
        test::RecordBuilder builder;
        builder.program(std::string(test::kEdgeForward), test::programJson(spec));
        return folder.write(name, builder.bytes());
    };
    const std::string one = record("one.etrecord", "1");
    const ModuleChanges changes = changesOf(one, record("two.etrecord", "2"));
    QCOMPARE(changes.methods.size(), std::size_t{1});
    const ModuleChange& root = changes.methods.front().root;
    QVERIFY(root.state == compare::ChangeState::Changed);
    QCOMPARE(root.sentence, std::string("add, argument alpha: 1 → 2"));
    QCOMPARE(changesOf(one, one).methods.size(), std::size_t{0});
}

/// A module around one whose operator takes another value, and that computes nothing itself, says what is inside.
void TestModuleChanges::whatIsRewiredAlone() {
    const test::TempDir folder;
    const auto record = [&folder](const char* name, const std::string& taken) {
        const auto inModule = [](const std::string& node, const std::string& module) {
            return test::replaced(node, "L__self__,,demo.Add",
                                  "L__self__,,demo.Model;L__self___layers_0,layers.0,demo.Layer;L__self___" + module +
                                      ",layers.0." + module + ",demo.Leaf");
        };
        test::ProgramSpec spec;
        spec.nodes = "[" + inModule(test::addNode("aten_add_tensor", "x", "p_w", R"("1")"), "a") + "," +
                     inModule(test::addNode("aten_add_tensor_1", taken, "p_w", R"("2")"), "b") + "]";
        spec.tensorValues = R"({"p_w":)" + test::tensorMeta() + R"(,"x":)" + test::tensorMeta() + R"(,"aten_add_tensor":)" +
                            test::tensorMeta() + R"(,"aten_add_tensor_1":)" + test::tensorMeta() + "}";
        test::RecordBuilder builder;
        builder.program(std::string(test::kEdgeForward), test::programJson(spec));
        return folder.write(name, builder.bytes());
    };
    const ModuleChanges changes = changesOf(record("one.etrecord", "aten_add_tensor"), record("two.etrecord", "x"));
    QCOMPARE(changes.methods.size(), std::size_t{1});
    const ModuleChange *inner = find(changes, "forward", "layers.0.b"), *around = find(changes, "forward", "layers.0");
    QVERIFY(inner != nullptr && around != nullptr);
    QCOMPARE(inner->sentence, std::string("the same operators with the same arguments, around them other nodes"));
    QCOMPARE(around->sentence, std::string("1 module of the same operators, around them other nodes"));
    QCOMPARE(changes.methods.front().root.sentence, around->sentence);
}

/// Scales and zero points are others in every export of a quantised model: that is said, and their numbers only where there is one.
void TestModuleChanges::calibration() {
    if (missing(kFixtures + "quant_cnn") || missing(kFixtures + "quant_cnn_portable")) QSKIP("no shared fixtures");
    const ModuleChanges changes = changesOf(kFixtures + "quant_cnn", kFixtures + "quant_cnn_portable");
    const ModuleChange* activation = find(changes, "forward", "stem.2");
    QVERIFY(activation != nullptr);
    QCOMPARE(activation->sentence, std::string("no longer in XnnpackBackend; with other scales and zero points"));
    const std::string& all = changes.methods.front().root.sentence;
    QVERIFY2(all.find("argument scale") == std::string::npos && all.find("0.0") == std::string::npos, all.c_str());
    QVERIFY2(all.find("ReLU6 with other scales and zero points") != std::string::npos, all.c_str());
}

/// Of a method everything, of a module it and what is in it, of one that has nothing inside it alone.
void TestModuleChanges::allInside() {
    const auto session = session::Session::open({kOwn + "vlm"}, {}, {});
    QVERIFY(session);
    const auto facts = compare::methodFacts({**session, "text_decoder"}, graph::StageId::edge(), {});
    QVERIFY(facts);
    const compare::ModuleFacts all = compare::factsInside(*facts, ""), layer = compare::factsInside(*facts, "layers.0"),
                               norm = compare::factsInside(*facts, "layers.0.attention_norm");
    std::size_t nodes = 0, operators = 0;
    std::set<std::int64_t> delegates;
    for (const auto& [path, one] : facts->modules) {
        nodes += one.nodes.size();
        operators += one.operators.size();
        for (const auto& [backend, numbers] : one.runs) delegates.insert(numbers.begin(), numbers.end());
    }
    QCOMPARE(all.nodes.size(), nodes);
    QCOMPARE(all.operators.size(), operators);
    QVERIFY(std::ranges::is_sorted(all.operators));
    QCOMPARE(all.runs.at("XnnpackBackend"), delegates);
    QVERIFY(delegates.size() > 4 && all.kernels && all.bytes);
    QVERIFY(layer.nodes.size() < all.nodes.size() && layer.nodes.size() > norm.nodes.size());
    QCOMPARE(norm.nodes, facts->modules.at("layers.0.attention_norm").nodes);
    QCOMPARE(norm.type, facts->modules.at("layers.0.attention_norm").type);
    QVERIFY(compare::factsInside(*facts, "layers").nodes.size() >= layer.nodes.size());
    QVERIFY(compare::factsInside(*facts, "layer").nodes.empty());  // a part of a name is no module
}

/// The exported program has the same weight on both sides, the edge program another in one element.
void TestModuleChanges::weightsOfALaterStage() {
    const test::TempDir folder;
    const auto record = [&folder](const char* name, float last) {
        auto builder = test::RecordBuilder::empty();
        builder.set("ETRECORD_V0", "").program("exported_program").program(std::string(test::kEdgeForward));
        builder.set("debug_handle_map", R"({"forward": {"0": 1}})").set("delegate_map", R"({"forward": {}})");
        const auto weight = test::pickled::parameter({.numel = 3, .shape = {1, 3}, .strides = {3, 1}});
        builder.set(std::string(test::kEdgeForward) + "_state_dict",
                    test::pickled::torchSave(test::pickled::dict({{test::pickled::text("w"), weight}}),
                                             {{"0", test::floats({0.5F, 1.0F, last})}}));
        return *session::Session::open({folder.write(name, builder.bytes())}, {}, {});
    };
    const auto same = record("same.etrecord", 1.5F), other = record("other.etrecord", 1.75F);
    const auto diff = compare::difference(*same, *other, {}, {}, {});
    QVERIFY(diff);
    QCOMPARE(diff->equalTensors, std::size_t{0});
    QCOMPARE(diff->tensors.size(), std::size_t{1});
    QCOMPARE(diff->tensors.front().name, std::string("w"));
    QCOMPARE(diff->tensors.front().changes.front().field, std::string("content at edge"));
    QCOMPARE(diff->tensors.front().maxAbs, std::optional<double>(0.25));
    const auto equal = compare::difference(*same, *same, {}, {}, {});
    QVERIFY(equal && equal->tensors.empty());
    QCOMPARE(equal->equalTensors, std::size_t{1});
}

void TestModuleChanges::whereItRuns() {
    const ModuleChanges changes = changesOf(kOwn + "masked", kOwn + "masked_xnnpack");
    const ModuleChange* out = find(changes, "forward", "out");
    QVERIFY(out != nullptr);
    QCOMPARE(out->sentence, std::string("mm became linear; now in XnnpackBackend 3"));
    QCOMPARE(out->bytesLeft, std::optional<std::uint64_t>(1024));
    QCOMPARE(out->bytesRight, std::optional<std::uint64_t>(1024));
}

void TestModuleChanges::quantisedDecoder() {
    if (missing(kFixtures + "vlm_portable") || missing(kFixtures + "vlm")) QSKIP("no shared fixtures");
    const ModuleChanges changes = changesOf(kFixtures + "vlm_portable", kFixtures + "vlm");
    const ModuleChange* weight = find(changes, "text_decoder", "layers.0.feed_forward.w2");
    QVERIFY(weight != nullptr);
    QCOMPARE(weight->sentence,
             std::string("f32 → int4 in groups of 32; input int8 per token; mm became linear; now in XnnpackBackend 18"));
    QCOMPARE(weight->bytesLeft, std::optional<std::uint64_t>(64 * 32 * 4));
    QVERIFY(weight->state == compare::ChangeState::Changed);
    const ModuleChange* around = find(changes, "text_decoder", "layers.0.attention");
    QVERIFY(around != nullptr);
    QVERIFY2(around->sentence.starts_with("4 Linear f32 → int4 per channel; "), around->sentence.c_str());
    const ModuleChange* blocks = find(changes, "vision_encoder", "encoder.1");
    QVERIFY(blocks != nullptr);
    QCOMPARE(blocks->title, std::string("encoder.0, 1"));
    QVERIFY(!blocks->odd);
}

/// The nodes of the right side in their order, those that are gone among them; wired as they were.
void TestModuleChanges::bothSidesOfAModule() {
    if (missing(kFixtures + "vlm_portable") || missing(kFixtures + "vlm")) QSKIP("no shared fixtures");
    const auto a = session::Session::open({kFixtures + "vlm_portable"}, {}, {}),
               b = session::Session::open({kFixtures + "vlm"}, {}, {});
    const auto diff = compare::difference(**a, **b, {}, {}, {});
    const auto changes = compare::moduleChanges(**a, **b, *diff, {});
    const auto method = std::ranges::find(changes->methods, "text_decoder", [](const auto& one) { return one.root.title; });
    const auto stage = std::ranges::find_if(
        diff->stages, [&](const compare::StageDiff& one) { return one.method == "text_decoder" && one.stage == method->stage; });
    const auto both = compare::unionGraph(*method, *stage, "layers.0.attention.wq", 80);
    QVERIFY(both);
    QCOMPARE(both->count(compare::ChangeState::Added), std::size_t{5});
    QCOMPARE(both->count(compare::ChangeState::Removed), std::size_t{4});
    QCOMPARE(both->model->nodeCount(), std::size_t{9});
    const graph::NodeId product = both->model->findNode("aten_mm_default"), linear = both->model->findNode("aten_linear_default");
    QVERIFY(product.valid() && linear.valid());
    QVERIFY(!both->right[product.index()].valid() && both->left[product.index()].valid());
    const graph::DataFlow flow(*both->model);
    const auto taken = flow.inputs(product);
    QCOMPARE(taken.size(), std::size_t{2});
    for (const graph::ValueId value : taken) QVERIFY(both->model->value(value).producer.valid());  // the removed views
    std::size_t weights = 0;
    for (const graph::GraphInput& input : both->model->top().inputs) weights += input.kind == graph::InputKind::Parameter ? 1U : 0U;
    QCOMPARE(weights, std::size_t{4});  // before; after with scales and zero points
    // Each side alone, wired as it is there.
    const auto before = compare::unionGraph(*method, *stage, "layers.0.attention.wq", 80, compare::UnionSides::Before),
               after = compare::unionGraph(*method, *stage, "layers.0.attention.wq", 80, compare::UnionSides::After);
    QVERIFY(before && after);
    QCOMPARE(before->model->nodeCount(), std::size_t{4});
    QCOMPARE(before->count(compare::ChangeState::Removed), std::size_t{4});
    QCOMPARE(after->model->nodeCount(), std::size_t{5});
    QCOMPARE(after->count(compare::ChangeState::Added), std::size_t{5});
    const graph::DataFlow then(*before->model);
    for (const graph::ValueId value : then.inputs(before->model->findNode("aten_mm_default")))
        QVERIFY(before->model->value(value).producer.valid());
    QVERIFY(!after->model->findNode("aten_mm_default").valid());
    const auto whole = compare::unionGraph(*method, *stage, "", 80);
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, std::string("limit-exceeded"));
}

void TestModuleChanges::quantisedConvolutions() {
    if (missing(kFixtures + "cnn_portable") || missing(kFixtures + "quant_cnn")) QSKIP("no shared fixtures");
    const ModuleChanges changes = changesOf(kFixtures + "cnn_portable", kFixtures + "quant_cnn");
    const ModuleChange* head = find(changes, "forward", "classifier");
    QVERIFY(head != nullptr);
    QVERIFY2(head->sentence.starts_with("f32 → int8 per channel; "), head->sentence.c_str());
    const ModuleChange* norm = find(changes, "forward", "stem.1");
    QVERIFY(norm != nullptr);
    QCOMPARE(norm->sentence, std::string("BatchNorm2d, no longer there"));
    QVERIFY(norm->state == compare::ChangeState::Removed);
}

void TestModuleChanges::removedAndNewModules() {
    if (missing(kFixtures + "quant_weight_only") || missing(kFixtures + "quant_8da4w")) QSKIP("no shared fixtures");
    const ModuleChanges changes = changesOf(kFixtures + "quant_weight_only", kFixtures + "quant_8da4w");
    const ModuleChange* fresh = find(changes, "forward", "seq.1");
    QVERIFY(fresh != nullptr);
    QCOMPARE(fresh->sentence, std::string("Linear, new"));
    QVERIFY(!fresh->odd);  // no block is there of which most would be alike
    QVERIFY(!find(changes, "forward", "mlp")->bytesRight);
}

/// The program's copy of it is no second one, whichever bytes it has there; who reads it is told beside its size.
void TestModuleChanges::aChangedBufferIsOneChange() {
    const std::string folder = kOwn + "changed_buffer/";
    const auto a = session::Session::open({folder + "before"}, {}, {}), b = session::Session::open({folder + "after"}, {}, {});
    QVERIFY(a && b);
    const auto diff = compare::difference(**a, **b, {}, {}, {});
    QVERIFY(diff);
    QCOMPARE(diff->tensors.size(), std::size_t{1});
    QCOMPARE(diff->tensors.front().name, std::string("scale"));
    QVERIFY(diff->tensors.front().state == compare::ChangeState::Changed);
    QCOMPARE(diff->tensors.front().maxAbs.value_or(0), 8.0);
    const ModuleChanges changes = changesOf(folder + "before", folder + "after");
    const ModuleChange* block = find(changes, "forward", "blocks.0");
    QVERIFY(block != nullptr);
    QCOMPARE(block->sentence, std::string("scale has other values, max |d| 8, 32 B read by blocks.0, blocks.1, blocks.2"));
    QVERIFY(find(changes, "forward", "blocks.1") == nullptr);
}

ETSCOPE_TEST(TestModuleChanges)
#include "tst_module_changes.moc"
