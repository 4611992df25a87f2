// Constant methods and named-data metadata in both wire forms, and the findings about them.
#include <QtTest>
#include <algorithm>
#include <cstring>
#include <limits>

#include "program/metadata.h"
#include "program/program_builder.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::program;
using test::little;
using test::ProgramBuilder;

class TestPteMetadata : public QObject {
    Q_OBJECT
private slots:
    void constantMethods();
    void notConstantMethods();
    void untagged_data();
    void untagged();
    void tagged();
    void flags();
    void everyReadingIsKept();
    void theFormOfTheFileDecides();
    void hostileLists_data();
    void hostileLists();
    void findings_data();
    void findings();
    void absentKeys();
    void keysOfSpeechRunners();
    void runners_data();
    void runners();
    void valuesAgainstTheProgram();

private:
    struct Table {
        std::shared_ptr<const Program> program;
        std::vector<MetadataEntry> entries;
    };
    static Table read(const ProgramBuilder& builder);
};

namespace {

std::string doubleBytes(double value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

std::string listBytes(std::initializer_list<std::int64_t> items) {
    std::string bytes = little(static_cast<std::uint32_t>(items.size()));
    for (const auto item : items) bytes += little(item);
    return bytes;
}

QString textOf(const MetadataValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value.value)) return QString::number(*number);
    if (const auto* real = std::get_if<double>(&value.value)) return QString::number(*real);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
    if (const auto* text = std::get_if<std::string>(&value.value)) return QString::fromStdString(*text);
    if (const auto* list = std::get_if<std::vector<MetadataValue>>(&value.value)) {
        QStringList items;
        for (const auto& item : *list) items << textOf(item);
        return "[" + items.join(",") + "]";
    }
    return QString::fromUtf8(metadataTypeName(value).data());
}
QString typeOf(const MetadataEntry& entry) { return QString::fromStdString(std::string(metadataTypeName(entry.chosen().value))); }

bool has(const std::vector<MetadataFinding>& findings, const std::string& code) {
    return std::any_of(findings.begin(), findings.end(), [&](const MetadataFinding& finding) { return finding.code == code; });
}

}  // namespace

TestPteMetadata::Table TestPteMetadata::read(const ProgramBuilder& builder) {
    Diagnostics diagnostics;
    Table table{*Program::open(test::inMemory(builder.bytes()), diagnostics), {}};
    table.entries = readMetadata(*table.program, diagnostics);
    return table;
}

void TestPteMetadata::constantMethods() {
    ProgramBuilder builder;
    builder.addConstantMethod("int", {test::intValue(-3)}, "$");
    builder.addConstantMethod("flag", {test::boolValue(true)}, "$");
    builder.addConstantMethod("real", {test::doubleValue(0.25)}, "$");
    builder.addConstantMethod("text", {test::stringValue("mlp")}, "$");
    builder.addConstantMethod("none", {test::noneValue()}, "$");
    builder.addConstantMethod("one", {test::intValue(2)}, "L1#1($)");
    builder.addConstantMethod("two", {test::intValue(2), test::intValue(7)}, "T2#1#1($,$)");
    builder.addConstantMethod("nested", {test::intValue(1), test::intValue(2), test::doubleValue(0.5)},
                              "D2#2#1('a':L2#1#1($,$),'b':$)");
    builder.addConstantMethod("untold", {test::intValue(1), test::intValue(2)}, "");
    const auto table = read(builder);
    const std::vector<std::pair<QString, QString>> wanted{{"int", "-3"},     {"bool", "true"},        {"float", "0.25"},
                                                          {"string", "mlp"}, {"none", "none"},        {"list", "[2]"},
                                                          {"list", "[2,7]"}, {"list", "[[1,2],0.5]"}, {"list", "[1,2]"}};
    QCOMPARE(table.entries.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        QCOMPARE(typeOf(table.entries[i]), wanted[i].first);
        QCOMPARE(textOf(table.entries[i].chosen().value), wanted[i].second);
        QVERIFY(!table.entries[i].guessed && !table.entries[i].bytes.hasData());
    }
    QCOMPARE(table.entries[7].places, (std::vector<std::string>{"['a'][0]", "['a'][1]", "['b']"}));
}

