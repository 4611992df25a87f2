// Goal P3: what opening an archive may read, by the counters of Source. At most 3 reads and 64 KiB + the directory per
// archive, no payload; one read for a data offset.
#include <QtTest>

#include "base/limits.h"
#include "io/zip_index.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;
using test::ZipBuilder;

class TestZipCounters : public QObject {
    Q_OBJECT
private slots:
    void directoryPhase_data();
    void directoryPhase();
    void dataOffsetIsOneRead();
    void storedContentReadsNothingMore();
    void nestedDirectoryPhase();
};

namespace {
constexpr std::uint64_t kPerArchive = 64 * 1024;
constexpr std::uint64_t kReads = 3;

ZipBuilder archive(int entries, std::size_t payload) {
    ZipBuilder zip;
    for (int i = 0; i < entries; ++i) zip.stored("entry/" + std::to_string(i), std::string(payload, 'w'));
    return zip;
}
}  // namespace

void TestZipCounters::directoryPhase_data() {
    QTest::addColumn<int>("entries");
    QTest::addColumn<int>("payload");
    QTest::addColumn<int>("comment");
    QTest::addColumn<bool>("zip64");
    QTest::newRow("small") << 3 << 10 << 0 << false;
    QTest::newRow("big payloads") << 20 << 200'000 << 0 << false;
    QTest::newRow("zip64") << 20 << 200'000 << 0 << true;
    QTest::newRow("longest comment") << 20 << 50'000 << 65'535 << false;
    QTest::newRow("long comment and zip64") << 20 << 50'000 << 40'000 << true;
    QTest::newRow("longest comment and zip64") << 20 << 50'000 << 65'535 << true;
    QTest::newRow("big directory") << 20'000 << 100 << 0 << false;
    QTest::newRow("big directory and comment") << 20'000 << 100 << 64'000 << true;
}

void TestZipCounters::directoryPhase() {
    QFETCH(int, entries);
    QFETCH(int, payload);
    QFETCH(int, comment);
    QFETCH(bool, zip64);
    ZipBuilder builder = archive(entries, static_cast<std::size_t>(payload));
    builder.comment(std::string(static_cast<std::size_t>(comment), 'c'));
    if (zip64) builder.zip64End(true);
    const test::TempDir dir;
    const auto source = *Source::open(dir.write("a.zip", builder.bytes()));
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(source), diagnostics);
    QVERIFY(zip);
    QCOMPARE(zip->entries().size(), static_cast<std::size_t>(entries));
    QVERIFY2(source->readCount() <= kReads, qPrintable(QString::number(source->readCount())));
    // A comment beyond the first read costs the whole window, which is 97 bytes more.
    const std::uint64_t most = (comment > 16'000 ? limits::kZipEndWindow : kPerArchive) + builder.directorySize();
    QVERIFY2(source->bytesRead() <= most, qPrintable(QString::number(source->bytesRead())));
}

void TestZipCounters::dataOffsetIsOneRead() {
    const test::TempDir dir;
    const auto source = *Source::open(dir.write("a.zip", archive(50, 10'000).bytes()));
    Diagnostics diagnostics;
    const auto zip = *ZipIndex::read(ByteRange::whole(source), diagnostics);
    for (const ZipEntry& entry : zip.entries()) {
        const std::uint64_t reads = source->readCount(), bytes = source->bytesRead();
        QVERIFY(zip.data(entry));
        QCOMPARE(source->readCount() - reads, std::uint64_t{1});
        QCOMPARE(source->bytesRead() - bytes, std::uint64_t{30});
    }
}

void TestZipCounters::storedContentReadsNothingMore() {
    const test::TempDir dir;
    const auto source = *Source::open(dir.write("a.zip", archive(2, 100'000).bytes()));
    Diagnostics diagnostics;
    const auto zip = *ZipIndex::read(ByteRange::whole(source), diagnostics);
    const std::uint64_t bytes = source->bytesRead();
    QVERIFY(zip.content(zip.entries()[0]));
    QCOMPARE(source->bytesRead() - bytes, std::uint64_t{30});
}

void TestZipCounters::nestedDirectoryPhase() {
    ZipBuilder outer;
    outer.stored("inner", archive(10, 100'000).bytes()).stored("rest", std::string(100'000, 'r'));
    const test::TempDir dir;
    const auto source = *Source::open(dir.write("a.zip", outer.bytes()));
    Diagnostics diagnostics;
    const auto zip = *ZipIndex::read(ByteRange::whole(source), diagnostics);
    const auto content = *zip.content(*zip.find("inner"));
    const std::uint64_t reads = source->readCount(), bytes = source->bytesRead();
    const auto inner = ZipIndex::read(content, diagnostics);
    QVERIFY(inner);
    QVERIFY(source->readCount() - reads <= kReads);
    QVERIFY(source->bytesRead() - bytes <= kPerArchive + archive(10, 0).directorySize());
}

ETSCOPE_TEST(TestZipCounters)
#include "tst_zip_counters.moc"
