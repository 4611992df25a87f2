#include "answer.h"

#include <iostream>
#include <utility>

#include "base/codes.h"
#include "base/out_of_memory.h"

namespace etscope::cli {
namespace {

thread_local Caught* t_current = nullptr;

/// Documents that are written as they are made come as text.
void readText(const Options& options, Answer& answer) {
    if (answer.document || answer.text.empty() || !options.json || options.dot || options.mermaid) return;
    answer.document = report::Json::parse(answer.text, nullptr, false);
    if (answer.document->is_discarded()) answer.document.reset();
    answer.text.clear();
}

}  // namespace

Caught::Caught(Answer& answer) noexcept : m_answer(answer) { t_current = this; }

Caught::~Caught() {
    t_current = nullptr;
    m_answer.text = std::move(m_output).str();
    m_answer.messages = std::move(m_messages).str();
}

Caught* Caught::current() noexcept { return t_current; }

std::ostream& standardOutput() noexcept { return t_current == nullptr ? std::cout : t_current->output(); }
std::ostream& standardError() noexcept { return t_current == nullptr ? std::cerr : t_current->messages(); }

Result<void> parseWords(const std::vector<std::string>& words, Options& options) {
    const auto parser = makeParser(options);
    try {
        parser->parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them from the back
    } catch (const CLI::ParseError& error) {
        return fail("usage", error.what());
    }
    readNames(options);
    return {};
}

Answer answer(const Options& options, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    Answer answer;
    const auto status = withinMemory([&]() -> Result<int> {
        const Caught caught(answer);
        if (const auto readable = checkReadable(options.references); !readable) return complain(readable.error());
        return runOn(options, session, job);
    });
    answer.status = status ? *status : meaningOf(status.error().code) == CodeMeaning::Question ? kUsage : kUnreadable;
    if (!status) answer.errors.push_back(status.error());
    readText(options, answer);
    return answer;
}

}  // namespace etscope::cli
