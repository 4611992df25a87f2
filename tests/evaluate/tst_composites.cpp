// Operators that exported graphs hold in one piece, against what torch gives: recurrent layers, einsum, norms of vectors, parts.
#include <QtTest>

#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::evaluate;

namespace {

struct CompositeRoom {
    JobContext job;
    std::shared_ptr<Memory> memory = std::make_shared<Memory>(std::uint64_t{1} << 30U);
    Context context{memory, job};

    Array doubles(const Dims& shape, const std::vector<double>& values) const {
        Array out = context.make(ScalarType::F64, shape);
        storeDoubles(out.stored, values.data(), values.size(), out.storage->data());
        return out;
    }
};

Values computeComposite(const CompositeRoom& room, const char* target, std::vector<NamedValue> arguments) {
    auto results = apply(*findOperator(target), room.context, std::move(arguments));
    if (!results) qFatal("%s: %s", target, results.error().message.c_str());
    return *std::move(results);
}

void compare(const Value& value, const std::vector<double>& wanted) {
    QVERIFY(value.array() != nullptr);
    const std::vector<double> given = doublesOf(*value.array());
    QCOMPARE(given.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) QVERIFY(std::abs(given[i] - wanted[i]) <= 1e-15 * (1 + std::abs(wanted[i])));
}

/// Of a cell with one element of state and two of input; the first `gates` of it.
Values weights(const CompositeRoom& room, std::size_t gates) {
    const std::vector<double> ofInput{.5, -.25, 1, .125, -.75, .5, .25, 1}, ofState{.5, -1, .25, .75}, bias{.1, .2, -.1, .3},
        stateBias{.05, -.05, .15, 0};
    const auto first = [](const std::vector<double>& all, std::size_t n) {
        return std::vector<double>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
    };
    const auto rows = static_cast<std::int64_t>(gates);
    return {room.doubles({rows, 2}, first(ofInput, 2 * gates)), room.doubles({rows, 1}, first(ofState, gates)),
            room.doubles({rows}, first(bias, gates)), room.doubles({rows}, first(stateBias, gates))};
}

std::vector<NamedValue> asked(Value input, Value state, Values params, bool bidirectional, bool batchFirst) {
    return {{"input", std::move(input)},
            {"hx", std::move(state)},
            {"params", std::move(params)},
            {"has_biases", true},
            {"num_layers", std::int64_t{1}},
            {"dropout", 0.0},
            {"train", false},
            {"bidirectional", bidirectional},
            {"batch_first", batchFirst}};
}

}  // namespace

class TestComposites : public QObject {
    Q_OBJECT
    CompositeRoom m_room;

private slots:
    void recurrentLayers() {
        const Array input = m_room.doubles({2, 1, 2}, {1, -2, .5, 3}), state = m_room.doubles({1, 1, 1}, {.25});
        const Values lstm =
            computeComposite(m_room, "aten.lstm.input",
                             asked(input, Values{state, m_room.doubles({1, 1, 1}, {-.5})}, weights(m_room, 4), false, false));
        compare(lstm[0], {-0.17269128200587106, -0.4381966532665572});
        compare(lstm[1], {-0.4381966532665572});
        compare(lstm[2], {-0.4902715434953286});
        Values both = weights(m_room, 3);
        for (const Value& one : weights(m_room, 3)) both.push_back(one);
        const Values gru = computeComposite(m_room, "aten.gru.input",
                                            asked(input, m_room.doubles({2, 1, 1}, {.25, .5}), std::move(both), true, false));
        compare(gru[0], {-0.15588255961555098, -0.044026416872382845, 0.06606755564074218, 0.618794177163511});
        compare(gru[1], {0.06606755564074218, -0.044026416872382845});
        const Array batched = m_room.doubles({1, 2, 2}, {1, -2, .5, 3});
        const Values plain =
            computeComposite(m_room, "aten.rnn_tanh.input", asked(batched, state, weights(m_room, 1), false, true));
        compare(plain[0], {0.8551470292769646, 0.07741828485059778});
    }

    void recurrentLayersRefuseOtherWeights() {
        const Array input = m_room.doubles({2, 1, 2}, {1, -2, .5, 3}), state = m_room.doubles({1, 1, 1}, {.25});
        const auto refused = [&](std::vector<NamedValue> arguments) {
            return !apply(*findOperator("aten.gru.input"), m_room.context, std::move(arguments));
        };
        QVERIFY(refused(asked(input, state, weights(m_room, 4), false, false)));
        QVERIFY(refused(asked(input, m_room.doubles({1, 1, 2}, {.25, 1}), weights(m_room, 3), false, false)));
        QVERIFY(refused(asked(m_room.doubles({0, 1, 2}, {}), state, weights(m_room, 3), false, false)));
        QVERIFY(refused(asked(input, state, weights(m_room, 3), true, false)));
    }

    void einsum() {
        const Array a = m_room.doubles({2, 3}, {-2, -1, 0, 1, 2, 3});
        const Array b = m_room.doubles({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
        const auto sum = [&](const char* equation, Values tensors) {
            return computeComposite(m_room, "aten.einsum.default",
                                    {{"equation", std::string(equation)}, {"tensors", std::move(tensors)}})
                .front();
        };
        const Value product = sum("ij,jk->ki", {a, b});
        QCOMPARE(product.array()->shape, (Dims{4, 2}));
        compare(product, {-4, 32, -7, 38, -10, 44, -13, 50});
        compare(sum("ij, ij -> i", {a, a}), {5, 14});
        compare(sum("ij->j", {a}), {-1, 1, 3});
        QVERIFY(!apply(*findOperator("aten.einsum.default"), m_room.context,
                       {{"equation", std::string("ii->i")}, {"tensors", Values{a}}}));
    }

    void normsOfVectors() {
        const Array a = m_room.doubles({2, 3}, {-2, -1, 0, 1, 2, 3});
        const auto norm = [&](Value order, Value dim) {
            return computeComposite(m_room, "aten.linalg_vector_norm.default",
                                    {{"self", a}, {"ord", std::move(order)}, {"dim", std::move(dim)}})
                .front();
        };
        const Value rows = Values{std::int64_t{1}};
        compare(norm(2.0, Nothing{}), {4.358898943540674});
        compare(norm(3.0, rows), {2.080083823051904, 3.3019272488946263});
        compare(norm(HUGE_VAL, rows), {2, 3});
        compare(norm(std::int64_t{0}, rows), {2, 3});
        compare(norm(1.0, rows), {3, 6});
    }

    void parts() {
        const Array a = m_room.doubles({5}, {0, 1, 2, 3, 4});
        const Values even = computeComposite(m_room, "aten.tensor_split.sections", {{"self", a}, {"sections", std::int64_t{3}}});
        const Values& list = *even.front().list();
        QCOMPARE(list.size(), std::size_t{3});
        compare(list[0], {0, 1});
        compare(list[2], {4});
    }
};

ETSCOPE_TEST(TestComposites)
#include "tst_composites.moc"
