#include "docks/inspector.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include "docks/facts/node_parts.h"
#include "docks/section.h"
#include "look/flow_layout.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kUsualMark = 14;

/// As a person reads it behind the entity: "Made by".
QString relationTitle(findings::Relation relation) {
    using findings::Relation;
    switch (relation) {
        case Relation::Same: return Inspector::tr("Elsewhere");
        case Relation::Maker: return Inspector::tr("Made by");
        case Relation::User: return Inspector::tr("Used by");
        case Relation::Delegate: return Inspector::tr("Delegate");
        case Relation::Inside: return Inspector::tr("Inside");
        case Relation::Around: return Inspector::tr("Part of");
        case Relation::Weight: return Inspector::tr("Tensor");
        case Relation::Data: return Inspector::tr("Named data");
        case Relation::Run: return Inspector::tr("Run");
    }
    return {};
}

/// What belongs to `near` is named within its method.
QString relatedLink(const Address& address, const Address& near) {
    QString shown = address.text();
    if (!near.method.isEmpty() && !address.stage.isEmpty() && near.method == address.method)
        shown.remove(0, near.method.size() + 1);
    return linkTo(address, shown);
}

Facts relatedFacts(const RelatedThings& related, const Address& near) {
    constexpr qsizetype kMost = 12;
    QMap<findings::Relation, QStringList> groups;
    for (const auto& [relation, other] : related.list) groups[relation].append(relatedLink(other, near));
    Facts facts;
    for (auto group = groups.cbegin(); group != groups.cend(); ++group) {
        QStringList shown = group.value().mid(0, kMost);
        if (group.value().size() > kMost) shown.append(Inspector::tr("… and %1 more").arg(group.value().size() - kMost));
        facts.append({relationTitle(group.key()), shown.join(QStringLiteral("<br>"))});
    }
    return facts;
}

}  // namespace

Inspector::Inspector(Workspace& workspace, const SessionMarker& marker, QWidget* parent)
    : SteadyScrollArea(parent), m_workspace(workspace), m_marker(marker) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setObjectName(QStringLiteral("inspector"));
    setAccessibleName(tr("Selection"));
    m_content = named("pageArea", new QWidget(this));
    m_column = makeColumn(m_content, {}, 0);
    m_column->setAlignment(Qt::AlignTop);
    setWidget(m_content);
    connect(&workspace, &Workspace::selectionChanged, this, &Inspector::show);
    connect(&workspace, &Workspace::relatedChanged, this, &Inspector::showRelated);
    connect(&workspace, &Workspace::gapChanged, this, &Inspector::tellAgain);
    connect(&workspace, &Workspace::runChanged, this, &Inspector::tellAgain);
    connect(&workspace, &Workspace::otherChanged, this, &Inspector::tellAgain);
    connect(&workspace, &Workspace::pairsChanged, this, &Inspector::tellAgain);
    connect(&workspace, &Workspace::verdictChanged, this, &Inspector::tellAgain);
    connect(&marker, &SessionMarker::changed, this, &Inspector::tellAgain);
    for (const auto changed : {&Workspace::sessionChanged, &Workspace::viewChanged})
        connect(&workspace, changed, this, [this] {
            if (!m_workspace.selection().valid() || m_workspace.selection() != m_shown) show(m_workspace.selection());
        });
    show({});
}

void Inspector::clear() {
    m_facts.cancel();
    m_gap.cancel();
    m_tokens.cancel();
    m_times.cancel();
    m_pairs.cancel();
    m_first = m_chain = m_raw = m_related = nullptr;
    emptyLater(m_column);
}

void Inspector::show(const Address& address) {
    clear();
    m_shown = address;
    if (m_workspace.session() == nullptr) return showHeading(tr("Nothing is open"), {}, {}, {});
    if (!m_shown.valid() && !m_workspace.method().isEmpty()) m_shown = Address::ofMethod(m_workspace.method());
    if (!m_shown.valid()) return showHeading(tr("Nothing selected"), {}, {}, {});
    if (m_shown.isCell()) return showCell(m_shown);
    showHeading(entityTitle(m_shown), m_shown.text(), m_shown, {});
    ask(m_shown);
}

