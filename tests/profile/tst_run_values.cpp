// What runs tell of nodes and outputs: broken dumps, several dumps, dumps in logs, gaps against another run, amounts of nodes.
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "compare/outputs.h"
#include "compare/run_cases.h"
#include "compare/test_cases.h"
#include "gap/gap.h"
#include "join/delegate_bodies.h"
#include "join/links.h"
#include "join/runs.h"
#include "join/stage_graph.h"
#include "profile/custom_values.h"
#include "profile/event_statistics.h"
#include "profile/node_amounts.h"
#include "profile/time_totals.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
namespace fs = std::filesystem;

namespace {

const std::string kFixtures = ETSCOPE_SHARED_DIR "/fixtures/";

Result<std::shared_ptr<const session::Session>> openPaths(const std::vector<std::string>& paths) {
    return session::Session::open(paths, {}, {});
}

std::shared_ptr<const session::Session> open(const std::string& fixture, const std::vector<std::string>& files) {
    std::vector<std::string> paths;
    for (const std::string& file : files) paths.push_back(kFixtures + fixture + "/" + file);
    auto opened = openPaths(paths);
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

std::map<compare::PairState, std::size_t> statesOf(const std::shared_ptr<const session::Session>& session) {
    std::map<compare::PairState, std::size_t> states;
    const auto pairs = compare::pairOutputs(session, {});
    for (const compare::OutputPair& pair : *pairs) ++states[compare::compareOutput(pair, {}, {}).state];
    return states;
}

std::string contentOf(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::string& path, const std::string& content) { std::ofstream(path, std::ios::binary) << content; }

std::string base64(const std::string& bytes) { return QByteArray::fromStdString(bytes).toBase64().toStdString(); }

}  // namespace

class TestRunValues : public QObject {
    Q_OBJECT
private slots:
    void init() {
        if (!fs::exists(kFixtures)) QSKIP("the shared fixtures are not here");
    }

    /// Logging tensors of float16 and bfloat16 breaks a dump. With the program they are found in the debug buffer;
    /// without it, nothing tells which outputs are there.
    void outputsBesideHalves() {
        const auto session = open("dtypes", {"model.etrecord", "model.pte", "run-main.etdp", "run-main.dbg"});
        QCOMPARE(statesOf(session), (std::map<compare::PairState, std::size_t>{{compare::PairState::Match, 11}}));
        QVERIFY(session->diagnostics().has("etdump-rebuilt") && session->diagnostics().has("etdump-values-placed"));
        const auto recorded = open("dtypes", {"model.etrecord", "run-main.etdp", "run-main.dbg"});
        QCOMPARE(statesOf(recorded), (std::map<compare::PairState, std::size_t>{{compare::PairState::MissingRuntime, 11}}));
        const auto half = open("fault_half", {"model.pte", "run-main.etdp"});
        QVERIFY(half->diagnostics().has("etdump-rebuilt"));
        QCOMPARE((*compare::runs(*half, {}))->size(), std::size_t(2));
    }

    /// Dumps of one name in two folders, each with the buffer beside it; both ran the same cases.
    void twoDumpsOfOneName() {
        test::TempDir folder;
        for (const char* part : {"good", "bad"}) {
            fs::create_directory(folder.path(part));
            fs::copy(kFixtures + "cnn_xnnpack/run-main.etdp", folder.path(part) + "/run-main.etdp");
        }
        std::string buffer = contentOf(kFixtures + "cnn_xnnpack/run-main.dbg");
        write(folder.path("good") + "/run-main.dbg", buffer);
        for (std::size_t i = 3; i < buffer.size(); i += 4) buffer[i] = static_cast<char>(buffer[i] ^ '\x80');  // other signs
        write(folder.path("bad") + "/run-main.dbg", buffer);
        const auto session = openPaths({kFixtures + "cnn_xnnpack/model.etrecord", kFixtures + "cnn_xnnpack/model.pte",
                                        folder.path("good") + "/run-main.etdp", folder.path("bad") + "/run-main.etdp",
                                        folder.path("bad") + "/run-main.dbg", folder.path("good") + "/run-main.dbg"});
        QVERIFY(session);
        const auto states = statesOf(*session);
        QCOMPARE(states.at(compare::PairState::Match), std::size_t(3));
        QCOMPARE(states.at(compare::PairState::Differ), std::size_t(3));
        QVERIFY(!states.contains(compare::PairState::MissingRuntime));
    }

