#include "pages/sizes_page.h"

#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <algorithm>
#include <cmath>

#include "charts/family_legend.h"
#include "inventory/delegate_rows.h"
#include "inventory/regions.h"
#include "join/call_titles.h"
#include "join/weights.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "models/address.h"

namespace etscope::ui {
namespace {

/// What is there is never 0 %.
QString percentText(double share, int digits) {
    const double least = std::pow(10.0, -digits);
    return share > 0 && share * 100 < least / 2 ? QStringLiteral("< %1 %").arg(least, 0, 'f', digits)
                                                : QString::number(share * 100, 'f', digits) + QStringLiteral(" %");
}

/// In place of a file's number: all of them in one map.
constexpr int kAllFiles = -1;

/// In the order of the buttons.
struct By {
    enum : int { Owner, Kind, Offset };
};

/// Of data with a key that is no name, the weight's name in the record stands for it.
Cell ownerCell(const flat::Region& region, const QString& weight) {
    if (region.owner.empty() && weight.isEmpty()) return noCell();
    const QString owner = text(region.owner);
    if (weight.isEmpty() || weight == owner) return nameCell(owner);
    return {.text = weight, .tooltip = owner.isEmpty() ? weight : weight + QLatin1Char('\n') + owner};
}

QString kindText(const flat::Region& region) { return word(text(regionKindName(region.kind))); }

/// A region, with what its file does not tell.
struct SizedRegion {
    flat::Region region;
    QString weight, delegate, file;
    bool several;      ///< files are shown
    double share = 0;  ///< of all that is shown
};

Cell regionCell(const SizedRegion& row) {
    const QString name = text(row.region.name);
    return {.text = row.delegate.isEmpty() ? name : row.delegate, .tooltip = name};
}

const TypedTable<SizedRegion>& sizesTable() {
    using Row = SizedRegion;
    static const TypedTable<Row> kTable{
        {{QT_TRANSLATE_NOOP("Column", "Offset"), QT_TRANSLATE_NOOP("Column", "From the start of the file"), kDigits, 13},
         [](const Row& row) { return offsetCell(row.region.offset); }},
        {{QT_TRANSLATE_NOOP("Column", "Bytes"), QT_TRANSLATE_NOOP("Column", "Of the region"), kNumber, 14},
         [](const Row& row) { return countCell(row.region.size); }},
        {{QT_TRANSLATE_NOOP("Column", "Region"), QT_TRANSLATE_NOOP("Column", "What it is")}, regionCell},
        {{QT_TRANSLATE_NOOP("Column", "Kind"), QT_TRANSLATE_NOOP("Column", "As `etscope-cli sizes` names it"), kPlain, 12},
         [](const Row& row) { return Cell{.text = kindText(row.region)}; }},
        {{QT_TRANSLATE_NOOP("Column", "Owner"), QT_TRANSLATE_NOOP("Column", "Method, tensor or key that the bytes are for")},
         [](const Row& row) { return ownerCell(row.region, row.weight); }},
        {{QT_TRANSLATE_NOOP("Column", "Share"), QT_TRANSLATE_NOOP("Column", "Of all that is shown"), kNumber, 12},
         [](const Row& row) { return Cell{.text = percentText(row.share, 2), .sort = row.share}; }},
        {{QT_TRANSLATE_NOOP("Column", "File"), QT_TRANSLATE_NOOP("Column", "That holds it"), kPlain, 14},
         [](const Row& row) { return Cell{.text = row.several ? row.file : QString()}; }}};
    return kTable;
}

/// What regions hold that their file names by a number only: weights as the record has them, delegates by what they run.
class RegionNames {
public:
    RegionNames(const session::Session& session, const JobContext& job) : m_session(session) {
        if (auto weights = join::weights(session, job)) m_weights = *std::move(weights);
        const auto delegates = inventory::delegateRows(session, job);
        for (const inventory::DelegateRow& row : delegates ? *delegates : std::vector<inventory::DelegateRow>()) {
            if (!row.bytes.hasData()) continue;
            m_delegates.try_emplace(
                {row.bytes.source.get(), row.bytes.offset},
                Delegate{text(join::delegateTitle({session, row.method}, row.index, job).listed()), text(row.method)});
        }
    }