/// What stands there stays until the answer comes.
void Inspector::tellAgain() {
    if (m_shown.isCell()) return show(m_shown);
    if (m_workspace.session() != nullptr && m_shown.valid()) ask(m_shown);
}

void Inspector::ask(const Address& address) {
    m_facts.start(
        tr("Reading %1").arg(entityTitle(address)),
        [question = EntityQuestion{m_workspace.session(), address, m_workspace.verdict(), m_marker.marks(),
                                   m_workspace.checking(), m_workspace.run()}](const JobContext& job) { return entityFacts(question, job); },
        [this, address](Result<EntityFacts> facts) { facts ? take(address, *facts) : fail(address, facts.error()); });
}

void Inspector::take(const Address& address, const EntityFacts& facts) {
    const int scrolled = verticalScrollBar()->value();
    clear();
    showHeading(facts.title, facts.second, address, facts.state);
    showDeeds(facts.deeds);
    for (const FactGroup& group : facts.groups) {
        QWidget* section = addSection(group);
        if (m_first == nullptr) m_first = section;
        if (QLatin1String(group.title) == QLatin1String("Chain")) m_chain = section;
        if (QLatin1String(group.title) == QLatin1String(kRawTitle)) m_raw = section;
    }
    addTimes(address);
    if (address.kind == Address::Kind::Node) addGap(address), addPair(address);
    if (address.kind == Address::Kind::Output && address.index >= 0) addTokens(address);
    showRelated();
    verticalScrollBar()->setValue(scrolled);
}

void Inspector::fail(const Address& address, const Error& error) {
    if (error.isCancelled()) return;
    clear();
    showHeading(entityTitle(address), address.text(), address, {});
    addSection({QT_TR_NOOP("Not found"), {}, {{text(error.code), html(text(error.message))}}});
}

void Inspector::showHeading(const QString& title, const QString& second, const Address& address, const EntityState& state) {
    auto* box = new QWidget(m_content);
    auto* grid = makeGrid(box, {12, 10, 12, 10}, 7, 3);
    grid->setColumnStretch(1, 1);
    auto* name = new TextLabel(title, Qt::PlainText, &Tokens::text, box);
    name->setFont(headingFont());
    grid->addWidget(name, 0, 1);
    if (address.valid()) {
        auto* icon = new QLabel(box);
        withTheme(icon, [icon, which = entityIcon(address)] {
            icon->setPixmap(lineIcon(which).pixmap(QSize(px(kUsualMark), px(kUsualMark)), icon->devicePixelRatioF()));
        });
        icon->setAccessibleName(entityKind(address));
        icon->setToolTip(tip(entityKind(address)));
        icon->setContentsMargins(0, (QFontMetrics(headingFont()).height() - px(kUsualMark)) / 2, 0, 0);
        grid->addWidget(icon, 0, 0, Qt::AlignTop);
    }
    int row = 1;
    if (!second.isEmpty()) {
        auto* line = new TextLabel(second, Qt::PlainText, &Tokens::text2, box);
        line->setFont(codeFont());
        grid->addWidget(line, row++, 1);
    }
    if (state.mark != Mark::None) {
        grid->addWidget(makeMark(state.mark, px(kUsualMark), box), row, 0, Qt::AlignTop);
        auto* words = named("inspectorState", new TextLabel(state.words, Qt::PlainText, &Tokens::text2, box));
        words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        grid->addWidget(words, row, 1);
    }
    m_column->addWidget(box);
}

QWidget* Inspector::addSection(const FactGroup& group) {
    QWidget* section = makeSection(group, m_workspace, m_content);
    if (section != nullptr) addBelow(section);
    return section;
}

