// ReproBook: what a culprit of the session in view was shrunk to, and what mends it: the jobs that find that out and what they told
// so far, one culprit at a time. They go on while other pages are in view; what they found is forgotten when the session is
// another. They execute, and only when a person has asked for it. GUI thread only.
#pragma once

#include <QElapsedTimer>
#include <functional>

#include "shrink/shrink.h"
#include "workspace/workspace.h"

namespace etscope::ui {

/// What one of both is asked for.
struct ReproRequest {
    Address of;              ///< a culprit, or a method
    QString python, folder;  ///< of the user; of the result, which is not there yet
    int seconds = 300;       ///< of all of it
    double memoryGib = 8;    ///< of the driver's process; 0: no limit
};

/// Of the method that is cut; nothing: it is not known.
struct WholeMethod {
    std::optional<std::size_t> operators;
    std::optional<std::uint64_t> inputBytes, constantBytes;
    std::optional<double> ownError;  ///< of what is at fault in the session; infinite: no rounding explains it
};

/// What an export costs.
struct ExportCosts {
    std::uint64_t bytes = 0;                     ///< of the program
    std::size_t kernels = 0, delegateCalls = 0;  ///< calls outside delegates, and of them
    std::optional<double> p50;                   ///< of a run, in nanoseconds
};

struct Remedy {
    enum class State : std::uint8_t { Waiting, Lowering, Running, Right, Better, Same, Worse, Refused, NotDecided, NotHere };
    QString title, detail;
    State state = State::Waiting;
    QString why;                       ///< why it is not right; may be empty
    std::optional<std::size_t> match;  ///< outputs that match, of `compared`
    std::size_t compared = 0;
    std::optional<double> maxAbs;  ///< of the outputs that differ
    std::optional<ExportCosts> costs;
    QString patch;  ///< the code that was tried
};

struct MendAnswer {
    /// Of the whole search; Open: it is not known yet.
    enum class State : std::uint8_t { Open, Healthy, Mended, Better, NothingHelped, NotOfTheExport, CannotTry };
    State state = State::Open;
    QString sentence, advice;             ///< what was found; what to do, may be empty
    std::vector<Remedy> remedies;         ///< the one to take first; while it runs in the order in which they are tried
    std::optional<std::size_t> best;      ///< of `remedies`
    std::size_t done = 0, all = 0;        ///< tried, and to be tried
    std::size_t match = 0, compared = 0;  ///< outputs as they are
    std::optional<ExportCosts> before;
    QString executorch;
    QStringList files;
    double seconds = 0;
};

class ReproBook : public QObject {
    Q_OBJECT
public:
    explicit ReproBook(Workspace& workspace);

    /// How far a job is, whatever it finds.
    struct Run {
        ReproRequest asked;
        bool running = false, ending = false;  ///< a person has cancelled it: it writes down what it knows
        bool cancelled = false;
        std::optional<Error> error;
        double seconds = 0;  ///< since it began, until it ended
        bool wasAsked() const { return asked.of.valid(); }
    };
    struct Shrinking : Run {
        WholeMethod whole;
        std::vector<shrink::Step> steps;
        std::optional<shrink::Answer> answer;
        /// The smallest so far; null: none is wrong in the same way yet.
        const shrink::Step* smallest() const;
    };
    struct Mending : Run {
        MendAnswer told;
    };
    const Shrinking& shrinking() const { return m_shrinking; }
    const Mending& mending() const { return m_mending; }
    /// What both are about; invalid: nothing was asked for.
    Address of() const;
    bool isRunning() const { return m_shrinking.running || m_mending.running; }

    /// In place of what was found before; what is of another culprit goes. Nothing while the same is running.
    void shrink(const ReproRequest& request);
    void mend(const ReproRequest& request);
    /// It ends soon, and what is known by then is kept.
    void cancelShrinking();
    void cancelMending();

    /// What tries remedies out, in any thread; `tell`: what is known so far.
    using Tell = std::function<void(const MendAnswer&)>;
    using Mender = std::function<Result<MendAnswer>(const session::Session&, const ReproRequest&, const Tell&, const JobContext&)>;
    /// In place of the core's.
    void setMender(Mender mender) { m_mender = std::move(mender); }
    bool canMend() const { return m_mender != nullptr; }

    /// The thing at fault that is shrunk where that is asked for of `near`: itself where it is one, else that of the method in
    /// view, else the first one. Invalid: nothing is at fault, or it is not known yet.
    Address culpritAt(const Address& near) const;
    /// Why nothing can be shrunk or mended now; empty: it can.
    QString whyNot() const;
    /// Whether a program could show what is at fault: it is offered as what to do next then.
    bool isOffered() const;

signals:
    void changed();

private:
    struct Told;
    void begin(Run& run, const ReproRequest& request);
    void forgetOthers(const Address& of);
    void end(Run& run, const std::optional<Error>& error);
    void takeTold();
    void forget();

    Workspace& m_workspace;
    Shrinking m_shrinking;
    Mending m_mending;
    std::shared_ptr<Told> m_told;
    QElapsedTimer m_shrinkClock, m_mendClock;
    QTimer m_tick;
    Mender m_mender;
    Job<shrink::Answer> m_shrink{this};
    Job<MendAnswer> m_mend{this};
};

/// The core's mend, as the book asks it; null: this build has none.
ReproBook::Mender coreMender();

}  // namespace etscope::ui
