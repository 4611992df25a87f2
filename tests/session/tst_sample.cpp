// The bundled sample tells its story: one kernel of one method is wrong for one image, and all that answers says so. The model with
// a wrong mask: which run the reference values fit, and which operator is the first wrong one.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "compare/outputs.h"
#include "findings/verdict.h"
#include "gap/gap.h"
#include "profile/node_amounts.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

std::shared_ptr<const session::Session> opened(const char* folder) {
    const auto opened = session::Session::open({std::string(ETSCOPE_SOURCE_DIR "/") + folder}, {}, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

std::shared_ptr<const session::Session> sample() { return opened("resources/samples/vlm"); }
std::shared_ptr<const session::Session> masked() { return opened("tests/fixtures/vlm"); }

}  // namespace

class TestSample : public QObject {
    Q_OBJECT
private slots:
    void theMaskIsTheFirstWrongOperator() {
        const auto session = masked();
        const auto references = gap::sessionReferences({*session, "text_decoder"}, {});
        QVERIFY(references && *references != nullptr);
        const auto gap = gap::fittingGap({*session, "text_decoder"}, **references, {}, {});
        QVERIFY(gap);
        // Eight runs of three methods: the last of the decoder has one position, as the values.
        QCOMPARE(gap->run, std::optional<std::size_t>(9));
        QVERIFY(gap->table.firstDivergence.has_value());
        const gap::GapRow& first = gap->table.rows[*gap->table.firstDivergence];
        QCOMPARE(first.instruction, 4);
        QCOMPARE(first.nodes, std::vector<std::string>{"aten_index_tensor_2"});
        // Where the reference has 0 the runtime has −inf: no finite difference, and yet as wrong as can be.
        QVERIFY(std::isinf(first.error));
        QCOMPARE(first.inherited, 0.0);
        // What comes before agrees.
        for (std::size_t i = 0; i < *gap->table.firstDivergence; ++i) QVERIFY(gap->table.rows[i].error < 1e-5);
    }

    /// A run that is asked for stays; all of them folded do not fit.
    void anotherRunIsNotReplaced() {
        const auto session = masked();
        const auto references = gap::sessionReferences({*session, "text_decoder"}, {});
        gap::GapOptions options;
        options.run = 5;
        const auto gap = gap::fittingGap({*session, "text_decoder"}, **references, options, {});
        QVERIFY(gap);
        QCOMPARE(gap->run, std::optional<std::size_t>(5));
        const auto folded = gap::numericGap({*session, "text_decoder"}, **references, {}, {});
        QVERIFY(std::ranges::count(folded->rows, gap::GapState::ShapeMismatch, &gap::GapRow::state) > 5);
    }

    void errorsOfNodes() {
        const auto session = masked();
        const auto model = session->graph("text_decoder", "edge", {}).value();
        const auto errors = profile::nodeErrors({*session, "text_decoder"}, graph::StageId::edge(), *model, {});
        QVERIFY(errors);
        QVERIFY(std::isinf(errors->values[model->findNode("aten_index_tensor_2").index()]));
        QVERIFY(errors->values[model->findNode("aten_index_tensor_1").index()] < 1e-5);
    }

    void theVerdictNamesTheKernel() {
        const auto verdict = findings::verdict(*sample(), {});
        QVERIFY(verdict);
        const findings::SessionVerdict& found = **verdict;
        QCOMPARE(found.state, findings::Verdict::Differ);
        QCOMPARE(found.sentences.size(), std::size_t{2});
        QCOMPARE(found.sentences[0].text.text(), "vision_encoder differs in 1 of 3 cases, max |d| 0.5157");
        QCOMPARE(found.causes.size(), std::size_t{1});
        const findings::PossibleCause& cause = found.causes.front();
        QCOMPARE(cause.state, findings::CauseState::Differs);
        QCOMPARE(cause.kind, "kernel");
        QCOMPARE(cause.address, "vision_encoder/program/0/1");
        QCOMPARE(cause.source, "models.py:342");
        QVERIFY(found.joinsFit());
        const causes::Culprit* culprit = findings::culpritOf(found, cause);
        QVERIFY(culprit != nullptr);
        QCOMPARE(culprit->nodes, std::vector<std::string>{"aten_native_layer_norm_default"});
        // No other call of any method is at fault.
        for (const findings::MethodOutcome& method : found.methods) {
            QCOMPARE(method.culprit.has_value(), method.method == "vision_encoder");
            QCOMPARE(method.wrong, std::size_t{method.method == "vision_encoder" ? 1U : 0U});
        }
    }

    /// The line that the answer names is the one of the norm.
    void theSourceLineIsTheNorms() {
        QFile file(QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/models.py"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().split('\n')[341].trimmed(), QByteArray("x = self.pre_norm(x)"));
    }

    void oneOutputDiffers() {
        const auto session = sample();
        std::map<compare::PairState, std::size_t> states;
        const auto pairs = compare::pairOutputs(session, {});
        for (const compare::OutputPair& pair : *pairs) ++states[compare::compareOutput(pair, {}, {}).state];
        QCOMPARE(states[compare::PairState::Differ], std::size_t{1});
        QCOMPARE(states[compare::PairState::Match], std::size_t{8});
    }
};

ETSCOPE_TEST(TestSample)
#include "tst_sample.moc"
