// Known bugs: the table, runs of the real runtime that show each, and files that show none.
#include <QtTest>

#include <filesystem>
#include <set>

#include "findings/advisories.h"
#include "findings/lint.h"
#include "findings/verdict.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::findings;

namespace {

const std::string kAdvisoryFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const session::Session> openFolder(const std::string& path) {
    auto session = session::Session::open({path}, {}, {});
    return session ? *session : nullptr;
}

/// Ids of the rows that program and record show, each once.
QStringList shown(const session::Session& session) {
    const auto matches = staticAdvisories(session, {});
    QStringList ids;
    if (matches)
        for (const AdvisoryMatch& match : **matches)
            if (const auto id = QString::fromStdString(match.advisory->id); !ids.contains(id)) ids.append(id);
    return ids;
}

/// Titles of rows in the evidence of causes, as ids.
QStringList explained(const session::Session& session) {
    const auto verdict = findings::verdict(session, {});
    QStringList ids;
    if (!verdict) return ids;
    for (const PossibleCause& cause : (*verdict)->causes)
        for (const Sentence& evidence : cause.evidence)
            for (const Advisory& one : advisories())
                if (evidence.text() == one.text().text()) ids.append(QString::fromStdString(one.id));
    return ids;
}

QByteArray table(const QByteArray& row) { return R"({"form": "etscope.advisories/1", "advisories": [)" + row + "]}"; }
QByteArray rowWith(const QByteArray& when) {
    return R"({"id": "a", "title": "t", "effect": "e", "way_round": "w", "seen": "1.0", "when": )" + when + "}";
}

}  // namespace

class TestAdvisories : public QObject {
    Q_OBJECT
private slots:
    void theTable();
    void textsCanBeTranslated();
    void damagedTables_data();
    void damagedTables();
    void realBugs_data();
    void realBugs();
    void sharedBugs_data();
    void sharedBugs();
    void brokenOnPurpose();
    void committedFilesShow();
    void lintTells();
};

void TestAdvisories::theTable() {
    QVERIFY(advisories().size() >= 10);
    for (const Advisory& one : advisories()) {
        QVERIFY2(!one.text().empty(), one.id.c_str());
        for (const std::string& source : one.sources)
            QVERIFY2(source.starts_with("https://github.com/pytorch/executorch/"), source.c_str());
    }
}

/// Those who translate find all texts of the table, and none that it does not have.
void TestAdvisories::textsCanBeTranslated() {
    const auto asked = [](const std::string& text) {
        bool known = false;
        const std::string said = advisoryPhrase(text).text([&known](const char* english) {
            known = true;
            return std::string(english);
        });
        return known && said == text;
    };
    for (const Advisory& one : advisories())
        for (const std::string& text : {one.title, one.effect, one.wayRound}) QVERIFY2(asked(text), text.c_str());
    QVERIFY(!asked("of no row"));
    QCOMPARE(advisoryPhrase("of no row").text(), std::string("of no row"));
}

void TestAdvisories::damagedTables_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("no JSON") << QByteArray("{") << "no table";
    QTest::newRow("another form") << QByteArray(R"({"form": "x", "advisories": []})") << "no table";
    QTest::newRow("no list") << QByteArray(R"({"form": "etscope.advisories/1"})") << "no list";
    QTest::newRow("no object") << table("7") << "a row: it is no object";
    QTest::newRow("no title") << table(R"({"id": "a"})") << "a row: title is missing";
    QTest::newRow("no condition") << table(R"({"id": "a", "title": "t", "effect": "e", "way_round": "w", "seen": "1.0"})")
                                  << "a: when is missing";
    QTest::newRow("no site") << table(rowWith("{}")) << "a: there is no site";
    QTest::newRow("another key") << table(rowWith(R"({"site": "call", "opreator": ["x"]})"))
                                 << "a: a condition has no key opreator";
    QTest::newRow("no list of words") << table(rowWith(R"({"site": "call", "operator": "x"})"))
                                      << "a: a condition is a list of texts";
    QTest::newRow("no words of an argument") << table(rowWith(R"({"site": "call", "operator": ["x"], "arguments": ["y"]})"))
                                             << "a list of texts";
    QTest::newRow("no such values") << table(rowWith(R"({"site": "culprit", "cause": ["kernel"], "values": "odd"})"))
                                    << "a: there are no such values";
    QTest::newRow("everything") << table(rowWith(R"({"site": "call"})")) << "a: it holds for everything";
    const QByteArray sound = rowWith(R"({"site": "call", "operator": ["x"]})");
    QTest::newRow("twice") << table(sound + "," + sound) << "a: it is there twice";
    QTest::newRow("sound") << table(sound) << "";
}

void TestAdvisories::damagedTables() {
    QFETCH(const QByteArray, text);
    QFETCH(const QString, says);
    const auto made = parseAdvisories(text.toStdString());
    QCOMPARE(bool(made), says.isEmpty());
    if (made) return;
    QCOMPARE(made.error().code, "advisories-invalid");
    QVERIFY2(QString::fromStdString(made.error().message).contains(says), made.error().message.c_str());
}

