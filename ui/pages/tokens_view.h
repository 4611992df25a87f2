// TokensView: a compared output over a vocabulary as the tokens that both sides choose: all positions, and the likeliest tokens at
// one of them. GUI thread only.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>

#include "charts/candidates_view.h"
#include "charts/token_strip.h"
#include "jobs/job.h"
#include "workspace/workspace.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace etscope::ui {

class ImageStrip;

class TokensView : public QWidget {
    Q_OBJECT
public:
    explicit TokensView(Workspace& workspace, QWidget* parent = nullptr);
    /// Reads both sides.
    void setOutput(const compare::OutputPair& pair, const tokens::TokenSides& sides);
    void clear();
    bool isEmpty() const { return !m_set; }
    /// The next position, in that direction, where the chosen tokens differ; false: there is none. `around`: from the end on at the
    /// other end.
    bool nextDifferent(bool forward, bool around);

private:
    struct Answer {
        std::shared_ptr<const tokens::OutputTokens> made;
        std::shared_ptr<const tokens::SessionTokenizer> tokenizer;
    };
    void show(const Answer& answer);
    void showPosition(std::size_t position);
    void showSummary();
    void showLead();

    Workspace& m_workspace;
    bool m_set = false;
    std::shared_ptr<const tokens::OutputTokens> m_made;
    TokenTexts m_texts;
    std::size_t m_position = 0;
    TokenStrip* m_strip;
    CandidatesView* m_candidates;
    ImageStrip* m_images;
    QLabel *m_summary, *m_heading, *m_lead;
    QComboBox* m_most;
    QPushButton* m_next;
    Job<Answer> m_job{this};
    Job<tokens::PositionDetail> m_detail{this};
};

}  // namespace etscope::ui
