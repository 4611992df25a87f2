// Which method ran and which case fed it: the rules on hand-made facts, and real sessions.
#include <QtTest>
#include <filesystem>

#include "compare/outputs.h"
#include "compare/run_cases.h"
#include "join/joins.h"
#include "join/runs.h"
#include "support/test_case.h"

using namespace etscope;
using join::Fit;
using join::MethodState;
using join::RunTrace;

namespace {

const std::string kFixtures = ETSCOPE_SHARED_DIR "/fixtures/";

program::ExecutionPlan planOf(std::vector<std::string> operators, std::vector<std::int32_t> sizes = {2, 3}) {
    program::ExecutionPlan plan;
    program::TensorInfo tensor;
    tensor.scalarType = ScalarType::F32;
    tensor.sizes = std::move(sizes);
    plan.tensors.push_back(tensor);
    plan.values.emplace_back(program::TensorValue{0});
    plan.outputs = {0};
    program::Chain& chain = plan.chains.emplace_back();
    for (std::string& name : operators) {
        const auto dot = name.find('.');
        plan.operators.push_back({"aten::" + name.substr(0, dot), name.substr(dot + 1)});
        chain.instructions.emplace_back(program::KernelCall{static_cast<std::int32_t>(plan.operators.size()) - 1, {0}});
    }
    return plan;
}

RunTrace traceOf(std::vector<RunTrace::Step> steps) { return {std::move(steps), {}, {}}; }

std::shared_ptr<const session::Session> open(const std::string& fixture, const std::vector<std::string>& files,
                                             const session::OpenOptions& options = {}) {
    std::vector<std::string> paths;
    for (const std::string& file : files) paths.push_back(kFixtures + fixture + "/" + file);
    auto opened = session::Session::open(paths, options, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

}  // namespace

class TestRuns : public QObject {
    Q_OBJECT
private slots:
    void theOnlyMethodThatFits();
    void contradictions_data();
    void contradictions();
    void theOneThatRanWhole();
    void equalMethodsAreAmbiguous();
    void noneFits();
    void sideTables();
    void methodsWithoutRows();
    void executionsThatEndedEarly();
    void bodiesOfControlFlow();
    void mapsOfFewRows();
    void shapesOfARecord_data();
    void shapesOfARecord();
    void candidatesHoldTheTruth();
    void operatorsOfARecord();
    void callsWithoutRows();
    void aRecordOfAnotherExport();
    void boundsOfDynamicTensors();
    void methodsAndCasesOfASession();
    void theUserDecides();
    void withoutAProgram();
    void filesOfDifferentExports();
    void outputsThatRunsLogged();
};

void TestRuns::theOnlyMethodThatFits() {
    const auto run = traceOf({{0, "native_call_add.out"}, {0, "OPERATOR_CALL"}, {1, "native_call_mul.out"}});
    const auto answer = join::attribute(
        {join::fitPlan(run, "a", planOf({"add.out", "mul.out"})), join::fitPlan(run, "b", planOf({"add.out", "sub.out"}))});
    QCOMPARE(answer.state, MethodState::Certain);
    QCOMPARE(answer.method.value_or(""), std::string("a"));
    QVERIFY(!answer.evidence.empty());
}

void TestRuns::contradictions_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("instruction");
    QTest::addColumn<bool>("fits");
    QTest::newRow("the operator") << "native_call_add.out" << 0 << true;
    QTest::newRow("with its library") << "native_call_aten::add.out" << 0 << true;
    QTest::newRow("another one with its library") << "native_call_llama::gated_delta_rule.out" << 0 << false;
    QTest::newRow("another overload") << "native_call_add.Scalar_out" << 0 << false;
    QTest::newRow("another operator") << "native_call_mul.out" << 0 << false;
    QTest::newRow("a call") << "OPERATOR_CALL" << 0 << true;
    QTest::newRow("a delegate call") << "DELEGATE_CALL" << 0 << false;
    QTest::newRow("a jump") << "JF_CALL" << 0 << false;
    QTest::newRow("behind the end") << "OPERATOR_CALL" << 5 << false;
    QTest::newRow("a name that says nothing") << "my_event" << 0 << true;
}

void TestRuns::contradictions() {
    QFETCH(QString, name);
    QFETCH(int, instruction);
    QFETCH(bool, fits);
    const std::string text = name.toStdString();
    QCOMPARE(join::fitPlan(traceOf({{instruction, text}}), "m", planOf({"add.out"})).against.empty(), fits);
}

void TestRuns::theOneThatRanWhole() {
    const auto run = traceOf({{0, "native_call_add.out"}});
    const auto answer = join::attribute(
        {join::fitPlan(run, "long", planOf({"add.out", "mul.out"})), join::fitPlan(run, "short", planOf({"add.out"}))});
    QCOMPARE(answer.state, MethodState::Inferred);
    QCOMPARE(answer.method.value_or(""), std::string("short"));
    QCOMPARE(answer.candidates, (std::vector<std::string>{"short", "long"}));
}

void TestRuns::equalMethodsAreAmbiguous() {
    const auto run = traceOf({{0, "native_call_add.out"}});
    const auto answer =
        join::attribute({join::fitPlan(run, "a", planOf({"add.out"})), join::fitPlan(run, "b", planOf({"add.out"}))});
    QCOMPARE(answer.state, MethodState::Ambiguous);
    QVERIFY(!answer.method);
    QCOMPARE(answer.candidates.size(), std::size_t(2));
    // What they logged tells them apart.
    RunTrace logged = run;
    logged.outputs = {{ScalarType::F32, {4, 4}}};
    const auto told =
        join::attribute({join::fitPlan(logged, "a", planOf({"add.out"})), join::fitPlan(logged, "b", planOf({"add.out"}, {4, 4}))});
    QCOMPARE(told.method.value_or(""), std::string("b"));
}

void TestRuns::noneFits() {
    const auto run = traceOf({{0, "native_call_add.out"}});
    const auto answer = join::attribute({join::fitPlan(run, "a", planOf({"mul.out"}))});
    QCOMPARE(answer.state, MethodState::Unknown);
    QVERIFY(!answer.method && answer.candidates.empty());
    QVERIFY(answer.evidence.front().text().starts_with("a: instruction 0 ran as native_call_add.out"));
}

/// Of a method that the record has no rows of, nothing can be told; that the others are contradicted makes the dump no foreign one.
void TestRuns::methodsWithoutRows() {
    etrecord::SideTables tables;
    tables.debugHandles["a"] = {{0, {1}}, {5, {2}}};
    auto run = traceOf({{0, "native_call_add.out"}, {1, "native_call_mul.out"}});
    run.outputs = {{ScalarType::F32, {1}}};
    const auto answer = join::attribute({join::fitSideTables(run, "a", tables), join::fitSideTables(run, "b", tables)});
    QCOMPARE(answer.state, MethodState::Unknown);
    QVERIFY(!answer.method && answer.evidence.empty());
    QCOMPARE(answer.candidates, std::vector<std::string>{"b"});
}

/// An execution that ended early looks like one of a shorter method: both stay, and the shorter one comes first.
void TestRuns::executionsThatEndedEarly() {
    etrecord::SideTables tables;
    tables.debugHandles["long"] = {{0, {1}}, {1, {2}}, {5, {3}}};
    tables.debugHandles["short"] = {{0, {1}}, {1, {2}}};
    auto run = traceOf({{0, "native_call_add.out"}, {1, "native_call_mul.out"}});
    const auto answer = [&] {
        return join::attribute({join::fitSideTables(run, "long", tables), join::fitSideTables(run, "short", tables)});
    };
    QCOMPARE(answer().candidates, (std::vector<std::string>{"short", "long"}));
    QVERIFY(!answer().method);
    run.outputs = {{ScalarType::F32, {1}}};  // it ended well
    QCOMPARE(answer().candidates, std::vector<std::string>{"short"});
}

/// Bodies of control flow have no rows: methods with few rows are not ruled out by what ran in them, nor chosen for what did not.
void TestRuns::bodiesOfControlFlow() {
    etrecord::SideTables tables;
    tables.debugHandles = {{"branch", {{0, {1}}, {1, {2}}}}, {"choose", {}}};
    tables.delegates = {{"branch", {}}, {"choose", {}}};
    join::RecordedMethod branch;
    branch.byHandle[1].operators = {"edge.ops.aten.mean.dim"};
    const auto answer = [&](const RunTrace& run) {
        return join::attribute({join::fitSideTables(run, "branch", tables, branch), join::fitSideTables(run, "choose", tables)});
    };
    // A jump stands where the one has a call.
    const auto jumped = answer(traceOf({{0, "JF_CALL"}, {1, "native_call_mul.out"}, {4, "DELEGATE_CALL"}}));
    QCOMPARE(jumped.candidates, std::vector<std::string>{"choose"});
    QVERIFY(!jumped.method);
    // Its operators are those of the one; the other may have them, too.
    const auto both = answer(traceOf({{0, "native_call_mean.out"}, {1, "OPERATOR_CALL"}, {2, "JF_CALL"}, {3, "DELEGATE_CALL"}}));
    QCOMPARE(both.candidates, (std::vector<std::string>{"branch", "choose"}));
    QCOMPARE(both.state, MethodState::Inferred);
    QCOMPARE(both.method.value_or(""), std::string("branch"));
    // Numbers of instructions are no evidence.
    const auto numbers = answer(traceOf({{0, "OPERATOR_CALL"}, {1, "OPERATOR_CALL"}, {2, "JF_CALL"}}));
    QCOMPARE(numbers.candidates.size(), std::size_t(2));
    QCOMPARE(numbers.state, MethodState::Ambiguous);
    QVERIFY(!numbers.method);
}

/// "The map knows instruction 0, and it ran" is no evidence among many calls.
void TestRuns::mapsOfFewRows() {
    etrecord::SideTables tables;
    tables.debugHandles["a"] = {{0, {1}}};
    std::vector<RunTrace::Step> steps;
    for (int i = 0; i < 59; ++i) steps.push_back({i, "native_call_add.out"});
    const auto many = join::attribute({join::fitSideTables(traceOf(steps), "a", tables)});
    QCOMPARE(many.state, MethodState::Unknown);
    QCOMPARE(many.candidates, std::vector<std::string>{"a"});
    QVERIFY(many.evidence.empty());
    steps = {steps[0], {1, "MOVE_CALL"}};
    QCOMPARE(join::attribute({join::fitSideTables(traceOf(steps), "a", tables)}).state, MethodState::Inferred);
}

/// What a run logged has the shapes of the record's nodes and outputs; symbolic sizes are any.
void TestRuns::shapesOfARecord_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<bool>("ofTheOutput");
    QTest::addColumn<bool>("fits");
    for (const bool output : {false, true}) {
        const QByteArray of = output ? "output" : "value";
        QTest::newRow(of + " of that shape") << 2 << 6 << output << true;
        QTest::newRow(of + " of another symbolic size") << 9 << 6 << output << true;
        QTest::newRow(of + " of another size") << 2 << 5 << output << false;
        QTest::newRow(of + " of another rank") << 2 << 0 << output << false;
    }
}

