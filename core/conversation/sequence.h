// Sequence: the ids of one conversation in their order, and how far embedding and decoder have come in it. What a call was given is
// put beside it. One thread. Rules: docs/FORMATS.md "Conversations".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conversation/roles.h"

namespace etscope::conversation {

/// One place of the sequence.
struct Slot {
    std::int64_t id = -1;
    bool picture = false;               ///< it stands for a row of a picture
    std::size_t row = 0;                ///< of all pictures' rows in this conversation, in their order
    bool inserted = false;              ///< the runner puts rows here that no id stands for
    std::optional<std::size_t> choice;  ///< that it comes from: its number in the trace
    SharedBytes rows = {};              ///< what the embedding gave for it; null: not known, or there was none
    std::size_t rowAt = 0;              ///< row in `rows`
    std::int64_t embeddedBy = -1;       ///< index of that call
};

/// Rows that a picture became.
struct PictureRows {
    std::string file;  ///< of the picture; empty: the trace does not say
    std::int64_t call = -1;
    std::size_t first = 0, count = 0;  ///< among all rows of the conversation
    std::size_t rowBytes = 0;
    SharedBytes rows;
};

/// What one call was given of the sequence.
struct Fed {
    std::size_t first = 0, count = 0;  ///< slots
    std::size_t rows = 0;              ///< of the input: more than `count` where it is padded
    /// Of ids that are not those of the sequence: the place in the input.
    std::optional<std::size_t> otherAt;
    std::int64_t otherId = -1, expectedId = -1;
    bool beyond = false;  ///< more than the sequence has
};

/// One conversation of the trace.
class Sequence {
public:
    /// `placeholder`: the id that stands for a picture's rows; negative: none is known.
    explicit Sequence(std::int64_t placeholder) : m_placeholder(placeholder) {}

    const std::vector<Slot>& slots() const& noexcept { return m_slots; }
    const std::vector<Slot>& slots() const&& = delete;
    const std::vector<PictureRows>& pictures() const& noexcept { return m_pictures; }
    const std::vector<PictureRows>& pictures() const&& = delete;
    std::size_t decoded() const noexcept { return m_decoded; }
    /// Whether it is known which ids stand for rows of pictures.
    bool knowsPlaceholder() const noexcept { return m_placeholder >= 0; }
    /// Rows of pictures that were met where no placeholder is known.
    std::size_t& met() noexcept { return m_met; }

    void addTokens(const traces::Tokens& tokens);
    void addChoice(std::int64_t id, std::size_t number);
    void addPicture(PictureRows rows);
    /// Whose ids an embedding was given. Takes note of the rows that it gave.
    Fed embed(const std::vector<std::int64_t>& ids, const CallStep& step, std::size_t output);
    /// Whose rows a decoder was given: `rows` of them.
    Fed decode(std::size_t rows);
    /// Whose ids a decoder was given.
    Fed decodeIds(const std::vector<std::int64_t>& ids);
    /// The same where only how many they are is known.
    Fed embedUnknown(std::size_t count);
    Fed decodeUnknown(std::size_t count);
    /// Everything begins anew.
    void restart();

private:
    void truncate(std::size_t size);
    void push(Slot slot);
    void expandPictures();
    Fed matched(const std::vector<std::int64_t>& ids, std::size_t first);

    std::int64_t m_placeholder;
    std::vector<Slot> m_slots;
    std::vector<PictureRows> m_pictures;
    std::size_t m_embedded = 0, m_decoded = 0;
    std::size_t m_pictureRows = 0;  ///< of m_pictures
    std::size_t m_placed = 0;       ///< slots of pictures
    std::size_t m_lastTokens = 0;   ///< where the last line of tokens begins
    std::size_t m_met = 0;
    std::size_t m_resolved = 0;  ///< pictures whose placeholders were looked at
};

}  // namespace etscope::conversation
