// Reference values that are computed: the state that a run found in the buffers of its method.
#include <QtTest>
#include <algorithm>
#include <filesystem>

#include "evaluate/reading.h"
#include "gap/gap.h"
#include "replay/state.h"
#include "stages/carried_state.h"
#include "stages/computed_references.h"
#include "support/own_exports.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

const std::string kComputedReferencesShared = std::string(ETSCOPE_SHARED_DIR) + "/";

std::shared_ptr<const session::Session> computedReferencesOpened(const std::string& folder) {
    std::vector<std::string> files;
    for (const char* name : {"model.etrecord", "model.pte", "model.bpte", "run-main.etdp", "run-main.dbg"})
        if (std::filesystem::exists(kComputedReferencesShared + folder + "/" + name))
            files.push_back(kComputedReferencesShared + folder + "/" + name);
    const auto session = session::Session::open(files, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

/// Those that another session computes, which was asked for nothing else.
std::shared_ptr<const gap::ReferenceValues> alone(std::size_t run, const graph::StageId& stage, bool wide) {
    const auto session = computedReferencesOpened("fixtures/mutable_state");
    const auto references = stages::computedReferences({*session, "forward"}, stage, {std::nullopt, run, wide}, {});
    return references ? *references : nullptr;
}

/// Bytes of the outputs of the edge graph.
std::vector<QByteArray> outputsOf(const gap::ReferenceValues& references, const session::Session& session) {
    const graph::GraphModel& model = *(*session.program("forward", graph::StageId::edge(), {}))->graph;
    std::vector<QByteArray> outputs;
    for (const graph::GraphOutput& output : model.top().outputs) {
        if (output.argument.kind != graph::ArgumentKind::Value) continue;
        const auto value = references.ofNode(model.valuePath(output.argument.value()));
        const auto* tensor = value ? std::get_if<tensor::Tensor>(&*value) : nullptr;
        const auto bytes = tensor != nullptr ? tensor->storage.readAll() : Result<std::vector<std::byte>>(std::vector<std::byte>());
        outputs.emplace_back(reinterpret_cast<const char*>(bytes->data()), static_cast<qsizetype>(bytes->size()));
    }
    return outputs;
}

}  // namespace

class TestComputedReferences : public QObject {
    Q_OBJECT
private slots:
    void stateOfRuns_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("run");
        QTest::addColumn<QString>("evidence");
        const QString zeros = "the state begins with zeros in total, count, history, of which the program carries no values";
        const QString values = "the state begins with the program's values of total, count, history";
        QTest::newRow("zeros") << "fixtures/mutable_state" << 1 << zeros;
        QTest::newRow("zeros, second run") << "fixtures/mutable_state" << 2 << zeros + ", carried through run 1";
        QTest::newRow("zeros, third run") << "fixtures/mutable_state" << 3 << zeros + ", carried through runs 1 to 2";
        QTest::newRow("initial values") << "fixtures/mutable_state_init" << 1 << values;
        QTest::newRow("initial values, third run")
            << "fixtures/mutable_state_init" << 3 << values + ", carried through runs 1 to 2";
        QTest::newRow("not reset between sessions")
            << "faults/fault_state" << 3
            << "the state begins with zeros in context, seen, of which the program carries no values, carried through runs 1 to 2";
    }
    void stateOfRuns() {
        QFETCH(QString, folder);
        QFETCH(int, run);
        QFETCH(QString, evidence);
        if (!std::filesystem::exists(kComputedReferencesShared + folder.toStdString())) QSKIP("the shared fixtures are not here");
        const auto session = computedReferencesOpened(folder.toStdString());
        const auto number = static_cast<std::size_t>(run);
        const auto references =
            stages::computedReferences({*session, "forward"}, graph::StageId::edge(), {std::nullopt, number, false}, {});
        QVERIFY2(references, references ? "" : references.error().message.c_str());
        const std::string said = (*references)->computed()->evidence.text();
        QVERIFY2(QString::fromStdString(said).endsWith("; " + evidence), said.c_str());
        const auto table = gap::numericGap({*session, "forward"}, **references, {.run = number}, {});
        QVERIFY(table);
        QVERIFY(!table->rows.empty());
        for (const gap::GapRow& row : table->rows) {
            QVERIFY(row.compared());
            QVERIFY2(row.error < 1e-6, row.runtime.c_str());
        }
    }

    /// Programs have names of their buffers where they were asked for: without, the operators tell which initial value is whose.
    void initialValuesWithoutNames() {
        const std::string folder = kComputedReferencesShared + "fixtures/mutable_state_init/";
        if (!std::filesystem::exists(folder)) QSKIP("the shared fixtures are not here");
        QFile file(QString::fromStdString(folder + "model.pte"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray program = file.readAll();
        for (const QByteArray& name : {QByteArray("total"), QByteArray("count"), QByteArray("history")}) {
            const QByteArray stored = QByteArray(1, static_cast<char>(name.size())) + QByteArray(3, '\0') + name + '\0';
            QCOMPARE(program.count(stored), 1);
            program.replace(stored, QByteArray(stored.size(), '\0'));
        }
        const test::TempDir nameless;
        QFile copy(QString::fromStdString(nameless.path("model.pte")));
        QVERIFY(copy.open(QIODevice::WriteOnly) && copy.write(program) == program.size());
        copy.close();
        const auto session = session::Session::open({folder + "model.etrecord", nameless.path("model.pte")}, {}, {});
        QVERIFY(session);
        const auto state = stages::programState({**session, "forward"}, graph::StageId::edge(), {});
        QVERIFY(state);
        QCOMPARE(state->evidence.text(), std::string("the state begins with the program's values of total, count, history"));
    }

    /// What a delegate keeps is no output of its call, and goes on from call to call.
    void stateOfDelegates() {
        const std::string folder = kComputedReferencesShared + "cases/stateful/";
        if (!std::filesystem::exists(folder)) QSKIP("the case is not here");
        const auto session = session::Session::open({folder + "model.etrecord", folder + "model.pte"}, {}, {});
        QVERIFY(session);
        const graph::StageId edge = graph::StageId::edge();
        const auto inputs = replay::graphInputs({**session, "forward"}, edge,
                                                {replay::InputChoice::Kind::Files, 0, {folder + "in-forward-0-0.npy"}}, {});
        QVERIFY(inputs);
        stages::ComputeOptions options;
        for (const std::vector<double>& wanted : {std::vector<double>{1, 20, 300, 4000}, std::vector<double>{2, 40, 600, 8000}}) {
            const auto computed = stages::computeGraph({**session, "forward"}, edge, *inputs, options, {});
            QVERIFY(computed && computed->userOutputs.size() == 1 && computed->userOutputs[0]);
            QCOMPARE(*evaluate::readDoubles(*computed->userOutputs[0]->array()), wanted);
            options.buffers = computed->buffers;
        }
        const auto state = replay::stateOf({**session, "forward"}, edge, {});
        QVERIFY(state && (*state)->size() == 1);
        QCOMPARE((*state)->front().name, std::string("cache"));
        QVERIFY((*state)->front().owner == replay::StateBuffer::Owner::Delegate);
    }

    /// Asked for in their order, runs cost one evaluation each; in another order the states on the way are found again.
    void evaluationsOfRuns_data() {
        QTest::addColumn<std::vector<std::size_t>>("runs");
        QTest::addColumn<std::vector<int>>("evaluations");
        QTest::newRow("in order") << std::vector<std::size_t>{1, 2, 3} << std::vector{1, 1, 1};
        QTest::newRow("backwards") << std::vector<std::size_t>{3, 2, 1} << std::vector{3, 1, 1};
        QTest::newRow("the first one last") << std::vector<std::size_t>{2, 3, 1} << std::vector{2, 1, 1};
        QTest::newRow("twice") << std::vector<std::size_t>{3, 3} << std::vector{3, 1};
    }
    void evaluationsOfRuns() {
        QFETCH(std::vector<std::size_t>, runs);
        QFETCH(std::vector<int>, evaluations);
        if (!std::filesystem::exists(kComputedReferencesShared + "fixtures/mutable_state"))
            QSKIP("the shared fixtures are not here");
        const auto session = computedReferencesOpened("fixtures/mutable_state");
        for (const bool wide : {false, true})
            for (const graph::StageId& stage : {graph::StageId::edge(), graph::StageId::program()})
                for (std::size_t i = 0; i < runs.size(); ++i) {
                    int counted = 0;
                    const JobContext job{{}, [&](double fraction) { counted += fraction == 0 ? 1 : 0; }};  // each begins there
                    const auto references =
                        stages::computedReferences({*session, "forward"}, stage, {std::nullopt, runs[i], wide}, job);
                    QVERIFY(references);
                    QCOMPARE(counted, evaluations[i]);
                    QVERIFY(!outputsOf(**references, *session).front().isEmpty());
                    QCOMPARE(outputsOf(**references, *session), outputsOf(*alone(runs[i], stage, wide), *session));
                }
    }

    /// Several results stand together under the path of their node.
    void severalResults() {
        if (!std::filesystem::exists(kComputedReferencesShared + "fixtures/vlm")) QSKIP("the shared fixtures are not here");
        const auto session = computedReferencesOpened("fixtures/vlm");
        const auto references = stages::computedReferences({*session, "vision_encoder"}, graph::StageId::edge(), {}, {});
        QVERIFY(references);
        QVERIFY(!(*references)->ofNode("aten_native_layer_norm_default"));
        const auto list = (*references)->listOfNode("aten_native_layer_norm_default");
        QCOMPARE(list.size(), std::size_t(3));
        for (const tensor::Value& value : list) QVERIFY(std::holds_alternative<tensor::Tensor>(value));
        QVERIFY((*references)->listOfNode("no_such_node").empty());
    }

    /// What no row can stand against is not kept: the inside of a delegate.
    void valuesThatAreKept() {
        if (!std::filesystem::exists(kComputedReferencesShared + "fixtures/cnn_xnnpack")) QSKIP("the shared fixtures are not here");
        const auto session = computedReferencesOpened("fixtures/cnn_xnnpack");
        const auto program = session->program("forward", graph::StageId::edge(), {});
        const auto body = session->program("forward", graph::StageId::lowered(0), {});
        QVERIFY(program && body);
        const graph::GraphModel& inside = *(*body)->graph;
        const auto references = stages::computedReferences({*session, "forward"}, graph::StageId::edge(), {}, {});
        QVERIFY(references);
        const std::string call = "executorch_call_delegate/lowered_module_0/";
        for (std::uint32_t n = 0; n < inside.nodeCount(); ++n)
            QVERIFY(!(*references)->ofNode(call + inside.nodePath(graph::NodeId(n))));
        const graph::GraphModel& model = *(*program)->graph;
        QVERIFY((*references)->ofNode(model.valuePath(model.top().outputs.front().argument.value())));
    }

    /// That weights of the program are those of the record says nothing of inputs: they are those that were asked for.
    void constantsLeaveAskedInputs() {
        const auto session = test::openOwn({"delegated/model.etrecord", "delegated/model.pte", "delegated/model.bpte"});
        const auto references =
            stages::computedReferences({*session, "forward"}, graph::StageId::program(),
                                       {replay::InputChoice{replay::InputChoice::Kind::Case, 1, {}}, {}, false}, {});
        QVERIFY2(references, references ? "" : references.error().message.c_str());
        const gap::ComputedSource& source = *(*references)->computed();
        QVERIFY2(source.evidence.text().find("of the record") != std::string::npos, source.evidence.text().c_str());
        QVERIFY(source.inputsOf == gap::InputsOf::Asked);
    }

    /// What is asked for was not run in between: the state is that of a first call.
    void askedInputsBeginAnew() {
        if (!std::filesystem::exists(kComputedReferencesShared + "fixtures/mutable_state"))
            QSKIP("the shared fixtures are not here");
        const auto session = computedReferencesOpened("fixtures/mutable_state");
        const replay::InputChoice second{replay::InputChoice::Kind::Case, 1, {}};
        const auto references = stages::computedReferences({*session, "forward"}, graph::StageId::edge(), {second, 2U, false}, {});
        QVERIFY(references);
        QCOMPARE((*references)->computed()->evidence.text(),
                 std::string("the state begins with zeros in total, count, history, of which the program carries no values"));
    }
};

ETSCOPE_TEST(TestComputedReferences)
#include "tst_computed_references.moc"
