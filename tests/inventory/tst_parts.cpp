// Parts of files by name, and files inside files that open as files of their own.
#include <QtTest>
#include <filesystem>

#include "compare/logged_tensors.h"
#include "inventory/delegate_rows.h"
#include "inventory/regions.h"
#include "program/program_builder.h"
#include "session/parts.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using etscope::test::ProgramBuilder;
using etscope::test::TempDir;

namespace {

/// A program whose delegate holds `payload`.
std::string around(const std::string& payload) {
    ProgramBuilder builder;
    auto delegate = std::make_unique<schema::program::BackendDelegateT>();
    delegate->id = "ExecutorBackend";
    delegate->processed = std::make_unique<schema::program::BackendDelegateDataReferenceT>();
    delegate->processed->location = 1;  // a segment
    delegate->processed->index = builder.addSegment(payload);
    builder.plan().delegates.push_back(std::move(delegate));
    return builder.bytes();
}

std::shared_ptr<const session::Session> opened(const std::string& path) {
    auto session = session::Session::open({path}, {}, {});
    return session ? *session : nullptr;
}

std::string codeOf(const std::string& path) {
    const auto session = session::Session::open({path}, {}, {});
    return session ? std::string() : session.error().code;
}

std::string partsShared(const char* name) { return std::string(ETSCOPE_SHARED_DIR "/fixtures/") + name; }

}  // namespace

class TestParts : public QObject {
    Q_OBJECT
private slots:
    void programInADelegateOpens();
    void delegateRowsTellThePath();
    void depthIsBounded();
    void missingParts_data();
    void missingParts();
    void partsOfAProgram();
    void nativeFiles_data();
    void nativeFiles();

private:
    TempDir m_folder;
};

void TestParts::programInADelegateOpens() {
    const std::string inner = ProgramBuilder().bytes();
    const std::string path = m_folder.write("outer#1.pte", around(around(inner)));
    const auto session = opened(path + "#delegate:forward:0#delegate:0");
    QVERIFY(session != nullptr);
    const session::SessionFile& file = session->files().front();
    QCOMPARE(file.kind, FileKind::Pte);
    QCOMPARE(file.size, std::uint64_t(inner.size()));
    QVERIFY(file.bytes.offset > 0);
    QVERIFY(session->plan("forward") != nullptr);
    const auto graph = session->graph("forward", "program", {});
    QVERIFY(graph);
    QCOMPARE((*graph)->top().nodes.size(), std::size_t(1));
    std::uint64_t end = 0;
    for (const flat::Region& region : inventory::fileRegions(*session, 0)) {
        QCOMPARE(region.offset, end);
        end += region.size;
    }
    QCOMPARE(end, file.size);
}

void TestParts::delegateRowsTellThePath() {
    const std::string path = m_folder.write("rows.pte", around(ProgramBuilder().bytes()));
    const auto session = opened(path);
    QVERIFY(session != nullptr);
    const auto rows = inventory::delegateRows(*session, {});
    QVERIFY(rows && rows->size() == 1);
    QCOMPARE(rows->front().opens.value_or(""), path + "#delegate:forward:0");
    QVERIFY(opened(*rows->front().opens) != nullptr);

    const auto opaque = opened(m_folder.write("opaque.pte", around("no file at all")));
    QVERIFY(opaque != nullptr);
    const auto opaqueRows = inventory::delegateRows(*opaque, {});
    QVERIFY(opaqueRows && !opaqueRows->front().opens);
}

void TestParts::depthIsBounded() {
    std::string bytes = ProgramBuilder().bytes();
    for (int i = 0; i < 6; ++i) bytes = around(bytes);
    std::string path = m_folder.write("deep.pte", bytes);
    for (int i = 0; i < 4; ++i) path += "#delegate:0";
    QVERIFY(opened(path) != nullptr);
    QCOMPARE(codeOf(path + "#delegate:0"), std::string("limit-exceeded"));
}

void TestParts::missingParts_data() {
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("code");
    QTest::newRow("delegate number") << "delegate:forward:3"
                                     << "no-such-part";
    QTest::newRow("delegate method") << "delegate:backward:0"
                                     << "no-such-part";
    QTest::newRow("no number") << "delegate:forward:x"
                               << "no-such-part";
    QTest::newRow("negative") << "segment:-1"
                              << "no-such-part";
    QTest::newRow("segment number") << "segment:99999"
                                    << "no-such-part";
    QTest::newRow("key") << "named:none"
                         << "no-such-part";
    QTest::newRow("nested of a program") << "nested:0"
                                         << "no-such-part";
    QTest::newRow("unknown word") << "other"
                                  << "no-such-entry";
    QTest::newRow("empty") << ""
                           << "no-such-entry";
    QTest::newRow("part of a missing part") << "delegate:forward:3#delegate:0"
                                            << "no-such-part";
}

void TestParts::missingParts() {
    QFETCH(QString, part);
    QFETCH(QString, code);
    const std::string path = m_folder.write("missing.pte", around("x"));
    QCOMPARE(QString::fromStdString(codeOf(path + "#" + part.toStdString())), code);
}

void TestParts::partsOfAProgram() {
    ProgramBuilder builder;
    builder.addNamedData("a#key", "named bytes");
    const auto session = opened(m_folder.write("parts.pte", builder.bytes()));
    QVERIFY(session != nullptr);
    const auto part = session::filePart(session->files().front(), "named:a#key");
    QVERIFY(part);
    const auto bytes = part->readAll();
    QVERIFY(bytes);
    QCOMPARE(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()), std::string("named bytes"));
    const auto asFile = opened(session->files().front().path + "#named:a#key");
    QVERIFY(asFile != nullptr);
    QCOMPARE(asFile->files().front().size, std::uint64_t(11));
}

void TestParts::nativeFiles_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("methods");
    QTest::addColumn<int>("nodes");
    QTest::newRow("package") << "native_ptn/model.ptn" << QStringList{"encode", "project"} << 5;
    QTest::newRow("graph") << "nptg_plain/graph.nptg" << QStringList{"forward"} << 5;
    QTest::newRow("container, nothing decoded") << "nfat/container.nfat" << QStringList{} << 0;
    QTest::newRow("container in a delegate") << "nfat/nested.pte#delegate:forward:0" << QStringList{} << 0;
    QTest::newRow("program in a container") << "nfat/nested.pte#delegate:forward:0#nested:NativeBackend" << QStringList{"forward"}
                                            << 8;
    QTest::newRow("program in a delegate") << "executor_backend/model.pte#delegate:forward:0" << QStringList{"forward"} << 8;
}

void TestParts::nativeFiles() {
    QFETCH(QString, path);
    QFETCH(QStringList, methods);
    QFETCH(int, nodes);
    const std::string file = partsShared(path.toUtf8().constData());
    if (!std::filesystem::exists(file.substr(0, file.find('#')))) QSKIP("the shared fixtures are not here");
    const auto session = opened(file);
    QVERIFY(session != nullptr);
    QVERIFY(!session->files().front().error);
    QStringList found;
    for (const session::Method& method : session->methods()) found.append(QString::fromStdString(method.name));
    QCOMPARE(found, methods);
    if (methods.isEmpty()) return;
    const auto graph = session->graph(methods.front().toStdString(), "program", {});
    QVERIFY(graph);
    QCOMPARE(static_cast<int>((*graph)->top().nodes.size()), nodes);
    QVERIFY(compare::tensors(*session, {}));
}

ETSCOPE_TEST(TestParts)
#include "tst_parts.moc"
