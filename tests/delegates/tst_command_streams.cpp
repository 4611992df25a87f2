// Command streams of Ethos-U payloads: both forms of the block, names by product, what is damaged, real streams.
#include <QtTest>

#include <map>

#include "delegates/delegates.h"
#include "delegates/ethos_u_commands.h"
#include "delegates/ethos_u_names.h"
#include "delegates/limits.h"
#include "delegates/payload_builder.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::delegates;

namespace {

EthosUCommands commandsOf(std::string_view block) {
    auto stream = readEthosUCommands(test::inMemory(block), {});
    return stream ? *std::move(stream) : EthosUCommands{};
}

std::string words(std::initializer_list<std::uint32_t> list) {
    std::string bytes;
    for (const std::uint32_t one : list) bytes += test::little(one);
    return bytes;
}

/// "NPU_SET_IFM_BASE0(0; 32)" of the commands that are no driver's; "?" for unknown ones.
std::string linesOf(const EthosUCommands& stream) {
    std::string text;
    for (const EthosUCommand& command : stream.commands) {
        if (command.kind == CommandKind::Driver) continue;
        text += (command.name.empty() ? "?" : std::string(command.name)) + "(" + std::to_string(command.parameter);
        if (command.payload) text += "; " + std::to_string(*command.payload);
        text += ") ";
    }
    return text;
}

/// That of the only delegate of a shared program.
std::optional<EthosUCommands> sharedStream(const std::string& name) {
    const auto file = Source::open(ETSCOPE_SHARED_DIR "/" + name);
    if (!file) return std::nullopt;
    const ByteRange whole = ByteRange::whole(*file);
    const std::string bytes = test::toText(*whole.readAll());
    const std::size_t at = bytes.find(std::string("vela_bin_stream\0", 16));
    Diagnostics diagnostics;
    const auto payload = whole.part(at, bytes.find("vela_end_stream") + 32 - at);
    const auto decoded = decode({"EthosUBackend", *payload, {}, {}, 0}, diagnostics, {});
    for (const Region& region : decoded->regions)
        if (region.name == "cmd_data") return *readEthosUCommands(*payload->part(region.offset, region.size), {});
    return std::nullopt;
}

}  // namespace

class CommandStreams : public QObject {
    Q_OBJECT
private slots:
    void firstForm() {
        const EthosUCommands stream = commandsOf(test::ethosUCommands());
        QCOMPARE(stream.product, std::string("Ethos-U55"));
        QCOMPARE(stream.macs, std::optional<std::uint32_t>(128));
        QCOMPARE(linesOf(stream), std::string("NPU_SET_IFM_REGION(1) NPU_SET_IFM_BASE0(2; 32) NPU_OP_CONV(0) NPU_OP_STOP(65535) "));
        QCOMPARE(stream.commands.back().offset, test::ethosUCommands().size() - 4);
        QVERIFY(stream.reason.empty() && stream.leftOut == 0);
    }

    /// COP2: entries with metadata before the stream; an entry of another type is passed over.
    void secondForm() {
        const std::string metadata = words({0x4D554556, 1, 20, 0x20000008, 0, 2, 0, 0});
        const std::string code = words({0x00010108, 0x00004025, 77, 0xFFFF0000});
        const std::string entry =
            words({1, static_cast<std::uint32_t>(4 + metadata.size() + code.size()), static_cast<std::uint32_t>(metadata.size())}) +
            metadata + code;
        const std::string other = words({9, 4, 0});
        const EthosUCommands stream =
            commandsOf(words({0x32504F43, 1, static_cast<std::uint32_t>(entry.size() + other.size()), 0}) + other + entry);
        QCOMPARE(stream.product, std::string("Ethos-U85"));
        QCOMPARE(linesOf(stream), std::string("NPU_SET_IFM_BROADCAST(1) NPU_SET_IFM_SCALE(0; 77) NPU_OP_STOP(65535) "));
        QVERIFY(stream.reason.empty());
    }

