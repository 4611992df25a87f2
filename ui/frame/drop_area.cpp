#include "frame/drop_area.h"

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QUrl>
#include <algorithm>

#include "look/make.h"
#include "look/marks.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "models/address.h"
#include "session/file_kinds.h"
#include "workspace/workspace.h"

namespace etscope::ui {
namespace {

class Picture : public QWidget {
public:
    explicit Picture(QWidget* parent) : QWidget(parent) { setFixedHeight(px(34)); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paintIcon(painter, QRectF((width() - px(28)) / 2.0, 0, px(28), px(28)), Icon::Export, tokens().accent);
    }
};

struct KindTitle {
    FileKind kind;
    const char* title;
};
constexpr KindTitle kTitles[] = {{FileKind::EtRecord, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Record")},
                                 {FileKind::Pte, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Program")},
                                 {FileKind::Ptd, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "External data")},
                                 {FileKind::Bpte, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Bundled program")},
                                 {FileKind::EtDump, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "ETDump")},
                                 {FileKind::DebugBuffer, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Debug buffer")},
                                 {FileKind::ExportedProgram, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Exported program")},
                                 {FileKind::TorchSave, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Values")},
                                 {FileKind::Npy, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Values")},
                                 {FileKind::Npz, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Values")},
                                 {FileKind::Safetensors, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Values")},
                                 {FileKind::Native, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Delegate file")},
                                 {FileKind::Tokenizer, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Tokenizer")},
                                 {FileKind::MemoryMap, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Memory map")},
                                 {FileKind::Trace, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Trace")},
                                 {FileKind::RunRecord, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "Run")},
                                 {FileKind::Unknown, QT_TRANSLATE_NOOP("etscope::ui::DropArea", "not recognised")}};

/// "Record · Program × 2"
QString kindsText(const std::vector<FileKind>& kinds) {
    QStringList titles;
    QMap<QString, int> counts;
    for (const KindTitle& one : kTitles) {
        const auto count = std::ranges::count(kinds, one.kind);
        const QString title = DropArea::tr(one.title);
        if (count > 0 && !titles.contains(title)) titles.append(title);
        if (count > 0) counts[title] += static_cast<int>(count);
    }
    for (QString& title : titles)
        if (const int count = counts[title]; count > 1) title += QStringLiteral(" × %1").arg(count);
    return titles.join(QStringLiteral(" · "));
}

bool isLink(const QDropEvent& event) { return FileLink::parse(event.mimeData()->text()).has_value(); }

QStringList localFiles(const QDropEvent& event) {
    QStringList paths;
    for (const QUrl& url : event.mimeData()->urls())
        if (url.isLocalFile()) paths.append(url.toLocalFile());
    return paths;
}

}  // namespace

DropArea::DropArea(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("dropArea"));
    auto* column = makeColumn(this, {px(16), px(14), px(16), px(14)}, px(10));
    column->addWidget(m_picture = new Picture(this));
    m_heading = named("dropHeading", new QLabel(this));
    m_heading->setFont(headingFont());
    m_note = plainLabel({}, this, &Tokens::text2);
    m_note->setObjectName(QStringLiteral("dropNote"));
    for (QLabel* label : {m_heading, m_note}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
    }
    m_buttons = makeRow(nullptr, {}, px(8));
    m_buttons->addStretch();
    m_buttons->addStretch();
    column->addWidget(m_heading);
    column->addLayout(m_buttons);
    column->addWidget(m_note);
    showDragged({});
}

void DropArea::addButton(QWidget* button) { m_buttons->insertWidget(m_buttons->count() - 1, button); }

void DropArea::setLow(bool low) { m_picture->setVisible(!low); }

void DropArea::showTexts(const QString& heading, const QString& note) {
    m_heading->setText(heading);
    m_note->setText(note);
    update();
}

void DropArea::showDragged(const QStringList& paths) {
    m_kinds.cancel();
    m_dragged = !paths.isEmpty();
    if (!m_dragged)
        return showTexts(tr("Drop files or a folder here"),
                         tr("Dropping on an open session adds to it; with Shift it opens a new one"));
    const QString heading = tr("Open %n file(s) or folder(s)", nullptr, static_cast<int>(paths.size()));
    const QString looking = tr("Looking what they are");
    showTexts(heading, looking);
    std::vector<std::string> files;
    for (const QString& path : paths) files.push_back(path.toStdString());
    m_kinds.start(
        looking, [files = std::move(files)](const JobContext& job) { return session::kindsOf(files, job); },
        [this, heading](const Result<std::vector<FileKind>>& kinds) {
            showTexts(heading, kinds && !kinds->empty() ? kindsText(*kinds) : tr("not recognised"));
        });
}

void DropArea::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_dragged ? t.accent : t.control, m_dragged ? 2 : 1.5, Qt::DashLine));
    painter.setBrush(m_dragged ? t.selection : t.alternate);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

DropHint::DropHint(const Workspace& workspace, QWidget* window) : QWidget(window), m_workspace(workspace) {
    setObjectName(QStringLiteral("dropHint"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool DropHint::eventFilter(QObject* object, QEvent* event) {
    switch (event->type()) {
        case QEvent::DragEnter:
        case QEvent::DragMove: showFor(*static_cast<QDropEvent*>(event)); return true;
        case QEvent::DragLeave: end(); return true;
        case QEvent::Drop: take(*static_cast<QDropEvent*>(event)); return true;
        default: return QWidget::eventFilter(object, event);
    }
}

DropHint::Choice DropHint::choiceAt(const QDropEvent& event) const {
    if (event.modifiers().testFlag(Qt::ShiftModifier)) return Choice::Replace;
    return event.position().x() < parentWidget()->width() / 2 ? Choice::Add : Choice::Replace;
}

void DropHint::showFor(QDropEvent& event) {
    const bool link = isLink(event);
    if (!link && !event.mimeData()->hasUrls()) return;
    event.acceptProposedAction();
    if (link) return;
    if (event.type() == QEvent::DragEnter) emit dragged(localFiles(event));
    if (m_workspace.session() == nullptr) return;
    setGeometry(parentWidget()->rect());
    m_choice = choiceAt(event);
    raise();
    show();
    update();
}

void DropHint::take(QDropEvent& event) {
    end();
    const bool link = isLink(event);
    const QStringList paths = link ? QStringList{event.mimeData()->text()} : localFiles(event);
    if (paths.isEmpty()) return;
    event.acceptProposedAction();
    const bool add = !link && (m_workspace.session() == nullptr || choiceAt(event) == Choice::Add);
    add ? emit addAsked(paths) : emit openAsked(paths);
}

void DropHint::end() {
    hide();
    emit dragged({});
}

void DropHint::paintEvent(QPaintEvent*) {
    const Tokens& t = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto half = [&](const QRect& area, Choice choice, const QString& title, const QString& what) {
        const bool chosen = m_choice == choice;
        QColor back = chosen ? t.selection : t.window;
        back.setAlphaF(0.94F);
        const QRectF frame = QRectF(area).adjusted(24, 24, -24, -24);
        painter.setPen(QPen(chosen ? t.accent : t.border, chosen ? 2 : 1, Qt::DashLine));
        painter.setBrush(back);
        painter.drawRoundedRect(frame, 10, 10);
        painter.setPen(t.text);
        painter.setFont(titleFont());
        painter.drawText(frame.adjusted(0, 0, 0, -28), Qt::AlignCenter, title);
        painter.setPen(t.text2);
        painter.setFont(bodyFont());
        painter.drawText(frame.adjusted(0, 28, 0, 0), Qt::AlignCenter, what);
    };
    half({0, 0, width() / 2, height()}, Choice::Add, tr("Add to this session"), tr("joined with the files that are open"));
    half({width() / 2, 0, width() - width() / 2, height()}, Choice::Replace, tr("Open instead"), tr("as a session of their own"));
}

}  // namespace etscope::ui