    QString weight(const session::SessionFile& file, const flat::Region& region) const {
        const join::StoredWeight* weight =
            m_weights != nullptr ? m_weights->at({file.source, region.offset, region.size}) : nullptr;
        return weight != nullptr ? text(weight->nameInRecord()) : QString();
    }
    /// Empty for what is no delegate's payload.
    QString delegate(const session::SessionFile& file, const flat::Region& region) const {
        const auto hit = m_delegates.find({file.source.get(), region.offset});
        return hit == m_delegates.end() ? QString() : hit->second.name;
    }
    /// Kind, and the method where the bytes are of one alone.
    QString owner(const session::SessionFile& file, const flat::Region& region) const {
        const auto hit = m_delegates.find({file.source.get(), region.offset});
        QString method = hit != m_delegates.end() ? hit->second.method : QString();
        if (method.isEmpty() && region.kind == flat::RegionKind::Program && m_session.plan(region.owner) != nullptr &&
            m_session.plan(region.owner)->instructionCount() > 0)
            method = text(region.owner);
        return method.isEmpty() ? kindText(region) : kindText(region) + QStringLiteral(" · ") + method;
    }

private:
    struct Delegate {
        QString name, method;
    };
    const session::Session& m_session;
    std::shared_ptr<const join::WeightMap> m_weights;
    std::map<std::pair<const Source*, std::uint64_t>, Delegate> m_delegates;
};

/// Adds the regions of a file.
class Accountant {
public:
    Accountant(const session::Session& session, const JobContext& job) : m_session(session), m_job(job), m_names(session, job) {}

    void add(std::size_t f, const QString& name, bool several) {
        const session::SessionFile& file = m_session.files()[f];
        m_all += file.size;
        for (flat::Region& region : inventory::fileRegions(m_session, f, m_job)) {
            const QString weight = m_names.weight(file, region), delegate = m_names.delegate(file, region);
            m_sum += region.size;
            m_unknown += region.kind == flat::RegionKind::Unknown ? region.size : 0;
            m_account.owners.append(several ? name : m_names.owner(file, region));
            m_account.kinds.append(kindText(region));
            if (several) m_account.files.append(name);
            m_rows.push_back({region, weight, delegate, name, several});
            // In the map a thing is looked for by its name.
            if (const QString shown = weight.isEmpty() ? delegate.section(QStringLiteral(": "), -1) : weight; !shown.isEmpty())
                region.name = shown.toStdString();
            m_account.regions.push_back(std::move(region));
        }
    }

