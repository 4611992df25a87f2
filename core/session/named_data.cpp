// Keys of a session: which file answers a key, and keys that several files have (docs/FORMATS.md "Named data").
#include <algorithm>
#include <set>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/text_hash.h"
#include "session/lora_keys.h"
#include "session/session_state.h"

namespace etscope::session {

std::optional<ByteRange> Session::namedData(std::string_view key) const {
    for (const SessionFile& file : m_state->files) {
        if (file.tensorData == nullptr) continue;
        if (const tensordata::Entry* entry = file.tensorData->entry(key))
            if (auto bytes = file.tensorData->entryBytes(*entry)) return *bytes;
    }
    if (const SessionFile* file = programFile())
        if (auto bytes = file->program->namedData(key)) return *bytes;
    return std::nullopt;
}

namespace {

/// Keys that files of adapters have which no program loads: their tensors are handed to it.
class FedKeys {
public:
    explicit FedKeys(const SessionFile* program) : m_program(program) {}

    bool has(const std::string& key) {
        if (!m_known && m_program != nullptr)
            if (const auto lora = loraKeysBeside(m_program->path))
                for (std::string& one : lora->keys()) m_keys.insert(std::move(one));
        m_known = true;
        return m_keys.contains(key);
    }

private:
    const SessionFile* m_program;
    bool m_known = false;
    std::set<std::string> m_keys;
};

}  // namespace

/// The runtime refuses two external files with one key, and does not notice a key that the program has as well. Of several programs
/// each has files of its own (join/family.h).
void Session::findSharedKeys() {
    TextViewMap<const SessionFile*> first;
    Diagnostics& diagnostics = m_state->diagnostics;
    const bool several = std::ranges::count(m_state->files, FileKind::Pte, &SessionFile::kind) > 1;
    FedKeys fed(programFile());
    for (const SessionFile& file : m_state->files) {
        if (file.tensorData == nullptr) continue;
        for (const tensordata::Entry& entry : file.tensorData->entries()) {
            const auto [at, fresh] = first.try_emplace(entry.key, &file);
            if (!fresh && at->second != &file && !several && !fed.has(entry.key))
                diagnostics.error("named-data-twice", escaped(entry.key),
                                  "in " + escaped(baseName(at->second->path)) + " and " + escaped(baseName(file.path)) +
                                      ": the runtime refuses to load both");
        }
    }
    const SessionFile* program = programFile();
    if (program == nullptr) return;
    for (const program::NamedData& entry : program->program->namedData())
        if (const auto hit = first.find(entry.key); hit != first.end())
            diagnostics.warning("named-data-shadowed", escaped(entry.key),
                                "the program holds this key, too: delegates are given the data of " +
                                    escaped(baseName(hit->second->path)) + ", and the runtime does not say so");
}

}  // namespace etscope::session
