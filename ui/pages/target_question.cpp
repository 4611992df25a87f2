#include "pages/target_question.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>

#include "look/make.h"
#include "look/questions.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

struct TargetTexts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::TargetTexts)
};

/// Those of the run sheet.
QLatin1String settingOf(int kind) { return QLatin1String(kind == 0 ? "run/python" : "run/runner"); }

}  // namespace

void askForTarget(QWidget* asker, const QString& what, std::function<void(const run::TargetChoice&)> done) {
    auto* dialog = named("targetQuestion", new QDialog(asker->window()));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(TargetTexts::tr("On the runtime"));
    QObject::connect(asker, &QObject::destroyed, dialog, &QDialog::reject);
    auto* column = makeColumn(dialog, {16, 16, 16, 16}, 10);
    auto* words = new QLabel(what, dialog);
    words->setWordWrap(true);
    column->addWidget(words);
    auto* row = makeRow(nullptr, {}, 8);
    auto* kind = named("targetKind", new QComboBox(dialog));
    kind->addItems({TargetTexts::tr("This computer, Python"), TargetTexts::tr("Runner program")});
    kind->setAccessibleName(TargetTexts::tr("Where"));
    auto* path = named("targetPath", new QLineEdit(dialog));
    path->setAccessibleName(TargetTexts::tr("What executes the program"));
    auto* choose = new QPushButton(TargetTexts::tr("Choose…"), dialog);
    choose->setAutoDefault(false);
    row->addWidget(kind);
    row->addWidget(path, 1);
    row->addWidget(choose);
    column->addLayout(row);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, dialog);
    auto* execute = named("targetExecute", buttons->addButton(TargetTexts::tr("Execute"), QDialogButtonBox::AcceptRole));
    column->addWidget(buttons);
    const auto suggest = [path, execute](int index) {
        path->setText(QSettings().value(settingOf(index), index == 0 ? QStringLiteral("python3") : QString()).toString());
        path->setPlaceholderText(index == 0 ? TargetTexts::tr("a Python that has executorch")
                                            : TargetTexts::tr("an etscope-runner"));
        execute->setEnabled(!path->text().isEmpty());
    };
    suggest(0);
    QObject::connect(kind, &QComboBox::currentIndexChanged, dialog, suggest);
    QObject::connect(path, &QLineEdit::textChanged, execute,
                     [execute](const QString& text) { execute->setEnabled(!text.isEmpty()); });
    QObject::connect(choose, &QPushButton::clicked, dialog, [dialog, path] {
        askForPath(dialog, {PathQuestion::Kind::Open, TargetTexts::tr("What executes the program"), path->text()},
                   [path](const QString& chosen) { path->setText(chosen); });
    });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    QObject::connect(buttons, &QDialogButtonBox::accepted, asker, [dialog, kind, path, done = std::move(done)] {
        QSettings().setValue(settingOf(kind->currentIndex()), path->text());
        run::TargetChoice target;
        target.kind = kind->currentIndex() == 0 ? run::TargetKind::Python : run::TargetKind::Runner;
        target.path = path->text().toStdString();
        dialog->accept();
        done(target);
    });
    dialog->resize(std::min(620, asker->window()->width() - 40), dialog->sizeHint().height());
    dialog->open();
}

}  // namespace etscope::ui
