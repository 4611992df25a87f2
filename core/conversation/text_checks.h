// Texts and ids of a conversation: the chat template's text, the tokenizer's ids, expanded placeholders, texts of chosen ids. One
// thread. Rules: docs/FORMATS.md "Conversations".
#pragma once

#include <map>
#include <string>

#include "conversation/opened.h"

namespace etscope::conversation {

class TextChecks {
public:
    TextChecks(const Opened& opened, Findings& findings, const JobContext& job)
        : m_opened(opened), m_findings(findings), m_job(job) {}

    void message(const traces::Line& line, const traces::Message& message);
    void prompt(const traces::Line& line, const traces::Template& prompt);
    void ids(const traces::Line& line, const traces::Tokens& tokens);
    void choice(const traces::Line& line, const traces::Choice& choice, std::size_t number);
    void text(const traces::Line& line, const traces::Text& text);
    /// Empty: all conversations.
    void restart(const std::string& conversation);

private:
    struct Talk {
        nlohmann::ordered_json messages = nlohmann::ordered_json::array();  ///< role, text, images
        std::string whole;                                                  ///< prompts and generated texts so far
        std::string answer;                                                 ///< generated since the last message
        std::string prompt;                                                 ///< the last one
        bool continues = false, encoded = false;
        std::vector<std::int64_t> templateIds;  ///< of the last line of the prompt's ids
        std::vector<std::int64_t> allIds;       ///< of prompts and choices so far
        struct Chosen {
            std::int64_t id = -1;
            std::int64_t call = -1;
            std::size_t number = 0;
        };
        std::vector<Chosen> pending;  ///< ids whose texts were not told yet
    };

    std::vector<std::string> renderings(const Talk& talk, Sentence& why) const;
    void tell(const traces::Line& line, const char* lineKind, Check check, std::string kind, std::optional<std::int64_t> position,
              Sentence sentence, Evidence evidence);
    void compareIds(const traces::Line& line, const Talk& talk, const std::vector<std::int64_t>& given,
                    const std::vector<std::int64_t>& expected, bool wantsBos);
    void expanded(const traces::Line& line, Talk& talk, const std::vector<std::int64_t>& given);
    bool wantsBos(const Talk& talk) const;
    std::string nameOf(std::int64_t id) const;
    std::string withoutBos(std::string_view text) const;

    const Opened& m_opened;
    Findings& m_findings;
    const JobContext& m_job;
    std::map<std::string, Talk> m_talks;
};

}  // namespace etscope::conversation