void Inspector::addBelow(QWidget* part) {
    QWidget* end = m_raw != nullptr ? m_raw : m_related;
    m_column->insertWidget(end != nullptr ? m_column->indexOf(end) : -1, part);
}

void Inspector::showDeeds(const QList<Deed>& deeds) {
    if (deeds.isEmpty()) return;
    auto* box = named("inspectorDeeds", new QWidget(m_content));
    auto* flow = new FlowLayout(px(6), box);
    flow->setContentsMargins(12, 0, 12, 10);
    for (const Deed& deed : deeds) {
        auto* button = new QPushButton(deed.title != nullptr ? tr(deed.title) : pageTitle(deed.link.page), box);
        connect(button, &QPushButton::clicked, this, [this, link = deed.link] { m_workspace.follow(link); });
        flow->addWidget(button);
    }
    m_column->addWidget(box);
}

void Inspector::addPair(const Address& address) {
    const Workspace* other = m_workspace.other();
    if (other == nullptr || other->session() == nullptr) return;
    m_pairs.start(
        tr("Looking for the counterpart"),
        [question = PairQuestion{other->session(), m_workspace.session(), address, m_workspace.pairs()}](const JobContext& job) {
            return pairFacts(question, job);
        },
        [this, address](Result<PairFacts> facts) {
            if (!facts) return;  // the page Differences says why
            for (const FactGroup& group : facts->groups) addSection(group);
            if (facts->certain && !facts->byHand) return;
            auto* button = named("pairByHand", new QPushButton(tr("Pair by hand…"), m_content));
            connect(button, &QPushButton::clicked, this, [this, address, told = *facts] { choosePair(address, told); });
            auto* line = new QWidget(m_content);
            auto* row = makeRow(line, {12, 0, 12, 10});
            row->addWidget(button);
            row->addStretch();
            addBelow(line);
        },
        Urgency::Filling);
}

