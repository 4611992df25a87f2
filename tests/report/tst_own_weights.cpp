// The fixtures about weights (tests/fixtures/weights.py) against what their modules are known to hold: names, sharing, what
// quantising loses, what runs outside delegates.
#include <QFile>
#include <QtTest>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "compare/diff.h"
#include "compare/quantisation.h"
#include "findings/undelegated.h"
#include "gap/gap.h"
#include "inventory/sharing.h"
#include "inventory/summary.h"
#include "join/joins.h"
#include "join/weights.h"
#include "report/documents.h"
#include "support/bytes.h"
#include "support/own_exports.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using Names = std::multiset<std::string>;

namespace {

constexpr join::WeightHolder kConstant = join::WeightHolder::Constant, kDelegate = join::WeightHolder::Delegate;

/// What the record calls each weight that is held so; where several names fit, all of them.
Names namesOf(const std::vector<std::string>& files, join::WeightHolder holder) {
    const auto map = join::weights(*test::openOwn(files), {});
    if (!map) qFatal("%s", map.error().message.c_str());
    Names names;
    for (const join::StoredWeight& weight : (*map)->weights())
        if (weight.usedAs(holder)) names.insert(weight.nameInRecord());
    return names;
}

std::string text(const Names& names) {
    std::string all;
    for (const std::string& name : names) all += name + "; ";
    return all;
}

nlohmann::json fixture(const std::string& name) {
    QFile file(QString::fromStdString(test::ownFile(name + "/fixture.json")));
    if (!file.open(QIODevice::ReadOnly)) qFatal("no fixture");
    return nlohmann::json::parse(file.readAll().toStdString());
}

/// A name of the float model as the edge graph has its integers.
std::string integersOf(const std::string& name) {
    return name.substr(0, name.rfind("weight")) + "parametrizations.weight.original0";
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); }

}  // namespace

Q_DECLARE_METATYPE(Names)

class TestOwnWeights : public QObject {
    Q_OBJECT
private slots:
    void everyWeightIsNamed_data();
    void everyWeightIsNamed();
    void sharing_data();
    void sharing();
    void quantisationLoss_data();
    void quantisationLoss();
    void originalsOfAnArchiveOfArrays();
    void anUnknownRangeClipsNothingKnown();
    void tiedNamesAreUsed();
    void delegatesAreThoseOfTheProgram();
    void differencesOfWeightsInsideDelegates();
    void differencesOfPlansConstants();
    void gapTellsTheRunThatAgrees();
    void copiesWithOtherScales();
    void undelegatedOperators();
};

void TestOwnWeights::everyWeightIsNamed_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("program");
    QTest::addColumn<Names>("constants");
    QTest::addColumn<Names>("inside");
    const std::string tied = "embed_tokens.weight or lm_head.weight";
    const Names layers{"up.weight", "up.bias", "down.weight", "down.bias", "head.weight", "head.bias"};
    const Names hidden{"hidden.weight", "hidden.bias", tied};
    QTest::newRow("tied, delegated") << "tied"
                                     << "model.pte" << Names{tied} << hidden;
    QTest::newRow("tied, portable") << "tied"
                                    << "portable.pte" << hidden << Names{};
    QTest::newRow("one module for two methods") << "specialised"
                                                << "model.pte" << Names{} << layers;
    QTest::newRow("one module, stored twice") << "specialised"
                                              << "apart.pte" << layers << layers;
    QTest::newRow("two layers of an LSTM") << "lstm"
                                           << "model.pte"
                                           << Names{"lstm.weight_ih_l0", "lstm.weight_hh_l0", "lstm.bias_ih_l0", "lstm.bias_hh_l0",
                                                    "lstm.weight_ih_l1", "lstm.weight_hh_l1", "lstm.bias_ih_l1", "lstm.bias_hh_l1",
                                                    "tags.weight",       "tags.bias"}
                                           << Names{};
    QTest::newRow("masks, delegated") << "masked_xnnpack"
                                      << "model.pte" << Names{"embed_tokens.weight", "norm.weight", "norm.bias", "causal_mask"}
                                      << Names{"qkv.weight", "out.weight", "head.weight"};
    const auto quantised = [](const std::string& layer, const char* part, const char* number) {
        return layer + ".weight." + part + " or " + layer + ".parametrizations.weight.original" + number;
    };
    QTest::newRow("fused embedding, 4 and 8 bits")
        << "grouped_xnnpack"
        << "model.pte" << Names{quantised("embed_tokens", "qdata", "0"), quantised("embed_tokens", "scale", "1")}
        << Names{quantised("grouped", "qdata", "0"), quantised("channels", "qdata", "0"), "channels.bias", "plain.weight",
                 "plain.bias"};
}

