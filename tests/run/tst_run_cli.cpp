// `etscope-cli run` with targets that misbehave: a clear sentence, nothing half.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <csignal>

#include "support/run_cli.h"
#include "support/test_case.h"

using namespace etscope::test;

namespace {

const QString kTrivial = ETSCOPE_SOURCE_DIR "/tests/fixtures/trivial", kCircularRun = ETSCOPE_SOURCE_DIR "/tests/fixtures/circular";

}  // namespace

class TestRunCli : public QObject {
    Q_OBJECT
private slots:
    void failures_data();
    void failures();
    void whatWasWrittenIsKept();
    void aWholeRun();
    void cancelled();
    void inputsAreNotOverwritten();
    void fullDisk();
    void consistency_data();
    void consistency();

private:
    Ran run(const QString& mode, const QString& folder, QStringList more = {}, const QString& session = kTrivial) {
        qputenv("FAKE", mode.toUtf8());
        QStringList words{"run", session, "-o", folder, "--python", ETSCOPE_FAKE_PYTHON};
        return runProcess(ETSCOPE_CLI, words + more, {}, 60'000);
    }
    static QJsonObject recordIn(const QString& folder) {
        QFile file(folder + "/run.json");
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    }
};

void TestRunCli::failures_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* mode, QStringList options, const char* code, QStringList says) {
        QTest::newRow(mode) << QString(mode) << options << QString(code) << says;
    };
    row("absent", {}, "run-no-executorch", {"3.99", "pip install executorch", "--python"});
    row("dies-first", {}, "run-target-failed", {"status 7", "a line before the end"});
    row("refuses", {}, "run-refused", {"executorch 9.9.9", "0x14", "a reason of the runtime", "fake::op.out"});
    row("aborts", {}, "run-aborted", {"SIGABRT", "'forward'", "assert failed", "--values outputs"});
    row("hangs", {"--time", "0.5"}, "run-timeout", {"0.5 s", "--time"});
    row("floods", {"--time", "60"}, "run-said-too-much", {"prints without end"});
    row("fails", {}, "run-no-values", {"0x10", "'forward'"});
}

void TestRunCli::failures() {
    QFETCH(QString, mode);
    QFETCH(QStringList, options);
    QFETCH(QString, code);
    QFETCH(QStringList, says);
    const QTemporaryDir dir;
    const Ran ran = run(mode, dir.filePath("out"), options);
    QVERIFY2(ran.status == 2 || ran.status == 3, ran.err);
    QVERIFY2(ran.err.contains("[" + code.toUtf8() + "]"), ran.err);
    for (const QString& text : says) QVERIFY2(ran.err.contains(text.toUtf8()), ran.err);
    QVERIFY(ran.out.isEmpty());
    QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
}

void TestRunCli::whatWasWrittenIsKept() {
    const QTemporaryDir dir;
    const Ran ran = run("aborts-second", dir.filePath("out"), {"--values", "outputs", "--json"}, kCircularRun);
    QVERIFY2(ran.status == 3 || ran.status == 1, ran.err);
    const QJsonObject record = recordIn(dir.filePath("out"));
    QCOMPARE(record["state"].toString(), QString("partial"));
    QCOMPARE(record["error"].toObject()["code"].toString(), QString("run-aborted"));
    QCOMPARE(record["calls"].toArray()[0].toObject()["state"].toString(), QString("done"));
    QCOMPARE(record["calls"].toArray()[1].toObject()["state"].toString(), QString("not_run"));
    QVERIFY(QFile::exists(dir.filePath("out/out-forward-0-0.npy")));
}

