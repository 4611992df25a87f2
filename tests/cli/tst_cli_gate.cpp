// `gate` as a CI job sees it: exit statuses, the table, JUnit, SARIF.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QXmlStreamReader>
#include <QtTest>

#include "support/run_cli.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope::test;

namespace {

const QString kCliGateVlm = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm");

Ran cliGateCli(const QStringList& arguments) { return runProcess(ETSCOPE_CLI, arguments, {}, 120'000); }

}  // namespace

class TestCliGate : public QObject {
    Q_OBJECT
private slots:
    void statuses();
    void table();
    void junit();
    void sarif();
    void sourceLines();
    void against();
    void startingPoint();

private:
    QString budgets(const char* text) const { return QString::fromStdString(m_folder.write("budgets.toml", text)); }
    QString path(const char* name) const { return QString::fromStdString(m_folder.path(name)); }
    QByteArray content(const char* name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    TempDir m_folder;
};

void TestCliGate::statuses() {
    const QString program = kCliGateVlm + "/model.pte";
    const auto status = [&](const char* text, const QStringList& more = {}) {
        return cliGateCli(QStringList{"gate", program, "--budget", budgets(text)} + more).status;
    };
    QCOMPARE(status("file_size = \"1 MiB\"\n"), 0);
    QCOMPARE(status("file_size = 10\n"), 1);
    QCOMPARE(status("latency_p50 = 10\n"), 1);  // not known
    QCOMPARE(status("latency_p50 = { limit = 10, allow_unknown = true }\n"), 0);
    QCOMPARE(status("file_sise = 10\n"), 2);
    QCOMPARE(status("file_size = \n"), 2);
    QCOMPARE(status("file_size = \"+1 %\"\n"), 2);
    QCOMPARE(status("file_size = \"+1 %\"\n", {"--against", kCliGateVlm + "/absent.pte"}), 3);
    QCOMPARE(cliGateCli({"gate", program}).status, 2);
    QCOMPARE(cliGateCli({"gate", program, "--budget", path("absent.toml")}).status, 3);
    QCOMPARE(cliGateCli({"gate", program, "--budget", kCliGateVlm}).status, 3);  // a folder
    QCOMPARE(cliGateCli({"gate", kCliGateVlm + "/absent.pte", "--budget", budgets("file_size = 1\n")}).status, 3);
    QCOMPARE(cliGateCli({"gate", program, "--budget", budgets("file_size = 1\n"), "--write-budget", path("x.toml")}).status, 2);
    const Ran wrong = cliGateCli({"gate", program, "--budget", budgets("\nfile_sise = 10\n")});
    QVERIFY2(wrong.err.contains("line 2") && wrong.err.contains("the nearest is \"file_size\""), wrong.err.constData());
}

/// What broke stands first, with what was measured, the limit and how far it is beyond.
void TestCliGate::table() {
    const Ran ran =
        cliGateCli({"gate", kCliGateVlm + "/model.pte", "--budget", budgets("delegate_calls = 1000\nfile_size = 10\n")});
    const QList<QByteArray> lines = ran.out.split('\n');
    QVERIFY(lines[0].startsWith("state") && lines[0].contains("measured") && lines[0].contains("margin"));
    QVERIFY2(lines[1].startsWith("broken") && lines[1].contains("file_size") && lines[1].contains("10 B"), ran.out.constData());
    QVERIFY(lines[2].startsWith("held"));
    QVERIFY(ran.out.contains("1 held, 1 broken, 0 unknown"));
    const Ran csv = cliGateCli({"gate", kCliGateVlm + "/model.pte", "--budget", budgets("file_size = 10\n"), "--csv"});
    QVERIFY(
        csv.out.startsWith("state,method,output,budget,measured,limit,margin,unit,base,note,fails,line\r\nbroken,,,file_size,"));
}

void TestCliGate::junit() {
    const QString file = budgets(
        "file_size = 10\ndelegate_calls = 1000\nlatency_p50 = 1\n[method.text_decoder]\n"
        "weight_sqnr = { limit = 20, allow_unknown = true }\n");
    QCOMPARE(cliGateCli({"gate", kCliGateVlm + "/model.pte", "--budget", file, "--junit", path("gate.xml")}).status, 1);
    QMap<QString, int> count;
    QXmlStreamReader xml(content("gate.xml"));
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement) {
            ++count[xml.name().toString()];
            if (xml.name() == QString("testsuite")) {
                QCOMPARE(xml.attributes().value("failures").toInt(), 1);
                QCOMPARE(xml.attributes().value("errors").toInt(), 3);
                QCOMPARE(xml.attributes().value("skipped").toInt(), 1);
                QCOMPARE(xml.attributes().value("tests").toInt(), 6);
            }
        }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(count["testcase"], 6);
    QCOMPARE(count["failure"], 1);
    QCOMPARE(count["error"], 3);
    QCOMPARE(count["skipped"], 1);
}

/// What SARIF 2.1.0 demands of every log, and what GitHub reads of it.
void TestCliGate::sarif() {
    const QString file = budgets("file_size = 10\ndelegate_calls = 1000\nlatency_p50 = 1\n");
    QCOMPARE(cliGateCli({"gate", kCliGateVlm + "/model.pte", "--budget", file, "--sarif", path("gate.sarif")}).status, 1);
    const QJsonObject log = QJsonDocument::fromJson(content("gate.sarif")).object();
    QCOMPARE(log["version"].toString(), QString("2.1.0"));
    QCOMPARE(log["runs"].toArray().size(), 1);
    const QJsonObject run = log["runs"].toArray()[0].toObject(), driver = run["tool"]["driver"].toObject();
    QCOMPARE(driver["name"].toString(), QString("etscope"));
    QStringList rules;
    for (const QJsonValue& rule : driver["rules"].toArray()) {
        rules.append(rule["id"].toString());
        QVERIFY(!rule["shortDescription"]["text"].toString().isEmpty());
    }
    const QJsonArray results = run["results"].toArray();
    QCOMPARE(results.size(), 4);  // a size, and the times of three methods
    for (const QJsonValue& result : results) {
        QVERIFY(rules.contains(result["ruleId"].toString()));
        QVERIFY(QStringList({"error", "warning"}).contains(result["level"].toString()));
        QVERIFY(!result["message"]["text"].toString().isEmpty());
        const QJsonObject place = result["locations"][0]["physicalLocation"].toObject();
        QVERIFY(place["artifactLocation"]["uri"].toString().endsWith("budgets.toml"));
        QVERIFY(place["region"]["startLine"].toInt() >= 1);
    }
    QVERIFY(results[0]["message"]["text"].toString().contains("file_size is broken: measured "));
}

/// Kernels outside delegates lead to the lines that made them.
void TestCliGate::sourceLines() {
    const QString file = budgets("[method.text_decoder]\nkernels_outside_delegates = 0\n");
    const Ran ran = cliGateCli({"gate", kCliGateVlm, "--budget", file, "--json", "--sarif", path("lines.sarif")});
    QCOMPARE(ran.status, 1);
    const QJsonArray sources = QJsonDocument::fromJson(ran.out)["rows"][0]["sources"].toArray();
    QVERIFY(!sources.isEmpty());
    for (const QJsonValue& source : sources) QVERIFY(source["line"].toInt() > 0 && !source["file"].toString().isEmpty());
    const QJsonValue result = QJsonDocument::fromJson(content("lines.sarif"))["runs"][0]["results"][0];
    QCOMPARE(result["locations"].toArray().size(), sources.size());
    QCOMPARE(result["locations"][0]["physicalLocation"]["region"]["startLine"].toInt(), sources[0]["line"].toInt());
    QVERIFY(result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"].toString().endsWith("budgets.toml"));
}

void TestCliGate::against() {
    const QString file = budgets("file_size = \"+0\"\ndelegate_calls = [\"+0\", 100000]\n");
    const Ran same = cliGateCli({"gate", kCliGateVlm + "/model.pte", "--budget", file, "--against", kCliGateVlm + "/model.pte"});
    QCOMPARE(same.status, 0);
    const Ran larger = cliGateCli(
        {"gate", "--budget", file, "--against", kCliGateVlm + "/../trivial/model.pte", kCliGateVlm + "/model.pte", "--json"});
    QCOMPARE(larger.status, 1);
    const QJsonObject document = QJsonDocument::fromJson(larger.out).object();
    QCOMPARE(document["against"].toArray().size(), 1);
    QCOMPARE(document["rows"][0]["state"].toString(), QString("broken"));
    QCOMPARE(document["rows"][0]["limit"], document["rows"][0]["base"]);
    QCOMPARE(document["passed"].toBool(), false);
}

void TestCliGate::startingPoint() {
    QCOMPARE(cliGateCli({"gate", kCliGateVlm, "--write-budget", path("today.toml")}).status, 0);
    const Ran ran = cliGateCli({"gate", kCliGateVlm, "--budget", path("today.toml")});
    QVERIFY2(ran.status == 0, ran.out.constData());
    QVERIFY(ran.out.contains(" 0 broken, 0 unknown"));
    QCOMPARE(cliGateCli({"gate", kCliGateVlm, "--write-budget", "-"}).out, content("today.toml"));
    QCOMPARE(cliGateCli({"gate", kCliGateVlm, "--write-budget", path("no/such/folder.toml")}).status, 3);
    const QJsonObject told =
        QJsonDocument::fromJson(cliGateCli({"gate", kCliGateVlm, "--write-budget", path("told.toml"), "--json"}).out).object();
    QCOMPARE(told["schema"].toString(), QString("etscope.budgets/1"));
    QCOMPARE(told["bytes"].toInt(), static_cast<int>(content("told.toml").size()));
    QCOMPARE(cliGateCli({"gate", kCliGateVlm, "--write-budget", "-", "--json"}).status, 2);
}

ETSCOPE_TEST(TestCliGate)
#include "tst_cli_gate.moc"
