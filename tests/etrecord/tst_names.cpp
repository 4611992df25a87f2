#include <QtTest>

#include "etrecord/record.h"
#include "support/test_case.h"

using namespace etscope::etrecord;

class TestNames : public QObject {
    Q_OBJECT
private slots:
    void programNames_data();
    void programNames();
    void artifactNames();
    void aliases();
    void sideTables();
};

void TestNames::programNames_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("method");
    QTest::newRow("exported") << "exported_program"
                              << "exported"
                              << "forward";
    QTest::newRow("old edge") << "edge_dialect_exported_program"
                              << "edge"
                              << "forward";
    QTest::newRow("edge") << "edge_dialect_exported_program/text_decoder"
                          << "edge"
                          << "text_decoder";
    QTest::newRow("method with a slash") << "edge_dialect_exported_program/a/b"
                                         << "edge"
                                         << "a/b";
    QTest::newRow("extra") << "edge_after_transform/forward"
                           << "edge_after_transform"
                           << "forward";
    QTest::newRow("extra with slashes") << "x/y/m"
                                        << "x/y"
                                        << "m";
    QTest::newRow("extra without method") << "mine"
                                          << "mine"
                                          << "forward";
    QTest::newRow("only begins like edge") << "edge_dialect_exported_program2/m"
                                           << "edge_dialect_exported_program2"
                                           << "m";
    QTest::newRow("not ASCII") << "edge_dialect_exported_program/größe"
                               << "edge"
                               << "größe";
}

void TestNames::programNames() {
    QFETCH(QString, name);
    QFETCH(QString, stage);
    QFETCH(QString, method);
    const ProgramName split = programName(name.toStdString());
    QCOMPARE(QString::fromStdString(split.stage), stage);
    QCOMPARE(QString::fromStdString(split.method), method);
}

void TestNames::artifactNames() {
    const auto name = artifactName("a/b_state_dict");
    QVERIFY(name.has_value());
    QCOMPARE(name->program, std::string_view("a/b"));
    QCOMPARE(name->role, Role::StateDict);
    QCOMPARE(artifactName("x_constants")->role, Role::Constants);
    QCOMPARE(artifactName("x_example_inputs")->role, Role::ExampleInputs);
    QCOMPARE(artifactName("m_state_dict_constants")->program, std::string_view("m_state_dict"));
    for (const char* other : {"state_dict", "_state_dict", "xstate_dict", "x_state_dict2", ""})
        QVERIFY2(!artifactName(other), other);
}

void TestNames::aliases() {
    QCOMPARE(canonicalName("ETRecordReservedFileNames.EDGE_DIALECT_EXPORTED_PROGRAM_state_dict"),
             std::string("edge_dialect_exported_program_state_dict"));
    QCOMPARE(canonicalName("ETRecordReservedFileNames.ET_DIALECT_GRAPH_MODULE/forward"),
             std::string("et_dialect_graph_module/forward"));
    QCOMPARE(canonicalName("ETRecordReservedFileNames.EXPORTED_PROGRAM"), std::string("exported_program"));
    QCOMPARE(canonicalName("ETRecordReservedFileNames.SOMETHING"), std::string("ETRecordReservedFileNames.SOMETHING"));
    QCOMPARE(canonicalName("debug_handle_map"), std::string("debug_handle_map"));
}

void TestNames::sideTables() {
    QCOMPARE(sideTableRole("debug_handle_map"), std::optional(Role::DebugHandleMap));
    QCOMPARE(sideTableRole("ETRECORD_V0"), std::optional(Role::Identifier));
    QCOMPARE(sideTableRole("program_buffer"), std::optional(Role::ProgramBuffer));
    for (const char* other : {"debug_handle_map2", "x/debug_handle_map", "etrecord_v0", ""}) QVERIFY2(!sideTableRole(other), other);
}

ETSCOPE_TEST(TestNames)
#include "tst_names.moc"
