// TalkView: a conversation as it was held, block by block: messages with their pictures, prompts with their ids, answers token by
// token. GUI thread only.
#pragma once

#include <QHash>
#include <QImage>
#include <QPointer>
#include <QSize>
#include <QWidget>

#include "answers/talk_facts.h"

class QScrollArea;
class QVBoxLayout;

namespace etscope::ui {

/// A picture of the trace's folder, small.
struct TalkThumbnail {
    QImage image;  ///< null: it cannot be shown
    QSize size;    ///< of the picture
    QString why;
};
using TalkThumbnails = QHash<QString, TalkThumbnail>;
/// Reads PNG files of the trace's folder, each within the bounds of conversation::readPicture(); of many the first. Any thread.
TalkThumbnails readThumbnails(const session::Session& session, const JobContext& job);

class TalkView : public QWidget {
    Q_OBJECT
public:
    explicit TalkView(QWidget* parent);
    void setTalk(const ConversationPtr& made, const std::vector<TalkBlock>& blocks, const TalkThumbnails& pictures);
    void clear();
    /// Marks the token without telling, and brings it into view.
    void choose(std::optional<std::size_t> token);
    /// What keys go to: the line of the token that is marked.
    QWidget* focusLine() const;
    const std::optional<std::size_t>& chosen() const { return m_chosen; }
    QSize sizeHint() const override;

signals:
    void tokenChosen(qulonglong token);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    struct Line {
        QPointer<TokenLine> view;
        std::vector<std::size_t> tokens;
    };
    QWidget* makeBlock(const TalkBlock& block, const TalkThumbnails& pictures);
    void addMessage(const TalkBlock& block, const TalkThumbnails& pictures, QVBoxLayout* into, QWidget* in);
    void addPicture(const TalkPicture& picture, const TalkThumbnails& pictures, QVBoxLayout* into, QWidget* in);
    void addPrompt(const TalkBlock& block, QVBoxLayout* into, QWidget* in);
    void addAnswer(const TalkBlock& block, QVBoxLayout* into, QWidget* in);
    void leaveLine(std::size_t line, bool forward);
    void fit();
    void bringIntoView();

    ConversationPtr m_made;
    std::optional<std::size_t> m_chosen;
    std::vector<Line> m_lines;
    QScrollArea* m_area;
    QWidget* m_content;
    QVBoxLayout* m_blocks;
};

}  // namespace etscope::ui