/// Scalars that the exporter lifts are no weights of the module.
void TestOwnWeights::everyWeightIsNamed() {
    QFETCH(QString, folder);
    QFETCH(QString, program);
    QFETCH(Names, constants);
    QFETCH(Names, inside);
    const std::vector<std::string> files{folder.toStdString() + "/model.etrecord", (folder + "/" + program).toStdString()};
    Names found = namesOf(files, kConstant);
    std::erase_if(found, [](const std::string& name) { return name.starts_with("_lifted_tensor_constant"); });
    QVERIFY2(found == constants, text(found).c_str());
    const Names held = namesOf(files, kDelegate);
    QVERIFY2(std::ranges::includes(held, inside), text(held).c_str());
}

void TestOwnWeights::sharing_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<qulonglong>("saved");
    QTest::addColumn<qulonglong>("wasted");
    constexpr qulonglong kTied = 48 * 16 * 4, kLayers = (64 * 16 + 64 + 16 * 64 + 16 + 48 * 16 + 48) * 4;
    QTest::newRow("one copy for plans, one for a delegate") << "tied/model.pte" << kTied << kTied;
    QTest::newRow("one copy") << "tied/portable.pte" << kTied << 0ULL;
    QTest::newRow("two delegates") << "specialised/model.pte" << kLayers << 0ULL;
    QTest::newRow("a plan and a delegate") << "specialised/apart.pte" << 0ULL << kLayers;
}

void TestOwnWeights::sharing() {
    QFETCH(QString, program);
    QFETCH(qulonglong, saved);
    QFETCH(qulonglong, wasted);
    const auto map = inventory::sharingMap(*test::openOwn({program.toStdString()}), {});
    QVERIFY(map);
    QCOMPARE(static_cast<qulonglong>((*map)->saved), saved);
    QCOMPARE(static_cast<qulonglong>((*map)->wasted), wasted);
    QVERIFY((*map)->overlaps.empty());
}

void TestOwnWeights::quantisationLoss_data() {
    QTest::addColumn<QString>("folder");
    QTest::newRow("weights only") << "grouped";
    QTest::newRow("in a delegate") << "grouped_xnnpack";
}

/// fixture.json has what numpy computed.
void TestOwnWeights::quantisationLoss() {
    QFETCH(QString, folder);
    const std::string name = folder.toStdString();
    const auto session = test::openOwn({name + "/model.etrecord", name + "/model.pte", "grouped/float.pt"});
    const auto rows = compare::quantisation(*session, {});
    QVERIFY(rows);
    const nlohmann::json facts = fixture(name)["quantised"];
    const auto isStated = [](const compare::QuantisationRow& row) { return !row.weight.delegate; };
    QCOMPARE(static_cast<std::size_t>(std::ranges::count_if(rows->rows, isStated)), facts.size());
    for (const auto& [weight, fact] : facts.items()) {
        const auto row = std::ranges::find(rows->rows, integersOf(weight), [](const auto& one) { return one.weight.name; });
        QVERIFY2(row != rows->rows.end(), weight.c_str());
        QCOMPARE(row->original, weight);
        QCOMPARE(row->weight.block, fact["block"].get<std::vector<std::int64_t>>());
        QCOMPARE(row->weight.least.value_or(0), fact["least"].get<double>());
        QCOMPARE(row->weight.greatest.value_or(0), fact["greatest"].get<double>());
        QVERIFY(near(row->all.sqnrDb(), fact["sqnr_db"].get<double>()));
        QVERIFY(near(row->all.maxAbs, fact["max_abs"].get<double>()));
        QVERIFY(near(static_cast<double>(row->all.clipped) / static_cast<double>(row->all.count), fact["clipped"].get<double>()));
    }
}

/// A checkpoint of one weight, as numpy writes it.
void TestOwnWeights::originalsOfAnArchiveOfArrays() {
    const std::string folder = "grouped_xnnpack/";
    const auto rows =
        compare::quantisation(*test::openOwn({folder + "model.etrecord", folder + "model.pte", folder + "channels.npz"}), {});
    QVERIFY(rows);
    std::set<std::string> found;
    for (const compare::QuantisationRow& row : rows->rows)
        if (!row.original.empty()) found.insert(row.weight.name + " " + row.original);
    QCOMPARE(found, std::set<std::string>{integersOf("channels.weight") + " channels.weight"});
}

/// A payload of XNNPACK states no range: how much was clipped is not known, and not nothing.
void TestOwnWeights::anUnknownRangeClipsNothingKnown() {
    const auto session = test::openOwn({"grouped_xnnpack/model.pte", "grouped/float.pt"});
    const auto document = report::quantisationDocument(*session, {}, false, {});
    QVERIFY(document);
    int judged = 0;
    for (const auto& row : (*document)["weights"]) {
        if (row["original"].is_null()) continue;
        ++judged;
        QVERIFY(row["sqnr_db"].is_number());
        QCOMPARE(row["clipped"].is_null(), row["quant_min"].is_null());
    }
    QVERIFY(judged > 0);
}

