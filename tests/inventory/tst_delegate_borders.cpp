// The border of delegates: what payloads state against what plans hand over. Real files have no difference.
#include <QtTest>

#include <QDirIterator>

#include "delegates/ethos_u_ends.h"
#include "delegates/payload_builder.h"
#include "inventory/delegate_borders.h"
#include "program/program_builder.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::test;
using inventory::BorderPart;
using inventory::BorderRow;
using inventory::BorderState;

namespace {

std::vector<BorderRow> bordersOf(const std::string& path) {
    const auto session = session::Session::open({path}, {}, {});
    if (!session) return {};
    const auto rows = inventory::delegateBorders(**session, {});
    return rows ? **rows : std::vector<BorderRow>();
}

/// "fits", "differs: type, sizes"; of all rows, parted by "; ".
QString told(const std::vector<BorderRow>& rows) {
    QStringList all;
    for (const BorderRow& row : rows) {
        QStringList parts;
        for (const BorderPart part : row.parts) parts.append(QString::fromUtf8(inventory::borderPartName(part)));
        const auto state = QString::fromUtf8(inventory::borderStateName(row.state));
        all.append(parts.isEmpty() ? state : state + ": " + parts.join(", "));
    }
    return all.join("; ");
}

struct Tensor {
    std::vector<std::int32_t> sizes;
    std::int8_t type = 6;  // f32
    std::vector<std::uint8_t> order{};
    std::int8_t dynamism = 0;
};

/// A program that hands these values to a payload.
std::string programOf(const std::string& backend, const std::string& payload, const std::vector<Tensor>& values) {
    ProgramBuilder builder;
    wire::ExecutionPlanT& plan = builder.plan();
    plan.chains.front()->instructions.clear();
    wire::DelegateCallT call;
    for (const Tensor& one : values) {
        wire::KernelTypesUnion value = tensorValue(one.sizes, 1, 0);
        value.AsTensor()->scalar_type = static_cast<decltype(value.AsTensor()->scalar_type)>(one.type);
        if (!one.order.empty()) value.AsTensor()->dim_order = one.order;
        value.AsTensor()->shape_dynamism = static_cast<decltype(value.AsTensor()->shape_dynamism)>(one.dynamism);
        call.args.push_back(static_cast<std::int32_t>(plan.values.size()));
        addValue(plan, std::move(value));
    }
    auto delegate = std::make_unique<wire::BackendDelegateT>();
    delegate->id = backend;
    delegate->processed = std::make_unique<wire::BackendDelegateDataReferenceT>();
    delegate->processed->location = 1;
    delegate->processed->index = builder.addSegment(payload);
    plan.delegates.push_back(std::move(delegate));
    wire::InstructionArgumentsUnion instruction;
    instruction.Set(std::move(call));
    addInstruction(plan, std::move(instruction));
    return builder.bytes();
}

}  // namespace

class TestDelegateBorders : public QObject {
    Q_OBJECT
private slots:
    void realFiles_data();
    void realFiles();
    void bothSidesAreTold();
    void cases_data();
    void cases();
    void damagedBlocks_data();
    void damagedBlocks();
};

