// A trace, opened for its checks: session, calls, roles, tokenizer, template, processor. One thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conversation/chat_template.h"
#include "conversation/findings.h"
#include "conversation/processor.h"
#include "conversation/roles.h"
#include "tokens/encoder.h"
#include "tokens/tokenizer.h"

namespace etscope::conversation {

/// What lies beside the tokenizer: `tokenizer_config.json`.
struct TokenizerSettings {
    bool there = false;
    std::string bos, eos, pad, unknown, image;  ///< texts of tokens; empty: not told
    std::optional<bool> addsBos;
    std::optional<std::int64_t> longest;  ///< "model_max_length"
    std::string chatTemplate;
    std::int64_t bosId = -1, eosId = -1, imageId = -1;  ///< negative: not known
};

struct Opened {
    std::shared_ptr<const session::Session> session;
    const session::SessionFile* file = nullptr;
    const traces::Trace* trace = nullptr;
    std::unique_ptr<traces::TraceValues> values;
    std::vector<CallStep> steps;
    Roles roles;

    std::shared_ptr<const tokens::Tokenizer> tokenizer;  ///< null: none, or it cannot be read
    std::shared_ptr<const tokens::Encoder> encoder;
    Sentence noEncoder;  ///< why not
    TokenizerSettings settings;
    std::vector<std::shared_ptr<const ChatTemplate>> templates;  ///< as options for blanks may be
    Sentence noTemplate;
    std::optional<Processor> processor;
    Sentence noProcessor;

    const MethodRoles& rolesOf(const CallStep& step) const& { return roles.at(step.call->method); }
    const MethodRoles& rolesOf(const CallStep& step) const&& = delete;
};

/// Of the session's first trace. Files that are not those that were named are findings. Errors: `no-trace`, `cancelled`.
Result<std::unique_ptr<Opened>> openTrace(const std::shared_ptr<const session::Session>& session, Findings& findings,
                                          const JobContext& job);

}  // namespace etscope::conversation
