// The numeric gap: which call is the first wrong one, what values of another shape are judged by, what calls inherit.
#include <QtTest>
#include <algorithm>
#include <filesystem>

#include "causes/error_limits.h"
#include "gap/gap.h"
#include "gap/inherited.h"
#include "gap/shapes.h"
#include "graph/model_builder.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using gap::GapRow;
using gap::GapTable;
namespace pickled = etscope::test::pickled;

namespace {

const std::string kFixtures = ETSCOPE_SHARED_DIR "/fixtures/";

GapTable gapOf(const std::string& fixture, const std::string& method, const std::string& file = {}, gap::GapOptions options = {}) {
    const std::string folder = kFixtures + fixture + "/";
    const auto session = session::Session::open(
        {folder + "model.etrecord", folder + "model.pte", folder + "run-main.etdp", folder + "run-main.dbg"}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    Diagnostics diagnostics;
    const auto references =
        gap::fileReferences(file.empty() ? folder + "expected/aot-main-" + method + ".npz" : file, diagnostics, {});
    if (!references) qFatal("%s", references.error().message.c_str());
    auto table = gap::numericGap({**session, method}, **references, options, {});
    if (!table) qFatal("%s", table.error().message.c_str());
    return *std::move(table);
}

const GapRow& rowAt(const GapTable& table, std::int64_t instruction) {
    return *std::ranges::find(table.rows, instruction, &GapRow::instruction);
}

class Values : public gap::ReferenceValues {
public:
    std::map<std::string, tensor::Value> values;
    std::optional<tensor::Value> ofNode(const std::string& path) const override {
        const auto hit = values.find(path);
        return hit == values.end() ? std::nullopt : std::optional(hit->second);
    }
    std::optional<tensor::Value> ofHandle(std::int64_t) const override { return std::nullopt; }
    std::vector<std::int64_t> handles() const override { return {}; }
    std::string source() const override { return "values"; }
};

/// a → b → c → d → e, one value each.
struct ChainOfNodes {
    std::shared_ptr<const graph::GraphModel> model;

    explicit ChainOfNodes(ScalarType type = ScalarType::F32) {
        test::ModelBuilder builder;
        builder.shape(type, {2, 4});
        graph::ValueId last = builder.input("x");
        for (const char* name : {"a", "b", "c", "d", "e"}) last = builder.node(name, "aten.relu.default", {last});
        model = builder.finish();
    }
};

GapRow rowOf(std::vector<std::string> nodes, std::optional<double> error) {
    GapRow row;
    row.nodes = std::move(nodes);
    if (!error) return row;
    row.error = *error;
    row.result = tensor::ComparisonResult{};
    row.result->metrics = tensor::Metrics{};
    return row;
}

tensor::Tensor shaped(std::vector<std::int64_t> shape) {
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = std::move(shape);
    return tensor;
}

}  // namespace

class TestGap : public QObject {
    Q_OBJECT
private slots:
    /// A linear is view, addmm and view with one handle: its reference has an axis of size 1 that what the kernel logs lacks.
    void singletonAxesAreAligned() {
        if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
        const GapTable faulty = gapOf("fault_early", "forward");
        const GapRow& healthy = rowAt(faulty, 5);
        QCOMPARE(healthy.state, gap::GapState::Ok);
        QVERIFY(!healthy.diverges && healthy.compared() && healthy.error < 1e-5);
        QCOMPARE(healthy.note.text(), std::string("aligned: the reference is [1,4,24], the run logged [4,24]"));
        QVERIFY(faulty.firstDivergence.has_value());
        QCOMPARE(faulty.rows[*faulty.firstDivergence].instruction, 25);
        QCOMPARE(faulty.rows[*faulty.firstDivergence].gap.size(), std::size_t(1));
        QVERIFY(!gapOf("vlm_portable", "vision_encoder").firstDivergence);
    }

    /// A layer norm gives three values, which files name one by one: "getitem", "aten_native_layer_norm_default_unused_1", ….
    void severalResultsByTheirNames() {
        const std::string file = ETSCOPE_SHARED_DIR "/ref64/vlm_portable/vision_encoder-edge-example.npz";
        if (!std::filesystem::exists(file)) QSKIP("the shared fixtures are not here");
        int norms = 0;
        for (const GapRow& row : gapOf("vlm_portable", "vision_encoder", file, {.metric = "max_abs"}).rows) {
            if (row.runtime != "native_call_native_layer_norm.out") continue;
            ++norms;
            QCOMPARE(row.state, gap::GapState::Ok);
            QCOMPARE(row.gap.size(), std::size_t(3));
            for (const double difference : row.gap) QVERIFY2(difference < 1e-5, row.nodes.front().c_str());
        }
        QCOMPARE(norms, 5);
    }

