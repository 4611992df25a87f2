#include "frame/file_names.h"

#include "look/numbers.h"
#include "session/file_names.h"

namespace etscope::ui {

QStringList fileNames(const session::Session& session) {
    QStringList names;
    for (const std::string& name : session::fileNames(session)) names.append(text(name));
    return names;
}

}  // namespace etscope::ui
