// PictureView: a tensor as a picture under the choices of which and how; of two sides both and their difference. Reads in a job,
// and only while it is in view. GUI thread only.
#pragma once

#include <QWidget>

#include "charts/picture_plot.h"
#include "frame/workspace.h"
#include "jobs/job.h"

class QLabel;
class QLineEdit;

namespace etscope::ui {

class LabelledCombo;

class PictureView : public QWidget {
    Q_OBJECT
public:
    explicit PictureView(Workspace& workspace, QWidget* parent = nullptr);
    void setTensor(const tensor::Tensor& tensor);
    /// Of one shape.
    void setSides(const tensor::Tensor& reference, const tensor::Tensor& runtime);
    void clear();
    PicturePlot* plot() const { return m_plot; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Side {
        QString title;
        tensor::Tensor tensor;
    };
    struct Answer {
        std::vector<PicturePlot::Picture> pictures;
        QString note;
    };
    /// What was chosen, for a job.
    struct Choice {
        tensor::PictureRequest request;
        int mapping = 0;
        QString typed;
    };
    static Result<Answer> picturesOf(const SessionPtr& session, const std::vector<Side>& sides, const Choice& choice,
                                     const JobContext& job);
    void setShown(std::vector<Side> sides);
    void offerChoices();
    void compute();

    Workspace& m_workspace;
    LabelledCombo *m_item, *m_channel, *m_mapping;
    QLineEdit* m_typed;
    QLabel* m_note;
    PicturePlot* m_plot;
    std::vector<Side> m_sides;
    bool m_stale = false;
    Job<Answer> m_job{this};
};

}  // namespace etscope::ui
