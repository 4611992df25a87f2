#include <QTest>

#include "samples.h"
#include "support/test_case.h"
#include "tensor/element_codec.h"
#include "tensor/views.h"

using namespace etscope;
using namespace etscope::tensor;

class TestElementReader : public QObject {
    Q_OBJECT
private slots:
    void valuesAsTorchSays_data() { test::addSampleRows(); }
    void valuesAsTorchSays() {
        QFETCH(int, index);
        const test::Sample& s = test::samples()[static_cast<std::size_t>(index)];
        QCOMPARE(test::digest(s.tensor), test::text(s.expected["digest"]));
        for (const std::size_t block : {1U, 3U, 7U, 32U})  // blocks that end in the middle of rows
            QCOMPARE(test::digest(s.tensor, block), test::text(s.expected["digest"]));
        if (s.expected.contains("raw_digest"))
            QCOMPARE(test::digest(s.tensor, 4, QuantizedAs::Raw), test::text(s.expected["raw_digest"]));
        const auto copy = loaded(s.tensor, 1 << 20);
        if (s.tensor.type == ScalarType::QUInt4x2)
            QCOMPARE(test::code(copy), std::string("limit-exceeded"));
        else
            QCOMPARE(test::digest(*copy), test::text(s.expected["digest"]));
    }

    /// All codes of the small floating types against torch.
    void codesAsTorchSays() {
        for (const test::Json& row : test::document("codes.json")) {
            const auto type = *scalarTypeFromName(row["type"].get<std::string>());
            QCOMPARE(floatCodes(type), row["count"].get<std::uint32_t>());
            std::vector<double> values;
            for (std::uint32_t code = 0; code < floatCodes(type); ++code) values.push_back(floatOfCode(type, code));
            QVERIFY2(test::digest(values) == test::text(row["digest"]), row["type"].get<std::string>().c_str());
        }
    }

    void exactElements() {
        const auto elementsOf = [](const char* name) {
            auto reader = ElementReader::open(test::sample(name).tensor);
            auto elements = reader->elements(0, static_cast<std::size_t>(reader->count()));
            return *std::move(elements);
        };
        const auto i64 = elementsOf("integers_i64"), u64 = elementsOf("integers_u64");
        QCOMPARE(i64[0], Element(std::int64_t{INT64_MIN}));
        QCOMPARE(i64[5], Element(std::int64_t{INT64_MAX}));
        QCOMPARE(u64[5], Element(std::uint64_t{UINT64_MAX}));
        QVERIFY(std::holds_alternative<bool>(elementsOf("bool")[0]));
        QVERIFY(std::holds_alternative<std::complex<double>>(elementsOf("c64")[0]));
        QVERIFY(std::holds_alternative<double>(elementsOf("qint8")[0]));
        QCOMPARE(elementAt(test::sample("f32_scalar").tensor, {}).value(), Element(2.5));
        QCOMPARE(test::code(elementAt(test::sample("f32_scalar").tensor, std::vector<std::int64_t>{0})),
                 std::string("slice-invalid"));
    }

    void negatedIntegers() {
        std::vector<std::byte> bytes(6);
        const std::int16_t values[] = {5, -7, INT16_MIN};
        std::memcpy(bytes.data(), values, 6);
        Tensor t;
        t.type = ScalarType::I16;
        t.shape = {3};
        t.negate = true;
        t.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "memory"));
        const auto elements = ElementReader::open(t)->elements(0, 3);
        QCOMPARE((*elements)[0], Element(std::int64_t{-5}));
        QCOMPARE((*elements)[1], Element(std::int64_t{7}));
        QCOMPARE((*elements)[2], Element(std::int64_t{INT16_MIN}));
    }

    void bitTypesAreRaw() {
        Tensor t;
        t.type = ScalarType::Bits8;
        t.shape = {2};
        t.storage = ByteRange::whole(Source::fromBytes({std::byte{0x3F}, std::byte{0xFF}}, "memory"));
        QCOMPARE(ElementReader::open(t)->elements(0, 2)->back(), Element(std::uint64_t{0xFF}));
    }

    void packedViews() {
        const Tensor& t = test::sample("quint4x2").tensor;
        const auto all = ElementReader::open(t, QuantizedAs::Raw)->elements(0, 15).value();
        const auto column = slice(t, ":,2").value();
        const auto some = ElementReader::open(column, QuantizedAs::Raw)->elements(0, 3).value();
        for (std::size_t i = 0; i < 3; ++i) QCOMPARE(some[i], all[i * 5 + 2]);
    }

    void refusals() {
        Tensor t = test::floats({1, 2}, {2});
        auto reader = ElementReader::open(t);
        QCOMPARE(test::code(reader->items(1, 2)), std::string("tensor-index"));
        QCOMPARE(test::code(reader->items(UINT64_MAX, 1)), std::string("tensor-index"));
        t.state = DataState::Meta;
        QCOMPARE(test::code(ElementReader::open(t)), std::string("tensor-has-no-data"));
        t = test::sample("quint8_channel").tensor;
        t.quantization->scales.pop_back();
        QCOMPARE(test::code(ElementReader::open(t)), std::string("tensor-quantization"));
        QVERIFY(ElementReader::open(t, QuantizedAs::Raw).hasValue());
        QCOMPARE(test::code(loaded(test::floats({1, 2}, {2}), 7)), std::string("limit-exceeded"));
    }

    /// Transposed and strided tensors are read in runs or windows, not element by element.
    void readsAreFew() {
        constexpr std::int64_t kRows = 1000, kColumns = 700;
        std::vector<float> numbers(kRows * kColumns);
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
        Tensor t = test::floats(numbers, {kRows, kColumns});
        const auto turned = permute(t, std::vector<std::size_t>{1, 0}).value();
        auto reader = ElementReader::open(turned);
        const auto before = t.storage.source->readCount();
        double sum = 0;
        for (std::uint64_t first = 0; first < reader->count(); first += reader->blockSize()) {
            const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(reader->blockSize(), reader->count() - first));
            const auto values = reader->doubles(first, n);
            for (const double v : *values) sum += v;
        }
        QCOMPARE(sum, 699999.0 * 700000.0 / 2);
        QVERIFY(t.storage.source->readCount() - before <= 40);
        QCOMPARE(std::get<double>(elementAt(turned, std::vector<std::int64_t>{699, 999}).value()), 699999.0);

        // A column far apart costs one small read per element and nothing more.
        const auto bytes = t.storage.source->bytesRead();
        auto sparse = slice(t, "::100,5").value();
        QVERIFY(ElementReader::open(sparse)->doubles(0, 10).hasValue());
        QVERIFY(t.storage.source->bytesRead() - bytes <= 40);
    }

    /// A claimed count far beyond the storage costs neither memory nor time.
    void expandedIsBounded() {
        Tensor t = test::floats({7}, {});
        t.shape = {1LL << 30, 1LL << 30};
        t.strides = {0, 0};
        auto reader = ElementReader::open(t);
        QCOMPARE(reader->count(), 1ULL << 60U);
        const auto values = reader->doubles((1ULL << 60U) - 5, 5);
        QCOMPARE((*values)[4], 7.0);
        QCOMPARE(test::code(loaded(t, 1 << 20)), std::string("limit-exceeded"));
    }
};

ETSCOPE_TEST(TestElementReader)
#include "test_element_reader.moc"
