#include <QTest>
#include <map>

#include "samples.h"
#include "support/test_case.h"
#include "tensor/comparison.h"
#include "tensor/npy.h"
#include "tensor/told_metrics.h"
#include "tensor/views.h"

using namespace etscope;
using namespace etscope::tensor;

namespace {

struct Pair {
    Tensor reference, runtime;
    test::Json judgements;
};

Pair pairNamed(const std::string& name) {
    const auto bytes = test::source("comparisons.bin");
    for (const test::Json& row : test::document("comparisons.json"))
        if (row["name"] == name)
            return {test::described(row["reference"], bytes), test::described(row["runtime"], bytes), row["judgements"]};
    qFatal("no pair %s", name.c_str());
}

Tolerance toleranceOf(const test::Json& row) { return {row["rtol"], row["atol"], row["equal_nan"]}; }

void verifyMetrics(const Metrics& m, const test::Json& expected) {
    for (const MetricColumn& column : metricColumns()) {
        const std::string name(column.name);
        if (!expected.contains(name)) continue;
        const auto value = column.value(m);
        const bool equal = expected[name].is_null() ? !value : value && test::close(*value, test::number(expected[name]), 1e-9);
        QVERIFY2(equal, (name + ": " + std::to_string(value.value_or(-1)) + ", not " + expected[name].dump()).c_str());
    }
}

void verifyJudgement(const ComparisonResult& result, const test::Json& expected) {
    QVERIFY(result.metrics.has_value());
    verifyMetrics(*result.metrics, expected["metrics"]);
    QCOMPARE(result.state, result.metrics->mismatched == 0 ? ComparisonState::Match : ComparisonState::Differ);
    std::vector<std::uint64_t> worst;
    for (const Difference& d : result.worst) worst.push_back(d.index);
    QCOMPARE(worst, expected["worst"].get<std::vector<std::uint64_t>>());
    if (!expected["first"].is_null()) QCOMPARE(result.first.value().index, expected["first"].get<std::uint64_t>());
}

}  // namespace

