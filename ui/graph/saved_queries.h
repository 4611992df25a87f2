// SavedQueries: queries that the user keeps, in all windows and between runs. Nodes that a shown one matches wear its number in its
// colour. GUI thread only.
#pragma once

#include <QColor>
#include <QList>
#include <QObject>

namespace etscope::ui {

struct SavedQuery {
    QString text;
    bool shown = true;
    friend bool operator==(const SavedQuery&, const SavedQuery&) = default;
};

class SavedQueries : public QObject {
    Q_OBJECT
public:
    /// Numbers have one digit.
    static constexpr qsizetype kMost = 9;

    static SavedQueries& instance();
    const QList<SavedQuery>& list() const { return m_list; }
    /// False when the query is empty or there are kMost; one that is kept already is shown again.
    bool add(const QString& text);
    void remove(qsizetype at);
    void setShown(qsizetype at, bool shown);
    /// Of the query with that place in the list; they come again after four, the numbers do not.
    static QColor colour(qsizetype at);

signals:
    void changed();

private:
    SavedQueries();
    void store();

    QList<SavedQuery> m_list;
};

}  // namespace etscope::ui
