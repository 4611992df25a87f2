// Dumps and debug buffers: what is read, what belongs to what, what damage leaves.
#include <QtTest>
#include <filesystem>
#include <set>

#include "etdump/debug_buffer.h"
#include "etdump/dump.h"
#include "etdump/dump_builder.h"
#include "etdump/statistics.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "tensor/element_reader.h"

using namespace etscope;
using etdump::Dump;
using test::DumpEvent;
using test::DumpRun;

namespace {

struct Opened {
    std::shared_ptr<const Dump> dump;
    Diagnostics diagnostics;
    std::string code;  ///< why it did not open
};
Opened opened(const std::string& bytes) {
    Opened result;
    auto dump = Dump::open(test::inMemory(bytes), result.diagnostics);
    if (dump)
        result.dump = *dump;
    else
        result.code = dump.error().code;
    return result;
}

bool has(const Diagnostics& diagnostics, const char* code) {
    return std::ranges::any_of(diagnostics.items(), [code](const Diagnostic& item) { return item.code == code; });
}

DumpRun execution() {
    DumpRun run;
    for (auto& event : test::kernelEvents(0, "add.out", 100, {6, {2, 2}, {2, 1}, 0})) run.events.push_back(event);
    run.events.push_back({.instruction = 1, .delegateText = "Conv #1", .metadata = "meta", .start = 121, .end = 125});
    run.events.push_back({.instruction = 1, .delegateInt = 0, .start = 126, .end = 127});
    DumpEvent argument{.kind = DumpEvent::Kind::Debug, .instruction = 1};
    argument.tensors.push_back({6, {2}, {1}, 16});
    run.events.push_back(argument);
    run.events.push_back({.name = "DELEGATE_CALL", .instruction = 1, .start = 120, .end = 130});
    run.events.push_back({.name = "Method::execute", .chain = -1, .start = 90, .end = 140});
    DumpEvent output{.kind = DumpEvent::Kind::Debug, .chain = -1, .output = true};
    output.tensors.push_back({6, {2}, {1}, 24});
    run.events.push_back(output);
    run.events.push_back({.kind = DumpEvent::Kind::Debug, .chain = -1, .tag = 1, .integer = 7});
    return run;
}

std::vector<std::string> names(const Dump& dump, const etdump::Run& run) {
    std::vector<std::string> list;
    for (const etdump::Event& event : dump.events(run)) list.emplace_back(dump.text(event.name));
    return list;
}

/// Uses everything, so that a damaged dump has every chance to do harm.
void touch(const Dump& dump) {
    const ByteRange buffer = test::inMemory(std::string(64, 'b'));
    Diagnostics ignored;
    for (const etdump::Run& run : dump.runs()) {
        static_cast<void>(etdump::parents(dump, run));
        for (const etdump::Event& event : dump.events(run)) {
            static_cast<void>(dump.metadata(event));
            for (const std::uint32_t value : dump.valuesOf(event)) QVERIFY(value < dump.values(run).size());
        }
        for (const etdump::LoggedValue& value : dump.values(run)) static_cast<void>(etdump::debugValue(dump, value, buffer));
    }
    static_cast<void>(etdump::checkBuffer(dump, buffer, ignored));
}

}  // namespace

class TestDump : public QObject {
    Q_OBJECT
private slots:
    void kindsAndPlaces();
    void valuesBelongToEvents();
    void outputsOfARun();
    void nesting();
    void withoutPrefix();
    void firstLayout();
    void allocations();
    void allocationsOfARun();
    void notDumps_data();
    void notDumps();
    void newerVersion();
    void everyByteIsAccountedFor();
    void bytesOfTheDebugBuffer();
    void lineEnds();
    void trailingBytes();
    void clocks();
    void loops();
    void cutAnywhere();
    void everyByteFlipped();
    void sharedElements();
    void buffers();
    void bufferTooShort();
    void statistics();
    void publicSample();
    void cancelled();
};

