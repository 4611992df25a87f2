// Tables of survey in every form that is read, and files that are none.
#include <QtTest>

#include "history/table_rows.h"
#include "support/test_case.h"

using namespace etscope;
using history::TableRow;

namespace {

ByteRange historyBytes(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "table"));
}

struct ReadRows {
    std::vector<TableRow> rows;
    std::string code;    ///< of the error; empty: none
    std::string unread;  ///< "COLUMN:COUNT@ROW=TEXT" of each column
};

ReadRows historyRows(std::string_view text) {
    ReadRows read;
    const auto made = history::readTable(historyBytes(text), "table",
                                         [&](const TableRow& row) -> Result<void> {
                                             read.rows.push_back(row);
                                             return {};
                                         },
                                         {});
    if (!made) return read.code = made.error().code, read;
    for (const history::UnreadCells& one : made->unread)
        read.unread += one.column + ":" + std::to_string(one.count) + "@" + std::to_string(one.row) + "=" + one.first + " ";
    return read;
}

}  // namespace

class TestHistoryTables : public QObject {
    Q_OBJECT
private slots:
    void forms_data();
    void forms();
    void cells();
    void noTables_data();
    void noTables();
    void everyCut();
    void cancelled();
    void parquet();
};

void TestHistoryTables::forms_data() {
    QTest::addColumn<QByteArray>("text");
    const QByteArray one =
        R"({"session":"/a","folder":".","method":"forward","run":0,"state":"differ","sentence":"wrong, \"very\"","max_abs":"NaN","p50_ticks":12.5,"program_bytes":4096,"kl":null,"unknown":[{"deep":1}]})";
    const QByteArray two = R"({"session":"/b","state":"match","max_abs":1e-3,"tokens":3,"tokens_stay":3})";
    QTest::newRow("lines") << one + "\n" + two + "\n";
    QTest::newRow("lines without an end") << one + "\r\n" + two;
    QTest::newRow("document") << R"({"schema":"etscope.survey/1","files":[],"sessions":2,"rows":[)" + one + "," + two +
                                     R"(],"diagnostics":[]})";
    QTest::newRow("list") << "[" + one + ", " + two + "]";
    QTest::newRow("Python's words") << QByteArray(one).replace("\"NaN\"", "NaN") + "\n" + two;
    const QByteArray titles = "session,folder,method,run,state,sentence,max_abs,p50 ticks,program bytes,kl,tokens,tokens stay\r\n";
    QTest::newRow("csv") << titles +
                                "/a,.,forward,0,differ,\"wrong, \"\"very\"\"\",NaN,12.5,4096,,,\r\n/b,,,,match,,0.001,,,,3,3\r\n";
    QTest::newRow("csv with a mark and no last end")
        << "\xEF\xBB\xBF" + titles + "/a,.,forward,0,differ,\"wrong, \"\"very\"\"\",NaN,12.5,4096,,,\n\n/b,,,,match,,0.001,,,,3,3";
    QTest::newRow("csv of old ends")
        << QByteArray(titles).replace("\r\n", "\r") +
               "/a,.,forward,0,differ,\"wrong, \"\"very\"\"\",NaN,12.5,4096,,,\r\r/b,,,,match,,0.001,,,,3,3\r";
    QTest::newRow("tsv")
        << QByteArray(titles).replace(',', '\t') +
               "/a\t.\tforward\t0\tdiffer\twrong, \"very\"\tNaN\t12.5\t4096\t\t\t\n/b\t\t\t\tmatch\t\t0.001\t\t\t\t3\t3\n";
}

void TestHistoryTables::forms() {
    QFETCH(QByteArray, text);
    const ReadRows read = historyRows(text.toStdString());
    QCOMPARE(read.code, std::string());
    QCOMPARE(read.rows.size(), std::size_t{2});
    const TableRow &a = read.rows[0], &b = read.rows[1];
    QVERIFY(a.session == "/a" && a.folder == "." && a.method == "forward" && a.state == "differ" && a.run == 0.0);
    QCOMPARE(a.sentence, std::string("wrong, \"very\""));
    QVERIFY(a.maxAbs && std::isnan(*a.maxAbs) && a.p50 == 12.5 && a.programBytes == 4096.0 && !a.kl && !a.tokens);
    QVERIFY(b.session == "/b" && b.state == "match" && b.maxAbs == 0.001 && b.tokens == 3.0 && b.stay == 3.0 && b.method.empty());
}

