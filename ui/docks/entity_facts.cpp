// What the Inspector tells about modules, values, keys, runs, events and regions, and what belongs to any selection. Parts of it
// run in jobs.
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "base/text.h"
#include "compare/run_cases.h"
#include "docks/inspector.h"
#include "inventory/named_data.h"
#include "inventory/regions.h"
#include "inventory/sharing.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "modules/graph_index.h"
#include "profile/module_totals.h"
#include "session/file_names.h"

namespace etscope::ui {
namespace {

/// What belongs to `near` is named within its method.
QString linkTo(const Address& address, const Address& near = {}) {
    QString shown = address.text();
    if (!near.method.isEmpty() && !address.stage.isEmpty() && near.method == address.method)
        shown.remove(0, near.method.size() + 1);
    return ui::link(address.text(), shown);
}

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

}  // namespace

void Inspector::showModule(const Address& address) {
    showHeading(address.name, address.text());
    m_facts.start(
        tr("Adding up the module"),
        [session = m_workspace.session(), address](const JobContext& job) -> Result<Facts> {
            const auto found =
                profile::moduleTotals(*session, address.method.toStdString(), address.stageId(), address.name.toStdString(), job);
            if (!found) return found.failure();
            const profile::ModuleTotals& totals = *found;
            Facts facts;
            if (!totals.className.empty()) facts.append({tr("Class"), html(text(totals.className))});
            facts.append({tr("Nodes"), countText(totals.nodes)});
            QStringList operators;
            for (const auto& [name, count] : totals.operators)
                if (operators.size() < 8) operators.append(QStringLiteral("%1 ×%2").arg(html(text(name))).arg(count));
            if (totals.operators.size() > 8) operators.append(tr("%1 more").arg(totals.operators.size() - 8));
            facts.append({tr("Operators"), operators.join(QStringLiteral("<br>"))});
            facts.append({tr("Weights"), tr("%n tensor(s), %1", nullptr, counted(totals.weights))
                                             .arg(totals.weightBytes ? bytesText(*totals.weightBytes) : tr("bytes not known"))});
            facts.append({tr("Time"), totals.ticks ? html(durationText(*totals.ticks)) : tr("no run tells"),
                          totals.sharedCalls ? tr("some calls run operators outside it, too") : QString()});
            facts.append({tr("Largest error"),
                          totals.error ? ui::link(Address::ofNode(address.method, address.stage, text(totals.worstNode)).text(),
                                                  floatText(*totals.error))
                                       : tr("nothing of it was compared"),
                          totals.error ? text(totals.worstNode) : QString()});
            if (totals.like)
                facts.append({tr("Like"), ui::link(Address::ofModule(address.method, address.stage, text(*totals.like)).text(),
                                                   text(*totals.like))});
            return facts;
        },
        [this](Result<Facts> facts) { addSection(QT_TR_NOOP("Module"), {}, facts ? *facts : wrongFacts(facts.error())); });
}

/// A value of a graph, or an output of it.
void Inspector::showValue(const Address& address) {
    const bool output = address.kind == Address::Kind::Result;
    showHeading(output ? tr("output %1").arg(address.index) : address.name, address.text());
    m_facts.start(
        tr("Reading the value"),
        [session = m_workspace.session(), address, output](const JobContext& job) -> Result<Facts> {
            const auto read = session->graph(address.method.toStdString(), address.stageId(), job);
            if (!read) return read.failure();
            const graph::GraphModel& model = **read;
            const auto& outputs = model.top().outputs;
            const auto at = static_cast<std::size_t>(address.index);
            const bool there = output && address.index >= 0 && at < outputs.size();
            if (output && !there) return fail("no-such-node", tr("the graph has no such output").toStdString());
            const graph::ValueId value = !output ? model.findValue(address.name.toStdString())
                                         : outputs[at].argument.kind == graph::ArgumentKind::Value ? outputs[at].argument.value()
                                                                                                   : graph::ValueId();
            Facts facts;
            if (output) facts.append({tr("Kind"), html(text(model.text(outputs[at].kind)))});
            if (output && outputs[at].target.valid()) facts.append({tr("Target"), html(text(model.text(outputs[at].target)))});
            if (!value.valid())
                return output ? Result<Facts>(facts) : fail("no-such-node", tr("the stage has no such value").toStdString());
            facts.append({tr("Value"), html(text(model.valuePath(value)))});
            facts.append({tr("Type"), code(text(modules::valueText(model, value)))});
            for (const graph::GraphInput& input : model.top().inputs) {
                if (input.value != value) continue;
                facts.append({tr("Input"), html(text(model.text(input.kind)))});
                if (input.target.valid()) facts.append({tr("Is"), html(text(model.text(input.target)))});
            }
            return facts;
        },
        [this](Result<Facts> facts) { addSection(QT_TR_NOOP("Value"), {}, facts ? *facts : wrongFacts(facts.error())); });
}

/// Where the same bytes lie, and who reads which of them.
void Inspector::addCopies(const SessionPtr& session, const inventory::NamedDataRow& row, Facts& facts, const JobContext& job) {
    const auto map = inventory::sharingMap(*session, job);
    if (!map || !row.bytes.hasData()) return;
    const inventory::BytesPlace here{row.file, row.bytes.offset};
    const auto shared = std::ranges::find_if(
        (*map)->shared, [&](const inventory::SharedBytes& one) { return std::ranges::find(one.places, here) != one.places.end(); });
    if (shared == (*map)->shared.end()) return;
    const auto files = session::fileNames(*session);
    const bool copies = shared->wasted > 0;
    facts.append(
        {tr("Stored"), copies ? tr("%n times, equal bytes", nullptr, counted(shared->places.size())) : tr("once, shared"),
         copies ? tr("one copy would save %1").arg(bytesText(shared->wasted)) : tr("saves %1").arg(bytesText(shared->saved))});
    for (std::size_t place = 0; place < shared->places.size(); ++place) {
        QStringList readers;
        for (const inventory::BytesUser& user : shared->users)
            if (user.place == place)
                readers.append(user.method.empty() ? tr("read by no method")
                               : user.delegate     ? tr("%1, delegate %2").arg(text(user.method)).arg(*user.delegate)
                                                   : tr("%1, the plan").arg(text(user.method)));
        const Address region = Address::ofRegion(text(files[shared->places[place].file]), shared->places[place].offset);
        facts.append(
            {tr("Copy %1").arg(place + 1),
             ui::link(region.text(), text(files[shared->places[place].file]) + u' ' + hexText(shared->places[place].offset)),
             readers.join(QStringLiteral(" · "))});
    }
}

void Inspector::showData(const Address& address) {
    showHeading(address.name, address.text());
    m_facts.start(
        tr("Reading named data"),
        [session = m_workspace.session(), address](const JobContext& job) -> Result<Facts> {
            const auto rows = inventory::namedData(*session, false, job);
            if (!rows) return rows.failure();
            const auto files = session::fileNames(*session);
            Facts facts;
            for (const inventory::NamedDataRow& row : rows->rows) {
                if (text(row.key) != address.name) continue;
                facts.append({tr("File"), linkTo(Address::ofFile(text(files[row.file])))});
                facts.append({tr("Segment"), QString::number(row.segment)});
                facts.append({tr("Bytes"), row.bytes.hasData() ? bytesText(row.bytes.size) : tr("cannot be read")});
                if (row.bytes.hasData()) facts.append({tr("Offset"), hexText(row.bytes.offset)});
                if (row.shadowedBy) facts.append({tr("Hidden by"), linkTo(Address::ofFile(text(files[*row.shadowedBy])))});
                if (!row.note.empty()) facts.append({tr("Note"), html(text(row.note))});
                addCopies(session, row, facts, job);
            }
            if (facts.isEmpty()) return fail("no-such-node", tr("no file of the session has this key").toStdString());
            return facts;
        },
        [this](Result<Facts> facts) { addSection(QT_TR_NOOP("Named data"), {}, facts ? *facts : wrongFacts(facts.error())); });
}

void Inspector::showRun(const Address& address) {
    const bool event = address.kind == Address::Kind::Event;
    showHeading(event ? tr("run %1, event %2").arg(address.column).arg(address.index) : tr("run %1").arg(address.column),
                address.text());
    m_facts.start(
        tr("Reading the run"),
        [session = m_workspace.session(), address, event](const JobContext& job) -> Result<Facts> {
            const auto runs = compare::runs(*session, job);
            if (!runs) return runs.failure();
            if (address.column < 0 || static_cast<std::size_t>(address.column) >= (*runs)->size())
                return fail("no-such-run", tr("the session has no such run").toStdString());
            const join::SessionRun& run = (**runs)[static_cast<std::size_t>(address.column)];
            const auto events = run.dump->events(run.run());
            Facts facts;
            if (event) {
                if (address.index < 0 || static_cast<std::size_t>(address.index) >= events.size())
                    return fail("no-such-run", tr("the run has no such event").toStdString());
                const etdump::Event& one = events[static_cast<std::size_t>(address.index)];
                facts.append({tr("Name"), html(text(run.dump->text(one.name)))});
                facts.append({tr("Time"), html(durationText(static_cast<double>(one.duration())))});
            }
            facts.append({tr("File"), linkTo(Address::ofFile(text(session::fileNames(*session)[run.file])))});
            facts.append({tr("Method"),
                          run.attribution.method ? linkTo(Address::ofMethod(text(*run.attribution.method))) : tr("not known")});
            facts.append({tr("Case"), run.caseIndex ? QString::number(*run.caseIndex) : tr("none"), text(run.caseEvidence)});
            facts.append({tr("Events"), countText(events.size())});
            return facts;
        },
        [this, event](Result<Facts> facts) {
            addSection(event ? QT_TR_NOOP("Event") : QT_TR_NOOP("Run"), {}, facts ? *facts : wrongFacts(facts.error()));
        });
}

void Inspector::showRegion(const Address& address) {
    showHeading(address.name, address.text());
    m_facts.start(
        tr("Reading the region"),
        [session = m_workspace.session(), address](const JobContext& job) -> Result<Facts> {
            const auto files = session::fileNames(*session);
            const QString file = address.name.section(u'@', 0, -2);
            bool isNumber = false;
            const auto offset = address.name.section(u'@', -1).toULongLong(&isNumber);
            if (!isNumber) return fail("no-such-node", tr("this names no region").toStdString());
            for (std::size_t i = 0; i < files.size(); ++i) {
                if (text(files[i]) != file) continue;
                for (const flat::Region& region : inventory::fileRegions(*session, i, job))
                    if (region.offset == offset)
                        return Facts{
                            {tr("Kind"), word(text(regionKindName(region.kind)).replace(QLatin1Char('_'), QLatin1Char(' ')))},
                            {tr("Name"), html(text(region.name))},
                            {tr("Owner"), html(text(region.owner))},
                            {tr("Offset"), hexText(region.offset)},
                            {tr("Bytes"), countText(region.size)}};
            }
            return fail("no-such-node", tr("no region of a file begins there").toStdString());
        },
        [this](Result<Facts> facts) { addSection(QT_TR_NOOP("Region"), {}, facts ? *facts : wrongFacts(facts.error())); });
}

/// What belongs to the selection, behind what is told of it. Of operators and methods the sections say it already.
void Inspector::showRelated() {
    constexpr qsizetype kMost = 12;
    if (m_related != nullptr) m_related->hide(), m_related->deleteLater();  // it may be what was just clicked
    m_related = nullptr;
    const Address& address = m_workspace.selection();
    if (address.kind == Address::Kind::Node || address.kind == Address::Kind::Method) return;
    const RelatedPtr related = m_workspace.related();
    QMap<findings::Relation, QStringList> groups;
    for (const auto& [relation, other] : related->list) groups[relation].append(linkTo(other, address));
    Facts facts;
    for (auto group = groups.cbegin(); group != groups.cend(); ++group) {
        QStringList shown = group.value().mid(0, kMost);
        if (group.value().size() > kMost) shown.append(tr("… and %1 more").arg(group.value().size() - kMost));
        facts.append({relationTitle(group.key()), shown.join(QStringLiteral("<br>"))});
    }
    if (facts.isEmpty()) return;
    m_related = makeSection(
        QT_TR_NOOP("Belongs together"),
        (related->cut ? QStringLiteral("≥ ") : QString()) + countText(static_cast<std::uint64_t>(related->list.size())), facts);
    m_column->addWidget(m_related);
}

}  // namespace etscope::ui
