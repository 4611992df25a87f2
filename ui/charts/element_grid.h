// ElementGrid: a plane of a tensor's elements as a table, with axes, slices and places to go to. GUI thread only.
#pragma once

#include <QTableView>
#include <optional>

#include "charts/element_model.h"
#include "charts/heat_view.h"
#include "tensor/statistics.h"

class QLabel;
class QLineEdit;

namespace etscope::ui {

class ElementGrid : public QWidget {
    Q_OBJECT
public:
    explicit ElementGrid(QWidget* parent = nullptr);
    void setTensor(const tensor::Tensor& tensor);
    void clear();
    /// As that of the model.
    void setOther(const std::optional<tensor::Tensor>& other, const tensor::Tolerance& tolerance, Mark wrong = Mark::Differ);
    /// Beside another one that leads it needs none; `keepRoom`: its room stays empty.
    void setBarShown(bool shown, bool keepRoom = true);
    /// To be put where there is more room than above the elements.
    QWidget* bar() const { return m_bar; }
    void goTo(const std::vector<std::int64_t>& place);
    /// The next or previous NaN or infinity from the current element; says so when there is none.
    void nextNonFinite(bool forward);
    /// Each shows the place that the other is moved to, where their tensors have one shape.
    static void couple(ElementGrid* a, ElementGrid* b);
    ElementModel& model() { return m_model; }
    /// What has the keys.
    QTableView* table() const { return m_view; }

signals:
    /// Another part is in view, or another element is the current one.
    void moved();

private:
    void follow(const ElementGrid& leader);
    void addKeys();
    /// What is selected, exactly and with tabs, to the clipboard.
    void copy();
    void typedPlace();
    void showPlane();
    void showWindow();
    void toEdge(bool alongRow, bool last);
    void moveWindow();
    void tellMoved();

    std::optional<tensor::Tensor> m_tensor;
    QWidget* m_bar;
    AxisBar* m_axes;
    QTableView* m_view;
    QLabel *m_window, *m_message;
    QLineEdit* m_go;
    ElementModel m_model;
    bool m_following = false;
    Job<std::optional<std::uint64_t>> m_search{this};
    Job<QString> m_copy{this};
};

}  // namespace etscope::ui
