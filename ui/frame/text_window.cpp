#include "frame/text_window.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <algorithm>

#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "report/documents.h"
#include "report/text_report.h"
#include "workspace/workspace.h"

namespace etscope::ui {
namespace {

constexpr std::size_t kMostRows = 20'000 - 1;  ///< the titles are a line, too
constexpr std::uint64_t kBytesInLine = 16;

/// `more`: lines that were left out of the text.
LongText longText(const std::string& all, std::uint64_t more) {
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(all, '\n'));
    return {text(all), lines, lines + more};
}

/// As the command line prints it, and why it ends early where it does.
Result<LongText> listing(const session::Session& session, const Address& delegate, const JobContext& job) {
    const report::Selection selection{delegate.method.toStdString(), delegate.stage.toStdString()};
    const auto document = report::listingDocument(session, selection, job, kMostRows);
    if (!document) return document.failure();
    std::string all = report::textOf(*document);
    std::uint64_t more = 0;
    for (const report::Json& one : (*document)["listings"]) {
        const auto leftOut = one["left_out"].get<std::uint64_t>();
        if (leftOut == 0 && one["reason"].is_string()) all += one["reason"].get<std::string>() + "\n";
        more += leftOut;
    }
    return longText(all, more);
}

Result<LongText> bytes(const session::Session& session, const Address& delegate, const JobContext& job) {
    const std::string method = delegate.method.toStdString();
    const std::size_t index = delegate.stageId().index();
    const program::ExecutionPlan* plan = session.plan(method);
    const std::uint64_t most = kMostRows * kBytesInLine;
    const auto document = report::payloadHexDocument({session, method}, index, most, job);
    if (!document) return document.failure();
    const auto whole = session.programFile()->program->delegateBytes(plan->delegates[index]);
    const std::uint64_t size = whole ? whole->size : 0;
    return longText(report::textOf(*document), size > most ? (size - most + kBytesInLine - 1) / kBytesInLine : 0);
}

}  // namespace

TextWindow::TextWindow(Workspace& workspace, const QString& title, Maker make, QWidget* parent)
    : QDialog(parent), m_note(new QLabel(tr("Reading…"), this)), m_text(new QPlainTextEdit(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("textWindow"));
    setWindowTitle(title);
    m_note->setObjectName(QStringLiteral("textNote"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setContentsMargins(8, 5, 8, 5);
    m_note->setWordWrap(true);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(codeFont());
    m_text->setAccessibleName(title);
    auto* column = makeColumn(this, {}, 0);
    column->addWidget(m_note);
    column->addWidget(m_text, 1);
    resize(900, 640);
    connect(&workspace, &Workspace::sessionChanged, this, &QWidget::close);
    m_job.start(title, std::move(make), [this](const Result<LongText>& made) { showText(made); });
}

void TextWindow::showText(const Result<LongText>& made) {
    if (!made) return m_note->setText(QString::fromStdString(made.error().message));
    m_note->setText(tr("The first %1 of %2 lines").arg(countText(made->shown), countText(made->lines)));
    m_note->setVisible(made->shown < made->lines);
    m_text->setPlainText(made->text);
}

void showDelegateText(Workspace& workspace, const QString& link, QWidget* parent) {
    const Address delegate = Address::parse(link.section(QLatin1Char(':'), 1), workspace.methods());
    const SessionPtr session = workspace.session();
    if (session == nullptr || session->programFile() == nullptr || !delegate.stageId().is(graph::StageId::Kind::Payload)) return;
    const bool commands = link.startsWith(QLatin1String("listing:"));
    const QString what = commands ? QObject::tr("Listing of %1") : QObject::tr("Bytes of %1");
    const auto make = [session, delegate, commands](const JobContext& job) {
        return commands ? listing(*session, delegate, job) : bytes(*session, delegate, job);
    };
    auto* window = new TextWindow(workspace, what.arg(delegate.text()), make, parent);
    window->show();
}

}  // namespace etscope::ui
