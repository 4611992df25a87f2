// Values of half types that a rebuilt dump lacks: found where they surely are, to the last byte as numpy computes them
// (tests/fixtures/runs.py), and not at all where anything speaks against it.
#include <QtTest>
#include <filesystem>

#include "compare/run_cases.h"
#include "etdump/debug_buffer.h"
#include "join/missing_values.h"
#include "join/runs.h"
#include "support/bytes.h"
#include "support/own_exports.h"
#include "support/test_case.h"

using namespace etscope;
using etdump::ValueOrigin;

namespace {

constexpr std::size_t kValues = 21, kOfARun = 7;  // of the fixture

struct Found {
    std::shared_ptr<const session::Session> session = test::openOwn({"halves/model.pte", "halves/run.etdp", "halves/run.dbg"});
    std::vector<join::SessionRun> runs = **compare::runs(*session, {});
    std::string buffer = *test::readFile(test::ownFile("halves/run.dbg"));

    /// With another buffer.
    join::MissingValues with(const std::string& content) const {
        std::vector<const program::ExecutionPlan*> plans;
        for (const join::SessionRun& run : runs)
            plans.push_back(run.attribution.method ? session->plan(*run.attribution.method) : nullptr);
        const session::SessionFile& file = session->files()[runs.front().file];
        return join::missingValues(*file.dump, plans, test::inMemory(content), {});
    }
};

std::size_t lostOf(const join::MissingValues& missing, std::size_t run) {
    return static_cast<std::size_t>(std::ranges::count_if(
        missing.values, [run](const etdump::MissingValue& value) { return value.run == run && !value.placed; }));
}

}  // namespace

class TestMissingValues : public QObject {
    Q_OBJECT
private slots:
    void asNumpyComputesThem() {
        const Found found;
        std::string bytes;
        std::size_t outputs = 0;
        for (const join::SessionRun& run : found.runs)
            for (const etdump::LoggedValue& value : run.dump->values(run.run())) {
                QVERIFY(value.origin != ValueOrigin::Lost);
                if (value.origin != ValueOrigin::Placed) continue;
                outputs += value.programOutput ? 1U : 0U;
                const auto tensor = std::get<tensor::Tensor>(etdump::debugValue(*run.dump, value, run.buffer));
                QVERIFY(tensor.type == ScalarType::F16 || tensor.type == ScalarType::BF16);
                QVERIFY(tensor.state == tensor::DataState::Dense);
                bytes += test::toText(*tensor.storage.readAll());
            }
        QCOMPARE(outputs, std::size_t(6));
        QCOMPARE(bytes, *test::readFile(test::ownFile("halves/truth.bin")));
        QVERIFY(found.session->diagnostics().has("etdump-values-placed"));
    }

    /// They stand among the values that the dump has, at the event of their kernel, and do not speak for the method.
    void inTheirOrder() {
        const Found found;
        for (const join::SessionRun& run : found.runs) {
            if (run.kind() == etdump::BlockKind::Load) continue;
            QCOMPARE(run.attribution.state, join::MethodState::Certain);
            QVERIFY(run.run().looseValues.empty());
            QCOMPARE(run.dump->values(run.run()).size(), kOfARun + 4);
            std::int64_t before = -1;
            for (const etdump::LoggedValue& value : run.dump->values(run.run())) {
                const std::int64_t offset = run.dump->tensors(value).front().offset;
                QVERIFY(offset > before);
                before = offset;
            }
            QCOMPARE(join::runOutputs(*found.session, run).size(), std::size_t(3));
            const join::RunTrace trace = join::traceOf(*run.dump, run.run());
            QCOMPARE(trace.outputs.size(), std::size_t(1));
        }
    }

    void nothingIsGuessed() {
        const Found found;
        QCOMPARE(found.with(found.buffer).lost, std::size_t(0));
        QCOMPARE(found.with(found.buffer).values.size(), kValues);
        QCOMPARE(found.with("").lost, kValues);
        // Something else was written between the values of the second run.
        std::string other = found.buffer;
        const auto missing = found.with(found.buffer);
        const auto second = std::ranges::find(missing.values, std::size_t(2), &etdump::MissingValue::run);
        other[static_cast<std::size_t>(second->offset) + 31] = 'x';
        const auto doubtful = found.with(other);  // from the last value that is known of the first run to the first of the second
        QCOMPARE(lostOf(doubtful, 1), std::size_t(2));
        QCOMPARE(lostOf(doubtful, 2), std::size_t(3));
        QCOMPARE(lostOf(doubtful, 3), std::size_t(0));
        // More was written behind what the program writes: then the last outputs are not where they seem to be.
        other = found.buffer;
        other[static_cast<std::size_t>(missing.values.back().offset) + 64] = 'x';
        QCOMPARE(lostOf(found.with(other), 3), std::size_t(2));
        // Outputs that are not what the kernels gave.
        other = found.buffer;
        other[static_cast<std::size_t>(missing.values.back().offset)] ^= 1;
        QCOMPARE(found.with(other).lost, kValues);
        // The buffer ends before the last value does.
        QCOMPARE(lostOf(found.with(found.buffer.substr(0, static_cast<std::size_t>(missing.values.back().offset) + 4)), 3),
                 std::size_t(2));
    }

    /// Another method than the one that ran writes other values: none falls where the dump has one.
    void ofAnotherProgram() {
        const Found found;
        const auto plan = *found.session->plan("forward");
        program::ExecutionPlan longer = plan;
        for (program::TensorInfo& tensor : longer.tensors)
            if (tensor.scalarType == ScalarType::F16 && !tensor.sizes.empty()) tensor.sizes[0] *= 9;
        const session::SessionFile& file = found.session->files()[found.runs.front().file];
        std::vector<const program::ExecutionPlan*> plans(found.runs.size(), &longer);
        const auto missing = join::missingValues(*file.dump, plans, test::inMemory(found.buffer), {});
        for (const etdump::MissingValue& value : missing.values)
            if (value.type == ScalarType::F16) QVERIFY(!value.placed);
    }
};

ETSCOPE_TEST(TestMissingValues)
#include "tst_missing_values.moc"