void TestDump::kindsAndPlaces() {
    const Opened file = opened(test::dumpBytes({{"Default", {{.name = "Method::init", .chain = -1}}, {}, -1}, execution()}));
    QVERIFY(file.dump && file.diagnostics.items().empty());
    QCOMPARE(file.dump->runs().size(), std::size_t(2));
    QCOMPARE(file.dump->blockKind(file.dump->runs()[0]), etdump::BlockKind::Load);
    const etdump::Run& run = file.dump->runs()[1];
    QCOMPARE(file.dump->blockKind(run), etdump::BlockKind::Execute);
    const auto events = file.dump->events(run);
    QCOMPARE(names(*file.dump, run),
             (std::vector<std::string>{"native_call_add.out", "OPERATOR_CALL", "", "", "DELEGATE_CALL", "Method::execute"}));
    using etdump::EventKind;
    const std::vector kinds{EventKind::Operator, EventKind::Operator,     EventKind::Delegate,
                            EventKind::Delegate, EventKind::DelegateCall, EventKind::Other};
    for (std::size_t i = 0; i < kinds.size(); ++i) QCOMPARE(events[i].kind, kinds[i]);
    QCOMPARE(file.dump->text(events[2].place.delegate.text), std::string_view("Conv #1"));
    QCOMPARE(events[3].place.delegate.kind, etdump::DelegateId::Kind::Int);
    QCOMPARE(events[3].place.delegate.number, 0);
    QCOMPARE(events[5].place.chain, -1);
    QCOMPARE(events[5].place.instruction, -1);
    const auto metadata = file.dump->metadata(events[2]);
    QCOMPARE(std::string(reinterpret_cast<const char*>(metadata.data()), metadata.size()), std::string("meta"));
    QCOMPARE(run.bundledInput, -1);
}

void TestDump::valuesBelongToEvents() {
    const Opened file = opened(test::dumpBytes({execution()}));
    const etdump::Run& run = file.dump->runs()[0];
    const auto events = file.dump->events(run);
    const std::vector<std::uint32_t> counts{1, 0, 0, 0, 1, 2};
    for (std::size_t i = 0; i < counts.size(); ++i) QCOMPARE(events[i].valueCount, counts[i]);
    QVERIFY(run.looseValues.empty());
    DumpRun lost = execution();
    DumpEvent stray{.kind = DumpEvent::Kind::Debug, .instruction = 9};
    stray.tensors.push_back({});
    lost.events.push_back(stray);
    const Opened other = opened(test::dumpBytes({lost}));
    QCOMPARE(other.dump->runs()[0].looseValues.size(), std::size_t(1));
}

void TestDump::outputsOfARun() {
    const Opened file = opened(test::dumpBytes({execution()}));
    std::vector<bool> outputs;
    for (const etdump::LoggedValue& value : file.dump->values(file.dump->runs()[0])) outputs.push_back(value.programOutput);
    QCOMPARE(outputs, (std::vector<bool>{false, false, true, true}));
    QVERIFY(!file.dump->values(file.dump->runs()[0])[3].output);  // the runtime does not mark scalars
}

void TestDump::nesting() {
    const Opened file = opened(test::dumpBytes({execution()}));
    QCOMPARE(etdump::parents(*file.dump, file.dump->runs()[0]), (std::vector<std::int32_t>{1, 5, 4, 4, 5, -1}));
}

void TestDump::withoutPrefix() {
    const Opened file = opened(test::dumpBytes({execution()}, false));
    QVERIFY(file.dump && !file.dump->sizePrefixed());
    QCOMPARE(file.dump->events(file.dump->runs()[0]).size(), std::size_t(6));
}