void TestRuns::shapesOfARecord() {
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(bool, ofTheOutput);
    QFETCH(bool, fits);
    etrecord::SideTables tables;
    tables.debugHandles["m"] = {{0, {1}}};
    join::RecordedMethod recorded;
    const join::RecordedMethod::Shape shape{std::nullopt, 6};
    recorded.byHandle[1] = {{"edge.ops.aten.add.Tensor"}, {shape}};
    recorded.outputs = {{std::nullopt, std::nullopt}, {ScalarType::F32, shape}};
    auto run = traceOf({{0, "native_call_add.out"}});
    RunTrace::Tensor tensor{ScalarType::F16, {rows}};
    if (columns > 0) tensor.shape.push_back(columns);
    if (ofTheOutput)
        run.outputs = {tensor};
    else
        run.logged = {{0, tensor}};
    const auto answer = join::attribute({join::fitSideTables(run, "m", tables, recorded)});
    QCOMPARE(answer.state, fits ? MethodState::Certain : MethodState::Unknown);
    QCOMPARE(answer.candidates.size(), std::size_t(fits ? 1 : 0));
}

/// Of the dumps of all fixtures: the method that the program tells is among the candidates that the record alone tells.
void TestRuns::candidatesHoldTheTruth() {
    if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
    int compared = 0;
    for (const std::string& root : {kFixtures, std::string(ETSCOPE_SHARED_DIR "/faults/")})
        for (const auto& folder : std::filesystem::directory_iterator(root)) {
            const std::string path = folder.path().string() + "/", record = path + "model.etrecord", program = path + "model.pte";
            // Programs that are not of the record beside them.
            if (path.ends_with("mismatched/") || path.ends_with("fault_half/")) continue;
            if (!std::filesystem::exists(record) || !std::filesystem::exists(program)) continue;
            for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
                if (file.path().extension() != ".etdp" || !file.path().filename().string().starts_with("run-main")) continue;
                const auto truth = session::Session::open({program, file.path().string()}, {}, {});
                const auto alone = session::Session::open({record, file.path().string()}, {}, {});
                QVERIFY(truth && alone);
                const auto told = join::runs(**truth, {}), found = join::runs(**alone, {});
                QVERIFY(told && found);
                for (std::size_t i = 0; i < (*told)->size(); ++i) {
                    const join::Attribution &right = (**told)[i].attribution, &answer = (**found)[i].attribution;
                    if (right.state != MethodState::Certain) continue;
                    ++compared;
                    const std::string what = file.path().string() + " " + std::to_string(i) + " " + *right.method;
                    QVERIFY2(std::ranges::find(answer.candidates, *right.method) != answer.candidates.end(), what.c_str());
                    QVERIFY2(!answer.method || *answer.method == *right.method, what.c_str());
                }
            }
        }
    QVERIFY(compared > 100);
}

