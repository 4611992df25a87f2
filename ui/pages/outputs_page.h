// Outputs: reference outputs against runtime outputs as a matrix method × output × case; the selected cell's difference with
// metrics, image, histograms and worst elements. Tolerance edits judge again without reading again. GUI thread only.
#pragma once

#include <QLineEdit>
#include <QTimer>
#include <optional>

#include "charts/heat_view.h"
#include "charts/plot_area.h"
#include "frame/page.h"
#include "pages/output_matrix.h"
#include "session/outputs.h"
#include "tensor/comparison.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QTableWidget;
class QTabBar;
class QStackedWidget;
class QVBoxLayout;

namespace etscope::ui {

class ElementGrid;

class OutputsPage : public Page {
    Q_OBJECT
public:
    explicit OutputsPage(Workspace& workspace, QWidget* parent = nullptr);
    bool nextBad(bool forward) override;
    Mark stateMark() const override;
    bool hasContent() const override;
    OutputMatrix* matrix() const { return m_matrix; }

protected:
    void refresh() override;

private:
    /// A pair with its sides kept for judging again.
    struct Loaded {
        session::OutputPair pair;
        std::shared_ptr<const tensor::ComparedPair> sides;  ///< null: not comparable as numbers
        session::OutputComparison comparison;
    };
    using LoadedList = std::vector<Loaded>;

    void makeBar(QVBoxLayout* column);
    QWidget* makeDetail();
    void load();
    void judge();
    void showMatrix();
    void showCell(int cell);
    void showMetrics(const Loaded& loaded);
    void showWorst(const Loaded& loaded);
    void showAround(const std::vector<std::int64_t>& place);
    session::OutputCompareOptions options() const;
    int cellOf(const Address& address) const;

    std::shared_ptr<LoadedList> m_loaded;
    int m_cell = -1;
    OutputMatrix* m_matrix;
    QComboBox* m_metric;
    QLineEdit *m_rtol, *m_atol;
    QCheckBox* m_equalNan;
    QLabel *m_chips, *m_title, *m_metrics, *m_aroundTitle;
    HeatView* m_heat;
    HistogramView *m_differences, *m_values;
    QTableWidget *m_worst, *m_around;
    ElementGrid *m_referenceGrid, *m_runtimeGrid;
    QTabBar* m_mode;
    QStackedWidget *m_modes, *m_stack;
    QWidget* m_filled;
    QWidget* m_empty = nullptr;
    QTimer m_delay;
    std::weak_ptr<const session::Session> m_shown;
    Job<std::shared_ptr<LoadedList>> m_job;
};

}  // namespace etscope::ui
