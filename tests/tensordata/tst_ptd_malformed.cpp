// Malformed tensor data: a table of cases, every cut, every flipped byte.
#include <QtTest>
#include <functional>

#include "program/region_check.h"
#include "program/table_editor.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "tensordata/ptd_builder.h"
#include "tensordata/tensor_data.h"

using namespace etscope;
using test::PtdBuilder;
using test::TableEditor;

class TestPtdMalformed : public QObject {
    Q_OBJECT
private slots:
    void cases_data();
    void cases();
    void cut();
    void flip_data();
    void flip();
};

namespace {

struct Touch {
    bool opened = false;
    Diagnostics diagnostics;
    std::string trouble;
};

Touch touch(const std::string& bytes) {
    Touch touch;
    const auto opened = tensordata::TensorData::open(test::inMemory(bytes), touch.diagnostics);
    if (!opened) {
        touch.diagnostics.error(opened.error());
        return touch;
    }
    touch.opened = true;
    const tensordata::TensorData& data = **opened;
    for (const auto& entry : data.entries()) {
        if (const auto content = data.entryBytes(entry)) static_cast<void>(content->readAll());
        if (const auto content = data.tensorBytes(entry)) static_cast<void>(content->readAll());
        if (entry.layout) static_cast<void>(entry.layout->strides());
    }
    touch.trouble = test::troubleWithRegions(tensordata::regions(data), bytes.size());
    return touch;
}

constexpr std::uint64_t kMax = ~std::uint64_t{0};

using Edit = std::function<void(PtdBuilder&)>;

std::string built(const Edit& edit) {
    PtdBuilder builder;
    edit(builder);
    return builder.bytes();
}
std::string edited(const std::function<void(const TableEditor&)>& edit) {
    std::string bytes = PtdBuilder().bytes();
    edit(TableEditor(bytes));
    return bytes;
}
std::string with(std::size_t at, const std::string& raw) { return PtdBuilder().bytes().replace(at, raw.size(), raw); }

test::wire::TensorLayoutT& layout(PtdBuilder& builder) { return *builder.directory.named_data[0]->tensor_layout; }

}  // namespace

