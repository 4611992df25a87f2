// What the program says of itself: help with examples that work, schemas, both for every command.
#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "cli/options.h"
#include "cli/schemas.h"
#include "support/run_cli.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::test;

namespace {

Ran etscopeCli(const QStringList& arguments) { return runProcess(ETSCOPE_CLI, arguments); }

/// The lines below "Example:" of a command's help.
QStringList examplesOf(const QString& help) {
    QStringList lines;
    for (const QString& line : help.mid(help.indexOf("Example:")).split('\n'))
        if (line.startsWith("  etscope-cli ")) lines.append(line.trimmed());
    return lines;
}

}  // namespace

class TestCliHelp : public QObject {
    Q_OBJECT
private slots:
    void everyCommandHasAnExample();
    void examples_data();
    void examples();
    void helpOfCommands();
    void everyDocumentHasASchema();
    void schemasArePrinted();
};

void TestCliHelp::everyCommandHasAnExample() {
    cli::Options options;
    const auto parser = cli::makeParser(options);
    const QByteArray manual = etscopeCli({"manual"}).out;
    for (const std::string& name : cli::commandNames()) {
        const QStringList lines = examplesOf(QString::fromStdString(parser->get_subcommand(name)->help()));
        QVERIFY2(!lines.isEmpty(), name.c_str());
        for (const QString& line : lines) {
            QVERIFY2(line.startsWith(QString("etscope-cli %1 ").arg(name.c_str())), qPrintable(line));
            QVERIFY2(manual.contains(QString(line).replace("-", "\\-").toUtf8()), qPrintable(line));
        }
    }
}

void TestCliHelp::examples_data() {
    QTest::addColumn<QStringList>("lines");
    cli::Options options;
    const auto parser = cli::makeParser(options);
    for (const std::string& name : cli::commandNames())
        QTest::newRow(name.c_str()) << examplesOf(QString::fromStdString(parser->get_subcommand(name)->help()));
}

/// Each in a folder with nothing but the bundled sample, a conversation and tables of surveys.
void TestCliHelp::examples() {
    QFETCH(const QStringList, lines);
    const QTemporaryDir folder;
    for (const auto& [name, source] : {std::pair("vlm", "/resources/samples/vlm"),
                                       {"chat", "/tests/fixtures/conversations/talk"},
                                       {"nights", "/tests/fixtures/history"}}) {
        QVERIFY(QDir(folder.path()).mkdir(name));
        QDirIterator files(QString(ETSCOPE_SOURCE_DIR) + source, QDir::Files);
        while (files.hasNext()) {
            const QString file = files.next();
            QVERIFY(QFile::copy(file, folder.filePath(QString(name) + "/" + files.fileName())));
        }
    }
    for (const QString& line : lines) {
        QProcess process;
        process.setWorkingDirectory(folder.path());
        QStringList words = QProcess::splitCommand(line);
        QCOMPARE(words.takeFirst(), QString("etscope-cli"));
        // Nothing is executed by a test that nobody gave a Python.
        if (words.front() == "run") words += {"--python", ETSCOPE_SOURCE_DIR "/tests/run/fake_python", "--values", "outputs"};
        if (words.front() == "shrink") continue;     // it needs a Python with torch: tst_shrink
        const bool tries = words.front() == "mend";  // a Python that lowers nothing: it cannot be told
        if (tries) words += {"--python", ETSCOPE_SOURCE_DIR "/tests/lowering/fake_driver"};
        process.start(ETSCOPE_CLI, words);
        QVERIFY(process.waitForFinished(120'000));
        const QByteArray errors = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && (process.exitCode() <= 1 || (tries && process.exitCode() == 4)),
                 qPrintable(line + "\n" + errors));
        const qsizetype out = words.indexOf("-o");
        if (out >= 0) QVERIFY2(QFileInfo::exists(folder.filePath(words[out + 1])), qPrintable(line));
        if (out < 0 && !line.contains("--export") && !line.contains("--svg") && !line.contains("--write-"))
            QVERIFY2(!process.readAllStandardOutput().isEmpty(), qPrintable(line));
    }
}

void TestCliHelp::helpOfCommands() {
    for (const std::string& name : cli::commandNames()) {
        const Ran help = etscopeCli({"help", name.c_str()});
        QCOMPARE(help.status, 0);
        QCOMPARE(help.out, etscopeCli({name.c_str(), "--help"}).out);
    }
    QCOMPARE(etscopeCli({"help"}).out, etscopeCli({"--help"}).out);
    const Ran unknown = etscopeCli({"help", "comapre"});
    QCOMPARE(unknown.status, 2);
    QVERIFY(unknown.err.contains("the nearest is compare"));
}

void TestCliHelp::everyDocumentHasASchema() {
    cli::Options options;
    const auto parser = cli::makeParser(options);
    QStringList names;
    for (const cli::Schema& schema : cli::schemas())
        names.append(QString::fromUtf8(schema.name.data(), static_cast<qsizetype>(schema.name.size())));
    for (const std::string& name : cli::commandNames()) {
        const bool document = name == "extract" || parser->get_subcommand(name)->get_option_no_throw("--json") != nullptr;
        const QString schema = name == "extract"  ? QString("repro")  // of --repro
                               : name == "advise" ? QString("advice")
                                                  : QString::fromStdString(name);
        QVERIFY2(document == names.contains(schema), name.c_str());
        names.removeAll(schema);
    }
    QCOMPARE(names, QStringList({"budgets", "lint-rules", "metadata-known"}));  // what --write-budget, --rules and --known print
}

void TestCliHelp::schemasArePrinted() {
    const Ran list = etscopeCli({"schema"});
    QCOMPARE(list.status, 0);
    QCOMPARE(list.out.count('\n'), static_cast<qsizetype>(cli::schemas().size()));
    for (const QByteArray& name : list.out.trimmed().split('\n')) {
        const Ran schema = etscopeCli({"schema", name});
        QCOMPARE(schema.status, 0);
        QFile file(QString(ETSCOPE_SOURCE_DIR "/docs/schema/%1.json").arg(name.constData()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(schema.out, file.readAll());
        QCOMPARE(QJsonDocument::fromJson(schema.out)["title"].toString(), QString("etscope.%1/1").arg(name.constData()));
        QCOMPARE(etscopeCli({"schema", "etscope." + name + "/1"}).out, schema.out);
    }
    const Ran unknown = etscopeCli({"schema", "comparee"});
    QCOMPARE(unknown.status, 2);
    QVERIFY(unknown.err.contains("the nearest is compare") && unknown.out.isEmpty());
}

ETSCOPE_TEST(TestCliHelp)
#include "tst_cli_help.moc"