void TestDump::firstLayout() {
    const Opened file =
        opened(test::dumpBytes({{"Execute", {{.name = "OPERATOR_CALL", .start = 1, .end = 4}}, {"a"}, -1}}, true, true));
    QVERIFY(file.dump);
    QVERIFY(has(file.diagnostics, "etdump-first-layout"));
    QCOMPARE(file.dump->events(file.dump->runs()[0]).size(), std::size_t(1));
    QCOMPARE(file.dump->events(file.dump->runs()[0])[0].duration(), std::uint64_t(3));
    QCOMPARE(file.dump->runs()[0].allocators, std::vector<std::string>{"a"});
}

void TestDump::allocations() {
    DumpRun run{"Execute",
                {{.kind = DumpEvent::Kind::Allocation, .instruction = 1, .end = 64}, {.kind = DumpEvent::Kind::Empty}},
                {"heap"},
                3};
    const Opened file = opened(test::dumpBytes({run}));
    QVERIFY(file.dump && file.diagnostics.items().empty());
    const auto list = file.dump->allocations(file.dump->runs()[0]);
    QCOMPARE(list.size(), std::size_t(1));
    QCOMPARE(list[0].allocator, 1);
    QCOMPARE(list[0].size, std::uint64_t(64));
    QCOMPARE(file.dump->runs()[0].bundledInput, 3);
}

/// Sums, largest and timeline of each allocator, and a number that names none.
void TestDump::allocationsOfARun() {
    const auto given = [](std::int32_t allocator, std::uint64_t bytes) {
        return DumpEvent{.kind = DumpEvent::Kind::Allocation, .instruction = allocator, .end = bytes};
    };
    const DumpEvent call{.name = "OPERATOR_CALL", .start = 1, .end = 2};
    constexpr std::uint64_t kMost = ~std::uint64_t{0};
    const DumpRun run{"Execute",
                      {given(1, 64), given(2, 10), given(1, 128), call, given(1, 32), given(7, 5), call, given(2, kMost)},
                      {"heap", "temp", "idle"},
                      -1};
    const Opened file = opened(test::dumpBytes({run, {"Execute", {given(1, 500)}, {"heap"}, -1}}));
    QVERIFY(file.dump && has(file.diagnostics, "etdump-allocator"));
    const auto uses = etdump::allocatorUses(*file.dump, file.dump->runs()[0]);
    QCOMPARE(uses.size(), std::size_t(4));
    QCOMPARE(uses[0].name, std::string("heap"));
    QCOMPARE(uses[0].count, std::uint64_t(3));
    QCOMPARE(uses[0].largest, std::uint64_t(128));
    QVERIFY(uses[0].bytes == 224U && uses[0].peak == 224U);
    QCOMPARE(uses[0].timeline.size(), std::size_t(2));  // before the first call 64 + 128, before the second 32 more
    QVERIFY(uses[0].timeline[0].event == 0 && uses[0].timeline[0].bytes == 192U);
    QVERIFY(uses[0].timeline[1].event == 1 && uses[0].timeline[1].bytes == 224U);
    QVERIFY(uses[1].count == 2 && !uses[1].bytes && !uses[1].peak);  // beyond 64 bits
    QCOMPARE(uses[1].timeline.back().event, std::uint32_t(2));       // behind all events
    QVERIFY(uses[2].name == "idle" && uses[2].count == 0 && uses[2].bytes == 0U);
    QVERIFY(uses[3].name.empty() && uses[3].allocator == 7 && uses[3].bytes == 5U);
    etdump::AllocatorUse whole = uses[0];
    etdump::addUse(whole, etdump::allocatorUses(*file.dump, file.dump->runs()[1])[0]);
    QVERIFY(whole.count == 4 && whole.bytes == 724U && whole.peak == 500U && whole.largest == 500);
}

