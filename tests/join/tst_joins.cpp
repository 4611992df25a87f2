// Whether files belong together: external data by the keys that tensors and delegates ask for, bundled cases by their values.
#include <QtTest>

#include "delegates/payload_builder.h"
#include "join/joins.h"
#include "program/program_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "tensordata/ptd_bytes.h"

using namespace etscope;
using join::JoinState;
using test::ProgramBuilder;

namespace {

/// A program with a delegate that asks for the key, which it holds itself or not.
std::string delegateAsking(const std::string& key, bool inside) {
    ProgramBuilder builder;
    if (inside) builder.addNamedData(key, std::string(8, 'p'));
    auto delegate = std::make_unique<schema::program::BackendDelegateT>();
    delegate->id = "XnnpackBackend";
    delegate->processed = std::make_unique<schema::program::BackendDelegateDataReferenceT>();
    delegate->processed->location = 1;  // a segment
    delegate->processed->index = builder.addSegment(test::xnnpackNamedPayload(key));
    builder.plan().delegates.push_back(std::move(delegate));
    return builder.bytes();
}

/// A program with an external tensor of that name.
std::string tensorAsking(const std::string& name, std::vector<std::int32_t> sizes) {
    ProgramBuilder builder;
    auto value = test::tensorValue(std::move(sizes), 1, 0);
    value.AsTensor()->allocation_info.reset();
    value.AsTensor()->extra_tensor_info = std::make_unique<schema::program::ExtraTensorInfoT>();
    value.AsTensor()->extra_tensor_info->fully_qualified_name = name;
    value.AsTensor()->extra_tensor_info->location = 1;
    test::addValue(builder.plan(), std::move(value));
    return builder.bytes();
}

join::Join joinOf(const std::vector<std::string>& paths, const std::string& from) {
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    for (join::Join& join : join::joins(**session, {}))
        if (join.from == from) return std::move(join);
    return {};
}

}  // namespace

class TestJoins : public QObject {
    Q_OBJECT
private slots:
    void externalData_data();
    void externalData();
    void cutRecord();
    void otherTraining();
    void productsOfAnotherKind();

private:
    test::TempDir m_folder;
};

/// A record that lost its weights does not tell that the program is another's.
void TestJoins::cutRecord() {
    const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
    QFile whole(QString::fromStdString(folder + "model.etrecord"));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray head = whole.read(whole.size() / 3);
    const std::string cut = m_folder.write("cut.etrecord", head.toStdString());
    const join::Join join = joinOf({folder + "model.pte", cut}, "pte");
    QVERIFY(join.state != JoinState::Mismatched);
    QCOMPARE(join.against, std::size_t{0});
    QVERIFY2(std::ranges::any_of(join.evidence,
                                 [](const Sentence& one) { return one.text().find("is not known") != std::string::npos; }),
             join.evidence.empty() ? "no evidence" : join.evidence.front().text().c_str());
}

void TestJoins::externalData_data() {
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("evidence");
    const auto row = [](const char* name, const std::string& program, const std::string& data, const char* state,
                        const char* evidence) {
        QTest::newRow(name) << QByteArray::fromStdString(program) << QByteArray::fromStdString(data) << state << evidence;
    };
    const std::string key = test::ptdBytes({{"w", std::string(8, 'x')}, {"v", "1"}}), tensors = test::ptdTensors();
    row("key of a delegate", delegateAsking("w", false), key, "matched", "1 of 1 keys that delegates ask for");
    row("key that the program has, too", delegateAsking("w", true), key, "matched", "1 of 1 keys that delegates ask for");
    row("key that no file has", delegateAsking("other", false), key, "mismatched", "the program asks for 1 keys that no file has");
    row("key that the program has alone", delegateAsking("other", true), key, "unknown", "nothing that was looked at asks");
    row("tensor", tensorAsking("a", {2, 2}), tensors, "matched", "1 of 1 external tensors");
    row("tensor of another shape", tensorAsking("a", {2, 3}), tensors, "mismatched", "a is f32[2,2] there and f32[2,3]");
    row("opaque bytes for a tensor", tensorAsking("blob", {2, 2}), tensors, "mismatched", "blob is no tensor there");
    row("tensor that no file has", tensorAsking("c", {2, 2}), tensors, "mismatched", "1 keys that no file has");
    row("nothing asked for", ProgramBuilder().bytes(), tensors, "unknown", "nothing that was looked at asks");
}

void TestJoins::externalData() {
    QFETCH(QByteArray, program);
    QFETCH(QByteArray, data);
    QFETCH(QString, state);
    QFETCH(QString, evidence);
    const join::Join join =
        joinOf({m_folder.write("model.pte", program.toStdString()), m_folder.write("weights.ptd", data.toStdString())}, "ptd");
    QCOMPARE(QString::fromUtf8(join::joinStateName(join.state).data()), state);
    QVERIFY(!join.evidence.empty());
    QVERIFY2(QString::fromStdString(join.evidence.front().text()).contains(evidence), join.evidence.front().text().c_str());
}

/// Two trainings of one model share tables of positions, and belong together for none of that.
void TestJoins::otherTraining() {
    const std::string folder = std::string(ETSCOPE_SOURCE_DIR) + "/../shared/cases/mix/";
    if (!QFileInfo::exists(QString::fromStdString(folder))) QSKIP("the case is not here");
    QCOMPARE(joinOf({folder + "seed0.etrecord", folder + "seed1.pte"}, "pte").state, JoinState::Mismatched);
    QCOMPARE(joinOf({folder + "seed0.etrecord", folder + "seed0.pte"}, "pte").state, JoinState::Matched);
}

/// What a backend calls its operators tells a program that multiplies integers from one that does not.
void TestJoins::productsOfAnotherKind() {
    const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/delegated/";
    QFile dump(QString::fromStdString(folder + "run.etdp"));
    QVERIFY(dump.open(QIODevice::ReadOnly));
    QByteArray bytes = dump.readAll();
    QCOMPARE(joinOf({folder + "model.pte", folder + "run.etdp"}, "etdump").state, JoinState::Matched);
    QVERIFY(bytes.contains("Fully Connected (NC, F32)"));
    bytes.replace("Fully Connected (NC, F32)", "Fully Connected (NC, QS8)");
    const join::Join other = joinOf({folder + "model.pte", m_folder.write("int8.etdp", bytes.toStdString())}, "etdump");
    QCOMPARE(other.state, JoinState::Mismatched);
    QVERIFY2(other.evidence.front().text().find("multiply floating values alone") != std::string::npos,
             other.evidence.front().text().c_str());
}

ETSCOPE_TEST(TestJoins)
#include "tst_joins.moc"
