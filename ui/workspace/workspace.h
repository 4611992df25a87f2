// Workspace: what all parts of the window share: the session, the method and stage in view, the one selection and its history.
// Parts change it through its slots and follow its signals; they do not know each other. Signals of the window carry values, never
// references: a slot may clear what they would refer to. GUI thread only.
#pragma once

#include <QObject>
#include <QSet>
#include <QStringList>
#include <memory>
#include <optional>
#include <set>

#include "compare/diff.h"
#include "findings/answers.h"
#include "findings/related.h"
#include "findings/verdict.h"
#include "jobs/job.h"
#include "models/link.h"
#include "session/session.h"

namespace etscope::ui {

using NodePairs = std::vector<compare::HandPair>;
using SessionPtr = std::shared_ptr<const session::Session>;

/// What an answer is of: of the session, and as far as that matters of the method and the stage. Equal keys: the same question.
struct ViewKey {
    enum class Parts : std::uint8_t { Session, Method, Stage };  ///< each with those before it

    SessionPtr session;
    QString method, stage;  ///< empty where they do not matter
    friend bool operator==(const ViewKey&, const ViewKey&) = default;
};

/// What the selection is elsewhere: views show it quietly, beside what is selected itself.
struct RelatedThings {
    QList<std::pair<findings::Relation, Address>> list;
    QSet<Address> all;
    bool cut = false;  ///< there are more
};
using RelatedPtr = std::shared_ptr<const RelatedThings>;
using AnswerPtr = std::shared_ptr<const findings::Answer>;
using VerdictPtr = std::shared_ptr<const findings::SessionVerdict>;
/// From another export, which is before, to the session in view, which is after.
using DifferencePtr = std::shared_ptr<const compare::SessionDiff>;

/// A session that was opened before and may be an earlier export of the model in view.
struct Baseline {
    QString name, about;  ///< "v1"; where it lies, its files, when it was opened
    QStringList paths;
    friend bool operator==(const Baseline&, const Baseline&) = default;
};

class Workspace : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const SessionPtr& session() const { return m_session; }
    const QStringList& paths() const { return m_paths; }
    /// The file that the session in view was opened again without; empty: none.
    const QString& removed() const { return m_removed; }
    /// Of several programs that were opened together the one that was chosen; empty: none was.
    QString program() const;
    const QString& method() const { return m_method; }
    const QString& stage() const { return m_stage; }
    const Address& selection() const { return m_selection; }
    /// Of the selection, as far as it is known yet; never null.
    const RelatedPtr& related() const { return m_related; }
    /// The run that a person looks at, SessionRun::index; nothing: views choose one of their method.
    const std::optional<std::size_t>& run() const { return m_run; }
    /// Runs of its method whose times are told together with those of run(); without run() none.
    const std::set<std::size_t>& runsBeside() const { return m_beside; }
    /// Of the session; null: it is not known, or not yet.
    const VerdictPtr& verdict() const { return m_verdict; }
    /// Whether the verdict is being found out.
    bool checking() const { return m_judging.running(); }
    QStringList methods() const;
    /// Stages of the method in view, then the graphs inside its delegates that could be decoded, as soon as that is known.
    QStringList stages() const;
    /// The stage in view, as the session knows it.
    graph::StageId stageId() const;
    /// What is in view.
    ViewKey key(ViewKey::Parts parts) const;
    /// Addresses that the user marked in these files; kept between sessions.
    QStringList bookmarks() const;
    void addBookmarks(const QStringList& addresses);
    bool canGoBack() const { return m_at > 0 || hasMoved(); }
    bool canGoForward() const { return m_at + 1 < m_history.size() && !hasMoved(); }
    bool opening() const { return m_open.running(); }
    /// Whether the method and the stage of an address are in the session.
    bool knows(const Address& address) const;
    /// The export that this one is compared with, what was before it, with method, stage and selection of its own; null: none.
    Workspace* other() const { return m_other.get(); }
    /// What it is called: the folder that its files are in, else its file; empty: there is none.
    QString otherName() const;
    /// What this one does otherwise; null: there is none, or nothing has compared them yet.
    const AnswerPtr& changes() const { return m_changes; }
    /// The same in full, of all methods and stages; null where that is not known of the pairs that are said now.
    const DifferencePtr& difference() const { return m_difference; }
    /// Nodes of the other export (left) and of this one (right) that a person says are one; forgotten with either session.
    const NodePairs& pairs() const { return m_pairs; }
    /// What this one might be compared with, the likeliest first; of the session in view.
    const QList<Baseline>& baselines() const { return m_baselines; }
    /// Shows a session that is open already, of these files. `keepView`: method, stage, selection and history stay.
    void adopt(SessionPtr session, const QStringList& paths, bool keepView);
    /// How the session in view was adopted: what was chosen in it stays chosen where it is still there.
    bool keptView() const { return m_keptView; }

public slots:
    /// Replaces the session when the files could be opened; the old one stays otherwise. `program`: of several the one of that name
    /// (join::programInView).
    void open(const QStringList& paths, const QString& program = {});
    void add(const QStringList& paths);
    /// Opens what is open without that file, by its name in the session; of a folder that was opened all others stay.
    void remove(const QString& name);
    /// Opens the same files again and keeps method, stage and selection.
    void reload();
    /// Also what is being opened.
    void close();
    /// Finds the verdict out: once after opening.
    void judge();
    /// Opens further files beside this session, not into it; otherChanged() tells when they are there. No paths: none any more.
    void compareWith(const QStringList& paths);
    /// What leads out of `other`, and to pages, does so here: of another session, only what is about files.
    void passLinksOf(const Workspace& other);
    /// The other export and this one change places: before becomes after.
    void swapSides();
    /// What was found to differ from the other export.
    void tellChanges(AnswerPtr answer, DifferencePtr difference);
    void offerBaselines(QList<Baseline> baselines);
    /// In place of what was said of either node before; an empty node of the other export: nothing is said any more.
    void pairNodes(const compare::HandPair& pair);
    /// All that is said at once, of nodes that are there.
    void setPairs(NodePairs pairs);
    void setMethod(const QString& method);
    /// The same as a step of its own, which Back takes back.
    void goToMethod(const QString& method);
    void setStage(const QString& stage);
    /// A run, and the method that it executed.
    void lookAt(std::size_t run, const QString& method);
    /// Adds a run to that one, or takes it away again; one of another method is looked at alone.
    void lookBeside(std::size_t run, const QString& method);
    /// What is in view is where the history begins: nobody has seen the places that led here.
    void beginHistory();
    /// The page in view, told by the window.
    void setPage(PageId page);
    /// Method and stage in view stay: views show what the selection is there. Without a session there is nothing to select.
    void select(Address address);
    /// Selects, and shows the method and the stage that the address names: for links, searches and whatever else leads somewhere.
    void reveal(Address address);
    /// Reveals it and goes where it is to be seen: to the graph that it is in, else to the page that tells of it or its file.
    void visit(const Address& address);
    /// Selects what a search finds while it is typed: in the history the next preview takes its place.
    void preview(Address address);
    /// Marks the selection, or takes the mark away.
    void toggleBookmark();
    void back();
    void forward();
    /// Asks the window to show a page.
    void showPage(PageId page) { emit pageRequested(page); }
    /// Asks for a window of its own on a file, mostly one inside another ("model.pte#delegate:forward:0").
    void openInWindow(const QString& path) { follow(Link::open(path)); }

