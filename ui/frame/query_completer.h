// QueryCompleter: offers the keys of the query language while a term is typed in the search line. GUI thread only.
#pragma once

#include <QObject>

class QCompleter;
class QLineEdit;

namespace etscope::ui {

class QueryCompleter : public QObject {
    Q_OBJECT
public:
    /// Lives as long as the line.
    explicit QueryCompleter(QLineEdit* line);
    QCompleter* completer() const { return m_completer; }

private:
    void offer();
    void insert(const QString& key);
    /// The term that the cursor stands behind, from its first letter on; its start in the line.
    QString termBefore(int& start) const;

    QLineEdit* m_line;
    QCompleter* m_completer;
};

}  // namespace etscope::ui
