// What lies beside a program: found by path, by content, in folders; asked for by name; held against the hash that the program
// states.
#include <QtTest>

#include <filesystem>

#include "findings/verify.h"
#include "inventory/delegate_rows.h"
#include "inventory/named_data.h"
#include "session/session.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

namespace fs = std::filesystem;

const std::string kCoreAi = ETSCOPE_SOURCE_DIR "/tests/fixtures/core_ai/";

std::shared_ptr<const session::Session> openedWith(const std::vector<std::string>& paths) {
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

inventory::DelegateRow onlyDelegate(const session::Session& session) {
    const auto rows = inventory::delegateRows(session, {});
    if (!rows || rows->size() != 1) qFatal("not one delegate");
    return rows->front();
}

/// The asset beside the program: its folder, with the hash for a name.
fs::path asset() {
    for (const auto& entry : fs::directory_iterator(kCoreAi + "beside")) return entry.path();
    return {};
}

}  // namespace

class TestSidecars : public QObject {
    Q_OBJECT
private slots:
    void absentOnesAreAskedForByName() {
        const auto session = openedWith({kCoreAi + "sidecar.pte"});
        const inventory::DelegateRow row = onlyDelegate(*session);
        const std::string folder = asset().filename().string() + "/model.aimodel";
        QCOMPARE(row.decoded->missingBeside, std::vector<std::string>{folder});
        QVERIFY(row.reason.find(folder) != std::string::npos);
        QVERIFY(session->diagnostics().has("core-ai-sidecar-missing"));
        QVERIFY(findings::verify(*session, {})->sound);
    }

    /// The folder of the asset, that around it, and the one that holds them all.
    void foldersStandForTheirAssets_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("asset") << QString::fromStdString((asset() / "model.aimodel").string());
        QTest::newRow("hash") << QString::fromStdString(asset().string());
        QTest::newRow("all") << QString::fromStdString(kCoreAi + "beside");
    }
    void foldersStandForTheirAssets() {
        QFETCH(QString, path);
        const auto session = openedWith({kCoreAi + "sidecar.pte", path.toStdString()});
        QCOMPARE(session->files().size(), std::size_t{2});
        const inventory::DelegateRow row = onlyDelegate(*session);
        QVERIFY(row.decoded->graph != nullptr && row.reason.empty() && row.decoded->missingBeside.empty());
        QCOMPARE(row.decoded->weights.front().bytes.source, session->files()[1].source);
        QCOMPARE(session->methodNames(), std::vector<std::string>{"forward"});
        QVERIFY(findings::verify(*session, {})->sound);
    }

    /// Wherever it was put, and whatever it is called.
    void foundByItsContent() {
        const test::TempDir folder;
        const std::string copy = folder.path() + "/renamed";
        fs::copy_file(asset() / "model.aimodel/main.mlirb", copy);
        const auto session = openedWith({kCoreAi + "sidecar.pte", copy});
        QVERIFY(onlyDelegate(*session).decoded->graph != nullptr);
        const auto changed = test::readFile(copy);
        QVERIFY(changed);
        std::string bytes = *changed;
        bytes.back() = static_cast<char>(bytes.back() ^ 1);
        test::writeFile(copy, bytes);
        QVERIFY(onlyDelegate(*openedWith({kCoreAi + "sidecar.pte", copy})).decoded->graph == nullptr);
    }

    /// In its place, with other weights than the manifest's hash is of.
    void changedOnesAreTold() {
        const test::TempDir folder;
        const fs::path there = fs::path(folder.path()) / asset().filename() / "model.aimodel";
        fs::create_directories(there);
        auto bytes = test::readFile((asset() / "model.aimodel/main.mlirb").string());
        QVERIFY(bytes);
        const auto weight = onlyDelegate(*openedWith({kCoreAi + "sidecar.pte", kCoreAi + "beside"})).decoded->weights.front().bytes;
        (*bytes)[weight.offset] = static_cast<char>((*bytes)[weight.offset] ^ 0x40);
        test::writeFile((there / "main.mlirb").string(), *bytes);
        const auto session = openedWith({kCoreAi + "sidecar.pte", folder.path()});
        QVERIFY(onlyDelegate(*session).decoded->graph != nullptr);
        QVERIFY(!findings::verify(*session, {})->sound);
        QVERIFY(session->diagnostics().has("delegate-file-differs"));
    }

    /// Alone it is a file like others.
    void modelsOpenAlone() {
        const auto session = openedWith({(asset() / "model.aimodel/main.mlirb").string()});
        QVERIFY(session->files().front().kind == FileKind::Native);
        QCOMPARE(session->files().front().detail, std::string("Core AI model"));
        QVERIFY(session->method("main") != nullptr);
    }

    void filesInsideHaveTheirUsers() {
        const auto session = openedWith({kCoreAi + "model.pte"});
        const auto data = inventory::namedData(*session, false, {});
        QVERIFY(data);
        QCOMPARE(data->rows.size(), std::size_t{3});
        for (const inventory::NamedDataRow& row : data->rows) QCOMPARE(row.users.size(), std::size_t{1});
        QVERIFY(findings::verify(*session, {})->sound);
        QVERIFY(session->diagnostics().empty());
    }

    /// Several files, one for each architecture, in a form that nobody reads.
    void compiledOnesAreListed() {
        const auto session = openedWith({kCoreAi + "compiled.pte"});
        const inventory::DelegateRow row = onlyDelegate(*session);
        QCOMPARE(row.decoded->nested.size(), std::size_t{2});
        QVERIFY(row.decoded->graph == nullptr && !row.reason.empty());
        QVERIFY(session->diagnostics().empty());
    }
};

ETSCOPE_TEST(TestSidecars)
#include "tst_sidecars.moc"
