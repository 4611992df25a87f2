// Deflated zeros, and archives that are written forward only.
#include <QtTest>

#include "io/zip_index.h"
#include "slim/sinks.h"
#include "slim/zeros.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

constexpr std::uint64_t kMega = std::uint64_t{1} << 20U;

/// What `write` makes, as an archive.
template <class Write>
ByteRange archiveOf(Write&& write) {
    slim::Spool spool;
    ZipStream archive(spool);
    write(archive);
    if (!archive.finish()) qFatal("the archive cannot be finished");
    auto bytes = spool.finish("archive");
    if (!bytes) qFatal("the archive cannot be read back");
    return *bytes;
}

}  // namespace

class TestZeros : public QObject {
    Q_OBJECT
private slots:
    void zerosOfEverySize_data();
    void zerosOfEverySize();
    void membersComeBack();
    void bytesAreAligned();
    void escapedTextComesBack();
    void base64ComesBack();
};

void TestZeros::zerosOfEverySize_data() {
    QTest::addColumn<quint64>("size");
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, kMega - 1, kMega, kMega + 1, 5 * kMega + 12'345})
        QTest::addRow("%llu", static_cast<unsigned long long>(size)) << quint64{size};
}

void TestZeros::zerosOfEverySize() {
    QFETCH(quint64, size);
    const ByteRange bytes = archiveOf([&](ZipStream& archive) { QVERIFY(slim::addZeros(archive, "zeros", size, 64, {})); });
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(bytes, diagnostics);
    QVERIFY(zip && diagnostics.items().empty());
    const ZipEntry& entry = zip->entries().front();
    QCOMPARE(quint64{entry.size}, size);
    QVERIFY(entry.compressedSize < size / 500 + 64);
    const auto sound = zip->checksumHolds(entry);
    QVERIFY2(sound && *sound, sound ? "the checksum differs" : sound.error().message.c_str());
    const auto content = zip->content(entry);
    QVERIFY(content && content->size == size);
    std::vector<std::byte> block(static_cast<std::size_t>(kMega), std::byte{1});
    for (std::uint64_t at = 0; at < size; at += block.size()) {
        const auto part = std::span(block).first(static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), size - at)));
        QVERIFY(content->read(at, part));
        QVERIFY(std::ranges::all_of(part, [](std::byte b) { return b == std::byte{0}; }));
    }
}

void TestZeros::membersComeBack() {
    const std::string name = "Grüße/\x01 x";
    const ByteRange bytes = archiveOf([&](ZipStream& archive) {
        QVERIFY(archive.add("a", "content"));
        QVERIFY(archive.add(name, std::string(100'000, 'y')));
        QVERIFY(archive.add("", ""));
        QVERIFY(!archive.add(std::string(70'000, 'n'), "x"));
    });
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(bytes, diagnostics);
    QVERIFY(zip && diagnostics.items().empty());
    QCOMPARE(zip->entries().size(), std::size_t{3});
    QCOMPARE(test::toText(*zip->content(*zip->find("a"))->readAll()), std::string("content"));
    QCOMPARE(test::toText(*zip->content(*zip->find(name))->readAll()), std::string(100'000, 'y'));
    for (const ZipEntry& entry : zip->entries()) QVERIFY(*zip->checksumHolds(entry));
}

void TestZeros::bytesAreAligned() {
    const ByteRange bytes = archiveOf([](ZipStream& archive) {
        for (int i = 0; i < 70; ++i) QVERIFY(archive.add(std::string(static_cast<std::size_t>(i + 1), 'n'), "abc", 64));
    });
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(bytes, diagnostics);
    QVERIFY(zip);
    for (const ZipEntry& entry : zip->entries()) QCOMPARE(zip->data(entry)->offset % 64, std::uint64_t{0});
}

/// Escapes that begin before the end of a block and end behind it, pairs of surrogates among them.
void TestZeros::escapedTextComesBack() {
    std::string escaped, plain;
    for (int i = 0; i < 300'000; ++i) {
        escaped += "a\\\"\\\\\\n\\ud83d\\ude00\\u00e9";
        plain += "a\"\\\n\xF0\x9F\x98\x80\xC3\xA9";
    }
    const auto text = slim::unescapedText(test::inMemory(escaped), "text", {});
    QVERIFY(text);
    QVERIFY(test::toText(*text->readAll()) == plain);
    slim::Spool again;
    QVERIFY(slim::EscapingSink(again).write(std::string_view(plain)));
    const auto written = again.finish("again");
    const auto twice = slim::unescapedText(*written, "text", {});
    QVERIFY(test::toText(*twice->readAll()) == plain);
}

void TestZeros::base64ComesBack() {
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{100'000}, std::size_t{3'000'001}}) {
        std::string bytes(size, '\0');
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 7 + i / 256);
        slim::Spool spool;
        slim::Base64Sink digits(spool);
        for (std::size_t at = 0; at < size; at += 1001) QVERIFY(digits.write(std::string_view(bytes).substr(at, 1001)));
        QVERIFY(digits.finish());
        const auto text = spool.finish("digits");
        const auto back = slim::decodedBase64(*text, "bytes", {});
        QVERIFY(back && test::toText(*back->readAll()) == bytes);
    }
    QVERIFY(!slim::decodedBase64(test::inMemory("QUJ*"), "bytes", {}));
}

ETSCOPE_TEST(TestZeros)
#include "tst_zeros.moc"
