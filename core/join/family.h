// Family: the programs of one folder, each with the files that belong to it: its record, the external data that answer its keys,
// the runs that can be its own. A member is a session of its own, opened of these files. Any thread. Rules: docs/FORMATS.md
// "Families of programs".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "session/lora_keys.h"
#include "session/session.h"

namespace etscope::join {

/// What says that a file is a member's.
enum class MemberReason : std::uint8_t {
    Program,  ///< it is the program, or the same bytes in a bundled program
    Name,     ///< it is named like the program, or lies in its folder
    Keys,     ///< it has keys that the program asks for
    Content,  ///< its join with the program holds
    Alone,    ///< there is no other program
    Nothing   ///< nothing speaks against it, and nothing says whose it is
};
/// "program", "name", "keys", "content", "alone", "nothing": the words of the command line.
std::string_view memberReasonName(MemberReason reason) noexcept;

struct MemberFile {
    unsigned file = 0;  ///< of Session::files()
    MemberReason reason = MemberReason::Nothing;
    bool shared = false;  ///< another member has it, too
    /// Values that nothing says are this member's, and that would be other values of another member that has the file.
    bool doubtful = false;
};

struct Member {
    std::string name;
    unsigned program = 0;           ///< of Session::files()
    bool readable = false;          ///< the program could be opened
    std::vector<MemberFile> files;  ///< the program first, then in session order
    std::optional<session::LoraKeys> lora;
    Diagnostics diagnostics;  ///< what could not be decided of its files

    const MemberFile* holds(unsigned file) const noexcept;
};

struct Family {
    std::vector<Member> members;     ///< programs in session order, then bundled programs that are none of them
    std::vector<unsigned> unjoined;  ///< files of no member
    Diagnostics diagnostics;         ///< of the whole

    /// By its name, its file's name or path; nullptr: there is none.
    const Member* member(std::string_view name, const session::Session& session) const noexcept;
    /// "a, b, c".
    std::string names() const;
};

/// Of all files of the session. Reads directories and payloads' tables; weights only where a record's name does not say whose it
/// is. One program alone has all files. Kept after the first call. Errors: `cancelled`.
Result<std::shared_ptr<const Family>> family(const session::Session& session, const JobContext& job);

/// The session of a member, with the options of the whole: numbers of runs are those of the member. Errors: those of Session::open.
Result<std::shared_ptr<const session::Session>> openMember(const session::Session& whole, const Member& member,
                                                           const JobContext& job);
/// What is looked at of files that were opened together: of several programs the named one with what belongs to it, else the first
/// that can be read; all files where there is one program. Errors: `no-such-member`, `no-program`, those of both.
Result<std::shared_ptr<const session::Session>> programInView(const std::shared_ptr<const session::Session>& whole,
                                                              std::string_view name, const JobContext& job);

}  // namespace etscope::join
