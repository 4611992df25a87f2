// Choices of tokens: hand-made rows with known answers, plain loops in long double, and rows without a distribution.
#include <QTest>
#include <cmath>
#include <cstring>
#include <random>

#include "support/test_case.h"
#include "tokens/output_tokens.h"

using namespace etscope;
using namespace etscope::tokens;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
using Values = std::vector<double>;

tensor::Tensor tensorOf(std::vector<std::int64_t> shape, const Values& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(double));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    tensor::Tensor tensor;
    tensor.type = ScalarType::F64;
    tensor.shape = std::move(shape);
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "values"));
    return tensor;
}

TokenChoices choicesOf(std::vector<std::int64_t> shape, const Values& reference, const Values& runtime) {
    const auto made = tokenChoices(tensorOf(shape, reference), tensorOf(shape, runtime), {}, {});
    if (!made) qFatal("%s", made.error().message.c_str());
    return *made;
}

std::vector<long double> softmax(const Values& row) {
    long double sum = 0;
    for (const double v : row) sum += std::exp(static_cast<long double>(v));
    std::vector<long double> made;
    for (const double v : row) made.push_back(std::exp(static_cast<long double>(v)) / sum);
    return made;
}

bool near(double found, long double wanted) { return std::abs(found - static_cast<double>(wanted)) <= 1e-12; }

}  // namespace

class TestTokenChoices : public QObject {
    Q_OBJECT
private slots:
    void choices() {
        const TokenChoices made = choicesOf({1, 2, 4}, {1, 3, 2, 0, 5, 1, 4.5, 2}, {1, 3.25, 2, 0, 4, 1, 4.75, 2});
        QCOMPARE(made.columns, 4);
        QCOMPARE(made.positions.size(), 2U);
        QCOMPARE(made.agreeing, 1U);
        QCOMPARE(*made.firstDifferent, 1U);
        const Position &first = made.positions[0], &second = made.positions[1];
        QCOMPARE(first.reference.token, 1);
        QCOMPARE(first.runtime.token, 1);
        QCOMPARE(first.reference.lead, 1.0);
        QCOMPARE(first.maxAbs, 0.25);
        QCOMPARE(first.maxAbsAt, 1);
        QCOMPARE(second.reference.token, 0);
        QCOMPARE(second.runtime.token, 2);
        QCOMPARE(second.reference.lead, 0.5);
        QCOMPARE(second.shared[0], 4U);  // fewer columns than 5
        QCOMPARE(made.worstDivergence, 1U);
        QVERIFY(near(made.meanDivergence, (first.divergence + second.divergence) / 2));
    }

    /// Of the tokens that came, within each sequence.
    void perplexity() {
        const Values row{1, 2, 3, 0};
        Values logits;
        for (int i = 0; i < 4; ++i) logits.insert(logits.end(), row.begin(), row.end());
        const tensor::Tensor both = tensorOf({2, 2, 4}, logits);
        const std::vector<std::int64_t> fed{0, 2, 1, 3};
        const auto made = tokenChoices(both, both, fed, {});
        QVERIFY(bool(made));
        QCOMPARE(made->followed, 2U);
        const auto p = softmax(row);
        QVERIFY(near(made->referencePerplexity, std::exp(-(std::log(p[2]) + std::log(p[3])) / 2)));
        QCOMPARE(made->runtimePerplexity, made->referencePerplexity);
        const auto none = tokenChoices(both, both, {}, {});
        QVERIFY(none && none->followed == 0 && std::isnan(none->referencePerplexity));
    }

