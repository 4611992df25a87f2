// Names of the files of a session, as the window shows and addresses them.
#pragma once

#include <QStringList>

#include "session/session.h"

namespace etscope::ui {

/// In the order of files(): the file's own name; of several with one name each has as many of its folders as tell them apart.
QStringList fileNames(const session::Session& session);

}  // namespace etscope::ui
