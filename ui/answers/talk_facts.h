// What the page of a conversation shows, as values: what was said, block by block, and of one token the calls that made it, the
// rows of its prompt, its choice. Any thread.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "charts/call_rows.h"
#include "charts/choice_bars.h"
#include "charts/margin_chart.h"
#include "charts/splice_bar.h"
#include "charts/token_line.h"
#include "conversation/conversation.h"
#include "session/session.h"

namespace etscope::ui {

using ConversationPtr = std::shared_ptr<const conversation::Answer>;

/// A picture of a message.
struct TalkPicture {
    QString file;  ///< as the trace names it
    Mark mark = Mark::Missing;
    QStringList words;  ///< what became of it
};

/// A message, a prompt with its ids, an answer, or what else there is.
struct TalkBlock {
    enum class Kind { Message, Prompt, Answer, Note };

    Kind kind = Kind::Note;
    QString who, about, text;
    Mark mark = Mark::None;  ///< of a prompt
    QString said;            ///< beside the mark; how much more there is
    std::vector<TalkPicture> pictures;
    std::vector<std::size_t> tokens;  ///< of the answer's: places in Answer::tokens
    qint64 message = 0;               ///< its number; 0: it has none
};
/// In the order of the trace; of very many the first, and how many more there are.
std::vector<TalkBlock> talkBlocks(const session::Session& session, const conversation::Answer& made);

/// The session's first trace; null: there is none.
const session::SessionFile* traceFileOf(const session::Session& session);
/// Pictures that messages name, each once, the first of them.
QStringList picturesOf(const session::Session& session, qsizetype most);

/// A blank is a dot, a line break ↵; of an id without text "⟨12⟩".
QString tokenName(const conversation::ChosenToken& token);
/// The same of the reference's.
QString referenceName(const conversation::ChosenToken& token);
QString inQuotes(const QString& words);
/// What is wrong at it: its choice, its text, or its call.
std::vector<const conversation::Finding*> findingsAt(const conversation::Answer& made, const conversation::ChosenToken& token);
ShownToken shownToken(const conversation::Answer& made, std::size_t token);
/// "id 2644, 34.5 %, reference “dog” 35.3 %".
QString tokenTitle(const conversation::Answer& made, std::size_t token);
/// The token that is looked at first: one that is not the reference's, else one at which something is wrong, else the first.
std::optional<std::size_t> firstToken(const conversation::Answer& made);
/// The token that an address means, also that which a call made.
std::optional<std::size_t> tokenOf(const conversation::Answer& made, const session::Entity& entity);

std::vector<MarginItem> marginItems(const conversation::Answer& made);
std::vector<CallRow> callRows(const conversation::Answer& made, std::size_t token);
/// The rows of the prompt that the token followed.
struct SpliceFacts {
    std::vector<SpliceBox> boxes;  ///< none: nothing tells
    QString title, said;
    Mark mark = Mark::None;
};
SpliceFacts spliceFacts(const conversation::Answer& made, std::size_t token);
std::vector<ChoiceCandidate> choiceCandidates(const conversation::Answer& made, std::size_t token);
/// "position 0 of 1, greedy", and what the reference says of it.
QString choiceAbout(const conversation::ChosenToken& token);
QString choiceSaid(const conversation::Answer& made, const conversation::ChosenToken& token);

Mark markOfTalk(conversation::State state);
/// "[1,83,576] → [1,83,49280]".
QString shapesText(const conversation::CallFacts& call);

}  // namespace etscope::ui
