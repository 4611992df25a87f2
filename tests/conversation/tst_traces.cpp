// Traces of conversations: lines to typed values, what a damaged or hostile one does, files that it names.
#include <QTest>
#include <filesystem>

#include "session/session.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "tensor/npy.h"
#include "traces/trace_values.h"

using namespace etscope;
using namespace etscope::traces;

namespace {

const std::string kTraced = ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/talk/";

Result<std::shared_ptr<const Trace>> readTrace(std::string_view text, Diagnostics& diagnostics) {
    const auto bytes = std::as_bytes(std::span(text));
    return Trace::open(ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "trace.jsonl")), diagnostics, {});
}

std::string npy() {
    std::string text = tensor::npyHeader(ScalarType::F32, std::array<std::int64_t, 1>{2});
    return text.append(8, '\0');
}

}  // namespace

class TestTraces : public QObject {
    Q_OBJECT
private slots:
    void everyKind() {
        Diagnostics diagnostics;
        const auto trace = readTrace(
            R"({"kind": "start", "t": 1, "format": "etscope.trace/1", "program": {"file": "a.pte", "sha256": "00"}, "tokenizer": "t.json", "runner": {"name": "r", "memory": "shared"}}
{"kind": "message", "role": "user", "text": "hi", "images": ["i.png", 3], "conversation": 2}
{"kind": "template", "text": "<hi>", "continues": true}
{"kind": "tokens", "ids": [1, 2], "of": "expanded", "position": 4}
{"kind": "call", "index": 7, "method": "m", "inputs": ["a.npy", {"dtype": "int64", "shape": [1], "sha256": "ab"}], "outputs": [], "dump": {"file": "r.etdp", "run": 3, "values": "r.dbg"}, "state": {"before": {"k": "aa"}, "after": {"k": "bb"}}, "image": "i.png", "ns": 5}

{"kind": "choice", "call": 7, "position": -1, "id": 9, "sampler": {"temperature": 0.5, "top_k": 4, "penalty": 1}}
{"kind": "text", "text": "x"}
{"kind": "reset", "how": "reload"}
{"kind": "later"}
{"kind": "end", "reason": "eos"})",
            diagnostics);
        QVERIFY(trace && diagnostics.empty());
        const auto& lines = (*trace)->lines();
        QCOMPARE(lines.size(), std::size_t{10});
        QCOMPARE((*trace)->start().tokenizer->file, std::string("t.json"));
        QCOMPARE((*trace)->start().memory, std::string("shared"));
        QCOMPARE(lines[1].as<Message>()->images.size(), std::size_t{1});
        QCOMPARE(lines[1].conversation, std::string("2"));
        QVERIFY(lines[2].as<Template>()->continues);
        QCOMPARE(*lines[3].as<Tokens>()->position, std::int64_t{4});
        const Call& call = *lines[4].as<Call>();
        QCOMPARE(call.inputs[1].sha256, std::string("ab"));
        QCOMPARE(*call.dump->run, std::int64_t{3});
        QCOMPARE(call.after.at("k"), std::string("bb"));
        QCOMPARE(lines[5].number, std::size_t{7});  // behind an empty line
        QCOMPARE(lines[5].as<Choice>()->sampler.others, std::vector<std::string>{"penalty"});
        QCOMPARE(lines[8].as<Other>()->kind, std::string("later"));
        QCOMPARE((*trace)->dumps(), (std::vector<std::string>{"r.etdp", "r.dbg"}));
    }

    void hostileLines_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("no JSON") << QByteArray("{\"kind\": \"call\", ");
        QTest::newRow("list") << QByteArray("[1]");
        QTest::newRow("no kind") << QByteArray("{\"t\": 1}");
        QTest::newRow("kind is a number") << QByteArray("{\"kind\": 3}");
        QTest::newRow("deep") << QByteArray("{\"kind\": \"x\", \"a\": ") + QByteArray(5000, '[') + QByteArray(5000, ']') + "}";
        QTest::newRow("NUL") << QByteArray("{\"kind\"\0: 1}", 12);
    }
    void hostileLines() {
        QFETCH(QByteArray, line);
        Diagnostics diagnostics;
        const auto trace = readTrace(
            "{\"kind\": \"start\", \"format\": \"etscope.trace/1\"}\n" + line.toStdString() + "\n{\"kind\": \"end\"}", diagnostics);
        QVERIFY(trace);
        QCOMPARE((*trace)->lines().size(), std::size_t{2});
        QCOMPARE((*trace)->unread(), std::size_t{1});
        QVERIFY(diagnostics.has("trace-line"));
        QVERIFY(diagnostics.items().front().where.starts_with("line 2"));
    }

    void wrongTypes() {
        Diagnostics diagnostics;
        const auto trace = readTrace(
            R"({"kind": "start", "program": 3, "runner": [], "values": {}}
{"kind": "call", "index": "x", "method": 5, "inputs": 3, "outputs": [1, null, {"shape": [1, "a"]}], "dump": [], "state": 3}
{"kind": "call", "index": 99999999999999999999, "inputs": [{"shape": [-1], "dtype": "float32"}], "state": {"before": [1], "after": {"k": 1}}}
{"kind": "tokens", "ids": [1, 2.5], "position": 1.5}
{"kind": "choice", "id": 18446744073709551615, "sampler": 3})",
            diagnostics);
        QVERIFY(trace);
        QCOMPARE((*trace)->lines().size(), std::size_t{5});
        QVERIFY(!(*trace)->lines()[4].as<Choice>()->id);
        QVERIFY((*trace)->lines()[3].as<Tokens>()->ids.empty());
    }

    /// Short lines and empty values take more here than in the file.
    void manyOfEverything() {
        const auto codeOf = [](const std::string& text) {
            Diagnostics diagnostics;
            const auto trace = readTrace(text, diagnostics);
            return trace ? std::string() : trace.error().code;
        };
        std::string values = "{\"kind\": \"call\", \"inputs\": [0";
        for (int i = 1; i < 4000; ++i) values += ",0";
        values += "]}\n";
        std::string calls, lines, bad;
        for (int i = 0; i < 251; ++i) calls += values;
        QCOMPARE(codeOf(calls), std::string("limit-exceeded"));
        for (int i = 0; i < 200'001; ++i) lines += "{\"kind\":\"x\"}\n", bad += "x\n";
        QCOMPARE(codeOf(lines), std::string("limit-exceeded"));
        QCOMPARE(codeOf(bad), std::string("limit-exceeded"));
    }
    void limits() {
        Diagnostics diagnostics;
        const auto line = readTrace("{\"kind\": \"text\", \"text\": \"" + std::string(17U << 20U, 'a') + "\"}", diagnostics);
        QVERIFY(!line && line.error().code == "limit-exceeded");
        QVERIFY(!readTrace("", diagnostics));
        const auto none = readTrace("no\nlines\n", diagnostics);
        QVERIFY(!none && none.error().code == "trace-invalid");
    }

    void paths_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("there") << QByteArray("a.npy") << QByteArray();
        QTest::newRow("absent") << QByteArray("b.npy") << QByteArray("file-unreadable");
        QTest::newRow("absolute") << QByteArray("/etc/passwd") << QByteArray("trace-path");
        QTest::newRow("above") << QByteArray("../a.npy") << QByteArray("trace-path");
        QTest::newRow("inside and out") << QByteArray("x/../../a.npy") << QByteArray("trace-path");
        QTest::newRow("link") << QByteArray("link.npy") << QByteArray("trace-path");
        QTest::newRow("folder") << QByteArray("x") << QByteArray("file-unreadable");
        QTest::newRow("empty") << QByteArray("") << QByteArray("trace-value-absent");
        QTest::newRow("no archive") << QByteArray("a.npy#c0") << QByteArray("zip-not-an-archive");
        QTest::newRow("NUL") << QByteArray("a.npy\0b", 7) << QByteArray("trace-path");
    }
    void paths() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, code);
        const test::TempDir outer;
        std::filesystem::create_directories(outer.path("in/x"));
        outer.write("a.npy", npy());
        outer.write("in/a.npy", npy());
        std::filesystem::create_symlink("../a.npy", outer.path("in/link.npy"));
        TraceValues values(outer.path("in"));
        ValueClaim claim;
        claim.file = name.toStdString();
        const auto tensor = values.tensor(claim);
        QCOMPARE(QByteArray::fromStdString(tensor ? std::string() : tensor.error().code), code);
    }

    void hashesAreOfElements() {
        TraceValues values(kTraced);
        ValueClaim claim;
        claim.file = "c1-i0.npy";
        const auto hash = values.hash(claim, {});
        QVERIFY(hash);
        QCOMPARE(hash->size(), std::size_t{64});
        ValueClaim told;
        told.sha256 = "ab";
        QCOMPARE(*values.hash(told, {}), std::string("ab"));
    }

    /// What a trace names is opened with it; arrays of its calls are no files of the session.
    void ofASession() {
        const auto session = session::Session::open({kTraced + "trace.jsonl"}, {}, {});
        QVERIFY(session);
        QVERIFY((*session)->recordFile() != nullptr && (*session)->programFile() != nullptr);
        QCOMPARE((*session)->files().front().kind, FileKind::Trace);
        QCOMPARE((*session)->files().size(), std::size_t{4});
        const auto folder = session::Session::open({kTraced}, {}, {});
        QVERIFY(folder);
        for (const auto& file : (*folder)->files()) QVERIFY(file.kind != FileKind::Npy);
        const test::TempDir alone;
        alone.write("trace.jsonl", R"({"kind": "start", "program": {"file": "gone.pte"}, "record": {"file": "/etc/passwd"}})");
        const auto incomplete = session::Session::open({alone.path("trace.jsonl")}, {}, {});
        QVERIFY(incomplete);
        QVERIFY((*incomplete)->diagnostics().has("trace-file-absent"));
        QCOMPARE((*incomplete)->files().size(), std::size_t{1});
    }
};

ETSCOPE_TEST(TestTraces)
#include "tst_traces.moc"
