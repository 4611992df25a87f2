// FamilyLegend: what the colours of operator families mean, or signs, on one line at its right end; those that have no room are
// left out. GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "look/marks.h"
#include "modules/operator_family.h"

namespace etscope::ui {

class FamilyLegend : public QWidget {
    Q_OBJECT
public:
    explicit FamilyLegend(QWidget* parent = nullptr);
    void setFamilies(std::vector<modules::OperatorFamily> families);
    /// What else is painted in their colours, under its own names; or a sign with its words.
    struct Entry {
        modules::OperatorFamily family = modules::OperatorFamily::Other;
        QString words;
        Mark sign = Mark::None;
    };
    void setEntries(std::vector<Entry> entries);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static double widthOf(const Entry& entry);

    std::vector<Entry> m_entries;
};

}  // namespace etscope::ui
