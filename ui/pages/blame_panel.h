// BlamePanel: what is to blame for a token, asked for when somebody wants to know: its cost before, what is known while it goes on,
// then the parts with what each gives back. GUI thread only.
#pragma once

#include <QWidget>
#include <map>

#include "charts/blame_rows.h"
#include "conversation/blame.h"
#include "jobs/job.h"
#include "workspace/workspace.h"

class QPushButton;

namespace etscope::ui {

class ElidedLabel;
class PanelHeading;
class TextLabel;

using BlamePtr = std::shared_ptr<const conversation::Blame>;

/// Rows of the parts, those of a part behind it.
std::vector<BlameRow> blameRows(const conversation::Blame& blame);

class BlamePanel : public QWidget {
    Q_OBJECT
public:
    BlamePanel(Workspace& workspace, QWidget* parent);
    /// Shows what is known of it, else offers to find it out. A search that goes on for another token is not ended.
    void setToken(std::shared_ptr<const conversation::Answer> made, std::size_t token);
    /// Other files: nothing is known any more.
    void clear();
    /// What is known of the token in view; null: nothing.
    BlamePtr known() const;

private:
    void ask();
    void take(std::size_t token, Result<BlamePtr> found);
    void takePart(std::uint64_t search, const conversation::Blame& part);
    void showToken();

    Workspace& m_workspace;
    PanelHeading* m_head;
    TextLabel *m_words, *m_notes;
    QPushButton *m_ask, *m_cancel;
    BlameRows* m_rows;
    std::shared_ptr<const conversation::Answer> m_made;
    std::size_t m_token = 0;
    std::map<std::size_t, BlamePtr> m_found;  ///< by token; of searches that were ended what was known then
    std::map<std::size_t, QString> m_failed;
    std::optional<std::size_t> m_asked;  ///< the token that is asked about now
    BlamePtr m_part;                     ///< what is known of it so far
    std::uint64_t m_search = 0;
    Job<BlamePtr> m_job{this};
};

}  // namespace etscope::ui
