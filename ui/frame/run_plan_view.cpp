// What the sheet asks of a plan: inputs that there are, calls, and what they are likely to take.
#include <QButtonGroup>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTimer>

#include "frame/run_sheet.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "look/rich_text.h"

namespace etscope::ui {
namespace {

constexpr double kGibibyte = 1024.0 * 1024 * 1024;

/// Of what a combo offers: choosing one.
constexpr const char* kFile = "\n";

QString offerText(const run::OfferedCases& offer) {
    const int calls = static_cast<int>(offer.calls);
    if (offer.word == "bundle") return RunSheet::tr("%n of the bundle", nullptr, calls);
    if (offer.word == "record") return RunSheet::tr("%n of the record", nullptr, calls);
    if (offer.word == "example") return RunSheet::tr("the example inputs");
    if (offer.word == "random") return RunSheet::tr("random (last resort)");
    return RunSheet::tr("all %n that are there", nullptr, calls);
}

QString timeFromText(const run::MethodEstimate& one) {
    const int samples = static_cast<int>(one.samples);
    switch (one.from) {
        case run::TimeFrom::RunRecord: return RunSheet::tr("the median of %n call(s) of earlier runs", nullptr, samples);
        case run::TimeFrom::Trace: return RunSheet::tr("the median of %n call(s) of the trace", nullptr, samples);
        case run::TimeFrom::Dump:
            return RunSheet::tr("the median of %n run(s) of ETDumps, ticks taken for nanoseconds", nullptr, samples);
        case run::TimeFrom::None: break;
    }
    return RunSheet::tr("no earlier run tells");
}

}  // namespace

/// What there is of each is filled in when it is known.
QComboBox* RunSheet::addCases(int row, const QString& method) {
    auto* cases = named("runCases", new QComboBox(m_methods));
    cases->setAccessibleName(tr("Cases of %1").arg(method));
    cases->addItem(tr("all that are there"), QString());
    cases->addItem(tr("random (last resort)"), QStringLiteral("random"));
    cases->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_methods->setCellWidget(row, Cases, cases);
    m_methods->setRowHeight(row, std::max(cases->sizeHint().height(), px(28)) + 4);
    m_methods->setColumnWidth(Cases, std::max(m_methods->columnWidth(Cases), cases->sizeHint().width() + px(24)));
    connect(cases, &QComboBox::currentIndexChanged, m_planDelay, qOverload<>(&QTimer::start));
    connect(cases, &QComboBox::activated, this, [this, cases] {
        if (cases->currentData().toString() == QLatin1String(kFile)) chooseFile(cases);
    });
    return cases;
}

void RunSheet::chooseFile(QComboBox* cases) {
    cases->setCurrentIndex(0);
    askForPath(this, {PathQuestion::Kind::Open, tr("Inputs of one call"), {}}, [cases](const QString& path) {
        cases->insertItem(cases->count() - 1, QFileInfo(path).fileName(), path);
        cases->setCurrentIndex(cases->count() - 2);
    });
}

void RunSheet::askCases() {
    std::vector<std::string> methods;
    for (int row = 0; row < m_methods->rowCount(); ++row) methods.push_back(m_methods->item(row, Name)->text().toStdString());
    m_offering.start(
        tr("Looking for inputs"),
        [session = m_session, methods](const JobContext& job) -> Result<Offers> {
            Offers offers;
            for (const std::string& method : methods) {
                auto own = run::offeredCases(*session, method, job);
                if (!own) return own.failure();
                offers.push_back(*std::move(own));
            }
            return offers;
        },
        [this](const Result<Offers>& offers) {
            if (!offers) return;
            for (std::size_t row = 0; row < offers->size(); ++row) {
                QComboBox* cases = m_cases[static_cast<qsizetype>(row)];
                const QVariant chosen = cases->currentData();
                const QSignalBlocker quiet(cases);
                cases->clear();
                for (const run::OfferedCases& one : (*offers)[row]) cases->addItem(offerText(one), text(one.word));
                if (cases->count() == 0) cases->addItem(tr("none"), QString());
                cases->addItem(tr("a file or folder…"), QLatin1String(kFile));
                cases->setCurrentIndex(std::max(0, cases->findData(chosen)));
            }
            int wide = 0;
            for (const QComboBox* cases : m_cases) wide = std::max(wide, cases->sizeHint().width());
            m_methods->setColumnWidth(Cases, wide + px(24));
        });
}

run::PlanOptions RunSheet::options() const {
    run::PlanOptions options;
    bool all = true;
    for (int row = 0; row < m_methods->rowCount(); ++row) {
        const bool chosen = m_methods->item(row, Chosen)->checkState() == Qt::Checked;
        all = all && chosen;
        if (chosen) options.methods.push_back(m_methods->item(row, Name)->text().toStdString());
    }
    if (all) options.methods.clear();
    for (int row = 0; row < m_methods->rowCount(); ++row) {
        const QString word = m_cases[row]->currentData().toString();
        const bool chosen = m_methods->item(row, Chosen)->checkState() == Qt::Checked;
        if (chosen && !word.isEmpty() && word != QLatin1String(kFile))
            options.cases.push_back(m_methods->item(row, Name)->text().toStdString() + ":" + QFile::encodeName(word).toStdString());
    }
    options.modules = static_cast<run::Modules>(m_state->currentData().toInt());
    options.values = static_cast<run::Values>(m_kept->checkedId());
    options.repeat = m_repeat->value();
    options.streams = run::streamsValues(target().kind);
    if (m_memory->value() > 0)
        options.mostBuffer = std::min(options.mostBuffer, static_cast<std::uint64_t>(m_memory->value() * kGibibyte / 2));
    return options;
}

void RunSheet::plan() {
    showCommand();
    bool any = false;
    for (int row = 0; row < m_methods->rowCount(); ++row) any = any || m_methods->item(row, Chosen)->checkState() == Qt::Checked;
    if (!any) {
        m_planning.cancel();
        return showPlan(Result<Planned>(fail("run-cases", tr("Choose a method.").toStdString())));
    }
    m_planning.start(
        tr("Planning the run"),
        [session = m_session, options = options()](const JobContext& job) -> Result<Planned> {
            auto plan = run::makePlan(*session, options, job);
            if (!plan) return plan.failure();
            auto estimate = run::estimateOf(*session, *plan, job);
            if (!estimate) return estimate.failure();
            return Planned{*std::move(plan), *std::move(estimate)};
        },
        [this](const Result<Planned>& planned) { showPlan(planned); });
}

/// An estimate, and from what.
void RunSheet::showEstimate(const run::Estimate& estimate) {
    QStringList from, unknown;
    for (const run::MethodEstimate& one : estimate.methods) {
        if (one.seconds) {
            const QString words = timeFromText(one);
            if (!from.contains(words)) from.append(words);
        } else {
            unknown.append(text(one.method));
        }
    }
    const QString memory =
        tr("at least %1 of memory (program and data %2, planned memory %3, inputs %4, buffer of values up to %5; "
           "what delegates take for themselves is not in it)")
            .arg(bytesText(estimate.memory()), bytesText(estimate.files), bytesText(estimate.planned), bytesText(estimate.inputs),
                 bytesText(estimate.buffer));
    const QString time =
        estimate.seconds
            ? tr("about %1 without loading, by %2").arg(durationText(*estimate.seconds * 1e9), from.join(QStringLiteral(", ")))
            : tr("time not known: no earlier run of %1").arg(unknown.join(QStringLiteral(", ")));
    m_estimate->setText(tr("Estimate: %1; %2.").arg(time, memory));
}

void RunSheet::showPlan(const Result<Planned>& planned) {
    const run::RunPlan* plan = planned ? &planned->plan : nullptr;
    m_calls = plan != nullptr ? plan->executions() : 0;
    const QSignalBlocker quiet(m_methods);
    for (int row = 0; row < m_methods->rowCount(); ++row) {
        const std::string name = m_methods->item(row, Name)->text().toStdString();
        QString calls = QStringLiteral("–"), state = calls, time = calls, why;
        if (plan != nullptr) {
            const auto facts = std::ranges::find(plan->methods, name, &runrecord::MethodFacts::name);
            if (facts != plan->methods.end() && facts->keepsState) state = *facts->keepsState ? tr("keeps state") : tr("no state");
            const auto& all = planned->estimate.methods;
            const auto one = std::ranges::find(all, name, &run::MethodEstimate::method);
            if (one != all.end()) {
                calls = countText(one->calls);
                if (one->seconds) time = durationText(*one->seconds * static_cast<double>(one->calls) * 1e9);
                why = timeFromText(*one);
            }
        }
        m_methods->item(row, Calls)->setText(calls);
        m_methods->item(row, State)->setText(state);
        m_methods->item(row, Time)->setText(time);
        m_methods->item(row, Time)->setToolTip(tip(why));
    }
    QStringList notes;
    if (plan != nullptr)
        for (const std::string& note : plan->notes) notes.append(text(note));
    else
        notes.append(text(planned.error().message));
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    m_estimate->setVisible(plan != nullptr);
    if (plan != nullptr) showEstimate(planned->estimate);
    m_run->setText(m_calls > 0 ? tr("Run %n call(s)", nullptr, static_cast<int>(m_calls)) : tr("Run"));
    m_run->setEnabled(m_calls > 0 && !isRunning());
}

}  // namespace etscope::ui
