#include "join/family_maker.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "base/name_text.h"
#include "join/constants.h"
#include "join/same_program.h"
#include "program/metadata.h"
#include "session/limits.h"

namespace etscope::join {
namespace {

using session::SessionFile;

/// Names that a message lists before it counts the rest.
constexpr std::size_t kNamesTold = 5;

/// What is one, and what is named like one and damaged at its signature.
bool isProgram(const SessionFile& file) {
    if (file.kind != FileKind::Unknown || file.source == nullptr) return file.kind == FileKind::Pte;
    const auto doubt = doubtOf(file.bytes, file.path);
    return doubt && doubt->kind == FileKind::Pte;
}

/// Whether anything of it can be read.
bool isReadable(const SessionFile& file) {
    return file.program != nullptr && !(file.program->plans().empty() && (file.damage || file.error));
}

/// Whether the side tables of a record speak against a program: no method of one name, rows of instructions that it has not.
bool contradicts(const etrecord::Record& record, const program::Program& program) {
    std::set<std::string_view> recorded;
    for (const etrecord::StageEntry& stage : record.stages()) recorded.insert(stage.method);
    bool meets = recorded.empty();
    for (const program::ExecutionPlan& plan : program.plans()) {
        if (program::isConstantMethod(plan)) continue;
        meets = meets || recorded.contains(plan.name);
        const auto rows = record.sideTables().debugHandles.find(plan.name);
        if (rows == record.sideTables().debugHandles.end() || rows->second.empty() || plan.chains.empty()) continue;
        if (rows->second.rbegin()->first >= static_cast<std::int64_t>(plan.mainInstructions().size())) return true;
    }
    return !meets;
}

}  // namespace

FamilyMaker::FamilyMaker(const session::Session& session, const JobContext& job)
    : m_session(session), m_job(job), m_names({}), m_holders(session.files().size()) {}

Result<std::shared_ptr<const Family>> FamilyMaker::make() {
    findPrograms();
    if (m_family.members.size() > 1) {
        constexpr std::array kSteps{&FamilyMaker::addData,  &FamilyMaker::addRecords, &FamilyMaker::settleData,
                                    &FamilyMaker::addDumps, &FamilyMaker::addBuffers, &FamilyMaker::addOthers};
        for (const auto step : kSteps) {
            if (m_job.cancelled()) return cancelledFailure();
            (this->*step)();
        }
    } else if (!m_family.members.empty()) {
        for (unsigned f = 0; f < m_holders.size(); ++f)
            if (!feedsInputs(f)) give(f, 0, MemberReason::Alone);
    }
    if (m_job.cancelled()) return cancelledFailure();
    finish();
    return std::make_shared<const Family>(std::move(m_family));
}

void FamilyMaker::findPrograms() {
    std::set<std::string> known;
    std::vector<unsigned> programs;
    for (unsigned f = 0; f < m_holders.size(); ++f) {
        if (!isProgram(file(f)) && file(f).kind != FileKind::Bpte) continue;
        if (!known.insert(file(f).path).second)
            m_twins.push_back(f);
        else if (file(f).kind != FileKind::Bpte)
            programs.push_back(f);
    }
    addMembers(programs);
    addBundles();
    std::vector<std::string> paths;
    for (const Member& member : m_family.members) paths.push_back(file(member.program).path);
    m_names = session::NameScores(std::move(paths));
    m_silent.resize(m_family.members.size());
}

/// Names that are taken get the ending.
void FamilyMaker::addMembers(const std::vector<unsigned>& programs) {
    std::vector<std::string> paths;
    for (const unsigned f : programs) paths.push_back(file(f).path);
    const std::vector<std::string> names = session::programNames(paths);
    for (std::size_t i = 0; i < programs.size(); ++i) {
        if (m_family.members.size() == limits::kMaxMembers)
            return m_family.diagnostics.warning("limit-exceeded", escaped(names[i]),
                                                "a family has at most " + std::to_string(limits::kMaxMembers) +
                                                    " programs: this one and further ones are left out");
        const unsigned f = programs[i];
        Member member{names[i], f, isReadable(file(f)), {}, session::loraKeysBeside(file(f).path), {}};
        if (m_family.member(member.name, m_session) != nullptr) member.name = validName(baseName(file(f).path));
        if (m_family.member(member.name, m_session) != nullptr) member.name = validName(file(f).path);
        m_family.members.push_back(std::move(member));
        give(f, m_family.members.size() - 1, MemberReason::Program);
    }
}

/// Each belongs to the programs that it holds; one of another program is a member.
void FamilyMaker::addBundles() {
    std::vector<unsigned> others;
    for (const unsigned f : filesOf(FileKind::Bpte)) {
        if (file(f).program == nullptr || std::ranges::find(m_twins, f) != m_twins.end()) continue;
        for (std::size_t i = 0; i < m_family.members.size(); ++i)
            if (m_family.members[i].readable && sameProgram(programBytes(file(f)), programBytes(file(m_family.members[i].program))))
                give(f, i, MemberReason::Program);
        const auto namesake = std::ranges::find_if(m_family.members, [&](const Member& one) {
            return session::programStem(file(one.program).path) == session::programStem(file(f).path);
        });
        if (m_holders[f].empty() && namesake != m_family.members.end())  // of an earlier export of it
            give(f, static_cast<std::size_t>(namesake - m_family.members.begin()), MemberReason::Name);
        if (m_holders[f].empty()) addMembers({f});
    }
}

std::vector<unsigned> FamilyMaker::filesOf(FileKind kind) const {
    std::vector<unsigned> numbers;
    for (unsigned f = 0; f < m_holders.size(); ++f)
        if (file(f).kind == kind) numbers.push_back(f);
    return numbers;
}

void FamilyMaker::give(unsigned number, std::size_t member, MemberReason reason) {
    if (m_family.members[member].holds(number) != nullptr) return;
    m_family.members[member].files.push_back({number, reason, false});
    m_holders[number].push_back(member);
}

void FamilyMaker::give(unsigned number, const std::vector<std::size_t>& members, MemberReason reason) {
    for (const std::size_t member : members) give(number, member, reason);
}

void FamilyMaker::take(unsigned number, std::size_t member) {
    std::erase_if(m_family.members[member].files, [number](const MemberFile& one) { return one.file == number; });
    std::erase(m_holders[number], member);
}

FamilyMaker::SessionPtr FamilyMaker::probe(std::size_t member, const std::vector<unsigned>& with) const {
    Member part;
    part.files.push_back({m_family.members[member].program, MemberReason::Program, false});
    for (const unsigned f : with) part.files.push_back({f, MemberReason::Nothing, false});
    auto opened = openMember(m_session, part, m_job);
    return opened && (*opened)->programFile() != nullptr ? *opened : nullptr;
}

FamilyMaker::Fit FamilyMaker::fits(std::size_t member, unsigned number) const {
    const bool dump = file(number).dump != nullptr;
    std::vector<unsigned> with{number};
    for (const MemberFile& one : m_family.members[member].files)
        if (!dump && file(one.file).tensorData != nullptr) with.push_back(one.file);
    const SessionPtr session = probe(member, with);
    if (session == nullptr) return {JoinState::Mismatched};
    const std::string_view program = fileKindName(session->programFile()->kind), other = fileKindName(file(number).kind);
    Fit fit;
    for (const Join& join : joins(*session, m_job))
        if (dump ? join.from == other && join.to == program : join.from == program && join.to == other) fit.state = join.state;
    const auto compared = dump ? fail("no-record", "") : constants(*session, m_job);
    if (compared)
        for (const WeightsCompared* one : {&(*compared)->constants, &(*compared)->inside})
            fit.strangers += one->looked - one->found();
    return fit;
}

bool FamilyMaker::hasRecord(std::size_t member) const {
    return std::ranges::any_of(m_family.members[member].files, [&](const MemberFile& one) {
        return file(one.file).kind == FileKind::EtRecord || file(one.file).kind == FileKind::ExportedProgram;
    });
}

void FamilyMaker::addRecords() {
    addRecordsByName(FileKind::EtRecord);
    addRecordsByName(FileKind::ExportedProgram);
    addRecordsByContent();
}

/// A member has one of each kind: that which is named most like it.
void FamilyMaker::addRecordsByName(FileKind kind) {
    std::map<std::size_t, std::pair<std::uint64_t, unsigned>> best;  // by member
    for (const unsigned f : filesOf(kind)) {
        const std::vector<std::uint64_t> scores = m_names.of(file(f).path);
        const std::vector<std::size_t> named = m_names.best(file(f).path);
        if (named.size() != 1) continue;  // what several are called tells nothing
        const auto [at, fresh] = best.try_emplace(named.front(), scores[named.front()], f);
        if (!fresh && scores[named.front()] > at->second.first) at->second = {scores[named.front()], f};
    }
    for (const auto& [member, one] : best) give(one.second, member, MemberReason::Name);
}

/// Of the records whose join with the program holds that with the fewest weights that are none of its; `open`: those that nothing
/// speaks against and that are no one's.
std::optional<unsigned> FamilyMaker::bestRecord(std::size_t member, std::span<const unsigned> records,
                                                std::vector<unsigned>& open) {
    std::optional<unsigned> best;
    std::size_t least = 0;
    for (const unsigned f : records) {
        if (file(f).record != nullptr && contradicts(*file(f).record, *file(m_family.members[member].program).program)) continue;
        if (++m_recordsTried > limits::kMaxRecordsTried) {
            m_family.diagnostics.warning("limit-exceeded", escaped(m_family.members[member].name),
                                         "whose the records are is not told by their names, and only " +
                                             std::to_string(limits::kMaxRecordsTried) + " were held against programs");
            break;
        }
        const Fit fit = fits(member, f);
        if (fit.state == JoinState::Matched && (!best || fit.strangers < least)) best = f, least = fit.strangers;
        if (fit.state != JoinState::Mismatched && m_holders[f].empty()) open.push_back(f);
    }
    return best;
}

/// Programs without a record of their name: theirs is one whose join holds; else one that is no one's and that nothing speaks
/// against, where it is the only one.
void FamilyMaker::addRecordsByContent() {
    std::vector<unsigned> records = filesOf(FileKind::EtRecord);
    std::ranges::copy(filesOf(FileKind::ExportedProgram), std::back_inserter(records));
    std::stable_partition(records.begin(), records.end(), [&](unsigned f) { return m_holders[f].empty(); });
    std::vector<std::pair<std::size_t, unsigned>> matched;
    std::vector<std::pair<std::size_t, std::vector<unsigned>>> open;
    for (std::size_t i = 0; i < m_family.members.size() && !m_job.cancelled(); ++i) {
        if (!m_family.members[i].readable || hasRecord(i) || m_recordsTried > limits::kMaxRecordsTried) continue;
        std::vector<unsigned> possible;
        if (const auto best = bestRecord(i, records, possible))
            matched.emplace_back(i, *best);
        else
            open.emplace_back(i, std::move(possible));
    }
    for (const auto& [member, f] : matched) give(f, member, MemberReason::Content);
    std::vector<std::pair<std::size_t, unsigned>> left;
    for (auto& [member, possible] : open) {
        std::erase_if(possible, [&](unsigned f) { return !m_holders[f].empty(); });
        if (possible.size() == 1) left.emplace_back(member, possible.front());
    }
    for (const auto& [member, f] : left) give(f, member, MemberReason::Nothing);
}

void FamilyMaker::addDumps() {
    std::size_t tried = 0;
    for (const unsigned f : filesOf(FileKind::EtDump)) {
        if (m_job.cancelled() || file(f).dump == nullptr) continue;
        const auto named = m_names.best(file(f).path);
        if (named.size() == 1 && fits(named.front(), f).state != JoinState::Mismatched) {
            give(f, named, MemberReason::Name);
            continue;
        }
        tried += m_family.members.size();
        if (tried > limits::kMaxDumpsTried) {
            m_family.diagnostics.warning("limit-exceeded", escaped(baseName(file(f).path)),
                                         "whose the runs are is not told by their names, and only some were held against programs");
            return;
        }
        addDump(f);
        if (m_holders[f].empty() && named.size() == 1)
            give(f, named, MemberReason::Name);  // nobody else's: a run of an earlier one
    }
}

/// The programs that can have run; where none is told, those that nothing speaks against.
void FamilyMaker::addDump(unsigned number) {
    std::vector<std::size_t> fitting, open;
    for (std::size_t i = 0; i < m_family.members.size() && !m_job.cancelled(); ++i) {
        if (!m_family.members[i].readable) continue;
        const JoinState state = fits(i, number).state;
        if (state == JoinState::Matched || state == JoinState::Ambiguous) fitting.push_back(i);
        if (state == JoinState::Unknown) open.push_back(i);
    }
    fitting.empty() ? give(number, open, MemberReason::Nothing) : give(number, fitting, MemberReason::Content);
    if (m_holders[number].size() < 2) return;
    const auto nameOf = [&](std::size_t i) { return escaped(m_family.members[i].name); };
    for (const std::size_t i : m_holders[number])
        m_family.members[i].diagnostics.note("family-run-shared", escaped(baseName(file(number).path)),
                                             "it can be a run of each of " + firstOf(m_holders[number], kNamesTold, nameOf).text() +
                                                 ": which one ran is not told. Name it after its program");
}

/// With the dump of its name, else with the only one, else where its own name leads.
void FamilyMaker::addBuffers() {
    const std::vector<unsigned> dumps = filesOf(FileKind::EtDump);
    for (const unsigned f : filesOf(FileKind::DebugBuffer)) {
        const auto sameStem = [&](unsigned dump) {
            return session::programStem(file(dump).path) == session::programStem(file(f).path);
        };
        const auto besideIt = [&](unsigned dump) {
            const std::string &path = file(f).path, &other = file(dump).path;
            return path.substr(0, path.rfind('/') + 1) == other.substr(0, other.rfind('/') + 1);
        };
        std::vector<unsigned> own;
        std::ranges::copy_if(dumps, std::back_inserter(own), sameStem);
        if (std::ranges::any_of(own, besideIt)) std::erase_if(own, [&](unsigned dump) { return !besideIt(dump); });
        if (own.empty() && dumps.size() == 1) own = dumps;
        for (const unsigned dump : own) give(f, m_holders[dump], MemberReason::Name);
        if (!own.empty()) continue;
        std::vector<std::size_t> members = m_names.best(file(f).path);
        const MemberReason reason = members.empty() ? MemberReason::Nothing : MemberReason::Name;
        for (const unsigned dump : members.empty() ? dumps : std::vector<unsigned>{}) give(f, m_holders[dump], reason);
        give(f, members, reason);
    }
}

/// Raw outputs, values, tokenizers, models beside programs, and what cannot be read: all members have them unless their names say
/// whose they are. Raw values are of what ran, where a dump tells that.
void FamilyMaker::addOthers() {
    std::vector<std::size_t> all, ran;
    for (std::size_t i = 0; i < m_family.members.size(); ++i) {
        all.push_back(i);
        const auto isDump = [this](const MemberFile& one) { return file(one.file).dump != nullptr; };
        if (std::ranges::any_of(m_family.members[i].files, isDump)) ran.push_back(i);
    }
    for (unsigned f = 0; f < m_holders.size(); ++f) {
        const SessionFile& one = file(f);
        const bool done = one.kind == FileKind::EtRecord || one.kind == FileKind::ExportedProgram ||
                          one.kind == FileKind::DebugBuffer || one.dump != nullptr || one.tensorData != nullptr || isProgram(one) ||
                          std::ranges::find(m_twins, f) != m_twins.end();
        if (done || !m_holders[f].empty()) continue;
        const auto named = m_names.best(one.path);
        const bool given = !ran.empty() && one.kind == FileKind::Npy;
        const std::vector<std::size_t>& others = given ? ran : all;
        give(f, named.empty() ? others : named, named.size() == 1 ? MemberReason::Name : MemberReason::Nothing);
    }
}

std::set<unsigned> FamilyMaker::dataOf(std::size_t member) const {
    std::set<unsigned> data;
    for (const MemberFile& one : m_family.members[member].files)
        if (file(one.file).tensorData != nullptr) data.insert(one.file);
    return data;
}

/// Of values that several members have: those of the same program over the same data are the same.
bool FamilyMaker::isDoubtful(std::size_t member, const MemberFile& one) const {
    const bool values = file(one.file).dump != nullptr || file(one.file).kind == FileKind::Npy;
    if (!values || one.reason == MemberReason::Name || one.reason == MemberReason::Program) return false;
    const auto bytesOf = [this](std::size_t of) { return programBytes(file(m_family.members[of].program)); };
    const auto same = [&](std::size_t other) {
        // Of larger programs not all is compared.
        return bytesOf(member).size <= kWholeProgramBytes && sameProgram(bytesOf(member), bytesOf(other)) &&
               dataOf(member) == dataOf(other);
    };
    return std::ranges::any_of(m_holders[one.file], [&](std::size_t other) { return other != member && !same(other); });
}

void FamilyMaker::finish() {
    for (Member& member : m_family.members)
        for (MemberFile& one : member.files) one.shared = m_holders[one.file].size() > 1;
    for (std::size_t i = 0; i < m_family.members.size(); ++i)
        for (MemberFile& one : m_family.members[i].files) one.doubtful = one.shared && isDoubtful(i, one);
    for (Member& member : m_family.members) {
        const auto rank = [&](const MemberFile& one) { return std::pair(one.file != member.program, one.file); };
        std::ranges::sort(member.files, {}, rank);
    }
    for (unsigned f = 0; f < m_holders.size(); ++f)
        if (m_holders[f].empty() && std::ranges::find(m_twins, f) == m_twins.end()) m_family.unjoined.push_back(f);
}

}  // namespace etscope::join
