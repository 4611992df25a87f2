// What is told of a token of a conversation, of a whole message, and of a call of its trace.
#include "answers/talk_facts.h"
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

QString linkOfCall(std::int64_t call) {
    return linkTo(Address::of(session::Entity::ofCall(call)), Inspector::tr("call %1").arg(call));
}

Told tellMessage(const conversation::Answer& made, const Address& address) {
    const auto place = static_cast<std::size_t>(address.column - 1);
    if (address.column < 1 || place >= made.messages.size())
        return fail("no-such-node", Inspector::tr("the trace has no such message").toStdString());
    const conversation::MessageFacts& message = made.messages[place];
    Facts facts{{Inspector::tr("Line"), QString::number(message.line)}};
    if (message.answer) facts.append({Inspector::tr("Tokens"), countText(message.tokens)});
    return EntityFacts{entityTitle(address),
                       message.answer ? Inspector::tr("an answer") : text(message.role),
                       {},
                       {{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Message"), {}, std::move(facts)}}};
}

}  // namespace

Told tellToken(const EntityQuestion& question, const JobContext& job) {
    const auto made = conversation::conversation(*question.session, job);
    if (!made) return made.failure();
    if (question.address.index < 0) return tellMessage(**made, question.address);
    const auto place = tokenOf(**made, question.address.entity());
    if (!place) return fail("no-such-node", Inspector::tr("the trace has no such token").toStdString());
    const conversation::ChosenToken& token = (*made)->tokens[*place];
    Facts facts;
    if (token.id) facts.append({Inspector::tr("Id"), QString::number(*token.id)});
    if (token.probability) facts.append({Inspector::tr("Probability"), floatText(*token.probability)});
    if (token.call) facts.append({Inspector::tr("Read from"), linkOfCall(*token.call)});
    facts.append({Inspector::tr("Line"), QString::number(token.line)});
    if (token.values.margin) facts.append({Inspector::tr("Margin of the reference"), floatText(*token.values.margin)});
    if (token.values.error) facts.append({Inspector::tr("Error of the logits"), floatText(*token.values.error)});
    const auto wrong = findingsAt(**made, token);
    const EntityState state = wrong.empty() ? EntityState{} : EntityState{Mark::Differ, said(wrong.front()->sentence)};
    return EntityFacts{Inspector::tr("Token “%1”").arg(tokenName(token)),
                       tokenTitle(**made, *place),
                       state,
                       {{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Choice"), {}, std::move(facts)}}};
}

Told tellTraceCall(const EntityQuestion& question, const JobContext& job) {
    const auto made = conversation::conversation(*question.session, job);
    if (!made) return made.failure();
    const auto call = std::ranges::find((*made)->told, question.address.index, &conversation::CallFacts::index);
    if (call == (*made)->told.end()) return fail("no-such-node", Inspector::tr("the trace has no such call").toStdString());
    Facts facts{{Inspector::tr("Method"), linkTo(Address::ofMethod(text(call->method)))}};
    if (const QString shapes = shapesText(*call); !shapes.isEmpty()) facts.append({Inspector::tr("Shapes"), code(shapes)});
    if (call->nanoseconds) facts.append({Inspector::tr("Time"), durationText(static_cast<double>(*call->nanoseconds))});
    if (call->first && call->count > 0)
        facts.append({Inspector::tr("Positions"), QStringLiteral("%1 … %2").arg(*call->first).arg(*call->first + call->count - 1)});
    if (!call->image.empty()) facts.append({Inspector::tr("Picture"), html(text(call->image))});
    if (call->token) {
        const conversation::ChosenToken& token = (*made)->tokens[*call->token];
        facts.append({Inspector::tr("Makes"), linkTo(Address::of(conversation::addressOf(token)), tokenName(token))});
    }
    facts.append({Inspector::tr("Line"), QString::number(call->line)});
    return EntityFacts{entityTitle(question.address),
                       text(call->method),
                       {markOfTalk(call->state), {}},
                       {{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Call"), {}, std::move(facts)}}};
}

}  // namespace etscope::ui
