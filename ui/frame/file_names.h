// Names of the files of a session, as the window shows and addresses them.
#pragma once

#include <QStringList>

#include "session/session.h"

namespace etscope::ui {

/// session::fileNames() as the window's text; made once, too.
QStringList fileNames(const session::Session& session);
/// Indices of its files: what makes the session first, then data and values.
std::vector<std::size_t> filesByKind(const session::Session& session);

}  // namespace etscope::ui
