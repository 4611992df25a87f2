// Traces that etscope_trace.h writes in a runner of one's own: the example is built and run, and what it wrote is read and checked.
#include <QTest>
#include <array>

#include "conversation/conversation.h"
#include "io/sha256.h"
#include "session/session.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "traces/trace.h"

#include "../../runner/etscope_trace.h"

using namespace etscope;

namespace {

std::shared_ptr<const session::Session> opened(const std::string& folder) {
    auto session = session::Session::open({folder + "/trace.jsonl"}, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

const traces::Trace& traceOf(const session::Session& session) { return *session.files().front().trace; }

}  // namespace

class TestWrittenTraces : public QObject {
    Q_OBJECT
private slots:
    void theExample();
    void hashesAndTypes();
    void textsAreWhole();
};

void TestWrittenTraces::theExample() {
    const test::TempDir folder;
    const QString to = QString::fromStdString(folder.path("trace"));
    const test::Ran ran = test::runProcess(QStringLiteral(ETSCOPE_TRACED_EXAMPLE), {to});
    QVERIFY2(ran.status == 0, ran.err.constData());
    const auto session = opened(to.toStdString());
    const traces::Trace& trace = traceOf(*session);
    QCOMPARE(trace.unread(), std::size_t(0));
    QCOMPARE(trace.start().format, std::string("etscope.trace/1"));
    QCOMPARE(trace.calls(), std::size_t(8));
    QCOMPARE(trace.choices(), std::size_t(4));
    const auto answer = conversation::conversation(*session, {});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    for (const conversation::Finding& finding : (*answer)->findings) qWarning("%s", finding.sentence.text().c_str());
    QVERIFY((*answer)->findings.empty());
    for (const conversation::CheckRow& row : (*answer)->checks)
        if (row.check == conversation::Check::Choice) QCOMPARE(row.looked, std::size_t(4));
}

/// The elements' own hash, and the file's.
void TestWrittenTraces::hashesAndTypes() {
    const test::TempDir folder;
    const std::string program = folder.write("model.pte", std::string(1000, 'x'));
    const std::array<float, 3> given{1, -2, 0.5F};
    {
        etscope::Trace trace(folder.path("trace"), {program}, false);
        trace.call("forward", 1, {{given.data(), "float32", {3}}}, {});
    }
    const auto session = opened(folder.path("trace"));
    const traces::Trace& trace = traceOf(*session);
    QVERIFY(trace.start().program.has_value());
    const auto whole = Source::open(program);
    QVERIFY(whole);
    QCOMPARE(trace.start().program->sha256, *sha256(ByteRange::whole(*whole), {}));
    const auto call =
        std::ranges::find_if(trace.lines(), [](const auto& line) { return line.template as<traces::Call>() != nullptr; });
    QVERIFY(call != trace.lines().end());
    const traces::ValueClaim& value = call->as<traces::Call>()->inputs.front();
    std::vector<std::byte> bytes(sizeof given);
    std::memcpy(bytes.data(), given.data(), bytes.size());
    QCOMPARE(value.sha256, *sha256(ByteRange::whole(Source::fromBytes(bytes, "given")), {}));
    QCOMPARE(value.dtype, std::string("float32"));
    bool thrown = false;
    try {
        etscope::Trace(folder.path("other")).call("forward", 1, {{given.data(), "float31", {3}}}, {});
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    QVERIFY(thrown);
}

void TestWrittenTraces::textsAreWhole() {
    const test::TempDir folder;
    const std::string said = "a \"b\"\\ \n\t\x01 ü 🙂";
    {
        etscope::Trace trace(folder.path("trace"));
        trace.message("user", said);
        trace.tokens(std::vector<int>{3, 1}, 7, "expanded");
        trace.reset();
        trace.end("bound");
    }
    const auto session = opened(folder.path("trace"));
    const traces::Trace& trace = traceOf(*session);
    QCOMPARE(trace.unread(), std::size_t(0));
    QCOMPARE(trace.lines().size(), std::size_t(5));
    QCOMPARE(trace.lines()[1].as<traces::Message>()->text, said);
    QCOMPARE(trace.lines()[2].as<traces::Tokens>()->ids, (std::vector<std::int64_t>{3, 1}));
    QCOMPARE(trace.lines()[2].as<traces::Tokens>()->position, std::optional<std::int64_t>(7));
    QCOMPARE(trace.lines()[4].as<traces::End>()->reason, std::string("bound"));
}

ETSCOPE_TEST(TestWrittenTraces)
#include "tst_written_traces.moc"
