// Payloads of the native backend: graphs, fat containers, packages.
#include <QtTest>

#include <algorithm>
#include <array>

#include "delegates/delegates.h"
#include "delegates/payload_builder.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::delegates;

class NativePayloads : public QObject {
    Q_OBJECT
    static std::size_t decodedInside(const Decoded& decoded) {
        std::size_t count = 0;
        for (const NestedFile& nested : decoded.nested)
            if (nested.decoded != nullptr) count += 1 + decodedInside(*nested.decoded);
        return count;
    }

private slots:
    void graph() {
        Diagnostics diagnostics;
        const auto result = decode(test::payloadOf("NativeBackend", test::nptgPayload()), diagnostics, {});
        QVERIFY(result && diagnostics.empty());
        const graph::GraphModel& model = *result->graph;
        QCOMPARE(model.top().inputs.size(), 2U);
        QCOMPARE(std::string(model.kindWord(model.top().inputs[0])), std::string("parameter"));
        QCOMPARE(std::string(model.text(model.top().inputs[0].target)), std::string("layer.w"));
        QCOMPARE(std::string(model.text(model.top().inputs[1].id)), std::string("x"));
        QCOMPARE(model.nodeCount(), 1U);
        const auto& meta = model.meta(model.value(model.top().inputs[1].value).meta);
        QVERIFY(meta.type == ScalarType::F32);
        QCOMPARE(model.dims(meta.sizes)[0].value, std::int64_t(2));
        QCOMPARE(std::string(model.text(model.dims(meta.sizes)[1].expression)), std::string("1..8"));
        QCOMPARE(model.edges(graph::GraphId(0U)).size(), 2U);
    }

    void argumentsOfEveryKind() {
        Diagnostics diagnostics;
        const auto result = decode(test::payloadOf("NativeBackend", test::richNptgPayload()), diagnostics, {});
        QVERIFY(result);
        const graph::GraphModel& model = *result->graph;
        const graph::Node& node = model.node(graph::NodeId(0U));
        QCOMPARE(node.debugHandle, std::optional<std::int64_t>(12));
        const auto arguments = model.arguments(node);
        QCOMPARE(arguments.size(), 5U);
        QVERIFY(arguments[0].kind == graph::ArgumentKind::Graph);
        QCOMPARE(model.graphPrefix(arguments[0].graph()), std::string("cond/branch/"));
        QVERIFY(model.listItems(arguments[1])[1].kind == graph::ArgumentKind::None);
        QCOMPARE(arguments[3].integer, static_cast<std::int64_t>(ScalarType::U16));
        QVERIFY(arguments[4].kind == graph::ArgumentKind::UnresolvedName);
        QVERIFY(model.outputs(node)[0].kind == graph::ValueKind::List);
        QCOMPARE(model.values(model.outputs(node)[0]).size(), 2U);
        QCOMPARE(std::string(model.kindWord(model.top().outputs[0])), std::string("buffer_mutation"));
        QVERIFY(model.meta(model.value(model.top().inputs[0].value).meta).type == ScalarType::U32);
        QVERIFY(result->weights.front().quantization);
        QCOMPARE(result->weights.front().quantization->scheme, std::string("affine_group"));
        QCOMPARE(result->weights.front().quantization->groupSize, std::int64_t(32));
        QCOMPARE(result->otherGraphs.front().name, std::string("second"));
    }

    void container() {
        const std::string bytes =
            test::nfatPayload({{"NativeBackend", test::nptgPayload()}, {"XnnpackBackend", test::xnnpackPayload()}});
        Diagnostics diagnostics;
        const auto result = decode(test::payloadOf("NativeBackend", bytes), diagnostics, {});
        QVERIFY(result && diagnostics.empty());
        QCOMPARE(result->format, std::string("NFAT"));
        QCOMPARE(result->nested.size(), 2U);
        QCOMPARE(result->nested[1].kind, std::string("xnnpack"));
        QVERIFY(result->nested[1].decoded != nullptr && result->nested[1].decoded->graph != nullptr);
        QCOMPARE(result->graph->nodeCount(), 1U);
        QCOMPARE(result->regions.size(), 4U);
    }

    /// Containers in containers whose twenty entries all are the next one: as many payloads as there are ways, if all were decoded.
    void entriesOverEachOther() {
        constexpr int kEntries = 20, kDeep = 8;
        std::string bytes = "the innermost";
        for (int level = 0; level < kDeep; ++level) {
            std::string out = "NFAT" + test::little<std::uint32_t>(1) + test::little<std::uint32_t>(kEntries);
            for (int i = 0; i < kEntries; ++i) {
                std::string id = "Backend" + std::to_string(i);
                id.resize(32, '\0');
                out += id + test::little<std::uint64_t>(0) + test::little<std::uint64_t>(bytes.size());
            }
            bytes = out + bytes;
        }
        Diagnostics diagnostics;
        const auto result = decodeNativeFile(test::inMemory(bytes), diagnostics, {});
        QVERIFY(result);
        QCOMPARE(result->nested.size(), static_cast<std::size_t>(kEntries));
        QVERIFY(std::ranges::any_of(diagnostics.items(), [](const Diagnostic& item) { return item.code == "limit-exceeded"; }));
        QVERIFY(decodedInside(*result) > 8 && decodedInside(*result) < 200);
    }

    void emptyContainer() {
        Diagnostics diagnostics;
        const auto result = decodeNativeFile(test::inMemory(test::nfatPayload({})), diagnostics, {});
        QVERIFY(result && diagnostics.empty());
        QVERIFY(result->nested.empty() && result->graph == nullptr);
    }

    void longestId() {
        const std::string id(32, 'B');
        Diagnostics diagnostics;
        const auto result = decode(test::payloadOf("NativeBackend", test::nfatPayload({{id, "hello"}})), diagnostics, {});
        QVERIFY(result && diagnostics.empty());
        QCOMPARE(result->nested.front().name, id);
    }

    void package() {
        Diagnostics diagnostics;
        const auto result = decodeNativeFile(test::inMemory(test::ptnPackage()), diagnostics, {});
        QVERIFY(result && diagnostics.empty());
        QCOMPARE(result->format, std::string("ptn"));
        QCOMPARE(result->weights.size(), 1U);
        QCOMPARE(test::toText(*result->weights.front().bytes.readAll()), std::string(8, '\x01'));
    }

    void sharedPackage() {
        auto file = Source::open(std::string(ETSCOPE_SHARED_DIR) + "/fixtures/native_ptn/model.ptn");
        if (!file) QSKIP("the shared fixtures are not here");
        Diagnostics diagnostics;
        const auto result = decodeNativeFile(ByteRange::whole(*file), diagnostics, {});
        QVERIFY(result && diagnostics.empty());
        QCOMPARE(result->otherGraphs.size(), 1U);
        QCOMPARE(result->weights.size(), 9U);
        for (const Weight& weight : result->weights) QVERIFY(weight.bytes.hasData());
    }
};

ETSCOPE_TEST(NativePayloads)
#include "tst_native_payloads.moc"
