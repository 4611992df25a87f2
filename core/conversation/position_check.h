// Positions and masks of calls: they go on, without a gap, within the bound, and let each position see what is before it. One
// thread. Rules: docs/FORMATS.md "Conversations".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conversation/opened.h"
#include "conversation/sequence.h"

namespace etscope::conversation {

class PositionCheck {
public:
    PositionCheck(const Opened& opened, Findings& findings, const JobContext& job);

    /// What a decoder's call was told of positions and masks.
    void call(const CallStep& step, const MethodRoles& roles, const Sequence& sequence, const Fed& fed);
    void restart(const std::string& conversation);
    /// Masks are judged together: which kind they are, all of them tell.
    void finish();

private:
    void positions(const CallStep& step, std::size_t input, const Sequence& sequence, const Fed& fed, bool besides);
    void hashedPositions(const CallStep& step, std::size_t input, const Fed& fed);
    void turned(const CallStep& step, std::size_t input, const std::vector<std::int64_t>& values, const Sequence& sequence,
                const Fed& fed);
    void mask(const CallStep& step, std::size_t input, const Sequence& sequence, const Fed& fed);
    void tell(const CallStep& step, std::size_t input, std::size_t at, std::int64_t given, std::int64_t wanted,
              Evidence evidence = Evidence::Bytes);

    /// What a position sees.
    struct Row {
        const CallStep* step = nullptr;
        std::size_t input = 0, row = 0;
        std::int64_t position = 0;           ///< its own
        std::int64_t first = -1, last = -1;  ///< that it sees
        bool holes = false, itself = false;
        std::int64_t pictureEnd = -1;  ///< of a picture's row: the last one of its picture
        std::int64_t columns = 0;

        void see(std::int64_t column) {
            if (first < 0) first = column;
            last = column;
            itself = itself || column == position;
            ++seen;
        }
        void finish() { holes = first >= 0 && seen != last - first + 1; }
        std::int64_t seen = 0;
    };

    Findings& m_findings;
    const JobContext& m_job;
    std::optional<std::int64_t> m_bound;
    std::map<std::string, std::int64_t> m_next;  ///< of turned positions, by conversation and input
    std::vector<Row> m_rows, m_inverted;         ///< `m_inverted`: as if what is set were hidden
};

}  // namespace etscope::conversation
