// From stage to stage: what rounding explains, which arrow breaks and where, and whether reference outputs follow from their
// inputs.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "stages/reference_check.h"
#include "stages/stage_arrows.h"
#include "support/reference_outputs.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using gap::Agreement;

namespace {

const std::string kStageArrowsSample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
const std::string kOwn = ETSCOPE_SOURCE_DIR "/tests/fixtures/";
const std::string kStageArrowsShared = std::string(ETSCOPE_SHARED_DIR) + "/";

std::shared_ptr<const session::Session> stageArrowsOpened(const std::vector<std::string>& files) {
    const auto session = session::Session::open(files, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

/// The files of a folder that belong together.
std::shared_ptr<const session::Session> openedFolder(const std::string& folder) {
    std::vector<std::string> files;
    for (const char* name : {"model.etrecord", "model.pte", "model.bpte", "run-main.etdp", "run-main.dbg"})
        if (std::filesystem::exists(folder + "/" + name)) files.push_back(folder + "/" + name);
    return stageArrowsOpened(files);
}

stages::StageArrows arrowsOf(const session::MethodView& method, std::optional<replay::InputChoice> inputs = {}) {
    auto made = stages::stageArrows(method, inputs, {});
    if (!made) qFatal("%s", made.error().message.c_str());
    return *std::move(made);
}

/// "exported → edge: normal", the worst verdict of each arrow.
QString verdictsOf(const stages::StageArrows& made) {
    QStringList texts;
    for (const stages::StageArrow& arrow : made.arrows) {
        Agreement worst = Agreement::Exact;
        for (const stages::ArrowOutput& output : arrow.outputs) worst = std::max(worst, output.verdict);
        const std::string text = arrow.from + " > " + arrow.to + ": " + std::string(gap::agreementName(worst));
        texts << QString::fromStdString(text) + (arrow.breaks ? " breaks" : "");
    }
    return texts.join("; ");
}

gap::Closeness apart(double distance, double norm) {
    gap::Closeness closeness;
    closeness.fits = closeness.floating = true;
    closeness.type = ScalarType::F32;
    closeness.distance = distance;
    closeness.norm = norm;
    return closeness;
}

}  // namespace

class TestStageArrows : public QObject {
    Q_OBJECT
private slots:
    void agreement() {
        const double unit = std::ldexp(1.0, -24);
        QCOMPARE(gap::agreementOf(apart(7 * unit, 1), 0, true), Agreement::Normal);
        QCOMPARE(gap::agreementOf(apart(100 * unit, 1), 0, true), Agreement::High);
        QCOMPARE(gap::agreementOf(apart(200 * unit, 1), 0, true), Agreement::NotRounding);
        QCOMPARE(gap::agreementOf(apart(200 * unit, 1), 100 * unit, true), Agreement::Normal);
        gap::Closeness integers;
        integers.fits = true;
        integers.distance = 1;
        QCOMPARE(gap::agreementOf(integers, 0, true), Agreement::High);
        QCOMPARE(gap::agreementOf(integers, 0, false), Agreement::NotRounding);
        integers.equal = true;
        QCOMPARE(gap::agreementOf(integers, 0, false), Agreement::Exact);
        gap::Closeness infinite = apart(0, 1);
        infinite.finite = false;
        QCOMPARE(gap::agreementOf(infinite, 1, true), Agreement::NotRounding);
        QVERIFY(std::isinf(infinite.relative()));
        QCOMPARE(gap::agreementOf(gap::Closeness{}, 1, true), Agreement::NotRounding);
    }

    void sample() {
        const auto session = stageArrowsOpened({kStageArrowsSample + "model.etrecord", kStageArrowsSample + "model.pte",
                                                kStageArrowsSample + "run.etdp", kStageArrowsSample + "run.dbg"});
        const stages::StageArrows vision = arrowsOf({*session, "vision_encoder"});
        QCOMPARE(verdictsOf(vision), QString("reference_outputs > exported: normal; exported > edge: exact; edge > program: exact; "
                                             "program > run: normal"));
        QCOMPARE(vision.from, std::string("example"));
        QCOMPARE(vision.caseIndex, std::optional<std::size_t>(0));
        QVERIFY(!vision.breaks() && vision.run);
        // Delegates that hold no weights are decoded all the same.
        const stages::StageArrows decoder = arrowsOf({*session, "text_decoder"});
        QCOMPARE(verdictsOf(decoder),
                 QString("reference_outputs > exported: normal; exported > edge: normal; edge > program: exact; "
                         "program > run: normal"));
        QVERIFY(decoder.arrows[1].compared > 40);
    }

    /// The graph says nothing of what a program with other instructions gives.
    void programOfOtherInstructions() {
        const auto session = openedFolder(kOwn + "causes/default_argument");
        const stages::StageArrows all = arrowsOf({*session, session->methods().front().name});
        const auto program = std::ranges::find(all.arrows, "program", &stages::StageArrow::to);
        QVERIFY(program != all.arrows.end() && program->breaks);
        for (const stages::ArrowOutput& output : program->outputs) QVERIFY(output.verdict == Agreement::Unknown);
        QVERIFY(std::ranges::any_of(program->evidence, [](const Sentence& one) {
            return one.text().find("at instruction 13: 'alpha' is 2, in the record it is 1") != std::string::npos;
        }));
        QVERIFY(!std::next(program)->breaks);  // what comes behind it is not known to
    }

    /// Without a run the program's state goes through the same cases as the graph's.
    void stateWithoutARun() {
        const std::string folder = kOwn + "stale_cache/";
        const auto session = stageArrowsOpened({folder + "model.etrecord", folder + "model.pte", folder + "model.bpte"});
        const stages::StageArrows made =
            arrowsOf({*session, "forward"}, replay::InputChoice{replay::InputChoice::Kind::Case, 2, {}});
        QCOMPARE(made.arrows.back().to, std::string("program"));
        QVERIFY2(!made.breaks(), qPrintable(verdictsOf(made)));
    }

    /// Constants in f16 move the outputs, and nothing is broken by that.
    void constantsOfDelegatesInAShorterType() {
        if (!std::filesystem::exists(kStageArrowsShared + "fixtures")) QSKIP("the shared fixtures are not here");
        const stages::StageArrows made = arrowsOf({*openedFolder(kStageArrowsShared + "fixtures/vulkan_fp16"), "forward"});
        QVERIFY(!made.breaks());
        QCOMPARE(made.arrows.back().to, std::string("program"));
        QVERIFY(made.arrows.back().ofDelegates);
        QCOMPARE(made.arrows.back().outputs.front().verdict, Agreement::NotRounding);
    }

    void quantisedStages() {
        if (!std::filesystem::exists(kStageArrowsShared + "fixtures")) QSKIP("the shared fixtures are not here");
        const stages::StageArrows made = arrowsOf({*openedFolder(kStageArrowsShared + "fixtures/extra_stages"), "forward"});
        QVERIFY(!made.breaks());
        const auto entering = std::ranges::find(made.arrows, std::string("after_quantization"), &stages::StageArrow::to);
        QVERIFY(entering != made.arrows.end());
        QCOMPARE(entering->from, std::string("float_export"));
        QCOMPARE(entering->outputs.front().verdict, Agreement::NotRounding);
        QCOMPARE(entering->quantisation, std::string("dequantize_per_tensor"));
        QVERIFY(entering->first.has_value());
        const auto after = std::ranges::find(made.arrows, std::string("after_quantization"), &stages::StageArrow::from);
        QCOMPARE(after->outputs.front().verdict, Agreement::Exact);
        QVERIFY(after->quantisation.empty());
    }

    void faults_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("first");
        QTest::newRow("fixtures/fault_weight") << "forward"
                                               << "program"
                                               << "aten_permute_copy_default_2";
        QTest::newRow("fixtures/fault_early") << "forward"
                                              << "program"
                                              << "aten_permute_copy_default_5";
        QTest::newRow("fixtures/fault_nan") << "forward"
                                            << "program"
                                            << "aten_add_tensor";
        QTest::newRow("fixtures/mutable_state") << "forward"
                                                << "program"
                                                << "aten_mul_tensor";
        QTest::newRow("faults/fault_kernel") << "forward"
                                             << "run"
                                             << "aten_gelu_default";
        QTest::newRow("faults/fault_accumulate") << "forward"
                                                 << "run"
                                                 << "aten_permute_copy_default";
        QTest::newRow("faults/wild_pow_int64") << "embed"
                                               << "run"
                                               << "aten_pow_tensor_scalar";
        QTest::newRow("faults/wild_maxpool_nan") << "depth"
                                                 << "run"
                                                 << "aten_max_pool2d_with_indices_default";
    }
    void faults() {
        QFETCH(QString, method);
        QFETCH(QString, to);
        QFETCH(QString, first);
        const std::string folder = kStageArrowsShared + QTest::currentDataTag();
        if (!std::filesystem::exists(folder)) QSKIP("the shared fixtures are not here");
        const stages::StageArrows made = arrowsOf({*openedFolder(folder), method.toStdString()});
        for (const stages::StageArrow& arrow : made.arrows) {
            QCOMPARE(arrow.breaks, arrow.to == to.toStdString());
            if (arrow.breaks) QCOMPARE(QString::fromStdString(arrow.first ? arrow.first->node : ""), first);
        }
        QVERIFY(made.breaks());
    }

    void healthy_data() {
        QTest::addColumn<QString>("unused");
        for (const char* name :
             {"fixtures/add", "fixtures/cnn_portable", "fixtures/cnn_xnnpack", "fixtures/control_flow", "fixtures/dtypes",
              "fixtures/llama", "fixtures/multi_io", "fixtures/mutable_state_init", "fixtures/quant_cnn",
              "fixtures/quant_cnn_portable", "fixtures/scalar_outputs", "fixtures/symbolic", "fixtures/vit", "fixtures/vlm",
              "fixtures/vlm_portable", "faults/ctrl_quant_outlier", "faults/healthy_masks"})
            QTest::newRow(name) << "";
    }
    void healthy() {
        const std::string folder = kStageArrowsShared + QTest::currentDataTag();
        if (!std::filesystem::exists(folder)) QSKIP("the shared fixtures are not here");
        const auto session = openedFolder(folder);
        for (const session::Method& method : session->methods()) {
            const stages::StageArrows made = arrowsOf({*session, method.name});
            QVERIFY2(!made.breaks(), qPrintable(QString::fromStdString(method.name) + ": " + verdictsOf(made)));
        }
        const auto wrong = stages::wrongReferences(*session, std::uint64_t{1} << 32U, {});
        QVERIFY(wrong && wrong->empty());
    }

    /// x + weight is [1.5, 1, 5]: what does not follow is told from what was computed elsewhere.
    void referenceOutputs_data() {
        QTest::addColumn<QList<float>>("values");
        QTest::addColumn<QString>("wrong");
        QTest::newRow("as the graph gives them") << QList<float>{1.5F, 1, 5} << "";
        QTest::newRow("of arithmetic with 11 bits") << QList<float>{1.5F, 1, 5.005F} << "";
        QTest::newRow("others") << QList<float>{1.5F, 1, 5.05F}
                                << "the graph gives f32[1,3] on the case's inputs, the reference is 0.0094 of its norm away";
        QTest::newRow("not finite")
            << QList<float>{1.5F, std::nanf(""), 5}
            << "the graph gives f32[1,3] on the case's inputs, the reference has NaN or infinity where it has "
               "none, or the other way round";
        QTest::newRow("of another shape") << QList<float>{1.5F, 1}
                                          << "the graph gives f32[1,3] on the case's inputs, the reference is f32[1,2]";
    }
    void referenceOutputs() {
        QFETCH(QList<float>, values);
        QFETCH(QString, wrong);
        const test::TempDir dir;
        const std::string path =
            dir.write("model.etrecord",
                      test::withReferences(kOwn + "trivial/model.etrecord", test::referencesOf({values.begin(), values.end()})));
        const auto session = stageArrowsOpened({path});
        const auto found = stages::wrongReferences(*session, std::uint64_t{1} << 32U, {});
        QVERIFY(found);
        QCOMPARE(found->size(), std::size_t(wrong.isEmpty() ? 0 : 1));
        if (!wrong.isEmpty()) QCOMPARE(QString::fromStdString(found->front().sentence), wrong);
        if (!wrong.isEmpty()) QVERIFY(arrowsOf({*session, "forward"}).arrows.front().breaks);
        const auto none = stages::wrongReferences(*session, 0, {});
        QVERIFY(none && none->empty());
    }
};

ETSCOPE_TEST(TestStageArrows)
#include "tst_stage_arrows.moc"
