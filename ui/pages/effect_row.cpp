#include "pages/effect_row.h"

#include <QFrame>
#include <QLabel>

#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "workspace/page.h"

namespace etscope::ui {
namespace {

ElidedLabel* quietLine(const QString& words, QWidget* parent) {
    auto* line = new ElidedLabel(parent);
    line->setTextFormat(Qt::PlainText);
    line->setForegroundRole(QPalette::PlaceholderText);
    line->setText(words);
    return line;
}

QWidget* wrappedLine(const QString& words, QWidget* parent) {
    auto* line = new QLabel(words, parent);
    line->setTextFormat(Qt::PlainText);
    line->setWordWrap(true);
    line->setForegroundRole(QPalette::PlaceholderText);
    return line;
}

}  // namespace

EffectRow::EffectRow(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("effects"));
    setAccessibleName(tr("From cause to effect"));
    auto* column = makeColumn(this, {}, 4);
    column->addWidget(makeHeading(accessibleName(), tr("each step leads to its evidence"), this));
    column->addLayout(m_cards = makeRow(nullptr, {0, 0, 0, 10}, px(8)));
    hide();
}

void EffectRow::setSteps(const std::vector<EffectStep>& steps) {
    emptyLater(m_cards);
    for (const EffectStep& step : steps) {
        if (m_cards->count() > 0) m_cards->addWidget(plainLabel(QStringLiteral("›"), this, &Tokens::text3));
        m_cards->addWidget(makeCard(step), 1);
    }
    setVisible(!steps.empty());
}

QWidget* EffectRow::makeCard(const EffectStep& step) {
    auto* card = named(step.cause && step.mark == Mark::Differ ? "cardOfCause" : "card", new QFrame(this));
    auto* column = makeColumn(card, {px(12), px(8), px(12), px(8)}, px(3));
    column->addWidget(quietLine(step.heading, card));
    auto* line = makeRow(nullptr, {}, px(6));
    if (step.mark != Mark::None) line->addWidget(makeMark(step.mark, px(14), card), 0, Qt::AlignTop);
    auto* title = new TextLabel({}, Qt::RichText, &Tokens::text, card);
    withTheme(title, [title, step] {
        const QString shown = step.proof.valid() ? quietLink(step.proof.text(), step.title) : html(step.title);
        title->setWhole(QStringLiteral("<b>%1</b>").arg(shown));
    });
    connect(title, &QLabel::linkActivated, this, [this, proof = step.proof] { emit linkActivated(proof); });
    line->addWidget(title, 1);
    column->addLayout(line);
    if (!step.code.isEmpty()) {
        auto* code = quietLine(step.code, card);
        withTheme(code, [code] { code->setFont(codeFont()); });
        column->addWidget(code);
    }
    // Words go on in a second line; a path has none to break at.
    for (const QString& one : step.lines)
        column->addWidget(one.contains(QLatin1Char(' ')) ? wrappedLine(one, card) : quietLine(one, card));
    if (!step.todo.isEmpty()) column->addWidget(wrappedLine(step.todo, card));
    if (!step.deeds.empty()) {
        auto* deeds = makeRow(nullptr, {}, px(12));
        for (const auto& [words, target] : step.deeds) {
            auto* deed = new QLabel(card);
            withTheme(deed, [deed, words = words, target = target] { deed->setText(quietLink(target.text(), words)); });
            connect(deed, &QLabel::linkActivated, this, [this, target = target] { emit linkActivated(target); });
            deeds->addWidget(deed);
        }
        deeds->addStretch();
        column->addLayout(deeds);
    }
    column->addStretch();
    return card;
}

}  // namespace etscope::ui
