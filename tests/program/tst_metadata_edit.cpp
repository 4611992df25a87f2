// Programs with other metadata: what was asked for is changed, and nothing else: tables, segments, every byte that stood there.
#include <QtTest>
#include <filesystem>

#include "program/metadata_edit.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using program::MetadataValue, program::Program;
using ProgramPtr = std::shared_ptr<const Program>;

namespace {

const std::string kSample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.pte";

ProgramPtr open(const std::string& path, Diagnostics* told = nullptr) {
    const auto source = Source::open(path);
    if (!source) qFatal("%s", source.error().message.c_str());
    Diagnostics diagnostics;
    auto program = Program::open(ByteRange::whole(*source), diagnostics);
    if (!program) qFatal("%s", program.error().message.c_str());
    if (told != nullptr) *told = diagnostics;
    return *program;
}

Result<program::EditedProgram> edited(const std::string& from, const std::string& to, const std::vector<std::string>& texts,
                                      bool add = false) {
    std::vector<program::MetadataChange> changes;
    for (const std::string& text : texts) {
        const auto change = program::parseMetadataChange(text);
        if (!change) return change.failure();
        changes.push_back(*change);
    }
    return program::setMetadata(*open(from), changes, add, to, {});
}

std::string metadataEditTextOf(const MetadataValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&value.value)) return "f" + std::to_string(*real);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
    if (const auto* text = std::get_if<std::string>(&value.value)) return "'" + *text + "'";
    std::string list = "[";
    if (const auto* items = std::get_if<std::vector<MetadataValue>>(&value.value))
        for (const MetadataValue& item : *items) list += metadataEditTextOf(item) + ";";
    return list + "]";
}

std::map<std::string, std::string> metadataOf(const Program& program) {
    Diagnostics diagnostics;
    std::map<std::string, std::string> values;
    for (const program::MetadataEntry& entry : program::readMetadata(program, diagnostics))
        values[entry.key] = metadataEditTextOf(entry.chosen().value) + std::string(entry.chosen().tag ? " tagged" : "");
    return values;
}

std::string valueText(const program::Value& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&value)) return std::to_string(*real);
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "t" : "f";
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    std::string text(program::valueKindName(value));
    if (const auto* list = std::get_if<program::IntList>(&value))
        for (const auto item : list->items) text += "," + std::to_string(item);
    if (const auto* tensor = std::get_if<program::TensorValue>(&value)) text += std::to_string(tensor->index);
    return text;
}

std::string instructionText(const program::Instruction& instruction) {
    std::string text(program::instructionKind(instruction));
    if (const auto* call = std::get_if<program::KernelCall>(&instruction)) {
        text += std::to_string(call->operatorIndex);
        for (const auto argument : call->arguments) text += "," + std::to_string(argument);
    }
    if (const auto* call = std::get_if<program::DelegateCall>(&instruction)) {
        text += std::to_string(call->delegateIndex);
        for (const auto argument : call->arguments) text += "," + std::to_string(argument);
    }
    return text;
}

/// The plan as text, with places in the file relative to `shift`.
std::string planText(const program::ExecutionPlan& plan) {
    std::string text = plan.name + " " + plan.encodedInputs + " " + plan.encodedOutputs + "\n";
    for (const program::Value& value : plan.values) text += valueText(value) + " ";
    for (const program::TensorInfo& tensor : plan.tensors) {
        text += "\nt" + std::to_string(static_cast<int>(tensor.scalarType)) + " " + std::to_string(tensor.dataBufferIndex) + " " +
                std::string(tensor.name()) + std::to_string(static_cast<int>(tensor.kind()));
        for (const auto size : tensor.sizes) text += "," + std::to_string(size);
        for (const auto dim : tensor.dimOrder) text += "/" + std::to_string(dim);
        if (tensor.allocation)
            text += "@" + std::to_string(tensor.allocation->memoryId) + ":" + std::to_string(tensor.allocation->offset);
    }
    for (const auto index : plan.inputs) text += "\ni" + std::to_string(index);
    for (const auto index : plan.outputs) text += "\no" + std::to_string(index);
    for (const program::Chain& chain : plan.chains)
        for (const program::Instruction& instruction : chain.instructions) text += "\n" + instructionText(instruction);
    for (const program::Operator& op : plan.operators) text += "\n" + op.fullName();
    for (const program::Delegate& delegate : plan.delegates)
        text += "\n" + delegate.id + std::to_string(delegate.dataIndex) + "," + std::to_string(delegate.compileSpecs.size());
    for (const auto size : plan.bufferSizes) text += "\nb" + std::to_string(size);
    return text;
}

