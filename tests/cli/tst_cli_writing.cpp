// What the command line writes: every command and format on a full disk, through links, to devices, to a full standard output;
// names of exported tensors; what names from files do to a terminal.
#include <QtTest>
#include <filesystem>

#include "cli_writers.h"
#include "support/bytes.h"
#include "support/full_disk.h"
#include "support/pickle_builder.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/run_cli.h"
#include "support/test_case.h"

using namespace etscope::test;
namespace fs = std::filesystem;

namespace {

void cliWritingAddWriters() {
    QTest::addColumn<int>("writer");
    for (std::size_t i = 0; i < writers().size(); ++i) QTest::newRow(writers()[i].name) << static_cast<int>(i);
}

/// Every command, printing in every form that it has.
const QString kTalk = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/talk/trace.jsonl");
const QString kNights = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/history/nights.jsonl");
const QString kBudgets = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/budgets.toml");

const std::vector<QStringList>& printers() {
    static const std::vector<QStringList> kPrinters = [] {
        std::vector<QStringList> all{
            {"graph", kRecord, "--method", "text_decoder", "--stage", "edge", "--dot"},
            {"graph", kRecord, "--method", "token_embedding", "--stage", "edge", "--mermaid"},
            {"extract", kRecord, "debug_handle_map", "-o", "-"},
            {"slim", kRecord, "-o", "/dev/null"},
            {"slim", kRecord, "-o", "/dev/null", "--json"},
            {"set-metadata", kProgram, "get_bos_id=2", "-o", "/dev/null"},
            {"set-metadata", kProgram, "get_bos_id=2", "-o", "/dev/null", "--json"},
            {"report", kTrivial + "/model.pte", "-o", "-"},
            {"history", kNights, "-o", "-"},
            {"completion", "bash"},
            {"manual"},
            {"help", "gate"},
            {"schema", "gate"},
            {"--help"},
            {"--version"},
        };
        const std::vector<QStringList> documents{
            {"info", kSample},
            {"graph", kRecord, "--method", "text_decoder", "--stage", "edge"},
            {"tensors", kRecord},
            {"tensor", kRecord, "projector.weight"},
            {"handles", kRecord},
            {"metadata", kProgram},
            {"named-data", kProgram},
            {"delegates", kProgram},
            {"containers", kProgram},
            {"listing", kProgram},
            {"memory", kProgram},
            {"quantisation", kSample},
            {"kernels", kProgram},
            {"family", kSample},
            {"survey", kSample},
            {"history", kNights, "--export", "^[0-9-]+"},
            {"undelegated", kSample},
            {"related", kSample, "--of", "text_decoder/program/0/1"},
            {"hex", kSample + "/model.pte"},
            {"sizes", kRecord},
            {"events", kSample},
            {"gap", kSample, "--method", "text_decoder", "--reference-values", kSample + "/reference-text_decoder.npz"},
            {"evaluate", kRecord, "--method", "token_embedding", "--plan"},
            {"character", kSample},
            {"check", kSample},
            {"stages", kSample, "--method", "vision_encoder"},
            {"consistency", kSample, "--method", "vision_encoder"},
            {"drift", kSample, "--method", "text_decoder"},
            {"tokens", kSample},
            {"conversation", kTalk},
            {"advise", "quantisation", kSample, "--method", "text_decoder", "--sets", "4"},
            {"verdict", kSample},
            {"compare", kSample},
            {"diff", kRecord, kRecord},
            {"verify", kRecord},
            {"lint", kSample},
            {"gate", kSample, "--budget", kBudgets},
        };
        for (const QStringList& one : documents) {
            all.push_back(one);
            for (const char* form : {"--json", "--csv", "--tsv"}) all.push_back(one + QStringList{form});
        }
        return all;
    }();
    return kPrinters;
}

}  // namespace

