// `etscope-cli compare`: order, exit statuses, options that name nothing, text, JUnit, references from files.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>
#include <cmath>
#include <filesystem>
#include <map>

#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/record_builder.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope::test;

class TestCliCompare : public QObject {
    Q_OBJECT
private slots:
    void worstOfAMetricFirst_data();
    void worstOfAMetricFirst();
    void statuses_data();
    void statuses();
    void junitOfNothing();
    void textShowsTheWorst();
    void notes_data();
    void notes();
    void referencesFromFiles();
    void twoLoneArrays();

private:
    QString path(const std::string& name) const { return QString::fromStdString(m_dir.path(name)); }
    QString write(const std::string& name, const std::string& bytes) { return QString::fromStdString(m_dir.write(name, bytes)); }
    /// A record whose method `forward` has one case of these outputs, three floats each.
    QString record(const std::vector<std::vector<float>>& outputs);
    /// A folder of outputs of the first case.
    QString folder(const std::string& name, const std::vector<std::vector<float>>& outputs, const std::string& kind = "out");
    TempDir m_dir;
};

namespace {

struct Compared : Ran {
    QJsonObject document() const { return QJsonDocument::fromJson(out).object(); }
};

Compared compare(const QStringList& arguments) { return {runProcess(ETSCOPE_CLI, QStringList("compare") + arguments)}; }

std::string bytesOf(const std::vector<float>& values) {
    std::string bytes;
    for (const float value : values) bytes += floats({value});
    return bytes;
}

std::string npyOfFloats(const std::vector<float>& values) {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, " + std::to_string(values.size()) + "), }";
    header.resize(117, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + little<std::uint16_t>(static_cast<std::uint16_t>(header.size())) + header +
           bytesOf(values);
}

}  // namespace

QString TestCliCompare::record(const std::vector<std::vector<float>>& outputs) {
    std::vector<std::string> leaves;
    std::map<std::string, std::string> storages;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto n = static_cast<std::int64_t>(outputs[i].size());
        const std::string key = std::to_string(i);
        leaves.push_back(pickled::tensor({.key = key, .numel = n, .shape = {1, n}, .strides = {n, 1}}));
        storages[key] = bytesOf(outputs[i]);
    }
    RecordBuilder builder;
    const auto cases = pickled::dict({{pickled::text("forward"), pickled::list({pickled::list(leaves)})}});
    builder.set("reference_outputs", pickled::torchSave(cases, storages));
    return write("model.etrecord", builder.bytes());
}

QString TestCliCompare::folder(const std::string& name, const std::vector<std::vector<float>>& outputs, const std::string& kind) {
    std::filesystem::create_directories(m_dir.path(name));
    for (std::size_t i = 0; i < outputs.size(); ++i)
        write(name + "/" + kind + "-forward-0-" + std::to_string(i) + ".npy", npyOfFloats(outputs[i]));
    return path(name);
}

void TestCliCompare::worstOfAMetricFirst_data() {
    QTest::addColumn<QString>("metric");
    QTest::addColumn<QList<int>>("outputs");
    QTest::newRow("as they are") << "" << QList<int>{0, 1, 2, 3, 4, 5};
    QTest::newRow("max_abs") << "max_abs" << QList<int>{2, 1, 0, 4, 5, 3};
    QTest::newRow("snr_db") << "snr_db" << QList<int>{2, 1, 0, 4, 3, 5};  // 4 is equal: infinitely many dB
    QTest::newRow("cosine") << "cosine" << QList<int>{2, 1, 0, 4, 3, 5};
    QTest::newRow("top1_match") << "top1_match" << QList<int>{1, 2, 5, 0, 4, 3};
}

/// Output 3 has another shape, and output 5 nothing but NaN: its means and decibels are none.
void TestCliCompare::worstOfAMetricFirst() {
    QFETCH(QString, metric);
    QFETCH(QList<int>, outputs);
    const QString reference = record({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}});
    const QString runtime = folder("order", {{1, 2, 3.1F}, {1, 4, 3}, {9, 2, -3}, {1, 2}, {1, 2, 3}, {NAN, NAN, NAN}});
    QStringList arguments{reference, "--npy", runtime, "--json"};
    if (!metric.isEmpty()) arguments << "--metric" << metric;
    const Compared ran = compare(arguments);
    QCOMPARE(ran.status, 1);
    QList<int> found;
    for (const auto& row : ran.document()["comparisons"].toArray()) found << row.toObject()["output"].toInt();
    QCOMPARE(found, outputs);
}

