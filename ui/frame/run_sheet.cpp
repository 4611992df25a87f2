#include "frame/run_sheet.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSpinBox>
#include <QTableWidget>
#include <QTimer>

#include "look/make.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

constexpr const char* kPythonSetting = "run/python";
constexpr const char* kRunnerSetting = "run/runner";
constexpr int kPlanDelay = 250;  // ms: while one types nothing is asked
constexpr double kGib = 1024.0 * 1024 * 1024;

/// As a shell takes it for one word.
QString shellWord(const QString& word) {
    static const QRegularExpression kPlain(QStringLiteral("^[A-Za-z0-9_./:=,+@%-]+$"));
    if (kPlain.match(word).hasMatch()) return word;
    return QLatin1Char('\'') + QString(word).replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

/// "smolvlm-run-2" beside the program: the first that is not there.
QString suggestedFolder(const SessionPtr& session) {
    const QFileInfo program(text(session->programFile()->path));
    for (int number = 1;; ++number) {
        QString path = program.absoluteDir().filePath(QStringLiteral("%1-run-%2").arg(program.completeBaseName()).arg(number));
        if (!QFileInfo::exists(path)) return path;
    }
}

QString errorText(const Error& error) {
    return error.where.empty() ? text(error.message) : text(error.where) + QStringLiteral(": ") + text(error.message);
}

/// A heading with its number, and what is below it.
QVBoxLayout* makePart(int number, const QString& title, const QString& about, QWidget* part) {
    auto* column = makeColumn(part, {16, 10, 16, 10}, 8);
    auto* row = makeRow(nullptr, {}, 8);
    auto* heading =
        new QLabel(QStringLiteral("<b>%1</b>&nbsp; <b>%2</b>&nbsp; %3").arg(number).arg(html(title), html(about)), part);
    heading->setTextFormat(Qt::RichText);
    row->addWidget(heading);
    row->addStretch();
    column->addLayout(row);
    return column;
}

struct Card {
    const char *title, *about;
};

/// Of which one is chosen: a button, and under it what that means.
QButtonGroup* addCards(std::initializer_list<Card> cards, QVBoxLayout* column, QWidget* part, const char* name) {
    auto* group = named(name, new QButtonGroup(part));
    auto* row = makeRow(nullptr, {}, 8);
    for (const Card& card : cards) {
        auto* frame = new QFrame(part);
        frame->setFrameShape(QFrame::StyledPanel);
        auto* inside = makeColumn(frame, {10, 8, 10, 8}, 3);
        auto* button = new QRadioButton(RunSheet::tr(card.title), frame);
        auto* about = new QLabel(RunSheet::tr(card.about), frame);
        about->setWordWrap(true);
        about->setForegroundRole(QPalette::PlaceholderText);
        inside->addWidget(button);
        inside->addWidget(about);
        inside->addStretch();
        row->addWidget(frame, 1);
        group->addButton(button, static_cast<int>(group->buttons().size()));
    }
    group->button(0)->setChecked(true);
    column->addLayout(row);
    return group;
}

QLabel* addField(QHBoxLayout* row, const QString& title, QWidget* field, int stretch = 0) {
    auto* label = new QLabel(title, field->parentWidget());
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field, stretch);
    return label;
}

}  // namespace

/// Written by the run's thread, read by the sheet.
struct RunSheet::Told {
    std::mutex mutex;
    run::Progress progress;
};

RunSheet::RunSheet(Workspace& workspace, QWidget* window)
    : QDialog(window, Qt::Sheet), m_workspace(workspace), m_session(workspace.session()) {
    setObjectName(QStringLiteral("runSheet"));
    setAttribute(Qt::WA_DeleteOnClose);
    const QString program = QFileInfo(text(m_session->programFile()->path)).fileName();
    setWindowTitle(tr("Run %1").arg(program));
    m_planDelay = new QTimer(this);
    m_planDelay->setSingleShot(true);
    m_planDelay->setInterval(kPlanDelay);
    connect(m_planDelay, &QTimer::timeout, this, &RunSheet::plan);
    m_tick = new QTimer(this);
    m_tick->setInterval(100);
    connect(m_tick, &QTimer::timeout, this, &RunSheet::showProgress);
    auto* whole = makeColumn(this, {}, 0);
    auto* inside = new QWidget(this);
    m_column = makeColumn(inside, {}, 0);
    for (QWidget* part : {makeWhat(), makeWhere(), makeKept()}) {
        m_column->addWidget(part);
        m_inputs.append(part);
    }
    m_column->addStretch();
    whole->addWidget(scrolling(inside, this), 1);
    whole->addWidget(makeEnd());
    connect(&workspace, &Workspace::sessionChanged, this, [this] {
        if (!isRunning()) close();
    });
    showFields();
    askCases();
    plan();
    askTarget();
    resize(std::min(960, window->width() - 40), std::min(720, window->height() - 60));
}

