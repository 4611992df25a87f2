// Runs that are easily misjudged (tests/fixtures/runs.py), and all healthy ones: nothing is accused that did nothing, errors are
// the sum of their parts, every call has a row.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "causes/audited_gap.h"
#include "causes/drift.h"
#include "causes/method_culprits.h"
#include "compare/run_cases.h"
#include "replay/instruction_nodes.h"
#include "report/documents.h"
#include "slim/slim.h"
#include "stages/computed_references.h"
#include "support/own_exports.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

namespace fs = std::filesystem;
using SessionPtr = std::shared_ptr<const session::Session>;

SessionPtr openedFolder(const fs::path& folder) {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const fs::path path = entry.path();
        const bool model = path.stem() == "model" && path.extension() != ".npz";
        if (model || path.extension() == ".etdp" || path.extension() == ".dbg" || path.extension() == ".ptd")
            files.push_back(path.string());
    }
    std::ranges::sort(files);
    auto session = session::Session::open(files, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

/// Methods with runs whose inputs are known.
std::vector<std::string> ranMethods(const SessionPtr& session) {
    std::vector<std::string> names;
    for (const session::Method& method : session->methods())
        if (const auto runs = replay::executionsOf({*session, method.name}, {}); runs && !runs->empty())
            names.push_back(method.name);
    return names;
}

bool addsUp(const gap::GapRow& row, const causes::RowParts& parts) {
    if (!row.compared() || !parts.introduced || !parts.inherited) return true;
    const double sum = *parts.introduced + parts.constant.value_or(0) + *parts.inherited;
    return row.error <= sum * (1 + 1e-6) + 1e-12;
}

/// What is wrong with the gaps of a healthy method; empty: nothing.
std::string faultsOf(const SessionPtr& session, const std::string& method, bool healthy) {
    const auto runs = replay::executionsOf({*session, method}, {});
    for (const join::SessionRun& run : *runs) {
        if (run.kind() != etdump::BlockKind::Execute) continue;
        const std::string place = method + ", run " + std::to_string(run.index) + ": ";
        const auto references =
            stages::computedReferences({*session, method}, graph::StageId::edge(), {std::nullopt, run.index, false}, {});
        if (!references) continue;
        const auto table = gap::numericGap({*session, method}, **references, {.run = run.index}, {});
        if (!table) return place + table.error().message;
        const auto audited = causes::auditedGap({*session, method}, *table, {});
        if (!audited) return place + audited.error().message;
        for (std::size_t r = 0; r < table->rows.size(); ++r)
            if (!addsUp(table->rows[r], audited->rows[r]))
                return place + "instruction " + std::to_string(table->rows[r].instruction) + " does not add up";
        if (table->leftOut > 0) return place + "calls are left out";
        if (const auto first = audited->firstDivergence(*table); healthy && first)
            return place + "diverges at instruction " + std::to_string(table->rows[*first].instruction);
    }
    const auto drift = causes::drift({*session, method}, {}, {});
    if (healthy && drift && drift->first) return method + ": drift at " + drift->rows[drift->first->row].name;
    return {};
}

}  // namespace

class TestOwnRuns : public QObject {
    Q_OBJECT
private slots:
    void healthyOnesAreAccusedOfNothing_data() {
        QTest::addColumn<std::string>("folder");
        for (const char* name : {"adapters", "circular", "delegated", "external", "linear_decoder", "lstm", "masked",
                                 "masked_xnnpack", "methods", "recurrent_xnnpack", "running_sum", "tied"})
            QTest::newRow(name) << test::ownFile(name);
    }
    void healthyOnesAreAccusedOfNothing() {
        QFETCH(std::string, folder);
        const SessionPtr session = openedFolder(folder);
        const auto methods = ranMethods(session);
        QVERIFY(!methods.empty());
        for (const std::string& method : methods) {
            const auto culprits = causes::methodCulprits({*session, method}, {});
            QVERIFY(culprits);
            QVERIFY2((*culprits)->first() == nullptr, (*culprits)->first() ? (*culprits)->first()->sentence.text().c_str() : "");
            const std::string fault = faultsOf(session, method, true);
            QVERIFY2(fault.empty(), fault.c_str());
        }
    }

