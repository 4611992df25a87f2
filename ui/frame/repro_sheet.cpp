#include "frame/repro_sheet.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSpinBox>

#include "answers/repro_texts.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// The same that runs are made with.
constexpr const char* kReproPython = "run/python";
constexpr int kSheetWidth = 720;

struct KindWords {
    const char *title, *about, *command, *button, *folder;
    int seconds;
};
constexpr KindWords kReproKinds[] = {
    {QT_TRANSLATE_NOOP("etscope::ui::ReproSheet", "Shrink"),
     QT_TRANSLATE_NOOP("etscope::ui::ReproSheet",
                       "the smallest program that is still wrong in the same way, as a folder that can be reported"),
     "shrink", QT_TRANSLATE_NOOP("etscope::ui::ReproSheet", "Shrink"), "shrink", 300},
    {QT_TRANSLATE_NOOP("etscope::ui::ReproSheet", "Mend"),
     QT_TRANSLATE_NOOP("etscope::ui::ReproSheet",
                       "changes of the export, each lowered, run and judged, until one makes all outputs right"),
     "mend", QT_TRANSLATE_NOOP("etscope::ui::ReproSheet", "Mend"), "mend", 600}};
const KindWords& wordsOf(ReproKind kind) { return kReproKinds[static_cast<std::size_t>(kind)]; }

QString commandWord(const QString& word) {
    static const QRegularExpression kPlainWord(QStringLiteral("^[A-Za-z0-9_./:=,+@%-]+$"));
    if (kPlainWord.match(word).hasMatch()) return word;
    return QLatin1Char('\'') + QString(word).replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

QLabel* addReproField(QHBoxLayout* row, const QString& title, QWidget* field, int stretch = 0) {
    auto* label = new QLabel(title, field->parentWidget());
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field, stretch);
    return label;
}

QPushButton* plainButton(const QString& title, QWidget* parent) {
    auto* button = new QPushButton(title, parent);
    button->setAutoDefault(false);
    return button;
}

}  // namespace

