// The boxes of a run's timeline: what its allocators gave out is a lane of its own. Dumps are made here, so every number is known.
#include <QtTest>

#include "compare/run_cases.h"
#include "etdump/dump_builder.h"
#include "pages/timeline_bars.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::ui;
using test::DumpEvent;

namespace {

DumpEvent given(std::uint64_t bytes) { return {.kind = DumpEvent::Kind::Allocation, .instruction = 1, .end = bytes}; }
DumpEvent call(std::uint64_t start, std::uint64_t end) { return {.name = "OPERATOR_CALL", .start = start, .end = end}; }

std::vector<TimelineBar> barsOf(const std::vector<DumpEvent>& events) {
    const test::TempDir folder;
    folder.write("run.etdp", test::dumpBytes({{"Execute", events, {"heap"}, -1}}));
    const auto session = session::Session::open({folder.path("run.etdp")}, {}, {});
    const auto runs = compare::runs(**session, {});
    RunTimeline timeline = runTimeline(**session, {}, (**runs)[0], {});
    const auto lane = timeline.lanes.indexOf("Allocations");
    std::vector<TimelineBar> amounts;
    for (TimelineBar& bar : timeline.bars)
        if (bar.lane == lane) amounts.push_back(std::move(bar));
    if ((lane >= 0) == amounts.empty()) qFatal("a lane without bars, or bars without a lane");
    return amounts;
}

}  // namespace

class TestTimelineBars : public QObject {
    Q_OBJECT
private slots:
    /// Each amount from the call before which it was reached to the next one; the last up to the end.
    void allocations() {
        constexpr double kTick = 1e-6;
        const auto bars = barsOf({given(100), given(100), call(1000, 2000), call(2000, 3000), given(200), call(3000, 4000)});
        QCOMPARE(bars.size(), std::size_t(2));
        QCOMPARE(bars[0].start, 0.0);
        QCOMPARE(bars[0].end, 2000 * kTick);
        QCOMPARE(bars[0].level, 0.5);
        QCOMPARE(bars[1].end, 3000 * kTick);
        QCOMPARE(bars[1].level, 1.0);
        QVERIFY(bars[0].tooltip.contains("200 B") && bars[0].tooltip.contains("400 B"));
    }
    void none() { QVERIFY(barsOf({call(0, 10)}).empty()); }
    /// What no 64 bits hold has no height.
    void tooMany() { QVERIFY(barsOf({given(~std::uint64_t{0}), given(1), call(0, 10)}).empty()); }
};

ETSCOPE_TEST(TestTimelineBars)
#include "tst_timeline_bars.moc"