void TestRuns::sideTables() {
    etrecord::SideTables tables;
    tables.debugHandles["a"] = {{0, {1}}, {1, {2, 3}}};
    tables.delegates["a"][1].backend = "XnnpackBackend";
    tables.debugHandles["b"] = {{0, {1}}};
    const auto run = traceOf({{0, "OPERATOR_CALL"}, {1, "DELEGATE_CALL"}});
    const auto answer = join::attribute({join::fitSideTables(run, "a", tables), join::fitSideTables(run, "b", tables)});
    QCOMPARE(answer.method.value_or(""), std::string("a"));
}

void TestRuns::operatorsOfARecord() {
    etrecord::SideTables tables;
    tables.debugHandles["a"] = {{0, {1}}, {1, {2}}};
    const auto run = traceOf({{0, "native_call_add.out"}, {1, "native_call_mul.Scalar_out"}});
    const auto answer = [&](const std::map<std::int64_t, std::vector<std::string>>& operators) {
        join::RecordedMethod recorded;
        for (const auto& [handle, names] : operators) recorded.byHandle[handle].operators = names;
        return join::attribute({join::fitSideTables(run, "a", tables, recorded)});
    };
    QCOMPARE(answer({{1, {"executorch.exir.dialects.edge.ops.aten.add.Tensor"}}, {2, {"edge.ops.aten.mul.Scalar"}}}).state,
             MethodState::Certain);
    // Instructions alone make nothing certain.
    QCOMPARE(answer({}).state, MethodState::Inferred);
    const auto other = answer({{1, {"edge.ops.aten.add_x.Tensor"}}, {2, {"edge.ops.aten.sub.Tensor", "edge.ops.aten.mul.Tensor"}}});
    QCOMPARE(other.state, MethodState::Unknown);
    QVERIFY(other.evidence.front().text().find("instruction 0 ran as native_call_add.out") != std::string::npos);
}