RunSheet::~RunSheet() = default;

bool RunSheet::isRunning() const { return m_told != nullptr; }

QWidget* RunSheet::makeWhat() {
    auto* part = new QWidget(this);
    auto* column = makePart(1, tr("What"), tr("methods and inputs"), part);
    m_methods = named("runMethods", new QTableWidget(0, kMethodColumns, part));
    m_methods->setHorizontalHeaderLabels({QString(), tr("Method"), tr("Cases"), tr("State"), tr("Calls"), tr("Time")});
    m_methods->setAccessibleName(tr("Methods"));
    m_methods->verticalHeader()->hide();
    m_methods->setSelectionMode(QAbstractItemView::NoSelection);
    m_methods->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_methods->setShowGrid(false);
    m_methods->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_methods->setFocusPolicy(Qt::TabFocus);
    m_methods->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_methods->horizontalHeader()->setSectionResizeMode(Name, QHeaderView::Stretch);
    m_methods->horizontalHeader()->setSectionResizeMode(Cases, QHeaderView::Fixed);
    addMethods();
    connect(m_methods, &QTableWidget::itemChanged, m_planDelay, qOverload<>(&QTimer::start));
    column->addWidget(m_methods);
    auto* row = makeRow(nullptr, {}, 8);
    m_state = named("runState", new QComboBox(part));
    m_state->addItem(tr("one module for all calls, in order"), static_cast<int>(run::Modules::One));
    m_state->addItem(tr("a fresh module for each call"), static_cast<int>(run::Modules::Fresh));
    addField(row, tr("Order and state"), m_state);
    row->addStretch();
    column->addLayout(row);
    m_notes = named("runNotes", new QLabel(part));
    m_notes->setWordWrap(true);
    column->addWidget(m_notes);
    connect(m_state, &QComboBox::currentIndexChanged, m_planDelay, qOverload<>(&QTimer::start));
    return part;
}

void RunSheet::addMethods() {
    for (const session::Method& method : m_session->methods()) {
        if (m_session->plan(method.name) == nullptr) continue;
        const int row = m_methods->rowCount();
        m_methods->insertRow(row);
        auto* chosen = new QTableWidgetItem;
        chosen->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled);
        chosen->setCheckState(Qt::Checked);
        m_methods->setItem(row, Chosen, chosen);
        m_methods->setItem(row, Name, new QTableWidgetItem(text(method.name)));
        for (const MethodColumn column : {State, Calls, Time})
            m_methods->setItem(row, column, new QTableWidgetItem(QStringLiteral("…")));
        for (const MethodColumn column : {Calls, Time})
            m_methods->item(row, column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_cases.append(addCases(row, text(method.name)));
    }
    const int rows = std::min(m_methods->rowCount(), 8);
    int height = m_methods->horizontalHeader()->sizeHint().height() + 2 * m_methods->frameWidth() + px(6);
    for (int row = 0; row < rows; ++row) height += m_methods->rowHeight(row) + 1;
    m_methods->setFixedHeight(height);
}