void TestPteMetadata::notConstantMethods() {
    ProgramBuilder builder;
    builder.addConstantMethod("input", {test::intValue(1)}, "$").inputs = {0};
    builder.addConstantMethod("missing", {test::intValue(1)}, "$").outputs = {5};
    builder.addConstantMethod("planned", {test::tensorValue({1}, 1, 0)}, "$");
    const auto table = read(builder);
    QVERIFY(table.entries.empty());
}

void TestPteMetadata::untagged_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, const std::string& bytes, const char* type, const char* value) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(type) << QString(value);
    };
    row("int", little<std::int64_t>(2048), "int", "2048");
    row("negative int", little<std::int64_t>(-5), "int", "-5");
    row("zero", little<std::int64_t>(0), "int", "0");
    row("float", doubleBytes(0.7), "float", "0.7");
    row("large float", doubleBytes(500000.0), "float", "500000");
    row("NaN", doubleBytes(std::numeric_limits<double>::quiet_NaN()), "float", "nan");
    row("infinity", doubleBytes(std::numeric_limits<double>::infinity()), "float", "inf");
    row("minus infinity", doubleBytes(-std::numeric_limits<double>::infinity()), "float", "-inf");
    row("no limit", little(std::numeric_limits<std::int64_t>::max()), "int", "9223372036854775807");
    row("eight letters", "abcdefgh", "string", "abcdefgh");
    row("text", "tiny model", "string", "tiny model");
    row("empty", "", "string", "");
    row("list", listBytes({2, 107}), "list", "[2,107]");
    row("empty list", listBytes({}), "list", "[]");
    row("bytes", "\xFF\x01\x02", "bytes", "bytes");
    row("text with NUL", std::string("ab\0cd", 5), "bytes", "bytes");
}

void TestPteMetadata::untagged() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, type);
    QFETCH(QString, value);
    ProgramBuilder builder;
    builder.addNamedData("metadata.some.key", bytes.toStdString());
    const auto table = read(builder);
    QCOMPARE(table.entries.size(), std::size_t{1});
    QCOMPARE(typeOf(table.entries[0]), type);
    QCOMPARE(textOf(table.entries[0].chosen().value), value);
    QVERIFY(table.entries[0].guessed);
    QVERIFY(!table.entries[0].chosen().tag);
    QCOMPARE(table.entries[0].bytes.size, static_cast<std::uint64_t>(bytes.size()));
}

void TestPteMetadata::tagged() {
    ProgramBuilder builder;
    builder.addNamedData("metadata.a.int", "\x01" + little<std::int64_t>(4611686018427400249));
    builder.addNamedData("metadata.a.real", "\x02" + doubleBytes(0.7));
    builder.addNamedData("metadata.a.text", "\x03mlp");
    builder.addNamedData("metadata.a.list", "\x04" + listBytes({1, 2, 3}));
    builder.addNamedData("metadata.a.bytes", "\x05raw");
    const auto table = read(builder);
    const char* const values[] = {"4611686018427400249", "0.7", "mlp", "[1,2,3]", "bytes"};
    for (std::size_t i = 0; i < 5; ++i) {
        QCOMPARE(textOf(table.entries[i].chosen().value), QString(values[i]));
        QCOMPARE(table.entries[i].chosen().tag, std::optional(static_cast<std::uint8_t>(i + 1)));
        QVERIFY(!table.entries[i].guessed);
    }
    // Bytes are what stands behind the type byte.
    const auto& raw = std::get<MetadataBytes>(table.entries[4].chosen().value.value).range;
    QCOMPARE(test::toText(*raw.readAll()), std::string("raw"));
    QCOMPARE(test::toText(*table.entries[4].bytes.readAll()), std::string("\x05raw"));
}

