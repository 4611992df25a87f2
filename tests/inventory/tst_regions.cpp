// Every byte of a file is accounted for once, whatever the file and wherever it lies.
#include <QtTest>
#include <map>

#include "etdump/dump_builder.h"
#include "inventory/regions.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;
using etscope::test::TempDir;
using etscope::test::ZipBuilder;

namespace {

std::shared_ptr<const session::Session> opened(const std::vector<std::string>& paths) {
    auto session = session::Session::open(paths, {}, {});
    return session ? *session : nullptr;
}

/// The account of a file, checked to cover it: bytes by name.
std::map<std::string, std::uint64_t> account(const session::Session& session, std::size_t file) {
    std::map<std::string, std::uint64_t> bytes;
    std::uint64_t end = 0;
    for (const flat::Region& region : inventory::fileRegions(session, file)) {
        if (region.offset != end) qWarning("a gap or an overlap at %llu", static_cast<unsigned long long>(end));
        end = region.offset == end ? end + region.size : 0;
        bytes[region.name] += region.size;
    }
    if (end != session.files()[file].size) bytes.clear();
    return bytes;
}

ZipBuilder archive() {
    ZipBuilder zip;
    zip.stored("m/data.pkl", "pickle").stored("m/data/0", std::string(64, 'w')).deflated("m/version", std::string(100, '3'));
    return zip;
}

}  // namespace

class TestRegions : public QObject {
    Q_OBJECT
private slots:
    void archives_data() {
        QTest::addColumn<int>("prefix");
        QTest::addColumn<bool>("counted");
        QTest::newRow("plain") << 0 << false;
        QTest::newRow("behind a prefix that offsets do not know of") << 33 << false;
        QTest::newRow("behind a prefix that offsets know of") << 33 << true;
    }
    void archives() {
        QFETCH(int, prefix);
        QFETCH(bool, counted);
        const TempDir folder;
        const auto session =
            opened({folder.write("a.zip", archive().prefix(std::string(static_cast<std::size_t>(prefix), 'x'), counted).bytes())});
        QVERIFY(session != nullptr);
        auto bytes = account(*session, 0);
        QCOMPARE(bytes["before the archive"], static_cast<std::uint64_t>(prefix));
        QCOMPARE(bytes["m/data.pkl"], std::uint64_t(6));
        QCOMPARE(bytes["m/data/0"], std::uint64_t(64));
        QVERIFY(bytes["m/version"] > 0);
        QVERIFY(bytes["central directory"] > 0);
    }
    void anArchiveInAnArchive() {
        const TempDir folder;
        ZipBuilder outer;
        outer.stored("first", std::string(1000, 'x')).stored("inner", archive().bytes());
        const auto session = opened({folder.write("outer.zip", outer.bytes()) + "#inner"});
        QVERIFY(session != nullptr);
        auto bytes = account(*session, 0);
        QCOMPARE(bytes["m/data/0"], std::uint64_t(64));
        QCOMPARE(bytes["m/data.pkl"], std::uint64_t(6));
    }
    void descriptorsAreOfTheArchive() {
        const TempDir folder;
        ZipBuilder zip;
        zip.add({.name = "a", .content = "first", .descriptor = true});
        zip.add({.name = "b", .content = std::string(300, 'x'), .deflated = true, .descriptor = true, .zip64 = true});
        const auto session = opened({folder.write("a.zip", zip.bytes())});
        QVERIFY(session != nullptr);
        auto bytes = account(*session, 0);
        QVERIFY(bytes["data descriptor"] >= 12 + 20);
        QCOMPARE(bytes["padding"], std::uint64_t(0));
    }
    void aDumpAndItsBuffer() {
        const TempDir folder;
        test::DumpRun run;
        run.events = test::kernelEvents(3, "native_call_add.out", 5, {.sizes = {2, 2}, .offset = 16});
        const auto session =
            opened({folder.write("run.etdp", test::dumpBytes({run})), folder.write("run.dbg", std::string(64, '\1'))});
        QVERIFY(session != nullptr);
        QVERIFY(account(*session, 0)["run 0"] > 0);
        QCOMPARE(account(*session, 1)["instruction 3"], std::uint64_t(16));
        QCOMPARE(account(*session, 1)["not named by the dump"], std::uint64_t(32));
    }
};

ETSCOPE_TEST(TestRegions)
#include "tst_regions.moc"