QWidget* RunSheet::makeWhere() {
    auto* part = new QWidget(this);
    auto* column = makePart(2, tr("Where"), QString(), part);
    m_targets = addCards(
        {{QT_TR_NOOP("This computer, Python"), QT_TR_NOOP("needs executorch alone, of any version that reads the program")},
         {QT_TR_NOOP("Runner program"), QT_TR_NOOP("etscope-runner with your own backends; values leave while it runs")},
         {QT_TR_NOOP("Android device"), QT_TR_NOOP("adb pushes the runner, and pulls the results")}},
        column, part, "runTargets");
    auto* row = makeRow(nullptr, {}, 8);
    const QSettings settings;
    const auto line = [&](const char* name, const QString& value, const QString& hint) {
        auto* made = named(name, new QLineEdit(value, part));
        made->setPlaceholderText(hint);
        connect(made, &QLineEdit::textChanged, this, [this] {
            m_targetWords->clear();
            m_targetMark->clear();
            showCommand();
        });
        connect(made, &QLineEdit::editingFinished, this, &RunSheet::askTarget);
        return made;
    };
    m_targetMark = new QLabel(part);
    m_targetWords = named("runTarget", new QLabel(part));
    m_targetWords->setWordWrap(true);
    m_python = line("runPython", settings.value(QLatin1String(kPythonSetting), QStringLiteral("python3")).toString(),
                    tr("a Python that has executorch"));
    m_runner = line("runRunner", settings.value(QLatin1String(kRunnerSetting)).toString(), tr("an etscope-runner"));
    m_serial = line("runSerial", QString(), tr("serial number, as “adb devices” says it"));
    addField(row, tr("Python"), m_python, 1)->setObjectName(QStringLiteral("runPythonLabel"));
    addField(row, tr("Device"), m_serial, 1)->setObjectName(QStringLiteral("runSerialLabel"));
    addField(row, tr("Runner"), m_runner, 1)->setObjectName(QStringLiteral("runRunnerLabel"));
    auto* choose = new QPushButton(tr("Choose…"), part);
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, [this] {
        QLineEdit* field = m_targets->checkedId() == 0 ? m_python : m_runner;
        askForPath(this, {PathQuestion::Kind::Open, tr("What executes the program"), field->text()},
                   [this, field](const QString& path) {
                       field->setText(path);
                       askTarget();
                   });
    });
    row->addWidget(choose);
    column->addLayout(row);
    auto* told = makeRow(nullptr, {}, 6);
    told->addWidget(m_targetMark, 0, Qt::AlignTop);
    told->addWidget(m_targetWords, 1);
    column->addLayout(told);
    connect(m_targets, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (!on) return;
        showFields();
        askTarget();
        m_planDelay->start();
    });
    return part;
}

QWidget* RunSheet::makeKept() {
    auto* part = new QWidget(this);
    auto* column = makePart(3, tr("What to keep"), tr("values and times are never measured together"), part);
    m_kept = addCards({{QT_TR_NOOP("All values"), QT_TR_NOOP("of every instruction: finds the first wrong operator")},
                       {QT_TR_NOOP("Outputs only"), QT_TR_NOOP("enough to compare outputs and tokens")},
                       {QT_TR_NOOP("Times only"), QT_TR_NOOP("no values")}},
                      column, part, "runKept");
    auto* row = makeRow(nullptr, {}, 8);
    m_repeat = named("runRepeat", new QSpinBox(part));
    m_repeat->setRange(0, 100'000);
    m_repeat->setValue(1);
    m_repeat->setSuffix(tr(" × for times"));
    m_seconds = named("runSeconds", new QSpinBox(part));
    m_seconds->setRange(0, 1'000'000);
    m_seconds->setValue(600);
    m_seconds->setSuffix(tr(" s"));
    m_seconds->setSpecialValueText(tr("never"));
    m_memory = named("runMemory", new QDoubleSpinBox(part));
    m_memory->setRange(0, 1'000'000);
    m_memory->setDecimals(1);
    m_memory->setValue(8);
    m_memory->setSuffix(tr(" GiB"));
    m_memory->setSpecialValueText(tr("any"));
    for (QAbstractSpinBox* box : std::initializer_list<QAbstractSpinBox*>{m_repeat, m_seconds, m_memory})
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    addField(row, tr("Repeat"), m_repeat);
    row->addStretch();
    addField(row, tr("Stop after"), m_seconds);
    addField(row, tr("or over"), m_memory);
    column->addLayout(row);
    auto* where = makeRow(nullptr, {}, 8);
    m_folder = named("runFolder", new QLineEdit(suggestedFolder(m_session), part));
    addField(where, tr("Results go to"), m_folder, 1);
    auto* choose = new QPushButton(tr("Choose…"), part);
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, [this] {
        askForPath(this, {PathQuestion::Kind::Save, tr("Folder of the results"), m_folder->text()},
                   [this](const QString& path) { m_folder->setText(path); });
    });
    where->addWidget(choose);
    column->addLayout(where);
    connect(m_folder, &QLineEdit::textChanged, this, &RunSheet::showCommand);
    connect(m_kept, &QButtonGroup::idToggled, m_planDelay, qOverload<>(&QTimer::start));
    connect(m_repeat, &QSpinBox::valueChanged, m_planDelay, qOverload<>(&QTimer::start));
    connect(m_seconds, &QSpinBox::valueChanged, this, &RunSheet::showCommand);
    connect(m_memory, &QDoubleSpinBox::valueChanged, m_planDelay, qOverload<>(&QTimer::start));
    return part;
}

