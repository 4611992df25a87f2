// Slopes and steps held against scipy and numpy, what is found over exports, and that healthy series stay free of it.
#include <QtTest>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

#include "gate/budgets.h"
#include "history/history.h"
#include "history/ordering.h"
#include "history/versions.h"
#include "support/test_case.h"

using namespace etscope;
using history::Series;
using history::TableRow;

namespace {

/// Of tests/history/trend_numbers.py: scipy.stats.theilslopes.
struct KnownSlope {
    const char* name;
    std::vector<double> places, values;
    double slope, low, high;
};
const std::vector<KnownSlope> kKnownSlopes{
    {"six rising", {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}, {3.0, 3.5, 4.5, 4.75, 6.0, 6.25}, 0.6875, 0.25, 1.25},
    {"six of noise", {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}, {3.0, 3.5, 2.5, 3.25, 2.75, 3.125}, -0.0625, -1.0, 0.75},
    {"bytes with ties",
     {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0},
     {58368.0, 58368.0, 58400.0, 58400.0, 58400.0, 58368.0, 58912.0, 58912.0, 58912.0},
     50.0,
     0.0,
     170.66666666666666},
    {"all the same", {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0}, {4096.0, 4096.0, 4096.0, 4096.0, 4096.0, 4096.0, 4096.0}, 0.0, 0.0, 0.0},
    {"days that are not even",
     {0.0, 1.0, 2.0, 2.5, 4.0, 7.0, 8.0, 11.0, 12.0, 13.25, 15.0, 16.0, 19.0, 21.0, 22.0},
     {99.334, 98.695, 98.007, 102.131, 102.027, 105.134, 106.491, 110.148, 108.433, 111.662, 111.153, 111.134, 119.324, 116.625,
      116.025},
     0.8587058823529411,
     0.6728888888888933,
     1.1137142857142865},
    {"falling with outliers",
     {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0},
     {50.0, 49.5, 49.0, 90.0, 48.0, 47.25, 47.0, 46.5, 2.0, 45.5, 45.0, 44.75},
     -0.5,
     -6.0,
     -0.45},
    {"places that are one", {0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0}, {1.0, 1.5, 2.0, 2.25, 2.5, 4.0, 3.5}, 0.75, -0.5, 2.0},
};

/// Of the same: values, their median, and how far from it those of one level lie.
struct KnownLevel {
    std::vector<double> values;
    double median, reach;
};
const std::vector<KnownLevel> kKnownLevels{
    {{102.978, 95.375, 97.269, 101.465, 99.034, 100.545}, 99.7895, 39.016735160254925},
    {{107.068, 103.741, 93.934, 98.013, 98.003, 99.554, 97.788, 95.056}, 98.00800000000001, 28.203312770827324},
    {{102.306, 101.394, 103.49, 91.349,  100.604, 98.347,  100.738, 98.674, 94.437,  104.203, 101.977, 100.238, 102.172,
      98.844,  96.744,  97.324, 101.116, 104.783, 100.075, 98.492,  99.981, 102.059, 103.045, 95.94,   98.862},
     100.238,
     12.463500238008065},
    {{101.143, 99.782,  103.354, 100.548, 97.586,  98.371,  97.548,  101.979, 100.221, 96.144,  102.647,
      94.341,  93.823,  100.937, 101.003, 104.019, 98.071,  100.902, 107.995, 100.583, 100.957, 98.645,
      102.062, 101.329, 100.886, 96.732,  98.014,  101.416, 103.998, 99.046,  103.465},
     100.886,
     12.045942202364781},
    {{95.959,  99.158,  101.559, 100.625, 106.782, 99.12,  99.206,  91.833, 98.552, 98.308,  102.59,  98.982, 100.016, 106.119,
      99.894,  95.443,  100.335, 97.335,  98.982,  96.692, 99.618,  96.385, 101.89, 101.641, 98.154,  96.601, 101.798, 98.097,
      105.053, 101.328, 105.623, 102.446, 100.983, 101.5,  100.082, 99.927, 99.541, 101.503, 102.827, 95.857},
     99.91050000000001,
     10.621800418816038},
};

using Values = std::vector<std::optional<double>>;

TableRow historyRow(const std::string& folder, const std::string& state) {
    TableRow row;
    row.session = "/exports/" + folder;
    row.folder = folder, row.method = "forward", row.state = state;
    row.run = 0;
    return row;
}

/// One table each, named "1", "2", …
std::vector<Series> historyOf(const std::vector<std::vector<TableRow>>& tables, const history::HistoryOptions& options = {}) {
    auto collector = history::Collector::make(options);
    if (!collector) return {};
    int number = 0;
    for (const auto& rows : tables) {
        collector->beginTable(std::to_string(++number));
        for (const TableRow& row : rows)
            if (!collector->take(row)) return {};
    }
    auto series = std::move(*collector).finish({});
    return series ? *std::move(series) : std::vector<Series>();
}

std::vector<std::string> historyNames(const Series& series) {
    std::vector<std::string> names;
    for (const history::Point& point : series.points) names.push_back(point.name);
    return names;
}

}  // namespace

