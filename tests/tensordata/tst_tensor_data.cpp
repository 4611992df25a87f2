// Tensor data files: both directories, real files against what the original implementation says, what opening reads.
#include <QtTest>

#include "program/expected_documents.h"
#include "program/region_check.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "tensordata/ptd_builder.h"
#include "tensordata/tensor_data.h"

using namespace etscope;
using namespace etscope::tensordata;
using test::PtdBuilder;

class TestTensorData : public QObject {
    Q_OBJECT
private slots:
    void currentDirectory();
    void earlyDirectory();
    void headerOfAnyLength();
    void misalignedDirectory();
    void insideOtherFiles();
    void fixtures_data();
    void fixtures();
    void openingReadsNoSegment();
    void cancelled();
};

namespace {

struct Opened {
    std::shared_ptr<const TensorData> data;
    Diagnostics diagnostics;
};
Opened open(const ByteRange& file) {
    Opened opened;
    const auto data = TensorData::open(file, opened.diagnostics);
    if (data) opened.data = *data;
    return opened;
}
std::string text(const Result<ByteRange>& bytes) {
    return bytes ? test::toText(*bytes->readAll()) : "(" + bytes.error().code + ")";
}

}  // namespace

void TestTensorData::currentDirectory() {
    const std::string bytes = PtdBuilder().bytes();
    const auto [data, diagnostics] = open(test::inMemory(bytes));
    QVERIFY2(diagnostics.empty(), diagnostics.empty() ? "" : diagnostics.items()[0].code.c_str());
    QVERIFY(data->directory() == Directory::Current);
    QCOMPARE(data->entries().size(), std::size_t{3});
    QCOMPARE(text(data->tensorBytes(*data->entry("b"))), test::floats({2, 2, 2, 2}));
    QCOMPARE(text(data->tensorBytes(*data->entry("blob"))), std::string("(tensor-without-layout)"));
    QCOMPARE(text(data->entryBytes(*data->entry("blob"))), test::floats({3, 3, 3, 3}));
    QCOMPARE(*data->entry("a")->layout->strides(), (std::vector<std::int64_t>{2, 1}));
    QVERIFY(data->entry("c") == nullptr);
    const auto account = regions(*data);
    QVERIFY2(test::troubleWithRegions(account, bytes.size()).empty(), test::troubleWithRegions(account, bytes.size()).c_str());
    QCOMPARE(test::bytesOf(account, flat::RegionKind::Tensor), std::uint64_t{32});
    QCOMPARE(test::bytesOf(account, flat::RegionKind::Unknown), std::uint64_t{0});
}

void TestTensorData::earlyDirectory() {
    PtdBuilder builder;
    builder.makeEarly();
    const std::string bytes = builder.bytes();
    const auto [data, diagnostics] = open(test::inMemory(bytes));
    QVERIFY(data->directory() == Directory::Early);
    QVERIFY(diagnostics.has("ptd-early-directory"));
    QCOMPARE(diagnostics.count(Severity::Error) + diagnostics.count(Severity::Warning), std::uint64_t{0});
    QCOMPARE(data->tensorAlignment(), 16U);
    QCOMPARE(text(data->tensorBytes(*data->entry("x"))), test::floats({1, 2, 3}));
    QCOMPARE(text(data->tensorBytes(*data->entry("y"))), test::floats({4, 5}));
    const auto account = regions(*data);
    QVERIFY(test::troubleWithRegions(account, bytes.size()).empty());
    QCOMPARE(test::bytesOf(account, flat::RegionKind::Tensor), std::uint64_t{20});
}

void TestTensorData::headerOfAnyLength() {
    PtdBuilder builder;
    builder.headerBytes = 96;
    builder.headerLength = 88;
    const auto [data, diagnostics] = open(test::inMemory(builder.bytes()));
    QVERIFY(diagnostics.empty());
    QCOMPARE(text(data->tensorBytes(*data->entry("a"))), test::floats({3, 3, 3, 3}));
}

