#include "pages/picture_view.h"

#include <QLineEdit>
#include <algorithm>
#include <array>

#include "inventory/picture_inputs.h"
#include "look/labelled_combo.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kMostChoices = 512;  ///< of pictures and channels

/// How values become pixels: by what is known, by a name, between the least and the largest, as typed.
struct MappingChoice {
    const char* title;
    const char* name;  ///< of tensor::knownNormalisations(); "" for the others
};
constexpr std::array kMappings{MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "as it looks"), ""},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "0 … 1"), "unit"},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "0 … 255"), "byte"},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "SigLIP, SmolVLM"), "siglip"},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "CLIP"), "clip"},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "ImageNet"), "imagenet"},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "min … max"), ""},
                               MappingChoice{QT_TRANSLATE_NOOP("etscope::ui::PictureView", "typed"), ""}};
constexpr int kAsItLooks = 0, kRange = 6, kTyped = 7;

Result<tensor::PictureMapping> mappingOf(const session::Session& session, const tensor::PicturePlanes& planes, ScalarType type,
                                         int choice, const QString& typed) {
    if (choice == kRange) return tensor::rangeMapping(planes);
    if (choice == kAsItLooks) {
        const bool colours = planes.axes.colour() && type != ScalarType::U8;
        return tensor::pictureMapping(planes, type, colours ? inventory::pictureNormalisation(session) : std::nullopt);
    }
    const auto told = tensor::parseNormalisation(choice == kTyped ? typed.toStdString()
                                                                  : std::string(kMappings[static_cast<std::size_t>(choice)].name));
    if (!told) return told.failure();
    return tensor::pictureMapping(planes, type, *told);
}

}  // namespace

PictureView::PictureView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    setObjectName(QStringLiteral("pictureView"));
    auto* column = makeColumn(this, {0, 4, 0, 0}, 4);
    auto* bar = makeRow(nullptr, {8, 0, 8, 0});
    m_item = addCombo(bar, tr("Picture"), "pictureItem", 130, this);
    m_channel = addCombo(bar, tr("Shows"), "pictureChannel", 190, this);
    m_mapping = addCombo(bar, tr("Pixels"), "pictureMapping", 200, this);
    for (const MappingChoice& one : kMappings) m_mapping->addItem(tr(one.title));
    for (const QComboBox* choice : {m_item, m_channel, m_mapping})
        connect(choice, &QComboBox::currentIndexChanged, this, &PictureView::compute);
    m_typed = named("pictureTyped", new QLineEdit(QStringLiteral("0.5/0.5"), this));
    m_typed->setAccessibleName(tr("Mean and standard deviation"));
    m_typed->setToolTip(tr("MEAN/STD of the processor, one number or three each: 0.485,0.456,0.406/0.229,0.224,0.225"));
    m_typed->setMaximumWidth(px(240));
    bar->addWidget(m_typed);
    bar->addStretch();
    column->addLayout(bar);
    column->addWidget(m_note = plainLabel({}, this, &Tokens::text2));
    m_note->setObjectName(QStringLiteral("pictureNote"));
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 2, 8, 0);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_plot = new PicturePlot(this), 1);
    connect(m_typed, &QLineEdit::editingFinished, this, &PictureView::compute);
    setFocusProxy(m_plot);
    clear();
}

void PictureView::setTensor(const tensor::Tensor& tensor) { setShown({{tr("values"), tensor}}); }

void PictureView::setSides(const tensor::Tensor& reference, const tensor::Tensor& runtime) {
    setShown({{tr("reference"), reference}, {tr("runtime"), runtime}});
}

void PictureView::clear() { setShown({}); }

void PictureView::setShown(std::vector<Side> sides) {
    m_job.cancel();
    m_sides = std::move(sides);
    offerChoices();
    m_plot->setPictures({});
    m_plot->setNote(m_sides.empty() ? tr("nothing to draw") : QString());
    m_note->clear();
    compute();
}

