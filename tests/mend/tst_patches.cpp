// Each row of the table of remedies with the real ExecuTorch: its lines lower a small model, and what they give computes right.
#include <QtTest>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include "lowering/driver.h"
#include "mend/patch.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using causes::Cause;
using mend::Fault;
using mend::Measure;

namespace {

const std::string kModels = ETSCOPE_SOURCE_DIR "/tests/mend/models/";
const mend::Surroundings kEverything{{"XnnpackBackend"}, true, true, {{"aten.convolution.default", 1}, {"aten.linear.default", 1}}};
const mend::Lowered kLowered{{"XnnpackBackend"}, false, "exported", {"forward"}}, kOutside{{}, false, "exported", {"forward"}};

Fault faultOf(Cause cause, bool delegated) {
    Fault fault;
    fault.method = "forward";
    fault.culprit.cause = cause;
    fault.culprit.state = {{"count", 1, 1}};
    fault.backend = delegated ? "XnnpackBackend" : "";
    fault.suspects = {{"aten.gelu.default", {"aten_gelu_default"}, {2, 1, 2, {"linear"}, 3}},
                      {"aten.linear.default", {"aten_linear_default"}, {2, 1, 2, {"linear"}, 3}}};
    return fault;
}

/// Every application of every row that has lines, each once, and whether it is of a delegate.
std::vector<std::pair<Measure, bool>> all() {
    std::vector<std::pair<Measure, bool>> measures;
    std::set<std::string> seen;
    for (const Cause cause :
         {Cause::Delegate, Cause::Kernel, Cause::Precision, Cause::Lowering, Cause::Layout, Cause::State, Cause::Quantisation})
        for (const bool delegated : {false, true})
            for (Measure& one : mend::measuresFor({faultOf(cause, delegated)}, kEverything))
                if (one.remedy->notHere == nullptr && !one.remedy->freshModules &&
                    seen.insert(std::string(one.remedy->id) + one.subject).second)
                    measures.emplace_back(std::move(one), delegated);
    return measures;
}

/// What XNNPACK 1.5.1 computes wrong (a product with a turned weight) or refuses (an input that is handed through): what the lines
/// themselves compute shows outside of it.
bool isOutside(const Measure& one) {
    const std::set<std::string_view> remedies{"equivalent", "accumulate", "contiguous"};
    return one.subject == "linear" && remedies.contains(one.remedy->id);
}

}  // namespace

class TestPatches : public QObject {
    Q_OBJECT
    const std::vector<std::pair<Measure, bool>> m_measures = all();
    const test::TempDir m_dir;
    std::optional<lowering::Driver> m_driver;
private slots:
    void initTestCase();
    void everyPatchComputesRight_data();
    void everyPatchComputesRight();
};

void TestPatches::initTestCase() {
    const char* python = std::getenv("ETSCOPE_EXECUTORCH_PYTHON");
    if (python == nullptr) QSKIP("ETSCOPE_EXECUTORCH_PYTHON names no Python with torch and executorch");
    auto driver = lowering::Driver::start({python, m_dir.path("."), std::chrono::minutes(5)}, {});
    QVERIFY2(driver, driver ? "" : driver.error().message.c_str());
    m_driver.emplace(*std::move(driver));
}

void TestPatches::everyPatchComputesRight_data() {
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < m_measures.size(); ++i) {
        const Measure& one = m_measures[i].first;
        const std::string name = std::string(one.remedy->id) + " " + one.subject;
        if (one.remedy->id == "decompose" && one.subject != "gelu") continue;  // of few operators PyTorch has one
        if (one.remedy->id == "weights-as-values") continue;                   // XNNPACK cannot fold the norm then
        QTest::newRow(name.c_str()) << static_cast<int>(i);
    }
}

void TestPatches::everyPatchComputesRight() {
    QFETCH(const int, number);
    const auto& [one, delegated] = m_measures[static_cast<std::size_t>(number)];
    const std::string folder = m_dir.path("p" + std::to_string(number));
    const bool rounds = one.remedy->causes == 1U << static_cast<unsigned>(Cause::Quantisation) || one.remedy->id == "only-float";
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(kModels + (rounds ? "rounded.py" : "float.py"), folder + "/model.py");
    std::filesystem::copy_file(kModels + "check.py", folder + "/check.py");
    const bool outside = isOutside(one);
    std::string patch = mend::patchText({one}, delegated && !outside ? kLowered : kOutside, "about");
    if (outside && patch.find("def partitioners(") == std::string::npos)
        patch += "\n\ndef partitioners(method):\n    return []  # in place of the model's\n";
    std::ofstream(folder + "/export_patch.py") << patch;
    std::ofstream(folder + "/near.txt") << (rounds ? "0.1" : "0.001");
    const auto built = m_driver->build({folder, {"model.py", "export_patch.py"}, "", "exported", {}}, {});
    QVERIFY(built);
    QVERIFY2(built->done(), (built->step + ": " + built->message).c_str());
    if (one.remedy->id == "channels-last-inputs") return;  // it is fed in another order of axes
    const auto checked = m_driver->ask({{"do", "script"}, {"folder", folder}, {"name", "check.py"}}, {}, {});
    QVERIFY(checked);
    QVERIFY2(checked->done() && checked->facts.value("status", 1) == 0, (checked->message + checked->said).c_str());
}

ETSCOPE_TEST(TestPatches)
#include "tst_patches.moc"
