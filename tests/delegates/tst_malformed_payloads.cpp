// Damaged payloads of every form: cut anywhere and changed anywhere, they give a result or an error, never a crash; and named
// cases with the diagnostic that each must give.
#include <QtTest>

#include "delegates/delegates.h"
#include "delegates/payload_builder.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::delegates;

namespace {

/// Reads everything of a result, as a view would.
std::size_t touch(const Decoded& decoded) {
    std::size_t total = decoded.facts.size() + decoded.weights.size();
    if (decoded.graph != nullptr) {
        for (std::uint32_t g = 0; g < decoded.graph->graphCount(); ++g) total += decoded.graph->edges(graph::GraphId(g)).size();
        total += decoded.graph->memoryUsed();
    }
    for (const NestedFile& nested : decoded.nested)
        if (nested.decoded != nullptr) total += touch(*nested.decoded);
    return total;
}

void decodeAnyway(const std::string& backend, const std::string& bytes) {
    Diagnostics diagnostics;
    const auto decoded = decode(test::payloadOf(backend, bytes), diagnostics, {});
    QVERIFY(decoded);
    QVERIFY(touch(*decoded) < (64U << 20U));
    std::uint64_t at = 0;
    for (const Region& region : decoded->regions) {
        QCOMPARE(region.offset, at);
        at += region.size;
    }
    QCOMPARE(at, bytes.size());
}

}  // namespace

