#include "workspace/advice_book.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <mutex>

#include "advisor/kept_advice.h"
#include "advisor/recipe.h"

namespace etscope::ui {
namespace {

constexpr int kAdviceTick = 100, kTrialPatience = 250;  // ms
constexpr int kOneMove = 1000;                          // ms between the values of one movement of a slider
constexpr std::size_t kMostBefore = 64;                 ///< steps that can be undone

}  // namespace

/// By the threads of the jobs, read by the book.
struct AdviceBook::Told {
    std::mutex mutex;
    AdvicePtr known;
    bool isNew = false;

    void tell(AdvicePtr advice) {
        const std::lock_guard lock(mutex);
        known = std::move(advice);
        isNew = true;
    }
};

struct AdviceBook::Own {
    explicit Own(AdviceBook* book) : patience(book), advise(book), estimate(book), trial(book), recall(book) {
        patience.setSingleShot(true);
        patience.setInterval(kTrialPatience);
    }
    Advising told;
    std::shared_ptr<Told> heard = std::make_shared<Told>();
    QElapsedTimer clock;
    QElapsedTimer moved;  ///< since the budget or the limit was set last, with nothing else after it
    QTimer patience;
    std::vector<std::size_t> tries;  ///< the cells of the set that is being tried
    Job<AdvicePtr> advise;
    Job<std::pair<advisor::Estimate, double>> estimate;
    Job<advisor::Set> trial;
    Job<std::pair<AdvicePtr, std::string>> recall;
};

AdviceBook::AdviceBook(Workspace& workspace)
    : QObject(&workspace),
      m_workspace(workspace),
      m_identifying(this),
      m_adviser{advisor::advise, advisor::estimate, advisor::tryOut} {
    connect(&workspace, &Workspace::sessionChanged, this, &AdviceBook::forget);
    m_tick.setInterval(kAdviceTick);
    connect(&m_tick, &QTimer::timeout, this, &AdviceBook::takeAll);
}

AdviceBook::~AdviceBook() = default;

std::vector<const advisor::Set*> AdviceBook::Advising::sets() const {
    std::vector<const advisor::Set*> all;
    if (advice == nullptr) return all;
    const auto add = [&](const std::vector<advisor::Set>& sets) {
        for (const advisor::Set& set : sets)
            if (std::ranges::none_of(all, [&](const advisor::Set* one) { return one->cells == set.cells; })) all.push_back(&set);
    };
    add(advice->sets);
    add(tried);
    std::ranges::sort(all, {}, [](const advisor::Set* one) { return std::pair(one->bytes, one->effect.cost()); });
    return all;
}

std::vector<const advisor::Set*> AdviceBook::Advising::front() const {
    std::vector<const advisor::Set*> best;
    for (const advisor::Set* set : sets())
        if (best.empty() || set->effect.cost() < best.back()->effect.cost()) best.push_back(set);
    return best;
}

/// The widest of each row.
std::vector<std::size_t> AdviceBook::Advising::asItIs() const {
    std::vector<std::size_t> cells;
    for (std::size_t row = 0; advice != nullptr && row < advice->rows.size(); ++row) {
        const auto& all = advice->rows[row].cells;
        const auto plain = std::ranges::find_if(all, [](const advisor::Cell& cell) { return cell.scheme->isFloat(); });
        cells.push_back(plain != all.end() ? static_cast<std::size_t>(plain - all.begin()) : 0);
    }
    return cells;
}

std::vector<std::size_t> AdviceBook::Advising::cells() const {
    std::vector<std::size_t> all = choice.base.empty() ? asItIs() : choice.base;
    for (const auto& [row, cell] : choice.changes)
        if (row < all.size()) all[row] = cell;
    return all;
}

ShownSet AdviceBook::Advising::shownOf(const std::vector<std::size_t>& cells) const {
    ShownSet made{cells, 0, {}, {}};
    if (advice == nullptr) return made;
    const advisor::Guess guess = advisor::guessOf(*advice, cells);
    made.bytes = guess.bytes;
    made.predicted = guess.predicted;
    for (const auto* sets : {&advice->sets, &tried})
        for (const advisor::Set& set : *sets)
            if (set.cells == cells) made.effect = set.effect;
    return made;
}

AdviceBook::Own& AdviceBook::own(const QString& method) {
    auto& one = m_own[method];
    if (one == nullptr) {
        one = std::make_unique<Own>(this);
        connect(&one->patience, &QTimer::timeout, this, [this, method] { startTrial(method); });
    }
    return *one;
}

const AdviceBook::Advising& AdviceBook::of(const QString& method) const {
    static const Advising kNothing;
    const auto found = m_own.find(method);
    return found != m_own.end() ? found->second->told : kNothing;
}

advisor::Options AdviceBook::optionsOf(const AdviceRequest& request) const {
    advisor::Options options;
    options.schemes = request.schemes;
    options.tied = request.tied;
    options.worst = request.worst;
    if (request.against && m_workspace.other() != nullptr) options.original = m_workspace.other()->session();
    options.cases = request.cases;
    options.keep = request.keep;
    return options;
}

void AdviceBook::setRequest(const QString& method, const AdviceRequest& request) {
    Own& one = own(method);
    if (one.told.asked == request || one.told.running) return;
    one.told.asked = request;
    one.estimate.cancel();
    one.told.estimating = false;
    one.told.estimate.reset();
    emit changed(method);
}

void AdviceBook::estimate(const QString& method) {
    if (m_workspace.session() == nullptr) return;
    Own& one = own(method);
    if (one.told.running) return;
    one.told.estimating = true;
    one.told.error.reset();
    one.estimate.start(
        tr("Estimating advice"),
        [session = m_workspace.session(), method = method.toStdString(), options = optionsOf(one.told.asked),
         ask = m_adviser.estimate](const JobContext& job) -> Result<std::pair<advisor::Estimate, double>> {
            QElapsedTimer clock;
            clock.start();
            auto made = ask({*session, method}, options, job);
            if (!made) return made.failure();
            return std::pair(*made, static_cast<double>(clock.elapsed()) / 1000);
        },
        [this, method](const Result<std::pair<advisor::Estimate, double>>& made) {
            Advising& told = own(method).told;
            told.estimating = false;
            if (made) {
                told.estimate = made->first;
                told.secondsOfOne = made->second;
            } else if (!made.cancelled()) {
                told.error = made.error();
            }
            emit changed(method);
        });
    emit changed(method);
}

void AdviceBook::advise(const QString& method) {
    if (m_workspace.session() == nullptr) return;
    Own& one = own(method);
    if (one.told.running) return;
    one.estimate.cancel();
    one.trial.cancel();
    one.patience.stop();
    Advising fresh;
    fresh.asked = one.told.asked;
    fresh.asked.keep.clear();
    nlohmann::json before;  // known of the same float original
    if (one.told.advice != nullptr && !one.told.made.against && !one.told.asked.against) before = keptOf(one.told);
    if (one.told.advice != nullptr && one.told.made.tied == one.told.asked.tied)
        for (const std::size_t row : one.told.choice.kept) {
            const advisor::Row& kept = one.told.advice->rows[row];
            fresh.asked.keep.emplace_back(kept.cells[one.told.cells()[row]].scheme->id, kept.name);
        }
    fresh.made = fresh.asked;
    fresh.choice.limit = one.told.choice.limit;
    fresh.choice.budget = one.told.choice.budget;
    fresh.estimate = one.told.estimate;
    fresh.secondsOfOne = one.told.secondsOfOne;
    fresh.running = true;
    one.told = std::move(fresh);
    one.heard = std::make_shared<Told>();
    one.clock.start();
    m_tick.start();
    advisor::Options options = optionsOf(one.told.asked);
    options.budget = one.told.choice.budget;
    if (!options.budget) options.mostKl = one.told.choice.limit;
    options.known = [heard = one.heard](const advisor::Advice& sofar) {
        heard->tell(std::make_shared<const advisor::Advice>(sofar));
    };
    if (!before.is_null())
        options.recall = [before = std::move(before)](advisor::Advice& advice) { advisor::takeKept(advice, before); };
    one.advise.start(
        tr("Advising on quantisation"),
        [session = m_workspace.session(), method = method.toStdString(), options, ask = m_adviser.advise,
         heard = one.heard](const JobContext& job) -> Result<AdvicePtr> {
            auto made = ask({*session, method}, options, job);
            if (!made) return made.failure();
            auto known = std::make_shared<const advisor::Advice>(*std::move(made));
            heard->tell(known);
            return AdvicePtr(known);
        },
        [this, method](const Result<AdvicePtr>& made) {
            end(method, made && (*made)->complete ? std::nullopt : std::optional(made ? cancelledFailure().error : made.error()));
        });
    emit changed(method);
}

void AdviceBook::adviseAll() {
    if (m_workspace.session() == nullptr) return;
    for (const session::Method& method : m_workspace.session()->methods()) {
        const QString name = QString::fromStdString(method.name);
        if (!of(name).wasAsked()) advise(name);
    }
}

void AdviceBook::cancel(const QString& method) {
    Own& one = own(method);
    if (one.told.estimating) {
        one.estimate.cancel();
        one.told.estimating = false;
    }
    if (one.told.running) {
        one.advise.entry()->stop.request_stop();
        one.told.ending = one.told.cancelled = true;
    }
    emit changed(method);
}

void AdviceBook::take(const QString& method) {
    Own& one = own(method);
    Advising& told = one.told;
    if (told.running) {
        told.seconds = static_cast<double>(one.clock.elapsed()) / 1000;
        if (one.advise.running()) told.done = one.advise.entry()->fraction;
    }
    if (AdvicePtr known = heard(one)) {
        const bool first = told.advice == nullptr;
        told.advice = std::move(known);
        if (first) takeKept(one);
        rechoose(one);
    }
    emit changed(method);
}

/// Null: nothing new.
AdvicePtr AdviceBook::heard(Own& own) const {
    const std::lock_guard lock(own.heard->mutex);
    return std::exchange(own.heard->isNew, false) ? own.heard->known : nullptr;
}

/// What was asked to be kept, is.
void AdviceBook::takeKept(Own& own) {
    const auto& rows = own.told.advice->rows;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row].kept) {
            own.told.choice.changes[row] = *rows[row].kept;
            own.told.choice.kept.insert(row);
        }
}