    SizesPage::Account take() {
        for (SizedRegion& row : m_rows)
            if (m_all > 0) row.share = static_cast<double>(row.region.size) / static_cast<double>(m_all);
        m_account.rows = sizesTable().rows(std::move(m_rows),
                                           [](const SizedRegion& row) { return Address::ofRegion(row.file, row.region.offset); });
        m_account.rows.summary =
            QObject::tr("%1 of %2 B accounted for, %3 unknown").arg(countText(m_sum), countText(m_all), countText(m_unknown));
        m_account.rows.index();
        return std::move(m_account);
    }

private:
    const session::Session& m_session;
    const JobContext& m_job;
    RegionNames m_names;
    SizesPage::Account m_account;
    std::vector<SizedRegion> m_rows;
    std::uint64_t m_all = 0, m_sum = 0, m_unknown = 0;
};

}  // namespace

SizesPage::SizesPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent), m_model(sizesTable().columns(), this) {
    auto* column = makeColumn(body());
    auto* bar = makeRow(nullptr, kBarMargins, 6);
    m_file = addCombo(bar, tr("File"), "sizesFile", 260, this);
    m_by = named("sizesBy", new ChoiceBar({tr("By owner"), tr("By kind"), tr("By offset")}, this));
    bar->addWidget(m_by);
    bar->addStretch(1);
    m_account = named("account", new ElidedLabel(this));
    auto* split = named("sizesSplit", new QSplitter(Qt::Vertical, this));
    split->addWidget(makeMap());
    split->addWidget(makeTable());
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    bar->addWidget(m_account);
    head()->addLayout(bar);
    head()->addLayout(makeHeadLine());
    column->addWidget(split, 1);
    connect(m_file, &QComboBox::currentIndexChanged, this, &SizesPage::showFile);
    connect(m_by, &ChoiceBar::changed, this, &SizesPage::showMap);
    connect(m_map, &Treemap::zoomed, this, &SizesPage::sayWhere);
    connect(m_map, &Treemap::regionClicked, this, &SizesPage::chooseRegion);
    connect(m_strip, &OffsetStrip::regionClicked, this, &SizesPage::chooseRegion);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (!current.isValid()) return;
        const int region = m_table->filter()->tableRow(current.row());
        m_map->setCurrentRegion(region);
        m_strip->setCurrentRegion(region);
    });
    connect(m_table, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_table, &TableView::rowOpened, &workspace, &Workspace::visit);
    showSelectionIn(*m_map);
    showSelectionIn(*m_strip);
}

/// The map, and where its regions lie in the file.
QWidget* SizesPage::makeMap() {
    auto* part = new QWidget(this);
    auto* column = makeColumn(part, {}, 0);
    m_map = new Treemap(part);
    column->addWidget(m_map, 1);
    m_strip = new OffsetStrip(part);
    column->addWidget(m_strip);
    return part;
}

QWidget* SizesPage::makeTable() {
    auto* part = new QWidget(this);
    auto* column = makeColumn(part, {}, 0);
    m_table = named("sizesTable", new TableView(part));
    m_table->setTable(&m_model, m_table->objectName());
    auto* line = makeRow(nullptr, kBarMargins);
    line->addWidget(makeFilterLine(m_table, tr("Filter: padding, kind:delegate, owner:text_decoder"), part));
    column->addLayout(line);
    column->addWidget(m_table, 1);
    return part;
}

void SizesPage::chooseRegion(int region) {
    if (const int shown = m_table->filter()->shownRow(region); shown >= 0)
        m_table->setCurrentIndex(m_table->filter()->index(shown, 0));
}

/// Several files have no offsets in common.
void SizesPage::showStrip() {
    const bool one = m_shown.files.isEmpty() && !m_shown.regions.empty();
    std::uint64_t size = 0;
    if (one)
        for (const flat::Region& region : m_shown.regions) size = std::max(size, region.offset + region.size);
    m_strip->setRegions(one ? m_shown.regions : std::vector<flat::Region>(), m_file->currentText(), size);
    m_strip->setVisible(one);
}

/// Where the map is, what its colours mean, and how to move in it.
QLayout* SizesPage::makeHeadLine() {
    auto* line = makeRow(nullptr, {8, 0, 8, 3}, 12);
    m_path = named("sizesPath", new QLabel(this));
    m_path->setTextFormat(Qt::RichText);
    connect(m_path, &QLabel::linkActivated, this, [this] { m_map->zoomInto({}); });
    line->addWidget(m_path);
    auto* hint = new ElidedLabel(this);
    hint->setText(tr("double-click: go in · Backspace: out"));
    hint->setFont(smallFont());
    line->addWidget(hint, 1);
    m_legend = new FamilyLegend(this);
    line->addWidget(m_legend, 3);
    return line;
}

void SizesPage::sayWhere() {
    const QString all = m_file->currentText(), group = m_map->zoomedInto();
    m_path->setText(group.isEmpty()
                        ? html(all)
                        : link(QStringLiteral("out"), all) + QStringLiteral(" › <b>") + html(group) + QStringLiteral("</b>"));
}

