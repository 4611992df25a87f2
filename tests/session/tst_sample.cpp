// The bundled sample tells its story: which run the reference values fit, and which operator is the first wrong one.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "compare/outputs.h"
#include "gap/gap.h"
#include "profile/node_amounts.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

std::shared_ptr<const session::Session> sample() {
    const auto opened = session::Session::open({ETSCOPE_SOURCE_DIR "/resources/samples/vlm"}, {}, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

}  // namespace

class TestSample : public QObject {
    Q_OBJECT
private slots:
    void theMaskIsTheFirstWrongOperator() {
        const auto session = sample();
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
        const auto session = sample();
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
        const auto session = sample();
        const auto model = session->graph("text_decoder", "edge", {}).value();
        const auto errors = profile::nodeErrors({*session, "text_decoder"}, graph::StageId::edge(), *model, {});
        QVERIFY(errors);
        QVERIFY(std::isinf(errors->values[model->findNode("aten_index_tensor_2").index()]));
        QVERIFY(errors->values[model->findNode("aten_index_tensor_1").index()] < 1e-5);
    }

    void oneOutputDiffers() {
        const auto session = sample();
        std::map<compare::PairState, std::size_t> states;
        const auto pairs = compare::pairOutputs(session, {});
        for (const compare::OutputPair& pair : *pairs) ++states[compare::compareOutput(pair, {}, {}).state];
        QCOMPARE(states[compare::PairState::Differ], std::size_t{1});
        QCOMPARE(states[compare::PairState::Match], std::size_t{7});
    }
};

ETSCOPE_TEST(TestSample)
#include "tst_sample.moc"
