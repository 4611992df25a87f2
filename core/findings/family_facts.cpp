#include "findings/family_facts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "base/base_name.h"
#include "base/checked_math.h"
#include "base/escaped.h"
#include "inventory/delegate_tensors.h"
#include "io/sha256.h"
#include "join/asked_keys.h"
#include "join/runs.h"
#include "join/same_program.h"
#include "join/weights.h"

namespace etscope::findings {
namespace {

using join::Member;
using join::StoredWeight;
using join::WeightHolder;
using session::Session;
using session::SessionFile;
using SessionPtr = std::shared_ptr<const Session>;

/// Shorter ranges are scalars and paddings: equal by chance.
constexpr std::uint64_t kLeastBytes = 32;
constexpr std::string_view kPayload = "delegate_payload";

/// What says most of a weight stands first.
constexpr std::array kHolders{WeightHolder::External, WeightHolder::NamedData, WeightHolder::Constant, WeightHolder::InitialValue,
                              WeightHolder::Delegate};

std::string_view nameOfUse(const StoredWeight& weight, WeightHolder holder) {
    const auto use = std::ranges::find_if(
        weight.uses, [holder](const join::WeightUse& one) { return one.holder == holder && !one.name.empty(); });
    return use == weight.uses.end() ? std::string_view() : std::string_view(use->name);
}

/// "layers.0.lora_a" of "layers.0.lora_a.weight".
std::string moduleOf(std::string_view name) {
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string() : std::string(name.substr(0, dot));
}

/// One member's data, with places in the files of the whole session.
class Collector {
public:
    Collector(const Session& whole, const Session& member, const std::set<std::string_view>& asked)
        : m_member(member), m_asked(asked) {
        for (const SessionFile& file : member.files()) {
            const auto at = std::ranges::find(whole.files(), file.path, &SessionFile::path);
            m_numbers.push_back(static_cast<unsigned>(at - whole.files().begin()));
        }
    }

    void add(const StoredWeight& weight) {
        const ByteRange& bytes = weight.tensor.storage;
        const auto file = bytes.hasData() && bytes.size >= kLeastBytes ? inventory::fileOf(m_member, bytes) : std::nullopt;
        if (weight.unread || !file || !belongs(weight)) return;
        MemberData data{"", weight.nameInRecord(), "", m_numbers[*file], bytes.offset, bytes.size, bytes.size, 0};
        for (const WeightHolder holder : kHolders) {
            if (!weight.usedAs(holder)) continue;
            const std::string name(nameOfUse(weight, holder));
            if (data.kind.empty()) data.kind = join::weightHolderName(holder);
            if (data.name.empty()) data.name = name;
            if (holder != WeightHolder::Delegate && data.module.empty()) data.module = moduleOf(name);
        }
        if (weight.record && !weight.record->names.empty()) data.module = moduleOf(weight.record->names.front());
        m_data.push_back(std::move(data));
    }

    void addPayload(const std::string& name, const ByteRange& bytes) {
        const auto file = bytes.size >= kLeastBytes ? inventory::fileOf(m_member, bytes) : std::nullopt;
        if (!file) return;
        if (m_known.emplace(m_numbers[*file], bytes.offset, bytes.size).second)
            m_payloads.push_back({kPayload, name, "", m_numbers[*file], bytes.offset, bytes.size, bytes.size, 0});
    }