class TestHistory : public QObject {
    Q_OBJECT
private slots:
    void slopes();
    void fewPointsHaveNoSlope();
    void steps();
    void countedSteps();
    void outliersAndGaps();
    void healthySeriesAreFree();
    void breaksAndGaps();
    void worstOfARun();
    void absentExports();
    void repeatedRuns();
    void orders();
    void versions();
    void textsInOrder();
    void namesThatAreOne();
    void lostMeasures();
    void ordersWithGaps();
    void devices();
    void changes();
    void gates();
    void patterns();
};

void TestHistory::slopes() {
    for (const KnownSlope& known : kKnownSlopes) {
        const auto made = history::theilSen(known.places, known.values);
        QVERIFY2(made, known.name);
        for (const auto& [mine, scipy] : {std::pair(made->slope, known.slope), {made->low, known.low}, {made->high, known.high}})
            QVERIFY2(std::fabs(mine - scipy) <= 1e-12 * std::max(1.0, std::fabs(scipy)), known.name);
    }
    QVERIFY(history::theilSen(kKnownSlopes[0].places, kKnownSlopes[0].values)->rises());
    const auto noise = history::theilSen(kKnownSlopes[1].places, kKnownSlopes[1].values);
    QVERIFY(!noise->rises() && !noise->falls());
    QVERIFY(history::theilSen(kKnownSlopes[5].places, kKnownSlopes[5].values)->falls());
}

void TestHistory::fewPointsHaveNoSlope() {
    const std::vector<double> five{0, 1, 2, 3, 4}, same(6, 1.0), rising{1, 2, 3, 4, 5, 6};
    QVERIFY(!history::theilSen(five, five));
    QVERIFY(!history::theilSen(same, rising));  // one place
}

void TestHistory::steps() {
    for (const KnownLevel& known : kKnownLevels) {
        const Values level(known.values.begin(), known.values.end());
        const auto with = [&](double value, std::size_t times) {
            Values values = level;
            values.insert(values.end(), times, value);
            return history::scatteredSteps(values);
        };
        QVERIFY(with(0, 0).empty());
        const auto steps = with(known.median + 2 * known.reach, 1);
        QCOMPARE(steps.size(), std::size_t{1});
        QCOMPARE(steps[0].at, level.size());
        QVERIFY(!steps[0].confirmed && steps[0].level == level.size() && steps[0].since == 1);
        QVERIFY(std::fabs(steps[0].before - known.median) < 1e-9);
        // Beyond 31 degrees of freedom the interval is that of 31, a little wide.
        const double reach = (steps[0].high - steps[0].low) / 2;
        QVERIFY(reach > known.reach * (1 - 1e-6) && reach < known.reach * (level.size() > 32 ? 1.03 : 1 + 1e-6));
        QVERIFY(with(known.median + 0.99 * known.reach, 3).empty());
        QVERIFY(!with(known.median - 2 * known.reach, 2).front().confirmed);
        const auto confirmed = with(known.median - 2 * known.reach, 3);
        QVERIFY(confirmed.front().confirmed && confirmed.front().at == level.size());
    }
    // Fewer than six tell no scatter.
    QVERIFY(history::scatteredSteps(Values{1, 1.1, 0.9, 1, 1.05, 50}).empty());
}

/// What is counted does not scatter: it steps where the next one agrees, and what is smaller than half a percent is no step.
void TestHistory::countedSteps() {
    QCOMPARE(history::countedSteps(Values{100, 100.4, 100.4}).size(), std::size_t{0});
    const auto steps = history::countedSteps(Values{100, 100, {}, 101, 101, 101, 0, 0, 7});
    QCOMPARE(steps.size(), std::size_t{3});
    QVERIFY(steps[0].at == 3 && steps[0].confirmed && steps[0].before == 100 && steps[0].after == 101 && steps[0].level == 2);
    QVERIFY(steps[1].at == 6 && steps[1].confirmed && steps[2].at == 8 && !steps[2].confirmed);
    QVERIFY(history::countedSteps(Values{100, 150, 100, 100}).empty());  // of one export alone
    Values creeping;
    for (int i = 0; i < 40; ++i) creeping.push_back(100 + 0.4 * i);
    QVERIFY(history::countedSteps(creeping).empty());  // a trend
}