    /// A folder's debug buffer is found without being named; notes beside it are not taken for one.
    void buffersOfAFolder() {
        test::TempDir folder;
        fs::copy(kFixtures + "fault_nan/run-main.etdp", folder.path("etdump.etdp"));
        fs::copy(kFixtures + "fault_nan/run-main.dbg", folder.path("debug_buffer.bin"));
        write(folder.path("notes.txt"), std::string(100'000, 'x'));
        const auto session = openPaths({folder.path()});
        QVERIFY(session);
        QCOMPARE((*session)->files().size(), std::size_t(2));
        std::size_t buffers = 0;
        for (const session::SessionFile& file : (*session)->files()) buffers += file.kind == FileKind::DebugBuffer ? 1U : 0U;
        QCOMPARE(buffers, std::size_t(1));
    }

    void aDumpInALog() {
        test::TempDir folder;
        const std::string dump = contentOf(kFixtures + "fault_nan/run-main.etdp"),
                          buffer = contentOf(kFixtures + "fault_nan/run-main.dbg");
        write(folder.path("run.log"), "I boot\n#[RUN THIS]\n# Writing debug_buffer.bin [base64]\necho \"" + base64(buffer) +
                                          "\" | base64 -d >debug_buffer.bin\n# Writing etdump.bin [base64]\necho \"" +
                                          base64(dump) + "\" | base64 -d >etdump.bin\n#[END]\n");
        const auto session =
            openPaths({folder.path("run.log"), kFixtures + "fault_nan/model.pte", kFixtures + "fault_nan/model.etrecord"});
        QVERIFY(session);
        const auto runs = compare::runs(**session, {});
        QVERIFY(runs && (*runs)->size() > 1);
        QVERIFY((**runs)[1].buffer.size == buffer.size());
        QVERIFY(statesOf(*session).contains(compare::PairState::Differ));
        // A second start without a buffer: the first one's is not its own.
        write(folder.path("two.log"),
              contentOf(folder.path("run.log")) + "echo \"" + base64(dump) + "\" | base64 -d >etdump.bin\n");
        const auto two = openPaths({folder.path("two.log")});
        QVERIFY(two && (*two)->files().size() == 1 && (*two)->files().front().dump != nullptr);
        write(folder.path("broken.log"), "echo \"####\" | base64 -d >etdump.bin\n");
        const auto broken = openPaths({folder.path("broken.log")});
        QVERIFY(broken && (*broken)->files().front().kind == FileKind::Unknown);
    }

    /// What another run logged is a reference; a run of another method is none.
    void gapAgainstARun() {
        const auto session = open("vlm", {"model.etrecord", "model.pte", "run-main.etdp", "run-main.dbg"});
        const auto references = gap::runReferences({*session, "token_embedding"}, 3, graph::StageId::edge(), {});
        QVERIFY(references);
        QCOMPARE((*references)->source(), std::string("run 3"));
        const auto table = gap::numericGap({*session, "token_embedding"}, **references, {.run = 6}, {});
        QVERIFY(table && !table->rows.empty());
        for (const gap::GapRow& row : table->rows) {
            QCOMPARE(row.run, std::size_t(6));
        }
        const auto other = gap::runReferences({*session, "token_embedding"}, 1, graph::StageId::edge(), {});
        QVERIFY(!other && other.error().code == "run-of-another-method");
        const auto none = gap::runReferences({*session, "token_embedding"}, 99, graph::StageId::edge(), {});
        QVERIFY(!none && none.error().code == "no-such-run");
    }

    /// A step inside a delegate has no name but its id.
    void namesOfEvents() {
        const auto session = open("mixed_delegates", {"model.pte", "run-main.etdp"});
        std::size_t steps = 0;
        const auto runs = compare::runs(*session, {}).value();
        for (const join::SessionRun& run : *runs)
            for (const etdump::Event& event : run.dump->events(run.run())) {
                if (event.kind == etdump::EventKind::Delegate) ++steps;
                QVERIFY(!profile::eventName(*run.dump, event).empty());
            }
        QVERIFY(steps > 0);
        for (const profile::EventStatistics& row : profile::eventStatistics(*runs, 1))
            if (row.kind == etdump::EventKind::Delegate) QCOMPARE(row.name, row.delegateId);
    }

    void whatAGapLacks() {
        // A load executes nothing.
        const auto whole = open("vlm", {"model.etrecord", "model.pte", "run-main.etdp", "run-main.dbg"});
        const auto load = gap::runReferences({*whole, "vision_encoder"}, 0, graph::StageId::edge(), {});
        QVERIFY(!load && load.error().code == "run-not-execution");
        const auto references = gap::runReferences({*whole, "text_decoder"}, 5, graph::StageId::edge(), {});
        QVERIFY(references && gap::numericGap({*whole, "text_decoder"}, **references, {}, {}));
        QVERIFY(!whole->diagnostics().has("debug-buffer-absent"));
        const auto bare = open("vlm", {"model.etrecord", "model.pte", "run-main.etdp"});
        QVERIFY(gap::numericGap({*bare, "text_decoder"}, **references, {}, {}));
        const Diagnostics diagnostics = bare->diagnostics();
        const auto told = std::ranges::find(diagnostics.items(), std::string("debug-buffer-absent"), &Diagnostic::code);
        QVERIFY(told != diagnostics.items().end());
        QVERIFY(told->message.find("add the debug buffer of the ETDump") != std::string::npos);
    }

    void whatIsLeftOfACutDump() {
        const auto session = open("partial_dumps", {"run-cut.etdp"});
        QVERIFY(compare::runs(*session, {}).value()->empty());
        QVERIFY(session->files().front().readable < 0.51 && session->files().front().readable > 0.49);
        QVERIFY(session->diagnostics().has("etdump-truncated"));
    }

    void amountsOfNodes() {
        const auto session =
            open("vlm", {"model.etrecord", "model.pte", "run-main.etdp", "run-main.dbg", "expected/aot-main-vision_encoder.npz"});
        const auto graph = session->graph("vision_encoder", "edge", {});
        QVERIFY(graph);
        const auto latencies = profile::nodeLatencies({*session, "vision_encoder"}, graph::StageId::edge(), **graph, {});
        QVERIFY(latencies && latencies->known > 20);
        const graph::NodeId norm = (*graph)->findNode("aten_native_layer_norm_default");
        QVERIFY(norm.valid() && latencies->has(norm));
        QCOMPARE(latencies->values[norm.index()], 7812.0);  // OPERATOR_CALL of instruction 1, the only run
        const auto errors = profile::nodeErrors({*session, "vision_encoder"}, graph::StageId::edge(), **graph, {});
        QVERIFY(errors && errors->known > 10);
        const graph::NodeId first = (*graph)->findNode("aten_convolution_default");
        QVERIFY(errors->has(first) && errors->values[first.index()] < 1e-5);
        QVERIFY(!errors->has(norm));  // nothing was recorded for it
    }

    /// Nodes of a delegate that is shown in place have what the same nodes have in the delegate's own stage.
    void amountsInsideOfOpenedDelegates() {
        const auto session = openPaths({ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm"});
        QVERIFY(session);
        const session::MethodView method{**session, "text_decoder"};
        const graph::StageId program = graph::StageId::program();
        const auto base = (*session)->graph("text_decoder", program, {});
        QVERIFY(base);
        graph::NodeId call;
        for (std::uint32_t i = 0; i < (*base)->nodeCount() && !call.valid(); ++i)
            if ((*base)->node(graph::NodeId(i)).delegate >= 0) call = graph::NodeId(i);
        const auto stage = join::delegateStage(method, program, **base, call);
        QVERIFY(stage);
        const auto inner = (*session)->graph("text_decoder", *stage, {});
        const auto opened = join::graphWithDelegates(method, program, {call}, {});
        QVERIFY(inner && opened);
        const auto alone = profile::nodeLatencies(method, *stage, **inner, {}),
                   errors = profile::nodeErrors(method, *stage, **inner, {}, true);
        const auto times = profile::nodeLatencies(method, program, **opened, {}),
                   inPlace = profile::nodeErrors(method, program, **opened, {}, true);
        QVERIFY(alone && errors && times && inPlace);
        QVERIFY2(errors->known > 0, std::to_string(alone->known).c_str());
        for (std::uint32_t i = 0; i < (*inner)->nodeCount(); ++i) {
            const graph::NodeId there(static_cast<std::uint32_t>((*base)->nodeCount()) + i), here(i);
            QCOMPARE(times->has(there), alone->has(here));
            QCOMPARE(inPlace->has(there), errors->has(here));
            if (alone->has(here)) QCOMPARE(times->values[there.index()], alone->values[i]);
            if (errors->has(here)) QCOMPARE(inPlace->values[there.index()], errors->values[i]);
        }
    }

    /// Without values in files they are computed for a query, and for nothing that did not ask.
    void errorsOfQueriesAreComputed() {
        const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/masked/";
        const auto session = openPaths({folder + "model.etrecord", folder + "model.pte", folder + "run.etdp", folder + "run.dbg"});
        QVERIFY(session);
        const auto index = join::graphIndex({**session, "forward"}, graph::StageId::edge(), {});
        QVERIFY(index);
        const graph::GraphModel& model = (*index)->model();
        const auto silent = profile::nodeErrors({**session, "forward"}, graph::StageId::edge(), model, {});
        QVERIFY(silent && silent->known == 0);
        const auto terms = view::parseGraphQuery("error > 0");
        const auto facts = profile::nodeFacts({**session, "forward"}, graph::StageId::edge(), **index, view::factKeys(terms), {});
        QVERIFY(facts);
        const auto found = view::findNodes(**index, terms, {}, *facts);
        QVERIFY(found.size() > 5);
        QVERIFY(std::ranges::find(found, model.findNode("aten_view_copy_default")) == found.end());  // no call of its own
        QVERIFY(view::findNodes(**index, view::parseGraphQuery("error > 1e-3"), {}, *facts).empty());
    }

    /// Every call counts once for each kind of total.
    void totalsOfTime() {
        const auto session = open("vlm", {"model.etrecord", "model.pte", "run-main.etdp"});
        const auto summary = profile::summary(*session, **compare::runs(*session, {}), {});
        QVERIFY(summary);
        std::map<std::pair<std::string, std::string>, double> shares;
        std::map<std::string, std::set<std::string>> names;
        for (const profile::TimeTotal& total : profile::timeTotals(*summary)) {
            shares[{total.method, total.by}] += total.share.value();
            names[total.by].insert(total.name);
            QVERIFY(total.calls > 0 && total.ticks >= 0);
        }
        for (const auto& [key, share] : shares)
            if (key.second != "module" && key.second != "layer") QVERIFY(std::abs(share - 1) < 1e-9);
        QVERIFY(names["backend"].contains("XnnpackBackend") && names["backend"].contains("CPU"));
        QVERIFY(names["target"].contains("aten::native_layer_norm.out"));
        QVERIFY(names["module"].contains("encoder.0.ln1"));
    }

    void valuesOfAFile() {
        const auto session = open("vlm", {"model.etrecord", "model.pte"});
        const auto links = join::links({*session, "vision_encoder"}, {});
        const auto edge = session->graph("vision_encoder", "edge", {});
        QVERIFY(links && edge);
        test::TempDir folder;
        write(folder.path("a.csv"), "instruction,cycles\n1,250\n");
        const auto cycles = profile::CustomValues::read(folder.path("a.csv"));
        QVERIFY(cycles && (*cycles)->numeric());
        QCOMPARE((*cycles)->title(), std::string("cycles"));
        const std::string norm = "aten_native_layer_norm_default";
        const auto value = (*cycles)->of(norm, (*links)->of({graph::StageId::edge(), (*edge)->findNode(norm)}));
        QVERIFY(value && std::get<double>(*value) == 250);
        write(folder.path("b.json"),
              R"([{"node": "aten_native_layer_norm_default", "unit": "npu"}, {"debug_handle": 1, "unit": "dsp"}])");
        const auto units = profile::CustomValues::read(folder.path("b.json"));
        QVERIFY(units && !(*units)->numeric() && (*units)->size() == 2);
        QCOMPARE(std::get<std::string>(*(*units)->of(norm, {})), std::string("npu"));
        for (const auto& [text, code] : {std::pair{"one column\n", "custom-values-syntax"},
                                         {"{]", "custom-values-syntax"},
                                         {"[]", "custom-values-empty"},
                                         {"node;cycles\nadd;3,5\n", "custom-values-syntax"},
                                         {"node,cycles\nadd,3,5\n", "custom-values-syntax"},
                                         {"add,3,5\nmul,4,25\n", "custom-values-syntax"},
                                         {"\"a\nb\",\"1\"\"2\"", ""}}) {
            write(folder.path("c.csv"), text);
            const auto read = profile::CustomValues::read(folder.path("c.csv"));
            QCOMPARE(read ? std::string() : read.error().code, std::string(code));
        }
    }

    void casesThatDoNotFit() {
        const auto session = open("channels_last", {"model.bpte"});
        Diagnostics diagnostics;
        compare::checkTestCases(*session, diagnostics);
        QVERIFY(diagnostics.has("bundle-strides"));
        const auto mismatched = openPaths({kFixtures + "vlm/model.pte", kFixtures + "cnn_xnnpack/model.bpte"});
        Diagnostics others;
        compare::checkTestCases(**mismatched, others);
        QVERIFY(others.has("bundle-method"));
    }
};

ETSCOPE_TEST(TestRunValues)
#include "tst_run_values.moc"