    /// A code of a product has its name there only; where the product is not said, only what all share is named.
    void namesByProduct() {
        QCOMPARE(ethosUCommandName(0x4025, EthosUProduct::U55), std::string_view("NPU_SET_OPA_SCALE"));
        QCOMPARE(ethosUCommandName(0x4025, EthosUProduct::U85), std::string_view("NPU_SET_IFM_SCALE"));
        QCOMPARE(ethosUCommandName(0x4025, EthosUProduct::Unknown), std::string_view());
        QCOMPARE(ethosUCommandName(0x0123, EthosUProduct::U55), std::string_view());
        QCOMPARE(ethosUCommandName(0x0123, EthosUProduct::U65), std::string_view("NPU_SET_PARALLEL_MODE"));
        QCOMPARE(ethosUCommandName(0x0002, EthosUProduct::Unknown), std::string_view("NPU_OP_CONV"));
        QCOMPARE(ethosUCommandName(0x8002, EthosUProduct::U55), std::string_view());
        QCOMPARE(ethosUCommandName(0xFFFF, EthosUProduct::U55), std::string_view());
    }

    void unknownCodes() {
        const EthosUCommands stream = commandsOf(words({0x31504F43, 0x00030002, 0x00070199, 0x0000C001, 0x000041FF}));
        QCOMPARE(linesOf(stream), std::string("?(7) ?(0) ?(0) "));
        QVERIFY(stream.product.empty() && !stream.macs);
        QVERIFY(stream.commands.back().kind == CommandKind::Unknown);
    }

    void damaged_data() {
        QTest::addColumn<QByteArray>("block");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const std::string& block, const char* reason) {
            QTest::newRow(name) << QByteArray::fromStdString(block) << QString(reason);
        };
        row("empty", "", "empty");
        row("other bytes", "some text", "COP1 or COP2");
        row("unknown action", words({0x31504F43, 0x00000077, 0x00000002}), "not known");
        row("stream beyond the block", words({0x31504F43, 0x00090002, 0x00000002}), "longer than its block");
        row("entry beyond the block", words({0x32504F43, 1, 12, 0, 1, 400, 4}), "beyond its end");
        row("metadata beyond the entry", words({0x32504F43, 1, 12, 0, 1, 4, 400}), "beyond its end");
    }
    void damaged() {
        QFETCH(QByteArray, block);
        QFETCH(QString, reason);
        const EthosUCommands stream = commandsOf(block.toStdString());
        QVERIFY2(QString::fromStdString(stream.reason).contains(reason), stream.reason.c_str());
    }

    void longStream() {
        const auto count = static_cast<std::uint32_t>(limits::kMaxCommands) + 10;
        std::string block = words({0x31504F43, (count & 0xFFFFU) << 16U | (count >> 16U) << 8U | 2U});
        for (std::uint32_t i = 0; i < count; ++i) block += test::little<std::uint32_t>(5);
        const EthosUCommands stream = commandsOf(block);
        QCOMPARE(stream.commands.size(), limits::kMaxCommands);
        QCOMPARE(stream.leftOut, 12U);
        QVERIFY(!stream.reason.empty());
    }

    void realStreams() {
        const auto u55 = sharedStream("fixtures/arm_ethosu/model.pte");
        if (!u55) QSKIP("the shared fixtures are not here");
        QCOMPARE(u55->product, std::string("Ethos-U55"));
        QCOMPARE(u55->commands.size(), 217U);
        const auto u85 = sharedStream("corpus/pte/Arm-Examples__CMSIS-Executorch__ethos_u_minimal_example.pte");
        if (!u85) QSKIP("the shared corpus is not here");
        QCOMPARE(u85->product, std::string("Ethos-U85"));
        for (const EthosUCommands* stream : {&*u55, &*u85}) {
            QVERIFY(stream->reason.empty());
            QCOMPARE(stream->commands.back().name, std::string_view("NPU_OP_STOP"));
            for (const EthosUCommand& command : stream->commands) QVERIFY(command.kind != CommandKind::Unknown);
        }
    }
};

ETSCOPE_TEST(CommandStreams)
#include "tst_command_streams.moc"