void AdviceBook::takeAll() {
    std::vector<QString> running;
    for (const auto& [method, one] : m_own)
        if (one->told.running) running.push_back(method);
    if (running.empty()) return m_tick.stop();
    for (const QString& method : running) take(method);
}

/// What was cancelled has told what it knew.
void AdviceBook::end(const QString& method, const std::optional<Error>& error) {
    Own& one = own(method);
    take(method);
    one.told.running = one.told.ending = false;
    one.told.cancelled = one.told.cancelled || (error && error->isCancelled());
    if (error && !error->isCancelled()) one.told.error = error;
    if (!error) one.told.cancelled = false;
    if (one.told.advice != nullptr) identify();
    tryChosen(method);
    emit changed(method);
}

/// Reads all files, after the answer: what is kept of it in a session file says what it is of.
void AdviceBook::identify() {
    if (!m_identity.empty() || m_identifying.running()) return;
    m_identifying.start(
        tr("Identifying the files"),
        [session = m_workspace.session()](const JobContext& job) { return advisor::identityOf(*session, job); },
        [this](Result<std::string> made) {
            if (made) m_identity = *std::move(made);
        },
        Urgency::Filling);
}

/// The set of the budget or the limit among those that are known now. Rows that a person changed stay changed.
void AdviceBook::rechoose(Own& one) {
    Advising& told = one.told;
    const auto front = told.front();
    if (front.empty() || told.choice.byHand) return;
    const advisor::Set* best = nullptr;
    if (told.choice.budget) {
        for (const advisor::Set* set : front)
            if (set->bytes <= *told.choice.budget) best = set;
        if (best == nullptr) best = front.front();
    } else {
        const auto within =
            std::ranges::find_if(front, [&](const advisor::Set* set) { return set->effect.cost() <= told.choice.limit; });
        best = within != front.end() ? *within : front.back();
    }
    told.choice.base = best->cells;
}

