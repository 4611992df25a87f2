// The comparison against a naive double loop that decodes every element for itself: random values of every type, random shapes, on
// each side strides, gaps, offsets and byte order of its own. Seeded, so every run is the same.
#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <numeric>
#include <random>

#include "support/test_case.h"
#include "tensor/element_match.h"
#include "tensor/views.h"

using namespace etscope;
using namespace etscope::tensor;

namespace {

using Random = std::mt19937_64;
using Bits = std::uint64_t;
using Wide = long double;  // 64 bits of mantissa: integers and their differences are exact

/// IEEE-like floats by their fields (docs/FORMATS.md "Scalar types"; OCP 8-bit floating point, and the "fnuz" forms of torch).
struct FloatForm {
    int exponentBits, mantissaBits, bias;
    enum class Specials : std::uint8_t { Ieee, NanOnly, Fnuz } specials;
};

Wide decodeFloat(Bits bits, const FloatForm& form) {
    const Bits mantissa = bits & ((Bits{1} << form.mantissaBits) - 1);
    const Bits exponent = (bits >> form.mantissaBits) & ((Bits{1} << form.exponentBits) - 1);
    const bool negative = ((bits >> (form.mantissaBits + form.exponentBits)) & 1U) != 0;
    const Bits full = (Bits{1} << form.exponentBits) - 1;
    constexpr Wide kNan = std::numeric_limits<Wide>::quiet_NaN();
    if (form.specials == FloatForm::Specials::Ieee && exponent == full)
        return mantissa != 0 ? kNan : negative ? -std::numeric_limits<Wide>::infinity() : std::numeric_limits<Wide>::infinity();
    if (form.specials == FloatForm::Specials::NanOnly && exponent == full && mantissa == (Bits{1} << form.mantissaBits) - 1)
        return kNan;
    if (form.specials == FloatForm::Specials::Fnuz && negative && exponent == 0 && mantissa == 0) return kNan;
    const Wide fraction = std::ldexp(static_cast<Wide>(mantissa), -form.mantissaBits) + (exponent == 0 ? 0 : 1);
    const Wide value = std::ldexp(fraction, static_cast<int>(exponent == 0 ? 1 : exponent) - form.bias);
    return negative ? -value : value;
}

struct TypeRow {
    ScalarType type;
    int bytes;       ///< of one part
    int parts;       ///< 2: complex
    FloatForm form;  ///< no exponent: an integer
    bool isSigned = false;
};

constexpr FloatForm kInteger{0, 0, 0, FloatForm::Specials::Ieee};
constexpr FloatForm kF16{5, 10, 15, FloatForm::Specials::Ieee}, kBf16{8, 7, 127, FloatForm::Specials::Ieee},
    kF32{8, 23, 127, FloatForm::Specials::Ieee}, kF64{11, 52, 1023, FloatForm::Specials::Ieee};
constexpr TypeRow kTypes[] = {
    {ScalarType::U8, 1, 1, kInteger},
    {ScalarType::I8, 1, 1, kInteger, true},
    {ScalarType::I16, 2, 1, kInteger, true},
    {ScalarType::I32, 4, 1, kInteger, true},
    {ScalarType::I64, 8, 1, kInteger, true},
    {ScalarType::U16, 2, 1, kInteger},
    {ScalarType::U32, 4, 1, kInteger},
    {ScalarType::U64, 8, 1, kInteger},
    {ScalarType::Bool, 1, 1, kInteger},
    {ScalarType::F16, 2, 1, kF16},
    {ScalarType::BF16, 2, 1, kBf16},
    {ScalarType::F32, 4, 1, kF32},
    {ScalarType::F64, 8, 1, kF64},
    {ScalarType::F8E5M2, 1, 1, {5, 2, 15, FloatForm::Specials::Ieee}},
    {ScalarType::F8E4M3FN, 1, 1, {4, 3, 7, FloatForm::Specials::NanOnly}},
    {ScalarType::F8E5M2FNUZ, 1, 1, {5, 2, 16, FloatForm::Specials::Fnuz}},
    {ScalarType::F8E4M3FNUZ, 1, 1, {4, 3, 8, FloatForm::Specials::Fnuz}},
    {ScalarType::C32, 2, 2, kF16},
    {ScalarType::C64, 4, 2, kF32},
    {ScalarType::C128, 8, 2, kF64},
};

Bits maskOf(const TypeRow& row) { return row.bytes == 8 ? ~Bits{0} : (Bits{1} << (8 * row.bytes)) - 1; }

Wide decode(Bits bits, const TypeRow& row) {
    if (row.form.exponentBits > 0) return decodeFloat(bits, row.form);
    if (!row.isSigned) return static_cast<Wide>(bits);
    const int unused = 64 - 8 * row.bytes;
    return static_cast<Wide>(static_cast<std::int64_t>(bits << unused) >> unused);
}

/// Any bits of small types; of wide floats values whose squares can be added up in double, and some special ones.
Bits randomBits(const TypeRow& row, Random& random) {
    if (row.type == ScalarType::Bool) return random() % 2;
    const bool wide = row.form.exponentBits > 0 && row.bytes >= 4;
    if (!wide) return random() & maskOf(row);
    const Bits mantissa = random() & ((Bits{1} << row.form.mantissaBits) - 1);
    const Bits sign = (random() % 2) << (8 * row.bytes - 1);
    const Bits full = (Bits{1} << row.form.exponentBits) - 1;
    if (random() % 16 == 0) return sign | (random() % 2 == 0 ? full << row.form.mantissaBits : 0);
    if (row.bytes == 4 && random() % 16 == 0) return sign | mantissa;  // subnormal
    if (random() % 64 == 0) return sign | (full << row.form.mantissaBits) | mantissa;
    const auto exponent = static_cast<Bits>(row.form.bias - 10) + random() % 20;
    return sign | (exponent << row.form.mantissaBits) | mantissa;
}

/// The same, next to it, or anything.
Bits changed(Bits bits, const TypeRow& row, Random& random) {
    const auto choice = random() % 10;
    if (choice < 5) return bits;
    if (row.type == ScalarType::Bool || choice == 9) return randomBits(row, random);
    const Bits near = (bits + (random() % 2 == 0 ? 1 : maskOf(row))) & maskOf(row);
    const bool wide = row.form.exponentBits > 0 && row.bytes >= 4;
    // The squares of the least wide ones are no numbers in double.
    return wide && (decode(bits, row) == 0 || !std::isfinite(decode(near, row))) ? bits : near;
}

std::vector<std::int64_t> randomShape(Random& random) {
    std::vector<std::int64_t> shape(random() % 5);
    for (std::int64_t& size : shape) size = static_cast<std::int64_t>(random() % 20 == 0 ? 0 : 1 + random() % 7);
    if (shape.size() == 1 && random() % 2 == 0) shape.back() = static_cast<std::int64_t>(1000 + random() % 3000);
    return shape;
}

std::uint64_t countOf(std::span<const std::int64_t> shape) {
    std::uint64_t count = 1;
    for (const std::int64_t size : shape) count *= static_cast<std::uint64_t>(size);
    return count;
}

/// Values (row-major) laid out with axes in a random order, gaps between elements and an offset.
Tensor laidOut(const std::vector<Bits>& values, const TypeRow& row, const std::vector<std::int64_t>& shape, Random& random) {
    Tensor tensor;
    tensor.type = row.type;
    tensor.shape = shape;
    tensor.strides.resize(shape.size());
    std::vector<std::size_t> order(shape.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const bool plain = random() % 3 == 0;
    if (!plain) std::shuffle(order.begin(), order.end(), random);
    std::int64_t step = plain ? 1 : 1 + static_cast<std::int64_t>(random() % 3);
    for (auto axis = order.rbegin(); axis != order.rend(); ++axis) {
        tensor.strides[*axis] = step;
        step *= std::max<std::int64_t>(shape[*axis], 1);
        if (!plain && random() % 3 == 0) step += static_cast<std::int64_t>(random() % 3);
    }
    tensor.storageOffset = static_cast<std::int64_t>(random() % 5);
    tensor.bigEndian = random() % 4 == 0;
    const auto part = static_cast<std::size_t>(row.bytes), item = part * static_cast<std::size_t>(row.parts);
    std::vector<std::byte> bytes(item * static_cast<std::size_t>(tensor.storageOffset + step + 1));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    const std::size_t elements = values.size() / static_cast<std::size_t>(row.parts);
    for (std::size_t i = 0; i < elements; ++i) {
        std::int64_t at = tensor.storageOffset;
        std::size_t rest = i;
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            at += static_cast<std::int64_t>(rest % static_cast<std::size_t>(shape[axis])) * tensor.strides[axis];
            rest /= static_cast<std::size_t>(shape[axis]);
        }
        for (std::size_t p = 0; p < static_cast<std::size_t>(row.parts); ++p)
            for (std::size_t b = 0; b < part; ++b) {
                const std::size_t shift = 8 * (tensor.bigEndian ? part - 1 - b : b);
                bytes[static_cast<std::size_t>(at) * item + p * part + b] =
                    static_cast<std::byte>(values[i * static_cast<std::size_t>(row.parts) + p] >> shift);
            }
    }
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "values"));
    return tensor;
}

