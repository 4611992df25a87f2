// The writer against the original's bytes: the documented file, and every fixture written again from its decoded content.
#include <QtTest>
#include <filesystem>

#include "bundle/writer.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
namespace fs = std::filesystem;

namespace {

/// docs/FORMATS.md "Writing a bundled program": one suite, one case, a program of 40 bytes.
constexpr const char* kGolden =
    "2c000000425030380000000000000000000000000000000000000000000000000000"
    "0a0010000c00080004000a000000"
    "0c000000480000000200000028000000"
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f2021222324252627"
    "0000000000000000000000000000000000000000"
    "01000000"
    "04000000ecffffff08000000e8000000010000000c00000008000c0008000400"
    "080000000800000048000000010000000400000094ffffff0800000000000001"
    "8cffffff10000000140000001c00000000000006010000000000000008000000"
    "0000004100001041010000000200000002000000340000000c00000008000a00"
    "09000400080000000c00000000020600"
    "0c00040006000000"
    "0700000000000000"
    "08000c000b00040008000000"
    "14000000"
    "00000001"
    "0c00140013000c0008000400"
    "0c00000010000000140000002000000000000006010000000000000008000000"
    "0000803f00000040"
    "00000000010000000200000007000000666f727761726400";

tensor::Tensor floats(std::vector<float> values) {
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = {static_cast<std::int64_t>(values.size())};
    const auto bytes = std::as_bytes(std::span(values));
    tensor.storage = ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "values"));
    return tensor;
}

ByteRange countingProgram() {
    std::vector<std::byte> bytes(40);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
    return ByteRange::whole(Source::fromBytes(std::move(bytes), "program"));
}

std::vector<bundle::SuiteContent> goldenSuites() {
    return {{"forward", {{{floats({1, 2}), std::int64_t{7}}, {floats({8, 9})}, false}}}};
}