    /// Delegates that quantise with other numbers than the recorded graph: what that moves is no drift.
    void numbersOfDelegatesAreNoDrift() {
        for (const char* name : {"rows_xnnpack", "tanh_xnnpack"}) {
            const auto drift = causes::drift({*openedFolder(test::ownFile(name)), "forward"}, {}, {});
            QVERIFY2(drift && !drift->first, name);
        }
    }

    /// The same of every export that is here; what is not healthy may diverge.
    void partsAddUpEverywhere_data() {
        QTest::addColumn<std::string>("folder");
        QTest::addColumn<bool>("healthy");
        const std::set<std::string> apart{"extra_stages",   "fault_delegate", "fault_early",    "fault_half", "fault_nan",
                                          "fault_permuted", "fault_shift",    "fault_weight",   "mismatched", "mutable_state",
                                          "partial_dumps",  "symbolic",       "config_variants"};
        const std::string own = test::ownFile(""), shared = ETSCOPE_SHARED_DIR "/";
        for (const std::string& all : {own, own + "causes", shared + "fixtures", shared + "faults", shared + "faults2"}) {
            if (!fs::exists(all)) continue;
            for (const auto& entry : fs::directory_iterator(all)) {
                const bool ran = fs::exists(entry.path() / "run.etdp") || fs::exists(entry.path() / "run-main.etdp");
                if (!ran || !fs::exists(entry.path() / "model.pte") || !fs::exists(entry.path() / "model.etrecord")) continue;
                const std::string name = entry.path().filename().string();
                QTest::newRow(entry.path().c_str())
                    << entry.path().string() << (all.ends_with("fixtures") && all != own && !apart.contains(name));
            }
        }
    }
    void partsAddUpEverywhere() {
        QFETCH(std::string, folder);
        QFETCH(bool, healthy);
        const SessionPtr session = openedFolder(folder);
        for (const std::string& method : ranMethods(session)) {
            const std::string fault = faultsOf(session, method, healthy);
            QVERIFY2(fault.empty(), fault.c_str());
        }
    }

    /// NaN that both sides have is no fault of the call that gives it: the kernel behind it drops them.
    void nanOnBothSidesIsNoFault() {
        const fs::path folder(ETSCOPE_SHARED_DIR "/faults/wild_maxpool_nan");
        if (!fs::exists(folder)) QSKIP("the shared faults are not here");
        const auto drift = causes::drift({*openedFolder(folder), "depth"}, {}, {});
        QVERIFY(drift && drift->first);
        QVERIFY2(drift->rows[drift->first->row].name.find("max_pool") != std::string::npos,
                 drift->rows[drift->first->row].name.c_str());
    }

    /// What a record without weights cannot compute is held against nothing, least of all against itself.
    void whatIsNotComputedIsNotCompared() {
        const test::TempDir dir;
        const auto whole = openedFolder(test::ownFile("delegated"));
        QVERIFY(slim::slim(*whole->recordFile()->record, *slim::parseDrop("weights"), dir.path("model.etrecord"), {}));
        for (const char* name : {"model.pte", "run.etdp", "run.dbg"}) fs::copy(test::ownFile("delegated/") + name, dir.path(name));
        const SessionPtr session = openedFolder(dir.path(""));
        const auto references = stages::computedReferences({*session, "forward"}, graph::StageId::edge(), {}, {});
        QVERIFY(references);
        const auto table = gap::numericGap({*session, "forward"}, **references, {}, {});
        QVERIFY(table && !table->rows.empty());
        std::size_t restarts = 0;
        for (const gap::GapRow& row : table->rows) {
            restarts += row.restarts ? 1U : 0U;
            QVERIFY(!row.restarts || (row.state == gap::GapState::NoReference && !row.compared() && !row.note.empty()));
        }
        QVERIFY(restarts > 0);
    }

