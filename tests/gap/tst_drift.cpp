// The gap of all runs of a method by layer and step: which rows there are, what is wrong first, what went on by the caches.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "causes/audited_gap.h"
#include "causes/drift.h"
#include "gap/closeness.h"
#include "inventory/tensor_rows.h"
#include "stages/computed_references.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

const std::string kShared = std::string(ETSCOPE_SHARED_DIR) + "/";
const std::string kCauses = ETSCOPE_SOURCE_DIR "/tests/fixtures/causes/";
using SessionPtr = std::shared_ptr<const session::Session>;

SessionPtr opened(const std::string& folder) {
    std::vector<std::string> files;
    for (const char* name : {"model.etrecord", "model.pte", "model.bpte", "run-main.etdp", "run-main.dbg", "run.etdp", "run.dbg"})
        if (std::filesystem::exists(folder + "/" + name)) files.push_back(folder + "/" + name);
    const auto session = session::Session::open(files, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

causes::Drift driftOf(const SessionPtr& session, const causes::DriftOptions& options = {}) {
    auto made = causes::drift({*session, "forward"}, options, {});
    if (!made) qFatal("%s", made.error().message.c_str());
    return *std::move(made);
}

const causes::DriftRow& rowOf(const causes::Drift& drift, const std::string& path) {
    const auto found = std::ranges::find(drift.rows, path, &causes::DriftRow::path);
    if (found == drift.rows.end()) qFatal("no row %s", path.c_str());
    return *found;
}

/// The decoder, recorded with half as much again in some weights of its second layer: the program's are others.
std::string decoderWithOtherWeights(const test::TempDir& folder) {
    for (const char* name : {"model.etrecord", "model.pte", "model.bpte", "run-main.etdp", "run-main.dbg"})
        std::filesystem::copy(kShared + "fixtures/llama/" + name, folder.path(name));
    const std::string record = folder.path("model.etrecord");
    std::filesystem::permissions(record, std::filesystem::perms::owner_all);
    const auto session = opened(folder.path(""));
    const auto rows = inventory::tensors(*session, {});
    std::fstream file(record, std::ios::binary | std::ios::in | std::ios::out);
    for (const inventory::TensorRow& row : **rows) {
        if (row.name != "decoder.layers.1.attention.wv.weight" || row.stage == "program" || !row.tensor.storage.hasData()) continue;
        const auto at = static_cast<std::streamoff>(row.tensor.storage.offset);
        for (int i = 0; i < 8; ++i) {
            float value = 0;
            file.seekg(at + 4 * i).read(reinterpret_cast<char*>(&value), 4);
            value *= 1.5F;
            file.seekp(at + 4 * i).write(reinterpret_cast<const char*>(&value), 4);
        }
    }
    return folder.path("");
}

}  // namespace

class TestDrift : public QObject {
    Q_OBJECT
private slots:
    /// Behind a delegate that rounds to few bits a step more or less is no error, whichever of its values a call reads.
    void stepsOfDelegatesAreNoErrors() {
        for (const char* name : {"steps_of_delegates", "state_in_few_bits"}) {
            const causes::Drift drift = driftOf(opened(kCauses + name));
            QVERIFY2(!drift.first, name);
            QVERIFY2(std::ranges::any_of(drift.rows,
                                         [](const causes::DriftRow& row) {
                                             return std::ranges::any_of(
                                                 row.cells, [](const causes::DriftCell& cell) { return cell.total.has_value(); });
                                         }),
                     name);
        }
    }
    /// Layers, and what stands before and behind them; a row is as bad as the worst of what lies in it.
    void rowsAreLayers() {
        if (!std::filesystem::exists(kShared + "fixtures/llama")) QSKIP("the shared fixtures are not here");
        const causes::Drift drift = driftOf(opened(kShared + "fixtures/llama"));
        std::vector<std::string> tops;
        for (std::size_t r = 0; r < drift.rows.size(); r += drift.rows[r].below + 1) {
            QCOMPARE(drift.rows[r].depth, std::size_t(0));
            tops.push_back(drift.rows[r].name);
        }
        const std::vector<std::string> expected{"tok_embeddings",   "decoder: before layers", "decoder.layers.0",
                                                "decoder.layers.1", "decoder.norm",           "decoder.output"};
        QCOMPARE(tops, expected);
        QVERIFY(rowOf(drift, "decoder.layers.1").repeated && !rowOf(drift, "decoder.norm").repeated);
        for (std::size_t r = 0; r < drift.rows.size(); ++r)
            for (std::size_t step = 0; step < drift.steps.size(); ++step) {
                if (drift.rows[r].below == 0) continue;
                double worst = 0;
                std::size_t calls = 0;
                for (std::size_t child = r + 1; child <= r + drift.rows[r].below; ++child) {
                    if (drift.rows[child].below > 0) continue;
                    worst = std::max(worst, drift.rows[child].cells[step].total.value_or(0));
                    calls += drift.rows[child].cells[step].calls;
                }
                QCOMPARE(drift.rows[r].cells[step].total.value_or(0), worst);
                QCOMPARE(drift.rows[r].cells[step].calls, calls);
            }
        std::vector<std::int64_t> tokens;
        for (const causes::DriftStep& step : drift.steps) tokens.push_back(step.tokens.value_or(-1));
        QCOMPARE(tokens, (std::vector<std::int64_t>{5, 1, 1}));
        QVERIFY(!drift.first && drift.culprits.empty());
    }

    /// A number of a cell, from the gap of its run alone: the error over a limit that is at least the normal errors of the calls up
    /// to it, and at least what the call's inputs and the call itself explain.
    void cellsAreErrorsOverTheirLimits() {
        if (!std::filesystem::exists(kShared + "fixtures/llama")) QSKIP("the shared fixtures are not here");
        const auto session = opened(kShared + "fixtures/llama");
        const causes::Drift drift = driftOf(session);
        const std::size_t step = 1, run = drift.steps[step].run;
        const auto references =
            stages::computedReferences({*session, "forward"}, graph::StageId::edge(), {std::nullopt, run, false}, {});
        QVERIFY(references);
        const auto table = gap::numericGap({*session, "forward"}, **references, {.run = run}, {});
        QVERIFY(table);
        const auto audited = causes::auditedGap({*session, "forward"}, *table, {});
        QVERIFY(audited);
        double squares = 0;
        std::size_t compared = 0;
        for (std::size_t r = 0; r < table->rows.size(); ++r) {
            const evaluate::Judgement* judgement = audited->rows[r].audit ? audited->rows[r].audit->judgement() : nullptr;
            if (judgement != nullptr && judgement->units > 0)
                squares += std::pow(*audited->rows[r].introduced * judgement->normal / judgement->units, 2);
            const auto row = std::ranges::find_if(drift.rows, [&](const causes::DriftRow& one) {
                return one.kind == causes::DriftRow::Kind::Operator && one.cells[step].instruction == table->rows[r].instruction;
            });
            QVERIFY(row != drift.rows.end());
            const double limit = std::max(std::sqrt(squares), gap::roundingOf(table->rows[r].value->type, 1.0));
            const double most = table->rows[r].error == 0 ? 0 : table->rows[r].error / limit;
            ++compared;
            QVERIFY(*row->cells[step].total <= std::min(1.0, most));
            if (judgement != nullptr && judgement->normal > 0)
                QCOMPARE(*row->cells[step].own, judgement->units / judgement->normal);
        }
        QVERIFY(compared > 40);
    }

    void whatStepsLeave() {
        if (!std::filesystem::exists(kShared + "fixtures/llama")) QSKIP("the shared fixtures are not here");
        const causes::Drift drift = driftOf(opened(kShared + "fixtures/llama"));
        QCOMPARE(drift.caches.size(), std::size_t(4));
        for (const causes::DriftCache& cache : drift.caches) {
            QCOMPARE(cache.group, cache.name.ends_with("k_cache") ? std::string("keys") : std::string("values"));
            QVERIFY(cache.row && cache.name.starts_with(drift.rows[*cache.row].path));
            for (std::size_t step = 0; step < 3; ++step) {
                QVERIFY(cache.cells[step].total && !cache.cells[step].wrong() && !cache.cells[step].wrongPlaces);
                QCOMPARE(cache.cells[step].used, std::optional<std::size_t>(5 + step));
            }
        }
        for (const causes::DriftStep& step : drift.steps)
            QVERIFY(!step.outputs.empty() && !step.outputs.front().differs && !step.byCache);
    }

    /// The kernel of one operator is wrong in both runs: it begins there, what follows inherits.
    void beginsAtTheWrongKernel() {
        if (!std::filesystem::exists(kShared + "faults/fault_kernel")) QSKIP("the shared faults are not here");
        const causes::Drift drift = driftOf(opened(kShared + "faults/fault_kernel"));
        QVERIFY(drift.first);
        QCOMPARE(drift.first->step, std::size_t(0));
        const causes::DriftCell& first = drift.rows[drift.first->row].cells[0];
        QCOMPARE(first.instruction, std::int64_t(30));
        QVERIFY(causes::originOf(first) == causes::DriftOrigin::Own);
        QCOMPARE(drift.rows[drift.topOf(drift.first->row)].path, std::string("encoder.0"));
        for (std::size_t step = 0; step < 2; ++step) {
            QVERIFY(!rowOf(drift, "patch_embed").cells[step].wrong());
            QVERIFY(causes::originOf(rowOf(drift, "encoder.0").cells[step]) == causes::DriftOrigin::Own);
            QVERIFY(causes::originOf(rowOf(drift, "norm").cells[step]) == causes::DriftOrigin::Inherited);
        }
        QVERIFY(!drift.culprits.empty());
    }

    /// A weight is another from the first step on: later steps also get what is wrong by the caches.
    void cachesCarryTheErrorOn() {
        if (!std::filesystem::exists(kShared + "fixtures/llama")) QSKIP("the shared fixtures are not here");
        const test::TempDir folder;
        const causes::Drift drift = driftOf(opened(decoderWithOtherWeights(folder)));
        QVERIFY(drift.first && drift.first->step == 0);
        QCOMPARE(drift.rows[drift.topOf(drift.first->row)].path, std::string("decoder.layers.1"));
        QVERIFY(causes::originOf(rowOf(drift, "decoder.layers.1").cells[0]) != causes::DriftOrigin::Own);
        QVERIFY(!rowOf(drift, "decoder.layers.0").cells[2].wrong());
        for (const causes::DriftCache& cache : drift.caches) {
            const bool bad = cache.name.ends_with("layers.1.attention.kv_cache.v_cache");
            for (std::size_t step = 0; step < 3; ++step) QCOMPARE(cache.cells[step].wrong(), bad);
            if (bad) QCOMPARE(cache.cells[2].wrongPlaces, (std::optional<std::pair<std::size_t, std::size_t>>({0, 6})));
        }
        QCOMPARE(drift.steps[0].byCache, std::optional<double>(0));
        QVERIFY(drift.steps[1].byCache && *drift.steps[1].byCache > 0.1);
        const causes::DriftParts& parts = rowOf(drift, "decoder.output").cells[1].parts;
        QVERIFY(parts.byCache && *parts.byCache > 0 && parts.byInput);
    }

    /// Why nothing is known is said, step by step.
    void stepsWithoutReference() {
        if (!std::filesystem::exists(kShared + "fixtures/llama")) QSKIP("the shared fixtures are not here");
        const auto session = opened(kShared + "fixtures/llama");
        causes::DriftOptions options;
        options.references = [&](const join::SessionRun& run,
                                 const JobContext& job) -> Result<std::shared_ptr<const gap::ReferenceValues>> {
            if (run.index == 2) return fail("no-such-case", "nobody knows");
            return stages::computedReferences({*session, "forward"}, graph::StageId::edge(), {std::nullopt, run.index, false}, job);
        };
        const causes::Drift drift = driftOf(session, options);
        QCOMPARE(drift.steps[1].reason.text(), std::string("nobody knows"));
        QVERIFY(drift.rows.front().cells[1].state != causes::DriftState::Known);
        QCOMPARE(drift.rows.front().cells[1].reason.text(), std::string("nobody knows"));
        QVERIFY(drift.rows.front().cells[0].state == causes::DriftState::Known);
        options.references = [](const join::SessionRun&, const JobContext&) -> Result<std::shared_ptr<const gap::ReferenceValues>> {
            return fail("no-such-case", "nobody knows");
        };
        const auto none = causes::drift({*session, "forward"}, options, {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, std::string("no-such-case"));
    }

    void cancelled() {
        if (!std::filesystem::exists(kShared + "fixtures/llama")) QSKIP("the shared fixtures are not here");
        std::stop_source stop;
        stop.request_stop();
        const auto none = causes::drift({*opened(kShared + "fixtures/llama"), "forward"}, {}, {stop.get_token(), {}});
        QVERIFY(!none);
        QCOMPARE(none.error().code, std::string("cancelled"));
    }
};

ETSCOPE_TEST(TestDrift)
#include "tst_drift.moc"
