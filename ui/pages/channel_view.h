// ChannelView: statistics of every index along one axis of a tensor, measured in a job while it can be seen. GUI thread only.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "jobs/job.h"
#include "models/table_view.h"
#include "tensor/statistics.h"

class QComboBox;
class QLabel;

namespace etscope::ui {

class ChannelModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    void setChannels(std::vector<tensor::Statistics> channels) {
        reset([&] { m_channels = std::make_shared<const Channels>(std::move(channels)); });
    }
    std::span<const Column> columns() const override;
    int rows() const override { return static_cast<int>(m_channels->size()); }
    Cell cell(int row, int column) const override { return cellOf(*m_channels, row, column); }
    CellReader sharedReader() const override {
        return [channels = m_channels](int row, int column) { return cellOf(*channels, row, column); };
    }
    Address address(int) const override { return {}; }

private:
    using Channels = std::vector<tensor::Statistics>;
    static Cell cellOf(const Channels& channels, int row, int column);

    std::shared_ptr<const Channels> m_channels = std::make_shared<const Channels>();
};

class ChannelView : public QWidget {
    Q_OBJECT
public:
    explicit ChannelView(QWidget* parent = nullptr);
    void setTensor(const tensor::Tensor& tensor);
    void clear();
    ChannelModel& model() { return m_model; }
    /// Of the tensor that is shown; -1: it has no axes.
    int axis() const;

signals:
    /// A channel was opened: its index along axis().
    void channelOpened(int channel);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void measure();

    std::optional<tensor::Tensor> m_tensor;
    bool m_stale = false;
    ChannelModel m_model;
    QComboBox* m_axis;
    QLabel* m_note;
    TableView* m_table;
    Job<std::vector<tensor::Statistics>> m_job{this};
};

}  // namespace etscope::ui
