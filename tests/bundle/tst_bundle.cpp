// Bundled programs: generations, damage, and what is never read.
#include <QtTest>

#include "bundle/writer.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using bundle::Bundle;

namespace {

tensor::Tensor bundleFloats(std::vector<float> values) {
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = {static_cast<std::int64_t>(values.size())};
    const auto bytes = std::as_bytes(std::span(values));
    tensor.storage = ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "values"));
    return tensor;
}

struct Opened {
    std::shared_ptr<const Bundle> bundle;
    Diagnostics diagnostics;
    std::string code;
};
Opened opened(const std::string& bytes) {
    Opened result;
    auto bundle = Bundle::open(test::inMemory(bytes), result.diagnostics);
    if (bundle)
        result.bundle = *bundle;
    else
        result.code = bundle.error().code;
    return result;
}

bool has(const Diagnostics& diagnostics, const char* code) {
    return std::ranges::any_of(diagnostics.items(), [code](const Diagnostic& item) { return item.code == code; });
}

/// Everything that is read stays inside, and every byte is accounted for.
void touch(const Bundle& bundle, std::size_t size) {
    for (const bundle::TestSuite& suite : bundle.suites())
        for (const bundle::TestCase& one : suite.cases)
            for (const auto* values : {&one.inputs, &one.expected})
                for (const tensor::Value& value : *values)
                    if (const auto* tensor = std::get_if<tensor::Tensor>(&value); tensor != nullptr && tensor->storage.hasData())
                        QVERIFY(tensor->storage.readAll());
    std::uint64_t end = 0;
    for (const flat::Region& region : bundle::regions(bundle)) {
        QCOMPARE(region.offset, end);
        end += region.size;
    }
    QCOMPARE(end, std::uint64_t(size));
}

}  // namespace

class TestBundle : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void content();
    void olderGenerations();
    void notBundles_data();
    void notBundles();
    void cutAnywhere();
    void everyByteFlipped();
    void damagedFields_data();
    void damagedFields();
    void theProgramIsNotRead();
    void cancelled();

private:
    test::TempDir m_folder;
    std::string m_bytes;
};

void TestBundle::initTestCase() {
    const std::string path = m_folder.path("made.bpte");
    std::vector<bundle::SuiteContent> suites{
        {"forward", {{{bundleFloats({1, 2}), std::int64_t{7}, true, 0.25}, {bundleFloats({8, 9})}, false}}},
        {"other", {{{bundleFloats({})}, {}, false}}}};
    QVERIFY(bundle::write(test::inMemory(std::string(40, 'p')), suites, path, {}));
    m_bytes = *test::readFile(path);
}

void TestBundle::content() {
    const Opened file = opened(m_bytes);
    QVERIFY(file.bundle && file.diagnostics.items().empty());
    QCOMPARE(file.bundle->identifier(), std::string("BP08"));
    QCOMPARE(file.bundle->version(), 2U);
    QCOMPARE(file.bundle->program().offset, std::uint64_t(64));
    QCOMPARE(file.bundle->program().size, std::uint64_t(40));
    const auto& one = file.bundle->suite("forward")->cases[0];
    QCOMPARE(std::get<std::int64_t>(one.inputs[1]), std::int64_t(7));
    QCOMPARE(std::get<bool>(one.inputs[2]), true);
    QCOMPARE(std::get<double>(one.inputs[3]), 0.25);
    QCOMPARE(std::get<tensor::Tensor>(one.expected[0]).shape, std::vector<std::int64_t>{2});
    QVERIFY(file.bundle->suite("none") == nullptr);
    touch(*file.bundle, m_bytes.size());
}

void TestBundle::olderGenerations() {
    for (const char* identifier : {"BP06", "BP07"}) {
        std::string bytes = m_bytes;
        bytes.replace(4, 4, identifier);
        const Opened file = opened(bytes);
        QVERIFY(file.bundle && has(file.diagnostics, "bpte-version"));
        QCOMPARE(file.bundle->suites().size(), std::size_t(2));
    }
    // One from after them is read as the latest that is known.
    std::string later = m_bytes;
    later.replace(4, 4, "BP09");
    const Opened newer = opened(later);
    QVERIFY(newer.bundle && has(newer.diagnostics, "bpte-identifier"));
    QCOMPARE(newer.bundle->suites().size(), std::size_t(2));
    // BP05: a suite's first field is its cases, and there are no names; here it is a name, which is no list of tables.
    std::string bytes = m_bytes;
    bytes.replace(4, 4, "BP05");
    const Opened file = opened(bytes);
    QVERIFY(file.bundle && !file.bundle->suites().front().hasMethod);
    touch(*file.bundle, bytes.size());
}