    /// The same as a list under the node's name, or under its handle; one value alone is none of the three.
    void severalResultsAsAList_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("results");
        QTest::addColumn<QString>("state");
        QTest::newRow("by name") << "aten_native_layer_norm_default" << 3 << "ok";
        QTest::newRow("by handle") << "5" << 3 << "ok";
        QTest::newRow("by handle, as the original writes it") << "(5,)" << 3 << "ok";
        QTest::newRow("more results than were logged") << "aten_native_layer_norm_default" << 4 << "no_runtime_value";
        QTest::newRow("of another node") << "aten_native_layer_norm" << 3 << "no_reference";
    }
    void severalResultsAsAList() {
        if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
        QFETCH(QString, key);
        QFETCH(int, results);
        QFETCH(QString, state);
        const auto norm = pickled::tensor({.numel = 32, .shape = {1, 4, 8}, .strides = {32, 8, 1}});
        const auto mean = pickled::tensor({.numel = 32, .shape = {1, 4, 1}, .strides = {4, 1, 1}});
        std::vector<std::string> values{norm, mean, mean, mean};
        values.resize(static_cast<std::size_t>(results));
        std::string numbers;
        for (int i = 0; i < 32; ++i) numbers += test::floats({0.5F});
        const test::TempDir dir;
        const std::string file = dir.write(
            "values.pt",
            pickled::torchSave(pickled::dict({{pickled::text(key.toStdString()), pickled::tuple(values)}}), {{"0", numbers}}));
        const GapTable table = gapOf("fault_early", "forward", file);
        const auto row = std::ranges::find(table.rows, std::string("native_call_native_layer_norm.out"), &GapRow::runtime);
        QVERIFY(row != table.rows.end());
        QCOMPARE(QString::fromUtf8(gap::gapStateName(row->state).data()), state);
        QCOMPARE(row->gap.size(), std::size_t(state == "ok" ? 3 : 0));
    }

    /// What a run logged says nothing of the run itself; what is no execution logged no method's values.
    void runsThatAreNotCompared() {
        if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
        const std::string folder = kFixtures + "vlm/";
        const auto session = session::Session::open(
            {folder + "model.etrecord", folder + "model.pte", folder + "run-main.etdp", folder + "run-main.dbg"}, {}, {});
        QVERIFY(session);
        const auto references = gap::runReferences({**session, "text_decoder"}, 5, graph::StageId::edge(), {});
        QVERIFY(references);
        const auto codeOf = [&](std::optional<std::size_t> run) {
            const auto table = gap::numericGap({**session, "text_decoder"}, **references, {.run = run}, {});
            return table ? std::string() : table.error().code;
        };
        QCOMPARE(codeOf(5), std::string("run-with-itself"));
        QCOMPARE(codeOf(0), std::string("run-not-execution"));
        QCOMPARE(codeOf(1000), std::string("no-such-run"));
        const auto others = gap::numericGap({**session, "text_decoder"}, **references, {}, {});
        QVERIFY(others && !others->rows.empty());
        for (const GapRow& row : others->rows) QVERIFY(row.run != 5);
    }

    void whatAnotherShapeIsJudgedBy() {
        Values values;
        const compare::ComparableSides sides{shaped({1, 4, 8}), shaped({4, 8})};
        const auto by = [&](const std::vector<std::string>& nodes, const std::string& runtime, bool oneHandle = true) {
            const auto fitting = gap::fittingReference(values, nodes, runtime, oneHandle, sides);
            return fitting ? fitting->by : std::string();
        };
        values.values = {{"aten_addmm_default_1", shaped({4, 8})},
                         {"aten_view_copy_default", shaped({4, 8})},
                         {"aten_view_copy_default_1", shaped({1, 4, 8})}};
        const std::vector<std::string> all{"aten_addmm_default_1", "aten_view_copy_default", "aten_view_copy_default_1"};
        QCOMPARE(by(all, "native_call_addmm.out"), std::string("aten_addmm_default_1"));
        QCOMPARE(by({all[1], all[2]}, "native_call_addmm.out"), std::string("aten_view_copy_default"));
        QCOMPARE(by({all[2]}, "native_call_addmm.out"), std::string("the elements in their order"));
        // Of a delegate, which node an output is can only be guessed when one alone fits.
        QCOMPARE(by(all, "DELEGATE_CALL"), std::string());
        QCOMPARE(by({all[2]}, "DELEGATE_CALL"), std::string());
        const auto other =
            gap::fittingReference(values, {all[2]}, "native_call_addmm.out", true, {shaped({1, 4, 8}), shaped({4, 9})});
        QVERIFY(!other);
        // Rows of several operators: which of them logged the value is not known.
        QCOMPARE(by({all[2]}, "native_call_addmm.out", false), std::string());
        QCOMPARE(by(all, "native_call_addmm.out", false), std::string("aten_addmm_default_1"));
        values.values["aten_addmm_default_2"] = shaped({4, 8});
        QCOMPARE(by({"aten_addmm_default_1", "aten_addmm_default_2"}, "native_call_addmm.out", false), std::string());
    }

