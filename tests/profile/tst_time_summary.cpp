// Statistics of events for every set of runs: levels, shares, places of calls, units, roll-ups. Dumps are made here, so every
// number is known.
#include <QtTest>
#include <cmath>

#include "compare/run_cases.h"
#include "etdump/dump_builder.h"
#include "profile/call_places.h"
#include "profile/call_tree.h"
#include "profile/summary.h"
#include "profile/time_totals.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using test::DumpEvent;
using test::DumpRun;

namespace {

DumpEvent note(const char* name, std::int64_t chain, std::int32_t instruction, std::uint64_t start, std::uint64_t end) {
    return {.name = name, .chain = chain, .instruction = instruction, .start = start, .end = end};
}
DumpEvent step(const char* id, std::int32_t instruction, std::uint64_t start, std::uint64_t end) {
    return {.instruction = instruction, .delegateText = id, .start = start, .end = end};
}

/// A kernel of 60 of 100 ticks and a delegate call of 300 with two steps.
DumpRun execution(std::uint64_t at) {
    return {"Execute",
            {note("native_call_add.out", 0, 0, at + 20, at + 80), note("OPERATOR_CALL", 0, 0, at + 10, at + 110),
             step("Add (ND) #1", 1, at + 200, at + 250), step("Add (ND) #2", 1, at + 250, at + 400),
             note("DELEGATE_CALL", 0, 1, at + 150, at + 450), note("Method::execute", -1, 0, at, at + 500)},
            {},
            -1};
}

struct Opened {
    std::shared_ptr<const session::Session> session;
    std::shared_ptr<const std::vector<join::SessionRun>> runs;
};

Opened opened(const test::TempDir& folder, const std::vector<DumpRun>& runs) {
    folder.write("run.etdp", test::dumpBytes(runs));
    auto session = session::Session::open({folder.path("run.etdp")}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return {*session, compare::runs(**session, {}).value()};
}

const profile::SummaryRow* rowOf(const profile::Summary& summary, std::size_t set, const std::string& name) {
    for (const profile::SummaryRow& row : summary.rows)
        if (row.event.set == set && row.event.name == name) return &row;
    return nullptr;
}

bool near(const std::optional<double>& value, double expected) { return value && std::abs(*value - expected) < 1e-12; }

}  // namespace

class TestTimeSummary : public QObject {
    Q_OBJECT
private slots:
    /// A dump alone: methods are not known, its runs have rows all the same.
    void aDumpAlone() {
        const test::TempDir folder;
        DumpRun load{"Default", {note("Method::init", -1, 0, 5, 9), note("Program::load_method", -1, 0, 1, 11)}, {}, -1};
        DumpRun other{"Execute", {note("OPERATOR_CALL", 0, 0, 0, 7), note("Method::execute", -1, 0, 0, 8)}, {}, -1};
        const Opened file = opened(folder, {load, execution(1000), execution(2000), other});
        const auto summary = profile::summary(*file.session, *file.runs, {});
        QVERIFY(summary);
        QCOMPARE(summary->sets.size(), std::size_t(3));  // what ran other instructions is another set
        QCOMPARE(summary->sets[1].runs, (std::vector<std::size_t>{1, 2}));
        QCOMPARE(summary->sets[0].block, std::string("Default"));
        // Unknown stays unknown: what is told of a set is what its runs executed.
        QCOMPARE(summary->sets[0].title().text(), std::string("Default"));
        QCOMPARE(summary->sets[1].title().text(), std::string("unknown method 1 (2 instructions)"));
        QCOMPARE(summary->sets[2].title().text(), std::string("unknown method 2 (1 instruction)"));
        const auto times = profile::setTimes(summary->sets, *file.runs);
        QVERIFY(times[0].count == 0 && times[1].p50 == 500 && times[1].count == 2);
        QVERIFY(profile::longestSet(summary->sets, times) == std::size_t(1));
        QVERIFY(!profile::longestSet(summary->sets, times, "forward"));
        QCOMPARE(profile::runsLike((*file.runs)[2], *file.runs).size(), std::size_t(2));
        const auto* call = rowOf(*summary, 1, "OPERATOR_CALL");
        QVERIFY(call && call->event.method.empty() && call->event.durations.count == 2);
        QCOMPARE(call->op, std::string("add.out"));
        QCOMPARE(call->backend, std::string("CPU"));
        QVERIFY(near(call->share, 0.25));  // 100 of 100 + 300
        QVERIFY(near(rowOf(*summary, 1, "DELEGATE_CALL")->share, 0.75));
        QCOMPARE(rowOf(*summary, 1, "DELEGATE_CALL")->backend, std::string("delegate"));
        QVERIFY(near(rowOf(*summary, 1, "native_call_add.out")->share, 1));  // the only kernel
        QVERIFY(near(rowOf(*summary, 1, "Method::execute")->share, 1));
        QVERIFY(near(rowOf(*summary, 1, "Add (ND) #2")->share, 0.75));  // 150 of 50 + 150
        QCOMPARE(rowOf(*summary, 1, "Add (ND) #2")->op, std::string("Add (ND)"));
        // What is inside of an instruction is a part of it.
        QVERIFY(near(rowOf(*summary, 1, "native_call_add.out")->partOfCall, 0.6));  // 60 of 100
        QVERIFY(near(rowOf(*summary, 1, "Add (ND) #2")->partOfCall, 0.5));          // 150 of 300
        QVERIFY(!rowOf(*summary, 1, "DELEGATE_CALL")->partOfCall && !rowOf(*summary, 1, "Method::execute")->partOfCall);
        // A load holds its initialisation: their times cannot be added.
        QVERIFY(!rowOf(*summary, 0, "Method::init")->share);
        QCOMPARE(rowOf(*summary, 2, "OPERATOR_CALL")->event.durations.max, std::uint64_t(7));
        QCOMPARE(rowOf(*summary, 2, "OPERATOR_CALL")->op, std::string());  // no kernel was noted
    }

