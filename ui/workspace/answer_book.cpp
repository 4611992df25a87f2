#include "workspace/answer_book.h"

#include <algorithm>

#include "base/enum_table.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {

using findings::Question;
using findings::Target;

Link linkOf(const findings::Lead& lead, const QStringList& methods) {
    static constexpr EnumTable<Target::CompareWith, PageId> kPages(
        {PageId::None, PageId::Overview, PageId::Containers, PageId::Overview, PageId::Graph, PageId::Tensors, PageId::Metadata,
         PageId::Outputs, PageId::Gap, PageId::Events, PageId::Sizes, PageId::Undelegated, PageId::None, PageId::Diff});
    if (lead.target == Target::None) return {};
    if (lead.target == Target::AddFiles) return Link::addFiles();
    return Link::on(kPages[lead.target], Address::parse(QString::fromStdString(lead.address), methods));
}

Mark markOf(const findings::Answer& answer) { return answer.state ? markOf(*answer.state) : Mark::Note; }

AnswerBook::AnswerBook(Workspace& workspace) : QObject(&workspace), m_workspace(workspace) {
    connect(&workspace, &Workspace::verdictChanged, this, &AnswerBook::find);
    connect(&workspace, &Workspace::sessionChanged, this, &AnswerBook::find);
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
        ask(m_judged, {Question::Verdict, Question::Correctness, Question::Changes}, Urgency::Awaited);
        ask(m_counted, {Question::Cost, Question::Model}, Urgency::Filling);
    }
    emit changed();
}

void AnswerBook::ask(Job<Answers>& job, std::vector<Question> questions, Urgency urgency) {
    job.start(
        tr("Answering"),
        [session = m_workspace.session(), questions = std::move(questions)](const JobContext& context) -> Result<Answers> {
            constexpr double kNanoseconds = 1e9;  // as the window shows ticks
            Answers made;
            for (const Question question : questions) {
                auto one = findings::answer(*session, question, {kNanoseconds}, context);
                if (!one) return one.failure();
                made.push_back(*std::move(one));
            }
            return made;
        },
        [this](Result<Answers> found) {
            if (!found) return;
            for (findings::Answer& one : *found) m_answers.push_back(std::move(one));
            emit changed();
        },
        urgency);
}

}  // namespace etscope::ui
