#include "look/sentence.h"

#include <QRegularExpression>
#include <algorithm>
#include <array>

namespace etscope::ui {

QString withMinusSigns(QString words) {
    static const QRegularExpression kMinus(QStringLiteral("(?<=^|[ (\\[])-(?=[0-9.]+(e[-+]?[0-9]+)?([ ,;:)\\]]|$))"));
    return words.replace(kMinus, QString(QChar(0x2212)));
}

QString asSentence(QString words) {
    static const QRegularExpression kWord(QStringLiteral("^[a-z]+[ ,]"));
    if (words.contains(kWord)) words[0] = words[0].toUpper();
    return withMinusSigns(words);
}

QString asTitle(const QString& words) {
    static constexpr std::array kStarts{QLatin1String("the "),  QLatin1String("no "),      QLatin1String("a "),
                                        QLatin1String("an "),   QLatin1String("nothing "), QLatin1String("values "),
                                        QLatin1String("its "),  QLatin1String("some "),    QLatin1String("calls "),
                                        QLatin1String("runs "), QLatin1String("outputs ")};
    const bool sentence = std::ranges::any_of(kStarts, [&](QLatin1String start) { return words.startsWith(start); });
    return sentence ? asSentence(words) : withMinusSigns(words);
}

}  // namespace etscope::ui
