// Malformed programs: each is named by its code, none does harm.
#include <QElapsedTimer>
#include <QtTest>

#include "program/program_builder.h"
#include "program/program_cases.h"
#include "program/touch_everything.h"
#include "support/test_case.h"

using namespace etscope::test;

class TestPteMalformed : public QObject {
    Q_OBJECT
private slots:
    void wholeProgramsAreClean();
    void enoughCases();
    void cases_data();
    void cases();
};

namespace {

constexpr int kMostMilliseconds = 10'000;

const ProgramCase& caseAt(std::size_t index) {
    const std::size_t bytes = byteCases().size();
    return index < bytes ? byteCases()[index] : contentCases()[index - bytes];
}

}  // namespace

// What the cases start from has nothing wrong.
void TestPteMalformed::wholeProgramsAreClean() {
    for (const std::string& bytes : {trivialProgram(), vlmProgram(), ProgramBuilder().bytes(),
                                     ProgramBuilder(trivialProgram()).bytes(), ProgramBuilder(vlmProgram()).bytes()}) {
        const ProgramTouch touch = touchProgram(bytes);
        QVERIFY(touch.opened);
        QVERIFY2(touch.trouble.empty(), touch.trouble.c_str());
        QVERIFY2(touch.diagnostics.empty() || touch.diagnostics.items()[0].code == "pte-trailing-bytes",
                 touch.diagnostics.empty()
                     ? ""
                     : (touch.diagnostics.items()[0].code + ": " + touch.diagnostics.items()[0].message).c_str());
    }
}

void TestPteMalformed::enoughCases() { QVERIFY(byteCases().size() + contentCases().size() >= 80); }

void TestPteMalformed::cases_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < byteCases().size() + contentCases().size(); ++i) QTest::newRow(caseAt(i).name) << i;
}

void TestPteMalformed::cases() {
    QFETCH(std::size_t, index);
    const ProgramCase& wanted = caseAt(index);
    QElapsedTimer timer;
    timer.start();
    const ProgramTouch touch = touchProgram(wanted.make());
    QVERIFY2(touch.trouble.empty(), touch.trouble.c_str());
    QCOMPARE(touch.opened, wanted.opens);
    std::string found;
    for (const auto& item : touch.diagnostics.items()) found += item.code + " at " + item.where + "; ";
    for (const std::string& code : wanted.codes) QVERIFY2(touch.diagnostics.has(code), (code + " is not among " + found).c_str());
    QVERIFY(timer.elapsed() < kMostMilliseconds);
}

ETSCOPE_TEST(TestPteMalformed)
#include "tst_pte_malformed.moc"
