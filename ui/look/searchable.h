// What Ctrl+F goes through: tables, pictures of items, lists. GUI thread only.
#pragma once

#include <QString>
#include <QStringList>
#include <algorithm>

namespace etscope::ui {

class Searchable {
public:
    virtual ~Searchable() = default;
    /// Goes to the next place of the text, round the end; false: there is none. `here`: the current one may be it.
    virtual bool find(const QString& text, bool forward, bool here = false) = 0;
};

/// The number after `current` (−1: none), round the end, that `holds`; −1: there is none.
template <class Holds>
int nextThat(int count, int current, bool forward, bool here, Holds holds) {
    const int step = forward ? 1 : -1, start = current < 0 ? (forward ? 0 : count - 1) : here ? current : current + step;
    for (int tried = 0; tried < count; ++tried)
        if (const int at = ((start + tried * step) % count + count) % count; holds(at)) return at;
    return -1;
}

/// Whether a text has all the words; no words are in none.
inline bool saysAll(const QString& text, const QString& words) {
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return !wanted.isEmpty() &&
           std::ranges::all_of(wanted, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace etscope::ui
