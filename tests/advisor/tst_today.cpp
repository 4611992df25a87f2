// Exports that are quantised: how they hold their weights, what that costs against the float original, and several methods together
// (tests/fixtures/schemes: torchao's 8da4w, 8da8w and an int8 embedding in `decode`, PT2E's calibrated int8 in `see`).
#include <QTest>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <thread>

#include "advisor/several.h"
#include "base/limits.h"
#include "evaluate/reading.h"
#include "replay/computable_graph.h"
#include "replay/evaluated_values.h"
#include "replay/graph_inputs.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::advisor;

namespace {

std::shared_ptr<const session::Session> schemesSession(const std::string& which) {
    const auto session = session::Session::open({ETSCOPE_SOURCE_DIR "/tests/fixtures/schemes/" + which}, {}, {});
    return session ? *session : nullptr;
}

using Damage = std::vector<std::pair<std::string_view, std::string_view>>;

/// The fixture's record with bytes in place of others, as many.
std::shared_ptr<const session::Session> damagedSession(const test::TempDir& folder, const Damage& damage) {
    auto record = test::readFile(ETSCOPE_SOURCE_DIR "/tests/fixtures/schemes/after/model.etrecord").value_or("");
    for (const auto& [from, to] : damage) {
        if (from.size() != to.size()) qFatal("the record would have another size");
        record = test::replaced(record, from, to);
    }
    const auto session = session::Session::open({folder.write("model.etrecord", record)}, {}, {});
    return session ? *session : nullptr;
}

/// Weights as a run over constants that nobody holds in memory met them, as those of large models.
struct Met {
    std::shared_ptr<const session::Session> session;
    std::shared_ptr<const replay::ComputableGraph> graph;
    std::vector<Weight> weights;
    std::shared_ptr<evaluate::Memory> memory = std::make_shared<evaluate::Memory>(std::uint64_t{1} << 30U);

    Result<void> play() {
        const session::MethodView method{*session, "decode"};
        auto computable = replay::computableGraph(method, graph::StageId::edge(), {});
        if (!computable) return computable.failure();
        graph = *std::move(computable);
        const evaluate::PreparedGraph prepared(*graph->graph);
        weights = weightsOf(prepared);
        const auto given = replay::graphInputs(method, graph::StageId::edge(), {}, {});
        if (!given) return given.failure();
        auto inputs = replay::evaluatedValues(given->values, memory);
        if (!inputs) return inputs.failure();
        Watching watching(prepared, weights);
        const JobContext job;
        const auto played =
            evaluate::run(prepared, *std::move(inputs), {}, *graph->surroundings, evaluate::Context{memory, job}, watching);
        return played ? Result<void>() : Result<void>(played.failure());
    }
};

}  // namespace

class TestToday : public QObject {
    Q_OBJECT

private slots:
    void heldWeights() {
        const auto session = schemesSession("after");
        QVERIFY(session);
        const auto advice = outline({*session, "decode"}, {}, {});
        QVERIFY2(advice, advice ? "" : advice.error().message.c_str());
        std::map<std::string, std::string> held;
        for (const HeldWeight& one : advice->today.weights) held[one.module] = one.held->scheme.id();
        const std::map<std::string, std::string> right{{"embed_tokens", "int8"},    {"layers.0.up", "8da4w-32"},
                                                       {"layers.1.up", "8da4w-32"}, {"layers.0.down", "8da4w"},
                                                       {"layers.1.down", "8da8w"}};
        QVERIFY(held == right);
        for (const Row& row : advice->rows) {
            const bool narrow = right.contains(row.name);
            QCOMPARE(row.cells.front().scheme->id, std::string_view(narrow ? "today" : "float"));
            for (std::size_t i = 1; i < row.cells.size(); ++i) QVERIFY(row.cells[i].bytes < row.cells.front().bytes);
        }
    }

    /// What is narrower than today is evaluated like any other weight; as it is it costs nothing.
    void narrower() {
        const auto session = schemesSession("after");
        QVERIFY(session);
        Options options;
        options.sets = 4;
        const auto advice = advise({*session, "decode"}, options, {});
        QVERIFY2(advice, advice ? "" : advice.error().message.c_str());
        QVERIFY(advice->today.quantised() && !advice->today.effect && !advice->today.remarks.empty());
        QCOMPARE(advice->today.bytes, advice->wholeBytes);
        const auto row = std::ranges::find(advice->rows, "layers.1.down", &Row::name);
        QVERIFY(row != advice->rows.end() && row->cells.size() > 1);
        QCOMPARE(row->cells.front().effect->cost(), 0.0);
        QVERIFY(row->cells.back().effect->cost() > 0);
    }