QByteArray fileBytes(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestBundleWriter : public QObject {
    Q_OBJECT
private slots:
    void documentedBytes();
    void readsWhatItWrites();
    void fixturesAgain_data();
    void fixturesAgain();
    void stridedTensorsBecomeRowMajor();
    void checks_data();
    void checks();
    void cancelledLeavesTheOldFile();
    void unreadableValuesLeaveTheOldFile();

private:
    test::TempDir m_folder;
};

void TestBundleWriter::documentedBytes() {
    const std::string path = m_folder.path("golden.bpte");
    QVERIFY(bundle::write(countingProgram(), goldenSuites(), path, {}));
    QCOMPARE(fileBytes(path).toHex(), QByteArray(kGolden));
}

void TestBundleWriter::readsWhatItWrites() {
    const std::string path = m_folder.path("again.bpte");
    auto suites = goldenSuites();
    suites.push_back({"aaa", {{{true, 0.5, std::int64_t{0}, false, 0.0, floats({})}, {}, false}}});
    QVERIFY(bundle::write(countingProgram(), suites, path, {}));
    Diagnostics diagnostics;
    const auto read = bundle::Bundle::open(ByteRange::whole(*Source::open(path)), diagnostics);
    QVERIFY(read);
    QVERIFY(diagnostics.items().empty());
    QCOMPARE((*read)->suites().size(), std::size_t(2));
    QCOMPARE((*read)->suites()[0].method, std::string("aaa"));  // sorted
    const auto& inputs = (*read)->suites()[0].cases[0].inputs;
    QCOMPARE(inputs.size(), std::size_t(6));
    QVERIFY(std::get<bool>(inputs[0]) && !std::get<bool>(inputs[3]));
    QCOMPARE(std::get<double>(inputs[1]), 0.5);
    QCOMPARE(std::get<std::int64_t>(inputs[2]), std::int64_t(0));
    QCOMPARE(std::get<tensor::Tensor>(inputs[5]).shape, std::vector<std::int64_t>{0});
    QVERIFY((*read)->suites()[0].cases[0].expected.empty());
}

void TestBundleWriter::fixturesAgain_data() {
    QTest::addColumn<QString>("path");
    for (const std::string folder : {ETSCOPE_SOURCE_DIR "/tests/fixtures", ETSCOPE_SHARED_DIR "/fixtures"}) {
        if (!fs::is_directory(folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.path().extension() == ".bpte" && entry.path().string().find("old_generation") == std::string::npos)
                QTest::addRow("%s", entry.path().parent_path().c_str()) << QString::fromStdString(entry.path().string());
    }
}

void TestBundleWriter::fixturesAgain() {
    QFETCH(QString, path);
    Diagnostics diagnostics;
    const auto read = bundle::Bundle::open(ByteRange::whole(*Source::open(path.toStdString())), diagnostics);
    QVERIFY(read);
    const std::string again = m_folder.path("fixture.bpte");
    QVERIFY(bundle::write((*read)->program(), bundle::contentOf(**read), again, {}));
    QVERIFY(fileBytes(again) == fileBytes(path.toStdString()));
}

void TestBundleWriter::stridedTensorsBecomeRowMajor() {
    tensor::Tensor turned = floats({1, 2, 3, 4, 5, 6});
    turned.shape = {3, 2};
    turned.strides = {1, 3};
    const std::string path = m_folder.path("turned.bpte");
    for (const bool keep : {false, true}) {
        QVERIFY(bundle::write(countingProgram(), {{"forward", {{{turned}, {}, keep}}}}, path, {}));
        Diagnostics diagnostics;
        const auto read = bundle::Bundle::open(ByteRange::whole(*Source::open(path)), diagnostics);
        QVERIFY(read);
        const auto& tensor = std::get<tensor::Tensor>((*read)->suites()[0].cases[0].inputs[0]);
        QCOMPARE(tensor.strides, (keep ? std::vector<std::int64_t>{1, 3} : std::vector<std::int64_t>{2, 1}));
        const auto bytes = tensor.storage.readAll();
        QVERIFY(bytes);
        float second = 0;
        std::memcpy(&second, bytes->data() + sizeof(float), sizeof(float));
        QCOMPARE(second, keep ? 2.0F : 4.0F);
    }
}

void TestBundleWriter::checks_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("code");
    int n = 0;
    for (const char* code : {"", "bundle-method", "bundle-duplicate", "bundle-count", "bundle-kind", "bundle-type", "bundle-shape",
                             "bundle-value", "bundle-count", "bundle-shape", "bundle-value", "bundle-value", ""})
        QTest::addRow("%d %s", n, code) << n << QString(code), ++n;
}

void TestBundleWriter::checks() {
    QFETCH(int, which);
    QFETCH(QString, code);
    using bundle::PortSignature;
    bundle::MethodSignature method{"forward", {{}, {}}, {{}}};
    method.inputs[0] = {PortSignature::Kind::Tensor, ScalarType::F32, {2}, false, false, {}, {}};
    method.inputs[1] = {PortSignature::Kind::Int, ScalarType::U8, {}, false, false, 7, {}};
    method.outputs[0] = {PortSignature::Kind::Tensor, ScalarType::F32, {2}, false, false, {}, {}};
    auto suites = goldenSuites();
    auto& one = suites[0].cases[0];
    switch (which) {
        case 1: suites[0].method = "other"; break;
        case 2: suites.push_back(suites[0]); break;
        case 3: one.inputs.pop_back(); break;
        case 4: std::swap(one.inputs[0], one.inputs[1]); break;
        case 5: std::get<tensor::Tensor>(one.inputs[0]).type = ScalarType::I32; break;
        case 6: std::get<tensor::Tensor>(one.inputs[0]).shape = {1, 2}; break;
        case 7: one.inputs[1] = std::int64_t{8}; break;
        case 8: one.expected.push_back(floats({1})); break;
        case 9:
            method.inputs[0].dynamic = true;
            method.inputs[0].sizes = {1};
            break;
        case 10:
            method.inputs[1] = {PortSignature::Kind::Bool, ScalarType::U8, {}, false, false, 1, {}};
            one.inputs[1] = false;
            break;
        case 11:
            method.inputs[1] = {PortSignature::Kind::Double, ScalarType::U8, {}, false, false, {}, 0.5};
            one.inputs[1] = 0.6;
            break;
        case 12: one.expected.clear(); break;  // allowed: for profiling
        default: break;
    }
    const auto checked = bundle::checkSuites(suites, {method});
    QCOMPARE(checked ? QString() : QString::fromStdString(checked.error().code), code);
    if (!checked) QVERIFY(!checked.error().where.empty());
}

void TestBundleWriter::cancelledLeavesTheOldFile() {
    const std::string path = m_folder.write("old.bpte", "old content");
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    const auto names = m_folder.names();
    QVERIFY(!bundle::write(countingProgram(), goldenSuites(), path, job));
    QCOMPARE(fileBytes(path), QByteArray("old content"));
    QCOMPARE(m_folder.names(), names);
}

void TestBundleWriter::unreadableValuesLeaveTheOldFile() {
    const std::string path = m_folder.write("old2.bpte", "old content");
    auto suites = goldenSuites();
    std::get<tensor::Tensor>(suites[0].cases[0].inputs[0]).state = tensor::DataState::Unreadable;
    const auto written = bundle::write(countingProgram(), suites, path, {});
    QVERIFY(!written);
    QCOMPARE(written.error().code, std::string("bundle-value"));
    suites = goldenSuites();
    suites[0].cases[0].inputs[0] = tensor::None{};
    QVERIFY(!bundle::write(countingProgram(), suites, path, {}));
    QCOMPARE(fileBytes(path), QByteArray("old content"));
}

ETSCOPE_TEST(TestBundleWriter)
#include "tst_bundle_writer.moc"
