// The sharing map: readers of one place, copies, ranges that overlap.
#include <QtTest>
#include <filesystem>

#include "inventory/sharing.h"
#include "program/program_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using etscope::test::ProgramBuilder;

namespace {

inventory::SharingMap mapOf(const std::vector<std::string>& paths) {
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    auto map = inventory::sharingMap(**session, {});
    if (!map) qFatal("%s", map.error().message.c_str());
    return **map;
}

const std::string kContent(100, 'w');

}  // namespace

class TestSharing : public QObject {
    Q_OBJECT
private slots:
    void nothing();
    void copiesOfNamedData();
    void shortRangesDoNotCount();
    void readersOfOnePlace();
    void copiesOfMethods();
    void cancelled();

private:
    test::TempDir m_folder;
};

void TestSharing::nothing() {
    const inventory::SharingMap map = mapOf({m_folder.write("nothing.pte", ProgramBuilder().bytes())});
    QVERIFY(map.shared.empty() && map.overlaps.empty());
    QCOMPARE(map.saved + map.wasted, std::uint64_t(0));
}

void TestSharing::copiesOfNamedData() {
    ProgramBuilder builder;
    builder.addNamedData("a", kContent);
    builder.addNamedData("b", kContent);
    builder.addNamedData("c", std::string(100, 'x'));
    const inventory::SharingMap map = mapOf({m_folder.write("copies.pte", builder.bytes())});
    QCOMPARE(map.shared.size(), std::size_t(1));
    QCOMPARE(map.shared[0].places.size(), std::size_t(2));
    QCOMPARE(map.shared[0].sha256.size(), std::size_t(64));
    QCOMPARE(map.wasted, std::uint64_t(100));
    QCOMPARE(map.saved, std::uint64_t(0));
    QVERIFY(map.shared[0].methods.empty());
    QCOMPARE(map.copied, std::size_t(1));
    QCOMPARE(map.sharedOnce, std::size_t(0));
}

/// Which copy each method reads.
void TestSharing::copiesOfMethods() {
    const std::string path = ETSCOPE_SHARED_DIR "/fixtures/shared_weights/model.pte";
    if (!std::filesystem::exists(path)) QSKIP("the shared fixtures are not here");
    const inventory::SharingMap map = mapOf({path});
    QCOMPARE(inventory::copiesRead(map.shared[0], "embed"), (std::vector<std::size_t>{0}));
    QCOMPARE(inventory::copiesRead(map.shared[0], "lm_head"), (std::vector<std::size_t>{1}));
    QVERIFY(inventory::copiesRead(map.shared[0], "encode").empty());
    QCOMPARE(inventory::copiesRead(map.shared[1], "encode"), inventory::copiesRead(map.shared[1], "decode"));
    QCOMPARE(map.copied, std::size_t(1));
    QCOMPARE(map.sharedOnce, std::size_t(2));
}

void TestSharing::shortRangesDoNotCount() {
    ProgramBuilder builder;
    builder.addNamedData("a", "short");
    builder.addNamedData("b", "short");
    QVERIFY(mapOf({m_folder.write("short.pte", builder.bytes())}).shared.empty());
}

/// Tied weights of a real export: XNNPACK reads one copy in two methods, the portable embedding has its own.
void TestSharing::readersOfOnePlace() {
    const std::string path = ETSCOPE_SHARED_DIR "/fixtures/shared_weights/model.pte";
    if (!std::filesystem::exists(path)) QSKIP("the shared fixtures are not here");
    const inventory::SharingMap map = mapOf({path});
    QCOMPARE(map.shared.size(), std::size_t(3));
    const inventory::SharedBytes& copies = map.shared[0];
    QCOMPARE(copies.size, std::uint64_t(2560));
    QCOMPARE(copies.wasted, std::uint64_t(2560));
    QCOMPARE(copies.methods, (std::vector<std::string>{"embed", "lm_head"}));
    const inventory::SharedBytes& once = map.shared[1];
    QCOMPARE(once.places.size(), std::size_t(1));
    QCOMPARE(once.saved, std::uint64_t(1536));
    QCOMPARE(once.methods, (std::vector<std::string>{"decode", "encode"}));
    QVERIFY(map.overlaps.empty());
}

void TestSharing::cancelled() {
    ProgramBuilder builder;
    builder.addNamedData("a", kContent);
    builder.addNamedData("b", kContent);
    const auto session = session::Session::open({m_folder.write("cancelled.pte", builder.bytes())}, {}, {});
    QVERIFY(session);
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    const auto map = inventory::sharingMap(**session, job);
    QVERIFY(!map);
    QCOMPARE(QString::fromStdString(map.error().code), QStringLiteral("cancelled"));
}

ETSCOPE_TEST(TestSharing)
#include "tst_sharing.moc"
