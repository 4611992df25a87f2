// Six facts of two exports, before and after: bytes, methods, weights, delegates, nodes, metadata; and the strip that shows them.
#pragma once

#include <QWidget>
#include <vector>

#include "compare/diff.h"
#include "compare/module_changes.h"

class QGridLayout;

namespace etscope::ui {

struct ChangeFact {
    QString title, value, note;
};

/// Any thread. Errors: `cancelled`; what cannot be read is said as not known.
Result<std::vector<ChangeFact>> changeFacts(const session::Session& before, const session::Session& after,
                                            const compare::SessionDiff& diff, const compare::ModuleChanges& changes,
                                            const JobContext& job);

/// Side by side; in two rows where there is no room. GUI thread only.
class FactStrip : public QWidget {
    Q_OBJECT
public:
    explicit FactStrip(QWidget* parent = nullptr);
    void setFacts(const std::vector<ChangeFact>& facts);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();

    QGridLayout* m_grid;
    std::vector<QWidget*> m_cells;
    int m_columns = 0;
};

}  // namespace etscope::ui
