// PictureView: a tensor as a picture under the choices of which and how; of two sides both and their difference. Reads in a job,
// and only while it is in view. GUI thread only.
#pragma once

#include <QWidget>

#include "charts/picture_plot.h"
#include "compare/outputs.h"
#include "jobs/job.h"
#include "look/marks.h"
#include "workspace/workspace.h"

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

/// The picture that was fed with the tokens of a case, and its channels, small, and what speaks for its being this one; a click
/// leads to its elements. Out of sight where the case has none.
class ImageStrip : public QWidget {
    Q_OBJECT
public:
    explicit ImageStrip(Workspace& workspace, QWidget* parent = nullptr);
    void setOutput(const compare::OutputPair& pair);
    void clear();
    PicturePlot* plot() const { return m_plot; }

private:
    struct Found {
        Address address;  ///< invalid: there is no picture
        QString name, about;
        std::vector<PicturePlot::Picture> pictures;
        std::vector<std::pair<Mark, QString>> checks;  ///< what speaks for it, and what does not
    };
    static Result<Found> read(const SessionPtr& session, const compare::OutputPair& pair, const JobContext& job);
    void showFound(Found found);
    void showChecks(const std::vector<std::pair<Mark, QString>>& checks);

    Workspace& m_workspace;
    QLabel* m_words;
    QWidget* m_checks;
    PicturePlot* m_plot;
    Address m_address;
    Job<Found> m_job{this};
};

}  // namespace etscope::ui