    void againstTheDefinition() {
        std::mt19937 random(7);
        std::normal_distribution<double> normal(0, 3);
        constexpr std::size_t kColumns = 97, kRows = 20;
        Values reference, runtime;
        for (std::size_t i = 0; i < kRows * kColumns; ++i) {
            reference.push_back(normal(random));
            runtime.push_back(reference.back() + 0.1 * normal(random));
        }
        const TokenChoices made = choicesOf({kRows, kColumns}, reference, runtime);
        for (std::size_t row = 0; row < kRows; ++row) {
            const auto begin = static_cast<std::ptrdiff_t>(row * kColumns);
            const Values x(reference.begin() + begin, reference.begin() + begin + kColumns);
            const Values y(runtime.begin() + begin, runtime.begin() + begin + kColumns);
            const auto p = softmax(x), q = softmax(y);
            long double divergence = 0, entropy = 0;
            for (std::size_t i = 0; i < kColumns; ++i) divergence += p[i] * std::log(p[i] / q[i]), entropy -= p[i] * std::log(p[i]);
            const Position& position = made.positions[row];
            QVERIFY(near(position.divergence, divergence) && near(position.reference.entropy, entropy));
            const auto best = static_cast<std::size_t>(std::ranges::max_element(x) - x.begin());
            QCOMPARE(position.reference.token, static_cast<std::int64_t>(best));
            QVERIFY(near(position.reference.probability, p[best]));

            const auto detail =
                positionDetail(tensorOf({kRows, kColumns}, reference), tensorOf({kRows, kColumns}, runtime), row, 10, {});
            QVERIFY(detail && detail->reference.size() == 10 && detail->runtime.size() == 10);
            long double rest = 1;
            std::size_t shared = 0;
            for (const Candidate& one : detail->reference) {
                const auto token = static_cast<std::size_t>(one.token);
                QVERIFY(near(one.probability, p[token]) && near(one.otherProbability, q[token]) && one.otherLogit == y[token]);
                QCOMPARE(one.otherRank, std::ranges::count_if(y, [&](double v) { return v > y[token]; }));
                shared += one.otherRank < 10 ? 1 : 0;
                rest -= p[token];
            }
            QVERIFY(std::ranges::is_sorted(detail->reference, std::greater<>(), &Candidate::logit));
            QVERIFY(near(detail->referenceRest, rest));
            QCOMPARE(position.shared[1], shared);
        }
    }

    /// As numpy.argmax takes them: the first of equal ones, NaN before everything.
    void equalAndMissingNumbers() {
        const TokenChoices made =
            choicesOf({3, 3}, {2, 2, 1, 0, kNan, 5, -kInfinity, 0, -kInfinity}, {1, 2, 2, 0, 1, 5, -kInfinity, 0, 1});
        QCOMPARE(made.positions[0].reference.token, 0);
        QCOMPARE(made.positions[0].runtime.token, 1);
        QCOMPARE(made.positions[1].reference.token, 1);
        QVERIFY(std::isnan(made.positions[1].divergence) && std::isnan(made.positions[1].reference.entropy));
        QCOMPARE(made.positions[1].notFinite, 1U);
        QCOMPARE(made.positions[2].notFinite, 1U);  // −∞ on both sides is the same
        QVERIFY(near(made.positions[2].reference.entropy, 0) && near(made.positions[2].reference.probability, 1));
        QVERIFY(std::isnan(made.meanDivergence));
        QCOMPARE(made.worstDivergence, 1U);
    }

    /// Of the sample: the decoder's output is as wide as the metadata's vocabulary, the encoder's is not.
    void ofASession() {
        const auto session = session::Session::open({ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm"}, {}, {});
        QVERIFY(session);
        const auto pairs = compare::pairOutputs(*session, {});
        QVERIFY(pairs);
        int over = 0;
        for (const compare::OutputPair& pair : *pairs) {
            const auto sides = tokenSides(**session, pair, {});
            QVERIFY(sides);
            QCOMPARE(sides->has_value(), pair.method == "text_decoder" && pair.runtime && pair.reference);
            if (!*sides) continue;
            const auto made = outputTokens(**session, pair, **sides, {});
            QVERIFY(made);
            ++over;
            QCOMPARE((*made)->of.vocabulary.evidence, "get_vocab_size is 32");
            QCOMPARE((*made)->choices.columns, 32);
        }
        QCOMPARE(over, 3);
    }

    void refused() {
        const tensor::Tensor four = tensorOf({4}, {1, 2, 3, 4}), two = tensorOf({2}, {1, 2});
        const auto shapes = tokenChoices(four, two, {}, {});
        QCOMPARE(shapes.error().code, "tokens-shape");
        const auto beyond = positionDetail(four, four, 1, 5, {});
        QCOMPARE(beyond.error().code, "tensor-index");
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = tokenChoices(four, four, {}, {stop.get_token(), {}});
        QCOMPARE(stopped.error().code, "cancelled");
        tensor::Tensor expanded = tensorOf({1, 2}, {1, 2});  // one row, again and again
        expanded.shape = {std::int64_t{1} << 30, 2};
        expanded.strides = {0, 1};
        const auto endless = tokenChoices(expanded, expanded, {}, {});
        QCOMPARE(endless.error().code, "limit-exceeded");
        const TokenChoices none = choicesOf({0, 4}, {}, {});
        QVERIFY(none.positions.empty() && !none.firstDifferent);
    }
};

ETSCOPE_TEST(TestTokenChoices)
#include "tst_token_choices.moc"
