#include "pages/token_words.h"

#include <QCoreApplication>

#include "look/language.h"
#include "look/numbers.h"
#include "tokens/output_tokens.h"

namespace etscope::ui {
namespace {

struct TokenWords {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::TokensView)
};

}  // namespace

QString leadText(const tokens::Position& position, const TokenTexts& texts) {
    const tokens::LeadJudgement judged = tokens::judgedLead(position);
    const QString mine = texts.of(position.reference.token), its = texts.of(position.runtime.token), lead = floatText(judged.lead),
                  error = floatText(judged.error);
    if (position.notFinite > 0)
        return TokenWords::tr("%n of the logits are NaN or infinite on one side only.", nullptr, counted(position.notFinite));
    if (position.agrees())
        return TokenWords::tr("Both choose %1; it leads by %2, and the logits err by up to %3.").arg(mine, lead, error);
    if (!judged.close)
        return TokenWords::tr("The reference was sure: %1 leads by %2. The runtime chooses %3, with logits that err by up to %4.")
            .arg(mine, lead, its, error);
    return TokenWords::tr(
               "The reference was hardly sure: %1 leads by %2 only, and the logits err by up to %3 here. A small error turns the "
               "choice.")
        .arg(mine, lead, error);
}

QString sharedText(const tokens::Position& position) {
    return TokenWords::tr("%1 of the 5 and %2 of the 10 likeliest are the same; entropy %3 nat, runtime %4.")
        .arg(QString::number(position.shared[0]), QString::number(position.shared[1]), floatText(position.reference.entropy),
             floatText(position.runtime.entropy));
}

}  // namespace etscope::ui
