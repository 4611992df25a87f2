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
    /// Asks whether the output is over a vocabulary; its elements are read when the view is shown.
    void setOutput(const compare::OutputPair& pair);
    void clear();
    /// The next position, in that direction, where the chosen tokens differ; false: there is none. `around`: from the end on at the
    /// other end.
    bool nextDifferent(bool forward, bool around);

signals:
    /// Whether there is anything to show.
    void offered(bool any);
    /// A tokenizer is to be added to the session.
    void filesWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Offer {
        compare::OutputPair pair;
        tokens::TokenSides sides;
    };
    struct Answer {
        std::shared_ptr<const tokens::OutputTokens> made;
        std::shared_ptr<const tokens::SessionTokenizer> tokenizer;
    };
    void read();
    void show(const Answer& answer);
    void showPosition(std::size_t position);
    void showSummary();
    void showLead();

    Workspace& m_workspace;
    std::optional<Offer> m_offer;  ///< not read yet
    std::shared_ptr<const tokens::OutputTokens> m_made;
    TokenTexts m_texts;
    std::size_t m_position = 0;
    TokenStrip* m_strip;
    CandidatesView* m_candidates;
    ImageStrip* m_images;
    QLabel *m_summary, *m_heading, *m_lead;
    QComboBox* m_most;
    QPushButton* m_next;
    Job<std::optional<tokens::TokenSides>> m_offering{this};
    Job<Answer> m_job{this};
    Job<tokens::PositionDetail> m_detail{this};
};

}  // namespace etscope::ui