    /// Of program and record of two exports nothing is judged together.
    void strangersAreNotJudged() {
        const std::string folder = test::ownFile("masked/");
        const auto session = session::Session::open(
            {folder + "model.etrecord", test::ownFile("lstm/model.pte"), folder + "run.etdp", folder + "run.dbg"},
            {.runMethods = {{1, "forward"}, {2, "forward"}}}, {});
        QVERIFY(session);
        const auto references = stages::computedReferences({**session, "forward"}, graph::StageId::edge(), {}, {});
        QVERIFY(references);
        const auto table = gap::numericGap({**session, "forward"}, **references, {.tolerance = {0, 0, true}}, {});
        QVERIFY(table && !table->rows.empty());
        QVERIFY(table->doubt.text().find("do not belong together") != std::string::npos);
        QVERIFY(!table->firstDivergence && std::ranges::none_of(table->rows, &gap::GapRow::diverges));
    }

    /// Calls of a dump that is of another program are right or wrong about nothing.
    void callsOfStrangersAreNotJudged() {
        const test::TempDir dir;
        for (const char* name : {"model.etrecord", "model.pte", "run.dbg"})
            fs::copy(test::ownFile("delegated/") + name, dir.path(name));
        std::ifstream file(test::ownFile("delegated/run.etdp"), std::ios::binary);
        std::string bytes((std::istreambuf_iterator<char>(file)), {});
        constexpr std::string_view kFloat = "Fully Connected (NC, F32)";
        for (auto at = bytes.find(kFloat); at != std::string::npos; at = bytes.find(kFloat))
            bytes.replace(at, kFloat.size(), "Fully Connected (NC, QS8)");
        dir.write("run.etdp", bytes);
        const auto culprits = causes::methodCulprits({*openedFolder(dir.path("")), "forward"}, {});
        QVERIFY(culprits && (*culprits)->first() != nullptr);
        QVERIFY((*culprits)->first()->sentence.text().find("the dump is not of this program") != std::string::npos);
        QCOMPARE((*culprits)->wrong + (*culprits)->right, std::size_t(0));
        QVERIFY((*culprits)->open > 0);
    }

    /// The state that runs go on from is a row of its own, and where the drift begins.
    void carriedStateIsARow() {
        const auto drift = causes::drift({*openedFolder(test::ownFile("stale_cache")), "forward"}, {}, {});
        QVERIFY(drift && drift->first);
        const causes::DriftRow& top = drift->rows.front();
        QVERIFY(top.kind == causes::DriftRow::Kind::State && top.depth == 0);
        QCOMPARE(drift->topOf(drift->first->row), std::size_t(0));
        for (std::size_t step = 0; step < drift->steps.size(); ++step) {
            const bool stale = drift->steps[step].run > 3;
            QCOMPARE(top.cells[step].wrong(), stale);
            QVERIFY((causes::originOf(top.cells[step]) == causes::DriftOrigin::State) == stale);
        }
        QCOMPARE(drift->steps[drift->first->step].run, std::size_t(4));
        for (std::size_t row = 1; row < drift->rows.size(); ++row)
            QVERIFY(!drift->rows[row].parent || *drift->rows[row].parent < row);
    }

    /// How far the contents are off: not at all in the first session, by all that it left in the second.
    void carriedStateHasNumbers() {
        const fs::path folder(ETSCOPE_SHARED_DIR "/faults/fault_state");
        if (!fs::exists(folder)) QSKIP("the shared faults are not here");
        const auto drift = causes::drift({*openedFolder(folder), "forward"}, {}, {});
        QVERIFY(drift && drift->first);
        QCOMPARE(drift->first->step, std::size_t(2));
        QCOMPARE(drift->rows.front().below, std::size_t(2));
        for (std::size_t row = 1; row <= 2; ++row) {
            const causes::DriftRow& buffer = drift->rows[row];
            QVERIFY(buffer.name == "context" || buffer.name == "seen");
            QVERIFY(!buffer.cells[1].wrong() && buffer.cells[2].wrong());
            QVERIFY(buffer.cells[2].parts.maxAbs > 1e-3 && buffer.cells[2].parts.error > 1e-3);
        }
        const causes::DriftCell& after = drift->rows.front().cells[3];
        QVERIFY(after.wrong() && !after.total);  // what the case before it should have left is not computed
    }