class TestCliWriting : public QObject {
    Q_OBJECT
private slots:
    void fullDisk_data() { cliWritingAddWriters(); }
    void fullDisk();
    void links_data() { cliWritingAddWriters(); }
    void links();
    void inputsAreKept_data() { cliWritingAddWriters(); }
    void inputsAreKept();
    void devices_data() { cliWritingAddWriters(); }
    void devices();
    void fullStandardOutput_data();
    void fullStandardOutput();
    void everyCommandIsHere();
    void closedStandardOutput();
    void folderOnAFullDisk();
    void folderKeepsEveryName();
    void folderGoesOnBehindABadName();
    void formatsOfManyTensors();
    void terminals();
};

void TestCliWriting::fullDisk() {
    QFETCH(int, writer);
    const Writer& one = writers()[static_cast<std::size_t>(writer)];
    const FullDisk disk;
    disk.write(one.file, "old");
    {
        const FullDisk::Filled filled(disk);
        const Ran ran = write(one, disk.path(one.file));
        QVERIFY2(ran.status == 3 && ran.err.contains("[write-failed]"), ran.err);
        QCOMPARE(*readFile(disk.path(one.file)), std::string("old"));
        QCOMPARE(disk.names(), std::vector<std::string>{one.file});
    }
    const Ran ran = write(one, disk.path(one.file));
    QVERIFY2(ran.status == one.status, ran.err);
    QVERIFY(*readFile(disk.path(one.file)) != "old");
    QCOMPARE(disk.names(), std::vector<std::string>{one.file});
}

void TestCliWriting::links() {
    QFETCH(int, writer);
    const Writer& one = writers()[static_cast<std::size_t>(writer)];
    const TempDir dir;
    dir.write("target", "old");
    fs::create_symlink("target", dir.path(one.file));
    const Ran ran = write(one, dir.path(one.file));
    QVERIFY2(ran.status == one.status, ran.err);
    QVERIFY(fs::is_symlink(dir.path(one.file)));
    QVERIFY(fs::file_size(dir.path("target")) > 3);
    QCOMPARE(dir.names().size(), std::size_t{2});
}

/// What a command reads it does not write, by whatever name it is called.
void TestCliWriting::inputsAreKept() {
    QFETCH(int, writer);
    const Writer& one = writers()[static_cast<std::size_t>(writer)];
    const TempDir dir;
    fs::create_directories(dir.path("in"));
    QStringList arguments = one.arguments;
    std::string input;
    for (QString& argument : arguments) {
        const fs::path from = argument.toStdString();
        if (!from.is_absolute()) continue;
        const fs::path copy = fs::path(dir.path("in")) / from.filename();
        fs::copy(from, copy, fs::copy_options::recursive);
        argument = QString::fromStdString(copy.string());
        if (input.empty()) input = fs::is_directory(copy) ? (copy / "model.pte").string() : copy.string();
    }
    const std::string before = *readFile(input);
    const auto link = [&](auto&& make) {
        fs::remove(dir.path(one.file));
        make(input, dir.path(one.file));
        QStringList all = arguments;
        all.replaceInStrings(QRegularExpression(QStringLiteral("^OUT$")), QString::fromStdString(dir.path(one.file)));
        return run(all);
    };
    for (const Ran& ran : {link([](const auto&from, const auto&to) { fs::create_hard_link(from, to); }),
                           link([](const auto&from, const auto&to) { fs::create_symlink(from, to); })}) {
        QVERIFY2(ran.status == 2 && ran.err.contains("[output-is-input]"), ran.err);
        QVERIFY(*readFile(input) == before && fs::equivalent(input, dir.path(one.file)));
    }
}

void TestCliWriting::devices() {
    QFETCH(int, writer);
    const Writer& one = writers()[static_cast<std::size_t>(writer)];
    const TempDir dir;
    for (const auto& [device, status] : {std::pair{"/dev/null", one.pipes ? one.status : 3}, std::pair{"/dev/full", 3}}) {
        fs::remove(dir.path(one.file));
        fs::create_symlink(device, dir.path(one.file));
        const Ran ran = write(one, dir.path(one.file));
        QVERIFY2(ran.status == status, ran.err);
        QCOMPARE(ran.err.contains("[write-failed]"), status == 3);
        QVERIFY(fs::is_character_file(device) && fs::is_symlink(dir.path(one.file)));
    }
    QCOMPARE(dir.names().size(), std::size_t{1});
}

