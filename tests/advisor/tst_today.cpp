// Exports that are quantised: how they hold their weights, what that costs against the float original, and several methods together
// (tests/fixtures/schemes: torchao's 8da4w, 8da8w and an int8 embedding in `decode`, PT2E's calibrated int8 in `see`).
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>

#include "advisor/several.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::advisor;

namespace {

std::shared_ptr<const session::Session> schemesSession(const std::string& which) {
    const auto session = session::Session::open({ETSCOPE_SOURCE_DIR "/tests/fixtures/schemes/" + which}, {}, {});
    return session ? *session : nullptr;
}

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