/// What the metrics are, written down as plainly as they are defined (core/tensor/comparison.h).
struct Naive {
    std::uint64_t count = 0, compared = 0, mismatched = 0, notFinite = 0, nanReference = 0, nanRuntime = 0, infReference = 0,
                  infRuntime = 0, signFlips = 0;
    Wide maxAbs = 0, maxRel = 0, l1 = 0, squares = 0, referenceSquares = 0, runtimeSquares = 0, product = 0;

    void add(std::complex<Wide> x, std::complex<Wide> y, const Tolerance& tolerance, bool complexValues) {
        ++count;
        const auto isNan = [](const auto& z) { return std::isnan(z.real()) || std::isnan(z.imag()); };
        const auto isInf = [&](const auto& z) { return !isNan(z) && (std::isinf(z.real()) || std::isinf(z.imag())); };
        nanReference += isNan(x) ? 1U : 0U;
        nanRuntime += isNan(y) ? 1U : 0U;
        infReference += isInf(x) ? 1U : 0U;
        infRuntime += isInf(y) ? 1U : 0U;
        if (isNan(x) || isNan(y) || isInf(x) || isInf(y)) {
            const bool equal = (isInf(x) && x == y) || (tolerance.equalNan && isNan(x) && isNan(y));
            mismatched += equal ? 0U : 1U;
            notFinite += equal ? 0U : 1U;
            return;
        }
        ++compared;
        const Wide d = std::abs(y - x), size = std::abs(x);
        maxAbs = std::max(maxAbs, d);
        if (size > 0) maxRel = std::max(maxRel, d / size);
        l1 += d;
        squares += d * d;
        referenceSquares += std::norm(x);
        runtimeSquares += std::norm(y);
        product += (x * std::conj(y)).real();
        mismatched += d == 0 || d <= tolerance.atol + tolerance.rtol * size ? 0U : 1U;
        if (!complexValues) signFlips += (x.real() > 0 && y.real() < 0) || (x.real() < 0 && y.real() > 0) ? 1U : 0U;
    }
};

