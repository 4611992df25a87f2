// What lies in the memory of a running method: views, moves, values written over.
#include <QtTest>

#include "evaluate/reading.h"
#include "replay/plan_memory.h"
#include "support/test_case.h"

using namespace etscope;
using replay::Content;

namespace {

/// f32 tensors of these sizes at these offsets of one memory.
program::ExecutionPlan planOf(const std::vector<std::pair<std::vector<std::int32_t>, std::uint64_t>>& tensors) {
    program::ExecutionPlan plan;
    for (const auto& [sizes, offset] : tensors) {
        program::TensorInfo info;
        info.scalarType = ScalarType::F32;
        info.sizes = sizes;
        for (std::size_t d = 0; d < sizes.size(); ++d) info.dimOrder.push_back(static_cast<std::uint8_t>(d));
        info.allocation = program::Allocation{1, offset};
        plan.values.emplace_back(program::TensorValue{static_cast<std::uint32_t>(plan.tensors.size())});
        plan.tensors.push_back(std::move(info));
    }
    return plan;
}

evaluate::Array arrayOf(const std::vector<std::int64_t>& shape, const std::vector<float>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = shape;
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "values"));
    return *evaluate::borrowed(tensor, std::make_shared<evaluate::Memory>(1U << 20U));
}

std::vector<double> numbers(const std::optional<evaluate::Array>& array) {
    return array ? *evaluate::readDoubles(*array) : std::vector<double>{};
}

}  // namespace

class TestPlanMemory : public QObject {
    Q_OBJECT
private slots:
    void nothingWritten() {
        const auto plan = planOf({{{2}, 0}});
        const replay::PlanMemory memory(plan);
        QVERIFY(!memory.touched(0));
        const auto seen = memory.read(0);
        QVERIFY(!seen.array && !seen.unknown.empty());
        QVERIFY(!memory.read(7).array);
    }

    /// Many runs hold no more than one does.
    void forgetsWhatNobodyReads() {
        const auto plan = planOf({{{2}, 0}, {{2}, 0}, {{2}, 8}});
        replay::PlanMemory memory(plan);
        memory.write(2, {arrayOf({2}, {3, 4}), 0});
        std::weak_ptr<evaluate::Storage> first;
        for (float i = 0; i < 100; ++i) {
            const evaluate::Array array = arrayOf({2}, {i, -i});
            if (i == 0) first = array.storage;
            memory.write(0, {array, 1});
        }
        QVERIFY(first.expired());
        memory.write(1, {arrayOf({2}, {5, 6}), 2});
        const auto seen = memory.read(0);
        QVERIFY(seen.found != nullptr && seen.given != nullptr);
        QCOMPARE(seen.found->value, 1);
        QCOMPARE(numbers(seen.given->array), (std::vector<double>{99, -99}));
        QCOMPARE(numbers(memory.read(1).array), (std::vector<double>{5, 6}));
        QCOMPARE(numbers(memory.read(2).array), (std::vector<double>{3, 4}));
    }

    void readsWhatWasGiven() {
        const auto plan = planOf({{{2}, 0}, {{2}, 8}});
        replay::PlanMemory memory(plan);
        memory.write(0, {arrayOf({2}, {1, 2}), 0});
        memory.write(1, {arrayOf({2}, {3, 4}), 1});
        QCOMPARE(numbers(memory.read(0).array), (std::vector<double>{1, 2}));
        QCOMPARE(numbers(memory.read(1).array), (std::vector<double>{3, 4}));
        QVERIFY(memory.read(0).given == nullptr);
    }

    /// A view that the program leaves out lies where its operand was written.
    void elidedView() {
        const auto plan = planOf({{{2, 3}, 0}, {{3, 2}, 0}});
        replay::PlanMemory memory(plan);
        memory.write(0, {arrayOf({2, 3}, {1, 2, 3, 4, 5, 6}), 4});
        const auto seen = memory.read(1);
        QVERIFY(seen.array);
        QCOMPARE(seen.array->shape, (evaluate::Dims{3, 2}));
        QCOMPARE(numbers(seen.array), (std::vector<double>{1, 2, 3, 4, 5, 6}));
        QCOMPARE(seen.found->writer, std::int64_t{4});
    }

