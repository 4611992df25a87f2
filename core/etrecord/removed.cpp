#include "etrecord/removed.h"

#include <array>
#include <utility>

#include "base/limits.h"
#include "io/json_reader.h"

namespace etscope::etrecord {
namespace {

constexpr std::array<std::pair<std::string_view, bool RemovedParts::*>, 4> kParts{{{"weights", &RemovedParts::weights},
                                                                                   {"sources", &RemovedParts::sources},
                                                                                   {"inputs", &RemovedParts::inputs},
                                                                                   {"names", &RemovedParts::names}}};

}  // namespace

std::vector<std::string> RemovedParts::words() const {
    std::vector<std::string> words;
    for (const auto& [word, part] : kParts)
        if (this->*part) words.emplace_back(word);
    return words;
}

std::string RemovedParts::sentence() const {
    std::string text;
    for (const std::string& word : words()) text += (text.empty() ? "removed from this record on purpose: " : ", ") + word;
    return text;
}

RemovedParts removedParts(const Record& record) {
    RemovedParts parts;
    const ZipEntry* entry = record.zip().find(kRemovedEntry);
    if (entry == nullptr || entry->size > limits::kMaxSideTable) return parts;
    const auto content = record.zip().content(*entry);
    if (!content) return parts;
    const JobContext job;
    JsonReader json(*content, job);
    const auto takeWord = [&] {
        const auto word = json.string();
        for (const auto& [known, part] : kParts)
            if (word && *word == known) parts.*part = true;
    };
    json.members(
        "removed", [&] { json.array(takeWord); }, "left_out",
        [&] { json.array([&] { parts.leftOut.emplace_back(json.string().value_or("")); }); });
    return parts;
}

}  // namespace etscope::etrecord
