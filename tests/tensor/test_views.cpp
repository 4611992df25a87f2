#include <QTest>

#include "samples.h"
#include "support/test_case.h"
#include "tensor/views.h"

using namespace etscope;
using namespace etscope::tensor;

class TestViews : public QObject {
    Q_OBJECT
private slots:
    void slicesAsNumpySays() {
        int checked = 0;
        for (const test::Sample& s : test::samples()) {
            for (const test::Json& expected : s.expected["slices"]) {
                const auto text = expected["text"].get<std::string>();
                const auto view = slice(s.tensor, text);
                QVERIFY2(view.hasValue(), text.c_str());
                QCOMPARE(view->shape, expected["shape"].get<std::vector<std::int64_t>>());
                QVERIFY2(test::digest(*view) == test::text(expected["digest"]), (s.name + "[" + text + "]").c_str());
                ++checked;
            }
        }
        QVERIFY(checked >= 10);
    }

    void singletonAxes_data() {
        using Shape = std::vector<std::int64_t>;
        QTest::addColumn<Shape>("from");
        QTest::addColumn<Shape>("strides");
        QTest::addColumn<Shape>("to");
        QTest::addColumn<bool>("fits");
        QTest::newRow("added in front") << Shape{4, 24} << Shape{24, 1} << Shape{1, 4, 24} << true;
        QTest::newRow("taken away") << Shape{1, 4, 1, 24} << Shape{96, 24, 24, 1} << Shape{4, 24} << true;
        QTest::newRow("transposed") << Shape{4, 24} << Shape{1, 4} << Shape{4, 1, 24} << true;
        QTest::newRow("one element") << Shape{} << Shape{} << Shape{1, 1} << true;
        QTest::newRow("to none") << Shape{1, 1} << Shape{1, 1} << Shape{} << true;
        QTest::newRow("other order") << Shape{4, 24} << Shape{24, 1} << Shape{1, 24, 4} << false;
        QTest::newRow("an axis more") << Shape{4, 24} << Shape{24, 1} << Shape{4, 24, 2} << false;
        QTest::newRow("an axis less") << Shape{4, 24} << Shape{24, 1} << Shape{1, 4} << false;
        QTest::newRow("joined") << Shape{4, 6} << Shape{6, 1} << Shape{1, 24} << false;
    }
    void singletonAxes() {
        QFETCH(std::vector<std::int64_t>, from);
        QFETCH(std::vector<std::int64_t>, strides);
        QFETCH(std::vector<std::int64_t>, to);
        QFETCH(bool, fits);
        Tensor tensor;
        tensor.shape = from;
        tensor.strides = strides;
        const auto view = withSingletonAxes(tensor, to);
        QCOMPARE(view.has_value(), fits);
        if (!view) return;
        QCOMPARE(view->shape, to);
        std::vector<std::int64_t> kept, given;
        for (std::size_t i = 0; i < to.size(); ++i)
            if (to[i] != 1 && !strides.empty()) kept.push_back(view->strides[i]);
        for (std::size_t i = 0; i < from.size(); ++i)
            if (from[i] != 1) given.push_back(strides[i]);
        QCOMPARE(kept, given);
    }

    void refusals_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("beyond") << "6"
                                << "slice-out-of-range";
        QTest::newRow("before") << "-7"
                                << "slice-out-of-range";
        QTest::newRow("too many") << "0,0,0,0"
                                  << "slice-invalid";
        QTest::newRow("two ellipses") << "...,..."
                                      << "slice-invalid";
        QTest::newRow("word") << "a"
                              << "slice-invalid";
        QTest::newRow("empty part") << "0,,1"
                                    << "slice-invalid";
        QTest::newRow("step 0") << "::0"
                                << "slice-invalid";
        QTest::newRow("backwards") << "::-1"
                                   << "slice-invalid";
        QTest::newRow("four bounds") << "1:2:3:4"
                                     << "slice-invalid";
        QTest::newRow("huge") << "99999999999999999999"
                              << "slice-invalid";
        QTest::newRow("control") << "\x1b[0m"
                                 << "slice-invalid";
    }
    void refusals() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        const auto view = slice(test::sample("f32").tensor, text.toStdString());
        QVERIFY(!view);
        QCOMPARE(QString::fromStdString(view.error().code), code);
        QVERIFY(view.error().message.find('\x1b') == std::string::npos);
    }

    void quantizationFollows() {
        const Tensor& t = test::sample("quint8_channel").tensor;
        const auto row = slice(t, "1").value();
        QCOMPARE(row.quantization->axis.value(), 0);
        const auto column = slice(t, ":,2").value();
        QVERIFY(!column.quantization->axis);
        QCOMPARE(column.quantization->scales, std::vector<double>{t.quantization->scales[2]});
        const auto turned = permute(t, std::vector<std::size_t>{1, 0}).value();
        QCOMPARE(turned.quantization->axis.value(), 0);
    }

    void permutationsAreChecked() {
        const Tensor& t = test::sample("f32").tensor;
        QCOMPARE(test::code(permute(t, std::vector<std::size_t>{0, 1})), std::string("slice-invalid"));
        QCOMPARE(test::code(permute(t, std::vector<std::size_t>{0, 0, 1})), std::string("slice-invalid"));
        QCOMPARE(test::code(permute(t, std::vector<std::size_t>{0, 1, 3})), std::string("slice-invalid"));
    }

    void indices() {
        const std::vector<std::int64_t> shape{6, 5, 7};
        QCOMPARE(multiIndex(shape, 209), (std::vector<std::int64_t>{5, 4, 6}));
        QCOMPARE(flatIndex(shape, multiIndex(shape, 123)).value(), 123U);
        QCOMPARE(test::code(flatIndex(shape, std::vector<std::int64_t>{0, 5, 0})), std::string("slice-out-of-range"));
        QVERIFY(multiIndex({}, 0).empty());
    }

    void strangeStridesDoNotOverflow() {
        Tensor t = test::floats({1}, {});
        t.state = DataState::Meta;
        t.shape = {9, 9};
        t.strides = {INT64_MAX, INT64_MAX};
        QCOMPARE(test::code(slice(t, "2")), std::string("slice-out-of-range"));
        QCOMPARE(test::code(slice(t, "::2")), std::string("slice-out-of-range"));
    }
};

ETSCOPE_TEST(TestViews)
#include "test_views.moc"