void TestDump::notDumps_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const QByteArray whole = QByteArray::fromStdString(test::dumpBytes({execution()}));
    QTest::newRow("empty") << QByteArray() << "etdump-empty";
    QTest::newRow("short") << QByteArray("ED") << "etdump-identifier";
    QTest::newRow("program") << QByteArray("\x08\0\0\0ET12\0\0\0\0", 12) << "etdump-identifier";
    QTest::newRow("identifier only") << QByteArray("\x08\0\0\0ED00", 8) << "etdump-root";
    QTest::newRow("prefixed identifier only") << QByteArray("\x08\0\0\0\x08\0\0\0ED00", 12) << "etdump-root";
    QTest::newRow("root far away") << QByteArray(
                                          "\xFF\xFF\xFF\x7F"
                                          "ED00",
                                          8)
                                   << "etdump-root";
    QTest::newRow("root zero") << QByteArray("\0\0\0\0ED00", 8) << "etdump-root";
    QTest::newRow("cut in the identifier") << whole.left(11) << "etdump-identifier";
}

void TestDump::notDumps() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    QCOMPARE(QString::fromStdString(opened(bytes.toStdString()).code), code);
}

void TestDump::newerVersion() {
    for (const bool prefixed : {true, false}) {
        std::string bytes = test::dumpBytes({execution()});
        bytes.replace(8, 4, "ED01");
        if (!prefixed) bytes.erase(0, 4);
        const Opened file = opened(bytes);
        QVERIFY(file.dump != nullptr);
        QVERIFY(file.diagnostics.has("etdump-identifier"));
        QCOMPARE(file.dump->runs().size(), std::size_t(1));
        QCOMPARE(file.dump->sizePrefixed(), prefixed);
    }
}

void TestDump::everyByteIsAccountedFor() {
    const std::string bytes = test::dumpBytes({execution(), execution()}) + "more";
    const Opened file = opened(bytes);
    QVERIFY(file.dump != nullptr);
    std::uint64_t end = 0, runs = 0;
    std::set<std::string> names;
    for (const flat::Region& region : file.dump->regions()) {
        QCOMPARE(region.offset, end);
        end += region.size;
        names.insert(region.name);
        if (region.name.starts_with("run ")) runs += region.size;
        QVERIFY2(region.kind != flat::RegionKind::Unknown || region.name == "trailing bytes", region.name.c_str());
    }
    QCOMPARE(end, std::uint64_t{bytes.size()});
    for (const char* name : {"size", "identifier", "run 0", "run 1", "layouts of tables", "trailing bytes"})
        QVERIFY2(names.contains(name), name);
    QVERIFY(runs * 2 > bytes.size());
}

void TestDump::bytesOfTheDebugBuffer() {
    DumpRun run = execution();
    run.events.clear();
    for (const DumpEvent& event : test::kernelEvents(3, "native_call_add.out", 5, {.sizes = {2, 2}, .offset = 16}))
        run.events.push_back(event);
    const Opened file = opened(test::dumpBytes({run}));
    QVERIFY(file.dump != nullptr);
    const auto regions = etdump::bufferRegions(*file.dump, 64);
    QCOMPARE(regions.size(), std::size_t(3));
    QCOMPARE(regions[0].kind, flat::RegionKind::Padding);
    QCOMPARE(regions[1].offset, std::uint64_t(16));
    QCOMPARE(regions[1].size, std::uint64_t(16));
    QCOMPARE(regions[1].name, std::string("instruction 3"));
    QCOMPARE(regions[2].name, std::string("not named by the dump"));
    QCOMPARE(regions[2].size, std::uint64_t(32));
}

void TestDump::lineEnds() {
    DumpRun run = execution();
    run.events[1].name = "line\nfeed";
    const std::string whole = test::dumpBytes({run});
    std::string windows;
    for (const char c : whole) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    QVERIFY(windows.size() > whole.size());
    const Opened file = opened(windows);
    QVERIFY(file.dump && file.dump->repaired());
    QVERIFY(has(file.diagnostics, "etdump-line-ends"));
    QCOMPARE(names(*file.dump, file.dump->runs()[0])[0], std::string("line\nfeed"));
}