void TestCliCompare::statuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    const QString reference = record({{1, 2, 3}});
    const QString same = folder("same", {{1, 2, 3}}), empty = folder("empty", {});
    const auto row = [](const char* name, const QStringList& arguments, int status) { QTest::newRow(name) << arguments << status; };
    row("match", {reference, "--npy", same}, 0);
    row("no runtime value", {reference}, 1);
    row("folder without outputs", {reference, "--npy", empty}, 3);
    row("no reference", {same + "/out-forward-0-0.npy"}, 1);
    row("no such method", {reference, "--npy", same, "--method", "nosuch"}, 2);
    for (const char* wrong : {"nosuch:0=0,1", "forward:9=0,1", "forward:0=nan,1", "forward:0=0,nan", "forward:0=-1,1",
                              "forward:0=0,-1", "forward:-1=0,1", "forward:0=1x,0"})
        QTest::addRow("tolerance %s", wrong) << QStringList{reference, "--npy", same, "--output-tolerance", wrong} << 2;
    if (!QFile::exists(ETSCOPE_SHARED_DIR "/fixtures/add")) return;
    const QString add = QString(ETSCOPE_SHARED_DIR "/fixtures/add/");
    const QString fixture = add + "model.etrecord", program = add + "model.pte", dump = add + "run-main.etdp";
    for (const char* wrong : {"99=forward", "1=nosuch"})
        QTest::addRow("method of run %s", wrong) << QStringList{fixture, program, dump, "--run-method", wrong} << 2;
    for (const char* wrong : {"99=0", "1=77"})
        QTest::addRow("pair %s", wrong) << QStringList{fixture, program, dump, "--pair", wrong} << 2;
    row("no such folder", {reference, "--npy", path("none")}, 3);
}

void TestCliCompare::statuses() {
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    const Compared ran = compare(arguments);
    QVERIFY2(ran.status == status, "status " + QByteArray::number(ran.status) + ": " + ran.out + ran.err);
    if (status > 0) QVERIFY(!ran.err.isEmpty());
    if (status > 1) QVERIFY2(ran.out.isEmpty(), ran.out);
}

void TestCliCompare::junitOfNothing() {
    QCOMPARE(compare({record({{1, 2, 3}}), "--junit", path("junit.xml")}).status, 1);
    const std::string xml = readFile(m_dir.path("junit.xml")).value();
    QVERIFY2(xml.find("errors=\"1\"") != std::string::npos && xml.find("<error message=") != std::string::npos, xml.c_str());
}

void TestCliCompare::textShowsTheWorst() {
    const QString reference = record({{1, 2, 4, 8, 16, 32}});
    const QString runtime = folder("text", {{1, 2.5F, 4, 8.5F, 16.5F, 64}});
    const Compared ran = compare({reference, "--npy", runtime});
    QCOMPARE(ran.status, 1);
    for (const char* word : {"forward, case 0, output 0: 4 of 6 beyond rtol 0.001, atol 1e-05", "required_rtol 1\n",
                             "first mismatch at [0, 1]: reference 2, runtime 2.5", "[0, 5]", "64"})
        QVERIFY2(ran.out.contains(word), ran.out);
    QVERIFY2(!ran.out.contains("[0, 4]"), ran.out);
    QVERIFY(compare({reference, "--npy", runtime, "--worst", "4"}).out.contains("[0, 4]"));
    const Compared own = compare({reference, "--npy", runtime, "--output-tolerance", "forward:0=0,0.75"});
    QVERIFY2(own.out.contains("1 of 6 beyond rtol 0, atol 0.75; required_rtol 0.97656"), own.out);
    QVERIFY(!compare({reference, "--npy", runtime, "--rtol", "1"}).out.contains("mismatch at"));
}