void TestDelegateBorders::realFiles_data() {
    QTest::addColumn<QString>("path");
    for (const char* root : {ETSCOPE_SHARED_DIR "/fixtures", ETSCOPE_SHARED_DIR "/corpus/pte", ETSCOPE_SHARED_DIR "/faults",
                             ETSCOPE_SHARED_DIR "/faults2", ETSCOPE_SHARED_DIR "/consistency", ETSCOPE_SHARED_DIR "/traces",
                             ETSCOPE_SOURCE_DIR "/tests/fixtures"}) {
        QDirIterator files(root, {"*.pte"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            if (!path.endsWith("border/model.pte")) QTest::newRow(path.toUtf8().constData()) << path;
        }
    }
}

void TestDelegateBorders::realFiles() {
    QFETCH(const QString, path);
    for (const BorderRow& row : bordersOf(path.toStdString())) {
        QVERIFY2(row.state == BorderState::Fits || row.state == BorderState::Converted, row.text().text().c_str());
        QVERIFY(row.parts.empty() && row.value >= 0 && !row.plan.empty());
    }
}

void TestDelegateBorders::bothSidesAreTold() {
    const auto rows = bordersOf(ETSCOPE_SOURCE_DIR "/tests/fixtures/border/model.pte");
    QCOMPARE(told(rows), "differs: type; differs: type");
    QCOMPARE(rows[0].text().text(), "input 0: the payload takes qint8[3,8], the plan gives f32[3,8] (v0); what differs: type");
    QCOMPARE(rows[1].text().text(), "output 0: the payload gives qint8[3,8], the plan has f32[3,8] (v1); what differs: type");
    QCOMPARE(rows[0].instruction, 0);
}

void TestDelegateBorders::cases_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const std::string& backend, const std::string& payload, const std::vector<Tensor>& values,
                        const char* says) {
        QTest::newRow(name) << QByteArray::fromStdString(programOf(backend, payload, values)) << says;
    };
    // The Ethos-U stream takes and gives 3 x 8 x 8 integers of one byte, XNNPACK 2 x 2 f32, Vulkan 2 x 3 f16.
    const std::string npu = ethosUPayload(), xnnpack = xnnpackPayload(), vulkan = vulkanPayload();
    constexpr std::int8_t kI8 = 1, kI16 = 2, kF16 = 5, kF32 = 6, kF64 = 7;
    row("ethos-u", "EthosUBackend", npu, {{{1, 3, 8, 8}, kI8}, {{3, 8, 8}, kI8}}, "fits; fits");
    row("ethos-u in floats", "EthosUBackend", npu, {{{3, 8, 8}, kF32}, {{3, 8, 8}, kI8}}, "differs: type, bytes; fits");
    row("ethos-u of other bytes", "EthosUBackend", npu, {{{3, 8, 8}, kI8}, {{3, 8, 8}, kI16}}, "fits; differs: bytes");
    row("ethos-u of other sizes", "EthosUBackend", npu, {{{3, 8, 9}, kI8}, {{1, 1, 1, 1, 3, 8, 8}, kI8}},
        "differs: sizes; differs: rank");
    row("ethos-u in a plan with bounds", "EthosUBackend", npu, {{{3, 8, 8}, kI8, {}, 1}, {{3, 8, 16}, kI8, {}, 1}},
        "fits; differs: sizes");
    row("one value too many", "EthosUBackend", npu, {{{3, 8, 8}, kI8}, {{3, 8, 8}, kI8}, {{3, 8, 8}, kI8}}, "differs: count");
    row("xnnpack", "XnnpackBackend", xnnpack, {{{2, 2}}, {{2, 2}}}, "fits; fits");
    row("xnnpack of half floats", "XnnpackBackend", xnnpack, {{{2, 2}, kF16}, {{2, 2}}}, "differs: type; fits");
    row("xnnpack, another rank", "XnnpackBackend", xnnpack, {{{2, 2, 1}}, {{4}}}, "differs: rank; differs: rank");
    row("xnnpack, other sizes", "XnnpackBackend", xnnpack, {{{2, 4}}, {{2, 2}}}, "differs: sizes; fits");
    row("xnnpack resizes", "XnnpackBackend", xnnpack, {{{9, 2}, kF32, {}, 1}, {{9, 2}, kF32, {}, 1}}, "fits; fits");
    row("vulkan", "VulkanBackend", vulkan, {{{2, 3}, kF16}, {{2, 3}, kF16}}, "fits; fits");
    row("vulkan narrows", "VulkanBackend", vulkan, {{{2, 3}, kF64}, {{2, 3}}}, "converted; converted");
    row("vulkan, axes swapped", "VulkanBackend", vulkan, {{{3, 2}}, {{2, 3}, kF16}}, "differs: order of axes; fits");
    row("vulkan, axes swapped in memory alone", "VulkanBackend", vulkan, {{{2, 3}, kF16, {1, 0}}, {{2, 3}, kF16}}, "fits; fits");
    row("no border", "SomebodyElse", "payload", {{{2, 3}}, {{2, 3}}}, "");
}

void TestDelegateBorders::cases() {
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, says);
    const TempDir folder;
    QCOMPARE(told(bordersOf(folder.write("model.pte", bytes.toStdString()))), says);
}

void TestDelegateBorders::damagedBlocks_data() {
    QTest::addColumn<QByteArray>("payload");
    const std::string whole = ethosUPayload();
    const auto inputs = whole.find("inputs");
    const auto changed = [&](std::size_t at, const std::string& bytes) {
        return QByteArray::fromStdString(std::string(whole).replace(at, bytes.size(), bytes));
    };
    QTest::newRow("a count beyond the block") << changed(inputs + 32, "\x7f\xff\xff\x7f");
    QTest::newRow("a negative count") << changed(inputs + 32, "\xff\xff\xff\xff");
    QTest::newRow("a size beyond the payload") << changed(inputs + 16, "\xff\xff\xff\xff");
    QTest::newRow("cut in the block") << QByteArray::fromStdString(whole.substr(0, inputs + 40));
    QTest::newRow("cut in a header") << QByteArray::fromStdString(whole.substr(0, inputs + 20));
}

/// No border is made up of what cannot be read.
void TestDelegateBorders::damagedBlocks() {
    QFETCH(const QByteArray, payload);
    const std::string bytes = payload.toStdString();
    QVERIFY(!delegates::ethosUEnds(payloadOf("EthosUBackend", bytes).bytes).inputs);
    const TempDir folder;
    QCOMPARE(told(bordersOf(folder.write("model.pte", programOf("EthosUBackend", bytes, {{{3, 8, 8}, 6}, {{3, 8, 8}, 6}})))), "");
}

ETSCOPE_TEST(TestDelegateBorders)
#include "tst_delegate_borders.moc"
