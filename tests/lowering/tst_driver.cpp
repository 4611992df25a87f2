// A driver is asked, dies, hangs, lies, and is started again; the real one lowers and runs where there is a Python with executorch.
#include <QtTest>

#include <filesystem>
#include <fstream>

#include "lowering/driver.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using lowering::Answer;
using lowering::Driver;

namespace {

Result<Driver> fake(const std::string& folder, std::chrono::milliseconds time = std::chrono::seconds(20)) {
    return Driver::start({ETSCOPE_FAKE_DRIVER, folder, time}, {});
}

}  // namespace

class TestDriver : public QObject {
    Q_OBJECT
private slots:
    void greets();
    void whatIsMissing();
    void diesAndIsStartedAgain();
    void hangs();
    void lies();
    void cancelled();
    void lowersAndRuns();
};

void TestDriver::greets() {
    const test::TempDir dir;
    auto driver = fake(dir.path());
    QVERIFY2(driver, driver ? "" : driver.error().message.c_str());
    QCOMPARE(driver->versions().torch, std::string("9.9"));
    QCOMPARE(driver->versions().backends, std::vector<std::string>{"FakeBackend"});
    QVERIFY(std::filesystem::exists(dir.path() + "/driver.py"));
    const auto failed = driver->ask({{"do", "fails"}}, {}, {});
    QVERIFY(failed && failed->state == Answer::State::Failed);
    QCOMPARE(failed->step + "|" + failed->message, std::string("export|ValueError: no"));
    QCOMPARE(driver->starts(), std::size_t{1});
}

void TestDriver::whatIsMissing() {
    const test::TempDir dir;
    qputenv("FAKE", "absent");
    const auto driver = fake(dir.path());
    qunsetenv("FAKE");
    QVERIFY(!driver);
    QCOMPARE(driver.error().code, std::string("run-no-executorch"));
    const auto nobody = Driver::start({"/nowhere/python", dir.path()}, {});
    QVERIFY(!nobody);
    QCOMPARE(nobody.error().code, std::string("run-not-started"));
}

void TestDriver::diesAndIsStartedAgain() {
    const test::TempDir dir;
    auto driver = fake(dir.path());
    QVERIFY(driver);
    const auto dead = driver->ask({{"do", "dies"}}, {}, {});
    QVERIFY(dead && dead->state == Answer::State::NotDecided);
    QCOMPARE(dead->message, std::string("it ended by SIGSEGV; it said: the last words"));
    const auto gone = driver->ask({{"do", "ends"}}, {}, {});
    QVERIFY(gone && gone->state == Answer::State::NotDecided);
    QCOMPARE(gone->message, std::string("it ended with 3"));
    const auto again = driver->ask({{"do", "hello"}}, {}, {});
    QVERIFY(again && again->done());
    QCOMPARE(driver->starts(), std::size_t{3});
}

void TestDriver::hangs() {
    const test::TempDir dir;
    auto driver = fake(dir.path(), std::chrono::milliseconds(1500));
    QVERIFY(driver);
    const auto hung = driver->ask({{"do", "hangs"}}, {}, {});
    QVERIFY(hung && hung->state == Answer::State::NotDecided);
    QCOMPARE(hung->message, std::string("it took too long"));
    QVERIFY(driver->ask({{"do", "hello"}}, {}, {})->done());
}

void TestDriver::lies() {
    const test::TempDir dir;
    auto driver = fake(dir.path());
    QVERIFY(driver);
    std::vector<std::string> lines;
    const auto answer = driver->ask({{"do", "lies"}}, [&](std::string_view line) { return lines.emplace_back(line), true; }, {});
    QVERIFY(answer && answer->done());
    QCOMPARE(lines.size(), std::size_t{5});
}

void TestDriver::cancelled() {
    const test::TempDir dir;
    auto driver = fake(dir.path());
    QVERIFY(driver);
    std::stop_source stop;
    stop.request_stop();
    const auto answer = driver->ask({{"do", "hangs"}}, {}, {stop.get_token()});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, std::string(Error::kCancelled));
}

void TestDriver::lowersAndRuns() {
    const char* python = std::getenv("ETSCOPE_EXECUTORCH_PYTHON");
    if (python == nullptr) QSKIP("ETSCOPE_EXECUTORCH_PYTHON names no Python with torch and executorch");
    const test::TempDir dir;
    std::ofstream(dir.path() + "/model.py") << "import torch\n"
                                               "class Model(torch.nn.Module):\n"
                                               "    def forward(self, x):\n"
                                               "        return x + x.sum()\n"
                                               "def inputs():\n"
                                               "    return (torch.arange(4.0),)\n";
    auto driver = Driver::start({python, dir.path()}, {});
    QVERIFY2(driver, driver ? "" : driver.error().message.c_str());
    const auto built = driver->build({dir.path(), {"model.py"}, {}, {}, {}}, {});
    QVERIFY(built);
    QVERIFY2(built->done(), built->message.c_str());
    for (const char* name : {"model.pte", "model.etrecord", "in-forward-0-0.npy", "ref-forward-0-0.npy"})
        QVERIFY2(std::filesystem::exists(dir.path() + "/" + name), name);
    const auto again = driver->build({dir.path(), {}, dir.path() + "/model.etrecord", "edge", {"forward"}}, {});
    QVERIFY(again);
    QVERIFY2(again->done(), again->message.c_str());
    const auto missing = driver->build({dir.path(), {}, dir.path() + "/model.etrecord", "exported", {"nobody", "more"}}, {});
    QVERIFY(missing && missing->state == Answer::State::Failed);
    QCOMPARE(missing->step, std::string("record"));
}

ETSCOPE_TEST(TestDriver)
#include "tst_driver.moc"
