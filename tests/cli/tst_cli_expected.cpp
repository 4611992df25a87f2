// Documents of the command line against what the original implementation says: every expected/*.json of the fixtures, compared
// by the checker script that comes with the shared fixtures.
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

class TestCliExpected : public QObject {
    Q_OBJECT
private slots:
    void documents_data();
    void documents();
};

void TestCliExpected::documents_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("files");
    QTest::newRow("shared records") << ETSCOPE_SHARED_DIR "/fixtures"
                                    << "etrecord";
    QTest::newRow("shared records and arrays") << ETSCOPE_SHARED_DIR "/fixtures"
                                               << "etrecord,npy";
    QTest::newRow("own records") << ETSCOPE_SOURCE_DIR "/tests/fixtures"
                                 << "etrecord";
    QTest::newRow("own archives") << ETSCOPE_SOURCE_DIR "/tests/fixtures"
                                  << "pt,pt2";
}

void TestCliExpected::documents() {
    QFETCH(QString, folder);
    QFETCH(QString, files);
    const QString python = QStandardPaths::findExecutable("python3");
    const QString checker = ETSCOPE_SHARED_DIR "/tools/check_expected.py";
    if (python.isEmpty()) QSKIP("python3 is not installed");
    if (!QFile::exists(checker)) QSKIP("the checker script is not there");
    if (!QDir(folder).exists()) QSKIP("the fixtures are not there");
    QProcess process;
    process.start(python, {checker, "--cli", ETSCOPE_CLI, "--fixtures", folder, "--files", files, "--show", "3"});
    QVERIFY(process.waitForFinished(240'000));
    const QByteArray out = process.readAllStandardOutput();
    if (out.startsWith("nothing to check")) QSKIP("there are no expected documents of this kind");
    QVERIFY2(process.exitCode() == 0, out.left(20'000) + process.readAllStandardError());
}

QTEST_GUILESS_MAIN(TestCliExpected)
#include "tst_cli_expected.moc"
