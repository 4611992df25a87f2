#include <QElapsedTimer>
#include <QtTest>
#include <filesystem>
#include <map>

#include "malformed/cases.h"
#include "malformed/everything.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope::test;

class TestMalformed : public QObject {
    Q_OBJECT
private slots:
    void cases_data();
    void cases();
    void together_data();
    void together();
    void nothingIsExecuted();
};

void TestMalformed::cases_data() {
    QTest::addColumn<const MalformedCase*>("malformed");
    for (const auto* table : {&zipCases(), &recordCases(), &programCases(), &pickleCases(), &arrayCases()})
        for (const MalformedCase& row : *table) QTest::newRow(row.name) << &row;
}

void TestMalformed::cases() {
    QFETCH(const MalformedCase*, malformed);
    const TempDir dir;
    const std::string path = dir.write("file", malformed->make());
    QElapsedTimer timer;
    timer.start();
    const Everything seen = openEverything(path);
    const auto milliseconds = timer.elapsed();
    QString codes;
    for (const std::string& code : seen.codes) codes += QString::fromStdString(code) + " ";
    QVERIFY2(seen.trouble.empty(), seen.trouble.c_str());
    for (const std::string& code : malformed->codes)
        QVERIFY2(seen.codes.contains(code), qPrintable(QString("no %1 among: %2; %3 graphs, %4 tensors")
                                                           .arg(QString::fromStdString(code), codes)
                                                           .arg(seen.graphs)
                                                           .arg(seen.tensors)));
    QVERIFY2(seen.graphs == malformed->graphs && seen.tensors == malformed->tensors,
             qPrintable(QString("%1 graphs, %2 tensors; %3").arg(seen.graphs).arg(seen.tensors).arg(codes)));
    QVERIFY2(milliseconds < 20'000, "a small file must not take long");
}

/// A sound file beside each malformed one: a program, of which a session can have several kinds beside it, and a record in front,
/// as a session reads the first record only.
void TestMalformed::together_data() {
    QTest::addColumn<const MalformedCase*>("malformed");
    QTest::addColumn<bool>("afterARecord");
    for (const auto* table : {&zipCases(), &recordCases(), &programCases(), &pickleCases(), &arrayCases()})
        for (const MalformedCase& row : *table) {
            QTest::addRow("%s, program", row.name) << &row << false;
            QTest::addRow("record, %s", row.name) << &row << true;
        }
}

// What is told of the sound file alone is told beside a damaged one; and the damage, where the file is read, is told, too.
void TestMalformed::together() {
    QFETCH(const MalformedCase*, malformed);
    QFETCH(bool, afterARecord);
    const TempDir dir;
    const std::string path = dir.write("file", malformed->make());
    const std::string sound =
        ETSCOPE_SOURCE_DIR "/tests/fixtures/" + std::string(afterARecord ? "tiny/model.etrecord" : "trivial/model.pte");
    static std::map<std::string, Everything> alone;
    if (!alone.contains(sound)) alone[sound] = openEverything(sound, Depth::Documents);
    const Everything seen = openTogether(afterARecord ? std::vector{sound, path} : std::vector{path, sound}, Depth::Documents);
    QVERIFY2(seen.trouble.empty(), seen.trouble.c_str());
    if (!afterARecord)
        for (const std::string& code : malformed->codes) QVERIFY2(seen.codes.contains(code), code.c_str());
    QVERIFY2(seen.tensors >= alone[sound].tensors && seen.graphs >= alone[sound].graphs,
             qPrintable(QString("%1 graphs, %2 tensors").arg(seen.graphs).arg(seen.tensors)));
}

void TestMalformed::nothingIsExecuted() { QVERIFY(!std::filesystem::exists("/tmp/etscope-executed")); }

ETSCOPE_TEST(TestMalformed)
#include "tst_malformed.moc"
