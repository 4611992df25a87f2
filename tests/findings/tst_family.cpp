// Families of programs: whose each file is, what members share and add, keys, verdicts; hostile folders.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <filesystem>

#include "findings/family_facts.h"
#include "findings/member_verdicts.h"
#include "program/program_builder.h"
#include "session/limits.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using findings::FamilyFacts;
using findings::MemberFacts;
using findings::Verdict;

namespace {

namespace fs = std::filesystem;

const std::string kFamilyFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";
/// Bytes of the weights of the base and of an adapter (families.py): two layers of 16 and 24; products of rank 4.
constexpr std::uint64_t kBaseBytes = 4 * (16 * 24 + 24 + 24 * 16 + 16), kAdapterBytes = 4 * (16 * 4 + 4 * 24);

std::shared_ptr<const session::Session> openedFolder(const std::vector<std::string>& paths) {
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

struct Asked {
    std::shared_ptr<const session::Session> session;
    std::shared_ptr<const FamilyFacts> facts;

    std::size_t number(std::string_view name) const {
        const join::Member* member = facts->family->member(name, *session);
        if (member == nullptr) qFatal("no member");
        return static_cast<std::size_t>(member - facts->family->members.data());
    }
    const MemberFacts& of(std::string_view name) const { return facts->members[number(name)]; }
    const join::Member& member(std::string_view name) const { return facts->family->members[number(name)]; }
    /// "a.pte:program a.ptd:keys", with "+" for those of several.
    QString files(std::string_view name) const {
        QStringList all;
        for (const join::MemberFile& one : member(name).files)
            all.append(QString::fromStdString(fs::path(session->files()[one.file].path).filename().string() + ":" +
                                              std::string(join::memberReasonName(one.reason)) + (one.shared ? "+" : "")));
        return all.join(' ');
    }
    QString names() const { return QString::fromStdString(facts->family->names()); }
    QString unjoined() const {
        QStringList all;
        for (const unsigned file : facts->family->unjoined)
            all.append(QString::fromStdString(fs::path(session->files()[file].path).filename().string()));
        return all.join(' ');
    }
};

Asked ask(const std::vector<std::string>& paths, bool verdicts = true) {
    Asked asked{openedFolder(paths), nullptr};
    const auto facts = findings::familyFacts(*asked.session, verdicts, {});
    if (!facts) qFatal("%s", facts.error().message.c_str());
    asked.facts = *facts;
    return asked;
}

QString added(const MemberFacts& facts) {
    QStringList names;
    for (const findings::MemberData& one : facts.adds) names.append(QString::fromStdString(one.name));
    return names.join(' ');
}

void copyFamily(const std::string& from, const fs::path& to, const std::vector<std::string>& without = {}) {
    fs::create_directories(to);
    for (const auto& entry : fs::directory_iterator(kFamilyFixtures + from))
        if (std::ranges::find(without, entry.path().filename().string()) == without.end())
            fs::copy(entry.path(), to / entry.path().filename());
}

}  // namespace

class TestFamily : public QObject {
    Q_OBJECT
private slots:
    void asExecuTorchSays_data();
    void asExecuTorchSays();
    void adapters();
    void adaptersOfHashes();
    void aSessionOfEach();
    void theFirstIsInView();
    void othersAreJudged();
    void aRunOfSeveralAccusesNobody();
    void anEarlierBundleOfItsName();
    void runsBelongToWhatRan();
    void adaptersAsInputs();
    void oneProgramHasAll();
    void recordsWithoutNames();
    void variantsShareARecord();
    void keysThatNobodyAnswers();
    void dataOfEqualClaims();
    void recordsDecideBetweenData();
    void aRunOfSeveralProvesNothing();
    void aRunOfTwinsIsTheirs();
    void aNameOfSeveralProvesNothing();
    void aRunOfAnotherName();
    void bundledProgramsAreTheirPrograms();
    void oneStemInTwoFolders();
    void damagedPrograms();
    void manyPrograms();
    void garbageBesidePrograms();
    void cancelled();
    void noProgram();
};

void TestFamily::asExecuTorchSays_data() {
    QTest::addColumn<QString>("folder");
    QTest::newRow("names") << "family";
    QTest::newRow("hashes") << "family_xnnpack";
}

/// What ExecuTorch's exporter wrote for each program (fixture.json): keys, files, bytes; what is shared follows from these.
void TestFamily::asExecuTorchSays() {
    QFETCH(const QString, folder);
    QFile description(QString::fromStdString(kFamilyFixtures) + folder + "/fixture.json");
    QVERIFY(description.open(QIODevice::ReadOnly));
    const QJsonObject asks = QJsonDocument::fromJson(description.readAll())["asks"].toObject();
    const Asked asked = ask({kFamilyFixtures + folder.toStdString()}, false);
    QCOMPARE(static_cast<qsizetype>(asked.facts->members.size()), asks.size());
    QMap<QString, int> holders;  // of contents
    for (const QString& name : asks.keys())
        for (const QJsonValue& file : asks[name].toObject())
            for (const QJsonValue& key : file.toObject()) ++holders[key[1].toString()];
    for (const QString& name : asks.keys()) {
        const MemberFacts& facts = asked.of(name.toStdString());
        QMap<QString, QString> expected, found;
        qint64 own = 0, shared = 0;
        const QJsonObject files = asks[name].toObject();
        for (const QString& file : files.keys())
            for (const QString& key : files[file].toObject().keys()) {
                const QJsonValue content = files[file][key];
                expected[key] = file;
                (holders[content[1].toString()] > 1 ? shared : own) += content[0].toInteger();
            }
        for (const findings::AskedKey& key : facts.keys)
            found[QString::fromStdString(key.key)] =
                key.file ? QString::fromStdString(fs::path(asked.session->files()[*key.file].path).filename().string()) : QString();
        QCOMPARE(found, expected);
        std::uint64_t payloads = 0;  // each program has one of its own in XNNPACK
        for (const findings::MemberData& one : facts.adds) payloads += one.kind == "delegate_payload" ? one.counted : 0;
        QCOMPARE(static_cast<qint64>(facts.shared), shared);
        QCOMPARE(static_cast<qint64>(facts.own - payloads), own);
    }
}

void TestFamily::adapters() {
    const Asked asked = ask({kFamilyFixtures + "family"});
    QCOMPARE(asked.names(), "base, coder, poet");
    QCOMPARE(asked.files("base"), "base.pte:program base.dbg:name base.etdp:name base.etrecord:name foundation.ptd:keys+");
    QCOMPARE(asked.files("poet"),
             "poet.pte:program adapter_poet.ptd:keys foundation.ptd:keys+ poet.dbg:name poet.etdp:name poet.etrecord:name");
    QCOMPARE(asked.unjoined(), "");
    QVERIFY(asked.facts->family->diagnostics.empty());
    for (const std::string name : {"base", "coder", "poet"}) {
        const MemberFacts& facts = asked.of(name);
        QVERIFY(asked.member(name).diagnostics.empty());
        QVERIFY2(facts.verdict == Verdict::Match, facts.sentence.text().c_str());
        QCOMPARE(facts.unanswered(), 0U);
        QCOMPARE(facts.shared, kBaseBytes);
        QCOMPARE(facts.own, name == "base" ? 0 : kAdapterBytes);
        QCOMPARE(facts.twins.size(), name == "base" ? 0U : 1U);  // all that they differ in is outside
    }
    QVERIFY(!asked.of("base").base.has_value());
    QCOMPARE(asked.of("coder").base, asked.number("base"));
    QCOMPARE(added(asked.of("coder")), "lora_a.weight lora_b.weight");
    QCOMPARE(asked.of("coder").addedModules(), std::vector<std::string>({"lora_a", "lora_b"}));
    QCOMPARE(asked.of("coder").keys.size(), 6U);
    QCOMPARE(asked.facts->shared.size(), 4U);
    for (const findings::FamilyContent& one : asked.facts->shared) QCOMPARE(one.members.size(), 3U);
    QVERIFY(!asked.facts->failed());
}

/// Keys say whose a file is, whatever it is called; names of weights are the record's.
void TestFamily::adaptersOfHashes() {
    const Asked asked = ask({kFamilyFixtures + "family_xnnpack"});
    QCOMPARE(asked.files("poet"), "poet.pte:program adapter_poet.ptd:keys foundation.ptd:keys+ poet.etrecord:name");
    QCOMPARE(asked.of("poet").base, asked.number("base"));
    QStringList names = added(asked.of("poet")).split(' ');
    names.removeIf([](const QString& name) { return name.startsWith("forward/"); });  // the payload is its own
    names.sort();
    QCOMPARE(names.join(' '), "lora_a.weight lora_b.weight");
    QCOMPARE(asked.of("poet").addedModules().size(), 2U);
    QCOMPARE(asked.of("poet").shared, kBaseBytes);
    const Asked quick = ask({kFamilyFixtures + "family_xnnpack"}, false);
    QVERIFY(!quick.of("poet").verdict.has_value());
    QCOMPARE(quick.of("poet").own, asked.of("poet").own);
    QCOMPARE(quick.of("poet").base, quick.number("base"));
    QVERIFY(quick.of("poet").addedModules().empty());
}

void TestFamily::aSessionOfEach() {
    const auto whole = openedFolder({kFamilyFixtures + "family"});
    QVERIFY(whole->diagnostics().has("session-second-program"));
    for (const std::string name : {"poet", "poet.pte"}) {
        const auto poet = join::programInView(whole, name, {});
        QVERIFY(poet);
        QCOMPARE((*poet)->files().size(), 6U);
        QCOMPARE(fs::path((*poet)->programFile()->path).filename().string(), "poet.pte");
        QCOMPARE(fs::path((*poet)->recordFile()->path).filename().string(), "poet.etrecord");
        QVERIFY((*poet)->diagnostics().empty());
    }
    const auto absent = join::programInView(whole, "bard", {});
    QVERIFY(!absent);
    QCOMPARE(absent.error().code, "no-such-member");
    QVERIFY(absent.error().message.find("base, coder, poet") != std::string::npos);
}

/// A folder of several programs is looked at through one of them, with its own files alone.
void TestFamily::theFirstIsInView() {
    const auto whole = openedFolder({kFamilyFixtures + "family"});
    const auto seen = join::programInView(whole, {}, {});
    QVERIFY(seen);
    QCOMPARE(fs::path((*seen)->programFile()->path).filename().string(), "base.pte");
    QCOMPARE((*seen)->files().size(), 5U);
    QCOMPARE(&(*seen)->whole(), whole.get());
    QCOMPARE((*seen)->options().part->programs, (std::vector<std::string>{"base", "coder", "poet"}));
    QVERIFY((*seen)->diagnostics().has("family-member"));
    const auto one = openedFolder({kFamilyFixtures + "vlm"});
    QCOMPARE(join::programInView(one, {}, {})->get(), one.get());
    QCOMPARE(&one->whole(), one.get());
}

/// Right in the program in view, and wrong in another one: the folder is not right.
void TestFamily::othersAreJudged() {
    const auto stateOf = [](const std::string& path, std::string_view program) {
        const auto seen = join::programInView(openedFolder({path}), program, {});
        const auto own = findings::verdict(**seen, {});
        const auto others = findings::otherVerdicts(**seen, {});
        return std::tuple((*own)->state, (*others)->size(), findings::stateOfAll(**own, **others));
    };
    QVERIFY(stateOf(kFamilyFixtures + "family", {}) == std::tuple(Verdict::Match, 2U, Verdict::Match));
    QVERIFY(stateOf(kFamilyFixtures + "family", "poet") == std::tuple(Verdict::Match, 0U, Verdict::Match));
    // large has nothing to compare, which says nothing against small
    QVERIFY(stateOf(kFamilyFixtures + "draft", {}) == std::tuple(Verdict::Unknown, 1U, Verdict::Match));
    const test::TempDir folder;
    copyFamily("family", folder.path());
    for (const std::string kind : {"pte", "etrecord"}) fs::copy(kFamilyFixtures + "vlm/model." + kind, folder.path("vlm." + kind));
    for (const std::string kind : {"etdp", "dbg"}) fs::copy(kFamilyFixtures + "vlm/run." + kind, folder.path("vlm." + kind));
    QVERIFY(stateOf(folder.path(), {}) == std::tuple(Verdict::Match, 3U, Verdict::Differ));
}

/// The same in the session of the one that is asked for: what says that it differs is doubtful, and no cause is told as one.
void TestFamily::aRunOfSeveralAccusesNobody() {
    const test::TempDir folder;
    copyFamily("family", folder.path(),
               {"base.pte", "base.etrecord", "base.etdp", "base.dbg", "poet.etdp", "poet.dbg", "fixture.json"});
    fs::rename(folder.path("coder.etdp"), folder.path("x.etdp"));
    fs::rename(folder.path("coder.dbg"), folder.path("x.dbg"));
    const auto poet = join::programInView(openedFolder({folder.path()}), "poet", {});
    const auto verdict = findings::verdict(**poet, {});
    QVERIFY((*verdict)->state == Verdict::Unknown && (*verdict)->doubtful);
    for (const findings::Statement& one : (*verdict)->sentences) QVERIFY(one.state != findings::CauseState::Differs);
    for (const findings::PossibleCause& one : (*verdict)->causes) QVERIFY(one.state != findings::CauseState::Differs);
}

void TestFamily::anEarlierBundleOfItsName() {
    const test::TempDir folder;
    fs::copy(kFamilyFixtures + "delegated/other.pte", folder.path("model.pte"));
    fs::copy(kFamilyFixtures + "delegated/model.bpte", folder.path("model.bpte"));
    fs::copy(kFamilyFixtures + "vlm/model.pte", folder.path("vlm.pte"));
    const Asked asked = ask({folder.path()});
    QCOMPARE(asked.names(), "model, vlm");
    QCOMPARE(asked.files("model"), "model.pte:program model.bpte:name");
    QVERIFY(asked.of("model").verdict == Verdict::Differ);
}

void TestFamily::runsBelongToWhatRan() {
    const Asked asked = ask({kFamilyFixtures + "draft"});
    QCOMPARE(asked.files("large"), "large.pte:program large.etrecord:name");
    QCOMPARE(asked.files("small"), "small.pte:program run.dbg:name run.etdp:content small.etrecord:name");
    QVERIFY(asked.of("small").verdict == Verdict::Match);
    QVERIFY(asked.of("large").verdict == Verdict::Unknown);
    QCOMPARE(asked.facts->shared.size(), 1U);
    QCOMPARE(asked.facts->shared.front().bytes, 4U * 12 * 8);
    QCOMPARE(asked.facts->shared.front().places, 2U);
    QVERIFY(!asked.facts->shared.front().sha256.empty());
    QVERIFY(!asked.of("small").base && !asked.of("large").base);
}

void TestFamily::adaptersAsInputs() {
    const Asked asked = ask({kFamilyFixtures + "lora_inputs"});
    QCOMPARE(asked.files("model"), "model.pte:program model.etrecord:alone");
    QCOMPARE(asked.unjoined(), "poet.ptd short.ptd");
    const MemberFacts& facts = asked.of("model");
    QCOMPARE(facts.adapters.size(), 2U);
    QCOMPARE(facts.adapters[0].answered, 2U);
    QVERIFY(facts.adapters[0].missing.empty());
    QCOMPARE(facts.adapters[1].missing, std::vector<std::string>{"first.lora_b"});
    QVERIFY(asked.facts->diagnostics.empty());
}

void TestFamily::oneProgramHasAll() {
    const Asked asked = ask({kFamilyFixtures + "tied"});
    QCOMPARE(asked.facts->members.size(), 2U);  // portable.pte, too
    const Asked one = ask({kFamilyFixtures + "vlm"});
    QCOMPARE(one.facts->members.size(), 1U);
    QCOMPARE(one.member("model").files.size(), one.session->files().size());
    QVERIFY(one.of("model").verdict == Verdict::Differ);
    QVERIFY(one.facts->failed());
    QCOMPARE(one.of("model").adds.size() > 0, true);
    QVERIFY(!ask({kFamilyFixtures + "external"}).session->diagnostics().has("session-second-program"));
}

/// Names say nothing: weights do.
void TestFamily::recordsWithoutNames() {
    const test::TempDir folder;
    copyFamily("family", folder.path(), {"fixture.json"});
    fs::rename(folder.path("poet.etrecord"), folder.path("one.etrecord"));
    fs::rename(folder.path("coder.etrecord"), folder.path("other.etrecord"));
    const Asked asked = ask({folder.path()});
    QVERIFY(asked.files("poet").contains("one.etrecord:content"));
    QVERIFY(asked.files("coder").contains("other.etrecord:content"));
    QVERIFY(asked.of("poet").verdict == Verdict::Match);
    QVERIFY(asked.of("coder").verdict == Verdict::Match);
    QVERIFY(!asked.files("base").contains("one.etrecord") && !asked.files("base").contains("other.etrecord"));
}

/// The same program for another device has the record of its weights.
void TestFamily::variantsShareARecord() {
    const test::TempDir folder;
    for (const std::string file : {"base.pte", "base.etrecord", "foundation.ptd"})
        fs::copy(kFamilyFixtures + "family/" + file, folder.path(file));
    fs::copy(kFamilyFixtures + "family/base.pte", folder.path("device.pte"));
    const Asked asked = ask({folder.path()});
    QCOMPARE(asked.files("base"), "base.pte:program base.etrecord:name+ foundation.ptd:keys+");
    QCOMPARE(asked.files("device"), "device.pte:program base.etrecord:content+ foundation.ptd:keys+");
    QVERIFY(!ask({kFamilyFixtures + "tied"}, false).files("portable").contains("etrecord"));  // it has no delegates, the record has
}

void TestFamily::keysThatNobodyAnswers() {
    const test::TempDir folder;
    copyFamily("family", folder.path(), {"adapter_coder.ptd"});
    const Asked asked = ask({folder.path()}, false);
    QCOMPARE(asked.of("base").unanswered(), 0U);
    QVERIFY(asked.files("coder").contains("adapter_poet.ptd:keys+"));  // it answers; that it is another's only its name says
    fs::remove(folder.path("foundation.ptd"));
    const Asked less = ask({folder.path()}, false);
    QCOMPARE(less.of("base").unanswered(), 4U);
    QVERIFY(less.facts->failed());
}

void TestFamily::dataOfEqualClaims() {
    const test::TempDir folder;
    copyFamily("family", folder.path(), {"poet.etrecord", "coder.etrecord"});
    fs::rename(folder.path("adapter_coder.ptd"), folder.path("x.ptd"));
    fs::rename(folder.path("adapter_poet.ptd"), folder.path("y.ptd"));
    const Asked asked = ask({folder.path()}, false);
    for (const std::string name : {"poet", "coder"}) {
        QVERIFY(asked.files(name).contains("x.ptd:keys+"));
        QVERIFY(asked.member(name).diagnostics.has("family-data-ambiguous"));
    }
    QVERIFY(!asked.member("base").diagnostics.has("family-data-ambiguous"));
    QCOMPARE(asked.unjoined(), "y.ptd");
}

void TestFamily::recordsDecideBetweenData() {
    const test::TempDir folder;
    copyFamily("family", folder.path());
    fs::rename(folder.path("adapter_coder.ptd"), folder.path("x.ptd"));
    fs::rename(folder.path("adapter_poet.ptd"), folder.path("y.ptd"));
    const Asked asked = ask({folder.path()});
    QVERIFY2(asked.files("coder").split(' ').contains("x.ptd:keys"), qPrintable(asked.files("coder")));
    QVERIFY2(asked.files("poet").split(' ').contains("y.ptd:content"), qPrintable(asked.files("poet")));
    for (const std::string name : {"poet", "coder"}) {
        QVERIFY(asked.member(name).diagnostics.empty());
        QVERIFY(asked.of(name).verdict == Verdict::Match);
    }
}

/// coder's run under a name that says nothing is poet's as well: that poet's outputs differ from it accuses nobody.
void TestFamily::aRunOfSeveralProvesNothing() {
    const test::TempDir folder;
    copyFamily("family", folder.path(),
               {"base.pte", "base.etrecord", "base.etdp", "base.dbg", "poet.etdp", "poet.dbg", "fixture.json"});
    fs::rename(folder.path("coder.etdp"), folder.path("x.etdp"));
    fs::rename(folder.path("coder.dbg"), folder.path("x.dbg"));
    const Asked asked = ask({folder.path()});
    QVERIFY(asked.files("poet").contains("x.etdp:content+"));
    QVERIFY(asked.member("poet").diagnostics.has("family-run-shared"));
    QVERIFY(asked.of("coder").verdict == Verdict::Match);
    QVERIFY2(asked.of("poet").verdict == Verdict::Unknown, asked.of("poet").sentence.text().c_str());
    QVERIFY(asked.of("poet").sentence.text().starts_with("x.etdp may be another program's"));
    QVERIFY(!asked.facts->failed());
}

/// Copies of one program: which of them ran is all the same.
void TestFamily::aRunOfTwinsIsTheirs() {
    const test::TempDir folder;
    for (const std::string name : {"one", "two"})
        for (const std::string kind : {"pte", "etrecord"})
            fs::copy(kFamilyFixtures + "vlm/model." + kind, folder.path(name + "." + kind));
    for (const std::string file : {"run.etdp", "run.dbg"}) fs::copy(kFamilyFixtures + "vlm/" + file, folder.path(file));
    const Asked asked = ask({folder.path()});
    for (const std::string name : {"one", "two"}) {
        QVERIFY(asked.files(name).contains("run.etdp:content+"));
        QVERIFY2(asked.of(name).verdict == Verdict::Differ, asked.of(name).sentence.text().c_str());
    }
}

/// "chat" is half of two names: whose run it is is told by what it ran.
void TestFamily::aNameOfSeveralProvesNothing() {
    const test::TempDir folder;
    const std::string from = kFamilyFixtures + "family/";
    for (const auto& [name, as] : {std::pair("base.pte", "chat_base.pte"),
                                   {"base.etrecord", "chat_base.etrecord"},
                                   {"poet.pte", "chat_poet.pte"},
                                   {"poet.etrecord", "chat_poet.etrecord"},
                                   {"foundation.ptd", "foundation.ptd"},
                                   {"adapter_poet.ptd", "adapter_poet.ptd"},
                                   {"base.etdp", "chat.etdp"},
                                   {"base.dbg", "chat.dbg"}})
        fs::copy(from + name, folder.path(as));
    const Asked asked = ask({folder.path()});
    for (const char* member : {"chat_base", "chat_poet"}) {
        const MemberFacts& facts = asked.of(member);
        QVERIFY2(facts.verdict != Verdict::Differ, facts.sentence.text().c_str());
    }
    QCOMPARE(asked.of("chat_base").runs, std::size_t(2));
    QCOMPARE(asked.of("chat_poet").runs, std::size_t(0));
}

/// What is called like one program, and ran another, is the other one's.
void TestFamily::aRunOfAnotherName() {
    const test::TempDir folder;
    copyFamily("family", folder.path(), {"base.etdp", "base.dbg", "poet.etdp", "poet.dbg"});
    fs::copy(kFamilyFixtures + "family/base.etdp", folder.path("before_poet.etdp"));
    fs::copy(kFamilyFixtures + "family/base.dbg", folder.path("before_poet.dbg"));
    const Asked asked = ask({folder.path()});
    QCOMPARE(asked.of("poet").runs, std::size_t(0));
    QCOMPARE(asked.of("base").runs, std::size_t(2));
    QVERIFY(asked.of("base").verdict == Verdict::Match);
}

void TestFamily::bundledProgramsAreTheirPrograms() {
    const Asked same = ask({kFamilyFixtures + "delegated"}, false);
    QCOMPARE(same.names(), "model, other");
    QVERIFY(same.files("model").contains("model.bpte:program"));
    const Asked other = ask({kFamilyFixtures + "delegated/other.pte", kFamilyFixtures + "delegated/model.bpte"}, false);
    QCOMPARE(other.names(), "other, model");
    QCOMPARE(other.files("model"), "model.bpte:program");
}

void TestFamily::oneStemInTwoFolders() {
    const test::TempDir folder;
    for (const std::string name : {"v1", "v2"}) {
        fs::create_directories(folder.path(name));
        for (const std::string file : {"pte", "etrecord"})
            fs::copy(kFamilyFixtures + "family/base." + file, folder.path(name + "/model." + file));
        for (const std::string file : {"etdp", "dbg"})
            fs::copy(kFamilyFixtures + "family/base." + file, folder.path(name + "/run." + file));
        fs::copy(kFamilyFixtures + "family/foundation.ptd", folder.path(name + "/foundation.ptd"));
    }
    const Asked asked = ask({folder.path("v1"), folder.path("v2"), folder.path("v1/model.pte")});
    QCOMPARE(asked.names(), "v1/model, v2/model");
    for (const std::string name : {"v1/model", "v2/model"}) {
        QCOMPARE(asked.member(name).files.size(), 5U);
        QCOMPARE(asked.of(name).twins.size(), 1U);
        QVERIFY(asked.of(name).verdict == Verdict::Match);
        for (const join::MemberFile& one : asked.member(name).files)
            QVERIFY(asked.session->files()[one.file].path.starts_with(folder.path(name.substr(0, 2))));
    }
    QCOMPARE(asked.of("v1/model").own, 0U);
}

void TestFamily::damagedPrograms() {
    const test::TempDir folder;
    copyFamily("family_xnnpack", folder.path(), {"fixture.json"});
    const std::string bytes = *test::readFile(folder.path("poet.pte"));
    folder.write("poet.pte", bytes.substr(0, 24));
    std::string wrong = *test::readFile(folder.path("coder.pte"));
    wrong[5] = 'X';
    folder.write("coder.pte", wrong);
    const Asked asked = ask({folder.path()});
    QCOMPARE(asked.names(), "base, coder, poet");
    QVERIFY(!asked.of("base").error);
    for (const std::string name : {"coder", "poet"}) {
        QVERIFY(asked.of(name).error.has_value());
        QVERIFY(asked.files(name).contains(QString::fromStdString(name) + ".etrecord:name"));
        QVERIFY(!asked.of(name).verdict);
    }
    QVERIFY(asked.facts->failed());
    folder.write("base.pte", *test::readFile(folder.path("base.pte")) + "tail");
    for (std::size_t cut = 0; cut < bytes.size(); cut += 97) {
        folder.write("poet.pte", bytes.substr(0, cut));
        QCOMPARE(ask({folder.path()}, false).facts->members.size() >= 2, true);
    }
}

void TestFamily::manyPrograms() {
    const test::TempDir folder = test::TempDir::inMemory();
    for (std::size_t i = 0; i < limits::kMaxMembers + 4; ++i) {
        test::ProgramBuilder builder;
        builder.addNamedData("key", std::string(100, static_cast<char>('a' + i % 20)) + std::to_string(i % 3));
        folder.write("p" + std::to_string(1000 + i) + ".pte", builder.bytes());
    }
    folder.write("data.ptd", *test::readFile(kFamilyFixtures + "external/model.ptd"));
    fs::copy(kFamilyFixtures + "methods/model.etrecord", folder.path("x.etrecord"));
    fs::copy(kFamilyFixtures + "methods/run.etdp", folder.path("x.etdp"));
    const Asked asked = ask({folder.path()}, false);
    QCOMPARE(asked.facts->members.size(), limits::kMaxMembers);
    QVERIFY(asked.facts->family->diagnostics.has("limit-exceeded"));
    QCOMPARE(asked.of("p1000").shared, 101U);
    QVERIFY(asked.of("p1000").twins.size() >= 4);
    QVERIFY(asked.unjoined().contains("data.ptd"));
}

void TestFamily::garbageBesidePrograms() {
    const test::TempDir folder;
    copyFamily("lora_inputs", folder.path(), {"fixture.json"});
    folder.write("model.lora_keys.json", "\x01\x02 no JSON");
    const Asked asked = ask({folder.path()}, false);
    QVERIFY(asked.member("model").lora && asked.member("model").lora->error);
    QCOMPARE(asked.member("model").files.size(), 4U);  // the adapters are not told apart
    QVERIFY(asked.of("model").adapters.empty());
    fs::remove(folder.path("model.lora_keys.json"));
    fs::create_directories(folder.path("model.lora_keys.json"));
    QVERIFY(!ask({folder.path()}, false).member("model").lora);
}

void TestFamily::cancelled() {
    const auto session = openedFolder({kFamilyFixtures + "family"});
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    const auto facts = findings::familyFacts(*session, true, job);
    QVERIFY(facts.cancelled());
}

void TestFamily::noProgram() {
    const Asked asked = ask({kFamilyFixtures + "tiny/model.etrecord"});
    QVERIFY(asked.facts->members.empty());
    const auto none = join::programInView(asked.session, "model", {});
    QVERIFY(!none && none.error().code == "no-program");
}

ETSCOPE_TEST(TestFamily)
#include "tst_family.moc"