void AdviceBook::remember(Own& one) {
    one.moved.invalidate();
    auto& before = one.told.before;
    if (!before.empty() && before.back() == one.told.choice) return;
    before.push_back(one.told.choice);
    if (before.size() > kMostBefore) before.erase(before.begin());
}

/// A slider that is moved is one step.
void AdviceBook::rememberBudget(Own& one) {
    if (!one.moved.isValid() || one.moved.hasExpired(kOneMove)) remember(one);
    one.moved.start();
}

void AdviceBook::setBudget(const QString& method, std::uint64_t bytes) {
    Own& one = own(method);
    if (one.told.advice == nullptr || (one.told.choice.budget == bytes && !one.told.choice.byHand)) return;
    rememberBudget(one);
    std::erase_if(one.told.choice.changes, [&](const auto& change) { return !one.told.choice.kept.contains(change.first); });
    one.told.choice.budget = bytes;
    one.told.choice.byHand = false;
    rechoose(one);
    tryChosen(method);
    emit changed(method);
}

void AdviceBook::setLimit(const QString& method, double cost) {
    Own& one = own(method);
    if (!(cost > 0) || !std::isfinite(cost)) return;
    if (one.told.advice != nullptr) rememberBudget(one);
    one.told.choice.limit = cost;
    one.told.choice.budget.reset();
    one.told.choice.byHand = false;
    std::erase_if(one.told.choice.changes, [&](const auto& change) { return !one.told.choice.kept.contains(change.first); });
    rechoose(one);
    tryChosen(method);
    emit changed(method);
}