void TestRuns::callsWithoutRows() {
    etrecord::SideTables tables;
    tables.debugHandles["a"] = {{0, {1}}, {1, {2}}, {2, {3}}};
    std::vector<RunTrace::Step> steps{
        {0, "native_call_add.out"}, {1, "native_call_add.out"}, {2, "native_call_add.out"}, {3, "MOVE_CALL"},
        {4, "FREE_CALL"},           {5, "native_call_copy_"},   {6, "OPERATOR_CALL"},       {7, "native_call_view_copy.out"}};
    QVERIFY(join::fitSideTables(traceOf(steps), "a", tables).against.empty());
    steps.push_back({8, "native_call_sub.out"});
    // Operators that no node of the record is of were made by lowering.
    QVERIFY(join::fitSideTables(traceOf(steps), "a", tables).against.empty());
    join::RecordedMethod recorded;
    recorded.byHandle[7] = {{"executorch.exir.dialects.edge.ops.aten.sub.Tensor", "torch.ops.aten.view_copy.default"}, {}};
    const auto fit = join::fitSideTables(traceOf(steps), "a", tables, recorded);
    QCOMPARE(fit.against.size(), std::size_t{1});
    QCOMPARE(fit.against.front().text(), std::string("2 of 5 calls have no row in debug_handle_map, the first at instruction 7"));
    // Rows of one delegate among many added operators tell nothing of these.
    tables.debugHandles["b"] = {{0, {1}}};
    QVERIFY(join::fitSideTables(traceOf(steps), "b", tables, recorded).against.empty());
    // Bodies of control flow have no rows.
    steps.push_back({9, "JF_CALL"});
    QVERIFY(join::fitSideTables(traceOf(steps), "a", tables, recorded).against.empty());
}