    std::vector<MemberData> taken() {
        countOnce(m_data);
        countOnce(m_payloads);
        std::vector<std::uint64_t> sums{0};  // of the weights before each
        for (const MemberData& weight : m_data) sums.push_back(checkedAdd(sums.back(), weight.counted).value_or(UINT64_MAX));
        const auto before = [&](unsigned file, std::uint64_t offset) {
            return sums[static_cast<std::size_t>(std::ranges::lower_bound(m_data, std::pair(file, offset), {}, placeOf) -
                                                 m_data.begin())];
        };
        for (MemberData& payload : m_payloads) {
            const std::uint64_t inside = before(payload.file, payload.offset + payload.size) - before(payload.file, payload.offset);
            payload.counted -= std::min(inside, payload.counted);
        }
        std::ranges::move(m_payloads, std::back_inserter(m_data));
        std::ranges::sort(m_data, {}, placeOf);
        return std::move(m_data);
    }

private:
    static std::pair<unsigned, std::uint64_t> placeOf(const MemberData& data) { return {data.file, data.offset}; }

    /// Bytes of several ranges are those of the first. Sorts them by their places.
    static void countOnce(std::vector<MemberData>& list) {
        std::ranges::sort(list, {}, placeOf);
        std::pair<unsigned, std::uint64_t> end{0, 0};  // behind all before, of a file
        for (MemberData& one : list) {
            if (one.file != end.first) end = {one.file, 0};
            const std::uint64_t behind = one.offset + one.size;
            one.counted = behind - std::min(behind, std::max(one.offset, end.second));
            end.second = std::max(end.second, behind);
        }
    }

    /// External data hold what others ask for, too.
    bool belongs(const StoredWeight& weight) const {
        return std::ranges::any_of(weight.uses, [&](const join::WeightUse& use) {
            return use.holder != WeightHolder::External || m_asked.contains(use.name);
        });
    }

    const Session& m_member;
    const std::set<std::string_view>& m_asked;
    std::vector<unsigned> m_numbers;  ///< files of the member → of the whole
    std::vector<MemberData> m_data, m_payloads;
    std::set<std::tuple<unsigned, std::uint64_t, std::uint64_t>> m_known;  ///< places and sizes of payloads
};

/// The file that answers a key: external data before the program.
const SessionFile* answering(const Session& session, const std::string& key) {
    for (const SessionFile& file : session.files())
        if (file.tensorData != nullptr && file.tensorData->entry(key) != nullptr) return &file;
    const SessionFile* program = session.programFile();
    return program->program->hasNamedData(key) ? program : nullptr;
}

unsigned numberIn(const Session& whole, const SessionFile& file) {
    return static_cast<unsigned>(std::ranges::find(whole.files(), file.path, &SessionFile::path) - whole.files().begin());
}

/// Whether the data have another tensor there than the plan demands.
bool isMisfit(const SessionFile& file, const std::string& key, const program::TensorInfo& tensor) {
    const tensordata::Entry* entry = file.tensorData != nullptr ? file.tensorData->entry(key) : nullptr;
    if (entry == nullptr) return false;
    return !entry->layout || entry->layout->scalarType != tensor.scalarType || entry->layout->sizes != tensor.sizes ||
           entry->layout->dimOrder != tensor.dimOrder;
}

std::vector<AskedKey> answersOf(const Session& whole, const Session& session, const join::AskedKeys& asked) {
    std::map<std::string, AskedKey> keys;
    const auto add = [&](const std::string& key, const program::TensorInfo* tensor) {
        const auto [at, fresh] = keys.try_emplace(key);
        if (!fresh) return;
        const SessionFile* file = answering(session, key);
        at->second.key = key;
        at->second.ofDelegate = tensor == nullptr;
        if (file == nullptr) return;
        at->second.file = numberIn(whole, *file);
        at->second.misfit = tensor != nullptr && isMisfit(*file, key, *tensor);
    };
    for (const auto& [key, tensor] : asked.tensors) add(key, tensor);
    for (const std::string& key : asked.delegates) add(key, nullptr);
    std::vector<AskedKey> list;
    for (auto& [name, key] : keys) list.push_back(std::move(key));
    return list;
}

/// Not what a runner did before: loading a method is a run of a dump, too.
bool isExecution(const join::SessionRun& run) {
    return run.attribution.method.has_value() || run.attribution.state == join::MethodState::Ambiguous;
}

AdapterFile adapterOf(unsigned number, const tensordata::TensorData& data, const session::LoraKeys& lora) {
    AdapterFile adapter{number, 0, 0, {}};
    for (std::string& key : lora.keys())
        if (data.entry(key) != nullptr)
            ++adapter.answered;
        else
            adapter.missing.push_back(std::move(key));
    adapter.others = data.entries().size() - std::min(data.entries().size(), adapter.answered);
    return adapter;
}

class FactsMaker {
public:
    FactsMaker(const Session& session, bool verdicts, const JobContext& job)
        : m_session(session), m_verdicts(verdicts), m_job(job), m_quiet{job.stop, {}, job.waiting} {}

