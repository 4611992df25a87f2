// State between calls: caches that are inputs and outputs by their bytes or hashes, memory that the runner told hashes of, and what
// dumps tell of modules. One thread. Rules: docs/FORMATS.md "Conversations".
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "conversation/opened.h"

namespace etscope::conversation {

class StateCheck {
public:
    StateCheck(const Opened& opened, Findings& findings) : m_opened(opened), m_findings(findings) {}

    /// `keeps`: the method keeps state in memory.
    void call(const CallStep& step, const MethodRoles& roles, bool keeps);
    /// Empty: of all conversations.
    void reset(const traces::Line& line, const traces::Reset& reset);

private:
    struct Left {
        std::string hash;
        std::string conversation;
        std::int64_t call = -1;
    };
    struct Talk {
        std::vector<Left> caches;  ///< by their order among the inputs that are caches
        std::vector<Left> beforeReset;
        std::map<std::string, std::string> memory;  ///< by method and name
        std::string dump;                           ///< file of the last call that keeps state
        bool begun = false;
    };

    void caches(const CallStep& step, const MethodRoles& roles, Talk& talk);
    void told(const CallStep& step, Talk& talk);
    void dumps(const CallStep& step, Talk& talk, bool keeps);
    void tell(const CallStep& step, const char* kind, std::optional<std::size_t> input, Sentence sentence, Evidence evidence);

    const Opened& m_opened;
    Findings& m_findings;
    std::map<std::string, Talk> m_talks;
    std::map<std::pair<std::size_t, std::string>, Left> m_seen;  ///< every cache that was left, by place and hash
    std::map<std::size_t, std::string> m_begin;                  ///< what the first conversation began with
    std::map<std::string, std::int64_t> m_lastRun;               ///< by dump
    std::map<std::string, std::string> m_dumpOwner;
    std::set<std::string> m_reloaded;  ///< methods that should be loaded anew, with the dump of before
    std::map<std::string, std::int64_t> m_runAtReset;
    bool m_resetPending = false;
};

}  // namespace etscope::conversation
