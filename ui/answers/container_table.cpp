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

using inventory::Container;
using inventory::ContainerVariant;
using inventory::VariantPair;

/// A variant of a container.
struct VariantRow {
    const Container* container;
    const ContainerVariant* variant;
    std::vector<inventory::ContainerUser> users;  ///< the calls that run it
    QString file;
};

namespace {

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

Cell sharedCell(const VariantRow& row) {
    const ContainerVariant& variant = *row.variant;
    const QString place = QObject::tr("%1 at the same place").arg(bytesText(variant.sharedPlace));
    const QString content = QObject::tr("%1, %2 equal at another").arg(place, bytesText(variant.sharedContent));
    if (sharingKnown(variant)) return boundCell(variant.sharedPlace + variant.sharedContent, {}, content);
    const QString unknown = QObject::tr("its constants are not known: equal ones may be shared, too");
    if (variant.sharedPlace == 0) return noCell(unknown);
    return boundCell(variant.sharedPlace, QStringLiteral("≥ "), place + QStringLiteral("; ") + unknown);
}

Cell ownCell(const VariantRow& row) {
    const ContainerVariant& variant = *row.variant;
    if (sharingKnown(variant)) return boundCell(variant.own(), {}, QObject::tr("what no other variant has"));
    return boundCell(variant.own(), QStringLiteral("≤ "), QObject::tr("at most: its constants are not known"));
}

Cell nodesCell(const VariantRow& row) {
    if (!row.variant->nodes) return {.mark = Mark::Unreadable, .tooltip = text(row.variant->reason)};
    return countCell(*row.variant->nodes);
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

/// "other inputs; constants: …; operators: …".
QString differenceText(const VariantPair& pair, bool left) {
    QStringList parts;
    if (pair.sameInputs) parts.append(*pair.sameInputs ? QObject::tr("same inputs") : QObject::tr("other inputs"));
    parts << constantsText(pair, left) << operatorsText(pair, left);
    return parts.join(QStringLiteral("; "));
}

/// From every other variant that it is held against; the only one needs no name in the cell.
Cell differenceCell(const VariantRow& row) {
    constexpr qsizetype kShown = 16;
    const auto number = static_cast<std::size_t>(row.variant - row.container->variants.data());
    QString what;
    QStringList lines;
    for (const VariantPair& pair : row.container->pairs) {
        const bool left = pair.left == number;
        if (!left && pair.right != number) continue;
        what = differenceText(pair, left);
        lines.append(QObject::tr("against %1: %2").arg(nameOf(row.container->variants[left ? pair.right : pair.left]), what));
    }
    if (lines.isEmpty()) return noCell();
    QString tooltip = lines.mid(0, kShown).join(QLatin1Char('\n'));
    if (lines.size() > kShown) tooltip += QLatin1Char('\n') + QObject::tr("and %1 more").arg(lines.size() - kShown);
    return {.text = lines.size() == 1 ? what : lines.front(), .tooltip = tooltip, .copy = lines.join(QStringLiteral(" | "))};
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
Cell usersCell(const VariantRow& row) {
    QStringList names;
    for (const inventory::ContainerUser& user : row.users)
        names.append(text(user.method) + QLatin1Char(' ') + QString::number(user.delegate));
    if (names.isEmpty()) return textCell(row.file, QObject::tr("the file itself"));
    return textCell(names.join(QStringLiteral(", ")), names.join(QLatin1Char('\n')));
}

Cell inputsCell(const VariantRow& row) {
    if (!row.variant->signatureKnown) return noCell();
    const QStringList inputs = texts(row.variant->inputs), outputs = texts(row.variant->outputs);
    return textCell(inputs.join(QStringLiteral(", ")),
                    QObject::tr("in\n%1\nout\n%2").arg(inputs.join(QLatin1Char('\n')), outputs.join(QLatin1Char('\n'))));
}

Cell formatCell(const VariantRow& row) {
    return {.text = text(row.container->format),
            .tooltip = QObject::tr("%1 in %n variant(s)", nullptr, counted(row.container->variants.size()))
                           .arg(bytesText(row.container->bytes.size))};
}

/// The delegate that runs it first, else the file.
Address variantAddress(const VariantRow& row, const std::vector<inventory::DelegateRow>& delegates) {
    const auto delegate = std::ranges::find_if(delegates, [&row](const inventory::DelegateRow& one) {
        return !row.users.empty() && one.method == row.users.front().method && one.index == row.users.front().delegate;
    });
    return delegate != delegates.end() ? delegateAddress(*delegate) : Address::ofFile(row.file);
}

bool hasPayloads(const session::Session& session) {
    return hasProgram(session) ||
           std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.native != nullptr; });
}

Result<Rows> containerRows(const SessionPtr& session, const QString&, const JobContext& job) {
    auto read = inventory::containers(*session, job);
    if (!read) return read.failure();
    const auto delegates = inventory::delegateRows(*session, job);
    if (!delegates) return delegates.failure();
    const auto containers = std::make_shared<const std::vector<Container>>(*std::move(read));
    const QStringList files = namesOfFiles(*session);
    std::vector<VariantRow> all;
    std::size_t leftOut = 0;
    for (const Container& one : *containers) {
        const QString file = one.file ? files.value(static_cast<qsizetype>(*one.file)) : QString();
        for (const ContainerVariant& variant : one.variants) all.push_back({&one, &variant, usersOf(one, variant), file});
        leftOut += one.variantsLeftOut;
    }
    Rows rows = Tables::containers().rows(
        std::move(all), [&](const VariantRow& row) { return variantAddress(row, *delegates); }, containers);
    rows.summary = QObject::tr("%1 in %n container(s)", nullptr, counted(containers->size()))
                       .arg(QObject::tr("%n variant(s)", nullptr, counted(rows.size())));
    if (leftOut > 0) rows.summary = QObject::tr("%1, %2 more are not listed").arg(rows.summary, countText(leftOut));
    return rows;
}

}  // namespace