void AdviceBook::choose(const QString& method, const std::vector<std::size_t>& cells) {
    Own& one = own(method);
    if (one.told.advice == nullptr || cells.size() != one.told.advice->rows.size()) return;
    remember(one);
    one.told.choice = {cells, {}, {}, {}, true, one.told.choice.limit};
    tryChosen(method);
    emit changed(method);
}

void AdviceBook::change(const QString& method, std::size_t row, std::size_t cell) {
    Own& one = own(method);
    const AdvicePtr& advice = one.told.advice;
    if (advice == nullptr || row >= advice->rows.size() || cell >= advice->rows[row].cells.size()) return;
    if (one.told.cells()[row] == cell) return;
    remember(one);
    one.told.choice.changes[row] = cell;
    tryChosen(method);
    emit changed(method);
}

/// A row that no one has changed is kept as it is chosen now.
void AdviceBook::keep(const QString& method, std::size_t row, bool kept) {
    Own& one = own(method);
    const auto cells = one.told.cells();
    if (row >= cells.size() || one.told.choice.kept.contains(row) == kept) return;
    remember(one);
    if (kept) {
        one.told.choice.changes[row] = cells[row];
        one.told.choice.kept.insert(row);
    } else {
        one.told.choice.kept.erase(row);
    }
    emit changed(method);
}

void AdviceBook::undo(const QString& method) {
    Own& one = own(method);
    if (one.told.before.empty()) return;
    one.told.choice = std::move(one.told.before.back());
    one.told.before.pop_back();
    one.moved.invalidate();
    rechoose(one);
    tryChosen(method);
    emit changed(method);
}

/// A set that nobody has evaluated is, soon; the one before it is not waited for any more.
void AdviceBook::tryChosen(const QString& method) {
    Own& one = own(method);
    Advising& told = one.told;
    const auto cells = told.cells();
    if (told.trying && one.tries == cells) return;
    one.trial.cancel();
    one.patience.stop();
    told.trying = false;
    told.tryError.reset();
    const bool nothingChosen = told.choice.base.empty() && told.choice.changes.empty();
    if (told.advice == nullptr || told.running || nothingChosen || told.shown().effect) return;
    told.trying = true;
    one.tries = cells;
    one.patience.start();
}

void AdviceBook::startTrial(const QString& method) {
    Own& one = own(method);
    if (m_workspace.session() == nullptr || one.told.advice == nullptr || !one.told.trying) return;
    advisor::Options options = optionsOf(one.told.made);
    options.known = [heard = one.heard](const advisor::Advice& sofar) {
        heard->tell(std::make_shared<const advisor::Advice>(sofar));
    };
    one.trial.start(
        tr("Evaluating the set"),
        [session = m_workspace.session(), method = method.toStdString(), options, advice = one.told.advice, cells = one.tries,
         ask = m_adviser.tryOut](const JobContext& job) {
            return ask({*session, method}, *advice, cells, options, job);
        },
        [this, method](Result<advisor::Set> made) {
            Own& ended = own(method);
            ended.told.trying = false;
            // Cells that nobody had asked for before are known now.
            if (AdvicePtr known = heard(ended)) ended.told.advice = std::move(known);
            if (made)
                ended.told.tried.push_back(*std::move(made));
            else
                ended.told.tryError = made.error();
            emit changed(method);
        },
        Urgency::Filling);
}

