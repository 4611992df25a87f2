// Lifetimes, peaks and overlaps on plans made for them.
#include <QtTest>

#include "program/memory_plan.h"
#include "program/program.h"
#include "program/program_builder.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::program;
using test::ProgramBuilder;

class TestMemoryPlan : public QObject {
    Q_OBJECT
private slots:
    void oneAddition();
    void listsCountTheirMembers();
    void loopsWidenWhatOutlivesAnIteration();
    void movesKeepTheirSource();
    void stateLivesThroughout();
    void sharedBytesCountOnce();
    void suspiciousOverlap();
    void devicesAndUpperBounds();
    void cancelled();
};

namespace {

ExecutionPlan planOf(ProgramBuilder& builder) {
    Diagnostics diagnostics;
    const auto program = Program::open(test::inMemory(builder.bytes()), diagnostics);
    return (*program)->plans().front();
}

QString span(const std::vector<Lifetime>& lives, std::size_t value) {
    return lives[value].used() ? QString("%1..%2").arg(lives[value].first).arg(lives[value].last) : QString("unused");
}

}  // namespace

void TestMemoryPlan::oneAddition() {
    ProgramBuilder builder;
    const auto memory = memoryPlan(planOf(builder));
    QCOMPARE(memory->buffers.size(), std::size_t{1});
    QCOMPARE(memory->buffers[0].bytes, std::int64_t{96});
    QCOMPARE(memory->tensors.size(), std::size_t{3});
    QCOMPARE(memory->tensors[0].firstUse, std::int64_t{-1});
    QCOMPARE(memory->tensors[0].lastUse, std::int64_t{0});
    QCOMPARE(memory->tensors[2].firstUse, std::int64_t{0});
    QCOMPARE(memory->tensors[2].lastUse, std::int64_t{1});
    QCOMPARE(memory->tensors[2].bytes, std::uint64_t{24});
    QCOMPARE(memory->tensors[2].reserved, std::uint64_t{32});
    QCOMPARE(memory->peaks.size(), std::size_t{1});
    QCOMPARE(memory->peaks[0].bytes, std::uint64_t{96});
    QCOMPARE(memory->peaks[0].end, std::uint64_t{88});
    QCOMPARE(memory->peaks[0].atInstruction, std::int64_t{0});
    QCOMPARE(memory->peaks[0].live, (std::vector<ValueIndex>{0, 1, 2}));
    QCOMPARE(memory->peaks[0].levels, (std::vector<MemoryLevel>{{-1, 64}, {0, 96}, {1, 32}, {2, 0}}));
    QVERIFY(memory->overlaps.empty());
}

void TestMemoryPlan::listsCountTheirMembers() {
    ProgramBuilder builder;
    test::wire::TensorListT list;
    list.items = {0, 1};
    test::wire::KernelTypesUnion value;
    value.Set(std::move(list));
    test::addValue(builder.plan(), std::move(value));
    test::addInstruction(builder.plan(), test::kernelCall(0, {4, 2, 2}));
    QCOMPARE(span(lifetimes(planOf(builder)), 1), QString("-1..1"));
}

// 0: body writes 4 from 0; 1: body reads 4; 2: reads 5 and writes 6; 3: jumps back.
void TestMemoryPlan::loopsWidenWhatOutlivesAnIteration() {
    ProgramBuilder builder;
    auto& plan = builder.plan();
    plan.chains[0]->instructions.clear();
    plan.non_const_buffer_sizes = {0, 1000};
    for (std::uint32_t i = 4; i <= 6; ++i) test::addValue(plan, test::tensorValue({2, 3}, 1, 32 * i));
    test::addValue(plan, test::boolValue(true));
    test::addInstruction(plan, test::kernelCall(0, {0, 4, 4}));
    test::addInstruction(plan, test::kernelCall(0, {4, 2, 2}));
    test::addInstruction(plan, test::kernelCall(0, {5, 6, 6}));
    test::addInstruction(plan, test::jumpFalse(7, 0));
    test::addInstruction(plan, test::kernelCall(0, {6, 2, 2}));
    const auto lives = lifetimes(planOf(builder));
    QCOMPARE(span(lives, 0), QString("-1..3"));  // an input that every iteration reads
    QCOMPARE(span(lives, 1), QString("-1..-1"));
    QCOMPARE(span(lives, 4), QString("0..1"));  // written before it is read: local to an iteration
    QCOMPARE(span(lives, 5), QString("0..3"));  // read first: carried over
    QCOMPARE(span(lives, 6), QString("0..4"));  // used behind the loop
}

