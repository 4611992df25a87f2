// Named table of damaged dumps and debug buffers: what each is called, and that what is left stays usable.
#include <QtTest>
#include <functional>

#include "etdump/debug_buffer.h"
#include "etdump/dump.h"
#include "etdump/dump_builder.h"
#include "etdump/statistics.h"
#include "flat/raw_table.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using flat::RawTable;
using test::DumpEvent;
using test::DumpRun;
using test::DumpTensor;

namespace {

constexpr std::uint32_t kFar = 0x7FFFFFF0;
/// Where words behind a list may look like entries.
constexpr std::size_t kAny = SIZE_MAX;

DumpEvent logged(DumpTensor tensor) {
    DumpEvent event{.kind = DumpEvent::Kind::Debug, .instruction = 0};
    event.tensors.push_back(std::move(tensor));
    return event;
}

/// A run of two kernels, each with a logged tensor of 16 bytes, and one inside a delegate.
DumpRun twoKernels() {
    DumpRun run;
    for (std::int32_t i = 0; i < 2; ++i)
        for (auto& event : test::kernelEvents(i, "add.out", static_cast<std::uint64_t>(100 * i), {6, {4}, {1}, 16 * i}))
            run.events.push_back(event);
    run.events.push_back({.instruction = 2, .delegateText = "Conv #1", .metadata = "meta", .start = 205, .end = 215});
    run.events.push_back({.name = "DELEGATE_CALL", .instruction = 2, .start = 200, .end = 220});
    return run;
}

/// The bytes of a dump without its prefix, and ways to its tables.
class Patch {
public:
    explicit Patch(const std::vector<DumpRun>& runs = {twoKernels()}) : m_bytes(test::dumpBytes(runs, false)) {}

    std::string bytes() const { return m_bytes; }
    RawTable root() const { return *RawTable::root(std::as_bytes(std::span(m_bytes))); }
    RawTable run(std::uint32_t i = 0) const { return entry(root(), 1, i); }
    RawTable event(std::uint32_t i) const { return entry(run(), 3, i); }
    RawTable inner(const RawTable& table, unsigned slot) const { return at(*table.target(slot)); }
    RawTable entry(const RawTable& table, unsigned slot, std::uint32_t i) const {
        return at(*flat::followOffset(std::as_bytes(std::span(m_bytes)), table.vector(slot, 4)->first + 4 * i));
    }
    /// The profile of event `i`, the logged value of event `i`, and its tensor.
    RawTable profile(std::uint32_t i) const { return inner(event(i), 0); }
    RawTable value(std::uint32_t i) const { return inner(inner(event(i), 2), 2); }
    RawTable tensor(std::uint32_t i) const { return inner(value(i), 1); }