    Result<std::shared_ptr<const FamilyFacts>> make() {
        const auto family = join::family(m_session, m_quiet);
        if (!family) return family.failure();
        m_facts.family = *family;
        const std::vector<Member>& members = m_facts.family->members;
        m_data.resize(members.size());
        for (std::size_t i = 0; i < members.size(); ++i) {
            m_facts.members.emplace_back();
            if (const auto looked = look(i); !looked) return looked.failure();
            m_job.report(static_cast<double>(i + 1) / static_cast<double>(members.size() + 1));
        }
        if (const auto hashed = findContents(); !hashed) return hashed.failure();
        addTotals();
        for (std::size_t i = 0; i < members.size(); ++i) m_weights.push_back(weightsOf(i));
        for (std::size_t i = 0; i < members.size() && !m_quiet.cancelled(); ++i) addAdditions(i);
        addTwins();
        return std::make_shared<const FamilyFacts>(std::move(m_facts));
    }

private:
    struct Place {
        unsigned file;
        std::uint64_t offset;
        auto operator<=>(const Place&) const = default;
    };
    struct Content {
        std::string sha256;
        std::set<Place> places;
        std::set<std::size_t> members;
    };

    /// Only what is cancelled ends the whole.
    Result<void> look(std::size_t i) {
        const Member& member = m_facts.family->members[i];
        MemberFacts& facts = m_facts.members[i];
        const SessionFile& program = m_session.files()[member.program];
        facts.programBytes = program.size;
        addAdapters(member, facts);
        const auto opened = join::openMember(m_session, member, m_quiet);
        if (opened.cancelled()) return opened.failure();
        if (!opened || !member.readable) {
            const Error unreadable{"no-program", "the program cannot be read", escaped(baseName(program.path))};
            facts.error = !opened ? opened.error() : program.error ? *program.error : program.damage.value_or(unreadable);
            return {};
        }
        const Session& session = **opened;
        const join::AskedKeys asked = join::askedKeys(session, m_quiet);
        facts.keys = answersOf(m_session, session, asked);
        facts.silentDelegates = asked.silentDelegates;
        if (const auto collected = collect(i, session); !collected) return collected;
        if (const auto runs = join::runs(session, m_quiet))
            facts.runs = static_cast<std::size_t>(std::ranges::count_if(**runs, isExecution));
        if (m_verdicts) {
            const auto verdict = findings::verdict(session, m_quiet);
            if (verdict.cancelled()) return verdict.failure();
            if (verdict) facts.verdict = (*verdict)->state, facts.sentence = (*verdict)->sentences.front().text;
            if (!verdict) facts.verdict = Verdict::Unknown, facts.sentence = Sentence(verdict.error().message);
        }
        keepDiagnostics(member, session);
        return {};
    }