void TestCliWriting::fullStandardOutput_data() {
    QTest::addColumn<QStringList>("arguments");
    for (const QStringList& arguments : printers())
        QTest::addRow("%s", qPrintable(arguments.join(' ').replace(kSample, "sample"))) << arguments;
}

void TestCliWriting::fullStandardOutput() {
    QFETCH(QStringList, arguments);
    const Ran full = run(arguments, "/dev/full");
    QCOMPARE(full.status, 3);
    QVERIFY2(full.err.contains("standard output: cannot be written: No space left on device [write-failed]"), full.err);
    const Ran fits = run(arguments);
    QVERIFY2((fits.status == 0 || fits.status == 1) && !fits.out.isEmpty(), fits.err);
}

/// A command that is added is added to the tests above.
void TestCliWriting::everyCommandIsHere() {
    // Prints nothing; execute: tst_run_cli, tst_shrink, tst_mend; is asked: mcp_talk.py.
    QSet<QString> tried{"bundle", "run", "shrink", "mend", "mcp"};
    for (const QStringList& arguments : printers()) tried.insert(arguments.front());
    const QByteArray help = run({"--help"}).out;
    const QStringList lines = QString::fromUtf8(help.mid(help.indexOf("Subcommands:"))).split('\n').mid(1);
    int commands = 0;
    for (const QString& line : lines) {
        const QString name = line.simplified().section(' ', 0, 0);
        if (name.isEmpty()) continue;
        ++commands;
        QVERIFY2(tried.contains(name), qPrintable(name));
    }
    QVERIFY(commands > 15);
}

void TestCliWriting::closedStandardOutput() {
    const TempDir dir;
    const QString model = QString::fromStdString(dir.write("x.etrecord", RecordBuilder().bytes()));
    const Ran ran = runProcess("/bin/sh", {"-c", "exec \"$0\" \"$@\" >&-", QStringLiteral(ETSCOPE_CLI), "info", model});
    QVERIFY2(ran.status == 3 && ran.err.contains("standard output"), ran.err);
    QCOMPARE(*readFile(model.toStdString()), RecordBuilder().bytes());
}

void TestCliWriting::folderOnAFullDisk() {
    const FullDisk disk;
    fs::create_directories(disk.path("out"));
    const FullDisk::Filled filled(disk);
    const Ran ran = run({"tensors", kTrivial + "/model.etrecord", "--export", QString::fromStdString(disk.path("out"))});
    QVERIFY2(ran.status == 3 && ran.err.contains("[write-failed]") && ran.err.contains("0 of "), ran.err);
    for (const auto& entry : fs::recursive_directory_iterator(disk.path("out"))) QVERIFY(!entry.is_regular_file());
}

namespace {

std::size_t filesBelow(const std::string& folder) {
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) files += entry.is_regular_file() ? 1U : 0U;
    return files;
}

std::string tensorsNamed(const std::vector<std::string>& names) {
    const auto value = pickled::tensor({.numel = 3, .shape = {3}, .strides = {1}});
    std::vector<std::pair<std::string, std::string>> items;
    for (const std::string& name : names) items.emplace_back(pickled::text(name), value);
    return pickled::torchSave(pickled::dict(items), {{"0", floats({1, 2, 3})}});
}

}  // namespace

/// Names that become the same when they are made safe, that are a folder and a file, that are longer than names can be.
void TestCliWriting::folderKeepsEveryName() {
    std::vector<std::string> names{
        "w:x", "w_x", "w", "w/x", "w.npy/x", "", "/", "..", std::string(300, 'n'), std::string(300, 'n') + "2"};
    std::string deep;
    for (int i = 0; i < 1500; ++i) deep += "d/";
    names.push_back(deep);
    const TempDir dir;
    const QString file = QString::fromStdString(dir.write("names.pt", tensorsNamed(names)));
    const std::string out = dir.path("out");
    const Ran ran = run({"tensors", file, "--export", QString::fromStdString(out)});
    QVERIFY2(ran.status == 0, ran.err);
    const QByteArray count = QByteArray::number(static_cast<int>(names.size()));
    QVERIFY2(ran.err.contains(count + " of " + count + " tensors are written to"), ran.err);
    QCOMPARE(filesBelow(out), names.size());
}

