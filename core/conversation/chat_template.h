// Chat template: what a Jinja template makes of messages, for the part of the language that chat templates use. What is not known
// here is refused: no text is guessed. Bounded in steps, output and depth; nothing is executed but the template. Any thread. Rules:
// docs/FORMATS.md "Chat templates".
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"

namespace etscope::conversation {

/// Blanks round blocks, as Python's Jinja takes them by its options of these names.
struct TemplateBlanks {
    bool trimBlocks = true, stripBlocks = true;
};

class ChatTemplate {
public:
    /// Errors: `template-unsupported` with the place.
    static Result<std::shared_ptr<const ChatTemplate>> parse(std::string_view text, TemplateBlanks blanks);
    ~ChatTemplate();

    /// `variables`: an object. Errors: `template-unsupported`, `template-refuses` (it raises an exception itself),
    /// `limit-exceeded`, `cancelled`.
    Result<std::string> render(const nlohmann::ordered_json& variables, const JobContext& job) const;

    struct Block;

private:
    ChatTemplate();
    std::unique_ptr<Block> m_top;
};

}  // namespace etscope::conversation
