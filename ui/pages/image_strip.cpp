#include "pages/image_strip.h"

#include <QGridLayout>
#include <QLabel>
#include <algorithm>
#include <array>

#include "compare/tensor_list.h"
#include "frame/file_names.h"
#include "inventory/picture_inputs.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

constexpr int kImageStripSide = 128, kChecks = 250;
constexpr int kImageStripMark = 12;

using Checks = std::vector<std::pair<Mark, QString>>;

QString valuesText(const tensor::Statistics& values) {
    return ImageStrip::tr("Values %1 … %2, mean %3").arg(floatText(values.min), floatText(values.max), floatText(values.mean));
}

/// Values that a picture can have, the same input in other files, and why it is of this case.
Checks checksOf(const session::Session& session, const inventory::PictureInput& input, const inventory::PictureChecks& found) {
    Checks checks;
    const tensor::Statistics& values = found.values;
    if (values.finite < values.count)
        checks.emplace_back(Mark::Warning,
                            ImageStrip::tr("%n value(s) are no finite numbers", nullptr, counted(values.count - values.finite)));
    else if (values.min == values.max)
        checks.emplace_back(Mark::Warning, ImageStrip::tr("All values are %1").arg(floatText(values.min)));
    else
        checks.emplace_back(Mark::Match, valuesText(values));
    const QStringList files = fileNames(session);
    for (const unsigned file : found.equal)
        checks.emplace_back(Mark::Match, ImageStrip::tr("Equal to the one in %1").arg(files.value(file)));
    for (const unsigned file : found.different)
        checks.emplace_back(Mark::Differ, ImageStrip::tr("Another one in %1").arg(files.value(file)));
    if (input.row.role == inventory::TensorRole::ExampleInput)
        checks.emplace_back(Mark::Ambiguous, ImageStrip::tr("The example of the export: of no case"));
    else if (input.ofOtherMethod)
        checks.emplace_back(Mark::Ambiguous, ImageStrip::tr("This prompt’s: inferred from the order of the cases"));
    else
        checks.emplace_back(Mark::Match, ImageStrip::tr("An input of this very case"));
    return checks;
}

}  // namespace

ImageStrip::ImageStrip(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("imageStrip"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* row = makeRow(this, {10, 4, 8, 4});
    m_words = new QLabel(this);
    m_words->setTextFormat(Qt::RichText);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignTop);
    m_words->setFixedWidth(px(230));
    m_words->setTextInteractionFlags(Qt::TextBrowserInteraction);
    row->addWidget(m_words, 0, Qt::AlignTop);
    m_plot = named("promptImages", new PicturePlot(this));
    m_plot->setAccessibleName(tr("Image of this prompt"));
    m_plot->setMostSide(kImageStripSide);
    m_plot->setFixedHeight(m_plot->sizeHint().height());
    row->addWidget(m_plot, 1, Qt::AlignTop);
    m_checks = named("imageChecks", new QWidget(this));
    m_checks->setFixedWidth(px(kChecks));
    new QGridLayout(m_checks);
    row->addWidget(m_checks, 0, Qt::AlignTop);
    const auto open = [this] {
        if (!m_address.valid()) return;
        m_workspace.select(m_address);
        m_workspace.showPage(QStringLiteral("values"));
    };
    connect(m_plot, &PicturePlot::pictureClicked, this, open);
    connect(m_words, &QLabel::linkActivated, this, open);
    clear();
}

void ImageStrip::clear() {
    m_job.cancel();
    m_address = {};
    m_plot->setPictures({});
    m_words->clear();
    hide();
}

void ImageStrip::setOutput(const compare::OutputPair& pair) {
    clear();
    if (m_workspace.session() == nullptr) return;
    m_job.start(
        tr("Looking for pictures"),
        [session = m_workspace.session(), pair](const JobContext& job) { return read(session, pair, job); },
        [this](Result<Found> found) {
            if (found && found->address.valid()) showFound(*std::move(found));
        },
        Urgency::Filling);
}

