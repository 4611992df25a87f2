// The external data of each member of a family.
#include <algorithm>
#include <map>

#include "base/base_name.h"
#include "base/escaped.h"
#include "join/asked_keys.h"
#include "join/constants.h"
#include "join/family_maker.h"
#include "session/limits.h"

namespace etscope::join {
namespace {

/// Keys that a program asks for and has not itself.
std::vector<std::string_view> keysAsked(const AskedKeys& asked, const program::Program& program) {
    std::vector<std::string_view> keys;
    const auto add = [&](const std::string& key) {
        if (!program.hasNamedData(key)) keys.push_back(key);
    };
    for (const auto& [key, tensor] : asked.tensors) add(key);
    for (const std::string& key : asked.delegates)
        if (!asked.tensors.contains(key)) add(key);
    return keys;
}

/// A file of external data that answers keys of a program.
struct Answer {
    unsigned file = 0;
    int rank = 0;             ///< the least is taken first
    std::ptrdiff_t keys = 0;  ///< that it answers: of one rank the most
};

}  // namespace

void FamilyMaker::addData() {
    std::vector<unsigned> data;
    for (const unsigned f : filesOf(FileKind::Ptd))
        if (file(f).tensorData != nullptr) data.push_back(f);
    if (data.empty()) return;
    for (std::size_t i = 0; i < m_family.members.size() && !m_job.cancelled(); ++i)
        if (m_family.members[i].readable) addDataOf(i, data);
    for (const unsigned f : data)
        if (m_holders[f].empty()) addUnasked(f);
}

/// The runtime refuses two files with one key: of those that have a key that is asked for, one is a member's. What fits it and is
/// named like it comes before what says nothing, that before what is named like others.
void FamilyMaker::addDataOf(std::size_t i, std::span<const unsigned> data) {
    const SessionPtr session = probe(i, {});
    if (session == nullptr) return;
    const AskedKeys asked = askedKeys(*session, m_job);
    m_silent[i] = asked.silentDelegates > 0;
    const std::vector<std::string_view> keys = keysAsked(asked, *session->programFile()->program);
    std::vector<Answer> answers;
    for (const unsigned f : data) {
        const tensordata::TensorData& entries = *file(f).tensorData;
        const auto count = std::ranges::count_if(keys, [&](std::string_view key) { return entries.entry(key) != nullptr; });
        if (count == 0) continue;
        const DataFit fit = fitData(*session, entries, asked);
        const auto named = m_names.best(file(f).path);
        const bool own = std::ranges::find(named, i) != named.end();
        answers.push_back({f, (fit.fitting < fit.tensors ? 3 : 0) + (own ? 0 : named.empty() ? 1 : 2), count});
    }
    std::ranges::stable_sort(answers, {}, [](const Answer& one) { return std::pair(one.rank, -one.keys); });
    std::map<std::string_view, Answer> by;
    for (const Answer& one : answers) {
        std::vector<std::string_view> has;
        std::ranges::copy_if(keys, std::back_inserter(has),
                             [&](std::string_view key) { return file(one.file).tensorData->entry(key) != nullptr; });
        const auto taken = std::ranges::find_if(has, [&](std::string_view key) { return by.contains(key); });
        if (taken == has.end()) {
            for (const std::string_view key : has) by[key] = one;
            give(one.file, i, MemberReason::Keys);
        } else if (const Answer& first = by[*taken]; first.rank == one.rank) {
            m_choices.push_back({i, first.file, one.file});
        }
    }
}

std::optional<std::size_t> FamilyMaker::strangersWith(std::size_t member, unsigned data, unsigned inPlaceOf) const {
    std::vector<unsigned> with{data};
    for (const MemberFile& one : m_family.members[member].files)
        if (one.file != inPlaceOf && one.file != data && file(one.file).dump == nullptr) with.push_back(one.file);
    const SessionPtr session = probe(member, with);
    const auto compared = session != nullptr ? constants(*session, m_job) : fail("no-program", "");
    if (!compared || (*compared)->constants.looked == 0) return std::nullopt;
    return (*compared)->constants.looked - (*compared)->constants.found();
}

/// The record decides: its weights are those of one file.
void FamilyMaker::settleData() {
    for (std::size_t c = 0; c < m_choices.size() && !m_job.cancelled(); ++c) {
        const Choice one = m_choices[c];
        Member& member = m_family.members[one.member];
        if (c == limits::kMaxDataTried)
            m_family.diagnostics.warning("limit-exceeded", escaped(member.name),
                                         "several files have the same keys, and only " + std::to_string(limits::kMaxDataTried) +
                                             " were held against records");
        const auto taken =
            hasRecord(one.member) && c < limits::kMaxDataTried ? strangersWith(one.member, one.taken, one.taken) : std::nullopt;
        const auto other = taken ? strangersWith(one.member, one.other, one.taken) : std::nullopt;
        if (other && *other < *taken) {
            take(one.taken, one.member);
            give(one.other, one.member, MemberReason::Content);
            for (Choice& later : m_choices)
                if (later.member == one.member && later.taken == one.taken) later.taken = one.other;
        }
        if (other && *other != *taken) continue;
        const auto name = [&](unsigned number) { return escaped(baseName(file(number).path)); };
        member.diagnostics.warning("family-data-ambiguous", escaped(member.name) + " · " + name(one.other),
                                   name(one.taken) +
                                       " has keys of it, too, and nothing says which of them the program is run with: " +
                                       "that one is taken. Name files after their programs, or open the ones that belong together");
    }
}

/// An adapter of `lora_keys.json` is opened with no program: its tensors are handed to it.
bool FamilyMaker::feedsInputs(unsigned number) const {
    return file(number).tensorData != nullptr && std::ranges::any_of(m_family.members, [&](const Member& member) {
               return member.lora && member.lora->anyIn(*file(number).tensorData);
           });
}

/// Nothing that was looked at asks for its keys.
void FamilyMaker::addUnasked(unsigned number) {
    if (feedsInputs(number)) return;
    if (const auto named = m_names.best(file(number).path); !named.empty()) return give(number, named, MemberReason::Name);
    for (std::size_t i = 0; i < m_silent.size(); ++i)
        if (m_silent[i]) give(number, i, MemberReason::Nothing);
}

}  // namespace etscope::join
