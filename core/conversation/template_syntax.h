// Expressions and statements of chat templates. Internal to core/conversation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "conversation/chat_template.h"

namespace etscope::conversation {

using TemplateValue = nlohmann::ordered_json;

/// An expression. `name` is of names, attributes, operators, filters, tests and functions.
struct Expression {
    enum class Kind : std::uint8_t {
        Literal,
        Name,
        Attribute,
        Index,
        Slice,
        Call,
        Filter,
        Test,
        Unary,
        Binary,
        List,
        Dict,
        Choice
    };
    Kind kind = Kind::Literal;
    std::string name;
    TemplateValue literal;
    std::vector<std::unique_ptr<Expression>> parts;  ///< operands; arguments; null: left out
    std::vector<std::string> keywords;               ///< of the last arguments of a call
    bool negated = false;                            ///< of tests
};

/// A statement with what is in it.
struct ChatTemplate::Block {
    enum class Kind : std::uint8_t { Text, Output, If, For, Set, Group };
    Kind kind = Kind::Group;
    std::string text;                                ///< of Text; names of For and Set, with ',' between
    std::unique_ptr<Expression> expression, filter;  ///< `filter`: of For
    std::vector<std::unique_ptr<Block>> inner, otherwise;
};

/// Errors: `template-unsupported` with the offset.
Result<std::unique_ptr<ChatTemplate::Block>> parseTemplate(std::string_view text, TemplateBlanks blanks);

}  // namespace etscope::conversation