    void fixedScales() {
        const auto session = schemesSession("after");
        QVERIFY(session);
        const auto advice = outline({*session, "see"}, {}, {});
        QVERIFY2(advice, advice ? "" : advice.error().message.c_str());
        QVERIFY(!advice->today.activations.empty());
        for (const FixedActivation& one : advice->today.activations) {
            QVERIFY(one.elements > 0 && one.used > 0 && one.used <= one.possible && one.possible == 256);
            QVERIFY(one.leastEnd < one.mostEnd && one.clipped <= one.elements);
            QCOMPARE(one.clipped > 0, one.beyond > 0);
        }
    }

    /// The sum of what weights cost is not what all of them cost; both are against the same original.
    void againstTheOriginal() {
        const auto session = schemesSession("after");
        Options options;
        options.original = schemesSession("before");
        QVERIFY(session && options.original);
        options.sets = 4;
        for (const char* method : {"decode", "see"}) {
            const auto advice = advise({*session, method}, options, {});
            QVERIFY2(advice, advice ? "" : advice.error().message.c_str());
            QVERIFY(advice->today.effect && advice->today.effect->cost() > 0);
            QVERIFY2(advice->today.unjoined.empty(), advice->today.unjoined.empty() ? "" : advice->today.unjoined.front().c_str());
            for (const HeldWeight& one : advice->today.weights) QVERIFY2(one.effect && one.effect->cost() > 0, one.name.c_str());
            QVERIFY(advice->today.bytes < advice->wholeBytes);
        }
        const auto none = advise({*session, "see"}, [&] {
            Options other;
            other.original = session::Session::open({ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm"}, {}, {}).value();
            return other;
        }(), {});
        QVERIFY(!none && none.error().code == "no-such-method");
    }

    /// Threads that evaluate unfold codes at the same time; what they read them into is shared.
    void unfoldedByManyThreads() {
        Met met{schemesSession("after")};
        QVERIFY(met.session);
        const auto played = met.play();
        QVERIFY2(played, played ? "" : played.error().message.c_str());
        const auto held = std::ranges::find_if(met.weights, [](const Weight& one) { return one.held && one.held->unfolded; });
        QVERIFY(held != met.weights.end());
        const auto unfolded = [&]() -> Result<std::vector<double>> {
            const JobContext job;
            const auto array = held->held->unfolded(evaluate::Context{met.memory, job});
            return array ? evaluate::readDoubles(*array) : Result<std::vector<double>>(array.failure());
        };
        const auto right = unfolded();
        QVERIFY(right && !right->empty());
        std::atomic<int> wrong = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 8; ++i)
                threads.emplace_back([&] {
                    for (int k = 0; k < 1000; ++k) {
                        const auto own = unfolded();
                        if (!own || *own != *right) ++wrong;
                    }
                });
        }
        QCOMPARE(wrong.load(), 0);
    }

    /// Codes as no export has them (all are 48 x 64, 32 x 64 or 64 x 32): nothing is known of what its operator refuses, and
    /// nothing grows with what shapes claim.
    void damagedCodes() {
        using namespace std::string_view_literals;
        const struct {
            const char* name;
            Damage damage;
            std::size_t known;  ///< of five weights
        } kDamages[] = {
            {"no rows", {{"K\x30K\x40\x86"sv, "K\0K\x40\x86"sv}}, 4},
            {"no rows, and no scales", {{"K\x30K\x40\x86"sv, "K\0K\x40\x86"sv}, {"K\x30K\x01\x86"sv, "K\0K\x01\x86"sv}}, 5},
            {"no columns", {{"K\x40K\x20\x86"sv, "K\x40K\0\x86"sv}}, 3},
            {"four thousand million, all in one place",
             {{"K\x30K\x40\x86q\x16K\x40K\x01\x86q\x17"sv, "M\xff\xffM\xff\xff\x86K\0K\0\x86q\x17"sv}},
             4},
            {"blocks of none", {{"\"as_ints\": [1, 64]"sv, "\"as_ints\": [0, 64]"sv}}, 4},
            {"blocks that do not fit", {{"\"as_ints\": [1, 64]"sv, "\"as_ints\": [5, 64]"sv}}, 4},
            {"blocks of one axis", {{"\"as_ints\": [1, 32]"sv, "\"as_ints\": [  32 ]"sv}}, 1},
            {"no range", {{"\"quant_min\", \"arg\": {\"as_int\": -128"sv, "\"quant_min\", \"arg\": {\"as_int\":  999"sv}}, 5},
            {"a range of one", {{"\"quant_max\", \"arg\": {\"as_int\": 127"sv, "\"quant_max\", \"arg\": {\"as_int\":-128"sv}}, 5},
        };
        const test::TempDir folder;
        for (const auto& [name, damage, known] : kDamages) {
            Met met{damagedSession(folder, damage)};
            QVERIFY2(met.session, name);
            const auto played = met.play();
            QVERIFY2(played, played ? "" : played.error().message.c_str());
            std::size_t found = 0;
            for (const Weight& weight : met.weights) {
                if (!weight.held) continue;
                const Held& held = *weight.held;
                found += held.unfolded ? 1U : 0U;
                QVERIFY2(held.unfolded || (!held.waste && held.bytes == 0), name);
                QVERIFY2(!held.waste || (held.waste->parts > 0 && std::isfinite(held.waste->spare)), name);
            }
            QVERIFY2(found == known, name);
        }
    }

