#include "join/family.h"

#include <algorithm>
#include <set>

#include "base/base_name.h"
#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "join/family_maker.h"

namespace etscope::join {

using session::Session;
using session::SessionFile;

std::string_view memberReasonName(MemberReason reason) noexcept {
    static constexpr EnumTable<MemberReason::Nothing> kNames({"program", "name", "keys", "content", "alone", "nothing"});
    return kNames[reason];
}

const MemberFile* Member::holds(unsigned file) const noexcept {
    const auto hit = std::ranges::find(files, file, &MemberFile::file);
    return hit == files.end() ? nullptr : &*hit;
}

const Member* Family::member(std::string_view name, const Session& session) const noexcept {
    const auto pathOf = [&](const Member& one) { return std::string_view(session.files()[one.program].path); };
    auto hit = std::ranges::find(members, name, &Member::name);
    if (hit == members.end()) hit = std::ranges::find(members, name, pathOf);
    if (hit == members.end()) hit = std::ranges::find(members, name, [&](const Member& one) { return baseName(pathOf(one)); });
    return hit == members.end() ? nullptr : &*hit;
}

std::string Family::names() const {
    return joined(members, ", ", [](const Member& one) { return escaped(one.name); });
}

Result<std::shared_ptr<const Family>> family(const Session& session, const JobContext& job) {
    return session.store().get<Family>("join::family", job, [&] { return FamilyMaker(session, job).make(); });
}

namespace {

Result<std::shared_ptr<const Session>> openPart(const Session& whole, const Member& member, session::Part part,
                                                const JobContext& job) {
    session::OpenOptions options = whole.options();
    options.debugBuffers.clear();
    part.whole = whole.shared_from_this(), part.member = member.name;
    std::vector<std::string> paths;
    std::set<std::string> known;
    for (const MemberFile& one : member.files) {
        const SessionFile& file = whole.files()[one.file];
        if (one.doubtful) part.doubtful.push_back(file.path);
        if (!known.insert(file.path).second) continue;  // a log is one path of two files
        const bool buffer = file.kind == FileKind::DebugBuffer;
        (buffer ? options.debugBuffers : paths).push_back(file.path);
    }
    options.part = std::make_shared<const session::Part>(std::move(part));
    auto opened = Session::open(paths, options, job);
    if (opened) (*opened)->addDiagnostics(member.diagnostics);
    return opened;
}

/// What is not in the session in view: other programs where none was asked for, and the files that no member has.
void tellOthers(const Session& whole, const Family& all, const Session& opened) {
    Diagnostics diagnostics;
    if (const session::Part& part = *opened.options().part; !part.chosen)
        diagnostics.note("family-member", escaped(part.member),
                         "one of " + std::to_string(all.members.size()) + " programs that were opened together (" + all.names() +
                             "); each has a session of its own (--member NAME)");
    for (const unsigned file : all.unjoined)
        diagnostics.warning("family-file-unjoined", escaped(baseName(whole.files()[file].path)),
                            "it belongs to none of the programs " + all.names());
    opened.addDiagnostics(diagnostics);
}

/// Of a family: the member that is asked for, else the first that can be read.
Result<const Member*> chosenMember(const Family& all, const Session& whole, std::string_view name) {
    if (name.empty()) {
        const auto readable = std::ranges::find_if(all.members, &Member::readable);
        return readable != all.members.end() ? &*readable : &all.members.front();
    }
    const Member* found = all.member(name, whole);
    if (found == nullptr) return fail("no-such-member", "there is no such program; there are: " + all.names(), escaped(name));
    return found;
}

}  // namespace

Result<std::shared_ptr<const Session>> openMember(const Session& whole, const Member& member, const JobContext& job) {
    return openPart(whole, member, {.whole = {}, .member = {}, .doubtful = {}, .programs = {}, .chosen = true}, job);
}

Result<std::shared_ptr<const Session>> programInView(const std::shared_ptr<const Session>& whole, std::string_view name,
                                                     const JobContext& job) {
    if (name.empty() && std::ranges::count(whole->files(), FileKind::Pte, &SessionFile::kind) < 2) return whole;
    const auto all = family(*whole, job);
    if (!all) return all.failure();
    if ((*all)->members.empty() && name.empty()) return whole;
    if ((*all)->members.empty()) return fail("no-program", "members are programs; the session has none");
    const auto member = chosenMember(**all, *whole, name);
    if (!member) return member.failure();
    if ((*all)->members.size() == 1) return whole;
    session::Part part{.whole = {}, .member = {}, .doubtful = {}, .programs = {}, .chosen = !name.empty()};
    for (const Member& one : (*all)->members) part.programs.push_back(one.name);
    auto opened = openPart(*whole, **member, std::move(part), job);
    if (opened) tellOthers(*whole, **all, **opened);
    return opened;
}

}  // namespace etscope::join
