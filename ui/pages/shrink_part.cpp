// The left half of ShrinkPage: the search for the smallest program that is still wrong, and its result.
#include <QDesktopServices>
#include <QDir>
#include <QLabel>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "answers/drift_words.h"
#include "look/flow_layout.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "pages/repro_parts.h"
#include "pages/shrink_page.h"

namespace etscope::ui {
namespace {

QString ofText(const std::optional<QString>& whole) { return whole ? ShrinkPart::tr("of %1").arg(*whole) : QString(); }

/// "× 7 370"; empty: it is not known.
QString ownErrorText(const std::optional<double>& error) {
    if (!error) return {};
    return QStringLiteral("× ") + (std::isfinite(*error) ? ratioText(*error) : QString(QChar(0x221E)));
}

std::optional<QString> wholeBytes(const std::optional<std::uint64_t>& bytes) {
    return bytes ? std::optional(bytesText(*bytes)) : std::nullopt;
}

}  // namespace

ShrinkPart::ShrinkPart(ReproBook& book, QWidget* parent) : QWidget(parent), m_book(book) {
    setObjectName(QStringLiteral("shrinkPart"));
    auto* column = makeColumn(this, {}, 0);
    column->addWidget(m_head = new ReproHead(tr("Shrink"), "shrinkStatus", this));
    connect(m_head, &ReproHead::cancelAsked, this, [this] { m_book.cancelShrinking(); });
    connect(m_head, &ReproHead::linkActivated, this, [this] {
        if (m_book.shrinking().answer)
            QDesktopServices::openUrl(QUrl::fromLocalFile(QDir(m_book.shrinking().asked.folder).absolutePath()));
        else if (m_book.of().valid())
            emit shrinkAsked();
    });
    auto* numbers = named("reproNumbers", new QFrame(this));
    auto* row = makeRow(numbers, {}, 0);
    const std::array titles{tr("Operators"), tr("Inputs"), tr("Weights"), tr("Own error")};
    for (std::size_t i = 0; i < m_numbers.size(); ++i) row->addWidget(m_numbers[i] = new LargeNumber(titles[i], numbers), 1);
    column->addWidget(numbers);
    column->addWidget(m_chart = new TrialChart(this), 3);
    m_legend = named("trialLegend", new QWidget(this));
    new FlowLayout(px(14), m_legend);
    m_legend->setContentsMargins(px(14), 0, px(14), px(8));
    column->addWidget(m_legend);
    auto* line = named("hairline", new QFrame(this));
    line->setFixedHeight(1);
    column->addWidget(line);
    column->addWidget(m_phases = named("shrinkPhases", new ReproLines(this)));
    column->addWidget(m_resultHead = new ReproHeading(tr("Result"), this));
    column->addWidget(m_files = new ResultFiles(this), 2);
    column->addStretch();  // before anything was asked for there is little to show
    connect(m_files, &ResultFiles::fileRequested, this, &ShrinkPart::fileRequested);
    onThemeChange(this, [this] {
        m_legendTexts.clear();
        tell();
    });
}

void ShrinkPart::tell() {
    const ReproBook::Shrinking& shrinking = m_book.shrinking();
    const bool asked = shrinking.wasAsked();
    const double share = shrinking.steps.empty() ? -1 : std::min(1.0, shrinking.seconds / std::max(1, shrinking.asked.seconds));
    m_head->tell(shrinkMark(shrinking), asked ? shrinkStatus(shrinking) : tr("the smallest program that is still wrong"),
                 shrinking.running, share, timeLeft(shrinking));
    m_head->setCancelled(shrinking.ending);
    const bool isThere = shrinking.answer && !shrinking.answer->files.empty();
    m_head->setLink(isThere ? tr("Open folder") : asked ? QString() : tr("Shrink…"));
    m_chart->setVisible(asked);
    m_legend->setVisible(asked);
    m_numbers.front()->parentWidget()->setVisible(asked);
    m_phases->setVisible(asked);
    tellNumbers();
    m_chart->setTrials(trialPoints(shrinking), shrinking.whole.operators.value_or(0),
                       shrinking.answer ? shrinking.answer->seconds : shrinking.seconds);
    m_phases->setLines(phaseLines(shrinking));
    tellLegend();
    tellResult();
}

void ShrinkPart::tellNumbers() {
    const ReproBook::Shrinking& shrinking = m_book.shrinking();
    const shrink::Step* smallest = shrinking.smallest();
    const WholeMethod& whole = shrinking.whole;
    m_numbers[0]->setNumber(smallest != nullptr ? countText(smallest->operators) : QString(),
                            ofText(whole.operators ? std::optional(countText(*whole.operators)) : std::nullopt));
    m_numbers[1]->setNumber(smallest != nullptr ? bytesText(smallest->inputBytes) : QString(),
                            ofText(wholeBytes(whole.inputBytes)));
    m_numbers[2]->setNumber(smallest != nullptr ? bytesText(smallest->constantBytes) : QString(),
                            ofText(wholeBytes(whole.constantBytes)));
    const std::optional<double> own = smallest != nullptr ? smallest->ownError : std::nullopt;
    m_numbers[3]->setNumber(ownErrorText(own), own && !std::isfinite(*own) ? tr("no rounding explains it")
                                               : whole.ownError            ? tr("was %1").arg(ownErrorText(whole.ownError))
                                                                           : QString());
    m_numbers[3]->setToolTip(tip(tr("How far the result is off, as a multiple of what rounding normally gives")));
}

void ShrinkPart::tellLegend() {
    QStringList texts;
    const auto legend = trialLegend(m_book.shrinking());
    for (const auto& [mark, words] : legend) texts.append(words);
    if (texts == m_legendTexts) return;
    m_legendTexts = texts;
    emptyNow(m_legend->layout());
    for (const auto& [mark, words] : legend) {
        auto* one = new QWidget(m_legend);
        auto* row = makeRow(one, {}, px(5));
        row->addWidget(makeMark(mark, px(11), one));
        auto* label = plainLabel(words, one, &Tokens::text2);
        label->setFont(smallFont());
        row->addWidget(label);
        m_legend->layout()->addWidget(one);
        one->show();
    }
}

void ShrinkPart::tellResult() {
    const auto& answer = m_book.shrinking().answer;
    const bool isThere = answer && !answer->files.empty();
    m_resultHead->setVisible(isThere);
    m_files->setVisible(isThere);
    if (!isThere) return m_files->clear();
    const QString folder = m_book.shrinking().asked.folder;
    const bool proven = answer->smallest && answer->smallest->proven;
    m_resultHead->setNotes(tr("%1, %n file(s)", nullptr, counted(answer->files.size())).arg(QDir::toNativeSeparators(folder)),
                           proven ? tr("the script shows it: exit 1") : tr("torch and executorch only, no network"));
    m_files->setFolder(folder, texts(answer->files), answer->smallest ? text(answer->smallest->printed) : QString());
}

}  // namespace etscope::ui
