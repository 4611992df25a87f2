// Completions and manual pages of a program that has all that is hard to write down: quotes, brackets, dots, characters beyond
// ASCII.
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "describe/program_text.h"
#include "support/test_case.h"

using namespace etscope::describe;

namespace {

ProgramText program() {
    ProgramText text;
    text.self = {"et-try", "what it's for", "", {}, {{{"--version"}, std::nullopt, "Print it", {}, false}}};
    CommandText command{"show", "It's [one] of `many`: a \"b\" $c \\d", ".dots stay\n-dashes'", {}, {}};
    command.arguments = {{{"FILE", {}, true}, "Files, – any", true, true}};
    command.options = {{{"-o", "--output"}, ValueText{"OUT", {}, true}, "Where to: here's [place]", {}, false},
                       {{"--kind"}, ValueText{"KIND", {"one", "two:"}, false}, ".dot first", {"--output"}, true}};
    text.commands = {command};
    text.seeAlso = {"et-other"};
    return text;
}

}  // namespace

class TestDescribe : public QObject {
    Q_OBJECT

private slots:
    void quotes_data();
    void quotes();
    void parses_data();
    void parses();
    void manual();
};

void TestDescribe::quotes_data() {
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("expected");
    QTest::newRow("bash words") << "bash"
                                << "show:--kind) after=value words='one two:' ;;";
    QTest::newRow("bash files") << "bash"
                                << "show:-o | show:--output) after=value paths=1 ;;";
    QTest::newRow("zsh command") << "zsh"
                                 << R"('show:It'\''s [one] of `many`: a "b" $c \d')";
    QTest::newRow("zsh option") << "zsh"
                                << R"('(-o)--output=[Where to\: here'\''s \[place\]]:OUT:_files')";
    QTest::newRow("zsh words") << "zsh"
                               << R"('*--kind=[.dot first]:KIND:(one two\:)')";
    QTest::newRow("fish command") << "fish"
                                  << R"(-a show -d 'It\'s [one] of `many`: a "b" $c \\d')";
    QTest::newRow("fish option") << "fish"
                                 << R"(-s o -l output -r -F -d 'Where to: here\'s [place]')";
    QTest::newRow("fish words") << "fish"
                                << "-l kind -x -a 'one two:'";
}

void TestDescribe::quotes() {
    QFETCH(QString, shell);
    QFETCH(QString, expected);
    const QString script = QString::fromStdString(completionScript(program(), shell.toStdString()));
    QVERIFY2(script.contains(expected), qPrintable(script));
}

void TestDescribe::parses_data() {
    QTest::addColumn<QString>("shell");
    for (const char* shell : {"bash", "zsh", "fish"}) QTest::newRow(shell) << QString(shell);
}

void TestDescribe::parses() {
    QFETCH(QString, shell);
    if (QStandardPaths::findExecutable(shell).isEmpty()) QSKIP("this shell is not installed");
    QTemporaryDir folder;
    QFile file(folder.filePath("script"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(completionScript(program(), shell.toStdString())));
    file.close();
    QProcess check;
    check.start(shell, {"-n", file.fileName()});
    QVERIFY(check.waitForFinished());
    QVERIFY2(check.exitCode() == 0, check.readAllStandardError());
}

void TestDescribe::manual() {
    const QString page = QString::fromStdString(manualPage(program(), "1.2.3", "2026-01-02"));
    for (const char* expected :
         {".TH ET\\-TRY 1 2026-01-02 \"etscope 1.2.3\"", "et\\-try \\- what it\\(aqs for", "Files, \\[u2013] any.",
          "\n\\&.dot first.\nKnown values: \\fBone\\fR, \\fBtwo:\\fR.\nMay be given several times.\n",
          ".nf\n\\&.dots stay\n\\-dashes\\(aq\n.fi\n", "of \\(gamany\\(ga: a \"b\" $c \\ed.", ".BR et\\-other (1)"})
        QVERIFY2(page.contains(expected), expected);
    QVERIFY(std::ranges::all_of(page, [](QChar c) { return c.unicode() < 0x80; }));
}

ETSCOPE_TEST(TestDescribe)
#include "tst_describe.moc"
