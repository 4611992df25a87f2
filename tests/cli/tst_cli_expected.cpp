// Documents of the command line against what the original implementation says: every expected/*.json of the fixtures, compared by
// tests/fixtures/check_expected.py.
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include "support/test_case.h"

class TestCliExpected : public QObject {
    Q_OBJECT
private slots:
    void documents_data();
    void documents();
};

void TestCliExpected::documents_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("files");
    QTest::newRow("own") << ETSCOPE_SOURCE_DIR "/tests/fixtures"
                         << "";
    if (!QDir(ETSCOPE_SHARED_DIR "/fixtures").exists()) return;
    QTest::newRow("shared records") << ETSCOPE_SHARED_DIR "/fixtures"
                                    << "etrecord";
    QTest::newRow("shared records and arrays") << ETSCOPE_SHARED_DIR "/fixtures"
                                               << "etrecord,npy";
}

void TestCliExpected::documents() {
    QFETCH(QString, folder);
    QFETCH(QString, files);
    const QString python = QStandardPaths::findExecutable("python3");
    QVERIFY2(!python.isEmpty(), "python3 is needed");
    QStringList arguments{
        ETSCOPE_SOURCE_DIR "/tests/fixtures/check_expected.py", "--cli", ETSCOPE_CLI, "--fixtures", folder, "--show", "3"};
    if (!files.isEmpty()) arguments += {"--files", files};
    QProcess process;
    process.start(python, arguments);
    QVERIFY(process.waitForFinished(240'000));
    const QByteArray out = process.readAllStandardOutput();
    QVERIFY2(process.exitCode() == 0, out.left(20'000) + process.readAllStandardError());
}

ETSCOPE_TEST(TestCliExpected)
#include "tst_cli_expected.moc"
