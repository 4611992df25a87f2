#include "gate/todays_budgets.h"

#include <cmath>

#include "base/escaped.h"
#include "base/hex.h"
#include "base/number_text.h"
#include "base/utf8.h"
#include "gate/measures.h"

namespace etscope::gate {
namespace {

/// Names as keys and texts of TOML: JSON's escapes are TOML's.
std::string quoted(std::string_view name) {
    std::string text = "\"";
    for (const char c : repairedUtf8(name)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            text += '\\', text += c;
        else if (byte < 0x20 || byte == 0x7F)
            text += "\\u00" + hexText({reinterpret_cast<const std::byte*>(&c), 1});
        else
            text += c;
    }
    return terminalJson(text + "\"");
}

bool isBareKey(std::string_view name) {
    return !name.empty() && name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == name.npos;
}

std::string key(std::string_view name) { return isBareKey(name) ? std::string(name) : quoted(name); }

class Writer {
public:
    Writer(std::shared_ptr<const session::Session> session, const JobContext& job) : m_measures(std::move(session), job) {}

    Result<std::string> write() {
        m_text =
            "# Budgets for `etscope-cli gate`: what was measured when this file was made. Relax what may grow; limits like \"+5 "
            "%\" are\n"
            "# changes of what --against names.\n\n";
        for (const MeasureRow& row : measureRows())
            if (row.span == Span::Whole)
                if (const auto added = add({.measure = row.measure}, {}, {}); !added) return added.failure();
        for (const std::string& method : m_measures.methods())
            if (const auto added = addMethod(method); !added) return added.failure();
        m_text += "\n[findings]\n";
        if (const auto added = add({.measure = Measure::Findings, .name = "error"}, {}, {}); !added) return added.failure();
        return std::move(m_text);
    }

private:
    Result<void> addMethod(const std::string& method) {
        m_text += "\n[method." + key(method) + "]\n";
        const auto chooses = m_measures.chooses(method);
        if (!chooses) return chooses.failure();
        for (const MeasureRow& row : measureRows())
            if (row.ofMethods && (row.span != Span::Choosing || *chooses != Chooses::No))
                if (const auto added = add({.measure = row.measure, .method = method}, method, {}); !added) return added;
        const auto outputs = m_measures.outputs(method);
        if (!outputs) return outputs.failure();
        for (const std::int64_t output : *outputs) {
            m_text += "\n[method." + key(method) + ".output." + std::to_string(output) + "]\n";
            if (const auto added = add({.measure = Measure::Metric, .method = method, .name = "max_abs"}, method, output); !added)
                return added;
        }
        return {};
    }

    Result<void> add(Budget budget, const std::string& method, std::optional<std::int64_t> output) {
        const auto measured = m_measures.of(budget, method, output);
        if (!measured) return measured.failure();
        const bool findings = budget.measure == Measure::Findings;
        const std::string word = findings ? budget.name : budget.key();
        const bool known = measured->value && !measured->bound && measured->holds != false && std::isfinite(*measured->value);
        if (!known)
            m_text += "# " + word + ": " + visible(measured->note.empty() ? "not known" : measured->note) + "\n";
        else
            m_text += word + " = " + valueText(*measured->value, budget.unit()) + "\n";
        return {};
    }

    static std::string valueText(double value, Unit unit) {
        const bool whole = (unit == Unit::Bytes || unit == Unit::Count) && std::fabs(value) < 9e15;
        return whole ? std::to_string(static_cast<std::int64_t>(value)) : shortest(value);
    }

    Measures m_measures;
    std::string m_text;
};

}  // namespace

Result<std::string> todaysBudgets(const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    return Writer(session, job).write();
}

}  // namespace etscope::gate
