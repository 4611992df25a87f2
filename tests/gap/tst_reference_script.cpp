// Scripts that compute reference values: goldens that were run with ExecuTorch and whose values were compared
// (ETSCOPE_UPDATE_GOLDEN=1 writes them anew), the plan of a session, names that are no code.
#include <QtTest>

#include "stages/reference_script.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using stages::ScriptPlan;

class TestReferenceScript : public QObject {
    Q_OBJECT
private slots:
    void goldens_data();
    void goldens();
    void plansOfSessions();
    void whatCannotBePlanned();
    void namesAreLiterals();
};

namespace {

const std::string kReferenceScriptFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

Result<ScriptPlan> planOf(const std::vector<std::string>& paths, const std::string& method) {
    const auto session = session::Session::open(paths, {}, {});
    if (!session) return session.failure();
    return stages::scriptPlan({**session, method}, {});
}

}  // namespace

void TestReferenceScript::goldens_data() {
    QTest::addColumn<QString>("bundle");
    QTest::newRow("reference_script_example.py") << QString();
    QTest::newRow("reference_script_case.py") << QStringLiteral("model.bpte");
}

void TestReferenceScript::goldens() {
    QFETCH(const QString, bundle);
    const std::string path = ETSCOPE_SOURCE_DIR "/tests/gap/golden/" + std::string(QTest::currentDataTag());
    const std::string script =
        stages::referenceScript({"model.etrecord", bundle.toStdString(), 1, "text_decoder", "reference-text_decoder.npz"});
    if (qEnvironmentVariableIsSet("ETSCOPE_UPDATE_GOLDEN")) test::writeFile(path, script);
    QCOMPARE(QString::fromStdString(script), QString::fromStdString(test::readFile(path).value_or("")));
}

void TestReferenceScript::plansOfSessions() {
    const std::string folder = kReferenceScriptFixtures + "vlm/";
    const auto with = planOf({folder}, "text_decoder");
    QVERIFY(with);
    QCOMPARE(with->record, folder + "model.etrecord");
    QCOMPARE(with->bundle, folder + "model.bpte");
    QCOMPARE(with->caseIndex, 0U);
    QCOMPARE(with->values, folder + "reference-text_decoder.npz");
    const auto without = planOf({folder + "model.etrecord"}, "text_decoder");
    QVERIFY(without);
    QVERIFY(without->bundle.empty());
}

void TestReferenceScript::whatCannotBePlanned() {
    const auto other = planOf({kReferenceScriptFixtures + "vlm/model.etrecord"}, "nothing");
    QVERIFY(!other);
    QCOMPARE(other.error().code, std::string("no-such-method"));
    const auto alone = planOf({kReferenceScriptFixtures + "vlm/model.pte"}, "text_decoder");
    QVERIFY(!alone);
    QCOMPARE(alone.error().code, std::string("no-record"));
}

/// Whatever files and methods are called, it stands in one literal of one line.
void TestReferenceScript::namesAreLiterals() {
    const std::string name = "a\"\nimport os\r#\\\x01";
    const std::string script = stages::referenceScript({name, name, 0, name, name});
    const QStringList lines = QString::fromStdString(script).split('\n');
    const QString literal = QStringLiteral("\"a\\\"\\x0aimport os\\x0d#\\\\\\x01\"");
    for (const char* variable : {"record", "method", "values", "bundle"})
        QCOMPARE(lines.count(QString::fromLatin1(variable) + " = " + literal), 1);
    QCOMPARE(lines.filter("import os").size(), 4);
}

ETSCOPE_TEST(TestReferenceScript)
#include "tst_reference_script.moc"