// The C++ writer pads the header to whatever alignment it is given.
void TestTensorData::misalignedDirectory() {
    PtdBuilder builder;
    builder.headerBytes = 44;
    const std::string bytes = builder.bytes();
    const auto [data, diagnostics] = open(test::inMemory(bytes));
    QVERIFY(diagnostics.has("ptd-flatbuffer-misaligned"));
    QVERIFY(data->directory() == Directory::Current);
    QCOMPARE(text(data->tensorBytes(*data->entry("a"))), test::floats({3, 3, 3, 3}));
    QVERIFY(test::troubleWithRegions(regions(*data), bytes.size()).empty());
}

void TestTensorData::insideOtherFiles() {
    const std::string inner = PtdBuilder().bytes();
    const ByteRange outer = test::inMemory("five!" + inner + "tail");
    const auto opened = open(*outer.part(5, inner.size()));
    const auto bytes = opened.data->tensorBytes(*opened.data->entry("a"));
    QCOMPARE(bytes->offset, 5 + opened.data->header().segmentBase);
    QCOMPARE(text(bytes), test::floats({3, 3, 3, 3}));
}

void TestTensorData::fixtures_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("own") << ETSCOPE_SOURCE_DIR "/tests/fixtures/external/model.ptd";
    for (const auto& name : test::sharedFiles("fixtures", ".ptd"))
        QTest::newRow(name.c_str()) << QString::fromStdString(test::sharedPath(name));
}

void TestTensorData::fixtures() {
    QFETCH(QString, name);
    const auto source = Source::open(name.toStdString());
    const auto [data, diagnostics] = open(ByteRange::whole(*source));
    QVERIFY2(diagnostics.empty(), diagnostics.empty() ? "" : diagnostics.items()[0].code.c_str());
    QVERIFY((*source)->bytesRead() <= data->header().regionSize + 48);
    const auto account = regions(*data);
    QVERIFY2(test::troubleWithRegions(account, (*source)->size()).empty(),
             test::troubleWithRegions(account, (*source)->size()).c_str());
    QCOMPARE(test::bytesOf(account, flat::RegionKind::Unknown), std::uint64_t{0});
    const std::string folder = name.toStdString().substr(0, name.toStdString().rfind('/'));
    const std::string document = folder + "/expected/named-data.json";
    const auto expected = test::expectedDocument(document);
    std::size_t file = expected.files.size();
    for (std::size_t i = 0; i < expected.files.size(); ++i)
        if (expected.files[i].ends_with(name.toStdString().substr(folder.size()))) file = i;
    std::size_t stated = 0;
    if (file < expected.files.size()) {
        for (const auto& row : test::rowsOf(expected.document["entries"])) {
            if (row["file"] != file) continue;
            const Entry* entry = data->entry(row["key"].get<std::string>());
            QVERIFY2(entry != nullptr, row.dump().c_str());
            const auto bytes = data->entryBytes(*entry);
            QCOMPARE(bytes->offset, row["data_offset"].get<std::uint64_t>());
            QCOMPARE(bytes->size, row["bytes"].get<std::uint64_t>());
            QCOMPARE(entry->segmentIndex, row["segment"].get<std::uint32_t>());
            QCOMPARE(entry->layout.has_value(), !row["tensor"].is_null());
            if (entry->layout) {
                QCOMPARE(scalarTypeName(entry->layout->scalarType), row["tensor"]["value_type"].get<std::string>());
                QVERIFY(row["tensor"]["shape"] == entry->layout->sizes && row["tensor"]["dim_order"] == entry->layout->dimOrder);
            }
            ++stated;
        }
    }
    if (stated == 0) QVERIFY(!data->entries().empty());
}

void TestTensorData::openingReadsNoSegment() {
    PtdBuilder builder;
    builder.addBlob("large", builder.addSegment(std::string(1U << 20U, 'x')));
    const ByteRange file = test::inMemory(builder.bytes());
    const auto opened = open(file);
    QCOMPARE(file.source->bytesRead(), opened.data->header().regionSize + 48);
}

void TestTensorData::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    Diagnostics diagnostics;
    const auto opened = TensorData::open(test::inMemory(PtdBuilder().bytes()), diagnostics, {stop.get_token(), {}});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, std::string("cancelled"));
}

ETSCOPE_TEST(TestTensorData)
#include "tst_tensor_data.moc"
