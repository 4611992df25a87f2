// TokenPanel: of one token of a conversation: what is known of it, the calls that made it, the rows of its prompt, its choice. GUI
// thread only.
#pragma once

#include <QWidget>

#include "answers/talk_facts.h"

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace etscope::ui {

class ElidedLabel;
class TextLabel;

/// A line that begins a part of a panel: what it is, about it, and at the right what is said of it.
class PanelHeading : public QWidget {
    Q_OBJECT
public:
    PanelHeading(const QString& title, QWidget* parent);
    void set(const QString& about, const QString& said, Mark mark = Mark::None);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ElidedLabel *m_about, *m_said;
    QLabel* m_mark;
    Mark m_shown = Mark::None;
};

class TokenPanel : public QWidget {
    Q_OBJECT
public:
    explicit TokenPanel(QWidget* parent);
    /// `call`: the one that is selected; nothing: that whose logits were read.
    void setToken(const ConversationPtr& made, std::size_t token, std::optional<qint64> call);
    void clear();
    /// Where what is found out about the choice goes, below all.
    QVBoxLayout* blamePlace() const { return m_blame; }

signals:
    /// The token before (−1) or behind (1).
    void stepped(int by);
    void callChosen(qlonglong call);

private:
    QLabel *m_mark, *m_title;
    ElidedLabel* m_about;
    QToolButton *m_before, *m_after;
    TextLabel* m_wrong;
    PanelHeading *m_callsHead, *m_spliceHead, *m_choiceHead;
    CallRows* m_calls;
    SpliceBar* m_splice;
    ChoiceBars* m_choice;
    QWidget* m_content;
    QVBoxLayout* m_blame;
};

}  // namespace etscope::ui
