// What the window opens: files, folders, what is dropped, session files and links; and how a session is saved.
#include <QComboBox>
#include <QDialog>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QJsonDocument>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>

#include "frame/drop_area.h"
#include "frame/main_window.h"
#include "frame/page_table.h"
#include "frame/recent_sessions.h"
#include "frame/session_file.h"
#include "frame/start_page.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "models/address.h"

namespace etscope::ui {
namespace {

bool samePath(const QString& a, const QString& b) { return QFileInfo(a).absoluteFilePath() == QFileInfo(b).absoluteFilePath(); }

QStringList localFiles(const QMimeData& data) {
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile()) paths.append(url.toLocalFile());
    return paths;
}

}  // namespace

void MainWindow::open(const QStringList& paths) {
    if (paths.size() == 1)
        if (const auto link = FileLink::parse(paths.first())) return openLink(*link);
    const auto saved = std::ranges::find_if(paths, isSessionFile);
    if (saved != paths.end()) return openSession(*saved, {});
    m_wanted.reset();
    m_wantedFile.clear();
    m_workspace.open(paths);
}

void MainWindow::add(const QStringList& paths) {
    if (m_workspace.session() == nullptr || std::ranges::any_of(paths, isSessionFile)) return open(paths);
    m_workspace.add(paths);
}

/// `selection`: instead of the one that was saved; empty: that one.
void MainWindow::openSession(const QString& path, const QString& selection) {
    auto read = readSession(path);
    if (!read) return emit m_workspace.openFailed(text(read.error().where) + QStringLiteral(": ") + text(read.error().message));
    if (!selection.isEmpty()) {
        read->selection = selection;
        for (QString* text : {&read->page, &read->method, &read->stage}) text->clear();
    }
    m_wantedFile = QFileInfo(path).absoluteFilePath();
    want(std::move(*read));
}

void MainWindow::want(SavedSession session) {
    m_wanted = std::move(session);
    m_workspace.open(m_wanted->files);
}

void MainWindow::forgetSession() {
    m_sessionFile.clear();
    m_notes = m_savedNotes = QString();
    m_savedPairs->wish({}, {});
    m_otherKeys = {};
}

/// A wish for other files than those that came is void; notes are of the files they were written for, and of these with more.
void MainWindow::forgetWhatIsOfOthers() {
    const QStringList& paths = m_workspace.paths();
    if (m_wanted && m_wanted->files != paths) m_wanted.reset();
    if (std::ranges::any_of(m_sessionPaths, [&paths](const QString& path) { return !paths.contains(path); })) forgetSession();
    m_sessionPaths = paths;
}

/// Once its files are open. What is not there any more is told, the rest is as it was.
void MainWindow::applyWanted() {
    if (!m_wanted || m_workspace.session() == nullptr) return;
    const SavedSession wanted = *std::exchange(m_wanted, std::nullopt);
    QStringList missing;
    const auto check = [&missing](bool there, const QString& what) {
        if (!there) missing.append(what);
    };
    if (!wanted.method.isEmpty() || !wanted.selection.isEmpty()) m_ownMethod.clear();
    m_savedPairs->wish(wanted.pairs, wanted.against);
    m_workspace.compareWith(wanted.against);
    if (!wanted.method.isEmpty()) {
        check(m_workspace.methods().contains(wanted.method), wanted.method);
        m_workspace.setMethod(wanted.method);
    }
    if (!wanted.stage.isEmpty()) {
        const bool there =
            m_workspace.stages().contains(wanted.stage) || graph::StageId::parse(wanted.stage.toStdString()).insideDelegate();
        check(there, wanted.stage);
        if (there) m_workspace.setStage(wanted.stage);
    }
    if (!wanted.overlay.isEmpty()) check(setOverlay(wanted.overlay), wanted.overlay);
    for (Page* page : std::as_const(m_pages)) page->restore(wanted.typed);
    const Address selection = Address::parse(wanted.selection, m_workspace.methods());
    check(wanted.selection.isEmpty() || (selection.valid() && m_workspace.knows(selection)), wanted.selection);
    const QString page = wanted.page.isEmpty() ? pageName(pageOf(selection)) : wanted.page;
    check(page.isEmpty() || this->page(page) != nullptr, page);
    if (!page.isEmpty()) showPage(page);
    // Saved with a view, a selection leaves it as it was; a link has none.
    if (selection.valid()) wanted.method.isEmpty() ? m_workspace.reveal(selection) : m_workspace.select(selection);
    m_notes = m_savedNotes = wanted.notes;
    m_otherKeys = wanted.others;
    if (m_remembers) m_workspace.addBookmarks(wanted.bookmarks);
    m_workspace.beginHistory();
    sayMissing(missing);
}

