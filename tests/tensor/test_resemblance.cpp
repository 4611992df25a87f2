// What an output that differs looks like of its reference.
#include <QtTest>
#include <cmath>
#include <functional>

#include "samples.h"
#include "support/test_case.h"
#include "tensor/resemblance.h"

using namespace etscope;
using namespace etscope::tensor;

namespace {

using Values = std::vector<float>;

/// Values without any order: none resembles another.
Values noise(std::size_t count) {
    Values values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<float>(std::sin(static_cast<double>(i * i) + 1.0)));
    return values;
}

/// Of [4,6]: the element of the reference that each of the runtime's is.
Values moved(const Values& values, const std::function<std::size_t(std::size_t, std::size_t)>& from) {
    Values out;
    for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 6; ++c) out.push_back(values[from(r, c)]);
    return out;
}

Values changed(Values values, const std::function<float(float)>& how) {
    std::ranges::transform(values, values.begin(), how);
    return values;
}

}  // namespace

class TestResemblance : public QObject {
    Q_OBJECT
private slots:
    void looks_data();
    void looks();
    void costsNoMoreThanItsBound();
};

void TestResemblance::looks_data() {
    QTest::addColumn<Values>("reference");
    QTest::addColumn<Values>("runtime");
    QTest::addColumn<std::string>("words");
    const Values a = noise(24);
    const std::string begin = "the runtime's elements are the reference's";
    const auto row = [&](const char* name, const Values& runtime, const std::string& words) {
        QTest::newRow(name) << a << runtime << (words.empty() ? words : begin + words);
    };
    row("another sign", changed(a, [](float x) { return -x; }), " with the other sign");
    row("a factor", changed(a, [](float x) { return 0.5F * x; }), " times 0.5");
    row("a sum", changed(a, [](float x) { return x + 3; }), " plus 3");
    row("around an end", moved(a, [](std::size_t r, std::size_t c) { return r * 6 + (c + 5) % 6; }),
        ", shifted by 1 along axis 1, around its end");
    row("back around", moved(a, [](std::size_t r, std::size_t c) { return ((r + 1) % 4) * 6 + c; }),
        ", shifted by −1 along axis 0, around its end");
    Values cut = moved(a, [](std::size_t r, std::size_t c) { return r * 6 + (c + 4) % 6; });
    for (std::size_t r = 0; r < 4; ++r) cut[r * 6] = cut[r * 6 + 1] = 7;
    row("not around", cut, ", shifted by 2 along axis 1");
    row("mirrored", moved(a, [](std::size_t r, std::size_t c) { return (3 - r) * 6 + c; }), ", mirrored along axis 0");
    Values one = a;
    one[5] = 9;
    row("one element", one, "");
    row("other numbers", changed(a, [](float x) { return x * x; }), "");
    Values nan = a;
    nan[3] = std::nanf("");
    row("NaN", nan, "");
    const Values nothing(24, std::nanf(""));
    QTest::newRow("NaN alone") << nothing << nothing << std::string();
    Values spot(24, 0.0F);
    spot[14] = 1;
    QTest::newRow("zeros and one") << Values(24, 0.0F) << spot << std::string();
    QTest::newRow("one value") << Values(24, 2.0F) << Values(24, 4.0F) << std::string();
}

void TestResemblance::looks() {
    QFETCH(const Values, reference);
    QFETCH(const Values, runtime);
    QFETCH(const std::string, words);
    const auto found = resemblance(test::floats(reference, {4, 6}), test::floats(runtime, {4, 6}), {}, {});
    QVERIFY(found);
    QCOMPARE(found->value_or(Sentence()).text(), words);
}

/// Values of nearly one number agree until the last: every shift is looked at for long.
void TestResemblance::costsNoMoreThanItsBound() {
    Values reference(1U << 20, 1.0F), runtime = reference;
    reference.front() = 0;
    reference.back() = 5;
    runtime.back() = 7;
    runtime[reference.size() / 2] = 9;
    const auto found = resemblance(test::floats(reference, {256, 4096}), test::floats(runtime, {256, 4096}), {}, {});
    QVERIFY(found && !*found);
}

ETSCOPE_TEST(TestResemblance)
#include "test_resemblance.moc"
