#include "pages/reach_view.h"

#include <QPainter>

#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

constexpr int kBarWidth = 130, kBarHeight = 8;

/// All of it in the colour of a match, a part in that of facts.
class ReachBar : public QWidget {
public:
    ReachBar(double part, QWidget* parent) : QWidget(parent), m_part(part) { setFixedSize(px(kBarWidth), px(kBarHeight)); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), tokens().hairline);
        painter.fillRect(QRectF(0, 0, width() * m_part, height()), m_part < 1 ? tokens().accent : tokens().match);
    }

private:
    double m_part;
};

}  // namespace

QList<Reach> reachOf(const session::Session& session, const findings::SessionVerdict& verdict,
                     const join::ConstantsCompared* constants) {
    const findings::OutputCounts& outputs = verdict.outputs;
    std::size_t judged = 0, calls = 0;
    for (const findings::MethodOutcome& method : verdict.methods)
        judged += method.right + method.wrong, calls += method.right + method.wrong + method.open;
    QList<Reach> all{
        {ReachView::tr("Outputs against the reference"), outputs.match + outputs.differ, outputs.all(), Link::on(PageId::Outputs),
         outputs.incomparable > 0 ? ReachView::tr("%n output(s) cannot be compared", nullptr, counted(outputs.incomparable))
                                  : ReachView::tr("%n output(s) have one side only", nullptr, counted(outputs.missing))},
        {ReachView::tr("Operators recomputed on what they read"), judged, calls, Link::on(PageId::Gap),
         ReachView::tr("%n call(s): inputs, operator or result are not known", nullptr, counted(calls - judged))}};
    if (constants != nullptr) {
        const std::size_t weights = constants->constants.all + constants->inside.all, looked = std::min(weights, verdict.constants);
        all.append(
            {ReachView::tr("Constants, program against record"), looked, weights, Link::on(PageId::Tensors),
             ReachView::tr("%n constant(s) have no counterpart in the record that tells", nullptr, counted(weights - looked))});
    }
    all.append({ReachView::tr("Files, one against another"), session.files().size() - verdict.unjoined, session.files().size(),
                Link::on(PageId::Containers),
                ReachView::tr("%n file(s) go by their names alone", nullptr, counted(verdict.unjoined))});
    all.removeIf([](const Reach& one) { return one.all == 0; });
    return all;
}

ReachView::ReachView(QWidget* parent) : QFrame(parent), m_column(makeColumn(this, {px(12), px(8), px(12), px(8)}, px(4))) {
    setObjectName(QStringLiteral("card"));
}

void ReachView::setReach(const QList<Reach>& reach) {
    emptyLater(m_column);
    QStringList missing;
    for (const Reach& one : reach) {
        auto* line = makeRow(nullptr, {}, px(12));
        auto* what = new ElidedLabel(this);
        what->setTextFormat(Qt::PlainText);
        what->setText(one.what);
        line->addWidget(what, 1);
        line->addWidget(new ReachBar(static_cast<double>(one.looked) / static_cast<double>(one.all), this));
        auto* count = new QLabel(this);
        count->setMinimumWidth(px(96));
        count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        withTheme(count, [count, one] {
            count->setText(quietLink(one.link.text(), tr("%1 of %2").arg(countText(one.looked), countText(one.all))));
        });
        connect(count, &QLabel::linkActivated, this, [this, link = one.link] { emit linkActivated(link); });
        line->addWidget(count);
        m_column->addLayout(line);
        if (one.looked < one.all) missing.append(one.known);
    }
    if (!missing.isEmpty()) {
        auto* why = new TextLabel({}, Qt::PlainText, &Tokens::text2, this);
        why->setWordWrap(true);
        why->setWhole(missing.join(QStringLiteral(" · ")));
        m_column->addWidget(why);
    }
    setVisible(!reach.isEmpty());
}

}  // namespace etscope::ui
