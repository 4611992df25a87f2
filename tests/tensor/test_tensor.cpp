#include <QTest>

#include "base/limits.h"
#include "samples.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::tensor;

class TestTensor : public QObject {
    Q_OBJECT
private slots:
    void counts() {
        Tensor t;
        t.type = ScalarType::F32;
        QCOMPARE(t.elementCount().value(), 1U);
        t.shape = {3, 0, INT64_MAX, INT64_MAX};
        QCOMPARE(t.elementCount().value(), 0U);
        t.shape = {INT64_MAX, INT64_MAX};
        QVERIFY(!t.elementCount());
        t.shape = {2, -1};
        QVERIFY(!t.elementCount());
        t.shape = {INT64_MAX};
        QVERIFY(!t.byteCount());
        t.type = ScalarType::QUInt4x2;
        t.shape = {3, 5};
        QCOMPARE(t.byteCount().value(), 8U);
        t.type = ScalarType::QUInt2x4;
        QCOMPARE(t.byteCount().value(), 4U);
    }

    void layouts() {
        Tensor t = test::floats(std::vector<float>(12), {2, 3, 2});
        QVERIFY(t.contiguous());
        QCOMPARE(t.effectiveStrides(), (std::vector<std::int64_t>{6, 2, 1}));
        t.strides = {6, 2, 1};
        QVERIFY(t.contiguous());
        t.strides = {1, 4, 2};
        QVERIFY(!t.contiguous());
        t.shape = {1, 3, 1};
        t.strides = {77, 1, 99};  // strides of axes of size 1 mean nothing
        QVERIFY(t.contiguous());
        t.shape = {3, 0};
        t.strides = {5, 9};
        QVERIFY(t.contiguous());
    }

    void offsets() {
        Tensor t = test::sample("f32_offset").tensor;
        QCOMPARE(t.dataOffset().value(), t.storage.offset + static_cast<std::uint64_t>(t.storageOffset) * 4);
        t.storage = {};
        QVERIFY(!t.dataOffset());
        QVERIFY(!test::floats({1}, {1}).dataOffset());  // in memory: no place in a file
    }

    void validation_data() {
        QTest::addColumn<QList<qint64>>("shape");
        QTest::addColumn<QList<qint64>>("strides");
        QTest::addColumn<qint64>("offset");
        QTest::addColumn<QString>("code");
        const qint64 big = INT64_MAX;
        using L = QList<qint64>;
        QTest::newRow("whole") << L{4, 3} << L{3, 1} << qint64{0} << "";
        QTest::newRow("expanded") << L{1000, 12} << L{0, 1} << qint64{0} << "";
        QTest::newRow("one too many") << L{4, 3} << L{3, 1} << qint64{1} << "tensor-out-of-storage";
        QTest::newRow("stride too long") << L{2, 2} << L{11, 1} << qint64{0} << "tensor-out-of-storage";
        QTest::newRow("overflow") << L{3, 3} << L{big, big} << qint64{0} << "tensor-out-of-storage";
        QTest::newRow("offset overflow") << L{2} << L{1} << big << "tensor-out-of-storage";
        QTest::newRow("empty needs nothing") << L{0, 7} << L{big, big} << qint64{9999} << "";
        QTest::newRow("negative stride") << L{2} << L{-1} << qint64{1} << "tensor-strides";
        QTest::newRow("negative offset") << L{2} << L{1} << qint64{-1} << "tensor-strides";
        QTest::newRow("ranks differ") << L{2, 2} << L{1} << qint64{0} << "tensor-strides";
        QTest::newRow("negative size") << L{2, -2} << L{1, 1} << qint64{0} << "tensor-shape";
        QTest::newRow("too many") << L{big, big} << L{0, 0} << qint64{0} << "tensor-shape";
        QTest::newRow("rank") << L(65, 1) << L(65, 1) << qint64{0} << "tensor-rank";
    }
    void validation() {
        QFETCH(QList<qint64>, shape);
        QFETCH(QList<qint64>, strides);
        QFETCH(qint64, offset);
        QFETCH(QString, code);
        Tensor t = test::floats(std::vector<float>(12), {});
        t.shape.assign(shape.begin(), shape.end());
        t.strides.assign(strides.begin(), strides.end());
        t.storageOffset = offset;
        const auto valid = t.validate();
        QCOMPARE(valid ? QString() : QString::fromStdString(valid.error().code), code);
    }

    void unknownType() {
        Tensor t = test::floats({1}, {1});
        t.type = static_cast<ScalarType>(77);
        QCOMPARE(test::code(t.validate()), std::string("tensor-type-unknown"));
    }
};

ETSCOPE_TEST(TestTensor)
#include "test_tensor.moc"
