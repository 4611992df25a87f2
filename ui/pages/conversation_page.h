// Conversation: a trace as it was held: left the text as it grew, each token with its certainty, what was checked, and whether
// errors matter; right what made the token that is chosen. GUI thread only.
#pragma once

#include "answers/conversation_table.h"
#include "pages/rows_page.h"
#include "pages/talk_view.h"

class QLabel;

namespace etscope::ui {

class BlamePanel;
class MarginChart;
class PanelHeading;
class SurenessLegend;
class TokenPanel;

class ConversationPage : public RowsPage {
    Q_OBJECT
public:
    explicit ConversationPage(Workspace& workspace, QWidget* parent = nullptr);
    /// Null: it is not known, or not yet.
    const ConversationPtr& answer() const { return m_answer->made; }
    /// Of the token in view, or the one that is selected: by its index in the trace.
    std::optional<qint64> callInView() const;

signals:
    /// Those of the trace are known, or not any more; another one is in view.
    void callsChanged();

protected:
    Maker maker() const override;
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Session; }
    void remake() override;
    void leaveChart() override;
    void showRows(const Rows& rows) override;
    void followSelection(const Address& selection) override;
    QWidget* contentFocus() const override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Answer {
        ConversationPtr made;
        std::vector<TalkBlock> blocks;
        TalkThumbnails pictures;
    };
    QWidget* makeChart();
    void forget();
    void show(std::optional<std::size_t> token, std::optional<qint64> call);
    void select(std::size_t token);
    void step(int by);
    void showWords();

    QLabel *m_mark, *m_words;
    QWidget *m_headline, *m_chartBox;
    TalkView* m_talk;
    SurenessLegend* m_legend;
    TokenPanel* m_panel;
    BlamePanel* m_blame;
    PanelHeading* m_chartHead;
    MarginChart* m_chart;
    std::optional<std::size_t> m_token;
    std::optional<qint64> m_call;
    std::shared_ptr<Answer> m_answer = std::make_shared<Answer>();
};

}  // namespace etscope::ui
