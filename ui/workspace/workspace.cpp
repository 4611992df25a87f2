#include "workspace/workspace.h"

#include <QClipboard>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "join/family.h"
#include "look/numbers.h"
#include "look/words.h"
#include "session/delegate_stages.h"

namespace etscope::ui {

QStringList Workspace::methods() const {
    QStringList names;
    if (m_session != nullptr)
        for (const session::Method& method : m_session->methods()) names.append(text(method.name));
    return names;
}

QStringList Workspace::stages() const {
    QStringList names;
    const session::Method* method = m_session != nullptr ? m_session->method(m_method.toStdString()) : nullptr;
    if (method == nullptr) return names;
    for (const graph::StageId& stage : method->stages) names.append(text(stage));
    names += m_delegateStages;
    if (stageId().insideDelegate() && !names.contains(m_stage)) names.append(m_stage);
    return names;
}

ViewKey Workspace::key(ViewKey::Parts parts) const {
    using Parts = ViewKey::Parts;
    return {m_session, parts == Parts::Session ? QString() : m_method, parts == Parts::Stage ? m_stage : QString()};
}

graph::StageId Workspace::stageId() const {
    const auto stage = graph::StageId::parse(m_stage.toStdString());
    return m_session != nullptr ? m_session->resolved(m_method.toStdString(), stage) : stage;
}

QString Workspace::program() const {
    const auto part = m_session != nullptr ? m_session->options().part : nullptr;
    return part != nullptr && part->chosen ? text(part->member) : QString();
}

void Workspace::open(const QStringList& paths, const QString& program) { start(paths, program, false); }

void Workspace::add(const QStringList& paths) {
    QStringList all = m_paths + paths;
    all.removeDuplicates();
    start(all, program(), m_session != nullptr);
}

void Workspace::remove(const QString& name) {
    const qsizetype at = m_session != nullptr ? namesOfFiles(*m_session).indexOf(name) : -1;
    if (at < 0) return;
    QStringList all;
    for (const session::SessionFile& one : m_session->whole().files()) all.append(text(one.path));
    const QString file = text(m_session->files()[static_cast<std::size_t>(at)].path);
    all.removeAll(file);
    QStringList left = m_paths;
    if (left.removeAll(file) == 0) left = all;  // it came with its folder
    if (m_selection == Address::ofFile(name)) select({});
    if (left.isEmpty()) return close();
    start(left, program(), true);
    m_removing = file;
}

void Workspace::reload() {
    if (!m_paths.isEmpty()) start(m_paths, program(), true);
}

namespace {

/// Of several programs the one of that name; the first where files that were given with it are not there any more.
Result<SessionPtr> inView(const SessionPtr& whole, const std::string& program, const JobContext& job) {
    auto found = join::programInView(whole, program, job);
    return found || found.cancelled() || program.empty() ? found : join::programInView(whole, {}, job);
}

}  // namespace

void Workspace::start(const QStringList& paths, const QString& program, bool keepView) {
    if (paths.isEmpty()) return;
    m_removing.clear();
    std::vector<std::string> files;
    for (const QString& path : paths) files.push_back(path.toStdString());
    m_open.start(
        tr("Opening"),
        [files, program = program.toStdString()](const JobContext& job) {
            auto opened = session::Session::open(files, {}, job);
            if (opened) opened = inView(*opened, program, job);
            if (opened) namesOfFiles(**opened);  // what all parts ask for
            return opened;
        },
        [this, paths, keepView](Result<SessionPtr> opened) {
            if (opened)
                adopt(*opened, paths, keepView);
            else if (opened.cancelled())
                emit openCancelled();
            else
                emit openFailed(text(opened.error().where) + QStringLiteral(": ") +
                                problemText(opened.error().code, opened.error().message));
        });
}

namespace {

/// Of a dump alone nothing is known but when what ran.
PageId firstPage(const session::Session& session) {
    const auto isDump = [](const session::SessionFile& file) { return file.dump != nullptr && !file.dump->runs().empty(); };
    return session.methods().empty() && std::ranges::any_of(session.files(), isDump) ? PageId::Events : PageId::Overview;
}

}  // namespace

void Workspace::adopt(SessionPtr session, const QStringList& paths, bool keepView) {
    m_judging.cancel();
    m_verdict.reset();
    m_keptView = keepView;
    forgetChanges();
    m_baselines.clear();
    SessionPtr before = std::exchange(m_session, std::move(session));
    m_paths = paths;
    m_removed = std::exchange(m_removing, {});
    if (!keepView) m_selection = {}, m_run.reset();
    m_beside.clear();
    if (m_session == nullptr || m_session->method(m_method.toStdString()) == nullptr || !keepView) {
        m_method = m_session == nullptr || m_session->methods().empty() ? QString() : text(m_session->methods().front().name);
        m_stage.clear();
    }
    if (!keepView) m_delegateStages.clear();
    const QStringList known = stages();
    if (!known.contains(m_stage)) m_stage = known.contains(QStringLiteral("edge")) ? QStringLiteral("edge") : known.value(0);
    emit sessionChanged();
    emit viewChanged();
    setSelection(m_selection);
    if (!keepView && m_session != nullptr) emit pageRequested(firstPage(*m_session));
    if (!keepView) {
        m_history = {place()};
        m_at = 0;
    }
    emit moved();
    findDelegates();
    letGo(std::move(before));  // its parts have met the new one by now
}

/// Which delegates have a graph is only known once their payloads are decoded.
void Workspace::findDelegates() {
    m_delegates.cancel();
    if (m_session == nullptr || m_method.isEmpty()) return;
    m_delegates.start(
        tr("Decoding delegates"),
        [session = m_session, method = m_method.toStdString()](const JobContext& job) -> Result<QStringList> {
            const auto found = session::delegateStages({*session, method}, job);
            if (!found) return found.failure();
            QStringList stages;
            for (const graph::StageId& stage : *found) stages.append(text(stage));
            return stages;
        },
        [this](Result<QStringList> stages) {
            if (!stages || *stages == m_delegateStages) return;
            m_delegateStages = std::move(*stages);
            emit stagesChanged();
        });
}

void Workspace::judge() {
    m_judging.cancel();
    m_verdict.reset();
    if (m_session != nullptr)
        m_judging.start(
            tr("Checking outputs, constants and calls"),
            [session = m_session](const JobContext& job) { return findings::verdict(*session, job); },
            [this](Result<VerdictPtr> verdict) {
                if (verdict) m_verdict = *std::move(verdict);
                emit verdictChanged();
            },
            Urgency::Filling);
    emit verdictChanged();
}

void Workspace::close() {
    m_open.cancel();
    compareWith({});
    adopt(nullptr, {}, false);
}

void Workspace::compareWith(const QStringList& paths) {
    if (paths.isEmpty()) {
        if (m_other == nullptr) return;
        m_other.reset();
        forgetChanges();
        emit otherChanged();
        return;
    }
    if (m_other == nullptr) {
        m_other = std::make_unique<Workspace>(this);
        connect(m_other.get(), &Workspace::sessionChanged, this, [this] {
            forgetChanges();
            emit otherChanged();
        });
        connect(m_other.get(), &Workspace::openFailed, this, &Workspace::otherFailed);
        passLinksOf(*m_other);
    }
    m_other->open(paths);
}

void Workspace::passLinksOf(const Workspace& other) {
    connect(&other, &Workspace::windowAsked, this, [this, &other](const Link& link) {
        if (other.m_session == m_session || link.isOfAnySession()) emit windowAsked(link);
    });
    connect(&other, &Workspace::pageRequested, this, [this, &other](PageId page) {
        if (other.m_session == m_session) emit pageRequested(page);
    });
}

/// With the folder where this export's file is called alike.
QString Workspace::otherName() const {
    if (m_other == nullptr || m_other->session() == nullptr || m_other->paths().isEmpty()) return {};
    const QFileInfo first(QDir::cleanPath(m_other->paths().first()));
    if (m_other->paths().size() > 1) return first.dir().dirName();
    const bool alike = !m_paths.isEmpty() && QFileInfo(QDir::cleanPath(m_paths.first())).fileName() == first.fileName();
    return alike ? first.dir().dirName() + QLatin1Char('/') + first.fileName() : first.fileName();
}

void Workspace::forgetChanges() {
    m_pairs.clear();
    m_changes.reset();
    letGo(std::exchange(m_difference, nullptr));
}

void Workspace::tellChanges(AnswerPtr answer, DifferencePtr difference) {
    m_changes = std::move(answer);
    m_difference = std::move(difference);
    emit changesChanged();
}

void Workspace::offerBaselines(QList<Baseline> baselines) {
    if (baselines == m_baselines) return;
    m_baselines = std::move(baselines);
    emit baselinesChanged();
}

void Workspace::swapSides() {
    if (m_session == nullptr || m_other == nullptr || m_other->session() == nullptr) return;
    NodePairs pairs = m_pairs;
    for (compare::HandPair& pair : pairs) std::swap(pair.left, pair.right);
    const SessionPtr mine = m_session, theirs = m_other->session();
    const QStringList ourPaths = m_paths, theirPaths = m_other->paths();
    m_other->adopt(mine, ourPaths, true);
    adopt(theirs, theirPaths, true);
    if (!pairs.empty()) setPairs(std::move(pairs));
}

void Workspace::setPairs(NodePairs pairs) {
    m_pairs = std::move(pairs);
    m_difference.reset();
    emit pairsChanged();
}

void Workspace::pairNodes(const compare::HandPair& pair) {
    std::erase_if(m_pairs, [&](const compare::HandPair& one) {
        return one.method == pair.method && one.stage == pair.stage && (one.left == pair.left || one.right == pair.right);
    });
    if (!pair.left.empty()) m_pairs.push_back(pair);
    m_difference.reset();
    emit pairsChanged();
}

void Workspace::setMethod(const QString& method) {
    if (method == m_method || m_session == nullptr || m_session->method(method.toStdString()) == nullptr) return;
    m_method = method;
    m_delegateStages.clear();
    m_beside.clear();
    const QStringList known = stages();
    if (!known.contains(m_stage) || stageId().insideDelegate())
        m_stage = known.contains(QStringLiteral("edge")) ? QStringLiteral("edge") : known.value(0);
    emit viewChanged();
    findDelegates();
}

void Workspace::goToMethod(const QString& method) {
    if (method == m_method) return;
    leavePlace(Move::View);
    setMethod(method);
    emit moved();
}

void Workspace::lookAt(std::size_t run, const QString& method) {
    m_run = run;  // before what follows the method looks for one
    if (!method.isEmpty()) goToMethod(method);
    if (!method.isEmpty() && !m_selection.method.isEmpty() && m_selection.method != method) setSelection({});
    m_beside.clear();
    emit runChanged();
}

void Workspace::lookBeside(std::size_t run, const QString& method) {
    if (!m_run || method != m_method) return lookAt(run, method);
    if (run == *m_run) return;
    if (m_beside.erase(run) == 0) m_beside.insert(run);
    emit runChanged();
}

void Workspace::beginHistory() {
    m_history = {place()};
    m_at = 0;
    emit moved();
}

void Workspace::setStage(const QString& stage) {
    if (stage == m_stage || stage.isEmpty()) return;
    leavePlace(Move::View);
    m_stage = stage;
    emit viewChanged();
    emit moved();
}

namespace {

/// Of one set of files, in whatever order they were opened, and of several programs of one.
QString bookmarkKey(QStringList paths, const QString& program) {
    paths.sort();
    if (!program.isEmpty()) paths.append(program);
    const QByteArray all = paths.join(QLatin1Char('\n')).toUtf8();
    return QStringLiteral("bookmarks/") + QString::fromLatin1(QCryptographicHash::hash(all, QCryptographicHash::Sha1).toHex());
}

}  // namespace

QStringList Workspace::bookmarks() const { return QSettings().value(bookmarkKey(m_paths, program())).toStringList(); }

void Workspace::addBookmarks(const QStringList& addresses) {
    QStringList list = bookmarks() + addresses;
    if (list.removeDuplicates(); !list.isEmpty()) QSettings().setValue(bookmarkKey(m_paths, program()), list);
}

void Workspace::toggleBookmark() {
    if (!m_selection.valid()) return;
    QStringList list = bookmarks();
    const QString address = m_selection.text();
    if (list.removeAll(address) == 0) list.append(address);
    QSettings().setValue(bookmarkKey(m_paths, program()), list);
}

void Workspace::keepPlace() {
    if (!hasMoved()) return;
    m_history.resize(m_at + 1);
    m_history.append(place());
    m_at = m_history.size() - 1;
}

void Workspace::leavePlace(Move move) {
    m_previewing = false;
    if (m_move != Move::None && m_move != move) return;
    if (m_move == Move::None)
        QMetaObject::invokeMethod(
            this, [this] { m_move = Move::None; }, Qt::QueuedConnection);
    m_move = move;
    keepPlace();
}

void Workspace::setPage(PageId page) {
    if (page == m_page) return;
    m_visiting = false;
    leavePlace(Move::Page);
    m_page = page;
    emit moved();
}

void Workspace::select(Address address) {
    if (m_session == nullptr) return;
    m_previewing = false;
    if (address == m_selection) return;
    leavePlace(Move::Selection);
    show(std::move(address));
}

void Workspace::preview(Address address) {
    if (m_session == nullptr || address == m_selection) return;
    if (!m_previewing) leavePlace(Move::Selection);
    m_previewing = true;
    show(std::move(address));
}

void Workspace::reveal(Address address) {
    if (m_session == nullptr) return;
    m_previewing = false;
    const bool inView =
        (address.method.isEmpty() || address.method == m_method) && (address.stage.isEmpty() || address.stage == m_stage);
    if (address == m_selection && inView) return;
    leavePlace(Move::Selection);
    showPlaceOf(address);
    show(std::move(address));
}

namespace {

/// The page, or part of the window, that tells of what is in no graph.
PageId placeOfKind(Address::Kind kind) {
    switch (kind) {
        case Address::Kind::Tensor: return PageId::Values;
        case Address::Kind::Data: return PageId::NamedData;
        case Address::Kind::File: return PageId::Overview;
        case Address::Kind::Metadata: return PageId::Metadata;
        case Address::Kind::Token:
        case Address::Kind::Call: return PageId::Conversation;
        default: return PageId::None;
    }
}

/// The file that a problem's place begins with.
Address fileOfProblem(const session::Session& session, const Address& problem) {
    const QString where = problem.name.section(QLatin1Char('@'), 1);
    QString found;
    for (const QString& name : namesOfFiles(session))
        if (where.startsWith(name) && name.size() > found.size()) found = name;
    return found.isEmpty() ? problem : Address::ofFile(found);
}

}  // namespace

void Workspace::visit(const Address& address) {
    if (m_session == nullptr || !address.valid()) return;
    if (address.kind == Address::Kind::Problem) {
        reveal(fileOfProblem(*m_session, address));
        return showPage(PageId::Overview);
    }
    reveal(address);
    if (address.kind == Address::Kind::Token || address.kind == Address::Kind::Call) return showPage(PageId::Conversation);
    if (!address.stage.isEmpty()) return showPage(PageId::Graph);
    m_visiting = m_relating.running();
    if (!m_visiting) visitRelated();
}

/// Of several graphs that one in view first.
void Workspace::visitRelated() {
    const Address address = m_selection;
    const auto rank = [this](const Address& one) {
        if (!one.stage.isEmpty()) return one.method == m_method && one.stage == m_stage ? 0 : 1;
        return placeOfKind(one.kind) == PageId::None ? 3 : 2;
    };
    Address best = address;
    for (const auto& [relation, one] : m_related->list)
        if (address.kind != Address::Kind::File && rank(one) < rank(best)) best = one;
    if (best != address) reveal(best);
    const PageId page = best.stage.isEmpty() ? placeOfKind(best.kind) : PageId::Graph;
    if (page != PageId::None) showPage(page);
}

bool Workspace::knows(const Address& address) const {
    if (address.method.isEmpty()) return true;
    const session::Method* method = m_session != nullptr ? m_session->method(address.method.toStdString()) : nullptr;
    if (method == nullptr || address.stage.isEmpty()) return method != nullptr;
    return method->has(address.stageId()) || address.stageId().insideDelegate();
}

void Workspace::showPlaceOf(const Address& address) {
    if (!knows(address)) return;
    if (!address.method.isEmpty() && address.method != m_method) setMethod(address.method);
    if (address.stage.isEmpty() || address.stage == m_stage) return;  // another method may have brought another stage
    m_stage = address.stage;
    emit viewChanged();
}

void Workspace::show(Address address) {
    setSelection(std::move(address));
    emit moved();
}

void Workspace::setSelection(Address address) {
    m_relating.cancel();
    m_visiting = false;
    const bool knew = !std::exchange(m_related, std::make_shared<const RelatedThings>())->list.isEmpty();
    m_selection = std::move(address);
    emit selectionChanged(m_selection);
    if (knew) emit relatedChanged();
    findRelated();
}

void Workspace::findRelated() {
    if (m_session == nullptr || !m_selection.valid()) return;
    m_relating.start(
        tr("Looking for what belongs together"),
        [session = m_session, entity = m_selection.entity()](const JobContext& job) -> Result<RelatedPtr> {
            const auto found = findings::related(*session, entity, job);
            if (!found) return found.failure();
            auto things = std::make_shared<RelatedThings>();
            things->cut = found->cut;
            for (const findings::Related& one : found->things) {
                things->list.append({one.relation, Address::of(one.entity)});
                things->all.insert(things->list.last().second);
            }
            return RelatedPtr(std::move(things));
        },
        [this](Result<RelatedPtr> things) {
            if (!things) return;  // what is selected is not there: the Inspector says so
            m_related = std::move(*things);
            emit relatedChanged();
            if (std::exchange(m_visiting, false)) visitRelated();
        });
}

/// What is at fault is shown in a run in which it is.
void Workspace::lookWhereFaulty(const Address& address) {
    if (m_verdict == nullptr || !address.valid()) return;
    const auto isAt = [&](const causes::Culprit& culprit, const std::string& method) {
        const Address operation = address.ofOperator();
        if (operation.method.toStdString() != method) return false;
        if (culprit.instruction && operation == Address::ofInstruction(operation.method, *culprit.instruction)) return true;
        return std::ranges::find(culprit.nodes, operation.name.toStdString()) != culprit.nodes.end();
    };
    for (const findings::MethodOutcome& outcome : m_verdict->methods) {
        std::optional<std::size_t> first;
        for (const findings::RunOutcome& run : outcome.runs) {
            if (!run.culprit || !isAt(*run.culprit, outcome.method)) continue;
            if (m_run == run.run) return;
            if (!first) first = run.run;
        }
        if (first) return lookAt(*first, {});
    }
}

void Workspace::follow(const Link& link) {
    const Address& on = link.address;
    if (link.does == Link::Does::CopyText) return QGuiApplication::clipboard()->setText(link.argument);
    if (link.does != Link::Does::Go) return emit windowAsked(link);
    lookWhereFaulty(on);
    if (on.valid() && (link.page == PageId::None || link.page == PageId::Graph)) {  // a graph is of one stage
        reveal(on);
    } else if (on.valid()) {
        if (!on.method.isEmpty() && on.method != m_method) goToMethod(on.method);
        select(on);
    }
    if (link.page != PageId::None) return showPage(link.page);
    if (on.kind == Address::Kind::Metadata) showPage(PageId::Metadata);
}

void Workspace::goTo(const Place& place) {
    m_previewing = false;
    if (!place.method.isEmpty()) setMethod(place.method);
    if (!place.stage.isEmpty() && place.stage != m_stage) {
        m_stage = place.stage;
        emit viewChanged();
    }
    m_page = place.page;
    if (m_page != PageId::None) emit pageRequested(m_page);
    // A stage can have been chosen after the selection, which is of another one: as it was, so it comes back.
    setSelection(place.selection);
    emit moved();
}

void Workspace::back() {
    if (!canGoBack()) return;
    keepPlace();
    goTo(Place(m_history[--m_at]));
}

void Workspace::forward() {
    if (canGoForward()) goTo(Place(m_history[++m_at]));
}

}  // namespace etscope::ui