    Result<void> collect(std::size_t i, const Session& session) {
        std::set<std::string_view> asked;
        for (const AskedKey& key : m_facts.members[i].keys) asked.insert(key.key);
        Collector collector(m_session, session, asked);
        if (m_verdicts && session.recordFile() != nullptr) {
            const auto map = join::weights(session, m_quiet);
            if (!map) return map.failure();
            for (const StoredWeight& weight : (*map)->weights()) collector.add(weight);
        } else {
            const auto places = join::weightPlaces(session, m_quiet);
            if (!places) return places.failure();
            for (const StoredWeight& weight : *places) collector.add(weight);
        }
        const program::Program& program = *session.programFile()->program;
        for (const program::ExecutionPlan& plan : program.plans())
            for (std::size_t d = 0; d < plan.delegates.size(); ++d)
                if (const auto bytes = program.delegateBytes(plan.delegates[d]))
                    collector.addPayload(plan.name + "/" + std::to_string(d), *bytes);
        m_data[i] = collector.taken();
        return {};
    }

    void addAdapters(const Member& member, MemberFacts& facts) const {
        for (unsigned f = 0; member.lora && f < m_session.files().size(); ++f)
            if (const auto& data = m_session.files()[f].tensorData; data != nullptr && member.lora->anyIn(*data))
                facts.adapters.push_back(adapterOf(f, *data, *member.lora));
    }

    void keepDiagnostics(const Member& member, const Session& session) {
        Diagnostics ofKeys;
        const Diagnostics all = session.diagnostics();
        for (const Diagnostic& one : all.items())
            if (one.code == "named-data-twice" || one.code == "named-data-shadowed")
                ofKeys.add(one.severity, one.code, one.where, one.message);
        m_facts.diagnostics.merge(ofKeys, escaped(member.name));
    }

    /// Gives every range the number of its content. Only sizes that stand at several places are hashed.
    Result<void> findContents() {
        std::map<std::uint64_t, std::map<Place, std::vector<std::pair<std::size_t, std::size_t>>>> bySize;
        for (std::size_t i = 0; i < m_data.size(); ++i)
            for (std::size_t d = 0; d < m_data[i].size(); ++d)
                bySize[m_data[i][d].size][{m_data[i][d].file, m_data[i][d].offset}].emplace_back(i, d);
        for (const auto& [size, places] : bySize) {
            std::map<std::string, std::size_t> byHash;
            for (const auto& [place, users] : places) {
                std::string hash;
                if (places.size() > 1) {
                    auto computed = sha256({m_session.files()[place.file].source, place.offset, size}, m_quiet);
                    if (computed.cancelled()) return computed.failure();
                    if (computed) hash = *std::move(computed);
                }
                std::size_t number = m_contents.size();
                if (!hash.empty()) number = byHash.try_emplace(hash, number).first->second;
                if (number == m_contents.size()) m_contents.emplace_back();
                Content& content = m_contents[number];
                content.sha256 = hash;
                content.places.insert(place);
                for (const auto& [member, data] : users) {
                    content.members.insert(member);
                    m_data[member][data].content = number;
                }
            }
        }
        return {};
    }

    void addTotals() {
        std::map<std::size_t, FamilyContent> shared;
        std::set<std::pair<std::size_t, std::string_view>> named;
        for (std::size_t i = 0; i < m_data.size(); ++i)
            for (const MemberData& one : m_data[i]) {
                const Content& content = m_contents[one.content];
                const bool others = content.members.size() > 1;
                (others ? m_facts.members[i].shared : m_facts.members[i].own) += one.counted;
                if (!others) continue;
                FamilyContent& row = shared[one.content];
                if (row.members.empty())
                    row = {
                        one.kind, one.size, content.sha256, content.places.size(), {content.members.begin(), content.members.end()},
                        {}};
                if (!one.name.empty() && named.emplace(one.content, one.name).second) row.names.push_back(one.name);
            }
        for (auto& [number, row] : shared) m_facts.shared.push_back(std::move(row));
        std::ranges::stable_sort(m_facts.shared, std::greater{}, &FamilyContent::bytes);
    }

    /// Contents of a member's weights, in order.
    std::vector<std::size_t> weightsOf(std::size_t i) const {
        std::set<std::size_t> contents;
        for (const MemberData& one : m_data[i])
            if (one.kind != kPayload) contents.insert(one.content);
        return {contents.begin(), contents.end()};
    }