QWidget* RunSheet::makeEnd() {
    auto* part = new QWidget(this);
    auto* column = makeColumn(part, {16, 8, 16, 12}, 8);
    auto* head = makeRow(nullptr, {}, 8);
    head->addWidget(new QLabel(tr("The same from the command line"), part));
    head->addStretch();
    auto* copy = new QPushButton(tr("Copy"), part);
    copy->setFlat(true);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_command->text()); });
    head->addWidget(copy);
    column->addLayout(head);
    m_command = named("runCommand", new QLabel(part));
    m_command->setFont(codeFont());
    m_command->setWordWrap(true);
    m_command->setTextFormat(Qt::PlainText);
    m_command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(m_command);
    m_estimate = named("runEstimate", new QLabel(part));
    m_estimate->setWordWrap(true);
    m_estimate->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_estimate);
    auto* row = makeRow(nullptr, {}, 8);
    m_saysMark = new QLabel(part);
    m_says = named("runSays", new QLabel(part));
    m_says->setWordWrap(true);
    m_progress = named("runProgress", new QProgressBar(part));
    m_progress->setMaximumWidth(160);
    m_progress->hide();
    m_cancel = new QPushButton(tr("Cancel"), part);
    m_cancel->setAutoDefault(false);
    m_run = named("runButton", new QPushButton(part));
    m_run->setDefault(true);
    m_run->setProperty("primary", true);
    row->addWidget(m_saysMark, 0, Qt::AlignTop);
    row->addWidget(m_says, 1);
    row->addWidget(m_progress);
    row->addWidget(m_cancel);
    row->addWidget(m_run);
    column->addLayout(row);
    connect(m_cancel, &QPushButton::clicked, this, &RunSheet::reject);
    connect(m_run, &QPushButton::clicked, this, &RunSheet::start);
    say(Mark::Warning, tr("This executes the program and its delegates, in a process of its own. Opening files never does."));
    return part;
}

run::TargetChoice RunSheet::target() const {
    const auto kind = static_cast<run::TargetKind>(m_targets->checkedId());
    const QString& path = kind == run::TargetKind::Python ? m_python->text() : m_runner->text();
    return {kind, QFile::encodeName(path.trimmed()).toStdString(), m_serial->text().trimmed().toStdString(), "adb"};
}

void RunSheet::askTarget() {
    const run::TargetChoice choice = target();
    m_targetMark->clear();
    if (choice.path.empty()) return m_targetWords->setText(tr("Not told yet."));
    m_targetWords->setText(tr("Asking for its version…"));
    m_asking.start(
        tr("Asking the runtime for its version"), [choice](const JobContext& job) { return run::askTarget(choice, job); },
        [this](const Result<runrecord::Target>& target) {
            const Mark mark = target ? Mark::Match : Mark::Warning;
            m_targetMark->setPixmap(markPixmap(mark, 14, devicePixelRatioF()));
            if (!target) return m_targetWords->setText(errorText(target.error()));
            QStringList words{tr("executorch %1").arg(text(target->executorch))};
            if (!target->torch.empty()) words.append(tr("torch %1").arg(text(target->torch)));
            QStringList backends;
            for (const std::string& one : target->backends) backends.append(text(one));
            if (!backends.isEmpty()) words.append(tr("backends: %1").arg(backends.join(QStringLiteral(", "))));
            m_targetWords->setText(words.join(QStringLiteral(" · ")));
        });
}

void RunSheet::showFields() {
    const auto kind = static_cast<run::TargetKind>(m_targets->checkedId());
    const auto show = [this](const char* name, QWidget* field, bool shown) {
        field->setVisible(shown);
        if (auto* label = findChild<QLabel*>(QLatin1String(name))) label->setVisible(shown);
    };
    show("runPythonLabel", m_python, kind == run::TargetKind::Python);
    show("runRunnerLabel", m_runner, kind != run::TargetKind::Python);
    show("runSerialLabel", m_serial, kind == run::TargetKind::Adb);
}

void RunSheet::showCommand() {
    const run::PlanOptions chosen = options();
    const run::TargetChoice where = target();
    QStringList words{QStringLiteral("etscope-cli"), QStringLiteral("run")};
    for (const session::SessionFile& file : m_session->whole().files()) words.append(text(file.path));
    for (const std::string& method : chosen.methods) words << QStringLiteral("--method") << text(method);
    for (const std::string& one : chosen.cases) words << QStringLiteral("--case") << text(one);
    words << QStringLiteral("--values") << QString::fromUtf8(run::valuesName(chosen.values).data());
    words << QStringLiteral("--repeat") << QString::number(chosen.repeat);
    if (chosen.modules == run::Modules::Fresh) words << QStringLiteral("--modules") << QStringLiteral("fresh");
    if (where.kind == run::TargetKind::Python)
        words << QStringLiteral("--python") << m_python->text();
    else
        words << QStringLiteral("--runner") << m_runner->text();
    if (where.kind == run::TargetKind::Adb) words << QStringLiteral("--adb") << m_serial->text();
    words << QStringLiteral("--time") << QString::number(m_seconds->value()) << QStringLiteral("--memory")
          << QString::number(m_memory->value());
    words << QStringLiteral("-o") << m_folder->text();
    for (QString& word : words) word = shellWord(word);
    m_command->setText(words.join(QLatin1Char(' ')));
}

