#include "graph/stage_id.h"

#include <limits>
#include <optional>

#include "base/enum_table.h"
#include "base/number_text.h"

namespace etscope::graph {
namespace {

constexpr EnumTable<StageId::Kind::Lowered> kWords({"exported", "", "edge", "program", "delegate:", "lowered:"});

std::string_view wordOf(StageId::Kind kind) { return kWords[kind]; }

/// The number after a word: decimal digits only, so that a stage has one text.
std::optional<std::uint32_t> indexOf(std::string_view digits) {
    const auto number = parseInt(digits);
    if (!number || *number < 0 || *number > std::numeric_limits<std::uint32_t>::max() || std::to_string(*number) != digits)
        return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

}  // namespace

StageId StageId::parse(std::string_view text) {
    for (const Kind kind : {Kind::Exported, Kind::Edge, Kind::Program})
        if (text == wordOf(kind)) return {kind, 0, {}};
    for (const Kind kind : {Kind::Payload, Kind::Lowered}) {
        if (!text.starts_with(wordOf(kind))) continue;
        const std::string_view rest = text.substr(wordOf(kind).size());
        const auto slash = kind == Kind::Payload ? rest.find('/') : std::string_view::npos;
        const bool named = slash != std::string_view::npos;
        if (const auto index = indexOf(rest.substr(0, slash)); index && (!named || slash + 1 < rest.size()))
            return {kind, *index, named ? rest.substr(slash + 1) : std::string_view{}};
    }
    return extra(text);
}

std::string StageId::text() const {
    if (m_kind == Kind::Extra) return m_name;
    std::string text(wordOf(m_kind));
    if (insideDelegate()) text += std::to_string(m_index);
    if (!m_name.empty()) text += "/" + m_name;
    return text;
}

}  // namespace etscope::graph
