// GapBar: beside the filter line of the numeric gap: what the signs of its parts mean, and what to do with its rows. The legend
// goes where there is no room. GUI thread only.
#pragma once

#include <QWidget>

class QPushButton;

namespace etscope::ui {

class FamilyLegend;

class GapBar : public QWidget {
    Q_OBJECT
public:
    explicit GapBar(QWidget* parent);
    /// The values of the row that is selected can be compared.
    void setComparable(bool comparable);
    /// Whether the page has room for the legend.
    void setRoomy(bool roomy);
    /// With the legend.
    int wholeWidth() const;

signals:
    void compareWanted();
    void nextWanted();

private:
    FamilyLegend* m_legend;
    QPushButton* m_compare;
    QPushButton* m_next;
};

}  // namespace etscope::ui