void MainWindow::sayMissing(const QStringList& what) {
    if (!what.isEmpty()) say(tr("Not there any more: %1").arg(what.join(QStringLiteral(", "))));
}

SavedSession MainWindow::savedSession() const {
    SavedSession session;
    session.files = m_workspace.paths();
    if (const Workspace* other = m_workspace.other(); other != nullptr) session.against = other->paths();
    session.page = currentPage();
    session.method = m_workspace.method();
    session.stage = m_workspace.stage();
    session.selection = m_workspace.selection().text();
    session.overlay = m_overlay->currentData().toString();
    for (const Page* page : m_pages) session.typed.insert(page->typed());
    session.notes = m_notes;
    session.bookmarks = m_workspace.bookmarks();
    session.pairs = m_savedPairs->pairs();
    session.others = m_otherKeys;
    return session;
}

bool MainWindow::saveSession(const QString& path) {
    const auto written = writeSession(path, savedSession());
    if (written) {
        m_sessionFile = QFileInfo(path).absoluteFilePath();
        m_savedNotes = m_notes;
    }
    say(written ? tr("%1 is saved").arg(QFileInfo(path).fileName())
                : tr("%1: %2").arg(QFileInfo(path).fileName(), text(written.error().message)));
    return bool(written);
}

/// `saved`: what is done then.
void MainWindow::chooseSessionFile(std::function<void()> saved) {
    const QString suggestion = !m_sessionFile.isEmpty()
                                   ? m_sessionFile
                                   : QFileInfo(m_workspace.paths().first()).absoluteFilePath() + QStringLiteral(".etscope");
    askForPath(this,
               {PathQuestion::Kind::Save, tr("Save session"), suggestion, tr("Sessions (*.etscope)"), QStringLiteral("etscope")},
               [this, saved = std::move(saved)](const QString& path) {
                   if (m_workspace.session() != nullptr && saveSession(path) && saved) saved();
               });
}

/// Nothing that a person wrote is lost unasked.
void MainWindow::settleNotes(std::function<void()> settled) {
    if (notesAreSaved()) return settled();
    if (m_notesQuestion != nullptr) return m_notesQuestion->raise();
    m_notesQuestion = new QMessageBox(QMessageBox::Question, tr("Notes of this session"), tr("The notes are not saved."),
                                      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    m_notesQuestion->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_notesQuestion, &QDialog::finished, this, [this, settled = std::move(settled)](int answer) {
        m_notesQuestion.clear();
        if (answer == QMessageBox::Discard) m_notes = m_savedNotes;
        if (answer != QMessageBox::Save || m_workspace.session() == nullptr) return notesAreSaved() ? settled() : void();
        if (m_sessionFile.isEmpty()) return chooseSessionFile(settled);
        if (saveSession(m_sessionFile)) settled();
    });
    m_notesQuestion->open();
}

/// Kept with the session once it is saved.
void MainWindow::showNotes() {
    auto* dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Notes of this session"));
    auto* column = new QVBoxLayout(dialog);
    auto* notes = named("notes", new QPlainTextEdit(m_notes, dialog));
    notes->setAccessibleName(dialog->windowTitle());
    notes->setPlaceholderText(tr("Written with File → Save session…"));
    connect(notes, &QPlainTextEdit::textChanged, this, [this, notes] { m_notes = notes->toPlainText(); });
    connect(&m_workspace, &Workspace::sessionChanged, dialog, &QDialog::close);
    column->addWidget(notes);
    dialog->show();
}