void TestHistory::outliersAndGaps() {
    const double nan = std::nan("");
    QVERIFY(history::scatteredSteps(Values{10, 10.1, 9.9, 10, 10.2, 9.8, 100, 10, 10.1}).empty());
    QVERIFY(history::scatteredSteps(Values{10, 10.1, {}, 9.9, nan, 10, 10.2, 9.8, {}, 10.1}).empty());
    // A gap confirms nothing, and hides nothing.
    const auto steps = history::scatteredSteps(Values{10, 10.1, 9.9, 10, 10.2, 9.8, 100, {}, 101, nan, 102});
    QCOMPARE(steps.size(), std::size_t{1});
    QVERIFY(steps[0].confirmed && steps[0].at == 6 && steps[0].since == 3);
    // One outlier in the level hides no step that stays.
    const auto hidden = history::scatteredSteps(Values{10, 10.1, 90, 9.9, 10, 10.2, 9.8, 10, 10.3, 9.7, 20, 20.1, 20.2, 19.9});
    QCOMPARE(hidden.size(), std::size_t{1});
    QVERIFY(hidden[0].confirmed && hidden[0].at == 10);
    // What repeats has no scatter that is known: it takes more of them.
    Values same(9, 4.0);
    for (int i = 0; i < 3; ++i) same.push_back(5.0);
    QVERIFY(!history::scatteredSteps(same).front().confirmed);
    same.insert(same.end(), 2, 5.0);
    QVERIFY(history::scatteredSteps(same).front().confirmed);  // 5 of 14: 2 of 2002 orders
}

/// At most 1 % of series of twenty exports that only scatter have a step that is confirmed, and as many a trend.
void TestHistory::healthySeriesAreFree() {
    std::mt19937_64 random(20261130);
    const auto uniform = [&] { return (static_cast<double>(random() >> 11U) + 0.5) / 9007199254740992.0; };
    const auto normal = [&] { return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform()); };
    double before = 0;
    struct Noise {
        const char* name;
        bool isIndependent;
        std::function<double()> next;
    };
    const std::vector<Noise> noises{{"normal", true, [&] { return 100 + 3 * normal(); }},
                                    {"skewed", true, [&] { return 100 * std::exp(0.3 * normal()); }},
                                    {"heavy tails", true,
                                     [&] {
                                         const double a = normal(), b = normal(), c = normal(), d = normal();
                                         return 100 + a / std::sqrt((b * b + c * c + d * d) / 3);
                                     }},
                                    {"two values", true, [&] { return uniform() < 0.5 ? 10.0 : 11.0; }},
                                    {"mostly one value", true, [&] { return uniform() < 0.1 ? 11.0 : 10.0; }},
                                    {"three values", true, [&] { return 10.0 + std::floor(3 * uniform()); }},
                                    {"rounded", true, [&] { return std::round(100 + 1.5 * normal()); }},
                                    {"each like the one before", false, [&] {
                                         before = 0.5 * before + normal();
                                         return 100 + before;
                                     }}};
    constexpr int kSeries = 4000, kExports = 20;
    std::vector<double> places(kExports);
    std::iota(places.begin(), places.end(), 0.0);
    for (const Noise& noise : noises) {
        int steps = 0, trends = 0;
        for (int s = 0; s < kSeries; ++s) {
            std::vector<double> values;
            for (int i = 0; i < kExports; ++i) values.push_back(noise.next());
            steps +=
                std::ranges::any_of(history::scatteredSteps(Values(values.begin(), values.end())), &history::LevelStep::confirmed);
            const auto slope = history::theilSen(places, values);
            trends += slope->rises() || slope->falls() ? 1 : 0;
        }
        const QByteArray told = QByteArray(noise.name) + ": " + QByteArray::number(steps) + ", " + QByteArray::number(trends);
        qInfo("%s", told.constData());
        QVERIFY2(steps <= kSeries / 100, told);
        if (noise.isIndependent) QVERIFY2(trends <= kSeries * 13 / 1000, told);  // 1 % within the scatter of 4000
    }
}

