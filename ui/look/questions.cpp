#include "look/questions.h"

#include <QCoreApplication>
#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <utility>

namespace etscope::ui {
namespace {

void openFor(QWidget* asker, QDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(asker, &QObject::destroyed, dialog, &QDialog::reject);
    dialog->open();
}

/// Not the file dialog's own question, which waits in an event loop on the stack. "No" leads back to the dialog.
void askToReplace(QWidget* asker, PathQuestion question, const QString& path, std::function<void(const QStringList&)> done) {
    auto* box = new QMessageBox(QMessageBox::Warning, question.title,
                                QCoreApplication::translate("Questions", "%1 is there already.").arg(QFileInfo(path).fileName()),
                                QMessageBox::Cancel, asker->window());
    auto* replace = box->addButton(QCoreApplication::translate("Questions", "Replace"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    question.suggestion = path;
    QObject::connect(box, &QMessageBox::buttonClicked, asker,
                     [asker, replace, question, path, done = std::move(done)](QAbstractButton* clicked) {
                         clicked == replace ? done({path}) : askForPaths(asker, question, done);
                     });
    openFor(asker, box);
}

}  // namespace

void askForPaths(QWidget* asker, const PathQuestion& question, std::function<void(const QStringList&)> done) {
    using Kind = PathQuestion::Kind;
    auto* dialog = new QFileDialog(asker->window(), question.title,
                                   question.suggestion.isEmpty() ? question.folder : question.suggestion, question.filter);
    const bool save = question.kind == Kind::Save;
    dialog->setAcceptMode(save ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    dialog->setFileMode(save                              ? QFileDialog::AnyFile
                        : question.kind == Kind::Folder   ? QFileDialog::Directory
                        : question.kind == Kind::OpenMany ? QFileDialog::ExistingFiles
                                                          : QFileDialog::ExistingFile);
    dialog->setOption(QFileDialog::ShowDirsOnly, question.kind == Kind::Folder);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    if (!question.suffix.isEmpty()) dialog->setDefaultSuffix(question.suffix);
    if (!question.suggestion.isEmpty()) dialog->selectFile(question.suggestion);
    QObject::connect(dialog, &QDialog::accepted, asker, [asker, dialog, question, done = std::move(done)] {
        const QStringList paths = dialog->selectedFiles();
        if (paths.isEmpty()) return;
        if (question.kind == PathQuestion::Kind::Save && QFileInfo::exists(paths.first()))
            return askToReplace(asker, question, paths.first(), done);
        done(paths);
    });
    openFor(asker, dialog);
}

void askForPath(QWidget* asker, const PathQuestion& question, std::function<void(const QString&)> done) {
    askForPaths(asker, question, [done = std::move(done)](const QStringList& paths) { done(paths.first()); });
}

void askForText(QWidget* asker, const QString& title, const QString& label, const QString& text,
                std::function<void(const QString&)> done) {
    auto* dialog = new QInputDialog(asker->window());
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setTextValue(text);
    QObject::connect(dialog, &QInputDialog::textValueSelected, asker, std::move(done));
    openFor(asker, dialog);
}

void tell(QWidget* asker, const QString& title, const QString& words) {
    openFor(asker, new QMessageBox(QMessageBox::Warning, title, words, QMessageBox::Ok, asker->window()));
}

}  // namespace etscope::ui
