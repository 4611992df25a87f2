// Which theme is chosen, its names, and how "system" follows the desktop while the window is open. GUI thread only.
#pragma once

#include <QString>
#include <optional>

#include "look/tokens.h"

namespace etscope::ui {

/// The one of the last applyTheme().
Theme currentTheme();
/// "system", "light", "dark", "high-contrast": of --theme and the settings.
QString themeName(Theme theme);
std::optional<Theme> themeNamed(const QString& name);

/// Of the window's chrome, made from the tokens.
QString styleSheet(const Tokens& tokens);

/// The platform's colours are others: Theme::System is made anew.
void followPlatform();
/// What the desktop prefers, over what its palette looks like; nothing: it says nothing.
void setDesktopDark(std::optional<bool> dark);
/// Asks the desktop's settings portal for its preference, for setDesktopDark(); where there is none, nothing happens.
void askDesktop();

}  // namespace etscope::ui
