// What programs of one folder are called, which of them names of files speak of, and lists of adapters' keys beside them.
#include <QtTest>

#include "base/limits.h"
#include "session/limits.h"
#include "session/lora_keys.h"
#include "session/program_names.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using session::NameScores;
using Names = std::vector<std::string>;
using Numbers = std::vector<std::size_t>;

class TestProgramNames : public QObject {
    Q_OBJECT
private slots:
    void names();
    void namesOfFiles_data();
    void namesOfFiles();
    void foldersDecideBetweenEquals();
    void lists_data();
    void lists();
    void noListIsNone();
    void aListThatIsTooLong();
};

void TestProgramNames::names() {
    QCOMPARE(session::programNames({"/m/base.pte", "/m/poet.v2.pte"}), Names({"base", "poet.v2"}));
    QCOMPARE(session::programNames({"v1/model.pte", "v2/model.pte", "v2/draft.pte"}), Names({"v1/model", "v2/model", "draft"}));
    QCOMPARE(session::programNames({"/m/model.pte", "/m/model.bin"}), Names({"model.pte", "model.bin"}));
    QCOMPARE(session::programNames({"model.pte"}), Names({"model"}));
    QCOMPARE(session::programNames({"a/\xff.pte"}), Names({"\\xFF"}));
    QCOMPARE(session::programNames({}), Names());
    QCOMPARE(std::string(session::programStem("/m/.pte")), ".pte");
}

void TestProgramNames::namesOfFiles_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QList<int>>("programs");
    // Of base.pte, llama_poet.pte, llama_coder.pte, llama_poet_4w.pte.
    QTest::newRow("own") << "/m/llama_poet.etrecord" << QList<int>{1};
    QTest::newRow("own, longer") << "/m/llama_poet_4w.etrecord" << QList<int>{3};
    QTest::newRow("within") << "/m/run-llama_coder-3.etdp" << QList<int>{2};
    QTest::newRow("longest within") << "/m/run_llama_poet_4w.etdp" << QList<int>{3};
    QTest::newRow("word") << "/m/adapter_Coder.ptd" << QList<int>{2};
    QTest::newRow("word of two") << "/m/poet.ptd" << QList<int>{1, 3};
    QTest::newRow("word of a part") << "/m/poets.ptd" << QList<int>{};
    QTest::newRow("nothing") << "/m/foundation.ptd" << QList<int>{};
    QTest::newRow("empty") << "" << QList<int>{};
}

void TestProgramNames::namesOfFiles() {
    QFETCH(const QString, file);
    QFETCH(const QList<int>, programs);
    const NameScores scores({"/m/base.pte", "/m/llama_poet.pte", "/m/llama_coder.pte", "/m/llama_poet_4w.pte"});
    QList<int> found;
    for (const std::size_t program : scores.best(file.toStdString())) found.append(static_cast<int>(program));
    QCOMPARE(found, programs);
}

void TestProgramNames::foldersDecideBetweenEquals() {
    const NameScores scores({"v1/model.pte", "v2/model.pte"});
    QCOMPARE(scores.best("v2/model.etrecord"), Numbers{1});
    QCOMPARE(scores.best("v1/run.etdp"), Numbers{0});
    QCOMPARE(scores.best("model.etrecord"), Numbers({0, 1}));
    QCOMPARE(scores.best("foundation.ptd"), Numbers());
    const NameScores numbered({"m/model_1.pte", "m/model_2.pte"});
    QCOMPARE(numbered.best("m/run_1.etdp"), Numbers());
    QCOMPARE(numbered.best("m/model_1_run.etdp"), Numbers{0});
}

void TestProgramNames::lists_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("modules");
    QTest::addColumn<QString>("error");
    QTest::newRow("modules") << R"(["layers.0.wq", "layers.1.wq", "layers.0.wq"])"
                             << "layers.0.wq layers.1.wq"
                             << "";
    QTest::newRow("keys") << R"(["a.lora_a", "a.lora_b", "b.lora_a"])"
                          << "a b"
                          << "";
    QTest::newRow("object") << R"({"rank": 4, "keys": ["a"]})"
                            << "a"
                            << "";
    QTest::newRow("two lists") << R"({"a": ["x"], "b": ["y"]})"
                               << ""
                               << "lora-keys-form";
    QTest::newRow("number") << "3"
                            << ""
                            << "lora-keys-form";
    QTest::newRow("mixed") << R"(["a", 3])"
                           << ""
                           << "lora-keys-form";
    QTest::newRow("no text") << "\xff\xfe garbage"
                             << ""
                             << "json-invalid";
    QTest::newRow("empty") << ""
                           << ""
                           << "json-invalid";
    QTest::newRow("empty list") << "[]"
                                << ""
                                << "lora-keys-form";
    QTest::newRow("deep") << QString("[").repeated(100000) << ""
                          << "limit-exceeded";
}

void TestProgramNames::lists() {
    QFETCH(const QString, content);
    QFETCH(const QString, modules);
    QFETCH(const QString, error);
    const test::TempDir folder;
    const std::string program = folder.write("model.pte", "x");
    folder.write("model.lora_keys.json", content.toStdString());
    const auto keys = session::loraKeysBeside(program);
    QVERIFY(keys.has_value());
    QStringList found;
    for (const std::string& one : keys->modules) found.append(QString::fromStdString(one));
    QCOMPARE(found.join(' '), modules);
    QCOMPARE(QString::fromStdString(keys->error ? keys->error->code : ""), error);
    QCOMPARE(keys->keys().size(), 2 * keys->modules.size());
    if (keys->error) QVERIFY(!keys->error->where.empty());
}

void TestProgramNames::noListIsNone() {
    const test::TempDir folder;
    QVERIFY(!session::loraKeysBeside(folder.write("model.pte", "x")));
    QVERIFY(!session::loraKeysBeside(folder.path("absent.pte")));
}

void TestProgramNames::aListThatIsTooLong() {
    const test::TempDir folder;
    const std::string program = folder.write("model.pte", "x");
    folder.write("model.lora_keys.json", "[\"" + std::string(limits::kMaxLoraKeys, 'a') + "\"]");
    const auto keys = session::loraKeysBeside(program);
    QVERIFY(keys && keys->error && keys->error->code == "limit-exceeded");
}

ETSCOPE_TEST(TestProgramNames)
#include "tst_program_names.moc"
