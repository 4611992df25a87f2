#include "pages/conversation_page.h"

#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "look/make.h"
#include "look/rich_text.h"
#include "models/table_filter.h"
#include "pages/blame_panel.h"
#include "pages/token_panel.h"

namespace etscope::ui {
namespace {

/// Of the page, in parts.
constexpr int kLeftPart = 46, kRightPart = 54;
constexpr int kHighestChart = 200;
/// From which height on table and chart have their usual least height, and what that is; then those of low windows.
constexpr int kUsualHeight = 440, kTableHigh = 140, kChartHigh = 96, kTableLow = 64, kChartLow = 60;

}  // namespace

ConversationPage::ConversationPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::conversation(), parent) {
    m_headline = new QWidget(this);
    auto* row = makeRow(m_headline, {px(12), px(7), px(12), px(6)}, px(8));
    m_mark = new QLabel(m_headline);
    m_words = named("conversationWords", new QLabel(m_headline));
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setFont(headingFont());
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(m_mark, 0, Qt::AlignTop);
    row->addWidget(m_words, 1);
    head()->addWidget(m_headline);
    m_talk = new TalkView(this);
    chartPlace()->addWidget(m_talk, 1);
    auto* legend = makeRow(nullptr, {px(12), px(3), px(12), px(2)}, 0);
    legend->addWidget(m_legend = new SurenessLegend(this));
    chartPlace()->addLayout(legend);
    fitChart();
    setHeading(tr("What was checked"));
    addBelow(makeChart());
    addAtRight(m_panel = new TokenPanel(this), kLeftPart, kRightPart);
    m_panel->blamePlace()->addWidget(m_blame = new BlamePanel(workspace, m_panel));
    connect(m_talk, &TalkView::tokenChosen, this, [this](qulonglong token) { select(static_cast<std::size_t>(token)); });
    connect(m_chart, &MarginChart::tokenChosen, this, [this](qulonglong token) { select(static_cast<std::size_t>(token)); });
    connect(m_panel, &TokenPanel::stepped, this, &ConversationPage::step);
    connect(m_panel, &TokenPanel::callChosen, this, [this](qlonglong call) {
        if (call >= 0) this->workspace().select(Address::of(session::Entity::ofCall(call)));
    });
    onThemeChange(this, [this] { showWords(); });
    forget();
}

QWidget* ConversationPage::makeChart() {
    m_chartBox = new QWidget(this);
    auto* column = makeColumn(m_chartBox, {}, 0);
    column->addWidget(m_chartHead = new PanelHeading(tr("Does the error matter?"), m_chartBox));
    column->addWidget(m_chart = new MarginChart(m_chartBox));
    m_chart->setMaximumHeight(px(kHighestChart));
    return m_chartBox;
}

/// Pictures are read and blocks made where the answer is.
RowsPage::Maker ConversationPage::maker() const {
    return [into = m_answer](const SessionPtr& session, const QString&, const JobContext& job) -> Result<Rows> {
        auto made = conversation::conversation(*session, job);
        if (!made) return made.failure();
        into->made = *std::move(made);
        into->blocks = talkBlocks(*session, *into->made);
        into->pictures = readThumbnails(*session, job);
        return conversationRows(into->made);
    };
}

void ConversationPage::remake() {
    forget();
    RowsPage::remake();
}

void ConversationPage::leaveChart() { forget(); }

void ConversationPage::forget() {
    m_answer = std::make_shared<Answer>();
    m_token.reset();
    m_call.reset();
    m_talk->clear();
    m_panel->clear();
    m_blame->clear();
    m_chart->setTokens({});
    showWords();
    emit callsChanged();
}

void ConversationPage::showRows(const Rows& rows) {
    const ConversationPtr& made = m_answer->made;
    if (made == nullptr) return;
    m_talk->setTalk(made, m_answer->blocks, m_answer->pictures);
    m_answer->blocks.clear();
    auto items = marginItems(*made);
    const bool known = !items.empty();
    m_chart->setVisible(known);
    m_chart->setTokens(std::move(items));
    m_chartHead->set(known ? tr("line: margin of the reference’s token, bar: largest error of a logit")
                           : tr("not known: no reference is computed for any token"),
                     {}, known ? Mark::None : Mark::Missing);
    m_chartBox->setVisible(!made->tokens.empty());
    if (!rows.blamed.empty()) mainTable()->filter()->setAllOpen(true);
    showWords();
    followSelection(workspace().selection());
    if (!m_token) show(firstToken(*made), {});
}

void ConversationPage::showWords() {
    const ConversationPtr& made = m_answer->made;
    m_headline->setVisible(made != nullptr);
    if (made == nullptr) return m_words->clear();
    m_mark->setPixmap(markPixmap(markOfTalk(made->state), px(16), devicePixelRatioF()));
    m_words->setText(conversationText(*made));
}

std::optional<qint64> ConversationPage::callInView() const {
    if (m_call) return m_call;
    const ConversationPtr& made = m_answer->made;
    if (made == nullptr || !m_token || !made->tokens[*m_token].call) return std::nullopt;
    return static_cast<qint64>(*made->tokens[*m_token].call);
}

/// A call that made no token, too, is one that can be selected.
void ConversationPage::followSelection(const Address& selection) {
    const bool ofTalk = selection.kind == Address::Kind::Token || selection.kind == Address::Kind::Call;
    if (ofTalk && m_answer->made != nullptr) {
        const auto token = tokenOf(*m_answer->made, selection.entity());
        const bool call = selection.kind == Address::Kind::Call;
        if (token || call) show(token ? token : m_token, call ? std::optional(selection.index) : std::nullopt);
    }
    RowsPage::followSelection(selection);
}

void ConversationPage::select(std::size_t token) {
    workspace().select(Address::of(conversation::addressOf(m_answer->made->tokens[token])));
}

void ConversationPage::show(std::optional<std::size_t> token, std::optional<qint64> call) {
    m_token = token;
    m_call = call;
    m_talk->choose(token);
    m_chart->setCurrent(token && m_chart->count() > *token ? static_cast<int>(*token) : -1);
    token ? m_panel->setToken(m_answer->made, *token, call) : m_panel->clear();
    if (token) m_blame->setToken(m_answer->made, *token);
    emit callsChanged();
}

void ConversationPage::step(int by) {
    if (m_answer->made == nullptr || m_answer->made->tokens.empty()) return;
    const auto last = static_cast<std::ptrdiff_t>(m_answer->made->tokens.size()) - 1;
    const auto next = std::clamp(static_cast<std::ptrdiff_t>(m_token.value_or(0)) + by, std::ptrdiff_t{0}, last);
    if (next != static_cast<std::ptrdiff_t>(m_token.value_or(0))) select(static_cast<std::size_t>(next));
}

QWidget* ConversationPage::contentFocus() const {
    QWidget* line = m_talk->focusLine();
    return line != nullptr ? line : RowsPage::contentFocus();
}

void ConversationPage::resizeEvent(QResizeEvent* event) {
    RowsPage::resizeEvent(event);
    const bool low = height() < px(kUsualHeight);
    mainTable()->setMinimumHeight(px(low ? kTableLow : kTableHigh));
    m_chart->setMinimumHeight(px(low ? kChartLow : kChartHigh));
    m_talk->updateGeometry();
}

/// Where nothing that has the focus takes them.
void ConversationPage::keyPressEvent(QKeyEvent* event) {
    const bool plain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    if (plain && event->key() == Qt::Key_Left) return step(-1);
    if (plain && event->key() == Qt::Key_Right) return step(1);
    RowsPage::keyPressEvent(event);
}

}  // namespace etscope::ui
