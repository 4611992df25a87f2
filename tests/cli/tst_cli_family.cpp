// Several programs of one folder, as a script sees them: `family`, --member of every command, `diff` between members.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "support/run_cli.h"
#include "support/test_case.h"

using namespace etscope::test;

namespace {

const QString kFamilies = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/");

Ran familyCli(const QStringList& arguments) { return runProcess(ETSCOPE_CLI, arguments, {}, 60'000); }
QJsonObject familyJson(const QStringList& arguments) {
    return QJsonDocument::fromJson(familyCli(arguments + QStringList{"--json"}).out).object();
}

QStringList fileNames(const QJsonObject& document) {
    QStringList names;
    for (const QJsonValue& file : document["files"].toArray()) names.append(file["path"].toString().section('/', -1));
    names.sort();
    return names;
}

}  // namespace

class TestCliFamily : public QObject {
    Q_OBJECT
private slots:
    void documents();
    void withoutVerdicts();
    void texts();
    void memberOfEveryCommand();
    void theFirstUnlessTold();
    void unknownMembers();
    void differences();
    void missingKeys();
};

void TestCliFamily::documents() {
    const Ran ran = familyCli({"family", kFamilies + "family", "--json"});
    QCOMPARE(ran.status, 0);
    const QJsonObject document = QJsonDocument::fromJson(ran.out).object();
    QCOMPARE(document["schema"].toString(), QString("etscope.family/1"));
    const QJsonArray members = document["members"].toArray();
    QCOMPARE(members.size(), 3);
    QCOMPARE(members[1]["name"].toString(), QString("coder"));
    QCOMPARE(members[1]["builds_on"].toString(), QString("base"));
    QCOMPARE(members[1]["adds"]["bytes"].toInt(), 640);
    QCOMPARE(members[1]["keys"]["asked"].toInt(), 6);
    QCOMPARE(members[1]["verdict"]["state"].toString(), QString("match"));
    QVERIFY(document["diagnostics"].toArray().isEmpty());
    QVERIFY(ran.err.isEmpty());
}

void TestCliFamily::withoutVerdicts() {
    for (const QJsonValue& member : familyJson({"family", kFamilies + "family", "--no-verdict"})["members"].toArray())
        QVERIFY(member["verdict"].isNull());
}

void TestCliFamily::texts() {
    const Ran ran = familyCli({"family", kFamilies + "family"});
    QCOMPARE(ran.status, 0);
    for (const char* text :
         {"adds to base: 2 ranges of 640 B, lora_a, lora_b", "match: All 2 outputs", "foundation.ptd", "first.weight"})
        QVERIFY2(ran.out.contains(text), text);
    QVERIFY(familyCli({"family", kFamilies + "family", "--csv"}).out.startsWith("member,program,"));
    QVERIFY(
        familyCli({"family", kFamilies + "lora_inputs"}).out.contains("short.ptd has 1 of the list's keys, without first.lora_b"));
    QVERIFY(familyCli({"family", kFamilies + "draft"}).out.contains("run.etdp"));
    const QByteArray shared = familyCli({"family", kFamilies + "delegated"}).err;
    QVERIFY2(shared.count("run.etdp: it can be a run of each of model, other") == 1 && !shared.contains("×"), shared.constData());
}

void TestCliFamily::memberOfEveryCommand() {
    const QStringList coder{"adapter_coder.ptd", "coder.dbg", "coder.etdp", "coder.etrecord", "coder.pte", "foundation.ptd"};
    for (const QString command : {"info", "verdict", "tensors", "memory", "compare", "lint", "named-data", "delegates", "events"}) {
        const Ran ran = familyCli({command, kFamilies + "family", "--member", "coder", "--json"});
        QVERIFY2(ran.status <= 1, qPrintable(command));
        QCOMPARE(fileNames(QJsonDocument::fromJson(ran.out).object()), coder);
    }
    QCOMPARE(familyCli({"verdict", kFamilies + "family", "--member", "coder"}).status, 0);
    QCOMPARE(familyCli({"verdict", kFamilies + "draft", "--member", "small"}).status, 0);
    QCOMPARE(familyCli({"verdict", kFamilies + "draft", "--member", "large"}).status, 4);
}

void TestCliFamily::theFirstUnlessTold() {
    const Ran ran = familyCli({"info", kFamilies + "family"});
    QCOMPARE(ran.status, 0);
    QVERIFY(ran.err.contains("base: one of 3 programs that were opened together (base, coder, poet)"));
    QCOMPARE(fileNames(QJsonDocument::fromJson(familyCli({"info", kFamilies + "family", "--json"}).out).object()).size(), 15);
    const QJsonObject verdict = QJsonDocument::fromJson(familyCli({"verdict", kFamilies + "family", "--json"}).out).object();
    QCOMPARE(verdict["member"].toString(), "base");
    QCOMPARE(verdict["other_members"].toArray().size(), 2);
    QVERIFY(familyCli({"info", kFamilies + "family", "--member", "poet"}).err.isEmpty());
}

void TestCliFamily::unknownMembers() {
    const Ran ran = familyCli({"info", kFamilies + "family", "--member", "bard"});
    QCOMPARE(ran.status, 2);
    QVERIFY(ran.err.contains("there are: base, coder, poet"));
    QCOMPARE(familyCli({"info", kFamilies + "tiny", "--member", "model"}).status, 3);
    QCOMPARE(familyCli({"family", kFamilies + "tiny"}).status, 3);
}

void TestCliFamily::differences() {
    const QString folder = kFamilies + "family";
    const Ran adapters = familyCli({"diff", folder, "--member", "poet", "--against-member", "coder", "--exit-code", "--json"});
    QCOMPARE(adapters.status, 1);
    const QJsonObject document = QJsonDocument::fromJson(adapters.out).object();
    QStringList changed;
    for (const QJsonValue& one : document["tensors"].toArray())
        if (one["role"] == "parameter") changed.append(one["name"].toString());
    changed.removeDuplicates();
    QCOMPARE(changed, QStringList({"lora_a.weight", "lora_b.weight"}));
    QCOMPARE(familyCli({"diff", folder, folder, "--member", "poet", "--against-member", "poet", "--exit-code"}).status, 0);
    QCOMPARE(familyCli({"diff", folder, "--member", "poet"}).status, 2);
    QCOMPARE(familyCli({"diff", folder, "--member", "poet", "--against-member", "bard"}).status, 2);
}

void TestCliFamily::missingKeys() {
    const Ran ran = familyCli({"family", kFamilies + "family/base.pte", kFamilies + "family/poet.pte",
                               kFamilies + "family/foundation.ptd", "--no-verdict"});
    QCOMPARE(ran.status, 1);
    QVERIFY(ran.out.contains("keys that no file answers rightly: lora_a.weight, lora_b.weight"));
}

ETSCOPE_TEST(TestCliFamily)
#include "tst_cli_family.moc"