    void totals() {
        const test::TempDir folder;
        const Opened file = opened(folder, {execution(0), execution(1000)});
        const auto summary = profile::summary(*file.session, *file.runs, {});
        QVERIFY(summary);
        const auto totals = profile::timeTotals(*summary);
        std::map<std::pair<std::string, std::string>, profile::TimeTotal> found;
        for (const auto& list : {totals, profile::stepTotals(*summary)})
            for (const profile::TimeTotal& total : list) found[{total.by, total.name}] = total;
        QCOMPARE((found[{"target", "add.out"}].ticks), 100.0);
        QVERIFY(near(found[{"backend", "delegate"}].share, 0.75));
        QCOMPARE((found[{"step", "Add (ND)"}].calls), std::size_t(2));
        QCOMPARE((found[{"step", "Add (ND)"}].ticks), 200.0);
        QVERIFY(near(found[{"step", "Add (ND)"}].share, 1));
    }

    /// A first run that is slow moves the sum of all runs, not what a run takes at the median: shares are of that, in rows of
    /// events, totals, trees and for whoever asks of a call.
    void oneShareOfACall() {
        const auto run = [](std::uint64_t kernel) {
            return DumpRun{"Execute", {note("OPERATOR_CALL", 0, 0, 0, kernel), note("DELEGATE_CALL", 0, 1, 2000, 2300)}, {}, -1};
        };
        const test::TempDir folder;
        const Opened file = opened(folder, {run(1700), run(100), run(100)});
        const auto summary = profile::summary(*file.session, *file.runs, {});
        QVERIFY(summary && near(rowOf(*summary, 0, "OPERATOR_CALL")->share, 0.25));  // 100 of 100 + 300
        for (const profile::TimeTotal& total : profile::timeTotals(*summary))
            if (total.by == "backend") QVERIFY(near(total.share, total.name == "CPU" ? 0.25 : 0.75));
        const auto tree = profile::callTree(*summary, *file.runs, {}, {});
        QVERIFY(tree && near(tree->front().share, 0.75) && tree->front().perRun == 300);
        const profile::DumpedCalls& calls = summary->calls.front();
        QVERIFY(near(calls.shareOf(calls.find(0)->ticks.value()), 0.25));
    }