ReproSheet::ReproSheet(Workspace& workspace, ReproBook& book, ReproKind kind, const Address& of, QWidget* window)
    : QDialog(window, Qt::Sheet), m_workspace(workspace), m_book(book), m_kind(kind), m_of(of) {
    setObjectName(QStringLiteral("reproSheet"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("%1 %2").arg(tr(wordsOf(kind).title), of.name.isEmpty() ? of.method : of.name));
    auto* column = makeColumn(this, {px(16), px(14), px(16), px(14)}, px(10));
    makeWhat(column);
    makeWhere(column);
    column->addStretch();
    makeEnd(column);
    connect(&workspace, &Workspace::sessionChanged, this, &QDialog::close);
    showCommand();
    askTarget();
    resize(std::min(px(kSheetWidth), window->width() - 40), sizeHint().height());
}

void ReproSheet::makeWhat(QVBoxLayout* column) {
    const KindWords& words = wordsOf(m_kind);
    auto* what = new TextLabel(QStringLiteral("<b>%1</b>&nbsp; %2").arg(html(tr(words.title)), html(tr(words.about))), Qt::RichText,
                               &Tokens::text, this);
    column->addWidget(what);
    const findings::MethodOutcome* outcome =
        m_workspace.verdict() != nullptr ? outcomeOf(*m_workspace.verdict(), m_of.method) : nullptr;
    const bool isIts = outcome != nullptr && outcome->culprit && m_book.culpritAt(m_of) == m_of;
    const QString why = isIts ? asSentence(said(outcome->culprit->sentence)) : m_of.text();
    auto* line = makeRow(nullptr, {}, px(6));
    line->addWidget(makeMark(Mark::Differ, px(14), this), 0, Qt::AlignTop);
    line->addWidget(named("reproWhat", new TextLabel(why, Qt::PlainText, &Tokens::text2, this)), 1);
    column->addLayout(line);
}

void ReproSheet::makeWhere(QVBoxLayout* column) {
    const auto choose = [this](QHBoxLayout* row, QLineEdit* field, PathQuestion::Kind kind, const QString& title) {
        auto* button = plainButton(tr("Choose…"), this);
        connect(button, &QPushButton::clicked, this, [this, field, kind, title] {
            askForPath(this, {kind, title, field->text()}, [this, field](const QString& path) {
                field->setText(path);
                askTarget();
            });
        });
        row->addWidget(button);
    };
    auto* where = makeRow(nullptr, {}, px(8));
    m_python = named("reproPython",
                     new QLineEdit(QSettings().value(QLatin1String(kReproPython), QStringLiteral("python3")).toString(), this));
    m_python->setPlaceholderText(tr("a Python that has torch and executorch"));
    addReproField(where, tr("Python"), m_python, 1);
    choose(where, m_python, PathQuestion::Kind::Open, tr("What executes the programs"));
    column->addLayout(where);
    auto* told = makeRow(nullptr, {}, px(6));
    told->addWidget(m_targetMark = new QLabel(this), 0, Qt::AlignTop);
    told->addWidget(m_targetWords = named("reproTarget", new QLabel(this)), 1);
    m_targetWords->setWordWrap(true);
    column->addLayout(told);
    auto* to = makeRow(nullptr, {}, px(8));
    m_folder = named("reproFolder", new QLineEdit(suggestedFolder(), this));
    addReproField(to, tr("Results go to"), m_folder, 1);
    choose(to, m_folder, PathQuestion::Kind::Save, tr("Folder of the results"));
    column->addLayout(to);
    auto* limits = makeRow(nullptr, {}, px(8));
    m_seconds = named("reproSeconds", new QSpinBox(this));
    m_seconds->setRange(10, 86'400);
    m_seconds->setValue(wordsOf(m_kind).seconds);
    m_seconds->setSuffix(tr(" s"));
    m_memory = named("reproMemory", new QDoubleSpinBox(this));
    m_memory->setRange(0, 1'000'000);
    m_memory->setDecimals(1);
    m_memory->setValue(8);
    m_memory->setSuffix(tr(" GiB"));
    m_memory->setSpecialValueText(tr("any"));
    for (QAbstractSpinBox* box : std::initializer_list<QAbstractSpinBox*>{m_seconds, m_memory})
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    addReproField(limits, tr("Ends after"), m_seconds);
    addReproField(limits, tr("or over"), m_memory);
    limits->addWidget(plainLabel(tr("what is known by then is kept"), this, &Tokens::text3));
    limits->addStretch();
    column->addLayout(limits);
    connect(m_python, &QLineEdit::textChanged, this, [this] {
        m_targetWords->clear();
        m_targetMark->clear();
        showCommand();
    });
    connect(m_python, &QLineEdit::editingFinished, this, &ReproSheet::askTarget);
    connect(m_folder, &QLineEdit::textChanged, this, &ReproSheet::showCommand);
    connect(m_seconds, &QSpinBox::valueChanged, this, &ReproSheet::showCommand);
    connect(m_memory, &QDoubleSpinBox::valueChanged, this, &ReproSheet::showCommand);
}

void ReproSheet::makeEnd(QVBoxLayout* column) {
    auto* head = makeRow(nullptr, {}, px(8));
    head->addWidget(new QLabel(tr("The same from the command line"), this));
    head->addStretch();
    auto* copy = plainButton(tr("Copy"), this);
    copy->setFlat(true);
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_command->text()); });
    head->addWidget(copy);
    column->addLayout(head);
    m_command = named("reproCommand", new QLabel(this));
    m_command->setFont(codeFont());
    m_command->setWordWrap(true);
    m_command->setTextFormat(Qt::PlainText);
    m_command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(m_command);
    auto* row = makeRow(nullptr, {}, px(8));
    m_saysMark = new QLabel(this);
    m_says = named("reproSays", new QLabel(this));
    m_says->setWordWrap(true);
    auto* cancel = plainButton(tr("Cancel"), this);
    m_start = named("reproStart", new QPushButton(tr(wordsOf(m_kind).button), this));
    m_start->setDefault(true);
    m_start->setProperty("primary", true);
    row->addWidget(m_saysMark, 0, Qt::AlignTop);
    row->addWidget(m_says, 1);
    row->addWidget(cancel);
    row->addWidget(m_start);
    column->addLayout(row);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &ReproSheet::start);
}

/// "model-shrink-2" beside the program or the record: the first that is not there.
QString ReproSheet::suggestedFolder() const {
    const session::Session& session = *m_workspace.session();
    const session::SessionFile* beside = session.programFile() != nullptr ? session.programFile() : session.recordFile();
    const QFileInfo file(beside != nullptr ? text(beside->path) : m_workspace.paths().value(0));
    for (int number = 1;; ++number) {
        const QString name =
            QStringLiteral("%1-%2-%3").arg(file.completeBaseName(), QLatin1String(wordsOf(m_kind).folder)).arg(number);
        const QString path = file.absoluteDir().filePath(name);
        const bool taken = m_book.isRunning() && (path == m_book.shrinking().asked.folder || path == m_book.mending().asked.folder);
        if (!taken && !QFileInfo::exists(path)) return path;
    }
}

