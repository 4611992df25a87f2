#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "answers/talk_facts.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "traces/trace.h"

namespace etscope::ui {
namespace {

using conversation::CallFacts;
using conversation::Check;
using conversation::ChosenToken;
using conversation::Finding;
using conversation::SpliceRange;
using BlockAnswer = conversation::Answer;

struct TalkBlockTexts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::TalkTexts)
};

/// Of a text that is longer the rest is counted; blocks and tokens that are shown.
constexpr qsizetype kMostOfText = 4000;
constexpr std::size_t kMostBlocks = 1000, kMostTalkTokens = 20'000;
/// Pictures of a message, and of all.
constexpr std::size_t kMostOfMessage = 12, kMostTalkPictures = 200;
/// Tokens that a summary names.
constexpr int kMostNamedTokens = 3;

QString cutText(const std::string& words) {
    QString whole = text(words);
    const qsizetype left = whole.size() - kMostOfText;
    return left <= 0 ? whole
                     : whole.left(kMostOfText) +
                           TalkBlockTexts::tr(" … and %n more character(s)", nullptr, counted(static_cast<std::uint64_t>(left)));
}

QString roleWord(const std::string& role) {
    if (role == "user") return TalkBlockTexts::tr("User");
    if (role == "assistant") return TalkBlockTexts::tr("Assistant");
    if (role == "system") return TalkBlockTexts::tr("System");
    return text(role);
}

const conversation::CheckRow& blockCheck(const BlockAnswer& made, Check check) {
    return made.checks[static_cast<std::size_t>(check)];
}

const Finding* findingOf(const BlockAnswer& made, Check check, std::int64_t call) {
    const auto found =
        std::ranges::find_if(made.findings, [&](const Finding& one) { return one.check == check && one.place.call == call; });
    return found == made.findings.end() ? nullptr : &*found;
}

/// Where rows of a picture stand in its conversation.
QString placesOfRows(const BlockAnswer& made, std::int64_t call) {
    std::size_t rows = 0, first = 0, last = 0;
    for (const CallFacts& one : made.told)
        for (const SpliceRange& range : one.splice) {
            if (range.from != SpliceRange::From::Picture || range.call != call) continue;
            const std::size_t at = one.first.value_or(0) + range.first;
            first = rows == 0 ? at : std::min(first, at);
            last = std::max(last, at + range.count - 1);
            rows += range.count;
        }
    if (rows == 0) return {};
    return TalkBlockTexts::tr("%n row(s) at positions %1 … %2", nullptr, counted(rows)).arg(first).arg(last);
}

/// What became of a picture: the call that it was given to, whether the pixels are its own, where its rows went.
TalkPicture pictureFacts(const BlockAnswer& made, const std::string& file, const std::string& conversation, std::size_t line) {
    TalkPicture told{text(file), Mark::Missing, {}};
    const auto call = std::ranges::find_if(made.told, [&](const CallFacts& one) {
        return one.kind == conversation::MethodKind::Vision && one.image == file && one.conversation == conversation &&
               one.line > line;
    });
    if (call == made.told.end()) {
        told.words.append(TalkBlockTexts::tr("no call was given it"));
        return told;
    }
    told.words.append(TalkBlockTexts::tr("call %1: %2").arg(call->index).arg(shapesText(*call)));
    const auto& row = blockCheck(made, Check::Image);
    if (const Finding* finding = findingOf(made, Check::Image, call->index)) {
        told.mark = Mark::Differ;
        told.words.append(said(finding->sentence));
    } else if (row.looked > 0 && row.open == 0) {
        told.mark = Mark::Match;
        told.words.append(TalkBlockTexts::tr("size, order of channels and normalisation undone: equals the picture"));
    } else {
        told.words.append(TalkBlockTexts::tr("not known: %1").arg(said(row.reason)));
    }
    if (const QString rows = placesOfRows(made, call->index); !rows.isEmpty()) told.words.append(rows);
    return told;
}

