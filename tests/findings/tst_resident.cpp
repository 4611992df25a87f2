// What a process will hold, of programs whose plan and payloads are known.
#include <QtTest>
#include <filesystem>
#include <numeric>
#include <stop_token>

#include "findings/measured_memory.h"
#include "findings/memory_savings.h"
#include "findings/resident.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using findings::Certainty;
using findings::Resident;
using findings::ResidentKind;

class TestResident : public QObject {
    Q_OBJECT
private slots:
    void planAndState();
    void insideDelegates();
    void whatIsNotKnown_data();
    void whatIsNotKnown();
    void withoutAProgram();
    void savings_data();
    void savings();
    void savingsOfADelegateThatCannotBeRead();
    void measured();
    void cancelled();
};

namespace {

const std::string kResidentFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const session::Session> openedAlone(const std::string& path) {
    auto session = session::Session::open({kResidentFixtures + path}, {}, {});
    return session ? *session : nullptr;
}

Resident residentOf(const std::string& path) {
    const auto session = openedAlone(path);
    if (session == nullptr) return {};
    const auto made = findings::resident(*session, {});
    return made ? **made : Resident{};
}

const findings::ResidentPart* part(const Resident& resident, ResidentKind kind, const std::string& of) {
    const auto found = std::ranges::find_if(resident.parts, [&](const auto& one) { return one.kind == kind && one.of == of; });
    return found != resident.parts.end() ? &*found : nullptr;
}

}  // namespace

/// Arenas and state are the plan's, the file is all of it; state is what calls of the decoder read before they write it.
void TestResident::planAndState() {
    const auto session = openedAlone("vlm/model.pte");
    QVERIFY(session);
    const Resident resident = residentOf("vlm/model.pte");
    const auto* file = part(resident, ResidentKind::Program, "model.pte");
    QVERIFY(file != nullptr && file->certainty == Certainty::Exact);
    QCOMPARE(*file->bytes, std::uint64_t{std::filesystem::file_size(kResidentFixtures + "vlm/model.pte")});
    for (const char* method : {"vision_encoder", "token_embedding", "text_decoder"}) {
        const auto& sizes = session->plan(method)->bufferSizes;
        const auto* arena = part(resident, ResidentKind::Arena, method);
        const auto* state = part(resident, ResidentKind::State, method);
        QVERIFY(arena != nullptr);
        QCOMPARE(*arena->bytes + (state != nullptr ? *state->bytes : 0),
                 static_cast<std::uint64_t>(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0})));
        QCOMPARE(state != nullptr, method == std::string_view("text_decoder"));
    }
    QCOMPARE(*part(resident, ResidentKind::State, "text_decoder")->bytes, std::uint64_t{4 * 512});
    std::uint64_t all = 0, exact = 0;
    for (const findings::ResidentPart& one : resident.parts) {
        all += one.bytes.value_or(0);
        if (one.certainty == Certainty::Exact) exact += *one.bytes;
    }
    QVERIFY(resident.complete && resident.bytes == all && resident.exact == exact && exact < all);
}

/// Its first delegate quantises f32[2,32] to int8, 64 bytes between two nodes; the others have one node.
void TestResident::insideDelegates() {
    const Resident resident = residentOf("tanh_xnnpack/model.pte");
    const auto* workspace = part(resident, ResidentKind::Workspace, "XNNPACK");
    QVERIFY(workspace != nullptr && workspace->certainty == Certainty::Estimate);
    QCOMPARE(*workspace->bytes, std::uint64_t{64});
    QCOMPARE(part(resident, ResidentKind::Packed, "XNNPACK")->certainty, Certainty::Estimate);
}

void TestResident::whatIsNotKnown_data() {
    QTest::addColumn<std::string>("path");
    QTest::addColumn<ResidentKind>("kind");
    QTest::addColumn<std::string>("of");
    QTest::newRow("an opaque payload") << std::string("core_ai/compiled.pte") << ResidentKind::Packed << std::string("Core AI");
    QTest::newRow("another backend's workspace") << std::string("cuda/model.pte") << ResidentKind::Workspace << std::string("CUDA");
    QTest::newRow("a data file that is not here") << std::string("external/model.pte") << ResidentKind::Data << std::string();
}

void TestResident::whatIsNotKnown() {
    QFETCH(std::string, path);
    QFETCH(ResidentKind, kind);
    QFETCH(std::string, of);
    const Resident resident = residentOf(path);
    const auto* found = part(resident, kind, of);
    QVERIFY(found != nullptr && !found->bytes && found->certainty == Certainty::Unknown);
    QVERIFY(!resident.complete && resident.bytes > 0);
}