void MainWindow::goTo(const QString& address) {
    if (const auto link = FileLink::parse(address)) return openLink(*link);
    const Address place = Address::parse(address.trimmed(), m_workspace.methods());
    if (!place.valid() || !m_workspace.knows(place)) return say(tr("There is no such address: %1").arg(address));
    showPage(pageOf(place));
    m_workspace.reveal(place);
}

/// Of a file that is open: goes there. Else the file is opened, in a window of its own beside another session.
void MainWindow::openLink(const FileLink& link) {
    const auto is = [&link](const QString& path) { return samePath(path, link.file) || QFileInfo(path).fileName() == link.file; };
    QStringList known = m_workspace.paths();
    if (m_workspace.session() != nullptr)
        for (const session::SessionFile& file : m_workspace.session()->files()) known.append(text(file.path));
    if (!m_sessionFile.isEmpty()) known.append(m_sessionFile);
    if (std::ranges::any_of(known, is)) {
        if (!link.address.isEmpty()) goTo(link.address);
        return;
    }
    if (m_workspace.session() != nullptr) return newWindow({link.text()});
    if (isSessionFile(link.file)) return openSession(link.file, link.address);
    m_wantedFile.clear();
    SavedSession wanted;
    wanted.files = {link.file};
    wanted.selection = link.address;
    want(std::move(wanted));
}

/// What a selection is copied as: by the last word of the command's id.
QString MainWindow::selectionAs(const QString& form) const {
    const Address& address = m_workspace.selection();
    const QString file = QFileInfo(m_sessionFile.isEmpty() ? m_workspace.paths().value(0) : m_sessionFile).absoluteFilePath();
    if (form == QLatin1String("link")) return FileLink{file, address.text()}.text();
    if (form == QLatin1String("name")) return address.name.isEmpty() ? address.text().section(QLatin1Char('/'), -1) : address.name;
    if (form == QLatin1String("address")) return address.text();
    QJsonObject object{{QStringLiteral("file"), file}, {QStringLiteral("address"), address.text()}};
    for (const auto& [key, value] : {std::pair{"method", address.method}, {"stage", address.stage}, {"name", address.name}})
        if (!value.isEmpty()) object[QLatin1String(key)] = value;
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

void MainWindow::openDialog(bool add) {
    askForPaths(this, {PathQuestion::Kind::OpenMany, add ? tr("Add files to the session") : tr("Open files")},
                [this, add](const QStringList& paths) { add ? this->add(paths) : open(paths); });
}

void MainWindow::openFolder() {
    askForPaths(this, {PathQuestion::Kind::Folder, tr("Open a folder")}, [this](const QStringList& folder) { open(folder); });
}

void MainWindow::openSample() { open({sampleFolder()}); }

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (FileLink::parse(event->mimeData()->text())) return event->acceptProposedAction();
    if (!event->mimeData()->hasUrls()) return;
    event->acceptProposedAction();
    showDrop(*event);
    if (m_start != nullptr) m_start->showDragged(localFiles(*event->mimeData()));
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event) {
    event->acceptProposedAction();
    if (event->mimeData()->hasUrls() && !FileLink::parse(event->mimeData()->text())) showDrop(*event);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) { endDrag(); }

void MainWindow::endDrag() {
    m_dropHint->hide();
    if (m_start != nullptr) m_start->showDragged({});
}

void MainWindow::showDrop(const QDropEvent& event) {
    if (m_workspace.session() != nullptr) m_dropHint->showFor(event.position().toPoint(), event.modifiers());
}

void MainWindow::dropEvent(QDropEvent* event) {
    endDrag();
    if (const auto link = FileLink::parse(event->mimeData()->text())) {
        event->acceptProposedAction();
        return openLink(*link);
    }
    const QStringList paths = localFiles(*event->mimeData());
    if (paths.isEmpty()) return;
    event->acceptProposedAction();
    const bool open = m_workspace.session() != nullptr;
    if (open && m_dropHint->choiceAt(event->position().toPoint(), event->modifiers()) == DropHint::Choice::Replace)
        return this->open(paths);
    add(paths);
}

}  // namespace etscope::ui