void TestPteMetadata::flags() {
    ProgramBuilder builder;
    builder.addConstantMethod("use_kv_cache", {test::boolValue(true)}, "$");
    builder.addConstantMethod("enable_dynamic_shape", {test::intValue(0)}, "$");
    builder.addConstantMethod("use_sdpa_with_kv_cache", {test::intValue(2)}, "$");
    builder.addConstantMethod("get_n_layers", {test::intValue(1)}, "$");
    builder.addNamedData("metadata.model.use_kv_cache", little<std::int64_t>(1));
    const auto table = read(builder);
    const std::optional<bool> wanted[] = {true, false, std::nullopt, std::nullopt, true};
    for (std::size_t i = 0; i < std::size(wanted); ++i) QCOMPARE(table.entries[i].flag(), wanted[i]);
}

// 8 bytes that could be either: both readings are there, and the mark.
void TestPteMetadata::everyReadingIsKept() {
    ProgramBuilder builder;
    builder.addNamedData("metadata.number.large", little<std::int64_t>(4611686018427400249));
    builder.addNamedData("metadata.model.vocab_size", little<std::int64_t>(4611686018427400249));
    const auto table = read(builder);
    QStringList types;
    for (const auto& reading : table.entries[0].readings) types << textOf(reading.value);
    QVERIFY(types.contains("4611686018427400249") && types.contains("2") && types.contains("bytes"));
    QVERIFY(table.entries[0].guessed);
    QCOMPARE(typeOf(table.entries[1]), QString("int"));  // the known key decides
    QVERIFY(!table.entries[1].guessed);
}

void TestPteMetadata::theFormOfTheFileDecides() {
    ProgramBuilder plain;
    plain.addNamedData("metadata.context.max_seq_len", little<std::int64_t>(128));
    plain.addNamedData("metadata.some.blob", "\x05raw\xFF");
    QVERIFY(!read(plain).entries[1].chosen().tag);
    ProgramBuilder tagged;
    tagged.addNamedData("metadata.context.max_seq_len", "\x01" + little<std::int64_t>(128));
    tagged.addNamedData("metadata.some.blob", "\x05raw\xFF");
    QCOMPARE(read(tagged).entries[1].chosen().tag, std::optional<std::uint8_t>(5));
}

void TestPteMetadata::hostileLists_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) { QTest::newRow(name) << QByteArray::fromStdString(bytes); };
    row("count wraps 32 bits", little<std::uint32_t>(0x20000000));
    row("count of 4 GiB", little<std::uint32_t>(0xFFFFFFFF) + little<std::int64_t>(1));
    row("one item too few", little<std::uint32_t>(2) + little<std::int64_t>(1));
    row("one byte too many", listBytes({1}) + "x");
    row("three bytes", "abc");
}

void TestPteMetadata::hostileLists() {
    QFETCH(QByteArray, bytes);
    for (const std::string& prefix : {std::string(), std::string("\x04")}) {
        ProgramBuilder builder;
        builder.addNamedData("metadata.tokenizer.eos_ids", prefix + bytes.toStdString());
        const auto table = read(builder);
        QVERIFY(table.entries[0].mismatch);
        for (const auto& reading : table.entries[0].readings)
            QVERIFY(!std::holds_alternative<std::vector<MetadataValue>>(reading.value.value));
        QVERIFY(has(checkMetadata(table.entries), "metadata-type-mismatch"));
    }
}

void TestPteMetadata::findings_data() {
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* key, const std::string& bytes, const char* code) {
        QTest::newRow(code) << QByteArray(key) << QByteArray::fromStdString(bytes) << QByteArray(code);
    };
    const auto number = [](std::int64_t value) { return little(value); };
    row("metadata.", "x", "metadata-key-empty");
    row("metadata.metadata.a.b", "x", "metadata-prefix-doubled");
    row("metadata.Name", "x", "metadata-key-form");
    row("metadata.\xC3\xA4.b", "x", "metadata-key-text");
    row("metadata.model.use_kv_cache", number(2), "metadata-flag-value");
    row("metadata.model.n_layers", number(-1), "metadata-value-negative");
    row("metadata.tokenizer.bos_id", number(64), "metadata-token-range");
    row("metadata.context.max_seq_len", number(4096), "metadata-length-order");
    row("metadata.model.vocab_size", number(65), "metadata-contradiction");
    row("metadata.model.n_layers", "four", "metadata-type-mismatch");
    row("metadata.x.y", "\x03tagged", "metadata-forms-mixed");
    row("metadata.context.max_context_len", number(128), "metadata-key-duplicate");
}