    /// What a run does several times counts as often: ten times 20 ticks are more than once 100.
    void callsOfALoop() {
        DumpRun run{"Execute", {note("DELEGATE_CALL", 0, 1, 2000, 2100)}, {}, -1};
        for (std::uint64_t i = 0; i < 10; ++i) run.events.push_back(note("OPERATOR_CALL", 0, 0, 100 * i, 100 * i + 20));
        const test::TempDir folder;
        const Opened file = opened(folder, {run, run, run});
        const auto summary = profile::summary(*file.session, *file.runs, {});
        QVERIFY(summary);
        const auto* call = rowOf(*summary, 0, "OPERATOR_CALL");
        QVERIFY(call->event.durations.count == 30 && call->event.durations.p50 == 20 && call->event.perRun == 200);
        QVERIFY(near(call->share, 2.0 / 3));
    }

    /// Each call with what is inside and what nobody measured; groups have their calls, and both add up to 1.
    void trees() {
        using Kind = profile::CallNode::Kind;
        const test::TempDir folder;
        const Opened file = opened(folder, {execution(0), execution(1000)});
        const auto summary = profile::summary(*file.session, *file.runs, {});
        const auto tree = profile::callTree(*summary, *file.runs, {}, {});
        QVERIFY(tree);
        std::vector<std::pair<Kind, int>> shape;
        for (const profile::CallNode& node : *tree) shape.emplace_back(node.kind, node.parent);
        QCOMPARE(shape, (std::vector<std::pair<Kind, int>>{{Kind::Call, -1},
                                                           {Kind::Inside, 0},
                                                           {Kind::Inside, 0},
                                                           {Kind::Remainder, 0},
                                                           {Kind::Call, -1},
                                                           {Kind::Inside, 4},
                                                           {Kind::Other, -1}}));
        const profile::CallNode& left = (*tree)[3];  // 100 of 300 ticks
        QVERIFY(near(left.part, 1.0 / 3) && left.durations.count == 2 && left.durations.p50 == 100 && near(left.ticks / 200, 1));
        QVERIFY(near((*tree)[0].share, 0.75) && !left.share && !(*tree)[6].share);
        const auto groups = profile::callTree(*summary, *file.runs, [](const profile::SummaryRow& row) { return row.backend; }, {});
        QVERIFY(groups);
        QCOMPARE(groups->size(), std::size_t(9));
        QCOMPARE(groups->front().name, std::string("delegate"));
        QVERIFY(groups->front().kind == Kind::Group && near(groups->front().share, 0.75) && groups->front().durations.p50 == 300);
        QVERIFY((*groups)[1].kind == Kind::Call && (*groups)[1].parent == 0 && (*groups)[2].parent == 1);
        double share = 0;
        for (const profile::CallNode& node : *groups)
            if (node.kind == Kind::Group) share += *node.share;
        QVERIFY(std::abs(share - 1) < 1e-12);
    }

    /// Calls of one operator at one place of numbered modules, and the one that is not as the others.
    void likes() {
        profile::Summary summary;
        const auto add = [&](const char* op, const char* module, double ticks) {
            profile::SummaryRow& row = summary.rows.emplace_back();
            row.level = profile::TimeLevel::Instruction;
            row.event.instruction = static_cast<std::int64_t>(summary.rows.size());
            row.event.durations.p50 = ticks;
            row.op = op;
            row.module = module;
            if (const auto layer = profile::layerOf(module)) row.layer = layer->index;
        };
        add("linear", "layers.0.w2", 390);
        add("linear", "layers.1.w2", 391);
        add("linear", "layers.2.w2", 874);
        add("linear", "layers.12.w2", 388);
        add("linear", "layers.1.w2", 5000);  // the second one there is alone
        add("linear", "layers.1.w1", 1);
        add("mul", "layers.1.w2", 2);
        for (int i = 0; i < 3; ++i) add("add", "head", 5);
        const auto found = profile::likenesses(summary, [](const profile::SummaryRow& row) { return row.op; });
        QVERIFY(found[0] && found[0]->calls == 4 && !found[0]->odd());
        QVERIFY(found[2]->odd() && near(found[2]->ratio, 874 / 390.5));
        for (std::size_t row = 4; row < found.size(); ++row) QVERIFY(!found[row]);
    }