QString ReproSheet::whyNotFolder() const {
    const QString path = m_folder->text().trimmed();
    if (path.isEmpty()) return tr("Say where the results go to.");
    const QFileInfo info(path);
    if (info.exists() && (!info.isDir() || !QDir(path).isEmpty())) return tr("%1 is there already and not empty.").arg(path);
    const QFileInfo parent(info.absolutePath());
    if (!parent.isDir()) return tr("There is no folder %1.").arg(info.absolutePath());
    if (!parent.isWritable()) return tr("Nothing can be written to %1: choose another folder.").arg(info.absolutePath());
    return {};
}

void ReproSheet::askTarget() {
    const QString path = m_python->text().trimmed();
    m_targetMark->clear();
    if (path.isEmpty()) return m_targetWords->setText(tr("Not told yet."));
    m_targetWords->setText(tr("Asking for its version…"));
    const run::TargetChoice choice{run::TargetKind::Python, QFile::encodeName(path).toStdString(), {}, {}};
    m_asking.start(
        tr("Asking the runtime for its version"), [choice](const JobContext& job) { return run::askTarget(choice, job); },
        [this](const Result<runrecord::Target>& target) {
            const bool usable = target && !target->torch.empty();
            m_targetMark->setPixmap(markPixmap(usable ? Mark::Match : Mark::Warning, px(14), devicePixelRatioF()));
            if (!target) return m_targetWords->setText(errorLine(target.error()));
            QStringList words{tr("executorch %1").arg(text(target->executorch))};
            words.append(target->torch.empty() ? tr("without torch, which is needed, too")
                                               : tr("torch %1").arg(text(target->torch)));
            m_targetWords->setText(words.join(QStringLiteral(" · ")));
        });
}

void ReproSheet::showCommand() {
    QStringList words{QStringLiteral("etscope-cli"), QLatin1String(wordsOf(m_kind).command)};
    for (const session::SessionFile& file : m_workspace.session()->whole().files()) words.append(text(file.path));
    words << QStringLiteral("--of") << m_of.text() << QStringLiteral("--python") << m_python->text().trimmed();
    words << QStringLiteral("--time") << QString::number(m_seconds->value()) << QStringLiteral("--memory")
          << QString::number(m_memory->value());
    words << QStringLiteral("-o") << m_folder->text();
    for (QString& word : words) word = commandWord(word);
    m_command->setText(words.join(QLatin1Char(' ')));
    const QString why = m_python->text().trimmed().isEmpty() ? tr("Say which Python executes the programs.") : whyNotFolder();
    m_start->setEnabled(why.isEmpty());
    m_saysMark->setPixmap(markPixmap(Mark::Warning, px(16), devicePixelRatioF()));
    m_says->setText(
        why.isEmpty()
            ? tr("This executes programs made from the record, and their delegates, with that Python, in a process of its "
                 "own. Opening files never does.")
            : why);
}

void ReproSheet::start() {
    const QString why = whyNotFolder();
    if (!why.isEmpty()) return showCommand();
    const ReproRequest request{m_of, m_python->text().trimmed(), QFileInfo(m_folder->text().trimmed()).absoluteFilePath(),
                               m_seconds->value(), m_memory->value()};
    QSettings().setValue(QLatin1String(kReproPython), request.python);
    m_kind == ReproKind::Shrink ? m_book.shrink(request) : m_book.mend(request);
    emit begun();
    accept();
}

void openReproSheet(Workspace& workspace, ReproBook& book, ReproKind kind, const Address& of, QWidget* window,
                    const std::function<void(const QString&)>& say) {
    const Address culprit = of.valid() ? of.ofOperator() : book.culpritAt(workspace.selection());
    if (workspace.session() == nullptr || !culprit.valid()) return say(book.whyNot());
    const bool mend = kind == ReproKind::Mend;
    if (mend && !book.canMend()) return say(ReproSheet::tr("This build cannot try remedies."));
    if (mend ? book.mending().running : book.shrinking().running) return workspace.showPage(PageId::Shrink);
    if (auto* open = window->findChild<ReproSheet*>(); open != nullptr) return open->raise();
    auto* sheet = new ReproSheet(workspace, book, kind, culprit, window);
    QObject::connect(sheet, &ReproSheet::begun, &workspace, [&workspace] { workspace.showPage(PageId::Shrink); });
    sheet->open();
}

}  // namespace etscope::ui
