#include "workspace/answer_book.h"

#include <algorithm>

#include "base/enum_table.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {

using findings::Question;
using findings::Target;

namespace {

constexpr EnumTable<Target::Conversation, PageId> kPages({PageId::None, PageId::Overview, PageId::Containers, PageId::Checks,
                                                          PageId::Problems, PageId::Graph, PageId::Tensors, PageId::Outputs,
                                                          PageId::Gap, PageId::Quantisation, PageId::Events, PageId::Memory,
                                                          PageId::Sizes, PageId::Undelegated, PageId::Delegates, PageId::None,
                                                          PageId::None, PageId::Diff, PageId::Conversation});

}  // namespace

Link linkOf(const findings::Lead& lead, const QStringList& methods) {
    if (lead.target == Target::None) return {};
    if (lead.target == Target::AddFiles) return Link::addFiles();
    if (lead.target == Target::Run) return Link::run();
    return Link::on(kPages[lead.target], Address::parse(QString::fromStdString(lead.address), methods));
}

const findings::ViewAnswer* viewAnswer(const findings::Answer& answer, PageId page, const QString& method,
                                       std::optional<std::size_t> run) {
    const auto found = std::ranges::find_if(answer.views, [&](const findings::ViewAnswer& one) {
        if (kPages[one.view] != page || (!one.method.empty() && one.method != method.toStdString())) return false;
        const bool ofRuns = one.method.empty() && !one.runs.empty();
        return !ofRuns || (method.isEmpty() && run && std::ranges::find(one.runs, *run) != one.runs.end());
    });
    return found != answer.views.end() ? &*found : nullptr;
}

Mark markOf(const findings::Answer& answer) { return answer.state ? markOfCause(answer.cause, *answer.state) : Mark::Note; }

AnswerBook::AnswerBook(Workspace& workspace) : QObject(&workspace), m_workspace(workspace) {
    connect(&workspace, &Workspace::verdictChanged, this, &AnswerBook::find);
    connect(&workspace, &Workspace::sessionChanged, this, &AnswerBook::find);
    for (const auto told : {&Workspace::otherChanged, &Workspace::changesChanged})
        connect(&workspace, told, this, &AnswerBook::findChanges);
}

const findings::Answer* AnswerBook::answer(Question question) const {
    const auto found = std::ranges::find(m_answers, question, &findings::Answer::question);
    return found != m_answers.end() ? &*found : nullptr;
}

/// Others than those of the verdict may have to read much of the files: they fill in.
void AnswerBook::find() {
    m_judged.cancel(), m_counted.cancel();
    m_answers.clear();
    if (m_workspace.session() != nullptr && m_workspace.verdict() != nullptr) {
        ask(m_judged, {Question::Verdict, Question::Correctness}, Urgency::Awaited);
        ask(m_counted, {Question::Cost, Question::Model}, Urgency::Filling);
    }
    findChanges();
}

void AnswerBook::findChanges() {
    m_changes.cancel();
    std::erase_if(m_answers, [](const findings::Answer& one) { return one.question == Question::Changes; });
    if (m_workspace.changes() != nullptr)
        m_answers.push_back(*m_workspace.changes());
    else if (m_workspace.session() != nullptr)
        ask(m_changes, {Question::Changes}, Urgency::Awaited);
    emit changed();
}

bool AnswerBook::isAsking() const { return m_workspace.checking() || m_judged.running() || m_counted.running(); }

void AnswerBook::ask(Job<Answers>& job, std::vector<Question> questions, Urgency urgency) {
    constexpr double kNanoseconds = 1e9;  // as the window shows ticks
    const Workspace* other = m_workspace.other();
    const findings::AnswerOptions options{kNanoseconds, m_workspace.otherName().toStdString(),
                                          other != nullptr ? other->session() : nullptr};
    job.start(
        tr("Answering"),
        [session = m_workspace.session(), options, questions = std::move(questions)](const JobContext& context) -> Result<Answers> {
            Answers made;
            for (const Question question : questions) {
                auto one = findings::answer(*session, question, options, context);
                if (!one) return one.failure();
                made.push_back(*std::move(one));
            }
            return made;
        },
        [this](Result<Answers> found) {
            if (found) m_answers.insert(m_answers.end(), found->begin(), found->end());
            emit changed();
        },
        urgency);
}

}  // namespace etscope::ui