    /// Every pick of one point of each front, held against the front of all.
    void frontOfSeveral() {
        std::vector<std::vector<Point>> fronts;
        std::uint64_t seed = 7;
        const auto next = [&] { return (seed = seed * 6364136223846793005ULL + 1442695040888963407ULL) >> 40U; };
        for (int m = 0; m < 3; ++m) {
            auto& front = fronts.emplace_back();
            std::uint64_t bytes = 10;
            double cost = 1;
            for (std::size_t i = 0; i < 6; ++i)
                front.push_back({cost *= 0.1 + static_cast<double>(next() % 80) / 100, bytes += 1 + next() % 50, {i}});
        }
        // The first two methods share a weight of 7 bytes where both take their first point.
        const auto bytesOf = [&](const std::vector<std::size_t>& sets) {
            std::uint64_t bytes = 0;
            for (std::size_t m = 0; m < sets.size(); ++m) bytes += fronts[m][sets[m]].bytes;
            return bytes - (sets.size() > 1 && sets[0] == 0 && sets[1] == 0 ? 7 : 0);
        };
        const auto all = frontOfAll(fronts, bytesOf);
        for (std::uint64_t budget = 30; budget < 600; budget += 13) {
            double best = INFINITY, found = INFINITY;
            for (std::size_t a = 0; a < 6; ++a)
                for (std::size_t b = 0; b < 6; ++b)
                    for (std::size_t c = 0; c < 6; ++c)
                        if (bytesOf({a, b, c}) <= budget) best = std::min(best, fronts[0][a].cost + fronts[1][b].cost + fronts[2][c].cost);
            for (const Point& one : all)
                if (one.bytes <= budget) found = std::min(found, one.cost);
            QVERIFY(best == found || std::abs(best - found) < 1e-12);
        }
    }

    void severalMethods() {
        const auto session = session::Session::open({ETSCOPE_SOURCE_DIR "/resources/samples/vlm"}, {}, {});
        QVERIFY(session);
        Options options;
        options.sets = 12;
        const auto several = adviseAll(**session, options, {});
        QVERIFY2(several, several ? "" : several.error().message.c_str());
        QVERIFY(several->complete && several->methods.size() > 1 && !several->chosenBytes);
        std::uint64_t sum = 0;
        for (const Advice& advice : several->methods) sum += advice.wholeBytes;
        QCOMPARE(several->wholeBytes + several->sharedBytes, sum);
        for (const std::uint64_t budget : {several->wholeBytes * 2 / 5, several->wholeBytes * 7 / 10}) {
            options.budget = budget;
            const auto within = adviseAll(**session, options, {});
            QVERIFY2(within && within->chosenBytes, std::to_string(budget).c_str());
            QVERIFY2(*within->chosenBytes <= budget, std::to_string(*within->chosenBytes).c_str());
        }
        options.budget = 10;
        const auto none = adviseAll(**session, options, {});
        QVERIFY(none && !none->chosenBytes);
        options.budget.reset();
        options.keep = {{"float", "no.such.layer"}};
        const auto unknown = adviseAll(**session, options, {});
        QVERIFY(!unknown && unknown.error().code == "no-such-weight");
    }
};

ETSCOPE_TEST(TestToday)
#include "tst_today.moc"
