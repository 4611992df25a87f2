// ShownByMethod: what a person looks at of each method. Kept with the session, which many threads ask.
#pragma once

#include <map>
#include <mutex>

#include "session/session.h"

namespace etscope::ui {

/// `Shown`: one that is default-made is nothing.
template <class Shown>
class ShownByMethod {
public:
    using Ptr = std::shared_ptr<const ShownByMethod>;
    static Ptr in(const session::Session& session) {
        return *session.store().get<ShownByMethod>("", JobContext(), [] { return Result<Ptr>(std::make_shared<ShownByMethod>()); });
    }
    void set(const std::string& method, Shown shown) const {
        const std::scoped_lock lock(m_mutex);
        m_shown[method] = std::move(shown);
    }
    Shown of(const std::string& method) const {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_shown.find(method);
        return found == m_shown.end() ? Shown() : found->second;
    }

private:
    mutable std::mutex m_mutex;
    mutable std::map<std::string, Shown> m_shown;
};

}  // namespace etscope::ui