void SizesPage::sayShares() {
    std::vector<FamilyLegend::Entry> entries;
    for (const Treemap::Share& one : m_map->shares()) {
        flat::Region region;
        region.kind = one.kind;
        entries.push_back({Treemap::familyOf(one.kind), QStringLiteral("%1 %2").arg(kindText(region), percentText(one.share, 1))});
    }
    m_legend->setEntries(std::move(entries));
}

void SizesPage::refresh() {
    const SessionPtr session = workspace().session();
    if (session == nullptr) return;
    const QSignalBlocker quiet(m_file);
    const QStringList names = namesOfFiles(*session);
    int largest = -1;
    std::uint64_t most = 0;
    for (std::size_t f = 0; f < session->files().size(); ++f) {
        const session::SessionFile& file = session->files()[f];
        if (file.source == nullptr) continue;
        // A program is what people come for, first the one that the session joins; else the largest file.
        const std::uint64_t rank = &file == session->programFile() ? ~std::uint64_t{0}
                                   : file.program != nullptr       ? ~std::uint64_t{0} - 1
                                                                   : file.size;
        if (largest < 0 || rank > most) largest = m_file->count(), most = rank;
        m_file->addItem(names[static_cast<qsizetype>(f)], static_cast<int>(f));
    }
    if (m_file->count() > 1) m_file->addItem(tr("all files"), kAllFiles);
    m_file->setCurrentIndex(largest);
    if (largest < 0)
        return showEmpty(tr("No sizes"), tr("None of the files of this session could be read."), tr("Add a file that can be."));
    showFile();
}

void SizesPage::leave() {
    m_job.cancel();
    const QSignalBlocker quiet(m_file);
    m_file->clear();
    forgetFile();
}

void SizesPage::forgetFile() {
    m_model.setRows({});
    m_shown = {};
    m_map->setRegions({});
    m_strip->setRegions({}, {}, 0);
    m_account->clear();
    m_path->clear();
    m_legend->setEntries({});
}

void SizesPage::followSelection(const Address& selection) { m_table->selectAddress(selection); }

/// The file that was chosen stays.
void SizesPage::retry() { showFile(); }

void SizesPage::showFile() {
    const SessionPtr session = workspace().session();
    if (session == nullptr || m_file->currentIndex() < 0) return;
    const int chosen = m_file->currentData().toInt();
    ask<Account>(
        m_job, tr("Accounting for bytes"),
        [session, chosen, names = namesOfFiles(*session)](const JobContext& job) -> Result<Account> {
            Accountant accountant(*session, job);
            for (std::size_t f = 0; f < session->files().size(); ++f) {
                if (job.cancelled()) return cancelledFailure();
                if (session->files()[f].source == nullptr || (chosen != kAllFiles && f != static_cast<std::size_t>(chosen)))
                    continue;
                accountant.add(f, names[static_cast<qsizetype>(f)], chosen == kAllFiles);
            }
            return accountant.take();
        },
        [this](Account account) {
            m_account->setText(account.rows.summary);
            m_model.setRows(std::exchange(account.rows, {}));
            m_shown = std::move(account);
            showMap();
            showStrip();
            followAgain();
        },
        [this] { forgetFile(); });
}

/// Of all files each is a group but where their kinds are asked for; in the order of offsets a file is one group.
void SizesPage::showMap() {
    const int by = m_by->chosen();
    const bool oneFile = m_shown.files.isEmpty();
    Treemap::Grouping grouping{by == By::Kind ? m_shown.kinds : m_shown.owners, m_shown.files, by == By::Offset};
    if (by == By::Offset && oneFile)
        grouping.groups = QStringList(static_cast<qsizetype>(m_shown.regions.size()), m_file->currentText());
    m_map->setRegions(m_shown.regions, m_file->currentText(), std::move(grouping));
    sayWhere();
    sayShares();
}

}  // namespace etscope::ui
