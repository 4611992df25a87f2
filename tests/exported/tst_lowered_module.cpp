#include <QtTest>

#include "exported/lowered_module.h"
#include "exported/program_reading.h"
#include "support/test_case.h"

using namespace etscope;

class TestLoweredModule : public QObject {
    Q_OBJECT
private slots:
    void blobs();
    void wholeModule();
    void innerProgram();
    void delegatesInsideDelegates();
    void absentParts();
    void damaged_data();
    void damaged();
    void everyPrefixOfAModule();
};

namespace {

std::string jsonEscaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += (c == '"' || c == '\\') ? std::string("\\") + c : std::string(1, c);
    return out;
}

std::string callOf(const std::string& module) {
    return test::programWithNodes(
        R"([{"name":"executorch_call_delegate","target":"torch.ops.higher_order.executorch_call_delegate","inputs":[{"name":"lowered_module_0","arg":{"as_string":")" +
        jsonEscaped(module) +
        R"("}},{"name":"delegate_arg_0","arg":{"as_tensor":{"name":"x"}}}],"outputs":[{"as_tensors":[{"name":"aten_add_tensor"}]}],"metadata":{}}])");
}

std::string moduleJson(const std::string& program) {
    return R"({"backend_id": "XnnpackBackend", "processed_bytes": "WEgwMA==", "compile_specs": [{"key": "mode", "value": "Zm9v"}], "original_module": )" +
           program + R"(, "original_state_dict": "UEsDBA==", "original_constants": "UEsDBAU=", "named_data_store": "{\"buffers\": []}"})";
}

struct LoweredModuleRead {
    test::ReadProgram outer;
    std::optional<exported::LoweredModule> module;
    Error error;
    Diagnostics diagnostics;
};
LoweredModuleRead readModule(const std::string& json) {
    LoweredModuleRead read;
    read.outer = test::readProgram(callOf(json));
    auto module = exported::LoweredModule::read(read.outer.graph(), 0, read.diagnostics, {});
    if (module)
        read.module = std::move(*module);
    else
        read.error = module.error();
    return read;
}

std::string decoded(const exported::Base64Blob& blob) {
    const auto bytes = blob.decode("blob");
    return bytes ? test::toText(*bytes->readAll()) : "error " + bytes.error().code;
}

}  // namespace

void TestLoweredModule::blobs() {
    for (const auto& [text, bytes] : {std::pair{"Zg==", "f"}, {"Zm8=", "fo"}, {"Zm9v", "foo"}, {"Zm9vYmFyYmF6", "foobarbaz"}}) {
        const exported::Base64Blob blob{test::inMemory(text)};
        QCOMPARE(decoded(blob), std::string(bytes));
    }
}

void TestLoweredModule::wholeModule() {
    const LoweredModuleRead read = readModule(moduleJson("{}"));
    QVERIFY(read.module && read.diagnostics.empty());
    QCOMPARE(read.module->name, std::string("lowered_module_0"));
    QCOMPARE(read.module->backendId, std::string("XnnpackBackend"));
    QCOMPARE(decoded(read.module->processed), std::string("XH00"));
    QCOMPARE(read.module->compileSpecs.size(), std::size_t{1});
    QCOMPARE(read.module->compileSpecs[0].key, std::string("mode"));
    QCOMPARE(test::toText(read.module->compileSpecs[0].value), std::string("foo"));
    QCOMPARE(decoded(read.module->originalStateDict), std::string("PK\x03\x04"));
    QCOMPARE(decoded(read.module->originalConstants), std::string("PK\x03\x04\x05"));
    QCOMPARE(read.module->depth, 1);
}

void TestLoweredModule::innerProgram() {
    LoweredModuleRead read = readModule(moduleJson(test::programJson()));
    QVERIFY(read.module);
    const auto program = read.module->program(read.diagnostics, {});
    QVERIFY(program);
    QVERIFY(read.diagnostics.empty());
    QCOMPARE((*program)->graph->nodeCount(), std::size_t{1});
    QVERIFY((*program)->graph->node(graph::NodeId(0U)).stackTrace.present());
}

void TestLoweredModule::delegatesInsideDelegates() {
    Diagnostics diagnostics;
    LoweredModuleRead read = readModule(moduleJson(callOf(moduleJson(callOf(moduleJson("{}"))))));
    QVERIFY(read.module);
    exported::LoweredModule module = *read.module;
    for (int depth = 2; depth <= 3; ++depth) {
        const auto program = module.program(diagnostics, {});
        QVERIFY(program);
        auto inner = exported::LoweredModule::read(*(*program)->graph, 0, diagnostics, {}, module.depth);
        QVERIFY(inner);
        QCOMPARE(inner->depth, depth);
        QCOMPARE(decoded(inner->processed), std::string("XH00"));
        module = *inner;
    }
    const auto tooDeep = exported::LoweredModule::read(read.outer.graph(), 0, diagnostics, {}, 64);
    QVERIFY(!tooDeep);
    QCOMPARE(tooDeep.error().code, std::string("delegate-too-deep"));
    const auto none = exported::LoweredModule::read(read.outer.graph(), 1, diagnostics, {});
    QVERIFY(!none);
    QCOMPARE(none.error().code, std::string("no-such-delegate"));
}

void TestLoweredModule::absentParts() {
    LoweredModuleRead read = readModule(R"({"backend_id": "B", "named_data_store": null})");
    QVERIFY(read.module);
    QVERIFY(!read.module->processed.present() && !read.module->originalConstants.present());
    const auto program = read.module->program(read.diagnostics, {});
    QVERIFY(!program);
    QCOMPARE(program.error().code, std::string("lowered-module-without-program"));
}

void TestLoweredModule::damaged_data() {
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("code");
    QTest::newRow("cut") << R"({"backend_id": "B", "processed_bytes": "AA)"
                         << "json-truncated";
    QTest::newRow("spec") << R"({"backend_id": "B", "compile_specs": [{"key": "k", "value": "*"}]})"
                          << "base64-damaged";
    QTest::newRow("wrong kinds")
        << R"({"backend_id": 5, "backend_id": "B", "processed_bytes": 7, "compile_specs": {}, "original_module": [], "named_data_store": 1})"
        << "";
}

void TestLoweredModule::damaged() {
    QFETCH(QString, module);
    QFETCH(QString, code);
    const LoweredModuleRead read = readModule(module.toStdString());
    QVERIFY(read.module);
    QCOMPARE(read.module->backendId, std::string("B"));
    if (!code.isEmpty()) QVERIFY(read.diagnostics.has(code.toStdString()));
    const exported::Base64Blob odd{test::inMemory("a*b=")};
    QCOMPARE(decoded(odd), std::string("error base64-damaged"));
}

void TestLoweredModule::everyPrefixOfAModule() {
    const std::string whole = moduleJson(test::programJson());
    for (std::size_t size = std::string_view(R"({"backend_id")").size(); size < whole.size(); ++size) {
        LoweredModuleRead read = readModule(whole.substr(0, size));
        QVERIFY(read.module);
        QVERIFY(read.diagnostics.has("json-truncated"));
        Diagnostics inner;
        const auto program = read.module->program(inner, {});
        if (program) QVERIFY(!(*program)->complete || inner.empty());
    }
}

ETSCOPE_TEST(TestLoweredModule)
#include "tst_lowered_module.moc"
