// Dumps whose lists the runtime broke: what is rebuilt, that nothing else is, and that damage on top of it does no harm.
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <functional>

#include "etdump/debug_buffer.h"
#include "etdump/dump_builder.h"
#include "etdump/salvage.h"
#include "etdump/statistics.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using etdump::Dump;
using test::little;

namespace {

constexpr std::size_t kPrefix = 4;

std::string brokenHalf() { return *test::readFile(ETSCOPE_SOURCE_DIR "/tests/fixtures/halves/run.etdp"); }

std::string withLength(const std::string& content) { return little(static_cast<std::uint32_t>(content.size())) + content; }

struct OpenedDump {
    std::shared_ptr<const Dump> dump;
    Diagnostics diagnostics;
    std::size_t events = 0, values = 0;

    explicit OpenedDump(const std::string& bytes) {
        const auto opened = Dump::open(test::inMemory(bytes), diagnostics);
        if (!opened) return;
        dump = *opened;
        for (const etdump::Run& run : dump->runs()) {
            events += dump->events(run).size();
            values += dump->values(run).size();
            static_cast<void>(etdump::parents(*dump, run));
            for (const etdump::Event& event : dump->events(run)) static_cast<void>(dump->valuesOf(event));
        }
        static_cast<void>(dump->regions());
    }
    bool rebuilt() const { return dump != nullptr && dump->rebuilt(); }
};

/// Events that all name texts of their own, each of which reaches to the end of the file.
std::string sharedTexts(std::size_t events) {
    const std::size_t begin = 16, text = begin + 16 * events, vtables = text + 4 * events + 4, size = vtables + 16;
    std::string content = little(std::uint32_t{8}) + "ED00" + little(static_cast<std::int32_t>(8 - static_cast<int>(vtables + 8))) +
                          std::string(4, '\0');
    for (std::size_t e = 0; e < events; ++e) {
        const std::size_t at = begin + 16 * e;
        content += little(static_cast<std::int32_t>(at) - static_cast<std::int32_t>(vtables)) + little(std::uint32_t{4});
        content += little(static_cast<std::int32_t>(at + 8) - static_cast<std::int32_t>(vtables)) +
                   little(static_cast<std::uint32_t>(text + 4 * e - at - 12));
    }
    for (std::size_t e = 0; e < events; ++e) content += little(static_cast<std::uint32_t>(4 * (events - e - 1)));
    content += std::string(4, '\0');
    content += little(std::uint16_t{6}) + little(std::uint16_t{8}) + little(std::uint16_t{4}) + std::string(2, '\0');
    content += little(std::uint16_t{4}) + little(std::uint16_t{4}) + std::string(4, '\0');
    if (content.size() != size) qFatal("the layout of the test is wrong");
    return withLength(content);
}

}  // namespace

class TestSalvage : public QObject {
    Q_OBJECT
private slots:
    void runsOfABrokenDump() {
        const OpenedDump file(brokenHalf());
        QVERIFY(file.rebuilt());
        QCOMPARE(file.diagnostics.items().size(), std::size_t(1));
        QVERIFY(file.diagnostics.has("etdump-rebuilt"));
        QStringList names;
        for (const etdump::Run& run : file.dump->runs()) {
            names += QString::fromStdString(std::string(file.dump->text(run.name)));
            QVERIFY(!run.damaged && run.looseValues.empty());
            const bool load = file.dump->blockKind(run) == etdump::BlockKind::Load;
            QCOMPARE(file.dump->events(run).size(), std::size_t(load ? 2 : 17));
            QCOMPARE(file.dump->values(run).size(), std::size_t(load ? 0 : 4));
            const auto last = file.dump->events(run).back();
            QCOMPARE(std::string(file.dump->text(last.name)), std::string(load ? "Program::load_method" : "Method::execute"));
            std::int64_t before = -1;
            for (const etdump::LoggedValue& value : file.dump->values(run))
                for (const etdump::LoggedTensor& tensor : file.dump->tensors(value)) {
                    QVERIFY(tensor.type == ScalarType::F32 && tensor.offset > before);
                    before = tensor.offset;
                }
        }
        QCOMPARE(names, (QStringList{"Default", "Execute", "Execute", "Execute"}));
    }

    void everyByteIsAccountedFor() {
        const OpenedDump file(brokenHalf());
        std::uint64_t at = 0;
        for (const flat::Region& region : file.dump->regions()) {
            QCOMPARE(region.offset, at);
            at += region.size;
        }
        QCOMPARE(at, std::uint64_t(brokenHalf().size()));
    }

    /// What others write, and runs that have no name but lose nothing.
    void soundDumpsAreLeftAlone() {
        std::vector<std::string> folders{ETSCOPE_SOURCE_DIR "/tests/fixtures"};
        if (std::filesystem::exists(ETSCOPE_SHARED_DIR "/fixtures")) folders.emplace_back(ETSCOPE_SHARED_DIR "/fixtures");
        std::size_t dumps = 0;
        for (const std::string& folder : folders)
            for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
                const std::string path = entry.path().string();
                const bool half = path.find("half") != std::string::npos || path.find("halves") != std::string::npos ||
                                  path.find("dtypes") != std::string::npos;
                if (entry.path().extension() != ".etdp" || half) continue;
                ++dumps;
                QVERIFY2(!OpenedDump(*test::readFile(path)).rebuilt(), path.c_str());
            }
        QVERIFY(dumps > 10);
        test::DumpRun nameless;
        nameless.name.clear();
        nameless.events = test::kernelEvents(0, "add.out", 1, {});
        QVERIFY(!OpenedDump(test::dumpBytes({nameless})).rebuilt());
    }

    void notSurelyAll_data() {
        QTest::addColumn<QString>("find");
        QTest::addColumn<QString>("put");
        QTest::newRow("the first block without its name") << "Default" << QString("Defa\x01lt");
        QTest::newRow("two executions in one block") << "Execute" << QString("Exec\x01te");
    }
    void notSurelyAll() {
        QFETCH(QString, find);
        QFETCH(QString, put);
        std::string bytes = brokenHalf();
        const auto at = bytes.find(find.toStdString());
        QVERIFY(at != std::string::npos);
        bytes.replace(at, static_cast<std::size_t>(put.size()), put.toStdString());
        const OpenedDump file(bytes);
        QVERIFY(!file.rebuilt() && file.diagnostics.has("etdump-half"));
    }

    /// A dump that is cut is never rebuilt: whole blocks may be gone.
    void cutAnywhere() {
        const std::string whole = brokenHalf();
        for (std::size_t size = 0; size + 4 < whole.size(); size += size < 64 ? 1 : 13) {
            QVERIFY(!OpenedDump(whole.substr(0, size)).rebuilt());
        }
    }

    void everyByteFlipped() {
        const std::string whole = brokenHalf();
        const OpenedDump sound(whole);
        for (std::size_t i = 0; i < whole.size(); ++i)
            for (const char mask : {'\x01', '\xFF'}) {
                std::string flipped = whole;
                flipped[i] = static_cast<char>(flipped[i] ^ mask);
                const OpenedDump file(flipped);
                if (file.rebuilt()) QVERIFY(file.events <= sound.events && file.values <= sound.values);
            }
    }

    void textsThatAreShared() {
        for (const std::size_t events : {std::size_t(1), std::size_t(50'000)}) {
            const OpenedDump file(sharedTexts(events));
            QVERIFY(file.dump != nullptr && !file.rebuilt());
        }
    }
};

ETSCOPE_TEST(TestSalvage)
#include "tst_salvage.moc"
