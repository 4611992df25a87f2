// ImageStrip: the picture that was fed with the tokens of a case, and its channels, small, and what speaks for its being this one;
// a click leads to its elements. Out of sight where the case has none. GUI thread only.
#pragma once

#include <QWidget>

#include "charts/picture_plot.h"
#include "compare/outputs.h"
#include "frame/workspace.h"
#include "jobs/job.h"
#include "look/marks.h"

class QLabel;

namespace etscope::ui {

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
