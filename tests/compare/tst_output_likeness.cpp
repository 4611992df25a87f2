// How outputs that differ go with their references: numbers of numpy, rules, and what the verdict makes of it.
#include <QtTest>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>
#include <limits>

#include "compare/output_likeness.h"
#include "compare/outputs.h"
#include "findings/verdict.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

const std::string kLikeness = ETSCOPE_SOURCE_DIR "/tests/fixtures/likeness";

tensor::Tensor f64Tensor(const std::vector<double>& values) {
    tensor::Tensor tensor;
    tensor.type = ScalarType::F64;
    tensor.shape = {static_cast<std::int64_t>(values.size())};
    tensor.strides = {1};
    const auto bytes = std::as_bytes(std::span(values));
    tensor.storage = ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "values"));
    return tensor;
}

std::optional<tensor::Likeness> of(const std::vector<double>& reference, const std::vector<double>& runtime) {
    const auto found = tensor::likeness(f64Tensor(reference), f64Tensor(runtime), {});
    return found ? *found : std::nullopt;
}

std::vector<double> numbers(std::size_t count) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(std::sin(static_cast<double>(i) * 1.7) * 3);
    return values;
}

}  // namespace

class TestOutputLikeness : public QObject {
    Q_OBJECT
private slots:
    void asNumpy();
    void nothingIsTold();
    void rules();
    void theVerdictTells();
};

void TestOutputLikeness::asNumpy() {
    const auto session = session::Session::open({kLikeness}, {}, {});
    QVERIFY(session);
    const auto pairs = compare::pairOutputs(*session, {});
    QVERIFY(pairs);
    const QJsonObject expected =
        QJsonDocument::fromJson(QByteArray::fromStdString(*test::readFile(kLikeness + "/numpy.json"))).object();
    int compared = 0;
    for (const compare::OutputPair& pair : *pairs) {
        const auto sides = compare::comparableSides(pair);
        QVERIFY(sides);
        const auto found = tensor::likeness(sides->reference, sides->runtime, {});
        QVERIFY(found && *found);
        const QJsonObject row = expected[QString("%1-%2").arg(*pair.caseIndex).arg(pair.output)].toObject();
        const auto near = [&](const char* key, double value) {
            QVERIFY2(std::abs(row[key].toDouble() - value) <= 1e-9 * (1 + std::abs(value)), key);
        };
        near("slope", (*found)->slope), near("offset", (*found)->offset);
        near("slope_error", (*found)->slopeError), near("offset_error", (*found)->offsetError);
        near("explained", (*found)->explained), near("ranks", (*found)->ranks);
        QCOMPARE((*found)->elements, static_cast<std::uint64_t>(row["elements"].toInt()));
        QCOMPARE((*found)->saturated, static_cast<std::uint64_t>(row["saturated"].toInt()));
        QCOMPARE((*found)->flushed, static_cast<std::uint64_t>(row["flushed"].toInt()));
        ++compared;
    }
    QCOMPARE(compared, 6);
}

void TestOutputLikeness::nothingIsTold() {
    const std::vector<double> many = numbers(20);
    QVERIFY(!of(numbers(7), numbers(7)));
    QVERIFY(!of(many, std::vector<double>(20, 1.0)));
    QVERIFY(!of(std::vector<double>(20, 1.0), many));
    std::vector<double> infinite(20, std::numeric_limits<double>::infinity()), nan(20, std::nan(""));
    QVERIFY(!of(many, infinite));
    QVERIFY(!of(many, nan));
    std::vector<double> huge = many;
    huge[3] = 1e300, huge[4] = -1e300;
    QVERIFY(!of(many, huge));  // squares overflow: no line
    std::vector<double> holes = many;
    holes[2] = std::nan("");
    QCOMPARE(of(many, holes)->elements, 19U);
    const auto other = tensor::likeness(f64Tensor(many), f64Tensor(numbers(21)), {});
    QVERIFY(other && !*other);
}

void TestOutputLikeness::rules() {
    const std::vector<double> many = numbers(200);
    const auto changed = [&](auto&& change) {
        std::vector<double> values = many;
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = change(values[i], i);
        return *of(many, values);
    };
    const auto noise = [](std::size_t i) { return std::sin(static_cast<double>(i) * 12.9898) * 0.5; };
    QVERIFY(compare::isLinear(changed([&](double value, std::size_t i) { return -0.5 * value + noise(i); })));
    QVERIFY(!compare::isLinear(changed([&](double value, std::size_t i) { return value + noise(i); })));
    QVERIFY(!compare::isLinear(changed([&](double value, std::size_t i) { return 0.97 * value + noise(i) / 50; })));
    QVERIFY(!compare::isLinear(changed([&](double, std::size_t i) { return noise(i); })));
    QVERIFY(compare::saturates(changed([](double value, std::size_t) { return std::min(value, 2.0); })));
    QVERIFY(!compare::saturates(changed([&](double value, std::size_t i) { return value + noise(i); })));
    QVERIFY(compare::flushes(changed([](double value, std::size_t) { return std::abs(value) < 0.3 ? 0 : value; })));
    QVERIFY(!compare::flushes(changed([](double value, std::size_t i) { return i == 7 ? 0 : value; })));
}

void TestOutputLikeness::theVerdictTells() {
    const auto session = session::Session::open({kLikeness}, {}, {});
    QVERIFY(session);
    const auto verdict = findings::verdict(**session, {});
    QVERIFY(verdict);
    QStringList told;
    for (const findings::PossibleCause& cause : (*verdict)->causes)
        if (cause.kind == "likeness") told.append(QString::fromStdString(cause.title.text()));
    QCOMPARE(told.size(), 3);
    QCOMPARE(told[0],
             QString::fromUtf8(
                 "output 0 in 2 cases: the runtime's elements go with the reference's by slope -0.515 to -0.494, offset -0.0168 "
                 "to -0.0129, R² 0.853 to 0.868, rank correlation -0.926 to -0.911"));
    QVERIFY2(told[1].contains("slope 0.484 to 0.522") && told[1].contains("42.5 to 44.2 % of the runtime's elements are held at"),
             qPrintable(told[1]));
    QCOMPARE(told[2], "output 2 in 2 cases: 26.7 to 28.3 % of the runtime's elements are zero where the reference's are not");
    QVERIFY((*verdict)->state == findings::Verdict::Differ);
}

ETSCOPE_TEST(TestOutputLikeness)
#include "tst_output_likeness.moc"