void ImageStrip::showFound(Found found) {
    m_address = found.address;
    m_words->setText(
        QStringLiteral("<b>%1</b><br><a href='tensor'>%2</a><br><span style='color:%3'>%4</span>")
            .arg(tr("Image of this prompt"), html(found.name), tokens().text2.name(), html(found.about).replace('\n', "<br>")));
    m_plot->setPictures(std::move(found.pictures));
    showChecks(found.checks);
    m_words->setFixedHeight(m_words->heightForWidth(m_words->width()));
    setVisible(true);
}

void ImageStrip::showChecks(const Checks& checks) {
    auto* grid = static_cast<QGridLayout*>(m_checks->layout());
    emptyNow(grid);
    grid->setContentsMargins(10, 0, 0, 0);
    grid->setHorizontalSpacing(7);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    QLabel* title = plainLabel(tr("Checks"), m_checks);
    title->setFont(headingFont());
    grid->addWidget(title, 0, 0, 1, 2);
    int row = 1;
    for (const auto& [mark, words] : checks) {
        QLabel* sign = makeMark(mark, px(kImageStripMark), m_checks);
        sign->setContentsMargins(0, (QFontMetrics(bodyFont()).height() - px(kImageStripMark)) / 2, 0, 0);
        grid->addWidget(sign, row, 0, Qt::AlignTop);
        auto* label = new TextLabel(words, Qt::PlainText, &Tokens::text, m_checks);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);  // beside its mark
        grid->addWidget(label, row++, 1);
    }
}

Result<ImageStrip::Found> ImageStrip::read(const SessionPtr& session, const compare::OutputPair& pair, const JobContext& job) {
    Found found;
    const auto list = compare::tensorList(*session, job);
    if (!list) return list.failure();
    const auto inputs = inventory::pictureInputs(*(*list)->rows(), pair.method, pair.caseIndex);
    if (inputs.empty()) return found;
    const inventory::PictureInput& input = inputs.front();
    tensor::PictureRequest request;
    request.maxSide = 2 * kImageStripSide;  // of screens with two pixels for one
    const auto planes = tensor::picturePlanes(input.row.tensor, request, job);
    if (!planes) return planes.failure();
    const bool bytes = input.row.tensor.type == ScalarType::U8;
    const auto mapping =
        tensor::pictureMapping(*planes, input.row.tensor.type, bytes ? std::nullopt : inventory::pictureNormalisation(*session));
    const auto add = [&](const QString& title, const tensor::PicturePlanes& of) {
        found.pictures.push_back(
            {title, text(mapping.formula()), std::make_shared<const tensor::Raster>(tensor::raster(of, mapping))});
    };
    add(tr("picture"), *planes);
    const std::array names{tr("red"), tr("green"), tr("blue")};
    for (std::size_t channel = 0; channel < names.size() && channel < planes->planes.size(); ++channel) {
        tensor::PicturePlanes one = *planes;
        one.planes = {planes->planes[channel]};
        one.channels = {planes->channels[channel]};
        add(names[channel], one);
    }
    const auto row = std::ranges::find_if(*(*list)->rows(), [&](const inventory::TensorRow& other) {
        return other.name == input.row.name && other.method == input.row.method && other.caseIndex == input.row.caseIndex &&
               other.role == input.row.role && other.index == input.row.index;
    });
    found.address = Address::of((*list)->entity(static_cast<std::size_t>(row - (*list)->rows()->begin())));
    found.name = text(input.row.name);
    QStringList about{
        text(tensor::typeAndShapeText(input.row.tensor.type, input.row.tensor.shape)),
        input.row.caseIndex ? tr("%1, case %2").arg(text(input.row.method)).arg(*input.row.caseIndex) : text(input.row.method),
        tr("shown as %1: %2").arg(text(mapping.formula()), text(mapping.evidence))};
    found.about = about.join(QLatin1Char('\n'));
    const auto checks = inventory::pictureChecks(*(*list)->rows(), input, job);
    if (!checks) return checks.failure();
    found.checks = checksOf(*session, input, *checks);
    return found;
}

}  // namespace etscope::ui