void TestMemoryPlan::movesKeepTheirSource() {
    ProgramBuilder builder;
    auto& plan = builder.plan();
    test::addValue(plan, test::tensorValue({2, 3}, 1, 0));
    test::addInstruction(plan, test::moveCall(2, 4));
    test::addInstruction(plan, test::kernelCall(0, {0, 1, 3, 1, 1}));
    test::addInstruction(plan, test::kernelCall(0, {4, 1, 3, 1, 1}));
    plan.outputs = {1};
    QCOMPARE(span(lifetimes(planOf(builder)), 2), QString("0..3"));
}

void TestMemoryPlan::stateLivesThroughout() {
    ProgramBuilder builder;
    auto& tensor = *builder.plan().values[2]->val.AsTensor();
    tensor.extra_tensor_info = std::make_unique<test::wire::ExtraTensorInfoT>();
    tensor.extra_tensor_info->fully_qualified_name = "cache";
    const auto memory = memoryPlan(planOf(builder));
    QCOMPARE(memory->tensors[2].firstUse, std::int64_t{-1});
    QCOMPARE(memory->tensors[2].lastUse, std::int64_t{1});
    QCOMPARE(memory->tensors[2].name, std::string("cache"));
}

void TestMemoryPlan::sharedBytesCountOnce() {
    ProgramBuilder builder;
    builder.plan().values[2]->val.AsTensor()->allocation_info->memory_offset_low = 0;
    const auto memory = memoryPlan(planOf(builder));
    QCOMPARE(memory->peaks[0].bytes, std::uint64_t{64});
    QCOMPARE(memory->overlaps.size(), std::size_t{1});
    QVERIFY(memory->overlaps[0].kind == OverlapKind::SharedStorage);
    QCOMPARE(memory->overlaps[0].first, 0);
    QCOMPARE(memory->overlaps[0].second, 2);
}

void TestMemoryPlan::suspiciousOverlap() {
    ProgramBuilder builder;
    builder.plan().values[2]->val.AsTensor()->allocation_info->memory_offset_low = 16;
    const auto memory = memoryPlan(planOf(builder));
    QCOMPARE(memory->overlaps.size(), std::size_t{2});
    for (const auto& overlap : memory->overlaps) QVERIFY(overlap.kind == OverlapKind::Suspicious);
}

void TestMemoryPlan::devicesAndUpperBounds() {
    ProgramBuilder builder;
    builder.plan().values[1]->val.AsTensor()->shape_dynamism = 1;
    builder.plan().non_const_buffer_device.push_back(std::make_unique<test::wire::NonConstBufferDeviceT>());
    builder.plan().non_const_buffer_device[0]->buffer_idx = 1;
    builder.plan().non_const_buffer_device[0]->device_type = 1;
    const auto memory = memoryPlan(planOf(builder));
    QVERIFY(!memory->tensors[0].upperBound && memory->tensors[1].upperBound);
    QCOMPARE(int(memory->buffers[0].device.type), 1);
    QCOMPARE(int(memory->buffers[0].device.index), 0);
}

void TestMemoryPlan::cancelled() {
    ProgramBuilder builder;
    std::stop_source stop;
    stop.request_stop();
    const auto memory = memoryPlan(planOf(builder), {stop.get_token(), {}});
    QVERIFY(memory.cancelled());
}

ETSCOPE_TEST(TestMemoryPlan)
#include "tst_memory_plan.moc"