/// What does not belong to it is not in the folder; names that lead away are no outputs; lies change nothing.
void TestRunCli::aWholeRun() {
    for (const char* mode : {"works", "leaves-more", "lies"}) {
        const QTemporaryDir dir;
        const Ran ran = run(mode, dir.filePath("out"), {"--json", "--values", "outputs"});
        QVERIFY2(ran.status == 0 || ran.status == 1 || ran.status == 4, ran.err);
        const QJsonObject record = recordIn(dir.filePath("out")), printed = QJsonDocument::fromJson(ran.out).object();
        QCOMPARE(record["schema"].toString(), QString("etscope.run/1"));
        QCOMPARE(record["state"].toString(), QString("done"));
        QCOMPARE(printed["target"], record["target"]);
        QCOMPARE(printed["calls"], record["calls"]);
        QVERIFY(printed["verdict"].isObject());
        QStringList names = QDir(dir.filePath("out")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        QVERIFY2(!names.contains("something.etdp"), qPrintable(names.join(' ')));
        QVERIFY(names.contains("run.py") && names.contains("plan.txt") && names.contains("run.json"));
        QCOMPARE(record["written"].toArray().isEmpty(), false);
    }
    for (const char* mode : {"leads-out", "links"}) {
        const QTemporaryDir dir;
        run(mode, dir.filePath("out"), {"--values", "outputs"});
        const QJsonArray calls = recordIn(dir.filePath("out"))["calls"].toArray();
        QVERIFY2(!calls.isEmpty(), mode);
        for (const QJsonValue& call : calls)
            for (const QJsonValue& output : call.toObject()["outputs"].toArray())
                QVERIFY2(output.toObject()["file"].isNull(), mode);
        QCOMPARE(QDir(dir.filePath("out")).entryList({"out-*"}, QDir::AllEntries | QDir::System), QStringList());
    }
}

void TestRunCli::cancelled() {
    const QTemporaryDir dir;
    qputenv("FAKE", "hangs-with-child");
    qputenv("FAKE_PID", dir.filePath("pid").toUtf8());
    QProcess process;
    process.start(ETSCOPE_CLI, {"run", kTrivial, "-o", dir.filePath("out"), "--python", ETSCOPE_FAKE_PYTHON});
    QFile pid(dir.filePath("pid"));
    QTRY_VERIFY_WITH_TIMEOUT(pid.exists() && pid.size() > 0, 20'000);
    process.terminate();
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(pid.open(QIODevice::ReadOnly));
    const auto child = static_cast<pid_t>(pid.readAll().toInt());
    pid.remove();
    const auto isGone = [child] {
        QFile state(QString("/proc/%1/stat").arg(child));
        return ::kill(child, 0) != 0 || (state.open(QIODevice::ReadOnly) && state.readAll().contains(") Z "));
    };
    QTRY_VERIFY_WITH_TIMEOUT(isGone(), 10'000);
    QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
}

void TestRunCli::inputsAreNotOverwritten() {
    const QTemporaryDir dir;
    QVERIFY(QDir(dir.path()).mkdir("in"));
    QVERIFY(QFile::copy(kTrivial + "/model.pte", dir.filePath("in/model.pte")));
    for (const QString& place : {dir.filePath("in"), dir.filePath("in/model.pte")}) {
        const Ran ran = runProcess(
            ETSCOPE_CLI, {"run", dir.filePath("in/model.pte"), "--case", "random", "-o", place, "--python", ETSCOPE_FAKE_PYTHON});
        QVERIFY2(ran.status == 2 || ran.status == 3, ran.err);
        QVERIFY2(ran.err.contains("output-is-input") || ran.err.contains("write-failed"), ran.err);
    }
    QCOMPARE(QDir(dir.filePath("in")).entryList(QDir::Files), QStringList{"model.pte"});
}

void TestRunCli::fullDisk() {
    const QTemporaryDir dir;
    qputenv("FAKE", "works");
    // Files may not grow beyond 2 KiB: as where the disk is full.
    const QString line = QString("ulimit -f 4; '%1' run '%2' -o '%3' --python '%4'")
                             .arg(ETSCOPE_CLI, kTrivial, dir.filePath("out"), ETSCOPE_FAKE_PYTHON);
    const Ran ran = runProcess("sh", {"-c", line});
    QVERIFY2(ran.status == 3, ran.err);
    QVERIFY2(ran.err.contains("[write-failed]"), ran.err);
    QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
}

void TestRunCli::consistency_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("code");  // empty: there is a document
    QTest::addColumn<QString>("says");
    QTest::newRow("absent") << "absent" << QStringList() << "run-no-executorch"
                            << "pip install executorch";
    QTest::newRow("refuses") << "refuses" << QStringList() << ""
                             << "refuses the program";
    QTest::newRow("aborts") << "aborts" << QStringList() << ""
                            << "SIGABRT";
    QTest::newRow("hangs") << "hangs" << QStringList{"--time", "0.5"} << ""
                           << "0.5 s";
    QTest::newRow("fails") << "fails" << QStringList() << ""
                           << "0x10";
    QTest::newRow("other sizes") << "works" << QStringList() << ""
                                 << "other sizes";
}

/// What the program does is told, what cannot be played says why, and nothing of it is left anywhere.
void TestRunCli::consistency() {
    QFETCH(QString, mode);
    QFETCH(QStringList, options);
    QFETCH(QString, code);
    QFETCH(QString, says);
    const QTemporaryDir dir;
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("FAKE", mode.toUtf8());
    qputenv("TMPDIR", dir.path().toUtf8());
    const QStringList words{"consistency", ETSCOPE_SOURCE_DIR "/tests/fixtures/ways/other", "--json", "--python",
                            ETSCOPE_FAKE_PYTHON};
    const Ran ran = runProcess(ETSCOPE_CLI, words + options, {}, 60'000);
    before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
    if (!code.isEmpty()) {
        QVERIFY2(ran.err.contains("[" + code.toUtf8() + "]") && ran.err.contains(says.toUtf8()), ran.err);
        QVERIFY(ran.out.isEmpty());
        return;
    }
    QCOMPARE(ran.status, 4);
    const QJsonObject document = QJsonDocument::fromJson(ran.out).object(), counts = document["runtime_counts"].toObject();
    QCOMPARE(counts["agree"].toInt() + counts["disagree"].toInt(), 0);
    QVERIFY(counts[mode == "works" ? "unknown" : "not_played"].toInt() > 2);
    for (const QJsonValue& check : document["methods"].toArray()[0].toObject()["checks"].toArray()) {
        const QJsonObject runtime = check.toObject()["runtime"].toObject();
        const bool asked = check["state"] == "agree" || check["state"] == "disagree";
        QCOMPARE(check["runtime"].isObject(), asked);
        if (asked) QVERIFY2(runtime["reason"].toString().contains(says), qPrintable(runtime["reason"].toString()));
    }
}

ETSCOPE_TEST(TestRunCli)
#include "tst_run_cli.moc"
