// DifferenceView: one compared output in full: metrics, image of the differences, histograms, worst elements with their
// neighbourhood, both sides as grids, and as a picture where it is one. GUI thread only.
#pragma once

#include <QWidget>
#include <optional>

#include "answers/compared_output.h"
#include "answers/element_tables.h"
#include "answers/tables.h"
#include "charts/heat_view.h"
#include "charts/histogram_view.h"

class QHBoxLayout;
class QLabel;
class QTabBar;
class QStackedWidget;
class QVBoxLayout;

namespace etscope::ui {

class ElementGrid;
class PictureView;
class TableView;
class Workspace;

class DifferenceView : public QWidget {
    Q_OBJECT
public:
    explicit DifferenceView(Workspace& workspace, QWidget* parent = nullptr);
    /// `wrong`: how what is outside the tolerance stands: Differ, or Warning where that is no fault.
    void setOutput(const ComparedOutput& output, const compare::OutputCompareOptions& options, Mark wrong = Mark::Differ);
    void clear(const QString& why = {});

signals:
    /// The user takes a tolerance that would pass for this output: "rtol" or "atol", and the value as text; "own": takes it back.
    void toleranceChosen(QString name, QString value);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QLayout* makeHead();
    QWidget* makeDifference();
    QWidget* makeMetrics(QWidget* parent);
    QLayout* makeCharts(QWidget* parent);
    QLayout* makeLower(QWidget* parent);
    QWidget* makeSides();
    void showTitle();
    void showPicture();
    void offer(int mode, bool any);
    void showMetrics();
    void showCharts();
    void showHistograms();
    /// Whether differences are shown as shares of what is tolerated.
    bool isTolerated() const;
    void showDifferencesTitle();
    static QString noBarsText(const tensor::Metrics& metrics);
    void showPositions();
    void showPositionTitle();
    void showTolerance();
    void markSides();
    void clearCharts();
    void showWorst();
    void showAround(const Place& place);
    void followLink(const QString& link);

    std::optional<ComparedOutput> m_output;
    Mark m_wrong = Mark::Differ;
    compare::OutputCompareOptions m_options;
    QVBoxLayout* m_rows = nullptr;  ///< of charts and tables
    QLabel *m_title, *m_metrics, *m_aroundTitle, *m_differencesTitle, *m_positionTitle;
    QWidget* m_valuesTitle;
    HeatView* m_heat;
    HistogramView *m_differences, *m_values;
    PositionView* m_positions;
    RowsModel m_worst{Tables::worstElements(), this};
    AroundModel m_around;
    TableView *m_worstTable, *m_aroundTable;
    ElementGrid *m_referenceGrid, *m_runtimeGrid;
    PictureView* m_picture;
    QTabBar* m_mode;
    QStackedWidget* m_modes;
    Place m_place;  ///< that `m_around` is around
    bool m_histogramsStale = false;
    Job<tensor::ComparisonResult> m_histograms{this};
    Job<tensor::PositionErrors> m_findPositions{this};
};

}  // namespace etscope::ui
