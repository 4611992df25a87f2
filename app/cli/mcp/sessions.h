// Sessions that stay open between questions: the last few, each as long as its files stay as they are and no question has found
// anything in them, which would be told in the answers of others. One thread.
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "answer.h"

namespace etscope::mcp {

class Sessions {
public:
    /// The files that the options name. Errors: those of cli::openSession().
    Result<std::shared_ptr<const session::Session>> open(const cli::Options& options, const JobContext& job);

private:
    struct Open {
        std::string key;  ///< what was asked to be opened, with sizes and times of the files
        std::shared_ptr<const session::Session> session;
        std::size_t found = 0;  ///< diagnostics that opening gave
    };
    std::deque<Open> m_open;  ///< the last one asked first
};

}  // namespace etscope::mcp
