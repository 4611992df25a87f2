// What a run will execute, made from real sessions; nothing is executed by making it.
#include <QtTest>

#include "run/estimate.h"
#include "run/plan_text.h"
#include "run/run_plan.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "tensor/npy.h"

using namespace etscope;
using run::PlanOptions;
using runrecord::CaseSource;
using runrecord::Pass;

namespace {

const std::string kFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const session::Session> open(const std::vector<std::string>& files) {
    std::vector<std::string> paths;
    for (const std::string& file : files) paths.push_back(kFixtures + file);
    auto opened = session::Session::open(paths, {}, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

run::RunPlan planned(const std::vector<std::string>& files, const PlanOptions& options = {}) {
    auto plan = run::makePlan(*open(files), options, {});
    if (!plan) qFatal("%s", plan.error().message.c_str());
    return *std::move(plan);
}

std::string codeOf(const std::vector<std::string>& files, const PlanOptions& options) {
    const auto plan = run::makePlan(*open(files), options, {});
    return plan ? std::string() : plan.error().code;
}

}  // namespace

class TestRunPlan : public QObject {
    Q_OBJECT
private slots:
    void allCasesOfTheBundle();
    void chosenCases();
    void casesOfOneMethod();
    void estimates();
    void offers();
    void sizes();
    void random();
    void passes();
    void refusals();
    void words();
    void theTextOfAPlan();
};

void TestRunPlan::allCasesOfTheBundle() {
    const auto plan = planned({"vlm/model.pte", "vlm/model.bpte", "vlm/model.etrecord"});
    QCOMPARE(plan.methods.size(), std::size_t{3});
    QCOMPARE(plan.calls.size(), std::size_t{8});
    for (const run::PlannedCall& call : plan.calls) QVERIFY(call.facts.source == CaseSource::Bundle && call.facts.caseIndex);
    for (const runrecord::MethodFacts& method : plan.methods) QCOMPARE(*method.keepsState, method.name == "text_decoder");
    QVERIFY(plan.programIsFile);
}

void TestRunPlan::chosenCases() {
    PlanOptions options;
    options.methods = {"text_decoder"};
    options.cases = {"2", "0", "example"};
    const auto plan = planned({"vlm"}, options);
    QCOMPARE(plan.calls.size(), std::size_t{3});
    QCOMPARE(*plan.calls[0].facts.caseIndex, 2);
    QCOMPARE(*plan.calls[1].facts.caseIndex, 0);
    QVERIFY(plan.calls[2].facts.source == CaseSource::Example && !plan.calls[2].facts.caseIndex);
}

/// The example is cut to fewer rows and repeated to more; integers, too.
/// A word of one method is not for the others, and those for all are not for it.
void TestRunPlan::casesOfOneMethod() {
    const std::vector<std::string> files{"vlm/model.pte", "vlm/model.bpte", "vlm/model.etrecord"};
    PlanOptions options;
    options.cases = {"text_decoder:example", "vision_encoder:0", "vision_encoder:random", "bundle"};
    const auto plan = planned(files, options);
    std::map<std::string, std::vector<CaseSource>> sources;
    for (const run::PlannedCall& call : plan.calls) sources[call.facts.method].push_back(call.facts.source);
    QVERIFY(sources["text_decoder"] == std::vector{CaseSource::Example});
    QVERIFY((sources["vision_encoder"] == std::vector{CaseSource::Bundle, CaseSource::Random}));
    QVERIFY(std::ranges::all_of(sources["token_embedding"], [](CaseSource one) { return one == CaseSource::Bundle; }));
    options.cases = {"text_decoder:example"};  // the others have all of theirs
    QVERIFY(planned(files, options).calls.size() > 2);
    options.cases = {"no_method:example"};
    QCOMPARE(codeOf(files, options), std::string("run-cases"));
}

/// Of what is known: nothing is guessed, and no time is zero because none is known.
void TestRunPlan::estimates() {
    const auto bare = open({"vlm/model.pte", "vlm/model.bpte", "vlm/model.etrecord"});
    PlanOptions options;
    options.repeat = 3;
    const auto plan = run::makePlan(*bare, options, {});
    QVERIFY(plan);
    const auto nothing = run::estimateOf(*bare, *plan, {});
    QVERIFY(nothing && !nothing->seconds && nothing->methods.size() == 3);
    std::size_t calls = 0;
    for (const run::MethodEstimate& one : nothing->methods) {
        QVERIFY(!one.seconds && one.from == run::TimeFrom::None && one.samples == 0);
        calls += one.calls;
    }
    QCOMPARE(calls, plan->executions());
    QVERIFY(nothing->files >= plan->program.size && nothing->planned > 0 && nothing->inputs > 0 && nothing->buffer > 0);
    QCOMPARE(nothing->memory(), nothing->files + nothing->planned + nothing->inputs + nothing->buffer);

    const auto talk = open({"conversations/talk/trace.jsonl"});  // its calls have no times
    options.cases = {"random"};
    const auto talked = run::makePlan(*talk, options, {});
    QVERIFY2(talked, talked ? "" : talked.error().message.c_str());
    QVERIFY(!run::estimateOf(*talk, *talked, {})->seconds);
}

void TestRunPlan::offers() {
    const auto session = open({"vlm/model.pte", "vlm/model.bpte", "vlm/model.etrecord"});
    const auto offers = run::offeredCases(*session, "text_decoder", {});
    QVERIFY(offers && offers->size() >= 4);
    QCOMPARE(offers->front().word, std::string());
    QCOMPARE(offers->back().word, std::string("random"));
    QCOMPARE(offers->back().calls, std::size_t{1});
    QCOMPARE(offers->front().calls, (*offers)[1].calls);  // the bundle's
    QVERIFY(run::offeredCases(*session, "no_method", {})->empty());
}

void TestRunPlan::sizes() {
    PlanOptions options;
    options.methods = {"text_decoder"};
    options.cases = {"example"};
    const auto whole = planned({"vlm"}, options);
    const auto& example = std::get<tensor::Tensor>(whole.calls[0].values[1]);
    for (const std::int64_t size : {1, 3, 9}) {
        options.sizes = {{"s29", size}};
        const auto plan = planned({"vlm"}, options);
        QVERIFY(plan.calls[0].facts.source == CaseSource::Sizes);
        QVERIFY(plan.calls[0].facts.caseText.find("s29=" + std::to_string(size)) != std::string::npos);
        QCOMPARE(std::get<tensor::Tensor>(plan.calls[0].values[0]).shape, (std::vector<std::int64_t>{1, size, 8}));
        const auto& positions = std::get<tensor::Tensor>(plan.calls[0].values[1]);
        QCOMPARE(positions.shape, (std::vector<std::int64_t>{size}));
        const auto bytes = positions.storage.readAll(), before = example.storage.readAll();
        QVERIFY(bytes && before);
        const auto rows = static_cast<std::size_t>(example.shape[0]);
        for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i)
            QCOMPARE((*bytes)[8 * i], (*before)[8 * (static_cast<std::size_t>(example.storageOffset) + i % rows)]);
    }
}

void TestRunPlan::random() {
    PlanOptions options;
    options.cases = {"random"};
    const auto plan = planned({"trivial/model.pte"}, options), again = planned({"trivial/model.pte"}, options);
    QVERIFY(plan.calls[0].facts.source == CaseSource::Random);
    QVERIFY(!plan.notes.empty() && plan.notes[0].find("last resort") != std::string::npos);
    const auto bytes = [](const run::RunPlan& one) {
        const auto read = std::get<tensor::Tensor>(one.calls[0].values[0]).storage.readAll();
        return read ? *read : std::vector<std::byte>();
    };
    QVERIFY(!bytes(plan).empty() && bytes(plan) == bytes(again));
}

/// Values and times in modules of their own; state begins anew for each turn of times.
void TestRunPlan::passes() {
    PlanOptions options;
    options.repeat = 3;
    const auto passesOf = [](const run::RunPlan& plan, Pass pass) {
        return std::ranges::count(plan.modules, pass, &run::PlannedModule::pass);
    };
    const auto stateful = planned({"vlm"}, options);
    QCOMPARE(passesOf(stateful, Pass::Values), 1);
    QCOMPARE(passesOf(stateful, Pass::Times), 3);
    QVERIFY(stateful.modules[0].bufferBytes > (1U << 20U));
    options.methods = {"vision_encoder"};
    QCOMPARE(passesOf(planned({"vlm"}, options), Pass::Times), 1);
    options.modules = run::Modules::Fresh;
    QCOMPARE(passesOf(planned({"vlm"}, options), Pass::Values), 2);
    options.values = run::Values::None;
    QCOMPARE(passesOf(planned({"vlm"}, options), Pass::Values), 0);
    options.values = run::Values::Outputs;
    options.repeat = 0;
    const auto outputs = planned({"vlm"}, options);
    QCOMPARE(outputs.modules.size(), std::size_t{2});
    QVERIFY(outputs.modules[0].pass == Pass::Outputs && run::dumpFile(outputs, 0).empty());
}

void TestRunPlan::refusals() {
    const auto with = [](const char* word) {
        PlanOptions options;
        options.cases = {word};
        return options;
    };
    QCOMPARE(codeOf({"vlm/model.etrecord"}, {}), std::string("no-program"));
    QCOMPARE(codeOf({"vlm"}, with("99")), std::string("run-cases"));
    QCOMPARE(codeOf({"vlm"}, with("no/such/file.npy")), std::string("run-cases"));
    QCOMPARE(codeOf({"vlm"}, with((kFixtures + "trivial/out-forward-0-0.npy").c_str())), std::string("run-cases"));
    QCOMPARE(codeOf({"trivial/model.pte"}, {}), std::string("run-cases"));
    QCOMPARE(codeOf({"trivial/model.pte"}, with("bundle")), std::string("run-cases"));
    PlanOptions options;
    options.methods = {"nobody"};
    QCOMPARE(codeOf({"vlm"}, options), std::string("no-such-method"));
    options = {};
    options.methods = {"text_decoder"};
    options.sizes = {{"s77777", 1}};
    QCOMPARE(codeOf({"vlm"}, options), std::string("run-sizes"));
    options.sizes = {};
    options.mostBuffer = 1000;
    QCOMPARE(codeOf({"vlm"}, options), std::string("run-values-too-large"));
    options.streams = true;  // needs no buffer
    QCOMPARE(codeOf({"vlm"}, options), std::string());
}

void TestRunPlan::words() {
    const auto sizes = run::parseSizes({"s0=3,s1=4", "n=0"});
    QVERIFY(sizes);
    QCOMPARE(*sizes, (std::map<std::string, std::int64_t>{{"n", 0}, {"s0", 3}, {"s1", 4}}));
    for (const char* wrong : {"", "s0", "s0=", "s0=-1", "=3", "3=s", "s0=3,", "s0=99999999999"}) {
        const auto parsed = run::parseSizes({wrong});
        QVERIFY2(!parsed && parsed.error().code == "run-sizes", wrong);
    }
    QCOMPARE(run::wordOf("a b/ü%\n"), std::string("a%20b%2F%C3%BC%25%0A"));
    QCOMPARE(run::wordOf("/tmp/a b.pte", true), std::string("/tmp/a%20b.pte"));
}

void TestRunPlan::theTextOfAPlan() {
    const test::TempDir folder;
    PlanOptions options;
    options.methods = {"vision_encoder"};
    options.repeat = 2;
    auto plan = planned({"vlm"}, options);
    QVERIFY(run::writeInputs(plan, folder.path(), {}));
    const auto array = Source::open(folder.path("inputs/vision_encoder-1-0.npy"));
    QVERIFY(array);
    QVERIFY(tensor::readNpy(ByteRange::whole(*array)));
    const QStringList lines = QString::fromStdString(run::planText(plan, "/a/model.pte", {})).split('\n');
    QCOMPARE(lines[0], QString("etscope-plan 1"));
    QCOMPARE(lines[1], QString("program /a/model.pte"));
    QVERIFY(lines.contains("call 1 vision_encoder"));
    QCOMPARE(lines.filter("module ").size(), 2);
    QCOMPARE(lines.filter("do ").size(), 2 + 4);
    QVERIFY(lines.filter(QRegularExpression("^kernel \\S+$")).size() > 0 || lines.filter("kernel").isEmpty());
}

ETSCOPE_TEST(TestRunPlan)
#include "tst_run_plan.moc"