/// The block of a message, prompt, …, line by line of the trace.
class BlockMaker {
public:
    explicit BlockMaker(const BlockAnswer& made) : m_made(made) {
        std::size_t shown = 0;
        for (std::size_t i = 0; i < made.tokens.size() && shown < kMostTalkTokens; ++i, ++shown)
            m_tokens[made.tokens[i].message].push_back(i);
        for (std::size_t i = 0; i < made.messages.size(); ++i) m_numbers[made.messages[i].line] = i + 1;
        for (const auto& call : made.told) m_several = m_several || call.conversation != made.told.front().conversation;
    }

    void add(const traces::Line& line) {
        if (const auto* message = line.as<traces::Message>()) return addMessage(line, *message);
        if (const auto* prompt = line.as<traces::Template>()) return addPrompt(line, *prompt);
        if (const auto* ids = line.as<traces::Tokens>()) return addIds(line, *ids);
        if (line.as<traces::Choice>() != nullptr) return addAnswer(line);
        if (const auto* reset = line.as<traces::Reset>())
            return addNote(line, TalkBlockTexts::tr("Reset"),
                           reset->how.empty() ? TalkBlockTexts::tr("all begins anew") : text(reset->how));
        if (const auto* end = line.as<traces::End>()) return addNote(line, TalkBlockTexts::tr("End"), text(end->reason));
    }
    std::vector<TalkBlock> take() {
        if (m_left > 0)
            m_blocks.push_back({TalkBlock::Kind::Note,
                                {},
                                {},
                                TalkBlockTexts::tr("… and %n more line(s)", nullptr, counted(m_left)),
                                Mark::None,
                                {},
                                {},
                                {},
                                0});
        return std::move(m_blocks);
    }

private:
    bool full() { return m_blocks.size() >= kMostBlocks && ++m_left > 0; }
    QString who(const QString& role, const traces::Line& line) const {
        return m_several && !line.conversation.empty() ? TalkBlockTexts::tr("%1, in %2").arg(role, text(line.conversation)) : role;
    }
    qint64 numberOf(const traces::Line& line) const {
        const auto found = m_numbers.find(line.number);
        return found == m_numbers.end() ? 0 : static_cast<qint64>(found->second);
    }
    void addMessage(const traces::Line& line, const traces::Message& message) {
        if (full()) return;
        TalkBlock block{TalkBlock::Kind::Message,
                        who(roleWord(message.role), line),
                        {},
                        cutText(message.text),
                        Mark::None,
                        {},
                        {},
                        {},
                        numberOf(line)};
        for (const std::string& image : message.images) {
            if (block.pictures.size() == kMostOfMessage || m_pictures == kMostTalkPictures) break;
            block.pictures.push_back(pictureFacts(m_made, image, line.conversation, line.number));
            ++m_pictures;
        }
        const std::size_t left = message.images.size() - block.pictures.size();
        if (left > 0) block.said = TalkBlockTexts::tr("… and %n more picture(s)", nullptr, counted(left));
        m_blocks.push_back(std::move(block));
    }
    void addPrompt(const traces::Line& line, const traces::Template& prompt) {
        if (full()) return;
        m_blocks.push_back({TalkBlock::Kind::Prompt,
                            who(TalkBlockTexts::tr("Template"), line),
                            {},
                            cutText(prompt.text).replace(QLatin1Char('\n'), QStringLiteral("↵")),
                            Mark::None,
                            {},
                            {},
                            {},
                            0});
        judge(m_blocks.back(), line, Check::Template, TalkBlockTexts::tr("as the chat template makes it"));
    }
    /// Ids stand with their prompt.
    void addIds(const traces::Line& line, const traces::Tokens& ids) {
        if (m_blocks.empty() || m_blocks.back().kind != TalkBlock::Kind::Prompt) {
            if (full()) return;
            m_blocks.push_back({TalkBlock::Kind::Prompt, who(TalkBlockTexts::tr("Ids"), line), {}, {}, Mark::None, {}, {}, {}, 0});
        }
        TalkBlock& block = m_blocks.back();
        block.about = TalkBlockTexts::tr("%n id(s)", nullptr, counted(ids.ids.size()));
        judge(block, line, Check::Tokens, TalkBlockTexts::tr("ids equal"));
    }
    void judge(TalkBlock& block, const traces::Line& line, Check check, const QString& right) {
        for (const Finding& finding : m_made.findings)
            if (finding.place.line == line.number && finding.check == check) {
                block.mark = Mark::Differ;
                block.said = said(finding.sentence);
                return;
            }
        const auto& row = blockCheck(m_made, check);
        if (block.mark == Mark::Differ) return;
        const bool known = row.looked > 0 && row.open == 0;
        if (!known && block.mark == Mark::Match) return;
        block.mark = known ? Mark::Match : Mark::Missing;
        block.said = known ? right : TalkBlockTexts::tr("not known");
    }
    void addAnswer(const traces::Line& line) {
        const qint64 number = numberOf(line);
        if (number == 0 || !m_made.messages[static_cast<std::size_t>(number) - 1].answer || full()) return;
        TalkBlock block{TalkBlock::Kind::Answer,
                        who(TalkBlockTexts::tr("Assistant"), line),
                        {},
                        {},
                        Mark::None,
                        {},
                        {},
                        m_tokens[static_cast<std::size_t>(number)],
                        number};
        const std::size_t all = m_made.messages[static_cast<std::size_t>(number) - 1].tokens;
        block.about = TalkBlockTexts::tr("%n token(s)", nullptr, counted(all));
        if (block.tokens.size() < all)
            block.said = TalkBlockTexts::tr("… and %n more token(s)", nullptr, counted(all - block.tokens.size()));
        QStringList others;
        for (const std::size_t token : block.tokens) {
            const ChosenToken& one = m_made.tokens[token];
            if (!one.values.other() || others.size() > kMostNamedTokens) continue;
            others.append(TalkBlockTexts::tr("%1 in place of %2").arg(inQuotes(referenceName(one)), inQuotes(tokenName(one))));
        }
        if (others.size() > kMostNamedTokens) others.back() = QStringLiteral("…");
        if (!others.isEmpty()) block.text = TalkBlockTexts::tr("The reference says %1").arg(others.join(QStringLiteral(", ")));
        m_blocks.push_back(std::move(block));
    }
    void addNote(const traces::Line& line, const QString& what, const QString& words) {
        if (!full()) m_blocks.push_back({TalkBlock::Kind::Note, who(what, line), {}, words, Mark::None, {}, {}, {}, 0});
    }

    const BlockAnswer& m_made;
    std::map<std::size_t, std::vector<std::size_t>> m_tokens;  ///< by message
    std::map<std::size_t, std::size_t> m_numbers;              ///< of messages by line
    std::vector<TalkBlock> m_blocks;
    std::uint64_t m_left = 0;
    std::size_t m_pictures = 0;
    bool m_several = false;
};

}  // namespace

QStringList picturesOf(const session::Session& session, qsizetype most) {
    QStringList all;
    const session::SessionFile* file = traceFileOf(session);
    if (file == nullptr) return all;
    for (const traces::Line& line : file->trace->lines())
        if (const auto* message = line.as<traces::Message>())
            for (const std::string& image : message->images) {
                if (all.size() >= most) return all;
                if (const QString name = text(image); !all.contains(name)) all.append(name);
            }
    return all;
}

std::vector<TalkBlock> talkBlocks(const session::Session& session, const BlockAnswer& made) {
    const session::SessionFile* file = traceFileOf(session);
    if (file == nullptr) return {};
    BlockMaker maker(made);
    for (const traces::Line& line : file->trace->lines()) maker.add(line);
    return maker.take();
}

}  // namespace etscope::ui
