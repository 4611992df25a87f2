// The table of containers.
#include <algorithm>

#include "answers/program_tables.h"
#include "answers/tables.h"
#include "inventory/containers.h"
#include "inventory/delegate_rows.h"
#include "look/language.h"
#include "look/numbers.h"
#include "models/address.h"

namespace etscope::ui {
namespace {

using inventory::Container;
using inventory::ContainerVariant;
using inventory::VariantPair;

Cell textCell(const QString& shown, const QString& tooltip = {}) {
    return shown.isEmpty() ? noCell() : Cell{.text = shown, .tooltip = tooltip};
}

/// `bound`: "≥ " or "≤ " where the exact number is not known.
Cell boundCell(std::uint64_t bytes, const QString& bound, const QString& tooltip) {
    Cell cell = bytesCell(bytes);
    cell.text.prepend(bound);
    cell.tooltip = tooltip;
    cell.copy = bound + QString::number(bytes);
    return cell;
}

/// Constants tell what is equal at another place; nothing more is shared where all is read at one.
bool sharingKnown(const ContainerVariant& variant) { return variant.constantsKnown || variant.sharedPlace == variant.bytes; }

Cell sharedCell(const ContainerVariant& variant) {
    const QString place = QObject::tr("%1 at the same place").arg(bytesText(variant.sharedPlace));
    const QString content = QObject::tr("%1, %2 equal at another").arg(place, bytesText(variant.sharedContent));
    if (sharingKnown(variant)) return boundCell(variant.sharedPlace + variant.sharedContent, {}, content);
    const QString unknown = QObject::tr("its constants are not known: equal ones may be shared, too");
    if (variant.sharedPlace == 0) return noCell(unknown);
    return boundCell(variant.sharedPlace, QStringLiteral("≥ "), place + QStringLiteral("; ") + unknown);
}

Cell ownCell(const ContainerVariant& variant) {
    if (sharingKnown(variant)) return boundCell(variant.own(), {}, QObject::tr("what no other variant has"));
    return boundCell(variant.own(), QStringLiteral("≤ "), QObject::tr("at most: its constants are not known"));
}

Cell nodesCell(const ContainerVariant& variant) {
    if (!variant.nodes) return {.mark = Mark::Unreadable, .tooltip = text(variant.reason)};
    return countCell(*variant.nodes);
}

/// Of the constants of a pair, as the left or the right variant sees it.
QString constantsText(const VariantPair& pair, bool left) {
    if (!pair.constantsKnown) return QObject::tr("constants not known");
    QStringList parts;
    const auto add = [&parts](const inventory::CountedBytes& of, const QString& words) {
        if (of.count > 0) parts.append(words.arg(countText(of.count), bytesText(of.bytes)));
    };
    add(pair.equal, QObject::tr("%1 equal (%2)"));
    add(pair.different, QObject::tr("%1 with other values (%2)"));
    add(left ? pair.onlyLeft : pair.onlyRight, QObject::tr("%1 only here (%2)"));
    add(left ? pair.onlyRight : pair.onlyLeft, QObject::tr("%1 only there (%2)"));
    if (pair.unknown > 0) parts.append(QObject::tr("%1 not read").arg(countText(pair.unknown)));
    return parts.isEmpty() ? QObject::tr("no constants") : QObject::tr("constants: %1").arg(parts.join(QStringLiteral(", ")));
}

QString operatorsText(const VariantPair& pair, bool left) {
    constexpr std::size_t kShown = 6;
    if (!pair.operators) return QObject::tr("operators not known");
    const auto& all = *pair.operators;
    if (all.empty()) return QObject::tr("same operators");
    QStringList parts;
    for (std::size_t i = 0; i < std::min(all.size(), kShown); ++i)
        parts.append(QObject::tr("%1 %2 against %3")
                         .arg(text(all[i].name), countText(left ? all[i].left : all[i].right),
                              countText(left ? all[i].right : all[i].left)));
    const std::size_t more = all.size() - static_cast<std::size_t>(parts.size()) + pair.operatorsLeftOut;
    if (more > 0) parts.append(QObject::tr("and %1 more").arg(countText(more)));
    return QObject::tr("operators: %1").arg(parts.join(QStringLiteral(", ")));
}

/// What tells a variant from the others of its container.
QString nameOf(const ContainerVariant& variant) {
    return variant.function.empty() ? text(variant.backend) : text(variant.backend) + QLatin1Char(' ') + text(variant.function);
}

/// What a variant differs in from another.
struct Difference {
    QString other, what;
};

/// "other inputs; constants: …; operators: …".
Difference differenceOf(const Container& container, const VariantPair& pair, bool left) {
    QStringList parts;
    if (pair.sameInputs) parts.append(*pair.sameInputs ? QObject::tr("same inputs") : QObject::tr("other inputs"));
    parts.append(constantsText(pair, left));
    parts.append(operatorsText(pair, left));
    return {nameOf(container.variants[left ? pair.right : pair.left]), parts.join(QStringLiteral("; "))};
}

/// Of each variant, from every other that it is held against.
std::vector<QList<Difference>> differences(const Container& container) {
    std::vector<QList<Difference>> of(container.variants.size());
    for (const VariantPair& pair : container.pairs) {
        of[pair.left].append(differenceOf(container, pair, true));
        of[pair.right].append(differenceOf(container, pair, false));
    }
    return of;
}

/// The only other one needs no name in the cell.
Cell differenceCell(const QList<Difference>& list) {
    constexpr qsizetype kShown = 16;
    if (list.isEmpty()) return textCell({});
    QStringList lines;
    for (const Difference& one : list) lines.append(QObject::tr("against %1: %2").arg(one.other, one.what));
    QString tooltip = lines.mid(0, kShown).join(QLatin1Char('\n'));
    if (lines.size() > kShown) tooltip += QLatin1Char('\n') + QObject::tr("and %1 more").arg(lines.size() - kShown);
    return {.text = list.size() == 1 ? list.front().what : lines.front(),
            .tooltip = tooltip,
            .copy = lines.join(QStringLiteral(" | "))};
}

/// The calls that run a variant: those of its function or method, else all of the container's.
std::vector<inventory::ContainerUser> usersOf(const Container& container, const ContainerVariant& variant) {
    std::vector<inventory::ContainerUser> users = container.users;
    const auto isOther = [&variant](const inventory::ContainerUser& user) {
        return user.function != variant.function && user.method != variant.function;
    };
    if (!variant.function.empty() && !std::ranges::all_of(users, isOther)) std::erase_if(users, isOther);
    return users;
}

/// "prefill 0, decode 0"; of a file, its name.
Cell usersCell(const std::vector<inventory::ContainerUser>& users, const QString& file) {
    QStringList names;
    for (const inventory::ContainerUser& user : users)
        names.append(text(user.method) + QLatin1Char(' ') + QString::number(user.delegate));
    if (names.isEmpty()) return textCell(file, QObject::tr("the file itself"));
    return textCell(names.join(QStringLiteral(", ")), names.join(QLatin1Char('\n')));
}

Cell inputsCell(const ContainerVariant& variant) {
    if (!variant.signatureKnown) return textCell({});
    const QStringList inputs = texts(variant.inputs), outputs = texts(variant.outputs);
    return textCell(inputs.join(QStringLiteral(", ")),
                    QObject::tr("in\n%1\nout\n%2").arg(inputs.join(QLatin1Char('\n')), outputs.join(QLatin1Char('\n'))));
}

void addContainer(const session::Session& session, const Container& container, const std::vector<inventory::DelegateRow>& delegates,
                  Rows& rows) {
    const QStringList files = namesOfFiles(session);
    const QString file = container.file ? files.value(static_cast<qsizetype>(*container.file)) : QString();
    const auto different = differences(container);
    for (std::size_t i = 0; i < container.variants.size(); ++i) {
        const ContainerVariant& variant = container.variants[i];
        const auto users = usersOf(container, variant);
        const auto delegate = std::ranges::find_if(delegates, [&users](const inventory::DelegateRow& row) {
            return !users.empty() && row.method == users.front().method && row.index == users.front().delegate;
        });
        rows.add({usersCell(users, file),
                  {.text = text(container.format),
                   .tooltip = QObject::tr("%1 in %n variant(s)", nullptr, counted(container.variants.size()))
                                  .arg(bytesText(container.bytes.size))},
                  {.text = text(variant.backend), .tooltip = QObject::tr("its payload is %1").arg(text(variant.format))},
                  textCell(text(variant.soc)),
                  textCell(text(variant.function)),
                  inputsCell(variant),
                  boundCell(variant.bytes, {}, countText(variant.bytes) + QStringLiteral(" B")),
                  sharedCell(variant),
                  ownCell(variant),
                  nodesCell(variant),
                  differenceCell(different[i])},
                 delegate != delegates.end() ? delegateAddress(*delegate) : Address::ofFile(file));
    }
}

bool hasPayloads(const session::Session& session) {
    return hasProgram(session) ||
           std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.native != nullptr; });
}

