// Tensors: all tensors of the session; of the selected one statistics, histogram, heat map and elements. GUI thread only.
#pragma once

#include "answers/tensor_model.h"
#include "charts/element_grid.h"
#include "charts/heat_view.h"
#include "charts/histogram_view.h"
#include "models/table_view.h"
#include "pages/channel_view.h"
#include "tensor/statistics.h"
#include "workspace/page.h"

class QLabel;
class QLineEdit;
class QStackedLayout;
class QTabBar;

namespace etscope::ui {

class PictureView;

class TensorsPage : public Page {
    Q_OBJECT
public:
    explicit TensorsPage(Workspace& workspace, QWidget* parent = nullptr);
    TableView* mainTable() const override { return m_view; }
    bool hasContent() const override { return workspace().session() != nullptr; }
    TableView* table() const { return m_view; }

protected:
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Session; }
    void refresh() override;
    void followSelection(const Address& selection) override;
    void leave() override;

private:
    struct Numbers {
        tensor::Statistics statistics;
        tensor::Histogram histogram;
    };
    QWidget* makeDetail();
    void showTensor(int row);
    void showNone();
    void showCount();
    void showNumbers(const Numbers& numbers);
    void exportTensor();
    void writeTensor(const inventory::TensorRow& row, const QString& path);

    TensorModel m_model;
    TableView* m_view;
    QLabel *m_count, *m_title, *m_message, *m_statistics;
    QLineEdit* m_filter;
    HistogramView* m_histogram;
    HeatView* m_heat;
    ElementGrid* m_grid;
    ChannelView* m_channels;
    PictureView* m_picture;
    QWidget* m_detail;
    int m_row = -1;
    Numbers m_numbers;  ///< of the tensor in view, once they are known
    using Listed = std::pair<TensorModel::List, std::shared_ptr<const TensorModel::Order>>;
    Job<Listed> m_list{this};
    Job<Numbers> m_measure{this};
    Job<bool> m_export{this};
};

}  // namespace etscope::ui
