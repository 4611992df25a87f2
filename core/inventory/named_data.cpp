#include "inventory/named_data.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "io/sha256.h"

namespace etscope::inventory {
namespace {

void addUser(KeyUsers& users, std::string_view key, NamedDataUser user) {
    if (key.empty()) return;
    auto& list = users[std::string(key)];
    if (std::find(list.begin(), list.end(), user) == list.end()) list.push_back(std::move(user));
}

void addDelegate(const delegates::Decoded& decoded, const NamedDataUser& user, KeyUsers& users) {
    for (const delegates::Weight& weight : decoded.weights) {
        addUser(users, weight.key, user);
        if (!weight.quantization) continue;
        addUser(users, weight.quantization->scaleKey, user);
        addUser(users, weight.quantization->zeroPointKey, user);
    }
    for (const delegates::NestedFile& file : decoded.nested) addUser(users, file.key, user);
    for (const std::string& key : decoded.missing) addUser(users, key, user);
}

NamedDataRow row(std::string key, std::uint32_t segment, const Result<ByteRange>& bytes, unsigned file) {
    NamedDataRow made;
    made.key = std::move(key);
    made.segment = segment;
    made.file = file;
    if (bytes)
        made.bytes = *bytes, made.divisor = flat::alignmentOf(bytes->offset);
    else
        made.note = bytes.error().message;
    return made;
}

/// External data answer a key before the program does; of several external files the first.
void markShadowed(const session::Session& session, std::vector<NamedDataRow>& rows) {
    std::map<std::string_view, unsigned> external;
    for (const NamedDataRow& row : rows)
        if (session.files()[row.file].tensorData != nullptr) external.try_emplace(row.key, row.file);
    for (NamedDataRow& row : rows)
        if (const auto hit = external.find(row.key); hit != external.end() && hit->second != row.file) row.shadowedBy = hit->second;
}

std::vector<NamedDataRow> collect(const session::Session& session) {
    std::vector<NamedDataRow> rows;
    for (unsigned f = 0; f < session.files().size(); ++f) {
        const session::SessionFile& file = session.files()[f];
        if (file.program != nullptr && &file == session.programFile())
            for (const program::NamedData& entry : file.program->namedData())
                rows.push_back(row(entry.key, entry.segmentIndex, file.program->segmentBytes(entry.segmentIndex), f));
        if (file.tensorData == nullptr) continue;
        for (const tensordata::Entry& entry : file.tensorData->entries()) {
            rows.push_back(row(entry.key, entry.segmentIndex,
                               entry.layout ? file.tensorData->tensorBytes(entry) : file.tensorData->entryBytes(entry), f));
            rows.back().tensor = entry.layout;
            if (file.tensorData->tensorAlignment() > 0) rows.back().alignment = file.tensorData->tensorAlignment();
        }
    }
    markShadowed(session, rows);
    return rows;
}

/// Groups of keys with the same bytes, and keys of several methods.
std::vector<SharedData> findShared(const std::vector<NamedDataRow>& rows) {
    std::map<std::string, std::vector<const NamedDataRow*>> groups;
    for (const NamedDataRow& row : rows) {
        const std::string place = std::to_string(row.file) + ":" + std::to_string(row.bytes.offset);
        if (row.bytes.hasData() && row.bytes.size > 0) groups[row.sha256.empty() ? place : row.sha256].push_back(&row);
    }
    std::vector<SharedData> list;
    for (const auto& [key, group] : groups) {
        SharedData shared{group.front()->sha256, group.front()->bytes.size, {}, {}, true};
        std::set<std::string> methods;
        for (const NamedDataRow* row : group) {
            shared.keys.push_back(row->key);
            shared.sameSegment =
                shared.sameSegment && row->file == group.front()->file && row->bytes.offset == group.front()->bytes.offset;
            for (const NamedDataUser& user : row->users) methods.insert(user.method);
        }
        shared.methods.assign(methods.begin(), methods.end());
        if (group.size() > 1 || methods.size() > 1) list.push_back(std::move(shared));
    }
    std::stable_sort(list.begin(), list.end(), [](const SharedData& a, const SharedData& b) { return a.bytes > b.bytes; });
    return list;
}

}  // namespace

bool isAnswered(const session::Session& session, std::string_view key) {
    for (const session::SessionFile& file : session.files())
        if (file.tensorData != nullptr && file.tensorData->entry(key) != nullptr) return true;
    const session::SessionFile* program = session.programFile();
    return program != nullptr && program->program->hasNamedData(key);
}

Result<KeyUsers> keyUsers(const session::Session& session, const JobContext& job) {
    KeyUsers users;
    if (session.programFile() == nullptr) return users;
    for (const program::ExecutionPlan& plan : session.programFile()->program->plans()) {
        const std::string method = plan.name;
        for (const program::TensorInfo& tensor : plan.tensors)
            if (tensor.external()) addUser(users, tensor.name(), {method, {}});
        for (std::size_t i = 0; i < plan.delegates.size(); ++i) {
            const auto decoded = session.delegate(method, i, job);
            if (decoded.cancelled()) return decoded.failure();
            if (decoded) addDelegate(**decoded, {method, static_cast<std::int64_t>(i)}, users);
        }
    }
    return users;
}

Result<NamedData> namedData(const session::Session& session, bool hashes, const JobContext& job) {
    NamedData result;
    const auto users = keyUsers(session, job);
    if (!users) return users.failure();
    result.rows = collect(session);
    std::map<std::tuple<unsigned, std::uint64_t, std::uint64_t>, std::string> known;  ///< keys of one segment are hashed once
    std::size_t done = 0;
    for (NamedDataRow& row : result.rows) {
        if (const auto hit = users->find(row.key); hit != users->end() && !row.shadowedBy) row.users = hit->second;
        if (!hashes || !row.bytes.hasData()) continue;
        std::string& hash = known[{row.file, row.bytes.offset, row.bytes.size}];
        if (hash.empty()) {
            auto computed = sha256(row.bytes, job);
            if (computed.cancelled()) return computed.failure();
            if (computed)
                hash = std::move(*computed);
            else
                row.note = computed.error().message;
        }
        row.sha256 = hash;
        job.report(static_cast<double>(++done) / static_cast<double>(result.rows.size()));
    }
    result.shared = findShared(result.rows);
    return result;
}

}  // namespace etscope::inventory