void TestRuns::aRecordOfAnotherExport() {
    if (!std::filesystem::exists(kFixtures + "mismatched/run-main.etdp")) QSKIP("the shared fixtures are not here");
    const auto stateOf = [](const std::string& fixture, const std::vector<std::string>& files) {
        const auto session = open(fixture, files);
        std::map<std::string, join::JoinState> states;
        for (const join::Join& join : join::joins(*session, {})) states[join.from + " " + join.to] = join.state;
        return states["etdump etrecord"];
    };
    const std::vector<std::string> dump{"model.etrecord", "run-main.etdp", "run-main.dbg"},
        all{"model.etrecord", "model.pte", "run-main.etdp", "run-main.dbg"};
    QCOMPARE(stateOf("mismatched", dump), join::JoinState::Mismatched);
    QCOMPARE(stateOf("mismatched", all), join::JoinState::Mismatched);
    for (const char* fixture : {"vlm", "llama", "control_flow", "mutable_state", "symbolic", "mixed_delegates", "tap"}) {
        QVERIFY2(stateOf(fixture, dump) != join::JoinState::Mismatched, fixture);
        QVERIFY2(stateOf(fixture, all) != join::JoinState::Mismatched, fixture);
    }
    const auto session = open("mismatched", all);
    join::addMismatches(*session, {});
    const Diagnostics diagnostics = session->diagnostics();
    QVERIFY(diagnostics.has("files-mismatched"));
}

void TestRuns::boundsOfDynamicTensors() {
    auto plan = planOf({"add.out"}, {1, 8});
    RunTrace run = traceOf({{0, "OPERATOR_CALL"}});
    run.outputs = {{ScalarType::F32, {1, 5}}};
    QVERIFY(!join::fitPlan(run, "m", plan).against.empty());
    plan.tensors[0].dynamism = program::Dynamism::UpperBound;
    QVERIFY(join::fitPlan(run, "m", plan).against.empty());
    run.outputs = {{ScalarType::F32, {1, 9}}};
    QVERIFY(!join::fitPlan(run, "m", plan).against.empty());
    plan.tensors[0].dynamism = program::Dynamism::Unbounded;
    QVERIFY(join::fitPlan(run, "m", plan).against.empty());
}