class TestComparison : public QObject {
    Q_OBJECT
private slots:
    void metricsAsNumpySays_data() {
        QTest::addColumn<QString>("name");
        for (const test::Json& row : test::document("comparisons.json")) {
            const auto name = row["name"].get<std::string>();
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    void metricsAsNumpySays() {
        QFETCH(QString, name);
        const Pair pair = pairNamed(name.toStdString());
        const auto kept = ComparedPair::load(pair.reference, pair.runtime);
        QVERIFY(kept.hasValue());
        const auto reads = pair.reference.storage.source->readCount();
        for (const test::Json& expected : pair.judgements) {
            const ComparisonOptions options{toleranceOf(expected), 5, false, false, 64, false};
            const auto judged = kept->judge(options, {});
            QVERIFY(judged.hasValue());
            verifyJudgement(*judged, expected);
        }
        QCOMPARE(pair.reference.storage.source->readCount(), reads);  // judging again reads nothing
        const auto direct =
            compare(pair.reference, pair.runtime, {toleranceOf(pair.judgements[0]), 5, false, false, 64, false}, {});
        verifyJudgement(*direct, pair.judgements[0]);
    }

    /// Every pair of value types, with special and subnormal values, against numpy in double.
    void everyPairOfTypes() {
        const auto bytes = test::source("type_pairs.bin");
        const test::Json rows = test::document("type_pairs.json");
        std::map<std::string, Tensor> references, runtimes;
        for (const test::Json& place : rows[0]["references"]) references[place["type"]] = test::described(place, bytes);
        for (const test::Json& place : rows[0]["runtimes"]) runtimes[place["type"]] = test::described(place, bytes);
        QVERIFY(references.size() >= 18);
        std::size_t pairs = 0;
        for (std::size_t r = 1; r < rows.size(); ++r, ++pairs) {
            const std::string left = rows[r]["reference"], right = rows[r]["runtime"];
            const auto result = compare(references.at(left), runtimes.at(right), {{}, 5, false, false, 64, false}, {});
            QVERIFY(result && result->metrics);
            for (std::size_t m = 0; m < rows[0]["metrics"].size(); ++m) {
                const std::string name = rows[0]["metrics"][m];
                const test::Json& expected = rows[r]["metrics"][m];
                const auto value = metricColumn(name)->value(*result->metrics);
                const bool equal = expected.is_null() ? !value : value && test::close(*value, test::number(expected), 1e-7);
                QVERIFY2(equal, (left + " against " + right + ", " + name + ": " + std::to_string(value.value_or(-1)) + ", not " +
                                 expected.dump())
                                    .c_str());
            }
        }
        QCOMPARE(pairs, references.size() * references.size());
    }

    /// The same numbers through another layout, where elements go through the general path.
    void stridedSidesAgree() {
        const Pair pair = pairNamed("odd");
        const std::vector<std::size_t> turn{1, 0};
        const Tensor turned = permute(loaded(permute(pair.runtime, turn).value(), 1 << 20).value(), turn).value();
        QVERIFY(!turned.contiguous());
        const auto result = compare(pair.reference, turned, {toleranceOf(pair.judgements[0]), 5, false, false, 64, false}, {});
        verifyJudgement(*result, pair.judgements[0]);
    }

    void requiredTolerancesPass() {
        for (const char* name : {"near", "f64", "f16", "signs", "c64", "u8"}) {
            const Pair pair = pairNamed(name);
            const auto judge = [&](double rtol, double atol) {
                return compare(pair.reference, pair.runtime, {{rtol, atol, false}, 0, false, false, 64, false}, {})
                    ->metrics.value();
            };
            const Metrics m = judge(1e-6, 1e-7);
            QCOMPARE(judge(m.requiredRtol, 1e-7).mismatched, 0U);
            QCOMPARE(judge(1e-6, m.requiredAtol).mismatched, 0U);
            QCOMPARE(judge(m.requiredBoth, m.requiredBoth).mismatched, 0U);
            if (m.mismatched == 0) continue;
            QVERIFY(judge(m.requiredRtol * (1 - 1e-9), 1e-7).mismatched > 0);
            QVERIFY(judge(1e-6, m.requiredAtol * (1 - 1e-9)).mismatched > 0);
            QVERIFY(judge(m.requiredBoth * (1 - 1e-9), m.requiredBoth * (1 - 1e-9)).mismatched > 0);
        }
    }

    void largeIntegersAreExact() {
        const Pair pair = pairNamed("i64");
        const auto result = compare(pair.reference, pair.runtime, {{0, 0, false}, 5, false, false, 64, false}, {});
        QCOMPARE(result->metrics->mismatched, 3U);
        QCOMPARE(result->first->index, 0U);
        QCOMPARE(result->first->abs, 1.0);
        QCOMPARE(result->first->reference, Element(std::int64_t{(1LL << 62) + 1}));
    }

    void worstHasBothValues() {
        const Pair pair = pairNamed("odd");
        const auto result = compare(pair.reference, pair.runtime, {}, {});
        QCOMPARE(result->worst.size(), 10U);
        QVERIFY(std::isnan(result->worst[0].abs));
        QVERIFY(std::isfinite(result->worst.back().abs));
        const Difference& d = result->worst.back();
        QCOMPARE(d.abs, std::abs(std::get<double>(d.runtime) - std::get<double>(d.reference)));
        QCOMPARE(d.rel, d.abs / std::abs(std::get<double>(d.reference)));
    }

    /// No maximum tells of a NaN or an infinity on one side: how many there are and where the first is stands apart.
    void whatIsNotFiniteIsCounted() {
        constexpr float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
        const Tensor reference = test::floats({0, 1, -kInf, kNan, 2, kInf}, {6});
        const auto result = compare(reference, test::floats({0, 1.5F, -kInf, kNan, kNan, -kInf}, {6}), {{0, 0, true}}, {});
        QCOMPARE(result->metrics->mismatched, 3U);
        QCOMPARE(result->metrics->notFinite, 2U);  // equal infinities and, here, NaN against NaN pass
        QCOMPARE(result->metrics->maxAbs, 0.5);
        QCOMPARE(result->first->index, 1U);
        QCOMPARE(result->firstNotFinite.value().index, 4U);
        const auto finite = compare(test::floats({1, 2}, {2}), test::floats({1, 3}, {2}), {}, {});
        QCOMPARE(finite->metrics->notFinite, 0U);
        QVERIFY(!finite->firstNotFinite);
    }

    /// Where all that differs is not finite on one side, no metric is told as a 0, an ∞ dB or a cosine of 1.
    void noMetricClaimsEquality() {
        constexpr float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
        const auto told = [](const char* name, const Metrics& m) { return toldOf(*metricColumn(name), m); };
        const auto half = compare(test::floats({0, 0, 3, 4}, {4}), test::floats({-kInf, -kInf, 3, 4}, {4}), {}, {});
        const Metrics& m = *half->metrics;
        for (const char* name : {"max_abs", "max_rel", "mean_abs", "snr_db", "cosine", "max_ulp", "rel_l2"})
            QVERIFY2(told(name, m) == Told::OnlyNotFinite, name);
        QCOMPARE(told("mismatched", m), Told::AsItIs);
        QVERIFY(!toldMaximum(m) && sameNotFinite(*half));
        const auto other = compare(test::floats({0, 1, 3}, {3}), test::floats({-kInf, kNan, 3.5F}, {3}), {}, {});
        QCOMPARE(told("max_abs", *other->metrics), Told::BesideNotFinite);
        QCOMPARE(toldMaximum(*other->metrics), std::optional(0.5));
        QVERIFY(!sameNotFinite(*other));
        const auto none = compare(test::floats({1, 2}, {2}), test::floats({kNan, kNan}, {2}), {}, {});
        QCOMPARE(told("max_abs", *none->metrics), Told::OnlyNotFinite);
        for (const char* name : {"snr_db", "cosine", "mean_abs", "l1", "sign_flips", "top1_match"})
            QVERIFY2(told(name, *none->metrics) == Told::Nothing, name);
        const auto equal = compare(test::floats({1, 2}, {2}), test::floats({1, 2}, {2}), {}, {});
        QCOMPARE(told("max_abs", *equal->metrics), Told::AsItIs);
        QCOMPARE(toldMaximum(*equal->metrics), std::optional(0.0));
    }

    void typesAndShapes() {
        const Tensor f32 = test::floats({1, 2, 3, 4}, {2, 2});
        const Pair half = pairNamed("f16"), bytes = pairNamed("u8");
        const auto shapes = compare(f32, test::floats({1, 2, 3, 4}, {4}), {}, {});
        QCOMPARE(shapes->state, ComparisonState::ShapeMismatch);
        QVERIFY(!shapes->metrics);
        QCOMPARE(compare(test::floats({1}, {}), test::floats({1}, {1}), {}, {})->state, ComparisonState::ShapeMismatch);

        Tensor wide = loaded(half.reference, 1 << 20).value();  // the same values as f32
        std::vector<float> values;
        auto reader = ElementReader::open(half.reference);
        const auto doubles = reader->doubles(0, static_cast<std::size_t>(reader->count()));
        for (const double v : *doubles) values.push_back(static_cast<float>(v));
        wide = test::floats(values, half.reference.shape);
        const auto byValue = compare(half.reference, wide, {}, {});
        QCOMPARE(byValue->state, ComparisonState::Match);
        QVERIFY(!byValue->metrics->maxUlp);
        QVERIFY(byValue->note.text().find("f16 and f32") != std::string::npos);

        const auto kinds = compare(bytes.reference, test::floats(std::vector<float>(40), {40}), {}, {});
        QCOMPARE(kinds->state, ComparisonState::TypeMismatch);
        QVERIFY(kinds->metrics->mismatched > 30);
    }

    void histogramsCoverAll() {
        const Pair pair = pairNamed("odd");
        const auto result = compare(pair.reference, pair.runtime, {{}, 0, true, true, 32, false}, {});
        const auto total = [](const std::optional<Histogram>& h) {
            std::uint64_t sum = 0;
            for (const auto n : h.value().counts) sum += n;
            return sum;
        };
        QCOMPARE(total(result->referenceHistogram), 2150U - 3);
        QCOMPARE(total(result->runtimeHistogram), 2150U - 5);
        QCOMPARE(result->referenceHistogram->edges, result->runtimeHistogram->edges);
        QCOMPARE(total(result->differenceHistogram) + result->zeroDifferences, result->metrics->compared);

        std::vector<float> reference(6, 0.0F);
        const auto decades = compare(test::floats(reference, {6}), test::floats({0, 1, 0.999F, 10, 3.17F, 1000}, {6}),
                                     {{}, 0, true, true, 4, false}, {});
        QCOMPARE(decades->zeroDifferences, 1U);
        const Histogram& h = decades->differenceHistogram.value();
        QVERIFY(test::close(h.edges.front(), std::sqrt(0.1)));
        QVERIFY(test::close(h.edges.back(), 1000 * std::sqrt(10)));
        QCOMPARE(h.counts, (std::vector<std::uint64_t>{1, 1, 1, 1, 0, 0, 0, 1}));

        // 1, 4 and 100 tolerances of 0.5 + 0.25 · |reference|.
        const auto tolerances = compare(test::floats({2, 2, -2, 0}, {4}), test::floats({2, 3, 2, 50}, {4}),
                                        {.tolerance = {0.25, 0.5}, .differenceHistogram = true, .inTolerances = true}, {});
        QCOMPARE(tolerances->zeroDifferences, 1U);
        const Histogram& t = tolerances->differenceHistogram.value();
        QVERIFY(test::close(t.edges.front(), 1) && test::close(t.edges.back(), 100 * std::sqrt(10)));
        QCOMPARE(t.counts, (std::vector<std::uint64_t>{1, 1, 0, 0, 1}));
    }

    void refusals() {
        const Tensor t = test::floats({1, 2}, {2});
        Tensor meta = t;
        meta.state = DataState::Meta;
        QCOMPARE(test::code(compare(t, meta, {}, {})), std::string("tensor-has-no-data"));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(test::code(compare(t, t, {}, {stop.get_token(), {}})), std::string("cancelled"));
        Tensor huge = test::floats({7}, {});
        huge.shape = {1LL << 60};
        huge.strides = {0};
        QCOMPARE(test::code(compare(huge, huge, {}, {})), std::string("limit-exceeded"));
        QVERIFY(metricColumn("max_abs") != nullptr && metricColumn("nope") == nullptr);
    }

    /// Real runs: raw outputs against the eager model's, judged by what numpy says about them.
    void realOutputs_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("call");
        for (const char* folder : {"quant_cnn", "fault_nan", "fault_permuted", "channels_last", "fault_shift", "vit"})
            QTest::newRow(folder) << folder << "forward-0-0";
    }
    void realOutputs() {
        QFETCH(QString, folder);
        QFETCH(QString, call);
        const std::string path = ETSCOPE_SHARED_DIR "/fixtures/" + folder.toStdString();
        QFile expectedFile(QString::fromStdString(path + "/expected/compare-npy-etrecord.json"));
        if (!expectedFile.open(QIODevice::ReadOnly)) QSKIP("the shared fixtures are not here");
        const auto expected = test::Json::parse(expectedFile.readAll().toStdString());
        const auto& rows = expected["document"]["comparisons"]["$list"]["items"];
        const auto open = [&](const char* side) {
            auto file = Source::open(path + "/" + side + "-" + call.toStdString() + ".npy");
            return readNpy(ByteRange::whole(*file)).value();
        };
        const auto result = compare(open("ref"), open("out"), {}, {});
        for (const test::Json& row : rows) {
            if (row["case"] != 0 || row["output"] != 0) continue;
            for (const auto& [name, value] : row["metrics"].items()) {
                const auto got = metricColumn(name)->value(*result->metrics);
                QVERIFY2(got && test::close(*got, test::number(value), 1e-6),
                         (name + ": " + std::to_string(got.value_or(-1)) + ", not " + value.dump()).c_str());
            }
            QCOMPARE(result->state == ComparisonState::Match, row["state"] == "match");
            if (row["first"].is_object())
                QCOMPARE(multiIndex(open("ref").shape, result->first->index),
                         row["first"]["index"].get<std::vector<std::int64_t>>());
            return;
        }
        QFAIL("no such row");
    }
};

ETSCOPE_TEST(TestComparison)
#include "test_comparison.moc"
