#include "pages/consistency_page.h"

#include <QCoreApplication>
#include <QCursor>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "answers/gap_choice.h"
#include "look/make.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "pages/target_question.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

constexpr QLatin1String kRole("role:");

/// All of them together, where nobody asked to wait: some hundred times a small graph.
constexpr std::uint64_t kQuickOperations = 4'000'000'000;

}  // namespace

ConsistencyPage::ConsistencyPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::consistency(), parent) {
    auto* lines = makeColumn(nullptr, {12, 8, 12, 0}, 4);
    const auto label = [&](const char* name) {
        auto* made = named(name, new QLabel(this));
        made->setTextFormat(Qt::RichText);
        made->setWordWrap(true);
        made->setTextInteractionFlags(Qt::TextBrowserInteraction);
        lines->addWidget(made);
        return made;
    };
    m_words = label("consistencyWords");
    m_roles = label("consistencyRoles");
    m_played = label("consistencyPlayed");
    m_onRuntime = named("consistencyOnRuntime", new QPushButton(tr("On the runtime…"), this));
    m_onRuntime->setToolTip(tr("Execute the program and hold it against itself and against the graph"));
    m_onRuntime->setAutoDefault(false);
    connect(m_onRuntime, &QPushButton::clicked, this, &ConsistencyPage::askOnRuntime);
    lines->addWidget(m_onRuntime, 0, Qt::AlignLeft);
    connect(m_roles, &QLabel::linkActivated, this, [this](const QString& link) { chooseRole(link.mid(kRole.size())); });
    chartPlace()->addLayout(lines);
    fitChart();
    onThemeChange(this, [this] { showWords(); });
}

Mark ConsistencyPage::stateMark() const { return m_answer->plan ? Mark::Missing : RowsPage::stateMark(); }

/// What takes long is offered first.
RowsPage::Maker ConsistencyPage::maker() const {
    const QString method = workspace().method();
    const bool patient = m_patient.contains(method);
    const auto told = m_told.find(method);
    std::optional<consistency::RuntimeOptions> runtime;
    if (m_target) {
        runtime.emplace();
        runtime->target = *m_target;
        runtime->version = QCoreApplication::applicationVersion().toStdString();
    }
    return [into = m_answer, patient, runtime, roles = told == m_told.end() ? consistency::ToldRoles() : told->second](
               const SessionPtr& session, const QString& name, const JobContext& job) -> Result<Rows> {
        const session::MethodView view{*session, name.toStdString()};
        if (auto plan = computingPlan(view, job); plan && !patient && !isQuick(*plan)) {
            into->plan = *std::move(plan);
            return Rows();
        }
        consistency::Options options;
        options.roles = roles;
        if (!patient) options.operations = kQuickOperations;
        options.runtime = runtime;
        auto made = consistency::consistencyOf(view, options, job);
        if (!made && (made.error().code == "no-record" || made.error().code == "no-such-method")) {
            Rows none;
            none.nothing = Nothing{tr("No graph of %1 is recorded").arg(name),
                                   tr("Its consistency is asked by computing its graph in ways that must agree."),
                                   tr("Add the ETRecord of its export.")};
            return none;
        }
        if (!made) return made.failure();
        if (made->error) return Failure{*made->error};
        into->made = std::make_shared<const consistency::MethodConsistency>(*std::move(made));
        return consistencyRows(into->made);
    };
}

void ConsistencyPage::remake() {
    m_answer = std::make_shared<Answer>();
    showWords();
    RowsPage::remake();
}

void ConsistencyPage::leaveChart() {
    m_answer = std::make_shared<Answer>();
    m_patient.clear();
    m_told.clear();
    m_target.reset();
    showWords();
}

void ConsistencyPage::showRows(const Rows&) {
    m_target.reset();  // what was asked for is done
    showWords();
    if (!m_answer->plan) return;
    PageState price{.kind = PageState::Kind::Empty,
                    .what = tr("The method was not held against itself yet"),
                    .why = tr("Its graph is computed in ways that must agree: at once and step by step, alone and in a batch."),
                    .button = tr("Check consistency")};
    price.price = tr("One of some dozens of calls takes %1.").arg(planText(*m_answer->plan));
    offerComputing(std::move(price), m_patient);
}

void ConsistencyPage::showWords() {
    const ConsistencyPtr& made = m_answer->made;
    m_words->setText(made == nullptr ? QString() : QStringLiteral("<b>%1</b>").arg(html(consistencyText(*made))));
    m_roles->setText(made == nullptr ? QString() : rolesText(*made));
    m_played->setText(made == nullptr ? QString() : html(playedText(*made)));
    m_played->setVisible(!m_played->text().isEmpty());
    m_onRuntime->setVisible(made != nullptr && workspace().session() != nullptr &&
                            workspace().session()->plan(made->method) != nullptr);
    m_words->setVisible(!m_words->text().isEmpty());
    m_roles->setVisible(!m_roles->text().isEmpty());
}

void ConsistencyPage::askOnRuntime() {
    askForTarget(
        this,
        tr("This executes the program, in a process of its own and with your rights: the ways that were computed are played by "
           "it, and held against each other and against the graph."),
        [this](const run::TargetChoice& target) {
            m_target = target;
            startAnew();
            remake();
        });
}

void ConsistencyPage::chooseRole(const QString& input) {
    if (m_answer->made == nullptr) return;
    const auto& roles = m_answer->made->roles;
    const auto found = std::ranges::find(roles, input.toStdString(), &consistency::InputRole::name);
    if (found == roles.end()) return;
    auto* menu = named("roleMenu", makeMenu(this));
    menu->addSection(said(found->reason));
    for (int i = 0; i <= static_cast<int>(consistency::Role::Unknown); ++i) {
        const auto role = static_cast<consistency::Role>(i);
        QAction* action = menu->addAction(roleText(role));
        action->setCheckable(true);
        action->setChecked(role == found->role);
        connect(action, &QAction::triggered, this, [this, input, role, method = workspace().method()] {
            m_target.reset();
            m_told[method][input.toStdString()] = role;
            startAnew();
            remake();
        });
    }
    menu->popup(QCursor::pos());
}

}  // namespace etscope::ui