/// The graph reads lm_head.weight only; the embedding's name for the same tensor costs nothing.
void TestOwnWeights::tiedNamesAreUsed() {
    const auto session = test::openOwn({"tied/model.etrecord"});
    for (const char* method : {"forward", "embed"}) {
        const auto summary = inventory::summary({*session, method}, {});
        QVERIFY(summary && (*summary)->data.unusedParameters);
        QCOMPARE((*summary)->data.unusedParameters->count, std::uint64_t(0));
    }
}

/// The record's decode is lowered, the program's is not.
void TestOwnWeights::delegatesAreThoseOfTheProgram() {
    const auto session = test::openOwn({"specialised/model.etrecord", "specialised/apart.pte"});
    const auto decode = inventory::summary({*session, "decode"}, {}), prefill = inventory::summary({*session, "prefill"}, {});
    QVERIFY(decode && prefill);
    QVERIFY((*decode)->delegates.empty());
    QVERIFY((*prefill)->delegates.size() == 1 && (*prefill)->delegates.front().calls == 1);
}

/// Weights that a delegate had and a plan has now are the same ones; those of another training are others.
void TestOwnWeights::differencesOfWeightsInsideDelegates() {
    using compare::ChangeState;
    using Files = std::vector<std::string>;
    const auto between = [](const Files& left, const Files& right) {
        const auto diff = compare::difference(*test::openOwn(left), *test::openOwn(right), {}, {}, {});
        if (!diff) qFatal("%s", diff.error().message.c_str());
        return *diff;
    };
    const auto differences = [&between](const std::string& left, const std::string& right) { return between({left}, {right}); };
    const auto moved = differences("specialised/model.pte", "specialised/apart.pte");
    QCOMPARE(moved.tensors.size(), std::size_t(6));  // of decode
    QCOMPARE(moved.equalTensors, std::size_t(6));    // of prefill
    for (const compare::ValueChange& one : moved.tensors) {
        QVERIFY(one.state == ChangeState::Moved && one.method == "decode" && !one.name.empty());
        QVERIFY(one.changes.size() == 1 && one.changes.front().field == "role");
    }
    const auto trained = differences("delegated/model.pte", "delegated/other.pte");
    QCOMPARE(trained.equalTensors, std::size_t(0));
    QCOMPARE(trained.tensors.size(), std::size_t(4));
    for (const compare::ValueChange& one : trained.tensors) QVERIFY(one.state == ChangeState::Changed && one.maxAbs);
    // What is shipped differs, whatever the record beside it has.
    const auto shipped =
        between({"delegated/model.etrecord", "delegated/model.pte"}, {"delegated/model.etrecord", "delegated/other.pte"});
    QCOMPARE(shipped.tensors.size(), std::size_t(4));
    for (const compare::ValueChange& one : shipped.tensors) QVERIFY(one.state == ChangeState::Changed);
    QCOMPARE(std::ranges::count(shipped.tensors, std::string("first.weight"), &compare::ValueChange::name), std::ptrdiff_t(1));
    const auto unread = differences("grouped_xnnpack/model.etrecord", "grouped_xnnpack/model.etrecord");
    QVERIFY(unread.empty());
    QVERIFY(std::ranges::all_of(unread.tensors, [](const auto& one) { return one.state == ChangeState::NotCompared; }));
    const auto same = differences("delegated/model.pte", "delegated/model.pte");
    QVERIFY(same.tensors.empty() && same.equalTensors == 4);
}

/// A bundle holds a second copy of its program, of which nothing is told; a constant of a plan that changed is one change, named
/// by the record.
void TestOwnWeights::differencesOfPlansConstants() {
    const std::string from = "causes/state_of_another/";
    const auto alone = test::openOwn({from + "model.etrecord", from + "model.pte"});
    const auto bundled = test::openOwn({from + "model.bpte", from + "model.etrecord", from + "model.pte"});
    for (const auto& [left, right] : {std::pair(alone, bundled), std::pair(bundled, alone)}) {
        const auto same = compare::difference(*left, *right, {}, {}, {});
        QVERIFY(same && same->tensors.empty());
    }
    const test::TempDir folder;
    std::string bytes = *test::readFile(test::ownFile(from + "model.pte"));
    constexpr std::size_t kFirst = 6912;  // of n.weight
    bytes[kFirst + 3] = static_cast<char>(bytes[kFirst + 3] ^ 0x80);
    const auto other = session::Session::open({test::ownFile(from + "model.etrecord"), folder.write("model.pte", bytes)}, {}, {});
    QVERIFY(other);
    const auto diff = compare::difference(*alone, **other, {}, {}, {});
    QVERIFY(diff);
    QCOMPARE(diff->tensors.size(), 1U);
    QCOMPARE(diff->tensors.front().state, compare::ChangeState::Changed);
    QCOMPARE(diff->tensors.front().name, std::string("n.weight"));
}

