// What is told of a thing of a session: what it is called, how it stands, groups of facts with links. Texts only: made in a job,
// shown by the Inspector. Each kind of thing has a file of its own here and a row of the table in entity_facts.cpp. Any thread.
#pragma once

#include <QList>

#include "profile/time_unit.h"
#include "tensor/statistics.h"
#include "workspace/entity_state.h"
#include "workspace/workspace.h"

namespace etscope::ui {

/// A line: label, rich text with links, a quiet word behind it, and what tells of that.
struct Fact {
    QString label, content, note = {}, tooltip = {};
    double share = -1;  ///< of the widest of its group, as a bar; less: there is none
    bool odd = false;   ///< unlike its likes
};
using Facts = QList<Fact>;

/// A line with a mark, and its evidence below.
struct MarkedFact {
    Mark mark = Mark::None;
    QString label, value, evidence;
};

/// How often something took how long, drawn above the facts of a group.
struct TimeBars {
    tensor::Histogram bars;  ///< of amounts of `unit`
    double middle = 0;       ///< half of them took longer
    profile::TimeUnit unit = profile::TimeUnit::Ticks;
};

/// One of facts and chain is empty; a group of neither is not shown.
struct FactGroup {
    const char* title;  ///< English, of the context "etscope::ui::Inspector"
    QString value;
    Facts facts;
    QList<MarkedFact> chain = {};
    std::optional<TimeBars> times = {};
};

/// A button of the heading.
struct Deed {
    Link link;
    const char* title = nullptr;  ///< English, of the context "etscope::ui::Inspector"; null: that of the link's page
};

struct EntityFacts {
    QString title, second;  ///< plain; a second line may be empty
    EntityState state;
    QList<FactGroup> groups;
    QList<Deed> deeds = {};
};

/// Texts and shared values: what a job holds of the window.
struct EntityQuestion {
    SessionPtr session;
    Address address;
    VerdictPtr verdict;                   ///< null: not known
    SessionMarksPtr marks;                ///< null: not known
    bool checking = false;                ///< the verdict is being found out
    std::optional<std::size_t> run = {};  ///< that is looked at: of several that a case fed
    std::string method() const { return address.method.toStdString(); }
};

/// Of everything but Kind::None. Errors: those of what is asked for the thing; `no-such-…` where the session does not have it.
Result<EntityFacts> entityFacts(const EntityQuestion& question, const JobContext& job);
/// Of an output over a vocabulary, of others none: reads all of its cases. Errors: those of reading, `cancelled`.
Result<QList<FactGroup>> tokenGroups(const SessionPtr& session, const Address& address, const JobContext& job);
/// When an instruction or event runs, how long, what happens inside, and how its likes do; none without runs of its method. May
/// look at all events of the session.
Result<QList<FactGroup>> timeGroups(const SessionPtr& session, const Address& address, const JobContext& job);
/// What the window says nowhere else of a thing: names, numbers and clocks as they are in the files. No facts: there is nothing.
FactGroup rawGroup(const EntityQuestion& question, const JobContext& job);
/// What can be done with a thing: pages that show it, its address for the clipboard.
QList<Deed> deedsOf(const EntityQuestion& question, const EntityFacts& told);
/// The name of rawGroup().
inline constexpr const char* kRawTitle = QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Raw");
/// All outputs of a case, or of a run that belongs to none.
inline Address caseAddress(const QString& method, qint64 column) { return Address::ofOutput(method, column, -1); }
/// What it is called before anything is known of it.
QString entityTitle(const Address& address);
/// What it is, in a word: "module", "memory value".
QString entityKind(const Address& address);
Icon entityIcon(const Address& address);

/// As a link that shows what it is called.
QString linkTo(const Address& address);
/// The same that shows `shown`.
QString linkTo(const Address& address, const QString& shown);
/// A link that opens a page with the thing selected.
QString pageLink(PageId page, const Address& address, const QString& shown);
/// A word of the core as a person reads it: without underscores.
QString plainWord(std::string_view name);

// One for each kind of thing.
using Told = Result<EntityFacts>;
Told tellFile(const EntityQuestion& question, const JobContext& job);
Told tellMethod(const EntityQuestion& question, const JobContext& job);
Told tellStage(const EntityQuestion& question, const JobContext& job);
Told tellNode(const EntityQuestion& question, const JobContext& job);
Told tellModule(const EntityQuestion& question, const JobContext& job);
Told tellValue(const EntityQuestion& question, const JobContext& job);
Told tellMemory(const EntityQuestion& question, const JobContext& job);
Told tellTensor(const EntityQuestion& question, const JobContext& job);
Told tellData(const EntityQuestion& question, const JobContext& job);
Told tellRegion(const EntityQuestion& question, const JobContext& job);
Told tellRun(const EntityQuestion& question, const JobContext& job);
Told tellEvent(const EntityQuestion& question, const JobContext& job);
Told tellOutput(const EntityQuestion& question, const JobContext& job);
Told tellGiven(const EntityQuestion& question, const JobContext& job);
Told tellCase(const EntityQuestion& question, const JobContext& job);
Told tellMetadata(const EntityQuestion& question, const JobContext& job);
Told tellProblem(const EntityQuestion& question, const JobContext& job);
Told tellToken(const EntityQuestion& question, const JobContext& job);
Told tellTraceCall(const EntityQuestion& question, const JobContext& job);

}  // namespace etscope::ui
