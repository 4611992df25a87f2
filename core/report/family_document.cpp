#include "report/family_document.h"

#include <algorithm>
#include <array>

#include "base/name_text.h"
#include "findings/family_facts.h"
#include "session/file_names.h"

namespace etscope::report {
namespace {

using findings::FamilyFacts;
using findings::MemberFacts;
using join::Member;

/// What a session of all files says of having several programs, records and data: the members are the answer.
constexpr std::array<std::string_view, 4> kOfOneSession{"session-second-program", "session-second-record", "named-data-twice",
                                                        "named-data-shadowed"};

class FamilyJson {
public:
    FamilyJson(const session::Session& session, const FamilyFacts& facts) : m_session(session), m_facts(facts) {}

    Json member(std::size_t i) const {
        const Member& member = m_facts.family->members[i];
        const MemberFacts& facts = m_facts.members[i];
        return object(F("name", member.name), F("file", member.program), F("readable", !facts.error),
                      F("error", facts.error ? Json(facts.error->message) : Json(nullptr)), F("bytes", facts.programBytes),
                      F("own_bytes", known(facts, facts.own)), F("shared_bytes", known(facts, facts.shared)),
                      F("files", filesOf(member)), F("record", recordOf(member)), F("uncertain", uncertainOf(member)),
                      F("runs", known(facts, facts.runs)), F("keys", keysOf(facts)), F("same_program_as", names(facts.twins)),
                      F("builds_on", facts.base ? name(*facts.base) : Json(nullptr)), F("adds", addsOf(facts)),
                      F("lora_keys", loraOf(member, facts)), F("verdict", verdictOf(facts)));
    }

    Json shared() const {
        return listOf(m_facts.shared, [this](const findings::FamilyContent& one) {
            return object(F("kind", one.kind), F("bytes", one.bytes), F("places", one.places), F("members", names(one.members)),
                          F("names", one.names), F("sha256", textOrNull(one.sha256)));
        });
    }

    Diagnostics diagnostics() const {
        Diagnostics all;
        const Diagnostics ofSession = m_session.diagnostics();
        for (const Diagnostic& one : ofSession.items())
            if (std::ranges::find(kOfOneSession, one.code) == kOfOneSession.end())
                all.add(one.severity, one.code, one.where, one.message);
        all.merge(m_facts.family->diagnostics);
        for (const Member& member : m_facts.family->members) addNew(member.diagnostics, all);
        all.merge(m_facts.diagnostics);
        return all;
    }

private:
    /// What is said of several members is said once.
    static void addNew(const Diagnostics& found, Diagnostics& all) {
        for (const Diagnostic& one : found.items()) {
            const auto same = [&one](const Diagnostic& known) {
                return known.code == one.code && known.where == one.where && known.message == one.message;
            };
            if (std::ranges::none_of(all.items(), same)) all.add(one.severity, one.code, one.where, one.message);
        }
    }

    /// Of a member that cannot be opened nothing is known.
    static Json known(const MemberFacts& facts, std::uint64_t amount) { return facts.error ? Json(nullptr) : Json(amount); }

    Json name(std::size_t i) const { return m_facts.family->members[i].name; }
    Json names(const std::vector<std::size_t>& members) const {
        return listOf(members, [this](std::size_t i) { return name(i); });
    }
    Json fileName(unsigned file) const { return session::fileNames(m_session)[file]; }

    Json filesOf(const Member& member) const {
        return listOf(member.files, [this](const join::MemberFile& one) {
            return object(F("file", one.file), F("name", fileName(one.file)), F("reason", join::memberReasonName(one.reason)),
                          F("shared", one.shared));
        });
    }

    Json recordOf(const Member& member) const {
        for (const join::MemberFile& one : member.files)
            if (m_session.files()[one.file].kind == FileKind::EtRecord) return one.file;
        return nullptr;
    }
    static std::size_t uncertainOf(const Member& member) {
        return static_cast<std::size_t>(std::ranges::count(member.files, join::MemberReason::Nothing, &join::MemberFile::reason));
    }

    Json keysOf(const MemberFacts& facts) const {
        const auto key = [&](const findings::AskedKey& one) {
            return object(F("key", one.key), F("file", orNull(one.file)), F("of_delegate", one.ofDelegate), F("fits", !one.misfit));
        };
        Json missing = Json::array();
        for (const findings::AskedKey& one : facts.keys)
            if (!one.file || one.misfit) missing.push_back(one.key);
        return object(F("asked", known(facts, facts.keys.size())), F("unanswered", known(facts, facts.unanswered())),
                      F("missing", std::move(missing)), F("silent_delegates", facts.silentDelegates),
                      F("list", listOf(facts.keys, key)));
    }

    static Json addsOf(const MemberFacts& facts) {
        const auto data = [](const findings::MemberData& one) {
            return object(F("kind", one.kind), F("name", textOrNull(one.name)), F("module", textOrNull(one.module)),
                          F("file", one.file), F("data_offset", one.offset), F("bytes", one.counted));
        };
        return object(F("bytes", facts.addedBytes()), F("count", facts.adds.size()), F("modules", facts.addedModules()),
                      F("data", listOf(facts.adds, data)));
    }

    Json loraOf(const Member& member, const MemberFacts& facts) const {
        if (!member.lora) return nullptr;
        const auto adapter = [this](const findings::AdapterFile& one) {
            return object(F("file", one.file), F("name", fileName(one.file)), F("answered", one.answered),
                          F("missing", one.missing), F("others", one.others));
        };
        return object(F("path", validName(member.lora->path)), F("modules", member.lora->modules),
                      F("error", member.lora->error ? Json(member.lora->error->message) : Json(nullptr)),
                      F("adapters", listOf(facts.adapters, adapter)));
    }

    static Json verdictOf(const MemberFacts& facts) {
        if (!facts.verdict) return nullptr;
        return object(F("state", findings::verdictName(*facts.verdict)), F("sentence", facts.sentence));
    }

    const session::Session& m_session;
    const FamilyFacts& m_facts;
};

}  // namespace

Result<Json> familyDocument(const session::Session& session, bool verdicts, bool& failed, const JobContext& job) {
    const auto facts = findings::familyFacts(session, verdicts, job);
    if (!facts) return facts.failure();
    if ((*facts)->members.empty()) return fail("no-program", "a family is of programs; the session has none");
    failed = (*facts)->failed();
    const FamilyJson json(session, **facts);
    Json members = Json::array();
    for (std::size_t i = 0; i < (*facts)->members.size(); ++i) members.push_back(json.member(i));
    const auto unjoined = [&](unsigned file) { return object(F("file", file), F("name", session::fileNames(session)[file])); };
    Json document = beginDocument("family", session);
    document["members"] = std::move(members);
    document["shared"] = json.shared();
    document["unjoined"] = listOf((*facts)->family->unjoined, unjoined);
    document["diagnostics"] = diagnosticsJson(json.diagnostics());
    return document;
}

}  // namespace etscope::report