    void addAdditions(std::size_t i) {
        const std::vector<std::size_t>& own = m_weights[i];
        MemberFacts& facts = m_facts.members[i];
        std::uint64_t most = 0;
        for (std::size_t other = 0; other < m_data.size(); ++other) {
            const std::vector<std::size_t>& theirs = m_weights[other];
            if (theirs.empty() || theirs.size() >= own.size() || !std::ranges::includes(own, theirs)) continue;
            std::uint64_t bytes = 0;
            for (const MemberData& one : m_data[other]) bytes += one.kind != kPayload ? one.size : 0;
            if (bytes > most) most = bytes, facts.base = other;
        }
        for (const MemberData& one : m_data[i]) {
            const std::set<std::size_t>& holders = m_contents[one.content].members;
            if (facts.base ? !holders.contains(*facts.base) : holders.size() == 1) facts.adds.push_back(one);
        }
    }

    void addTwins() {
        const std::vector<Member>& members = m_facts.family->members;
        const auto bytesOf = [&](std::size_t i) { return join::programBytes(m_session.files()[members[i].program]); };
        std::vector<std::size_t> firsts;  // of each content
        std::vector<std::vector<std::size_t>> groups;
        for (std::size_t i = 0; i < members.size() && !m_quiet.cancelled(); ++i) {
            if (!members[i].readable || bytesOf(i).size > join::kWholeProgramBytes) continue;  // of larger ones not all is compared
            const auto same =
                std::ranges::find_if(firsts, [&](std::size_t first) { return join::sameProgram(bytesOf(first), bytesOf(i)); });
            if (same == firsts.end()) {
                firsts.push_back(i);
                groups.push_back({i});
            } else {
                groups[static_cast<std::size_t>(same - firsts.begin())].push_back(i);
            }
        }
        for (const std::vector<std::size_t>& group : groups)
            for (const std::size_t i : group)
                std::ranges::copy_if(group, std::back_inserter(m_facts.members[i].twins),
                                     [i](std::size_t other) { return other != i; });
    }

    const Session& m_session;
    const bool m_verdicts;
    const JobContext& m_job;
    const JobContext m_quiet;  ///< for the parts: how far each is says nothing of the whole
    FamilyFacts m_facts;
    std::vector<std::vector<MemberData>> m_data;      ///< by member
    std::vector<std::vector<std::size_t>> m_weights;  ///< by member: contents of its weights, in order
    std::vector<Content> m_contents;
};

}  // namespace

std::size_t MemberFacts::unanswered() const noexcept {
    return static_cast<std::size_t>(
        std::ranges::count_if(keys, [](const AskedKey& key) { return !key.file.has_value() || key.misfit; }));
}

std::uint64_t MemberFacts::addedBytes() const noexcept {
    std::uint64_t bytes = 0;
    for (const MemberData& one : adds) bytes += one.counted;
    return bytes;
}

std::vector<std::string> MemberFacts::addedModules() const {
    std::vector<std::string> modules;
    std::set<std::string_view> known;
    for (const MemberData& one : adds)
        if (!one.module.empty() && known.insert(one.module).second) modules.push_back(one.module);
    return modules;
}

bool FamilyFacts::failed() const noexcept {
    return std::ranges::any_of(members, [](const MemberFacts& one) {
        return one.error.has_value() || one.unanswered() > 0 || one.verdict == Verdict::Differ;
    });
}

Result<std::shared_ptr<const FamilyFacts>> familyFacts(const Session& session, bool verdicts, const JobContext& job) {
    return session.store().get<FamilyFacts>(verdicts ? "findings::familyFacts" : "findings::familyFacts without verdicts", job,
                                            [&] { return FactsMaker(session, verdicts, job).make(); });
}

}  // namespace etscope::findings