/// Something that stands in the way of one tensor is told; the others are written.
void TestCliWriting::folderGoesOnBehindABadName() {
    const TempDir dir;
    const QString file = QString::fromStdString(dir.write("names.pt", tensorsNamed({"a", "b/c", "d"})));
    const std::string out = dir.path("out");
    QCOMPARE(run({"tensors", file, "--export", QString::fromStdString(out)}).status, 0);
    std::string folder;
    for (const auto& entry : fs::recursive_directory_iterator(out))
        if (entry.path().filename() == "b") folder = entry.path().string();
    QVERIFY(!folder.empty());
    fs::remove_all(folder);
    writeFile(folder, "in the way");
    const Ran ran = run({"tensors", file, "--export", QString::fromStdString(out)});
    QVERIFY2(ran.status == 3 && ran.err.contains("2 of 3 tensors are written") && ran.err.contains("/b: "), ran.err);
    QCOMPARE(filesBelow(out), std::size_t{3});
}

void TestCliWriting::formatsOfManyTensors() {
    const TempDir dir;
    const QString file = QString::fromStdString(dir.write("names.pt", tensorsNamed({"a"})));
    for (const char* name : {"x.npy", "x.csv", "x.bin"}) {
        const Ran ran = run({"tensors", file, "--export", QString::fromStdString(dir.path(name))});
        QVERIFY2(ran.status == 2, ran.err);
    }
    QCOMPARE(dir.names(), std::vector<std::string>{"names.pt"});
}

/// CSI as one character, and text that turns round: nothing of either reaches what a terminal reads.
void TestCliWriting::terminals() {
    const std::string csi = "\xC2\x9B", rlo = "\xE2\x80\xAE", mark = "\xD8\x9C";
    const std::string name = "a" + csi + "31m" + rlo + mark + "b";
    const TempDir dir;
    const QString tensors = QString::fromStdString(dir.write("names.pt", tensorsNamed({name})));
    RecordBuilder builder;
    builder.set("weights", "x").set(name, "x").set("debug_handle_map", "{\"" + name + "\": {\"0\": [1]}, \"forward\": 3}");
    std::string graph = *readFile((kTrivial + "/model.etrecord").toStdString());
    const QString record = QString::fromStdString(dir.write(name + ".etrecord", builder.bytes()));
    const std::vector<QStringList> all{{"tensors", tensors},
                                       {"tensors", tensors, "--csv"},
                                       {"tensors", tensors, "--json"},
                                       {"tensor", tensors, "w"},
                                       {"info", record},
                                       {"info", record, "--json"},
                                       {"handles", record},
                                       {"handles", record, "--csv"},
                                       {"graph", record},
                                       {"graph", record, "--dot"},
                                       {"graph", record, "--mermaid"},
                                       {"graph", record, "--json"},
                                       {"sizes", record},
                                       {"sizes", record, "--csv"},
                                       {"verify", record},
                                       {"graph", record, "--method", "x"}};
    bool shown = false;
    for (const QStringList& arguments : all) {
        const Ran ran = run(arguments);
        for (const QByteArray& text : {ran.out, ran.err}) {
            for (const std::string& raw : {csi, rlo, mark})
                QVERIFY2(!text.contains(QByteArray::fromStdString(raw)), qPrintable(arguments.join(' ')));
            shown = shown || text.contains("a\\u009B31m\\u202E\\u061Cb");
        }
    }
    QVERIFY(shown);
}

ETSCOPE_TEST(TestCliWriting)
#include "tst_cli_writing.moc"
