// Pixel values against pictures: what the processor makes of the picture that a call was given, and which other way was taken where
// they differ. One thread. Rules: docs/FORMATS.md "Pictures of conversations".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conversation/opened.h"

namespace etscope::conversation {

class ImageCheck {
public:
    ImageCheck(const Opened& opened, Findings& findings, const JobContext& job)
        : m_opened(opened), m_findings(findings), m_job(job) {}

    /// `file`: the picture of the call; empty: nothing tells. `others`: further pictures of the trace.
    void call(const CallStep& step, std::size_t input, const std::string& file, const std::vector<std::string>& others);

private:
    const Pixels* picture(const std::string& file, Sentence& why);
    void name(const void* look, const std::string& file, const std::vector<std::string>& others, Finding& finding);

    const Opened& m_opened;
    Findings& m_findings;
    const JobContext& m_job;
    std::map<std::string, Result<Pixels>> m_pictures;
    std::uint64_t m_pixels = 0;  ///< of those
};

}  // namespace etscope::conversation