    /// What reaches a call that was not compared goes on through it, also between nodes of one call.
    void errorsGoThroughWhatWasNotCompared() {
        const ChainOfNodes chain;
        std::vector<GapRow> rows{rowOf({"a"}, 0.5), rowOf({"b", "c"}, std::nullopt), rowOf({"d"}, std::nullopt), rowOf({"e"}, 0.4)};
        gap::addInherited(*chain.model, rows);
        QCOMPARE(rows[0].inherited, 0.0);
        QCOMPARE(rows[1].inherited, 0.5);
        QCOMPARE(rows[2].inherited, 0.5);
        QCOMPARE(rows[3].inherited, 0.5);
        // A compared call passes on its own error, and inherits nothing from itself.
        rows = {rowOf({"a"}, 0.5), rowOf({"b", "c"}, 0.1), rowOf({"d"}, std::nullopt), rowOf({"e"}, 0.4)};
        gap::addInherited(*chain.model, rows);
        QCOMPARE(rows[1].inherited, 0.5);
        QCOMPARE(rows[3].inherited, 0.1);
    }

    /// What an operator makes of errors within their limits is no fault; of errors beyond, as much is as they are beyond.
    void limitsCarryWhatInputsExplain() {
        const ChainOfNodes chain;
        GapTable table;
        table.sameInputs = true;
        table.rows = {rowOf({"a"}, 1e-7), rowOf({"b"}, 1e-3), rowOf({"c"}, 1e-3), rowOf({"d"}, 0.5), rowOf({"e"}, 0.5)};
        std::vector<causes::RowParts> parts(table.rows.size());
        const std::vector<double> introduced{1e-7, 0, 0, 0.5, 0}, inherited{0, 1e-3, 1e-3, 0, 0.5};
        for (std::size_t r = 0; r < parts.size(); ++r) {
            table.rows[r].value = shaped({4});
            table.rows[r].value->type = ScalarType::F32;
            parts[r].introduced = introduced[r], parts[r].inherited = inherited[r];
            evaluate::Judgement judgement;
            judgement.verdict = evaluate::Verdict::Normal;
            judgement.units = 1, judgement.normal = 8;
            replay::AuditRow audit;
            audit.instruction = static_cast<std::int64_t>(r);
            audit.state = replay::AuditState::Judged;
            audit.results = {judgement};
            parts[r].audit = audit;
        }
        parts[3].audit->results.front() = {.verdict = evaluate::Verdict::NotRounding, .units = 1e6, .normal = 8};
        causes::addLimits(*chain.model, nullptr, table, {}, parts);
        for (std::size_t r = 0; r < 3; ++r) QVERIFY(table.rows[r].error <= *parts[r].limit);
        QVERIFY(table.rows[3].error > *parts[3].limit && table.rows[4].error > *parts[4].limit);
        // An input that is not the reference's explains nothing.
        table.sameInputs = false;
        causes::addLimits(*chain.model, nullptr, table, {}, parts);
        QVERIFY(table.rows[0].error <= *parts[0].limit);
    }

    /// A dump lost the values of b and c: what follows is off by what their type rounds, not by the rounding of f32.
    void lostValuesRoundToTheirType() {
        const auto isExplained = [](ScalarType type) {
            const ChainOfNodes chain(type);
            GapTable table;
            table.sameInputs = true;
            table.rows = {rowOf({"a"}, 0), rowOf({"b"}, std::nullopt), rowOf({"c"}, std::nullopt), rowOf({"d"}, 3e-4)};
            std::vector<causes::RowParts> parts(table.rows.size());
            for (GapRow& row : table.rows) {
                row.value = shaped({4});
                row.value->type = ScalarType::F32;
            }
            table.rows[3].diverges = true;
            replay::AuditRow audit;
            audit.state = replay::AuditState::Judged;
            audit.results = {{.verdict = evaluate::Verdict::Exact}};
            parts[0].audit = audit, parts[0].introduced = 0;
            causes::addLimits(*chain.model, nullptr, table, {}, parts);
            return !parts[3].diverges(table.rows[3]);
        };
        QVERIFY(isExplained(ScalarType::F16) && isExplained(ScalarType::BF16));
        QVERIFY(!isExplained(ScalarType::F32));
    }

    /// No call before was judged either: a value that was read as half is as sure as halves, and no surer.
    void whatWasReadAsHalf() {
        const auto diverges = [](ScalarType type, double error) {
            const ChainOfNodes chain(type);
            GapTable table;
            table.sameInputs = true;
            table.rows = {rowOf({"a"}, std::nullopt), rowOf({"b"}, std::nullopt), rowOf({"c"}, std::nullopt), rowOf({"d"}, error)};
            std::vector<causes::RowParts> parts(table.rows.size());
            for (GapRow& row : table.rows) row.value = shaped({4}), row.value->type = ScalarType::F32;
            table.rows[3].diverges = true;
            causes::addLimits(*chain.model, nullptr, table, {}, parts);
            return parts[3].diverges(table.rows[3]);
        };
        QVERIFY(!diverges(ScalarType::F16, 1e-3) && diverges(ScalarType::F16, 0.1));
        QVERIFY(!diverges(ScalarType::BF16, 1e-2) && diverges(ScalarType::F32, 1e-3));
    }
};

ETSCOPE_TEST(TestGap)
#include "tst_gap.moc"
