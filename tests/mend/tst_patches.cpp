// Each row of the table of remedies with the real ExecuTorch: its lines lower a small model, and what they give computes right.
#include <QtTest>

#include <cstdlib>
#include <filesystem>
#include <fstream>
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
    fault.suspects = {{"aten.gelu.default", {"aten_gelu_default"}, 2, 1, 2, {"linear"}, 3},
                      {"aten.linear.default", {"aten_linear_default"}, 2, 1, 2, {"linear"}, 3},
                      {"aten.sum.dim_IntList", {"aten_sum_dim_int_list"}, 2, 1, 2, {}, 0}};
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

}  // namespace

class TestPatches : public QObject {
    Q_OBJECT
private slots:
    void everyPatchComputesRight();
};

void TestPatches::everyPatchComputesRight() {
    const char* python = std::getenv("ETSCOPE_EXECUTORCH_PYTHON");
    if (python == nullptr) QSKIP("ETSCOPE_EXECUTORCH_PYTHON names no Python with torch and executorch");
    const test::TempDir dir;
    auto driver = lowering::Driver::start({python, dir.path("."), std::chrono::minutes(5)}, {});
    QVERIFY2(driver, driver ? "" : driver.error().message.c_str());
    QStringList wrong;
    int number = 0;
    for (const auto& [one, delegated] : all()) {
        const std::string folder = dir.path("p" + std::to_string(number++)),
                          patch = mend::patchText({one}, delegated ? kLowered : kOutside, "about");
        const bool rounds =
            one.remedy->causes == 1U << static_cast<unsigned>(Cause::Quantisation) || one.remedy->id == "only-float";
        std::filesystem::create_directories(folder);
        std::filesystem::copy_file(kModels + (rounds ? "rounded.py" : "float.py"), folder + "/model.py");
        std::filesystem::copy_file(kModels + "check.py", folder + "/check.py");
        std::ofstream(folder + "/export_patch.py") << patch;
        std::ofstream(folder + "/near.txt") << (rounds ? "0.1" : "0.001");
        // What reads its inputs in another order of axes is not fed here; of few operators PyTorch has a decomposition.
        const bool alone = one.remedy->id == "channels-last-inputs";
        if (one.remedy->id == "decompose" && one.subject != "gelu") continue;
        const auto built = driver->build({folder, {"model.py", "export_patch.py"}, "", "exported", {}}, {});
        QVERIFY(built);
        std::string said = built->step + ": " + built->message;
        bool right = built->done();
        if (!right && one.remedy->id == "weights-as-values") continue;  // XNNPACK cannot fold the norm then: it is refused
        if (right && !alone) {
            const auto checked = driver->ask({{"do", "script"}, {"folder", folder}, {"name", "check.py"}}, {}, {});
            QVERIFY(checked);
            right = checked->done() && checked->facts.value("status", 1) == 0;
            said = checked->message + checked->said;
        }
        const std::string name = std::string(one.remedy->id) + " " + one.subject;
        qInfo("%s %s", right ? "ok" : "FAILED", name.c_str());
        if (!right) wrong.append(QString::fromStdString(name + ": " + said));
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
}

ETSCOPE_TEST(TestPatches)
#include "tst_patches.moc"
