// What two exports cost against each other: a model without delegates, and the same on XNNPACK.
#include <QtTest>
#include <filesystem>
#include <stop_token>

#include "findings/cost_changes.h"
#include "support/test_case.h"

using namespace etscope;
using findings::CostChange;

class TestCostChanges : public QObject {
    Q_OBJECT
private slots:
    void delegated();
    void againstItself();
    void withoutAProgram();
    void cancelled();
};

namespace {

const std::string kCostFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const session::Session> openedFiles(std::initializer_list<const char*> files) {
    std::vector<std::string> paths;
    for (const char* file : files) paths.push_back(kCostFixtures + file);
    auto session = session::Session::open(paths, {}, {});
    return session ? *session : nullptr;
}

const CostChange* changeOf(const std::vector<CostChange>& changes, std::string_view id, std::string_view of = {}) {
    const auto found = std::ranges::find_if(changes, [&](const CostChange& one) { return one.id == id && one.of == of; });
    return found != changes.end() ? &*found : nullptr;
}

double sizeOf(const char* file) { return static_cast<double>(std::filesystem::file_size(kCostFixtures + file)); }

}  // namespace

/// Of one side there is no run, of the other no delegate: the one is not known, the other none.
void TestCostChanges::delegated() {
    const auto before = openedFiles({"tied/portable.pte"}), after = openedFiles({"tied/model.pte", "tied/run.etdp"});
    QVERIFY(before && after);
    const auto changes = findings::costChanges(*before, *after, {});
    QVERIFY(changes);
    const auto* shipped = changeOf(*changes, "shipped");
    QVERIFY(shipped != nullptr && changes->front().id == "shipped");
    QCOMPARE(*shipped->before, sizeOf("tied/portable.pte"));
    QCOMPARE(*shipped->after, sizeOf("tied/model.pte"));
    QCOMPARE(*shipped->ratio(), sizeOf("tied/model.pte") / sizeOf("tied/portable.pte"));
    const auto* packed = changeOf(*changes, "packed", "XNNPACK");
    QVERIFY(packed != nullptr && packed->before == 0.0 && *packed->after > 0 && !packed->ratio());
    const auto* calls = changeOf(*changes, "delegate-calls", "forward");
    QVERIFY(calls != nullptr && calls->before == 0.0 && *calls->after > 0);
    const auto* kernels = changeOf(*changes, "kernels", "forward");
    QVERIFY(kernels != nullptr && *kernels->before > *kernels->after);
    const auto* run = changeOf(*changes, "run", "forward");
    QVERIFY(run != nullptr && !run->before && !run->runsBefore && *run->after > 0 && *run->runsAfter > 0);
}

void TestCostChanges::againstItself() {
    const auto one = openedFiles({"vlm/model.pte", "vlm/run.etdp"});
    QVERIFY(one);
    const auto changes = findings::costChanges(*one, *one, {});
    QVERIFY(changes && changes->size() > 10);
    for (const CostChange& change : *changes) QVERIFY2(change.before == change.after, change.title.text().c_str());
}

/// A record alone tells nothing of cost.
void TestCostChanges::withoutAProgram() {
    const auto one = openedFiles({"tied/model.etrecord"});
    QVERIFY(one);
    const auto changes = findings::costChanges(*one, *one, {});
    QVERIFY(changes && changes->empty());
}

void TestCostChanges::cancelled() {
    const auto one = openedFiles({"vlm/model.pte"});
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    QVERIFY(one && findings::costChanges(*one, *one, job).cancelled());
}

ETSCOPE_TEST(TestCostChanges)
#include "tst_cost_changes.moc"