void TestCliCompare::notes_data() {
    QTest::addColumn<QList<float>>("runtime");
    QTest::addColumn<QString>("note");
    QTest::newRow("differs") << QList<float>{1, 2, 4} << "";
    QTest::newRow("NaN") << QList<float>{1, NAN, NAN} << "2 NaN in the runtime where the reference is finite, first at [0, 1]";
    QTest::newRow("infinity") << QList<float>{1, 2, INFINITY}
                              << "1 infinite in the runtime where the reference is finite, first at [0, 2]";
    QTest::newRow("zero") << QList<float>{0, 0, 0} << "the runtime's values are all zero";
}

void TestCliCompare::notes() {
    QFETCH(QList<float>, runtime);
    QFETCH(QString, note);
    const QStringList arguments{record({{1, 2, 3}}), "--npy", folder("notes", {{runtime.begin(), runtime.end()}})};
    const Compared ran = compare(arguments + QStringList{"--json", "--junit", path("notes.xml")});
    const QJsonObject row = ran.document()["comparisons"][0].toObject();
    QCOMPARE(row["note"].toString(), note);
    QVERIFY(compare(arguments).out.contains(note.toUtf8()));
    QVERIFY(note.contains('\'') || readFile(m_dir.path("notes.xml")).value().find(note.toStdString()) != std::string::npos);
}

void TestCliCompare::referencesFromFiles() {
    const QString runtime = folder("fromFiles", {{1, 2, 3}, {4, 5, 6}});
    folder("fromFiles", {{1, 2, 3}, {4, 5, 6}}, "ref");
    QCOMPARE(compare({runtime}).status, 0);  // both sides in one folder
    folder("fromFiles", {{1, 2, 3}, {4, 5, 9}}, "ref");
    QCOMPARE(compare({runtime}).status, 1);

    const QString wrong = record({{0, 0, 0}, {0, 0, 0}}), same = folder("references", {{1, 2, 3}, {4, 5, 6}}, "ref");
    const QString outputs = folder("outputs", {{1, 2, 3}, {4, 5, 6}});
    QCOMPARE(compare({wrong, "--npy", outputs}).status, 1);
    QCOMPARE(compare({wrong, "--npy", outputs, "--reference", same}).status, 0);
    QCOMPARE(compare({wrong, "--npy", outputs, "--reference", path("none")}).status, 3);
    QCOMPARE(compare({wrong, "--npy", outputs, "--reference", folder("nothing", {})}).status, 3);

    ZipBuilder named, inOrder, other;
    for (auto* zip : {&named, &inOrder, &other}) {
        zip->stored(zip == &named ? "forward/0/0.npy" : "arr_0.npy", npyOfFloats({1, 2, 3}));
        zip->stored(zip == &named ? "forward/0/1.npy" : "arr_1.npy", npyOfFloats({4, 5, zip == &other ? 7.0F : 6.0F}));
    }
    QCOMPARE(compare({wrong, "--npy", outputs, "--reference", write("named.npz", named.bytes())}).status, 0);
    QCOMPARE(compare({wrong, "--npy", outputs, "--reference", write("order.npz", inOrder.bytes())}).status, 0);
    QCOMPARE(compare({wrong, "--npy", outputs, "--reference", write("other.npz", other.bytes())}).status, 1);
}

/// The first is the reference.
void TestCliCompare::twoLoneArrays() {
    const QString a = write("a.npy", npyOfFloats({1, 2, 3})), b = write("b.npy", npyOfFloats({1, 2, 4}));
    QCOMPARE(compare({a, a}).status, 0);
    const Compared ran = compare({a, b, "--json"});
    QCOMPARE(ran.status, 1);
    const QJsonObject row = ran.document()["comparisons"][0].toObject();
    QCOMPARE(row["first"].toObject()["reference"].toDouble(), 3.0);
    QCOMPARE(row["first"].toObject()["runtime"].toDouble(), 4.0);
    const QString name = "/out-forward-0-0.npy";
    QCOMPARE(compare({folder("left", {{1, 2}}) + name, folder("right", {{1, 2}}) + name}).status, 0);
    QCOMPARE(compare({folder("two", {{1, 2}, {1, 2}})}).status, 1);  // outputs 0 and 1: no references
}

ETSCOPE_TEST(TestCliCompare)
#include "tst_cli_compare.moc"
