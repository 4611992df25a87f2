// The committed tiny record, cut at every byte and damaged at every byte: no crash, no hang, valid documents.
#include <unistd.h>

#include <QElapsedTimer>
#include <QtTest>
#include <fstream>

#include "malformed/everything.h"
#include "support/bytes.h"
#include "support/record_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope::test;

class TestEveryByte : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cut();
    void flip_data();
    void flip();

private:
    std::string m_bytes;
    TempDir m_dir;
};

namespace {
/// A guard against hangs, far above what any of these takes.
constexpr int kMostMilliseconds = 10'000;
}  // namespace

void TestEveryByte::initTestCase() {
    const auto committed = readFile(ETSCOPE_SOURCE_DIR "/tests/fixtures/tiny/model.etrecord");
    m_bytes = committed ? *committed : RecordBuilder().bytes();
    QVERIFY(m_bytes.size() > 1'000 && m_bytes.size() < 20'000);
    const Everything whole = openEverything(m_dir.write("whole", m_bytes));
    QCOMPARE(whole.graphs, std::size_t{1});
    QVERIFY(whole.tensors >= 2);
}

// From the end to the start, the same file made shorter: writing it anew each time would be a test of the disk.
void TestEveryByte::cut() {
    const std::string path = m_dir.write("cut", m_bytes);
    std::size_t readable = 0;
    for (std::size_t size = m_bytes.size(); size-- > 0;) {
        QCOMPARE(::truncate(path.c_str(), static_cast<off_t>(size)), 0);
        QElapsedTimer timer;
        timer.start();
        const Everything seen = openEverything(path, Depth::Directory);
        QVERIFY2(seen.trouble.empty(), (std::to_string(size) + ": " + seen.trouble).c_str());
        QVERIFY2(!seen.codes.empty(), ("no diagnostic for a file cut at " + std::to_string(size)).c_str());
        QVERIFY2(timer.elapsed() < kMostMilliseconds, std::to_string(size).c_str());
        readable += seen.tensors > 0 ? 1U : 0U;
    }
    QVERIFY2(readable > m_bytes.size() / 3, "the state dict stands in the first half: it must be readable in most cuts");
}

void TestEveryByte::flip_data() {
    QTest::addColumn<uint>("mask");
    for (const uint mask : {0x01U, 0xFFU}) QTest::addRow("xor %02x", mask) << mask;
}

void TestEveryByte::flip() {
    QFETCH(uint, mask);
    const std::string path = m_dir.write("flipped", m_bytes);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const auto put = [&file](std::size_t at, char byte) { file.seekp(static_cast<std::streamoff>(at)).put(byte).flush(); };
    for (std::size_t at = 0; at < m_bytes.size(); ++at) {
        put(at, static_cast<char>(static_cast<unsigned char>(m_bytes[at]) ^ mask));
        QElapsedTimer timer;
        timer.start();
        const Everything seen = openEverything(path, mask == 0xFF ? Depth::Documents : Depth::Directory);
        QVERIFY2(seen.trouble.empty(), (std::to_string(at) + ": " + seen.trouble).c_str());
        QVERIFY2(timer.elapsed() < kMostMilliseconds, std::to_string(at).c_str());
        put(at, m_bytes[at]);
        QVERIFY(file.good());
    }
}

ETSCOPE_TEST(TestEveryByte)
#include "tst_every_byte.moc"
