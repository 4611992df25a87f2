#include "frame/session_keeper.h"

#include <QDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <algorithm>
#include <utility>

#include "frame/page_area.h"
#include "frame/recent_sessions.h"
#include "frame/view_choices.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "models/address.h"
#include "workspace/advice_book.h"

namespace etscope::ui {

namespace {

const QString kAdviceKey = QStringLiteral("advice");

std::string adviceOf(const QJsonObject& session) {
    return QJsonDocument(session[kAdviceKey].toArray()).toJson(QJsonDocument::Compact).toStdString();
}

}  // namespace

SessionKeeper::SessionKeeper(Workspace& workspace, PageArea& pages, ViewChoices& choices, QWidget* window)
    : QObject(window),
      m_workspace(workspace),
      m_pages(pages),
      m_choices(choices),
      m_window(window),
      m_pairs(new SavedPairs(workspace, &workspace)) {
    connect(m_pairs, &SavedPairs::missing, this, &SessionKeeper::sayMissing);
    connect(&pages.advice(), &AdviceBook::notRecalled, this, [this](const QString& method) {
        emit said(tr("The advice on %1 in the session file is of other files or cases: it is not shown").arg(method));
    });
    connect(&workspace, &Workspace::openFailed, this, [this] { m_wish.reset(); });
    connect(&workspace, &Workspace::openCancelled, this, [this] { m_wish.reset(); });
    connect(&workspace, &Workspace::verdictChanged, this, [this] {
        if (m_remembers && m_workspace.session() != nullptr && m_workspace.verdict() != nullptr)
            rememberVerdict(knownPaths(), verdictParts(*m_workspace.verdict()).first());
    });
}

void SessionKeeper::open(const QStringList& paths) {
    if (paths.size() == 1)
        if (const auto link = FileLink::parse(paths.first())) return openLink(*link);
    const auto saved = std::ranges::find_if(paths, isSessionFile);
    if (saved != paths.end()) return openSession(*saved, {});
    m_wish.reset();
    m_workspace.open(paths);
}

void SessionKeeper::add(const QStringList& paths) {
    if (m_workspace.session() == nullptr || std::ranges::any_of(paths, isSessionFile)) return open(paths);
    m_workspace.add(paths);
}

/// `selection`: instead of the one that was saved; empty: that one.
void SessionKeeper::openSession(const QString& path, const QString& selection) {
    auto read = readSession(path);
    if (!read) return emit m_workspace.openFailed(text(read.error().where) + QStringLiteral(": ") + text(read.error().message));
    if (!selection.isEmpty()) {
        read->selection = selection;
        for (QString* text : {&read->page, &read->method, &read->stage}) text->clear();
    }
    wish(std::move(*read), QFileInfo(path).absoluteFilePath());
}

/// Of a file that is open: goes there. Else the file is opened, in a window of its own beside another session.
void SessionKeeper::openLink(const FileLink& link) {
    if (isOpen(link.file)) return link.address.isEmpty() ? void() : goTo(link.address);
    if (m_workspace.session() != nullptr) return emit windowAsked({link.text()});
    if (isSessionFile(link.file)) return openSession(link.file, link.address);
    SavedSession wanted;
    wanted.files = {link.file};
    wanted.selection = link.address;
    wish(std::move(wanted), {});
}

bool SessionKeeper::isOpen(const QString& file) const {
    QStringList known = m_workspace.paths();
    if (m_workspace.session() != nullptr)
        for (const session::SessionFile& one : m_workspace.session()->files()) known.append(text(one.path));
    if (!m_file.isEmpty()) known.append(m_file);
    const QString path = QFileInfo(file).absoluteFilePath();
    return std::ranges::any_of(
        known, [&](const QString& one) { return QFileInfo(one).absoluteFilePath() == path || QFileInfo(one).fileName() == file; });
}

void SessionKeeper::goTo(const QString& address) {
    if (const auto link = FileLink::parse(address)) return openLink(*link);
    const Address place = Address::parse(address.trimmed(), m_workspace.methods());
    if (!place.valid() || !m_workspace.knows(place)) return emit said(tr("There is no such address: %1").arg(address));
    m_workspace.showPage(pageOf(place));
    m_workspace.reveal(place);
}

/// `file`: where it was read; empty: nowhere.
void SessionKeeper::wish(SavedSession session, const QString& file) {
    m_wish = Wish{std::move(session), file};
    m_workspace.open(m_wish->session.files, m_wish->session.program);
}

void SessionKeeper::forget() {
    m_file.clear();
    m_notes = m_savedNotes = QString();
    m_pairs->wish({}, {});
    m_otherKeys = {};
}

/// A wish for other files than those that came is void; notes are of the files they were written for, and of these with more or
/// fewer, which take the place of what was opened before.
void SessionKeeper::takeSession() {
    const QStringList& paths = m_workspace.paths();
    if (m_wish && m_wish->session.files != paths) m_wish.reset();
    const bool ofOthers = std::ranges::any_of(m_paths, [&paths](const QString& path) { return !paths.contains(path); });
    const bool changed = m_workspace.keptView() && m_paths != paths;
    if (changed && m_remembers && m_file.isEmpty()) forgetRecent(m_paths);
    m_paths = paths;
    if ((ofOthers && !changed) || m_wish || m_workspace.session() == nullptr) forget();
    if (m_workspace.session() == nullptr) return;
    if (m_wish) {
        m_file = m_wish->file;
        // After the pages have met the session.
        QMetaObject::invokeMethod(this, &SessionKeeper::showWish, Qt::QueuedConnection);
    }
    if (m_remembers) rememberSession(recentOf(*m_workspace.session(), knownPaths()));
}

/// What is not there any more is told, the rest is as it was.
void SessionKeeper::showWish() {
    if (!m_wish || m_workspace.session() == nullptr) return;
    const SavedSession wanted = std::exchange(m_wish, std::nullopt)->session;
    QStringList missing;
    const auto check = [&missing](bool there, const QString& what) {
        if (!there) missing.append(what);
        return there;
    };
    if (!wanted.method.isEmpty() || !wanted.selection.isEmpty()) emit methodTold();
    m_pairs->wish(wanted.pairs, wanted.against);
    m_workspace.compareWith(wanted.against);
    if (!wanted.method.isEmpty() && check(m_workspace.methods().contains(wanted.method), wanted.method))
        m_workspace.setMethod(wanted.method);
    const bool inside = graph::StageId::parse(wanted.stage.toStdString()).insideDelegate();
    if (!wanted.stage.isEmpty() && check(inside || m_workspace.stages().contains(wanted.stage), wanted.stage))
        m_workspace.setStage(wanted.stage);
    bool isRun = false;
    if (const qulonglong run = wanted.run.toULongLong(&isRun); isRun) m_workspace.lookAt(static_cast<std::size_t>(run), {});
    if (!wanted.overlay.isEmpty()) check(m_choices.setOverlay(wanted.overlay), wanted.overlay);
    for (Page* page : m_pages.all()) page->restore(wanted.typed);
    const Address selection = Address::parse(wanted.selection, m_workspace.methods());
    check(wanted.selection.isEmpty() || (selection.valid() && m_workspace.knows(selection)), wanted.selection);
    const QString page = wanted.page.isEmpty() ? pageName(pageOf(selection)) : wanted.page;
    check(page.isEmpty() || m_pages.page(pageNamed(page)) != nullptr, page);
    m_workspace.showPage(pageNamed(page));
    // Saved with a view, a selection leaves it as it was; a link has none.
    if (selection.valid()) wanted.method.isEmpty() ? m_workspace.reveal(selection) : m_workspace.select(selection);
    m_notes = m_savedNotes = wanted.notes;
    m_otherKeys = wanted.others;
    m_pages.advice().recall(adviceOf(wanted.others));
    if (m_remembers) m_workspace.addBookmarks(wanted.bookmarks);
    m_workspace.beginHistory();
    sayMissing(missing);
}

void SessionKeeper::sayMissing(const QStringList& what) {
    if (!what.isEmpty()) emit said(tr("Not there any more: %1").arg(what.join(QStringLiteral(", "))));
}

SavedSession SessionKeeper::now() const {
    SavedSession session;
    session.files = m_workspace.paths();
    if (const Workspace* other = m_workspace.other(); other != nullptr) session.against = other->paths();
    session.program = m_workspace.program();
    session.page = pageName(m_pages.inView());
    session.method = m_workspace.method();
    session.stage = m_workspace.stage();
    if (const auto run = m_workspace.run()) session.run = QString::number(*run);
    session.selection = m_workspace.selection().text();
    session.overlay = m_choices.overlay();
    for (const Page* page : m_pages.all()) session.typed.insert(page->typed());
    session.notes = m_notes;
    session.bookmarks = m_workspace.bookmarks();
    session.pairs = m_pairs->pairs();
    session.others = m_otherKeys;
    const QByteArray advice = QByteArray::fromStdString(m_pages.advice().kept(adviceOf(m_otherKeys)));
    if (const QJsonArray list = QJsonDocument::fromJson(advice).array(); !list.isEmpty()) session.others[kAdviceKey] = list;
    return session;
}

bool SessionKeeper::save(const QString& path) {
    const auto written = writeSession(path, now());
    if (written) {
        m_file = QFileInfo(path).absoluteFilePath();
        m_savedNotes = m_notes;
    }
    const QString name = QFileInfo(path).fileName();
    const bool waits = m_pages.advice().identifying();
    if (!written)
        emit said(tr("%1: %2").arg(name, text(written.error().message)));
    else
        emit said((waits ? tr("%1 is saved without new advice: its files are still being read") : tr("%1 is saved")).arg(name));
    return bool(written);
}

void SessionKeeper::saveAs(std::function<void()> saved) {
    const QString first = QFileInfo(m_workspace.paths().first()).absoluteFilePath();
    askForPath(m_window,
               {PathQuestion::Kind::Save, tr("Save session"), m_file.isEmpty() ? first + QStringLiteral(".etscope") : m_file,
                tr("Sessions (*.etscope)"), QStringLiteral("etscope")},
               [this, saved = std::move(saved)](const QString& path) {
                   if (m_workspace.session() != nullptr && save(path) && saved) saved();
               });
}

void SessionKeeper::settleNotes(std::function<void()> settled) {
    if (notesAreSaved()) return settled();
    if (m_notesQuestion != nullptr) return m_notesQuestion->raise();
    m_notesQuestion = new QMessageBox(QMessageBox::Question, tr("Notes of this session"), tr("The notes are not saved."),
                                      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    m_notesQuestion->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_notesQuestion, &QDialog::finished, this, [this, settled = std::move(settled)](int answer) {
        m_notesQuestion.clear();
        if (answer == QMessageBox::Discard) m_notes = m_savedNotes;
        if (answer != QMessageBox::Save || m_workspace.session() == nullptr) return notesAreSaved() ? settled() : void();
        if (m_file.isEmpty()) return saveAs(settled);
        if (save(m_file)) settled();
    });
    m_notesQuestion->open();
}

/// Kept with the session once it is saved.
void SessionKeeper::showNotes() {
    auto* dialog = new QDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Notes of this session"));
    auto* notes = named("notes", new QPlainTextEdit(m_notes, dialog));
    notes->setAccessibleName(dialog->windowTitle());
    notes->setPlaceholderText(tr("Written with File → Save session…"));
    connect(notes, &QPlainTextEdit::textChanged, this, [this, notes] { m_notes = notes->toPlainText(); });
    connect(&m_workspace, &Workspace::sessionChanged, dialog, &QDialog::close);
    (new QVBoxLayout(dialog))->addWidget(notes);
    dialog->show();
}

}  // namespace etscope::ui
