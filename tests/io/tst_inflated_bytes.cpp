// Deflated members that are inflated while they are read: any order of reads gives the same bytes, what is damaged is told where it
// is damaged, and reading a little costs a little of the stream.
#include <QtTest>
#include <random>

#include "io/inflated_bytes.h"
#include "io/zip_index.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;
using test::ZipBuilder;

class TestInflatedBytes : public QObject {
    Q_OBJECT
private slots:
    void anyOrderOfReads();
    void goingBackStartsAtAPoint();
    void manyMembersAtOnce();
    void beginningCostsABeginning();
    void damage_data();
    void damage();
    void wholeReadsAreLimited();
    void storedSizeOfParts();
};

namespace {

/// Compresses well, and no two places look alike.
std::string text(std::size_t size) {
    std::string out;
    for (std::size_t i = 0; out.size() < size; ++i) out += "{\"name\": \"aten_add_tensor_" + std::to_string(i * 7919) + "\"},";
    out.resize(size);
    return out;
}

std::shared_ptr<InflatedBytes> inflated(const std::string& deflated, std::uint64_t size) {
    return std::make_shared<InflatedBytes>(test::inMemory(deflated), size, "member");
}

std::string read(InflatedBytes& bytes, std::uint64_t offset, std::size_t size) {
    std::string out(size, '?');
    const auto done = bytes.read(offset, std::as_writable_bytes(std::span(out)));
    return done ? out : "(" + done.error().code + ")";
}

}  // namespace

void TestInflatedBytes::anyOrderOfReads() {
    const std::string content = text(3'000'000);
    const auto bytes = inflated(test::deflateRaw(content), content.size());
    std::mt19937 random(1);
    for (int i = 0; i < 300; ++i) {
        const std::size_t at = random() % content.size();
        const std::size_t size = std::min<std::size_t>(random() % 200'000, content.size() - at);
        QVERIFY2(read(*bytes, at, size) == content.substr(at, size), qPrintable(QString("%1 + %2").arg(at).arg(size)));
    }
    QVERIFY(read(*bytes, 0, content.size()) == content);
    QCOMPARE(read(*bytes, content.size(), 0), std::string());
}

void TestInflatedBytes::goingBackStartsAtAPoint() {
    const std::string content = text(70 << 20);
    const std::string deflated = test::deflateRaw(content);
    const auto source = Source::fromBytes(test::toBytes(deflated), "stream");
    InflatedBytes bytes(ByteRange::whole(source), content.size(), "member");
    QCOMPARE(read(bytes, content.size() - 1, 1), content.substr(content.size() - 1));
    const std::uint64_t once = source->bytesRead();
    const std::size_t back = content.size() - (2U << 20);
    QCOMPARE(read(bytes, back, 100), content.substr(back, 100));
    QVERIFY2(source->bytesRead() - once < deflated.size() / 3, qPrintable(QString::number(source->bytesRead() - once)));
}

void TestInflatedBytes::manyMembersAtOnce() {
    ZipBuilder builder;
    std::vector<std::string> contents;
    for (int i = 0; i < 40; ++i) {
        contents.push_back(text(200'000 + static_cast<std::size_t>(i)));
        builder.deflated("m" + std::to_string(i), contents.back());
    }
    Diagnostics diagnostics;
    const auto zip = *ZipIndex::read(test::inMemory(builder.bytes()), diagnostics);
    std::vector<ByteRange> ranges;
    for (const ZipEntry& entry : zip.entries()) ranges.push_back(*zip.content(entry));
    for (std::size_t at = 0; at + 50'000 < 200'000; at += 50'000)
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            std::string part(50'000, '?');
            QVERIFY(ranges[i].read(at, std::as_writable_bytes(std::span(part))));
            QVERIFY(part == contents[i].substr(at, part.size()));
        }
}

void TestInflatedBytes::beginningCostsABeginning() {
    std::mt19937 random(2);
    std::string noise(2'000'000, '\0');
    for (char& c : noise) c = static_cast<char>('a' + random() % 4);
    ZipBuilder builder;
    builder.deflated("m", noise + std::string(40'000'000, ' '));
    const auto source = Source::fromBytes(test::toBytes(builder.bytes()), "file");
    Diagnostics diagnostics;
    const auto zip = *ZipIndex::read(ByteRange::whole(source), diagnostics);
    const std::uint64_t before = source->bytesRead();
    std::array<std::byte, 16> start{};
    QVERIFY(zip.content(*zip.find("m"))->read(0, start));
    QVERIFY2(source->bytesRead() - before < 70'000, qPrintable(QString::number(source->bytesRead() - before)));
}

void TestInflatedBytes::damage_data() {
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<quint64>("claimed");
    QTest::addColumn<bool>("beginning");
    const std::string content = text(400'000), stream = test::deflateRaw(content);
    std::string broken = stream;
    for (std::size_t i = stream.size() / 2; i < stream.size() / 2 + 40; ++i) broken[i] = '\xFF';
    const auto row = [](const char* name, const std::string& bytes, quint64 claimed, bool beginning) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << claimed << beginning;
    };
    row("cut", stream.substr(0, stream.size() / 2), content.size(), true);
    row("shorter than it says", stream, content.size() + 1, true);
    row("longer than it says", stream, content.size() - 1, true);
    row("broken in the middle", broken, content.size(), true);
    row("no stream", std::string(100, '\xFF'), content.size(), false);
    row("nothing", "", content.size(), false);
}

void TestInflatedBytes::damage() {
    QFETCH(QByteArray, stream);
    QFETCH(quint64, claimed);
    QFETCH(bool, beginning);
    const auto bytes = inflated(stream.toStdString(), claimed);
    for (int i = 0; i < 2; ++i) {  // also when asked again
        QCOMPARE(read(*bytes, 1000, 1000), beginning ? text(2000).substr(1000) : std::string("(zip-inflate-failed)"));
        QCOMPARE(read(*bytes, claimed - 1, 1), std::string("(zip-inflate-failed)"));
    }
    const auto all = InflatedBytes::readAll(test::inMemory(stream.toStdString()), claimed, "member");
    QVERIFY(!all);
    QCOMPARE(all.error().code, std::string("zip-inflate-failed"));
}

void TestInflatedBytes::wholeReadsAreLimited() {
    ZipBuilder builder;
    builder.deflated("m", std::string(20'000'000, ' '));
    Diagnostics diagnostics;
    const auto zip = *ZipIndex::read(test::inMemory(builder.bytes()), diagnostics);
    const auto content = *zip.content(*zip.find("m"));
    const auto whole = content.readAll();
    QVERIFY(!whole);
    QCOMPARE(whole.error().code, std::string("limit-exceeded"));
    QVERIFY(content.part(5'000'000, 1'000'000)->readAll());
}

void TestInflatedBytes::storedSizeOfParts() {
    ZipBuilder builder;
    builder.deflated("m", text(1'000'000)).stored("s", text(1000));
    Diagnostics diagnostics;
    const auto zip = *ZipIndex::read(test::inMemory(builder.bytes()), diagnostics);
    const auto content = *zip.content(*zip.find("m"));
    QCOMPARE(content.source->storedSize(), zip.find("m")->compressedSize);
    QVERIFY(content.part(0, 500'000)->storedSize() <= zip.find("m")->compressedSize / 2 + 1);
    QCOMPARE(zip.content(*zip.find("s"))->storedSize(), std::uint64_t{1000});
}

ETSCOPE_TEST(TestInflatedBytes)
#include "tst_inflated_bytes.moc"
