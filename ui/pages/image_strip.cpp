#include "pages/image_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <array>

#include "compare/tensor_list.h"
#include "inventory/picture_inputs.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

constexpr int kSide = 128;

}  // namespace

ImageStrip::ImageStrip(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("imageStrip"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 4, 8, 4);
    m_words = new QLabel(this);
    m_words->setTextFormat(Qt::RichText);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignTop);
    m_words->setFixedWidth(px(230));
    m_words->setTextInteractionFlags(Qt::TextBrowserInteraction);
    row->addWidget(m_words);
    m_plot = new PicturePlot(this);
    m_plot->setObjectName(QStringLiteral("promptImages"));
    m_plot->setAccessibleName(tr("Image of this prompt"));
    m_plot->setMostSide(kSide);
    m_plot->setFixedHeight(m_plot->sizeHint().height());
    row->addWidget(m_plot, 1);
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
    setVisible(true);
}

Result<ImageStrip::Found> ImageStrip::read(const SessionPtr& session, const compare::OutputPair& pair, const JobContext& job) {
    Found found;
    const auto list = compare::tensorList(*session, job);
    if (!list) return list.failure();
    const auto inputs = inventory::pictureInputs(*(*list)->rows(), pair.method, pair.caseIndex);
    if (inputs.empty()) return found;
    const inventory::PictureInput& input = inputs.front();
    tensor::PictureRequest request;
    request.maxSide = 2 * kSide;  // of screens with two pixels for one
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
    if (input.row.role == inventory::TensorRole::ExampleInput)
        about.append(tr("the example of the export: of no case"));
    else if (input.ofOtherMethod)
        about.append(tr("this prompt's: inferred from the order of the cases"));
    found.about = about.join(QLatin1Char('\n'));
    return found;
}

}  // namespace etscope::ui
