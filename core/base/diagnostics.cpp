#include "base/diagnostics.h"

#include <algorithm>

#include "base/enum_table.h"
#include "base/limits.h"
#include "base/name_text.h"

namespace etscope {
namespace {

/// Valid UTF-8 whatever a message quotes, and not longer than a row needs: names from files can be long, a row keeps their
/// beginning, whole characters of it.
void tidy(std::string& text) {
    text = validName(text);
    if (text.size() <= limits::kMaxDiagnosticText) return;
    std::size_t end = limits::kMaxDiagnosticText;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    text.resize(end);
    text.shrink_to_fit();
    text += "…";
}

}  // namespace

std::string_view severityName(Severity severity) noexcept {
    constexpr EnumTable<Severity::Error> kNames({"note", "warning", "error"});
    return kNames[severity];
}

void Diagnostics::add(Severity severity, std::string_view code, std::string_view where, std::string_view message) {
    if (code != Error::kCancelled) addCounted({severity, std::string(code), std::string(where), std::string(message), 1});
}

void Diagnostics::merge(const Diagnostics& other) { merge(other, {}); }

void Diagnostics::merge(const Diagnostics& other, std::string_view prefix) {
    for (Diagnostic item : other.items()) {
        if (!prefix.empty()) item.where = item.where.empty() ? std::string(prefix) : std::string(prefix) + " · " + item.where;
        addCounted(std::move(item));
    }
}

void Diagnostics::addCounted(Diagnostic item) {
    tidy(item.where);
    tidy(item.message);
    std::size_t ofThisCode = 0;
    Diagnostic* last = nullptr;
    for (Diagnostic& known : m_items) {
        if (known.code != item.code || known.severity != item.severity) continue;
        if (known.where == item.where && known.message == item.message) {
            known.count += item.count;
            return;
        }
        ++ofThisCode;
        last = &known;
    }
    // A code that is new has its row however long the list is: there are as many as we have codes.
    if (last != nullptr && (ofThisCode >= limits::kPlacesPerCode || m_items.size() >= limits::kMaxDiagnostics))
        last->count += item.count;
    else
        m_items.push_back(std::move(item));
}

std::uint64_t Diagnostics::count(Severity severity) const noexcept {
    std::uint64_t total = 0;
    for (const Diagnostic& item : m_items)
        if (item.severity == severity) total += item.count;
    return total;
}

bool Diagnostics::has(std::string_view code) const noexcept {
    return std::any_of(m_items.begin(), m_items.end(), [code](const Diagnostic& d) { return d.code == code; });
}

}  // namespace etscope