void RunSheet::start() {
    if (isRunning() || m_calls == 0) return;
    run::RunRequest request;
    request.target = target();
    request.time = std::chrono::seconds(m_seconds->value());
    request.memory = static_cast<std::uint64_t>(m_memory->value() * kGib);
    request.version = QCoreApplication::applicationVersion().toStdString();
    m_told = std::make_shared<Told>();
    request.onProgress = [told = m_told](const run::Progress& progress) {
        const std::lock_guard lock(told->mutex);
        told->progress = progress;
    };
    QSettings settings;
    settings.setValue(QLatin1String(request.target.kind == run::TargetKind::Python ? kPythonSetting : kRunnerSetting),
                      text(request.target.path));
    setRunning(true);
    m_job.start(
        tr("Running the program"),
        [session = m_session, options = options(), request,
         folder = QFile::encodeName(m_folder->text()).toStdString()](const JobContext& job) -> Result<run::RunOutcome> {
            auto plan = run::makePlan(*session, options, job);
            if (!plan) return plan.failure();
            return run::execute(*std::move(plan), request, folder, job);
        },
        [this](const Result<run::RunOutcome>& outcome) { finish(outcome); });
}

void RunSheet::finish(const Result<run::RunOutcome>& outcome) {
    setRunning(false);
    if (!outcome) return say(Mark::Error, errorText(outcome.error()));
    if (m_workspace.session() == m_session) m_workspace.add({QString::fromStdString(outcome->folder)});
    const auto& error = outcome->record.error;
    if (outcome->record.state == runrecord::RunState::Done) return close(), void();
    // What was written until then is in the session; why it ended is read before the sheet goes.
    say(Mark::Warning, tr("The run did not come to its end: %1").arg(error ? errorText(*error) : tr("calls failed")));
    m_cancel->setText(tr("Close"));
}

void RunSheet::setRunning(bool running) {
    if (!running) m_told.reset();
    for (QWidget* part : m_inputs) part->setEnabled(!running);
    m_progress->setVisible(running);
    m_progress->setRange(0, 0);
    m_run->setEnabled(!running && m_calls > 0);
    m_cancel->setText(tr("Cancel"));
    running ? m_tick->start() : m_tick->stop();
    if (running) say(Mark::None, tr("Loading the program…"));
}

void RunSheet::showProgress() {
    if (!isRunning()) return;
    run::Progress progress;
    {
        const std::lock_guard lock(m_told->mutex);
        progress = m_told->progress;
    }
    if (progress.all == 0) return;
    m_progress->setRange(0, static_cast<int>(progress.all));
    m_progress->setValue(static_cast<int>(progress.done));
    say(Mark::None, tr("%1: call %2 of %3").arg(text(progress.method), countText(progress.done), countText(progress.all)));
}

void RunSheet::say(Mark mark, const QString& words) {
    m_saysMark->setVisible(mark != Mark::None);
    m_saysMark->setPixmap(mark == Mark::None ? QPixmap() : markPixmap(mark, 16, devicePixelRatioF()));
    m_says->setText(words);
}

/// While it runs, Cancel ends the run and leaves the sheet as it was.
void RunSheet::reject() {
    if (!isRunning()) return QDialog::reject();
    m_job.cancel();
    setRunning(false);
    say(Mark::Warning, tr("The run was cancelled; nothing of it is kept."));
}

QString whyNotRun(const SessionPtr& session) {
    if (session == nullptr) return RunSheet::tr("no session is open");
    if (session->programFile() == nullptr) return RunSheet::tr("no program is open");
    return {};
}

void openRunSheet(Workspace& workspace, QWidget* window) {
    if (!whyNotRun(workspace.session()).isEmpty()) return;
    if (auto* open = window->findChild<RunSheet*>(); open != nullptr) return open->raise();
    (new RunSheet(workspace, window))->open();
}

}  // namespace etscope::ui