QString AdviceBook::recipe(const QString& method) const {
    const Advising& told = of(method);
    if (told.advice == nullptr) return {};
    const ShownSet shown = told.shown();
    if (shown.cells == told.asItIs() || shown.cells.empty()) return {};
    if (!shown.effect) return {};
    const advisor::Set set{shown.cells, shown.bytes, shown.predicted.value_or(0), *shown.effect};
    return QString::fromStdString(advisor::recipeOf(*told.advice, set, QCoreApplication::applicationVersion().toStdString()));
}

nlohmann::json AdviceBook::keptOf(const Advising& told) const {
    advisor::Advice whole = *told.advice;
    whole.sets.insert(whole.sets.end(), told.tried.begin(), told.tried.end());
    return advisor::keptAdvice(whole, optionsOf(told.made), m_identity);
}

std::string AdviceBook::kept(const std::string& others) const {
    auto list = nlohmann::json::array();
    // Of advice against another export nothing is kept: the session file does not name that one.
    const auto isKept = [this](const Advising& told) {
        return !m_identity.empty() && told.advice != nullptr && !told.made.against;
    };
    const auto isOwn = [&](const nlohmann::json& one) {
        const auto found = m_own.find(QString::fromStdString(advisor::keptText(one, "method")));
        return found != m_own.end() && isKept(found->second->told);
    };
    const auto known = nlohmann::json::parse(others, nullptr, false);
    if (known.is_array())
        for (const nlohmann::json& one : known)
            if (!isOwn(one)) list.push_back(one);
    for (const auto& [method, one] : m_own) {
        if (!isKept(one->told)) continue;
        list.push_back(keptOf(one->told));
    }
    advisor::shorten(list);
    return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void AdviceBook::recall(const std::string& list, bool ofSessionFile) {
    const auto known = nlohmann::json::parse(list, nullptr, false);
    if (m_workspace.session() == nullptr || !known.is_array()) return;
    for (const std::string& name : m_workspace.session()->methodNames()) {
        const nlohmann::json* kept = advisor::keptOf(known, name);
        const QString method = QString::fromStdString(name);
        if (kept == nullptr || of(method).wasAsked()) continue;
        using Recalled = std::pair<AdvicePtr, std::string>;
        own(method).recall.start(
            tr("Taking up advice"),
            [session = m_workspace.session(), name, kept = *kept](const JobContext& job) -> Result<Recalled> {
                auto identity = advisor::identityOf(*session, job);
                if (!identity) return identity.failure();
                if (advisor::keptText(kept, "identity") != *identity) return Recalled();
                auto advice = advisor::recalled({*session, name}, kept, job);
                if (advice.cancelled()) return advice.failure();
                if (!advice) return Recalled();
                return Recalled(std::make_shared<const advisor::Advice>(*std::move(advice)), *std::move(identity));
            },
            [this, method, options = advisor::keptOptions(*kept), ofSessionFile](Result<Recalled> made) {
                Own& one = own(method);
                if (!made || one.told.wasAsked()) return;
                if (made->first == nullptr) {
                    if (ofSessionFile) emit notRecalled(method);
                    return;
                }
                one.told.asked = one.told.made =
                    AdviceRequest{.worst = options.worst, .tied = options.tied, .cases = options.cases, .schemes = options.schemes};
                one.told.advice = made->first;
                m_identity = made->second;
                rechoose(one);
                emit changed(method);
            });
    }
}

/// Their answers would be of files that are not in view any more; of the same files, opened anew, they may be.
void AdviceBook::forget() {
    const bool same = m_workspace.session() != nullptr && m_workspace.paths() == m_paths;
    const std::string known = same ? kept({}) : std::string();
    m_paths = m_workspace.paths();
    m_own.clear();
    m_identifying.cancel();
    m_identity.clear();
    m_tick.stop();
    emit changed({});
    if (!known.empty()) recall(known, false);
}

}  // namespace etscope::ui
