// Names of things of which several may have the same: "w", "w#2", "w#3", in the order in which they come. No two are equal,
// whatever the names are.
#pragma once

#include <QHash>
#include <QSet>
#include <QString>

namespace etscope::ui {

class NumberedNames {
public:
    QString add(const QString& name) {
        int& count = m_counts[name];
        QString given;
        do {
            given = ++count == 1 ? name : QStringLiteral("%1#%2").arg(name).arg(count);
        } while (m_given.contains(given));
        m_given.insert(given);
        return given;
    }

private:
    QHash<QString, int> m_counts;
    QSet<QString> m_given;
};

}  // namespace etscope::ui
