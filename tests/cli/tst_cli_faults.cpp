// Faults around every command that writes: places that cannot be written, processes that are killed, renames that fail, inputs that
// change while they are read, two instances at once, odd names. After each the target is what it was or all that it should be.
#include <fcntl.h>
#include <grp.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QtTest>
#include <filesystem>

#include "cli_writers.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "support/traced_process.h"

using namespace etscope::test;
namespace fs = std::filesystem;
using Then = TracedProcess::Then;

namespace {

void addWriters() {
    QTest::addColumn<int>("writer");
    for (std::size_t i = 0; i < writers().size(); ++i) QTest::newRow(writers()[i].name) << static_cast<int>(i);
}

const Writer& writerOf(int number) { return writers()[static_cast<std::size_t>(number)]; }

/// The command on a copy of the sample, so that its inputs can be changed.
struct OnACopy {
    TempDir dir;
    QStringList arguments;
    std::string out;

    explicit OnACopy(const Writer& writer) : out(dir.path(std::string("out-") + writer.file)) {
        fs::copy(kSample.toStdString(), dir.path("sample"));
        fs::copy(kTrivial.toStdString(), dir.path("trivial"));
        arguments = argumentsOf(writer, out);
        arguments.replaceInStrings(kSample, QString::fromStdString(dir.path("sample")));
        arguments.replaceInStrings(kTrivial, QString::fromStdString(dir.path("trivial")));
    }
    std::vector<std::string> words() const {
        std::vector<std::string> words;
        for (const QString& argument : arguments) words.push_back(argument.toStdString());
        return words;
    }
    /// Names beside the copies and the file to write.
    std::vector<std::string> leftovers() const {
        auto names = dir.names();
        std::erase_if(names, [this](const std::string& name) {
            return name == "sample" || name == "trivial" || name == fs::path(out).filename().string();
        });
        return names;
    }
    int traced(const std::function<Then(const SystemCall&)>& at) const { return TracedProcess::run(ETSCOPE_CLI, words(), at); }
    /// What it writes when nothing happens.
    std::string whole() const {
        const Ran ran = run(arguments);
        if (ran.status != 0 && ran.status != 1) qFatal("%s", ran.err.constData());
        const std::string content = *readFile(out);
        fs::remove(out);
        return content;
    }
};

bool makesOutput(const SystemCall& call) {
    if (!call.entry || call.number != SYS_openat) return false;
    const auto flags = static_cast<int>(call.arguments[2]);
    return (flags & O_TMPFILE) == O_TMPFILE || (flags & O_EXCL) != 0;
}
bool syncs(const SystemCall& call) { return call.entry && call.number == SYS_fsync; }
bool namesIt(const SystemCall& call) {
    return call.number == SYS_linkat || call.number == SYS_rename || call.number == SYS_renameat || call.number == SYS_renameat2;
}

/// As somebody for whom permissions count: root becomes nobody.
Ran runAsNobody(const QStringList& arguments) {
    constexpr uid_t kNobody = 65'534;
    QProcess process;
    process.setChildProcessModifier([] {
        if (::geteuid() != 0) return;
        if (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0) ::_exit(99);
    });
    process.start(QStringLiteral(ETSCOPE_CLI), arguments);
    if (!process.waitForFinished(60'000)) return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// Where a writer's words name its input: behind what it is about.
qsizetype inputPlace(const Writer& one) { return one.arguments.front() == "advise" ? 2 : 1; }

}  // namespace

class TestCliFaults : public QObject {
    Q_OBJECT
private slots:
    void placesThatCannotBeWritten_data() { addWriters(); }
    void placesThatCannotBeWritten();
    void killed_data() { addWriters(); }
    void killed();
    void renameThatFails_data() { addWriters(); }
    void renameThatFails();
    void foldersWithoutPermission_data() { addWriters(); }
    void foldersWithoutPermission();
    void folderThatGoes_data() { addWriters(); }
    void folderThatGoes();
    void inputsThatChange_data();
    void inputsThatChange();
    void twoInstances_data() { addWriters(); }
    void twoInstances();
    void readOnlyFileSystem_data() { addWriters(); }
    void readOnlyFileSystem();
    void oddNames_data() { addWriters(); }
    void oddNames();
    void inputsThatAreNoFiles_data();
    void inputsThatAreNoFiles();
    void folderOfACall();
};

void TestCliFaults::placesThatCannotBeWritten() {
    QFETCH(int, writer);
    const Writer& one = writerOf(writer);
    const TempDir dir;
    fs::create_directory(dir.path(std::string("folder-") + one.file));
    dir.write("file", "x");
    fs::create_symlink("circle", dir.path("circle"));
    const std::vector<std::string> places{std::string("folder-") + one.file,
                                          std::string("absent/") + one.file,
                                          std::string("file/") + one.file,
                                          std::string("circle/") + one.file,
                                          std::string(300, 'n') + one.file,
                                          std::string(65'536, 'n') + one.file,
                                          std::string("absent/../../") + std::string(5000, 'd') + "/" + one.file};
    const auto before = dir.names();
    for (const std::string& place : places) {
        const Ran ran = write(one, dir.path(place));
        QVERIFY2(ran.status == 3 && ran.err.contains("[write-failed]"),
                 qPrintable(QString::fromStdString(place.substr(0, 40)) + ran.err));
        QVERIFY(dir.names() == before);
    }
    QVERIFY(fs::is_empty(dir.path(std::string("folder-") + one.file)));
}

/// At the making of the output, while it is written, before it is synced, before it gets its name and behind.
void TestCliFaults::killed() {
    QFETCH(int, writer);
    const OnACopy one(writerOf(writer));
    const std::string whole = one.whole();
    const std::vector<std::function<bool(const SystemCall&)>> points{
        makesOutput, [](const SystemCall& call) { return call.entry && call.number == SYS_write && call.arguments[0] > 2; }, syncs,
        [](const SystemCall& call) { return namesIt(call) && call.entry; },
        [](const SystemCall& call) { return namesIt(call) && !call.entry; }};
    for (std::size_t point = 0; point < points.size(); ++point) {
        writeFile(one.out, "old");
        const int status = one.traced([&](const SystemCall& call) { return points[point](call) ? Then::Kill : Then::GoOn; });
        if (status == -2) QSKIP("processes cannot be traced here");
        QVERIFY2(status == -1, qPrintable(QString::number(point)));
        const std::string content = *readFile(one.out);
        QVERIFY2(content == "old" || content == whole, qPrintable(QString::number(point)));
        for (const std::string& name : one.leftovers()) {  // whole, between its two names
            QVERIFY2(*readFile(one.dir.path(name)) == whole, name.c_str());
            fs::remove(one.dir.path(name));
        }
    }
}

/// A folder stands there when the file gets its name.
void TestCliFaults::renameThatFails() {
    QFETCH(int, writer);
    const OnACopy one(writerOf(writer));
    bool made = false;
    const int status = one.traced([&](const SystemCall& call) {
        if (syncs(call) && !std::exchange(made, true)) fs::create_directory(one.out);
        return Then::GoOn;
    });
    if (status == -2) QSKIP("processes cannot be traced here");
    QCOMPARE(status, 3);
    QVERIFY(fs::is_directory(one.out) && fs::is_empty(one.out));
    QVERIFY(one.leftovers().empty());
}

/// A folder of inputs that may not be looked into, one of outputs that may not be written to.
void TestCliFaults::foldersWithoutPermission() {
    QFETCH(int, writer);
    if (runAsNobody({"info", kTrivial}).status != 0) QSKIP("the program cannot be run by another user here");
    const Writer& one = writerOf(writer);
    const TempDir dir;
    fs::permissions(dir.path(), fs::perms(0755));
    fs::create_directory(dir.path("open"));
    fs::permissions(dir.path("open"), fs::perms(0777));
    fs::create_directory(dir.path("closed"));
    for (const std::string& name : {std::string("closed/model.etrecord"), std::string("closed/") + one.file})
        dir.write(name, "old");
    fs::permissions(dir.path("closed"), fs::perms(0));
    QStringList arguments = argumentsOf(one, dir.path(std::string("open/") + one.file));
    for (const char* input : {"closed", "closed/model.etrecord"}) {
        arguments[inputPlace(one)] = QString::fromStdString(dir.path(input));
        const Ran ran = runAsNobody(arguments);
        QVERIFY2(ran.status == 3 && ran.err.contains("Permission denied"), ran.err);
    }
    QVERIFY(fs::is_empty(dir.path("open")));
    fs::permissions(dir.path("closed"), fs::perms(0555));
    for (const std::string& output : {std::string("closed/new-") + one.file, std::string("closed/") + one.file}) {
        const Ran ran = runAsNobody(argumentsOf(one, dir.path(output)));
        QVERIFY2(ran.status == 3 && ran.err.contains("[write-failed]"), ran.err);
    }
    QCOMPARE(*readFile(dir.path(std::string("closed/") + one.file)), std::string("old"));
    fs::permissions(dir.path("closed"), fs::perms(0755));
}

/// The folder of the target has another name when the file gets its own.
void TestCliFaults::folderThatGoes() {
    QFETCH(int, writer);
    const TempDir dir;
    fs::create_directory(dir.path("there"));
    std::vector<std::string> words;
    for (const QString& argument : argumentsOf(writerOf(writer), dir.path("there/") + writerOf(writer).file))
        words.push_back(argument.toStdString());
    const int status = TracedProcess::run(ETSCOPE_CLI, words, [&](const SystemCall& call) {
        if (syncs(call) && fs::exists(dir.path("there"))) fs::rename(dir.path("there"), dir.path("gone"));
        return Then::GoOn;
    });
    if (status == -2) QSKIP("processes cannot be traced here");
    QCOMPARE(status, 3);
    QVERIFY(dir.names() == std::vector<std::string>{"gone"});
    for (const auto& entry : fs::directory_iterator(dir.path("gone")))
        QVERIFY2(entry.path().filename().string().starts_with(".etscope."), "half a file");
}

void TestCliFaults::inputsThatChange_data() {
    QTest::addColumn<int>("writer");
    QTest::addColumn<int>("change");
    const char* kChanges[] = {"truncated", "replaced", "removed", "growing"};
    for (std::size_t i = 0; i < writers().size(); ++i)
        for (int change = 0; change < 4; ++change)
            QTest::addRow("%s, %s", writers()[i].name, kChanges[change]) << static_cast<int>(i) << change;
}

/// When the output is made, all inputs are. What was read before counts; what cannot be read any more is an error.
void TestCliFaults::inputsThatChange() {
    QFETCH(int, writer);
    QFETCH(int, change);
    const OnACopy one(writerOf(writer));
    const std::string whole = one.whole();
    writeFile(one.out, "old");
    bool changed = false;
    const int status = one.traced([&](const SystemCall& call) {
        if (!makesOutput(call) || std::exchange(changed, true)) return Then::GoOn;
        for (const char* folder : {"sample", "trivial"})
            for (const auto& entry : fs::directory_iterator(one.dir.path(folder))) {
                if (!entry.is_regular_file()) continue;
                const std::string path = entry.path().string();
                if (change == 0) fs::resize_file(path, entry.file_size() / 3);
                if (change == 1) fs::remove(path), writeFile(path, "another file");
                if (change == 2) fs::remove(path);
                if (change == 3) fs::resize_file(path, entry.file_size() + 100'000);
            }
        return Then::GoOn;
    });
    if (status == -2) QSKIP("processes cannot be traced here");
    QVERIFY(changed);
    const std::string content = *readFile(one.out);
    QVERIFY2(status == 3 ? content == "old" : status == writerOf(writer).status && content == whole,
             qPrintable(QString::number(status)));
    if (change == 1 || change == 2) QVERIFY(status != 3);  // the file that was opened is still there, under no name
    QVERIFY(one.leftovers().empty());
}

void TestCliFaults::twoInstances() {
    QFETCH(int, writer);
    const OnACopy one(writerOf(writer));
    const std::string whole = one.whole();
    QProcess left, right;
    for (QProcess* process : {&left, &right}) process->start(QStringLiteral(ETSCOPE_CLI), one.arguments);
    for (QProcess* process : {&left, &right}) {
        QVERIFY(process->waitForFinished(60'000));
        QVERIFY2(process->exitCode() == writerOf(writer).status, process->readAllStandardError());
    }
    QVERIFY(*readFile(one.out) == whole);
    QVERIFY(one.leftovers().empty());
}

void TestCliFaults::readOnlyFileSystem() {
    QFETCH(int, writer);
    const TempDir dir;
    const std::string path = dir.write(writerOf(writer).file, "old");
    if (::mount("tmpfs", dir.path().c_str(), "tmpfs", MS_RDONLY, nullptr) != 0) QSKIP("no file system can be mounted here");
    const Ran ran = write(writerOf(writer), path);
    ::umount2(dir.path().c_str(), MNT_DETACH);
    QVERIFY2(ran.status == 3 && ran.err.contains("[write-failed]"), ran.err);
    QCOMPARE(*readFile(path), std::string("old"));
}

/// Line ends, two dots, marks that turn text round, bytes that are no text: names like others, and told so that nobody is misled.
/// (No argument of a process holds a NUL.)
void TestCliFaults::oddNames() {
    QFETCH(int, writer);
    const Writer& one = writerOf(writer);
    for (const std::string& name : {std::string("a\nb"), std::string(".."), std::string("\xE2\x80\xAE"),
                                    std::string("\xFF\x1B[31m"), std::string(200, 'n')}) {
        const TempDir dir;
        const std::string path = dir.path(name + one.file);
        QStringList arguments = argumentsOf(one, {});
        std::vector<std::string> words;
        for (const QString& argument : one.arguments) words.push_back(argument == kOut ? path : argument.toStdString());
        const int status = TracedProcess::run(ETSCOPE_CLI, words, [](const SystemCall&) { return Then::LetGo; });
        if (status == -2) QSKIP("processes cannot be traced here");
        QCOMPARE(status, one.status);
        QVERIFY(dir.names() == std::vector<std::string>{name + one.file});
        const auto lines = write(one, dir.path(std::string("absent/plain") + one.file)).err.count('\n');
        const Ran told = write(one, dir.path("absent/" + name + one.file));
        QVERIFY(!told.err.contains("\x1B") && !told.err.contains("\xE2\x80\xAE") && told.err.count('\n') == lines);
    }
}

void TestCliFaults::inputsThatAreNoFiles_data() { addWriters(); }

void TestCliFaults::inputsThatAreNoFiles() {
    QFETCH(int, writer);
    const Writer& one = writerOf(writer);
    const TempDir dir;
    QCOMPARE(::mkfifo(dir.path("fifo").c_str(), 0666), 0);
    fs::create_symlink("circle", dir.path("circle"));
    const auto before = dir.names();
    for (const std::string& input : {dir.path("fifo"), std::string("/dev/zero"), std::string("/dev/full"), dir.path("circle"),
                                     dir.path("absent"), dir.path(std::string(65'536, 'n'))}) {
        QStringList arguments = argumentsOf(one, dir.path(one.file));
        arguments[inputPlace(one)] = QString::fromStdString(input);
        const Ran ran = run(arguments);
        QVERIFY2(ran.status == 3 && ran.err.contains("[file-unreadable]"), ran.err);
        QVERIFY(dir.names() == before);
    }
}

/// The folder of one call: whole or not there.
void TestCliFaults::folderOfACall() {
    const TempDir dir;
    const auto arguments = [&](const std::string& out) {
        return QStringList{"extract",
                           kRecord,
                           kProgram,
                           kSample + "/run.etdp",
                           kSample + "/run.dbg",
                           "--repro",
                           "text_decoder/program/0/1",
                           "-o",
                           QString::fromStdString(out)};
    };
    const Ran good = run(arguments(dir.path("good")));
    QVERIFY2(good.status == 0, good.err);
    for (const char* name : {"call.json", "repro.py"}) QVERIFY(fs::exists(dir.path(std::string("good/") + name)));
    dir.write("file", "x");
    for (const char* place : {"good", "file", "absent/folder", "file/folder"}) {
        const Ran ran = run(arguments(dir.path(place)));
        QVERIFY2(ran.status == 3 && ran.err.contains("[write-failed]"), ran.err);
    }
    QCOMPARE(dir.names().size(), std::size_t{2});
    const auto killed = [&](const char* name) {
        std::vector<std::string> words;
        for (const QString& argument : arguments(dir.path(name))) words.push_back(argument.toStdString());
        return TracedProcess::run(ETSCOPE_CLI, words, [](const SystemCall& call) { return syncs(call) ? Then::Kill : Then::GoOn; });
    };
    if (killed("killed") == -2) QSKIP("processes cannot be traced here");
    QVERIFY(!fs::exists(dir.path("killed")));
    QCOMPARE(dir.names().size(), std::size_t{3});  // hidden, unfinished
    killed("again");                               // removes what the first left, and leaves its own
    QCOMPARE(dir.names().size(), std::size_t{3});
    QCOMPARE(run(arguments(dir.path("after"))).status, 0);
    QCOMPARE(dir.names(), (std::vector<std::string>{"after", "file", "good"}));
}

ETSCOPE_TEST(TestCliFaults)
#include "tst_cli_faults.moc"
