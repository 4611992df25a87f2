// MoreColumns: at the end of a table's titles, that columns have no room and the worst mark in them; a click shows all columns,
// which scroll sideways then, another only those that have room. GUI thread only.
#pragma once

#include <QToolButton>

#include "look/marks.h"

namespace etscope::ui {

class MoreColumns : public QToolButton {
    Q_OBJECT
public:
    /// Of the table with that header; hidden while nothing is missing.
    explicit MoreColumns(QWidget* header);
    /// What the titles leave for it.
    int room() const;
    /// Titles of the columns that have no room, or had none before all were shown; none: nothing is to be said.
    void setMissing(const QStringList& titles, Mark worst);
    bool showsAll() const { return isChecked(); }
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void place();
};

}  // namespace etscope::ui