void TestPteMetadata::findings() {
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, code);
    ProgramBuilder builder;
    builder.addConstantMethod("get_vocab_size", {test::intValue(64)}, "$");
    builder.addNamedData("metadata.context.max_context_len", little<std::int64_t>(128));
    QVERIFY(checkMetadata(read(builder).entries).empty());
    builder.addNamedData(key.toStdString(), bytes.toStdString());
    const auto found = checkMetadata(read(builder).entries);
    QVERIFY(has(found, code.toStdString()));
}

namespace {

std::vector<MetadataFinding> programFindings(const ProgramBuilder& builder) {
    Diagnostics diagnostics;
    const auto program = *Program::open(test::inMemory(builder.bytes()), diagnostics);
    return checkMetadata(readMetadata(*program, diagnostics), *program);
}

const MetadataFinding* findingOf(const std::vector<MetadataFinding>& findings, const std::string& key) {
    const auto hit = std::find_if(findings.begin(), findings.end(), [&](const MetadataFinding& one) { return one.key == key; });
    return hit == findings.end() ? nullptr : &*hit;
}

}  // namespace

void TestPteMetadata::absentKeys() {
    ProgramBuilder builder;
    QVERIFY(programFindings(builder).empty());  // no runner's program
    builder.addConstantMethod("use_kv_cache", {test::boolValue(true)}, "$");
    QVERIFY(programFindings(builder).empty());  // other programs have one, too
    builder.addConstantMethod("get_bos_id", {test::intValue(1)}, "$");
    auto found = programFindings(builder);
    QCOMPARE(findingOf(found, "get_max_seq_len")->code, std::string("metadata-required-absent"));
    QCOMPARE(findingOf(found, "get_max_seq_len")->severity, Severity::Warning);
    QCOMPARE(findingOf(found, "enable_dynamic_shape")->code, std::string("metadata-absent"));
    // The line of the export script that would mend it, where a value is known: what the reader takes, or asks another key for.
    QCOMPARE(findingOf(found, "enable_dynamic_shape")->script, std::string("constant_methods[\"enable_dynamic_shape\"] = False"));
    QVERIFY(findingOf(found, "get_max_seq_len")->script.empty());
    QVERIFY(findingOf(found, "get_max_context_len")->script.empty());
    QCOMPARE(findingOf(found, "use_kv_cache"), nullptr);
    QCOMPARE(findingOf(found, "get_vocab_size"), nullptr);                            // nobody misses it
    builder.addNamedData("metadata.context.max_seq_len", little<std::int64_t>(128));  // the other spelling
    found = programFindings(builder);
    QCOMPARE(findingOf(found, "get_max_seq_len"), nullptr);
    QCOMPARE(findingOf(found, "get_max_context_len")->script, std::string("constant_methods[\"get_max_context_len\"] = 128"));
}

void TestPteMetadata::keysOfSpeechRunners() {
    ProgramBuilder builder;
    builder.addConstantMethod("vocab_size", {test::intValue(100)}, "$");
    builder.addConstantMethod("sample_rate", {test::intValue(16000)}, "$");
    QVERIFY(programFindings(builder).empty());
    builder.addConstantMethod("blank_id", {test::intValue(100)}, "$");
    const auto found = programFindings(builder);
    QCOMPARE(findingOf(found, "pred_hidden")->code, std::string("metadata-required-absent"));
    QCOMPARE(found.size(), std::size_t(4));
}