/// Colours, or of a feature map its first channels together; and each alone.
void PictureView::offerChoices() {
    const QSignalBlocker quietItem(m_item), quietChannel(m_channel);
    std::optional<tensor::PictureAxes> axes;
    if (!m_sides.empty()) axes = tensor::pictureAxes(m_sides.front().tensor);
    m_item->clear();
    m_channel->clear();
    m_item->setVisible(axes && axes->items > 1);
    m_channel->setVisible(axes && axes->channels > 1);
    if (!axes) return;
    for (int i = 0; i < std::min<std::int64_t>(axes->items, kMostChoices); ++i)
        m_item->addItem(tr("%1 of %2").arg(i).arg(axes->items));
    if (axes->channels > 1)
        m_channel->addItem(axes->colour()
                               ? tr("colours")
                               : tr("first %n channel(s)", nullptr, static_cast<int>(std::min(axes->channels, tensor::kMostTiles))),
                           -1);
    const std::array names{tr("red"), tr("green"), tr("blue"), tr("opacity")};
    for (int c = 0; c < std::min<std::int64_t>(axes->channels, kMostChoices); ++c)
        m_channel->addItem(axes->colour() ? names[static_cast<std::size_t>(c)] : tr("channel %1").arg(c), c);
}

void PictureView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (std::exchange(m_stale, false)) compute();
}

/// What is hidden is read when it is shown.
void PictureView::compute() {
    m_typed->setVisible(m_mapping->currentIndex() == kTyped);
    m_stale = !isVisible();
    if (m_sides.empty() || m_stale || m_workspace.session() == nullptr) return;
    Choice choice{{}, m_mapping->currentIndex(), m_typed->text()};
    choice.request.item = std::max(0, m_item->currentIndex());
    if (const QVariant channel = m_channel->currentData(); channel.isValid() && channel.toInt() >= 0)
        choice.request.channel = channel.toInt();
    m_job.start(
        tr("Reading pixels"),
        [session = m_workspace.session(), sides = m_sides, choice](const JobContext& job) {
            return picturesOf(session, sides, choice, job);
        },
        [this](Result<Answer> answer) {
            m_plot->setNote(answer ? QString() : text(answer.error().message));
            m_plot->setPictures(answer ? std::move(answer->pictures) : std::vector<PicturePlot::Picture>());
            m_note->setText(answer ? answer->note : QString());
        });
}

/// Both sides by what the first looks like, and their difference.
Result<PictureView::Answer> PictureView::picturesOf(const SessionPtr& session, const std::vector<Side>& sides, const Choice& choice,
                                                    const JobContext& job) {
    Answer answer;
    std::optional<tensor::PictureMapping> mapping;
    std::uint64_t odd = 0, clipped = 0;
    bool reduced = false;
    const auto add = [&](const QString& title, const tensor::PicturePlanes& planes, const tensor::PictureMapping& by, bool heat) {
        auto raster = std::make_shared<const tensor::Raster>(tensor::raster(planes, by));
        clipped += heat ? 0 : raster->clipped;
        reduced = reduced || planes.reduced;
        answer.pictures.push_back({title, text(by.formula()), std::move(raster), heat, by.min, by.max});
    };
    for (const Side& side : sides) {
        const auto planes = tensor::picturePlanes(side.tensor, choice.request, job);
        if (!planes) return planes.failure();
        if (!mapping) {
            const auto found = mappingOf(*session, *planes, side.tensor.type, choice.mapping, choice.typed);
            if (!found) return found.failure();
            mapping = *found;
        }
        odd += planes->notFinite;
        add(side.title, *planes, *mapping, planes->axes.featureMap());
    }
    if (sides.size() == 2) {
        const auto difference = tensor::differencePlanes(sides[0].tensor, sides[1].tensor, choice.request, job);
        if (!difference) return difference.failure();
        tensor::PictureMapping from0 = tensor::rangeMapping(*difference);
        from0.min = 0;
        add(tr("difference"), *difference, from0, true);
    }
    QStringList notes{tr("shown as %1: %2").arg(text(mapping->formula()), text(mapping->evidence))};
    if (odd > 0) notes.append(tr("%n pixel(s) hold NaN or an infinity", nullptr, counted(odd)));
    if (clipped > 0) notes.append(tr("%n level(s) beyond black or white", nullptr, counted(clipped)));
    if (reduced) notes.append(tr("reduced, a pixel is the mean of several elements"));
    answer.note = notes.join(QStringLiteral(" · "));
    return answer;
}

}  // namespace etscope::ui