void TestRuns::methodsAndCasesOfASession() {
    if (!std::filesystem::exists(kFixtures + "vlm/run-main.etdp")) QSKIP("the shared fixtures are not here");
    const auto session = open("vlm", {"run-main.dbg", "model.etrecord", "run-main.etdp", "model.pte"});
    const auto runs = compare::runs(*session, {});
    QVERIFY(runs);
    QCOMPARE((*runs)->size(), std::size_t(10));
    const std::vector<std::pair<std::size_t, std::pair<std::string, std::int64_t>>> wanted{
        {1, {"vision_encoder", 0}}, {3, {"token_embedding", 0}}, {5, {"text_decoder", 0}}, {6, {"token_embedding", 1}},
        {7, {"text_decoder", 1}},   {8, {"token_embedding", 2}}, {9, {"text_decoder", 2}}};
    for (const auto& [index, told] : wanted) {
        const join::SessionRun& run = (**runs)[index];
        QCOMPARE(run.attribution.method.value_or(""), told.first);
        QCOMPARE(run.attribution.state, MethodState::Certain);
        QCOMPARE(run.caseIndex, std::optional(told.second));
        QVERIFY(!run.caseEvidence.empty());
    }
    QVERIFY(!(**runs)[0].attribution.method);  // a load
}

void TestRuns::theUserDecides() {
    if (!std::filesystem::exists(kFixtures + "vlm/run-main.etdp")) QSKIP("the shared fixtures are not here");
    session::OpenOptions options;
    options.runMethods[1] = "text_decoder";
    options.runCases[3] = 2;
    const auto session = open("vlm", {"model.pte", "model.bpte", "run-main.etdp", "run-main.dbg"}, options);
    const auto runs = compare::runs(*session, {});
    QVERIFY(runs);
    QCOMPARE((**runs)[1].attribution.method.value_or(""), std::string("text_decoder"));
    QVERIFY((**runs)[1].attribution.evidence == std::vector{Sentence::of("given by the user")});
    QCOMPARE((**runs)[3].caseIndex, std::optional<std::int64_t>(2));
}

void TestRuns::withoutAProgram() {
    if (!std::filesystem::exists(kFixtures + "vlm/run-main.etdp")) QSKIP("the shared fixtures are not here");
    const auto session = open("vlm", {"model.etrecord", "run-main.etdp", "run-main.dbg"});
    const auto runs = compare::runs(*session, {});
    QVERIFY(runs);
    QCOMPARE((**runs)[1].attribution.method.value_or(""), std::string("vision_encoder"));
    QCOMPARE((**runs)[5].attribution.method.value_or(""), std::string("text_decoder"));
}

void TestRuns::filesOfDifferentExports() {
    if (!std::filesystem::exists(kFixtures + "vlm/run-main.etdp")) QSKIP("the shared fixtures are not here");
    auto session = session::Session::open({kFixtures + "add/model.pte", kFixtures + "vlm/run-main.etdp"}, {}, {});
    QVERIFY(session);
    bool told = false;
    for (const join::Join& join : join::joins(**session, {}))
        told = told || (join.from == "etdump" && join.state == join::JoinState::Mismatched && join.evidence.size() > 1);
    QVERIFY(told);
    QVERIFY((*compare::runs(**session, {}))->at(1).attribution.state == MethodState::Unknown);
}

void TestRuns::outputsThatRunsLogged() {
    if (!std::filesystem::exists(kFixtures + "scalar_outputs/run-main.etdp")) QSKIP("the shared fixtures are not here");
    const auto session = open("scalar_outputs", {"model.pte", "run-main.etdp", "run-main.dbg"});
    const auto runs = compare::runs(*session, {});
    QVERIFY(runs);
    const auto outputs = join::runOutputs(*session, (**runs)[1]);
    std::size_t tensors = 0;
    for (const join::RunOutput& output : outputs) tensors += std::holds_alternative<tensor::Tensor>(output.value) ? 1U : 0U;
    QCOMPARE(tensors, std::size_t(2));
    QVERIFY(outputs.size() > tensors);  // scalars count
    const auto pairs = compare::pairOutputs(session, {});
    QVERIFY(pairs && pairs->size() == outputs.size());
    QVERIFY(!pairs->front().caseIndex);
    QCOMPARE(pairs->front().column(), std::int64_t(-2));  // run 1
}

ETSCOPE_TEST(TestRuns)
#include "tst_runs.moc"