void TestBundle::notBundles_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << QByteArray() << "bpte-too-short";
    QTest::newRow("seven bytes") << QByteArray(7, 'x') << "bpte-too-short";
    QTest::newRow("identifier only") << QByteArray("\x08\0\0\0BP08", 8) << "bpte-root";
    QTest::newRow("no root") << QByteArray("\0\0\0\0BP08", 8) << "bpte-root";
    QTest::newRow("root far away") << QByteArray(
                                          "\xFF\xFF\xFF\x7F"
                                          "BP08",
                                          8)
                                   << "bpte-root";
    QTest::newRow("BP03") << QByteArray("\x08\0\0\0BP03", 8) << "bpte-identifier";
    QTest::newRow("program") << QByteArray("\x08\0\0\0ET12", 8) << "bpte-identifier";
}

void TestBundle::notBundles() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    QCOMPARE(QString::fromStdString(opened(bytes.toStdString()).code), code);
}

void TestBundle::cutAnywhere() {
    for (std::size_t size = 8; size < m_bytes.size(); ++size)
        if (const Opened file = opened(m_bytes.substr(0, size)); file.bundle) {
            QVERIFY(!file.diagnostics.items().empty() || size >= m_bytes.size() - 16);
            touch(*file.bundle, size);
        }
}

void TestBundle::everyByteFlipped() {
    for (std::size_t at = 0; at < m_bytes.size(); ++at)
        for (const int bits : {0xFF, 0x01, 0x80}) {
            std::string bytes = m_bytes;
            bytes[at] = static_cast<char>(bytes[at] ^ bits);
            if (const Opened file = opened(bytes); file.bundle) touch(*file.bundle, bytes.size());
        }
}

void TestBundle::damagedFields_data() {
    QTest::addColumn<QByteArray>("find");
    QTest::addColumn<QByteArray>("replacement");
    QTest::addColumn<QString>("code");
    const auto le = [](std::uint32_t value) { return QByteArray(reinterpret_cast<const char*>(&value), 4); };
    // The program's length stands before it.
    QTest::newRow("program longer than the file")
        << le(40) + QByteArray(8, 'p') << le(1U << 30U) + QByteArray(8, 'p') << "bpte-program-truncated";
    QTest::newRow("no program") << le(40) + QByteArray(8, 'p') << le(0) + QByteArray(8, 'p') << "bpte-program-missing";
    const float one = 1, two = 2;
    const QByteArray data = QByteArray(reinterpret_cast<const char*>(&one), 4) + QByteArray(reinterpret_cast<const char*>(&two), 4);
    QTest::newRow("tensor with less data") << le(8) + data << le(4) + data << "bpte-tensor";
    QTest::newRow("tensor with more data") << le(8) + data << le(9) + data << "bpte-tensor-data";
    QTest::newRow("tensor data beyond the end") << le(8) + data << le(1U << 30U) + data << "bpte-tensor-data";
    QTest::newRow("suites of one method") << QByteArray("other") << QByteArray("forwa") << "";
    QTest::newRow("suite without a name") << le(5) + QByteArray("other") << le(0) + QByteArray("other") << "bpte-method-name";
}

void TestBundle::damagedFields() {
    QFETCH(QByteArray, find);
    QFETCH(QByteArray, replacement);
    QFETCH(QString, code);
    QByteArray bytes = QByteArray::fromStdString(m_bytes);
    const qsizetype at = bytes.indexOf(find);
    QVERIFY(at >= 0);
    bytes.replace(at, find.size(), replacement);
    const Opened file = opened(bytes.toStdString());
    QVERIFY(file.bundle);
    QCOMPARE(file.diagnostics.items().empty(), code.isEmpty());
    if (!code.isEmpty()) QVERIFY2(has(file.diagnostics, qPrintable(code)), file.diagnostics.items().front().code.c_str());
    touch(*file.bundle, static_cast<std::size_t>(bytes.size()));
}

void TestBundle::theProgramIsNotRead() {
    const std::string path = m_folder.path("large.bpte");
    constexpr std::size_t kProgram = 32U << 20U;
    std::vector<bundle::SuiteContent> suites{{"forward", {{{bundleFloats(std::vector<float>(1U << 18U))}, {}, false}}}};
    QVERIFY(bundle::write(test::inMemory(std::string(kProgram, 'p')), suites, path, {}));
    const auto source = *Source::open(path);
    Diagnostics diagnostics;
    const auto bundle = Bundle::open(ByteRange::whole(source), diagnostics);
    QVERIFY(bundle);
    QCOMPARE((*bundle)->program().size, std::uint64_t(kProgram));
    QVERIFY(source->bytesRead() < 64 * 1024);
}

void TestBundle::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    Diagnostics diagnostics;
    const auto opened = Bundle::open(test::inMemory(m_bytes), diagnostics, {stop.get_token(), {}});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, std::string("cancelled"));
}

ETSCOPE_TEST(TestBundle)
#include "tst_bundle.moc"