void TestHistory::breaksAndGaps() {
    const auto series = historyOf({{historyRow("a", "match")},
                                   {historyRow("a", "unknown")},
                                   {historyRow("a", "differ")},
                                   {historyRow("a", "unknown")},
                                   {historyRow("a", "differ")},
                                   {historyRow("a", "match")},
                                   {historyRow("a", "differ")},
                                   {historyRow("a", "unknown")}});
    QCOMPARE(series.size(), std::size_t{1});
    const auto& breaks = series[0].breaks;
    QCOMPARE(breaks.size(), std::size_t{2});
    QVERIFY(breaks[0].lastGood == 0U && breaks[0].firstBad == 2 && breaks[0].unknownBetween == 1 && breaks[0].goodAgain == 5U);
    QVERIFY(breaks[1].lastGood == 5U && breaks[1].firstBad == 6 && breaks[1].unknownBetween == 0 && !breaks[1].goodAgain);
    QVERIFY(series[0].fails() && series[0].state() == findings::Verdict::Unknown);
    QCOMPARE(historyNames(series[0]), (std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7", "8"}));
    QVERIFY(historyOf({{historyRow("a", "unknown")}})[0].breaks.empty());
    // A session that cannot be opened is a gap in all series of its folder.
    TableRow lost = historyRow("a", "unknown");
    lost.method.clear(), lost.run.reset(), lost.error = "a.pte: it ends in its header [pte-header]";
    const auto gap = historyOf({{historyRow("a", "match")}, {lost}, {historyRow("a", "differ")}});
    QCOMPARE(gap.size(), std::size_t{1});
    QCOMPARE(gap[0].points.size(), std::size_t{3});
    QVERIFY(gap[0].points[1].state == findings::Verdict::Unknown && !gap[0].points[1].error.empty());
    QCOMPARE(gap[0].breaks[0].unknownBetween, std::size_t{1});
    TableRow half = historyRow("a", "match");  // what could be read of it matches
    half.error = "model.pte: the file is empty [file-unreadable]";
    QVERIFY(historyOf({{historyRow("a", "match")}, {half}})[0].state() == findings::Verdict::Unknown);
    lost.member = "b";  // of one program of several
    TableRow ofB = historyRow("a", "match"), ofC = ofB;
    ofB.member = "b", ofC.member = "c";
    const auto members = historyOf({{ofB, ofC}, {lost, ofC}});
    QCOMPARE(members.size(), std::size_t{2});
    QVERIFY(!members[0].points[1].error.empty() && members[1].points[1].error.empty());
    QCOMPARE(historyOf({{lost}})[0].points.size(), std::size_t{1});
}

void TestHistory::worstOfARun() {
    TableRow good = historyRow("a", "match"), bad = historyRow("a", "differ"), none = historyRow("a", "unknown");
    good.maxAbs = 1e-6, good.kl = 1e-9, good.tokens = 10, good.stay = 10, good.snrDb = 90;
    bad.maxAbs = std::nan(""), bad.cause = "kernel", bad.sentence = "the kernel is wrong", bad.tokens = 30, bad.stay = 20,
    bad.snrDb = 3;
    bad.run = 1;
    none.run.reset();
    for (const auto& rows : {std::vector{good, bad, none}, std::vector{none, bad, good}, std::vector{bad, none, good}}) {
        const auto series = historyOf({rows});
        QCOMPARE(series.size(), std::size_t{1});
        const history::Point& point = series[0].points.front();
        QVERIFY(point.state == findings::Verdict::Differ && point.cause == "kernel" && point.runs == 2);
        QVERIFY(std::isnan(*point.of(history::Measure::MaxAbs)) && *point.of(history::Measure::SnrDb) == 3);
        QCOMPARE(*point.of(history::Measure::TokensStay), 0.75);
    }
    QVERIFY(historyOf({{good, none}})[0].state() == findings::Verdict::Match);
    QVERIFY(historyOf({{none, good}})[0].state() == findings::Verdict::Match);
    // Outputs in files differ, and no run did.
    TableRow files = historyRow("a", "differ");
    files.run.reset();
    QVERIFY(historyOf({{files, good}})[0].state() == findings::Verdict::Differ);
    QVERIFY(historyOf({{good, files}})[0].state() == findings::Verdict::Differ);
}

/// What stood beside others in an export and is not in a later one is not known there; other tables are of other things.
void TestHistory::absentExports() {
    const auto a = historyRow("a", "match"), b = historyRow("b", "match"), c = historyRow("c", "match");
    auto series = historyOf({{a, b}, {a}, {a, b}, {b}});
    QCOMPARE(series.size(), std::size_t{2});
    const auto states = [](const Series& one) {
        std::string text;
        for (const history::Point& point : one.points) text += point.isAbsent ? '-' : findings::verdictName(point.state)[0];
        return text;
    };
    QCOMPARE(states(series[0]), std::string("mmm-"));
    QCOMPARE(states(series[1]), std::string("m-mm"));
    QVERIFY(series[0].state() == findings::Verdict::Unknown && !series[0].fails());
    QCOMPARE(historyNames(series[0]), (std::vector<std::string>{"1", "2", "3", "4"}));
    series = historyOf({{a}, {b}, {a, c}});  // each in tables of its own, and one that came later
    QCOMPARE(states(series[0]) + " " + states(series[1]) + " " + states(series[2]), std::string("mm m m"));
    series = historyOf({{a}, {b}, {}});  // a survey that found nothing
    QCOMPARE(states(series[0]) + " " + states(series[1]), std::string("m- m-"));
    // Names of exports are what counts where there are some.
    std::vector<TableRow> rows;
    for (const char* folder : {"1/a", "1/b", "2/a", "2/b", "3/b"}) rows.push_back(historyRow(folder, "match"));
    series = historyOf({rows}, {.pattern = "^[0-9]"});
    QCOMPARE(states(series[0]) + " " + states(series[1]), std::string("mm- mmm"));
    QCOMPARE(series[0].points.back().name, std::string("3"));
}

void TestHistory::repeatedRuns() {
    TableRow one = historyRow("a", "match");
    one.started = "2026-11-01T02:00:00Z", one.p50 = 100;
    TableRow other = one;
    other.started = "2026-11-02T02:00:00Z", other.session += "/2";
    auto series = historyOf({{one}, {one, other}, {other}});
    QCOMPARE(series[0].points.size(), std::size_t{2});
    QCOMPARE(series[0].repeated, std::size_t{2});
    TableRow slower = other;
    slower.p50 = 120;  // says something else
    QCOMPARE(historyOf({{one}, {other}, {slower}})[0].points.size(), std::size_t{3});
    one.started.clear();  // of what tells no time nobody knows
    QCOMPARE(historyOf({{one}, {one}})[0].points.size(), std::size_t{2});
}

void TestHistory::versions() {
    // In the order of packaging.version.Version.
    const char* versions[] = {"1.4.9",
                              "1.5.0.dev20261101",
                              "1.5.0a1.dev2",
                              "1.5.0a1",
                              "1.5.0.Alpha2",
                              "1.5.0-beta-1",
                              "1.5B2",
                              "v1.5.0RC1.dev3",
                              "1.5.0rc1",
                              "1.5.0.c2",
                              "1.5.0_preview_3",
                              "1.5.0rc10",
                              "1.5",
                              "1.5.0+cpu",
                              "1.5.0+CPU.2",
                              "1.5.0+9.cpu",
                              "1.5.0+10",
                              "1.5.0.post0",
                              "1.5.0-1",
                              "1.5.0.rev2.dev1",
                              "1.5.0r2",
                              "V1.5.1",
                              "1.10.0.0",
                              "1.010.1",
                              "2.13.0+cu128",
                              "20261109",
                              "99999999999999999999999999.1",
                              "99999999999999999999999999.1.post",
                              "1!0.1"};
    for (std::size_t i = 0; i < std::size(versions); ++i)
        for (std::size_t j = 0; j < std::size(versions); ++j) {
            const auto left = history::versionOf(versions[i]), right = history::versionOf(versions[j]);
            QVERIFY2(left && right, versions[i]);
            QVERIFY2((*left < *right) == (i < j) && (*left == *right) == (i == j), versions[i]);
        }
    for (const auto& [one, same] : {std::pair("1.5", "1.5.0.0"), {"1.5.0rc1", " 1.5-C_01 "}, {"1.5.0.post0", "1.5.post"}})
        QVERIFY2(history::versionOf(one) == history::versionOf(same), one);
    for (const char* none : {"1.5.0-SNAPSHOT", "main", "1.5.x", "1..5", "1.5.", ".5", "1.5.0+", "1.5.0 rc1", "1.5.0rc1b2",
                             "release-1.5", "1.5.0+cpu-", "2026-11-09", ""})
        QVERIFY2(!history::versionOf(none), none);
    QVERIFY(!history::versionOf(std::string(300, '1')));
}

void TestHistory::textsInOrder() {
    using history::TextOrder;
    const auto sorted = [](const std::vector<std::string_view>& texts, TextOrder order) {
        std::string made;
        for (const std::size_t place : history::textsInOrder(texts, order).places) made += std::string(texts[place]) + " ";
        return made;
    };
    QCOMPARE(sorted({"1.5.1", "main", "v1.4", "1.5.0rc1", "1.5"}, TextOrder::Versions),
             std::string("v1.4 1.5.0rc1 1.5 1.5.1 main "));
    QCOMPARE(history::textsInOrder({"1.5.1", "main", ""}, TextOrder::Versions).untold, std::size_t{2});
    QCOMPARE(sorted({"main", "dev10", "dev9"}, TextOrder::Versions), std::string("dev9 dev10 main "));
    QCOMPARE(sorted({"1.5.0", "v1.5.0rc1", "1.10.0", "1.9"}, TextOrder::Names), std::string("v1.5.0rc1 1.5.0 1.9 1.10.0 "));
    QCOMPARE(sorted({"et-1.5.0", "et-1.5.0rc1"}, TextOrder::Names), std::string("et-1.5.0rc1 et-1.5.0 "));
    QCOMPARE(sorted({"et-1.5.0", "qnn-1.5.0rc1"}, TextOrder::Names), std::string("et-1.5.0 qnn-1.5.0rc1 "));
    QCOMPARE(sorted({"10", "9b", "9"}, TextOrder::Names), std::string("9 9b 10 "));
    QVERIFY(history::nameBefore("night-9b", "night-10"));
    QVERIFY(history::nameBefore("night-9", "night-9b"));
    QVERIFY(!history::nameBefore("night-9", "night-009"));
    const double noon = *history::daysOf("2026-11-30T12:00:00Z");
    for (const char* same : {"2026-11-30 12:00:00", "2026-11-30T13:00:00+01:00", "2026-11-30T06:30:00-0530", "2026-11-30T12:00Z",
                             "2026-11-30 12:00:00.000", "20261130T12:00:00Z"})
        QVERIFY2(history::daysOf(same) == noon, same);
    QCOMPARE(*history::daysOf("2026-11-30"), noon - 0.5);
    QCOMPARE(*history::daysOf("2026-11-29T24:00:00Z"), noon - 0.5);
    QCOMPARE(*history::daysOf("1970-01-02"), 1.0);
    for (const char* none :
         {"", "yesterday", "2026-02-30", "2026-11-30T25:00:00Z", "2026-11-30T12:00:00 UTC", "2026-1-3", "2026-11-30Z"})
        QVERIFY2(!history::daysOf(none), none);
}

/// A session that could not be opened tells no time: it stands where its export does, and what others say stays as it is.
void TestHistory::ordersWithGaps() {
    const auto at = [](const char* folder, const char* state, const char* started) {
        TableRow row = historyRow(folder, state);
        row.started = started;
        return row;
    };
    TableRow lost = historyRow("a", "unknown");
    lost.method.clear(), lost.run.reset(), lost.error = "it ends too early [pte-program-truncated]";
    // Named newest first.
    const auto series = historyOf({{at("a", "match", "2026-11-04 02:00:00"), at("b", "match", "2026-11-04 02:01:00")},
                                   {lost, at("b", "match", "2026-11-03 02:01:00")},
                                   {at("a", "differ", "2026-11-02 02:00:00"), at("b", "match", "2026-11-02 02:01:00")}});
    QVERIFY(series[0].order == "started" && series[0].untold == 0);
    QCOMPARE(historyNames(series[0]), (std::vector<std::string>{"3", "2", "1"}));
    QVERIFY(series[0].state() == findings::Verdict::Match && !series[0].fails());
    // What is no time tells nothing, and leaves the others times.
    const auto odd = historyOf(
        {{at("a", "differ", "2026-01-01T23:30-05:00")}, {at("a", "match", "2026-01-02T01:00Z")}, {at("a", "match", "some day")}},
        {.order = "started"});
    QCOMPARE(historyNames(odd[0]), (std::vector<std::string>{"2", "3", "1"}));
    QCOMPARE(odd[0].untold, std::size_t{1});
    QVERIFY(odd[0].fails());
}

/// What the pattern gives one name is one export; folders that it does not match are no further ones of a variant.
void TestHistory::namesThatAreOne() {
    TableRow bad = historyRow("1.5.0/a", "differ"), good = historyRow("1.5.0/a", "match"), newer = historyRow("1.5.1/a", "match");
    bad.tokens = 10, bad.stay = 0, good.tokens = 10, good.stay = 10, good.maxAbs = 1, bad.maxAbs = 2;
    const history::HistoryOptions named{.pattern = "1\\.5\\.[0-9]+(rc[0-9])?/"};
    for (const auto& tables : {std::vector<std::vector<TableRow>>{{bad}, {good}}, {{good}, {bad}}}) {
        const auto series = historyOf(tables, named);
        QCOMPARE(series[0].points.size(), std::size_t{1});
        QVERIFY(series[0].joined == 1 && series[0].fails() && series[0].points[0].runs == 2);
        QCOMPARE(*series[0].points[0].of(history::Measure::TokensStay), 0.5);
        QCOMPARE(*series[0].points[0].of(history::Measure::MaxAbs), 2.0);
    }
    // Of a part that cannot be opened nobody knows.
    TableRow lost = historyRow("1.5.0/a", "unknown");
    lost.method.clear(), lost.run.reset(), lost.error = "it ends too early [pte-program-truncated]";
    for (const auto& tables : {std::vector<std::vector<TableRow>>{{lost}, {good}}, {{good, lost}}, {{good}, {lost}}}) {
        const auto series = historyOf(tables, named);
        QCOMPARE(series[0].points.size(), std::size_t{1});
        QVERIFY(series[0].state() == findings::Verdict::Unknown && !series[0].points[0].error.empty());
    }
    const auto foreign = historyOf({{good, newer, historyRow("a", "differ")}}, named);
    QCOMPARE(foreign.size(), std::size_t{2});
    QVERIFY(!foreign[0].isNamed && foreign[0].variant == "a" && foreign[0].fails());
    QVERIFY(foreign[1].isNamed && foreign[1].variant == "a" && !foreign[1].fails() && foreign[1].points.size() == 2);
    // A table without rows is no export of those that have names.
    QCOMPARE(historyOf({{good, newer}, {}}, named)[0].points.size(), std::size_t{2});
    const auto sorted = historyOf({{good, historyRow("1.5.0rc1/a", "differ"), newer}}, {.pattern = "([^/]+)/"});
    QCOMPARE(historyNames(sorted[0]), (std::vector<std::string>{"1.5.0rc1", "1.5.0", "1.5.1"}));
    QVERIFY(!sorted[0].fails());
}

void TestHistory::lostMeasures() {
    std::vector<std::vector<TableRow>> tables(6, {historyRow("a", "match")});
    const double kl[] = {0.1, std::nan(""), INFINITY, 0.2, 0.3, std::nan("")}, snr[] = {90, INFINITY, 80, -INFINITY, -INFINITY, 70};
    for (std::size_t i = 0; i < tables.size(); ++i)
        tables[i][0].kl = kl[i], tables[i][0].snrDb = snr[i], tables[i][0].maxAbs = std::nan("");
    tables[4][0].kl.reset();
    const auto courses = historyOf(tables)[0].courses;
    QCOMPARE(courses.size(), std::size_t{2});  // what never was finite has no course
    QVERIFY(courses[0].measure == history::Measure::Kl && courses[0].lost.size() == 2);
    const auto& [once, last] = std::pair(courses[0].lost[0], courses[0].lost[1]);
    QVERIFY(once.before == 0 && once.at == 1 && once.again == 3U);
    QVERIFY(last.before == 3 && last.at == 5 && !last.again);
    QVERIFY(courses[1].measure == history::Measure::SnrDb && courses[1].lost.size() == 1);
    QVERIFY(courses[1].lost[0].before == 2 && courses[1].lost[0].at == 3 && courses[1].lost[0].again == 5U);
}

void TestHistory::orders() {
    std::vector<std::vector<TableRow>> tables;
    for (const char* version : {"1.10.0", "1.9.2", "1.9.10"}) {
        tables.push_back({historyRow("a", "match")});
        tables.back()[0].executorch = version;
    }
    QCOMPARE(historyNames(historyOf(tables, {.order = "executorch"})[0]), (std::vector<std::string>{"2", "3", "1"}));
    QVERIFY(historyOf(tables)[0].order == "given");
    const char* times[] = {"2026-11-30T16:24:33Z", "2026-11-02T00:00:00Z", "2026-11-12T12:00:00Z"};
    for (std::size_t i = 0; i < tables.size(); ++i) tables[i][0].started = times[i];
    const auto series = historyOf(tables);
    QVERIFY(series[0].order == "started");
    QCOMPARE(historyNames(series[0]), (std::vector<std::string>{"2", "3", "1"}));
    QCOMPARE(historyNames(historyOf(tables, {.order = "given"})[0]), (std::vector<std::string>{"1", "2", "3"}));
    tables[1][0].executorch.clear();  // one that does not tell it stays behind what it stood behind
    const auto without = historyOf(tables, {.order = "executorch"});
    QVERIFY(without[0].order == "executorch" && without[0].untold == 1);
    QCOMPARE(historyNames(without[0]), (std::vector<std::string>{"3", "1", "2"}));
    QVERIFY(historyOf(tables, {.order = "torch"})[0].order == "given");
    tables[1][0].started.clear();
    QVERIFY(historyOf(tables)[0].order == "given");
    // Slopes are of a day: 28 days and 40 ticks lie between the first and the last.
    for (int more = 0; more < 3; ++more) tables.push_back(tables[static_cast<std::size_t>(more)]);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        tables[i][0].started = "2026-11-0" + std::to_string(i + 1) + "T06:00:00Z";
        tables[i][0].p50 = 100 + 7 * static_cast<double>(i);
    }
    const auto slope = historyOf(tables)[0].courses.front().trend;
    QVERIFY(slope && slope->rises() && std::fabs(slope->slope - 7) < 1e-9);
}

/// What was recorded without a device is of the only one that there is; of several it is of none.
void TestHistory::devices() {
    TableRow one = historyRow("a", "match"), other = one, none = historyRow("a", "unknown");
    one.device = "R5C", one.target = "adb", other.device = "9A1", other.target = "adb";
    none.run.reset(), none.programBytes = 4096;
    auto series = historyOf({{none}, {one}, {none, one}});
    QCOMPARE(series.size(), std::size_t{1});
    QCOMPARE(series[0].device, std::string("R5C"));
    QCOMPARE(series[0].points.size(), std::size_t{3});
    QVERIFY(series[0].points[0].runs == 0 && series[0].points[2].runs == 1);
    QCOMPARE(*series[0].points[2].of(history::Measure::ProgramBytes), 4096.0);
    QCOMPARE(historyOf({{none, one, other}}).size(), std::size_t{3});
    // A run that tells no device may be of another one.
    TableRow somewhere = historyRow("a", "differ");
    series = historyOf({{one}, {one, somewhere}, {none, one}});
    QCOMPARE(series.size(), std::size_t{2});
    QVERIFY(series[0].device.empty() && series[0].fails());
    QVERIFY(series[1].device == "R5C" && !series[1].fails() && series[1].breaks.empty());
}

void TestHistory::changes() {
    std::vector<std::vector<TableRow>> tables(4, {historyRow("a", "match")});
    for (std::size_t i = 0; i < tables.size(); ++i) {
        tables[i][0].delegateCalls = i == 2 ? 0 : 5;
        tables[i][0].backends = i == 2 ? "" : "XnnpackBackend";
        tables[i][0].torch = i == 1 ? "" : i < 3 ? "2.12.0" : "2.13.0";
    }
    const auto series = historyOf(tables);
    std::vector<std::string> told;
    for (const history::Change& one : series[0].changes)
        told.push_back(std::to_string(one.at) + " " + std::string(one.what) + " " + one.before + ">" + one.after);
    QCOMPARE(told, (std::vector<std::string>{"2 backends XnnpackBackend>", "3 backends >XnnpackBackend", "3 torch 2.12.0>2.13.0"}));
}

void TestHistory::gates() {
    const auto budgets = gate::parseBudgets(
        "file_size = \"1 KiB\"\nlatency_p50 = \"+10 %\"\nkernels_outside_delegates = 3\nkl_mean = 0.1\n"
        "[method.forward]\nkernels_outside_delegates = 5\n[findings]\nerror = 0\n"
        "[outputs]\nmax_abs = 0.5\n",
        "budgets.toml");
    QVERIFY2(budgets, budgets ? "" : budgets.error().message.c_str());
    std::vector<std::vector<TableRow>> tables(4, {historyRow("a", "match")});
    const double sizes[] = {1000, 1024, 1025, 1000}, ticks[] = {100, 109, 121, 120}, errors[] = {0.1, 0.2, std::nan(""), 0.3};
    for (std::size_t i = 0; i < tables.size(); ++i)
        tables[i][0].programBytes = sizes[i], tables[i][0].p50 = ticks[i], tables[i][0].maxAbs = errors[i],
        tables[i][0].kernels = 4;
    tables[1][0].kernels.reset();
    const auto series = historyOf(tables, {.budgets = &*budgets});
    std::vector<std::string> told;
    for (const history::GateCourse& course : series[0].gates) {
        std::string text = course.budget.key() + " ";
        for (const gate::GateState state : course.states) text += gate::gateStateName(state)[0];
        told.push_back(text);
    }
    std::ranges::sort(told);
    QCOMPARE(told,
             (std::vector<std::string>{"file_size hhbh", "kernels_outside_delegates huhh", "latency_p50 uhbh", "max_abs hhbh"}));
    QVERIFY(!series[0].fails());
    const auto untold = std::ranges::count_if(budgets->list, [](const gate::Budget& one) { return !history::isTold(one); });
    QCOMPARE(untold, 2);  // of the whole session, and findings
    tables.pop_back();
    QVERIFY(historyOf(tables, {.budgets = &*budgets})[0].fails());
    const auto foreign = gate::parseBudgets("[method.forwrad]\nplanned_memory = 1\n", "budgets.toml");
    QVERIFY(foreign);
    auto collector = history::Collector::make({.budgets = &*foreign});
    QVERIFY(collector);
    collector->beginTable("1");
    QVERIFY(collector->take(tables[0][0]));
    const auto refused = std::move(*collector).finish({});
    QVERIFY(!refused && refused.error().code == "no-such-method");
    QVERIFY(refused.error().message.find("the nearest is forward") != std::string::npos);
}

void TestHistory::patterns() {
    std::vector<TableRow> rows;
    for (const char* folder : {"2026-11-10/small", "2026-11-09/small", "2026-11-09/large/phone", "2026-11-10/large/phone"})
        rows.push_back(historyRow(folder, "match"));
    const auto series = historyOf({rows}, {.pattern = "(\\d{4}-\\d\\d-\\d\\d)/"});
    QCOMPARE(series.size(), std::size_t{2});
    QCOMPARE(series[0].variant, std::string("large/phone"));
    QCOMPARE(series[1].variant, std::string("small"));
    QCOMPARE(historyNames(series[1]), (std::vector<std::string>{"2026-11-09", "2026-11-10"}));
    QVERIFY(series[1].order == "export");
    QCOMPARE(historyOf({rows}).size(), std::size_t{4});
    QCOMPARE(historyOf({{historyRow("2026-11-09", "match")}}, {.pattern = ".*"})[0].variant, std::string("."));
    const auto wrong = history::Collector::make({.pattern = "("});
    QVERIFY(!wrong && wrong.error().code == "usage");
}

ETSCOPE_TEST(TestHistory)
#include "tst_history.moc"