void TestAdvisories::realBugs_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("id");
    QTest::newRow("power") << "known_bugs/power"
                           << "pow-int64";
    QTest::newRow("pool") << "known_bugs/pool"
                          << "max-pool-nan";
    QTest::newRow("folded norm") << "known_bugs/folded_norm"
                                 << "xnnpack-linear-batch-norm";
    QTest::newRow("branches") << "known_bugs/branches"
                              << "control-flow-memory";
    QTest::newRow("channels last") << "known_bugs/channels_last"
                                   << "channels-last-input";
    QTest::newRow("layer norm") << "kernel_vlm"
                                << "layer-norm-large-mean";
    QTest::newRow("gelu") << "tanh_xnnpack"
                          << "xnnpack-gelu-tanh";
}

void TestAdvisories::realBugs() {
    QFETCH(const QString, folder);
    QFETCH(const QString, id);
    const auto session = openFolder(kAdvisoryFixtures + folder.toStdString());
    QVERIFY(session != nullptr);
    const QStringList ids = explained(*session);
    QVERIFY2(ids.contains(id) && QSet<QString>(ids.begin(), ids.end()).size() == 1, qPrintable(ids.join(' ')));
}

void TestAdvisories::sharedBugs_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("id");
    QTest::newRow("power") << "wild_pow_int64"
                           << "pow-int64";
    QTest::newRow("pool") << "wild_maxpool_nan"
                          << "max-pool-nan";
    QTest::newRow("folded norm") << "wild_linear_bn_fusion"
                                 << "xnnpack-linear-batch-norm";
    QTest::newRow("branches") << "wild_cond_alias"
                              << "control-flow-memory";
    QTest::newRow("channels last") << "wild_channels_last_input"
                                   << "channels-last-input";
    QTest::newRow("layer norm") << "fault_layer_norm"
                                << "layer-norm-large-mean";
    QTest::newRow("gelu") << "wild_gelu_tanh_xnnpack"
                          << "xnnpack-gelu-tanh";
    for (const char* none :
         {"ctrl_quant_outlier", "healthy_masks", "fault_accumulate", "fault_kernel", "fault_pairing", "fault_state"})
        QTest::newRow(none) << none << "";
}

void TestAdvisories::sharedBugs() {
    QFETCH(const QString, folder);
    QFETCH(const QString, id);
    const std::string path = std::string(ETSCOPE_SHARED_DIR "/faults/") + folder.toStdString();
    if (!std::filesystem::exists(path)) QSKIP("the shared fixtures are absent");
    const auto session = openFolder(path);
    QVERIFY(session != nullptr);
    const QStringList ids = explained(*session);
    QCOMPARE(ids.isEmpty(), id.isEmpty());
    if (!id.isEmpty()) QVERIFY2(ids.contains(id), qPrintable(ids.join(' ')));
}

/// Kernels, weights and states that were broken on purpose: no known bug explains them. Rows that program and record show are true
/// of them all the same; inputs in another order of axes are what the runtime accepts.
void TestAdvisories::brokenOnPurpose() {
    const std::string root = ETSCOPE_SHARED_DIR "/faults2";
    if (!std::filesystem::exists(root)) QSKIP("the shared fixtures are absent");
    for (const auto& folder : std::filesystem::directory_iterator(root)) {
        const auto session = folder.is_directory() ? openFolder(folder.path().string()) : nullptr;
        if (session == nullptr) continue;
        for (const QString& id : explained(*session))
            QVERIFY2(shown(*session).contains(id) ||
                         (id == "channels-last-input" && folder.path().filename().string().starts_with("layout_")),
                     qPrintable(QString::fromStdString(folder.path().filename().string()) + ": " + id));
    }
}

/// Every committed folder: what of the table is true of it.
void TestAdvisories::committedFilesShow() {
    std::set<std::string> folders;
    for (const auto& entry : std::filesystem::directory_iterator(kAdvisoryFixtures))
        if (entry.is_directory() && std::filesystem::exists(entry.path() / "model.pte"))
            folders.insert(entry.path().filename().string());
    QStringList all;
    for (const std::string& folder : folders)
        if (const auto session = openFolder(kAdvisoryFixtures + folder); session != nullptr)
            for (const QString& id : shown(*session)) all.append(QString::fromStdString(folder) + ": " + id);
    QCOMPARE(all.join("; "), "tanh_xnnpack: xnnpack-gelu-tanh");
}

void TestAdvisories::lintTells() {
    const auto session = openFolder(kAdvisoryFixtures + "known_bugs/folded_norm");
    QVERIFY(session != nullptr);
    const auto list = lint(*session, {});
    QVERIFY(list);
    const auto found = std::ranges::find(*list, "lint-known-bug", &LintFinding::code);
    QVERIFY(found != list->end());
    const QString text = QString::fromStdString(found->message.text());
    QVERIFY2(text.contains("https://github.com/pytorch/executorch/pull/11805") && text.contains("'aten_linear_default'"),
             qPrintable(text));
}

ETSCOPE_TEST(TestAdvisories)
#include "tst_advisories.moc"