bool near(double value, Wide expected) {
    const auto wanted = static_cast<double>(expected);
    if (std::isnan(wanted)) return std::isnan(value);
    if (std::isinf(wanted)) return value == wanted;
    return std::abs(value - wanted) <= 1e-6 * std::abs(wanted) + 1e-300;
}

}  // namespace

class TestComparisonDifferential : public QObject {
    Q_OBJECT
private slots:
    void everyType_data() {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(kTypes)); ++i) QTest::newRow(scalarTypeName(kTypes[i].type).c_str()) << i;
    }

    void everyType() {
        QFETCH(int, row);
        const TypeRow& type = kTypes[row];
        Random random(static_cast<std::uint64_t>(row) + 1);
        for (int round = 0; round < 150; ++round) {
            const auto shape = randomShape(random);
            std::vector<Bits> left(countOf(shape) * static_cast<std::size_t>(type.parts)), right;
            for (Bits& bits : left) bits = randomBits(type, random);
            for (const Bits bits : left) right.push_back(changed(bits, type, random));
            const Tensor reference = laidOut(left, type, shape, random), runtime = laidOut(right, type, shape, random);
            ComparisonOptions options;
            options.tolerance = {round % 3 == 0 ? 0.0 : 1e-3, round % 2 == 0 ? 0.0 : 0.25, round % 5 == 0};
            options.findAxisOrder = false;
            const auto result = compare(reference, runtime, options, {});
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            QVERIFY(result->metrics);
            Naive naive;
            for (std::size_t i = 0; i < countOf(shape); ++i) {
                const auto value = [&](const std::vector<Bits>& bits) {
                    const std::size_t at = i * static_cast<std::size_t>(type.parts);
                    return std::complex<Wide>(decode(bits[at], type), type.parts == 2 ? decode(bits[at + 1], type) : 0);
                };
                naive.add(value(left), value(right), options.tolerance, type.parts == 2);
            }
            verify(*result->metrics, naive, type, round);
            if (QTest::currentTestFailed()) return;
            std::uint64_t oneByOne = 0;
            for (std::size_t i = 0; i < countOf(shape); ++i) {
                const auto place = multiIndex(reference.shape, i);
                const auto ours = elementAt(reference, place), theirs = elementAt(runtime, place);
                QVERIFY(ours && theirs);
                oneByOne += isMismatch(*ours, *theirs, options.tolerance) ? 1U : 0U;
            }
            QCOMPARE(oneByOne, result->metrics->mismatched);
            QCOMPARE(result->state, naive.mismatched == 0 ? ComparisonState::Match : ComparisonState::Differ);
        }
    }