Result<Rows> containerRows(const SessionPtr& session, const QString&, const JobContext& job) {
    const auto containers = inventory::containers(*session, job);
    if (!containers) return containers.failure();
    const auto delegates = inventory::delegateRows(*session, job);
    if (!delegates) return delegates.failure();
    Rows rows;
    std::size_t leftOut = 0;
    for (const Container& container : *containers) {
        addContainer(*session, container, *delegates, rows);
        leftOut += container.variantsLeftOut;
    }
    rows.summary = QObject::tr("%1 in %n container(s)", nullptr, counted(containers->size()))
                       .arg(QObject::tr("%n variant(s)", nullptr, counted(rows.size())));
    if (leftOut > 0) rows.summary = QObject::tr("%1, %2 more are not listed").arg(rows.summary, countText(leftOut));
    return rows;
}

}  // namespace

const RowsSpec& Tables::containers() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Delegates"), QT_TR_NOOP("Method and number of each that is the container, or the file that is"), kPlain, 16},
        {QT_TR_NOOP("Container"), QT_TR_NOOP("Its format"), kPlain, 8},
        {QT_TR_NOOP("Backend"), QT_TR_NOOP("Of the variant"), kPlain, 15},
        {QT_TR_NOOP("Device"), QT_TR_NOOP("It was compiled for, where the payload says"), kPlain, 8},
        {QT_TR_NOOP("Function"), QT_TR_NOOP("Of the variant, where the payload names one"), kPlain, 12},
        {QT_TR_NOOP("Inputs"), QT_TR_NOOP("Types and shapes: how long a sequence is; the tooltip has the outputs"), kCode, 14},
        {QT_TR_NOOP("Bytes"), QT_TR_NOOP("All that it reads, each byte once"), kNumber, 10},
        {QT_TR_NOOP("Shared"), QT_TR_NOOP("Of these, what another variant has as well"), kNumber, 10},
        {QT_TR_NOOP("Own"), QT_TR_NOOP("Of these, what no other variant has"), kNumber, 10},
        {QT_TR_NOOP("Nodes"), QT_TR_NOOP("Of the decoded graph"), kNumber, 7, kOnDemand},
        {QT_TR_NOOP("Against the others"), QT_TR_NOOP("Inputs, constants and operators against each other variant"), kPlain, 26}};
    static constexpr RowsSpec kSpec{
        .table = "containerTable",
        .job = QT_TR_NOOP("Comparing variants"),
        .filter = QT_TR_NOOP("backend:Qnn, function:prefill, own>1M"),
        .hasContent = hasPayloads,
        .emptyTitle = QT_TR_NOOP("No containers"),
        .emptyWhy = QT_TR_NOOP("A container holds several variants of one thing: payloads for several backends, functions of one "
                               "package, a context that several methods run. No delegate or file of this session is one."),
        .emptyAction = QT_TR_NOOP("Add the .pte of an export for several devices or sequence lengths, or the container itself."),
        .make = containerRows,
        .columns = kColumns};
    return kSpec;
}

}  // namespace etscope::ui
