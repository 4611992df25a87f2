#include "look/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <algorithm>
#include <limits>

#include "look/numbers.h"

/// Resources of a library are registered from outside of its namespace.
static void registerTranslations() { Q_INIT_RESOURCE(translations); }

namespace etscope::ui {
namespace {

constexpr Language kLanguages[] = {{"en", "view.language.en", QT_TRANSLATE_NOOP("Command", "&English")},
                                   {"de", "view.language.de", QT_TRANSLATE_NOOP("Command", "&Deutsch")}};

QString s_chosen;

/// Numbers in texts look like those beside them.
class Translation : public QTranslator {
public:
    using QTranslator::QTranslator;
    QString translate(const char* context, const char* source, const char* comment, int n) const override {
        QString words = QTranslator::translate(context, source, comment, n);
        if (n >= 0) words.replace(QLatin1String("%n"), countText(static_cast<std::uint64_t>(n)));
        return words;
    }
};

void install(QTranslator* translator, const QString& file, const QString& folder) {
    if (translator->load(file, folder)) QCoreApplication::installTranslator(translator);
}

void installOwn(const QString& code) {
    install(new Translation(qApp), QStringLiteral("etscope_") + code, QStringLiteral(":/translations"));
}

/// Under every other language: a text without a translation has its English plural.
void loadEnglish() {
    registerTranslations();
    installOwn(QStringLiteral("en"));
}
Q_COREAPP_STARTUP_FUNCTION(loadEnglish)

}  // namespace

std::span<const Language> languages() { return kLanguages; }

bool isLanguage(const QString& code) {
    return code.isEmpty() ||
           std::ranges::any_of(kLanguages, [&code](const Language& one) { return code == QLatin1String(one.code); });
}

void applyLanguage(const QString& code) {
    s_chosen = code;
    const QString spoken = code.isEmpty() ? QLocale::system().uiLanguages().value(0).section(QLatin1Char('-'), 0, 0) : code;
    if (spoken == QLatin1String("en") || !isLanguage(spoken)) return;
    // The dialogs and shortcuts of Qt, where the system has their translation.
    install(new QTranslator(qApp), QStringLiteral("qtbase_") + spoken, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    installOwn(spoken);
}

QString chosenLanguage() { return s_chosen; }

void chooseLanguage(const QString& code) { s_chosen = code; }

int counted(std::uint64_t count) {
    return static_cast<int>(std::min<std::uint64_t>(count, static_cast<std::uint64_t>(std::numeric_limits<int>::max())));
}

}  // namespace etscope::ui
