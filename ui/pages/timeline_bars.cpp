#include "pages/timeline_bars.h"

#include <QObject>
#include <algorithm>

#include "etdump/event_names.h"
#include "look/numbers.h"
#include "look/words.h"
#include "pages/call_names.h"
#include "pages/event_rows.h"

namespace etscope::ui {
namespace {

enum Lane { Whole, Instructions, Delegates, Inside, Kernels };

int laneOf(const etdump::Event& event, std::string_view name) {
    if (event.kind == etdump::EventKind::Delegate) return Inside;
    if (event.place.chain < 0) return Whole;
    return name == "OPERATOR_CALL" || event.kind == etdump::EventKind::DelegateCall || event.kind == etdump::EventKind::Other
               ? Instructions
               : Kernels;
}

class Bars {
public:
    Bars(const session::Session& session, const QString& method, const join::SessionRun& run, const JobContext& job)
        : m_session(session), m_method(method), m_dump(*run.dump), m_names(session, method, std::span(&run, 1), job) {
        for (const etdump::Event& event : m_dump.events(run.run())) m_begin = std::min(m_begin, event.start);
    }

    void add(const etdump::Event& event) {
        const bool known = event.place.delegate.kind == etdump::DelegateId::Kind::Text;
        const std::string_view name = m_dump.text(known ? event.place.delegate.text : event.name);
        TimelineBar bar;
        bar.start = static_cast<double>(event.start - m_begin) / kTicksPerMillisecond;
        bar.end = bar.start + static_cast<double>(event.duration()) / kTicksPerMillisecond;
        bar.lane = laneOf(event, name);
        const bool call = bar.lane == Instructions && event.place.instruction >= 0;
        bar.family = static_cast<int>(modules::OperatorFamily::Other);
        CallName what{text(name), text(name), text(name), {}, modules::OperatorFamily::Other};
        if (call) {
            what = m_names.of(event.place.instruction);
            bar.family = static_cast<int>(what.family);
        } else if (bar.lane == Inside || bar.lane == Kernels) {
            const StepName step = stepNameOf(event, name);
            what.brief = step.name;
            bar.family = step.family >= 0 ? step.family : static_cast<int>(modules::OperatorFamily::Delegate);
        }
        bar.name = what.brief.isEmpty() ? text(name) : what.brief;
        QStringList lines{what.whole.isEmpty() ? bar.name : what.whole, what.module,
                          durationText(static_cast<double>(event.duration()))};
        lines.removeAll(QString());
        bar.tooltip = lines.join(QLatin1Char('\n'));
        if (event.place.chain >= 0) bar.address = instructionAddress(m_session, m_method, event.place.instruction);
        m_bars.push_back(bar);
        if (call && event.kind == etdump::EventKind::DelegateCall) addDelegate(std::move(bar), event.place.instruction);
    }

    std::vector<TimelineBar> take() {
        std::ranges::stable_sort(m_bars, {}, [](const TimelineBar& bar) { return bar.start; });
        return std::move(m_bars);
    }

private:
    static StepName stepNameOf(const etdump::Event& event, std::string_view name) {
        profile::SummaryRow row;
        row.event.name = std::string(name);
        if (event.kind == etdump::EventKind::Delegate) row.event.delegateId = row.event.name;
        row.op = profile::stepType(name);
        return stepName(row);
    }

    /// Who runs the call, under it.
    void addDelegate(TimelineBar bar, std::int64_t instruction) {
        const program::ExecutionPlan* plan = m_session.plan(m_method.toStdString());
        const program::Instruction* one = plan != nullptr ? plan->instructionAt(0, instruction) : nullptr;
        const auto delegate = one != nullptr ? plan->calledDelegate(*one) : std::nullopt;
        bar.lane = Delegates;
        bar.family = static_cast<int>(modules::OperatorFamily::Delegate);
        bar.name = delegate ? QStringLiteral("%1 %2").arg(shortBackend(text(plan->delegates[*delegate].id))).arg(*delegate)
                            : QObject::tr("delegate");
        m_bars.push_back(std::move(bar));
    }

    const session::Session& m_session;
    const QString& m_method;
    const etdump::Dump& m_dump;
    const CallNames m_names;
    std::uint64_t m_begin = ~std::uint64_t{0};
    std::vector<TimelineBar> m_bars;
};

}  // namespace

QStringList timelineLanes() {
    return {QObject::tr("Execution"), QObject::tr("Instructions"), QObject::tr("Delegate calls"), QObject::tr("Inside delegates"),
            QObject::tr("Kernels")};
}

std::vector<TimelineBar> timelineBars(const session::Session& session, const QString& method, const join::SessionRun& run,
                                      const JobContext& job) {
    Bars bars(session, method, run, job);
    for (const etdump::Event& event : run.dump->events(run.run())) bars.add(event);
    return bars.take();
}

}  // namespace etscope::ui