    template <class T>
    std::string with(std::size_t position, T value) {
        std::memcpy(m_bytes.data() + position, &value, sizeof(T));
        return m_bytes;
    }
    template <class T>
    std::string with(const RawTable& table, unsigned slot, T value) {
        return with(field(table, slot), value);
    }
    std::size_t field(const RawTable& table, unsigned slot) const {
        std::uint16_t offset = 0;
        std::memcpy(&offset, m_bytes.data() + table.vtablePosition() + 4 + 2 * slot, sizeof(offset));
        return table.position() + offset;
    }
    std::size_t countOf(const RawTable& table, unsigned slot, std::size_t itemSize) const {
        return table.vector(slot, itemSize)->first - 4;
    }

private:
    RawTable at(std::size_t position) const { return *RawTable::at(std::as_bytes(std::span(m_bytes)), position); }
    std::string m_bytes;
};

struct Case {
    const char* name;
    const char* code;    ///< of the diagnostic, or why it does not open; "": nothing is said
    std::size_t events;  ///< that are left
    std::function<std::string()> make;
    std::uint64_t buffer = 64;  ///< bytes of the debug buffer
};

std::string prefixed(std::string content, std::int64_t more = 0) {
    const auto size = static_cast<std::uint32_t>(static_cast<std::int64_t>(content.size()) + more);
    return std::string(reinterpret_cast<const char*>(&size), 4) + content;
}

std::string oneTensor(DumpTensor tensor) {
    DumpRun one;
    one.events = {logged(std::move(tensor)), {.name = "OPERATOR_CALL", .instruction = 0, .start = 1, .end = 2}};
    return test::dumpBytes({one});
}

std::string oneEvent(std::uint64_t start, std::uint64_t end) {
    DumpRun one = twoKernels();
    one.events[1].start = start;
    one.events[1].end = end;
    return test::dumpBytes({one});
}

std::string tagged(std::int8_t tag) {
    DumpRun one = twoKernels();
    one.events[0].tag = tag;
    one.events[0].tensors.clear();
    return test::dumpBytes({one});
}

const std::vector<Case>& cases() {
    static const std::vector<Case> kCases{
        {"whole", "", 6, [] { return test::dumpBytes({twoKernels()}); }},
        // the container
        {"prefix too large", "etdump-truncated", 6, [] { return prefixed(Patch().bytes(), 8); }},
        {"prefix too small", "etdump-trailing-bytes", 6, [] { return prefixed(Patch().bytes(), -4); }},
        {"bytes behind", "etdump-trailing-bytes", 6, [] { return test::dumpBytes({twoKernels()}) + "more"; }},
        {"another version", "etdump-version", 6, [] { return test::dumpBytes({twoKernels()}, true, false, 3); }},
        {"root far away", "etdump-root", 0, [] { return Patch().with<std::uint32_t>(0, kFar); }},
        {"root in itself", "etdump-root", 0, [] { return Patch().with<std::uint32_t>(0, 0); }},
        {"vtable of the root far away", "etdump-root", 0,
         [] {
             Patch p;
             return p.with<std::int32_t>(p.root().position(), -0x7FFFFF0);
         }},
        {"vtable of the root odd", "etdump-root", 0,
         [] {
             Patch p;
             return p.with<std::uint16_t>(p.root().vtablePosition(), 7);
         }},
        {"vtable of the root endless", "etdump-root", 0,
         [] {
             Patch p;
             return p.with<std::uint16_t>(p.root().vtablePosition(), 0xFFFE);
         }},
        // the list of runs
        {"runs far away", "etdump-damaged", 0,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.root(), 1, kFar);
         }},
        {"more runs than there are", "etdump-damaged", kAny,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.countOf(p.root(), 1, 4), kFar);
         }},
        {"no runs", "", 0,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.countOf(p.root(), 1, 4), 0);
         }},
        {"a run far away", "etdump-damaged", 0,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.root().vector(1, 4)->first, kFar);
         }},
        {"a run is its own list", "etdump-damaged", 0,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.root().vector(1, 4)->first, 0xFFFFFFFC);
         }},
        {"a run with a broken vtable", "etdump-damaged", 0,
         [] {
             Patch p;
             return p.with<std::int32_t>(p.run().position(), 0x7FFFFFF);
         }},
        // runs
        {"name far away", "etdump-half", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.run(), 0, kFar);
         }},
        {"endless name", "etdump-half", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(*p.run().target(0), kFar);
         }},
        {"events far away", "etdump-damaged", 0,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.run(), 3, kFar);
         }},
        {"more events than there are", "etdump-damaged", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.countOf(p.run(), 3, 4), kFar);
         }},
        {"an event far away", "etdump-damaged", 5,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.run().vector(3, 4)->first + 4, kFar);
         }},
        {"an event twice", "", 6,
         [] {
             Patch p;
             const std::size_t first = p.run().vector(3, 4)->first;
             return p.with<std::uint32_t>(first + 4, static_cast<std::uint32_t>(p.event(2).position() - first - 4));
         }},
        // events
        {"empty event", "", 6,
         [] {
             DumpRun one = twoKernels();
             one.events.push_back({.kind = DumpEvent::Kind::Empty});
             return test::dumpBytes({one});
         }},
        {"profile far away", "etdump-damaged", 5,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.event(1), 0, kFar);
         }},
        {"debug value far away", "etdump-damaged", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.event(0), 2, kFar);
         }},
        {"name of an event far away", "", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.profile(1), 0, kFar);
         }},
        {"endless name of an event", "", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(*p.profile(1).target(0), kFar);
         }},
        {"metadata far away", "", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.profile(6), 5, kFar);
         }},
        {"endless metadata", "", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.countOf(p.profile(6), 5, 1), kFar);
         }},
        {"a 32-bit clock goes round", "etdump-clock", 6, [] { return oneEvent(0xFFFFFF00, 5); }},
        {"a clock goes back", "etdump-clock", 6, [] { return oneEvent(std::uint64_t{1} << 40U, 5); }},
        {"a clock at its end", "", 6, [] { return oneEvent(0, ~std::uint64_t{0}); }},
        {"no clock", "etdump-no-clock", 2,
         [] {
             DumpRun one;
             for (int i = 0; i < 2; ++i) one.events.push_back({.name = "OPERATOR_CALL", .instruction = i});
             return test::dumpBytes({one});
         }},
        {"instruction −5", "", 6,
         [] {
             DumpRun one = twoKernels();
             for (auto& e : one.events) e.instruction = -5;
             return test::dumpBytes({one});
         }},
        {"chain −9", "", 6,
         [] {
             DumpRun one = twoKernels();
             for (auto& e : one.events) e.chain = -9;
             return test::dumpBytes({one});
         }},
        // logged values
        {"no value", "etdump-damaged", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.inner(p.event(0), 2), 2, kFar);
         }},
        {"unknown kind of value", "", 6, [] { return tagged(99); }},
        {"negative kind of value", "", 6, [] { return tagged(-3); }},
        {"a tensor that is none", "etdump-damaged", 6, [] { return tagged(5); }},
        {"a list that is empty", "", 6, [] { return tagged(6); }},
        {"a tensor far away", "etdump-damaged", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.value(0), 1, kFar);
         }},
        {"sizes far away", "etdump-damaged", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.tensor(0), 1, kFar);
         }},
        {"endless sizes", "etdump-damaged", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.countOf(p.tensor(0), 1, 8), kFar);
         }},
        {"endless strides", "etdump-damaged", 6,
         [] {
             Patch p;
             return p.with<std::uint32_t>(p.countOf(p.tensor(0), 2, 8), kFar);
         }},
        {"65 dimensions", "etdump-damaged", 1,
         [] {
             return oneTensor({6, std::vector<std::int64_t>(65, 1), std::vector<std::int64_t>(65, 1), 0});
         }},
        // the debug buffer
        {"a byte too short", "etdump-buffer-short", 6, [] { return test::dumpBytes({twoKernels()}); }, 31},
        {"exactly long enough", "", 6, [] { return test::dumpBytes({twoKernels()}); }, 32},
        {"an empty buffer", "etdump-buffer-short", 6, [] { return test::dumpBytes({twoKernels()}); }, 0},
        {"offset behind the buffer", "etdump-buffer-short", 1,
         [] {
             return oneTensor({6, {4}, {1}, 1000});
         }},
        {"offset at the end of numbers", "etdump-buffer-short", 1,
         [] {
             return oneTensor({6, {4}, {1}, INT64_MAX});
         }},
        {"negative offset", "etdump-tensor", 1,
         [] {
             return oneTensor({6, {4}, {1}, -7});
         }},
        {"negative size", "etdump-tensor", 1,
         [] {
             return oneTensor({6, {-4}, {1}, 0});
         }},
        {"sizes that overflow", "etdump-tensor", 1,
         [] {
             return oneTensor({6, {INT64_MAX, INT64_MAX}, {1, 1}, 0});
         }},
        {"unknown element type", "etdump-tensor", 1,
         [] {
             return oneTensor({50, {4}, {1}, 0});
         }},
        {"negative stride", "etdump-tensor", 1,
         [] {
             return oneTensor({6, {4}, {-1}, 0});
         }},
        {"strides that leave the tensor", "etdump-tensor", 1,
         [] {
             return oneTensor({6, {4}, {1 << 20}, 0});
         }},
        {"fewer strides than sizes", "", 1,
         [] {
             return oneTensor({6, {2, 2}, {1}, 0});
         }},
        {"no elements", "", 1,
         [] {
             return oneTensor({6, {0, 4}, {4, 1}, -1});
         }},
    };
    return kCases;
}

}  // namespace

