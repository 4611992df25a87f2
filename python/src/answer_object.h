// A caught answer as an object of Python: immutable; its table is made once, with the interpreter's lock.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/answer.h"
#include "report/table_form.h"

namespace etscope::python {

class AnswerObject {
public:
    explicit AnswerObject(cli::Answer answer) : m_answer(std::move(answer)) {}

    int status() const noexcept { return m_answer.status; }
    const std::string& text() const noexcept { return m_answer.text; }
    const std::string& messages() const noexcept { return m_answer.messages; }
    const std::vector<Error>& errors() const noexcept { return m_answer.errors; }
    /// nullptr: it is no document.
    const report::Json* document() const noexcept { return m_answer.document ? &*m_answer.document : nullptr; }
    /// nullptr: it has no table.
    const report::TableValues* table() const {
        if (!m_table && m_answer.document) m_table = report::tableValues(*m_answer.document);
        return m_table ? &*m_table : nullptr;
    }

private:
    cli::Answer m_answer;
    mutable std::optional<report::TableValues> m_table;
};

}  // namespace etscope::python
