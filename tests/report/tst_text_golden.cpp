// The text form of every document of the committed `trivial` and `tiny` records. ETSCOPE_UPDATE_GOLDEN=1 writes the files anew;
// the numbers in them are those of tests/fixtures/*/expected, which the original implementation told.
#include <QtTest>
#include <filesystem>
#include <sstream>

#include "report/documents.h"
#include "report/graph_stream.h"
#include "report/text_report.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using report::Json;

class TestTextGolden : public QObject {
    Q_OBJECT
private slots:
    void documents_data();
    void documents();
    void graph();
};

namespace {

using SessionPtr = std::shared_ptr<const session::Session>;
using Make = Result<Json> (*)(const SessionPtr&);

struct Golden {
    const char* name;
    const char* fixture;
    Make make;
};
constexpr Golden kGoldens[] = {
    {"tiny-info", "tiny", [](const SessionPtr& s) { return report::infoDocument(*s, {}); }},
    {"tiny-tensors", "tiny", [](const SessionPtr& s) { return report::tensorsDocument(*s, {}, {}); }},
    {"tiny-tensor", "tiny",
     [](const SessionPtr& s) {
         report::TensorQuery query;
         query.name = "w";
         return report::tensorDocument(*s, query, {.values = true, .slice = ""}, {});
     }},
    {"tiny-handles", "tiny", [](const SessionPtr& s) { return report::handlesDocument(*s, {}, {}); }},
    {"tiny-verify", "tiny",
     [](const SessionPtr& s) {
         bool failed = false;
         return report::verifyDocument(*s, failed, {});
     }},
    {"trivial-compare", "trivial",
     [](const SessionPtr& s) {
         bool failed = false;
         return report::compareDocument(s, {}, {}, "", failed, {});
     }},
};

SessionPtr openFixture(const char* fixture) {
    if (!QDir::setCurrent(QString(ETSCOPE_SOURCE_DIR "/tests/fixtures/") + fixture)) return nullptr;
    session::OpenOptions options;
    if (!QDir().entryList({"*.npy"}).isEmpty()) options.outputFolders = {"."};
    const auto session = session::Session::open({"model.etrecord"}, options, {});
    return session ? *session : nullptr;
}

void compareWithGolden(const std::string& name, const std::string& text) {
    const std::string path = ETSCOPE_SOURCE_DIR "/tests/report/golden/" + name + ".txt";
    if (qEnvironmentVariableIsSet("ETSCOPE_UPDATE_GOLDEN")) test::writeFile(path, text);
    const auto expected = test::readFile(path);
    QVERIFY2(expected.has_value(), path.c_str());
    QCOMPARE(QString::fromStdString(text), QString::fromStdString(*expected));
}

}  // namespace

void TestTextGolden::documents_data() {
    QTest::addColumn<int>("row");
    for (int i = 0; i < static_cast<int>(std::size(kGoldens)); ++i) QTest::newRow(kGoldens[i].name) << i;
}

void TestTextGolden::documents() {
    QFETCH(int, row);
    const Golden& golden = kGoldens[row];
    const auto session = openFixture(golden.fixture);
    const auto document = golden.make(session);
    QVERIFY(document);
    compareWithGolden(golden.name, report::textOf(*document) + report::diagnosticsText(*document));
}

void TestTextGolden::graph() {
    std::ostringstream out;
    QVERIFY(report::writeGraphText(out, *openFixture("tiny"), {"forward", "edge"}, {}));
    compareWithGolden("tiny-graph", out.str());
}

ETSCOPE_TEST(TestTextGolden)
#include "tst_text_golden.moc"