class TestDumpMalformed : public QObject {
    Q_OBJECT
private slots:
    void cases_data() {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < ::cases().size(); ++i) QTest::newRow(::cases()[i].name) << static_cast<int>(i);
    }

    void cases() {
        QFETCH(int, number);
        const Case& one = ::cases()[static_cast<std::size_t>(number)];
        Diagnostics diagnostics;
        const auto dump = etdump::Dump::open(test::inMemory(one.make()), diagnostics);
        std::string told = dump ? "" : dump.error().code;
        std::size_t events = 0;
        if (dump) {
            const ByteRange buffer = test::inMemory(std::string(one.buffer, 'b'));
            if (told.empty()) etdump::checkBuffer(**dump, buffer, diagnostics);
            for (const etdump::Run& each : (*dump)->runs()) {
                events += (*dump)->events(each).size();
                static_cast<void>(etdump::parents(**dump, each));
                for (const etdump::Event& event : (*dump)->events(each)) {
                    static_cast<void>((*dump)->metadata(event));
                    static_cast<void>((*dump)->text(event.name));
                }
                for (const etdump::LoggedValue& value : (*dump)->values(each))
                    static_cast<void>(etdump::debugValue(**dump, value, buffer));
            }
        }
        const std::string code = one.code;
        if (code.empty()) {
            for (const Diagnostic& item : diagnostics.items()) told += item.code + " ";
            QCOMPARE(told, std::string());
        } else if (told.empty()) {
            std::string all;
            for (const Diagnostic& item : diagnostics.items()) all += item.code + " ";
            QVERIFY2(diagnostics.has(code), all.c_str());
        } else {
            QCOMPARE(told, code);
        }
        if (one.events != kAny) QCOMPARE(events, one.events);
    }
};

ETSCOPE_TEST(TestDumpMalformed)
#include "tst_dump_malformed.moc"
