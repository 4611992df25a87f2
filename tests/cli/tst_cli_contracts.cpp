// What needs no file, what is suppressed, and bundles of records and runs, as a script sees them.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "program/program_builder.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope::test;

namespace {

const QString kFixtures = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures");
const QString kVlm = kFixtures + "/vlm";

Ran cli(const QStringList& arguments) { return runProcess(ETSCOPE_CLI, arguments, {}, 60'000); }
QJsonObject json(const QStringList& arguments) {
    return QJsonDocument::fromJson(cli(arguments + QStringList{"--json"}).out).object();
}

/// "method/role/case" → types and shapes in order, of the bundled cases of a file.
QMap<QString, QStringList> bundled(const QString& path) {
    QMap<QString, QStringList> found;
    for (const QJsonValue& row : json({"tensors", path})["tensors"].toArray())
        if (const QString role = row["role"].toString(); role == "bundled_input" || role == "expected_output") {
            const QString shape = QJsonDocument(row["shape"].toArray()).toJson(QJsonDocument::Compact);
            found[QString("%1/%2/%3").arg(row["method"].toString(), role).arg(row["case"].toInt())].append(
                row["value_type"].toString() + shape);
        }
    return found;
}

}  // namespace

class TestCliContracts : public QObject {
    Q_OBJECT
private slots:
    void rules();
    void knownKeys();
    void withoutFiles();
    void suppression();
    void kernelsOfOnesOwn();
    void runnerIsTold();
    void everyMethodOfARecord();
    void aRecordOfAnotherProgram();
    void casesThatContradict();
    void oneMethodOfARecord();
    void runsOfADump();
    void runsWithoutInputs();

private:
    QString write(const char* name, const std::string& bytes) const { return QString::fromStdString(m_folder.write(name, bytes)); }
    TempDir m_folder;
};

void TestCliContracts::rules() {
    const Ran ran = cli({"lint", "--rules", "--json"});
    QCOMPARE(ran.status, 0);
    const QJsonObject document = QJsonDocument::fromJson(ran.out).object();
    QCOMPARE(document["schema"].toString(), QString("etscope.lint-rules/1"));
    const QJsonArray rules = document["rules"].toArray();
    QVERIFY(rules.size() >= 40);
    for (const QJsonValue& rule : rules)
        for (const char* field : {"id", "severity", "description", "hint", "section"})
            QVERIFY2(!rule[field].toString().isEmpty(), qPrintable(rule["id"].toString() + " " + field));
    const QByteArray csv = cli({"lint", "--rules", "--csv"}).out, text = cli({"lint", "--rules"}).out;
    QCOMPARE(csv.count("\r\n"), rules.size() + 1);
    QVERIFY(csv.startsWith("id,severity,description,hint,section\r\n"));
    for (const QJsonValue& rule : rules) QVERIFY(text.contains(rule["id"].toString().toUtf8()));
}

void TestCliContracts::knownKeys() {
    const Ran ran = cli({"metadata", "--known", "--json"});
    QCOMPARE(ran.status, 0);
    QMap<QString, QJsonObject> keys;
    for (const QJsonValue& key : QJsonDocument::fromJson(ran.out).object()["keys"].toArray()) {
        QVERIFY(!keys.contains(key["key"].toString()));
        keys[key["key"].toString()] = key.toObject();
    }
    QCOMPARE(keys["get_max_seq_len"]["required"].toBool(), true);
    QCOMPARE(keys["get_max_seq_len"]["type"].toString(), QString("int"));
    QCOMPARE(keys["get_max_seq_len"]["used_by"].toString(), QString("LLM runner"));
    QCOMPARE(keys["use_kv_cache"]["default"].toString(), QString("true"));
    QCOMPARE(keys["get_max_context_len"]["since"].toString(), QString("0.6"));
    QVERIFY(keys["get_ar_len"]["since"].isNull());
    QVERIFY(keys.contains("metadata.context.max_seq_len"));
    QCOMPARE(cli({"metadata", "--known", "--csv"}).out.count("\r\n"), keys.size() + 1);
    QVERIFY(cli({"metadata", "--known"}).out.contains("enable_dynamic_shape"));
}

void TestCliContracts::withoutFiles() {
    QCOMPARE(cli({"lint"}).status, 2);
    QCOMPARE(cli({"metadata"}).status, 2);
    QCOMPARE(cli({"lint", "--rules", kVlm + "/model.pte"}).status, 0);
}

void TestCliContracts::suppression() {
    ProgramBuilder builder;
    builder.addNamedData("metadata.a.b", "x");
    builder.addNamedData("metadata.a.b", "y");
    const QString program = write("twice.pte", builder.bytes());
    QCOMPARE(cli({"lint", program}).status, 1);
    const QString known = write("known.txt", "# accepted\nmetadata-key-duplicate metadata.a.*\nlint-one-value\nno-such-rule x\n");
    const Ran ran = cli({"lint", program, "--suppress", known, "--json"});
    QCOMPARE(ran.status, 0);
    const QJsonObject document = QJsonDocument::fromJson(ran.out).object();
    for (const QJsonValue& finding : document["findings"].toArray()) QVERIFY(finding["severity"].toString() != "error");
    QCOMPARE(document["suppressed"]["findings"].toInt(), 1);
    QStringList codes;
    for (const QJsonValue& one : document["diagnostics"].toArray())
        codes.append(one["code"].toString() + " " + one["where"].toString());
    QVERIFY(codes.contains("suppression-unused known.txt, line 3"));
    QVERIFY(codes.contains("suppression-unknown known.txt, line 4"));
    QVERIFY(cli({"lint", program, "--suppress", known}).out.contains("1 finding is suppressed by"));
    const QString other = write("other.txt", "metadata-key-duplicate metadata.b.*\n");
    QCOMPARE(cli({"lint", program, "--suppress", other}).status, 1);
    QCOMPARE(cli({"lint", program, "--suppress", other + ".absent"}).status, 3);
}

/// Against a list of one's own: what is missing, of other types, and the list that holds all of it.
void TestCliContracts::kernelsOfOnesOwn() {
    const QString program = kFixtures + "/linear_decoder/model.pte";
    QCOMPARE(cli({"kernels", program}).status, 0);
    const QString list = write("mine.txt", "aten::mul.out\n");
    const Ran ran = cli({"kernels", program, "--registered", list, "--json"});
    QCOMPARE(ran.status, 1);
    const QJsonObject document = QJsonDocument::fromJson(ran.out).object();
    QVERIFY(document["missing"].toInt() > 0);
    QCOMPARE(document["registered"]["files"][0]["form"].toString(), QString("operators"));
    const QString written = write("selected.yaml", "");
    QCOMPARE(cli({"kernels", program, "--write", written}).status, 0);
    QCOMPARE(cli({"kernels", program, "--registered", written}).status, 0);
    QCOMPARE(cli({"kernels", program, "--registered", list, "--registered", written}).status, 0);
    QCOMPARE(cli({"kernels", program, "--registered", write("bad.txt", "no operator!")}).status, 2);
    QCOMPARE(cli({"kernels", program, "--registered", list + ".absent"}).status, 3);
    QVERIFY(!cli({"lint", program}).out.contains("lint-kernel-missing"));
    QVERIFY(cli({"lint", program, "--registered", list}).out.contains("is in none of the given lists of kernels"));
    QVERIFY(!cli({"lint", program, "--registered", written}).out.contains("lint-kernel-missing"));
}

void TestCliContracts::runnerIsTold() {
    const QJsonObject document = json({"lint", kVlm + "/model.pte"});
    QCOMPARE(document["runner"]["name"].toString(), QString("LLM runner"));
    QVERIFY(document["runner"]["evidence"].toString().contains("token_embedding"));
    QVERIFY(cli({"lint", kVlm + "/model.pte"}).out.startsWith("made for the LLM runner (methods token_embedding)"));
    QVERIFY(json({"lint", kFixtures + "/trivial/model.pte"})["runner"].isNull());
}

/// The record's example inputs have the types and shapes of the bundle that was made with it.
void TestCliContracts::everyMethodOfARecord() {
    const QString out = QString::fromStdString(m_folder.path("record.bpte"));
    const Ran ran = cli({"bundle", kVlm + "/model.pte", "--from-record", kVlm + "/model.etrecord", "-o", out});
    QVERIFY2(ran.status == 0, ran.err.constData());
    const auto made = bundled(out), original = bundled(kVlm + "/model.bpte");
    for (const char* method : {"text_decoder", "token_embedding", "vision_encoder"}) {
        const QString input = QString(method) + "/bundled_input/0", output = QString(method) + "/expected_output/0";
        QVERIFY2(made.contains(input), ran.err.constData());
        QCOMPARE(made[input], original[input]);
        QCOMPARE(made[output], original[output]);
        QVERIFY2(ran.err.contains(QByteArray(method) + ": 1 case"), ran.err.constData());
    }
    QCOMPARE(cli({"verify", out}).status, 0);
}

/// Values of another model are not written.
void TestCliContracts::aRecordOfAnotherProgram() {
    const QString out = QString::fromStdString(m_folder.path("other.bpte"));
    const Ran ran =
        cli({"bundle", kFixtures + "/delegated/model.pte", "--from-record", kFixtures + "/trivial/model.etrecord", "-o", out});
    QVERIFY(ran.status != 0 && !QFileInfo::exists(out));
    QVERIFY2(ran.err.contains("[bundle-shape]"), ran.err.constData());
    const Ran none = cli({"bundle", kVlm + "/model.pte", "--from-record", kFixtures + "/methods/model.etrecord", "-o", out});
    QVERIFY2(none.err.contains("[bundle-method]"), none.err.constData());
}

/// x and the sum have s0 rows: two rows cannot come of one.
void TestCliContracts::casesThatContradict() {
    const std::string meta =
        tensorMeta(R"([{"as_expr":{"expr_str":"s0","hint":{"as_int":1}}},{"as_int":3}])", R"([{"as_int":3},{"as_int":1}])");
    ProgramSpec spec;
    spec.tensorValues = R"({"p_w":)" + tensorMeta() + R"(,"x":)" + meta + R"(,"aten_add_tensor":)" + meta + "}";
    const auto rows = [](std::int64_t count) {
        return pickled::tensor({.numel = 3 * count, .shape = {count, 3}, .strides = {3, 1}});
    };
    const std::string storage = floats({1, 2, 3, 4, 5, 6});
    const auto record = [&](std::int64_t outputRows) {
        RecordBuilder builder;
        builder.program(std::string(kEdgeForward), programJson(spec));
        builder.set("representative_inputs", pickled::torchSave(pickled::list({rows(1)}), {{"0", storage}}));
        const auto cases = pickled::list({pickled::list({rows(outputRows)})});
        builder.set("reference_outputs", pickled::torchSave(pickled::dict({{pickled::text("forward"), cases}}), {{"0", storage}}));
        return write("contradicts.etrecord", builder.bytes());
    };
    const QString out = QString::fromStdString(m_folder.path("contradicts.bpte")), program = kFixtures + "/trivial/model.pte";
    const Ran ran = cli({"bundle", program, "--from-record", record(2), "-o", out});
    QVERIFY2(ran.status != 0 && ran.err.contains("case 0: output 0 is f32[2,3], the method gives [1,3]"), ran.err.constData());
    QVERIFY(!QFileInfo::exists(out));
    const Ran fits = cli({"bundle", program, "--from-record", record(1), "-o", out});
    QVERIFY2(!fits.err.contains("the method gives [1,3]"), fits.err.constData());
}

void TestCliContracts::oneMethodOfARecord() {
    const QString out = QString::fromStdString(m_folder.path("one.bpte"));
    QCOMPARE(cli({"bundle", kVlm + "/model.pte", "--from-record", kVlm + "/model.etrecord", "--method", "text_decoder", "-o", out})
                 .status,
             0);
    for (const QString& key : bundled(out).keys()) QVERIFY2(key.startsWith("text_decoder/"), qPrintable(key));
}

/// What the runs gave is expected of them, whatever the bundle expected before.
void TestCliContracts::runsOfADump() {
    const QString out = QString::fromStdString(m_folder.path("runs.bpte"));
    const QStringList from{"bundle",     kVlm + "/model.pte", "--from",         kVlm + "/model.bpte",
                           "--from-run", kVlm + "/run.etdp",  "--debug-buffer", kVlm + "/run.dbg"};
    const Ran ran = cli(from + QStringList{"-o", out});
    QVERIFY2(ran.status == 0, ran.err.constData());
    const QJsonObject compared = json({"compare", out, kVlm + "/run.etdp", kVlm + "/run.dbg", "--rtol", "0", "--atol", "0"});
    const QJsonArray rows = compared["comparisons"].toArray();
    QVERIFY(rows.size() > 3);
    for (const QJsonValue& row : rows) QCOMPARE(row["state"].toString(), QString("match"));
    QCOMPARE(ran.err.count("the outputs that it logged"), rows.size());
    QCOMPARE(ran.err.count("they depend on the calls before"), 2);  // the decoder keeps a cache: its cases 1 and 2
    const Ran one = cli(from + QStringList{"--run", "1", "-o", out});
    QVERIFY2(one.status == 0, one.err.constData());
    QCOMPARE(one.err.count("the outputs that it logged"), 1);
    QCOMPARE(cli(from + QStringList{"--run", "999", "-o", out}).status, 2);
}

void TestCliContracts::runsWithoutInputs() {
    const QString out = QString::fromStdString(m_folder.path("none.bpte"));
    QCOMPARE(cli({"bundle", kVlm + "/model.pte", "--from-run", kVlm + "/run.etdp", "-o", out}).status, 2);  // no inputs at all
    const Ran ran =
        cli({"bundle", kVlm + "/model.pte", "--from", kVlm + "/model.bpte", "--from-run", kVlm + "/run.etdp", "-o", out});
    QVERIFY(ran.status != 0 && !QFileInfo::exists(out));  // no buffer: no outputs
    QVERIFY2(ran.err.contains("[run-without-inputs]"), ran.err.constData());
    QCOMPARE(cli({"bundle", kVlm + "/model.pte", "--from", kVlm + "/model.bpte", "--run", "0", "-o", out}).status, 2);
}

ETSCOPE_TEST(TestCliContracts)
#include "tst_cli_contracts.moc"