void TestResident::withoutAProgram() { QVERIFY(residentOf("vlm/model.etrecord").parts.empty()); }

void TestResident::savings_data() {
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("id");
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<bool>("exact");
    // Four caches of f32[1,2,8,8] bytes; arenas of 3,648 and 608 bytes beside the decoder, which has state.
    QTest::newRow("f32 state") << std::string("vlm/model.pte") << std::string("half-state") << quint64{4 * 512 / 2} << true;
    QTest::newRow("arenas without state") << std::string("vlm/model.pte") << std::string("shared-arena") << quint64{608} << true;
    QTest::newRow("packed twice") << std::string("specialised/model.pte") << std::string("weights-cache") << quint64{11776}
                                  << false;
}

void TestResident::savings() {
    QFETCH(std::string, path);
    QFETCH(std::string, id);
    QFETCH(quint64, bytes);
    QFETCH(bool, exact);
    const auto session = openedAlone(path);
    QVERIFY(session);
    const auto savings = findings::memorySavings(*session, {});
    QVERIFY(savings);
    QVERIFY(std::ranges::is_sorted(**savings, std::greater(), &findings::MemorySaving::bytes));
    const auto found = std::ranges::find(**savings, id, &findings::MemorySaving::id);
    QVERIFY2(found != (*savings)->end(), id.c_str());
    QCOMPARE(found->bytes, std::uint64_t{bytes});
    QCOMPARE(found->exact, exact);
}

/// It may ask for any key.
void TestResident::savingsOfADelegateThatCannotBeRead() {
    const auto session = openedAlone("core_ai/compiled.pte");
    QVERIFY(session);
    const auto savings = findings::memorySavings(*session, {});
    QVERIFY(savings && std::ranges::find(**savings, "unasked-data", &findings::MemorySaving::id) == (*savings)->end());
}

/// The program's pages are those of the mapping that has its name; a map that cannot be read is an error of the session.
void TestResident::measured() {
    const test::TempDir folder;
    const auto mapped = [](const std::string& may, const std::string& path, int kilobytes) {
        const std::string amount = std::to_string(kilobytes) + " kB\n";
        return "00400000-00452000 " + may + " 00000000 fe:01 1 " + path + "\nSize: 60 kB\nRss: " + amount + "Pss: " + amount;
    };
    folder.write("run.smaps",
                 mapped("r--p", "/data/local/model.pte", 40) + mapped("rw-p", "", 100) + mapped("r-xp", "/bin/runner", 8));
    folder.write("alone.smaps", mapped("rw-p", "[heap]", 5));
    folder.write("damaged.smaps", mapped("rw-p", "[heap]", 5) + "garbage\n");
    const auto session = session::Session::open(
        {kResidentFixtures + "vlm/model.pte", folder.path("run.smaps"), folder.path("alone.smaps"), folder.path("damaged.smaps")},
        {}, {});
    QVERIFY(session);
    const auto measured = findings::measuredMemory(**session, {});
    QVERIFY(measured);
    QCOMPARE((*measured)->size(), std::size_t(2));
    const findings::MeasuredMemory& run = (*measured)->front();
    QCOMPARE(run.resident, std::uint64_t{148 * 1024});
    QVERIFY(run.note.empty());
    QStringList parts;
    for (const auto& part : run.parts)
        parts.append(QString::fromStdString(std::string(part.id)) + ' ' + QString::number(part.resident));
    QCOMPARE(parts, QStringList({"program 40960", "anonymous 102400", "code 8192"}));
    QVERIFY(!(**measured)[1].note.empty());
    // A sum of all mappings tells nothing of parts.
    folder.write("sum.smaps", mapped("---p", "[rollup]", 700));
    const auto summed = session::Session::open({kResidentFixtures + "vlm/model.pte", folder.path("sum.smaps")}, {}, {});
    const auto sum = findings::measuredMemory(**summed, {});
    QVERIFY(sum && (*sum)->size() == 1 && (*sum)->front().parts.empty() && (*sum)->front().note.text().starts_with("the sum of"));
    QCOMPARE((*sum)->front().resident, std::uint64_t{700 * 1024});
    const auto problems = (*session)->diagnostics();
    QVERIFY(std::ranges::any_of(problems.items(), [](const Diagnostic& one) { return one.code == "memory-map-invalid"; }));
}

void TestResident::cancelled() {
    const auto session = openedAlone("vlm/model.pte");
    QVERIFY(session);
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    QVERIFY(findings::resident(*session, job).cancelled());
    QVERIFY(findings::memorySavings(*session, job).cancelled());
}

ETSCOPE_TEST(TestResident)
#include "tst_resident.moc"
