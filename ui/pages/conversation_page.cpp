#include "pages/conversation_page.h"

#include <QLabel>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "look/make.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "models/table_filter.h"

namespace etscope::ui {
namespace {

constexpr QLatin1String kToken("token:");
constexpr double kTalkHeight = 220;

}  // namespace

ConversationPage::ConversationPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::conversation(), parent) {
    auto* column = makeColumn(nullptr, {12, 8, 12, 0}, 6);
    const auto label = [&](const char* name) {
        auto* made = named(name, new QLabel(this));
        made->setTextFormat(Qt::RichText);
        made->setWordWrap(true);
        made->setTextInteractionFlags(Qt::TextSelectableByMouse);
        return made;
    };
    m_words = label("conversationWords");
    m_talk = named("talk", new QTextBrowser(this));
    m_talk->setOpenLinks(false);
    m_talk->setFrameShape(QFrame::NoFrame);
    m_talk->setFixedHeight(px(kTalkHeight));
    m_talk->setAccessibleName(tr("The conversation"));
    connect(m_talk, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        const QString address = link.toString();
        if (address.startsWith(kToken)) chooseToken(address.mid(kToken.size()).toULongLong());
    });
    m_tokenWords = label("tokenWords");
    column->addWidget(m_words);
    column->addWidget(m_talk);
    column->addWidget(m_tokenWords);
    chartPlace()->addLayout(column);
    fitChart();
    onThemeChange(this, [this] { showTalk(); });
    showTalk();
}

RowsPage::Maker ConversationPage::maker() const {
    return [into = m_answer](const SessionPtr& session, const QString&, const JobContext& job) -> Result<Rows> {
        auto made = conversation::conversation(*session, job);
        if (!made) return made.failure();
        into->made = *std::move(made);
        return conversationRows(into->made);
    };
}

void ConversationPage::remake() {
    m_answer = std::make_shared<Answer>();
    m_token.reset();
    showTalk();
    RowsPage::remake();
}

void ConversationPage::leaveChart() {
    m_answer = std::make_shared<Answer>();
    m_token.reset();
    showTalk();
}

void ConversationPage::showRows(const Rows& rows) {
    showTalk();
    if (!rows.blamed.empty()) mainTable()->filter()->setAllOpen(true);
}

void ConversationPage::chooseToken(std::size_t token) {
    if (m_answer->made == nullptr || token >= m_answer->made->tokens.size()) return;
    m_token = token;
    const int at = m_talk->verticalScrollBar()->value();
    showTalk();
    m_talk->verticalScrollBar()->setValue(at);
}

void ConversationPage::showTalk() {
    const ConversationPtr& made = m_answer->made;
    const SessionPtr& session = workspace().session();
    const bool there = made != nullptr && session != nullptr;
    m_words->setText(there ? QStringLiteral("<b>%1</b>").arg(html(conversationText(*made))) : QString());
    m_talk->setHtml(there ? talkText(*session, *made, m_token) : QString());
    m_tokenWords->setText(there && m_token ? tokenText(*session, *made, *m_token) : QString());
    m_words->setVisible(there);
    m_talk->setVisible(there);
    m_tokenWords->setVisible(there && m_token.has_value());
}

}  // namespace etscope::ui