    /// Metrics of a backend start at 0 and are of several units: no share.
    void stepsThatAreNoTimes() {
        const test::TempDir folder;
        const DumpRun run{"Execute",
                          {step("accelerator (us)", 0, 0, 40), step("memory (bytes)", 0, 0, 4096), step("cycles", 0, 0, 99),
                           note("DELEGATE_CALL", 0, 0, 10, 90)},
                          {},
                          -1};
        const Opened file = opened(folder, {run});
        const auto summary = profile::summary(*file.session, *file.runs, {});
        QVERIFY(summary && !rowOf(*summary, 0, "cycles")->share);
        QCOMPARE(rowOf(*summary, 0, "memory (bytes)")->unit, profile::TimeUnit::Bytes);
        QCOMPARE(rowOf(*summary, 0, "accelerator (us)")->unit, profile::TimeUnit::Microseconds);
        QCOMPARE(rowOf(*summary, 0, "cycles")->unit, profile::TimeUnit::Unknown);
        QVERIFY(near(rowOf(*summary, 0, "DELEGATE_CALL")->share, 1));
    }

    void modulesHaveTheTimeOfTheirChildren() {
        const std::string sample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
        const auto session = session::Session::open({sample + "model.etrecord", sample + "model.pte", sample + "run.etdp"}, {}, {});
        QVERIFY(session);
        const auto runs = compare::runs(**session, {}).value();
        const auto summary = profile::summary(**session, *runs, {});
        QVERIFY(summary);
        std::map<std::pair<std::size_t, std::string>, double> ticks;
        for (const profile::TimeTotal& total : profile::timeTotals(*summary))
            if (total.by == "module") ticks[{total.set, total.name}] = total.ticks;
        QVERIFY(ticks.size() > 3);
        for (const auto& [key, own] : ticks) {
            double children = 0;
            for (const auto& [other, time] : ticks)
                if (other.first == key.first && other.second.starts_with(key.second + ".") &&
                    other.second.find('.', key.second.size() + 1) == std::string::npos)
                    children += time;
            QVERIFY2(children <= own * (1 + 1e-12), key.second.c_str());
            if (const auto dot = key.second.rfind('.'); dot != std::string::npos)
                QVERIFY2(ticks.contains({key.first, key.second.substr(0, dot)}), key.second.c_str());
        }
        std::map<std::pair<std::size_t, profile::TimeLevel>, double> shares;
        bool layers = false;
        for (const profile::SummaryRow& row : summary->rows) {
            if (row.share) shares[{row.event.set, row.level}] += *row.share;
            layers = layers || row.layer.has_value();
        }
        QVERIFY(layers && !shares.empty());
        for (const auto& [level, sum] : shares) QVERIFY(std::abs(sum - 1) < 1e-9);
    }

    void layers_data() {
        QTest::addColumn<QString>("module");
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("index");
        QTest::newRow("a layer") << "layers.3"
                                 << "layers.3" << 3;
        QTest::newRow("inside it") << "text.layers.12.attention.0"
                                   << "text.layers.12" << 12;
        QTest::newRow("none") << "head.norm2"
                              << "" << -1;
        QTest::newRow("the root") << ""
                                  << "" << -1;
        QTest::newRow("beyond 64 bits") << "a.99999999999999999999"
                                        << "" << -1;
    }
    void layers() {
        QFETCH(QString, module);
        const auto layer = profile::layerOf(module.toStdString());
        QTEST(QString::fromStdString(layer ? layer->path : ""), "path");
        QTEST(layer ? static_cast<int>(layer->index) : -1, "index");
    }

