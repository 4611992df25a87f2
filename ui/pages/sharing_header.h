// TurnedTitles: titles of many narrow columns of a header, turned so that all of them can be read. GUI thread only.
#pragma once

#include <QHeaderView>

namespace etscope::ui {

/// Paints a header; what else the header does, it does. A child of it.
class TurnedTitles : public QObject {
    Q_OBJECT
public:
    /// Columns from `first` to before `end` have turned titles. The header has its model.
    TurnedTitles(QHeaderView& header, int first, int end);
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void paint();
    void fit();
    QString titleOf(int column) const;
    bool isTurned(int column) const { return column >= m_first && column < m_end; }

    QHeaderView& m_header;
    int m_first, m_end;
};

}  // namespace etscope::ui
