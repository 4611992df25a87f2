// Session files and links: written, read, opened and refused, with the real window.
#include <sys/stat.h>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSettings>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QtTest>

#include "frame/recent_sessions.h"
#include "frame/session_file.h"
#include "models/link.h"
#include "support/test_case.h"
#include "windows.h"

using namespace etscope::ui;
using namespace etscope::test;

class TestSessionFile : public QObject {
    Q_OBJECT
private slots:
    void init() {
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath("files"));
        for (const char* name : {"model.etrecord", "model.pte"})
            QVERIFY(QFile::copy(samplePath() + '/' + name, m_folder->filePath(QString("files/") + name)));
    }

    void aSessionComesBack() {
        const QString file = m_folder->filePath("work.etscope");
        {
            MainWindow window;
            open(window, {m_folder->filePath("files/model.etrecord"), m_folder->filePath("files/model.pte")});
            window.workspace().setMethod("text_decoder");
            window.workspace().setStage("program");
            window.showPage("memory");
            settle(window);
            window.workspace().select(Address::ofNode("text_decoder", "program", "0/3"));
            QVERIFY(window.setOverlay("delegation"));
            window.findChild<QLineEdit*>("rtol")->setText("0.25");
            QVERIFY(window.run("file.notes"));
            QTest::keyClicks(window.findChild<QPlainTextEdit*>("notes"), "look at w2");
            QVERIFY(window.saveSession(file));
        }
        const QJsonObject json = object(file);
        QCOMPARE(json["files"].toArray()[0].toString(), QString("files/model.etrecord"));  // below the file: relative
        QCOMPARE(json["notes"].toString(), QString("look at w2"));
        // Both moved elsewhere.
        QTemporaryDir elsewhere;
        QVERIFY(QFile::rename(m_folder->filePath("files"), elsewhere.filePath("files")));
        QVERIFY(QFile::rename(file, elsewhere.filePath("moved.etscope")));
        MainWindow window;
        window.remember();
        open(window, {elsewhere.filePath("moved.etscope")});
        Workspace& workspace = window.workspace();
        QCOMPARE(workspace.paths().size(), 2);
        QCOMPARE(window.currentPage(), QString("memory"));
        QCOMPARE(workspace.method(), QString("text_decoder"));
        QCOMPARE(workspace.stage(), QString("program"));
        QCOMPARE(workspace.selection().text(), QString("text_decoder/program/0/3"));
        QCOMPARE(window.findChild<QComboBox*>("overlay")->currentText(), QString("delegation"));
        QCOMPARE(window.findChild<QLineEdit*>("rtol")->text(), QString("0.25"));
        QVERIFY(window.saveSession(elsewhere.filePath("again.etscope")));
        QCOMPARE(object(elsewhere.filePath("again.etscope"))["notes"].toString(), QString("look at w2"));
        QCOMPARE(recentSessions().first().paths, QStringList{elsewhere.filePath("moved.etscope")});
        // Files that are opened next are another session.
        open(window, {samplePath()});
        QVERIFY(window.saveSession(elsewhere.filePath("third.etscope")));
        QVERIFY(!object(elsewhere.filePath("third.etscope")).contains("notes"));
        QCOMPARE(object(elsewhere.filePath("third.etscope"))["files"].toArray()[0].toString(), samplePath());
    }

    /// Pairs by hand are said again once the other export is open; those whose nodes are gone are told.
    void pairsComeBack() {
        const QString file = m_folder->filePath("pairs.etscope");
        const etscope::compare::HandPair pair{"text_decoder", etscope::graph::StageId::edge(), "aten_pow_tensor_scalar",
                                              "aten_pow_tensor_scalar_1"};
        {
            MainWindow window;
            open(window, {m_folder->filePath("files/model.etrecord")});
            window.workspace().compareWith({samplePath() + "/model.etrecord"});
            settle(window);
            window.workspace().pairNodes(pair);
            QVERIFY(window.saveSession(file));
        }
        QJsonObject json = object(file);
        QCOMPARE(json["pairs"].toArray().size(), 1);
        QCOMPARE(json["pairs"][0]["before"].toString(), QString("text_decoder/edge/aten_pow_tensor_scalar"));
        QCOMPARE(json["pairs"][0]["after"].toString(), QString("text_decoder/edge/aten_pow_tensor_scalar_1"));
        QJsonArray pairs = json["pairs"].toArray();
        pairs.append(QJsonObject{{"before", "text_decoder/edge/nothing"}, {"after", "text_decoder/edge/aten_pow_tensor_scalar"}});
        json["pairs"] = pairs;
        write("pairs.etscope", QJsonDocument(json).toJson());
        MainWindow window;
        open(window, {file});
        settle(window);
        QCOMPARE(window.workspace().pairs(), NodePairs{pair});
        QVERIFY2(window.statusBar()->currentMessage().contains("text_decoder/edge/nothing"),
                 qPrintable(window.statusBar()->currentMessage()));
        // They are of these two exports.
        window.workspace().compareWith({});
        QVERIFY(window.saveSession(file));
        QVERIFY(!object(file).contains("pairs"));
    }

    void unknownKeysStay() {
        write("a.etscope", R"({"etscope-session": 1, "files": ["files/model.pte"], "colour": {"of": ["x", 1]}})");
        const auto read = readSession(m_folder->filePath("a.etscope"));
        QVERIFY(read);
        QVERIFY(writeSession(m_folder->filePath("b.etscope"), *read));
        QCOMPARE(object(m_folder->filePath("b.etscope"))["colour"], object(m_folder->filePath("a.etscope"))["colour"]);
    }

    void whatIsGoneIsTold() {
        write("a.etscope", R"({"etscope-session": 1, "files": ["files"], "method": "text_decoder", "stage": "nowhere",
            "page": "no-page", "overlay": "no overlay", "selection": "unknown/edge/x"})");
        MainWindow window;
        open(window, {m_folder->filePath("a.etscope")});
        QCOMPARE(window.workspace().method(), QString("text_decoder"));
        for (const char* gone : {"nowhere", "no-page", "no overlay", "unknown/edge/x"})
            QVERIFY2(window.statusBar()->currentMessage().contains(gone), gone);
    }

    void wrongFilesAreErrors_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QByteArray& text, const char* code, const char* says) {
            QTest::newRow(name) << text << QString(code) << QString(says);
        };
        row("empty", "", "json-invalid", "line 1");
        row("no JSON", "{\n  \"files\": [,]}", "json-invalid", "line 2, column 13");
        row("a list", "[1]", "json-not-an-object", "object");
        row("no version", R"({"files": ["a"]})", "json-syntax", "etscope-session");
        row("a version of text", R"({"etscope-session": "1", "files": ["a"]})", "json-syntax", "etscope-session");
        row("newer", R"({"etscope-session": 7, "files": 3})", "session-version", "version 7");
        row("no files", R"({"etscope-session": 1})", "json-syntax", "files");
        row("files of numbers", R"({"etscope-session": 1, "files": [1]})", "json-syntax", "\"files\"");
        row("files of nothing", R"({"etscope-session": 1, "files": [""]})", "json-syntax", "\"files\"");
        row("a page of numbers", R"({"etscope-session": 1, "files": ["a"], "page": 3})", "json-syntax", "\"page\"");
        row("bookmarks of text", R"({"etscope-session": 1, "files": ["a"], "bookmarks": "x"})", "json-syntax", "\"bookmarks\"");
        row("pairs of text", R"({"etscope-session": 1, "files": ["a"], "pairs": ["x"]})", "json-syntax", "\"pairs\"");
        row("half a pair", R"({"etscope-session": 1, "files": ["a"], "pairs": [{"before": "x"}]})", "json-syntax", "\"after\"");
        row("deep", QByteArray(5000, '['), "json-invalid", "line 1");
        row("many", "{\"etscope-session\": 1, \"files\": [\"a\"" + QByteArray(",\"a\"").repeated(20'000) + "]}", "limit-exceeded",
            "10000");
        row("huge", QByteArray(5 << 20, ' '), "limit-exceeded", "4 MiB");
    }
    void wrongFilesAreErrors() {
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        QFETCH(QString, says);
        write("wrong.etscope", text);
        const auto read = readSession(m_folder->filePath("wrong.etscope"));
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().code), code);
        QVERIFY2(QString::fromStdString(read.error().message).contains(says), read.error().message.c_str());
        QVERIFY(read.error().where.find("wrong.etscope") != std::string::npos);
        // The window says so and keeps what is open.
        MainWindow window;
        QSignalSpy failed(&window.workspace(), &Workspace::openFailed);
        window.open({m_folder->filePath("wrong.etscope")});
        QCOMPARE(failed.count(), 1);
        QVERIFY(window.settled());
    }

    void aFileThatIsGoneKeepsWhatIsOpen() {
        write("a.etscope", R"({"etscope-session": 1, "files": ["gone.pte"], "page": "memory"})");
        MainWindow window;
        open(window, {samplePath()});
        QSignalSpy failed(&window.workspace(), &Workspace::openFailed);
        window.open({m_folder->filePath("a.etscope")});
        QTRY_COMPARE(failed.count(), 1);
        settle(window);
        QCOMPARE(window.workspace().paths(), QStringList{samplePath()});
        QCOMPARE(window.currentPage(), QString("overview"));
        QVERIFY(window.workspace().other() == nullptr);
    }

    /// Notes are of the files that they were written for: what cannot be opened takes nothing of them away.
    void notesStayWithTheirFiles() {
        const QString saved = m_folder->filePath("saved.etscope");
        write("notes.etscope",
              (R"({"etscope-session": 1, "notes": "look at the mask", "else": 7, "files": [")" + samplePath() + R"("]})").toUtf8());
        MainWindow window;
        open(window, {m_folder->filePath("notes.etscope")});
        window.open({m_folder->filePath("gone.pte")});
        settle(window);
        window.workspace().reload();
        settle(window);
        QVERIFY(window.saveSession(saved));
        const auto kept = readSession(saved);
        QVERIFY(kept);
        QCOMPARE(kept->notes, QString("look at the mask"));
        QCOMPARE(kept->others.value("else").toInt(), 7);
        // Of other files there are none.
        window.open({samplePath() + "/model.pte"});
        QTRY_COMPARE(window.workspace().paths(), QStringList{samplePath() + "/model.pte"});
        settle(window);
        QVERIFY(window.saveSession(saved));
        QCOMPARE(readSession(saved)->notes, QString());
    }

    /// The other export is gone: the rest is as it was saved.
    void anotherExportThatIsGone() {
        write("against.etscope", (R"({"etscope-session": 1, "against": ["gone.pte"], "page": "memory", "method": "vision_encoder",)"
                                  R"( "files": [")" +
                                  samplePath() + R"("]})")
                                     .toUtf8());
        MainWindow window;
        open(window, {m_folder->filePath("against.etscope")});
        settle(window);
        QCOMPARE(window.currentPage(), QString("memory"));
        QCOMPARE(window.workspace().method(), QString("vision_encoder"));
    }

    /// While a session file is being opened, something else comes first: its view is not given to other files.
    void aWishIsOfItsFiles() {
        write("wish.etscope",
              (R"({"etscope-session": 1, "page": "memory", "files": [")" + samplePath() + R"(/model.pte"]})").toUtf8());
        MainWindow window;
        open(window, {samplePath()});
        window.open({m_folder->filePath("wish.etscope")});
        window.workspace().reload();  // of what is still open
        settle(window);
        QCOMPARE(window.workspace().paths(), QStringList{samplePath()});
        QCOMPARE(window.currentPage(), QString("overview"));
        QVERIFY(window.settled());
    }

    /// What never ends is not read.
    void aPipeIsNoSession() {
        const QString path = m_folder->filePath("pipe.etscope");
        QCOMPARE(::mkfifo(path.toUtf8().constData(), 0600), 0);
        const auto read = readSession(path);
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().code), QString("file-unreadable"));
    }

    /// What is saved can be opened.
    void tooLongNotesAreNotSaved() {
        SavedSession session;
        session.files = {samplePath()};
        session.notes = QString(5 << 20, u'n');
        const auto written = writeSession(m_folder->filePath("long.etscope"), session);
        QVERIFY(!written);
        QCOMPARE(QString::fromStdString(written.error().code), QString("limit-exceeded"));
        QVERIFY(!QFileInfo::exists(m_folder->filePath("long.etscope")));
    }

    void linksComeBack_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("address");
        QTest::newRow("plain") << "/a/model.pte"
                               << "forward/edge/aten_linear_default";
        QTest::newRow("none") << "/a/model.pte"
                              << "";
        QTest::newRow("odd") << QString::fromUtf8("/a b/ü#1%41?.pte") << QString::fromUtf8("m#1/edge/x y%20\"'<é>");
        QTest::newRow("relative") << "model.pte"
                                  << "files/model.pte";
    }
    void linksComeBack() {
        QFETCH(QString, file);
        QFETCH(QString, address);
        const QString text = FileLink{file, address}.text();
        QVERIFY2(!text.contains(' ') && text.count('#') <= 1, qPrintable(text));
        const auto link = FileLink::parse("  " + text + "\n");
        QVERIFY(link);
        QCOMPARE(link->file, file);
        QCOMPARE(link->address, address);
    }

    /// Those of the window's rich text.
    void linksComeBackFromTheirTexts() {
        const QStringList methods{"forward", "page:gap"};
        for (const Link& link :
             {Link::to(Address::ofInstruction("forward", 3)), Link::on(PageId::NamedData), Link::on(PageId::Values),
              Link::on(PageId::Outputs, Address::ofOutput("forward", 0, 1)), Link::open("model.pte#delegate:forward:0"),
              Link{Link::Does::ShowBytes, PageId::None, Address::ofStage("forward", "delegate:0")}, Link::script("forward"),
              Link::copy("a: b#c"), Link::addFiles()})
            QVERIFY2(Link::parse(link.text(), methods) == link, qPrintable(link.text()));
        QVERIFY(Link::parse("page:gap", methods) == Link::to(Address::ofMethod("page:gap")));
        QVERIFY(!Link::parse("page:nowhere", methods).valid() && !Link::parse("nothing", methods).valid());
    }
    void whatIsNoLink() {
        for (const char* text :
             {"", "et://", "et://#x", "http://a#b", "et://a%zz", "et://a%", "et://%ff%fe", "et://a%00b", "et://a\nb"})
            QVERIFY2(!FileLink::parse(text), text);
    }

    void theSelectionIsCopiedInFourWays() {
        MainWindow window;
        open(window, {samplePath()});
        QVERIFY(!window.run("edit.copy-as.link"));
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_3"));
        const auto copied = [&window](const char* form) {
            QApplication::clipboard()->clear();
            return window.run(QString("edit.copy-as.") + form) ? QApplication::clipboard()->text() : QString();
        };
        QCOMPARE(copied("address"), QString("text_decoder/edge/aten_linear_default_3"));
        QCOMPARE(copied("name"), QString("aten_linear_default_3"));
        QCOMPARE(copied("link"), "et://" + samplePath() + "#text_decoder/edge/aten_linear_default_3");
        const QJsonObject json = QJsonDocument::fromJson(copied("json").toUtf8()).object();
        QCOMPARE(json["address"].toString(), QString("text_decoder/edge/aten_linear_default_3"));
        QCOMPARE(json["stage"].toString(), QString("edge"));
        QCOMPARE(json["file"].toString(), samplePath());
    }

    void aLinkGoesToTheSelectionOfAnOpenFile() {
        MainWindow window;
        open(window, {samplePath()});
        QApplication::clipboard()->setText("et://model.pte#text_decoder/edge/aten_linear_default_3");
        QVERIFY(window.run("edit.paste"));
        settle(window);
        QCOMPARE(window.workspace().selection().name, QString("aten_linear_default_3"));
        QCOMPARE(window.currentPage(), QString("graph"));
        QVERIFY(otherThan(window) == nullptr);
    }

    void aLinkOpensAFileThatIsNotOpen() {
        const FileLink link{m_folder->filePath("files/model.etrecord"), "text_decoder/edge/aten_linear_default_3"};
        MainWindow window;
        window.resize(1200, 800);
        window.show();
        // Dropped as text on an empty window.
        QMimeData data;
        data.setText(link.text());
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &drop);
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        settle(window);
        QCOMPARE(window.workspace().selection().text(), link.address);
        QCOMPARE(window.currentPage(), QString("graph"));
        // Beside another session: in a window of its own.
        const FileLink second{samplePath(), "text_decoder/program/0/3"};
        window.open({second.text()});
        std::unique_ptr<MainWindow> other(otherThan(window));
        QVERIFY(other != nullptr);
        other->setAttribute(Qt::WA_DeleteOnClose, false);
        QTRY_VERIFY_WITH_TIMEOUT(other->workspace().session() != nullptr, 30000);
        settle(*other);
        QCOMPARE(other->workspace().selection().text(), second.address);
        QCOMPARE(other->workspace().stage(), QString("program"));
        QCOMPARE(other->currentPage(), QString("graph"));
        QCOMPARE(window.workspace().selection().text(), link.address);
    }

private:
    static void open(MainWindow& window, const QStringList& paths) {
        window.resize(1440, 900);
        window.show();
        const SessionPtr before = window.workspace().session();
        window.open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != before, 30000);
        settle(window);
    }
    void write(const QString& name, const QByteArray& text) const {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    static QJsonObject object(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

ETSCOPE_TEST(TestSessionFile)
#include "tst_session_file.moc"
