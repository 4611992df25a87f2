// A session file in place of the files that it names: `advise quantisation` goes on from what it keeps, and keeps what it finds.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "support/run_cli.h"
#include "support/test_case.h"

using namespace etscope::test;

namespace {

const QString kAdvised = QStringLiteral(ETSCOPE_SOURCE_DIR "/resources/samples/vlm");

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class KeptAdvice {
public:
    explicit KeptAdvice(const QByteArray& more = {}) {
        QFile file(path());
        if (file.open(QIODevice::WriteOnly))
            file.write("{\"etscope-session\": 1, \"notes\": \"w2\", \"files\": [\"" + kAdvised.toUtf8() + "\"]" + more + "}");
    }
    QString path() const { return m_folder.filePath("work.etscope"); }
    QJsonObject json() const { return QJsonDocument::fromJson(contentOf(path())).object(); }
    /// The notes of the answer.
    QStringList advise(const QStringList& more = {}) const {
        const Ran ran = runProcess(
            ETSCOPE_CLI, QStringList{"advise", "quantisation", path(), "--schemes", "int8", "--sets", "4", "--json"} + more, {},
            60'000);
        QStringList notes;
        for (const QJsonValue& note : QJsonDocument::fromJson(ran.out).object()["notes"].toArray()) notes.append(note.toString());
        return ran.status == 0 ? notes : QStringList{"failed: " + ran.err};
    }

private:
    QTemporaryDir m_folder;
};

}  // namespace

class TestCliAdvice : public QObject {
    Q_OBJECT
private slots:
    void allMethods();
    void ofOtherFiles();
    void strangeLists();
};

void TestCliAdvice::allMethods() {
    const KeptAdvice session;
    QCOMPARE(session.advise().filter("session file"), QStringList());
    const QJsonObject kept = session.json();
    QCOMPARE(kept["notes"].toString(), QString("w2"));
    QCOMPARE(kept["files"].toArray()[0].toString(), kAdvised);
    const QJsonArray advice = kept["advice"].toArray();
    QVERIFY(advice.size() > 1);
    QCOMPARE(contentOf(session.path()).count('\n'), kept.size() + 2);  // a line for each key, and the braces
    // All methods again, or one of them, know what was found; and each other's is not lost.
    QCOMPARE(session.advise().filter("were known from the session file").size(), 1);
    QCOMPARE(session.advise({"--method", "text_decoder"}).filter("were known from the session file").size(), 1);
    QCOMPARE(session.json()["advice"].toArray().size(), advice.size());
}

void TestCliAdvice::ofOtherFiles() {
    const KeptAdvice session;
    session.advise();
    QJsonObject json = session.json();
    QJsonArray advice = json["advice"].toArray();
    for (QJsonValueRef one : advice) {
        QJsonObject other = one.toObject();
        other["identity"] = QString(64, '0');
        one = other;
    }
    json["advice"] = advice;
    QFile file(session.path());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(json).toJson());
    file.close();
    QCOMPARE(session.advise(), QStringList("The advice in the session file is of other files: nothing of it was used."));
}

void TestCliAdvice::strangeLists() {
    for (const char* list :
         {", \"advice\": 7", ", \"advice\": [null, [], {\"method\": 3}]", ", \"advice\": {\"method\": \"text_decoder\"}"}) {
        const KeptAdvice session(list);
        QCOMPARE(session.advise().filter(QRegularExpression("session file|failed")), QStringList());
        QVERIFY(session.json()["advice"].toArray().size() > 1);
    }
}

ETSCOPE_TEST(TestCliAdvice)
#include "tst_cli_advice.moc"
