// Runs that are easily misjudged (tests/fixtures/runs.py), and all healthy ones: nothing is accused that did nothing, errors are
// the sum of their parts, every call has a row.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "causes/audited_gap.h"
#include "causes/drift.h"
#include "causes/method_culprits.h"
#include "compare/run_cases.h"
#include "replay/instruction_nodes.h"
#include "stages/computed_references.h"
#include "support/own_exports.h"
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
    if (!row.compared() || !parts.introduced || !parts.inherited || !std::isfinite(row.error)) return true;
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
        for (const char* name : {"adapters", "circular", "delegated", "external", "lstm", "masked", "masked_xnnpack", "methods",
                                 "recurrent_xnnpack", "running_sum", "tied"})
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
            QVERIFY2((*culprits)->first() == nullptr, (*culprits)->first() ? (*culprits)->first()->sentence.c_str() : "");
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

    /// The same of every shared export; what is not healthy may diverge.
    void partsAddUpEverywhere() {
        const fs::path shared(ETSCOPE_SHARED_DIR "/fixtures");
        if (!fs::exists(shared)) QSKIP("the shared fixtures are not here");
        const std::set<std::string> apart{"extra_stages",   "fault_delegate", "fault_early",    "fault_half", "fault_nan",
                                          "fault_permuted", "fault_shift",    "fault_weight",   "mismatched", "mutable_state",
                                          "partial_dumps",  "symbolic",       "config_variants"};
        for (const auto& entry : fs::directory_iterator(shared)) {
            const std::string name = entry.path().filename().string();
            if (!fs::exists(entry.path() / "run-main.etdp") || !fs::exists(entry.path() / "model.pte")) continue;
            const SessionPtr session = openedFolder(entry.path());
            for (const std::string& method : ranMethods(session)) {
                const std::string fault = faultsOf(session, method, !apart.contains(name));
                QVERIFY2(fault.empty(), (name + ": " + fault).c_str());
            }
        }
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
            for (const causes::Culprit& culprit : one.culprits) QVERIFY(culprit.cause == causes::Cause::State && one.run > 3);
    }

    /// What a kernel that failed left behind is not held against it.
    void runsThatStoppedSaySo() {
        const SessionPtr session = openedFolder(test::ownFile("stopped"));
        const auto culprits = causes::methodCulprits({*session, "forward"}, {});
        QVERIFY(culprits && (*culprits)->first() != nullptr);
        QVERIFY((*culprits)->first()->sentence.starts_with("the run stopped at instruction 3 (kernel 'aten::index_put.out')"));
        QCOMPARE((*culprits)->runs.size(), std::size_t(2));
        QVERIFY((*culprits)->runs.front().culprits.empty() || (*culprits)->runs.back().culprits.empty());
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
