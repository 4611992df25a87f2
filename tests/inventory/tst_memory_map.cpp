// Memory maps of processes as the kernel writes them, and damaged ones.
#include <QtTest>
#include <stop_token>

#include "inventory/memory_map.h"
#include "io/file_kind.h"
#include "support/test_case.h"

using namespace etscope;
using inventory::MappedFile;
using inventory::MemoryMap;

namespace {

std::string mapping(const std::string& range, const std::string& may, const std::string& path, int resident) {
    return range + " " + may + " 00000000 fe:01 1234                       " + path +
           "\nSize:               " + std::to_string(4 * resident) +
           " kB\nKernelPageSize:        4 kB\nRss:                 " + std::to_string(resident) +
           " kB\nPss:                   " + std::to_string(resident / 2) +
           " kB\nPss_Dirty:             1 kB\nPrivate_Dirty:         0 kB\n" +
           "THPeligible:           0\nVmFlags: rd ex mr mw me sd \n";
}

ByteRange bytesOf(const std::string& text) {
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return ByteRange::whole(Source::fromBytes({begin, begin + text.size()}, "smaps"));
}

const MappedFile* fileOf(const MemoryMap& map, std::string_view path) {
    const auto found = std::ranges::find(map.files, path, &MappedFile::path);
    return found != map.files.end() ? &*found : nullptr;
}

}  // namespace

class TestMemoryMap : public QObject {
    Q_OBJECT
private slots:
    /// Mappings of one path are one, a path may have blanks, and a deleted file keeps its name.
    void adds() {
        const auto map = inventory::readMemoryMap(
            bytesOf(mapping("00400000-00452000", "r--p", "/opt/my models/model.pte", 8) +
                    mapping("00452000-00462000", "r-xp", "/opt/my models/model.pte", 4) +
                    mapping("7f00-7f10", "rw-p", "/data/weights.ptd (deleted)", 100) + mapping("7f20-7f30", "rw-p", "", 60) +
                    mapping("7f40-7f50", "rw-p", "[anon:scudo:primary]", 40) + mapping("7f60-7f70", "rw-p", "[stack]", 2)),
            {});
        QVERIFY(map);
        QCOMPARE(map->files.size(), std::size_t(5));
        const MappedFile* program = fileOf(*map, "/opt/my models/model.pte");
        QVERIFY(program != nullptr && program->executable && !program->isAnonymous());
        QCOMPARE(program->resident, std::uint64_t{12 * 1024});
        QCOMPARE(program->size, std::uint64_t{48 * 1024});
        QCOMPARE(fileOf(*map, "/data/weights.ptd")->proportional, std::uint64_t{50 * 1024});
        QVERIFY(fileOf(*map, "")->isAnonymous() && fileOf(*map, "[anon:scudo:primary]")->isAnonymous());
        QVERIFY(!fileOf(*map, "[stack]")->isAnonymous());
        QCOMPARE(map->resident, std::uint64_t{214 * 1024});
    }

    void isRecognised_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<bool>("is");
        QTest::newRow("smaps") << mapping("00400000-00452000", "r--p", "/a", 8) << true;
        QTest::newRow("maps without amounts") << std::string("00400000-00452000 r--p 00000000 fe:01 1 /a\n") << false;
        QTest::newRow("another text") << std::string("12-34 is a range\nRss: none\n") << false;
        QTest::newRow("nothing") << std::string() << false;
    }
    void isRecognised() {
        QFETCH(std::string, text);
        QFETCH(bool, is);
        const auto kind = recognise(bytesOf(text), nullptr);
        QCOMPARE(kind && *kind == FileKind::MemoryMap, is);
    }

    void damaged_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("place");
        const std::string good = mapping("00400000-00452000", "r--p", "/a", 8);
        QTest::newRow("amounts of nothing") << std::string("Rss: 4 kB\n") << std::string("line 1");
        QTest::newRow("no line of it") << good + "garbage\n" << std::string("line 10");
        QTest::newRow("no number") << good + "Rss: many kB\n" << std::string("line 10");
        QTest::newRow("more than there is") << good + "Rss: 18014398509481983 kB\n" << std::string("line 10");
        QTest::newRow("a sum beyond 64 bits") << good + "Rss: 18446744073709551615 kB\n" << std::string("line 10");
        QTest::newRow("sums of several beyond what there is")
            << good + "Rss: 40000000000000 kB\n" + good + "Rss: 40000000000000 kB\n"
            << std::string("line 20");
        QTest::newRow("cut within an amount") << good.substr(0, good.find(" kB")) << std::string("line 2");
    }
    void damaged() {
        QFETCH(std::string, text);
        QFETCH(std::string, place);
        const auto map = inventory::readMemoryMap(bytesOf(text), {});
        QVERIFY(!map);
        QCOMPARE(map.error().code, std::string("memory-map-invalid"));
        QVERIFY2(map.error().message.find(place + " ") != std::string::npos, map.error().message.c_str());
    }

    void cancelled() {
        std::string many;
        for (int i = 0; i < 1000; ++i) many += mapping("00400000-00452000", "r--p", "/a" + std::to_string(i), 8);
        std::stop_source stop;
        stop.request_stop();
        JobContext job;
        job.stop = stop.get_token();
        QVERIFY(inventory::readMemoryMap(bytesOf(many), job).cancelled());
    }
};

ETSCOPE_TEST(TestMemoryMap)
#include "tst_memory_map.moc"