void Inspector::choosePair(const Address& address, const PairFacts& facts) {
    auto* dialog = new PairDialog(address.name, facts, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(&m_workspace, &Workspace::sessionChanged, dialog, &QDialog::reject);
    connect(&m_workspace, &Workspace::otherChanged, dialog, &QDialog::reject);
    connect(dialog, &PairDialog::chosen, this, [this, address](const QString& path) {
        m_workspace.pairNodes({address.method.toStdString(), address.stageId(), path.toStdString(), address.name.toStdString()});
    });
    dialog->open();
}

void Inspector::addTimes(const Address& address) {
    m_times.start(
        tr("Reading times"),
        [session = m_workspace.session(), address](const JobContext& job) { return timeGroups(session, address, job); },
        [this](Result<QList<FactGroup>> groups) {
            if (!groups) return;  // the page Events says why
            const int scrolled = verticalScrollBar()->value();
            int at = m_first != nullptr ? m_column->indexOf(m_first) : -1;
            for (const FactGroup& group : *groups)
                if (QWidget* section = makeSection(group, m_workspace, m_content))
                    m_column->insertWidget(at < 0 ? at : at++, section);
            verticalScrollBar()->setValue(scrolled);
        },
        Urgency::Filling);
}

void Inspector::addGap(const Address& address) {
    m_gap.start(
        tr("Judging the operator"),
        [session = m_workspace.session(), address](const JobContext& job) { return gapFacts(session, address, job); },
        [this](Result<QList<MarkedFact>> facts) {
            if (!facts || facts->isEmpty() || m_chain == nullptr) return;
            const QString verdict = facts->front().value;
            if (QWidget* section =
                    makeSection({QT_TR_NOOP("Where the error comes from"), verdict, {}, *facts}, m_workspace, m_content))
                m_column->insertWidget(m_column->indexOf(m_chain) + 1, section);
        },
        Urgency::Filling);
}

void Inspector::addTokens(const Address& address) {
    m_tokens.start(
        tr("Reading tokens"),
        [session = m_workspace.session(), address](const JobContext& job) { return tokenGroups(session, address, job); },
        [this](Result<QList<FactGroup>> groups) {
            if (!groups) return;  // the view Tokens says why
            for (const FactGroup& group : *groups) addSection(group);
        },
        Urgency::Filling);
}

/// Behind what is told of the selection. Of operators and methods the sections say it already.
void Inspector::showRelated() {
    if (m_related != nullptr) m_related->hide(), m_related->deleteLater();  // it may be what was just clicked
    m_related = nullptr;
    const Address& address = m_workspace.selection();
    if (address != m_shown || address.kind == Address::Kind::Node || address.kind == Address::Kind::Method) return;
    const RelatedThings& related = *m_workspace.related();
    const QString count =
        (related.cut ? QStringLiteral("≥ ") : QString()) + countText(static_cast<std::uint64_t>(related.list.size()));
    m_related = makeSection({QT_TR_NOOP("Belongs together"), count, relatedFacts(related, address)}, m_workspace, m_content);
    if (m_related != nullptr) m_column->addWidget(m_related);
}

PairDialog::PairDialog(const QString& node, const PairFacts& facts, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("pairDialog"));
    setWindowTitle(tr("Pair by hand"));
    resize(px(560), px(420));
    auto* column = new QVBoxLayout(this);
    column->addWidget(new TextLabel(tr("Which node of the other export is %1?").arg(node), Qt::PlainText, &Tokens::text, this));
    m_filter = named("pairFilter", new QLineEdit(this));
    m_filter->setPlaceholderText(tr("name, operator, module"));
    m_filter->setClearButtonEnabled(true);
    column->addWidget(m_filter);
    m_nodes = named("pairNodes", new QListWidget(this));
    m_nodes->setAccessibleName(tr("Nodes of the other export"));
    m_nodes->setUniformItemSizes(true);
    for (const PairCandidate& one : facts.candidates) {
        const QString words = one.free ? one.about : tr("%1 · has a counterpart").arg(one.about);
        auto* item = new QListWidgetItem(one.path + QStringLiteral("   ") + words, m_nodes);
        item->setData(Qt::UserRole, one.path);
    }
    column->addWidget(m_nodes, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_pair = buttons->addButton(tr("Pair"), QDialogButtonBox::AcceptRole);
    m_pair->setObjectName(QStringLiteral("pairChosen"));
    m_pair->setEnabled(false);
    if (facts.byHand) {
        auto* undo = buttons->addButton(tr("Undo this pair"), QDialogButtonBox::ResetRole);
        undo->setObjectName(QStringLiteral("pairUndo"));
        connect(undo, &QPushButton::clicked, this, [this] {
            emit chosen({});
            accept();
        });
    }
    column->addWidget(buttons);
    connect(m_filter, &QLineEdit::textChanged, this, &PairDialog::filter);
    connect(m_nodes, &QListWidget::currentItemChanged, this,
            [this](const QListWidgetItem* item) { m_pair->setEnabled(item != nullptr && !item->isHidden()); });
    connect(m_nodes, &QListWidget::itemActivated, this, &PairDialog::choose);
    connect(m_pair, &QPushButton::clicked, this, &PairDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_filter->setFocus();
}

/// The first that is left is the current one: Return takes it.
void PairDialog::filter(const QString& words) {
    QListWidgetItem* first = nullptr;
    for (int row = 0; row < m_nodes->count(); ++row) {
        QListWidgetItem* item = m_nodes->item(row);
        bool fits = true;
        for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            fits = fits && item->text().contains(word, Qt::CaseInsensitive);
        item->setHidden(!fits);
        if (fits && first == nullptr) first = item;
    }
    m_nodes->setCurrentItem(first);
    m_pair->setEnabled(first != nullptr);
}

void PairDialog::choose() {
    const QListWidgetItem* item = m_nodes->currentItem();
    if (item == nullptr || item->isHidden()) return;
    emit chosen(item->data(Qt::UserRole).toString());
    accept();
}

}  // namespace etscope::ui
