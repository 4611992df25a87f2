// The language that the window speaks: translations are compiled into the program. Texts in the source are English; their plural
// forms are a translation, too, which is always there. GUI thread only, except where it says otherwise.
#pragma once

#include <QString>
#include <cstdint>
#include <span>

namespace etscope::ui {

struct Language {
    const char* code;     ///< "de"; of settings and --language
    const char* command;  ///< "view.language.de"
    const char* name;     ///< in itself, with the letter of the menu: "&Deutsch"
};
std::span<const Language> languages();
/// Whether applyLanguage() knows it; an empty code, the language of the system, is one.
bool isLanguage(const QString& code);

/// What texts are translated into from now on: called before the first widget is made. An empty code is the language of the
/// system; one that there is no translation for is English.
void applyLanguage(const QString& code);
/// What is chosen for the next start; empty: the language of the system. Begins as what was applied.
QString chosenLanguage();
void chooseLanguage(const QString& code);

/// The number for `%n` of tr(): texts have the number as countText() writes it. Any thread.
int counted(std::uint64_t count);

}  // namespace etscope::ui
