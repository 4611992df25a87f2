// Schemes: bit by bit what torchao makes of the same weights and activations (tests/fixtures/advisor/schemes.json).
#include <QTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "advisor/effect.h"
#include "advisor/schemes.h"
#include "base/half_float.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::advisor;

namespace {

using Json = nlohmann::json;

const Json& kept() {
    static const Json made = Json::parse(std::ifstream(ETSCOPE_SOURCE_DIR "/tests/fixtures/advisor/schemes.json"));
    return made;
}

std::vector<float> floats(const Json& bits) {
    std::vector<float> values;
    for (const Json& one : bits) values.push_back(std::bit_cast<float>(one.get<std::int32_t>()));
    return values;
}

const Json& shortVectors() {
    static const Json made = Json::parse(std::ifstream(ETSCOPE_SOURCE_DIR "/tests/fixtures/advisor/short.json"));
    return made;
}

std::vector<float> shortFloats(const Json& base64, ScalarType type) {
    const QByteArray bytes = QByteArray::fromBase64(QByteArray::fromStdString(base64.get<std::string>()));
    std::vector<float> values;
    for (qsizetype i = 0; i + 1 < bytes.size(); i += 2) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, bytes.constData() + i, sizeof bits);
        values.push_back(type == ScalarType::F16 ? floatFromF16(bits) : floatFromBf16(bits));
    }
    return values;
}

/// The first element that has other bits; nothing: none has.
std::optional<std::size_t> firstOther(const std::vector<float>& left, const std::vector<float>& right) {
    if (left.size() != right.size()) return left.size();
    for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] != right[i] && !(std::isnan(left[i]) && std::isnan(right[i]))) return i;  // 0 is −0
    return std::nullopt;
}

}  // namespace

class TestSchemes : public QObject {
    Q_OBJECT

private slots:
    void everyScheme_data() {
        QTest::addColumn<QString>("scheme");
        for (const auto& [scheme, row] : kept()["schemes"].items()) QTest::newRow(scheme.c_str()) << QString::fromStdString(scheme);
    }
    void everyScheme() {
        QFETCH(const QString, scheme);
        const Scheme* own = schemeOf(scheme.toStdString());
        QVERIFY(own != nullptr);
        const Json& row = kept()["schemes"][scheme.toStdString()];
        const auto inputs = kept()["inputs"].get<std::int64_t>();
        std::vector<float> weight = floats(kept()["weight"]);
        if (row.contains("codes")) {
            const Narrowed narrowed = codesOf(*own, inputs, weight);
            QCOMPARE(narrowed.codes, row["codes"].get<std::vector<std::int8_t>>());
            QCOMPARE(firstOther(narrowed.scales, floats(row["scales"])), std::nullopt);
            QCOMPARE(narrowed.zeroPoints, row["zero_points"].get<std::vector<std::int8_t>>());
        }
        narrow(*own, inputs, weight);
        const auto other = firstOther(weight, floats(row["weight"]));
        QVERIFY2(!other, other ? std::to_string(*other).c_str() : "");
    }

    /// Every scheme of the table that torchao has is among the kept ones.
    void all() {
        for (const Scheme& scheme : schemes())
            if (scheme.rounds() && !scheme.pt2e) QVERIFY2(kept()["schemes"].contains(std::string(scheme.id)), scheme.id.data());
    }

