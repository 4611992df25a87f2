// Links to a thing of a file, for chats, tickets and notes: et://FILE#ADDRESS, both percent-encoded, FILE a path.
#pragma once

#include <QString>
#include <optional>

namespace etscope::ui {

struct Link {
    QString file;     ///< a path, absolute or relative; also of a folder or a session file
    QString address;  ///< may be empty

    QString text() const;
    /// Nothing for what is no link: another scheme, no file, broken escapes.
    static std::optional<Link> parse(const QString& text);
};

}  // namespace etscope::ui
