// Conversation: a trace as it was held: the text as it grew, each token with its certainty, and what was checked with what is
// wrong. GUI thread only.
#pragma once

#include "answers/conversation_table.h"
#include "pages/rows_page.h"

class QLabel;
class QTextBrowser;

namespace etscope::ui {

class ConversationPage : public RowsPage {
    Q_OBJECT
public:
    explicit ConversationPage(Workspace& workspace, QWidget* parent = nullptr);

protected:
    Maker maker() const override;
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Session; }
    void remake() override;
    void leaveChart() override;
    void showRows(const Rows& rows) override;

private:
    struct Answer {
        ConversationPtr made;
    };
    void showTalk();
    void chooseToken(std::size_t token);

    QLabel *m_words, *m_tokenWords;
    QTextBrowser* m_talk;
    std::optional<std::size_t> m_token;
    std::shared_ptr<Answer> m_answer = std::make_shared<Answer>();
};

}  // namespace etscope::ui
