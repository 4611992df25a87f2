#include "shell/breadcrumb.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>

#include "answers/known_gap.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "models/link.h"

namespace etscope::ui {
namespace {

const QString kBetween = QStringLiteral(" › ");
constexpr int kWidestChoice = 260;

/// "layers.11.feed_forward.w2" as links, the outer ones first; the last of them is not one where it is what is selected.
QString modulesText(const Address& module, bool isSelection) {
    const QStringList parts = module.name.split(QLatin1Char('.'));
    QStringList links;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const Address part = Address::ofModule(module.method, module.stage, parts.mid(0, i + 1).join(QLatin1Char('.')));
        const bool last = isSelection && i + 1 == parts.size();
        links.append(last ? QStringLiteral("<b>%1</b>").arg(html(parts[i])) : quietLink(Link::to(part).text(), parts[i]));
    }
    return links.join(kBetween);
}

QString nameOfThing(const Address& thing) {
    if (thing.kind == Address::Kind::Call) return Breadcrumb::tr("call %1").arg(thing.index);
    if (thing.kind == Address::Kind::Token)
        return thing.index < 0 ? Breadcrumb::tr("message %1").arg(thing.column)
                               : Breadcrumb::tr("message %1 › token %2").arg(thing.column).arg(thing.index);
    return thing.name.isEmpty() ? thing.text() : thing.name;
}

}  // namespace

Breadcrumb::Breadcrumb(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_row(makeRow(this, {}, px(4))) {
    setObjectName(QStringLiteral("breadcrumb"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_session = plainLabel({}, this, &Tokens::text2);
    m_row->addWidget(m_session);
    m_method = addChoice("method", tr("Method"));
    m_stage = addChoice("stage", tr("Stage"));
    m_place = named("place", new QLabel(this));
    m_place->setTextFormat(Qt::RichText);
    m_place->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_row->addWidget(m_place, 1);
    m_member = named("member", new LabelledCombo(tr("Program"), px(kWidestChoice), this));
    m_row->insertWidget(1, m_member);  // in the place of the session's name
    connect(m_place, &QLabel::linkActivated, &workspace, &Workspace::followText);
    connect(m_method, &QComboBox::textActivated, &workspace,
            [this](const QString& method) { m_workspace.reveal(Address::ofMethod(method)); });
    connect(m_member, &QComboBox::textActivated, &workspace,
            [this](const QString& program) { m_workspace.open(m_workspace.paths(), program); });
    connect(m_stage, &QComboBox::textActivated, &workspace, &Workspace::setStage);
    for (const auto signal : {&Workspace::sessionChanged, &Workspace::viewChanged, &Workspace::stagesChanged})
        connect(&workspace, signal, this, &Breadcrumb::showView);
    connect(&workspace, &Workspace::selectionChanged, this, &Breadcrumb::showSelection);
    connect(&workspace, &Workspace::relatedChanged, this, &Breadcrumb::showSelection);
    onThemeChange(this, [this] { showSelection(); });
    showView();
}

LabelledCombo* Breadcrumb::addChoice(const char* name, const QString& title) {
    m_row->addWidget(plainLabel(QStringLiteral("›"), this, &Tokens::text3));
    auto* made = named(name, new LabelledCombo(title, px(kWidestChoice), this));
    m_row->addWidget(made);
    return made;
}

/// As wide as what is chosen: the place says what it is.
void Breadcrumb::fill(LabelledCombo* combo, const QStringList& all, const QString& current) {
    const QSignalBlocker quiet(combo);
    combo->clear();
    combo->addItems(all);
    combo->setCurrentText(current);
    combo->setMaximumWidth(px(kWidestChoice));
    combo->setMaximumWidth(combo->leastForText());
}

void Breadcrumb::showView() {
    const bool open = m_workspace.session() != nullptr;
    for (int i = 0; i < m_row->count(); ++i)
        if (QWidget* part = m_row->itemAt(i)->widget(); part != m_session && part != m_member)
            part->setVisible(open && !m_workspace.methods().isEmpty());
    m_session->setText(open ? QFileInfo(m_workspace.paths().first()).completeBaseName() : tr("No session"));
    showMembers();
    fill(m_method, m_workspace.methods(), m_workspace.method());
    fill(m_stage, m_workspace.stages(), m_workspace.stage());
    showSelection();
}

void Breadcrumb::showMembers() {
    const session::Part* part = m_workspace.session() != nullptr ? m_workspace.session()->options().part.get() : nullptr;
    QStringList programs;
    if (part != nullptr)
        for (const std::string& one : part->programs) programs.append(text(one));
    fill(m_member, programs, part != nullptr ? text(part->member) : QString());
    fit();
}

/// Around the selection, as far as that is known.
Address Breadcrumb::module() const {
    const Address& selection = m_workspace.selection();
    if (selection.kind == Address::Kind::Module) return selection;
    for (const auto& [relation, address] : m_workspace.related()->list)
        if (relation == findings::Relation::Around && address.kind == Address::Kind::Module) return address;
    return {};
}

/// What is selected in another method is not in the one that is named before it.
void Breadcrumb::showSelection() {
    const Address& selected = m_workspace.selection();
    const bool here = selected.method.isEmpty() || selected.method == m_workspace.method();
    const auto cell = m_workspace.session() != nullptr ? thingOf(*m_workspace.session(), selected) : std::nullopt;
    const Address selection = !here ? Address() : cell ? cell->thing : selected;
    const Address around = !here ? Address() : cell && cell->module.valid() ? cell->module : module();
    const bool isModule = selection.kind == Address::Kind::Module;
    QStringList parts;
    if (around.valid()) parts.append(modulesText(around, isModule));
    const bool inMethod = selection.kind == Address::Kind::Method || selection.kind == Address::Kind::Stage;
    if (selection.valid() && !isModule && !inMethod) parts.append(QStringLiteral("<b>%1</b>").arg(html(nameOfThing(selection))));
    m_place->setText(parts.isEmpty() ? QString() : kBetween + parts.join(kBetween));
    m_place->setToolTip(tip(selection.text()));
    fit();
}

/// The session's name, or the choice of a program in its place, goes first where there is no room for all.
void Breadcrumb::fit() {
    const bool several = m_member->count() > 0;
    QWidget* name = m_session;
    if (several) name = m_member;
    const int wanted = name->sizeHint().width() + m_method->sizeHint().width() + m_stage->sizeHint().width() +
                       std::min(px(160), m_place->sizeHint().width());
    const bool open = m_workspace.session() != nullptr && !m_workspace.methods().isEmpty();
    const bool room = !open || wanted + px(60) <= width();
    m_session->setVisible(room && !several);
    m_member->setVisible(room && several);
    m_row->itemAt(2)->widget()->setVisible(open && room);  // the sign behind it
}

void Breadcrumb::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

}  // namespace etscope::ui