std::string bytesText(const Result<ByteRange>& range) {
    return range ? test::toText(*range->readAll()) : "error " + range.error().code;
}

/// Everything but the constant methods and named data of those names is the same, decoded and as bytes.
void compareAllElse(const std::string& before, const std::string& after, const program::EditedProgram& done,
                    const std::set<std::string>& changed) {
    Diagnostics told, toldAfter;
    const ProgramPtr left = open(before, &told), right = open(after, &toldAfter);
    QVERIFY(right->verified());
    for (const Diagnostic& item : toldAfter.items())
        QVERIFY2(item.severity == Severity::Note || told.has(item.code), item.code.c_str());
    for (const program::ExecutionPlan& plan : left->plans())
        if (!changed.contains(plan.name)) {
            QVERIFY2(right->plan(plan.name) != nullptr, plan.name.c_str());
            QCOMPARE(planText(*right->plan(plan.name)), planText(plan));
        }
    QVERIFY(right->segments().segments.size() >= left->segments().segments.size());
    QCOMPARE((right->segments().base - left->segments().base) % 16, std::uint64_t{0});
    std::set<std::size_t> changedSegments;
    for (const program::NamedData& data : left->namedData())
        if (changed.contains(data.key)) changedSegments.insert(data.segmentIndex);
    for (std::size_t i = 0; i < left->segments().segments.size(); ++i) {
        QCOMPARE(right->segments().segments[i].offset, left->segments().segments[i].offset);
        if (!changedSegments.contains(i)) QVERIFY(bytesText(right->segmentBytes(i)) == bytesText(left->segmentBytes(i)));
    }
    for (const program::NamedData& data : left->namedData())
        if (!changed.contains(data.key)) QVERIFY(bytesText(right->namedData(data.key)) == bytesText(left->namedData(data.key)));
    for (std::uint32_t i = 1; i < left->constantCount(); ++i)
        QVERIFY(bytesText(right->constantBytes(i)) == bytesText(left->constantBytes(i)));
    const std::string was = *test::readFile(before), is = *test::readFile(after);
    QCOMPARE(is.size(), was.size() + done.inserted + done.appended);
    if (!changedSegments.empty()) return;
    const auto head = static_cast<std::size_t>(left->header().headerBytes());
    QVERIFY(is.substr(head + done.inserted, was.size() - head) == was.substr(head));
}

}  // namespace

class TestMetadataEdit : public QObject {
    Q_OBJECT
private slots:
    void constantMethods_data();
    void constantMethods();
    void namedData();
    void added();
    void refused_data();
    void refused();
    void nothingIsLeftOfAFailure();
    void againAndAgain();
};

void TestMetadataEdit::constantMethods_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* change, const char* key, const char* value) {
        QTest::newRow(change) << change << key << value;
    };
    row("get_max_seq_len=4096", "get_max_seq_len", "4096");
    row("get_max_seq_len=0", "get_max_seq_len", "0");
    row("get_max_seq_len=-9223372036854775808", "get_max_seq_len", "-9223372036854775808");
    row("get_max_seq_len:int=1", "get_max_seq_len", "1");
    row("use_kv_cache=false", "use_kv_cache", "false");
    row("get_eos_ids=[5, 6]", "get_eos_ids", "[5;6;]");
    row("get_eos_ids=[5]", "get_eos_ids", "[5;]");
    row("get_eos_ids=[]", "get_eos_ids", "[]");
    row("get_eos_ids=[1,2,3,4,5,6,7,8,9]", "get_eos_ids", "[1;2;3;4;5;6;7;8;9;]");
}

void TestMetadataEdit::constantMethods() {
    QFETCH(QString, change);
    QFETCH(QString, key);
    QFETCH(QString, value);
    const test::TempDir dir;
    const auto done = edited(kSample, dir.path("out"), {change.toStdString()});
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    auto expected = metadataOf(*open(kSample));
    expected[key.toStdString()] = value.toStdString();
    QVERIFY(metadataOf(*open(dir.path("out"))) == expected);
    compareAllElse(kSample, dir.path("out"), *done, {key.toStdString()});
}

