#include <QTest>
#include <cstring>

#include "base/limits.h"
#include "samples.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "tensor/statistics.h"

using namespace etscope;
using namespace etscope::tensor;

namespace {

void verifyEqual(const Statistics& s, const test::Json& expected) {
    QCOMPARE(s.count, expected["count"].get<std::uint64_t>());
    QCOMPARE(s.finite, expected["finite"].get<std::uint64_t>());
    QCOMPARE(s.nan, expected["nan"].get<std::uint64_t>());
    QCOMPARE(s.posInf, expected["pos_inf"].get<std::uint64_t>());
    QCOMPARE(s.negInf, expected["neg_inf"].get<std::uint64_t>());
    QCOMPARE(s.zero, expected["zero"].get<std::uint64_t>());
    const std::pair<const char*, double> numbers[] = {{"min", s.min}, {"max", s.max}, {"mean", s.mean},
                                                      {"std", s.std}, {"l1", s.l1},   {"l2", s.l2}};
    for (const auto& [name, value] : numbers) {
        // A mean near 0 is the rest of a cancellation: it is measured against the size of the elements.
        const double scale = std::string(name) == "mean" && s.count > 0 ? s.l1 / static_cast<double>(s.count) : 0;
        const double want = test::number(expected[name]);
        QVERIFY2(
            test::close(value, want) || std::abs(value - want) <= 1e-12 * scale,
            qPrintable(QStringLiteral("%1: %2, not %3").arg(QLatin1String(name)).arg(value, 0, 'g', 17).arg(want, 0, 'g', 17)));
    }
    if (expected["min_index"].is_null()) {
        QVERIFY(!s.minIndex && !s.maxIndex);
    } else {
        QCOMPARE(s.minIndex.value(), expected["min_index"].get<std::uint64_t>());
        QCOMPARE(s.maxIndex.value(), expected["max_index"].get<std::uint64_t>());
    }
}

}  // namespace

class TestStatistics : public QObject {
    Q_OBJECT
private slots:
    void asNumpySays_data() { test::addSampleRows(); }
    void asNumpySays() {
        QFETCH(int, index);
        const test::Sample& s = test::samples()[static_cast<std::size_t>(index)];
        const auto result = statistics(s.tensor, {});
        QVERIFY2(result.hasValue(), result ? "" : result.error().message.c_str());
        verifyEqual(*result, s.expected["statistics"]);
        if (!s.expected.contains("histograms")) return;
        for (const test::Json& expected : s.expected["histograms"]) {
            const auto h = histogram(s.tensor, result->min, result->max, expected["bins"].get<std::size_t>(), {});
            QVERIFY(h.hasValue());
            QCOMPARE(h->counts, expected["counts"].get<std::vector<std::uint64_t>>());
            QVERIFY(test::close(h->edges.front(), test::number(expected["first"])));
            QVERIFY(test::close(h->edges.back(), test::number(expected["last"])));
        }
    }

