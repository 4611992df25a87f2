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

Result<std::shared_ptr<const Session>> openMember(const Session& session, const Member& member, const JobContext& job) {
    session::OpenOptions options = session.options();
    options.debugBuffers.clear();
    std::vector<std::string> paths;
    std::set<std::string> known;
    for (const MemberFile& one : member.files) {
        const SessionFile& file = session.files()[one.file];
        if (!known.insert(file.path).second) continue;  // a log is one path of two files
        const bool buffer = file.kind == FileKind::DebugBuffer;
        (buffer ? options.debugBuffers : paths).push_back(file.path);
    }
    return Session::open(paths, options, job);
}

Result<std::shared_ptr<const Session>> openMember(const Session& session, std::string_view name, const JobContext& job) {
    const auto all = family(session, job);
    if (!all) return all.failure();
    if ((*all)->members.empty()) return fail("no-program", "members are programs; the session has none");
    const Member* found = (*all)->member(name, session);
    if (found == nullptr) return fail("no-such-member", "there is no such program; there are: " + (*all)->names(), escaped(name));
    auto opened = openMember(session, *found, job);
    if (opened) (*opened)->addDiagnostics(found->diagnostics);
    return opened;
}

}  // namespace etscope::join