    /// Weights and activations of 16 bits: torchao computes in their type, and rounds every step to it.
    void shortTypes_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("scheme");
        for (const auto& [type, own] : shortVectors().items())
            for (const auto& [scheme, bits] : own["schemes"].items())
                QTest::addRow("%s %s", type.c_str(), scheme.c_str()) << QString::fromStdString(type) << QString::fromStdString(scheme);
        for (const auto& [type, own] : shortVectors().items())
            QTest::addRow("%s activations", type.c_str()) << QString::fromStdString(type) << QString();
    }
    void shortTypes() {
        QFETCH(const QString, type);
        QFETCH(const QString, scheme);
        const Json& own = shortVectors()[type.toStdString()];
        const ScalarType kind = type == QLatin1String("f16") ? ScalarType::F16 : ScalarType::BF16;
        const auto inputs = own["inputs"].get<std::int64_t>();
        std::vector<float> values = shortFloats(own["weight"], kind);
        QVERIFY(values.size() == 1536);
        if (scheme.isEmpty())
            narrowRows(inputs, values, kind);
        else
            narrow(*schemeOf(scheme.toStdString()), inputs, values, kind);
        const Json& wanted = scheme.isEmpty() ? own["rows"] : own["schemes"][scheme.toStdString()];
        QCOMPARE(firstOther(values, shortFloats(wanted, kind)), std::nullopt);
    }

    void activations() {
        std::vector<float> rows = floats(kept()["weight"]);
        narrowRows(kept()["inputs"].get<std::int64_t>(), rows);
        QCOMPARE(firstOther(rows, floats(kept()["rows"])), std::nullopt);
    }

    void bytes() {
        QCOMPARE(schemeOf("float")->bytes(4, 64), std::uint64_t{1024});
        QCOMPARE(schemeOf("f16")->bytes(4, 64), std::uint64_t{512});
        QCOMPARE(schemeOf("int8")->bytes(4, 64), std::uint64_t{256 + 16});
        QCOMPARE(schemeOf("8da4w-32")->bytes(4, 64), std::uint64_t{128 + 8 * 2});
        QCOMPARE(schemeOf("int4a-32")->bytes(4, 64), std::uint64_t{128 + 8 * 5});
        // Of a kernel of 3 × 3: 9 rows of 4 inputs for each of 2 channels.
        QCOMPARE(schemeOf("int8")->bytes(18, 4, 9), std::uint64_t{72 + 18 * 4});
        QCOMPARE(schemeOf("static8")->bytes(18, 4, 9), std::uint64_t{72 + 2 * 4});
        QCOMPARE(schemeOf("static8-tensor")->bytes(18, 4, 9), std::uint64_t{72 + 4});
    }

    void fits() {
        QVERIFY(schemeOf("8da4w-32")->fits(OperatorKind::Linear, 64));
        QVERIFY(!schemeOf("8da4w-32")->fits(OperatorKind::Linear, 48));
        QVERIFY(!schemeOf("8da8w")->fits(OperatorKind::Embedding, 64));
        QVERIFY(!schemeOf("int8")->fits(OperatorKind::Product, 64) && schemeOf("f16")->fits(OperatorKind::Product, 64));
        QVERIFY(!schemeOf("int4-32")->fits(OperatorKind::Convolution, 64));
        QVERIFY(schemeOf("int8")->fits(OperatorKind::Convolution, 27));
        QVERIFY(schemeOf("static8")->fits(OperatorKind::Transposed, 5) && !schemeOf("int8")->fits(OperatorKind::Transposed, 64));
        QVERIFY(schemeOf("dynamic8")->fits(OperatorKind::Linear, 5) && !schemeOf("dynamic8")->fits(OperatorKind::Convolution, 27));
        QVERIFY(schemeOf("nothing") == nullptr);
    }

    void effects() {
        Effect effect;
        addEffect({{1, 2, 3, 0, 5, 0}, 3}, {1, 2, 3, 0, 5, 0}, effect);
        QCOMPARE(effect.kl, std::optional(0.0));
        QVERIFY(effect.tokens == 2 && effect.stay == 2 && effect.cost() == 0 && std::isinf(effect.snrDb()));
        // Σ p·log(p/q) of p = ½, ½ and q = ¼, ¾.
        Effect other;
        addEffect({{0, 0}, 2}, {0, std::log(3.0)}, other);
        QVERIFY(std::abs(*other.kl - (0.5 * std::log(2.0) + 0.5 * std::log(2.0 / 3))) < 1e-12);
        Effect plain;
        addEffect({{3, 4}, 0}, {3, 3.5}, plain);
        QVERIFY(!plain.kl && plain.worst == 0.5 && std::abs(plain.cost() - 0.01) < 1e-12 && std::abs(plain.snrDb() - 20) < 1e-9);
        Effect broken;
        addEffect({{1, 2}, 2}, {1, NAN}, broken);
        QVERIFY(!broken.finite && std::isinf(broken.cost()));
    }
};

ETSCOPE_TEST(TestSchemes)
#include "tst_schemes.moc"