const TypedSpec<VariantRow>& Tables::containers() {
    using Row = VariantRow;
    static const TypedSpec<Row> kSpec{
        {"containerTable", QT_TR_NOOP("Comparing variants"), QT_TR_NOOP("backend:Qnn, function:prefill, own>1M"), hasPayloads,
         QT_TR_NOOP("No containers"),
         QT_TR_NOOP("A container holds several variants of one thing: payloads for several backends, functions of one "
                    "package, a context that several methods run. No delegate or file of this session is one."),
         QT_TR_NOOP("Add the .pte of an export for several devices or sequence lengths, or the container itself."), containerRows},
        {{{QT_TR_NOOP("Delegates"), QT_TR_NOOP("Method and number of each that is the container, or the file that is"), kPlain, 16},
          usersCell},
         {{QT_TR_NOOP("Container"), QT_TR_NOOP("Its format"), kPlain, 8}, formatCell},
         {{QT_TR_NOOP("Backend"), QT_TR_NOOP("Of the variant"), kPlain, 15},
          [](const Row& row) {
              return Cell{.text = text(row.variant->backend),
                          .tooltip = QObject::tr("its payload is %1").arg(text(row.variant->format))};
          }},
         {{QT_TR_NOOP("Device"), QT_TR_NOOP("It was compiled for, where the payload says"), kPlain, 8},
          [](const Row& row) { return textCell(text(row.variant->soc)); }},
         {{QT_TR_NOOP("Function"), QT_TR_NOOP("Of the variant, where the payload names one"), kPlain, 12},
          [](const Row& row) { return textCell(text(row.variant->function)); }},
         {{QT_TR_NOOP("Inputs"), QT_TR_NOOP("Types and shapes: how long a sequence is; the tooltip has the outputs"), kCode, 14},
          inputsCell},
         {{QT_TR_NOOP("Bytes"), QT_TR_NOOP("All that it reads, each byte once"), kNumber, 10},
          [](const Row& row) { return boundCell(row.variant->bytes, {}, countText(row.variant->bytes) + QStringLiteral(" B")); }},
         {{QT_TR_NOOP("Shared"), QT_TR_NOOP("Of these, what another variant has as well"), kNumber, 10}, sharedCell},
         {{QT_TR_NOOP("Own"), QT_TR_NOOP("Of these, what no other variant has"), kNumber, 10}, ownCell},
         {{QT_TR_NOOP("Nodes"), QT_TR_NOOP("Of the decoded graph"), kNumber, 7, kOnDemand}, nodesCell},
         {{QT_TR_NOOP("Against the others"), QT_TR_NOOP("Inputs, constants and operators against each other variant"), kPlain, 26},
          differenceCell}}};
    return kSpec;
}

}  // namespace etscope::ui
