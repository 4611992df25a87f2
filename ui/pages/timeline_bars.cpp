#include "pages/timeline_bars.h"

#include <QObject>
#include <algorithm>
#include <map>

#include "answers/call_names.h"
#include "answers/event_rows.h"
#include "base/checked_math.h"
#include "look/numbers.h"
#include "look/words.h"
#include "modules/path_bands.h"

namespace etscope::ui {
namespace {

enum Lane { Whole, Modules, Instructions, Delegates, Inside, Kernels, Allocations };

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
        CallName what{.name = text(name), .whole = text(name), .brief = text(name)};
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
        if (call) m_calls.push_back({bar.start, bar.end, bar.family, what.module});
        m_bars.push_back(bar);
        if (call && event.kind == etdump::EventKind::DelegateCall) addDelegate(std::move(bar), what);
    }

    RunTimeline take() {
        std::ranges::stable_sort(m_calls, {}, &StepCall::start);
        nameModules();
        std::ranges::stable_sort(m_bars, {}, &TimelineBar::start);
        return {{}, std::move(m_bars), std::move(m_calls)};
    }

    /// What one allocator gave out so far, from allocation to allocation. An allocation lies before the event that was noted next,
    /// which began before it mostly: it is drawn where that event begins.
    void addAllocations(const join::SessionRun& run) {
        const auto events = m_dump.events(run.run());
        std::uint64_t last = m_begin, end = m_begin;
        for (const etdump::Event& event : events) end = std::max(end, event.start + event.duration());
        std::vector<std::pair<std::uint64_t, std::uint64_t>> steps;  // when, how much in all
        for (const auto& [event, bytes] : allocatedBy(run)) {
            if (event < events.size()) last = std::max(last, events[event].start);
            steps.emplace_back(event < events.size() ? last : end, bytes);
        }
        const std::uint64_t most = steps.empty() ? 0 : steps.back().second;
        for (std::size_t i = 0; i < steps.size() && most > 0; ++i) {
            const std::uint64_t to = i + 1 < steps.size() ? steps[i + 1].first : end;
            if (to > steps[i].first) addAmount(steps[i].first, to, steps[i].second, most);
        }
    }

private:
    /// All allocators together, in the order of the events; amounts that cannot be told end it.
    static std::map<std::uint32_t, std::uint64_t> allocatedBy(const join::SessionRun& run) {
        std::map<std::uint32_t, std::uint64_t> growth, all;
        for (const etdump::Allocation& one : run.dump->allocations(run.run())) {
            const auto sum = checkedAdd(growth[one.eventsBefore], one.size);
            if (!sum) return {};
            growth[one.eventsBefore] = *sum;
        }
        std::uint64_t soFar = 0;
        for (const auto& [event, bytes] : growth) {
            const auto sum = checkedAdd(soFar, bytes);
            if (!sum) return {};
            all[event] = soFar = *sum;
        }
        return all;
    }

    void addAmount(std::uint64_t from, std::uint64_t to, std::uint64_t bytes, std::uint64_t most) {
        TimelineBar bar;
        bar.start = static_cast<double>(from - m_begin) / kTicksPerMillisecond;
        bar.end = static_cast<double>(to - m_begin) / kTicksPerMillisecond;
        bar.lane = Allocations;
        bar.name = bytesText(bytes);
        bar.tooltip = QObject::tr("%1 given out so far, of %2 in the run").arg(bar.name, bytesText(most)) + QLatin1Char('\n') +
                      QObject::tr("The dump notes no frees: less may be in use");
        bar.level = static_cast<double>(bytes) / static_cast<double>(most);
        m_bars.push_back(std::move(bar));
    }

    /// Calls one after the other of one part of a layer; then each call's layer, in place of its module.
    void nameModules() {
        std::vector<std::string> paths;
        for (const StepCall& call : m_calls) paths.push_back(call.layer.toStdString());
        const modules::PathBands bands(paths);
        TimelineBar last;
        const auto end = [&] {
            if (last.name.isEmpty()) return;
            last.tooltip = last.name + QLatin1Char('\n') + durationText((last.end - last.start) * kTicksPerMillisecond);
            m_bars.push_back(last);
        };
        for (std::size_t i = 0; i < m_calls.size(); ++i) {
            const QString module = partOf(bands, paths[i]);
            m_calls[i].layer = text(bands.band(paths[i]));
            if (module != last.name) {
                end();
                last = {};
                last.lane = Modules, last.start = m_calls[i].start, last.name = module;
                last.family = static_cast<int>(modules::OperatorFamily::Other);
            }
            last.end = std::max(last.end, m_calls[i].end);
        }
        end();
    }

    /// "layers.3.attention" of "layers.3.attention.wq", "patch_embedding.proj" of what lies deeper.
    static QString partOf(const modules::PathBands& bands, const std::string& path) {
        const std::string_view shown = bands.shown(path);
        std::size_t end = shown.find('.');
        if (end != std::string_view::npos) end = shown.find('.', end + 1);
        return text(end == std::string_view::npos ? path : path.substr(0, path.size() - shown.size() + end));
    }

    static StepName stepNameOf(const etdump::Event& event, std::string_view name) {
        profile::SummaryRow row;
        row.event.name = std::string(name);
        if (event.kind == etdump::EventKind::Delegate) row.event.delegateId = row.event.name;
        row.op = profile::stepType(name);
        return stepName(row);
    }

    /// Who runs the call, under it.
    void addDelegate(TimelineBar bar, const CallName& call) {
        bar.lane = Delegates;
        bar.family = static_cast<int>(modules::OperatorFamily::Delegate);
        bar.name = call.runsAs.isEmpty() ? QObject::tr("delegate") : call.listed;
        m_bars.push_back(std::move(bar));
    }

    const session::Session& m_session;
    const QString& m_method;
    const etdump::Dump& m_dump;
    const CallNames m_names;
    std::uint64_t m_begin = ~std::uint64_t{0};
    std::vector<TimelineBar> m_bars;
    std::vector<StepCall> m_calls;
};

}  // namespace

RunTimeline runTimeline(const session::Session& session, const QString& method, const join::SessionRun& run,
                        const JobContext& job) {
    Bars bars(session, method, run, job);
    for (const etdump::Event& event : run.dump->events(run.run())) bars.add(event);
    bars.addAllocations(run);
    RunTimeline made = bars.take();
    const QStringList names{QObject::tr("Execution"),      QObject::tr("Module"),           QObject::tr("Instructions"),
                            QObject::tr("Delegate calls"), QObject::tr("Inside delegates"), QObject::tr("Kernels"),
                            QObject::tr("Allocations")};
    std::vector<int> place(static_cast<std::size_t>(names.size()), -1);
    for (const TimelineBar& bar : made.bars) place[static_cast<std::size_t>(bar.lane)] = 0;
    for (std::size_t lane = 0; lane < place.size(); ++lane)
        if (place[lane] == 0)
            place[lane] = static_cast<int>(made.lanes.size()), made.lanes.append(names[static_cast<qsizetype>(lane)]);
    for (TimelineBar& bar : made.bars) bar.lane = place[static_cast<std::size_t>(bar.lane)];
    return made;
}

}  // namespace etscope::ui
