// How a family is found: programs first, then file by file whose each one is. Only core/join includes this. One thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "join/family.h"
#include "join/joins.h"
#include "session/program_names.h"

namespace etscope::join {

class FamilyMaker {
public:
    FamilyMaker(const session::Session& session, const JobContext& job);

    /// Errors: `cancelled`.
    Result<std::shared_ptr<const Family>> make();

private:
    using SessionPtr = std::shared_ptr<const session::Session>;

    void findPrograms();
    void addMembers(const std::vector<unsigned>& programs);
    void addBundles();
    void addData();
    void addDataOf(std::size_t member, std::span<const unsigned> data);
    bool feedsInputs(unsigned file) const;
    void addUnasked(unsigned file);
    void settleData();
    void addRecords();
    void addRecordsByName(FileKind kind);
    void addRecordsByContent();
    std::optional<unsigned> bestRecord(std::size_t member, std::span<const unsigned> records, std::vector<unsigned>& open);
    void addDumps();
    void addDump(unsigned file);
    void addBuffers();
    void addOthers();
    std::set<unsigned> dataOf(std::size_t member) const;
    bool isDoubtful(std::size_t member, const MemberFile& one) const;
    void finish();

    const session::SessionFile& file(unsigned number) const { return m_session.files()[number]; }
    std::vector<unsigned> filesOf(FileKind kind) const;
    bool hasRecord(std::size_t member) const;
    /// Weights that are none of the record's where the program is given that file in the place of another; nothing: not known.
    std::optional<std::size_t> strangersWith(std::size_t member, unsigned data, unsigned inPlaceOf) const;
    void give(unsigned file, std::size_t member, MemberReason reason);
    void give(unsigned file, const std::vector<std::size_t>& members, MemberReason reason);
    void take(unsigned file, std::size_t member);
    /// A session of a member's program with these; null: it cannot be opened.
    SessionPtr probe(std::size_t member, const std::vector<unsigned>& with) const;
    struct Fit {
        JoinState state = JoinState::Unknown;  ///< of the join; Unknown where none speaks of it
        std::size_t strangers = 0;             ///< weights that are none of the record's
    };
    /// Whether a record or a dump is one of the program's.
    Fit fits(std::size_t member, unsigned file) const;

    /// Two files of external data with keys of a member, and no name that decides.
    struct Choice {
        std::size_t member;
        unsigned taken, other;
    };

    const session::Session& m_session;
    const JobContext& m_job;
    Family m_family;
    session::NameScores m_names;
    std::vector<std::vector<std::size_t>> m_holders;  ///< by file: the members that have it
    std::vector<bool> m_silent;                       ///< by member: a delegate does not tell what it asks for
    std::vector<Choice> m_choices;
    std::size_t m_recordsTried = 0;
    std::vector<unsigned> m_twins;  ///< files that were given twice
};

}  // namespace etscope::join