    void follow(const Link& link);
    /// One of rich text.
    void followText(const QString& link) { follow(Link::parse(link, methods())); }

signals:
    void sessionChanged();
    void viewChanged();  ///< method or stage
    void runChanged();
    void stagesChanged();  ///< the delegates of the method in view are known
    void selectionChanged(Address address);
    void relatedChanged();
    void gapChanged();      ///< what is known of a method's numeric gap: another run or reference is looked at
    void verdictChanged();  ///< it is known, or not any more
    void moved();           ///< what can be gone back or forward to
    void otherChanged();    ///< the session of other(), or whether there is one
    void changesChanged();
    void baselinesChanged();
    void openFailed(QString message);
    void openCancelled();  ///< by the person: what is open stays, and there is nothing to say
    void pairsChanged();
    void otherFailed(QString message);  ///< the other export could not be opened
    void pageRequested(etscope::ui::PageId page);
    void windowAsked(etscope::ui::Link link);  ///< what leads out of the workspace: files, texts of payloads, scripts

private:
    /// A stop of the history.
    struct Place {
        PageId page;
        QString method, stage;
        Address selection;
        friend bool operator==(const Place&, const Place&) = default;
    };
    /// What moves from place to place. One click may move in several ways.
    enum class Move { None, Page, View, Selection };

    Place place() const { return {m_page, m_method, m_stage, m_selection}; }
    bool hasMoved() const { return m_at >= 0 && m_history[m_at] != place(); }
    /// Before a move: the place that is left becomes a stop.
    void leavePlace(Move move);
    void keepPlace();
    void goTo(const Place& place);
    void start(const QStringList& paths, const QString& program, bool keepView);
    void show(Address address);
    void showPlaceOf(const Address& address);
    void visitRelated();
    void forgetChanges();
    void lookWhereFaulty(const Address& address);
    /// The one place where the selection changes: what it is elsewhere is not known any more, and looked for.
    void setSelection(Address address);
    void findRelated();
    void findDelegates();

    SessionPtr m_session;
    QStringList m_paths;
    QString m_removed, m_removing;  ///< of the session in view; of the one that is being opened
    QString m_method, m_stage;
    std::optional<std::size_t> m_run;
    std::set<std::size_t> m_beside;
    QStringList m_delegateStages;  ///< of m_method
    Address m_selection;
    PageId m_page = PageId::None;
    QList<Place> m_history;
    qsizetype m_at = -1;
    Move m_move = Move::None;  ///< the first one of this turn of the event loop
    bool m_previewing = false;
    bool m_visiting = false;  ///< the selection leads on once it is known what it is elsewhere
    bool m_keptView = false;
    Job<SessionPtr> m_open{this};
    RelatedPtr m_related = std::make_shared<const RelatedThings>();
    VerdictPtr m_verdict;
    Job<VerdictPtr> m_judging{this};
    Job<QStringList> m_delegates{this};
    Job<RelatedPtr> m_relating{this};
    std::unique_ptr<Workspace> m_other;
    AnswerPtr m_changes;
    DifferencePtr m_difference;
    NodePairs m_pairs;
    QList<Baseline> m_baselines;
};

}  // namespace etscope::ui