    /// Bits of 0, −0, the least and the largest subnormal number, the least normal one, 1.
    void zerosAndSubnormals_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, ScalarType type, std::initializer_list<std::uint64_t> bits, int size) {
            QByteArray bytes;
            for (const std::uint64_t one : bits)
                for (int i = 0; i < size; ++i) bytes.append(static_cast<char>(one >> (8 * i)));
            QTest::newRow(name) << static_cast<int>(type) << bytes;
        };
        row("f64", ScalarType::F64, {0, 1ULL << 63, 1, 0xF'FFFF'FFFF'FFFF, 1ULL << 52, 0x3FFULL << 52}, 8);
        row("f32", ScalarType::F32, {0, 0x8000'0000, 1, 0x807F'FFFF, 0x0080'0000, 0x3F80'0000}, 4);
        row("f16", ScalarType::F16, {0, 0x8000, 1, 0x83FF, 0x0400, 0x3C00}, 2);
        row("bf16", ScalarType::BF16, {0, 0x8000, 1, 0x807F, 0x0080, 0x3F80}, 2);
        row("f8e5m2", ScalarType::F8E5M2, {0, 0x80, 1, 0x83, 0x04, 0x3C}, 1);
        row("f8e4m3fn", ScalarType::F8E4M3FN, {0, 0x80, 1, 0x87, 0x08, 0x38}, 1);
        row("f8e5m2fnuz", ScalarType::F8E5M2FNUZ, {0, 0, 1, 0x83, 0x04, 0x40}, 1);
        row("f8e4m3fnuz", ScalarType::F8E4M3FNUZ, {0, 0, 1, 0x87, 0x08, 0x40}, 1);
    }
    void zerosAndSubnormals() {
        QFETCH(int, type);
        QFETCH(QByteArray, bytes);
        Tensor tensor;
        tensor.type = static_cast<ScalarType>(type);
        tensor.shape = {6};
        std::vector<std::byte> copy(static_cast<std::size_t>(bytes.size()));
        std::memcpy(copy.data(), bytes.constData(), copy.size());
        tensor.storage = ByteRange::whole(Source::fromBytes(std::move(copy), "bits"));
        const auto s = statistics(tensor, {});
        QVERIFY(s);
        QCOMPARE(s->zero, std::uint64_t(2));
        QCOMPARE(s->sparsity().value(), 2.0 / 6);
        QCOMPARE(s->subnormal.value(), std::uint64_t(2));
        QCOMPARE(s->max, 1.0);
        const auto channels = channelStatistics(tensor, 0, {});
        QVERIFY(channels && channels->size() == 6 && (*channels)[3].subnormal == 1U && (*channels)[4].subnormal == 0U);
        tensor.type = ScalarType::U8;
        QVERIFY(!statistics(tensor, {})->subnormal);
        tensor.shape = {0};
        QVERIFY(!statistics(tensor, {})->sparsity());
    }

    /// Two integers to a byte, the first in the low half; 8 stands for zero.
    void codesOfZero() {
        Tensor tensor;
        tensor.type = ScalarType::QUInt4x2;
        tensor.shape = {2, 4};
        tensor.storage = test::inMemory(std::string("\x08\x88\x00\xF1", 4));
        tensor.zeroCode = 8;
        const auto all = statistics(tensor, {});
        QVERIFY(all);
        QCOMPARE(all->zero, std::uint64_t{3});
        const auto rows = channelStatistics(tensor, 0, {});
        QVERIFY(rows && rows->size() == 2);
        QCOMPARE(rows->at(0).zero, std::uint64_t{3});
        QCOMPARE(rows->at(1).zero, std::uint64_t{0});
    }

    void channels() {
        int checked = 0;
        for (const test::Sample& s : test::samples()) {
            if (!s.expected.contains("channels")) continue;
            const auto& expected = s.expected["channels"];
            const auto result = channelStatistics(s.tensor, expected["axis"].get<std::size_t>(), {});
            QVERIFY(result.hasValue());
            QCOMPARE(result->size(), expected["statistics"].size());
            for (std::size_t i = 0; i < result->size(); ++i) {
                Statistics channel = (*result)[i];
                test::Json row = expected["statistics"][i];
                row["min_index"] = channel.minIndex.value();  // numpy's is within the channel
                row["max_index"] = channel.maxIndex.value();
                verifyEqual(channel, row);
                auto reader = ElementReader::open(s.tensor);
                QCOMPARE((*reader->doubles(*channel.minIndex, 1))[0], channel.min);
                ++checked;
            }
        }
        QVERIFY(checked > 10);
        QCOMPARE(test::code(channelStatistics(test::sample("f32").tensor, 3, {})), std::string("slice-invalid"));
    }

    void histogramEdges() {
        const auto constant = histogram(test::sample("f32_constant").tensor, 0.25, 0.25, 4, {}).value();
        QCOMPARE(constant.edges, (std::vector<double>{-0.25, 0, 0.25, 0.5, 0.75}));
        HistogramCounter wide(-1.7e308, 1.7e308, 2);
        for (const double v : {-1.7e308, -1.0, 0.0, 1.7e308}) wide.add(v);
        QCOMPARE(std::move(wide).take().counts, (std::vector<std::uint64_t>{2, 2}));
        HistogramCounter narrow(0, 5e-324, 3);
        for (const double v : {0.0, 5e-324}) narrow.add(v);
        const auto counts = std::move(narrow).take().counts;
        QCOMPARE(counts[0] + counts[1] + counts[2], 2U);
        QCOMPARE(test::code(histogram(test::floats({1}, {1}), 1, 0, 4, {})), std::string("histogram-invalid"));
        QCOMPARE(test::code(histogram(test::floats({1}, {1}), 0, HUGE_VAL, 4, {})), std::string("histogram-invalid"));
        QCOMPARE(test::code(histogram(test::floats({1}, {1}), 0, 1, 0, {})), std::string("histogram-invalid"));
    }

    void nonFinitePlaces() {
        std::vector<float> values(100'000, 1.0F);
        values[5] = NAN;
        values[70'000] = INFINITY;
        const Tensor t = test::floats(values, {100, 1000});
        QCOMPARE(nextNonFinite(t, 0, {})->value(), 5U);
        QCOMPARE(nextNonFinite(t, 6, {})->value(), 70'000U);
        QVERIFY(!nextNonFinite(t, 70'001, {})->has_value());
        QCOMPARE(previousNonFinite(t, 100'000, {})->value(), 70'000U);
        QCOMPARE(previousNonFinite(t, 70'000, {})->value(), 5U);
        QVERIFY(!previousNonFinite(t, 5, {})->has_value());
        QVERIFY(!nextNonFinite(t, UINT64_MAX, {})->has_value());
    }

    void limitsAndCancellation() {
        Tensor t = test::floats({7}, {});
        t.shape = {1LL << 30, 1LL << 30};
        t.strides = {0, 0};
        QCOMPARE(test::code(statistics(t, {})), std::string("limit-exceeded"));
        QCOMPARE(test::code(channelStatistics(t, 0, {})), std::string("limit-exceeded"));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(test::code(statistics(test::sample("f32").tensor, {stop.get_token(), {}})), std::string("cancelled"));
        double reported = 0;
        QVERIFY(statistics(test::sample("f32").tensor, {{}, [&](double f) { reported = f; }}).hasValue());
        QCOMPARE(reported, 1.0);
    }
};

ETSCOPE_TEST(TestStatistics)
#include "test_statistics.moc"
