#include <QTest>
#include <cmath>

#include "samples.h"
#include "support/test_case.h"
#include "tensor/axis_order.h"
#include "tensor/views.h"

using namespace etscope;
using namespace etscope::tensor;

namespace {

Tensor waves(std::vector<std::int64_t> shape) {
    std::size_t n = 1;
    for (const auto s : shape) n *= static_cast<std::size_t>(s);
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(std::sin(static_cast<double>(i * i % 1013)));
    return test::floats(std::move(values), std::move(shape));
}

using Axes = std::vector<std::size_t>;

/// What a program that moved its axes would return: a tensor of its own, row-major.
Tensor moved(const Tensor& t, const Axes& axes) { return loaded(permute(t, axes).value(), 1 << 24).value(); }

}  // namespace

class TestAxisOrder : public QObject {
    Q_OBJECT
private slots:
    void findsMovedAxes_data() {
        QTest::addColumn<QList<qint64>>("shape");
        QTest::addColumn<QList<qint64>>("axes");
        using L = QList<qint64>;
        QTest::newRow("square") << L{9, 9} << L{1, 0};
        QTest::newRow("image") << L{1, 4, 6, 6} << L{0, 1, 3, 2};
        QTest::newRow("channels last") << L{2, 3, 8, 9} << L{0, 2, 3, 1};
        QTest::newRow("large") << L{64, 64, 64} << L{2, 0, 1};
        QTest::newRow("six axes") << L{2, 3, 2, 4, 3, 2} << L{5, 3, 1, 0, 4, 2};
    }
    void findsMovedAxes() {
        QFETCH(QList<qint64>, shape);
        QFETCH(QList<qint64>, axes);
        const Tensor reference = waves({shape.begin(), shape.end()});
        const Tensor runtime = moved(reference, {axes.begin(), axes.end()});
        const auto order = findAxisOrder(reference, runtime, {}, {});
        QVERIFY(order.hasValue() && order->has_value());
        QVERIFY((*order)->matches && !(*order)->relabelled);
        QCOMPARE(test::digest(reordered(runtime, **order).value()), test::digest(reference));
        const auto result = compare(reference, runtime, {}, {});
        QVERIFY(result->axisOrder.has_value());
        QVERIFY(result->note.text().find("looks transposed") != std::string::npos);
    }

    /// Bytes in channels-last order that were taken for row-major ones.
    void findsMemoryOrder() {
        const Tensor reference = waves({2, 3, 8, 9});
        Tensor runtime = moved(reference, {0, 2, 3, 1});
        runtime.shape = reference.shape;
        const auto order = findAxisOrder(reference, runtime, {}, {});
        QVERIFY(order->has_value());
        QVERIFY((*order)->relabelled && (*order)->matches);
        QCOMPARE((*order)->axes, (Axes{0, 2, 3, 1}));
        QCOMPARE(test::digest(reordered(runtime, **order).value()), test::digest(reference));
    }

    /// Right bytes in row-major order that were described as column-major.
    void findsWrongStrides() {
        const Tensor reference = waves({5, 7});
        Tensor runtime = reference;
        runtime.strides = {1, 5};
        const auto order = findAxisOrder(reference, runtime, {}, {});
        QVERIFY(order->has_value() && (*order)->relabelled && (*order)->matches);
        QCOMPARE((*order)->axes, (Axes{0, 1}));
    }

    void fitsWithNoise() {
        const Tensor reference = waves({16, 16});
        Tensor turned = moved(reference, {1, 0});
        std::vector<float> values;
        auto reader = ElementReader::open(turned);
        const auto doubles = reader->doubles(0, 256);
        for (const double v : *doubles) values.push_back(static_cast<float>(v * 1.01 + 0.01));
        const auto order = findAxisOrder(reference, test::floats(values, {16, 16}), {}, {});
        QVERIFY(order->has_value());
        QVERIFY(!(*order)->matches && (*order)->snrDb > 20);
    }

    void saysNothingElse() {
        const Tensor reference = waves({8, 8});
        std::vector<float> other(64);
        for (std::size_t i = 0; i < 64; ++i) other[i] = static_cast<float>(i % 5);
        QVERIFY(!findAxisOrder(reference, test::floats(other, {8, 8}), {}, {})->has_value());
        QVERIFY(!findAxisOrder(reference, reference, {}, {})->has_value());  // already fits
        QVERIFY(!findAxisOrder(waves({8, 1}), waves({1, 8}), {}, {})->value_or(AxisOrder{}).relabelled);
        QVERIFY(!findAxisOrder(reference, waves({4, 16}), {}, {})->has_value());
        QVERIFY(!findAxisOrder(waves({}), waves({}), {}, {})->has_value());
        QVERIFY(!findAxisOrder(waves({0, 4}), waves({4, 0}), {}, {})->has_value());
        QVERIFY(!findAxisOrder(waves({2, 2, 2, 2, 2, 2, 2}), waves({2, 2, 2, 2, 2, 2, 2}), {}, {})->has_value());  // too many axes
        Tensor meta = reference;
        meta.storage = {};
        QVERIFY(!findAxisOrder(reference, meta, {}, {}));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(test::code(findAxisOrder(reference, test::floats(other, {8, 8}), {}, {stop.get_token(), {}})),
                 std::string("cancelled"));
    }
};

ETSCOPE_TEST(TestAxisOrder)
#include "test_axis_order.moc"