    void writtenOver() {
        const auto plan = planOf({{{2}, 0}, {{2}, 0}});
        replay::PlanMemory memory(plan);
        memory.write(0, {arrayOf({2}, {1, 2}), 3});
        memory.write(1, {arrayOf({2}, {7, 8}), 5});
        const auto seen = memory.read(0);
        QCOMPARE(numbers(seen.array), (std::vector<double>{7, 8}));
        QVERIFY(seen.given != nullptr);
        QCOMPARE(numbers(seen.given->array), (std::vector<double>{1, 2}));
        QCOMPARE(seen.found->writer, std::int64_t{5});
        QCOMPARE(seen.given->writer, std::int64_t{3});
    }

    void partlyWrittenOver() {
        const auto plan = planOf({{{4}, 0}, {{2}, 8}});
        replay::PlanMemory memory(plan);
        memory.write(0, {arrayOf({4}, {1, 2, 3, 4}), 0});
        memory.write(1, {arrayOf({2}, {5, 6}), 1});
        const auto seen = memory.read(0);
        QVERIFY(!seen.array && !seen.unknown.empty());
        QCOMPARE(numbers(seen.given->array), (std::vector<double>{1, 2, 3, 4}));
    }

    void notLogged() {
        const auto plan = planOf({{{2}, 0}, {{2}, 0}});
        replay::PlanMemory memory(plan);
        memory.write(0, {arrayOf({2}, {1, 2}), 0});
        memory.write(1, {std::nullopt, 1});
        const auto seen = memory.read(0);
        QVERIFY(!seen.array);
        QVERIFY2(seen.unknown.text().find("instruction 1") != std::string::npos, seen.unknown.text().c_str());
    }

    /// A move takes the memory along: what is written over the first is written over the second.
    void moved() {
        const auto plan = planOf({{{2}, 0}, {{2}, 64}, {{2}, 0}});
        replay::PlanMemory memory(plan);
        memory.write(0, {arrayOf({2}, {1, 2}), 0});
        memory.alias(0, 1);
        QCOMPARE(numbers(memory.read(1).array), (std::vector<double>{1, 2}));
        memory.write(2, {arrayOf({2}, {9, 9}), 2});
        QCOMPARE(numbers(memory.read(1).array), (std::vector<double>{9, 9}));
        QCOMPARE(numbers(memory.read(1).given->array), (std::vector<double>{1, 2}));
    }

    void viewWithSizes() {
        const auto plan = planOf({{{6}, 0}, {{6}, 64}});
        replay::PlanMemory memory(plan);
        memory.write(0, {arrayOf({6}, {1, 2, 3, 4, 5, 6}), 0});
        memory.view(0, 1, evaluate::Dims{2, 3});
        QCOMPARE(memory.read(1).array->shape, (evaluate::Dims{2, 3}));
    }

    /// The elements are those of the other value, but in what sizes is not known.
    void viewWithoutSizes() {
        const auto plan = planOf({{{6}, 0}, {{6}, 64}});
        replay::PlanMemory memory(plan);
        memory.write(0, {arrayOf({6}, {1, 2, 3, 4, 5, 6}), 4});
        memory.view(0, 1, std::nullopt);
        const auto seen = memory.read(1);
        QVERIFY(!seen.array);
        QCOMPARE(seen.unknown.text(), std::string("the sizes of v1 are not known"));
        QCOMPARE(seen.found->writer, 4);
    }

    /// 3 · 6148914691236517206 is 2 modulo 2^64.
    void sizesThatWrap() {
        const auto plan = planOf({{{2}, 0}, {{2}, 64}});
        replay::PlanMemory memory(plan);
        memory.write(0, {arrayOf({2}, {1, 2}), 0});
        for (const evaluate::Dims& shape : {evaluate::Dims{3, 6148914691236517206}, evaluate::Dims{-1, -2}, evaluate::Dims{4}}) {
            memory.view(0, 1, shape);
            QVERIFY(!memory.read(1).array && !memory.read(1).unknown.empty());
        }
    }

    /// Sizes of a plan are upper bounds.
    void smallerThanPlanned() {
        const auto plan = planOf({{{4}, 0}, {{2}, 8}});
        replay::PlanMemory memory(plan);
        memory.write(0, {arrayOf({2}, {1, 2}), 0});
        memory.write(1, {arrayOf({2}, {5, 6}), 1});
        QCOMPARE(numbers(memory.read(0).array), (std::vector<double>{1, 2}));
    }
};

ETSCOPE_TEST(TestPlanMemory)
#include "tst_plan_memory.moc"
