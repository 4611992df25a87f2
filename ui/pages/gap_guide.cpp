#include "pages/gap_guide.h"

#include <algorithm>
#include <array>

#include "base/base_name.h"
#include "base/escaped.h"
#include "gap/gap.h"
#include "look/language.h"
#include "look/numbers.h"
#include "models/address.h"

namespace etscope::ui {
namespace {

using session::Session;

/// The names of the files that a line is about, and what they hold of it.
struct Found {
    QStringList files;
    QString what;
};

QString nameOf(const session::SessionFile& file) { return text(escaped(std::string(baseName(file.path)))); }

template <class Is>
Found filesThat(const Session& session, Is is) {
    Found found;
    for (const session::SessionFile& file : session.files())
        if (is(file)) found.files.append(nameOf(file));
    return found;
}

Found record(const Session& session, const QString&) {
    return filesThat(session, [&](const auto& file) { return &file == session.recordFile(); });
}

Found program(const Session& session, const QString& method) {
    Found found = filesThat(session, [](const auto& file) { return file.program != nullptr; });
    if (const program::ExecutionPlan* plan = session.plan(method.toStdString()); plan != nullptr && !plan->chains.empty())
        found.what = QObject::tr("%n instruction(s)", nullptr, counted(plan->chains.front().instructions.size()));
    return found;
}

/// Every record carries the inputs that its graphs were exported with.
Found inputs(const Session& session, const QString&) {
    Found found = filesThat(session, [&](const auto& file) { return file.bundle != nullptr || &file == session.recordFile(); });
    found.what = std::ranges::any_of(session.files(), [](const auto& file) { return file.bundle != nullptr; })
                     ? QObject::tr("those of its cases")
                     : QObject::tr("those that the method was exported with");
    return found;
}

Found dump(const Session& session, const QString&) {
    Found found = filesThat(session, [](const auto& file) { return file.dump != nullptr; });
    std::size_t runs = 0;
    for (const session::SessionFile& file : session.files())
        if (file.dump != nullptr)
            runs += static_cast<std::size_t>(std::ranges::count_if(file.dump->runs(), [&](const etdump::Run& run) {
                return file.dump->blockKind(run) == etdump::BlockKind::Execute;
            }));
    found.what = QObject::tr("%n run(s)", nullptr, counted(runs));
    return found;
}

Found buffer(const Session& session, const QString&) {
    return filesThat(session, [](const auto& file) { return file.kind == FileKind::DebugBuffer; });
}

Found references(const Session& session, const QString&) {
    const auto paths = gap::valueFiles(session);
    return filesThat(session, [&](const auto& file) { return std::ranges::find(paths, file.path) != paths.end(); });
}

/// A line of the checklist. Without a file it is `missing`, which does not block where the mark is another than Mark::Missing.
struct Line {
    const char* name;
    Found (*found)(const Session& session, const QString& method);
    const char* missing;
    Mark mark;
    PageId page;
};
constexpr std::array kGapGuideLines{
    Line{QT_TRANSLATE_NOOP("QObject", "Record"), record,
         QT_TRANSLATE_NOOP("QObject", "no file: an ETRecord (.etrecord) has the graph that is computed"), Mark::Missing,
         PageId::Graph},
    Line{QT_TRANSLATE_NOOP("QObject", "Program"), program,
         QT_TRANSLATE_NOOP("QObject", "no file: without a program (.pte) no call is judged by itself"), Mark::Ambiguous,
         PageId::Overview},
    Line{QT_TRANSLATE_NOOP("QObject", "Inputs"), inputs,
         QT_TRANSLATE_NOOP("QObject", "missing – the ETRecord contains the example inputs"), Mark::Missing,
         PageId::Outputs},
    Line{QT_TRANSLATE_NOOP("QObject", "ETDump"), dump,
         QT_TRANSLATE_NOOP("QObject", "no file: run the program with an ETDump (.etdp)"), Mark::Missing, PageId::Events},
    Line{QT_TRANSLATE_NOOP("QObject", "Debug buffer"), buffer,
         QT_TRANSLATE_NOOP("QObject", "no file: give the ETDump a debug buffer, so that it logs values"), Mark::Missing,
         PageId::Events},
    Line{QT_TRANSLATE_NOOP("QObject", "Reference values"), references,
         QT_TRANSLATE_NOOP("QObject", "no file (.npz, .safetensors, torch.save) has them, none are computed yet"), Mark::Missing,
         PageId::Tensors}};

PageState::Step stepOf(const Line& line, const Session& session, const QString& method) {
    const Found found = line.found(session, method);
    const Address at = line.page == PageId::Graph ? Address::ofStage(method, QStringLiteral("edge")) : Address();
    PageState::Step step{line.mark, QObject::tr(line.name), QObject::tr(line.missing), Link::on(line.page, at),
                         pageTitle(line.page)};
    if (found.files.isEmpty()) {
        step.link = Link::addFiles();
        step.linkText = QObject::tr("Add files…");
        return step;
    }
    step.mark = Mark::Match;
    step.detail = found.files.join(QStringLiteral(", "));
    if (!found.what.isEmpty()) step.detail += QStringLiteral(": ") + found.what;
    return step;
}

}  // namespace

QList<PageState::Step> gapSteps(const Session& session, const QString& method) {
    QList<PageState::Step> steps;
    for (const Line& line : kGapGuideLines) steps.append(stepOf(line, session, method));
    return steps;
}

PageState incompleteGap(const Session& session, const QString& method) {
    PageState state;
    state.steps = gapSteps(session, method);
    const auto missing = static_cast<std::size_t>(std::ranges::count(state.steps, Mark::Missing, &PageState::Step::mark));
    state.what = QObject::tr("No operator is compared");
    state.why = QObject::tr("%n thing(s) are missing to compare operators with what they should give.", nullptr, counted(missing));
    state.todo = QObject::tr(
        "Add the missing files. Reference values are computed then, or come from a file: .npz, .safetensors or "
        "torch.save, keyed by node name or debug handle; or a second run is held against the first.");
    return state;
}

PageState missingReference(const Session& session, const QString& method, const ChosenRun& chosen, std::function<void()> compute) {
    PageState state;
    state.what = QObject::tr("One thing is missing: values to compare with");
    state.why =
        QObject::tr(
            "No file of the session has reference values of %1. They can be computed from the edge graph of the record, without "
            "Python; nothing in the files is executed.")
            .arg(method);
    state.steps = gapSteps(session, method);
    // A file of values may be of another method.
    state.steps.last() = {Mark::Missing, QObject::tr("Reference values"),
                          QObject::tr("no file (.npz, .safetensors, torch.save) has them, none are computed yet"), Link::addFiles(),
                          QObject::tr("Add files…")};
    state.steps.append({Mark::Note, QObject::tr("Or by Python"),
                        QObject::tr("a script for the environment of the export, which writes such a file with ExecuTorch"),
                        Link::script(method), QObject::tr("Copy Python script")});
    state.button = QObject::tr("Compute reference");
    if (chosen.plan) {
        state.price = planText(*chosen.plan);
        state.todo = unsupportedText(*chosen.plan);
        state.act = std::move(compute);
    } else {
        state.price = QObject::tr("They cannot be computed: %1").arg(chosen.why);
    }
    return state;
}

}  // namespace etscope::ui