void TestPtdMalformed::cases_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<bool>("opens");
    const auto row = [](const char* name, const std::string& bytes, const char* code, bool opens = true) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(code) << opens;
    };
    const std::string whole = PtdBuilder().bytes();
    row("empty", "", "ptd-too-short", false);
    row("47 bytes", whole.substr(0, 47), "ptd-too-short", false);
    row("48 bytes", whole.substr(0, 48), "ptd-too-short-for-runtime");
    row("identifier of an older version", with(4, "FT00"), "ptd-identifier", false);
    row("identifier of a newer version", with(4, "FT02"), "ptd-identifier");
    row("header of a newer version", with(8, "FH02"), "ptd-header-version");
    row("no header", with(8, "xxxx"), "ptd-header-missing", false);
    row("header in front", "FH01" + whole, "ptd-prerelease", false);
    row("header length 39", built([](PtdBuilder& b) { b.headerLength = 39; }), "ptd-header-length", false);
    row("header length 4 GiB", built([](PtdBuilder& b) { b.headerLength = 0xFFFFFFFF; }), "ptd-flatbuffer-offset");
    row("flatbuffer offset 0", built([](PtdBuilder& b) { b.flatbufferOffset = 0; }), "ptd-flatbuffer-offset");
    row("flatbuffer offset overflows", built([](PtdBuilder& b) { b.flatbufferOffset = kMax; }), "ptd-flatbuffer-size");
    row("flatbuffer size beyond the file", built([](PtdBuilder& b) { b.flatbufferSize = 100'000; }), "ptd-flatbuffer-truncated");
    row("flatbuffer size 0", built([](PtdBuilder& b) { b.flatbufferSize = 0; }), "ptd-flatbuffer-invalid");
    row("both 0", built([](PtdBuilder& b) { b.flatbufferOffset = b.flatbufferSize = 0; }), "ptd-flatbuffer-size");
    row("segment base inside the directory", built([](PtdBuilder& b) { b.segmentBase = 60; }), "ptd-segment-base");
    row("segment base overflows", built([](PtdBuilder& b) { b.segmentBase = kMax; }), "ptd-segment-area-overflow");
    row("data size beyond the file", built([](PtdBuilder& b) { b.segmentDataSize = 10'000; }), "ptd-segment-area-truncated");
    row("data size too small", built([](PtdBuilder& b) { b.segmentDataSize = 8; }), "ptd-segment-beyond-data-size");
    row("file cut", whole.substr(0, whole.size() - 1), "ptd-segment-area-truncated");
    row("bytes behind the end", whole + "more", "ptd-trailing-bytes");
    row("root offset 0", with(0, test::little<std::uint32_t>(0)), "ptd-root-offset");
    row("root offset 4 GiB", with(0, test::little<std::uint32_t>(0xFFFFFFFF)), "ptd-flatbuffer-invalid");
    row("list of segments of 4 GiB", edited([](const TableEditor& root) { root.setCount(1, 0xFFFFFFFF); }),
        "ptd-flatbuffer-invalid");
    row("no list of segments", edited([](const TableEditor& root) { root.drop(1); }), "ptd-field-missing");
    row("no list of keys", edited([](const TableEditor& root) { root.drop(2); }), "ptd-field-missing");
    row("key missing", edited([](const TableEditor& root) { root.element(2, 0).drop(0); }), "ptd-key-missing");
    row("key empty", built([](PtdBuilder& b) { b.directory.named_data[0]->key.clear(); }), "ptd-key-empty");
    row("key not UTF-8", built([](PtdBuilder& b) { b.directory.named_data[0]->key = "\xFF"; }), "ptd-key-text");
    row("key twice", built([](PtdBuilder& b) { b.directory.named_data[0]->key = "b"; }), "ptd-key-duplicate");
    row("segment not there", built([](PtdBuilder& b) { b.directory.named_data[0]->segment_index = 8198; }), "ptd-segment-index");
    row("segment nobody uses", built([](PtdBuilder& b) { b.addSegment("x"); }), "ptd-segment-unreferenced");
    row("segment beyond the file", built([](PtdBuilder& b) { b.directory.segments[0]->size = kMax; }), "ptd-segment-out-of-range");
    row("segments overlap", built([](PtdBuilder& b) { b.directory.segments[1]->offset = 8; }), "ptd-segment-overlap");
    row("segments out of order", built([](PtdBuilder& b) { std::swap(b.directory.segments[0], b.directory.segments[1]); }),
        "ptd-segment-order");
    row("tensor larger than its segment", built([](PtdBuilder& b) { layout(b).sizes = {2, 3}; }), "ptd-segment-too-small");
    row("tensor smaller than its segment", built([](PtdBuilder& b) { layout(b).sizes = {2, 1}; }), "ptd-segment-too-large");
    row("size negative", built([](PtdBuilder& b) { layout(b).sizes = {2, -2}; }), "ptd-size-negative");
    row("size overflows", built([](PtdBuilder& b) { layout(b).sizes.assign(4, 0x7FFFFFFF); }), "ptd-size-overflow");
    row("dim order short", built([](PtdBuilder& b) { layout(b).dim_order = {0}; }), "ptd-dim-order");
    row("dim order twice the same", built([](PtdBuilder& b) { layout(b).dim_order = {1, 1}; }), "ptd-dim-order");
    row("element type unknown", built([](PtdBuilder& b) { layout(b).scalar_type = 99; }), "ptd-scalar-type");
    row("version 1", built([](PtdBuilder& b) { b.directory.version = 1; }), "ptd-version");
    row("early tensor behind its segment", built([](PtdBuilder& b) {
            b.makeEarly();
            b.earlyDirectory->tensors[1]->offset = 99;
        }),
        "ptd-tensor-offset");
    row("early tensor over the end", built([](PtdBuilder& b) {
            b.makeEarly();
            b.earlyDirectory->tensors[1]->sizes = {3};
        }),
        "ptd-segment-too-small");
}

void TestPtdMalformed::cases() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, code);
    QFETCH(bool, opens);
    const Touch result = touch(bytes.toStdString());
    QVERIFY2(result.trouble.empty(), result.trouble.c_str());
    QCOMPARE(result.opened, opens);
    std::string found;
    for (const auto& item : result.diagnostics.items()) found += item.code + " ";
    QVERIFY2(result.diagnostics.has(code.toStdString()), (code.toStdString() + " is not among " + found).c_str());
}

void TestPtdMalformed::cut() {
    const std::string bytes = PtdBuilder().bytes();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const Touch result = touch(bytes.substr(0, size));
        QVERIFY2(result.trouble.empty(), (std::to_string(size) + ": " + result.trouble).c_str());
        QVERIFY2(!result.diagnostics.empty(), std::to_string(size).c_str());
    }
}

void TestPtdMalformed::flip_data() {
    QTest::addColumn<uint>("mask");
    for (const uint mask : {0x01U, 0x04U, 0x40U, 0x80U, 0xFFU}) QTest::addRow("xor %02x", mask) << mask;
}

void TestPtdMalformed::flip() {
    QFETCH(uint, mask);
    PtdBuilder earlier;
    earlier.makeEarly();
    for (std::string bytes : {PtdBuilder().bytes(), earlier.bytes()}) {
        for (char& byte : bytes) {
            const char before = byte;
            byte = static_cast<char>(static_cast<unsigned char>(byte) ^ mask);
            const Touch result = touch(bytes);
            QVERIFY2(result.trouble.empty(), (std::to_string(&byte - bytes.data()) + ": " + result.trouble).c_str());
            byte = before;
        }
    }
}

ETSCOPE_TEST(TestPtdMalformed)
#include "tst_ptd_malformed.moc"