class MalformedPayloads : public QObject {
    Q_OBJECT
private slots:
    void everyForm_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QByteArray>("bytes");
        std::size_t index = 0;
        for (const auto& [backend, bytes] : test::everyPayload())
            QTest::newRow((std::to_string(index++) + " " + backend).c_str())
                << QString::fromStdString(backend) << QByteArray(bytes.data(), static_cast<int>(bytes.size()));
    }

    void everyForm() {
        QFETCH(QString, backend);
        QFETCH(QByteArray, bytes);
        const std::string id = backend.toStdString(), whole(bytes.data(), static_cast<std::size_t>(bytes.size()));
        for (std::size_t size = 0; size < whole.size(); ++size) decodeAnyway(id, whole.substr(0, size));
        for (std::size_t at = 0; at < whole.size(); ++at)
            for (const char mask : {'\x01', '\x80', '\xFF'}) {
                std::string changed = whole;
                changed[at] = static_cast<char>(changed[at] ^ mask);
                decodeAnyway(id, changed);
            }
    }

    void codes_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const char* backend, const std::string& bytes, const char* code) {
            QTest::newRow(name) << QString(backend) << QByteArray(bytes.data(), static_cast<int>(bytes.size())) << QString(code);
        };
        std::string text = test::xnnpackPayload();
        row("graph behind the end", "XnnpackBackend", text.replace(14, 4, "\xFF\xFF\xFF\x7F"), "delegate-truncated");
        text = test::xnnpackPayload();
        row("constants behind the end", "XnnpackBackend", text.replace(22, 4, "\xFF\xFF\xFF\x7F"), "delegate-truncated");
        row("cut header", "XnnpackBackend", test::xnnpackPayload().substr(0, 20), "delegate-truncated");
        row("cut graph", "VulkanBackend", test::vulkanPayload().substr(0, 100), "delegate-truncated");
        text = test::nptgPayload();
        row("root offset", "NativeBackend", text.replace(0, 4, "\xF0\xFF\xFF\x7F"), "delegate-graph-damaged");
        row("another backend's form", "XnnpackBackend", test::vulkanPayload(), "delegate-backend-mismatch");
        row("unresolved name", "NativeBackend", test::richNptgPayload(), "delegate-unknown-value");
        row("same id twice", "NativeBackend", test::nfatPayload({{"A", "x"}, {"A", "y"}}), "native-container-id");
        row("empty id", "NativeBackend", test::nfatPayload({{"", "x"}}), "native-container-id");
        text = test::nfatPayload({{"NativeBackend", test::nptgPayload()}});
        row("container version", "NativeBackend", std::string(text).replace(4, 1, "\x02"), "native-container-version");
        row("container count", "NativeBackend", std::string(text).replace(8, 2, "\xFF\xFF"), "native-container-damaged");
        row("payload cut", "NativeBackend", text.substr(0, text.size() - 10), "native-container-damaged");
        row("offset overflows", "NativeBackend", std::string(text).replace(44, 8, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
            "native-container-damaged");
        row("tail", "NativeBackend", text + "tail", "native-container-gap");
        row("no end block", "EthosUBackend", test::ethosUPayload().substr(0, test::ethosUPayload().size() - 32), "ethos-u-no-end");
        row("no index", "CoreMLBackend", "no index here", "core-ml-index-missing");
        row("index without nodes", "CoreMLBackend", "}{", "core-ml-index-damaged");
        row("child behind parent", "CoreMLBackend", "}]}}1:\"a\"{:\"nerdlihc\",1:\"dnik\"{[:\"sedon\"{", "core-ml-index-damaged");
        row("reference", "CoreMLBackend", "CMJR[1]", "core-ml-reference-damaged");
        row("one key", "CudaBackend", "only_one_line", "aoti-keys-damaged");
        row("microcode", "NeutronBackend", std::string(200, '\0'), "neutron-microcode-missing");
        row("model size", "NeuropilotBackend", test::neuropilotPayload().substr(0, 15), "neuropilot-header-damaged");
    }

    void codes() {
        QFETCH(QString, backend);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, code);
        Diagnostics diagnostics;
        const std::string whole(bytes.data(), static_cast<std::size_t>(bytes.size()));
        QVERIFY(decode(test::payloadOf(backend.toStdString(), whole), diagnostics, {}));
        QVERIFY2(diagnostics.has(code.toStdString()),
                 diagnostics.empty() ? "no diagnostic" : diagnostics.items().front().code.c_str());
    }

    /// A container inside itself many times over stays within the depth.
    void deepContainers() {
        std::string inner = test::nptgPayload();
        for (int depth = 0; depth < 40; ++depth) inner = test::nfatPayload({{"NativeBackend", inner}});
        Diagnostics diagnostics;
        const auto decoded = decode(test::payloadOf("NativeBackend", inner), diagnostics, {});
        QVERIFY(decoded);
        QVERIFY(decoded->graph == nullptr);
    }

    /// One long list that every operator names: read as often as it is named, a megabyte would become a gigabyte.
    void sharedLists() {
        Diagnostics diagnostics;
        const std::string bytes = test::sharedListPayload(100'000, 10'000);
        QVERIFY(bytes.size() < (1U << 20U));
        const auto decoded = decode(test::payloadOf("VulkanBackend", bytes), diagnostics, {});
        QVERIFY(decoded && decoded->opaque());
        QVERIFY(diagnostics.has("delegate-too-many-elements"));
    }

    void packages() {
        const std::string whole = test::ptnPackage();
        for (std::size_t size = 0; size < whole.size(); size += 7) {
            Diagnostics diagnostics;
            static_cast<void>(decodeNativeFile(test::inMemory(whole.substr(0, size)), diagnostics, {}));
        }
        for (std::size_t at = 0; at < whole.size(); ++at) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0x21);
            Diagnostics diagnostics;
            static_cast<void>(decodeNativeFile(test::inMemory(changed), diagnostics, {}));
        }
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        Diagnostics diagnostics;
        for (const auto& [backend, bytes] : test::everyPayload()) {
            const auto decoded = decode(test::payloadOf(backend, bytes), diagnostics, {stop.get_token(), {}});
            QVERIFY(!decoded);
            QCOMPARE(decoded.error().code, std::string("cancelled"));
        }
    }
};

ETSCOPE_TEST(MalformedPayloads)
#include "tst_malformed_payloads.moc"