private:
    static void verify(const Metrics& m, const Naive& n, const TypeRow& type, int round) {
        const std::string where = " in round " + std::to_string(round);
        const auto same = [&](const char* name, std::uint64_t value, std::uint64_t expected) {
            QVERIFY2(value == expected,
                     (name + where + ": " + std::to_string(value) + ", not " + std::to_string(expected)).c_str());
        };
        const auto close = [&](const char* name, double value, Wide expected) {
            QVERIFY2(near(value, expected),
                     (name + where + ": " + std::to_string(value) + ", not " + std::to_string(expected)).c_str());
        };
        same("count", m.count, n.count);
        same("compared", m.compared, n.compared);
        same("mismatched", m.mismatched, n.mismatched);
        same("notFinite", m.notFinite, n.notFinite);
        same("nanReference", m.nanReference, n.nanReference);
        same("nanRuntime", m.nanRuntime, n.nanRuntime);
        same("infReference", m.infReference, n.infReference);
        same("infRuntime", m.infRuntime, n.infRuntime);
        if (type.parts == 1) same("signFlips", m.signFlips, n.signFlips);
        close("maxAbs", m.maxAbs, n.maxAbs);
        close("maxRel", m.maxRel, n.maxRel);
        close("l1", m.l1, n.l1);
        constexpr Wide kNan = std::numeric_limits<Wide>::quiet_NaN();
        const auto compared = static_cast<Wide>(n.compared);
        close("meanAbs", m.meanAbs, n.compared > 0 ? n.l1 / compared : kNan);
        close("mse", m.mse, n.compared > 0 ? n.squares / compared : kNan);
        if (n.squares > 0 && n.referenceSquares > 0) {
            const Wide snr = 10 * std::log10(n.referenceSquares / n.squares);
            QVERIFY2(std::abs(m.snrDb - static_cast<double>(snr)) <= 1e-6 * std::abs(static_cast<double>(snr)) + 1e-9,
                     ("snrDb" + where).c_str());
        }
        if (n.referenceSquares > 0 && n.runtimeSquares > 0) {
            const Wide cosine = n.product / (std::sqrt(n.referenceSquares) * std::sqrt(n.runtimeSquares));
            QVERIFY2(std::abs(m.cosine - static_cast<double>(cosine)) <= 2e-6, ("cosine" + where).c_str());
        }
    }
};

ETSCOPE_TEST(TestComparisonDifferential)
#include "test_comparison_differential.moc"