void TestPteMetadata::runners_data() {
    QTest::addColumn<QStringList>("methods");
    QTest::addColumn<QStringList>("keys");
    QTest::addColumn<QString>("runner");
    const auto row = [](const char* name, QStringList methods, QStringList keys, const char* runner) {
        QTest::newRow(name) << methods << keys << runner;
    };
    row("nobody's", {"forward"}, {"get_dtype"}, "");
    row("text", {"forward"}, {"get_max_seq_len", "get_n_layers", "get_head_dim"}, "LLM runner");
    row("multimodal", {"vision_encoder", "token_embedding", "text_decoder"}, {"get_max_seq_len"}, "LLM runner");
    row("names of methods alone", {"vision_encoder", "token_embedding", "text_decoder"}, {}, "");
    row("speech to text with embedding", {"encoder", "token_embedding", "text_decoder"}, {"get_eos_ids"}, "LLM runner");
    row("speech", {"encoder", "text_decoder"}, {"get_max_seq_len", "use_kv_cache"}, "sequence-to-sequence (speech) runner");
    row("transducer", {"encoder", "joint"}, {"get_vocab_size"}, "speech transducer runner");
    row("Qualcomm by methods", {"kv_forward"}, {"get_max_seq_len", "get_vocab_size"}, "Qualcomm LLM runner");
    row("Qualcomm by keys", {"forward"}, {"get_max_seq_len", "get_kv_io_bit_width"}, "Qualcomm LLM runner");
}

void TestPteMetadata::runners() {
    QFETCH(QStringList, methods);
    QFETCH(QStringList, keys);
    QFETCH(QString, runner);
    ProgramBuilder builder;
    builder.plan().name = methods.front().toStdString();
    builder.plan().inputs.resize(1);  // no masks
    for (qsizetype i = 1; i < methods.size(); ++i) {
        ProgramBuilder other;
        other.plan().name = methods[i].toStdString();
        other.plan().inputs.resize(1);
        builder.program.execution_plan.push_back(std::move(other.program.execution_plan.front()));
    }
    for (const QString& key : keys) builder.addConstantMethod(key.toStdString(), {test::intValue(1)}, "$");
    const auto table = read(builder);
    const auto told = runnerOf(table.entries, *table.program);
    QCOMPARE(told ? QString::fromStdString(told->name().text()) : QString(), runner);
    // Only what this runner reads is missed.
    for (const MetadataFinding& finding : checkMetadata(table.entries, *table.program))
        QVERIFY(finding.code != "metadata-absent" || finding.message.text().find(told->name().text()) != std::string::npos);
}

void TestPteMetadata::valuesAgainstTheProgram() {
    ProgramBuilder builder;
    auto& plan = builder.plan();
    test::addValue(plan, test::tensorValue({1, 4, 32}, 1, 0));
    plan.outputs = {static_cast<std::int32_t>(plan.values.size()) - 1};
    builder.addConstantMethod("get_vocab_size", {test::intValue(32)}, "$");
    builder.addConstantMethod("enable_dynamic_shape", {test::boolValue(false)}, "$");
    QVERIFY(!has(programFindings(builder), "metadata-vocabulary-size"));
    QVERIFY(!has(programFindings(builder), "metadata-static-inputs"));

    ProgramBuilder wrong;
    auto& other = wrong.plan();
    test::addValue(other, test::tensorValue({1, 4, 32}, 1, 0));
    other.outputs = {static_cast<std::int32_t>(other.values.size()) - 1};
    auto cache = test::tensorValue({1, 2, 16, 8}, 1, 0);
    cache.AsTensor()->extra_tensor_info = std::make_unique<schema::program::ExtraTensorInfoT>();
    cache.AsTensor()->extra_tensor_info->fully_qualified_name = "layers.0.k_cache";
    test::addValue(other, std::move(cache));
    wrong.addConstantMethod("get_vocab_size", {test::intValue(64)}, "$");
    wrong.addConstantMethod("enable_dynamic_shape", {test::intValue(1)}, "$");
    wrong.addConstantMethod("get_max_context_len", {test::intValue(17)}, "$");
    const auto found = programFindings(wrong);
    QVERIFY(has(found, "metadata-vocabulary-size"));
    QVERIFY(has(found, "metadata-static-inputs"));
    QVERIFY(has(found, "metadata-cache-length"));
}

ETSCOPE_TEST(TestPteMetadata)
#include "tst_pte_metadata.moc"
