#include "pages/sizes_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QVBoxLayout>

#include "base/text.h"
#include "frame/file_names.h"
#include "inventory/regions.h"
#include "join/weights.h"
#include "look/elided_label.h"
#include "look/labelled_combo.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

constexpr Column kColumns[] = {
    {QT_TRANSLATE_NOOP("Column", "Offset"), QT_TRANSLATE_NOOP("Column", "From the start of the file"), Qt::AlignRight, true, 13},
    {QT_TRANSLATE_NOOP("Column", "Bytes"), QT_TRANSLATE_NOOP("Column", "Of the region"), Qt::AlignRight, false, 14},
    {QT_TRANSLATE_NOOP("Column", "Region"), QT_TRANSLATE_NOOP("Column", "What it is"), Qt::AlignLeft, false, 0},
    {QT_TRANSLATE_NOOP("Column", "Kind"), QT_TRANSLATE_NOOP("Column", "As `etscope-cli sizes` names it"), Qt::AlignLeft, false, 12},
    {QT_TRANSLATE_NOOP("Column", "Owner"), QT_TRANSLATE_NOOP("Column", "Method, tensor or key that the bytes are for"),
     Qt::AlignLeft, false, 0},
    {QT_TRANSLATE_NOOP("Column", "Share"), QT_TRANSLATE_NOOP("Column", "Of the file"), Qt::AlignRight, false, 12}};

/// Of data with a key that is no name, the weight's name in the record stands for it.
Cell ownerCell(const flat::Region& region, const QString& weight) {
    if (region.owner.empty() && weight.isEmpty()) return {.text = QStringLiteral("–"), .dim = true};
    const QString owner = text(region.owner);
    if (weight.isEmpty() || weight == owner) return {.text = owner, .tooltip = owner};
    return {.text = weight, .tooltip = owner.isEmpty() ? weight : weight + QLatin1Char('\n') + owner};
}

/// Names of the weights that regions hold, as the record has them; empty where there is none.
QStringList weightNames(const session::Session& session, const session::SessionFile& file, const std::vector<flat::Region>& regions,
                        const JobContext& job) {
    QStringList names;
    const auto weights = join::weights(session, job);
    for (const flat::Region& region : regions) {
        const join::StoredWeight* weight = weights ? (*weights)->at({file.source, region.offset, region.size}) : nullptr;
        names.append(weight != nullptr ? text(weight->nameInRecord()) : QString());
    }
    return names;
}

Rows regionRows(const std::vector<flat::Region>& regions, const QStringList& weights, const QString& file, std::uint64_t size) {
    Rows rows;
    std::uint64_t sum = 0, unknown = 0;
    for (std::size_t r = 0; r < regions.size(); ++r) {
        const flat::Region& region = regions[r];
        sum += region.size;
        unknown += region.kind == flat::RegionKind::Unknown ? region.size : 0;
        const double share = size > 0 ? static_cast<double>(region.size) / static_cast<double>(size) : 0;
        rows.add({{.text = hexText(region.offset), .sort = QVariant::fromValue(static_cast<qulonglong>(region.offset))},
                  {.text = countText(region.size), .sort = QVariant::fromValue(static_cast<qulonglong>(region.size))},
                  {.text = text(region.name)},
                  {.text = word(text(regionKindName(region.kind)).replace(QLatin1Char('_'), QLatin1Char(' ')))},
                  ownerCell(region, weights[static_cast<qsizetype>(r)]),
                  {.text = QString::number(share * 100, 'f', 2) + QStringLiteral(" %"), .sort = share}},
                 Address::ofRegion(file, region.offset));
    }
    rows.summary = SizesPage::tr("%1 of %2 B accounted for, %3 unknown").arg(countText(sum), countText(size), countText(unknown));
    rows.index();
    return rows;
}

}  // namespace

SizesPage::SizesPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent), m_model(kColumns, this) {
    auto* column = new QVBoxLayout(body());
    column->setContentsMargins(0, 0, 0, 0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 5, 8, 5);
    bar->setSpacing(6);
    m_file = new LabelledCombo(tr("File"), px(260), this);
    m_file->setObjectName(QStringLiteral("sizesFile"));
    bar->addWidget(m_file);
    bar->addSpacing(8);
    m_account = new ElidedLabel(this);
    m_account->setObjectName(QStringLiteral("account"));
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setObjectName(QStringLiteral("sizesSplit"));
    m_map = new Treemap(split);
    split->addWidget(m_map);
    m_table = new TableView(split);
    m_table->setObjectName(QStringLiteral("sizesTable"));
    m_table->setTable(&m_model, m_table->objectName());
    split->addWidget(m_table);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    bar->addWidget(makeFilterLine(m_table, tr("Filter: padding, kind:delegate, owner:text_decoder"), this), 1);
    bar->addSpacing(8);
    bar->addWidget(m_account);
    head()->addLayout(bar);
    column->addWidget(split, 1);
    connect(m_file, &QComboBox::currentIndexChanged, this, &SizesPage::showFile);
    connect(m_map, &Treemap::regionClicked, this, [this](int index) {
        if (const int shown = m_table->filter()->shownRow(index); shown >= 0)
            m_table->setCurrentIndex(m_table->filter()->index(shown, 0));
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (current.isValid()) m_map->setCurrentRegion(m_table->filter()->tableRow(current.row()));
    });
    connect(m_table, &TableView::rowSelected, &workspace, &Workspace::select);
    showSelectionIn(*m_map);
}

void SizesPage::refresh() {
    const SessionPtr session = workspace().session();
    if (session == nullptr || m_of == session.get()) return;
    m_of = session.get();
    const QSignalBlocker quiet(m_file);
    const QStringList names = fileNames(*session);
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
    m_file->setCurrentIndex(largest);
    if (largest < 0)
        return showEmpty(tr("No sizes"), tr("None of the files of this session could be read."), tr("Add a file that can be."));
    showFile();
}

void SizesPage::leave() {
    m_job.cancel();
    const QSignalBlocker quiet(m_file);
    m_file->clear();
    m_of = nullptr;
    forgetFile();
}

void SizesPage::forgetFile() {
    m_model.setRows({});
    m_map->setRegions({});
    m_account->clear();
}

/// The file that was chosen stays.
void SizesPage::retry() { showFile(); }

void SizesPage::showFile() {
    const SessionPtr session = workspace().session();
    if (session == nullptr || m_file->currentIndex() < 0) return;
    const auto f = static_cast<std::size_t>(m_file->currentData().toInt());
    ask<Account>(
        m_job, tr("Accounting for bytes"),
        [session, f, name = m_file->currentText()](const JobContext& job) -> Result<Account> {
            auto regions = inventory::fileRegions(*session, f, job);
            const QStringList weights = weightNames(*session, session->files()[f], regions, job);
            Rows rows = regionRows(regions, weights, name, session->files()[f].size);
            // In the map a weight is looked for by its name.
            for (std::size_t r = 0; r < regions.size(); ++r)
                if (const QString& weight = weights[static_cast<qsizetype>(r)]; !weight.isEmpty())
                    regions[r].name = weight.toStdString();
            return Account{std::move(rows), std::move(regions)};
        },
        [this](Account account) {
            m_account->setText(account.rows.summary);
            m_model.setRows(std::move(account.rows));
            m_map->setRegions(account.regions, m_file->currentText());
        },
        [this] { forgetFile(); });
}

}  // namespace etscope::ui
