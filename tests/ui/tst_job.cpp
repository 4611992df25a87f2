// Jobs: what the work of one cannot have, the others do not lose.
#include <QtTest>
#include <new>
#include <stdexcept>
#include <vector>

#include "jobs/job.h"

using namespace etscope;
using ui::Job;

class TestJob : public QObject {
    Q_OBJECT
private slots:
    void memoryThatCannotBeHad_data();
    void memoryThatCannotBeHad();
};

void TestJob::memoryThatCannotBeHad_data() {
    QTest::addColumn<bool>("tooLong");
    QTest::newRow("allocation fails") << false;
    QTest::newRow("longer than anything can be") << true;
}

void TestJob::memoryThatCannotBeHad() {
    QFETCH(bool, tooLong);
    Job<int> job;
    std::string code;
    job.start(
        "job",
        [tooLong](const JobContext&) -> Result<int> {
            if (!tooLong) throw std::bad_alloc();
            std::vector<int> numbers;
            numbers.reserve(numbers.max_size() + 1);
            return static_cast<int>(numbers.capacity());
        },
        [&](Result<int> result) { code = result ? "done" : result.error().code; });
    QTRY_COMPARE(code, std::string("out-of-memory"));
    QVERIFY(!job.running());
}

QTEST_GUILESS_MAIN(TestJob)
#include "tst_job.moc"