/// The reference values are those of the second case, which run 2 executed.
void TestOwnWeights::gapTellsTheRunThatAgrees() {
    const std::string folder = "masked/";
    const auto session = test::openOwn({folder + "model.etrecord", folder + "model.pte", folder + "run.etdp", folder + "run.dbg",
                                        folder + "reference-forward.npz"});
    const auto references = gap::sessionReferences({*session, "forward"}, {});
    QVERIFY(references && *references);
    gap::GapOptions options;
    options.tolerance = {1e-3, 1e-5, false};
    const auto first = report::gapDocument({*session, "forward"}, **references, options, {});
    QVERIFY(first && (*first)["run"] == 1 && !(*first)["first_divergence"].is_null());
    const auto note = (*first)["notes"].front().get<std::string>();
    QVERIFY2(note.starts_with("these rows are of run 1; run 2 fits the reference better: 22 rows have its shapes, 0 diverge"),
             note.c_str());
    options.run = 2;
    const auto second = report::gapDocument({*session, "forward"}, **references, options, {});
    QVERIFY(second && (*second)["first_divergence"].is_null() && (*second)["rows"].size() == (*first)["rows"].size());
    for (const auto& one : (*second)["notes"]) QVERIFY(!one.get<std::string>().starts_with("these rows"));
    int infinite = 0;  // the sums of the masks
    for (const auto& row : (*second)["rows"])
        if (row.contains("gap") && row["gap"][0] == "NaN") {
            ++infinite;
            QVERIFY(row["note"].get<std::string>().starts_with("both sides hold the same infinities"));
        }
    QCOMPARE(infinite, 2);
}

/// XNNPACK rounds scales of groups to bfloat16: its copy is listed beside what the record states; an equal copy is not.
void TestOwnWeights::copiesWithOtherScales() {
    const auto session = test::openOwn({"grouped_xnnpack/model.etrecord", "grouped_xnnpack/model.pte"});
    const auto found = compare::quantisation(*session, {});
    QVERIFY(found);
    std::map<std::string, int> copies;  // type → rows inside the delegate
    for (const compare::QuantisationRow& row : found->rows)
        if (row.weight.delegate) ++copies[std::string(scalarTypeName(row.weight.values.type))];
    QCOMPARE(copies, (std::map<std::string, int>{{"quint4x2", 1}}));
    for (const auto& join : join::joins(*test::openOwn({"grouped_xnnpack/model.etrecord", "grouped_xnnpack/run.etdp"}), {}))
        QVERIFY2(join.state != join::JoinState::Mismatched, join.from.c_str());  // embedding_byte is no operator of its graph
}

/// Where a record does not hold the node that a kernel came from, nothing is said about how that came about.
void TestOwnWeights::undelegatedOperators() {
    const auto rows = findings::undelegated({*test::openOwn({"tied/model.etrecord", "tied/model.pte"}), {}}, {});
    QVERIFY(rows && rows->size() == 1);
    QCOMPARE(rows->front().target, std::string("aten.embedding.default"));
    const auto fused =
        findings::undelegated({*test::openOwn({"grouped_xnnpack/model.etrecord", "grouped_xnnpack/model.pte"}), {}}, {});
    QVERIFY(fused && fused->size() == 1);
    QCOMPARE(fused->front().target, std::string("quantized_decomposed::embedding_byte.out"));
    QCOMPARE(fused->front().reason,
             std::string("no node of the edge graph stands behind it; stage edge_after_transform has the operator"));
    const auto none = report::undelegatedDocument(*test::openOwn({"trivial/model.pte"}), {}, {});
    QVERIFY(none && (*none)["operators"].empty());
    QCOMPARE((*none)["notes"].dump(), std::string(R"(["forward has no delegate: all it runs is outside"])"));
    const auto other = findings::undelegated({*test::openOwn({"specialised/model.etrecord", "specialised/apart.pte"}), {}}, {});
    QVERIFY(other && !other->empty());
    for (const auto& row : *other) QCOMPARE(row.reason, std::string("not known: the record is of another export"));
    const std::string masked = "masked_xnnpack/";
    const auto timed = findings::undelegated(
        {*test::openOwn({masked + "model.etrecord", masked + "model.pte", masked + "run.etdp", masked + "run.dbg"}), {}}, {});
    QVERIFY(timed);
    std::set<std::string> targets;
    for (const auto& row : *timed) {
        targets.insert(row.target);
        QVERIFY2(row.share, row.target.c_str());
    }
    QVERIFY(targets.contains("dim_order_ops._to_dim_order_copy.default"));
}

ETSCOPE_TEST(TestOwnWeights)
#include "tst_own_weights.moc"