/// Values of the same length and others, one that shares its bytes with another key.
void TestMetadataEdit::namedData() {
    const std::string model = std::string(ETSCOPE_SHARED_DIR) + "/fixtures/named_metadata/model.pte";
    if (!std::filesystem::exists(model)) QSKIP("the shared fixtures are not here");
    const std::map<std::string, std::pair<std::string, std::string>> changes{
        {"metadata.model.n_layers", {"12", "12"}},  // written over
        {"metadata.general.name", {"a longer name than there was", "'a longer name than there was'"}},
        {"metadata.tokenizer.bos_id", {"77", "77"}},  // another key has the same bytes
        {"metadata.tokenizer.eos_ids", {"[5,6,7]", "[5;6;7;]"}},
        {"metadata.model.temperature", {"0.25", "f0.250000"}},
        {"metadata.empty.text", {"x", "'x'"}},
    };
    for (const auto& [key, change] : changes) {
        const test::TempDir dir;
        const auto done = edited(model, dir.path("out"), {key + "=" + change.first});
        QVERIFY2(done, done ? key.c_str() : done.error().message.c_str());
        auto expected = metadataOf(*open(model));
        expected[key] = change.second;
        const auto seen = metadataOf(*open(dir.path("out")));
        QCOMPARE(seen.at(key), change.second);
        QVERIFY(seen == expected);
        compareAllElse(model, dir.path("out"), *done, {key});
    }
}

void TestMetadataEdit::added() {
    const test::TempDir dir;
    const std::vector<std::string> changes{"get_new:int=7", "get_text:string=a=b:c", "get_list:list=[1, 2]", "get_real:float=2.5",
                                           "get_flag:bool=true"};
    const auto refused = edited(kSample, dir.path("out"), changes);
    QVERIFY(!refused && refused.error().code == "no-such-key");
    const auto done = edited(kSample, dir.path("out"), changes, true);
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    auto expected = metadataOf(*open(kSample));
    expected["get_new"] = "7", expected["get_text"] = "'a=b:c'", expected["get_list"] = "[1;2;]",
    expected["get_real"] = "f2.500000";
    expected["get_flag"] = "true";
    QVERIFY(metadataOf(*open(dir.path("out"))) == expected);
    compareAllElse(kSample, dir.path("out"), *done, {});
}

void TestMetadataEdit::refused_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* change, const char* code) { QTest::newRow(change) << change << code; };
    row("get_max_seq=1", "no-such-key");
    row("get_max_seq_len=many", "metadata-value");
    row("get_max_seq_len=1.5", "metadata-value");
    row("get_max_seq_len=9223372036854775808", "metadata-value");
    row("get_max_seq_len:string=1", "metadata-value");
    row("use_kv_cache=maybe", "metadata-value");
    row("get_eos_ids=1", "metadata-value");
    row("get_eos_ids=[true]", "metadata-value");
    row("get_eos_ids=[[1]]", "metadata-value");
    row("get_eos_ids=[1", "metadata-value");
    row("text_decoder=1", "no-such-key");
    row("=1", "usage");
    row("get_max_seq_len", "usage");
}

void TestMetadataEdit::refused() {
    QFETCH(QString, change);
    QFETCH(QString, code);
    const test::TempDir dir;
    const auto done = edited(kSample, dir.path("out"), {change.toStdString()});
    QVERIFY(!done);
    QCOMPARE(QString::fromStdString(done.error().code), code);
    QVERIFY(dir.names().empty());
    if (change == "get_max_seq=1") QVERIFY(done.error().message.find("get_max_seq_len") != std::string::npos);
    if (change == "text_decoder=1") {  // nor is it added: a method has the name
        const auto addedOne = edited(kSample, dir.path("out"), {"text_decoder:int=1"}, true);
        QVERIFY(!addedOne && addedOne.error().code == "metadata-value");
    }
}

void TestMetadataEdit::nothingIsLeftOfAFailure() {
    const test::TempDir dir;
    std::stop_source stop;
    stop.request_stop();
    const auto change = program::parseMetadataChange("get_max_seq_len=1");
    const auto cancelled = program::setMetadata(*open(kSample), {*change}, false, dir.path("out"), {stop.get_token(), {}});
    QVERIFY(cancelled.cancelled());
    QVERIFY(!program::setMetadata(*open(kSample), {*change, *change}, false, dir.path("out"), {}));
    QVERIFY(!program::setMetadata(*open(kSample), {}, false, dir.path("out"), {}));
    QVERIFY(dir.names().empty());
}

void TestMetadataEdit::againAndAgain() {
    const test::TempDir dir;
    std::string from = kSample;
    for (int i = 0; i < 5; ++i) {
        const std::string to = dir.path("out" + std::to_string(i));
        const auto done = edited(from, to, {"get_max_seq_len=" + std::to_string(i), "get_eos_ids=[" + std::to_string(i) + "]"});
        QVERIFY(done);
        from = to;
    }
    QCOMPARE(metadataOf(*open(from)).at("get_max_seq_len"), std::string("4"));
    QCOMPARE(metadataOf(*open(from)).at("get_eos_ids"), std::string("[4;]"));
}

ETSCOPE_TEST(TestMetadataEdit)
#include "tst_metadata_edit.moc"