    void stepTypes() {
        QCOMPARE(profile::stepType("Convolution (NHWC, F32) IGEMM #12"), std::string("Convolution (NHWC, F32) IGEMM"));
        QCOMPARE(profile::stepType(R"({"operator": {"name": "aten.add", "args": []}, "kernel_name": "binary_add"})"),
                 std::string("aten.add"));
        QCOMPARE(profile::stepType(R"({"kernel_name": "copy", "operator_id": 1})"), std::string("copy"));
        QCOMPARE(profile::stepType("{\"name"), std::string());
        QCOMPARE(profile::stepType("17"), std::string());
    }

    void units() {
        using profile::TimeUnit;
        QCOMPARE(profile::timeUnitOf("CoreMLBackend", "x", "x"), TimeUnit::Nanoseconds);
        QCOMPARE(profile::timeUnitOf("QnnBackend", "x", "x"), TimeUnit::Cycles);
        QCOMPARE(profile::timeUnitOf("", "x", "{\"kernel_name\": \"a\"}"), TimeUnit::Nanoseconds);
        QCOMPARE(profile::timeUnitOf("", "OPERATOR_CALL", ""), TimeUnit::Ticks);
        QCOMPARE(profile::timeUnitOf("", "+EthosUBackend::execute()NPU", ""), TimeUnit::Cycles);
        QVERIFY(!profile::secondsOf(TimeUnit::Ticks, {}) && profile::secondsOf(TimeUnit::Ticks, 4.0) == 0.25);
        QVERIFY(!profile::secondsOf(TimeUnit::Cycles, 4.0));
    }

    /// Events of runs of unknown methods stand against those of runs that executed the same, never against others'.
    void kindsOfTwoDumps() {
        const test::TempDir folder, there;
        const DumpRun small{"Execute", {note("OPERATOR_CALL", 0, 0, 0, 7)}, {}, -1},
            slow{"Execute", {note("OPERATOR_CALL", 0, 0, 0, 9)}, {}, -1};
        const Opened left = opened(folder, {execution(0), small}), right = opened(there, {slow});
        const auto rows =
            profile::timeDifferences(*left.runs, *right.runs, [](const std::string&, std::int64_t i) { return i; }, {});
        QVERIFY(rows);
        QCOMPARE(rows->size(), std::size_t(7));
        for (const profile::TimeDifference& row : *rows) QCOMPARE(row.right.count > 0, row.set == 1);
        QCOMPARE(rows->back().medians.value().difference(), 2.0);
    }

    /// Events of runs of unknown methods stand against each other set by set.
    void twoDumps() {
        const test::TempDir folder, there;
        const DumpRun small{"Execute", {note("OPERATOR_CALL", 0, 0, 0, 7)}, {}, -1},
            slow{"Execute", {note("OPERATOR_CALL", 0, 0, 0, 9)}, {}, -1};
        const Opened left = opened(folder, {execution(0), small}), right = opened(there, {execution(50), slow});
        const auto rows =
            profile::timeDifferences(*left.runs, *right.runs, [](const std::string&, std::int64_t i) { return i; }, {});
        QVERIFY(rows);
        QCOMPARE(rows->size(), std::size_t(7));
        for (const profile::TimeDifference& row : *rows)
            QCOMPARE(row.medians.value().difference(), &row == &rows->back() ? 2.0 : 0.0);
        QVERIFY(profile::totalOf((*left.runs)[0]).execute == 500.0 && profile::totalOf((*left.runs)[0]).instructions == 400.0);
        QVERIFY(!profile::totalOf((*right.runs)[1]).execute);
    }
};

ETSCOPE_TEST(TestTimeSummary)
#include "tst_time_summary.moc"
