// Unpickler against streams made to take memory or time: each ends soon, below its memory bound.
#include <QElapsedTimer>
#include <QTest>
#include <unordered_map>

#include "base/limits.h"
#include "io/zip_index.h"
#include "pickle/unpickler.h"
#include "pickle_bytes.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;
using namespace etscope::pickle;
using namespace pickle_test;
using namespace std::string_literals;

class UnpicklerHostileTest : public QObject {
    Q_OBJECT
private slots:
    void bounded_data();
    void bounded();
    void whatTheFileIsWorth();
    void tooLong();
    void truncatedAnywhere();
    void flippedAnywhere();
};

void UnpicklerHostileTest::bounded_data() {
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const std::string& stream, const char* code) {
        QTest::newRow(name) << QByteArray(stream.data(), static_cast<qsizetype>(stream.size())) << QString(code);
    };
    row("lists on the stack", repeated("]", 5'000'000), "pickle-limit");
    row("lists made and dropped", repeated("]0", 10'000'000), "pickle-limit");
    row("marks", repeated("(", 1'000'000), "pickle-limit");
    row("DUP", "N" + repeated("2", 2'000'000), "pickle-limit");
    row("DUP and POP", "N" + repeated("20", 5'000'000) + ".", "");
    row("one memo index", "N" + repeated("q\0"s, 3'000'000) + ".", "");
    std::string far = "N";
    for (std::uint32_t i = 0; i < 3'000'000; ++i) far += "r" + little(0xFFFF'FFFFU - i);
    row("far memo indices", far, "pickle-limit");
    // Numbers that fall into one bucket of the standard library's table of so many.
    std::unordered_map<std::uint32_t, int> table;
    for (std::uint32_t i = 0; i < 40'000; ++i) table[i] = 0;
    std::string bucket = "N";
    for (std::uint64_t i = 1; i * table.bucket_count() < 0xFFFF'FFFF; ++i)
        bucket += "r" + little(static_cast<std::uint32_t>(i * table.bucket_count()));
    row("memo indices of one bucket", bucket + ".", "");
    std::string globals;
    for (int i = 0; i < 1'000'000; ++i) globals += "c" + std::to_string(i) + "\n\n0";
    row("many globals", globals, "pickle-limit");
    row("sets of one list", "]q\0("s + repeated("N", 100'000) + "e0" + repeated("c__builtin__\nset\nh\0\x85R0"s, 10'000),
        "pickle-limit");
    row("pairs of one list",
        "]NaNaq\1]q\0("s + repeated("h\1"s, 100'000) + "Ne00" + repeated("ccollections\nOrderedDict\nh\0\x85R0"s, 100'000) + "N.",
        "pickle-limit");
    row("bytes of one text",
        "X" + little(std::uint32_t{1'000'000}) + repeated("a", 1'000'000) + "q\0X\6\0\0\0latin1\x86q\1"s +
            repeated("c_codecs\nencode\nh\1R0"s, 1'000) + ".",
        "");
    row("two lists in turns", "]q\0]q\1\x86"s + repeated("h\0Na0h\1Na0"s, 500'000) + ".", "");
    row("states", "ca\nb\n)R" + repeated("Nb", 1'000'000) + ".", "");
    row("long digits", "L" + repeated("9", 200'000) + "\n.", "pickle-limit");
}

void UnpicklerHostileTest::bounded() {
    QFETCH(QByteArray, stream);
    QFETCH(QString, code);
    const auto bytes = bytesOf(std::string_view(stream.constData(), static_cast<std::size_t>(stream.size())));
    QElapsedTimer timer;
    timer.start();
    const auto values = unpickle(Stream::whole(bytes, {}));
    QVERIFY2(timer.elapsed() < 10'000, "too slow");
    QCOMPARE(values ? QString() : QString::fromStdString(values.error().code), code);
    if (values) QVERIFY(values->memoryUsed() <= bytes.size() * limits::kPickleMemoryFactor + limits::kPickleMemoryFloor);
}

// A stream of a megabyte that is a kilobyte in the file: memory as for some kilobytes.
void UnpicklerHostileTest::whatTheFileIsWorth() {
    const std::string stream = repeated("]", 400'000) + repeated("0", 399'999) + ".";
    test::ZipBuilder builder;
    builder.deflated("p", stream);
    Diagnostics diagnostics;
    const auto zip = *ZipIndex::read(test::inMemory(builder.bytes()), diagnostics);
    const auto content = *zip.content(*zip.find("p"));
    const auto bytes = *content.readAll();
    const auto values = unpickle(Stream::whole(bytes, content));
    QVERIFY(!values.hasValue());
    QCOMPARE(values.error().code, std::string("pickle-limit"));
    QVERIFY2(unpickle(Stream::whole(bytes, {})), "the same, stored");
}

void UnpicklerHostileTest::tooLong() {
    limits::Settable& caps = limits::settable();
    const std::uint64_t before = caps.pickleBytes;
    caps.pickleBytes = 3;
    const auto bytes = bytesOf("NNN\x87.");
    const auto values = unpickle(Stream::whole(bytes, {}));
    caps.pickleBytes = before;
    QVERIFY(!values.hasValue());
    QCOMPARE(values.error().code, std::string("pickle-limit"));
}

namespace {

/// Something of everything: containers, memo, calls, texts, numbers.
std::string sample() {
    return "\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94(\x8C\x01w\x94"
           "ctorch._utils\n_rebuild_tensor_v2\n((\x8C\x07storage\x94"
           "ctorch\nFloatStorage\nX\x01\0\0\0"
           "0\x8C\x03"
           "cpuK\x06tQK\0K\x02K\x03\x86K\x03K\x01\x86\x89"
           "ccollections\nOrderedDict\n)RtR"
           "\x8C\x01x]\x94(K\x01G\x3F\xF8\0\0\0\0\0\0h\x01I01\nL77L\n\x8A\x09\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0e\x8C\x01y\x8F("
           "K\x05\x90"
           "C\x02"
           "ab\x8C\x02os\x8C\x06system\x93N\x85R}\x8C\x01zNsbu."s;
}

void readAll(const Values& values) {
    for (std::size_t i = 0; i < values.nodeCount(); ++i) {
        const ValueId id(i);
        if (values.is(id, Kind::String) || values.is(id, Kind::Bytes)) (void)values.text(id);
        for (const ValueId item : values.items(id)) QVERIFY(item.valid());
    }
}

}  // namespace

void UnpicklerHostileTest::truncatedAnywhere() {
    const std::string whole = sample();
    const auto all = bytesOf(whole);
    const auto complete = unpickle(Stream::whole(all, {}));
    QVERIFY2(complete.hasValue(), complete ? "" : complete.error().message.c_str());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto values = unpickle(Stream::whole(std::span(all).first(length), {}));
        QVERIFY(!values.hasValue());
        QCOMPARE(values.error().code, std::string("pickle-truncated"));
    }
}

void UnpicklerHostileTest::flippedAnywhere() {
    const auto all = bytesOf(sample());
    for (std::size_t at = 0; at < all.size(); ++at)
        for (unsigned value = 0; value < 256; ++value) {
            auto bytes = all;
            bytes[at] = static_cast<std::byte>(value);
            const auto values = unpickle(Stream::whole(bytes, {}));
            if (values) readAll(*values);
        }
}

ETSCOPE_TEST(UnpicklerHostileTest)
#include "tst_unpickler_hostile.moc"
