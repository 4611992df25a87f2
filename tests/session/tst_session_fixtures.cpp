// Every real record there is: opens, all graphs and pickles read, and what the expected documents count is what we count.
// (tests/cli compares whole documents.)
#include <QtTest>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "compare/logged_tensors.h"
#include "compare/outputs.h"
#include "inventory/summary.h"
#include "inventory/tensor_rows.h"
#include "join/handles.h"
#include "report/documents.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
namespace fs = std::filesystem;

class TestSessionFixtures : public QObject {
    Q_OBJECT
private slots:
    void records_data();
    void records();
};

void TestSessionFixtures::records_data() {
    QTest::addColumn<QString>("path");
    bool any = false;
    for (const char* folder : {ETSCOPE_SOURCE_DIR "/tests/fixtures", ETSCOPE_SHARED_DIR "/fixtures"}) {
        if (!fs::is_directory(folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.path().extension() != ".etrecord") continue;
            any = true;
            const std::string row = entry.path().parent_path().filename().string() + "/" + entry.path().filename().string();
            QTest::addRow("%s", row.c_str()) << QString::fromStdString(entry.path().string());
        }
    }
    if (!any) QTest::newRow("none") << QString();
}

void TestSessionFixtures::records() {
    QFETCH(QString, path);
    if (path.isEmpty()) QSKIP("there are no fixtures");
    const auto opened = session::Session::open({path.toStdString()}, {}, {});
    QVERIFY(opened);
    const auto& session = **opened;
    QVERIFY(session.recordFile() != nullptr);
    QVERIFY(!session.methods().empty());
    for (const session::Method& method : session.methods()) {
        for (const graph::StageId& stage : method.stages) {
            const auto program = session.program(method.name, stage, {});
            QVERIFY2(program, (method.name + "/" + stage.text()).c_str());
            QVERIFY((*program)->complete);
            QVERIFY((*program)->graph->nodeCount() > 0);
        }
        QVERIFY(inventory::summary({session, method.name}, {}));
    }
    const auto rows = compare::tensors(session, {});
    QVERIFY(rows);
    for (const inventory::TensorRow& row : **rows)
        QVERIFY2(row.tensor.state != tensor::DataState::Unreadable, row.tensor.note.c_str());
    const auto names = join::methodsWithHandles(session);
    QVERIFY(names);
    for (const std::string& name : *names) {
        const auto handles = join::handles({session, name}, {});
        QVERIFY(handles);
        QCOMPARE(handles->get(), join::handles({session, name}, {})->get());  // kept
    }
    QVERIFY(compare::pairOutputs(*opened, {}));
    const Diagnostics diagnostics = session.diagnostics();
    for (const Diagnostic& item : diagnostics.items())
        QVERIFY2(item.severity != Severity::Error, (item.code + " " + item.where + ": " + item.message).c_str());

    // The entries of the expected document, which Python's zipfile told.
    const fs::path file(path.toStdString());
    const std::string prefix = file.stem() == "model" ? "" : file.stem().string() + "-";
    const auto text = test::readFile((file.parent_path() / "expected" / (prefix + "info.json")).string());
    if (!text) return;
    const auto expected = nlohmann::json::parse(*text)["document"]["etrecord"]["entries"]["$list"]["items"];
    const auto& entries = session.recordFile()->zip->entries();
    QCOMPARE(entries.size(), expected.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        QCOMPARE(entries[i].name, expected[i]["name"].get<std::string>());
        QCOMPARE(entries[i].size, expected[i]["size"].get<std::uint64_t>());
        QCOMPARE(session.recordFile()->zip->data(entries[i])->offset, expected[i]["data_offset"].get<std::uint64_t>());
    }
}

ETSCOPE_TEST(TestSessionFixtures)
#include "tst_session_fixtures.moc"
