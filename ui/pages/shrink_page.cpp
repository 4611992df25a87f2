#include "pages/shrink_page.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "models/table_view.h"
#include "pages/repro_parts.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// From which width on both halves stand beside each other, and who executes is named.
constexpr int kBeside = 1040;

}  // namespace

ShrinkPage::ShrinkPage(Workspace& workspace, ReproBook& book, QWidget* parent) : Page(workspace, parent), m_book(book) {
    auto* content = named("pageArea", new QWidget(this));
    m_halves = new QBoxLayout(QBoxLayout::LeftToRight, content);
    m_halves->setContentsMargins(0, 0, 0, 0);
    m_halves->setSpacing(0);
    m_halves->addWidget(m_shrink = new ShrinkPart(book, content), 8);
    auto* line = named("partLine", new QFrame(content));
    line->setFrameShape(QFrame::NoFrame);
    m_halves->addWidget(line);
    m_halves->addWidget(m_mend = new MendPart(book, content), 7);
    makeColumn(body())->addWidget(scrolling(content, this));
    makeControls();
    connect(&book, &ReproBook::changed, this, [this] {
        if (isVisible()) tell();
    });
    connect(m_shrink, &ShrinkPart::shrinkAsked, this, [this] { this->workspace().follow(Link::shrink(m_book.of())); });
    connect(m_mend, &MendPart::mendAsked, this, [this] { this->workspace().follow(Link::mend(m_book.of())); });
    connect(m_shrink, &ShrinkPart::fileRequested, &workspace, &Workspace::openInWindow);
    connect(m_mend, &MendPart::reported, this, &ShrinkPage::reported);
}

void ShrinkPage::makeControls() {
    m_controls = new QWidget(this);
    auto* row = makeRow(m_controls, {}, px(10));
    auto* back = named("backToTable", new QPushButton(lineIcon(Icon::Back), tr("Back to the table"), m_controls));
    connect(back, &QPushButton::clicked, this, [this] {
        const Address of = m_book.of().kind == Address::Kind::Node ? m_book.of() : Address();
        workspace().follow(Link::on(PageId::Gap, of));
    });
    row->addWidget(back);
    row->addWidget(m_who = plainLabel({}, m_controls, &Tokens::text2));
}

bool ShrinkPage::hasContent() const {
    return workspace().session() != nullptr && (m_book.of().valid() || m_book.culpritAt({}).valid());
}

TableView* ShrinkPage::mainTable() const { return m_mend->table(); }

QWidget* ShrinkPage::contentFocus() const {
    return m_shrink->chart()->isVisible() ? static_cast<QWidget*>(m_shrink->chart()) : m_mend->table();
}

void ShrinkPage::refresh() { tell(); }

/// The book has forgotten all of it by itself.
void ShrinkPage::leave() {
    m_shrink->tell();
    m_mend->tell();
}

void ShrinkPage::tell() {
    m_shrink->tell();
    m_mend->tell();
    const auto& shrunk = m_book.shrinking();
    const ReproRequest& asked = shrunk.wasAsked() ? shrunk.asked : m_book.mending().asked;
    QString who = asked.python;
    const QString version = shrunk.answer ? text(shrunk.answer->versions.executorch) : m_book.mending().told.executorch;
    if (!version.isEmpty()) who += QStringLiteral(" · executorch ") + version;
    m_who->setText(who);
    m_who->setVisible(width() >= px(kBeside) && !who.isEmpty());
    if (!m_book.of().valid()) return offer();
    if (state().kind == PageState::Kind::Ready) return;
    showReady();
    emit stateChanged();
}

/// Nothing was asked for yet.
void ShrinkPage::offer() {
    const Address culprit = m_book.culpritAt(workspace().selection());
    if (!culprit.valid())
        return showEmpty(tr("Nothing to shrink or to mend"), m_book.whyNot(),
                         tr("Both begin at an operator that is at fault: the runs of the program tell it."));
    PageState offered;
    offered.what = tr("The smallest program that is still wrong, and what mends it");
    offered.why =
        tr("Of %1: programs are cut out of the record, lowered, run and judged, until the smallest that is still wrong in the same "
           "way is left: a folder that can be reported. Then changes of the export are tried, until one makes all outputs right.")
            .arg(culprit.name.isEmpty() ? culprit.method : culprit.name);
    offered.button = tr("Shrink…");
    offered.act = [this, culprit] { workspace().follow(Link::shrink(culprit)); };
    offered.price = tr("executes generated programs with your Python");
    if (m_book.canMend())
        offered.choices.append(
            {tr("Mend…"), tr("without the smallest program"), [this, culprit] { workspace().follow(Link::mend(culprit)); }});
    showEmpty(offered);
}

void ShrinkPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    const bool beside = width() >= px(kBeside);
    m_halves->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    auto* line = findChild<QFrame*>(QStringLiteral("partLine"));
    line->setMinimumSize(beside ? 1 : 0, beside ? 0 : 1);
    line->setMaximumSize(beside ? 1 : QWIDGETSIZE_MAX, beside ? QWIDGETSIZE_MAX : 1);
    m_who->setVisible(beside && !m_who->text().isEmpty());
}

}  // namespace etscope::ui
