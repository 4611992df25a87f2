// PT2E: bit by bit what torchao's observers and quantise operators make of the same numbers (tests/fixtures/advisor/pt2e.json).
#include <QTest>
#include <bit>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "advisor/histogram_observer.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::advisor;

namespace {

using Json = nlohmann::json;

const Json& pt2eVectors() {
    static const Json made = Json::parse(std::ifstream(ETSCOPE_SOURCE_DIR "/tests/fixtures/advisor/pt2e.json"));
    return made;
}

std::vector<float> pt2eFloats(const Json& bits) {
    std::vector<float> values;
    for (const Json& one : bits) values.push_back(std::bit_cast<float>(one.get<std::int32_t>()));
    return values;
}

}  // namespace

class TestPt2e : public QObject {
    Q_OBJECT

private slots:
    void weights_data() {
        QTest::addColumn<QString>("scheme");
        for (const Scheme& scheme : schemes())
            if (scheme.pt2e) QTest::newRow(scheme.id.data()) << QString::fromLatin1(scheme.id.data());
    }
    void weights() {
        QFETCH(const QString, scheme);
        const Scheme* own = schemeOf(scheme.toStdString());
        const Json& row = pt2eVectors()["schemes"][scheme.toStdString()];
        const auto channels = pt2eVectors()["channels"].get<std::int64_t>(), inputs = pt2eVectors()["inputs"].get<std::int64_t>();
        std::vector<float> weight = pt2eFloats(pt2eVectors()["weight"]);
        const std::int64_t sharing = own->sharing(channels, inputs, 1);
        const Narrowed narrowed = codesOf(*own, sharing, weight);
        QCOMPARE(narrowed.codes, row["codes"].get<std::vector<std::int8_t>>());
        QCOMPARE(narrowed.scales, pt2eFloats(row["scales"]));
        narrow(*own, sharing, weight);
        QCOMPARE(weight, pt2eFloats(row["weight"]));
    }

    void observers_data() {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < pt2eVectors()["observed"].size(); ++i)
            QTest::newRow(pt2eVectors()["observed"][i]["name"].get<std::string>().c_str()) << static_cast<int>(i);
    }
    void observers() {
        QFETCH(const int, row);
        const Json& one = pt2eVectors()["observed"][static_cast<std::size_t>(row)];
        HistogramObserver observer;
        std::vector<float> values;
        for (const Json& tensor : one["tensors"]) observer.observe(values = pt2eFloats(tensor));
        const Parameters made = observer.parameters();
        QCOMPARE(std::bit_cast<std::int32_t>(made.scale), one["scale"].get<std::int32_t>());
        QCOMPARE(made.zeroPoint, one["zero_point"].get<float>());
        narrowStatic(made, values);
        QCOMPARE(values, pt2eFloats(one["given"]));
    }

    /// Nothing was seen: as the original; what is no number is told.
    void odd() {
        QVERIFY(HistogramObserver().parameters().scale == 1 && !HistogramObserver().seen());
        HistogramObserver broken;
        broken.observe(std::vector<float>{1, std::numeric_limits<float>::quiet_NaN()});
        QVERIFY(broken.broken() && std::isnan(broken.parameters().scale) && !broken.seen());
        HistogramObserver infinite;
        infinite.observe(std::vector<float>{std::numeric_limits<float>::infinity()});
        QVERIFY(infinite.parameters().scale == 1 && !infinite.seen());
        infinite.observe(std::vector<float>{0});
        QVERIFY(infinite.seen());
        HistogramObserver large;
        large.observe(std::vector<float>{-3e38F, 3e38F});
        (void)large.parameters();
    }
};

ETSCOPE_TEST(TestPt2e)
#include "tst_pt2e.moc"
