#include "pages/blame_panel.h"

#include <QCoreApplication>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "look/make.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "models/address.h"
#include "pages/token_panel.h"

namespace etscope::ui {
namespace {

/// A part that gives back less is none that helps.
constexpr double kHelps = 0.05;

QString nameOfId(const conversation::Blame& blame, std::int64_t id) {
    const auto known = std::ranges::find(blame.candidates, id, &conversation::Candidate::id);
    const bool text = known != blame.candidates.end() && !known->text.empty();
    return text ? QStringLiteral("“%1”").arg(QString::fromStdString(known->text))
                : QStringLiteral("⟨%1⟩").arg(static_cast<qlonglong>(id));
}

void addRows(const conversation::Blame& blame, const std::vector<conversation::BlamePart>& parts, int depth,
             std::vector<std::size_t>& path, std::vector<BlameRow>& rows) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const conversation::BlamePart& part = parts[i];
        path.push_back(i);
        BlameRow row{.depth = depth, .title = said(part.title), .culprit = path == blame.culprit};
        if (part.measured) row.share = part.share;
        row.mark = !part.measured        ? Mark::Missing
                   : part.bringsBack     ? Mark::Differ
                   : part.share > kHelps ? Mark::Warning
                                         : Mark::Match;
        if (part.measured && part.token != blame.chosen)
            row.note = BlamePanel::tr("token becomes %1").arg(nameOfId(blame, part.token));
        else if (row.mark == Mark::Warning)
            row.note = BlamePanel::tr("helps a little");
        if (!part.node.empty())
            row.leads = session::Entity::ofNode(part.method, graph::StageId::edge(), part.node);
        else if (part.calls.size() == 1)
            row.leads = session::Entity::ofCall(part.calls.front());
        rows.push_back(std::move(row));
        addRows(blame, part.parts, depth + 1, path, rows);
        path.pop_back();
    }
}

}  // namespace

std::vector<BlameRow> blameRows(const conversation::Blame& blame) {
    std::vector<BlameRow> rows;
    std::vector<std::size_t> path;
    addRows(blame, blame.parts, 0, path, rows);
    return rows;
}

BlamePanel::BlamePanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("blamePanel"));
    auto* column = makeColumn(this, {}, 0);
    column->addWidget(m_head = new PanelHeading(tr("Blame"), this));
    auto* words = makeRow(nullptr, {px(12), px(6), px(12), px(6)}, px(8));
    m_words = named("blameWords", new TextLabel({}, Qt::PlainText, &Tokens::text, this));
    words->addWidget(m_words, 1);
    m_ask = named("blameAsk", new QPushButton(tr("Find what is to blame"), this));
    m_cancel = named("blameCancel", new QPushButton(tr("Cancel"), this));
    words->addWidget(m_ask, 0, Qt::AlignTop);
    words->addWidget(m_cancel, 0, Qt::AlignTop);
    column->addLayout(words);
    column->addWidget(m_rows = new BlameRows(this));
    m_notes = named("blameNotes", new TextLabel({}, Qt::PlainText, &Tokens::text2, this));
    m_notes->setContentsMargins(px(12), px(4), px(12), px(8));
    column->addWidget(m_notes);
    connect(m_ask, &QPushButton::clicked, this, &BlamePanel::ask);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (!m_asked) return;
        const std::size_t token = *m_asked;
        m_job.cancel();
        take(token, cancelledFailure());
    });
    connect(m_rows, &BlameRows::chosen, this, [this](const session::Entity& part) { m_workspace.select(Address::of(part)); });
    clear();
}

void BlamePanel::clear() {
    m_job.cancel();
    ++m_search;
    m_made.reset();
    m_found.clear();
    m_failed.clear();
    m_asked.reset();
    m_part.reset();
    hide();
}

void BlamePanel::setToken(std::shared_ptr<const conversation::Answer> made, std::size_t token) {
    if (made != m_made) clear();
    m_made = std::move(made);
    m_token = token;
    showToken();
}

BlamePtr BlamePanel::known() const {
    if (m_asked == m_token) return m_part;
    const auto found = m_found.find(m_token);
    return found == m_found.end() ? nullptr : found->second;
}

void BlamePanel::ask() {
    if (m_made == nullptr) return;
    m_asked = m_token;
    m_part.reset();
    const std::uint64_t search = ++m_search;
    conversation::BlameOptions options;
    options.choice = m_token;
    // A copy of what is known goes to this thread; another search, or none, drops it.
    options.known = [panel = QPointer<BlamePanel>(this), search](const conversation::Blame& part) {
        QMetaObject::invokeMethod(
            qApp,
            [panel, search, copy = conversation::Blame(part)] {
                if (panel) panel->takePart(search, copy);
            },
            Qt::QueuedConnection);
    };
    m_job.start(
        tr("What is to blame for token %1").arg(m_made->tokens[m_token].place),
        [session = m_workspace.session(), options](const JobContext& job) { return conversation::blame(*session, options, job); },
        [this, token = m_token](Result<BlamePtr> found) { take(token, std::move(found)); });
    showToken();
}

void BlamePanel::takePart(std::uint64_t search, const conversation::Blame& part) {
    if (search != m_search || !m_asked) return;
    m_part = std::make_shared<const conversation::Blame>(part);
    if (m_asked == m_token) showToken();
}

/// Of a search that was cancelled what it had told stays.
void BlamePanel::take(std::size_t token, Result<BlamePtr> found) {
    m_failed.erase(token);
    if (found)
        m_found[token] = *std::move(found);
    else if (!found.cancelled())
        m_failed[token] = QString::fromStdString(found.error().message);
    else if (m_part != nullptr)
        m_found[token] = m_part;
    m_asked.reset();
    m_part.reset();
    ++m_search;
    showToken();
}

void BlamePanel::showToken() {
    const conversation::ChosenToken& token = m_made->tokens[m_token];
    const bool asking = m_asked == m_token;
    const BlamePtr blame = known();
    const bool readable = token.id && token.rows > 0 && m_made->operations > 0;
    setVisible(readable || blame != nullptr);
    const auto failed = m_failed.find(m_token);
    const auto cost = conversation::blameCost(*m_made, m_token);
    QString words;
    if (failed != m_failed.end())
        words = failed->second;
    else if (blame != nullptr && !blame->sentence.empty())
        words = said(blame->sentence);
    else if (blame != nullptr)
        words = asking ? tr("Parts of the calls are exchanged for the reference’s, one by one.")
                       : tr("Ended before it was through: what was known then.");
    else
        words = tr("Exchanges parts of %1 calls for the reference’s until its token comes back: about %2 times what checking their "
                   "values took.")
                    .arg(cost.calls)
                    .arg(std::max<qulonglong>(1, m_made->operations == 0 ? 1 : cost.operations / m_made->operations));
    m_words->setWhole(words);
    m_ask->setVisible(!asking && (blame == nullptr || blame->sentence.empty()));
    m_ask->setEnabled(!m_asked);
    m_cancel->setVisible(asking);
    m_rows->setRows(blame == nullptr ? std::vector<BlameRow>() : blameRows(*blame));
    m_rows->setVisible(m_rows->count() > 0);
    QStringList notes;
    if (blame != nullptr)
        for (const Sentence& note : blame->notes) notes.append(said(note));
    m_notes->setWhole(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    m_head->set(
        m_rows->count() > 0 ? tr("share of the lost lead that comes back when this part is the reference’s") : QString(),
        blame != nullptr && blame->exchanges > 0 ? tr("%n exchanges", nullptr, static_cast<int>(blame->exchanges)) : QString());
}

}  // namespace etscope::ui
