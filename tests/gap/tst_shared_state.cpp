// State that methods share: which values, what runs of different methods hand to one another.
#include <QtTest>

#include "evaluate/reading.h"
#include "replay/shared_state.h"
#include "support/test_case.h"

using namespace etscope;
using program::ExecutionPlan;
using replay::PlanMemory;
using replay::SharedState;

namespace {

struct Planned {
    std::uint32_t memoryId;
    std::uint64_t offset;
    std::vector<std::int32_t> sizes;
    ScalarType type = ScalarType::F32;
};

ExecutionPlan planOf(const std::string& name, const std::vector<Planned>& tensors, std::vector<std::int64_t> bufferSizes) {
    ExecutionPlan plan;
    plan.name = name;
    plan.bufferSizes = std::move(bufferSizes);
    for (const Planned& one : tensors) {
        program::TensorInfo info;
        info.scalarType = one.type;
        info.sizes = one.sizes;
        for (std::size_t d = 0; d < one.sizes.size(); ++d) info.dimOrder.push_back(static_cast<std::uint8_t>(d));
        info.allocation = program::Allocation{one.memoryId, one.offset};
        plan.values.emplace_back(program::TensorValue{static_cast<std::uint32_t>(plan.tensors.size())});
        plan.tensors.push_back(std::move(info));
    }
    return plan;
}

evaluate::Array arrayOf(const std::vector<float>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = {static_cast<std::int64_t>(values.size())};
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "values"));
    return *evaluate::borrowed(tensor, std::make_shared<evaluate::Memory>(1U << 20U));
}

std::vector<double> numbers(const PlanMemory& memory, program::ValueIndex value) {
    const auto array = memory.read(value).array;
    return array ? *evaluate::readDoubles(*array) : std::vector<double>{};
}

/// A method that writes a cache, one that reads it (by two values), and one with memory of its own.
std::vector<ExecutionPlan> cachePlans() {
    return {planOf("write", {{1, 0, {2}}, {2, 16, {2}}}, {0, 64, 32}), planOf("read", {{2, 16, {2}}, {2, 16, {2}}}, {0, 16, 32}),
            planOf("other", {{1, 0, {2}}}, {0, 64})};
}

}  // namespace

class TestSharedState : public QObject {
    Q_OBJECT
private slots:
    void whatIsShared_data() {
        QTest::addColumn<int>("change");
        QTest::addColumn<bool>("shared");
        const char* names[] = {"same place",  "another offset", "another size",     "another type", "a memory of another size",
                               "activations", "an input",       "a device's memory"};
        for (int i = 0; i < 8; ++i) QTest::newRow(names[i]) << i << (i == 0);
    }
    void whatIsShared() {
        QFETCH(int, change);
        QFETCH(bool, shared);
        Planned cache{2, 16, {2}};
        std::vector<std::int64_t> sizes{0, 16, 32};
        if (change == 1) cache.offset = 0;
        if (change == 2) cache.sizes = {1};
        if (change == 3) cache.type = ScalarType::I32;
        if (change == 4) sizes[2] = 64;
        if (change == 5) cache.memoryId = 1;
        std::vector<ExecutionPlan> plans{cachePlans()[0], planOf("read", {cache}, sizes)};
        if (change == 6) plans[1].inputs = {0};
        if (change == 7) plans[1].bufferDevices.push_back({2, {}});
        const SharedState state(plans);
        QCOMPARE(!state.shared(plans[1]).empty(), shared);
        QCOMPARE(!state.sharers(plans[0]).empty(), shared);
    }

    void theLastRunOfAnyMethodCounts() {
        const auto plans = cachePlans();
        SharedState state(plans);
        QCOMPARE(state.sharers(plans[0]), std::vector<const ExecutionPlan*>{&plans[1]});
        QVERIFY(state.sharers(plans[2]).empty());
        PlanMemory writer(plans[0]), reader(plans[1]);
        state.enter(plans[1], reader);
        QVERIFY(!reader.touched(0));  // nobody wrote it
        writer.write(1, {arrayOf({1, 2}), 4});
        state.leave(plans[0], writer);
        state.enter(plans[1], reader);
        QCOMPARE(numbers(reader, 0), (std::vector<double>{1, 2}));
        QCOMPARE(numbers(reader, 1), (std::vector<double>{1, 2}));
        QVERIFY(reader.read(1).given == nullptr);  // nothing was overwritten
        QCOMPARE(reader.read(0).found->writer, -1);
        reader.write(1, {arrayOf({3, 4}), 7});
        state.leave(plans[1], reader);
        state.enter(plans[0], writer);
        QCOMPARE(numbers(writer, 1), (std::vector<double>{3, 4}));
    }

    void whatWasNotLoggedIsUnknown() {
        const auto plans = cachePlans();
        SharedState state(plans);
        PlanMemory writer(plans[0]), reader(plans[1]);
        reader.write(0, {arrayOf({1, 2}), 3});
        state.leave(plans[1], reader);
        writer.write(1, {std::nullopt, 4});
        state.leave(plans[0], writer);
        state.enter(plans[1], reader);
        QVERIFY(!reader.read(0).array);
        QCOMPARE(reader.read(0).unknown.text(), "what an earlier run left in v0 is not known");
    }

    void aRunOfNobodyMakesItUnknown() {
        const auto plans = cachePlans();
        SharedState state(plans);
        PlanMemory writer(plans[0]);
        writer.write(1, {arrayOf({1, 2}), 4});
        state.leave(plans[0], writer);
        state.forget();
        state.enter(plans[0], writer);
        QVERIFY(!writer.read(1).array);
    }
};

ETSCOPE_TEST(TestSharedState)
#include "tst_shared_state.moc"
