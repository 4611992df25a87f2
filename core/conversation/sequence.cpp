#include "conversation/sequence.h"

#include <algorithm>

namespace etscope::conversation {

void Sequence::push(Slot slot) {
    if (slot.id == m_placeholder && m_placeholder >= 0) slot.picture = true;
    if (slot.picture) slot.row = m_placed++;
    m_slots.push_back(std::move(slot));
}

void Sequence::truncate(std::size_t size) {
    while (m_slots.size() > size) {
        if (m_slots.back().picture) --m_placed;
        m_slots.pop_back();
    }
    m_embedded = std::min(m_embedded, size);
    m_decoded = std::min(m_decoded, size);
}

void Sequence::restart() {
    m_slots.clear();
    m_pictures.clear();
    m_embedded = m_decoded = m_pictureRows = m_placed = m_lastTokens = m_resolved = m_met = 0;
}

void Sequence::addTokens(const traces::Tokens& tokens) {
    const bool expanded = tokens.of == "expanded" && m_lastTokens < m_slots.size() && m_embedded <= m_lastTokens;
    const std::size_t told = tokens.position && *tokens.position >= 0 ? static_cast<std::size_t>(*tokens.position) : m_slots.size();
    if (expanded) {
        truncate(m_lastTokens);
    } else if (told == 0 && !m_slots.empty()) {  // the whole sequence again, or another one
        std::size_t same = 0;
        while (same < std::min(m_slots.size(), tokens.ids.size()) && m_slots[same].id == tokens.ids[same]) ++same;
        if (same >= m_embedded && same > 0) {
            truncate(same);
            m_lastTokens = same;
            for (std::size_t i = same; i < tokens.ids.size(); ++i) push({tokens.ids[i]});
            return;
        }
        restart();
    } else if (told < m_slots.size() && told >= std::max(m_embedded, m_decoded)) {
        truncate(told);  // what was chosen last was never fed
    }
    m_lastTokens = m_slots.size();
    for (const std::int64_t id : tokens.ids) push({id});
}

void Sequence::addChoice(std::int64_t id, std::size_t number) {
    Slot slot{id};
    slot.choice = number;
    m_slots.push_back(std::move(slot));  // a chosen placeholder stands for no picture
}

void Sequence::addPicture(PictureRows rows) {
    rows.first = m_pictureRows;
    m_pictureRows += rows.count;
    m_pictures.push_back(std::move(rows));
}

/// Where one placeholder stands for all rows of a picture, it becomes as many.
void Sequence::expandPictures() {
    if (m_resolved == m_pictures.size()) return;
    const std::size_t from = std::max(m_embedded, m_decoded), pictures = m_pictures.size() - m_resolved;
    std::size_t there = 0, rows = 0;
    for (std::size_t i = from; i < m_slots.size(); ++i) there += m_slots[i].picture ? 1U : 0U;
    for (std::size_t i = m_resolved; i < m_pictures.size(); ++i) rows += m_pictures[i].count;
    constexpr std::size_t kMostRows = std::size_t{1} << 22U;  // what a trace says without values may be anything
    if (there == pictures && rows > pictures && rows <= kMostRows && m_slots.size() <= kMostRows) {
        std::vector<Slot> tail(m_slots.begin() + static_cast<std::ptrdiff_t>(from), m_slots.end());
        truncate(from);
        std::size_t picture = m_resolved;
        for (Slot& slot : tail) {
            const std::size_t times = slot.picture ? m_pictures[picture++].count : 1;
            slot.inserted = times > 1;
            for (std::size_t n = 0; n < times; ++n) push(slot);
        }
    }
    m_resolved = m_pictures.size();
}

Fed Sequence::matched(const std::vector<std::int64_t>& ids, std::size_t first) {
    Fed fed{first, 0, ids.size(), {}, -1, -1, false};
    std::size_t at = first;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        while (at < m_slots.size() && m_slots[at].inserted && m_slots[at].id != ids[i]) ++at;
        if (at >= m_slots.size()) {
            // Padding repeats one id; anything else is more than there is.
            fed.beyond = fed.beyond || (i == 0) ||
                         std::any_of(ids.begin() + static_cast<std::ptrdiff_t>(i), ids.end(),
                                     [&](std::int64_t id) { return id != ids.back(); });
            break;
        }
        if (m_slots[at].id != ids[i] && !fed.otherAt) {
            fed.otherAt = i;
            fed.otherId = ids[i];
            fed.expectedId = m_slots[at].id;
        }
        ++at;
    }
    fed.count = at - first;
    return fed;
}

Fed Sequence::embed(const std::vector<std::int64_t>& ids, const CallStep& step, std::size_t output) {
    expandPictures();
    Fed fed = matched(ids, m_embedded);
    const SharedBytes rows = output < step.outputs.size() ? step.outputs[output].bytes() : nullptr;
    std::size_t row = 0;
    for (std::size_t at = fed.first; at < fed.first + fed.count && row < ids.size(); ++at) {
        Slot& slot = m_slots[at];
        if (slot.inserted && slot.id != ids[row]) continue;
        slot.rows = rows;
        slot.rowAt = row++;
        slot.embeddedBy = step.call->index;
    }
    m_embedded = fed.first + fed.count;
    return fed;
}

Fed Sequence::embedUnknown(std::size_t count) {
    expandPictures();
    Fed fed{m_embedded, std::min(count, m_slots.size() - m_embedded), count, {}, -1, -1, false};
    m_embedded += fed.count;
    return fed;
}

Fed Sequence::decodeUnknown(std::size_t count) {
    expandPictures();
    Fed fed{m_decoded, std::min(count, m_slots.size() - m_decoded), count, {}, -1, -1, false};
    m_decoded += fed.count;
    m_embedded = std::max(m_embedded, m_decoded);
    return fed;
}

Fed Sequence::decode(std::size_t rows) {
    expandPictures();
    std::size_t end = std::max(m_embedded, m_decoded);
    while (end < m_slots.size() && end - m_decoded < rows && m_slots[end].picture && end >= m_embedded) ++end;
    Fed fed{m_decoded, std::min(rows, end - m_decoded), rows, {}, -1, -1, false};
    fed.beyond = fed.count == 0 && rows > 0;
    m_decoded += fed.count;
    m_embedded = std::max(m_embedded, m_decoded);
    return fed;
}

Fed Sequence::decodeIds(const std::vector<std::int64_t>& ids) {
    expandPictures();
    Fed fed = matched(ids, m_decoded);
    m_decoded = fed.first + fed.count;
    m_embedded = std::max(m_embedded, m_decoded);
    return fed;
}

}  // namespace etscope::conversation