/// What stands in a cell of another kind is not known, and no number is made of words.
void TestHistoryTables::cells() {
    const ReadRows read = historyRows("state,session,kernels,kl,max_abs\nmatch,/a,many,1e999,-Infinity\n");
    QCOMPARE(read.rows.size(), std::size_t{1});
    QVERIFY(!read.rows[0].kernels && !read.rows[0].kl);
    QVERIFY(read.rows[0].maxAbs && *read.rows[0].maxAbs < 0);
    QCOMPARE(read.unread, std::string("kernels:1@1=many kl:1@1=1e999 "));
    const ReadRows lines = historyRows(R"({"session":"/a","state":"match","kernels":[3],"device":4711,"torch":2.10,"kl":null}
        {"session":"/a","state":"match","kernels":-1,"program_bytes":1e300,"p50_ticks":"NaN","tokens":3,"tokens_stay":4,"kl":true}
        {"session":"/a","state":"match","kernels":5,"tokens":3,"tokens_stay":3,"snr_db":-4})");
    QCOMPARE(lines.unread, std::string("kernels:2@1=neither text nor number program_bytes:1@2=1e300 p50_ticks:1@2=NaN "
                                       "kl:1@2=neither text nor number tokens_stay:1@2=more than tokens "));
    QVERIFY(lines.rows[0].device == "4711" && lines.rows[0].torch == "2.10" && !lines.rows[0].kernels);
    QVERIFY(!lines.rows[1].kernels && !lines.rows[1].programBytes && !lines.rows[1].p50 && !lines.rows[1].stay &&
            !lines.rows[1].kl);
    QVERIFY(lines.rows[2].kernels == 5.0 && lines.rows[2].stay == 3.0 && lines.rows[2].snrDb == -4.0);
    const ReadRows bytes = historyRows("session,state,sentence\n/a,match,\xFF\xFE\n");
    QCOMPARE(bytes.rows[0].sentence, std::string("\xEF\xBF\xBD\xEF\xBF\xBD"));
}

void TestHistoryTables::noTables_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("nothing") << QByteArray() << QByteArray();  // lines of a survey that found nothing
    QTest::newRow("blanks") << QByteArray("\n \n") << QByteArray();
    QTest::newRow("many blanks") << QByteArray(5000, ' ') << QByteArray("table-form");
    QTest::newRow("a state of another word") << QByteArray("session,state\n/a,MATCH\n") << QByteArray("table-form");
    QTest::newRow("another document") << QByteArray(R"({"schema":"etscope.gate/1","rows":[]})") << QByteArray("table-form");
    QTest::newRow("a later form") << QByteArray(R"({"schema":"etscope.survey/2","rows":[]})") << QByteArray("table-form");
    QTest::newRow("other columns") << QByteArray("name,value\na,1\n") << QByteArray("table-form");
    QTest::newRow("a short line") << QByteArray("session,state\n/a\n") << QByteArray("table-form");
    QTest::newRow("a long line") << QByteArray("session,state\n/a,match,\n") << QByteArray("table-form");
    QTest::newRow("an open quote") << QByteArray("session,state\n/a,\"match\n") << QByteArray("table-form");
    QTest::newRow("no session") << QByteArray("session,state\n,match\n") << QByteArray("table-form");
    QTest::newRow("an object") << QByteArray("{}") << QByteArray("table-form");
    QTest::newRow("a number in a list") << QByteArray("[5]") << QByteArray("table-form");
    QTest::newRow("half an object") << QByteArray(R"({"session":"/a","state":"ma)") << QByteArray("json-truncated");
    QTest::newRow("a large cell") << "session,state\n/a," + QByteArray(70'000, 'x') << QByteArray("limit-exceeded");
    QTest::newRow("many cells") << QByteArray(2000, ',') << QByteArray("limit-exceeded");
    QTest::newRow("zeros") << QByteArray(4096, '\0') << QByteArray("table-form");
    QTest::newRow("deep") << "{\"x\":" + QByteArray(100'000, '[') << QByteArray("json-too-deep");
}

void TestHistoryTables::noTables() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    QCOMPARE(QByteArray::fromStdString(historyRows(text.toStdString()).code), code);
}

/// A table that ends anywhere gives rows or an error, never another row.
void TestHistoryTables::everyCut() {
    const std::string texts[] = {"session,state,kl\n/a,\"match\",1\n/b,differ,2\n",
                                 R"([{"session":"/a","state":"match","kl":1},{"session":"/b","state":"differ","kl":2}])"};
    for (const std::string& text : texts)
        for (std::size_t cut = 0; cut < text.size(); ++cut) {
            const ReadRows read = historyRows(std::string_view(text).substr(0, cut));
            QVERIFY(read.rows.size() <= 2);
            if (!read.rows.empty()) QCOMPARE(read.rows[0].session, std::string("/a"));
            if (cut > 0 && text.starts_with('[')) QVERIFY(!read.code.empty());
        }
}

void TestHistoryTables::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    const auto nothing = [](const TableRow&) -> Result<void> { return {}; };
    const auto read =
        history::readTable(historyBytes("session,state\n/a,match\n"), "table", nothing, {.stop = stop.get_token(), .progress = {}});
    QVERIFY(read.cancelled());
}

void TestHistoryTables::parquet() {
    QVERIFY(*history::isParquet(historyBytes("PAR1xxxx")));
    QVERIFY(!*history::isParquet(historyBytes("PAR")));
    QVERIFY(!*history::isParquet(historyBytes("session,state\n")));
}

ETSCOPE_TEST(TestHistoryTables)
#include "tst_history_tables.moc"