    /// Where order would pair a call with the node of another turn, what it reads and its numbers tell.
    void kernelsOfOneHandleAreToldByWiring() {
        const SessionPtr session = openedFolder(test::ownFile("recurrent_xnnpack"));
        const auto nodes = replay::instructionNodes({*session, "forward"}, {});
        const auto edge = session->program("forward", graph::StageId::edge(), {});
        QVERIFY(nodes && edge);
        std::size_t told = 0;
        std::int64_t last = -1;
        for (const auto& [call, candidates] : (*nodes)->all()) {
            const auto node = (*nodes)->nodeOf(call);
            if (!node || (*edge)->graph->nodePath(*node).find("split") == std::string::npos) continue;
            QVERIFY((*nodes)->arguments().numberDifferences(call, *node).empty());
            QVERIFY(static_cast<std::int64_t>(node->index()) > last);
            last = node->index();
            ++told;
        }
        QVERIFY(told >= 3);
    }

    /// A call of no case changed the state: the cases after it are not given, and the state is why.
    void staleStateIsTheCause() {
        const SessionPtr session = openedFolder(test::ownFile("stale_cache"));
        const auto culprits = causes::methodCulprits({*session, "forward"}, {});
        QVERIFY(culprits && (*culprits)->first() != nullptr);
        QCOMPARE((*culprits)->first()->cause, causes::Cause::State);
        for (const causes::RunCulprits& one : (*culprits)->runs)
            for (const causes::Culprit& culprit : one.culprits)  // run 3 is the stray call
                QVERIFY(culprit.ofNoCase ? one.run == 3 : culprit.cause == causes::Cause::State && one.run > 3);
    }

    /// What a kernel that failed left behind is not held against it.
    void runsThatStoppedSaySo() {
        const SessionPtr session = openedFolder(test::ownFile("stopped"));
        const auto culprits = causes::methodCulprits({*session, "forward"}, {});
        QVERIFY(culprits && (*culprits)->first() != nullptr);
        QVERIFY(
            (*culprits)->first()->sentence.text().starts_with("the run stopped at instruction 3 (kernel 'aten::index_put.out')"));
        QCOMPARE((*culprits)->runs.size(), std::size_t(2));
        QVERIFY((*culprits)->runs.front().culprits.empty() || (*culprits)->runs.back().culprits.empty());
        QCOMPARE((*culprits)->wrong, std::size_t(0));
        const auto drift = causes::drift({*session, "forward"}, {}, {});
        QVERIFY(drift && !drift->first);
        QVERIFY(causes::anyStopped(drift->culprits));
        bool wrong = false;
        QVERIFY(report::driftDocument({*session, "forward"}, {}, wrong, {}));
        QVERIFY(wrong);
        bool failed = false;
        QVERIFY(report::checkDocument(*session, {"forward", (*culprits)->runs.front().run}, failed, {}));
        QVERIFY(!failed);
        QVERIFY(report::checkDocument(*session, {"forward", drift->culprits.back().run}, failed, {}));
        QVERIFY(failed);
    }

    /// Which of methods with equal plans ran, their outputs tell.
    void methodsOfOneShapeAreToldByTheirOutputs() {
        const SessionPtr session = openedFolder(test::ownFile("adapters"));
        const auto runs = compare::runs(*session, {});
        QVERIFY(runs);
        std::vector<std::string> methods;
        for (const join::SessionRun& run : **runs)
            if (run.kind() == etdump::BlockKind::Execute) methods.push_back(run.attribution.method.value_or("?"));
        QCOMPARE(methods, (std::vector<std::string>{"poet", "coder", "plain", "plain", "coder", "poet"}));
    }
};

ETSCOPE_TEST(TestOwnRuns)
#include "tst_own_runs.moc"