void TestDump::trailingBytes() {
    const Opened file = opened(test::dumpBytes({execution()}) + "more");
    QVERIFY(file.dump && !file.dump->repaired());
    QVERIFY(has(file.diagnostics, "etdump-trailing-bytes"));
}

void TestDump::clocks() {
    const Opened file = opened(test::dumpBytes(
        {{"Execute", {{.name = "a", .start = 0xFFFF'FFF0, .end = 0x10}, {.name = "b", .start = 1ULL << 40, .end = 5}}, {}, -1}}));
    const auto events = file.dump->events(file.dump->runs()[0]);
    QCOMPARE(events[0].duration(), std::uint64_t(0x20));
    QCOMPARE(events[1].duration(), std::uint64_t(0));
    QVERIFY(has(file.diagnostics, "etdump-clock"));
}

void TestDump::loops() {
    DumpRun run;
    for (int i = 0; i < 3; ++i)
        for (auto& event : test::kernelEvents(4, "add.out", 100 + 20U * static_cast<unsigned>(i), {6, {1}, {1}, 4 * i}))
            run.events.push_back(event);
    const Opened file = opened(test::dumpBytes({run}));
    const auto events = file.dump->events(file.dump->runs()[0]);
    QCOMPARE(events.size(), std::size_t(6));
    for (std::size_t i = 0; i < 6; i += 2) {
        QCOMPARE(events[i].valueCount, 1U);
        QCOMPARE(file.dump->valuesOf(events[i])[0], static_cast<std::uint32_t>(i / 2));
    }
}

void TestDump::cutAnywhere() {
    const std::string whole = test::dumpBytes({execution(), execution()});
    for (std::size_t size = 12; size < whole.size(); ++size) {
        const Opened file = opened(whole.substr(0, size));
        if (file.dump == nullptr) continue;
        QVERIFY(has(file.diagnostics, "etdump-truncated"));
        touch(*file.dump);
    }
}

void TestDump::everyByteFlipped() {
    const std::string whole = test::dumpBytes({execution()});
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const int bits : {0xFF, 0x01, 0x80}) {
            std::string bytes = whole;
            bytes[at] = static_cast<char>(bytes[at] ^ bits);
            if (const Opened file = opened(bytes); file.dump) touch(*file.dump);
        }
}

/// A list that claims the whole file as its elements, from many tables: reading ends at the budget.
void TestDump::sharedElements() {
    DumpRun run;
    for (int i = 0; i < 2000; ++i) {
        DumpEvent event{.kind = DumpEvent::Kind::Debug, .tag = 6};
        event.tensors.assign(40, {});
        run.events.push_back(event);
    }
    const std::string bytes = test::dumpBytes({run});
    const Opened file = opened(bytes);
    QVERIFY(file.dump);
    QCOMPARE(file.dump->values(file.dump->runs()[0]).size(), std::size_t(2000));
}

void TestDump::buffers() {
    const std::vector<float> content{1, 2, 3, 4, 5, 6, 7, 8};
    const ByteRange buffer = test::inMemory(std::string(reinterpret_cast<const char*>(content.data()), content.size() * 4));
    DumpRun run;
    DumpEvent turned{.kind = DumpEvent::Kind::Debug};
    turned.tensors = {{6, {2, 3}, {1, 2}, 4}};
    DumpEvent none{.kind = DumpEvent::Kind::Debug};
    none.tensors = {{6, {0}, {1}, -1}};
    DumpEvent scalar{.kind = DumpEvent::Kind::Debug};
    scalar.tensors = {{6, {}, {}, 28}};
    run.events = {turned, none, scalar, {.name = "native_call_x"}};
    const Opened file = opened(test::dumpBytes({run}));
    const auto values = file.dump->values(file.dump->runs()[0]);
    const auto tensor = std::get<tensor::Tensor>(etdump::debugValue(*file.dump, values[0], buffer));
    auto reader = tensor::ElementReader::open(tensor);
    QVERIFY(reader);
    const auto doubles = reader->doubles(0, 6);
    QVERIFY(doubles);
    QCOMPARE(std::vector<double>(doubles->begin(), doubles->end()), (std::vector<double>{2, 4, 6, 3, 5, 7}));  // strides count
    QCOMPARE(std::get<tensor::Tensor>(etdump::debugValue(*file.dump, values[1], {})).state, tensor::DataState::Dense);
    QCOMPARE(std::get<tensor::Tensor>(etdump::debugValue(*file.dump, values[2], buffer)).elementCount(),
             std::optional<std::uint64_t>(1));
    QCOMPARE(std::get<tensor::Tensor>(etdump::debugValue(*file.dump, values[2], {})).state, tensor::DataState::Unreadable);
    QCOMPARE(file.dump->highestByte(), std::uint64_t(32));
}

void TestDump::bufferTooShort() {
    const Opened file = opened(test::dumpBytes({execution()}));
    Diagnostics diagnostics;
    const auto fit = etdump::checkBuffer(*file.dump, test::inMemory(std::string(20, '\0')), diagnostics);
    QCOMPARE(fit.needed, std::uint64_t(32));
    QCOMPARE(fit.tensors, std::size_t(3));
    QCOMPARE(fit.unreadable, std::size_t(2));
    QVERIFY(fit.allZero);
    QVERIFY(has(diagnostics, "etdump-buffer-short") && has(diagnostics, "etdump-buffer-zero"));
    for (const std::int64_t offset : {std::int64_t{-5}, std::numeric_limits<std::int64_t>::max()}) {
        DumpRun run;
        DumpEvent value{.kind = DumpEvent::Kind::Debug};
        value.tensors = {{6, {4}, {1}, offset}};
        run.events = {value};
        const Opened other = opened(test::dumpBytes({run}));
        const auto tensor =
            etdump::debugValue(*other.dump, other.dump->values(other.dump->runs()[0])[0], test::inMemory(std::string(64, 'x')));
        QCOMPARE(std::get<tensor::Tensor>(tensor).state, tensor::DataState::Unreadable);
    }
}

/// numpy.percentile([1482, 2013, 8042], [10, 50, 90]) and mean.
void TestDump::statistics() {
    const auto result = etdump::durationStatistics({8042, 1482, 2013});
    QCOMPARE(result.count, std::uint64_t(3));
    QCOMPARE(result.p10, 1588.2);
    QCOMPARE(result.p50, 2013.0);
    QCOMPARE(result.p90, 6836.2);
    QVERIFY(std::abs(result.mean - 3845.6666666666665) < 1e-9);
    QCOMPARE(etdump::durationStatistics({}).count, std::uint64_t(0));
}

/// The dump of the original's tutorial: its content is documented.
void TestDump::publicSample() {
    const std::string path = ETSCOPE_SHARED_DIR "/corpus/etdump/pytorch__executorch__etdump.etdp";
    if (!std::filesystem::exists(path)) QSKIP("the shared corpus is not here");
    Diagnostics diagnostics;
    const auto dump = Dump::open(ByteRange::whole(*Source::open(path)), diagnostics);
    QVERIFY(dump && diagnostics.items().empty());
    QCOMPARE((*dump)->runs().size(), std::size_t(2));
    const auto events = (*dump)->events((*dump)->runs()[1]);
    QCOMPARE(events.size(), std::size_t(29));
    QCOMPARE(events[28].duration(), std::uint64_t(1898821));
    QCOMPARE((*dump)->text(events[0].name), std::string_view("native_call_convolution.out"));
    QCOMPARE(events[0].start, std::uint64_t(426786));
}

void TestDump::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    Diagnostics diagnostics;
    const auto opened = Dump::open(test::inMemory(test::dumpBytes({execution()})), diagnostics, {stop.get_token(), {}});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, std::string("cancelled"));
}

ETSCOPE_TEST(TestDump)
#include "tst_dump.moc"
