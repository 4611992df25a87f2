// Delegates that quantise with numbers of their own: the program's graph is computed with them, weights inside are held against the
// record's, and nothing is said of what a record lacks.
#include <QtTest>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "causes/audited_gap.h"
#include "causes/method_culprits.h"
#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "join/constants.h"
#include "join/weights.h"
#include "replay/computable_graph.h"
#include "replay/program_constants.h"
#include "slim/slim.h"
#include "stages/stage_arrows.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using gap::Agreement;

namespace {

const std::string kDelegateNumbersOwn = ETSCOPE_SOURCE_DIR "/tests/fixtures/";
using DelegateNumbersSession = std::shared_ptr<const session::Session>;

/// The files of a folder, with others in place of its record and program.
DelegateNumbersSession delegateNumbersOf(const std::string& name, std::string record = {}, std::string program = {}) {
    const std::string folder = kDelegateNumbersOwn + name + "/";
    if (record.empty()) record = folder + "model.etrecord";
    if (program.empty()) program = folder + "model.pte";
    auto session = session::Session::open({record, program, folder + "run.etdp", folder + "run.dbg"}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

std::optional<causes::Culprit> firstCulprit(const session::Session& session) {
    const auto judged = causes::methodCulprits({session, "forward"}, {});
    if (!judged) qFatal("%s", judged.error().message.c_str());
    return (*judged)->first() == nullptr ? std::nullopt : std::optional(*(*judged)->first());
}

/// A copy of the folder's program with other bytes in the first weight of that name.
std::string changedProgram(const test::TempDir& dir, const std::string& name, const std::string& weight, char flipped) {
    const auto session = delegateNumbersOf(name);
    const auto weights = join::weights(*session, {});
    const auto found = weights ? (*weights)->of(weight, 1) : std::vector<const join::StoredWeight*>();
    if (found.empty()) qFatal("the program has no '%s'", weight.c_str());
    std::ifstream file(kDelegateNumbersOwn + name + "/model.pte", std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    char& changed = bytes[found.front()->tensor.storage.offset + 2];
    changed = static_cast<char>(changed ^ flipped);
    std::ofstream(dir.path("changed.pte"), std::ios::binary) << bytes;
    return dir.path("changed.pte");
}

}  // namespace

class TestDelegateNumbers : public QObject {
    Q_OBJECT
private slots:
    void parametersOfRowsAndItems_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QList<double>>("scales");
        QTest::addColumn<QList<double>>("zeroPoints");
        QTest::newRow("rows") << "xnnpack.choose_qparams_per_row.tensor" << QList<double>{4 / 255.0, 2 / 255.0}
                              << QList<double>{-64, -128};
        QTest::newRow("items") << "xnnpack.choose_qparams_per_item.tensor" << QList<double>{4 / 255.0} << QList<double>{-64};
    }
    void parametersOfRowsAndItems() {
        QFETCH(QString, target);
        QFETCH(QList<double>, scales);
        QFETCH(QList<double>, zeroPoints);
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 20U), job};
        evaluate::Array x = context.make(ScalarType::F32, {1, 2, 2});
        constexpr std::array<double, 4> kValues{-1, 3, 0.5, 2};
        evaluate::storeDoubles(x.stored, kValues.data(), kValues.size(), x.storage->data());
        const auto given = evaluate::apply(*evaluate::findOperator(target.toStdString()), context,
                                           {{"input", x},
                                            {"quant_min", std::int64_t{-128}},
                                            {"quant_max", std::int64_t{127}},
                                            {"eps", 0.0},
                                            {"dtype", std::int64_t{1}}});
        QVERIFY(given && given->size() == 2);
        const auto chosen = evaluate::doublesOf(*(*given)[0].array()), zeros = evaluate::doublesOf(*(*given)[1].array());
        QCOMPARE(chosen.size(), static_cast<std::size_t>(scales.size()));
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            QVERIFY(std::abs(chosen[i] - scales[static_cast<qsizetype>(i)]) < 1e-8);
            QCOMPARE(zeros[i], zeroPoints[static_cast<qsizetype>(i)]);
        }
    }

    void rowsHaveParametersOfTheirOwn() {
        const auto session = delegateNumbersOf("rows_xnnpack");
        const auto computable = replay::computableGraph({*session, "forward"}, graph::StageId::program(), {});
        QVERIFY(computable);
        QCOMPARE((*computable)->otherwise.size(), std::size_t{1});
        QVERIFY((*computable)->otherwise.front().text().starts_with("the parameters of 2 activations are chosen for each row"));
        const auto arrows = stages::stageArrows({*session, "forward"}, {}, {});
        QVERIFY(arrows);
        QCOMPARE(arrows->arrows.size(), std::size_t{4});
        for (const stages::StageArrow& arrow : arrows->arrows) {
            const bool own = arrow.to == "program";
            QVERIFY2((arrow.outputs.front().verdict > Agreement::Normal) == own, arrow.to.c_str());
            QVERIFY(!arrow.breaks);
        }
    }

    void theExplanationSaysSo() {
        const auto culprit = firstCulprit(*delegateNumbersOf("rows_xnnpack"));
        QVERIFY(culprit.has_value());
        QCOMPARE(culprit->cause, causes::Cause::Quantisation);
        QVERIFY2(culprit->sentence.text().find("computed so, the graph gives the outputs of the run") != std::string::npos,
                 culprit->sentence.text().c_str());
        QVERIFY(!culprit->action.empty());
    }

    void scalesAreThoseOfTheProgram() {
        const auto session = delegateNumbersOf("grouped_xnnpack");
        const auto computable = replay::computableGraph({*session, "forward"}, graph::StageId::program(), {});
        QVERIFY(computable);
        QCOMPARE((*computable)->otherwise.size(), std::size_t{1});
        QVERIFY((*computable)->otherwise.front().text().starts_with("1 constant is rounded to bf16"));
        const auto arrows = stages::stageArrows({*session, "forward"}, {}, {});
        QVERIFY(arrows && arrows->arrows.size() > 2);
        QCOMPARE(arrows->arrows.back().outputs.front().verdict, Agreement::Normal);
        QVERIFY(arrows->arrows[arrows->arrows.size() - 2].outputs.front().verdict > Agreement::Normal);
    }

    /// The record has inputs of the first case alone: nothing explains the second run, and nothing is held against it.
    void aRunOfUnknownInputsIsNotExplainedByOthers() {
        const auto judged = causes::methodCulprits({*delegateNumbersOf("grouped_xnnpack"), "forward"}, {});
        QVERIFY(judged);
        QCOMPARE((*judged)->runs.size(), std::size_t{2});
        QCOMPARE((*judged)->runs.front().culprits.size(), std::size_t{1});
        QVERIFY((*judged)->runs.back().culprits.empty());
    }

    /// A GELU that is computed exactly is off by 2e-4, weights of 4 bits by a tenth of the outputs.
    void theLargestComesFirst() {
        const auto judged = causes::methodCulprits({*delegateNumbersOf("tanh_xnnpack"), "forward"}, {});
        QVERIFY(judged && !(*judged)->runs.empty());
        const auto& culprits = (*judged)->runs.front().culprits;
        QCOMPARE(culprits.size(), std::size_t{2});
        QCOMPARE(culprits.front().cause, causes::Cause::Quantisation);
        QVERIFY(culprits.front().sentence.text().find("is right") == std::string::npos);
        QCOMPARE(culprits.back().cause, causes::Cause::Delegate);
    }

    void callsAreRightToSevenDigits() {
        const auto session = delegateNumbersOf("rows_xnnpack");
        const auto runs = replay::executionsOf({*session, "forward"}, {});
        QVERIFY(runs);
        std::vector<const join::SessionRun*> all;
        for (const join::SessionRun& run : *runs) all.push_back(&run);
        const auto rows = replay::audit({*session, "forward"}, all, {}, {});
        QVERIFY(rows);
        std::size_t judged = 0;
        for (const replay::AuditRow& row : *rows) {
            if (!row.delegate || row.judgement() == nullptr) continue;
            QVERIFY(row.judgement()->difference <= 2e-7 * row.judgement()->norm);
            ++judged;
        }
        QVERIFY(judged > 0);
    }

    void integersInsideAreHeldAgainstTheRecords_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("weight");
        QTest::addColumn<int>("flipped");
        QTest::addColumn<int>("elements");
        QTest::newRow("of 8 bits") << "rows_xnnpack"
                                   << "_frozen_param0" << 0x08 << 1;
        QTest::newRow("of 4 bits") << "grouped_xnnpack"
                                   << "grouped.weight.qdata" << 0x11 << 2;
    }
    void integersInsideAreHeldAgainstTheRecords() {
        QFETCH(QString, name);
        QFETCH(QString, weight);
        QFETCH(int, flipped);
        QFETCH(int, elements);
        const test::TempDir dir;
        const auto untouched = join::constants(*delegateNumbersOf(name.toStdString()), {});
        QVERIFY(untouched && (*untouched)->different.empty());
        const auto program = changedProgram(dir, name.toStdString(), weight.toStdString(), static_cast<char>(flipped));
        const auto session = delegateNumbersOf(name.toStdString(), {}, program);
        const auto constants = join::constants(*session, {});
        QVERIFY(constants);
        QCOMPARE((*constants)->different.size(), std::size_t{1});
        const std::string text = (*constants)->different.front().text().text();
        QVERIFY2(text.starts_with(weight.toStdString()), text.c_str());
        QVERIFY2(text.find(": " + std::to_string(elements) + " of ") != std::string::npos, text.c_str());
        QVERIFY((*constants)->different.front().inside);
    }

    /// Biases lie in steps of their sums, parameters of values inside in the payload's own table.
    void biasesAndParametersAreHeldAgainstTheRecords() {
        const std::string folder = std::string(ETSCOPE_SHARED_DIR) + "/fixtures/quant_cnn/";
        if (!std::filesystem::exists(folder)) QSKIP("the shared fixtures are not here");
        const auto others = [&](const std::string& program) {
            const auto session = session::Session::open({folder + "model.etrecord", program}, {}, {});
            if (!session) qFatal("%s", session.error().message.c_str());
            const auto computable = replay::computableGraph({**session, "forward"}, graph::StageId::program(), {});
            return computable ? (*computable)->others : std::vector<replay::OtherConstant>();
        };
        QVERIFY(others(folder + "model.pte").empty());
        std::ifstream file(folder + "model.pte", std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        const test::TempDir dir;
        const auto session = session::Session::open({folder + "model.etrecord", folder + "model.pte"}, {}, {});
        const auto weights = session ? join::weights(**session, {}) : session.failure();
        QVERIFY(weights);
        const auto bias = (*weights)->of("stem.0.weight_bias", 1);
        QCOMPARE(bias.size(), std::size_t{1});
        std::string changed = bytes;
        changed[bias.front()->tensor.storage.offset + 1] ^= 1;  // 256 steps
        const auto ofBias = others(dir.write("bias.pte", changed));
        QCOMPARE(ofBias.size(), std::size_t{1});
        QCOMPARE(ofBias.front().name, std::string("stem.0.weight_bias"));
        const float scale = 0.06420900672674179F, other = scale * 1.04F;
        const auto place = bytes.find(std::string(reinterpret_cast<const char*>(&scale), sizeof scale));
        QVERIFY(place != std::string::npos);
        changed = bytes;
        std::memcpy(changed.data() + place, &other, sizeof other);
        const auto ofScale = others(dir.write("scale.pte", changed));
        QCOMPARE(ofScale.size(), std::size_t{1});
        QVERIFY2(ofScale.front().name.starts_with("scale and zero point of quantized_decomposed_quantize"),
                 ofScale.front().name.c_str());
    }

    /// The run has none of it: its call is not what the changed program gives.
    void aDelegateWithOtherWeightsIsNoFaultOfTheBackend() {
        const test::TempDir dir;
        const auto program = changedProgram(dir, "rows_xnnpack", "_frozen_param0", 0x08);
        const auto session = delegateNumbersOf("rows_xnnpack", {}, program);
        const auto culprit = firstCulprit(*session);
        QVERIFY(culprit.has_value());
        QCOMPARE(culprit->cause, causes::Cause::Constant);
        QCOMPARE(culprit->constant, std::optional<std::string>("_frozen_param0"));
        QVERIFY(culprit->delegate.has_value() && culprit->instruction.has_value());
    }

    void decodedDelegatesWithoutWeightsAreDecoded() {
        const auto constants = replay::programConstants({*delegateNumbersOf("masked_xnnpack"), "forward"}, {});
        QVERIFY(constants);
        for (const Sentence& sentence : constants->evidence)
            QVERIFY2(sentence.text().find("not decoded") == std::string::npos, sentence.text().c_str());
    }

    void nothingIsSaidOfWhatARecordLacks() {
        const test::TempDir dir;
        const auto whole = delegateNumbersOf("masked_xnnpack");
        QVERIFY(slim::slim(*whole->recordFile()->record, *slim::parseDrop("weights"), dir.path("slim"), {}));
        const auto judged = causes::methodCulprits({*delegateNumbersOf("masked_xnnpack", dir.path("slim")), "forward"}, {});
        QVERIFY(judged);
        QCOMPARE((*judged)->wrong, std::size_t{0});
        QVERIFY((*judged)->open > 0);
        QVERIFY((*judged)->first() == nullptr);
    }
};

ETSCOPE_TEST(TestDelegateNumbers)
#include "tst_delegate_numbers.moc"
